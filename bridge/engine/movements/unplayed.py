"""The rounds of an evening that are still to be played, as they were planned: who is there, which boards there are, what becomes of the movement."""

from bridge.engine.movements.check import allowing_itself
from bridge.engine.movements.evening import Evening
from bridge.engine.movements.movement import Movement, Row, Seats

Spot = tuple[int, int]  # (row, seat) in a round; rows after the tables are the bench, where only the first seat is used


class Unplayed:
    """What planning anew starts from, for pairs and for single players.

    first     the round after those that are over; `planned` and `present`: tables and who is there, from that round on
    masks     the boards of each set that are still in play, by the set's number, as bits; size: of the largest
    """

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.tables = evening.movement.tables
        self.first = evening.over + 1
        self.planned: Seats = evening.movement.seats[evening.over :]
        self.present = [evening.present(number) for number in range(self.first, evening.movement.rounds + 1)]
        self.masks = [0, *(sum(1 << board for board in boards if board not in evening.withdrawn) for boards in evening.boards)]
        self.size = max((mask.bit_count() for mask in self.masks), default=0)

    def movement(self, rest: Seats) -> Movement:
        """The rounds that are over, and these after them."""
        old = self.evening.movement
        seats = old.seats[: self.evening.over] + rest
        return allowing_itself(Movement(old.kind, old.family, self.tables, len(seats), old.sets, old.entrants, old.winners, seats, old.declared))

    def changed(self, movement: Movement, announced: Movement) -> tuple[int, ...]:
        """Those whose place in the next round is another than announced."""
        if not self.planned:
            return ()
        before = _where(announced.seats[self.first - 1]) if self.first <= announced.rounds else {}
        after = _where(movement.seats[self.first - 1])
        return tuple(who for who in sorted(self.present[0]) if before.get(who) != after.get(who))


def _where(tables: tuple[Row, ...]) -> dict[int, Spot]:
    return {who: (table, seat) for table, row in enumerate(tables) for seat, who in enumerate(row[:-1]) if who}
