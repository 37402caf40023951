"""From a typed auction or play to the case that it starts, and its ruling."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.auction import Auction, Bar, parse_made
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.codes import Kind, Ruling
from bridge.engine.laws.desk import rule
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.recognised import first_in_auction, first_in_play, passes_that_took_a_turn
from bridge.engine.play import Played, recognise_card
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
