"""What a player may ask and take back, which cards are legal, who wins (Laws 41, 44, 47)."""

from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.cards import RETURNED, role_of, suit_led
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import Chooser, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.rectification import Finding, Outcome, decide
from bridge.engine.play import Played, legal_cards, trick_winner

_P, _S = PlayEffect, ScoreEffect


def question_allowed(case: Case) -> Outcome:
    """Law 41: a review or an explanation is asked for after the auction."""
    if (role_of(case, f.ASKER_ROLE, f.ASKER) or case.ask(f.ASKER_ROLE)) is w.Role.DUMMY:
        return decide(Ruling.NOT_ALLOWED, "41B 43A1c")
    has_played = case.ask(f.ASKER_HAS_PLAYED)
    lead_faced = has_played or case.ask(f.LEAD_FACED)
    if not lead_faced or (case.ask(f.OWN_TURN) and not has_played):
        return decide(Ruling.ALLOWED, "41B 20C2 20F2")
    may_ask = ("contract", "doubled_or_redoubled_not_by_whom", "explanation_of_a_call_or_play")
    return decide(Ruling.NOT_ALLOWED, "41B 41C", findings=[Finding("may_ask", may_ask)])


def retraction(case: Case) -> Outcome:
    """Law 47: may a card be taken back?"""
    if case.ask(f.TAKE_BACK_REASON) is not w.TakeBackReason.OPPONENT_MISINFORMATION:
        return decide(Ruling.CHANGE_REFUSED, case.either("47F", "47F2"), _P.PLAYED)
    opening = case.ask(f.LEAD) is w.Lead.OPENING
    if case.ask(f.LATER_PLAY) or (opening and case.ask(f.DUMMY_CARD_FACED)):
        return decide(Ruling.PLAY_STANDS, case.either("47E2b 40C", "47E2b"), _P.PLAYED, _S.EQUITY)
    laws = "41A 47E2a" if case.told(f.FACE) is w.Face.DOWN else "47E2a"
    return decide(Ruling.RETURN_NO_RECTIFICATION, laws, *RETURNED)


def legality_check(case: Case) -> Outcome:
    """Law 44: the cards that may be played; a restriction gives way to following suit, and to holding nothing else (Law 59)."""
    hand, led, restriction = case.ask(f.HAND), suit_led(case), case.told(f.RESTRICTION)
    required = restriction.suit if restriction and restriction.duty is w.SuitDuty.REQUIRE_SUIT else None
    forbidden = (restriction.suit,) if restriction and restriction.duty is w.SuitDuty.FORBID_SUIT else ()
    cards = legal_cards(hand, led, required=required, forbidden=forbidden)
    paragraph = "44A" if led is None else "44C" if any(card.suit is led for card in hand) else "44D"
    laws = f"44B {paragraph} 59" if restriction else f"44B {paragraph}"
    return decide(Ruling.LEGAL_CARDS, laws, findings=[Finding("cards", cards)])


def trick_won(case: Case) -> Outcome:
    """Law 44E to 44G: who wins the trick and leads to the next one."""
    leader, cards, trump = case.ask(f.LEADER), dict(case.ask(f.TRICK_CARDS)), case.ask(f.TRUMP)
    if leader is None or trump is None:
        return decide(Ruling.DIRECTOR_DECIDES, "44", chooser=Chooser.DIRECTOR)
    order = [Played(seat, cards[seat]) for seat in (leader.turned(step) for step in range(4)) if seat in cards]
    ruffed = any(each.card.suit.name == trump.name for each in order)
    winner = trick_winner(order, trump)
    return decide(Ruling.TRICK_WINNER, "44E 44G" if ruffed else "44F 44G", findings=[Finding("winner", winner)])
