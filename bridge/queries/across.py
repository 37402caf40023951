"""One ranking over several evenings whose boards are compared with one another (a simultaneous event): its lists with everybody's club, and its arithmetic."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from bridge.engine.scoring.conditions import Conditions as Rules
from bridge.engine.scoring.registry import counts_in_percent
from bridge.engine.scoring.why import BoardMark
from bridge.mapping.basis import basis_of, sessions_of
from bridge.mapping.conditions import conditions_of
from bridge.mapping.explained import explained, explained_as_at
from bridge.mapping.graded import given_as_at, recorded_as_at
from bridge.models import Conditions, Entry, LineUp, Player, Publication, Ranking, Session, Standing, Start
from bridge.phrases.arithmetic import Step, steps_of_total
from bridge.phrases.figures import places_of
from bridge.phrases.names import name_of
from bridge.queries.line_ups import told_lines
from bridge.queries.series import EventRanking, acts_of_event, changes_of, lists_by, versions_of


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
class AcrossTable:
    """One line of the list that is shown: `NS`, `EW` or `all`."""

    name: str
    rows: tuple[AcrossRow, ...]

    @property
    def places(self) -> int:
        """Decimals of its column of totals."""
        return places_of(row.total for row in self.rows)


@dataclass(frozen=True, slots=True)
class Across(EventRanking):
    """An event whose boards are compared over all its evenings: the lines of the list that is shown."""

    tables: tuple[AcrossTable, ...]

    @property
    def is_one_club(self) -> bool:
        """Were all evenings the same club's, so that their days tell them apart?"""
        return len({row.session.club_id for table in self.tables for row in table.rows}) < 2

    @property
    def method(self) -> str:
        """Its code."""
        return self.rules.method


@dataclass(frozen=True, slots=True)
class WhyAcross:
    """Why an entry has its figure in a version of the ranking."""

    players: tuple[Player, ...]
    is_percent: bool
    method: str
    score: Fraction
    boards: tuple[BoardMark, ...]
    steps: tuple[Step, ...]


def across_page(ranking: Ranking, now: datetime, version: int | None = None, part: str = "") -> Across | None:
    """The list asked for in the version asked for, else in the newest, else as it runs. None for no such version. A fixed number of queries.

    part   a name of no list shows everybody
    """
    versions, shown = versions_of(ranking, version)
    if version is not None and shown is None:
        return None
    event = ranking.stage.event
    rules, lists = rules_of(ranking, shown)
    part = part if part in lists else ""
    sessions = {session.stage.event_id: session for session in _sessions(ranking)}
    players = players_of(sessions.values())
    tables: dict[str, list[AcrossRow]] = {}
    rows = Standing.objects.filter(ranking=ranking, publication=shown).select_related("entry")
    for row in sorted(rows, key=lambda each: int(each.facts["order"])):
        name, _, of_part = row.list.partition("/")
        if of_part == part:
            tables.setdefault(name, []).append(AcrossRow(
                row.entry.uid, players.get(row.entry_id, ()), sessions[row.entry.event_id], row.place, row.is_tied,
                row.exact if row.facts["boards"] else None, row.total, row.facts["boards"], row.facts["unranked"] or "",
            ))  # fmt: skip
    found = tuple(AcrossTable(name, tuple(members)) for name, members in tables.items())
    changes = [each for each in (shown.changes if shown else ()) if each["list"].partition("/")[2] == part]
    return Across(
        event, ranking, rules, part, shown, versions, bool(shown and shown.final_at <= now), changes_of(changes, players), acts_of_event(event), found,
    )  # fmt: skip


def rules_of(ranking: Ranking, shown: Publication | None = None) -> tuple[Rules, tuple[str, ...]]:
    """The conditions as published, None: as they stand, and the lists that they make: "" everybody, `handicap`, groups."""
    facts = Conditions.objects.filter(ranking=ranking)
    row = facts.as_at(shown.basis[str(ranking.stage.event.journal.pk)]).first() if shown else facts.live().first()
    assert row is not None, "an event of several evenings has conditions"
    rules = conditions_of(row.options)
    return rules, lists_by(rules)


def graded_across(ranking: Ranking) -> list[tuple[int, str, str, Fraction | None, tuple[str, Fraction | None]]]:
    """Every entry that is compared: id, names, the group and handicap that the event gives it itself, and those of its evening; by evening and sign-up."""
    basis = basis_of(ranking)
    given, recorded, players = given_as_at(ranking, basis), recorded_as_at(ranking, basis), players_of(_sessions(ranking))
    playing = Start.objects.live().filter(section__ranking_parts__ranking=ranking).order_by("section__session", "entry").values_list("entry", flat=True)
    nothing: tuple[str, Fraction | None] = ("", None)
    return [
        (entry, " – ".join(name_of(player) for player in players.get(entry, ())), *given.get(entry, nothing), recorded.get(entry, nothing))
        for entry in dict.fromkeys(playing)
    ]


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


def why_across(ranking: Ranking, entry: Entry, version: int | None = None, part: str = "") -> WhyAcross | None:
    """The arithmetic of an entry's figure in a list of a version, None: in the newest; None where it is not in it or nothing is published.

    Of a version before the newest the boards are worked out again from the facts of then: only the newest travellers are stored, and few ask.
    """
    rows = ranking.publications.order_by("-version")
    shown = rows.filter(version=version).first() if version else rows.first()
    if shown is None:
        return None
    told = explained(ranking) if shown.basis == ranking.basis else explained_as_at(ranking, shown.basis)
    for name in ("NS", "EW", "all") if told else ():
        why = told.why_total(entry.pk, f"{name}/{part}" if part else name) if told else None
        if told and why:
            conditions = told.loaded.facts.conditions
            players = players_of(session for session in _sessions(ranking) if session.stage.event_id == entry.event_id).get(entry.pk, ())
            steps = steps_of_total(why, conditions)
            return WhyAcross(players, counts_in_percent(conditions.method), conditions.method, why.standing.score, why.boards, steps)
    return None
