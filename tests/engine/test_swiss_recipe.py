"""The automatic Swiss by its own times: what is due when."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bridge.engine.swiss.recipe import Deed, Due, Recipe, RecipeOutOfRange, next_deed, timetable

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


def test_one_deed_comes_after_the_other() -> None:
    assert [next_deed(RECIPE, done) for done in range(12)] == [*timetable(RECIPE), None]


@pytest.mark.parametrize("wrong", [{"rounds": 0}, {"boards": 0}, {"minutes": 0}, {"pause": -1}, {"share": 101}, {"sign_up": timedelta(minutes=-1)}])
def test_senseless_recipes_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(RecipeOutOfRange):
        timetable(replace(RECIPE, **wrong))
