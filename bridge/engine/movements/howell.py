"""Howells: one cyclic construction for full and three-quarter ones, for even numbers of pairs and for odd ones with one pair missing.

With m sets, pairs 1 to m move in a circle of m positions and the others stay. A table is a couple of positions, or a position and a stationary pair, with a
set offset; in round r position p is taken by mover p - r and the set is offset + r (mod m). It is a movement when positions are used once, differences and
offsets are different, and so are the sums of offset and position: then nobody meets twice, no set is shared and none is replayed.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import ceil

from bridge.engine.movements.directions import evened
from bridge.engine.movements.mitchell import fits, seats_of
from bridge.engine.movements.movement import Declared, Kind, Movement, Order, Row, Seats, Why, shortened, without
from bridge.engine.movements.switching import turned

LARGEST = 40  # pairs

# Six pairs have no cyclic Howell and none without sharing: five rounds, in one of which all tables share. Found by search; set letters after the pairs.
_SIX = "2-5B 4-1C 6-3E, 1-6B 3-5D 4-2E, 2-1D 3-4B 6-5C, 1-5E 2-3C 6-4D, 3-1A 4-5A 6-2A"

# Number of pairs -> c: all quadratic residues x of the prime q = pairs - 1 (3 mod 4) as couples x, -x with offset c * x, where c * c - 1 is no residue.
_RESIDUES = {8: 2, 12: 3, 20: 2, 24: 4, 32: 5}


@dataclass(frozen=True, slots=True)
class Start:
    """One table of a scheme: the mover's position, the position opposite (None: a stationary pair sits North-South against it), the offset of its set."""

    position: int
    opposite: int | None
    offset: int


@dataclass(frozen=True, slots=True)
class Scheme:
    """A Howell for an even number of pairs: its sets and tables, and which matches are turned against them, round after round, table after table.

    turned_without_last     the same when the last pair, a stationary one, is missing
    """

    pairs: int
    sets: int
    starts: tuple[Start, ...]
    turned: tuple[bool, ...]
    turned_without_last: tuple[bool, ...]


def _read_start(text: str) -> Start:
    places, offset = text.split("@")
    first, _, second = places.partition("-")
    return Start(int(first[1:]), None, int(offset)) if first[0] == "S" else Start(int(first), int(second), int(offset))


def _read_turned(text: str) -> tuple[bool, ...]:
    return tuple(bit == "1" for digit in text for bit in f"{int(digit, 16):04b}")


@cache
def schemes() -> dict[tuple[int, int], Scheme]:
    """Every scheme there is, by number of pairs and number of sets: those by formula and those found by search and shipped."""
    found = {}
    for line in files(__package__).joinpath("howells.txt").read_text(encoding="ascii").splitlines():
        size, starts, turns, turns_without = line.split("|")
        pairs, sets = map(int, size.split())
        found[pairs, sets] = Scheme(pairs, sets, tuple(map(_read_start, starts.split())), _read_turned(turns.strip()), _read_turned(turns_without.strip()))
    for pairs, factor in _RESIDUES.items():
        found[pairs, pairs - 1] = residue_scheme(pairs, factor)
    found[4, 3] = Scheme(4, 3, (Start(0, None, 0), Start(1, 2, 0)), (), ())
    return found


def residue_scheme(pairs: int, factor: int) -> Scheme:
    """The perfectly balanced Howell for q + 1 pairs, q a prime 3 mod 4, from its quadratic residues."""
    prime = pairs - 1
    residues = {x * x % prime for x in range(1, prime)}
    starts = (Start(0, None, 0), *(Start(x, prime - x, factor * x % prime) for x in residues))
    return Scheme(pairs, prime, tuple(sorted(starts, key=lambda start: start.offset)), (), ())


def seats_of_scheme(scheme: Scheme, turns: tuple[bool, ...] = ()) -> Seats:
    """All rounds of a scheme, with the matches turned that are so marked."""
    stationary = iter(range(scheme.sets + 1, scheme.pairs + 1))
    fixed = {start: next(stationary) for start in scheme.starts if start.opposite is None}
    tables = len(scheme.starts)

    def row(table: int, number: int) -> Row:
        start = scheme.starts[table]
        mover = (start.position - number) % scheme.sets + 1
        laid = (start.offset + number) % scheme.sets + 1
        seated = (fixed[start], mover, laid) if start.opposite is None else (mover, (start.opposite - number) % scheme.sets + 1, laid)
        place = number * tables + table
        return turned(seated) if place < len(turns) and turns[place] else seated

    return seats_of(tables, scheme.sets, row)


def _six_pairs() -> Seats:
    def row(text: str) -> Row:
        return (int(text[0]), int(text[2]), ord(text[3]) - ord("A") + 1)

    return tuple(tuple(map(row, tables.split())) for tables in _SIX.split(","))


def _whole(family: str, pairs: int, sets: int, missing: int | None) -> Movement:
    """All rounds of a Howell, for the pairs that are there."""
    stationary: tuple[int, ...] = ()
    if (pairs, sets) == (6, 5):
        declared, seats = Declared(max_tables_per_set_per_round=3, max_sharing_rounds=1), _six_pairs()
    else:
        scheme = schemes()[pairs, sets]
        offsets = [start.offset for start in scheme.starts]
        declared = Declared(max_tables_per_set_per_round=max(map(offsets.count, offsets)))
        seats = seats_of_scheme(scheme, scheme.turned_without_last if missing == pairs else scheme.turned)
        stationary = tuple(range(sets + 1, pairs + 1))
    movement = Movement(Kind.PAIRS, family, pairs // 2, sets, sets, pairs, 1, seats, declared, stationary)
    if missing is None:
        return movement
    shortened_by_one = without(movement, missing)
    return shortened_by_one if missing == pairs else evened(shortened_by_one)


def _howell(order: Order, pairs: int, sets: int, missing: int | None) -> Movement:
    """The rounds asked for of a Howell; a shortened one is balanced afresh."""
    rounds = fits(order.but(sets=None), sets, sets)
    movement = _whole(order.family, pairs, sets, missing)
    return movement if rounds == sets else evened(shortened(movement, rounds))


def _missing(order: Order, pairs: int) -> int | None:
    """The pair of the even plan that is not there: as told, the last one where there is a half table.

    raises  NoSuchMovement where the plan has no such pair
    """
    if order.missing is not None and not 1 <= order.missing <= pairs:
        raise order.refused(Why.ENTRANTS, order.but(missing=pairs))
    return order.missing or (pairs if order.tables.denominator == 2 else None)


def _places(order: Order) -> int:
    """Pairs of the even plan for whole or half tables.

    raises  NoSuchMovement below 4 and above 40 pairs
    """
    pairs = 2 * ceil(order.tables)
    if not 4 <= pairs <= LARGEST:
        nearest = 3 if order.tables < 2 else LARGEST
        rounds = order.rounds and min(order.rounds, nearest - 1 + nearest % 2)
        raise order.refused(Why.TABLES, order.but(tables=Fraction(nearest, 2), rounds=rounds, sets=None))
    return pairs


def full(order: Order) -> Movement:
    """Full Howell: everybody meets everybody, one round and set fewer than pairs (4 to 40); fewer rounds are its first ones. A half table: one pair missing."""
    if order.tables.denominator != 1 or order.missing is not None:
        return full_with_sitout(order.but(family="howell_sitout"))
    pairs = _places(order)
    fits(order, pairs - 1, pairs - 1)
    return _howell(order, pairs, pairs - 1, None)


def full_with_sitout(order: Order) -> Movement:
    """Full Howell of an odd number of pairs: the next even one with a pair missing (the last, stationary one unless told), so that everybody sits out once."""
    pairs = _places(order)
    fits(order, pairs - 1, pairs - 1)
    return _howell(order, pairs, pairs - 1, _missing(order, pairs) or pairs)


def three_quarter_sets(pairs: int) -> tuple[int, ...]:
    """The numbers of sets for which there is a three-quarter Howell for that even number of pairs."""
    return tuple(sets for sets in range(pairs // 2 + 1, pairs - 1) if (pairs, sets) in schemes())


def three_quarter(order: Order) -> Movement:
    """Three-quarter Howell: fewer rounds than a full one, pairs - sets stationary pairs who do not meet each other. A half table: one pair missing.

    Two tables share a set in every round where that cannot be avoided (8 pairs with 5 or 6 sets, 10 with 8, and an odd number of sets one above half the
    pairs).
    """
    pairs = _places(order)
    possible = three_quarter_sets(pairs)
    if not possible:
        raise order.refused(Why.TABLES, order.but(family="howell", rounds=min(order.rounds or pairs - 1, pairs - 1), sets=pairs - 1))
    wanted = order.sets or order.rounds or 3 * pairs // 4
    sets = next((number for number in possible if number >= wanted), None)
    if sets is None:
        family = "howell" if order.tables.denominator == 1 else "howell_sitout"
        raise order.refused(Why.ROUNDS, order.but(family=family, rounds=min(wanted, pairs - 1), sets=pairs - 1))
    if order.sets not in (None, sets):
        raise order.refused(Why.SETS, order.but(sets=sets, rounds=min(order.rounds or sets, sets)))
    return _howell(order, pairs, sets, _missing(order, pairs))


def barometer(order: Order) -> Movement:
    """Barometer Howell: all tables play the same set in a round, so that the ranking after it is final for its boards. A half table: one pair missing."""
    pairs = _places(order)
    rounds = fits(order.but(sets=None), pairs - 1, pairs - 1)
    if order.sets not in (None, rounds):
        raise order.refused(Why.SETS, order.but(sets=rounds))
    scheme = schemes().get((pairs, pairs - 1)) or Scheme(6, 5, (Start(0, None, 0), Start(1, 4, 0), Start(2, 3, 0)), (), ())
    starts = tuple(_at_one_set(start, pairs - 1) for start in scheme.starts)
    seats = seats_of_scheme(replace(scheme, starts=starts), scheme.turned)[:rounds]
    everybody = tuple(tuple((ns, ew, number) for ns, ew, _ in tables) for number, tables in enumerate(seats, 1))
    declared = Declared(max_tables_per_set_per_round=pairs // 2)
    movement = Movement(Kind.PAIRS, order.family, pairs // 2, rounds, rounds, pairs, 1, everybody, declared, (pairs,))
    missing = _missing(order, pairs)
    return evened(movement if missing is None else without(movement, missing))


def _at_one_set(start: Start, sets: int) -> Start:
    """A table moved on by its offset: sums of offset and position are all different, so they are positions too, and the directions stay as balanced."""
    opposite = None if start.opposite is None else (start.opposite + start.offset) % sets
    return Start((start.position + start.offset) % sets, opposite, 0)
