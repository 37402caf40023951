"""Whom everybody meets, when strengths are known: the strength of each one's opposition, and starting places that spread the seeds."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from bridge.engine.movements.movement import Movement, played_tables


def opposition(movement: Movement, strengths: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """For each pair of a plan the sum of its opponents' strengths, a round each; a pair without a strength counts 0."""
    sums: defaultdict[int, Fraction] = defaultdict(Fraction)
    for _, _, (ns, ew, _) in played_tables(movement.seats):
        sums[ns] += strengths.get(ew, Fraction(0))
        sums[ew] += strengths.get(ns, Fraction(0))
    return {pair: sums[pair] for pair in range(1, movement.entrants + 1)}


def seeded_places(movement: Movement, seeds: int) -> tuple[int, ...]:
    """Places of the plan for seeds 1, 2, ...: at tables a quarter of the room apart, North-South and East-West in turn, each place once.

    In a Mitchell that is cut short and in a three-quarter Howell, where stationary pairs do not meet, so the best are not all of one line.
    """
    tables = movement.tables
    step = max(1, tables // 4)
    order = [table for first in range(step) for table in range(first, tables, step)]
    places: list[int] = []
    for turn in range(2):
        for number, table in enumerate(order):
            place = movement.seats[0][table][(number + turn) % 2]
            if place:
                places.append(place)
    return tuple(places[:seeds])
