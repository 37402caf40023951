"""How far boards have come at their tables, one board or the whole evening: agreed, waiting, disputed, with the director or not in."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from bridge.models import Adjustment, Place, Report, Result, Seating, Session


class BoardState(Enum):
    """How far one board at one table has come."""

    NOT_IN = "not_in"
    WAITING = "waiting"  # reported, the other side has not agreed
    DISPUTED = "disputed"
    DIRECTOR = "director"  # kept, and on the director's list
    ASKED = "asked"  # agreed, and one side asks for a correction
    AGREED = "agreed"
    RULED = "ruled"  # an adjustment stands in the place of a result, or beside it


def state_of(doubt: str | None, *, counts: bool, is_ruled: bool) -> BoardState:
    """How far a board has come at a table.

    doubt    of its report; None where nothing was reported
    counts   it has a result
    """
    if is_ruled:
        return BoardState.RULED
    if doubt == "disputed":
        return BoardState.DISPUTED
    if counts:
        return BoardState.ASKED if doubt else BoardState.AGREED
    if doubt is None:
        return BoardState.NOT_IN
    return BoardState.DIRECTOR if doubt else BoardState.WAITING


@dataclass(frozen=True, slots=True)
class BoardAtTable:
    """One board of one seating: table and board by their numbers, the round's number, its state and since when, who reported."""

    seating: int
    round: int
    table: int
    number: int
    state: BoardState
    since: datetime | None = None
    by_side: str = ""

    @property
    def is_told(self) -> bool:
        """Did the table say something, or did the director decide?"""
        return self.state is not BoardState.NOT_IN

    @property
    def is_settled(self) -> bool:
        """Does it count, by agreement or by ruling?"""
        return self.state in (BoardState.AGREED, BoardState.ASKED, BoardState.RULED)


def boards_of(session: Session, *, rounds: Iterable[int] | None = None) -> list[BoardAtTable]:
    """Every board of every seating of the session (or of these rounds), by round, table and number; five queries whatever the size."""
    seatings = Seating.objects.live().filter(section__session=session)
    if rounds is not None:
        seatings = seatings.filter(round__number__in=list(rounds))
    rows = list(seatings.order_by("round__number", "table").values_list("pk", "round__number", "table", "first_board", "last_board"))
    ids = [row[0] for row in rows]
    reports = {(r[0], r[1]): r for r in Report.objects.live().filter(seating__in=ids).values_list("seating", "board__number", "doubt", "by_side", "since__at")}
    results = dict(((r[0], r[1]), r[2]) for r in Result.objects.live().filter(seating__in=ids).values_list("seating", "board__number", "since__at"))
    ruled = dict(((r[0], r[1]), r[2]) for r in Adjustment.objects.live().filter(seating__in=ids).values_list("seating", "board__number", "since__at"))
    found = []
    for seating, round_number, table, first, last in rows:
        for number in range(first, last + 1):
            state, since, side = _state(reports.get((seating, number)), results.get((seating, number)), ruled.get((seating, number)))
            found.append(BoardAtTable(seating, round_number or 0, table, number, state, since, side))
    return found


def _state(report: tuple[int, int, str, str, datetime] | None, result: datetime | None, ruled: datetime | None) -> tuple[BoardState, datetime | None, str]:
    state = state_of(report[2] if report else None, counts=result is not None, is_ruled=ruled is not None)
    if report is not None and state in (BoardState.WAITING, BoardState.DISPUTED, BoardState.DIRECTOR):
        return state, report[4], report[3]
    return state, ruled or result, ""


def open_boards_of(session: Session) -> list[BoardAtTable]:
    """Boards that neither agreement nor a ruling has settled."""
    return [board for board in boards_of(session) if not board.is_settled]


def sides_of(seating_ids: Iterable[int]) -> dict[tuple[int, str], int]:
    """(seating, side) -> entry."""
    return dict(
        ((seating, side), entry) for seating, side, entry in Place.objects.live().filter(seating__in=list(seating_ids)).values_list("seating", "side", "entry")
    )
