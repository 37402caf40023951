"""The ladder's order stays whole, whatever is asked of it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.engine.errors import EngineError
from bridge.engine.ladder import (
    AlreadyOnLadder,
    ChallengeOpen,
    Ladder,
    LimitTooSmall,
    Move,
    NoOpenChallenge,
    NotOnLadder,
    NotOverdue,
    Outcome,
    OutOfReach,
    Rules,
    TooSoonAgain,
    challenge,
    conclude,
    enter,
    leave,
    may_challenge,
    overdue,
)

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
FIVE = Ladder(("A", "B", "C", "D", "E"))


def test_a_swap_moves_two_and_an_insert_moves_a_block() -> None:
    swapped = conclude(challenge(FIVE, "D", "A", NOON), "D", "A", Outcome.WON, NOON)
    assert swapped.order == ("D", "B", "C", "A", "E")
    inserting = replace(FIVE, rules=Rules(move=Move.INSERT))
    assert conclude(challenge(inserting, "D", "A", NOON), "D", "A", Outcome.WON, NOON).order == ("D", "A", "B", "C", "E")


@pytest.mark.parametrize("outcome", [Outcome.LOST, Outcome.DRAWN, Outcome.ABANDONED])
def test_the_defender_stays(outcome: Outcome) -> None:
    assert conclude(challenge(FIVE, "C", "B", NOON), "C", "B", outcome, NOON).order == FIVE.order


def test_refused_and_missed_count_as_lost_by_the_defender() -> None:
    made = challenge(FIVE, "C", "B", NOON)
    assert conclude(made, "C", "B", Outcome.REFUSED, NOON).order == ("A", "C", "B", "D", "E")
    with pytest.raises(NotOverdue):
        conclude(made, "C", "B", Outcome.MISSED, NOON + timedelta(days=13))
    late = NOON + timedelta(days=14)
    assert overdue(made, late - timedelta(seconds=1)) == () and overdue(made, late) == made.open
    assert conclude(made, "C", "B", Outcome.MISSED, late).order == ("A", "C", "B", "D", "E")


def test_what_is_refused() -> None:
    for challenger, defender in (("E", "A"), ("A", "B"), ("C", "C")):
        with pytest.raises(OutOfReach):
            challenge(FIVE, challenger, defender, NOON)
    made = challenge(FIVE, "C", "B", NOON)
    for challenger, defender in (("D", "C"), ("D", "B"), ("C", "A")):
        with pytest.raises(ChallengeOpen):
            challenge(made, challenger, defender, NOON)
    assert may_challenge(made, "D", NOON) == ("A",) and may_challenge(made, "C", NOON) == ()
    lost = conclude(made, "C", "B", Outcome.LOST, NOON)
    with pytest.raises(TooSoonAgain):
        challenge(lost, "C", "B", NOON + timedelta(days=29))
    assert len(challenge(lost, "C", "B", NOON + timedelta(days=30)).open) == 1
    with pytest.raises(NoOpenChallenge):
        conclude(lost, "C", "B", Outcome.WON, NOON)
    with pytest.raises(NotOnLadder):
        challenge(FIVE, "Z", "A", NOON)
    with pytest.raises(AlreadyOnLadder):
        enter(FIVE, "A")
    with pytest.raises(LimitTooSmall):
        challenge(replace(FIVE, rules=Rules(steps=0)), "B", "A", NOON)


def test_who_leaves_closes_the_gap() -> None:
    left = leave(challenge(FIVE, "C", "B", NOON), "B", NOON)
    assert left.order == ("A", "C", "D", "E") and left.open == () and left.challenges[0].outcome is Outcome.VOID
    assert enter(left, "F").rung("F") == 5


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(Move), st.integers(1, 4))
def test_ranks_stay_whole_whatever_happens(rng: object, move: Move, steps: int) -> None:
    choose = rng.choice  # type: ignore[attr-defined]
    ladder: Ladder[int] = Ladder(tuple(range(8)), rules=Rules(steps=steps, rest_days=3, move=move))
    now, newest = NOON, 8
    for _ in range(40):
        now += timedelta(days=choose((0, 1, 5)))
        before = ladder
        deed = choose(("challenge", "challenge", "conclude", "conclude", "enter", "leave"))
        try:
            if deed == "challenge" and ladder.order:
                ladder = challenge(ladder, choose(ladder.order), choose(ladder.order), now)
            elif deed == "conclude" and ladder.open:
                running = choose(ladder.open)
                outcome = choose([Outcome.WON, Outcome.LOST, Outcome.DRAWN, Outcome.REFUSED, Outcome.MISSED])
                ladder = conclude(ladder, running.challenger, running.defender, outcome, now)
                moved = [who for who in before.order if before.rung(who) != ladder.rung(who)]
                if move is Move.SWAP or not moved:
                    assert set(moved) in (set(), {running.challenger, running.defender})
                else:
                    rungs = sorted(before.rung(who) for who in moved)
                    assert rungs == list(range(rungs[0], rungs[-1] + 1))
                    assert all(ladder.rung(who) == before.rung(who) + 1 for who in moved if who != running.challenger)
            elif deed == "enter":
                ladder, newest = enter(ladder, newest), newest + 1
                assert ladder.order[:-1] == before.order
            elif deed == "leave" and ladder.order:
                ladder = leave(ladder, choose(ladder.order), now)
        except EngineError:
            assert ladder == before
        assert sorted(ladder.rung(who) for who in ladder.order) == list(range(1, len(ladder.order) + 1))
        playing = [who for one in ladder.open for who in (one.challenger, one.defender)]
        assert len(playing) == len(set(playing)) and set(playing) <= set(ladder.order)
