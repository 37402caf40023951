"""Evenings that are over: a club's, the newest first, and a player's own with partners, places and how it goes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from bridge.engine.scoring.registry import counts_in_percent
from bridge.mapping.conditions import conditions_of
from bridge.mapping.records import records_of
from bridge.models import Club, EventForm, LineUp, Player, Publication, Session, SessionState, Standing

EVENINGS, RECENT = 20, 5


@dataclass(frozen=True, slots=True)
class First:
    """Who is first in a list, with the figure that the ranking goes by."""

    list: str
    entries: int
    players: tuple[Player, ...]
    score: Fraction | None
    is_percent: bool


@dataclass(frozen=True, slots=True)
class Finished:
    """A closed evening and the winners of its lists, by its newest versions."""

    session: Session
    firsts: tuple[First, ...]


@dataclass(frozen=True, slots=True)
class Evenings:
    """One page of a club's results."""

    evenings: tuple[Finished, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """An evening as one player had it: with whom, in which place of how many, with what."""

    session: Session
    entry_uid: str
    partners: tuple[Player, ...]
    list: str
    place: int | None
    is_tied: bool
    entries: int
    score: Fraction | None
    is_percent: bool


@dataclass(frozen=True, slots=True)
class Partner:
    """Somebody played with: how often, and the mean percent together."""

    player: Player
    evenings: int
    percent: Fraction | None


@dataclass(frozen=True, slots=True)
class History:
    """A player's evenings at a club, the newest first.

    mean, recent    mean percent of all and of the last few evenings; None without one
    trend           recent against all: above nothing it goes up; None where there are too few to say
    """

    player: Player
    evenings: tuple[OwnEvening, ...]
    partners: tuple[Partner, ...]
    mean: Fraction | None
    recent: Fraction | None
    best: Fraction | None

    @property
    def trend(self) -> Fraction | None:
        """How the last few compare with all."""
        percents = [row for row in self.evenings if row.is_percent and row.score is not None]
        return self.recent - self.mean if len(percents) > RECENT and self.recent is not None and self.mean is not None else None


def evenings_of(club: Club, page: int) -> Evenings:
    """A page of the club's closed evenings; pages that do not exist are the first. A fixed number of queries."""
    closed = Session.objects.filter(club=club, state=SessionState.CLOSED, rankings__publications__isnull=False).distinct().order_by("-starts", "-pk")
    pages = max(1, -(-closed.count() // EVENINGS))
    page = page if 1 <= page <= pages else 1
    sessions = list(closed.select_related("stage__event")[(page - 1) * EVENINGS : page * EVENINGS])
    newest = newest_of(sessions)
    rows = list(Standing.objects.filter(publication__in=newest).exclude(list__contains="/").order_by("place", "pk"))
    players = players_of(rows, sessions)
    return Evenings(tuple(Finished(session, _firsts(session, newest, rows, players)) for session in sessions), page, pages)


def newest_of(sessions: Iterable[Session]) -> dict[int, Publication]:
    """The newest version of each ranking of these evenings, by its id."""
    found: dict[int, Publication] = {}
    for row in Publication.objects.filter(ranking__session__in=list(sessions)).select_related("ranking").order_by("ranking", "version"):
        found[row.ranking_id] = row
    return {row.pk: row for row in found.values()}


def players_of(rows: Iterable[Standing], sessions: Iterable[Session]) -> dict[tuple[int, int], list[Player]]:
    """Who sat for an entry in an evening: (session, entry) -> players by seat, the substitutes after them."""
    return {at: [line.player for line in lines] for at, lines in _lines_of(rows, sessions).items()}


def _lines_of(rows: Iterable[Standing], sessions: Iterable[Session]) -> dict[tuple[int, int], list[LineUp]]:
    found: dict[tuple[int, int], list[LineUp]] = defaultdict(list)
    lines = LineUp.objects.live().filter(session__in=list(sessions), entry__in={row.entry_id for row in rows}).select_related("player__merged_into")
    for line in lines.order_by("seat", "half", "from_round"):
        found[line.session_id, line.entry_id].append(line)
    return found


def _partners_in(session: Session, lines: Sequence[LineUp], same: Collection[int]) -> tuple[Player, ...]:
    """With whom somebody played: of a team all others, of a pair who sat opposite in a round; who took over the own seat is no partner."""
    ends = [
        then.from_round if then and (then.half, then.seat) == (line.half, line.seat) else None for line, then in zip_longest(lines, lines[1:])
    ]
    own = [(line, end) for line, end in zip(lines, ends, strict=True) if line.player_id in same]
    together = (
        line for line, end in zip(lines, ends, strict=True)
        if line.player_id not in same and (session.stage.event.form == EventForm.TEAMS or any(
            line.seat != mine.seat and (end is None or mine.from_round < end) and (until is None or line.from_round < until) for mine, until in own
        ))
    )
    return tuple(dict.fromkeys(line.player.person for line in together))


def _firsts(session: Session, newest: dict[int, Publication], rows: list[Standing], players: dict[tuple[int, int], list[Player]]) -> tuple[First, ...]:
    firsts = []
    for publication in (row for row in newest.values() if row.ranking.session_id == session.pk):
        is_percent = _is_percent(publication)
        own = [row for row in rows if row.publication_id == publication.pk]
        for name in ("all", "NS", "EW"):
            members = [row for row in own if row.list == name]
            for row in (row for row in members if row.place == 1):
                firsts.append(First(name, len(members), tuple(players[session.pk, row.entry_id]), row.exact, is_percent))
    return tuple(firsts)


def _is_percent(publication: Publication) -> bool:
    return counts_in_percent(conditions_of(publication.ranking.scored_by).method)


def history_of(player: Player, club: Club) -> History:
    """A player's closed evenings at a club, those of records that were merged into this one too. A fixed number of queries."""
    same = records_of([player.pk])
    lines = list(LineUp.objects.live().filter(player__in=same, session__club=club, session__state=SessionState.CLOSED).select_related("session__stage__event"))
    sessions = {line.session_id: line.session for line in lines}
    newest = newest_of(sessions.values())
    rows = list(Standing.objects.filter(publication__in=newest).exclude(list__contains="/").select_related("entry"))
    line_ups = _lines_of([row for row in rows if row.entry_id in {line.entry_id for line in lines}], sessions.values())
    sizes: dict[tuple[int, str], int] = defaultdict(int)
    for row in rows:
        sizes[row.publication_id or 0, row.list] += 1
    mine = {(line.session_id, line.entry_id) for line in lines}
    found = []
    for row in rows:
        publication = newest[row.publication_id or 0]
        session = sessions[publication.ranking.session_id or 0]
        if (session.pk, row.entry_id) not in mine:
            continue
        partners = _partners_in(session, line_ups[session.pk, row.entry_id], same)
        found.append(OwnEvening(
            session, row.entry.uid, partners, row.list, row.place, row.is_tied, sizes[publication.pk, row.list],
            row.exact if row.facts.get("boards") else None, _is_percent(publication),
        ))
    found.sort(key=lambda row: (row.session.starts, row.session.pk), reverse=True)
    percents = [row.score for row in found if row.is_percent and row.score is not None]
    return History(player, tuple(found), _partners(found), _mean(percents), _mean(percents[:RECENT]), max(percents, default=None))


def _mean(values: list[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


def _partners(evenings: Iterable[OwnEvening]) -> tuple[Partner, ...]:
    together: dict[Player, list[OwnEvening]] = defaultdict(list)
    for evening in evenings:
        for partner in evening.partners:
            together[partner].append(evening)
    rows = [
        Partner(player, len(played), _mean([row.score for row in played if row.is_percent and row.score is not None])) for player, played in together.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.evenings, row.player.sort_key)))
