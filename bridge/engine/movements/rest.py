"""The unplayed rounds of an evening of pairs while they are being improved: who sits where, what it costs, and every small change that lowers the cost.

A cost is compared in this order: tables that would share boards beyond the copies there are, boards that pairs miss, sit-outs, their unevenness,
rematches, places other than planned.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from bridge.engine.movements.evening import Evening, Missed, Replanned, empty_row
from bridge.engine.movements.movement import Kind, Movement, is_played
from bridge.engine.movements.unplayed import Spot, Unplayed

Cost = tuple[int, int, int, int, int, int]
_PATIENCE = 12_000  # tables reckoned before a search for something better is given up


class Rest(Unplayed):
    """The rounds still to be played. `rounds[i][row]` is [ns, ew, set] for the tables, then a bench row for each pair without a table."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self.copies = max(evening.copies, evening.movement.declared.max_tables_per_set_per_round)
        self.known = [0] * (evening.movement.entrants + 1)
        for play in evening.played:
            for who in play.who:
                self.known[who] |= 1 << play.board
        self.met, self.sat = _so_far(evening)
        self.rounds = [[list(row) for row in tables] for tables in self.planned]
        for rows, present in zip(self.rounds, self.present, strict=True):
            for row in rows:
                row[:2] = [who if who in present else 0 for who in row[:2]]
            seated = {who for row in rows for who in row[:2]}
            rows.extend([pair, 0, 0] for pair in sorted(present - seated))

    def cost(self) -> Cost:
        """What the rest costs as it stands."""
        # Reckoned some ten thousand times for one incident: plain dicts and lists, which are quicker than Counters.
        known, met, sat = self.known[:], dict(self.met), dict(self.sat)
        masks, size, copies, tables = self.masks, self.size, self.copies, self.tables
        sharing = missed = sitouts = rematches = moved = 0
        for rows, present, planned in zip(self.rounds, self.present, self.planned, strict=True):
            laid_out = [0] * len(masks)
            idle = set(present)
            for (ns, ew, laid), (planned_ns, planned_ew, _) in zip(rows[:tables], planned, strict=True):
                moved += (ns != planned_ns) + (ew != planned_ew)
                fresh = masks[laid] & ~(known[ns] | known[ew]) if ns and ew else 0
                if not fresh:
                    continue
                missed += 2 * (size - fresh.bit_count())
                known[ns] |= fresh
                known[ew] |= fresh
                laid_out[laid] += 1
                sharing += laid_out[laid] > copies
                couple = (ns, ew) if ns < ew else (ew, ns)
                before = met.get(couple, 0)
                rematches += before > 0
                met[couple] = before + 1
                idle.discard(ns)
                idle.discard(ew)
            missed += size * len(idle)
            sitouts += len(idle)
            for who in idle:
                sat[who] = sat.get(who, 0) + 1
        return sharing, missed, sitouts, sum([times * times for times in sat.values()]), rematches, moved

    def seat_everybody(self) -> None:
        """Bring pairs from the bench to tables where somebody waits, then two by two to empty tables."""
        for index, rows in enumerate(self.rounds):
            for want in (1, 0):
                for place in range(self.tables):
                    row = rows[place]
                    bench = [other for other in rows[self.tables :] if other[0]]
                    if sum(map(bool, row[:2])) != want or len(bench) < 2 - want:
                        continue
                    for side in (0, 1):
                        if not row[side]:
                            opposite = row[1 - side]
                            other = min(bench, key=lambda bench_row: self._met_before(bench_row[0], opposite))
                            row[side], other[0] = other[0], 0
                            bench.remove(other)
                    row[2] = self._best_set(index, row, [other for other in rows[: self.tables] if other is not row])

    def _met_before(self, pair: int, other: int) -> tuple[int, int]:
        return self.met[min(pair, other), max(pair, other)], pair

    def _taken(self, index: int, pair: int) -> int:
        """Boards a pair knows or is to play in other rounds."""
        taken = self.known[pair]
        for other, rows in enumerate(self.rounds):
            if other != index:
                for ns, ew, laid in rows[: self.tables]:
                    if pair in (ns, ew) and ns and ew:
                        taken |= self.masks[laid]
        return taken

    def _best_set(self, index: int, row: list[int], others: list[list[int]]) -> int:
        """The set of which two pairs can play most, no more tables having it than there are copies; the one they have where it is as good."""
        ns, ew, laid = row
        if not ns or not ew:
            return 0
        used = Counter(other[2] for other in others if other[0] and other[1])
        taken = self._taken(index, ns) | self._taken(index, ew)
        free = [number for number in range(1, len(self.masks)) if used[number] < self.copies] or list(range(1, len(self.masks)))
        return max(free, key=lambda number: ((self.masks[number] & ~taken).bit_count(), number == laid, -number))

    def improve(self) -> None:
        """Small changes, one after another, as long as one of them lowers the cost; then a change that does not, if others after it make up for it."""
        self._descend(range(len(self.rounds)))
        left = _PATIENCE // (1 + self.tables * len(self.rounds))
        going = True
        while going and self._may_be_better():
            going = False
            for index, rows in enumerate(self.rounds):
                best = self.cost()
                for change in list(self._changes(index)):
                    before = rows[:]
                    for place, row in change.items():
                        rows[place] = row
                    left -= self._descend((index,))
                    if self.cost() < best:
                        going = left > 0
                        break  # the other changes were for the round as it was
                    rows[:] = before
                    if left < 0:
                        return

    def _may_be_better(self) -> bool:
        """Does the rest cost more than the sit-outs that no plan for so many pairs and tables can avoid?"""
        forced = sum(len(present) - 2 * min(self.tables, len(present) // 2) for present in self.present)
        sharing, missed, sitouts, _, rematches, _ = self.cost()
        return (sharing, missed, sitouts, rematches) > (0, self.size * forced, forced, 0)

    def _descend(self, indices: Iterable[int]) -> int:
        """Keep every small change in those rounds that lowers the cost, until none does; how many were tried."""
        best, tried = self.cost(), 0
        improving = True
        while improving:
            improving = False
            for index in indices:
                rows = self.rounds[index]
                for change in self._changes(index):
                    tried += 1
                    before = {place: rows[place] for place in change}
                    for place, row in change.items():
                        rows[place] = row
                    cost = self.cost()
                    if cost < best:
                        best, improving = cost, True
                    else:
                        for place, row in before.items():
                            rows[place] = row
        return tried

    def _changes(self, index: int) -> Iterator[dict[int, list[int]]]:
        """Every change worth a try in a round: the rows it puts in place of those there."""
        rows = self.rounds[index]
        for spot in self._troubled(index):
            for other in self._spots(index):
                if spot[0] != other[0]:
                    yield self._exchanged(index, spot, other)
        for place in sorted({place for place, _ in self._troubled(index) if place < self.tables}):
            for number in range(1, len(self.masks)):
                yield {place: [*rows[place][:2], number]}
            for table in range(self.tables):
                if table != place:
                    yield {place: [*rows[place][:2], rows[table][2]], table: [*rows[table][:2], rows[place][2]]}

    def _exchanged(self, index: int, spot: Spot, other: Spot) -> dict[int, list[int]]:
        """Two pairs, or a pair and an empty place, exchanged, and both tables given the sets that suit them."""
        rows = self.rounds[index]
        change = {spot[0]: rows[spot[0]][:], other[0]: rows[other[0]][:]}
        change[spot[0]][spot[1]], change[other[0]][other[1]] = rows[other[0]][other[1]], rows[spot[0]][spot[1]]
        settled = [row for place, row in enumerate(rows[: self.tables]) if place not in change]
        for place, row in change.items():
            if place < self.tables:
                row[2] = self._best_set(index, row, settled)
                settled.append(row)
        return change

    def _spots(self, index: int) -> list[Spot]:
        rows = self.rounds[index]
        return [(row, side) for row in range(len(rows)) for side in (0, 1) if row < self.tables or side == 0]

    def _troubled(self, index: int) -> list[Spot]:
        """Where somebody waits, knows boards, meets again, or shares; the bench too."""
        known, met = self.known[:], self.met.copy()
        for rows in self.rounds[:index]:
            for ns, ew, laid in rows[: self.tables]:
                if ns and ew:
                    known[ns] |= self.masks[laid]
                    known[ew] |= self.masks[laid]
                    met[min(ns, ew), max(ns, ew)] += 1
        rows = self.rounds[index]
        used = Counter(row[2] for row in rows[: self.tables] if row[0] and row[1])
        found: list[Spot] = []
        for place, (ns, ew, laid) in enumerate(rows):
            if not (ns or ew):
                continue
            if place >= self.tables:
                found.append((place, 0))
            elif not (ns and ew):
                found.append((place, 0 if ns else 1))
            elif self.masks[laid] & (known[ns] | known[ew]) or met[min(ns, ew), max(ns, ew)] or used[laid] > self.copies or not laid:
                found += [(place, 0), (place, 1)]
        return found

    def replanned(self, announced: Movement) -> Replanned:
        """The new plan with all that it costs, and who has been told otherwise."""
        known, met = self.known[:], self.met.copy()
        seats, boards, missed, rematches = [], [], [], []
        for number, (rows, present) in enumerate(zip(self.rounds, self.present, strict=True), self.first):
            tables, laid_out, idle = [], [], set(present)
            for ns, ew, laid in rows[: self.tables]:
                fresh = self.masks[laid] & ~(known[ns] | known[ew]) if ns and ew else 0
                to_play = tuple(board for board in self.evening.boards[laid - 1] if fresh >> board & 1) if fresh else ()
                laid_out.append(to_play)
                # two who have nothing to play do not sit there: the plan says that they sit out
                tables.append((ns, ew, laid) if to_play else empty_row(Kind.PAIRS) if ns and ew else (ns, ew, 0))
                if not to_play:
                    continue
                known[ns] |= fresh
                known[ew] |= fresh
                idle -= {ns, ew}
                couple = (min(ns, ew), max(ns, ew))
                if met[couple]:
                    rematches.append((number, *couple))
                met[couple] += 1
                gone = tuple(board for board in self.evening.boards[laid - 1] if board not in to_play and board not in self.evening.withdrawn)
                missed += [Missed(number, pair, gone, False) for pair in couple if gone]
            missed += [Missed(number, pair, (), True) for pair in sorted(idle)]
            seats.append(tuple(tables))
            boards.append(tuple(laid_out))
        movement = self.movement(tuple(seats))
        return Replanned(movement, tuple(boards), tuple(missed), tuple(rematches), self.changed(movement, announced))


def _so_far(evening: Evening) -> tuple[Counter[tuple[int, int]], Counter[int]]:
    """How often couples have met, and how often pairs have sat out while they were there, in the rounds that are over."""
    met: Counter[tuple[int, int]] = Counter()
    sat: Counter[int] = Counter()
    for number, tables in enumerate(evening.movement.seats[: evening.over], 1):
        playing = {who for row in tables if is_played(row) for who in row[:2]}
        sat.update(evening.present(number) - playing)
    for couple in {(play.round, min(play.who), max(play.who)) for play in evening.played}:
        met[couple[1:]] += 1
    return met, sat
