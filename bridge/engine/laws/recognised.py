"""From what happened at the table to the procedure that it starts: the first irregularity in an auction or play, with the facts that it tells by itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bridge.engine.auction import PASS, Auction, Bar, Fault, Irregularity, Made, recognise
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Facts, Question
from bridge.engine.laws.codes import Kind
from bridge.engine.play import CardFault, CardIrregularity, Play, Played, legal_cards, recognise_card, revokes_in
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
            lost = passes_that_took_a_turn(auction)
            return lost if lost and lost.place == place else _case_of(before, made, found, barred or {}, auction.made[place + 1 :])
        before = before.with_call(made.seat, made.call)
    return None


def _case_of(before: Auction, made: Made, found: Irregularity, barred: Mapping[Seat, Bar], later: tuple[Made, ...]) -> Started:
    """The case that the call starts; another one where the same player had called, or where what was called next says it."""
    place = len(before.made)
    if before.made and before.made[-1].seat is made.seat and found.fault in _OUT_OF_ROTATION:
        return Started(Kind.CHANGE_OF_CALL, _of_change(before, made, later), place)
    facts = _of_call(before, made, found, barred)
    following = later[0] if later else None
    if following and following.seat is made.seat and found.fault in (*_OUT_OF_ROTATION, Fault.INSUFFICIENT, Fault.INADMISSIBLE):
        if found.fault is Fault.INSUFFICIENT:
            return Started(Kind.INSUFFICIENT_BID, facts | {f.PREMATURE_REPLACEMENT: following.call}, place)
        return Started(Kind.PREMATURE_CORRECTION, facts | {f.PREMATURE_CORRECTION: following.call}, place)
    if following and following.seat is found.turn is made.seat.rho and found.fault in _OUT_OF_ROTATION and not recognise(before, found.turn, following.call):
        return Started(Kind.IN_ROTATION, facts | {f.TURN_PLAYER_CALLED: following.call}, place)
    return Started(Kind(found.fault.value), facts | _after_call(made, found, later), place)


_OUT_OF_ROTATION = (Fault.PASS_OUT_OF_ROTATION, Fault.BID_OUT_OF_ROTATION, Fault.DOUBLE_OUT_OF_ROTATION)


def _of_change(before: Auction, made: Made, later: tuple[Made, ...]) -> dict[Question[Any], object]:
    """Two calls by the same player, one after the other: the second is put in the place of the first (Law 25)."""
    first = before.made[-1]
    facts: dict[Question[Any], object] = {
        f.DEALER: before.dealer, f.AUCTION: before.made[:-1], f.CALLER: made.seat, f.IRREGULAR_CALL: first.call, f.TURN_SEAT: made.seat,
        f.SECOND_CALL: made.call, f.PARTNER_CALLED: False,
    }  # fmt: skip
    over = next((each.call for each in later[:1] if each.seat is made.seat.lho), None)
    return facts | ({f.LHO_CALLED: False} if over is None else {f.LHO_CALLED: True, f.LHO_CALL: over})


def _of_call(before: Auction, made: Made, found: Irregularity, barred: Mapping[Seat, Bar]) -> dict[Question[Any], object]:
    facts: dict[Question[Any], object] = {f.DEALER: before.dealer, f.AUCTION: before.made, f.CALLER: made.seat, f.IRREGULAR_CALL: made.call}
    if found.fault is not Fault.AFTER_END:
        facts[f.TURN_SEAT] = found.turn
    if found.fault is Fault.BARRED:
        facts[f.REQUIRED_TO_PASS] = w.RequiredToPass(barred[made.seat].value)
    return facts


def _after_call(made: Made, found: Irregularity, later: tuple[Made, ...]) -> dict[Question[Any], object]:
    """What was called over it. Where the left-hand opponent called next he called over it; only his own rightful turn makes that doubtful (28B, 29A).

    After the final pass it is nobody's turn.
    """
    rightful = None if found.fault is Fault.AFTER_END else found.turn
    over = next((each.call for each in later[:1] if each.seat is made.seat.lho and rightful is not each.seat), None)
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
            facts = _of_card(before, declarer, played, found) | _after_card(play, place, declarer, found)
            return Started(Kind(found.fault.value), facts, place)
        before = before.with_card(played.seat, played.card)
    return None


def _of_card(before: Play, declarer: Seat, played: Played, found: CardIrregularity) -> dict[Question[Any], object]:
    """What the cards before it say."""
    seat, trick = played.seat, before.current
    role = w.Role.DECLARER if seat is declarer else w.Role.DUMMY if seat is declarer.partner else w.Role.DEFENDER
    facts: dict[Question[Any], object] = {
        f.DECLARER: declarer, f.OFFENDER: seat, f.OFFENDER_ROLE: role, f.CARD: played.card, f.TRICK: len(before.played) // 4 + 1,
    }  # fmt: skip
    if found.fault in (CardFault.LEAD_OUT_OF_TURN, CardFault.OPENING_LEAD_OUT_OF_TURN):
        facts[f.CORRECT_LEADER] = found.turn
    if found.fault is CardFault.REVOKE:
        could = tuple(sorted(card for card in before.left(seat) if card.suit is trick[0].card.suit))
        facts |= {f.LED_SUIT: trick[0].card.suit, f.REVOKE_CARD: played.card, f.LEGAL_THEN: could, f.FAILURE: w.Failure.FOLLOW}
    if found.fault is CardFault.PREMATURE:
        have_played = {each.seat for each in trick}
        facts |= {
            f.LED_SUIT: trick[0].card.suit, f.LEAD_TO_NEXT: False, f.AT_RHO_TURN: found.turn is seat.rho, f.PARTNER_HAS_PLAYED: seat.partner in have_played,
            f.DECLARER_PLAYED_BOTH: have_played >= {declarer, declarer.partner},
        }  # fmt: skip
        if len(before.deal.hand(seat)) == 13:  # of a hand that is known in part only, nobody knows what it could have played
            facts[f.CARD_LEGAL] = played.card in legal_cards(before.left(seat), trick[0].card.suit)
    return facts


def _after_card(play: Play, place: int, declarer: Seat, found: CardIrregularity) -> dict[Question[Any], object]:
    """What the cards after it say."""
    wrong, later = play.played[place], play.played[place + 1 :]
    if found.fault is CardFault.LEAD_OUT_OF_TURN:
        return _after_lead(wrong.seat, found.turn, later[0] if later else None, declarer)
    return _after_revoke(play, place) if found.fault is CardFault.REVOKE else {}


def _after_lead(leader: Seat, turn: Seat, following: Played | None, declarer: Seat) -> dict[Question[Any], object]:
    """Who played to the lead, or made the proper one: where the right leader sits next in rotation he alone knows which he meant (53A, 53C)."""
    if following is None:
        return {f.NEXT_HAND_PLAYED: False, f.PROPER_LEAD_MADE: False}
    if following.seat is turn is leader.lho:
        return {}
    proper = following.seat is turn and turn.side is not leader.side
    told: dict[Question[Any], object] = {f.NEXT_HAND_PLAYED: following.seat is leader.lho, f.PROPER_LEAD_MADE: proper}
    if not proper and leader.side is declarer.side and following.seat is leader.rho:
        told |= {f.RHO_OF_WRONG_HAND_PLAYED: True, f.RHO_CARD: following.card}
    return told


def _after_revoke(play: Play, place: int) -> dict[Question[Any], object]:
    """Who won the trick, whether his side has played to the next one, and of a whole record who won the others."""
    offender, end = play.played[place].seat, place // 4 * 4 + 4
    rest, next_trick = play.played[place + 1 : end], play.played[end:]
    told: dict[Question[Any], object] = {}
    if any(each.seat.side is offender.side for each in next_trick):
        told[f.ESTABLISHED] = True
    else:
        told[f.NOS_PLAYED_AFTER] = tuple(each.seat for each in (*rest, *next_trick) if each.seat.side is not offender.side)
    if not all({each.seat for each in trick} == set(Seat) for trick in play.tricks[:-1]) or len(play.played) < end:
        return told  # a card too many or too few somewhere: the tricks are not to be counted from the record
    winner = play.winners[place // 4]
    told[f.REVOKE_TRICK_WON] = w.WonBy.OFFENDER if winner is offender else w.WonBy.PARTNER if winner is offender.partner else w.WonBy.OPPONENTS
    if play.is_over:
        won_with = {number: each.card for number, trick in enumerate(play.tricks, 1) for each in trick if each.seat is offender}
        after = [number for number in range(place // 4 + 2, 14) if play.winners[number - 1] is offender]
        told |= {f.WINNERS: play.winners, f.OFFENDER_WINNING_CARDS: tuple((number, won_with[number]) for number in after)}
        others = any(each.seat.side is not offender.side and each.trick < 12 for each in revokes_in(play))
        told |= {f.EARLIER_REVOKE_SAME_SUIT: False, f.OTHER_SIDE_ALSO_REVOKED: others}
    return told


def passes_that_took_a_turn(auction: Auction) -> Started | None:
    """A call followed by three passes of which one was out of rotation, so that somebody lost his turn (1999: Law 34; 2017: 17D3)."""
    last = auction.made[-3:]
    if len(auction.made) < 4 or any(each.call is not PASS for each in last):
        return None
    before = Auction(auction.dealer, auction.made[:-3])
    for place, made in enumerate(last):
        if before.is_over:  # what comes after the last of three passes in turn takes no turn from anybody (Law 39)
            return None
        if made.seat is not before.turn and all(each.seat is not before.turn for each in last[place + 1 :]):
            facts: dict[Question[Any], object] = {
                f.DEALER: auction.dealer, f.AUCTION: before.made, f.CALLER: made.seat, f.IRREGULAR_CALL: PASS, f.TURN_SEAT: before.turn,
                f.FOLLOWING_PASSES: last[place + 1 :],
            }  # fmt: skip
            return Started(Kind.RIGHT_TO_CALL, facts, len(before.made))
        before = before.with_call(made.seat, made.call)
    return None
