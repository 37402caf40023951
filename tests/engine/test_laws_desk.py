"""What decides a ruling is asked at the desk, not only heard when somebody tells it; and asked only where it decides."""

from typing import Any

import pytest

from bridge.engine.laws import facts as f
from bridge.engine.laws.case import Question
from bridge.engine.laws.codes import AuctionEffect, Kind, Ruling
from bridge.engine.laws.desk import commonest_answer, next_step, rule
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Outcome
from tests.conform.laws import typed_facts

ASKED_ONLY = (f.OTHER_CARD_PLAYED, f.FACED_CARD_KNOWN, f.OTHER_PC, f.FOLLOWER_FAILED)
HAND = ["D9", "H3", "S2"]
EAST = {"declarer": "S", "owner": "E", "pcs": [{"card": "D9", "class": "major"}], "turn_of": "owner"}
WEST = {"declarer": "S", "owner": "W"}
FIFTH = {"declarer": "S", "offender": "E"}
TWO_PLAYED = {"declarer": "S", "offender": "W", "problem": "too_many", "both_sides_played_next": True, "trick": 3}
ALL_PASSED = {"dealer": "N", "auction": ["N:P", "E:P"], "offender": "W", "irregular_call": "P", "following_passes": ["N:P"]}
WRONG_BOARD = {"dealer": "S", "auction": [], "offender": "S", "irregular_call": "1H"}


def walked(edition: Edition, kind: Kind, facts: dict[str, Any], said: dict[str, Any]) -> tuple[Outcome, set[Question[Any]]]:
    """The ruling after pages answered with these facts, `said` being those of questions that the vectors do not have; and all that was asked."""
    known = typed_facts(kind, facts) | {question: said[question.code] for question in ASKED_ONLY if question.code in said}
    told: dict[Question[Any], object] = {question: known[question] for question in (f.DECLARER, f.DEALER) if question in known}
    while not isinstance(step := next_step(edition, kind, told), Outcome):
        told |= {question: known.get(question, commonest_answer(question)) for question in step.questions}
    return step, set(told)


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(
    ("kind", "facts", "said"),
    [
        ("exposed_card", WEST | {"how": "dropped", "cards": ["H8"], "partner_could_see": True, "other_pcs": ["H5"]}, {"other_pc": True}),
        ("exposed_card", WEST | {"how": "held_low", "cards": ["H8"], "partner_could_see": True, "inadvertent": True}, {"other_pc": False}),
        ("fifth_card", FIFTH | {"card": "C7", "inadvertent": True, "meant_as_lead": False, "other_pcs": ["SA"]}, {"other_pc": True}),
        ("card_played_question", WEST | {"act": "partner_could_see", "already_played_to_trick": True, "card": "HA"}, {"other_pc": False}),
        ("legality_check", {"declarer": "S", "player": "W", "hand": HAND, "led_suit": "H", "to_lead": False}, {}),
        ("legality_check", {"declarer": "S", "player": "W", "hand": HAND, "to_lead": True}, {}),
        ("penalty_card_turn", EAST | {"hand": HAND, "led_suit": "H", "to_lead": False}, {"other_card_played": False}),
        ("penalty_card_turn", EAST | {"hand": HAND, "led_suit": "C", "to_lead": False}, {"other_card_played": False}),
        ("penalty_card_turn", EAST | {"played_instead": "S2", "pc_was_legal": True, "declarer_played_since": True}, {"other_card_played": True}),
        ("penalty_card_turn", EAST | {"played_instead": "H3", "pc_was_legal": False}, {"other_card_played": True}),
        ("penalty_card_turn", EAST | {"turn_of": "partner_follow", "info_used": True, "info_kind": "duty_to_play"}, {}),
        ("defective_trick", TWO_PLAYED | {"faced_card": "D4", "extra": ["D9"]}, {"faced_card_known": True}),
        ("defective_trick", TWO_PLAYED | {"faced_card": None, "extra": ["D9", "D4"], "led_suit": "D"}, {"faced_card_known": False}),
        ("cards_from_wrong_board", WRONG_BOARD | {"lho_called": True, "lho_call": "2C", "partner_called": True, "partner_call": "2H"}, {}),
        ("cards_from_wrong_board", WRONG_BOARD | {"lho_called": True, "lho_call": "2C"}, {}),
        ("wrong_dummy_card", {"both_sides_played_next": True, "wrong_card_led": True, "follower_failed_suit": "W"}, {"follower_failed": True}),
        ("wrong_dummy_card", {"both_sides_played_next": True, "wrong_card_led": True}, {"follower_failed": False}),
        ("right_to_call", ALL_PASSED | {"no_bid": True, "hands_returned": True}, {}),
        ("right_to_call", ALL_PASSED | {"no_bid": True, "hands_returned": False}, {}),
        ("right_to_call", ALL_PASSED | {"auction": ["N:1H", "E:P"]}, {}),
        ("card_count", {"call_by_wrong_hand": True, "correctable_without_changing_calls": True, "all_four_agree": True, "phase": "auction"}, {}),
        ("card_count", {"seen_other_card": True, "info_important": False, "all_four_agree": True, "phase": "auction"}, {}),
        ("simultaneous_cards", {"players": ["N", "W"], "legal_player": "N"}, {}),
        ("dummy_designation", {"words": "queen", "dummy_leads": True, "prev_win_suit": "H", "dummy": ["HQ", "SQ", "C3"]}, {}),
        ("restriction_unable", {"hand": HAND, "restriction": {"type": "require_suit", "suit": "S"}}, {}),
    ],
)
def test_the_desk_rules_as_when_all_of_it_is_told(edition: Edition, kind: str, facts: dict[str, Any], said: dict[str, Any]) -> None:
    outcome, _asked = walked(edition, Kind(kind), facts, said)
    assert outcome == rule(edition, Kind(kind), typed_facts(Kind(kind), facts))


def test_a_new_call_that_differs_is_heard_at_the_desk() -> None:
    """1999, 17D: with a call over the cancelled one, the score is artificial where the new call differs much."""
    facts = WRONG_BOARD | {"lho_called": True, "lho_call": "2C", "new_call": "1S", "significantly_different": True}
    outcome, asked = walked(Edition.CN1999, Kind.CARDS_FROM_WRONG_BOARD, facts, {})
    assert outcome == rule(Edition.CN1999, Kind.CARDS_FROM_WRONG_BOARD, typed_facts(Kind.CARDS_FROM_WRONG_BOARD, facts))
    assert f.NEW_CALL not in asked


@pytest.mark.parametrize("edition", Edition)
def test_what_does_not_decide_is_not_asked(edition: Edition) -> None:
    exposed = {"declarer": "S", "owner": "W", "how": "held_low", "cards": ["H8"], "partner_could_see": True, "other_pcs": ["H5"]}
    assert f.INADVERTENT not in walked(edition, Kind.EXPOSED_CARD, exposed, {"other_pc": True})[1]
    too_few = {"declarer": "S", "offender": "W", "problem": "too_few", "both_sides_played_next": True, "has_led_suit": True, "os_won_from_trick": True}
    assert not {f.EXTRA, f.EXTRA_EXPOSED, f.LED_SUIT, f.INADVERTENT} & walked(edition, Kind.DEFECTIVE_TRICK, too_few, {})[1]
    assert not {f.LHO_CALL, f.PARTNER_CALLED, f.SIGNIFICANTLY_DIFFERENT} & walked(edition, Kind.CARDS_FROM_WRONG_BOARD, WRONG_BOARD, {})[1]
    counted = {"call_by_wrong_hand": True, "correctable_without_changing_calls": False, "phase": "auction"}
    assert not {f.SEEN_OTHER_CARD, f.HAND_RECORD, f.INFO_IMPORTANT, f.PLAYED_TO_QUITTED_TRICK} & walked(edition, Kind.CARD_COUNT, counted, {})[1]
    assert f.LED_SUIT not in walked(edition, Kind.LEGALITY_CHECK, {"declarer": "S", "hand": HAND, "to_lead": True}, {})[1]


@pytest.mark.parametrize("edition", Edition)
def test_a_bid_of_eight_never_stands_for_an_insufficient_one(edition: Edition) -> None:
    """Law 38: a bid of more than seven is cancelled, a pass is put in its place, and both partners pass for the rest."""
    facts = {"dealer": "N", "auction": ["N:1S", "E:P"], "offender": "S", "irregular_call": "1H", "accepted_by_lho": False, "replacement": "8H"}
    outcome = rule(edition, Kind.INSUFFICIENT_BID, typed_facts(Kind.INSUFFICIENT_BID, facts))
    assert outcome.ruling is Ruling.SIDE_PASS_ALWAYS
    assert [each.details[0].level for each in outcome.rectifications if each.effect is AuctionEffect.CALL_CANCELLED] == [1, 8]
    assert not [each for each in outcome.rectifications if each.effect is AuctionEffect.CALL_STANDS]
