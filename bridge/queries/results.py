"""The rankings of an evening and their versions. Stored reckonings only; nothing is scored here."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Min

from bridge.engine.scoring.conditions import Conditions, Factoring, MissedBoards
from bridge.engine.scoring.registry import counts_in_percent
from bridge.mapping.basis import basis_of
from bridge.mapping.carry import ACTS as CARRYING
from bridge.mapping.conditions import conditions_of
from bridge.models import Act, Penalty, Plan, Publication, Ranking, Result, Session, SessionState, Standing
from bridge.phrases.figures import places_of
from bridge.queries.pairs import Sitter, replaced_in
from bridge.queries.room import PairHere, pairs_of


@dataclass(frozen=True, slots=True)
class Row:
    """One entry in a list, with exact figures.

    available   what the total is a part of; None where the method knows no such sum
    sitters     everybody who sat for it, where somebody was replaced
    """

    pair: PairHere | None
    entry: int
    place: int | None
    is_tied: bool
    score: Fraction | None
    total: Fraction | None
    percent: Fraction | None
    available: Fraction | None
    boards: int
    unranked: str
    sitters: tuple[Sitter, ...] = ()


@dataclass(frozen=True, slots=True)
class RankingList:
    """One list: `NS`, `EW`, `all`, with what stands behind a slash as its part (a stratum or `handicap`)."""

    name: str
    part: str
    rows: tuple[Row, ...]

    @property
    def places(self) -> int:
        """Decimals of its column of totals."""
        return places_of(row.total for row in self.rows)

    @property
    def ranked(self) -> int:
        """How many have a place."""
        return sum(row.place is not None for row in self.rows)


@dataclass(frozen=True, slots=True)
class Change:
    """What a version changed for one entry: place and shown hundredths, before and after."""

    pair: PairHere | None
    list: str
    place: tuple[int | None, int | None]
    hundredths: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Taken:
    """A penalty (below zero: a bonus) on an entry's total: percent of a board, or the method's unit; `reason` as the director gave it, "" for a ruling's."""

    pair: PairHere
    amount: Fraction
    is_percent: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Played:
    """The movement in short: its family and how many rounds and boards it has."""

    family: str
    rounds: int
    boards: int


@dataclass(frozen=True, slots=True)
class RankingPage:
    """A ranking as shown.

    lists         those of the part that is shown: the whole field, a stratum, or the handicap list; `parts` are all that there are
    publication   the version shown; None while it runs
    as_at         when the newest act was done that the figures know of
    behind        results that have come in since
    problem       code and facts of why there are no figures
    taken         penalties and bonuses that are in the totals, those on single boards apart
    """

    ranking: Ranking
    letters: tuple[str, ...]
    method: str
    is_percent: bool
    played: Played | None
    lists: tuple[RankingList, ...]
    part: str
    parts: tuple[str, ...]
    publication: Publication | None
    newest: Publication | None
    versions: tuple[Publication, ...]
    as_at: datetime | None
    behind: int
    is_final: bool
    problem: Mapping[str, Any]
    changed: tuple[Change, ...]
    taken: tuple[Taken, ...]

    @property
    def has_two_lists(self) -> bool:
        """Do the directions have a list each?"""
        return len(self.lists) > 1

    @property
    def has_ties(self) -> bool:
        """Does anybody share a place?"""
        return any(row.is_tied for each in self.lists for row in each.rows)

    @property
    def has_sat_out(self) -> bool:
        """Did some play fewer boards than others?"""
        return len({row.boards for each in self.lists for row in each.rows if row.place is not None}) > 1


def rankings_of_session(session: Session) -> list[Ranking]:
    """The rankings of an evening, in the order of the first of their sections."""
    rows = Ranking.objects.filter(session=session).select_related("stage__event")
    return list(rows.annotate(first=Min("parts__section__letter")).order_by("first", "pk"))


def letters_of(ranking: Ranking) -> tuple[str, ...]:
    """The letters of the sections that it ranks."""
    return tuple(ranking.parts.filter(section__isnull=False).order_by("section__letter").values_list("section__letter", flat=True))


def standings_of(ranking: Ranking, now: datetime, version: int | None = None, part: str = "") -> RankingPage:
    """A ranking: the version asked for, or the last before it; else the newest published one of a closed evening; else as it runs."""
    versions = list(Publication.objects.filter(ranking=ranking).select_related("act__account", "act__undoes").order_by("-version"))
    session = ranking.session
    is_closed = session is not None and session.state == SessionState.CLOSED
    shown = next((row for row in versions if version is None and is_closed or version is not None and row.version <= version), None)
    pairs = pairs_of(session) if session else {}
    conditions = conditions_of(ranking.scored_by)
    basis = shown.basis if shown else ranking.basis
    sat = replaced_in(session) if session else {}
    lists = _lists(list(Standing.objects.filter(ranking=ranking, publication=shown)), pairs, sat, conditions)
    return RankingPage(
        ranking=ranking,
        letters=letters_of(ranking),
        method=conditions.method,
        is_percent=counts_in_percent(conditions.method),
        played=_played(ranking),
        lists=tuple(each for each in lists if each.part == part),
        part=part,
        parts=tuple(dict.fromkeys(each.part for each in lists)),
        publication=shown,
        newest=versions[0] if versions else None,
        versions=tuple(versions),
        as_at=Act.objects.filter(pk=max(basis.values(), default=0)).values_list("at", flat=True).first(),
        behind=0 if shown else _behind(ranking),
        is_final=bool(shown and shown.final_at <= now),
        problem=ranking.problem,
        changed=tuple(Change(pairs.get(row["entry"]), row["list"], tuple(row["place"]), tuple(row["hundredths"])) for row in shown.changes) if shown else (),
        taken=_taken(session, basis, {row.entry: row.pair for each in lists for row in each.rows if row.pair}) if session and basis else (),
    )


def _taken(session: Session, basis: Mapping[str, int], pairs: Mapping[int, PairHere]) -> tuple[Taken, ...]:
    rows = Penalty.objects.as_at(basis.get(str(session.journal.pk), 0)).filter(session=session, entry__in=pairs, unit__in=("percent", "method"))
    told = rows.exclude(since__kind__in=CARRYING).order_by("pk").values_list("entry", "amount", "unit", "since__kind", "since__reason")
    return tuple(Taken(pairs[entry], amount, unit == "percent", reason if kind == "give_penalty" else "") for entry, amount, unit, kind, reason in told)


def _played(ranking: Ranking) -> Played | None:
    """The movement of the ranking's first section; None where it was seated by hand or in another programme."""
    plan = Plan.objects.live().filter(section__ranking_parts__ranking=ranking).order_by("section__letter").values_list("source", "grid").first()
    if plan is None:
        return None
    source, grid = plan
    if not grid:  # drawn round by round, or match by match
        return Played(source["family"], source["rounds"], source["rounds"] * source["boards_per_set"] // source.get("parts", 1))
    sets = {row[2] for round_ in grid for row in round_ if row[2]}
    return Played(source["family"], len(grid), len(sets) * source["boards_per_set"])


def _behind(ranking: Ranking) -> int:
    """Results that came in after what is reckoned."""
    heads = basis_of(ranking)
    if heads == ranking.basis:
        return 0
    known = max(ranking.basis.values(), default=0)
    return Result.objects.live().filter(seating__section__ranking_parts__ranking=ranking, since_id__gt=known).count()


_Sat = Mapping[int, tuple[Sitter, ...]]


def _lists(rows: list[Standing], pairs: Mapping[int, PairHere], sat: _Sat, conditions: Conditions) -> tuple[RankingList, ...]:
    by_list: dict[str, list[Standing]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.facts.get("order", 0)):
        by_list[row.list].append(row)
    found = []
    for name, members in by_list.items():
        line, _, part = name.partition("/")
        found.append(RankingList(line, part, tuple(_row(row, pairs, sat, conditions) for row in members)))
    return tuple(found)


def _row(row: Standing, pairs: Mapping[int, PairHere], sat: _Sat, conditions: Conditions) -> Row:
    told = row.facts.get("percent")
    percent = Fraction(told) if told is not None else None
    by_sitting_out = percent is not None or (not counts_in_percent(conditions.method) and row.total)  # who has played nothing yet, too
    has_score = row.facts.get("boards") or row.facts.get("matches") or by_sitting_out
    return Row(
        pairs.get(row.entry_id), row.entry_id, row.place, row.is_tied,
        row.exact if has_score else None, row.total, percent,
        _available(row.total, percent, conditions), row.facts.get("boards", 0), row.facts.get("unranked") or "", sat.get(row.entry_id, ()),
    )


def _available(total: Fraction | None, percent: Fraction | None, conditions: Conditions) -> Fraction | None:
    """Percentages are parts of what was to be won on the boards played, where nothing is scaled."""
    is_part = conditions.factoring in (Factoring.NEUBERG, Factoring.NONE) and conditions.missed_boards is MissedBoards.AS_PLAYED
    return total * 100 / percent if is_part and total is not None and percent else None
