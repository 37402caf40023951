"""What cannot be in the answers of a case, each named at the question where it was entered. What is merely unusual is left to the Law and the director."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from bridge.engine.auction import Auction, Bid, Call, Made, Plain, is_admissible, is_sufficient
from bridge.engine.cards import Card, Deal, Rank
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Question
from bridge.engine.laws.codes import Kind
from bridge.engine.seats import Seat, dealer_of
from bridge.phrases.words import seat_word

Told = Mapping[Question[Any], Any]
Wrong = Iterator[tuple[Question[Any], str]]

_FROM_ONE = (f.TRICK, f.CURRENT_TRICK, f.TRICK_WANTED)
_TO_THIRTEEN = (
    f.OS_TRICKS_FROM, f.WITH_LEGAL_CARD, f.REMAINING, f.DECLARERS_TRICKS, f.TABLE_TRICKS_NS, f.TD_EXPECTED_NS, f.TRANSFER, f.OUTSTANDING_TRUMP, f.CARDS_SHOWN,
    f.CLAIMS, f.CONCEDES,
)  # fmt: skip
_COUNTS = (f.BOARD, f.MINUTES_AFTER)
_HANDS = (f.HAND, f.PARTNER_HAND, f.DUMMY, f.PICKED_UP)
_PLAYERS = (f.OFFENDER, f.OWNER, f.PLAYER, f.CALLER)
_OWN_CARDS = (f.CARD, f.CARDS, f.EXPOSED, f.REVOKE_CARD, f.HAND)
_TWO_HANDS = (  # the later of the two is told where a card is in both
    (f.HAND, f.PARTNER_HAND), (f.HAND, f.PARTNER_CARD), (f.CARD, f.PARTNER_CARD), (f.CARD, f.RHO_CARD), (f.PARTNER_CARD, f.RHO_CARD),
    (f.REVOKE_CARD, f.PARTNER_CARD),
)  # fmt: skip
_NEEDS_CARD = {Kind.EXPOSED_CARD: f.CARDS, Kind.EXPOSED_IN_AUCTION: f.EXPOSED, Kind.SIMULTANEOUS_CARDS: f.CARDS}


def contradictions(kind: Kind, answered: Told, known: Told, deal: Deal | None) -> dict[Question[Any], str]:
    """Questions that were answered with what cannot be, and why; the first reason for each.

    known   what need not be asked, such as dealer and declarer
    deal    the cards, where they are known and may be seen
    """
    told = {**known, **answered}
    found: dict[Question[Any], str] = {}
    for check in (_numbers, _cards, _played_at_once, _auction, _calls, _called_instead, _seats, _revoke, _penalty_cards, _claim, _score, _boards):
        for question, reason in check(kind, told):
            if question in answered:
                found.setdefault(question, reason)
    for question, reason in _not_held(answered, deal):
        found.setdefault(question, reason)
    return found


def _numbers(kind: Kind, told: Told) -> Wrong:
    for question, answer in told.items():
        if isinstance(answer, bool) or not isinstance(answer, int):
            continue
        if question in _FROM_ONE and not 1 <= answer <= 13 or question in _TO_THIRTEEN and not 0 <= answer <= 13:
            yield question, _("A board has thirteen tricks.")
        elif question is f.PLACE_IN_TRICK and not 1 <= answer <= 4:
            yield question, _("A trick has four cards.")
        elif question in _COUNTS and answer < (question is f.BOARD):
            yield question, _("This number is too small.")


def _cards(kind: Kind, told: Told) -> Wrong:
    for question, answer in told.items():
        cards = cards_of(answer)
        if len(set(cards)) < len(cards):
            yield question, _("The same card stands here twice.")
        elif question in _HANDS and len(cards) > 13:
            yield question, _("A hand has thirteen cards.")
    for first, second in _TWO_HANDS:
        if set(cards_of(told.get(first))) & set(cards_of(told.get(second))):
            yield second, _("This card is in another hand already.")
    if told.get(f.REVOKE_CARD) in told.get(f.LEGAL_THEN, ()):
        yield f.LEGAL_THEN, _("The card of the revoke was not one that could have been played.")
    needed = _NEEDS_CARD.get(kind)
    if needed is not None and needed in told and not told[needed]:
        yield needed, _("Name at least one card.")
    if f.NAMED in told and told[f.NAMED] == told.get(f.PLACED):
        yield f.PLACED, _("This is the card that was named.")
    if kind is Kind.TRICK_WINNER and f.TRICK_CARDS in told and {seat for seat, _card in told[f.TRICK_CARDS]} != set(Seat):
        yield f.TRICK_CARDS, _("The trick needs one card from each hand.")


def _played_at_once(kind: Kind, told: Told) -> Wrong:
    if kind is Kind.SIMULTANEOUS_CARDS and f.PLAYERS in told:
        if not told[f.PLAYERS]:
            yield f.PLAYERS, _("Say who played.")
        elif len(told[f.PLAYERS]) == 1 and len(told.get(f.CARDS, ("", ""))) == 1:
            yield f.CARDS, _("One player alone has played two cards or more at once.")
    if f.CARDS in told and not set(cards_of(told.get(f.VISIBLE))) <= set(cards_of(told[f.CARDS])):
        yield f.VISIBLE, _("This card is not among those that were played.")
    if f.VISIBLE in told and told.get(f.DESIGNATED) not in (None, *told[f.VISIBLE]):
        yield f.DESIGNATED, _("Only a card whose face could be seen can be named.")


def cards_of(answer: object) -> list[Card]:
    """Every card in an answer."""
    if isinstance(answer, Card):
        return [answer]
    if isinstance(answer, w.TablePenaltyCard):
        return [answer.card]
    return [card for each in answer for card in cards_of(each)] if isinstance(answer, tuple) else []


def _not_held(told: Told, deal: Deal | None) -> Wrong:
    owner = next((seat for question in _PLAYERS if isinstance(seat := told.get(question), Seat)), None)
    if deal is None or owner is None:
        return
    for question in _OWN_CARDS:
        if question in told and not set(cards_of(told[question])) <= set(deal.hand(owner)):
            yield question, _("%(seat)s did not hold this card.") % {"seat": seat_word(owner)}


def _so_far(told: Told) -> Auction:
    return Auction(told.get(f.DEALER) or dealer_of(1), told.get(f.AUCTION, ()))


def _auction(kind: Kind, told: Told) -> Wrong:
    """The calls before the irregular one; only that question is judged."""
    made: tuple[Made, ...] = told.get(f.AUCTION, ())
    if any(isinstance(each.call, Bid) and each.call.level > 7 for each in made):
        yield f.AUCTION, _("No bid is higher than seven.")
    if kind is Kind.INSUFFICIENT_BID and f.AUCTION in told:
        if _so_far(told).last_bid is None:
            yield f.AUCTION, _("Nobody has bid, so no bid is insufficient.")
        elif _so_far(told).is_over:
            yield f.AUCTION, _("This auction is over.")
    if kind is Kind.LEGALITY and _so_far(told).is_over and not told.get(f.ENDED):
        yield f.AUCTION, _("This auction is over: the case is a call after the final pass.")
    if kind is Kind.AFTER_FINAL_PASS and f.AUCTION in told and not _so_far(told).is_over and not told.get(f.ENDED):
        yield f.AUCTION, _("This auction is not over.")


def _calls(kind: Kind, told: Told) -> Wrong:
    call, caller = told.get(f.IRREGULAR_CALL), told.get(f.CALLER)
    if call is None:
        return
    expected = _EXPECTED.get(kind)
    if expected is not None and not expected(call):
        yield f.IRREGULAR_CALL, _("This call does not start a case of this kind.")
    last = _so_far(told).last_bid if f.AUCTION in told else None
    if kind is Kind.INSUFFICIENT_BID and last is not None and isinstance(call, Bid) and is_sufficient(call, last[1]):
        yield f.IRREGULAR_CALL, _("This bid is sufficient.")
    if kind is Kind.INADMISSIBLE and isinstance(call, Plain) and caller is not None and f.AUCTION in told and is_admissible(_so_far(told), caller, call):
        yield f.IRREGULAR_CALL, _("This double or redouble is admissible.")
    if kind is Kind.CHANGE_OF_CALL and told.get(f.SECOND_CALL) == call:
        yield f.SECOND_CALL, _("This is the same call.")
    if any(each.call is not Plain.PASS for each in told.get(f.FOLLOWING_PASSES, ())):
        yield f.FOLLOWING_PASSES, _("Only passes after it can have ended the auction.")


def _called_instead(kind: Kind, told: Told) -> Wrong:
    """Calls that are made in the place of the irregular one: one that is irregular itself is a case of its own (an insufficient one in Law 27's)."""
    if f.AUCTION not in told or _so_far(told).is_over:
        return
    before, opponent = _so_far(told), told.get(f.RHO_ACTION)
    if opponent is not None and kind in _OUT_OF_TURN:
        yield from _irregular(f.RHO_ACTION, opponent, before.last_bid)
        before = before.with_call(before.turn, opponent)
    for question in (f.THIRD_CALL, f.NEW_CALL, *(() if kind is Kind.INSUFFICIENT_BID else (f.REPLACEMENT,))):
        yield from _irregular(question, told.get(question), before.last_bid)


def _irregular(question: Question[Any], call: Call | None, last: tuple[Seat, Bid] | None) -> Wrong:
    if isinstance(call, Bid) and (call.level > 7 or not is_sufficient(call, last[1] if last else None)):
        yield question, _("This bid is not sufficient: what is irregular again is a case of its own.")


def _is_bid(call: object) -> bool:
    return isinstance(call, Bid)


def _is_double(call: object) -> bool:
    return call in (Plain.DOUBLE, Plain.REDOUBLE)


_EXPECTED: dict[Kind, Callable[[object], bool]] = {
    Kind.INSUFFICIENT_BID: _is_bid, Kind.OOT_BID: _is_bid, Kind.OOT_DOUBLE: _is_double, Kind.INADMISSIBLE: _is_double,
    Kind.OOT_PASS: lambda call: call is Plain.PASS, Kind.BARRED_PLAYER_BIDS: lambda call: call is not Plain.PASS,
    Kind.RIGHT_TO_CALL: lambda call: call is Plain.PASS, Kind.OVER_SEVEN: lambda call: isinstance(call, Bid) and call.level > 7,
}  # fmt: skip
_OUT_OF_TURN = (Kind.OOT, Kind.OOT_PASS, Kind.OOT_BID, Kind.OOT_DOUBLE)


def _seats(kind: Kind, told: Told) -> Wrong:
    caller, declarer = told.get(f.CALLER), told.get(f.DECLARER)
    placed = f.TURN_SEAT in told or f.POSITION in told
    if kind in _OUT_OF_TURN and caller is not None and f.AUCTION in told and not placed and _so_far(told).turn is caller:
        yield f.CALLER, _("It was this player's turn.")
    if kind is Kind.LEGALITY and caller is not None and f.AUCTION in told and not placed and _so_far(told).turn is not caller and not _so_far(told).is_over:
        yield f.CALLER, _("It was not this player's turn: the case is a call out of rotation.")
    if caller is not None and told.get(f.SIMULTANEOUS_WITH) is caller:
        yield f.SIMULTANEOUS_WITH, _("This is the same player.")
    offender = told.get(f.OFFENDER)
    if offender is not None and told.get(f.CORRECT_LEADER) is offender:
        yield f.CORRECT_LEADER, _("Then the lead was not out of turn.")
    if kind is Kind.OPENING_LEAD_OUT_OF_TURN and isinstance(declarer, Seat) and offender is declarer.lho:
        yield f.OFFENDER, _("The opening lead is from this player: on the left of declarer.")
    for question in (f.NOS_PLAYED_AFTER, f.NOS_PLAYED):
        played = told.get(question) or ()
        if isinstance(offender, Seat) and any(seat.side is offender.side for seat in (played if isinstance(played, tuple) else (played,))):
            yield question, _("This is a player of the offending side.")
    wishes = told.get(f.DEFENDER_WISHES, ())
    if isinstance(declarer, Seat) and any(seat.side is declarer.side for seat, _wish in wishes):
        yield f.DEFENDER_WISHES, _("Only the defenders are asked whether they accept it.")
    players = told.get(f.PLAYERS)
    if players and told.get(f.LEGAL_PLAYER) not in (None, *players):
        yield f.LEGAL_PLAYER, _("This player did not play.")


def _revoke(kind: Kind, told: Told) -> Wrong:
    trick, won = told.get(f.TRICK), told.get(f.OS_TRICKS_FROM)
    card = told.get(f.REVOKE_CARD)
    if card is not None and told.get(f.FAILURE) is w.Failure.FOLLOW and card.suit is told.get(f.LED_SUIT):
        yield f.REVOKE_CARD, _("This card follows suit, so it is no revoke.")
    if kind is Kind.REVOKE and trick == 13:
        yield f.TRICK, _("On the last trick everybody plays the card that is left: there is no revoke.")
    if isinstance(trick, int) and isinstance(won, int):
        by = told.get(f.REVOKE_TRICK_WON)
        most, least = 14 - trick - (by is w.WonBy.OPPONENTS), int(by in (w.WonBy.OFFENDER, w.WonBy.PARTNER))
        if not least <= won <= most:
            yield f.OS_TRICKS_FROM, _("From this trick on the side can have won %(least)s to %(most)s tricks.") % {"least": least, "most": most}
    legal = told.get(f.WITH_LEGAL_CARD)
    if isinstance(legal, int) and isinstance(won, int) and legal > won:
        yield f.WITH_LEGAL_CARD, _("The side won no more than %(tricks)s tricks from the revoke on.") % {"tricks": won}
    offender, declarer, failure = told.get(f.OFFENDER), told.get(f.DECLARER), told.get(f.FAILURE)
    if failure is w.Failure.PENALTY_CARD and isinstance(offender, Seat) and isinstance(declarer, Seat) and offender.side is declarer.side:
        yield f.FAILURE, _("Declarer's side has no penalty cards.")


def _penalty_cards(kind: Kind, told: Told) -> Wrong:
    cards: tuple[w.TablePenaltyCard, ...] = told.get(f.PCS, ())
    if any(each.degree is w.CardClass.MINOR and each.card.rank >= Rank.TEN for each in cards):
        yield f.PCS, _("An honour is a major penalty card.")
    other = (w.PlayChoice.FORBID_OTHER_SUIT, w.PlayChoice.REQUIRE_OTHER_SUIT)
    if kind is Kind.PREMATURE_PLAY and told.get(f.CHOICE) in other and f.SUIT in told and told[f.SUIT] is told.get(f.LED_SUIT):
        yield f.SUIT, _("This is the suit that was led: another one is named.")
    declarer = told.get(f.DECLARER)
    owner = told.get(f.OWNER)
    if kind is Kind.PENALTY_CARD_TURN and isinstance(declarer, Seat) and isinstance(owner, Seat) and owner.side is declarer.side:
        yield f.OWNER, _("Declarer's side has no penalty cards.")
    suits = {each.card.suit for each in cards} if kind is Kind.PENALTY_CARD_TURN else set()
    if kind is Kind.OPENING_LEAD_OUT_OF_TURN and isinstance(told.get(f.CARD), Card):
        suits = {told[f.CARD].suit}
    binding = (w.PlayChoice.REQUIRE_SUIT, w.PlayChoice.FORBID_SUIT)
    if suits and told.get(f.CHOICE) in binding and f.SUIT in told and told[f.SUIT] not in suits:
        yield f.SUIT, _("Only the suit of the exposed card can be required or forbidden.")


def _claim(kind: Kind, told: Told) -> Wrong:
    claims, remaining, trick = told.get(f.CLAIMS), told.get(f.REMAINING), told.get(f.TRICK)
    if isinstance(remaining, int):
        if remaining == 0 or isinstance(trick, int) and remaining > 14 - trick:
            yield f.REMAINING, _("There are not that many tricks left.")
        elif isinstance(claims, int) and claims > remaining:
            yield f.CLAIMS, _("Only %(tricks)s tricks are left.") % {"tricks": remaining}


def _score(kind: Kind, told: Told) -> Wrong:
    if any(each.percent <= 0 for each in told.get(f.WEIGHTS, ())):
        yield f.WEIGHTS, _("Every weight is more than nothing.")
    if any(not 0 <= percent <= 100 for _party, percent in told.get(f.SESSION_PCT, ())):
        yield f.SESSION_PCT, _("A percentage is 0 to 100.")
    faults = told.get(f.FAULT)
    if faults is not None and {party for party, _blame in faults} not in ({w.Party.NS, w.Party.EW}, {w.Party.A, w.Party.B}):
        yield f.FAULT, _("Say it of both sides.")


def _boards(kind: Kind, told: Told) -> Wrong:
    if kind is Kind.CARD_COUNT and told.get(f.CALL_BY_WRONG_HAND) and told.get(f.PHASE) in (w.When.BEFORE_AUCTION, w.When.BEFORE_FIRST_CALL):
        yield f.CALL_BY_WRONG_HAND, _("Nobody had called by then.")
    counts = told.get(f.COUNTS, ())
    if any(not 0 <= cards <= 52 for _seat, cards in counts) or sum(cards for _seat, cards in counts) > 52 and not told.get(f.SURPLUS_CARD_NOT_OF_DEAL):
        yield f.COUNTS, _("The pack has 52 cards.")
    groups = told.get(f.GROUPS)
    if groups is not None and (not groups or min(groups) < 1):
        yield f.GROUPS, _("Write how many tables each group has.")
