"""Mitchells: North-South keep their tables, East-West go up a table and boards down one (or as the name of the movement says).

In the formulas tables and rounds count from 0; East-West pair number `e` begins at table `e`.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor, gcd

from bridge.engine.movements.latin import NoOrthogonalSquares, orthogonal_squares
from bridge.engine.movements.movement import Declared, Kind, Movement, NoSuchMovement, Order, Row, Seats, Why, without
from bridge.engine.movements.switching import ordered_switches

At = Callable[[int, int], int]  # (table, round) -> the East-West pair or the set there


def seats_of(tables: int, rounds: int, row: Callable[[int, int], Row]) -> Seats:
    """The seats of a plan given as what is at a table in a round, both from 0."""
    return tuple(tuple(row(table, number) for table in range(tables)) for number in range(rounds))


def fits(order: Order, rounds: int, sets: int, fewest_rounds: int = 1) -> int:
    """The rounds asked for, or all of them, when the movement has so many rounds and sets.

    raises  NoSuchMovement naming the longest or shortest there is
    """
    wanted = rounds if order.rounds is None else order.rounds
    if not fewest_rounds <= wanted <= rounds:
        raise order.refused(Why.ROUNDS, order.but(rounds=max(fewest_rounds, min(wanted, rounds)), sets=sets))
    if order.sets not in (None, sets):
        raise order.refused(Why.SETS, order.but(rounds=wanted, sets=sets))
    return wanted


def whole_tables(order: Order, fewest: int = 2) -> int:
    """The number of tables when it is whole and large enough.

    raises  NoSuchMovement naming the next whole number
    """
    tables = floor(order.tables)
    if tables != order.tables or tables < fewest:
        raise order.refused(Why.TABLES, order.but(tables=Fraction(max(ceil(order.tables), fewest))))
    return tables


def _even_tables(order: Order) -> int:
    """The number of tables when it is even.

    raises  NoSuchMovement naming the Mitchell of an odd number
    """
    tables = whole_tables(order)
    if tables % 2:
        raise order.refused(Why.TABLES, order.but(family="mitchell", rounds=min(order.rounds or tables, tables), sets=tables))
    return tables


_STRICT = Declared()


def _two_lines(order: Order, tables: int, rounds: int, sets: int, ew_at: At, set_at: At, declared: Declared = _STRICT, lines: int | None = None) -> Movement:
    """North-South 1, 2, ... at their tables; East-West numbered from the next number on. `lines`: how many East-West pairs there are, if not one a table."""
    ew = tables if lines is None else lines
    seats = seats_of(tables, rounds, lambda table, number: (table + 1, tables + ew_at(table, number) % ew + 1, set_at(table, number) % sets + 1))
    stationary = tuple(range(1, tables + 1))
    movement = Movement(Kind.PAIRS, order.family, tables, rounds, sets, tables + ew, 2, seats, declared, stationary)
    return ordered_switches(movement, order.switched)


def straight(order: Order) -> Movement:
    """Standard Mitchell: an odd number of tables, as many rounds at most (an even number: half as many rounds, before a skip is needed)."""
    if order.tables.denominator != 1:
        return half(order.but(family="half_mitchell"))
    tables = whole_tables(order)
    rounds = tables if order.rounds is None else order.rounds
    if tables % 2 == 0 and order.rounds is not None and rounds >= tables:  # as many rounds as there are tables: the relay has them
        raise order.refused(Why.REPLAY, order.but(family="relay_mitchell", rounds=tables, sets=tables))
    if tables % 2 == 0 and rounds > tables // 2:
        raise order.refused(Why.REPLAY, order.but(family="skip_mitchell", rounds=min(rounds, tables - 1), sets=tables))
    return _two_lines(order, tables, fits(order, tables, tables), tables, lambda t, r: t - r, lambda t, r: t + r)


def skip(order: Order) -> Movement:
    """Skip Mitchell: an even number of tables, one round fewer; East-West skip a table after half of them.

    With as many rounds as tables the last is a revenge round, on new boards, against the first opponents: only when asked for.
    """
    if order.tables.denominator != 1:
        return half(order.but(family="half_mitchell"))
    tables = _even_tables(order)
    rounds = fits(order if order.rounds else order.but(rounds=tables - 1), tables, tables)
    revenge = Declared(max_meet=2, repeat_meetings=tables) if rounds == tables else Declared()
    return _two_lines(order, tables, rounds, tables, lambda t, r: t - r - (2 * r >= tables), lambda t, r: t + r, revenge)


def relay(order: Order) -> Movement:
    """Relay Mitchell: an even number of tables, all rounds; the first and the last table share, a bye-stand in the middle."""
    if order.tables.denominator != 1:
        return half(order.but(family="half_mitchell"))
    tables = _even_tables(order)
    rounds = fits(order, tables, tables)
    return _two_lines(order, tables, rounds, tables, lambda t, r: t - r, _relay_set(tables), Declared(max_tables_per_set_per_round=2))


def _relay_set(tables: int) -> At:
    return lambda t, r: t + r + (2 * t >= tables)


def half(order: Order) -> Movement:
    """Half-table Mitchell: the highest table has no North-South, whoever comes there sits out once. Even: the relay, whose sharing table is the empty one."""
    tables = ceil(order.tables)
    if tables < 2:
        raise order.refused(Why.TABLES, order.but(tables=Fraction(3, 2)))
    rounds = fits(order, tables, tables)
    set_at: At = _relay_set(tables) if tables % 2 == 0 else lambda t, r: t + r

    def row(table: int, number: int) -> Row:
        ew = tables + (table - number) % tables
        return (0, ew, 0) if table == tables - 1 else (table + 1, ew, set_at(table, number) % tables + 1)

    seats = seats_of(tables, rounds, row)
    stationary = tuple(range(1, tables))
    movement = Movement(Kind.PAIRS, order.family, tables, rounds, tables, 2 * tables - 1, 2, seats, Declared(max_sitouts=1), stationary)
    return ordered_switches(movement, order.switched)


def _with_half_table(make: Callable[[Order], Movement], order: Order, missing: int) -> Movement:
    """The movement for the next whole number of tables when one stationary pair is missing, so that whoever would meet it sits out once."""
    try:
        whole = make(order.but(tables=Fraction(ceil(order.tables)), switched=()))
    except NoSuchMovement as refusal:
        whole_nearest: Order = refusal.facts["nearest"]
        if whole_nearest.family == order.family and whole_nearest.tables == ceil(order.tables):  # another length of the same will do
            nearest = order.but(rounds=whole_nearest.rounds, sets=whole_nearest.sets)
        else:
            nearest = Order("half_mitchell", order.tables, min(order.rounds or ceil(order.tables), ceil(order.tables)))
        raise order.refused(refusal.facts["why"], nearest) from None
    return ordered_switches(without(whole, missing), order.switched)


def interwoven(order: Order) -> Movement:
    """Complete even Mitchell without sharing or skip, from two orthogonal Latin squares; needs table cards. Not for 2 or 6 tables.

    A half table: the highest North-South is missing.
    """
    if order.tables.denominator == 2 and order.tables > 3:
        return _with_half_table(interwoven, order, ceil(order.tables))
    tables = whole_tables(order, fewest=3)
    try:
        ew, sets = orthogonal_squares(tables)
    except NoOrthogonalSquares:
        nearest = order.but(family="relay_mitchell", rounds=min(order.rounds or tables, tables), sets=tables)
        raise order.refused(Why.TABLES if tables == 6 else Why.UNKNOWN, nearest) from None
    return _two_lines(order, tables, fits(order, tables, tables), tables, lambda t, r: ew[r][t], lambda t, r: sets[r][t])


def hesitation(order: Order) -> Movement:
    """Hesitation Mitchell: one round and set more than tables; the last table is the pivot, where East-West become North-South for a round.

    The moving pairs are 1 to tables + 1, the stationary ones come after. An even number of tables: the first and the last share in every round.
    One winner after a switch, in which the pivot takes no part. A half table: the last stationary pair is missing.
    """
    if order.tables.denominator == 2 and order.tables > 3:
        return _with_half_table(hesitation, order, 2 * ceil(order.tables))
    tables = whole_tables(order, fewest=3)
    movers = tables + 1
    rounds = fits(order, movers, movers)
    if tables % 2:
        offsets = [t + (2 * t >= tables - 1) for t in range(tables)]
    else:
        offsets = [0 if t == tables - 1 else t + 2 * (2 * t >= tables) for t in range(tables)]

    def row(table: int, number: int) -> Row:
        ew = (table - number) % movers + 1
        ns = (tables - number) % movers + 1 if table == tables - 1 else movers + table + 1
        return (ns, ew, (offsets[table] + number) % movers + 1)

    declared = Declared(max_tables_per_set_per_round=1 if tables % 2 else 2)
    stationary = tuple(range(movers + 1, 2 * tables + 1))
    movement = Movement(Kind.PAIRS, order.family, tables, rounds, movers, 2 * tables, 1, seats_of(tables, rounds, row), declared, stationary)
    return ordered_switches(movement, order.switched, frozenset({tables}))


def blackpool(order: Order) -> Movement:
    """Blackpool Mitchell: two sets and rounds more than tables, two sets on bye-stands; all meet all, some again.

    In the last round East-West sit in reverse order.
    """
    tables = whole_tables(order, fewest=3)
    sets = tables + 2
    rounds = fits(order, sets, sets)

    def ew_at(table: int, number: int) -> int:
        return tables - 1 - table if number == sets - 1 else table - number

    times = Counter((table, ew_at(table, number) % tables) for table in range(tables) for number in range(rounds)).values()
    again = sum(count > 1 for count in times)
    declared = Declared(max_meet=max(times), repeat_meetings=again)
    return _two_lines(order, tables, rounds, sets, ew_at, lambda t, r: t + r + (tables % 2 == 0 and 2 * t >= tables), declared)


def appendix_half(order: Order) -> Movement:
    """1 1/2-table appendix: a base of B tables and sets, one table that shares, and a pair over that sits out in turn; or, as a whole table, the Bowman.

    `tables` B + 3/2, or B + 1 where B is odd or B rounds are told: the half-table form, B at least 5 (even: East-West skip after half the rounds).
    `tables` B + 2, B odd: the Bowman, whose last table takes the sets in descending order.
    """
    whole = order.tables.denominator == 1
    bowman = whole and order.tables % 2 == 1 and order.rounds != order.tables - 1
    base = floor(order.tables) - (2 if bowman else 1)
    if base < 5:
        raise order.refused(Why.TABLES, order.but(tables=Fraction(7 if bowman else 13, 1 if bowman else 2)))
    tables, line = base + 1 + bowman, base + 2
    rounds = fits(order, base, base)

    def ew_at(table: int, number: int) -> int:
        return table - number - (base % 2 == 0 and 2 * number >= base)

    def set_at(table: int, number: int) -> int:
        return table + number if table < base else number if table == base else -1 - number

    declared = Declared(max_tables_per_set_per_round=2 + bowman, max_sitouts=1 - bowman, uneven_sitouts=True)
    return _two_lines(order, tables, rounds, base, ew_at, set_at, declared, line)


def appendix_bases(tables: int) -> tuple[int, ...]:
    """The bases on which an appendix Mitchell for so many tables can stand: prime to 6, with no more tables appended than it has itself."""
    return tuple(base for base in range(5, tables) if gcd(base, 6) == 1 and tables - base <= base)


def appendix(order: Order) -> Movement:
    """Appendix (Beynon) Mitchell: a base of B tables and sets, B prime to 6, and k more tables that share with the first k.

    B is the number of sets, or of rounds where no sets are told; fewer rounds than sets are the first ones.

    Nobody sits out or meets twice. Stationary: North-South at the first k tables (1 to k) and East-West at the appended ones (the last k numbers).
    Moving North-South go up one table, East-West up two. A half table: the last stationary East-West is missing.
    """
    if order.tables.denominator == 2 and order.tables > 5:
        return _with_half_table(appendix, order, 2 * ceil(order.tables))
    tables = whole_tables(order)
    bases = [base for base in appendix_bases(tables) if order.appended in (None, tables - base)]
    if not bases:
        smallest = Fraction(11, 2)
        raise order.refused(Why.TABLES, order.but(tables=max(Fraction(tables), smallest), rounds=None, sets=None, appended=None))
    base = order.sets or order.rounds or bases[-1]
    if base not in bases:
        nearest = min(bases, key=lambda size: (abs(size - base), size))
        raise order.refused(Why.SETS if order.sets else Why.ROUNDS, order.but(rounds=min(order.rounds or nearest, nearest), sets=nearest))
    rounds, added = fits(order, base, base), tables - base

    def row(table: int, number: int) -> Row:
        if table >= base:  # an appended table
            place = table - base
            return (added + (place - number) % base + 1, added + base + base + place + 1, (place + number) % base + 1)
        ns = table + 1 if table < added else added + (table - number) % base + 1
        return (ns, added + base + (table - 2 * number) % base + 1, (table + number) % base + 1)

    stationary = (*range(1, added + 1), *range(tables + base + 1, 2 * tables + 1))
    declared = Declared(max_tables_per_set_per_round=2)
    movement = Movement(Kind.PAIRS, order.family, tables, rounds, base, 2 * tables, 2, seats_of(tables, rounds, row), declared, stationary)
    return ordered_switches(movement, order.switched)


def web(order: Order) -> Movement:
    """Web Mitchell: an odd number of sets, no more than tables, in several copies; everybody plays the same sets.

    Boards go down a table in the first arc and are laid in reverse in the second. A half table: the highest North-South is missing.
    """
    if order.tables.denominator == 2 and order.tables > 3:
        return _with_half_table(web, order, ceil(order.tables))
    tables = whole_tables(order, fewest=3)
    full = order.sets or order.rounds or (tables if tables % 2 else tables - 1)
    if full % 2 == 0 and order.sets is None:
        raise order.refused(Why.ROUNDS, order.but(rounds=max(1, full - 1), sets=max(1, full - 1)))
    if full % 2 == 0 or not 3 <= full <= tables:
        nearest = max(3, min(full - (full % 2 == 0), tables - (tables % 2 == 0)))
        raise order.refused(Why.SETS if order.sets else Why.ROUNDS, order.but(rounds=min(order.rounds or nearest, nearest), sets=nearest))
    rounds = fits(order, full, full)
    arc = tables // 2 if tables % 2 == 0 else (tables - full) // 2

    def set_at(table: int, number: int) -> int:
        return table + number if table < arc else 2 * arc - 2 - table - number

    copies = max(max([set_at(t, r) % full for t in range(tables)].count(laid) for laid in range(full)) for r in range(rounds))
    declared = Declared(max_tables_per_set_per_round=copies, copies=copies)
    return _two_lines(order, tables, rounds, full, lambda t, r: t - r, set_at, declared)
