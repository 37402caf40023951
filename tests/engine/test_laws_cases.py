"""Cases written from the tables of both editions, row by row: the outcome of each is the table's, never the engine's."""

import random
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

import pytest

from bridge.engine.auction import Made
from bridge.engine.cards import Suit
from bridge.engine.contract import Strain
from bridge.engine.laws import facts as f
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.desk import rule
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.menu_play import MENU_PLAY
from bridge.engine.laws.words import Party
from bridge.engine.seats import Seat, Side
from tests.conform import laws
from tests.engine.law_cases import read_cases

CASES = read_cases()


def _missed(cases: list[dict[str, Any]]) -> list[tuple[str, Any, Any]]:
    return [(outcome.id, outcome.expected, outcome.got) for outcome in laws.check(cases, frozenset()) if not outcome.passed]


@pytest.mark.parametrize("kind", sorted({case["kind"] for case in CASES}))
def test_each_row_of_the_tables(kind: str) -> None:
    assert _missed([case for case in CASES if case["kind"] == kind]) == []


def test_facts_may_be_told_in_any_order_and_with_others_that_the_law_does_not_ask_for() -> None:
    rng = random.Random(5)
    others = {"weather": "rain", "story_told_by": "dummy"}
    told = []
    for case in CASES:
        facts = list((case["facts"] | others).items())
        rng.shuffle(facts)
        told.append(case | {"facts": dict(facts)})
    assert _missed(told) == []


def changed(what: Any, leaf: Callable[[Any], Any]) -> Any:
    """The same thing with every seat, side and suit in it changed."""
    if isinstance(what, tuple):
        return tuple(changed(each, leaf) for each in what)
    if is_dataclass(what) and not isinstance(what, type):
        return replace(what, **{each.name: changed(getattr(what, each.name), leaf) for each in fields(what) if each.init})
    return leaf(what)


def turned(what: Any, steps: int) -> Any:
    """The same thing when everybody has moved so many seats clockwise; sides change with every single step."""

    def leaf(each: Any) -> Any:
        if isinstance(each, Seat):
            return each.turned(steps)
        if isinstance(each, Side | Party) and steps % 2 and each.value in ("NS", "EW"):
            return type(each)("EW" if each.value == "NS" else "NS")
        return each

    return changed(what, leaf)


def in_other_suits(what: Any, steps: int) -> Any:
    """The same thing with each suit turned into another; notrump stays."""

    def leaf(each: Any) -> Any:
        return type(each)((each + steps) % 4) if isinstance(each, Suit) or (isinstance(each, Strain) and each is not Strain.N) else each

    return changed(what, leaf)


# What is North-South's whoever sits where: numbers of points and tricks, the fault of a side, rulings that name the side.
_OF_THE_COMPASS = {"table_tricks_ns", "td_expected_ns", "outcomes_ns", "weights", "fault", "looked", "withdrawn"}


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_case_is_the_same_from_every_side_of_the_table(steps: int) -> None:
    different = []
    for case in CASES:
        if "board" in case["facts"] or (steps % 2 and _OF_THE_COMPASS & case["facts"].keys()):
            continue
        kind, edition = Kind(case["kind"]), Edition[case["edition"]]
        told = laws.typed_facts(kind, case["facts"])
        around = {question: turned(answer, steps) for question, answer in told.items()}
        if turned(rule(edition, kind, told), steps) != rule(edition, kind, around):
            different.append(case["id"])
    assert different == []


def test_whose_turn_it_was_follows_from_the_calls() -> None:
    """Position and turn left untold where the auction says them: the same ruling. An auction told in part only says something else, and is left out."""
    different = []
    for case in CASES:
        kind, edition = Kind(case["kind"]), Edition[case["edition"]]
        told = laws.typed_facts(kind, case["facts"])
        made = cast("tuple[Made, ...] | None", told.get(f.AUCTION))
        follows = made[-1].seat.lho if made else told.get(f.DEALER)
        if made is None or told.get(f.TURN_SEAT, follows) is not follows:
            continue
        without = {question: answer for question, answer in told.items() if question not in (f.TURN_SEAT, f.POSITION)}
        if rule(edition, kind, without) != rule(edition, kind, told):
            different.append(case["id"])
    assert different == []


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_a_play_is_the_same_in_every_suit(steps: int) -> None:
    different = []
    for case in CASES:
        kind, edition = Kind(case["kind"]), Edition[case["edition"]]
        if kind not in MENU_PLAY:
            continue
        told = laws.typed_facts(kind, case["facts"])
        others = {question: in_other_suits(answer, steps) for question, answer in told.items()}
        if in_other_suits(rule(edition, kind, told), steps) != rule(edition, kind, others):
            different.append(case["id"])
    assert different == []
