"""The book against the matrices beside the repository, and against what the rulings cite."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.errors import EngineError
from bridge.engine.laws.answers import parse_answer
from bridge.engine.laws.book import Coverage, coverage_of, sections
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.desk import PROCEDURES, rule
from bridge.engine.laws.doubts import OPEN, doubts_about
from bridge.engine.laws.edition import Edition
from tests.conform.laws import typed_facts
from tests.conform.outcome import read_vectors
from tests.engine.law_worlds import SHARED, random_facts, without_shared

BOOK = {edition: {section.law for section in sections(edition)} for edition in Edition}


def sections_named(text: str) -> set[str]:
    """Whatever looks like a section of Laws 1 to 93; bids such as 1C are told apart by the context of the matrices, where Laws 1 to 5 have no sections."""
    found = {match[0] for match in re.finditer(r"(?<![A-Za-z0-9:'-])([1-9]\d?)[A-G]\d{0,2}[a-e]?(?:ii|i)?(?![A-Za-z0-9%])", text)}
    return {law for law in found if 8 <= int(re.match(r"\d+", law)[0]) <= 93}  # type: ignore[index]


@without_shared
def test_every_section_of_both_matrices_is_in_the_book() -> None:
    text = "".join((SHARED / "laws" / name).read_text(encoding="utf-8") for name in ("auction-and-general.md", "play-and-claims.md"))
    assert sections_named(text) - BOOK[Edition.CN1999] - BOOK[Edition.WBF2017] == set()
    print({edition.name: {how.value: number for how, number in coverage_of(edition).items()} for edition in Edition})


@without_shared
def test_every_citation_of_the_scenarios_is_in_the_book_of_its_edition() -> None:
    cited = {(each["edition"], law) for each in read_vectors(SHARED / "laws" / "scenarios.json") for law in each["expected"]["citations"]}
    assert {(edition, law) for edition, law in cited if law not in BOOK[Edition[edition]]} == set()


@without_shared
def test_every_scenario_ruled_in_either_edition_cites_the_book_of_that_edition() -> None:
    for item in read_vectors(SHARED / "laws" / "scenarios.json"):
        kind = Kind(item["kind"])
        for edition in Edition:
            assert set(rule(edition, kind, typed_facts(kind, item["facts"])).laws) <= BOOK[edition], (item["id"], edition)


def test_all_laws_from_1_to_93_are_there_once() -> None:
    for edition in Edition:
        listed = [section.law for section in sections(edition)]
        assert [int(law) for law in listed if law.isdigit()] == list(range(1, 94))
        assert len(listed) == len(set(listed))


@given(st.integers(0, 2**32), st.sampled_from(list(Kind)), st.sampled_from(list(Edition)))
def test_whatever_a_ruling_cites_is_in_the_book(seed: int, kind: Kind, edition: Edition) -> None:
    told = random_facts(random.Random(seed), kind)
    try:
        outcome = rule(edition, kind, told)
    except EngineError:
        return
    assert set(outcome.laws) <= BOOK[edition]
    assert outcome.doubts == doubts_about(edition, outcome.laws, told)
    assert set(outcome.doubts) <= set(doubts_about(edition, outcome.laws))


@pytest.mark.parametrize(("edition", "kind", "neighbour", "case", "doubt"), [
    (Edition.WBF2017, "insufficient_bid", {"dealer": "E", "auction": "E:1H S:2D", "offender": "S", "irregular_call": "1S"}, {"irregular_call": "X"},
     "double_at_lho_turn"),
    (Edition.CN1999, "revoke", {"offender": "N", "trick": "5", "kind": "follow", "established": "yes", "declarer": "W", "revoke_trick_won": "partner"},
     {"declarer": "N"}, "trick_won_by_dummy"),
    (Edition.CN1999, "exposed_card", {"declarer": "N", "owner": "W", "how": "dropped", "cards": "SA", "partner_could_see": "yes"}, None,
     "cards_shown_with_rejected_concession"),
    (Edition.CN1999, "concession", {"conceder": "W", "declarer": "N", "partner_objects_at_once": "no"}, {"partner_objects_at_once": "yes"},
     "cards_shown_with_rejected_concession"),
    (Edition.WBF2017, "oot_bid", {"dealer": "N", "auction": "N:P", "offender": "N", "irregular_call": "1S", "turn_seat": "S", "accepted_by_lho": "yes"},
     {"turn_seat": "E", "auction": "", "dealer": "E"}, "lho_is_dealer"),
    (Edition.WBF2017, "fifth_card", {"declarer": "S", "offender": "W", "card": "HJ", "meant_as_lead": "no", "inadvertent": "yes"}, {"card": "H8"},
     "two_cards_the_unplayed_one_intended"),
    (Edition.CN1999, "penalty_card_turn", {"owner": "E", "pcs": "HK", "turn_of": "partner_lead", "choice": "forbid_suit"}, {"choice": "require_suit"},
     "required_but_unable_picks_up"),
])  # fmt: skip
def test_a_doubt_is_shown_at_its_own_case(edition: Edition, kind: str, neighbour: dict[str, str], case: dict[str, str] | None, doubt: str) -> None:
    def doubts(answers: dict[str, str]) -> set[str]:
        told = {question: parse_answer(question, answers[question.code]) for question in PROCEDURES[Kind(kind)].questions if question.code in answers}
        return {each.code for each in rule(edition, Kind(kind), told).doubts}

    assert doubt not in doubts(neighbour)
    if case is not None:
        kind = "oot_double" if case.get("irregular_call") == "X" else kind
        assert doubt in doubts(neighbour | case)


def test_every_kind_has_its_law_in_the_book_and_its_section_names_it_back() -> None:
    for kind, procedure in PROCEDURES.items():
        for edition, law in zip(Edition, procedure.laws, strict=True):
            assert law in BOOK[edition], (kind, law)
    named = {kind for edition in Edition for section in sections(edition) for kind in section.kinds}
    assert named | {Kind.WITHDRAWN_INFO} == set(Kind)
    for edition in Edition:
        assert all(section.kinds for section in sections(edition) if section.coverage is Coverage.RULED)


def test_every_doubt_touches_a_section_of_its_edition() -> None:
    assert len({doubt.code for doubt in OPEN}) == len(OPEN)
    for doubt in OPEN:
        for edition in doubt.editions:
            for law in doubt.laws:
                assert law.rstrip("=") in BOOK[edition], (doubt.code, law)
