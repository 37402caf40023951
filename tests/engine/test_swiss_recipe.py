"""The automatic Swiss by its own times: what is due when, what is cut, who is ranked."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from bridge.engine.scoring.ranking import Finisher
from bridge.engine.swiss.recipe import Cut, Deed, Due, Recipe, RecipeOutOfRange, boards_cut, due_now, final_ranking, next_deed, timetable

SEVEN = datetime(2026, 11, 30, 19, tzinfo=UTC)
RECIPE = Recipe(SEVEN, rounds=3, boards=4, minutes=28, pause=2)


def at(minutes: int) -> datetime:
    return SEVEN + timedelta(minutes=minutes)


def test_the_timetable() -> None:
    assert timetable(RECIPE) == (
        Due(at(-30), Deed.OPEN_SIGN_UP),
        Due(at(0), Deed.DRAW, 1),
        Due(at(0), Deed.OPEN_ROUND, 1),
        Due(at(28), Deed.CUT_ROUND, 1),
        Due(at(28), Deed.DRAW, 2),
        Due(at(30), Deed.OPEN_ROUND, 2),
        Due(at(58), Deed.CUT_ROUND, 2),
        Due(at(58), Deed.DRAW, 3),
        Due(at(60), Deed.OPEN_ROUND, 3),
        Due(at(88), Deed.CUT_ROUND, 3),
        Due(at(88), Deed.PUBLISH),
    )


def test_what_is_due_is_done_in_order_and_once() -> None:
    assert due_now(RECIPE, 0, at(-31)) == ()
    assert [deed.deed for deed in due_now(RECIPE, 1, at(0))] == [Deed.DRAW, Deed.OPEN_ROUND]
    assert due_now(RECIPE, 3, at(27)) == ()
    assert [deed.deed for deed in due_now(RECIPE, 3, at(59))] == [Deed.CUT_ROUND, Deed.DRAW, Deed.OPEN_ROUND, Deed.CUT_ROUND, Deed.DRAW]
    assert next_deed(RECIPE, 10) == Due(at(88), Deed.PUBLISH) and next_deed(RECIPE, 11) is None
    done: list[Due] = []
    for minute in range(-40, 120):
        done += due_now(RECIPE, len(done), at(minute))
    assert tuple(done) == timetable(RECIPE)


def test_unfinished_boards_are_cut() -> None:
    finished = frozenset({("A", "B", 1), ("A", "B", 2), ("C", "D", 1)})
    assert boards_cut((("A", "B"), ("C", "D")), (1, 2), finished) == (Cut("C", "D", 2),)


def test_who_is_ranked() -> None:
    told = {"A": (8, 14, 4), "B": (8, 20, 5), "C": (8, 20, 2), "D": (30, 13, 1), "E": (-3, 16, 3)}
    finishers = [Finisher(who, Fraction(score), boards, sign_up) for who, (score, boards, sign_up) in told.items()]
    assert final_ranking(replace(RECIPE, rounds=5, boards=4), finishers) == (("C", "B", "A", "E"), ("D",))


@pytest.mark.parametrize("wrong", [{"rounds": 0}, {"boards": 0}, {"minutes": 0}, {"pause": -1}, {"share": 101}, {"sign_up": timedelta(minutes=-1)}])
def test_senseless_recipes_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(RecipeOutOfRange):
        timetable(replace(RECIPE, **wrong))
