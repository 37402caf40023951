"""What really happened at the tables, told afterwards: who sat where, which boards they had, what was played twice or elsewhere (Laws 5, 8 and 15).

Every function takes an evening and gives the evening as it was; results are nobody's business here. Rounds that are not over change in the plan, so that
`replan` starts from them.
"""

from collections.abc import Iterable
from dataclasses import replace

from bridge.engine.errors import EngineError
from bridge.engine.movements.evening import Evening, NoSuchPair, Play, empty_row
from bridge.engine.movements.movement import Row, is_played


class NoSuchRound(EngineError):
    """The round is not in the movement. Facts: `round`, `rounds`."""


class NothingPlayedThere(EngineError):
    """At this table nothing is played in this round. Facts: `round`, `table`."""


class NoSuchSet(EngineError):
    """The boards are not laid out tonight. Facts: `board`."""


def swapped(evening: Evening, first: int, second: int, number: int) -> Evening:
    """Two pairs, or two single players, sat (or will sit) in each other's place in one round. Raises NoSuchPair, NoSuchRound."""
    for pair in (first, second):
        if not 1 <= pair <= evening.movement.entrants:
            raise NoSuchPair(pair=pair)
    other = {first: second, second: first}

    def row(seated: Row) -> Row:
        return (*(other.get(who, who) for who in seated[:-1]), seated[-1])

    return _with_round(evening, number, (row(seated) for seated in _tables(evening, number)))


def turned(evening: Evening, number: int, tables: Iterable[int] = ()) -> Evening:
    """North-South and East-West sat the other way round in one round: at these tables, or at all. Raises NoSuchRound."""
    chosen = set(tables) or set(range(1, evening.movement.tables + 1))
    rows = enumerate(_tables(evening, number), 1)
    return _with_round(evening, number, (other_way(row) if table in chosen else row for table, row in rows))


def other_way(row: Row) -> Row:
    """A table whose North-South and East-West have changed places."""
    half = len(row) // 2
    return (*row[half:-1], *row[:half], row[-1])


def laid_out(evening: Evening, number: int, table: int, laid: int) -> Evening:
    """Another set lay (or will lie) at a table in one round. Raises NoSuchRound, NothingPlayedThere."""
    rows = _tables(evening, number)
    if not 1 <= table <= len(rows) or not is_played(rows[table - 1]):
        raise NothingPlayedThere(round=number, table=table)
    return _with_round(evening, number, ((*row[:-1], laid) if at == table else row for at, row in enumerate(rows, 1)))


def played_elsewhere(evening: Evening, number: int, table: int, board: int, instead: int | None = None) -> Evening:
    """A table played a board in one round that was not due there; `instead` is the board that was left out for it. Raises NoSuchRound, NothingPlayedThere."""
    rows = _tables(evening, number)
    if not 1 <= table <= len(rows) or not is_played(rows[table - 1]):
        raise NothingPlayedThere(round=number, table=table)
    kept = tuple(play for play in evening.played if (play.round, play.table, play.board) not in {(number, table, instead), (number, table, board)})
    return replace(evening, played=(*kept, Play(number, table, rows[table - 1][:-1], board)))


def with_tables(evening: Evening, tables: int) -> Evening:
    """The evening with tables added, at which nobody sits yet."""
    more = (empty_row(evening.movement.kind),) * max(0, tables - evening.movement.tables)
    seats = tuple(rows + more for rows in evening.movement.seats)
    return replace(evening, movement=replace(evening.movement, seats=seats, tables=evening.movement.tables + len(more)))


def with_boards(evening: Evening, fresh: Iterable[tuple[int, ...]]) -> Evening:
    """The evening with sets of boards that nobody has seen."""
    boards = (*evening.boards, *fresh)
    return replace(evening, boards=boards, movement=replace(evening.movement, sets=len(boards)))


def set_of(evening: Evening, board: int) -> int:
    """The set in which a board is. Raises NoSuchSet."""
    for number, boards in enumerate(evening.boards, 1):
        if board in boards:
            return number
    raise NoSuchSet(board=board)


def _tables(evening: Evening, number: int) -> tuple[Row, ...]:
    if not 1 <= number <= evening.movement.rounds:
        raise NoSuchRound(round=number, rounds=evening.movement.rounds)
    return evening.movement.seats[number - 1]


def _with_round(evening: Evening, number: int, rows: Iterable[Row]) -> Evening:
    """The round with other rows; what was played in it is told of those who sit there now, on the boards that lie there now."""
    before, after = _tables(evening, number), tuple(rows)
    seats = (*evening.movement.seats[: number - 1], after, *evening.movement.seats[number:])
    played = []
    for play in evening.played:
        if play.round == number:
            old, new = before[play.table - 1], after[play.table - 1]
            boards = dict(zip(evening.boards[old[-1] - 1], evening.boards[new[-1] - 1], strict=False)) if old[-1] and new[-1] else {}
            play = replace(play, who=new[:-1], board=boards.get(play.board, play.board))
        played.append(play)
    return replace(evening, movement=replace(evening.movement, seats=seats), played=tuple(played))
