"""Cases written from the tables of both editions, row by row: the outcome of each is the table's, never the engine's."""

import random
from typing import Any

import pytest

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
