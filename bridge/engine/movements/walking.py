"""What to tell people between two rounds: where each one goes, where each table's boards come from and go to (Laws 5 and 8). Values only, no sentences."""

from dataclasses import dataclass

from bridge.engine.movements.movement import Kind, Movement, Place, is_played, places_in
from bridge.engine.seats import Side


@dataclass(frozen=True, slots=True)
class Step:
    """Where one entrant (of a team: one half) goes after a round.

    now, then   places in this round and the next; None: nowhere, or no further round. A place with set 0: at a table without opponents
    back        who does not play next: the first round after it with play, and the place; None when there is none
    """

    entrant: int
    half: Side | None
    now: Place | None
    then: Place | None
    back: tuple[int, Place] | None

    @property
    def stays(self) -> bool:
        """Same table and same side?"""
        if self.now is None or self.then is None:
            return False
        return (self.now.table, self.now.side, self.now.seat) == (self.then.table, self.then.side, self.then.seat)

    @property
    def sits_out(self) -> bool:
        """Is nothing played next?"""
        return self.then is None or not self.then.plays


@dataclass(frozen=True, slots=True)
class BoardsMove:
    """One table's set in a round, where it was played last, and where it goes.

    come_from   (round, tables) of the last play before; None: fresh from the box. An earlier round than the last: from the bye-stand
    go_to       (round, tables) of the next play; None: finished with. A later round than the next: to the bye-stand
    shared_with other tables that play it in the same round
    """

    table: int
    set: int
    come_from: tuple[int, tuple[int, ...]] | None
    go_to: tuple[int, tuple[int, ...]] | None
    shared_with: tuple[int, ...]


def _halves(movement: Movement) -> tuple[Side | None, ...]:
    return (Side.NS, Side.EW) if movement.kind is Kind.TEAMS else (None,)


Places = dict[int, tuple[Place, ...]]


def _place(places: Places, entrant: int, half: Side | None) -> Place | None:
    return next((place for place in places.get(entrant, ()) if half in (None, place.side)), None)


def next_places(movement: Movement, number: int) -> tuple[Step, ...]:
    """Where everybody goes after round `number`, in the order of their numbers; 0: where everybody begins."""
    rounds: dict[int, Places] = {later: places_in(movement, later) for later in range(max(1, number), movement.rounds + 1)}

    def step(entrant: int, half: Side | None) -> Step:
        here, there = (_place(rounds.get(which, {}), entrant, half) for which in (number, number + 1))
        back = None
        if there is None or not there.plays:
            later = ((which, _place(rounds[which], entrant, half)) for which in range(number + 2, movement.rounds + 1))
            back = next(((which, place) for which, place in later if place is not None and place.plays), None)
        return Step(entrant, half, here, there, back)

    return tuple(step(entrant, half) for entrant in range(1, movement.entrants + 1) for half in _halves(movement))


def path_of(movement: Movement, entrant: int) -> tuple[tuple[Place, ...], ...]:
    """One entrant's guide card: its places in every round, an empty tuple where it sits nowhere."""
    return tuple(places_in(movement, number).get(entrant, ()) for number in range(1, movement.rounds + 1))


def boards_moves(movement: Movement, number: int) -> tuple[BoardsMove, ...]:
    """Where the boards of every table that plays in a round come from and go to, in table order."""

    def tables_with(laid: int, when: int) -> tuple[int, ...]:
        return tuple(table for table, row in enumerate(movement.seats[when - 1], 1) if is_played(row) and row[-1] == laid)

    def first(laid: int, rounds: range) -> tuple[int, tuple[int, ...]] | None:
        return next(((when, tables) for when in rounds if (tables := tables_with(laid, when))), None)

    moves = []
    for table, row in enumerate(movement.seats[number - 1], 1):
        if is_played(row):
            laid = row[-1]
            shared = tuple(other for other in tables_with(laid, number) if other != table)
            moves.append(BoardsMove(table, laid, first(laid, range(number - 1, 0, -1)), first(laid, range(number + 1, movement.rounds + 1)), shared))
    return tuple(moves)
