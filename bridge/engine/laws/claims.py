"""Claims and concessions (Laws 68-71)."""

from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.cards import is_defender
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.rectification import Finding, Outcome, decide

_P, _S = PlayEffect, ScoreEffect


def claim(case: Case) -> Outcome:
    """Laws 68 and 70: is it a claim, and is the line accepted?"""
    if case.ask(f.CLAIM_SCOPE) is w.ClaimScope.CURRENT_TRICK_ONLY:
        shown = (_P.NOT_PC, _P.INFO_UNAUTHORISED_PARTNER) if is_defender(case, case.told(f.CLAIMER_ROLE), case.ask(f.CLAIMER)) else ()
        return decide(Ruling.NOT_A_CLAIM, case.either("68 16 57", "68 16 57A"), *shown, _S.EQUITY)
    point = _disputed_point(case)
    if point:
        return point
    return _doubted(case) if _is_doubted(case) else _claimed(case)


def _is_doubted(case: Case) -> bool:
    """Did somebody doubt it? Whoever wants the play to go on, or plays on, does."""
    return case.told(f.PLAY_ON_REQUEST_BY) is not None or bool(case.told(f.PLAY_ON)) or case.ask(f.DOUBTED)


def _doubted(case: Case) -> Outcome:
    """68D: play stops; in 2017 all four may agree to play on at the request of the side that did not claim."""
    asked = case.told(f.PLAY_ON_REQUEST_BY) is w.PlayOnRequest.NON_CLAIMING_SIDE
    if not case.chinese and asked and case.ask(f.ALL_FOUR_AGREE):
        return decide(Ruling.RESULT_STANDS, "68D2b")
    later = Finding("later_play", case.either("void", "evidence"))
    return decide(Ruling.CLAIM_ADJUDICATE, case.either("68D 70A", "68D2a 70A 70D3"), _S.ADJUDICATE, findings=[later])


def _disputed_point(case: Case) -> Outcome | None:
    """70C to 70E: an outstanding trump, a new line, an unstated one, a choice of partner's; None where the facts name none."""
    if case.told(f.OUTSTANDING_TRUMP):
        lost = not case.ask(f.MENTIONED) and case.ask(f.LIKELY_UNAWARE) and case.ask(f.NORMAL_LINE_LOSES)
        laws = case.either("70C", "70C1 70C2 70C3")
        return decide(Ruling.CLAIM_AWARD_TRICK_TO_OPPONENTS if lost else Ruling.CLAIM_ACCEPT, laws, _S.ADJUDICATE)
    unstated = case.told(f.UNSTATED)
    if unstated is w.Unstated.FINESSE_OR_DROP:
        safe = case.ask(f.OPPONENT_SHOWED_OUT) or case.ask(f.WILL_SHOW_OUT) or (case.chinese and case.ask(f.IRRATIONAL_OTHERWISE))
        return _line(accepted=safe, laws=case.either("70E", "70E1"))
    if case.told(f.NEW_LINE):
        return _other_line(case)
    if case.told(f.NEEDS_PARTNER_CHOICE):
        if case.chinese:
            # 1999 names no such case: what is doubtful goes against the claimer, so only a choice known not to be normal is none.
            return _line(accepted=case.learn(f.ALTERNATIVES_NORMAL) is False, laws="70A")
        return _line(accepted=not case.ask(f.ALTERNATIVES_NORMAL), laws="70D2")
    return _other_line(case) if unstated is w.Unstated.OTHER else None


def _other_line(case: Case) -> Outcome:
    """A line that the statement did not hold: not accepted if another normal one does worse."""
    return _line(accepted=not case.ask(f.ALTERNATIVE_NORMAL_WORSE), laws=case.either("70D", "70D1"))


def _line(*, accepted: bool, laws: str) -> Outcome:
    return decide(Ruling.CLAIM_ACCEPT if accepted else Ruling.CLAIM_REJECT_LINE, laws, _S.ADJUDICATE)


def _claimed(case: Case) -> Outcome:
    """68A and 68B: so many tricks are claimed, the rest is conceded."""
    claims, remaining = case.ask(f.CLAIMS), case.ask(f.REMAINING)
    claimed = remaining if isinstance(claims, w.AllTricks) else claims
    found = [Finding("claimed", claimed)] if claimed is not None else []
    if claimed is not None and remaining is not None:
        found.append(Finding("conceded", remaining - claimed))
    return decide(Ruling.CLAIM, case.either("68A 68B", "68A 68B1"), findings=found)


def concession(case: Case) -> Outcome:
    """Law 68B: a concession, and partner's objection to it."""
    defender = is_defender(case, case.told(f.CONCEDER_ROLE), case.ask(f.CONCEDER))
    if not (defender and case.ask(f.PARTNER_OBJECTS_AT_ONCE)):
        return decide(Ruling.CONCESSION_STANDS, case.either("68B 71", "68B1 71"))
    if case.chinese:
        return decide(Ruling.NO_CONCESSION, "68B 16 50", _P.TD_DECIDES_PC, _S.EQUITY)
    return decide(Ruling.NO_CONCESSION, "68B2 16C", _P.NOT_PC, _P.INFO_UNAUTHORISED_PARTNER, _S.EQUITY)


def agreement_withdrawal(case: Case) -> Outcome:
    """Law 69B: a side that agreed to a claim wants out; what nobody agreed to is a doubted claim (68D)."""
    agreed = case.told(f.AGREED)
    if agreed is False:
        return decide(Ruling.CLAIM_ADJUDICATE, case.either("68D 70A", "68D2a 70A"), _S.ADJUDICATE)
    if agreed is None and case.ask(f.RAISED) is w.Raised.BEFORE_OWN_CALL_NEXT_BOARD:
        # Until then an objection keeps the agreement from being established.
        return decide(Ruling.CLAIM_ADJUDICATE, case.either("69A 68D 70A", "69A 68D2a 70A"), _S.ADJUDICATE)
    if case.ask(f.RAISED) in (w.Raised.AFTER_CORRECTION_PERIOD, None):
        return decide(Ruling.AGREEMENT_STANDS, case.either("69A 69B 79C", "69A 69B1 69B2 79C"))
    if case.ask(f.TRICK_ACTUALLY_WON):
        return decide(Ruling.AGREEMENT_WITHDRAWN, case.either("69B", "69B1"), _S.RESCORE)
    if case.chinese:
        met = not case.ask(f.NORMAL_PLAY_LOSES)
    else:
        met = case.ask(f.LIKELY_WON_IF_PLAYED)
    if met:
        return decide(Ruling.AGREEMENT_WITHDRAWN, case.either("69B", "69B2"), _S.RESCORE)
    return decide(Ruling.AGREEMENT_STANDS, case.either("69A 69B", "69A 69B1 69B2"))


def concession_cancel(case: Case) -> Outcome:
    """Law 71: a conceded trick is asked back."""
    raised = case.ask(f.RAISED)
    if raised in (w.Raised.AFTER_CORRECTION_PERIOD, None):
        return decide(Ruling.CONCESSION_STANDS, case.either("71A 71B 71C 79C", "71 79C"))
    return _cancelled_chinese(case, raised) if case.chinese else _cancelled_wbf(case)


def _cancelled_chinese(case: Case, raised: w.Raised | None) -> Outcome:
    """1999: any legal play within the correction period, any normal one before the next board is called on."""
    normal_loses = case.ask(f.NORMAL_PLAY_LOSES)
    # A trick that a normal play loses is lost by a legal one too.
    if case.ask(f.TRICK_ACTUALLY_WON) or not (normal_loses or case.ask(f.LEGAL_PLAY_LOSES)):
        return decide(Ruling.CONCESSION_CANCELLED, "71A", _S.RESCORE)
    if case.ask(f.CONTRACT_ALREADY_MADE):
        return decide(Ruling.CONCESSION_CANCELLED, "71B", _S.RESCORE)
    if raised is w.Raised.BEFORE_OWN_CALL_NEXT_BOARD and not normal_loses:
        return decide(Ruling.CONCESSION_CANCELLED, "71C", _S.RESCORE)
    return decide(Ruling.CONCESSION_STANDS, "71A 71B 71C")


def _cancelled_wbf(case: Case) -> Outcome:
    """2017: a trick won, or not losable by any normal play, within the correction period."""
    if case.ask(f.TRICK_ACTUALLY_WON) or case.told(f.CONTRACT_ALREADY_MADE) or not case.ask(f.NORMAL_PLAY_LOSES):
        return decide(Ruling.CONCESSION_CANCELLED, "71", _S.RESCORE)
    return decide(Ruling.CONCESSION_STANDS, "71")
