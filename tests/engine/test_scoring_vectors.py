"""The vector file beside the repository, when it is there."""

from collections import Counter
from pathlib import Path

import pytest

from tests.conform import scoring
from tests.conform.outcome import read_vectors

ODD = Path(__file__).parents[1] / "data" / "odd_scoring_vectors.json"
VECTORS = Path(__file__).parents[2].parent / "shared" / "scoring" / "vectors.json"


@pytest.mark.skipif(not VECTORS.exists(), reason="../shared/scoring/vectors.json is not beside the repository")
def test_every_vector() -> None:
    data = read_vectors(VECTORS)
    assert scoring.recognises(data)
    outcomes = list(scoring.check(data, frozenset()))
    assert [(outcome.id, outcome.expected, outcome.got) for outcome in outcomes if not outcome.passed] == []
    assert len(outcomes) == len(data)
    assert {kind for outcome in outcomes for kind in outcome.kinds} == set(scoring.ANSWERS)


def test_odd_inputs() -> None:
    """Fields of one, nothing but artificial scores, eight components, extreme trims and matches, as a separate program worked them out from the rules."""
    outcomes = list(scoring.check(read_vectors(ODD), frozenset()))
    assert [(outcome.id, outcome.expected, outcome.got) for outcome in outcomes if not outcome.passed] == []
    assert len(outcomes) == 34


def test_one_kind_alone() -> None:
    data = [
        {"id": "a", "kind": "imp", "input": {"diff": -400}, "expected": -9},
        {"id": "b", "kind": "imp", "input": {"diff": 420}, "expected": 10},
        {"id": "c", "kind": "nothing", "input": {}, "expected": 1},
    ]
    assert Counter(outcome.passed for outcome in scoring.check(data, frozenset())) == {True: 1, False: 2}
    assert [outcome.id for outcome in scoring.check(data, frozenset({"nothing"}))] == ["c"]
