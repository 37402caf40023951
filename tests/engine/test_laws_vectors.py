"""The scenarios beside the repository, when they are there: all of them, by rule."""

from bridge.engine.laws.codes import Kind
from tests.conform import laws
from tests.conform.outcome import read_vectors
from tests.engine.law_worlds import SHARED, without_shared


@without_shared
def test_every_scenario() -> None:
    data = read_vectors(SHARED / "laws" / "scenarios.json")
    assert laws.recognises(data)
    outcomes = list(laws.check(data, frozenset()))
    assert [(outcome.id, outcome.expected, outcome.got) for outcome in outcomes if not outcome.passed] == []
    assert len(outcomes) == len(data)


@without_shared
def test_every_kind_option_and_effect_of_the_vocabulary_is_known() -> None:
    words = read_vectors(SHARED / "laws" / "vocabulary.json")
    assert set(words["kinds"]) == {kind.value for kind in Kind}
    known = {area: {code.value for code in codes} for area, codes in laws.AREAS.items()}
    assert {area: set(codes) - known[area] - {"if_defending"} for area, codes in words["effects"].items()} == {"auction": set(), "play": set(), "score": set()}


def test_an_unknown_kind_or_edition_fails() -> None:
    item = {"id": "x", "edition": "WBF2017", "kind": "nothing", "facts": {}, "expected": {"ruling": "accepted"}}
    assert [outcome.passed for outcome in laws.check([item, item | {"kind": "imp", "edition": "1066"}], frozenset())] == [False, False]


def test_citations_are_covered_by_their_parts_alone() -> None:
    assert laws.covers("26A2", "26") and laws.covers("26A2", "26(A)(2)") and laws.covers("64A1", "64a1")
    assert not laws.covers("26", "26A2") and not laws.covers("27", "2") and not laws.covers("62C1", "62C2")
