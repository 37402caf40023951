"""From a typed auction or play to the case that it starts, and its ruling."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.auction import Auction, Bar, Bid, parse_made
from bridge.engine.cards import FULL_PACK, Deal, Suit, parse_card
from bridge.engine.contract import Strain
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Question
from bridge.engine.laws.codes import Kind, Ruling
from bridge.engine.laws.desk import commonest_answer, next_step, rule
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.recognised import Started, first_in_auction, first_in_play, passes_that_took_a_turn
from bridge.engine.laws.rectification import Outcome
from bridge.engine.laws.tricks import Revoke, transfer_by_record
from bridge.engine.play import Play, Played, recognise_card, revokes_in
from bridge.engine.seats import Seat
from tests.engine.law_worlds import random_auction, random_play


def typed(dealer: Seat, text: str) -> Auction:
    return Auction(dealer, tuple(parse_made(word) for word in text.split()))


@pytest.mark.parametrize(
    ("calls", "kind", "place", "chinese", "wbf"),
    [
        ("N:1S E:P S:1H", Kind.INSUFFICIENT_BID, 2, None, None),
        ("N:1S E:P S:1H W:1S", Kind.INSUFFICIENT_BID, 2, Ruling.ACCEPTED, Ruling.ACCEPTED),
        ("N:1H E:P S:X W:2C", Kind.INADMISSIBLE, 2, Ruling.CANCEL_ALL_REVERT_NO_PENALTY, Ruling.CANCEL_ALL_REVERT_NO_PENALTY),
        ("N:1H E:P S:8C", Kind.OVER_SEVEN, 2, Ruling.SIDE_PASS_ALWAYS, Ruling.SIDE_PASS_ALWAYS),
        ("N:1H E:P S:8C W:P", Kind.OVER_SEVEN, 2, Ruling.CANCEL_ALL_REPLACE_WITH_PASS, Ruling.SIDE_PASS_ALWAYS),
        ("N:2S E:P S:P W:P E:3H", Kind.AFTER_FINAL_PASS, 4, Ruling.CALL_CANCELLED_LEAD_PENALTY, Ruling.CALL_CANCELLED_LEAD_RESTRICTION),
        ("N:1H E:1S N:P", Kind.OOT_PASS, 2, Ruling.OFFENDER_PASS_ALWAYS, Ruling.PARTNER_FREE_THEN_COMPARABLE_TEST),
        ("S:1H W:1S", Kind.OOT_BID, 0, Ruling.ACCEPTED, Ruling.ACCEPTED),
        ("N:1D E:P W:X", Kind.OOT_DOUBLE, 2, None, None),
        ("E:1D N:1S", Kind.IN_ROTATION, 0, Ruling.PENALTY_FORFEITED_OOT_VOID, Ruling.PENALTY_FORFEITED_OOT_VOID),
        ("E:1C E:P", Kind.PREMATURE_CORRECTION, 0, Ruling.RULE_ON_FIRST_CALL_NO_PLAYER_ACTION, Ruling.RULE_ON_FIRST_CALL_NO_PLAYER_ACTION),
        ("N:1H E:P S:X S:2H", Kind.PREMATURE_CORRECTION, 2, Ruling.RULE_ON_FIRST_CALL_NO_PLAYER_ACTION, Ruling.RULE_ON_FIRST_CALL_NO_PLAYER_ACTION),
        ("N:1S E:P S:1H S:2H", Kind.INSUFFICIENT_BID, 2, Ruling.NO_PENALTY, Ruling.PARTNER_PASS_ALWAYS),
        ("N:1H E:P S:2C S:2D", Kind.CHANGE_OF_CALL, 3, Ruling.LAW_25B2_APPLIES, Ruling.FIRST_CALL_STANDS),
        ("N:1H E:P W:P N:P", Kind.RIGHT_TO_CALL, 2, Ruling.AUCTION_REVERTS, Ruling.AUCTION_REVERTS),
        ("N:P E:P W:P N:P", Kind.RIGHT_TO_CALL, 2, Ruling.AUCTION_REVERTS, Ruling.AUCTION_REVERTS),
        ("N:1H W:P E:P S:P", Kind.OOT_PASS, 1, None, None),
    ],
)
def test_the_first_irregular_call_starts_its_case(calls: str, kind: Kind, place: int, chinese: Ruling | None, wbf: Ruling | None) -> None:
    started = first_in_auction(typed(Seat.N, calls))
    assert started is not None and (started.kind, started.place) == (kind, place)
    for edition, ruling in zip(Edition, (chinese, wbf), strict=True):
        outcome = rule(edition, started.kind, started.facts)
        assert ruling in (None, outcome.ruling)


def test_a_rightful_call_of_the_left_hand_opponent_is_no_acceptance() -> None:
    """North deals; West opens out of turn; North, who is his left-hand opponent and in turn, calls: 28B or 29A, he is asked."""
    started = first_in_auction(typed(Seat.N, "W:1C N:1S"))
    assert started is not None and f.LHO_CALL not in started.facts


def test_a_barred_player_who_bids() -> None:
    started = first_in_auction(typed(Seat.N, "N:1H E:P S:2H"), {Seat.S: Bar.ALWAYS})
    assert started is not None and started.kind is Kind.BARRED_PLAYER_BIDS and started.facts[f.REQUIRED_TO_PASS] is w.RequiredToPass.ALWAYS


def test_passes_that_took_a_turn_away() -> None:
    started = passes_that_took_a_turn(typed(Seat.N, "N:1H E:P W:P N:P"))
    assert started is not None
    outcome = rule(Edition.WBF2017, started.kind, started.facts)
    assert outcome.ruling is Ruling.AUCTION_REVERTS and Seat.S in outcome.rectifications[-2].details
    assert passes_that_took_a_turn(typed(Seat.N, "N:1H E:P S:P W:P")) is None


def test_after_the_final_pass_nobody_has_a_turn_to_lose_or_to_call_at() -> None:
    """A fourth pass took no turn away (Law 39, not 34), and whoever calls over a call after the end condones it, wherever he sits (39B)."""
    for calls in ("N:1H E:P S:P W:P N:P", "N:1H E:2C S:P W:P N:P E:P", "N:1H E:P S:P W:P N:P E:P"):
        started = first_in_auction(typed(Seat.N, calls))
        assert started is not None and started.kind is Kind.AFTER_FINAL_PASS
    started = first_in_auction(typed(Seat.N, "N:1H E:P S:P W:P W:2C N:2H"))
    assert started is not None and rule(Edition.WBF2017, started.kind, started.facts).ruling is Ruling.CANCEL_ALL_NO_PENALTY


def test_who_bid_at_his_turn_was_not_bound_to_pass() -> None:
    """28A lets a call stand that is made before a player who must pass has passed; of one who has bid it is not asked."""
    bid, passed = (first_in_auction(typed(Seat.N, calls)) for calls in ("E:1D N:1S", "E:1D N:P"))
    assert bid is not None and passed is not None
    assert next_questions(bid) == set() and next_questions(passed) == {f.RHO_MUST_PASS}


def test_a_call_changed_after_the_next_player_had_called() -> None:
    started = first_in_auction(typed(Seat.N, "N:1H E:P S:2C S:2D W:P"))
    assert started is not None and started.facts[f.LHO_CALLED] is True and started.facts[f.IRREGULAR_CALL] == Bid(2, Strain.C)
    assert f.LHO_CALLED_OVER in next_questions(started)


def next_questions(started: Started, edition: Edition = Edition.WBF2017) -> set[Question[Any]]:
    """Everything that the desk asks when all else is answered as it commonly is."""
    told, asked = dict(started.facts), set[Question[Any]]()
    while not isinstance(step := next_step(edition, started.kind, told), Outcome):
        asked |= set(step.questions)
        told |= {question: commonest_answer(question) for question in step.questions}
    return asked


def played(text: str) -> tuple[Played, ...]:
    return tuple(Played(Seat(word[0]), parse_card(word[2:])) for word in text.split())


SUITS = {seat: frozenset(card for card in FULL_PACK if card.suit is suit) for seat, suit in zip(Seat, (Suit.S, Suit.H, Suit.D, Suit.C), strict=True)}


@pytest.mark.parametrize(
    ("cards", "kind", "ruling"),
    [
        # South declares in notrump; North holds the spades, East the hearts, South the diamonds, West the clubs.
        ("W:CA N:S2 E:H2 S:D2 N:SA", Kind.LEAD_OUT_OF_TURN, Ruling.LEAD_OPTIONS),
        ("W:CA N:S2 E:H2 S:D2 N:SA E:H3", Kind.LEAD_OUT_OF_TURN, Ruling.LEAD_ACCEPTED),
        ("W:CA N:S2 E:H2 S:D2 N:SA W:CK", Kind.LEAD_OUT_OF_TURN, Ruling.PROPER_LEAD_STANDS),
        ("W:CA N:S2 E:H2 S:D2 S:DA E:H3", Kind.LEAD_OUT_OF_TURN, Ruling.LEAD_ACCEPTED),
        ("W:CA N:S2 E:H2 S:D2 E:HA", Kind.LEAD_OUT_OF_TURN, Ruling.LEAD_OPTIONS),
        ("W:CA E:H2", Kind.PREMATURE_PLAY, Ruling.CARD_PLAYED),
        ("W:CA N:S2 W:CK", Kind.FIFTH_CARD, Ruling.PENALTY_CARD),
        ("E:HA", Kind.OPENING_LEAD_OUT_OF_TURN, Ruling.OLOOT_OPTIONS),
    ],
)
def test_the_cards_after_it_say_what_became_of_a_card_out_of_turn(cards: str, kind: Kind, ruling: Ruling) -> None:
    started = first_in_play(Play(Deal(*(SUITS[seat] for seat in (Seat.N, Seat.E, Seat.S, Seat.W))), Strain.N, Seat.W, played(cards)), Seat.S)
    assert started is not None and started.kind is kind
    for edition in Edition:
        assert rule(edition, kind, started.facts).ruling is ruling
    if kind is Kind.LEAD_OUT_OF_TURN:
        assert not {f.NEXT_HAND_PLAYED, f.PROPER_LEAD_MADE} & next_questions(started)


@given(st.integers(0, 2**32))
def test_the_first_revoke_of_a_whole_record_is_counted_from_it(seed: int) -> None:
    """Nothing that the record says is asked again, and the tricks are those of the independent count."""
    whole = random_play(random.Random(seed), revokes=0.02)
    started, found = first_in_play(whole, whole.leader.rho), revokes_in(whole)
    assert (started is not None) == bool(found)
    if started is None or found[0].trick == 12:
        return
    first, last = found[0], found[-1]
    assert started.kind is Kind.REVOKE and (started.facts[f.OFFENDER], started.facts[f.TRICK]) == (first.seat, first.trick)
    won_with = tuple((number, each.card) for number, trick in enumerate(whole.tricks, 1) for each in trick if each.seat is first.seat)
    for edition in Edition:
        outcome = rule(edition, Kind.REVOKE, started.facts)
        counted = transfer_by_record(edition, whole.winners, Revoke(first.trick, first.seat, frozenset(first.legal_then), won_with)).tricks
        exempt = first.seat is whole.leader.lho or (edition is Edition.WBF2017 and last.seat.side is not first.seat.side and last.trick < 12)
        if not any(each.seat.side is not first.seat.side for each in found[1:-1]):
            assert outcome.tricks_transferred == (0 if exempt else counted)
        assert next_questions(started, edition) == {f.NOTICED}


@given(st.integers(0, 2**32))
def test_legal_auctions_and_plays_start_nothing(seed: int) -> None:
    rng = random.Random(seed)
    assert first_in_auction(random_auction(rng, over=True)) is None
    assert first_in_play(random_play(rng), Seat.S) is None


@given(st.integers(0, 2**32))
def test_the_first_irregular_card_starts_its_case(seed: int) -> None:
    rng = random.Random(seed)
    whole = random_play(rng, revokes=0.05)
    cut = rng.randrange(52)
    seat = rng.choice(list(Seat))
    card = rng.choice(sorted(whole.deal.hand(seat)))
    played = (*whole.played[:cut], Played(seat, card), *whole.played[cut:])
    play = type(whole)(whole.deal, whole.trump, whole.leader, played)
    started = first_in_play(play, Seat.S)
    wrong = [index for index, each in enumerate(played) if recognise_card(type(play)(play.deal, play.trump, play.leader, played[:index]), each.seat, each.card)]
    assert (started.place if started else None) == (wrong[0] if wrong else None)
    if started:
        for edition in Edition:
            rule(edition, started.kind, started.facts)
