"""From what happened at the table to the procedure that it starts: the first irregularity in an auction or play, with the facts that it tells by itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridge.engine.auction import PASS, Auction, Bar, Fault, Irregularity, Made, recognise
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Facts, Question
from bridge.engine.laws.codes import Kind
from bridge.engine.play import CardFault, CardIrregularity, Play, Played, recognise_card
from bridge.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Started:
    """The kind of case, what is known of it already, and the place in the record (0 for the first call or card)."""

    kind: Kind
    facts: Facts
    place: int


def first_in_auction(auction: Auction, barred: Mapping[Seat, Bar] | None = None) -> Started | None:
    """The first irregular call of an auction as made, with the calls after it; None where all is in order.

    barred   players who were bound to pass throughout
    """
    before = Auction(auction.dealer)
    for place, made in enumerate(auction.made):
        found = recognise(before, made.seat, made.call, barred)
        if found:
            facts = _of_call(before, made, found, barred or {}) | _after_call(made, found, auction.made[place + 1 :])
            return Started(Kind(found.fault.value), facts, place)
        before = before.with_call(made.seat, made.call)
    return None


def _of_call(before: Auction, made: Made, found: Irregularity, barred: Mapping[Seat, Bar]) -> dict[Question[Any], object]:
    facts: dict[Question[Any], object] = {f.DEALER: before.dealer, f.AUCTION: before.made, f.CALLER: made.seat, f.IRREGULAR_CALL: made.call}
    if found.fault is not Fault.AFTER_END:
        facts[f.TURN_SEAT] = found.turn
    if found.fault is Fault.BARRED:
        facts[f.REQUIRED_TO_PASS] = w.RequiredToPass(barred[made.seat].value)
    return facts


def _after_call(made: Made, found: Irregularity, later: tuple[Made, ...]) -> dict[Question[Any], object]:
    """What was called over it. Where the left-hand opponent called next he called over it; only his own rightful turn makes that doubtful (28B, 29A)."""
    over = next((each.call for each in later[:1] if each.seat is made.seat.lho and found.turn is not each.seat), None)
    partner = next((each.call for each in later if each.seat is made.seat.partner), None)
    told: dict[Question[Any], object] = {}
    if over is not None:
        told[f.LHO_CALL] = over
    if partner is not None:
        told[f.PARTNER_CALL] = partner
    return told


def first_in_play(play: Play, declarer: Seat) -> Started | None:
    """The first irregular card of a play as it went; None where all is in order."""
    before = Play(play.deal, play.trump, play.leader)
    for place, played in enumerate(play.played):
        found = recognise_card(before, played.seat, played.card)
        if found:
            return Started(Kind(found.fault.value), _of_card(before, declarer, played, found, play.played[place + 1 :]), place)
        before = before.with_card(played.seat, played.card)
    return None


def _of_card(before: Play, declarer: Seat, played: Played, found: CardIrregularity, later: tuple[Played, ...]) -> dict[Question[Any], object]:
    seat = played.seat
    role = w.Role.DECLARER if seat is declarer else w.Role.DUMMY if seat is declarer.partner else w.Role.DEFENDER
    trick = len(before.played) // 4 + 1
    facts: dict[Question[Any], object] = {f.DECLARER: declarer, f.OFFENDER: seat, f.OFFENDER_ROLE: role, f.CARD: played.card, f.TRICK: trick}
    if found.fault in (CardFault.LEAD_OUT_OF_TURN, CardFault.OPENING_LEAD_OUT_OF_TURN, CardFault.FIFTH_CARD):
        facts[f.CORRECT_LEADER] = found.turn
        facts[f.NEXT_HAND_PLAYED] = bool(later) and later[0].seat is seat.lho
    if found.fault is CardFault.REVOKE:
        led = before.current[0].card.suit
        facts |= {
            f.LED_SUIT: led,
            f.REVOKE_CARD: played.card,
            f.LEGAL_THEN: tuple(sorted(card for card in before.left(seat) if card.suit is led)),
            f.FAILURE: w.Failure.FOLLOW,
        }
    return facts


def passes_that_took_a_turn(auction: Auction) -> Started | None:
    """A call followed by three passes of which one was out of rotation, so that somebody lost his turn (1999: Law 34; 2017: 17D3)."""
    last = auction.made[-3:]
    if len(auction.made) < 4 or any(each.call is not PASS for each in last):
        return None
    before = Auction(auction.dealer, auction.made[:-3])
    for place, made in enumerate(last):
        if made.seat is not before.turn:
            facts: dict[Question[Any], object] = {
                f.DEALER: auction.dealer, f.AUCTION: before.made, f.CALLER: made.seat, f.IRREGULAR_CALL: PASS, f.TURN_SEAT: before.turn,
                f.FOLLOWING_PASSES: last[place + 1 :],
            }  # fmt: skip
            return Started(Kind.RIGHT_TO_CALL, facts, len(before.made))
        before = before.with_call(made.seat, made.call)
    return None
