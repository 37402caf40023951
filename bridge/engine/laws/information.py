"""Information: unauthorised, withdrawn, wrong, concealed; reviews and explanations (Laws 16, 20, 21, 40, 75)."""

from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import AuctionEffect, Chooser, Option, Ruling, ScoreEffect
from bridge.engine.laws.rectification import Outcome, about, decide
from bridge.engine.seats import Seat

_A, _S = AuctionEffect, ScoreEffect


def unauthorised_information(case: Case) -> Outcome:
    """Law 16: information that does not come from legal calls and plays."""
    source = case.ask(f.SOURCE)
    if source is w.Source.PARTNER:
        return _from_partner(case)
    if source is None:
        return decide(Ruling.DIRECTOR_DECIDES, "16", chooser=Chooser.DIRECTOR)
    if not case.ask(f.INTERFERES):
        return decide(Ruling.NO_ADJUSTMENT, case.either("16B", "16D"))
    before = case.ask(f.PHASE) is w.When.BEFORE_FIRST_CALL
    if not case.chinese and not before:
        effects = (_A.PLAY_ON, _S.ADJ_POSSIBLE_AT_END)
        return decide(Ruling.PLAY_ON_READY_TO_ADJUST, "16D3 16D2c", *effects, chooser=Chooser.DIRECTOR)
    swap = case.ask(f.SEAT_CHANGE_ALLOWED) and case.ask(f.INFO) is not w.Information.RESULT_OVERHEARD
    remedies: tuple[tuple[bool, Option, str], ...]
    if case.chinese:
        remedies = (
            (swap, Option.SWAP_SEATS, "16B1"),
            (case.ask(f.ALL_FOUR_AGREE_SUBSTITUTE), Option.SUBSTITUTE_PLAYER, "16B2"),
            (True, Option.ADJUSTED_SCORE, "16B3"),
        )
    else:
        remedies = (
            (swap, Option.SWAP_SEATS, "16D2a"),
            (case.ask(f.REDEAL_ALLOWED), Option.REDEAL, "16D2b"),
            (True, Option.PLAY_ON_READY_TO_ADJUST, "16D2c"),
            (True, Option.ADJUSTED_SCORE, "16D2d"),
        )
    open_to_him = [(option, law) for offered, option, law in remedies if offered]
    laws = " ".join(law for _, law in open_to_him)
    return decide(Ruling.CHOOSE_REMEDY, laws, options=[option for option, _ in open_to_him], chooser=Chooser.DIRECTOR)


def _from_partner(case: Case) -> Outcome:
    """1999: 16A; 2017: 16B: information, a suggestion, an alternative and damage, all four."""
    available = case.told(f.INFO) is not None or case.ask(f.HESITATION_AGREED)
    if available and case.ask(f.ACTION_SUGGESTED) and case.ask(f.LOGICAL_ALTERNATIVE_EXISTS) and case.ask(f.DAMAGE):
        laws = case.either("16A2 12C2", "16B1a 16B3 12C1")
        return decide(Ruling.ASSIGNED, laws, _A.PLAY_ON, _S.ADJ_ASSIGNED, chooser=Chooser.DIRECTOR)
    return decide(Ruling.NO_ADJUSTMENT, case.either("16A", "16B"))


def withdrawn_information(case: Case) -> Outcome:
    """Law 16C: what withdrawn calls and plays have shown."""
    return decide(Ruling.OS_MAY_NOT_USE_NOS_MAY, "16C1 16C2", _S.ADJ_ASSIGNED_POSSIBLE)


def review(case: Case) -> Outcome:
    """Law 20: a review of the auction, and errors in it."""
    if case.told(f.ERROR_NOTICED_BY) is not None:
        return decide(Ruling.MUST_CORRECT_AT_ONCE, "20E")
    barred, partial = case.ask(f.FORCED_PASS), case.ask(f.PARTIAL)
    if barred or partial:
        refusals = (*([_A.NO_REVIEW_BY_BARRED_PLAYER] if barred else []), *([_A.NO_PARTIAL_REVIEW] if partial else []))
        return decide(Ruling.REQUEST_REFUSED, "20B", *refusals)
    return decide(Ruling.REVIEW_GRANTED, "20C2 41B" if case.ask(f.FIRST_TURN_TO_PLAY) else "20B")


def explanation(case: Case) -> Outcome:
    """A wrong explanation of one's own or of partner's, and when it is put right (1999: 75D; 2017: 20F4, 20F5)."""
    if case.ask(f.OWN_ERROR):
        if case.chinese:
            return decide(Ruling.MUST_CALL_DIRECTOR_AT_ONCE, "75D1 21")
        if case.ask(f.PHASE) is w.When.AUCTION:
            options = (Option.CORRECT_NOW, Option.CORRECT_BY_END_OF_CLARIFICATION)
            ruling = Ruling.MUST_CORRECT_BEFORE_END_OF_CLARIFICATION
            return decide(ruling, "20F4a 75B2", options=options, chooser=Chooser.OFFENDER)
        return decide(Ruling.MUST_CORRECT_AT_ONCE, "20F4b")
    laws = case.either("75D2", "20F5b 75B3")
    if case.ask(f.ROLE) is None:
        return decide(Ruling.DIRECTOR_DECIDES, laws, chooser=Chooser.DIRECTOR)
    if case.ask(f.ROLE) is w.Role.DEFENDER:
        return decide(Ruling.CORRECT_AFTER_PLAY_ONLY, laws)
    return decide(Ruling.CORRECT_AFTER_FINAL_PASS, laws)


def misinformation(case: Case) -> Outcome:
    """Laws 21, 40 and 75: a call made on a wrong or missing explanation."""
    if case.ask(f.OWN_MISUNDERSTANDING):
        return decide(Ruling.NO_REDRESS, "21A")
    agreed = case.learn(f.EXPLANATION_CORRECT)
    if agreed and case.ask(f.CALL_MISTAKEN):
        return decide(Ruling.NO_INFRACTION_RESULT_STANDS, case.either("75", "75C 21B1b"), _S.SCORE_STANDS)
    if case.told(f.EXPLANATION_VS_HAND) is w.Fit.CONFLICT and case.told(f.EVIDENCE) in (w.Evidence.NONE, None):
        return decide(Ruling.PRESUME_MISTAKEN_EXPLANATION, case.either("75", "21B1b"), _S.ADJ_ASSIGNED_IF_DAMAGE, chooser=Chooser.DIRECTOR)
    assigned = case.either(_S.ADJ_ASSIGNED_POSSIBLE, _S.ADJ_ASSIGNED)
    changer = case.told(f.CHANGER)
    if case.ask(f.TOO_LATE) or case.told(f.LEAD_FACED) or (changer is not None and _called_after(case, changer, changer.partner)):
        if case.told(f.OS_GAINED) or case.ask(f.DAMAGE):
            return decide(Ruling.ASSIGNED, case.either("21B3 40C", "21B3 40B4"), assigned, chooser=Chooser.DIRECTOR)
        return decide(Ruling.NO_ADJUSTMENT, "21B3")
    if changer is not None:
        return _changed(case, changer)
    affected = case.learn(f.AFFECTED)
    if affected:
        return _may_change(case, affected)
    if agreed is False and case.ask(f.DAMAGE):
        return decide(Ruling.ASSIGNED, case.either("75 40C", "75B1 21B3"), assigned, chooser=Chooser.DIRECTOR)
    return decide(Ruling.NO_ADJUSTMENT, "75")


def _changed(case: Case, changer: Seat) -> Outcome:
    """21B2: a call was changed; the left-hand opponent may change one that he made after it."""
    change = about(_A.CALL_CHANGE, changer)
    over = case.told(f.LHO_CALL) is not None or bool(case.told(f.LHO_CALLED)) or _called_after(case, changer, changer.lho)
    if not over:
        return decide(Ruling.CHANGE_CALL_ALLOWED, "21B1", change)
    damage = (_S.ADJ_POSSIBLE_IF_WITHDRAWN_CALL_DAMAGES_NOS,) if case.chinese else ()
    options = (Option.KEEP_CALL, Option.CHANGE_CALL)
    return decide(Ruling.LHO_MAY_CHANGE, "21B2 16C", change, _A.LHO_MAY_CHANGE, *damage, options=options, chooser=Chooser.LHO)


def _may_change(case: Case, affected: tuple[Seat, ...]) -> Outcome:
    """21B1: each affected player whose partner has not called since may change; for the others it is too late."""
    late = [seat for seat in affected if _called_after(case, seat, seat.partner)]
    effects = [about(_S.ADJ_POSSIBLE_TOO_LATE, seat) if seat in late else about(_A.CALL_CHANGE, seat) for seat in affected]
    options = (Option.KEEP_CALL, Option.CHANGE_CALL)
    laws = "21B1 21B3" if late else "21B1"
    return decide(Ruling.CHANGE_CALL_ALLOWED, laws, *effects, options=options, chooser=Chooser.OFFENDED_PLAYER)


def _called_after(case: Case, caller: Seat, other: Seat) -> bool:
    """Has `other` called since the last call of `caller`?"""
    order = [each.seat for each in case.told(f.AUCTION) or ()]
    if caller not in order:
        return False
    return other in order[len(order) - order[::-1].index(caller) :]


def concealed_understanding(case: Case) -> Outcome:
    """Law 40: an agreement that was not disclosed."""
    return _undisclosed(case, not case.ask(f.DISCLOSED), "40B4", "40A")


def psychic_call(case: Case) -> Outcome:
    """Law 40: a call that misleads partner as much as the opponents is legal; one that partner expects is an agreement."""
    return _undisclosed(case, case.ask(f.PARTNER_HAS_PRIOR_KNOWLEDGE), "40C1", case.either("40A", "40A3 40C1"))


def _undisclosed(case: Case, undisclosed: bool, wbf_law: str, no_offence: str) -> Outcome:
    if not undisclosed or not case.ask(f.DAMAGE):
        return decide(Ruling.NO_ADJUSTMENT, no_offence)
    if case.chinese:
        return decide(Ruling.ASSIGNED, "40B 40C", _S.ADJ_ASSIGNED_POSSIBLE, chooser=Chooser.DIRECTOR)
    return decide(Ruling.ASSIGNED, wbf_law, _S.ADJ_ASSIGNED, _S.PP_POSSIBLE, chooser=Chooser.DIRECTOR)


def aids_to_memory(case: Case) -> Outcome:
    """Law 40: a convention card looked at during the auction or play."""
    if case.ask(f.LOOKED_AT) is w.LookedAt.OWN_CARD:
        return decide(Ruling.NOT_ALLOWED, case.either("40E2", "40B2d"), _S.PP_POSSIBLE)
    if case.ask(f.LOOKED_AT) is w.LookedAt.OPPONENTS_CARD:
        return decide(Ruling.ALLOWED, case.either("40E2", "40B2c"))
    return decide(Ruling.DIRECTOR_DECIDES, "40", chooser=Chooser.DIRECTOR)
