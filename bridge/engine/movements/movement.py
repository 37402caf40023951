"""The plan of a session as a value: seats round by round, and what it allows itself. Checking it is `check`, making it the other modules."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from bridge.engine.errors import EngineError
from bridge.engine.seats import Seat, Side


class NoSuchMovement(EngineError):
    """No movement of this family has that size.

    Facts: `family`, `tables`, `rounds`, `sets` (as asked for, None where not told), `why` (a `Why`), `nearest` (an `Order` that can be made, or None).
    """


class NoSuchFamily(EngineError):
    """The name is not in the list of families. Facts: `family`, `families`."""


class OptionNotUsed(EngineError):
    """This family has no such option. Facts: `family`, `option`, `options` (those it has)."""


class Kind(Enum):
    """Who sits at the tables: fixed pairs, single players, or the halves of teams."""

    PAIRS = "pairs"
    INDIVIDUAL = "individual"
    TEAMS = "teams"


class Why(Enum):
    """The reason a movement does not exist."""

    TABLES = "tables"  # not for this number of tables
    ROUNDS = "rounds"  # not for this number of rounds
    SETS = "sets"  # not with this number of board sets
    ENTRANTS = "entrants"  # not for this number of pairs, players or teams
    SWITCHED = "switched"  # an arrow switch in a round that is not played
    REPLAY = "replay"  # somebody would play a set twice
    UNKNOWN = "unknown"  # it may exist, but none was found


PLAYERS = (Seat.N, Seat.S, Seat.E, Seat.W)  # the order of players in a row: partners side by side

Row = tuple[int, ...]
Seats = tuple[tuple[Row, ...], ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """What a movement allows beyond one meeting, one table for each set in a round, and nobody sitting out.

    max_meet, repeat_meetings       pairs: most meetings of one couple; couples that may meet more than once
    max_tables_per_set_per_round    most tables with one set in one round; max_sharing_rounds: in how many rounds (None: any)
    copies                          copies of each board laid out
    max_sitouts, uneven_sitouts     most rounds one entrant sits out; sit-outs inside a line may differ by more than 1
    perfect, max_partner, max_oppose    individual: everybody partners everybody once and opposes twice; most of each
    sets_per_match, unmet_pairs     teams: sets of one match; couples of teams that do not meet
    """

    max_meet: int = 1
    repeat_meetings: int = 0
    max_tables_per_set_per_round: int = 1
    max_sharing_rounds: int | None = None
    copies: int = 1
    max_sitouts: int = 0
    uneven_sitouts: bool = False
    perfect: bool = False
    max_partner: int = 1
    max_oppose: int = 2
    sets_per_match: int = 1
    unmet_pairs: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """A movement asked for: its family, size and options. Stored, it makes the same movement again.

    tables      whole or with a half: 15 pairs are 15/2 tables; teams are as many as tables, players four times as many
    rounds, sets    None: as many as the movement has in full
    missing     the pair of the even movement that is not there (odd Howells)
    switched    rounds in which North-South and East-West are exchanged; None: those that balance best
    base        what a rover or an appendix stands on: "straight", "relay" or "skip"; appended: tables added to the base
    shared      boards are shared instead of moved on where both exist (individuals); halves: teams exchange half-sets
    entrants    how many pairs, players or teams, where the tables do not tell it
    """

    family: str
    tables: Fraction
    rounds: int | None = None
    sets: int | None = None
    missing: int | None = None
    switched: tuple[int, ...] | None = ()
    base: str | None = None
    appended: int | None = None
    shared: bool = False
    halves: bool = False
    entrants: int | None = None

    def refused(self, why: Why, nearest: "Order | None" = None) -> NoSuchMovement:
        """The refusal of this order, with what comes nearest to it."""
        return NoSuchMovement(family=self.family, tables=self.tables, rounds=self.rounds, sets=self.sets, why=why, nearest=nearest)

    def but(self, **changes: Any) -> "Order":
        """The same order with some of it changed."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class Movement:
    """A plan: `seats[round][table]`, all numbers from 1.

    seats       pairs (ns, ew, set), teams (team whose North-South sits here, team whose East-West sits here, set), players (n, s, e, w, set);
                0 is an empty side: whoever is opposite sits out, the set is 0
    entrants    how many pairs, players or teams; winners: 1 or 2 rankings
    stationary  entrants who keep one table and direction, arrow switches apart
    switched    rounds in which the directions are already exchanged in `seats`
    """

    kind: Kind
    family: str
    tables: int
    rounds: int
    sets: int
    entrants: int
    winners: int
    seats: Seats
    declared: Declared = Declared()
    stationary: tuple[int, ...] = ()
    switched: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sits in a round, all from 1: the table, the side (individual: the seat too), the set (0: nothing is played) and who sits opposite."""

    table: int
    side: Side
    seat: Seat | None
    set: int
    opponents: tuple[int, ...]

    @property
    def plays(self) -> bool:
        """Is there somebody to play against?"""
        return self.set > 0


def is_played(row: Row) -> bool:
    """Does play take place at a table: every seat taken and a set laid out?"""
    return all(row)


def played_tables(seats: Seats) -> Iterator[tuple[int, int, Row]]:
    """(round, table, row) of every table where something is played, rounds and tables from 1."""
    for number, tables in enumerate(seats, 1):
        for table, row in enumerate(tables, 1):
            if is_played(row):
                yield number, table, row


def places_in(movement: Movement, number: int) -> dict[int, tuple[Place, ...]]:
    """Every seated entrant's places in one round; a team has two, its North-South and its East-West."""
    found: dict[int, tuple[Place, ...]] = {}
    for table, row in enumerate(movement.seats[number - 1], 1):
        played = row[-1] if is_played(row) else 0
        for seat, who in enumerate(row[:-1]):
            if not who:
                continue
            if movement.kind is Kind.INDIVIDUAL:
                opponents = row[2:4] if seat < 2 else row[:2]
                place = Place(table, PLAYERS[seat].side, PLAYERS[seat], played, tuple(filter(None, opponents)))
            else:
                place = Place(table, (Side.NS, Side.EW)[seat], None, played, (row[1 - seat],) if row[1 - seat] else ())
            found[who] = (*found.get(who, ()), place)
    return found


def board_numbers(number: int, boards: int, first: int = 1) -> tuple[int, int]:
    """First and last board of a set when each set has so many boards and set 1 begins with board `first`."""
    start = first + (number - 1) * boards
    return start, start + boards - 1


def shortened(movement: Movement, rounds: int) -> Movement:
    """The first rounds of a movement, with all its sets."""
    return replace(movement, rounds=rounds, seats=movement.seats[:rounds], switched=tuple(r for r in movement.switched if r <= rounds))


def without(movement: Movement, missing: int) -> Movement:
    """The movement when one pair is not there: whoever would meet it sits out, and the pairs numbered after it move up by one."""

    def renumbered(who: int) -> int:
        return 0 if who == missing else who - (who > missing)

    def row(seated: Row) -> Row:
        ns, ew = renumbered(seated[0]), renumbered(seated[1])
        return (ns, ew, seated[2] if ns and ew else 0)

    return replace(
        movement,
        entrants=movement.entrants - 1,
        seats=tuple(tuple(map(row, tables)) for tables in movement.seats),
        stationary=tuple(renumbered(who) for who in movement.stationary if who != missing),
        declared=replace(movement.declared, max_sitouts=1),
    )
