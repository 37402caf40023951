"""One ranking over several evenings whose boards are compared with one another (a simultaneous event): its lists with everybody's club, and its arithmetic."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from bridge.engine.scoring.registry import counts_in_percent
from bridge.engine.scoring.why import BoardMark
from bridge.mapping.basis import sessions_of
from bridge.mapping.conditions import conditions_of
from bridge.mapping.explained import explained, explained_as_at
from bridge.models import Entry, LineUp, Player, Publication, Ranking, Session, Standing
from bridge.phrases.arithmetic import Step, steps_of_total
from bridge.phrases.figures import places_of
from bridge.queries.line_ups import told_lines
from bridge.queries.series import versions_of


@dataclass(frozen=True, slots=True)
class AcrossRow:
    """An entry: who, and on which evening of which club; figures as stored."""

    uid: str
    players: tuple[Player, ...]
    session: Session
    place: int | None
    is_tied: bool
    score: Fraction | None
    total: Fraction | None
    boards: int
    unranked: str


@dataclass(frozen=True, slots=True)
class AcrossList:
    """`NS`, `EW` or `all`."""

    name: str
    rows: tuple[AcrossRow, ...]

    @property
    def places(self) -> int:
        """Decimals of its column of totals."""
        return places_of(row.total for row in self.rows)


@dataclass(frozen=True, slots=True)
class Across:
    """The ranking as published in a version, or as it runs (`publication` None)."""

    ranking: Ranking
    method: str
    is_percent: bool
    lists: tuple[AcrossList, ...]
    publication: Publication | None
    versions: tuple[Publication, ...]
    is_final: bool


@dataclass(frozen=True, slots=True)
class WhyAcross:
    """Why an entry has its figure in a version of the ranking."""

    players: tuple[Player, ...]
    is_percent: bool
    method: str
    score: Fraction
    boards: tuple[BoardMark, ...]
    steps: tuple[Step, ...]


def across_page(ranking: Ranking, now: datetime, version: int | None = None) -> Across | None:
    """The lists in the version asked for, else in the newest, else as they run. None for no such version. A fixed number of queries."""
    versions, shown = versions_of(ranking, version)
    if version is not None and shown is None:
        return None
    sessions = {session.stage.event_id: session for session in _sessions(ranking)}
    players = players_of(sessions.values())
    lists: dict[str, list[AcrossRow]] = {}
    rows = Standing.objects.filter(ranking=ranking, publication=shown).select_related("entry")
    for row in sorted(rows, key=lambda each: int(each.facts["order"])):
        lists.setdefault(row.list, []).append(AcrossRow(
            row.entry.uid, players.get(row.entry_id, ()), sessions[row.entry.event_id], row.place, row.is_tied,
            row.exact if row.facts["boards"] else None, row.total, row.facts["boards"], row.facts["unranked"] or "",
        ))
    method = conditions_of(ranking.scored_by).method
    found = tuple(AcrossList(name, tuple(members)) for name, members in lists.items())
    is_final = bool(shown and shown.final_at <= now)
    return Across(ranking, method, counts_in_percent(method), found, shown, versions, is_final)


def _sessions(ranking: Ranking) -> list[Session]:
    pks = [session.pk for session in sessions_of(ranking)]
    return list(Session.objects.filter(pk__in=pks).select_related("club", "stage__event").order_by("starts", "pk"))


def players_of(sessions: Iterable[Session]) -> dict[int, tuple[Player, ...]]:
    """Who sat down first for each entry of these evenings, as everybody may read it."""
    evenings = {session.pk: session for session in sessions}
    by_evening: dict[int, list[LineUp]] = defaultdict(list)
    for line in LineUp.objects.live().filter(session__in=evenings).select_related("player").order_by("from_round", "pk"):
        by_evening[line.session_id].append(line)
    first: dict[tuple[int, str], Player] = {}
    told = (line for evening, lines in by_evening.items() for line in told_lines(evenings[evening], lines))
    for line in sorted(told, key=lambda line: (line.from_round, line.pk)):
        first.setdefault((line.entry_id, line.seat), line.player)
    found: dict[int, tuple[Player, ...]] = {}
    for (entry, _seat), player in sorted(first.items(), key=lambda each: (each[0][0], "NSEW".index(each[0][1]))):
        found[entry] = (*found.get(entry, ()), player)
    return found


def why_across(ranking: Ranking, entry: Entry, version: int | None = None) -> WhyAcross | None:
    """The arithmetic of an entry's figure in a version, None: in the newest; None where it is in no list or nothing is published.

    Of a version before the newest the boards are worked out again from the facts of then: only the newest travellers are stored, and few ask.
    """
    rows = ranking.publications.order_by("-version")
    shown = rows.filter(version=version).first() if version else rows.first()
    if shown is None:
        return None
    told = explained(ranking) if shown.basis == ranking.basis else explained_as_at(ranking, shown.basis)
    for name in ("NS", "EW", "all") if told else ():
        why = told.why_total(entry.pk, name) if told else None
        if told and why:
            conditions = told.loaded.facts.conditions
            players = players_of(session for session in _sessions(ranking) if session.stage.event_id == entry.event_id).get(entry.pk, ())
            steps = steps_of_total(why, conditions)
            return WhyAcross(players, counts_in_percent(conditions.method), conditions.method, why.standing.score, why.boards, steps)
    return None
