"""Who gets which place of a movement: wishes first, then the order of arrival."""

from collections.abc import Sequence
from enum import IntEnum

from bridge.engine.movements.movement import Movement


class Wish(IntEnum):
    """What a pair asks for; the higher is served first."""

    NONE = 0
    STATIONARY = 1  # would like to stay at one table
    MUST_STAY = 2  # cannot move


def assign_places(movement: Movement, wishes: Sequence[Wish]) -> tuple[int, ...]:
    """The place in the plan (from 1) of each pair, in the order in which the pairs came.

    wishes   one for each pair, at most as many as the movement has places
    Stationary places go to who must stay, then to who wishes to, in order of arrival; the others get what is left in order of arrival.
    """
    assert len(wishes) <= movement.entrants
    order = sorted(range(len(wishes)), key=lambda at: (-wishes[at], at))
    stationary = [place for place in range(1, movement.entrants + 1) if place in movement.stationary]
    wanted = [at for at in order if wishes[at] > Wish.NONE][: len(stationary)]
    given = dict(zip(wanted, stationary, strict=False))
    free = [place for place in range(1, movement.entrants + 1) if place not in given.values()]
    for at in range(len(wishes)):
        if at not in given:
            given[at] = free.pop(0)
    return tuple(given[at] for at in range(len(wishes)))


def unkept_wishes(movement: Movement, wishes: Sequence[Wish]) -> int:
    """How many wishes the movement cannot keep."""
    return max(0, sum(wish > Wish.NONE for wish in wishes) - len(movement.stationary))
