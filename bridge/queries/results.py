"""What everybody reads of an evening: rankings, versions, a pair's card, a board's traveller. Stored reckonings only; nothing is scored here."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from bridge.engine.scoring.method import Figure
from bridge.engine.scoring.registry import method_named
from bridge.mapping.conditions import conditions_of
from bridge.mapping.standings import basis_of
from bridge.models import Act, Place, Publication, Ranking, Result, Session, SessionState, Standing, Traveller
from bridge.queries.room import PairHere, pairs_of


@dataclass(frozen=True, slots=True)
class Row:
    """One entry in a list, with exact figures."""

    pair: PairHere | None
    entry: int
    place: int | None
    is_tied: bool
    score: Fraction | None
    total: Fraction | None
    percent: Fraction | None
    boards: int
    unranked: str


@dataclass(frozen=True, slots=True)
class RankingList:
    """One list: `NS`, `EW`, `all`, with what stands behind a slash as its part (a stratum or `handicap`)."""

    name: str
    part: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What a version changed for one entry: place and shown hundredths, before and after."""

    pair: PairHere | None
    list: str
    place: tuple[int | None, int | None]
    hundredths: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class RankingPage:
    """A ranking as shown.

    publication   the version shown; None while it runs
    as_at         when the newest act was done that the figures know of
    behind        results that have come in since
    problem       code and facts of why there are no figures
    """

    ranking: Ranking
    letters: tuple[str, ...]
    method: str
    is_percent: bool
    lists: tuple[RankingList, ...]
    publication: Publication | None
    newest: Publication | None
    versions: tuple[Publication, ...]
    as_at: datetime | None
    behind: int
    is_final: bool
    problem: Mapping[str, Any]
    changed: tuple[Change, ...]

    @property
    def has_two_lists(self) -> bool:
        """Do the directions have a list each?"""
        return len(self.lists) > 1


def rankings_of_session(session: Session) -> list[Ranking]:
    """The rankings of an evening, in the order of their sections."""
    return list(Ranking.objects.filter(session=session).select_related("stage__event").order_by("parts__section__letter", "pk").distinct())


def standings_of(ranking: Ranking, now: datetime, version: int | None = None) -> RankingPage:
    """A ranking: the version asked for; else the newest published one of a closed evening; else as it runs."""
    versions = list(Publication.objects.filter(ranking=ranking).select_related("act__account").order_by("-version"))
    session = ranking.session
    is_closed = session is not None and session.state == SessionState.CLOSED
    shown = next((row for row in versions if row.version == version), None) if version else (versions[0] if versions and is_closed else None)
    rows = Standing.objects.filter(ranking=ranking, publication=shown) if shown else Standing.objects.filter(ranking=ranking, publication__isnull=True)
    pairs = pairs_of(session) if session else {}
    conditions = conditions_of(ranking.scored_by)
    basis = shown.basis if shown else ranking.basis
    return RankingPage(
        ranking=ranking,
        letters=tuple(ranking.parts.order_by("section__letter").values_list("section__letter", flat=True)),
        method=conditions.method,
        is_percent=method_named(conditions.method).figure is Figure.PERCENT,
        lists=_lists(list(rows), pairs),
        publication=shown,
        newest=versions[0] if versions else None,
        versions=tuple(versions),
        as_at=Act.objects.filter(pk=max(basis.values(), default=0)).values_list("at", flat=True).first(),
        behind=0 if shown else _behind(ranking),
        is_final=bool(shown and shown.final_at <= now),
        problem=ranking.problem,
        changed=tuple(Change(pairs.get(row["entry"]), row["list"], tuple(row["place"]), tuple(row["hundredths"])) for row in shown.changes) if shown else (),
    )


def _behind(ranking: Ranking) -> int:
    """Results that came in after what is reckoned."""
    heads = basis_of(ranking)
    if heads == ranking.basis:
        return 0
    known = max(ranking.basis.values(), default=0)
    return Result.objects.live().filter(seating__section__ranking_parts__ranking=ranking, since_id__gt=known).count()


def _lists(rows: list[Standing], pairs: Mapping[int, PairHere]) -> tuple[RankingList, ...]:
    by_list: dict[str, list[Standing]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.facts.get("order", 0)):
        by_list[row.list].append(row)
    found = []
    for name, members in by_list.items():
        line, _, part = name.partition("/")
        found.append(RankingList(line, part, tuple(_row(row, pairs) for row in members)))
    return tuple(found)


def _row(row: Standing, pairs: Mapping[int, PairHere]) -> Row:
    percent = row.facts.get("percent")
    return Row(
        pairs.get(row.entry_id), row.entry_id, row.place, row.is_tied, row.exact if row.facts.get("boards") else None, row.total,
        Fraction(percent) if percent is not None else None, row.facts.get("boards", 0), row.facts.get("unranked") or "",
    )


@dataclass(frozen=True, slots=True)
class Line:
    """One table's result on a board as scored; marks and percents exact, None where there are none."""

    board: int
    table: int
    ns: PairHere | None
    ew: PairHere | None
    said: tuple[str, str, int | None, str] | None  # contract, declarer, tricks, lead
    points: int | None
    outcome: Any
    turned: bool
    ns_mark: Fraction | None
    ew_mark: Fraction | None
    ns_percent: Fraction | None
    ew_percent: Fraction | None
    form: str
    seating: int

    @property
    def is_plain(self) -> bool:
        """Does the table's own result count for both sides?"""
        return isinstance(self.outcome, int)


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board with all its results, best for North-South first, and how often each score came."""

    number: int
    lines: tuple[Line, ...]
    frequency: tuple[tuple[int, int, Fraction | None, Fraction | None], ...]  # points, tables, marks of both sides
    notes: tuple[tuple[str, int, int], ...]
    boards: tuple[int, ...]

    @property
    def before(self) -> int | None:
        """The board before."""
        earlier = [number for number in self.boards if number < self.number]
        return earlier[-1] if earlier else None

    @property
    def after(self) -> int | None:
        """The board after."""
        return next((number for number in self.boards if number > self.number), None)


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _line(number: int, stored: Mapping[str, Any], pairs: Mapping[int, PairHere]) -> Line:
    said = stored["said"]
    return Line(
        number, stored["table"], pairs.get(stored["ns"]), pairs.get(stored["ew"]), tuple(said) if said else None, stored["points"], stored["outcome"],
        stored["turned"], _fraction(stored["ns_mark"]), _fraction(stored["ew_mark"]), _fraction(stored["ns_percent"]), _fraction(stored["ew_percent"]),
        stored["form"] or "", stored["seating"],
    )  # fmt: skip


def traveller_of(session: Session, number: int) -> BoardPage | None:
    """A board of the evening over all its rankings; None where nothing was scored on it."""
    pairs = pairs_of(session)
    rows = list(Traveller.objects.filter(ranking__session=session, board__number=number).order_by("ranking"))
    if not rows:
        return None
    lines = [_line(number, stored, pairs) for row in rows for stored in row.lines["lines"]]
    lines.sort(key=lambda line: (line.points is None, -(line.points or 0), line.table))
    counted: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if line.is_plain and line.points is not None and not line.form:
            counted[line.points].append(line)
    frequency = tuple((points, len(same), same[0].ns_mark, same[0].ew_mark) for points, same in sorted(counted.items(), reverse=True))
    boards = tuple(Traveller.objects.filter(ranking__session=session).order_by("board__number").values_list("board__number", flat=True).distinct())
    notes = tuple((kind, results, needed) for row in rows for _, kind, results, needed in row.lines["notes"])
    return BoardPage(number, tuple(lines), frequency, notes, boards)


@dataclass(frozen=True, slots=True)
class CardRound:
    """A round on a pair's card: against whom, its lines, the sum of its marks; `opponents` None: sat out."""

    number: int
    side: str
    opponents: PairHere | None
    lines: tuple[Line, ...]
    total: Fraction | None


@dataclass(frozen=True, slots=True)
class Card:
    """A pair's evening."""

    pair: PairHere
    rounds: tuple[CardRound, ...]
    rows: tuple[tuple[RankingList, Row], ...]  # its row in every list that has it


def card_of(session: Session, entry: int, pages: tuple[RankingPage, ...]) -> Card | None:
    """The card of an entry; None where it has no number in this evening. Boards whose results are not stored yet are left out."""
    pairs = pairs_of(session)
    if entry not in pairs:
        return None
    by_seating: dict[int, list[Line]] = defaultdict(list)
    for number, stored in Traveller.objects.filter(ranking__session=session).order_by("board__number").values_list("board__number", "lines"):
        for line in stored["lines"]:
            if entry in (line["ns"], line["ew"]):
                by_seating[line["seating"]].append(_line(number, line, pairs))
    places = Place.objects.live().filter(entry=entry).filter(round__section__session=session).order_by("round__number")
    own = list(places.values_list("round__number", "seating", "side"))
    others = Place.objects.live().filter(seating__in=[seating for _, seating, _ in own if seating]).exclude(entry=entry)
    opposite = dict(others.values_list("seating", "entry"))
    rounds = []
    for number, seating, side in own:
        lines = tuple(by_seating.get(seating or 0, ()))
        marks = [line.ns_mark if line.ns and line.ns.entry == entry else line.ew_mark for line in lines]
        known = [mark for mark in marks if mark is not None]
        rounds.append(CardRound(number, side, pairs.get(opposite.get(seating, 0)), lines, sum(known, Fraction(0)) if known else None))
    rows = tuple((each, row) for page in pages for each in page.lists for row in each.rows if row.entry == entry)
    return Card(pairs[entry], tuple(rounds), rows)
