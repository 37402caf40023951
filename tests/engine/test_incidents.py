"""Evenings on which one thing after another goes wrong: whatever is told, the rest of the plan is sound and what was played stays as it was told."""

import random
from fractions import Fraction

import pytest

from bridge.engine.movements.evening import Evening, NoSuchPair, Play, played_as_planned
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.happened import (
    NoSuchRound,
    NoSuchSet,
    NothingPlayedThere,
    laid_out,
    played_elsewhere,
    set_of,
    swapped,
    turned,
    with_boards,
    with_tables,
)
from bridge.engine.movements.movement import Order, is_played
from bridge.engine.movements.replan import arrives, leaves, replan, with_rounds
from tests.engine.test_movements_replan import assert_sound, sets_of

EVENINGS = 1000
FAMILIES = (
    ("mitchell", "5"), ("mitchell", "7"), ("howell", "3"), ("howell", "4"), ("howell", "5"), ("howell_sitout", "7/2"), ("howell_sitout", "9/2"),
    ("three_quarter_howell", "5"), ("relay_mitchell", "6"), ("half_mitchell", "11/2"),
)  # fmt: skip


def evening(family: str, tables: str, over: int, boards: int = 2) -> Evening:
    movement = make_movement(Order(family, Fraction(tables)))
    laid = sets_of(movement, boards)
    return Evening(movement, laid, over, played_as_planned(movement, laid, over))


def test_two_pairs_sat_in_each_others_place_in_a_round_that_is_over() -> None:
    """In the second round of five tables pairs 6 and 8 of East-West are at tables 2 and 4."""
    before = evening("mitchell", "5", 2)
    after = swapped(before, 6, 8, 2)
    assert [row for row in after.movement.seats[1] if 6 in row[:2] or 8 in row[:2]] == [(2, 8, 3), (4, 6, 5)]
    assert {(play.who[0], play.board) for play in after.played if play.who[1] == 8 and play.round == 2} == {(2, 5), (2, 6)}
    assert after.movement.seats[2:] == before.movement.seats[2:]
    assert swapped(after, 6, 8, 2) == before


def test_the_wrong_way_at_one_table_or_at_all() -> None:
    before = evening("howell", "4", 2)
    one = turned(before, 2, (3,))
    ns, ew, laid = before.movement.seats[1][2]
    assert one.movement.seats[1] == (*before.movement.seats[1][:2], (ew, ns, laid), *before.movement.seats[1][3:])
    assert {play.who for play in one.played if (play.round, play.table) == (2, 3)} == {(ew, ns)}
    assert turned(turned(before, 5), 5) == before


def test_other_boards_lay_there_and_are_what_was_played() -> None:
    before = evening("mitchell", "5", 1)
    after = laid_out(before, 1, 2, 5)
    assert {play.board for play in after.played if play.table == 2} == {9, 10}
    assert after.movement.seats[0][1] == (*before.movement.seats[0][1][:2], 5)


def test_a_board_played_elsewhere_is_known_to_both() -> None:
    before = evening("mitchell", "5", 2)
    ns, ew, _ = before.movement.seats[1][0]
    after = played_elsewhere(before, 2, 1, 9, instead=3)
    assert Play(2, 1, (ns, ew), 9) in after.played
    assert not any((play.round, play.table, play.board) == (2, 1, 3) for play in after.played)
    assert len(after.played) == len(before.played)


def test_tables_and_boards_are_added_empty() -> None:
    before = evening("howell", "3", 1)
    wider = with_tables(before, 4)
    assert {rows[3] for rows in wider.movement.seats} == {(0, 0, 0)}
    assert with_tables(before, 3) == before
    fresh = with_boards(before, [(11, 12)])
    assert (fresh.movement.sets, fresh.boards[-1], set_of(fresh, 12)) == (6, (11, 12), 6)


def test_what_is_not_there_is_refused() -> None:
    before = evening("howell_sitout", "7/2", 1)
    empty = next(table for table, row in enumerate(before.movement.seats[0], 1) if not is_played(row))
    with pytest.raises(NoSuchPair):
        swapped(before, 1, 9, 1)
    with pytest.raises(NoSuchRound):
        turned(before, 8)
    with pytest.raises(NothingPlayedThere):
        laid_out(before, 1, empty, 1)
    with pytest.raises(NothingPlayedThere):
        played_elsewhere(before, 1, 9, 1)
    with pytest.raises(NoSuchSet):
        set_of(before, 99)


def something_happens(found: Evening, rng: random.Random) -> Evening:
    """One incident of any kind, told at a random moment."""
    rounds, entrants, over = found.movement.rounds, found.movement.entrants, found.over
    number = rng.randint(1, rounds)
    played = [table for table, row in enumerate(found.movement.seats[number - 1], 1) if is_played(row)]
    kind = rng.randrange(8)
    if kind == 0:
        return with_tables(arrives(found, entrants + 1, rng.randint(over + 1, rounds)), (entrants + 1) // 2)
    if kind == 1:
        return leaves(found, rng.randint(1, entrants), rng.randint(over, rounds))
    if kind == 2:
        first, second = rng.sample(range(1, entrants + 1), 2)
        return swapped(found, first, second, number)
    if kind == 3:
        return turned(found, number, () if rng.random() < 0.3 or not played else (rng.choice(played),))
    if kind == 4 and played:
        return laid_out(found, number, rng.choice(played), rng.randint(1, len(found.boards)))
    if kind == 5 and played and number <= over:
        board = rng.choice([board for boards in found.boards for board in boards])
        return played_elsewhere(found, number, rng.choice(played), board)
    if kind == 6:
        last = max(board for boards in found.boards for board in boards)
        return with_boards(found, [(last + 1, last + 2)])
    return with_rounds(found, max(over + 1, rounds + rng.choice((-1, 1))))


def play_badly(seed: int) -> None:
    """One evening with one to three incidents; after each the replanned rest is sound and no table that has played is lost."""
    rng = random.Random(seed)
    family, tables = rng.choice(FAMILIES)
    full = make_movement(Order(family, Fraction(tables))).rounds
    found = evening(family, tables, rng.randint(0, full - 2))
    for _ in range(rng.randint(1, 3)):
        told = something_happens(found, rng)
        assert {(play.round, play.table) for play in told.played} == {(play.round, play.table) for play in found.played}
        plan = replan(told, found.movement)
        assert_sound(told, plan)
        found = Evening(plan.movement, told.boards, told.over, told.played, told.withdrawn, told.stays, told.copies)


@pytest.mark.parametrize("start", range(0, EVENINGS, 100))
def test_a_thousand_evenings_stay_sound(start: int) -> None:
    """No pair sits twice, nothing known is dealt again, the past is untouched, and who cannot play what is told."""
    for seed in range(start, start + 100):
        play_badly(seed)
