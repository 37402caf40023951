"""The checker against movements broken on purpose, against a balance counted board by board, and against the vectors."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from bridge.engine.movements.check import Balance, Breach, balance_of, check_movement
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import Declared, Kind, Movement, Order, played_tables

VECTORS = Path(__file__).parents[3] / "shared" / "movements" / "vectors.json"


def made(family: str, tables: int | str, rounds: int | None = None, **options: object) -> Movement:
    return make_movement(Order(family, Fraction(tables), rounds, **options))


def with_row(movement: Movement, number: int, table: int, row: tuple[int, ...]) -> Movement:
    rounds = [list(tables) for tables in movement.seats]
    rounds[number - 1][table - 1] = row
    return replace(movement, seats=tuple(map(tuple, rounds)))


def breaches(movement: Movement) -> set[str]:
    return {violation.breach.value for violation in check_movement(movement)[1]}


def slow_balance(movement: Movement) -> Balance:
    """Every couple on every set, straight from the definition."""
    results: dict[int, list[tuple[int, int]]] = {}
    for _, _, (ns, ew, laid) in played_tables(movement.seats):
        results.setdefault(laid, []).append((ns, ew))
    values, lines = [], []
    for a, b in combinations(range(1, movement.entrants + 1), 2):
        value = same = 0
        for tables in results.values():
            where = {who: (table, side) for table, row in enumerate(tables) for side, who in enumerate(row)}
            if a in where and b in where:
                if where[a][0] == where[b][0]:
                    value += len(tables) - 1
                else:
                    alike = where[a][1] == where[b][1]
                    value += 1 if alike else -1
                    same += alike
        values.append(value)
        lines.append(same)
    squares = sum(value * value for value in values)
    return Balance(len(values), sum(values), squares, min(values), max(values), min(lines), max(lines))


@pytest.mark.parametrize(
    ("family", "tables", "rounds"),
    [("mitchell", 7, 6), ("web", 9, 7), ("howell", 6, 8), ("half_mitchell", "11/2", None), ("rover", "15/2", None), ("howell_sitout", "5/2", None)],
)
def test_balance_is_the_definition(family: str, tables: int | str, rounds: int | None) -> None:
    movement = made(family, tables, rounds)
    assert balance_of(movement) == slow_balance(movement)


@pytest.mark.parametrize("switched", [(), (7,), (1, 4), (2, 3, 5, 6)])
def test_sum_of_the_balance_is_the_same_whatever_is_switched(switched: tuple[int, ...]) -> None:
    movement = made("mitchell", 7, switched=switched)
    assert balance_of(movement).total == 7 * 7 * 6
    assert movement.winners == (1 if switched else 2)


def test_variances_of_scrambled_mitchells_are_the_published_ones() -> None:
    one_switch = {tables: balance_of(made("mitchell", tables, switched=(tables,))).variance for tables in (5, 7, 9, 11, 13)}
    assert {tables: round(variance, 1) for tables, variance in one_switch.items()} == {
        5: Fraction("2.6"), 7: Fraction("1.1"), 9: Fraction("1.4"), 11: Fraction("3.5"), 13: Fraction("7.6")
    }  # fmt: skip


def test_best_number_of_switches() -> None:
    assert {tables: made("mitchell", tables, switched=None).switched for tables in (5, 7, 9, 11, 13)} == {5: (5,), 7: (7,), 9: (9,), 11: (11,), 13: (12, 13)}


def test_straight_mitchell_has_nothing_against_it() -> None:
    assert breaches(made("mitchell", 5)) == set()


def test_breaches_of_pairs() -> None:
    mitchell = made("mitchell", 5)  # round 2: 1-10 B 2-6 C 3-7 D 4-8 E 5-9 A
    assert breaches(with_row(mitchell, 2, 1, (1, 10, 6))) == {"out_of_range"}
    assert breaches(with_row(mitchell, 2, 1, (1, 10, 0))) == {"out_of_range"}  # both sit there: what is wrong is the set
    assert breaches(with_row(mitchell, 2, 1, (1, 11, 2))) == {"out_of_range", "undeclared_sitout"}
    assert breaches(with_row(mitchell, 2, 1, (1, 0, 0))) == {"undeclared_sitout"}
    assert breaches(with_row(mitchell, 2, 1, (1, 6, 2))) == {"two_seats", "undeclared_sitout", "rematch", "replayed_set"}
    assert breaches(replace(mitchell, seats=mitchell.seats[:4])) == {"out_of_range"}
    assert breaches(replace(mitchell, tables=4)) == {"out_of_range"}
    assert breaches(replace(mitchell, stationary=(1, 6))) == {"stationary_moves"}


def test_repeated_meetings_are_counted_by_couple() -> None:
    revenge = made("skip_mitchell", 8, 8)
    assert breaches(revenge) == set()
    assert breaches(replace(revenge, declared=Declared(max_meet=2, repeat_meetings=7))) == {"rematch"}
    assert breaches(replace(revenge, declared=Declared(max_meet=1, repeat_meetings=8))) == {"rematch"}


def test_sharing_is_counted_by_tables_and_by_rounds() -> None:
    six = made("howell", 3)
    assert breaches(replace(six, declared=Declared(max_tables_per_set_per_round=2))) == {"undeclared_sharing"}
    assert breaches(replace(six, declared=Declared(max_tables_per_set_per_round=3, max_sharing_rounds=0))) == {"undeclared_sharing"}


def test_sit_outs_inside_a_line_differ_by_one_at_most() -> None:
    half = made("half_mitchell", "9/2", 5)
    stays = replace(half, seats=(*half.seats[:1], *half.seats[1:2], *half.seats[2:]))
    assert breaches(stays) == set()
    unlucky = with_row(with_row(half, 2, 5, (0, 9, 0)), 2, 1, (1, 8, 2))  # 9 sits out again in round 2, where 8 was to
    allowed = replace(unlucky, declared=Declared(max_sitouts=2))
    assert "uneven_sitouts" in breaches(allowed)
    assert "uneven_sitouts" not in breaches(replace(allowed, declared=Declared(max_sitouts=2, uneven_sitouts=True)))


def test_breaches_of_teams() -> None:
    whist = made("american_whist", 5)  # round 1: 1-3 B 2-4 C 3-5 D 4-1 E 5-2 A
    exchanged = with_row(with_row(whist, 1, 1, (1, 4, 2)), 1, 2, (2, 3, 3))
    assert breaches(exchanged) == {"rematch", "unmet", "not_mirrored", "replayed_set", "halves_differ"}
    assert "meets_self" in breaches(with_row(whist, 1, 1, (1, 1, 2)))
    even = made("american_whist", 6)
    assert breaches(replace(even, declared=Declared(unmet_pairs=2))) == {"unmet"}


def test_breaches_of_players() -> None:
    eight = made("whist_tournament", 2)
    north, south, east, west, laid = eight.seats[1][0]
    turned = with_row(eight, 2, 1, (north, east, south, west, laid))
    assert breaches(turned) == {"partner_repeated", "opponent_too_often", "not_perfect"}
    assert breaches(replace(eight, declared=Declared(max_tables_per_set_per_round=2, max_oppose=1))) == {"opponent_too_often"}


@pytest.mark.parametrize("row", [(1, 4, -1), (-1, 4, 1), (1, 99, 1), (1, 4, 1_000_000_000)])
def test_numbers_that_are_not_there_are_a_breach_whatever_they_are(row: tuple[int, ...]) -> None:
    assert "out_of_range" in breaches(with_row(made("howell", 2), 1, 1, row))


def test_results_of_a_set_are_counted_where_something_is_played() -> None:
    facts, _ = check_movement(made("half_mitchell", "9/2"))
    assert facts.results_per_set == (4, 4, 4, 4, 4)
    assert facts.sitouts == ((5, 1), (6, 1), (7, 1), (8, 1), (9, 1))
    assert (facts.sets_played_min, facts.sets_played_max) == (4, 5)


def test_permuted_tables_and_numbers_change_nothing() -> None:
    movement = made("three_quarter_howell", 5, 7)
    number = {who: (who * 3) % 11 for who in range(1, 11)}
    laid = {1: 4, 2: 7, 3: 1, 4: 3, 5: 2, 6: 6, 7: 5}
    seats = tuple(tuple((number[ew], number[ns], laid[played]) for ns, ew, played in reversed(tables)) for tables in movement.seats)
    other = Movement(Kind.PAIRS, "own", 5, 7, 7, 10, 1, seats, movement.declared)
    assert breaches(other) == set()
    assert balance_of(other) == balance_of(movement)


def test_every_class_has_a_name_of_its_own() -> None:
    assert Counter(breach.value for breach in Breach).most_common(1)[0][1] == 1


def test_vectors_of_the_movements_pass() -> None:
    if not VECTORS.exists():
        pytest.skip("../shared is not beside the repository")
    command = [sys.executable, "-m", "tests.conform", "--kind", "movements", "--kind", "bad_movements", str(VECTORS)]
    run = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
    assert (run.stdout.strip().splitlines()[-1], run.returncode) == ("63 passed, 0 failed", 0)
