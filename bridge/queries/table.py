"""What a table's phone shows: who sits here in which round, its boards and how far each has come, and where everybody goes next.

Contents of a report or result are told to those who have played the board: see `permissions.may_see_said`.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery

from bridge.engine.teams.line_up import pair_of_half
from bridge.models import SIDE_OF, Adjustment, LineUp, Place, Plan, Player, Report, Result, Round, Seating, Session, Start
from bridge.models.prepared import Given, Prepared
from bridge.queries.exchanges import Exchange, exchanges_of
from bridge.queries.line_ups import hidden_among, is_hidden
from bridge.queries.progress import BoardState, state_of


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair as it sits in a round: its number in its line, and its players, North or East first.

    partner     in an individual a side of a table is the one who sits North or East, with the players of both, and its partner of this round
    is_untold   of a team: its line-up is not for everybody yet, so no players are named
    """

    entry: int
    number: int
    line: str
    players: tuple[Player, ...]
    partner: "Pair | None" = None
    is_untold: bool = False

    @property
    def called(self) -> str:
        """By which number it is called out: `5`, two single players `5+2`."""
        return str(self.number) if self.partner is None else f"{self.number}+{self.partner.number}"

    @property
    def entries(self) -> frozenset[int]:
        """The pair's entry, or those of the two single players."""
        return frozenset({self.entry}) if self.partner is None else frozenset({self.entry, self.partner.entry})


@dataclass(frozen=True, slots=True)
class BoardHere:
    """One board of a round at a table; the rows are there where something was said."""

    number: int
    report: Report | None
    result: Result | None
    adjustments: tuple[Adjustment, ...]

    @property
    def state(self) -> BoardState:
        """How far it has come."""
        return state_of(self.report.doubt if self.report else None, counts=self.result is not None, is_ruled=bool(self.adjustments))

    @property
    def is_in(self) -> bool:
        """Has the table said something, or the director decided?"""
        return self.state is not BoardState.NOT_IN


@dataclass(frozen=True, slots=True)
class Way:
    """Where a pair, or a single player, goes after a round: to a table, or it sits out and comes back (`back` None: it has finished)."""

    side: str
    pair: Pair
    round: int
    table: int | None
    new_side: str
    back: "Way | None" = None
    first_board: int = 0
    last_board: int = 0


@dataclass(frozen=True, slots=True)
class RoundHere:
    """A round at a table; `exchange` where half of its boards lie in the other room of the match at first."""

    number: int
    row: Round | None
    seating: Seating
    pairs: Mapping[str, Pair]
    boards: tuple[BoardHere, ...]
    ways: tuple[Way, ...]
    boards_to: int | None  # the table that plays these boards in the next round
    boards_from: int | None  # the table that had them before, in whichever round
    unscheduled: tuple[BoardHere, ...] = ()  # other boards that the table told of in this round
    exchange: Exchange | None = None
    shares: tuple[int, ...] = ()  # other tables that play the same boards in this round, where there are not copies for all
    seats: Mapping[str, Pair] = field(default_factory=dict)  # who sits at which place: the pairs by side, or four single players by seat

    @property
    def entries(self) -> frozenset[int]:
        """Everybody's entry at the table."""
        return frozenset[int]().union(*(pair.entries for pair in self.pairs.values()))

    @property
    def has_begun(self) -> bool:
        """Has the table said anything in this round?"""
        return any(board.is_in for board in self.boards)

    @property
    def is_in(self) -> bool:
        """Are all its boards in?"""
        return all(board.is_in for board in self.boards)

    @property
    def has_all_agreed(self) -> bool:
        """Do all its boards count?"""
        return all(board.state in (BoardState.AGREED, BoardState.RULED) for board in self.boards)

    def board(self, number: int) -> BoardHere | None:
        """The board with this number, if it is here or the table said that it was."""
        return next((board for board in (*self.boards, *self.unscheduled) if board.number == number), None)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What counts for a board at another table, and who played it there: side -> pair."""

    result: Result
    pairs: Mapping[str, Pair]


@dataclass(frozen=True, slots=True)
class TableHere:
    """A table with all its rounds in order."""

    session: Session
    number: int
    rounds: tuple[RoundHere, ...]
    round_count: int
    seen: int

    @property
    def current(self) -> RoundHere:
        """The round that is played here: the first with a board that is not in, else the last."""
        return next((here for here in self.rounds if not here.is_in), self.rounds[-1])

    def landing(self, asked: int | None) -> RoundHere:
        """The round that is shown: the one asked for; the one just finished until its successor begins; else the current one."""
        chosen = next((here for here in self.rounds if here.number == asked), None)
        if chosen is not None:
            return chosen
        before = self.before(self.current)
        return before if before is not None and not self.current.has_begun else self.current

    def before(self, here: RoundHere) -> RoundHere | None:
        """The round that this table played before."""
        index = self.rounds.index(here)
        return self.rounds[index - 1] if index else None

    def after(self, here: RoundHere) -> RoundHere | None:
        """The round that this table plays next."""
        index = self.rounds.index(here)
        return self.rounds[index + 1] if index + 1 < len(self.rounds) else None

    def is_latest(self, here: RoundHere) -> bool:
        """Has no later round begun at this table?"""
        return not any(later.has_begun for later in self.rounds if later.number > here.number)

    def round_of(self, seating: int) -> RoundHere | None:
        """The round with this seating."""
        return next((here for here in self.rounds if here.seating.pk == seating), None)


def table_of(session: Session, number: int) -> TableHere | None:
    """The table with its rounds; None where no live plan has it. A fixed number of queries."""
    seatings = list(
        Seating.objects.live().filter(section__session=session, table=number, round__isnull=False)
        .select_related("section__session__club", "section__session__journal", "section__board_set", "round", "match").order_by("round__number", "pk")
    )
    if not seatings:
        return None
    sides = list(Place.objects.live().filter(seating__in=seatings).values_list("seating", "side", "entry", "half"))
    book = _Book(session, seatings, {entry for _, _, entry, _ in sides})
    said = _said(seatings)
    at_seating = _by_seating(sides)
    exchanges = exchanges_of(seatings)
    rounds = tuple(_round_here(row, at_seating.get(row.pk, {}), book, said, exchanges.get(row.pk)) for row in seatings)
    return TableHere(session, number, rounds, max(book.rounds, default=0), seatings[0].section.session.journal.head)


def _slip() -> Any:
    here = {"seating": OuterRef("pk"), "board__set": OuterRef("section__board_set"), "board__number": Given("number"), "until__isnull": True}
    return Seating.objects.filter(pk=Given("seating")).values_list(
        "until", "section__session__journal__head", Subquery(Report.objects.filter(**here).values("doubt")[:1]),
        Exists(Result.objects.filter(**here)), Exists(Adjustment.objects.filter(**here)),
    )


_SLIP = Prepared(_slip)


def slip_told(seating: Seating, number: int) -> tuple[BoardState, int]:
    """How far one board has come at a seating, and the newest act when that was so; what no live plan has there is the director's."""
    ended, head, doubt, counts, is_ruled = _SLIP.first(seating=seating.pk, number=number)
    is_here = seating.first_board <= number <= seating.last_board or doubt is not None or counts
    return state_of(doubt, counts=counts, is_ruled=is_ruled) if is_here and ended is None else BoardState.DIRECTOR, head


class _Names:
    """Numbers and names of some entries; read once."""

    def __init__(self, session: Session, entries: Collection[int]) -> None:
        starts = Start.objects.live().filter(section__session=session, entry__in=entries)
        self.numbers = {entry: (number, line) for entry, number, line in starts.values_list("entry", "number", "line")}
        self.names: dict[int, list[LineUp]] = {}
        lines = list(LineUp.objects.live().filter(session=session, entry__in=entries).select_related("player").order_by("from_round"))
        for line in lines:
            self.names.setdefault(line.entry_id, []).append(line)
        self.hidden = hidden_among(session, lines)  # a table's page is for both teams

    def pair(self, entry: int, half: int, round_number: int) -> Pair:
        """Who sits for the entry in a round: of a team its pair in that half."""
        number, line = self.numbers.get(entry, (0, ""))
        of_team = pair_of_half(half, max((row.half for row in self.names.get(entry, ())), default=0))
        seated = {row.seat: row for row in self.names.get(entry, ()) if row.from_round <= round_number and row.half == of_team}
        if any(is_hidden(row, self.hidden) for row in seated.values()):
            return Pair(entry, number, line, (), is_untold=True)
        return Pair(entry, number, line, tuple(seated[seat].player for seat in sorted(seated)))

    def seats(self, sides: Mapping[str, tuple[int, int]], round_number: int) -> dict[str, Pair]:
        """Who sits at each place of a table: place -> entry and half, as the plan has them."""
        return {seat: self.pair(*sides[seat], round_number) for seat in _SEATS if seat in sides}


class _Book(_Names):
    """Of the pairs that come to a table also their ways, and the ways of its boards; read once."""

    def __init__(self, session: Session, seatings: list[Seating], entries: Collection[int]) -> None:
        super().__init__(session, entries)
        section = seatings[0].section
        drawn = Plan.objects.live().filter(section=section, grid=[])  # rounds open one by one; in a movement a round without a time is one of another start
        rounds = Round.objects.filter(Q(opens__isnull=False) | Exists(drawn), section=section)
        self.rounds = list(rounds.order_by("number").values_list("number", flat=True))
        places = Place.objects.live().filter(round__section=section, entry__in=entries)
        self.places = {
            (entry, half, number): (at, side, first, last)
            for entry, half, number, at, side, first, last in places.values_list(
                "entry", "half", "round__number", "seating__table", "side", "seating__first_board", "seating__last_board"
            )
        }
        firsts = {row.first_board for row in seatings}
        others = Seating.objects.live().filter(section=section, first_board__in=firsts, round__isnull=False)
        self.boards: dict[tuple[int, int], list[int]] = {}
        for first, number, at in others.order_by("table").values_list("first_board", "round__number", "table"):
            self.boards.setdefault((first, number), []).append(at)
        plan = Plan.objects.live().filter(section=section).values_list("declared", "source").first()
        self.copies = max((int(told.get("copies", 1)) for told in plan), default=1) if plan else 1

    def way(self, side: str, entry: int, half: int, number: int, *, goes_on: bool = True) -> Way | None:
        """Where the entry is in a round; for one that sits out, where it comes back. None after the last round."""
        found = self.places.get((entry, half, number)) or self.places.get((entry, 1, number))
        if found is None:
            return None
        at, new_side, first, last = found
        back = None
        if at is None and goes_on:
            ways = (self.way(side, entry, half, later, goes_on=False) for later in self.rounds if later > number)
            back = next((way for way in ways if way is not None and way.table is not None), None)
        return Way(side, self.pair(entry, half, number), number, at, new_side, back, first or 0, last or 0)

    def boards_from(self, first: int, number: int) -> int | None:
        """The table that had these boards before, in whichever round."""
        return next((self.boards[first, earlier][0] for earlier in reversed(self.rounds) if earlier < number and (first, earlier) in self.boards), None)

    def boards_to(self, first: int, number: int, table: int) -> int | None:
        """The table that plays these boards in the next round: the same one where it is among several."""
        tables = self.boards.get((first, number + 1), [])
        return table if table in tables else next(iter(tables), None)

    def shares(self, first: int, number: int, table: int) -> tuple[int, ...]:
        """The other tables that have these boards in the same round, where there are fewer copies than tables."""
        tables = dict.fromkeys(self.boards.get((first, number), []))
        return tuple(other for other in tables if other != table) if len(tables) > self.copies else ()


Key = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Said:
    reports: Mapping[Key, Report]
    results: Mapping[Key, Result]
    adjustments: Mapping[Key, list[Adjustment]]

    def at(self, seating: int, number: int) -> BoardHere:
        key = (seating, number)
        return BoardHere(number, self.reports.get(key), self.results.get(key), tuple(self.adjustments.get(key, ())))

    def boards_told(self, seating: int) -> list[int]:
        return sorted({number for where, number in (*self.reports, *self.results) if where == seating})


def _said(seatings: list[Seating]) -> _Said:
    def live(model: Any) -> Any:
        return model.objects.live().filter(seating__in=seatings).select_related("board", "since")

    adjustments: dict[Key, list[Adjustment]] = {}
    for row in live(Adjustment):
        adjustments.setdefault((row.seating_id, row.board.number), []).append(row)
    return _Said(
        {(row.seating_id, row.board.number): row for row in live(Report)}, {(row.seating_id, row.board.number): row for row in live(Result)}, adjustments
    )


_SEATS = ("NS", "EW", "N", "S", "E", "W")  # what a place of pairs or of single players says


def _side_of(side: str, seats: Mapping[str, Pair]) -> Pair:
    """The pair on a side of a table; of single players the two who sit there."""
    first, *others = (pair for seat, pair in seats.items() if SIDE_OF[seat] == side)
    return replace(first, players=first.players + others[0].players, partner=others[0]) if others else first


def _sides_of(seats: Mapping[str, Pair]) -> dict[str, Pair]:
    return {side: _side_of(side, seats) for side in dict.fromkeys(SIDE_OF[seat] for seat in seats)}


def _by_seating(sides: Iterable[tuple[int, str, int, int]]) -> dict[int, dict[str, tuple[int, int]]]:
    found: dict[int, dict[str, tuple[int, int]]] = {}
    for seating, side, entry, half in sides:
        found.setdefault(seating, {})[side] = entry, half
    return found


def _round_here(row: Seating, sides: Mapping[str, tuple[int, int]], book: _Book, said: _Said, exchange: Exchange | None) -> RoundHere:
    assert row.round is not None
    number = row.round.number
    order = (*exchange.first, *exchange.then) if exchange else range(row.first_board, row.last_board + 1)
    boards = tuple(said.at(row.pk, board) for board in order)
    unscheduled = tuple(said.at(row.pk, board) for board in said.boards_told(row.pk) if not row.first_board <= board <= row.last_board)
    seats = book.seats(sides, number)
    pairs = _sides_of(seats)
    ways = tuple(filter(None, (book.way(seat, *sides[seat], number + 1) for seat in seats)))
    is_alone = exchange is not None or row.match is not None and row.match.is_half  # of a half-length triangle the others play them in their other half
    return RoundHere(
        number, row.round, row, pairs, boards, ways, book.boards_to(row.first_board, number, row.table), book.boards_from(row.first_board, number), unscheduled,
        exchange, () if is_alone else book.shares(row.first_board, number, row.table), seats,
    )


def other_results(here: RoundHere, board: BoardHere) -> list[Elsewhere]:
    """What the board's other tables of this session have agreed so far, the best for North-South first."""
    if board.result is None:
        return []
    session = here.seating.section.session
    found = Result.objects.live().filter(board=board.result.board, seating__section__session=session).exclude(pk=board.result.pk)
    rows = list(found.select_related("seating__round").order_by("-ns_points", "contract", "pk"))
    sides = list(Place.objects.live().filter(seating__in=[row.seating_id for row in rows]).values_list("seating", "side", "entry", "half"))
    names, at = _Names(session, {entry for _, _, entry, _ in sides}), _by_seating(sides)
    return [Elsewhere(row, _sides_of(names.seats(at.get(row.seating_id, {}), row.seating.round.number if row.seating.round else 1))) for row in rows]
