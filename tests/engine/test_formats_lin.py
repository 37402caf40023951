"""LIN records: three or four hands, escaped or not, auctions and tricks."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.cards import FULL_PACK, deal_of
from bridge.engine.contract import PASSED_OUT, Contract, Doubling, Strain
from bridge.engine.formats.lin import LinBoard, UnreadableAuction, differences_with, read_lin, write_lin
from bridge.engine.formats.reading import NotWhatItSays
from bridge.engine.seats import Seat, Vulnerability

THREE = "md|3SJ43HAKJ7DK85CJ73,SK72HQ63DQ62CA952,SAT86HT82DT9743CT,|"
FOUR = "md|3SJ43HAKJ7DK85CJ73,SK72HQ63DQ62CA952,SAT86HT82DT9743CT,SQ95H954DAJCKQ864|"


def test_four_hands_are_the_same_deal_as_three() -> None:
    three, four = read_lin(THREE)[0], read_lin(FOUR)[0]
    assert three.deal == four.deal and three.deal is not None
    assert [len(three.deal.hand(seat)) for seat in Seat] == [13] * 4
    assert {str(card) for card in three.deal.east} == {"SQ", "S9", "S5", "H9", "H5", "H4", "DA", "DJ", "CK", "CQ", "C8", "C6", "C4"}
    assert three.dealer is Seat.N


def test_voids_and_escapes() -> None:
    plain = "pn|a,b,c,d|st||md|1SAKQJT98765432HDC,SHAKQJT98765432DC,SHDAKQJT98765432C,|rh||ah|Board 7|sv|b|"
    escaped = plain.replace(",", "%2C").replace(" ", "%20")
    for text in (plain, escaped):
        board = read_lin(text)[0]
        assert (board.number, board.dealer, board.vulnerability, board.names) == (7, Seat.S, Vulnerability.BOTH, ("a", "b", "c", "d"))
        assert board.deal is not None and {card.suit.name for card in board.deal.east} == {"C"}


@pytest.mark.parametrize(
    ("calls", "contract", "declarer"),
    [
        ("p 1N p p p", Contract(1, Strain.N), Seat.E),
        ("1C p 1H p 4H d r p p p", Contract(4, Strain.H, Doubling.XX), Seat.S),
        ("1C! 1S 2C d p p p", Contract(2, Strain.C, Doubling.X), Seat.N),
        ("p p p p", PASSED_OUT, None),
        ("p1N!dp 2Cpp dppp", Contract(2, Strain.C, Doubling.X), Seat.N),
        ("1N p p", None, None),
    ],
)
def test_what_an_auction_ends_in(calls: str, contract: object, declarer: Seat | None) -> None:
    board = read_lin(THREE + "".join(f"mb|{call}|" for call in calls.split()))[0]
    assert (board.contract, board.declarer) == (contract, declarer)


def test_tricks_are_counted_where_all_cards_were_played() -> None:
    deal = deal_of({seat: sorted(FULL_PACK)[at : at + 13] for seat, at in ((Seat.N, 0), (Seat.E, 13), (Seat.S, 26), (Seat.W, 39))})
    hands = {seat: sorted(deal.hand(seat), reverse=True) for seat in Seat}
    # Each hand holds one suit: clubs are trumps in North's hand, so North ruffs East's lead and runs the trumps.
    played = [hands[Seat.E][0], hands[Seat.S][0], hands[Seat.W][0], hands[Seat.N][0]]
    for trick in range(1, 13):
        played += [hands[seat][trick] for seat in (Seat.N, Seat.E, Seat.S, Seat.W)]
    trumps = LinBoard(1, Seat.N, Vulnerability.NONE, deal, ("7C", "P", "P", "P"), tuple(played))
    assert trumps.tricks == 13
    notrump = LinBoard(1, Seat.W, Vulnerability.NONE, deal, ("7N", "P", "P", "P"), tuple([hands[seat][0] for seat in Seat] + played[4:]))
    assert notrump.declarer is Seat.W and notrump.tricks == 0


def test_an_odd_record_is_read_as_far_as_it_goes() -> None:
    """Alerts and their explanations, comments, page marks, a whole trick in one field, a board that was claimed or left."""
    odd = (
        "vg|a match|rs||pw|a,b|" + THREE + "sv|b|rh||ah|Board 3|nt|hello|mb|1C!|an|could be short|mb|p|mb|1NT|an|12-14|mb|d!|mb|p|mb|p|mb|p|pg||pg||"
        "pc|h4h2 hth3|pg||nt|so far|pc|d10|pg||pg||mc||"
    )
    board = read_lin(odd)[0]
    assert (board.number, board.calls) == (3, ("1C", "P", "1N", "X", "P", "P", "P"))
    assert [str(card) for card in board.played] == ["H4", "H2", "HT", "H3", "DT"] and (board.claimed, board.tricks) == (None, None)
    assert read_lin(odd + "mc|7|")[0].tricks == 7


def test_several_boards_and_none() -> None:
    two = "qx|o1|" + THREE + "mc|9|pg||" + "qx|o2|" + THREE + "pg||"
    assert [(board.number, board.claimed) for board in read_lin(two)] == [(1, 9), (2, None)]
    with pytest.raises(NotWhatItSays):
        read_lin("vg|a match|")
    with pytest.raises(UnreadableAuction):
        read_lin(THREE + "mb|9Z|")


def test_differences_name_the_field() -> None:
    board = read_lin(THREE + "ah|Board 3|mb|p|mb|1N|mb|p|mb|p|mb|p|mc|8|")[0]
    assert differences_with(board, 3, Contract(1, Strain.N), Seat.E, 8) == ()
    assert differences_with(board, 4, Contract(2, Strain.N), Seat.W, 7) == (
        ("board", "4", "3"), ("contract", "2N", "1N"), ("declarer", "W", "E"), ("tricks", "7", "8"),
    )  # fmt: skip


@given(st.randoms(use_true_random=False), st.booleans())
def test_what_is_written_is_read_again(rng: random.Random, escaped: bool) -> None:
    cards = sorted(FULL_PACK)
    rng.shuffle(cards)
    deal = deal_of({seat: cards[13 * at : 13 * at + 13] for at, seat in enumerate(Seat)})
    calls = ("P",) * rng.randint(0, 3) + rng.choice([("1N", "X", "XX", "P", "P", "P"), ("3S", "P", "4S", "P", "P", "P")])
    number, dealer, vulnerability = rng.randint(1, 99), rng.choice(list(Seat)), rng.choice(list(Vulnerability))
    board = LinBoard(number, dealer, vulnerability, deal, calls, tuple(cards[:5]), rng.choice([None, 7]), ("Müller", "b", "c", "d"))
    assert read_lin(write_lin(board, escaped=escaped)) == (board,)
