"""Quitted tricks: inspection, disputes about them, and defective tricks (Laws 65-67)."""

from dataclasses import replace

from bridge.engine.cards import Card
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.cards import offender_defends, penalty_card_effects, role_of, small_and_inadvertent
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import Chooser, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.leads import fifth_card, surplus_card
from bridge.engine.laws.rectification import Finding, Outcome, Prescribed, about, decide

_P, _S = PlayEffect, ScoreEffect


def inspection(case: Case) -> Outcome:
    """Law 66: may a quitted trick be looked at?"""
    scope = case.ask(f.SCOPE)
    suspects = case.told(f.TAKE_BACK_REASON) is w.TakeBackReason.REVOKE_SUSPECTED
    by_order = case.either("61B", "61C") if suspects else ""
    if case.ask(f.TD_INSTRUCTED):
        return decide(Ruling.ALLOWED, f"66C {by_order}")
    if scope not in (w.Scope.LAST_TRICK_ALL, w.Scope.CURRENT_TRICK_ONLY):
        return decide(Ruling.NOT_ALLOWED, f"66C {by_order}")
    dummy = role_of(case, f.ASKER_ROLE, f.ASKER) is w.Role.DUMMY
    if not dummy and not case.ask(f.OWN_CARD_TURNED) and not case.ask(f.OWN_SIDE_PLAYED_NEXT):
        return decide(Ruling.ALLOWED, "66A")
    return decide(Ruling.NOT_ALLOWED, "66A 66B 66C", findings=[Finding("may", "look_at_own_last_card_unless_next_trick_led")])


def result_dispute(case: Case) -> Outcome:
    """Laws 65D and 66D: the number of tricks is disputed and cards were mixed."""
    mixed_by = case.ask(f.CARDS_MIXED_BY)
    if mixed_by is None or case.ask(f.FACTS_DETERMINABLE):
        return decide(Ruling.DIRECTOR_DECIDES, "65D 66D 79", chooser=Chooser.DIRECTOR)
    return decide(Ruling.DOUBT_AGAINST, "65D 66D", _S.RESCORE, findings=[Finding("against", mixed_by.side)])


def defective_trick(case: Case) -> Outcome:
    """Law 67: a hand put too few or too many cards on a trick."""
    # Whoever names surplus cards has said that there were too many.
    named = case.told(f.PROBLEM) is None and bool(case.told(f.EXTRA))
    too_many = named or case.ask(f.PROBLEM) is w.Amount.TOO_MANY
    if not case.ask(f.BOTH_SIDES_PLAYED_NEXT):
        return _surplus_now(case) if too_many else decide(Ruling.DEFECTIVE_CORRECT_NOW, "67A1", _P.SUPPLY_LEGAL_CARD)
    return _restored(case) if too_many else _placed(case)


def _surplus_now(case: Case) -> Outcome:
    """67A2: dealt with as a fifth card or as cards played at once."""
    if case.told(f.MEANT_AS_LEAD):
        return fifth_card(case)
    defends = offender_defends(case)
    outcome = surplus_card(case, case.ask(f.EXTRA), defends=defends, laws=f"67A2 {'45E1' if defends else '45E2'} 58B2")
    return replace(outcome, ruling=Ruling.DEFECTIVE_CORRECT_NOW)


def _placed(case: Case) -> Outcome:
    """67B1: a card is placed; the player is deemed to have revoked, in 1999 only if he had none of the suit led."""
    has_suit = case.ask(f.HAS_LED_SUIT)
    place = _P.PLACE_CARD_OF_LED_SUIT if has_suit else _P.PLACE_ANY_CARD
    law = "67B1a" if has_suit else "67B1b"
    if case.chinese and has_suit:
        return decide(Ruling.DEFECTIVE_PLACE_CARD, law, place, tricks=0)
    equity = case.either("64C", "64C1")
    if case.ask(f.OS_WON_FROM_TRICK):
        return decide(Ruling.DEFECTIVE_PLACE_CARD, f"{law} 64A2 {equity}", place, _P.DEEMED_REVOKE, _S.RESCORE_AND_EQUITY, tricks=1)
    return decide(Ruling.DEFECTIVE_PLACE_CARD, f"{law} 64A2 64B1 {equity}", place, _P.DEEMED_REVOKE, _S.EQUITY, tricks=0)


def _restored(case: Case) -> Outcome:
    """67B2: surplus cards go back and count as always held."""
    faced, extra = _faced(case), case.ask(f.EXTRA)
    kept = faced if faced is not None else _highest_legal(case, extra)
    back = tuple(card for card in extra if card != kept)
    keep = (about(_P.KEEP_HIGHEST_LEGAL, kept),) if faced is None and kept is not None else ()
    effects: tuple[Prescribed, ...] = (*keep, *(about(_P.RETURNED_TO_HAND, card) for card in back))
    laws = case.either("67B2", "67B2a 67B2b")
    if offender_defends(case) and case.ask(f.EXTRA_EXPOSED):
        effects = (*effects, *penalty_card_effects(case, back, inadvertent=small_and_inadvertent(case, back), named=True))
        laws += " 49 50B"
    else:
        effects = (*effects, _P.NOT_PC)
    failed = case.told(f.FAILED_TO_FOLLOW_LATER)
    if failed is not None and any(card.suit is failed.suit for card in back):
        laws += case.either(" 61A 64A 64C", " 61A 64A 64C1")
        return decide(Ruling.DEFECTIVE_RESTORE, laws, *effects, _P.LATER_REVOKE_POSSIBLE, _S.EQUITY)
    return decide(Ruling.DEFECTIVE_RESTORE, laws, *effects)


def _faced(case: Case) -> Card | None:
    """The card that was faced to the trick; None where nobody can say."""
    faced = case.told(f.FACED_CARD)
    return case.ask(f.FACED_CARD) if faced is None and case.at_desk and case.ask(f.FACED_CARD_KNOWN) else faced


def _highest_legal(case: Case, cards: tuple[Card, ...]) -> Card | None:
    """The highest card that he could legally have played; all count where none is of the suit led."""
    led = case.ask(f.LED_SUIT)
    of_suit = [card for card in cards if card.suit is led]
    return max(of_suit or cards, key=lambda card: (card.rank, card.suit), default=None)
