"""Arrow switches: a round in which North-South and East-West are exchanged everywhere makes one ranking of two."""

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction

from bridge.engine.movements.check import balance_of
from bridge.engine.movements.movement import Kind, Movement, Row


def turned(row: Row) -> Row:
    """A table with its directions exchanged."""
    return (row[1], row[0], row[2])


def switched(movement: Movement, rounds: Collection[int], but: frozenset[int] = frozenset()) -> Movement:
    """The movement with the directions exchanged in those rounds, at all tables but those named; it has one winner."""

    def round_of(number: int, tables: tuple[Row, ...]) -> tuple[Row, ...]:
        return tuple(turned(row) if table not in but else row for table, row in enumerate(tables, 1)) if number in rounds else tables

    seats = tuple(round_of(number, tables) for number, tables in enumerate(movement.seats, 1))
    return replace(movement, seats=seats, winners=1, switched=tuple(sorted(rounds)))


def best_switches(movement: Movement, but: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """The last rounds to be switched so that every two pairs compete as evenly as they can: about one round in eight.

    The last rounds, so that a late change of plan is simple; in a full Mitchell it makes no difference which.
    """
    assert movement.kind is Kind.PAIRS
    best: tuple[Fraction, tuple[int, ...]] | None = None
    for count in range(1, movement.rounds // 2 + 1):
        rounds = tuple(range(movement.rounds - count + 1, movement.rounds + 1))
        variance = balance_of(switched(movement, rounds, but)).variance
        if best is not None and variance >= best[0]:
            break  # more switches than the best number are worse and worse
        best = (variance, rounds)
    return best[1] if best else ()


def ordered_switches(movement: Movement, rounds: tuple[int, ...] | None, but: frozenset[int] = frozenset()) -> Movement:
    """The movement with the switches an order asks for; None: those that balance best."""
    chosen = best_switches(movement, but) if rounds is None else rounds
    return switched(movement, chosen, but) if chosen else movement
