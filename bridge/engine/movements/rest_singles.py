"""The unplayed rounds of an evening of single players while they are being improved: who sits with whom, what it costs, and every small change that lowers it.

A cost is compared in this order: tables that would share boards beyond the copies there are, boards that players miss, sit-outs, their unevenness, partners
who were partners before, opponents who meet a third time, seats other than planned.
"""

from collections import Counter
from collections.abc import Iterator
from operator import ne

from bridge.engine.movements.evening import Evening, Missed, Replanned, empty_row
from bridge.engine.movements.fresh_sets import SEATS, FreshSets
from bridge.engine.movements.movement import Kind, Movement, Row, is_played
from bridge.engine.movements.unplayed import Unplayed

Cost = tuple[int, int, int, int, int, int, int]
Change = dict[int, list[int]]
Couple = tuple[int, int]

_PATIENCE = 3_000  # changes tried before a search for something better is given up
_TURNS = ((0, 2, 1, 3), (0, 3, 1, 2))  # the same four with the other two partners


def partners_of(row: Row | list[int]) -> tuple[Couple, Couple]:
    """North with South, East with West, the lower number first."""
    north, south, east, west = row[:SEATS]
    return (north, south) if north < south else (south, north), (east, west) if east < west else (west, east)


def opponents_of(row: Row | list[int]) -> tuple[Couple, ...]:
    """Each of North and South with each of East and West, the lower number first."""
    north, south, east, west = row[:SEATS]
    return (
        (north, east) if north < east else (east, north), (north, west) if north < west else (west, north),
        (south, east) if south < east else (east, south), (south, west) if south < west else (west, south),
    )


class SinglesRest(Unplayed):
    """The rounds still to be played. `rounds[i][row]` is [n, s, e, w, set] for the tables, then a bench row for each player without a table."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        is_shared = evening.movement.declared.max_tables_per_set_per_round > 1  # then every table has the boards of the round
        self.copies = self.tables if is_shared else evening.copies
        self.known: Counter[int] = Counter()
        self.partners, self.opponents, self.sat = _so_far(evening)
        for play in evening.played:
            for who in play.who:
                self.known[who] |= 1 << play.board
        self.playing: Counter[tuple[int, int]] = Counter()  # (player, set): in how many unplayed rounds
        self.laid = [Counter[int]() for _ in self.planned]
        self.totals = [0] * 7
        self.rounds = [self._rows(tables, present) for tables, present in zip(self.planned, self.present, strict=True)]
        for index, rows in enumerate(self.rounds):
            for place, row in enumerate(rows):
                self._count(index, place, row, 1)

    def _rows(self, tables: tuple[Row, ...], present: frozenset[int]) -> list[list[int]]:
        """A round with everybody who is there: tables that are full as planned, the others filled from the bench and from tables with fewer players."""
        rows = [[who if who in present else 0 for who in row[:SEATS]] + [row[SEATS]] for row in tables]
        bench = sorted(present - {who for row in rows for who in row[:SEATS]})
        for row in sorted(rows, key=lambda row: -sum(map(bool, row[:SEATS]))):
            holes = [seat for seat in range(SEATS) if not row[seat]]
            fewer = [other for other in reversed(rows) if other is not row and 0 < sum(map(bool, other[:SEATS])) < SEATS]
            if not holes or len(bench) + sum(sum(map(bool, other[:SEATS])) for other in fewer) < len(holes):
                continue
            for seat in holes:
                row[seat] = bench.pop(0) if bench else _taken_from(fewer)
            row[SEATS] = row[SEATS] or self._set_of_round(rows)
        for row in rows:
            if not all(row[:SEATS]):
                bench += [who for who in row[:SEATS] if who]
                row[:] = [0] * (SEATS + 1)
        return [*rows, *([who, 0, 0, 0, 0] for who in sorted(bench))]

    def _set_of_round(self, rows: list[list[int]]) -> int:
        """The set that most tables have, or the first that none has."""
        used = Counter(row[SEATS] for row in rows if row[SEATS])
        if used and self.copies > 1:
            return used.most_common(1)[0][0]
        later = {row[SEATS] for tables in self.planned for row in tables} if self.copies > 1 else set[int]()
        free = [number for number in range(1, len(self.masks)) if number not in used and not self.masks[number] & self._seen()]
        return next((number for number in free if number not in later), next(iter(free), 1))

    def _seen(self) -> int:
        """The boards that somebody has played."""
        seen = 0
        for mask in self.known.values():
            seen |= mask
        return seen

    def cost(self) -> Cost:
        """What the rest costs as it stands."""
        sharing, missed, sitouts, uneven, again, thrice, moved = self.totals
        return sharing, missed, sitouts, uneven, again, thrice, moved

    def _count(self, index: int, place: int, row: list[int], step: int) -> None:
        """Add a row to what is counted (step 1), or take it away (-1)."""
        totals, back = self.totals, step < 0
        if place < self.tables:
            totals[6] += step * sum(map(ne, row, self.planned[index][place]))
        if not all(row):
            for who in filter(None, row[:SEATS]):
                self.sat[who] -= back
                totals[2] += step
                totals[3] += step * (2 * self.sat[who] + 1)
                self.sat[who] += not back
            return
        laid = row[SEATS]
        self.laid[index][laid] -= back
        totals[0] += step * (self.laid[index][laid] >= self.copies)
        self.laid[index][laid] += not back
        playing, partners, opponents, mask, missed = self.playing, self.partners, self.opponents, self.masks[laid], 0
        for who in row[:SEATS]:
            times = playing[who, laid] - back
            missed += (mask & self.known[who]).bit_count() + self.size * times
            playing[who, laid] = times + (not back)
        totals[1] += step * missed
        for couple in partners_of(row):
            times = partners[couple] - back
            totals[4] += step * times
            partners[couple] = times + (not back)
        for couple in opponents_of(row):
            times = opponents[couple] - back
            if times > 1:
                totals[5] += step * (times - 1)
            opponents[couple] = times + (not back)

    def _put(self, index: int, change: Change) -> Change:
        """Make a change; what undoes it."""
        rows = self.rounds[index]
        before = {place: rows[place] for place in change}
        for place, row in before.items():
            self._count(index, place, row, -1)
        for place, row in change.items():
            rows[place] = row
            self._count(index, place, row, 1)
        return before

    def improve(self) -> None:
        """Small changes, one after another, as long as one of them lowers the cost; then a change that does not, if others after it make up for it."""
        left = _PATIENCE
        for index in range(len(self.rounds)):
            left -= self._descend(index)
        if self.cost()[1]:
            self._give_fresh_sets()
            cost = None
            while cost != self.cost():
                cost = self.cost()
                for index in range(len(self.rounds)):
                    self._descend(index)
        going = True
        while going and self.may_be_better():
            going = False
            for index in range(len(self.rounds)):
                for change in list(self._changes(index)):
                    best = self.cost()
                    before = self.rounds[index][:]
                    self._put(index, change)
                    left -= 1 + self._descend(index)
                    if self.cost() < best:
                        going = left > 0
                        break  # the other changes were for the round as it was
                    self._put(index, {place: row for place, row in enumerate(before) if row is not self.rounds[index][place]})
                    if left < 0:
                        return

    def _give_fresh_sets(self) -> None:
        """Where somebody would come to boards that he knows: other company and other boards, until nobody does or no way is found."""
        times = Counter(self.playing)
        for who, known in self.known.items():
            times.update((who, number) for number, mask in enumerate(self.masks) if mask & known)
        for index, rows in enumerate(FreshSets(self.rounds, self.tables, len(self.masks) - 1, self.copies, times).search()):
            self._put(index, dict(enumerate(rows)))

    def may_be_better(self) -> bool:
        """Does the rest cost more than the sit-outs that no plan can avoid, evenly spread, with new partners and nobody opposed a third time?"""
        forced = sum(len(present) - SEATS * min(self.tables, len(present) // SEATS) for present in self.present)
        sharing, missed, sitouts, _, again, thrice, _ = self.cost()
        rested = [self.sat[who] for who in (frozenset[int]().union(*self.present) if forced else ())]
        return (sharing, missed, sitouts, again, thrice) > (0, 0, forced, 0, 0) or max(rested, default=0) - min(rested, default=0) > 1

    def _descend(self, index: int) -> int:
        """Keep every small change in that round that lowers the cost, until none does; how many were tried."""
        tried = 0
        improving = True
        while improving:
            improving = False
            for change in self._changes(index):
                tried += 1
                best = self.cost()
                before = self._put(index, change)
                if self.cost() < best:
                    improving = True
                    break
                self._put(index, before)
        return tried

    def _changes(self, index: int) -> Iterator[Change]:
        """Every change worth a try in a round: the rows it puts in place of those there."""
        rows = self.rounds[index]
        troubled = [place for place in range(len(rows)) if self._is_troubled(index, place)]
        for place in troubled:
            if place < self.tables:
                for turn in _TURNS:
                    yield {place: [*(rows[place][seat] for seat in turn), rows[place][SEATS]]}
            for other in range(len(rows)):
                if other != place and rows[other][0] and not (other < place and other in troubled):
                    yield from self._exchanges(rows, place, other)
        for place in troubled:
            if place < self.tables and all(rows[place]):
                for number in range(1, len(self.masks)):
                    if number != rows[place][SEATS]:
                        yield {place: [*rows[place][:SEATS], number]}

    def _exchanges(self, rows: list[list[int]], place: int, other: int) -> Iterator[Change]:
        """Two players of two tables, or one of a table and one of the bench, exchanged."""
        if place >= self.tables and other >= self.tables:
            return
        for seat in range(SEATS if place < self.tables else 1):
            for at in range(SEATS if other < self.tables else 1):
                change = {place: rows[place][:], other: rows[other][:]}
                change[place][seat], change[other][at] = rows[other][at], rows[place][seat]
                yield change

    def _is_troubled(self, index: int, place: int) -> bool:
        """Does somebody there sit out, know boards, share, or meet somebody too often?"""
        row = self.rounds[index][place]
        if not all(row):
            return bool(row[0])
        laid = row[SEATS]
        return (
            self.laid[index][laid] > self.copies
            or any(self.partners[couple] > 1 for couple in partners_of(row))
            or any(self.opponents[couple] > 2 for couple in opponents_of(row))
            or any(self.masks[laid] & self.known[who] or self.playing[who, laid] > 1 for who in row[:SEATS])
        )

    def replanned(self, announced: Movement) -> Replanned:
        """The new plan with all that it costs, and who has been told otherwise."""
        known = Counter(self.known)
        partners, opponents, _ = _so_far(self.evening)
        seats, boards, missed, again, thrice = [], [], [], [], []
        for number, (rows, present) in enumerate(zip(self.rounds, self.present, strict=True), self.first):
            tables, laid_out, idle = [], [], set(present)
            for row in rows[: self.tables]:
                taken = known[row[0]] | known[row[1]] | known[row[2]] | known[row[3]]
                fresh = self.masks[row[SEATS]] & ~taken if all(row) else 0
                whole = self.evening.boards[row[SEATS] - 1] if all(row) else ()
                to_play = tuple(board for board in whole if fresh >> board & 1)
                laid_out.append(to_play)
                tables.append(tuple(row) if to_play else empty_row(Kind.INDIVIDUAL))
                if not to_play:
                    continue
                for who in row[:SEATS]:
                    known[who] |= fresh
                idle -= set(row[:SEATS])
                again += [(number, *couple) for couple in partners_of(row) if partners[couple]]
                thrice += [(number, *couple) for couple in opponents_of(row) if opponents[couple] > 1]
                partners.update(partners_of(row))
                opponents.update(opponents_of(row))
                gone = tuple(board for board in whole if board not in to_play and board not in self.evening.withdrawn)
                missed += [Missed(number, who, gone, False) for who in row[:SEATS] if gone]
            missed += [Missed(number, who, (), True) for who in sorted(idle)]
            seats.append(tuple(tables))
            boards.append(tuple(laid_out))
        movement = self.movement(tuple(seats))
        return Replanned(movement, tuple(boards), tuple(missed), tuple(again), self.changed(movement, announced), tuple(thrice))


def _taken_from(rows: list[list[int]]) -> int:
    """A player taken from the table that has fewest."""
    row = min((row for row in rows if any(row[:SEATS])), key=lambda row: sum(map(bool, row[:SEATS])))
    seat = next(seat for seat in range(SEATS) if row[seat])
    who, row[seat] = row[seat], 0
    return who


def _so_far(evening: Evening) -> tuple[Counter[Couple], Counter[Couple], Counter[int]]:
    """How often players were partners and opponents, and sat out while they were there, in the rounds that are over."""
    partners: Counter[Couple] = Counter()
    opponents: Counter[Couple] = Counter()
    sat: Counter[int] = Counter()
    for row in {(play.round, play.who) for play in evening.played}:
        partners.update(partners_of(row[1]))
        opponents.update(opponents_of(row[1]))
    for number, tables in enumerate(evening.movement.seats[: evening.over], 1):
        sat.update(evening.present(number) - {who for row in tables if is_played(row) for who in row[:SEATS]})
    return partners, opponents, sat
