"""The rest of an evening planned anew: invariants over random evenings, small ones against every possibility, and the nights that clubs know."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product

import pytest

from bridge.engine.movements.evening import Evening, NoSuchPair, NotForTeams, PairIsHere, Play, Replanned, RoundIsPlayed, Stay, played_as_planned
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.happened import turned
from bridge.engine.movements.movement import Kind, Movement, Order
from bridge.engine.movements.replan import arrives, exchanged, leaves, owed, replaced, replan, with_rounds

Boards = tuple[tuple[int, ...], ...]


def sets_of(movement: Movement, size: int) -> Boards:
    return tuple(tuple(range(number * size + 1, number * size + size + 1)) for number in range(movement.sets))


def evening(family: str, tables: int | str, over: int, boards: int = 3, rounds: int | None = None) -> Evening:
    movement = make_movement(Order(family, Fraction(tables), rounds))
    laid = sets_of(movement, boards)
    return Evening(movement, laid, over, played_as_planned(movement, laid, over))


def missed(plan: Replanned) -> int:
    """Boards missed by pairs at tables; sit-outs apart."""
    return sum(len(each.boards) for each in plan.missed)


def sitting_out(plan: Replanned) -> list[tuple[int, int]]:
    return [(each.round, each.pair) for each in plan.missed if each.sits_out]


def assert_sound(before: Evening, plan: Replanned) -> None:
    """Nobody plays a board twice or sits at two tables, the past stands, whoever is there plays or is told to sit out, whoever is not there does not sit."""
    assert plan.movement.seats[: before.over] == before.movement.seats[: before.over]
    known = {(who, play.board) for play in before.played for who in play.who}
    out = set(sitting_out(plan))
    gone = {(each.round, each.pair): set(each.boards) for each in plan.missed if not each.sits_out}
    for number, (tables, boards) in enumerate(zip(plan.movement.seats[before.over :], plan.boards, strict=True), before.over + 1):
        seated = [who for row in tables for who in row[:2] if who]
        assert len(seated) == len(set(seated))
        assert set(seated) <= before.present(number)
        playing = set()
        for row, to_play in zip(tables, boards, strict=True):
            assert bool(to_play) == all(row)
            for who, board in product(row[:2] if to_play else (), to_play):
                assert (who, board) not in known
                known.add((who, board))
                playing.add(who)
            if to_play:
                whole = set(before.boards[row[2] - 1]) - before.withdrawn
                assert all(whole - set(to_play) == gone.get((number, who), set()) for who in row[:2])
        assert {(number, who) for who in before.present(number) - playing} == {each for each in out if each[0] == number}


def test_what_went_as_planned_stays_as_planned() -> None:
    for family, tables in (("mitchell", 7), ("howell", 5), ("three_quarter_howell", "11/2"), ("relay_mitchell", 6), ("half_mitchell", "13/2")):
        before = evening(family, tables, 2)
        plan = replan(before)
        assert_sound(before, plan)
        assert plan.movement.seats == before.movement.seats
        assert (missed(plan), plan.rematches, plan.changed) == (0, (), ())


def test_two_pairs_arrive_after_two_rounds() -> None:
    before = evening("howell_sitout", "7/2", 2)
    one = arrives(before, 8, 3)
    plan = replan(one)
    assert_sound(one, plan)
    assert (missed(plan), sitting_out(plan), plan.rematches) == (0, [], ())
    assert plan.changed == (8,)  # everybody else goes where the card says
    two = arrives(one, 9, 3)
    plan = replan(two)
    assert_sound(two, plan)
    assert (missed(plan), len(sitting_out(plan))) == (0, 5)
    assert len({pair for _, pair in sitting_out(plan)}) == 5  # nobody twice


def test_a_pair_goes_home() -> None:
    before = leaves(evening("mitchell", 7, 3), 9, 3)
    plan = replan(before)
    assert_sound(before, plan)
    assert (missed(plan), plan.rematches, plan.changed) == (0, (), ())
    assert sitting_out(plan) == [(4, 5), (5, 6), (6, 7), (7, 1)]


def test_one_goes_and_one_comes() -> None:
    before = arrives(leaves(evening("mitchell", 7, 3), 9, 3), 15, 4)
    plan = replan(before)
    assert_sound(before, plan)
    assert (missed(plan), sitting_out(plan), plan.rematches) == (0, [], ())


def test_a_wrong_movement_is_replaced_in_round_three() -> None:
    """Eight tables began a straight Mitchell, in which East-West would meet their boards again in round 5: the skip is made up for."""
    movement = make_movement(Order("mitchell", Fraction(8), 4))
    laid = sets_of(movement, 3)
    before = with_rounds(Evening(movement, laid, 2, played_as_planned(movement, laid, 2)), 7)
    after = replaced(before, make_movement(Order("skip_mitchell", Fraction(8))))
    plan = replan(after)
    assert_sound(after, plan)
    assert (missed(plan), sitting_out(plan), plan.rematches) == (0, [], ())


def test_a_movement_that_shares_replaces_one_that_does_not() -> None:
    """In round 1 half of the tables had other sets than in the relay: those boards cannot be kept without meeting again in the last round."""
    before = with_rounds(evening("mitchell", 6, 1, rounds=3), 6)
    after = replaced(before, make_movement(Order("relay_mitchell", Fraction(6))))
    plan = replan(after)
    assert_sound(after, plan)
    assert (missed(plan), sitting_out(plan), plan.movement.family) == (0, [], "relay_mitchell")
    assert {number for number, *_ in plan.rematches} == {6}
    assert plan.movement.declared.max_tables_per_set_per_round == 2


def test_a_board_played_at_the_wrong_table() -> None:
    before = evening("mitchell", 5, 2)
    first = before.played[0]
    wrong = replace(before, played=(replace(first, board=7), *before.played[1:]))
    assert [play for play in owed(wrong) if play.table == 1] == [first]
    plan = replan(wrong)
    assert_sound(wrong, plan)
    assert 7 not in {board for row, boards in zip(plan.movement.seats[2], plan.boards[0], strict=True) if 1 in row[:2] for board in boards}


def test_pairs_exchanged_and_a_round_turned() -> None:
    before = evening("mitchell", 7, 3)
    swapped = exchanged(before, 3, 10)
    plan = replan(swapped, announced=before.movement)
    assert_sound(swapped, plan)
    assert plan.changed == (3, 10)
    assert replan(turned(before, 7)).movement.seats[6] == tuple((ew, ns, laid) for ns, ew, laid in before.movement.seats[6])


def test_rounds_cut_and_added() -> None:
    before = evening("howell", 4, 2)
    assert replan(with_rounds(before, 5)).movement.seats == before.movement.seats[:5]
    more = with_rounds(evening("mitchell", 5, 2, rounds=4), 5)
    plan = replan(more)
    assert_sound(more, plan)
    assert (plan.movement.rounds, missed(plan), sitting_out(plan)) == (5, 0, []) or len(sitting_out(plan)) < 10


def test_boards_withdrawn_are_nobodys_loss() -> None:
    before = replace(evening("mitchell", 5, 2), withdrawn=frozenset({1, 2}))
    plan = replan(before)
    assert_sound(before, plan)
    assert all(not {1, 2} & set(boards) for tables in plan.boards for boards in tables)
    assert missed(plan) == 0


def test_what_cannot_be() -> None:
    before = evening("mitchell", 5, 2)
    with pytest.raises(RoundIsPlayed):
        arrives(before, 11, 2)
    with pytest.raises(RoundIsPlayed):
        with_rounds(before, 1)
    with pytest.raises(PairIsHere):
        arrives(before, 3, 3)
    with pytest.raises(NoSuchPair):
        leaves(before, 12, 3)
    with pytest.raises(NotForTeams):
        replan(replace(before, movement=replace(before.movement, kind=Kind.TEAMS)))


def fewest_missed(before: Evening) -> int:
    """The fewest boards missed in the one round that is left, sit-outs included, over every seating at the tables there are and every choice of sets."""
    number, pairs = before.over + 1, sorted(before.present(before.over + 1))
    known = {pair: {play.board for play in before.played if pair in play.who} for pair in pairs}
    size, tables = len(before.boards[0]), before.movement.tables
    best = size * len(pairs)
    for seated in permutations(pairs, min(len(pairs) // 2, tables) * 2):
        couples = list(zip(seated[::2], seated[1::2], strict=True))
        if any(a > b for a, b in couples) or couples != sorted(couples):
            continue
        for sets in permutations(before.boards, len(couples)):
            played = sum(2 * len(set(laid) - known[a] - known[b]) for (a, b), laid in zip(couples, sets, strict=True))
            best = min(best, size * len(pairs) - played)
    assert number == before.movement.rounds
    return best


@pytest.mark.parametrize("seed", range(12))
def test_last_rounds_miss_no_more_than_they_must(seed: int) -> None:
    rng = random.Random(seed)
    before = evening("howell", 3, 4, boards=2)
    plays = list(before.played)
    for _ in range(2):
        place = rng.randrange(len(plays))
        plays[place] = replace(plays[place], board=rng.randint(1, 10))
    unshared = replace(before.movement, declared=replace(before.movement.declared, max_tables_per_set_per_round=1))
    before = replace(before, played=tuple(plays), movement=unshared)
    plan = replan(before)
    assert_sound(before, plan)
    assert missed(plan) + 2 * len(sitting_out(plan)) == fewest_missed(before)


def random_evening(rng: random.Random) -> Evening:
    """An evening stopped at some round, with boards played at wrong tables, late pairs, early leavers, exchanges and changed lengths."""
    family, tables = rng.choice(
        [("mitchell", 5), ("mitchell", 7), ("howell", 3), ("howell", 4), ("howell", 6), ("howell_sitout", "9/2"), ("three_quarter_howell", 5)]
        + [("relay_mitchell", 6), ("half_mitchell", "11/2"), ("skip_mitchell", 8), ("three_quarter_howell", "11/2")]
    )
    movement = make_movement(Order(family, Fraction(tables)))
    laid = sets_of(movement, 2)
    over = rng.randint(0, movement.rounds - 1)
    plays = list(played_as_planned(movement, laid, over))
    for _ in range(rng.randint(0, 3)):
        if plays:
            place = rng.randrange(len(plays))
            play = plays[place]
            known = {other.board for other in plays if set(other.who) & set(play.who)}
            plays[place] = Play(play.round, play.table, play.who, rng.choice([*({board for boards in laid for board in boards} - known), play.board]))
    found = Evening(movement, laid, over, tuple(plays))
    for _ in range(rng.randint(1, 3)):
        found = incident(found, rng)
    return found


def incident(found: Evening, rng: random.Random) -> Evening:
    entrants, rounds = found.movement.entrants, found.movement.rounds
    kind = rng.randrange(5)
    if kind == 0:
        return arrives(found, entrants + 1, rng.randint(found.over + 1, rounds))
    if kind == 1:
        return leaves(found, rng.randint(1, entrants), rng.randint(found.over, rounds))
    if kind == 2:
        return exchanged(found, *rng.sample(range(1, entrants + 1), 2))
    if kind == 3:
        return with_rounds(found, max(found.over + 1, rounds + rng.choice((-1, 1))))
    return turned(found, rounds)


@pytest.mark.parametrize("seed", range(100))
def test_random_incidents_leave_a_sound_plan(seed: int) -> None:
    before = random_evening(random.Random(seed))
    plan = replan(before)
    assert_sound(before, plan)
    assert replan(before) == plan


def test_a_stay_covers_its_rounds() -> None:
    stay = Stay(3, 2, 4)
    assert [number for number in range(1, 7) if stay.covers(number)] == [2, 3, 4]
    assert Stay(3, 2).covers(99)
