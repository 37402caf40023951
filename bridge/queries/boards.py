"""Boards of an evening with all their results: the list, the traveller, the cards where they may be seen."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from bridge.engine.cards import Suit
from bridge.engine.contract import Strain
from bridge.engine.hands.makes import parse_makes
from bridge.engine.hands.par import Par, par_of
from bridge.engine.scoring.registry import counts_in_percent
from bridge.engine.seats import Seat, dealer_of, vulnerability_of
from bridge.mapping.conditions import conditions_of
from bridge.mapping.slips import deal_of_text
from bridge.models import Deal, RankingPart, Session, Traveller
from bridge.phrases.figures import places_of
from bridge.queries.room import PairHere, pairs_of, together


@dataclass(frozen=True, slots=True)
class Line:
    """One table's result on a board as scored; marks and percents exact, None where there are none, penalties and bonuses apart."""

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
    ns_extra: Fraction
    ew_extra: Fraction
    form: str
    seating: int

    @property
    def is_plain(self) -> bool:
        """Does the table's own result count for both sides, with or without a penalty on top?"""
        if isinstance(self.outcome, int):
            return True
        return self.points is not None and self.outcome.get("ns") == self.outcome.get("ew") == self.points


@dataclass(frozen=True, slots=True)
class Holding:
    """One hand: its high-card points and, from spades down, each suit with its ranks."""

    seat: Seat
    hcp: int
    suits: tuple[tuple[Suit, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class DealShown:
    """The cards, North, West, East, South; `makes` tells for each declarer what can be made in each strain, 0 for nothing, where it is known, and `par`."""

    hands: tuple[Holding, ...]
    makes: tuple[tuple[Seat, tuple[int, ...]], ...]
    par: Par | None


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often a score came, with the marks of both sides."""

    points: int
    tables: int
    ns_mark: Fraction | None
    ew_mark: Fraction | None

    @property
    def strokes(self) -> str:
        """One for each table, as kept by hand; none where a row would not hold them."""
        return "|" * self.tables if self.tables <= 12 else ""


@dataclass(frozen=True, slots=True)
class ScoredBoard(ABC):
    """A board of an evening with all its results: how often each score came, what was noted of its scoring, the evening's other boards."""

    number: int
    method: str
    frequency: tuple[Frequency, ...]
    notes: tuple[tuple[str, int, int], ...]
    boards: tuple[int, ...]
    deal: DealShown | None

    @property
    @abstractmethod
    def lines(self) -> tuple[Line, ...]:
        """Every table's line."""

    @property
    def frequencies(self) -> tuple[tuple[str, str, tuple[Frequency, ...]], ...]:
        """(section, form, how often each score came there) for each group of results that are compared with one another."""
        return (("", "", self.frequency),)

    @property
    def counted(self) -> int:
        """Tables whose own results are counted in the frequencies."""
        return sum(each.tables for *_, rows in self.frequencies for each in rows)

    @property
    def places(self) -> int:
        """Decimals of its columns of marks."""
        return places_of(mark for line in self.lines for mark in (line.ns_mark, line.ew_mark))

    @property
    def before(self) -> int | None:
        """The board before."""
        return max((number for number in self.boards if number < self.number), default=None)

    @property
    def after(self) -> int | None:
        """The board after."""
        return min((number for number in self.boards if number > self.number), default=None)


@dataclass(frozen=True, slots=True)
class Compared:
    """Results compared with one another, best for North-South first: of one section, where each has its ranking, with one form of a fouled board."""

    section: str
    form: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class BoardPage(ScoredBoard):
    """A board of pairs or single players, each section with a ranking of its own and each form of a fouled board by itself."""

    is_percent: bool
    groups: tuple[Compared, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every table's line."""
        return tuple(line for group in self.groups for line in group.lines)

    @property
    def frequencies(self) -> tuple[tuple[str, str, tuple[Frequency, ...]], ...]:
        """The same for each group."""
        return tuple((group.section, group.form, frequency_of(group.lines)) for group in self.groups)


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board in the list: its number of results, the best for either side; None of them where the reader may not see it yet."""

    number: int
    results: int
    best_ns: Line | None
    best_ew: Line | None
    is_visible: bool


def line_of(number: int, stored: Mapping[str, Any], pairs: Mapping[int, PairHere]) -> Line:
    """A stored line of a traveller."""
    said = stored["said"]
    return Line(
        number, stored["table"], together(pairs.get(stored["ns"]), pairs.get(stored.get("ns_partner", 0))),
        together(pairs.get(stored["ew"]), pairs.get(stored.get("ew_partner", 0))), tuple(said) if said and said[0] else None, stored["points"],
        _with_contracts(stored["outcome"], stored.get("named", {})), stored["turned"], _fraction(stored["ns_mark"]), _fraction(stored["ew_mark"]),
        _fraction(stored["ns_percent"]), _fraction(stored["ew_percent"]), Fraction(stored["ns_extra"]), Fraction(stored["ew_extra"]),
        stored["form"] or "", stored["seating"],
    )


def _with_contracts(outcome: Any, named: Mapping[str, Any]) -> Any:
    """A ruled outcome with the contracts that were named for a side."""
    return outcome | {side: outcome[side] | {"said": said} for side, said in named.items()} if named else outcome


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def travellers_of(session: Session, now: datetime, sees: Callable[[int], bool]) -> tuple[BoardPage, ...]:
    """Every board that the reader sees with its results; a fixed number of queries beside those that `sees` asks."""
    pairs = pairs_of(session)
    by_number: dict[int, list[Traveller]] = defaultdict(list)
    for row in Traveller.objects.filter(ranking__session=session).select_related("ranking", "board").order_by("board__number", "ranking"):
        by_number[row.board.number].append(row)
    boards = tuple(number for number in by_number if sees(number))
    deals = deals_of(session, now)
    letters = _letters(session)
    return tuple(_page(number, by_number[number], letters, pairs, boards, deals.get(number)) for number in boards)


def traveller_of(session: Session, number: int, now: datetime) -> BoardPage | None:
    """A board of the evening over all its rankings; None where nothing was scored on it."""
    rows = list(Traveller.objects.filter(ranking__session=session, board__number=number).select_related("ranking").order_by("ranking"))
    if not rows:
        return None
    boards = tuple(Traveller.objects.filter(ranking__session=session).order_by("board__number").values_list("board__number", flat=True).distinct())
    return _page(number, rows, _letters(session), pairs_of(session), boards, deals_of(session, now, number).get(number))


def boards_of_session(session: Session, sees: Callable[[int], bool]) -> tuple[BoardRow, ...]:
    """Every board with a result, in order."""
    pairs = pairs_of(session)
    lines: dict[int, list[Line]] = defaultdict(list)
    for number, stored in Traveller.objects.filter(ranking__session=session).order_by("board__number").values_list("board__number", "lines"):
        lines[number].extend(line_of(number, line, pairs) for line in stored["lines"])
    return tuple(_board_row(number, found, is_visible=sees(number)) for number, found in lines.items())


def _board_row(number: int, lines: list[Line], *, is_visible: bool) -> BoardRow:
    played = sorted((line for line in lines if line.is_plain and line.points is not None), key=lambda line: line.points or 0)
    if not is_visible or not played:
        return BoardRow(number, len(played) if is_visible else 0, None, None, is_visible)
    return BoardRow(number, len(played), played[-1], played[0], is_visible)


def _letters(session: Session) -> dict[int, str]:
    """Ranking -> letter of its section, where the sections of the evening have rankings of their own."""
    parts = RankingPart.objects.filter(ranking__session=session, section__isnull=False).order_by("section__letter").values_list("ranking", "section__letter")
    letters = dict[int, str]()
    for ranking, letter in parts:
        letters[ranking] = letters.get(ranking, "") + letter
    return letters if len(letters) > 1 else {}


def _page(
    number: int, rows: list[Traveller], letters: Mapping[int, str], pairs: Mapping[int, PairHere], boards: tuple[int, ...], deal: DealShown | None
) -> BoardPage:
    method = conditions_of(rows[0].ranking.scored_by).method
    groups: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for row in rows:
        for stored in row.lines["lines"]:
            line = line_of(number, stored, pairs)
            groups[letters.get(row.ranking_id, ""), line.form].append(line)
    for lines in groups.values():
        lines.sort(key=lambda line: (line.points is None, -(line.points or 0), line.table))
    compared = tuple(Compared(section, form, tuple(lines)) for (section, form), lines in sorted(groups.items()))
    frequency = next((frequency_of(group.lines) for group in compared if not group.form), ())
    notes = tuple(dict.fromkeys(note for row in rows for note in notes_of(row)))
    return BoardPage(number, method, frequency, notes, boards, deal, counts_in_percent(method), compared)


def frequency_of(lines: Iterable[Line]) -> tuple[Frequency, ...]:
    """How often each score came, the best for North-South first."""
    counted: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        if line.is_plain and line.points is not None:
            counted[line.points].append(line)
    return tuple(Frequency(points, len(same), same[0].ns_mark, same[0].ew_mark) for points, same in sorted(counted.items(), reverse=True))


def notes_of(row: Traveller) -> tuple[tuple[str, int, int], ...]:
    """What was noted of a board's scoring: which kind of note, how many results there were, how many were needed."""
    return tuple((kind, results, needed) for _, kind, results, needed in row.lines["notes"])


def deals_of(session: Session, now: datetime, number: int | None = None) -> dict[int, DealShown]:
    """The cards of the evening's boards that are known and no longer hidden, by board number; where sections played different ones, the first section's."""
    rows = Deal.objects.filter(board__set__sections__session=session).select_related("board").order_by("-board__set__sections__letter")
    if number is not None:
        rows = rows.filter(board__number=number)
    return {row.board.number: deal_shown(row) for row in rows if row.hidden_until is None or row.hidden_until <= now}


def deal_shown(row: Deal) -> DealShown:
    """The cards of a board and what can be made with them, to whom they are no secret."""
    deal = deal_of_text(row.cards)
    hands = []
    for seat in (Seat.N, Seat.W, Seat.E, Seat.S):
        cards = sorted(deal.hand(seat), reverse=True)
        suits = tuple((suit, tuple(card.rank.letter for card in cards if card.suit is suit)) for suit in sorted(Suit, reverse=True))
        hands.append(Holding(seat, sum(max(0, card.rank.value - 10) for card in cards), suits))
    known = parse_makes(row.double_dummy)
    if known is None:
        return DealShown(tuple(hands), (), None)
    makes = tuple((seat, tuple(max(0, known.of(seat, strain) - 6) for strain in Strain)) for seat in (Seat.N, Seat.S, Seat.E, Seat.W))
    return DealShown(tuple(hands), makes, par_of(known, dealer_of(row.board.number), vulnerability_of(row.board.number)))
