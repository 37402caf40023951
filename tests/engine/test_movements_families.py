"""Every family at every size from 2 to 30 tables: there where it is said to be, refused with something possible where it is not.

Every prefix of a movement for pairs is valid.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import gcd

import pytest

from bridge.engine.movements.check import Breach, PairsFacts, check_movement
from bridge.engine.movements.families import FAMILIES, make_checked, make_movement
from bridge.engine.movements.latin import NoOrthogonalSquares, orthogonal_squares
from bridge.engine.movements.movement import Kind, NoSuchFamily, NoSuchMovement, OptionNotUsed, Order, Why, shortened

HALF = Fraction(1, 2)
WHOLE = [Fraction(tables) for tables in range(2, 31)]
SIZES = sorted([*WHOLE, *(tables + HALF for tables in WHOLE[:-1])])


def is_whole(tables: Fraction) -> bool:
    return tables.denominator == 1


def rovers(tables: Fraction) -> bool:
    """On the straight base when the tables are prime to 6; on the relay up to 16 tables."""
    whole = tables // 1
    return gcd(whole, 6) == 1 if whole % 2 else 4 <= whole <= 16


# Where each family exists in full, by the tables of the regulations and of orthogonal squares.
EXISTS: dict[str, Callable[[Fraction], bool]] = {
    "mitchell": lambda t: not is_whole(t) or t % 2 == 1,
    "skip_mitchell": lambda t: not is_whole(t) or t % 2 == 0,
    "relay_mitchell": lambda t: not is_whole(t) or t % 2 == 0,
    "half_mitchell": lambda t: True,
    "interwoven": lambda t: t > 2 and t + HALF > 3 and -(-t // 1) not in (2, 6),
    "hesitation": lambda t: t >= 3,
    "blackpool": lambda t: is_whole(t) and t >= 3,
    "appendix1half": lambda t: t >= 6,
    "appendix": lambda t: t > 5,
    "web": lambda t: t >= 3,
    "rover": lambda t: rovers(t),
    "displacement": lambda t: t // 1 % 2 == 1 and t >= 3,
    "howell": lambda t: t <= 20,
    "howell_sitout": lambda t: t <= 20,
    "three_quarter_howell": lambda t: HALF * 5 <= t <= 20,
    "barometer": lambda t: t <= 20,
}


@pytest.mark.parametrize("family", sorted(EXISTS))
def test_a_family_of_pairs_is_where_it_is_said_to_be(family: str) -> None:
    found = set()
    for tables in SIZES:
        try:
            movement, facts = make_checked(Order(family, tables))
        except NoSuchMovement as refusal:
            assert make_movement(refusal.facts["nearest"]).rounds >= 1
            continue
        found.add(tables)
        assert isinstance(facts, PairsFacts)
        assert facts.balance.total == sum(number * (number - 1) for number in facts.results_per_set)
        assert movement.entrants in (2 * tables, 2 * tables - 1, 2 * tables + 1)
    assert found == {tables for tables in SIZES if EXISTS[family](tables)}


@pytest.mark.parametrize("family", sorted(EXISTS))
def test_every_prefix_of_a_pairs_movement_is_valid(family: str) -> None:
    for tables in (Fraction(7), Fraction(10), Fraction(13, 2), Fraction(15, 2)):
        if not EXISTS[family](tables):
            continue
        movement = make_movement(Order(family, tables))
        for rounds in range(1, movement.rounds + 1):
            # fewer rounds can leave the sit-outs of a line uneven, never two seats, a set twice or a rematch
            _, violations = check_movement(shortened(movement, rounds))
            assert {violation.breach for violation in violations} <= {Breach.UNEVEN_SITOUTS}
            if family not in ("web", "appendix", "appendix1half"):  # fewer rounds of these are another movement, with fewer sets
                assert make_movement(Order(family, tables, rounds)).rounds == rounds


@pytest.mark.parametrize("family", ["mitchell", "skip_mitchell", "relay_mitchell", "interwoven", "web", "appendix", "appendix1half", "rover", "half_mitchell"])
def test_scrambled_and_plain_have_the_same_meetings_and_sets(family: str) -> None:
    other = {"mitchell": Fraction(9), "half_mitchell": Fraction(17, 2), "rover": Fraction(15, 2), "appendix1half": Fraction(11), "web": Fraction(10)}
    tables = other.get(family, Fraction(8))
    plain, scrambled = make_movement(Order(family, tables)), make_movement(Order(family, tables, switched=None))
    assert scrambled.switched and scrambled.winners == 1
    for number, (before, after) in enumerate(zip(plain.seats, scrambled.seats, strict=True), 1):
        expected = tuple((ew, ns, laid) for ns, ew, laid in before) if number in scrambled.switched else before
        assert after == expected


def test_orders_of_teams() -> None:
    sizes = {family: set() for family, made in FAMILIES.items() if made.kind is Kind.TEAMS}
    for family, found in sizes.items():
        for teams in range(2, 31):
            try:
                make_movement(Order(family, Fraction(teams), entrants=teams))
                found.add(teams)
            except NoSuchMovement as refusal:
                make_movement(refusal.facts["nearest"])
    assert sizes == {
        "head_to_head": {2},
        "triangle": {3},
        "knock_out": set(range(2, 31)),
        "round_robin": set(range(2, 31)),
        "american_whist": set(range(3, 31)),
        "new_england": set(range(4, 31, 2)),
        "thurner": {teams for teams in range(6, 31, 2) if gcd(teams - 1, 6) == 1},
    }


def test_players() -> None:
    for players in range(4, 29):
        movement, facts = make_checked(Order("whist_tournament", Fraction(players, 4)))
        assert (movement.entrants, movement.rounds) == (players, players - (players % 4 == 0))
        perfect = players % 4 < 2
        assert movement.declared.perfect is perfect
        assert facts.partner == (1, 1) if perfect else facts.partner[1] == 1
        assert facts.oppose == (2, 2) if perfect else facts.oppose[1] == 2
        assert {times for _, times in facts.sitouts} == ({players % 4} if players % 4 else set())
    for tables in range(2, 31):
        if tables >= 5 and gcd(tables, 6) == 1:
            assert make_movement(Order("rainbow", Fraction(tables))).entrants == 4 * tables
        else:
            with pytest.raises(NoSuchMovement):
                make_movement(Order("rainbow", Fraction(tables)))


def test_numbers_of_players_and_teams_told_by_the_rounds() -> None:
    assert make_movement(Order("whist_tournament", Fraction(3), 13)).entrants == 13
    assert make_movement(Order("whist_tournament", Fraction(3), 11)).entrants == 12
    assert make_movement(Order("round_robin", Fraction(4), 5)).entrants == 5
    assert make_movement(Order("round_robin", Fraction(4), 6)).declared.sets_per_match == 2


@pytest.mark.parametrize("order", range(3, 31))
def test_orthogonal_squares(order: int) -> None:
    if order == 6:
        with pytest.raises(NoOrthogonalSquares):
            orthogonal_squares(order)
        return
    first, second = orthogonal_squares(order)
    for square in (first, second):
        assert all(sorted(line) == list(range(order)) for line in (*square, *zip(*square, strict=True)))
    assert len({(first[row][column], second[row][column]) for row in range(order) for column in range(order)}) == order * order


def test_rovers_are_the_published_ones() -> None:
    def way(tables: int, rounds: int, base: str) -> list[int]:
        movement = make_movement(Order("rover", Fraction(2 * tables + 1, 2), rounds, base=base))
        return [table for seats in movement.seats[1:] for table, row in enumerate(seats, 1) if row[0] == tables + 1]

    assert way(6, 6, "relay") == [1, 3, 5, 2, 4]
    assert way(8, 8, "relay") == [1, 6, 2, 7, 3, 8, 4]
    assert way(6, 6, "skip") == [1, 3, 6, 2, 5]
    assert way(8, 8, "skip") == [1, 5, 8, 4, 7, 3, 6]
    assert way(14, 14, "relay") == [1, 5, 9, 6, 13, 2, 12, 3, 8, 7, 4, 10, 14]  # the first of all that there are, lowest tables first
    assert way(10, 9, "skip") == [1, 3, 5, 7, 2, 4, 6, 8]
    assert way(9, 8, "straight") == [1, 3, 5, 8, 2, 4, 6]


@pytest.mark.parametrize(
    ("order", "why", "family", "rounds"),
    [
        (Order("mitchell", Fraction(6), 5), Why.REPLAY, "skip_mitchell", 5),
        (Order("mitchell", Fraction(6), 6), Why.REPLAY, "relay_mitchell", 6),
        (Order("hesitation", Fraction(13, 2), 9), Why.ROUNDS, "hesitation", 8),
        (Order("mitchell", Fraction(7), 8), Why.ROUNDS, "mitchell", 7),
        (Order("interwoven", Fraction(6)), Why.TABLES, "relay_mitchell", 6),
        (Order("rover", Fraction(19, 2)), Why.REPLAY, "rover", 8),
        (Order("thurner", Fraction(10)), Why.ENTRANTS, "thurner", None),
        (Order("web", Fraction(10), 8), Why.ROUNDS, "web", 7),
        (Order("appendix", Fraction(9), 8), Why.ROUNDS, "appendix", 7),
        (Order("appendix", Fraction(9), 6), Why.ROUNDS, "appendix", 5),
        (Order("appendix", Fraction(12), 9), Why.ROUNDS, "appendix", 7),
        (Order("interwoven", Fraction(11, 2), 6), Why.TABLES, "half_mitchell", 6),
        (Order("mitchell", Fraction(7), 7, switched=(7, 8)), Why.SWITCHED, "mitchell", 7),
        (Order("blackpool", Fraction(5, 2), switched=(99,)), Why.TABLES, "blackpool", None),
        (Order("barometer", Fraction(9), missing=20), Why.ENTRANTS, "barometer", None),
        (Order("rover", Fraction(4), entrants=8), Why.ENTRANTS, "rover", None),
        (Order("half_mitchell", Fraction(17), entrants=34), Why.ENTRANTS, "half_mitchell", None),
        (Order("mitchell", Fraction(22, 3)), Why.TABLES, "mitchell", None),
        (Order("thurner", Fraction(23, 2)), Why.TABLES, "thurner", None),
        (Order("thurner", Fraction(6), sets=4), Why.SETS, "thurner", 5),
        (Order("howell", Fraction(21)), Why.TABLES, "howell", None),
        (Order("howell", Fraction(4), 7, 6), Why.SETS, "howell", 7),
        (Order("three_quarter_howell", Fraction(6), 11), Why.ROUNDS, "howell", 11),
        (Order("american_whist", Fraction(6), 5), Why.ROUNDS, "american_whist", 4),
        (Order("rainbow", Fraction(6)), Why.TABLES, "rainbow", None),
    ],
)
def test_what_is_impossible_names_the_nearest(order: Order, why: Why, family: str, rounds: int | None) -> None:
    with pytest.raises(NoSuchMovement) as refused:
        make_movement(order)
    nearest = refused.value.facts["nearest"]
    assert (refused.value.facts["why"], nearest.family, nearest.rounds) == (why, family, rounds)
    assert make_movement(nearest)


@pytest.mark.parametrize(
    ("family", "tables", "nearest"), [("thurner", 9, 8), ("rainbow", 15, 17), ("rainbow", 8, 7), ("displacement", 6, "11/2"), ("appendix", 4, "11/2")]
)
def test_the_nearest_is_as_near_as_can_be(family: str, tables: int, nearest: int | str) -> None:
    with pytest.raises(NoSuchMovement) as refused:
        make_movement(Order(family, Fraction(tables)))
    assert refused.value.facts["nearest"].tables == Fraction(nearest)


def test_names_and_options_that_are_not_there() -> None:
    with pytest.raises(NoSuchFamily):
        make_movement(Order("michell", Fraction(7)))
    with pytest.raises(OptionNotUsed):
        make_movement(Order("mitchell", Fraction(7), missing=3))


def test_an_order_made_twice_is_the_same_movement() -> None:
    order = Order("three_quarter_howell", Fraction(11, 2), 9)
    assert make_movement(order) == make_movement(replace(order))
    assert (make_movement(order).entrants, make_movement(order).tables) == (11, 6)
