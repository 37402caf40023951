"""What hangs on the wall: the clock and the places of the next round, or the ranking when play is over."""

from dataclasses import dataclass
from datetime import datetime

from bridge.models import Place, Seating, Session, SessionState
from bridge.queries.results import RankingList, RankingPage, Row
from bridge.queries.room import ClockFace, PairHere, TableRow, by_side, pairs_of, room_of, seated_for_teams
from bridge.queries.team_room import MatchHere, matches_in_room

ROWS = 8  # tables on one page that can be read from six metres


@dataclass(frozen=True, slots=True)
class WallRow:
    """One table in the next round, or a pair that sits out (table 0)."""

    table: int
    ns: PairHere | None
    ew: PairHere | None
    first_board: int
    last_board: int


@dataclass(frozen=True, slots=True)
class Wall:
    """One page of the wall. `round` is the one whose places are shown: the next, or the first before it begins; None when there is no further one.

    matches   that the tables play now, in the last round of an evening of teams
    """

    clock: ClockFace
    round: int | None
    rows: tuple[WallRow, ...]
    late: tuple[TableRow, ...]
    page: int
    pages: int
    is_over: bool
    matches: tuple[MatchHere, ...] = ()

    @property
    def next_page(self) -> int:
        """The page that follows, round and round."""
        return self.page % self.pages + 1


def wall_of(session: Session, now: datetime, page: int) -> Wall:
    """The page of the wall; pages that do not exist are the first."""
    room = room_of(session, now)
    shown = room.clock.round + 1 if room.clock.round < room.clock.rounds else None
    rows = _rows(session, shown) if shown else []
    matches = () if shown else matches_in_room(session, room)
    pages = max(1, -(-(len(rows) or len(matches)) // ROWS))
    page = page if 1 <= page <= pages else 1
    on_page = slice((page - 1) * ROWS, page * ROWS)
    is_over = session.state == SessionState.CLOSED or bool(room.tables) and all(table.is_finished for table in room.tables)
    late = tuple(table for table in room.tables if table.round <= room.clock.round and not table.is_in)
    if not room.clock.is_over and 2 * len(late) > len(room.tables):
        late = ()  # the others wait for a table that is late, and while most play none is
    return Wall(room.clock, shown, tuple(rows[on_page]), late, page, pages, is_over, matches[on_page])


def _rows(session: Session, number: int) -> list[WallRow]:
    pairs = pairs_of(session)
    of_teams = seated_for_teams(session, pairs)
    seatings = Seating.objects.live().filter(section__session=session, round__number=number).order_by("table")
    sides: dict[int, dict[str, PairHere]] = {}
    resting: list[int] = []
    places = Place.objects.live().filter(round__section__session=session, round__number=number).order_by("entry")
    for seating, side, entry in places.values_list("seating", "side", "entry"):
        if seating is None:
            resting.append(entry)
        elif entry in pairs:
            sides.setdefault(seating, {})[side] = of_teams.get((seating, side), pairs[entry])
    seated = [(row, by_side(sides.get(row.pk, {}))) for row in seatings]
    rows = [WallRow(row.table, at.get("NS"), at.get("EW"), row.first_board, row.last_board) for row, at in seated]
    return rows + [WallRow(0, pairs.get(entry), None, 0, 0) for entry in resting]


@dataclass(frozen=True, slots=True)
class RankingWall:
    """One page of the ranking on the wall: a part of one list, of all its lists one after the other; `letters` of its sections where others have their own."""

    shown: RankingPage | None
    list: RankingList | None
    rows: tuple[Row, ...]
    page: int
    pages: int
    letters: tuple[str, ...] = ()

    @property
    def next_page(self) -> int:
        """The page that follows, round and round."""
        return self.page % self.pages + 1


def ranking_wall_of(rankings: tuple[RankingPage, ...], page: int) -> RankingWall:
    """The page of the ranking's wall; pages that do not exist are the first."""
    slices = [(each, found, found.rows[at : at + ROWS]) for each in rankings for found in each.lists for at in range(0, len(found.rows), ROWS)]
    if not slices:
        return RankingWall(None, None, (), 1, 1)
    page = page if 1 <= page <= len(slices) else 1
    shown, found, rows = slices[page - 1]
    return RankingWall(shown, found, rows, page, len(slices), shown.letters if len(rankings) > 1 else ())
