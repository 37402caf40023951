"""Which pair of a match sits North-South: turning single matches until every two pairs compete as evenly as turning one more can make them."""

from collections import Counter
from dataclasses import replace

from bridge.engine.movements.movement import Movement, is_played, played_tables
from bridge.engine.movements.switching import turned


def evened(movement: Movement) -> Movement:
    """The movement with matches turned, one after another, as long as that lowers the variance of the balance; never a worse one.

    Every set's column of +1 (North-South) and -1 (East-West) changes at two pairs when a match is turned: their competition with the others on that set
    changes by 2.
    """
    sides: list[dict[int, int]] = [{} for _ in range(movement.sets + 1)]  # for each set: pair -> +1 or -1
    results = Counter(row[2] for _, _, row in played_tables(movement.seats))
    size = movement.entrants + 1
    balance = [[0] * size for _ in range(size)]
    for _, _, (ns, ew, laid) in played_tables(movement.seats):
        sides[laid][ns], sides[laid][ew] = 1, -1
        balance[ns][ew] += results[laid]
        balance[ew][ns] += results[laid]
    for column in sides:
        for a, side in column.items():
            for b, other in column.items():
                if a != b:
                    balance[a][b] += side * other
    seats = [list(tables) for tables in movement.seats]
    improving = True
    while improving:
        improving = False
        for tables in seats:
            for table, row in enumerate(tables):
                if is_played(row) and _turn_pays(balance, sides[row[2]], row[0], row[1]):
                    tables[table] = turned(row)
                    improving = True
    return replace(movement, seats=tuple(tuple(tables) for tables in seats))


def _turn_pays(balance: list[list[int]], column: dict[int, int], ns: int, ew: int) -> bool:
    """Turn a match if the sum of squares falls by it; says whether it did."""
    gain = 0
    for who, side in column.items():
        if who not in (ns, ew):
            for turning in (ns, ew):
                change = -2 * side * column[turning]
                gain += change * (2 * balance[turning][who] + change)
    if gain >= 0:
        return False
    for who, side in column.items():
        if who not in (ns, ew):
            for turning in (ns, ew):
                change = -2 * side * column[turning]
                balance[turning][who] += change
                balance[who][turning] += change
    column[ns], column[ew] = column[ew], column[ns]
    return True
