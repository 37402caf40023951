"""Movements for single players, who change partners: whist tournaments for 4 to 28, and the rainbow.

A table of the scheme is four positions "N-S/E-W"; X is a player who stays. In round r position p is taken by player p - r.
"""

from collections import Counter
from fractions import Fraction
from math import floor, gcd

from bridge.engine.movements.mitchell import fits, seats_of
from bridge.engine.movements.movement import Declared, Kind, Movement, Order, Row, Seats, Why

# Perfect for 4k (one stays) and 4k + 1 (one sits out each round). For 4k + 2 and 4k + 3 two or three sit out each round: nobody partners anybody twice or
# opposes anybody more than twice. 9 adds in the group of couples (a, b) mod 3, written 3 * a + b; all others modulo the number of moving players.
_TABLES = {
    4: "X-2/0-1",
    5: "1-4/2-3",
    6: "2-4/5-0",
    7: "5-4/6-1",
    8: "0-1/2-4 X-5/3-6",
    9: "1-2/3-6 4-8/5-7",
    10: "5-7/3-4 6-2/8-1",
    11: "10-1/5-9 7-6/8-2",
    12: "2-6/7-9 4-10/5-8 X-3/0-1",
    13: "1-8/2-12 3-11/6-10 4-5/7-9",
    14: "5-0/3-13 10-12/6-7 9-1/8-11",
    15: "3-13/7-0 2-8/1-14 9-6/10-11",
    16: "0-2/1-6 3-7/10-13 4-11/8-9 X-12/5-14",
    17: "1-16/4-13 2-15/8-9 3-14/5-12 6-11/7-10",
    18: "10-17/5-9 2-12/0-1 8-11/6-4 3-16/7-13",
    19: "12-9/4-3 10-16/7-17 6-1/18-14 11-13/15-8",
    20: "X-0/8-7 9-6/10-14 1-3/13-4 2-15/12-17 11-18/16-5",
    21: "1-7/17-20 2-13/6-11 3-10/9-18 4-5/8-16 12-14/15-19",
    22: "1-7/21-11 10-3/16-17 20-15/2-5 6-19/8-0 13-9/14-12",
    23: "14-3/16-2 7-6/12-22 20-13/18-10 15-17/11-8 4-9/5-1",
    24: "X-0/10-19 1-4/3-16 2-18/7-11 5-22/8-9 6-17/12-14 13-21/15-20",
    25: "1-12/3-15 2-21/4-9 5-8/18-22 6-16/10-11 7-24/14-23 13-20/17-19",
    26: "3-2/24-18 7-22/9-12 6-16/25-17 23-14/5-0 4-11/8-10 15-19/13-1",
    27: "9-11/0-19 13-6/20-10 4-16/2-7 21-17/22-25 12-18/24-23 26-15/5-14",
    28: "X-0/2-22 1-23/8-24 3-6/12-16 4-25/9-11 5-15/13-21 7-20/10-19 14-26/17-18",
}

LARGEST = max(_TABLES)  # up to so many, any number of players from four has a movement

# Tables whose boards move on instead of being shared, with the offsets of their sets; for 8 and 12 there are none, for 16, 17 and 20 none were found.
_MOVING = {4: (_TABLES[4], (0,)), 5: (_TABLES[5], (0,)), 6: (_TABLES[6], (0,)), 7: (_TABLES[7], (0,)), 13: ("4-11/3-2 7-12/9-6 5-1/8-10", (0, 1, 4))}


def _players_in(order: Order) -> int:
    """The players of an order: told, four a table and one for each quarter, or as many as only a movement of those rounds has (3 tables and 13 rounds: 13)."""
    if order.entrants is not None:
        return order.entrants
    players = floor(4 * order.tables)
    return order.rounds if order.rounds is not None and players < order.rounds <= players + 3 else players


def _three_by_three(position: int, step: int) -> int:
    return (position // 3 - step // 3) % 3 * 3 + (position - step) % 3


def whist(order: Order) -> Movement:
    """Whist tournament: everybody partners everybody once and opposes everybody twice where the number of players allows; fewer rounds are its first ones.

    Where boards cannot move, or with `shared`, all tables share the set of the round.
    """
    players = _players_in(order)
    if players not in _TABLES:
        nearest = min(_TABLES, key=lambda size: (abs(size - players), size))
        raise order.refused(Why.ENTRANTS, order.but(tables=Fraction(nearest, 4), entrants=None, rounds=None, sets=None))
    scheme, offsets = (_TABLES[players], ()) if order.shared or players not in _MOVING else _MOVING[players]
    tables = [[None if text == "X" else int(text) for text in table.replace("/", "-").split("-")] for table in scheme.split()]
    cycle = players - (players % 4 == 0)
    rounds = cycle if order.rounds is None else order.rounds
    sets = cycle if offsets or order.sets == cycle else rounds  # boards that are shared need no more sets than rounds, but more may be laid out
    fits(order.but(rounds=rounds), cycle, sets)

    def player(position: int | None, number: int) -> int:
        if position is None:
            return players
        return (_three_by_three(position, number) if players == 9 else (position - number) % cycle) + 1

    def row(table: int, number: int) -> Row:
        laid = (offsets[table] + number) % sets if offsets else number
        return (*(player(position, number) for position in tables[table]), laid + 1)

    seats = seats_of(len(tables), rounds, row)
    seated = Counter(who for tables_ in seats for each in tables_ for who in each[:-1])
    rested = [rounds - seated[who] for who in range(1, players + 1)]
    declared = Declared(
        max_tables_per_set_per_round=1 if offsets else len(tables),
        max_sitouts=players % 4,
        uneven_sitouts=max(rested) - min(rested) > 1,
        perfect=players % 4 < 2 and rounds == cycle,
    )
    return _movement(order, players, sets, seats, declared, (players,) if players % 4 == 0 else ())


def rainbow(order: Order) -> Movement:
    """Rainbow: four lines; North stays, South goes up one table, East up two, West down two, boards down one. Tables prime to 6; nobody meets anybody twice."""
    tables = floor(order.tables) if order.entrants is None else order.entrants // 4
    if tables < 5 or gcd(tables, 6) != 1 or order.entrants not in (None, 4 * tables) or order.tables != tables and order.entrants is None:
        asked = order.tables if order.entrants is None else Fraction(order.entrants, 4)
        possible = min((size for size in range(5, max(tables, 5) + 7) if gcd(size, 6) == 1), key=lambda size: (abs(size - asked), -size))
        raise order.refused(Why.TABLES, order.but(tables=Fraction(possible), entrants=None, rounds=None, sets=None))
    rounds = fits(order, tables, tables)

    def row(table: int, number: int) -> Row:
        lines = enumerate((0, -1, -2, 2))
        return (*(line * tables + (table + way * number) % tables + 1 for line, way in lines), (table + number) % tables + 1)

    declared = Declared(max_oppose=1)
    return _movement(order, 4 * tables, tables, seats_of(tables, rounds, row), declared, tuple(range(1, tables + 1)))


def _movement(order: Order, players: int, sets: int, seats: Seats, declared: Declared, stationary: tuple[int, ...]) -> Movement:
    return Movement(Kind.INDIVIDUAL, order.family, len(seats[0]), len(seats), sets, players, 1, seats, declared, stationary)
