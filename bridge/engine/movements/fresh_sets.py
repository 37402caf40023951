"""Who sits with which boards in the unplayed rounds of single players, so that nobody comes to a set that he knows or has in another round too.

One table is looked after at a time, the one left alone longest, and the best change there is made even where nothing gets better by it; what a player has
just left he does not come back to for a while (a tabu search). Who is whose partner is nobody's business here.
"""

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter

Rows = list[list[int]]  # of a round: [n, s, e, w, set] for the tables, then a bench row for each player without a table
Shift = tuple[int, int, int]  # a player goes from a set to another; 0: the bench
Way = tuple[int, int, list[Shift], dict[int, list[int]]]  # meetings more (or fewer: below 0), when somebody there was moved last, who goes where, the new rows

SEATS = 4
_PATIENCE = 3_000  # changes made before the search is given up
_AWAY = 8  # changes before a player may come back to a set in a round


class FreshSets:
    """The rounds while they are searched; the caller's rows stay as they are.

    tables   rows of a round that are tables; copies: tables that can have one set in a round
    times    how often each player meets each set: once where he knows boards of it, and once for each unplayed round
    """

    def __init__(self, rounds: list[Rows], tables: int, sets: int, copies: int, times: Counter[tuple[int, int]]) -> None:
        self.rounds = [[row[:] for row in rows] for rows in rounds]
        self.tables, self.sets, self.copies = tables, sets, copies
        self.times = Counter(times)
        self.again = sum(often * (often - 1) // 2 for often in times.values())
        self.away: dict[tuple[int, int, int], int] = {}
        self.touched = Counter[tuple[int, int]]()

    def search(self) -> list[Rows]:
        """The rounds with as few meetings of a player with a set that he has already as were found."""
        best, found = self.again, [rows[:] for rows in self.rounds]
        for step in range(1, _PATIENCE + 1):
            spot = self._spot()
            if spot is None:
                break
            index, place, seat = spot
            self.touched[index, self.rounds[index][place][seat]] = step
            ways = [way for way in self._ways(index, place, seat) if self._is_open(way, index, step, best)]
            if not ways:
                continue
            gain, _, shifts, change = min(ways, key=itemgetter(0, 1))
            for row_at, row in change.items():
                self.rounds[index][row_at] = row
            for who, old, new in shifts:
                self.times[who, old] -= 1
                self.times[who, new] += 1
                self.away[index, who, old] = step + _AWAY
                self.touched[index, who] = step
            self.again += gain
            if self.again < best:
                best, found = self.again, [rows[:] for rows in self.rounds]
        return found

    def _spot(self) -> tuple[int, int, int] | None:
        """Round, table and seat of somebody who meets a set again: the one that was left alone longest."""
        spots = (
            (self.touched[index, who], index, place, seat)
            for index, rows in enumerate(self.rounds) for place, row in enumerate(rows[: self.tables]) if all(row)
            for seat, who in enumerate(row[:SEATS]) if self.times[who, row[SEATS]] > 1
        )
        found = min(spots, default=None)
        return found and found[1:]

    def _is_open(self, way: Way, index: int, step: int, best: int) -> bool:
        """Does nobody come back too early, or is it the best ever?"""
        gain, _, shifts, _ = way
        return self.again + gain < best or all(self.away.get((index, who, new), 0) < step for who, _, new in shifts)

    def _ways(self, index: int, place: int, seat: int) -> Iterator[Way]:
        """Every change at that seat: another player there, the boards of another table, boards that lie nowhere in the round."""
        rows = self.rounds[index]
        row = rows[place]
        who, laid = row[seat], row[SEATS]
        used = Counter(other[SEATS] for other in rows[: self.tables] if all(other))
        for at, other in enumerate(rows):
            if at == place or not (all(other) if at < self.tables else other[0]):
                continue
            theirs = other[SEATS]
            for there in range(SEATS if theirs else 1):
                change = {place: row[:], at: other[:]}
                change[place][seat], change[at][there] = other[there], who
                yield self._way(index, [(who, laid, theirs), (other[there], theirs, laid)], change)
            if theirs:
                shifts = [(each, laid, theirs) for each in row[:SEATS]] + [(each, theirs, laid) for each in other[:SEATS]]
                yield self._way(index, shifts, {place: [*row[:SEATS], theirs], at: [*other[:SEATS], laid]})
        for free in range(1, self.sets + 1):
            if free != laid and used[free] < self.copies:
                yield self._way(index, [(each, laid, free) for each in row[:SEATS]], {place: [*row[:SEATS], free]})

    def _way(self, index: int, shifts: list[Shift], change: dict[int, list[int]]) -> Way:
        """The change with what it gains, and when the last of those whom it moves was moved before."""
        gain = sum((self.times[who, new] if new else 0) - (self.times[who, old] - 1 if old else 0) for who, old, new in shifts)
        return gain, self.touched[index, shifts[-1][0]], shifts, change
