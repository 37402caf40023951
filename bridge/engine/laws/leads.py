"""Leads out of turn and plays made upon them (Laws 41A, 47E1, 48B, 53-56, 60)."""

from dataclasses import replace

from bridge.engine.cards import Card
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.cards import (
    RESTRICT,
    RETURNED,
    chosen_suits,
    is_defender,
    lead_restricted,
    offender_declares,
    offender_defends,
    penalty_card_effects,
    premature_options,
    small_and_inadvertent,
)
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import Chooser, Option, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.rectification import Finding, Outcome, Prescribed, about, decide
from bridge.engine.seats import Seat

_P, _S = PlayEffect, ScoreEffect
_DECLARER = Chooser.DECLARER
_OPENING_OPTIONS = (Option.ACCEPT_SPREAD_OWN_HAND, Option.ACCEPT_DUMMY_SPREAD, *RESTRICT)
_ACCEPT_OR_NOT = (Option.ACCEPT_LEAD, Option.REQUIRE_RETRACTION)


def opening_lead_out_of_turn(case: Case) -> Outcome:
    """Law 54: the wrong player makes the opening lead."""
    if case.ask(f.FACE) is w.Face.DOWN:
        return decide(Ruling.RETURN_NO_RECTIFICATION, "41A", *RETURNED)
    if case.ask(f.MISLED_BY_OPPONENT):
        return decide(Ruling.RETURN_NO_RECTIFICATION, "47E1", *RETURNED)
    if case.ask(f.OFFENDER) is w.Role.DECLARING_SIDE or not offender_defends(case):
        return decide(Ruling.LAW24, case.either("24", "54E 24"), *RETURNED)
    declarer = case.ask(f.DECLARER)
    if case.ask(f.DECLARER_SPREAD_STARTED):
        return _declarer_spreads(declarer, "54A")
    if case.ask(f.DUMMY_CARD_SEEN):
        second = [Finding("dummy", declarer.partner), Finding("second_card_from", declarer)] if declarer else []
        return decide(Ruling.MUST_ACCEPT, "54C 54B", _P.PLAYED, findings=second)
    choice = case.choice(f.CHOICE, _OPENING_OPTIONS, _DECLARER)
    if choice is not None:
        return _opening_lead_chosen(case, choice, declarer)
    back = (_P.PARTNER_FACEDOWN_RETURNED,) if case.told(f.PARTNER_FACEDOWN_LEAD) else ()
    effects = (*back, _P.PLAYED_IF_ACCEPTED, _P.PC_PICKED_UP_IF_REQUIRE_OR_FORBID, _P.PC_MAJOR_IF_NO_RESTRICTION)
    return decide(Ruling.OLOOT_OPTIONS, "53A 54A 54B 54D 56 50D2", *effects, options=_OPENING_OPTIONS, chooser=_DECLARER)


def _declarer_spreads(declarer: Seat | None, laws: str) -> Outcome:
    """54A: presumed declarer becomes dummy, his partner declarer."""
    turned = [Finding("new_declarer", declarer.partner), Finding("new_dummy", declarer)] if declarer else []
    return decide(Ruling.OLOOT_ACCEPTED_DECLARER_BECOMES_DUMMY, laws, _P.PLAYED, findings=turned)


def _opening_lead_chosen(case: Case, choice: w.PlayChoice, declarer: Seat | None) -> Outcome:
    if choice is w.PlayChoice.ACCEPT_SPREAD_OWN_HAND:
        return _declarer_spreads(declarer, "54A")
    if choice is w.PlayChoice.ACCEPT_DUMMY_SPREAD:
        if case.told(f.SECOND_CARD_FROM) is not w.SecondCard.DUMMY:
            second = [Finding("dummy", declarer.partner), Finding("second_card_from", declarer)] if declarer else []
            return decide(Ruling.LEAD_ACCEPTED, "54B", _P.PLAYED, findings=second)
        if case.ask(f.SECOND_CARD_REVOKE):
            return decide(Ruling.REVOKE_MUST_CORRECT, "54B2 62A 62B2", _P.WITHDRAW_AND_REPLACE, _P.NOT_PC)
        return decide(Ruling.PLAY_STANDS, "54B2", _P.PLAYED)
    if choice is w.PlayChoice.FORBID_SUIT and case.told(f.PARTNER_RETAINS_LEAD) is False:
        return decide(Ruling.NO_LEAD_RESTRICTION, "54D 50D2a")
    return _lead_refused_as_chosen(case, choice, "54D 56")


def _lead_refused_as_chosen(case: Case, choice: w.PlayChoice, laws: str) -> Outcome:
    """Declarer refused the lead and required a suit, forbade it, or left the penalty card on the table."""
    card = case.told(f.CARD)
    cards = (card,) if card else ()
    if choice is w.PlayChoice.NO_RESTRICTION:
        return decide(Ruling.PENALTY_CARD, f"{laws} 50D2b", about(_P.PC_MAJOR, *cards))
    return lead_restricted(case, cards, choice, chosen_suits(case, cards), laws)


def lead_out_of_turn(case: Case) -> Outcome:
    """Laws 53, 55 and 56: a lead by the wrong hand after the first trick."""
    if case.ask(f.MISLED_BY_OPPONENT):
        return decide(Ruling.RETURN_NO_RECTIFICATION, "47E1", *RETURNED)
    if not case.chinese and case.ask(f.TRICK) == 13:
        return decide(Ruling.LEAD_RETRACTED, "53A", *RETURNED)
    if not _is_own_sides_lead(case) and case.ask(f.PROPER_LEAD_MADE):
        laws = case.either("53C 16C1 16C2", "53B 47F1 16C1 16C2")
        return decide(Ruling.PROPER_LEAD_STANDS, laws, _P.WRONG_CARDS_RETURNED, _P.NOT_PC)
    return _defenders_lead(case) if offender_defends(case) else _declarers_lead(case)


def _is_own_sides_lead(case: Case) -> bool:
    """Was it the lead of the other hand of the same side? Then no opponent has a proper lead to make (2017: 53B, 1999: 53C)."""
    offender, leader, declarer = case.told(f.OFFENDER), case.told(f.CORRECT_LEADER), case.told(f.DECLARER)
    player = declarer if offender is w.Role.DECLARING_SIDE else offender
    return isinstance(player, Seat) and leader is not None and leader.side is player.side


def _is_accepted(case: Case) -> bool:
    """Has the next hand played, or has an opponent accepted?"""
    return case.ask(f.NEXT_HAND_PLAYED) or case.told(f.ACCEPTED_BY) is not None


def _defenders_lead(case: Case) -> Outcome:
    """Laws 53A and 56: declarer accepts it, or deals with the card as a penalty card."""
    if _is_accepted(case) or case.told(f.ACCEPT_WANTED):
        return decide(Ruling.LEAD_ACCEPTED, "53A", _P.PLAYED, _P.NOT_PC)
    offender, leader = case.ask(f.OFFENDER), case.ask(f.CORRECT_LEADER)
    partners_turn = isinstance(offender, Seat) and leader is offender.partner
    refused = bool(case.told(f.REFUSED))
    options: tuple[Option, ...] = _ACCEPT_OR_NOT
    if partners_turn:
        options = RESTRICT if refused else (Option.ACCEPT_LEAD, *RESTRICT)
    choice = None if refused and not partners_turn else case.choice(f.CHOICE, options, _DECLARER)
    if choice is w.PlayChoice.ACCEPT_LEAD:
        return decide(Ruling.LEAD_ACCEPTED, "53A", _P.PLAYED, _P.NOT_PC)
    if choice is w.PlayChoice.REQUIRE_RETRACTION or (refused and not partners_turn):
        return decide(Ruling.PENALTY_CARD, "53A 56 50D2", _P.PC_MAJOR, findings=[Finding("lead", leader)] if leader else [])
    if choice is not None:
        return _lead_refused_as_chosen(case, choice, "53A 56")
    return _open_to_declarer(options, refused=refused)


def _open_to_declarer(options: tuple[Option, ...], *, refused: bool) -> Outcome:
    """A defender's lead out of turn while declarer has not decided (53A, 56, 50D2)."""
    if refused:
        effects = (_P.PC_PICKED_UP_IF_REQUIRE_OR_FORBID, _P.PC_MAJOR_IF_NO_RESTRICTION)
        return decide(Ruling.PC_LEAD_OPTIONS, "53A 56 50D2", *effects, options=options, chooser=_DECLARER)
    if options == _ACCEPT_OR_NOT:
        effects = (_P.PLAYED_IF_ACCEPTED, _P.PC_MAJOR_IF_NO_RESTRICTION)
        return decide(Ruling.LEAD_OPTIONS, "53A 56 50D", *effects, options=options, chooser=_DECLARER)
    return _lead_options("53A 56 50D2")


def _lead_options(laws: str, *more: PlayEffect) -> Outcome:
    """All that declarer may do with a lead out of turn at the partner's turn."""
    effects = (_P.PLAYED_IF_ACCEPTED, _P.PC_PICKED_UP_IF_REQUIRE_OR_FORBID, _P.PC_MAJOR_IF_NO_RESTRICTION, *more)
    return decide(Ruling.LEAD_OPTIONS, laws, *effects, options=(Option.ACCEPT_LEAD, *RESTRICT), chooser=_DECLARER)


def _declarers_lead(case: Case) -> Outcome:
    """Law 55: a lead from the wrong one of declarer's two hands, or at a defender's turn."""
    if case.told(f.RHO_OF_WRONG_HAND_PLAYED) and not case.told(f.NEXT_HAND_PLAYED):
        laws = case.either("53B 57A", "53C 57A")
        return decide(Ruling.LEAD_ACCEPTED, laws, _P.PLAYED, _P.PC_MAJOR, options=premature_options(case), chooser=_DECLARER)
    if _is_accepted(case):
        return decide(Ruling.LEAD_ACCEPTED, "53A 55A", _P.PLAYED)
    wishes = dict(case.told(f.DEFENDER_WISHES) or ())
    if len(set(wishes.values())) > 1:
        return _defenders_disagree(case, wishes)
    if w.Wish.ACCEPT in wishes.values():
        return decide(Ruling.LEAD_ACCEPTED, "53A 55A", _P.PLAYED)
    if wishes or case.told(f.RETRACTION_REQUIRED_BY) is not None:
        return _retracted(case)
    if case.told(f.ACCEPT_WANTED):
        return decide(Ruling.LEAD_ACCEPTED, "53A 55A", _P.PLAYED)
    choice = case.choice(f.CHOICE, _ACCEPT_OR_NOT, Chooser.EITHER_DEFENDER)
    if choice is w.PlayChoice.ACCEPT_LEAD:
        return decide(Ruling.LEAD_ACCEPTED, "53A 55A", _P.PLAYED)
    if choice is w.PlayChoice.REQUIRE_RETRACTION:
        return _retracted(case)
    return decide(Ruling.LEAD_OPTIONS, "53A 55A 55B", _P.PLAYED_IF_ACCEPTED, options=_ACCEPT_OR_NOT, chooser=Chooser.EITHER_DEFENDER)


def _defenders_disagree(case: Case, wishes: dict[Seat, w.Wish]) -> Outcome:
    """55A: in 2017 the defender next in turn after the lead decides; 1999 has no tie-break."""
    wrong_hand = _wrong_hand(case)
    if case.chinese or wrong_hand is None:
        return decide(Ruling.TD_DECIDES, "55A", options=_ACCEPT_OR_NOT, chooser=Chooser.DIRECTOR)
    prevails = wrong_hand.lho
    found = (Finding("prevails", prevails),)
    if wishes.get(prevails) is w.Wish.ACCEPT:
        return decide(Ruling.LEAD_ACCEPTED, "55A", _P.PLAYED, findings=found)
    return replace(_retracted(case), findings=found)


def _wrong_hand(case: Case) -> Seat | None:
    """Which of declarer's two hands led: as told, otherwise the one that was not on lead; None where that does not say it."""
    offender, leader, declarer = case.ask(f.OFFENDER), case.told(f.CORRECT_LEADER), case.told(f.DECLARER)
    if isinstance(offender, Seat):
        return offender
    own_lead = leader is not None and declarer is not None and leader.side is declarer.side
    return leader.partner if leader is not None and own_lead else None


def _retracted(case: Case) -> Outcome:
    """55B: the card goes back; declarer leads from the correct hand what he likes, or a defender leads."""
    leader, declarer = case.ask(f.CORRECT_LEADER), case.ask(f.DECLARER)
    own_lead = leader is not None and declarer is not None and leader.side is declarer.side
    effects = (*RETURNED, *((_P.ANY_CARD_FROM_CORRECT_HAND,) if own_lead else ()))
    cited = f"55A {'55B2' if own_lead else '55B1'}"
    if case.told(f.LINE_BASED_ON_INFORMATION):
        return decide(Ruling.ADJUST_CONSIDERED, f"{cited} 55C", *effects, _S.ADJUST)
    return decide(Ruling.LEAD_RETRACTED, cited, *effects)


def fifth_card(case: Case) -> Outcome:
    """Law 45E: a fifth card on a trick, unless it is held to be a lead to the next one."""
    defends = offender_defends(case)
    law = "45E1" if defends else "45E2"
    if case.ask(f.MEANT_AS_LEAD):
        if case.told(f.CORRECT_LEADER) is not None and case.told(f.CORRECT_LEADER) == case.told(f.OFFENDER):
            return decide(Ruling.CARD_PLAYED, law, _P.PLAYED)
        outcome = lead_out_of_turn(case)
        return replace(outcome, laws=(law, "53", *outcome.laws))
    card = case.ask(f.CARD)
    return surplus_card(case, (card,) if card else (), defends=defends, laws=law)


def surplus_card(case: Case, cards: tuple[Card, ...], *, defends: bool, laws: str) -> Outcome:
    """A card too many goes back to declarer's side; a defender's becomes a penalty card."""
    if not defends:
        return decide(Ruling.RETURN_NO_RECTIFICATION, f"{laws} 48A", *RETURNED)
    effects = penalty_card_effects(case, cards, inadvertent=small_and_inadvertent(case, cards))
    return decide(Ruling.PENALTY_CARD, f"{laws} 49 50B", *effects)


def hand_faced(case: Case) -> Outcome:
    """Law 48B: declarer faces his hand."""
    player = case.ask(f.PLAYER)
    if is_defender(case, case.told(f.PLAYER_ROLE), player):
        return decide(Ruling.CLAIM, "68A")
    if case.ask(f.AFTER_OLOOT):
        return _declarer_spreads(player, "48B1 54A")
    return decide(Ruling.CLAIM, "48B2 68A")


def play_after_illegal(case: Case) -> Outcome:
    """Law 60: somebody plays after an illegal play and before a ruling."""
    if case.ask(f.DECLARER_RETRACTED) and not case.ask(f.CORRECT_LEAD_MADE):
        return decide(Ruling.PENALTY_CARD, "60B 50B", _P.PC_MAJOR)
    case.ask(f.OFFENDER)
    case.ask(f.DECLARER)
    by_declarer = offender_declares(case)
    if case.told(f.OS_PLAYED) is not None:
        if by_declarer:
            return decide(Ruling.NOS_RIGHTS_KEPT, "60C 53A 55A", _P.PLAYED_IF_ACCEPTED, options=_ACCEPT_OR_NOT, chooser=Chooser.EITHER_DEFENDER)
        return replace(_lead_options("60C 53A 56 50D2", _P.OS_CARD_MAY_BE_PC), ruling=Ruling.NOS_RIGHTS_KEPT)
    if case.ask(f.NOS_PLAYED) is None:
        return decide(Ruling.DIRECTOR_DECIDES, "60", chooser=Chooser.DIRECTOR)
    older = [about(_P.PC_REMAINS, each.card) for each in case.told(f.PCS) or ()]
    own: tuple[Prescribed, ...] = () if by_declarer else (_P.NOT_PC,)
    laws = "60A1 60A2 60A3" if older else "60A1 60A2"
    return decide(Ruling.RIGHT_FORFEITED, laws, _P.PLAYED, *own, *older)

