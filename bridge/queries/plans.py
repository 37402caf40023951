"""A movement laid out for the eye, before anybody sits down: by round and table, and pair by pair."""

from collections.abc import Mapping
from dataclasses import dataclass

from bridge.engine.movements.movement import Kind, Movement, Place, Row, board_numbers, is_played, places_in
from bridge.engine.movements.numbering import Numbered, numbers_of
from bridge.queries.signin import Here


@dataclass(frozen=True, slots=True)
class Cell:
    """A table in a round: who sits North-South and East-West (None: nobody), and the boards; nothing is played where `first` is 0.

    south, west   in an individual who sits opposite North and East, who are `ns` and `ew`
    """

    ns: Numbered | None
    ew: Numbered | None
    first: int
    last: int
    south: Numbered | None = None
    west: Numbered | None = None

    @property
    def sides(self) -> tuple[str, str]:
        """Who sits North-South and who East-West, by their numbers: `5`, in an individual `5+2`."""
        return _called(self.ns, self.south), _called(self.ew, self.west)


def _called(*together: Numbered | None) -> str:
    return "+".join(str(each.number) for each in together if each is not None)


@dataclass(frozen=True, slots=True)
class Step:
    """A pair in a round: its table and side, in an individual its seat; `table` 0 where it sits out."""

    table: int
    side: str
    opponents: Numbered | None
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Path:
    """A pair's whole evening."""

    who: Numbered
    pair: Here | None
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole plan: `rows[round][table]`, and every pair's path."""

    rows: tuple[tuple[Cell, ...], ...]
    paths: tuple[Path, ...]
    tables: range


def laid_out(movement: Movement, boards_per_set: int, pairs: Mapping[int, Here], *, first_board: int = 1, first_table: int = 1) -> Layout:
    """The plan with its numbers; `pairs` are those who get the places, by place."""
    called = {each.place: each for each in numbers_of(movement)}

    def boards(number: int) -> tuple[int, int]:
        return board_numbers(number, boards_per_set, first_board) if number else (0, 0)

    def step(places: tuple[Place, ...]) -> Step:
        if not places or not places[0].plays:
            return Step(0, "", None, 0, 0)
        at = places[0]
        return Step(at.table + first_table - 1, at.seat.value if at.seat else at.side.value, called[at.opponents[0]], *boards(at.set))

    def cell(row: Row) -> Cell:
        laid = boards(row[-1] if is_played(row) else 0)
        if movement.kind is Kind.INDIVIDUAL:
            north, south, east, west = map(called.get, row[:4])
            return Cell(north, east, *laid, south, west)
        return Cell(called.get(row[0]), called.get(row[1]), *laid)

    rows = tuple(tuple(map(cell, tables)) for tables in movement.seats)
    where = [places_in(movement, number) for number in range(1, movement.rounds + 1)]
    paths = tuple(
        Path(each, pairs.get(each.place), tuple(step(seated.get(each.place, ())) for seated in where))
        for each in called.values()
    )
    return Layout(rows, paths, range(first_table, first_table + movement.tables))
