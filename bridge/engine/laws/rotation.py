"""Calls out of rotation (Laws 28-34): accepted, or cancelled and then dealt with by what was called and at whose turn."""

from dataclasses import replace

from bridge.engine.auction import PASS, Bid, Call, Plain, Position, is_admissible, is_sufficient
from bridge.engine.contract import Strain
from bridge.engine.laws import facts as f
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import AuctionEffect, Chooser, Option, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.irregular import (
    Irregular,
    cancelled,
    forced_pass_memo,
    had_called_before,
    later_cancelled,
    situation,
    somebody_had_bid,
    stands,
    was_admissible,
)
from bridge.engine.laws.rectification import Outcome, Prescribed, about, decide
from bridge.engine.laws.withdrawn import lead_restriction_for

_A = AuctionEffect


def call_in_rotation(case: Case) -> Outcome:
    """Law 28: calls that count as made in rotation."""
    it = situation(case)
    own_call = case.told(f.TURN_PLAYER_CALLED)
    # A player who is bound to pass makes no other call: whoever bid was not.
    bound = case.ask(f.RHO_MUST_PASS) if own_call in (None, PASS) else case.told(f.RHO_MUST_PASS)
    if bound and it.position is Position.RHO_TURN:
        return decide(Ruling.NO_IRREGULARITY, "28A", *stands(it.call))
    own_call = case.ask(f.TURN_PLAYER_CALLED)
    if own_call is None:
        return decide(Ruling.DIRECTOR_DECIDES, "28", chooser=Chooser.DIRECTOR)
    void = (about(_A.OOT_CALL_VOID, it.call),) if it.call else ()
    effects: tuple[Prescribed, ...] = (*stands(own_call), *void, _A.OFFENDER_FREE)
    if case.chinese:
        return decide(Ruling.PENALTY_FORFEITED_OOT_VOID, "28B", *effects)
    return decide(Ruling.PENALTY_FORFEITED_OOT_VOID, "28B 16C2", *effects, _A.LAW_16C2_APPLIES, PlayEffect.NO_LEAD_RESTRICTION)


def accepted_out_of_rotation(case: Case) -> Outcome:
    """Law 29A: the left-hand opponent has called over it."""
    it = situation(case)
    over = case.ask(f.LHO_CALL)
    if over is not None and _is_insufficient_over(case, it, over):
        second = case.choice(f.SECOND_OFFENCE_ACCEPTED, (Option.ACCEPT, Option.REFUSE), Chooser.LHO)
        return _accepted_then_insufficient(it, "29A", still_open=second is None)
    if over is None:
        return decide(Ruling.DIRECTOR_DECIDES, "29", chooser=Chooser.DIRECTOR)
    return accepted_over(it, over, "29A")


def accepted_over(it: Irregular, over: Call | None, law: str) -> Outcome:
    """The call is accepted, by a call over it or in words (27A, 29A); a bid over it that is itself insufficient is ruled on next (27)."""
    if isinstance(over, Bid) and isinstance(it.call, Bid) and not is_sufficient(over, it.call):
        return _accepted_then_insufficient(it, law, still_open=True)
    return decide(Ruling.ACCEPTED, law, *stands(it.call, over))


def _accepted_then_insufficient(it: Irregular, law: str, *, still_open: bool) -> Outcome:
    """The call stands, and the bid over it goes to Law 27, where the next player may accept it."""
    options = (Option.ACCEPT, Option.REFUSE) if still_open else ()
    again = about(_A.LAW_27_APPLIES, *([it.caller.lho] if it.caller else []))
    return decide(Ruling.ACCEPTED_THEN_LAW_27, f"{law} 27", *stands(it.call), again, options=options, chooser=Chooser.LHO if options else None)


def _is_insufficient_over(case: Case, it: Irregular, over: Call) -> bool:
    """Is the call over the accepted one itself an insufficient bid?"""
    if it.call is None or (it.auction is None and not isinstance(it.call, Bid)):
        return case.ask(f.LHO_CALL_INSUFFICIENT)
    last = it.call if isinstance(it.call, Bid) else it.last_bid
    return case.agree(f.LHO_CALL_INSUFFICIENT, isinstance(over, Bid) and not is_sufficient(over, last))


def simultaneous_calls(case: Case) -> Outcome:
    """Law 33: the call of the player in turn is the first of the two."""
    it = situation(case)
    first = case.ask(f.SIMULTANEOUS_WITH) or it.turn
    order = about(_A.CALL_ORDER, *([first] if first else []))
    if first and it.caller is first.lho:
        return decide(Ruling.NO_IRREGULARITY, "33", order, *stands(it.call))
    return decide(Ruling.OUT_OF_ROTATION, f"33 29 {_law_of(it.call)}", order, _A.LAW_29_31_APPLY)


def _law_of(call: Call | None) -> str:
    """The law of a refused call out of rotation."""
    return "31" if isinstance(call, Bid) or call is None else "30" if call is PASS else "32"


def turn_lost_by_passes(case: Case) -> Outcome:
    """1999: Law 34; 2017: Laws 34 and 17D3: three passes, one of them out of turn, took away somebody's turn."""
    it = None if case.told(f.NO_BID) else situation(case)
    nobody_bid = it is None or (case.told(f.NO_BID) is None and it.auction is not None and it.last_bid is None)
    if not case.chinese and nobody_bid and case.ask(f.HANDS_RETURNED):
        return decide(Ruling.NO_RECTIFICATION_POSSIBLE, "17D2", about(ScoreEffect.SCORE, 0))
    it = it or situation(case)
    passes = tuple(each.call for each in case.ask(f.FOLLOWING_PASSES))
    back = [about(_A.REVERT, it.turn)] if it.turn else []
    effects = (*cancelled(it.call or PASS), *later_cancelled(*passes), *back)
    if case.chinese:
        return decide(Ruling.AUCTION_REVERTS, "34", *effects)
    return decide(Ruling.AUCTION_REVERTS, "34 17D3", *effects, _A.LAW_16C_APPLIES)


def premature_correction(case: Case) -> Outcome:
    """Law 9C: the players changed the call themselves before the director came; the first one is ruled on."""
    it = situation(case)
    lead = lead_restriction_for(case, it.call, case.ask(f.PREMATURE_CORRECTION))
    effects: tuple[Prescribed, ...] = (_A.PREMATURE_CALL_IS_WITHDRAWN, *lead.effects)
    if not it.in_rotation:
        also = "" if isinstance(it.call, Bid) else _law_of(it.call)
        return decide(Ruling.RULE_ON_FIRST_CALL_NO_PLAYER_ACTION, f"9B2 9C 29 31 {also} {lead.laws}", *effects, _A.LAW_29_31_APPLY)
    if isinstance(it.call, Bid) and not is_sufficient(it.call, it.last_bid):
        return decide(Ruling.RULE_ON_FIRST_CALL_NO_PLAYER_ACTION, f"9B2 9C 27 {lead.laws}", *effects, _A.LAW_27_APPLIES)
    if isinstance(it.call, Plain) and it.auction and it.caller and not is_admissible(it.auction, it.caller, it.call):
        return decide(Ruling.RULE_ON_FIRST_CALL_NO_PLAYER_ACTION, f"9B2 9C 36 {lead.laws}", *effects, _A.LAW_36_APPLIES)
    return decide(Ruling.DIRECTOR_DECIDES, "9", chooser=Chooser.DIRECTOR)


def bid_out_of_rotation(case: Case) -> Outcome:
    """Laws 29 and 31: a bid out of rotation."""
    return bid_ruling(case, situation(case))


def bid_ruling(case: Case, it: Irregular) -> Outcome:
    """Laws 29 and 31 on this bid, also when it was insufficient as well (Law 27)."""
    if it.position is Position.LHO_TURN and had_called_before(case, it):
        return _change_of_call(case, case.either("31B", "31C"))
    accepted = acceptance(case)
    if accepted:
        return accepted_over(it, case.told(f.LHO_CALL), "29A")
    outcome = _refused_bid(case, it)
    if case.told(f.ARTIFICIAL):
        outcome = replace(outcome, laws=(*outcome.laws, "29C"))
    return open_to_acceptance(outcome) if accepted is None else outcome


def acceptance(case: Case) -> bool | None:
    """Did the left-hand opponent accept the call, by calling over it or in words? None while he has not said."""
    if case.told(f.LHO_CALL) is not None:
        return True
    return case.choice(f.ACCEPTED_BY_LHO, (Option.ACCEPT, Option.REFUSE), Chooser.LHO)


def open_to_acceptance(outcome: Outcome) -> Outcome:
    """What follows a refusal, while the left-hand opponent may still accept."""
    return replace(outcome, options=(Option.ACCEPT, Option.REFUSE), chooser=Chooser.LHO)


def _change_of_call(case: Case, law: str) -> Outcome:
    """The caller had called before and his left-hand opponent's turn had come: it is a change of call."""
    return decide(Ruling.LAW_25_APPLIES, f"{law} 25", _A.TREAT_AS_CHANGE_OF_CALL)


def _refused_bid(case: Case, it: Irregular) -> Outcome:
    if it.position is not Position.RHO_TURN:
        if case.chinese:
            return _partner_silenced(case, it, "31B")
        return _comparable_test(case, it, comparable="31B 31A2a 23A", other="31B 31A2b", undecided="31B")
    action = case.ask(f.RHO_ACTION)
    if action is PASS:
        return _repeat(case, it, "31A1")
    call = case.ask(f.REPLACEMENT) if action else case.told(f.REPLACEMENT)
    if call is None:
        return decide(Ruling.LAW_31_APPLIES, "31A", *it.cancelled_out_of_rotation, options=(Option.ANY_LEGAL_CALL,), chooser=Chooser.OFFENDER)
    if not case.chinese:
        return _after_opponent_acted(case, it, call, "31A2a 23A", "31A2b")
    standing = (*it.cancelled_out_of_rotation, *stands(call))
    if _repeats_strain(case, it, call):
        return decide(Ruling.REPEATED_STRAIN_PARTNER_PASS_ONCE, "31A2a", *standing, _A.PARTNER_PASS_NEXT, forced_pass_memo(case))
    lead = lead_restriction_for(case, it.call, standing=call)
    effects = (*standing, _A.PARTNER_PASS_ALWAYS, *lead.effects, forced_pass_memo(case))
    return decide(Ruling.NOT_REPEATED_PARTNER_PASS_ALWAYS, f"31A2b {lead.laws}", *effects)


def _repeats_strain(case: Case, it: Irregular, call: Call) -> bool:
    """1999, 31A2a: a bid in the strain of the call; for an artificial one, in a suit that it showed (29C)."""
    if not isinstance(call, Bid):
        return False
    if case.told(f.ARTIFICIAL) or not isinstance(it.call, Bid):
        return call.strain is not Strain.N and call.strain.name in {suit.name for suit in case.ask(f.SPECIFIED)}
    return call.strain is it.call.strain


def _repeat(case: Case, it: Irregular, law: str) -> Outcome:
    """The right-hand opponent passed: the offender makes the same call again."""
    again = about(_A.OFFENDER_REPEAT, *([it.call] if it.call else []))
    return decide(Ruling.OFFENDER_REPEAT, law, *it.cancelled_out_of_rotation, again, case.either(_A.NO_PENALTY, _A.NO_RECTIFICATION))


def _partner_silenced(case: Case, it: Irregular, law: str) -> Outcome:
    """1999: the partner passes for the rest, the offender may call as he likes."""
    call = case.told(f.REPLACEMENT)
    lead = lead_restriction_for(case, it.call, standing=call)
    after = stands(call) if call else (_A.OFFENDER_FREE,)
    effects = (*it.cancelled_out_of_rotation, _A.PARTNER_PASS_ALWAYS, *after, *lead.effects, forced_pass_memo(case))
    if call:
        return decide(Ruling.PARTNER_PASS_ALWAYS, f"{law} {lead.laws}", *effects)
    return decide(Ruling.PARTNER_PASS_ALWAYS, f"{law} {lead.laws}", *effects, options=(Option.ANY_LEGAL_CALL,), chooser=Chooser.OFFENDER)


def _after_opponent_acted(case: Case, it: Irregular, call: Call, comparable: str, other: str) -> Outcome:
    """2017, at the right-hand opponent's turn: nothing further after a comparable call, otherwise the partner passes once."""
    standing = (*it.cancelled_out_of_rotation, *stands(call))
    if case.ask(f.REPLACEMENT_COMPARABLE):
        return decide(Ruling.NO_RECTIFICATION, comparable, *standing, ScoreEffect.LAW23C_MEMO)
    lead = lead_restriction_for(case, it.call, standing=call)
    return decide(Ruling.PARTNER_PASS_ONCE, f"{other} {lead.laws}", *standing, _A.PARTNER_PASS_NEXT, *lead.effects, forced_pass_memo(case))


def _comparable_test(case: Case, it: Irregular, *, comparable: str, other: str, undecided: str) -> Outcome:
    """2017, at the partner's turn, or at the left-hand opponent's when the offender had not called."""
    free = (*it.cancelled_out_of_rotation, _A.PARTNER_FREE_16C2)
    call = case.told(f.REPLACEMENT)
    if call is not None and case.ask(f.REPLACEMENT_COMPARABLE):
        return decide(Ruling.NO_RECTIFICATION, comparable, *free, *stands(call), ScoreEffect.LAW23C_MEMO)
    if call is not None:
        lead = lead_restriction_for(case, it.call, standing=call)
        effects = (*free, *stands(call), _A.PARTNER_PASS_NEXT, *lead.effects, forced_pass_memo(case))
        return decide(Ruling.PARTNER_PASS_ONCE, f"{other} {lead.laws}", *effects)
    partner_called = case.told(f.PARTNER_CALL) is not None
    options = (Option.COMPARABLE_CALL, Option.OTHER_LEGAL_CALL) if partner_called else (Option.ANY_LEGAL_CALL,)
    chooser = Chooser.OFFENDER if partner_called else Chooser.PARTNER
    effects = (*free, _A.OFFENDER_COMPARABLE_OR_PARTNER_PASS_NEXT)
    return decide(Ruling.PARTNER_FREE_THEN_COMPARABLE_TEST, undecided, *effects, options=options, chooser=chooser)


def pass_out_of_rotation(case: Case) -> Outcome:
    """Laws 29 and 30: a pass out of rotation."""
    it = situation(case)
    it = replace(it, call=it.call or PASS)
    if it.position is Position.LHO_TURN and had_called_before(case, it):
        return _change_of_call(case, case.either("30B3", "30B2"))
    accepted = acceptance(case)
    if accepted:
        return accepted_over(it, case.told(f.LHO_CALL), "29A")
    outcome = _refused_pass(case, it)
    return open_to_acceptance(outcome) if accepted is None else outcome


def _refused_pass(case: Case, it: Irregular) -> Outcome:
    if _pass_is_artificial(case):
        return _artificial_pass(case, it)
    once = (*it.cancelled_out_of_rotation, _A.OFFENDER_PASS_NEXT, _A.PARTNER_FREE)
    if not case.chinese:
        if it.position is Position.RHO_TURN:
            return decide(Ruling.OFFENDER_PASS_ONCE, "30A", *once)
        return _comparable_test(case, it, comparable="30B1bi 23A", other="30B1bii", undecided="30B1a 30B1b")
    if not somebody_had_bid(case, it):
        return decide(Ruling.OFFENDER_PASS_ONCE, "30A", *once, ScoreEffect.LAW72B1_MEMO)
    if it.position is Position.RHO_TURN:
        return decide(Ruling.OFFENDER_PASS_ONCE, "30B1", *once)
    if it.position is not Position.PARTNER_TURN:
        return decide(Ruling.DIRECTOR_DECIDES, "30", chooser=Chooser.DIRECTOR)
    effects = (*it.cancelled_out_of_rotation, _A.OFFENDER_PASS_ALWAYS, _A.PARTNER_NO_DOUBLE, ScoreEffect.LAW72B1_MEMO)
    options = (Option.SUFFICIENT_BID, Option.PASS)
    return decide(Ruling.OFFENDER_PASS_ALWAYS, "30B2a 30B2b", *effects, options=options, chooser=Chooser.PARTNER)


def _pass_is_artificial(case: Case) -> bool:
    """1999: a conventional pass; 2017: an artificial one, or a pass of partner's artificial call (30C)."""
    if case.chinese:
        return case.ask(f.PASS_CONVENTIONAL)
    return case.ask(f.PASS_ARTIFICIAL) or case.ask(f.PARTNER_CALL_ARTIFICIAL)


def _artificial_pass(case: Case, it: Irregular) -> Outcome:
    """Law 30C: dealt with like an artificial bid."""
    outcome = _refused_bid(case, it)
    named = {
        Ruling.OFFENDER_REPEAT: Ruling.LAW_31_OFFENDER_REPEAT,
        Ruling.NOT_REPEATED_PARTNER_PASS_ALWAYS: Ruling.LAW_31_PARTNER_PASS_ALWAYS,
    }
    return replace(outcome, ruling=named.get(outcome.ruling, Ruling.LAW_31_APPLIES), laws=("30C", *outcome.laws))


def double_out_of_rotation(case: Case) -> Outcome:
    """Laws 29, 32 and 36: a double or redouble out of rotation."""
    it = situation(case)
    if it.position is Position.LHO_TURN:
        return _change_of_call(case, "")
    admissible = was_admissible(case, it)
    if not admissible and _ruled_as_inadmissible(case, it):
        return _inadmissible_out_of_rotation(case, it)
    accepted = acceptance(case) if admissible else False
    if accepted:
        return accepted_over(it, case.told(f.LHO_CALL), "29A")
    outcome = _refused_double(case, it)
    return open_to_acceptance(outcome) if accepted is None else outcome


def _ruled_as_inadmissible(case: Case, it: Irregular) -> bool:
    """2017: always; 1999: only at the right-hand opponent's turn, when he passes or has not called."""
    return not case.chinese or (it.position is Position.RHO_TURN and case.told(f.RHO_ACTION) in (None, PASS))


def _inadmissible_out_of_rotation(case: Case, it: Irregular) -> Outcome:
    lead = lead_restriction_for(case, it.call, standing=case.told(f.REPLACEMENT))
    effects = (*it.cancelled_out_of_rotation, _A.OFFENDER_FREE, _A.PARTNER_PASS_ALWAYS, *lead.effects, forced_pass_memo(case))
    if case.told(f.LHO_WANTS_TO_ACCEPT):
        ruling, laws = Ruling.CANNOT_BE_ACCEPTED, case.either("32", "32 36B4")
    else:
        ruling, laws = Ruling.LAW_36_APPLIES, case.either("32B1 36", "32 36B4")
    return decide(ruling, f"{laws} {lead.laws}", *effects, options=(Option.ANY_LEGAL_CALL,), chooser=Chooser.OFFENDER)


def _refused_double(case: Case, it: Irregular) -> Outcome:
    at_rho_turn = it.position is Position.RHO_TURN
    if not case.chinese and not at_rho_turn:
        return _comparable_test(case, it, comparable="32B 32A2a 23A", other="32B 32A2b", undecided="32B")
    action = case.ask(f.RHO_ACTION) if at_rho_turn else None
    if at_rho_turn and action is PASS:
        return _repeat(case, it, case.either("32B1", "32A1"))
    if case.chinese:
        return _partner_silenced(case, it, "32B2" if at_rho_turn else "32A")
    call = case.ask(f.REPLACEMENT) if action else case.told(f.REPLACEMENT)
    if call is None:
        effects = it.cancelled_out_of_rotation
        return decide(Ruling.PARTNER_FREE_THEN_COMPARABLE_TEST, "32A2", *effects, options=(Option.ANY_LEGAL_CALL,), chooser=Chooser.OFFENDER)
    return _after_opponent_acted(case, it, call, "32A2a 23A", "32A2b")


def call_out_of_rotation(case: Case) -> Outcome:
    """Laws 28-32 on a call out of rotation of whatever kind."""
    call = case.ask(f.IRREGULAR_CALL)
    if call is PASS:
        return pass_out_of_rotation(case)
    return double_out_of_rotation(case) if isinstance(call, Plain) else bid_out_of_rotation(case)

