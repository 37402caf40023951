"""Reports and results between their columns and the engine's value, and what is known at a table."""

from typing import Any

from bridge.engine.cards import Deal, Hand, Suit, deal_of, format_card, parse_card
from bridge.engine.contract import PASSED_OUT, Contract, Report, format_contract, ns_points_of, parse_contract
from bridge.engine.formats.notation import parse_hand
from bridge.engine.report import SlipFacts
from bridge.engine.seats import Seat
from bridge.models import Board, Seating
from bridge.models.result import Said


def columns_of(report: Report, board: int, *, turned: bool) -> dict[str, Any]:
    """The columns of a report or result; seats and points are those of the compass as it was played, also where the pairs sat the other way round."""
    return {
        "contract": format_contract(report.contract),
        "declarer": report.declarer.value if report.declarer else "",
        "tricks": report.tricks,
        "lead": format_card(report.lead) if report.lead else "",
        "ns_points": ns_points_of(report, board),
        "turned": turned,
    }


def said_by(row: Said) -> dict[str, Any]:
    """The same columns of a stored row, for another row or an act's facts."""
    return {name: getattr(row, name) for name in ("contract", "declarer", "tricks", "lead", "ns_points", "turned")}


def report_of(row: Said) -> Report | None:
    """What was said; None where only the points are known (imported)."""
    if not row.contract:
        return None
    contract = parse_contract(row.contract)
    if not isinstance(contract, Contract):
        return Report(PASSED_OUT)
    return Report(contract, Seat(row.declarer), row.tricks, parse_card(row.lead) if row.lead else None)


def slip_facts(seating: Seating, board: Board | None) -> SlipFacts:
    """The boards of a table in its round, and the cards of the board that is reported where they are known."""
    row = getattr(board, "deal", None)
    return SlipFacts(tuple(range(seating.first_board, seating.last_board + 1)), deal_of_text(row.cards) if row else None)


def deal_of_text(text: str) -> Deal:
    """The deal of PBN text: first seat, a colon, four hands clockwise, suits from spades with dots between."""
    first, hands = text.split(":")
    return deal_of({Seat(first).turned(places): _hand(hand) for places, hand in enumerate(hands.split())})


def _hand(text: str) -> Hand:
    return parse_hand(dict(zip(reversed(Suit), text.split("."), strict=True)))
