"""A match's own plan: which pair sits where in which stanza, on which boards in which order, and the triangle of three teams."""

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from bridge.engine.errors import EngineError

Team = TypeVar("Team")


class Room(Enum):
    """The two tables of a match."""

    OPEN = "open"
    CLOSED = "closed"


class TooFewBoards(EngineError):
    """A match has at least one board for each stanza, and numbers from 1. Facts: `boards`, `stanzas`, `first_board`."""


class NoStanza(EngineError):
    """A match has one stanza or more. Facts: `stanzas`."""


class NotThreeTeams(EngineError):
    """A triangle is played by three different teams. Facts: `teams`."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """One table in one stanza.

    home_ns               the home team sits North-South (else East-West)
    home_pair, away_pair  which pair of each line-up, from 1
    boards                in the order in which they are played
    couple                which couple of tables: 1, in a match of teams of eight also 2
    """

    stanza: int
    room: Room
    home_ns: bool
    home_pair: int
    away_pair: int
    boards: tuple[int, ...]
    couple: int = 1


def plan_match(first_board: int, boards: int, stanzas: int = 1, copies: int = 1, couples: int = 1) -> tuple[TablePlan, ...]:
    """All tables of every stanza, open room first.

    The home team sits North-South in the open room and East-West in the closed. The boards of a stanza are as many parts as there are tables (the first
    the larger: two half-sets), each table begins with its own and takes the next table's then; with a copy for each table all play them in order. From
    stanza to stanza the visitors' pairs move to the next table, so that over as many stanzas as tables every pair meets all of the others. A longer
    first stanza takes the boards that are left over.

    couples   of tables, 2 for teams of eight: every board is played at all four, and compared within each couple
    raises    NoStanza, TooFewBoards
    """
    if stanzas < 1:
        raise NoStanza(stanzas=stanzas)
    if boards < stanzas or first_board < 1:
        raise TooFewBoards(boards=boards, stanzas=stanzas, first_board=first_board)
    tables = 2 * couples
    plans: list[TablePlan] = []
    following = first_board
    for stanza in range(1, stanzas + 1):
        number = boards // stanzas + (stanza <= boards % stanzas)
        own = tuple(range(following, following + number))
        following += number
        parts = parts_of(own, tables)
        for table in range(tables):
            order = own if copies >= tables else tuple(board for part in (*parts[table:], *parts[:table]) for board in part)
            visitors = (table + stanza - 1) % tables + 1
            is_open = table % 2 == 0
            plans.append(TablePlan(stanza, Room.OPEN if is_open else Room.CLOSED, is_open, table + 1, visitors, order, table // 2 + 1))
    return tuple(plans)


def parts_of(boards: tuple[int, ...], tables: int) -> tuple[tuple[int, ...], ...]:
    """The boards of a stanza as they lie on so many tables at first, the first ones having one more where they are not even."""
    each, over = divmod(len(boards), tables)
    ends = [each * (table + 1) + min(over, table + 1) for table in range(tables)]
    return tuple(boards[start:end] for start, end in zip([0, *ends], ends, strict=False))


def half_sets(boards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The boards of a stanza as they lie in the two rooms at first, the open room's before: it has the larger half. At half time they are exchanged."""
    first, second = parts_of(boards, 2)
    return first, second


@dataclass(frozen=True, slots=True)
class TriangleTable(Generic[Team]):
    """One table of a triangle: half 1 or 2, table 1-3, whose North-South meets whose East-West, on which of the three sets."""

    half: int
    table: int
    ns: Team
    ew: Team
    set: int


def plan_triangle(teams: tuple[Team, Team, Team]) -> tuple[TriangleTable[Team], ...]:
    """Three teams at three tables over two halves, nobody idle; each match is one set, known only after both halves. Raises NotThreeTeams."""
    if len(set(teams)) != 3:
        raise NotThreeTeams(teams=teams)
    first, second, third = teams
    by_half = (((first, second, 1), (second, third, 2), (third, first, 3)), ((first, third, 3), (second, first, 1), (third, second, 2)))
    return tuple(
        TriangleTable(half, table, ns, ew, number)
        for half, tables in enumerate(by_half, start=1)
        for table, (ns, ew, number) in enumerate(tables, start=1)
    )
