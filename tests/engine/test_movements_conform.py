"""The adapter for files of movements: it finds what is wrong in a file, and selects by kind."""

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from bridge.engine.movements.families import make_checked
from bridge.engine.movements.movement import Order
from bridge.engine.movements.vector import write_vector
from tests.conform import movements


def entry(family: str, tables: int | str, rounds: int | None = None, **more: Any) -> dict[str, Any]:
    written = write_vector(*make_checked(Order(family, Fraction(tables), rounds, **more)))
    return json.loads(json.dumps(written, default=str), parse_float=Fraction) | {"facts": written["facts"]}


GOOD = {"movements": [entry("mitchell", 5), entry("howell", 4), entry("rover", "15/2"), entry("whist_tournament", 2), entry("american_whist", 5)]}


def passed(data: dict[str, Any], *kinds: str) -> list[bool]:
    return [outcome.passed for outcome in movements.check(data, frozenset(kinds))]


def test_a_true_file_passes() -> None:
    assert movements.recognises(GOOD)
    assert passed(GOOD) == [True] * 5
    assert passed(GOOD, "movements") == [True] * 5
    assert passed(GOOD, "howell") == [True]
    assert passed(GOOD, "bad_movements") == []


def test_what_a_file_leaves_unsaid_is_worked_out() -> None:
    """What a rover stands on, which pair of a Howell is missing, sets laid out beyond the rounds of players."""
    cut_howell = entry("howell_sitout", "7/2", 5, missing=3)
    three_quarter = entry("three_quarter_howell", "11/2", 9) | {"family": "howell_sitout"}
    entries = [entry("rover", "17/2", base="skip"), entry("rover", "13/2", base="relay"), cut_howell, three_quarter, entry("whist_tournament", 2, 5, sets=7)]
    assert passed({"movements": entries}) == [True] * 5


@pytest.mark.parametrize(
    ("at", "change"),
    [
        (0, lambda item: item["facts"].update(meetings=24)),
        (0, lambda item: item["facts"].pop("meetings")),
        (0, lambda item: item["facts"]["balance"].update(variance=Fraction(6))),
        (0, lambda item: item["seats"][1][0].__setitem__(2, 3)),
        (1, lambda item: item["facts"].update(sharing_rounds=1)),
        (2, lambda item: item["facts"].update(sitouts={})),
        (3, lambda item: item["facts"].update(directed_balanced=not item["facts"]["directed_balanced"])),
        (4, lambda item: item["facts"].update(unmet=[[1, 2]])),
    ],
)
def test_a_wrong_figure_or_seat_fails(at: int, change: Callable[[dict[str, Any]], Any]) -> None:
    wrong = copy.deepcopy(GOOD)
    change(wrong["movements"][at])
    assert passed(wrong) == [place != at for place in range(5)]


def test_a_howell_that_is_evener_than_ours_fails() -> None:
    """The stored figures are of seats that have them; ours must be as even."""
    ten = entry("howell", 5)
    worse = copy.deepcopy(ten)
    ns, ew, laid = worse["seats"][0][1]
    worse["seats"][0][1] = [ew, ns, laid]
    assert passed({"movements": [worse]}) == [False]  # the figures are no longer those of the seats
    assert passed({"movements": [ten]}) == [True]


def test_broken_movements_are_compared_with_all_their_classes() -> None:
    broken = entry("mitchell", 5)
    broken["seats"][1][0] = [1, 10, 3]
    item = {key: value for key, value in broken.items() if key != "facts"}
    assert passed({"bad_movements": [item | {"violates": ["undeclared_sharing", "replayed_set"]}]}) == [True]
    assert passed({"bad_movements": [item | {"violates": ["replayed_set"]}]}, "bad_movements") == [False]
    assert not movements.recognises([item])
