"""Irregular calls in rotation: legality, change of call, insufficient, inadmissible, barred, over seven, after the end (Laws 18-19, 22, 24-25, 27, 35-39)."""

from dataclasses import replace

from bridge.engine.auction import PASS, Auction, Bid, Call, Plain, is_admissible, is_sufficient, last_contract, lowest_sufficient
from bridge.engine.cards import Card, Rank
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import AuctionEffect, Chooser, Option, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.irregular import Irregular, called_over, cancelled, forced_pass_memo, later_cancelled, situation, stands, supersedes
from bridge.engine.laws.rectification import Outcome, Prescribed, Rectification, about, decide
from bridge.engine.laws.rotation import acceptance, accepted_over, bid_ruling, open_to_acceptance
from bridge.engine.laws.withdrawn import lead_restriction_for

_A, _P, _S = AuctionEffect, PlayEffect, ScoreEffect


def legality(case: Case) -> Outcome:
    """Laws 18, 19 and 22: is this call legal; what is the contract."""
    it = situation(case)
    if case.told(f.ENDED):
        return _ended(case, it)
    call = it.call
    if isinstance(call, Plain) and call is not PASS:
        return _double_checked(case, it, call)
    if isinstance(call, Bid) and call.level > 7:
        return decide(Ruling.DIRECTOR_DECIDES, "18F 38", chooser=Chooser.DIRECTOR)
    if isinstance(call, Bid) and not is_sufficient(call, it.last_bid):
        return decide(Ruling.INSUFFICIENT_BID, "18D 27", _A.LAW_27_APPLIES)
    return decide(Ruling.LEGAL_CALL, "18C")


def _ended(case: Case, it: Irregular) -> Outcome:
    contract = last_contract(it.auction) if it.auction else None
    if contract:
        won, declarer = contract
        return decide(Ruling.CONTRACT, case.either("22B", "22A"), _A.AUCTION_ENDED, about(_A.CONTRACT, won), about(_A.DECLARER, declarer))
    no_redeal = (_S.NO_REDEAL,) if case.told(f.WANT_REDEAL) else ()
    return decide(Ruling.PASSED_OUT, case.either("22A", "22B"), _A.AUCTION_ENDED, about(_S.SCORE, 0), *no_redeal)


def _double_checked(case: Case, it: Irregular, call: Plain) -> Outcome:
    letter, refused = ("A", Ruling.INADMISSIBLE_DOUBLE) if call is Plain.DOUBLE else ("B", Ruling.INADMISSIBLE_REDOUBLE)
    if case.told(f.NAMED_BID) is not None:
        return decide(Ruling.DEEMED_DOUBLE_OF_LAST_BID, f"19{letter}3", *stands(call), _A.LAW_16_MAY_APPLY)
    if it.auction and it.caller and is_admissible(it.auction, it.caller, call):
        return decide(Ruling.LEGAL_CALL, f"19{letter}1")
    return decide(refused, f"19{letter}1 36", _A.LAW_36_APPLIES)


def exposed_in_auction(case: Case) -> Outcome:
    """Law 24: a card exposed or led before the auction is over."""
    cards = case.ask(f.EXPOSED)
    led = case.ask(f.LED)
    role = case.told(f.OFFENDER_ROLE)
    small = len(cards) == 1 and cards[0].rank <= Rank.NINE and not led
    defends = {w.Role.DEFENDER: True, None: None}.get(role, False)
    later = case.either("", "24D") if defends is False else case.either("50B", "24E 50B")
    play = (_P.FACE_UP_UNTIL_AUCTION_ENDS, *_exposed_later(cards, defends, small=small))
    if small:
        return decide(Ruling.EXPOSED_CARD_NO_FORCED_PASS, f"24A {later}", _A.NO_FORCED_PASS, *play)
    paragraph = "24C" if len(cards) > 1 else "24B"
    return decide(Ruling.PARTNER_PASS_ONCE, f"{paragraph} {later}", _A.PARTNER_PASS_NEXT, *play, forced_pass_memo(case))


def _exposed_later(cards: tuple[Card, ...], defends: bool | None, *, small: bool) -> tuple[Prescribed, ...]:
    """What becomes of the cards once it is known who defends."""
    if defends is False:
        return (_P.CARD_PICKED_UP,)
    code = _P.PC_MINOR if small else _P.PC_MAJOR
    return tuple(Rectification(code, (card,), defends is None) for card in cards)


def change_of_call(case: Case) -> Outcome:
    """Law 25: a call changed by its maker."""
    it = situation(case)
    second = case.ask(f.SECOND_CALL)
    if case.ask(f.SLIP):
        outcome = _slip(case, it, second)
        if outcome:
            return outcome
    return _purposeful(case, it, second)


def _slip(case: Case, it: Irregular, second: Call | None) -> Outcome | None:
    """25A: an unintended call; None where 25A does not help."""
    called = _partner_has_called(case, it)
    own_law, dealt_with = _law_of_second(it, second)
    if case.chinese:
        if called or case.ask(f.PAUSE_FOR_THOUGHT):
            return None
        return decide(Ruling.SECOND_CALL_STANDS, f"25A {own_law}", *it.cancelled, *stands(second), *(dealt_with or (_A.NO_PENALTY,)))
    if called:
        return decide(Ruling.NO_CHANGE_ALLOWED, "25A4", *stands(it.call))
    laws = "25A1 25A3" if case.told(f.HOW_NOTICED) else "25A1"
    laws, changed = f"{laws} {own_law}", (*it.cancelled, *stands(second), *dealt_with)
    if not _lho_has_called(case, it):
        return decide(Ruling.SECOND_CALL_STANDS, laws, *changed, _P.NO_LEAD_RESTRICTION)
    return decide(
        Ruling.SECOND_CALL_STANDS, f"{laws} 25A6", *changed, _A.LHO_MAY_WITHDRAW, _P.NO_LEAD_RESTRICTION,
        options=(Option.KEEP_CALL, Option.WITHDRAW_CALL), chooser=Chooser.LHO,
    )  # fmt: skip


def _law_of_second(it: Irregular, second: Call | None) -> tuple[str, tuple[AuctionEffect, ...]]:
    """25A: the call that was meant is judged like any other. The law that it breaks and what is then to be done; nothing where it is in order."""
    if it.auction is None or it.caller is None or it.auction.is_over or not it.in_rotation:
        return "", ()
    if isinstance(second, Bid) and second.level <= 7 and not supersedes(second, it):
        return "27", (_A.LAW_27_APPLIES,)
    if isinstance(second, Plain) and not is_admissible(it.auction, it.caller, second):
        return "36", (_A.LAW_36_APPLIES,)
    return "", ()


def _partner_has_called(case: Case, it: Irregular) -> bool:
    """Has the partner called since?"""
    since = case.told(f.LATER_CALLS) or ()
    if case.told(f.PARTNER_CALL) is not None or (it.caller and any(each.seat is it.caller.partner for each in since)):
        return case.agree(f.PARTNER_CALLED, True)
    return case.ask(f.PARTNER_CALLED)


def _lho_has_called(case: Case, it: Irregular) -> bool:
    """Has the left-hand opponent called over the first call?"""
    since = case.told(f.LATER_CALLS) or ()
    if case.told(f.LHO_CALL) is not None or (it.caller and any(each.seat is it.caller.lho for each in since)):
        return case.agree(f.LHO_CALLED, True)
    return case.ask(f.LHO_CALLED)


def _purposeful(case: Case, it: Irregular, second: Call | None) -> Outcome:
    """25B: a change of mind, or in 1999 a slip changed after a pause for thought."""
    over = case.told(f.LHO_CALLED_OVER)
    if over is None and case.at_desk and case.ask(f.LHO_CALLED):
        over = case.ask(f.LHO_CALLED_OVER)
    changed = (*it.cancelled, *stands(second))
    if case.chinese and over is w.WhichCall.FIRST:
        options = (Option.KEEP_CALL, Option.WITHDRAW_CALL)
        effects = (*changed, _A.LHO_MAY_WITHDRAW, _A.NO_PENALTY)
        return decide(Ruling.SECOND_CALL_STANDS, "25B1 16C2", *effects, options=options, chooser=Chooser.LHO)
    if over is w.WhichCall.SECOND:
        accepted: bool | None = True
    elif over is w.WhichCall.FIRST or case.told(f.OFFENDER_CHOICE) is not None or case.told(f.LHO_CALL) is not None:
        accepted = bool(case.told(f.ACCEPTED_BY_LHO))
    else:
        accepted = case.choice(f.ACCEPTED_BY_LHO, (Option.ACCEPT, Option.REFUSE), Chooser.LHO)
    if accepted and case.chinese:
        return decide(Ruling.SECOND_CALL_STANDS, "25B1", *changed, _A.NO_PENALTY)
    if accepted:
        return decide(Ruling.SECOND_CALL_STANDS, "25B1 25B3", *changed, Rectification(_P.LR_WBF_POSSIBLE, (), True))
    outcome = _not_accepted(case, it, second)
    return open_to_acceptance(outcome) if accepted is None else outcome


def _not_accepted(case: Case, it: Irregular, second: Call | None) -> Outcome:
    possible = Rectification(_P.LR_WBF_POSSIBLE, (), True)
    if _first_call_was_illegal(case, it):
        law, effect = ("27", _A.LAW_27_APPLIES) if isinstance(it.call, Bid) else ("36", _A.LAW_36_APPLIES)
        if not case.chinese:
            return decide(Ruling.FIRST_CALL_LAW_APPLIES, f"25B2 25B3 {law}", *cancelled(second), effect, possible)
        lead = lead_restriction_for(case, second)
        return decide(Ruling.FIRST_CALL_LAW_APPLIES, f"25B2a {law} {lead.laws}", *cancelled(second), effect, *lead.effects)
    if case.chinese:
        return _offenders_choice(case, it, second)
    laws = "25B2 25B3 25A2" if case.told(f.LAPSE_OF_CONCENTRATION) else "25B2 25B3"
    return decide(Ruling.FIRST_CALL_STANDS, laws, *stands(it.call), *cancelled(second), _A.NO_FORCED_PASS, possible)


def _first_call_was_illegal(case: Case, it: Irregular) -> bool:
    if it.auction is None or it.call is None or it.caller is None or it.auction.is_over:
        return case.ask(f.FIRST_CALL_ILLEGAL)
    if isinstance(it.call, Bid):
        legal = it.call.level <= 7 and supersedes(it.call, it)
    else:
        legal = is_admissible(it.auction, it.caller, it.call)
    return case.agree(f.FIRST_CALL_ILLEGAL, not (legal and it.in_rotation))


def _offenders_choice(case: Case, it: Irregular, second: Call | None) -> Outcome:
    """1999, 25B2b: the first call with partner silent once, or another call and at most average minus."""
    options = (Option.FIRST_STANDS, Option.OTHER_LEGAL_CALL)
    choice = case.choice(f.OFFENDER_CHOICE, options, Chooser.OFFENDER)
    if choice is w.OffenderChoice.FIRST_STANDS:
        lead = lead_restriction_for(case, second, standing=it.call)
        effects: tuple[Prescribed, ...] = (*stands(it.call), *cancelled(second), _A.PARTNER_PASS_NEXT, *lead.effects, forced_pass_memo(case))
        return decide(Ruling.FIRST_CALL_STANDS_PARTNER_PASS_ONCE, "25B2b1 25B2c", *effects)
    if choice is w.OffenderChoice.OTHER_CALL:
        third = case.ask(f.THIRD_CALL)
        lead = lead_restriction_for(case, it.call, second, standing=third)
        score: tuple[Prescribed, ...] = (_S.OS_CAP_AVERAGE_MINUS, _S.NOS_TABLE_SCORE)
        return decide(Ruling.THIRD_CALL_CAP, "25B2b2 25B2c", *it.cancelled, *cancelled(second), *stands(third), *lead.effects, *score)
    lead = lead_restriction_for(case, it.call, second)
    laws = "25B2b 25B2c 25A" if case.told(f.SLIP) else "25B2b 25B2c"
    effects = (*cancelled(second), *lead.effects, _S.CAP_IF_OTHER_CALL)
    return decide(Ruling.LAW_25B2_APPLIES, laws, *effects, options=options, chooser=Chooser.OFFENDER)


def insufficient_bid(case: Case) -> Outcome:
    """Law 27: a bid that does not supersede the last one."""
    if case.told(f.AFTER_27B1):
        law = case.either("27B1b", "27D")
        if case.ask(f.DAMAGE):
            return decide(Ruling.ASSIGNED, law, _S.ADJ_ASSIGNED, chooser=Chooser.DIRECTOR)
        return decide(Ruling.NO_ADJUSTMENT, law)
    it = situation(case)
    accepted_law = case.either("27A", "27A1")
    over = case.told(f.LHO_CALL)
    if over is not None or case.told(f.ACCEPTED_BY_LHO):
        return accepted_over(it, over, accepted_law)
    if not it.in_rotation:
        outcome = bid_ruling(case, it)
        return replace(outcome, ruling=Ruling.LAW_31_APPLIES, laws=(case.either("27", "27A2"), *outcome.laws))
    accepted = acceptance(case)
    outcome = _replaced(case, it)
    # Whoever accepts the second bid has no longer the first one before him.
    return open_to_acceptance(outcome) if accepted is None and outcome.ruling is not Ruling.ACCEPTED else outcome


def _replaced(case: Case, it: Irregular) -> Outcome:
    """27B: not accepted, and something was put in its place."""
    premature = case.told(f.PREMATURE_REPLACEMENT)
    call = case.ask(f.REPLACEMENT) if premature is None else premature
    if isinstance(call, Bid) and call.level > 7:  # never playable: the pass that takes its place is the replacement
        return _side_silenced(case, it, "27B2 38", call)
    if call is not None and _is_insufficient_again(case, it, call):
        return _insufficient_again(case, it, call)
    if isinstance(call, Plain) and call is not PASS:
        outcome = _doubled_instead(case, it, call)
    else:
        outcome = _bid_or_pass_instead(case, it, call)
    if premature is not None and not case.chinese:
        return replace(outcome, laws=(*outcome.laws, "27C"))
    return outcome


def _is_insufficient_again(case: Case, it: Irregular, call: Call) -> bool:
    if it.auction is None:
        return case.ask(f.REPLACEMENT_INSUFFICIENT)
    return case.agree(f.REPLACEMENT_INSUFFICIENT, isinstance(call, Bid) and not supersedes(call, it))


def _insufficient_again(case: Case, it: Irregular, call: Call) -> Outcome:
    """2017: 27B4; 1999 has no text and is treated alike."""
    if case.ask(f.REPLACEMENT_ACCEPTED):
        return decide(Ruling.ACCEPTED, case.either("27A", "27B4"), *it.cancelled, *stands(call))
    return _cancelled_too(case, it, call, Ruling.PARTNER_PASS_ALWAYS, case.either("27B3", "27B3 27B4"))


def _cancelled_too(case: Case, it: Irregular, call: Call, ruling: Ruling, laws: str) -> Outcome:
    """The substitute is cancelled as well: the offender bids sufficiently or passes, and the partner is silent."""
    lead = lead_restriction_for(case, it.call, call)
    again = cancelled(call) if call != it.call else ()  # who makes the same call once more is told of it once
    effects = (*it.cancelled, *again, _A.PARTNER_PASS_ALWAYS, *lead.effects, forced_pass_memo(case))
    return decide(ruling, f"{laws} {lead.laws}", *effects, options=(Option.SUFFICIENT_BID, Option.PASS), chooser=Chooser.OFFENDER)


def _doubled_instead(case: Case, it: Irregular, call: Plain) -> Outcome:
    if not case.chinese and case.ask(f.REPLACEMENT_COMPARABLE):
        return decide(Ruling.NO_RECTIFICATION, "27B1b 23A", *it.cancelled, *stands(call), _S.LAW27D_MEMO)
    return _cancelled_too(case, it, call, Ruling.DOUBLE_CANCELLED_PARTNER_PASS_ALWAYS, "27B3")


def _bid_or_pass_instead(case: Case, it: Irregular, call: Call | None) -> Outcome:
    changed = (*it.cancelled, *stands(call))
    if case.chinese:
        if _is_lowest_natural(case, it, call):
            if case.told(f.DAMAGE):
                return decide(Ruling.ASSIGNED, "27B1b", *changed, _S.ADJ_ASSIGNED, chooser=Chooser.DIRECTOR)
            return decide(Ruling.NO_PENALTY, "27B1a", *changed)
    elif isinstance(call, Bid) and case.ask(f.SPECIFIES_SAME):
        return decide(Ruling.NO_RECTIFICATION, "27B1a", *changed, _S.LAW27D_MEMO)
    elif call is not None and case.ask(f.REPLACEMENT_COMPARABLE):
        test = "23A3" if case.told(f.SAME_PURPOSE) else "23A"
        return decide(Ruling.NO_RECTIFICATION, f"27B1b {test}", *changed, _S.LAW27D_MEMO)
    lead = lead_restriction_for(case, it.call, standing=call)
    effects = (*changed, _A.PARTNER_PASS_ALWAYS, *lead.effects, forced_pass_memo(case))
    return decide(Ruling.PARTNER_PASS_ALWAYS, f"27B2 {lead.laws}", *effects)


def _is_lowest_natural(case: Case, it: Irregular, call: Call | None) -> bool:
    """1999, 27B1: the lowest sufficient bid in the strain, and neither bid could be conventional."""
    if not isinstance(it.call, Bid) or call != lowest_sufficient(it.call.strain, it.last_bid):
        return False
    return not case.ask(f.INSUFFICIENT_CONVENTIONAL) and not case.ask(f.LOWEST_SUFFICIENT_CONVENTIONAL)


def inadmissible_double(case: Case) -> Outcome:
    """Laws 35A and 36: a double or redouble that Law 19 does not allow, in rotation."""
    it = situation(case)
    if case.ask(f.LEAD_FACED):
        if case.chinese:
            return decide(Ruling.DIRECTOR_DECIDES, "36", chooser=Chooser.DIRECTOR)
        contract = last_contract(_without_inadmissible(it.auction)) if it.auction else None
        return decide(Ruling.SCORE_WITHOUT_CALL, "36C", about(_S.SCORE_AS_IF_NOT_MADE, *([contract[0]] if contract else [])))
    over = called_over(case)
    if over is not None:
        back = (about(_A.REVERT, it.turn),) if it.turn else ()
        effects: tuple[Prescribed, ...] = (*it.cancelled, *later_cancelled(over), *back)
        return decide(Ruling.CANCEL_ALL_REVERT_NO_PENALTY, case.either("35A", "36A"), *effects, *_lead_is_free(case))
    call = case.told(f.REPLACEMENT)
    lead = lead_restriction_for(case, it.call, standing=call)
    put = stands(call) if call is not None else (_A.REPLACE_FREE,)
    effects = (*it.cancelled, *put, _A.PARTNER_PASS_ALWAYS, *lead.effects, forced_pass_memo(case))
    laws = f"{case.either('36', '36B')} {lead.laws}"
    if call is not None:
        return decide(Ruling.CANCELLED_PARTNER_PASS_ALWAYS, laws, *effects)
    return decide(Ruling.CANCELLED_PARTNER_PASS_ALWAYS, laws, *effects, options=(Option.ANY_LEGAL_CALL,), chooser=Chooser.OFFENDER)


def _without_inadmissible(auction: Auction) -> Auction:
    """The auction as if its inadmissible doubles and redoubles had not been made: told to its end, it holds them."""
    kept = Auction(auction.dealer)
    for each in auction.made:
        if not isinstance(each.call, Plain) or is_admissible(kept, each.seat, each.call):
            kept = kept.with_call(each.seat, each.call)
    return kept


def _lead_is_free(case: Case) -> tuple[PlayEffect, ...]:
    """2017 says in words that 26B is off; 1999 has no such words."""
    return () if case.chinese else (_P.NO_LEAD_RESTRICTION,)


def barred_player_calls(case: Case) -> Outcome:
    """Laws 35B and 37: a call other than pass by a player bound to pass."""
    it = situation(case)
    required = case.ask(f.REQUIRED_TO_PASS)
    if called_over(case) is None:
        return _side_silenced(case, it, case.either("37", "37B"))
    later = (_A.OFFENDER_PASS_ALWAYS_LATER,) if required is w.RequiredToPass.ALWAYS else ()
    said = (_A.NO_PENALTY,) if case.chinese else ()
    effects = (*stands(it.call), _A.SUBSEQUENT_STAND, *later, *said, *_lead_is_free(case))
    return decide(Ruling.CALL_STANDS_BUT_BARRED_LATER, case.either("35B", "37A"), *effects)


def _side_silenced(case: Case, it: Irregular, law: str, *instead: Call) -> Outcome:
    """A pass is put in its place, and in that of a call made `instead` of it; both members pass for the rest."""
    lead = lead_restriction_for(case, it.call, *instead)
    effects = (*it.cancelled, *cancelled(*instead), _A.REPLACE_WITH_PASS, _A.SIDE_PASS_ALWAYS, *lead.effects, forced_pass_memo(case))
    return decide(Ruling.SIDE_PASS_ALWAYS, f"{law} {lead.laws}", *effects)


def over_seven(case: Case) -> Outcome:
    """Laws 35C and 38: a bid of more than seven."""
    it = situation(case)
    over = called_over(case)
    if over is None:
        return _side_silenced(case, it, "38")
    effects = (*it.cancelled, *later_cancelled(over), _A.REPLACE_WITH_PASS)
    if case.chinese:
        return decide(Ruling.CANCEL_ALL_REPLACE_WITH_PASS, "35C", *effects, _A.NO_PENALTY)
    return decide(Ruling.SIDE_PASS_ALWAYS, "38B 38C 38D", *effects, _A.SIDE_PASS_ALWAYS, _P.NO_LEAD_RESTRICTION)


def after_final_pass(case: Case) -> Outcome:
    """Laws 35D and 39: a call after the auction is over."""
    it = situation(case)
    over = called_over(case)
    if over is not None:
        effects: tuple[Prescribed, ...] = (*it.cancelled, *later_cancelled(over), *_lead_is_free(case))
        return decide(Ruling.CANCEL_ALL_NO_PENALTY, case.either("35D", "39B"), *effects)
    contract = last_contract(it.auction) if it.auction else None
    defends = contract is not None and it.caller is not None and it.caller.side is not contract[1].side
    if it.call is PASS or not defends:
        ruling = case.either(Ruling.CALL_CANCELLED_NO_PENALTY, Ruling.CALL_CANCELLED_NO_RECTIFICATION)
        return decide(ruling, case.either("39A", "39B"), *it.cancelled)
    lead = lead_restriction_for(case, it.call, offender_defends=True)
    ruling = case.either(Ruling.CALL_CANCELLED_LEAD_PENALTY, Ruling.CALL_CANCELLED_LEAD_RESTRICTION)
    return decide(ruling, f"{case.either('39B', '39C')} {lead.laws}", *it.cancelled, *lead.effects)
