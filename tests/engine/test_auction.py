"""Auctions: who may call what (Laws 17-19, 22), against an independent walk through all calls, and real records."""

import random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.auction import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    AuctionNotOver,
    Bar,
    Bid,
    Call,
    Fault,
    NoSuchCall,
    Position,
    final_contract,
    format_call,
    legal_calls,
    lowest_sufficient,
    parse_call,
    position_of,
    recognise,
)
from bridge.engine.contract import PASSED_OUT, Contract, Doubling, Strain
from bridge.engine.formats.lin import read_lin
from bridge.engine.play import Play, Played, recognise_card, revokes_in
from bridge.engine.seats import Seat
from tests.engine.law_worlds import SHARED, random_auction, without_shared

EVERY_CALL: tuple[Call, ...] = (PASS, DOUBLE, REDOUBLE, *(Bid(level, strain) for level in range(1, 8) for strain in Strain))


def auction_of(dealer: Seat, text: str) -> Auction:
    auction = Auction(dealer)
    for word in text.split():
        auction = auction.with_call(auction.turn, parse_call(word))
    return auction


def plainly_legal(calls: list[str]) -> set[str]:
    """The legal calls after these, from the text alone: the rank of bids as a number, doubles by counting seats."""
    order = [f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
    last = max((order.index(call) for call in calls if call in order), default=-1)
    legal = {"P", *order[last + 1 :]}
    active = [(place, call) for place, call in enumerate(calls) if call != "P"]
    if active:
        place, call = active[-1]
        if (len(calls) - place) % 2:
            legal |= {"X"} if call in order else {"XX"} if call == "X" else set()
    return legal


@given(st.integers(0, 2**32))
def test_legal_calls_are_those_of_the_plain_walk(seed: int) -> None:
    rng = random.Random(seed)
    auction = Auction(rng.choice(list(Seat)))
    while not auction.is_over:
        texts = [format_call(each.call) for each in auction.made]
        assert {format_call(call) for call in legal_calls(auction)} == plainly_legal(texts)
        calls = sorted(legal_calls(auction), key=format_call)
        auction = auction.with_call(auction.turn, rng.choice([PASS, PASS, *calls]))
    assert legal_calls(auction) == frozenset()


@given(st.integers(0, 2**32))
def test_each_illegal_call_is_one_irregularity(seed: int) -> None:
    rng = random.Random(seed)
    auction = random_auction(rng, over=rng.random() < 0.2)
    legal = legal_calls(auction)
    for seat in Seat:
        for call in (*EVERY_CALL, Bid(8, Strain.C)):
            found = recognise(auction, seat, call)
            in_order = seat is auction.turn and call in legal
            assert (found is None) == in_order
            if auction.is_over:
                assert found is not None and found.fault is Fault.AFTER_END
            elif isinstance(call, Bid) and call.level > 7:
                assert found is not None and found.fault is Fault.OVER_SEVEN
            elif seat is not auction.turn:
                assert found is not None and found.law == ("31" if isinstance(call, Bid) else "30" if call is PASS else "32")
            elif not in_order:
                assert found is not None and found.law == ("27" if isinstance(call, Bid) else "36")


def test_a_barred_player_may_only_pass() -> None:
    auction = auction_of(Seat.N, "1H P")
    barred = {Seat.S: Bar.ALWAYS}
    assert recognise(auction, Seat.S, PASS, barred) is None
    assert [found.fault for call in (DOUBLE, Bid(2, Strain.H), Bid(1, Strain.C)) if (found := recognise(auction, Seat.S, call, barred))] == [Fault.BARRED] * 3


def test_at_the_turn_of_a_barred_right_hand_opponent_a_call_is_in_rotation() -> None:
    auction = auction_of(Seat.N, "1H")
    assert recognise(auction, Seat.S, Bid(2, Strain.H), {Seat.E: Bar.THIS_TURN}) is None
    assert recognise(auction, Seat.W, Bid(2, Strain.H), {Seat.E: Bar.THIS_TURN}) is not None


@pytest.mark.parametrize(
    ("dealer", "calls", "expected"),
    [
        (Seat.S, "P P P P", PASSED_OUT),
        (Seat.N, "1H P 2H P P P", (Contract(2, Strain.H), Seat.N)),
        (Seat.N, "P 1S P 2N X P 3S P P XX", None),
        (Seat.E, "1C 1S X 2S 3H P 4H X XX P P P", (Contract(4, Strain.H, Doubling.XX), Seat.E)),
        (Seat.W, "1N X 2C X P P P", (Contract(2, Strain.C, Doubling.X), Seat.E)),
    ],
)
def test_the_contract_and_the_first_to_name_the_strain(dealer: Seat, calls: str, expected: object) -> None:
    auction = auction_of(dealer, calls)
    if expected is None:
        with pytest.raises(AuctionNotOver):
            final_contract(auction)
    else:
        assert final_contract(auction) == expected


def test_positions_and_the_lowest_sufficient_bid() -> None:
    assert [position_of(Seat.E, turn) for turn in (Seat.E, Seat.N, Seat.W, Seat.S)] == list(Position)
    assert [format_call(lowest_sufficient(strain, Bid(2, Strain.H))) for strain in Strain] == ["3C", "3D", "3H", "2S", "2N"]


@pytest.mark.parametrize("call", EVERY_CALL)
def test_calls_read_back(call: Call) -> None:
    assert parse_call(format_call(call)) == call


@pytest.mark.parametrize("text", ["", "0C", "1", "NT", "1Z", "XXX", "12C"])
def test_no_call(text: str) -> None:
    with pytest.raises(NoSuchCall):
        parse_call(text)


@without_shared
def test_all_calls_and_plays_of_real_records_are_legal() -> None:
    """Every LIN in the file of a real event: no irregularity, no revoke, and the contract that the record's own reader finds."""
    root = ElementTree.parse(SHARED / "cases" / "u5-ties-and-lin.xml").getroot()
    texts = [element.text for element in root.iter() if element.text and ("md|" in element.text or "md%7C" in element.text.replace("%7c", "%7C"))]
    played = 0
    for board in (board for text in texts for board in read_lin(text)):
        auction = Auction(board.dealer)
        for word in board.calls:
            assert recognise(auction, auction.turn, parse_call(word)) is None, (board, word)
            auction = auction.with_call(auction.turn, parse_call(word))
        contract = board.contract
        assert final_contract(auction) == ((contract, board.declarer) if isinstance(contract, Contract) else contract)
        if isinstance(contract, Contract) and board.declarer and board.deal:
            play = Play(board.deal, contract.strain, board.declarer.lho)
            for card in board.played:
                assert recognise_card(play, play.turn, card) is None, (board.number, card)
                play = Play(play.deal, play.trump, play.leader, (*play.played, Played(play.turn, card)))
            assert revokes_in(play) == ()
            played += len(board.played)
    assert len(texts) > 100 and played > 1000
