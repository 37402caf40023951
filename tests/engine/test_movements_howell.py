"""Howells: the conditions of the construction for every scheme shipped, their balance against its bounds, and the small ones by another search."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from bridge.engine.movements.check import balance_of, check_movement
from bridge.engine.movements.directions import evened
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.howell import Scheme, residue_scheme, schemes, seats_of_scheme, three_quarter_sets
from bridge.engine.movements.movement import Movement, Order, shortened

# Without sharing these do not exist in the cyclic form; an odd number of sets one above half the pairs never does.
SHARED = {(4, 3), (8, 5), (8, 6), (10, 8), (12, 7), (16, 9), (20, 11), (24, 13), (28, 15), (32, 17), (36, 19), (40, 21)}


def howell(pairs: int, rounds: int | None = None, sets: int | None = None, family: str = "howell") -> Movement:
    return make_movement(Order(family, Fraction(pairs, 2), rounds, sets))


def broken_conditions(scheme: Scheme) -> set[str]:
    sets = scheme.sets
    positions = [place for start in scheme.starts for place in (start.position, start.opposite) if place is not None]
    steps = [(start.position - start.opposite) % sets for start in scheme.starts if start.opposite is not None]
    differences = [way for step in steps for way in (step, -step % sets)]
    offsets = [start.offset for start in scheme.starts]
    sums = [(place + start.offset) % sets for start in scheme.starts for place in (start.position, start.opposite) if place is not None]
    checks = {
        "positions": sorted(positions) == list(range(sets)),
        "differences": len(set(differences)) == len(differences),
        "offsets": len(set(offsets)) == len(offsets),
        "sums": sorted(sums) == list(range(sets)),
        "stationary": sum(start.opposite is None for start in scheme.starts) == scheme.pairs - sets,
    }
    return {name for name, holds in checks.items() if not holds}


def test_every_scheme_keeps_the_conditions_of_the_construction() -> None:
    for size, scheme in schemes().items():
        assert (scheme.pairs, scheme.sets) == size
        assert broken_conditions(scheme) == ({"offsets"} if size in SHARED else set()), size


def test_all_sizes_are_there() -> None:
    full = {pairs for pairs, sets in schemes() if sets == pairs - 1}
    assert full == set(range(4, 41, 2)) - {6}
    for pairs in range(10, 41, 2):
        assert three_quarter_sets(pairs) == tuple(range(pairs // 2 + 1, pairs - 1))
    assert (three_quarter_sets(6), three_quarter_sets(8)) == ((4,), (5, 6))


@pytest.mark.parametrize("pairs", [4, 8, 12, 16, 20, 24, 32, 36])
def test_perfect_balance_where_a_hadamard_matrix_gives_it(pairs: int) -> None:
    assert balance_of(howell(pairs)).variance == 0


@pytest.mark.parametrize("pairs", [10, 14, 18, 22, 26, 30, 34, 38])
def test_the_bound_of_cyclic_howells_is_reached(pairs: int) -> None:
    bound = Fraction(4 * (pairs - 2), pairs)
    assert balance_of(howell(pairs)).variance <= bound


def test_variances_of_published_howells() -> None:
    assert balance_of(howell(6)).variance == Fraction(8, 3)
    assert balance_of(howell(6, 4, family="three_quarter_howell")).variance == Fraction(36, 25)
    assert round(balance_of(howell(12, 9, family="three_quarter_howell")).variance, 6) <= Fraction("2.446281")
    assert round(balance_of(howell(14, 10, family="three_quarter_howell")).variance, 6) <= Fraction("3.071851")
    assert round(balance_of(howell(12, 8)).variance, 6) <= Fraction("5.369146")


def test_six_pairs_share_in_one_round() -> None:
    facts, violations = check_movement(howell(6))
    assert (violations, facts.sharing_rounds, facts.max_tables_per_set_per_round, facts.distinct_opponent_pairs) == ((), 1, 3, 15)


@pytest.mark.parametrize("pairs", range(3, 40, 2))
def test_odd_numbers_sit_out_once_each_and_meet_all(pairs: int) -> None:
    facts, violations = check_movement(howell(pairs, family="howell_sitout"))
    assert violations == ()
    assert facts.sitouts == tuple((pair, 1) for pair in range(1, pairs + 1))
    assert facts.distinct_opponent_pairs == pairs * (pairs - 1) // 2


def test_eleven_pairs_in_nine_rounds() -> None:
    facts, violations = check_movement(howell(11, 9, family="three_quarter_howell"))
    assert violations == ()
    assert facts.sitouts == tuple((pair, 1) for pair in range(1, 10))
    assert make_movement(Order("three_quarter_howell", Fraction(11, 2), 9, missing=4)).entrants == 11


@pytest.mark.parametrize("missing", range(1, 9))
def test_any_pair_may_be_the_missing_one(missing: int) -> None:
    movement = make_movement(Order("howell_sitout", Fraction(7, 2), missing=missing))
    facts, violations = check_movement(movement)
    assert (violations, facts.distinct_opponent_pairs, movement.stationary) == ((), 21, () if missing == 8 else (7,))


def test_formula_equals_the_table_printed_for_eight_pairs() -> None:
    assert seats_of_scheme(residue_scheme(8, 2))[0] == ((8, 1, 1), (5, 4, 2), (2, 7, 3), (3, 6, 5))


def test_evening_never_worsens_and_keeps_meetings() -> None:
    for movement in (howell(14, 9), howell(10, 6, 9), howell(8, 5, 7)):
        plain = shortened(howell(movement.entrants), movement.rounds)
        assert balance_of(movement).variance <= balance_of(plain).variance
        assert [{frozenset(row[:2]) | {-row[2]} for row in tables} for tables in movement.seats] == [
            {frozenset(row[:2]) | {-row[2]} for row in tables} for tables in plain.seats
        ]
        assert evened(movement) == movement


def unshared_schemes(pairs: int, sets: int) -> bool:
    """Is there a cyclic scheme without sharing? By trying all; small sizes only."""
    stationary = pairs - sets
    for fixed in combinations(range(sets), stationary):
        rest = [place for place in range(sets) if place not in fixed]
        for couples in _matchings(rest):
            steps = [min((a - b) % sets, (b - a) % sets) for a, b in couples]
            if len(set(steps)) < len(steps) or sets in [2 * step for step in steps]:
                continue
            tables = [*((place,) for place in fixed), *couples]
            for offsets in product(range(sets), repeat=len(tables)):
                sums = {(place + offset) % sets for table, offset in zip(tables, offsets, strict=True) for place in table}
                if len(set(offsets)) == len(offsets) and len(sums) == sets:
                    return True
    return False


def _matchings(places: list[int]) -> list[list[tuple[int, int]]]:
    if not places:
        return [[]]
    first, rest = places[0], places[1:]
    return [[(first, other), *more] for other in rest for more in _matchings([place for place in rest if place != other])]


def test_small_schemes_are_shared_only_where_there_is_no_other() -> None:
    assert {(pairs, sets): unshared_schemes(pairs, sets) for pairs, sets in ((4, 3), (6, 4), (6, 5), (8, 5), (8, 6), (8, 7))} == {
        (4, 3): False, (6, 4): True, (6, 5): False, (8, 5): False, (8, 6): False, (8, 7): True
    }  # fmt: skip
