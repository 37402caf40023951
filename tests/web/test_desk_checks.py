"""What cannot be is named at the question where it was entered, and nothing that the Laws know is refused. data/desk_contradictions.csv: written by hand."""

import csv
from pathlib import Path

import pytest
from django.http import QueryDict
from django.utils import translation

from bridge.engine.cards import Deal, parse_card
from bridge.engine.laws import facts as f
from bridge.engine.laws.case import Question
from bridge.engine.laws.codes import Kind, Option, Ruling
from bridge.engine.laws.desk import PROCEDURES, next_step
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Outcome
from bridge.engine.seats import Seat
from bridge.forms.law_answers import read_answers
from bridge.forms.law_checks import contradictions
from bridge.queries.desk import is_offered
from tests.conform.laws import typed_facts
from tests.conform.outcome import read_vectors
from tests.engine.law_worlds import SHARED, without_shared

CASES = list(csv.DictReader((Path(__file__).parent.parent / "data" / "desk_contradictions.csv").read_text(encoding="utf-8").splitlines()))


def known(kind: Kind) -> dict[Question[object], object]:
    """North dealt and declares, where that matters."""
    return {question: Seat.N for question in (f.DECLARER, f.DEALER) if question in PROCEDURES[kind].questions}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}-{case['question']}-{case['answers'][-24:]}")
def test_what_cannot_be_is_named_where_it_was_entered(case: dict[str, str]) -> None:
    kind = Kind(case["kind"])
    answers = read_answers(kind, QueryDict(case["answers"]), 1)
    assert not answers.errors and not answers.blank
    found = contradictions(kind, answers.told, known(kind), None)
    assert {question.code: reason for question, reason in found.items()} == {case["question"]: case["words"]}
    with translation.override("zh-hans"):
        (reason,) = contradictions(kind, answers.told, known(kind), None).values()
        assert reason != case["words"]


@pytest.mark.parametrize(("answer", "wrong"), [("auction=1H+1Z+P", "1Z"), ("irregular_call=0C", "0C")])
def test_a_word_that_is_no_call_is_named(answer: str, wrong: str) -> None:
    answers = read_answers(Kind.OVER_SEVEN, QueryDict(f"a.{answer}"), 1)
    assert list(answers.errors.values()) == [f"“{wrong}” is no call: write P, X, XX, or a level and a suit or NT."]


@without_shared
def test_nothing_that_the_laws_know_is_refused() -> None:
    """The facts of every scenario beside the repository may be told at the desk."""
    refused = {}
    for item in read_vectors(SHARED / "laws" / "scenarios.json"):
        kind = Kind(item["kind"])
        told = typed_facts(kind, item["facts"])
        found = contradictions(kind, told, {}, None)
        if f.CHOICE in told and not is_offered(Edition[item["edition"]], kind, told):
            found[f.CHOICE] = "not offered"
        if found:
            refused[item["id"]] = {question.code: reason for question, reason in found.items()}
    assert refused == {}


def test_a_card_of_another_hand() -> None:
    cards = [parse_card(suit + rank) for suit in "SHDC" for rank in "AKQJT98765432"]
    deal = Deal(*(frozenset(cards[13 * place : 13 * place + 13]) for place in range(4)))  # North all the spades, East the hearts
    answers = read_answers(Kind.EXPOSED_CARD, QueryDict("a.owner=E&a.how=dropped&a.cards=SA+HA"), 1)
    found = contradictions(Kind.EXPOSED_CARD, answers.told, {}, deal)
    assert found == {f.CARDS: "East did not hold this card."}
    own = read_answers(Kind.EXPOSED_CARD, QueryDict("a.owner=E&a.how=dropped&a.cards=HK+HA"), 1)
    assert contradictions(Kind.EXPOSED_CARD, own.told, {}, deal) == {}


@pytest.mark.parametrize(("choice", "offered"), [("require_suit", True), ("forbid_suit", True), ("accept_spread_own_hand", True), ("play_highest", False)])
def test_a_choice_that_the_law_does_not_give(choice: str, offered: bool) -> None:
    query = f"a.offender=W&a.card=SA&a.face=up&a.misled_by_opponent=no&a.declarer_spread_started=no&a.dummy_card_seen=no&a.choice={choice}&a.suit=S"
    told = known(Kind.OPENING_LEAD_OUT_OF_TURN) | read_answers(Kind.OPENING_LEAD_OUT_OF_TURN, QueryDict(query), 1).told
    for edition in Edition:
        assert is_offered(edition, Kind.OPENING_LEAD_OUT_OF_TURN, told) is offered


@pytest.mark.parametrize("edition", Edition)
def test_the_same_insufficient_bid_twice_is_ruled_on(edition: Edition) -> None:
    """27B4: what was refused is made again."""
    said = "a.auction=1H+2D&a.irregular_call=1S&a.offender=S&a.accepted_by_lho=no&a.replacement=1S&a.replacement_accepted=no"
    told = read_answers(Kind.INSUFFICIENT_BID, QueryDict(said), 1).told
    assert contradictions(Kind.INSUFFICIENT_BID, told, {}, None) == {}
    outcome = next_step(edition, Kind.INSUFFICIENT_BID, told)
    assert isinstance(outcome, Outcome) and outcome.ruling is Ruling.PARTNER_PASS_ALWAYS
    assert ("27B3" in outcome.laws, "27B4" in outcome.laws) == (True, edition is Edition.WBF2017)
    assert outcome.options == (Option.SUFFICIENT_BID, Option.PASS)
