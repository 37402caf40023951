"""By which number a pair is called out in the room."""

from dataclasses import dataclass

from bridge.engine.movements.check import lines_of
from bridge.engine.movements.movement import Movement


@dataclass(frozen=True, slots=True)
class Numbered:
    """A place of the plan (from 1) with its line ("NS", "EW", or "" where there is one line) and its number in it."""

    place: int
    line: str
    number: int


def numbers_of(movement: Movement) -> tuple[Numbered, ...]:
    """Every pair's number: by line from 1 where there are two winners, else its place in the plan."""
    line_of = lines_of(movement)
    if movement.winners == 1 or "both" in line_of.values():
        return tuple(Numbered(place, "", place) for place in range(1, movement.entrants + 1))
    counted: dict[str, int] = {}
    numbered = []
    for place in range(1, movement.entrants + 1):
        line = line_of[place].upper()
        counted[line] = counted.get(line, 0) + 1
        numbered.append(Numbered(place, line, counted[line]))
    return tuple(numbered)
