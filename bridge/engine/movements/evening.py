"""What was planned for an evening of pairs or single players, what happened instead, and a new plan for the rest: what replanning takes and gives."""

from dataclasses import dataclass

from bridge.engine.errors import EngineError
from bridge.engine.movements.movement import Kind, Movement, Row, is_played


class NotForTeams(EngineError):
    """Matches of teams are not planned anew: a movement for pairs or single players is. Facts: `kind`."""


class RoundIsPlayed(EngineError):
    """The round is over and cannot be planned anew. Facts: `round`, `over`."""


class PairIsHere(EngineError):
    """A pair that is there cannot arrive. Facts: `pair`."""


class NoSuchPair(EngineError):
    """The pair is not in the movement. Facts: `pair`."""


@dataclass(frozen=True, slots=True)
class Play:
    """A board that was played, wherever that was planned or not; `who`: the two pairs (ns, ew) or the four players (n, s, e, w)."""

    round: int
    table: int
    who: Row
    board: int


@dataclass(frozen=True, slots=True)
class Stay:
    """From which round on, and to which one, a pair is there (None: to the end)."""

    pair: int
    first: int = 1
    last: int | None = None

    def covers(self, number: int) -> bool:
        """Is the pair there in that round?"""
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True)
class Evening:
    """What was planned and what happened.

    movement    the plan in force, its played rounds as they really were
    boards      the boards of set 1, 2, ...; withdrawn: boards that nobody plays any more
    over        rounds that are over; played: every board played, in them or already in a later one
    stays       pairs that are not there all the time; who is not named is
    copies      tables that can play one set in one round, if the movement does not allow more
    """

    movement: Movement
    boards: tuple[tuple[int, ...], ...]
    over: int
    played: tuple[Play, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    stays: tuple[Stay, ...] = ()
    copies: int = 1

    def present(self, number: int) -> frozenset[int]:
        """The pairs that are there in a round."""
        away = {stay.pair for stay in self.stays if not stay.covers(number)}
        return frozenset(pair for pair in range(1, self.movement.entrants + 1) if pair not in away)


@dataclass(frozen=True, slots=True)
class Missed:
    """Boards of a round's set that a pair cannot play: all where it sits out, some where it or its opponents know them."""

    round: int
    pair: int
    boards: tuple[int, ...]
    sits_out: bool


@dataclass(frozen=True, slots=True)
class Replanned:
    """The new plan of all rounds, and what it costs.

    boards      for every unplayed round and table the boards to play there, empty where nothing is played
    rematches   (round, one, other) of unplayed rounds: pairs that meet again, single players who are partners again
    thrice      (round, one, other): single players who are opponents a third time, or more often
    changed     those whose place in the next round is another than was planned
    """

    movement: Movement
    boards: tuple[tuple[tuple[int, ...], ...], ...]
    missed: tuple[Missed, ...]
    rematches: tuple[tuple[int, int, int], ...]
    changed: tuple[int, ...]
    thrice: tuple[tuple[int, int, int], ...] = ()


def empty_row(kind: Kind) -> Row:
    """A table where nobody sits."""
    return (0,) * (5 if kind is Kind.INDIVIDUAL else 3)


def played_as_planned(movement: Movement, boards: tuple[tuple[int, ...], ...], over: int) -> tuple[Play, ...]:
    """Every board of the first rounds, where it was planned."""
    return tuple(
        Play(number, table, row[:-1], board)
        for number, tables in enumerate(movement.seats[:over], 1)
        for table, row in enumerate(tables, 1)
        if is_played(row)
        for board in boards[row[-1] - 1]
    )
