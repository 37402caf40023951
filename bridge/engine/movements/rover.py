"""Half tables with a pair more instead of a pair less: the rover, who replaces another North-South each round, and the displacement ("bump") Mitchell."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import floor, gcd

from bridge.engine.movements.mitchell import fits, relay, seats_of, skip, straight
from bridge.engine.movements.movement import Declared, Kind, Movement, Order, Row, Seats, Why
from bridge.engine.movements.switching import ordered_switches

_BASES = {"straight": straight, "relay": relay, "skip": skip}
_FAMILIES = {"straight": "mitchell", "relay": "relay_mitchell", "skip": "skip_mitchell"}


_PATIENCE = 30_000  # tables tried before a search is given up; every sequence up to 16 tables is found or refuted within it, or by the rule for multiples of 3


@cache
def rover_tables(seats: Seats) -> tuple[int, ...] | None:
    """Where the rover sits in rounds 2, 3, ... of a Mitchell: tables, East-West pairs and sets all different; None where no way was found.

    The regular 1, 3, 5, ... where it works, otherwise the lowest tables first. An odd multiple of 3 has no full sequence: adding up the squares of all
    (table - round) and (table + round) leaves a third of the tables over.
    """
    tables = len(seats[0])
    if gcd(tables, 6) == 1:
        return tuple(2 * number % tables + 1 for number in range(len(seats) - 1))
    if tables % 6 == 3 and len(seats) == tables:
        return None
    return _search(seats, 0) or _search(seats, 2)


def _search(seats: Seats, step: int) -> tuple[int, ...] | None:
    """The first sequence that tries tables from 1 up, or (step 2) from two tables above the last one up."""
    tables, path, tried = len(seats[0]), [0], 0

    def extend(used_tables: int, used_ew: int, used_sets: int) -> bool:
        nonlocal tried
        if len(path) == len(seats):
            return True
        for turn in range(tables):
            table = (path[-1] + turn + step - 1) % tables if step else turn
            _, ew, laid = seats[len(path)][table]
            if (used_tables >> table | used_ew >> ew | used_sets >> laid) & 1:
                continue
            tried += 1
            path.append(table + 1)
            if extend(used_tables | 1 << table, used_ew | 1 << ew, used_sets | 1 << laid):
                return True
            path.pop()
            if tried > _PATIENCE:
                return False
        return False

    return tuple(path[1:]) if extend(0, 0, 0) else None


def _with_rover(base: Movement, way: tuple[int, ...]) -> Seats:
    rover = base.tables + 1
    visits = (0, *way)

    def row(table: int, number: int) -> Row:
        _, ew, laid = base.seats[number][table]
        return (rover if visits[number] == table + 1 else table + 1, ew + 1, laid)

    return seats_of(base.tables, base.rounds, row)


def rover(order: Order) -> Movement:
    """Rover Mitchell: the pair numbered after the North-South pairs sits out round 1, then replaces another each round, who sits out that round and comes back.

    An odd number of tables stands on the straight Mitchell, an even one on the relay (or on the skip with `base`). No full one exists for 9 or 15 tables,
    nor for 10 on the skip: one round fewer.
    """
    tables = floor(order.tables)
    if tables < 3:
        raise order.refused(Why.TABLES, order.but(tables=Fraction(7, 2)))
    kind = order.base or ("straight" if tables % 2 else "relay")
    if kind not in _BASES or (kind == "straight") != (tables % 2 == 1):
        raise order.refused(Why.TABLES, order.but(base="straight" if tables % 2 else "relay"))
    wanted = tables if order.rounds is None else order.rounds
    base = _base(order, kind, tables, wanted)
    way = rover_tables(base.seats)
    if way is None:
        shorter = next(rounds for rounds in range(base.rounds - 1, 0, -1) if rover_tables(base.seats[:rounds]) is not None)
        raise order.refused(Why.REPLAY if tables <= 16 or tables % 6 == 3 else Why.UNKNOWN, order.but(rounds=shorter, sets=tables))
    declared = replace(base.declared, max_sitouts=1, uneven_sitouts=True)
    movement = replace(base, family=order.family, entrants=base.entrants + 1, seats=_with_rover(base, way), declared=declared, stationary=())
    return ordered_switches(movement, order.switched)


def _base(order: Order, kind: str, tables: int, wanted: int) -> Movement:
    fits(order, tables, tables)
    base = _BASES[kind](Order(_FAMILIES[kind], Fraction(tables), wanted))
    if base.declared.repeat_meetings:  # the revenge round: the rover takes some of those meetings over
        way = rover_tables(base.seats)
        met = {(row[0], row[1]) for row in base.seats[0]}
        again = sum((row[0], row[1]) in met and (way is None or way[-1] != table) for table, row in enumerate(base.seats[-1], 1))
        return replace(base, declared=replace(base.declared, repeat_meetings=again))
    return base


def displacement(order: Order) -> Movement:
    """Displacement Mitchell: the pair over takes table 1 in round 2 and stays; the pair it displaces sits out a round, then displaces the next higher table's.

    An odd number of tables, one round fewer than tables. The rover is better wherever it exists.
    """
    tables = floor(order.tables)
    if tables < 3 or tables % 2 == 0:
        raise order.refused(Why.TABLES, order.but(tables=Fraction(2 * max(3, tables - 1) + 1, 2), rounds=None, sets=None))
    rounds = fits(order if order.rounds else order.but(rounds=tables - 1), tables - 1, tables)

    def row(table: int, number: int) -> Row:
        """Table t is displaced in round t + 1: by the pair over, then by the pair of the table below."""
        ns = table + 1 if number <= table else table if table else tables + 1
        return (ns, tables + 2 + (table - number) % tables, (table + number) % tables + 1)

    declared = Declared(max_sitouts=1)
    movement = Movement(Kind.PAIRS, order.family, tables, rounds, tables, 2 * tables + 1, 2, seats_of(tables, rounds, row), declared)
    return ordered_switches(movement, order.switched)
