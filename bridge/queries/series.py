"""Events of several evenings: the club's list of them, and the ranking that one makes of its evenings' newest publications. Reading only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.scoring.combining import Combining, Part, combine
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import Entry, Standing
from bridge.engine.scoring.ranking import Place
from bridge.engine.scoring.registry import counts_in_percent
from bridge.mapping.conditions import conditions_of
from bridge.models import Act, Club, Player, Publication, Session, SessionState
from bridge.models import Standing as StandingRow
from bridge.queries.history import newest_of, players_of

COMBINE = "combine_evenings"  # the kind of the act that makes a series
Who = tuple[int, ...]  # the players of a pair, by their ids


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A pair in the ranking of a series; `scores` are those of its evenings in their order, None where it did not play."""

    place: Place | None
    players: tuple[Player, ...]
    score: Fraction
    scores: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True)
class Series:
    """An event of several evenings: each with its weight, and who is where."""

    act: Act
    name: str
    how: Combining
    parts: tuple[tuple[Session, Fraction], ...]
    is_percent: bool
    rows: tuple[SeriesRow, ...]


def series_of(club: Club) -> list[Act]:
    """The series that stand, the newest first."""
    return list(Act.objects.filter(journal=club.journal, kind=COMBINE, undone_by__isnull=True).order_by("-pk")[:100])


def closed_evenings(club: Club) -> list[Session]:
    """Evenings with a publication that may be put together, the newest first."""
    closed = Session.objects.filter(club=club, state=SessionState.CLOSED, rankings__publications__isnull=False)
    return list(closed.exclude(stage__event__form="teams").distinct().select_related("stage__event").order_by("-starts", "-pk")[:60])


def series_page(club: Club, act: Act) -> Series:
    """What a series comes to now: a fixed number of queries."""
    weights = {uid: Fraction(weight) for uid, weight in act.facts["parts"]}
    sessions = list(Session.objects.filter(club=club, uid__in=weights).select_related("stage__event").order_by("starts", "pk"))
    newest = newest_of(sessions)
    rows = list(StandingRow.objects.filter(publication__in=newest).exclude(list__contains="/").order_by("publication", "list", "place", "pk"))
    players = players_of(rows, sessions)
    of_session: dict[int, dict[Who, Standing[Who]]] = {session.pk: {} for session in sessions}
    people: dict[Who, tuple[Player, ...]] = {}
    for row in rows:
        session = newest[row.publication_id or 0].ranking.session_id or 0
        pair = _pair(players[session, row.entry_id])
        who = tuple(player.pk for player in pair)
        people.setdefault(who, pair)
        of_session[session][who] = _standing(who, row)
    entries = tuple(Entry(who) for who in people)
    parts = [Part(tuple(of_session[session.pk].values()), weights[session.uid]) for session in sessions]
    how = Combining(act.facts["how"])
    found = combine(Conditions(), entries, parts, how)
    shown = tuple(SeriesRow(each.place, people[each.who], each.score, _scores(each.who, sessions, of_session)) for each in found)
    return Series(act, act.facts["name"], how, tuple((session, weights[session.uid]) for session in sessions), _in_percent(newest.values()), shown)


def _pair(players: Sequence[Player]) -> tuple[Player, ...]:
    """Who an entry stands for in a series: its first two, whoever sat in for them, in the order of their ids; merged records as one."""
    return tuple(sorted((player.merged_into or player for player in players[:2]), key=lambda player: player.pk))


def _standing(who: Who, row: StandingRow) -> Standing[Who]:
    percent = row.facts["percent"]
    nothing = Fraction(0)
    return Standing("all", who, None, row.exact or nothing, row.total or nothing, None if percent is None else Fraction(percent), row.facts["boards"], None)


def _scores(who: Who, sessions: Sequence[Session], of_session: dict[int, dict[Who, Standing[Who]]]) -> tuple[Fraction | None, ...]:
    own = (of_session[session.pk].get(who) for session in sessions)
    return tuple(None if standing is None or not standing.boards else standing.score for standing in own)


def _in_percent(publications: Iterable[Publication]) -> bool:
    return any(counts_in_percent(conditions_of(row.ranking.scored_by).method) for row in publications)
