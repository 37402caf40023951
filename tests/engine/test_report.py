"""What is wrong with a table's report before it counts."""

from bridge.engine.cards import Card, Rank, Suit, deal_of, parse_card
from bridge.engine.contract import PASSED_OUT, Report, parse_contract
from bridge.engine.report import BoardNotHere, LeadNotHeld, SlipFacts, problems_with
from bridge.engine.seats import Seat

ONE_SUIT_EACH = deal_of({seat: {Card(suit, rank) for rank in Rank} for seat, suit in zip(Seat, (Suit.S, Suit.H, Suit.D, Suit.C), strict=True)})
HERE = SlipFacts((4, 5, 6), ONE_SUIT_EACH)


def found(board, report, facts=HERE):
    return [(problem.field, type(problem.error), problem.error.facts) for problem in problems_with(board, report, facts)]


def said(declarer, lead=None):
    return Report(parse_contract("4S"), Seat(declarer), 10, parse_card(lead) if lead else None)


def test_a_board_of_this_round_with_a_lead_that_the_leader_holds():
    # North has the spades, East the hearts, South the diamonds, West the clubs; the player on declarer's left leads (Law 41).
    for declarer, lead in (("N", "HA"), ("E", "D2"), ("S", "CT"), ("W", "SK")):
        assert found(5, said(declarer, lead)) == []
        assert found(5, said(declarer)) == []
    assert found(4, Report(PASSED_OUT)) == []


def test_a_board_that_is_not_here():
    assert found(7, said("N")) == [("board", BoardNotHere, {"board": 7, "boards": (4, 5, 6)})]


def test_a_lead_that_the_leader_does_not_hold():
    assert found(5, said("N", "SA")) == [("lead", LeadNotHeld, {"card": parse_card("SA"), "seat": Seat.E})]


def test_an_unknown_deal_says_nothing_about_leads():
    assert found(5, said("N", "SA"), SlipFacts((4, 5, 6))) == []
