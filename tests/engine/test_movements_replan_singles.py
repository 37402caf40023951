"""The rest of an individual planned anew: a latecomer, somebody who leaves, seats filled; checked for itself over random evenings."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from bridge.engine.movements.evening import Evening, NotForTeams, Play, Replanned, played_as_planned
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.happened import swapped, turned, with_tables
from bridge.engine.movements.movement import Kind, Order
from bridge.engine.movements.replan import arrives, leaves, replaced, replan, with_rounds


def evening(players: int, over: int, rounds: int | None = None, family: str = "whist_tournament") -> Evening:
    movement = make_movement(Order(family, Fraction(players, 4), rounds, entrants=players))
    laid = tuple((2 * number + 1, 2 * number + 2) for number in range(movement.sets))
    return Evening(movement, laid, over, played_as_planned(movement, laid, over))


def met(plan: Replanned) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]]]:
    """How often two are partners and opponents in the whole evening."""
    partners, opponents = Counter[frozenset[int]](), Counter[frozenset[int]]()
    for row in (row for tables in plan.movement.seats for row in tables if all(row)):
        north, south, east, west, _ = row
        partners.update([frozenset((north, south)), frozenset((east, west))])
        opponents.update(map(frozenset, product((north, south), (east, west))))
    return partners, opponents


def sitting_out(plan: Replanned) -> Counter[int]:
    return Counter(each.pair for each in plan.missed if each.sits_out)


def assert_sound(before: Evening, plan: Replanned) -> None:
    """Nobody plays a board twice or sits in two seats, the past stands, whoever is there plays or is told to sit out, as many play as can."""
    assert plan.movement.seats[: before.over] == before.movement.seats[: before.over]
    known = {(who, play.board) for play in before.played for who in play.who}
    out = {(each.round, each.pair) for each in plan.missed if each.sits_out}
    for number, (tables, boards) in enumerate(zip(plan.movement.seats[before.over :], plan.boards, strict=True), before.over + 1):
        seated = [who for row in tables for who in row[:4] if who]
        assert len(seated) == len(set(seated)) and set(seated) <= before.present(number)
        for row, to_play in zip(tables, boards, strict=True):
            assert bool(to_play) == all(row) == any(row)
            now = set(product(row[:4] if to_play else (), to_play))
            assert not now & known
            known |= now
        assert {(number, who) for who in before.present(number) - set(seated)} == {each for each in out if each[0] == number}


def test_what_went_as_planned_stays_as_planned() -> None:
    for players, family in ((8, "whist_tournament"), (9, "whist_tournament"), (13, "whist_tournament"), (20, "rainbow")):
        before = evening(players, 2, family=family)
        plan = replan(before)
        assert_sound(before, plan)
        assert (plan.movement.seats, plan.rematches, plan.thrice, plan.changed) == (before.movement.seats, (), (), ())


def test_a_ninth_comes_to_eight_and_all_sit_out_in_turn() -> None:
    late = arrives(evening(8, 2), 9, 3)
    plan = replan(late)
    assert_sound(late, plan)
    assert set(sitting_out(plan).values()) == {1} and len(sitting_out(plan)) == 5
    partners, opponents = met(plan)
    assert max(partners.values()) == 1 and max(opponents.values()) == 2 and (plan.rematches, plan.thrice) == ((), ())


def test_one_of_nine_leaves_and_who_would_sit_out_takes_the_seat() -> None:
    gone = leaves(evening(9, 3, 7), 4, 3)
    plan = replan(gone)
    assert_sound(gone, plan)
    assert not sitting_out(plan)


def test_four_come_and_a_table_is_set_up() -> None:
    late = evening(8, 2)
    for number in range(9, 13):
        late = arrives(late, number, 3)
    late = with_tables(late, 3)
    plan = replan(late)
    assert_sound(late, plan)
    assert not sitting_out(plan) and max(met(plan)[0].values()) == 1


def test_one_of_eight_leaves_and_three_sit_out_in_turn() -> None:
    gone = leaves(evening(8, 2), 5, 2)
    plan = replan(gone)
    assert_sound(gone, plan)
    rested = sitting_out(plan)
    assert sum(rested.values()) == 15 and max(rested.values()) - min(rested.values()) <= 1 and len(rested) == 7


def test_another_movement_takes_over() -> None:
    before = evening(20, 1, 5, "rainbow")
    plan = replan(replaced(before, make_movement(Order("whist_tournament", Fraction(5), entrants=20))))
    assert_sound(before, plan)
    assert max(met(plan)[0].values()) == 1
    with pytest.raises(NotForTeams):
        replaced(before, make_movement(Order("howell", Fraction(4))))


@pytest.mark.parametrize("seed", range(40))
def test_random_evenings(seed: int) -> None:
    """Some leave, some come, two changed places, a table was turned, a board was played elsewhere, the evening is cut or goes on."""
    rng = random.Random(seed)
    family = "rainbow" if seed % 10 == 9 else "whist_tournament"
    before = evening(20 if family == "rainbow" else rng.randint(4, 14), rng.randint(0, 2), None if family == "rainbow" or seed % 2 == 0 else 3, family)
    first, players = before.over + 1, before.movement.entrants
    if before.over and rng.random() < 0.5:
        before = swapped(before, *rng.sample(range(1, players + 1), 2), before.over)
    if before.over and rng.random() < 0.5:
        before = turned(before, before.over, [1])
    if before.played and rng.random() < 0.5:
        at = rng.choice(before.played)
        told = Play(at.round, at.table, at.who, max(board for boards in before.boards for board in boards))
        before = replace(before, played=(*(play for play in before.played if play != at), told))
    for _ in range(rng.randint(0, 2)):
        before = leaves(before, rng.randint(1, players), before.over)
    for number in range(rng.randint(0, 3)):
        before = arrives(before, players + number + 1, first)
    before = with_tables(before, len(before.present(first)) // 4)
    if rng.random() < 0.3:
        before = with_rounds(before, max(first, before.movement.rounds - 1))
    plan = replan(before)
    assert_sound(before, plan)
    assert plan.movement.kind is Kind.INDIVIDUAL
    rests = {number: sum(each.sits_out and each.round == number for each in plan.missed) for number in range(first, plan.movement.rounds + 1)}
    if before.movement.declared.max_tables_per_set_per_round > 1:  # elsewhere boards move on, and who comes may find none that are new to him
        assert set(rests.values()) <= {len(before.present(first)) % 4}
    again = Counter({couple: times - 1 for couple, times in met(plan)[0].items() if times > 1})
    assert {frozenset(couple) for _, *couple in plan.rematches} <= set(again)


def tables_by_counting(before: Evening) -> int:
    """More tables cannot play in the rounds to come: every four need a set that none of them knows, and have a table."""
    known = {(who, play.board) for play in before.played for who in play.who}
    present = before.present(before.over + 1)
    unseen = [sum(any((who, board) not in known for board in boards) for who in present) for boards in before.boards]
    left = before.movement.rounds - before.over
    return min(left * min(before.movement.tables, len(present) // 4), sum(min(left, each // 4) for each in unseen))


@pytest.mark.parametrize(
    ("players", "family", "over", "late", "gone"),
    [(13, "whist_tournament", *change) for change in ((1, 3, 0), (2, 4, 0), (2, 0, 1), (3, 1, 0), (1, 0, 3))]
    + [(20, "rainbow", 2, 0, 3), (20, "rainbow", 3, 3, 0), (28, "rainbow", 3, 0, 3), (28, "rainbow", 2, 0, 1)],
)
def test_where_tables_pass_the_boards_on_no_more_are_idle_than_must(players: int, family: str, over: int, late: int, gone: int) -> None:
    before = evening(players, over, family=family)
    for number in range(gone):
        before = leaves(before, 2 + 3 * number, over)
    for number in range(late):
        before = arrives(before, players + 1 + number, over + 1)
    before = with_tables(before, len(before.present(over + 1)) // 4)
    plan = replan(before)
    assert_sound(before, plan)
    assert sum(all(row) for tables in plan.movement.seats[over:] for row in tables) == tables_by_counting(before)
    shared = Counter((number, row[4]) for number, tables in enumerate(plan.movement.seats) for row in tables if all(row))
    assert max(shared.values()) == 1
