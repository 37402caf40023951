"""Revokes: inquiry, correction, establishment, transfer (Laws 61-64)."""

from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.cards import is_defender, offender_defends, role_of
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.rectification import Outcome, Prescribed, about, decide
from bridge.engine.laws.tricks import Revoke, Tally, Transfer, transfer_by_record, transfer_by_tally
from bridge.engine.seats import Seat, Side

_P, _S = PlayEffect, ScoreEffect


def corrected(case: Case, *, defends: bool, claimed: bool = False) -> tuple[tuple[Prescribed, ...], str]:
    """What becomes of the cards when a revoke is corrected, and the laws (62A to 62C).

    defends   the offender is a defender: his card becomes a penalty card unless all play is over
    claimed   a claim ended the play, whatever was told of it
    """
    effects: tuple[Prescribed, ...] = (_P.WITHDRAW_AND_REPLACE,)
    laws = "62A 62B1" if defends else "62A 62B2"
    partner_card = case.told(f.PARTNER_CARD) if case.told(f.NOS_WITHDRAWS) else None
    if defends and not (claimed or case.ask(f.PLAY_OVER)):
        card = case.told(f.REVOKE_CARD)
        named = (card,) if card and partner_card else ()
        effects = (*effects, about(_P.PC_MAJOR, *named))
        if partner_card:
            effects = (*effects, about(_P.PC_MAJOR, partner_card))
    elif not defends:
        effects = (*effects, _P.NOT_PC)
    if case.ask(f.NOS_PLAYED_AFTER):
        effects, laws = (*effects, _P.NOS_MAY_WITHDRAW), laws + " 62C1 16C2"
    return effects, laws + " 62C2" if partner_card else laws


def revoke_inquiry(case: Case) -> Outcome:
    """Law 61B: somebody asks a player whether he has none of the suit."""
    role = role_of(case, f.ASKER_ROLE, f.ASKER) or case.ask(f.ASKER_ROLE)
    defends = is_defender(case, case.told(f.OFFENDER_ROLE), case.told(f.OFFENDER) or case.told(f.ASKED))
    asked_partner = role is w.Role.DEFENDER and defends
    laws = "61B"
    if not case.chinese:
        laws = {w.Role.DUMMY: f"61B2{'b' if defends else 'a'}", w.Role.DEFENDER: "61B3" if defends else "61B1"}.get(role or w.Role.DECLARER, "61B1")
    if role is w.Role.DUMMY:
        laws = f"42B1 {laws}"
    if not case.ask(f.PLAY_WAS_REVOKE):
        return decide(Ruling.NOT_A_REVOKE, laws)
    if case.told(f.ESTABLISHED):
        return decide(Ruling.REVOKE_ESTABLISHED, f"{laws} 63A")
    effects, cited = corrected(case, defends=defends)
    if case.chinese and asked_partner and not case.ask(f.ZONE_ALLOWS):
        return decide(Ruling.REVOKE_CORRECT_AND_ESTABLISHED, f"{laws} 63B 64 {cited}", *effects, _S.RESCORE_AND_EQUITY)
    improper = role is w.Role.DUMMY and defends
    if improper or (asked_partner and not case.chinese):
        return decide(Ruling.REVOKE_MUST_CORRECT, f"{laws} {case.either('16A', '16B')} {cited}", *effects, _S.EQUITY)
    return decide(Ruling.REVOKE_MUST_CORRECT, f"{laws} {cited}", *effects)


def revoke_establishment(case: Case) -> Outcome:
    """Law 63: has what was done since established the revoke?"""
    act = case.ask(f.ESTABLISHING_ACT)
    agreed = act is w.EstablishingAct.ACQUIESCED_IN_OPPONENTS_CLAIM
    law = "63A2" if act is w.EstablishingAct.DESIGNATED_NEXT else "63A1"
    if agreed:
        law = case.either("63A3", "63A4 69A")
    open_still = act in (w.EstablishingAct.OPPONENT_LED_NEXT, None) or (agreed and not case.chinese and not case.ask(f.AGREEMENT_69A))
    if not open_still:
        if case.told(f.WANTS_CORRECTION):
            return decide(Ruling.PLAY_STANDS, f"{law} {case.either('63C', '63B')}", _P.PLAYED)
        return decide(Ruling.REVOKE_ESTABLISHED, law)
    effects, cited = corrected(case, defends=offender_defends(case), claimed=agreed)
    score = (_S.ADJUDICATE,) if agreed else ()
    return decide(Ruling.REVOKE_NOT_ESTABLISHED, f"{law} {cited}", *effects, *score)


def revoke(case: Case) -> Outcome:
    """Laws 62 and 64: the revoke is corrected, or established and tricks are moved."""
    moved, expected = case.told(f.TRANSFER), case.told(f.TD_EXPECTED_NS)
    if moved is not None and expected is not None:
        return _equity_compared(case, moved, expected)
    if case.ask(f.TRICK) == 12 and not case.ask(f.HANDS_IN_BOARD):
        return _on_trick_twelve(case)
    if not case.chinese and case.told(f.OTHER_SIDE_REVOKED_SAME_TRICK) and len(case.ask(f.SIDES_PLAYED_NEXT)) == 1:
        effects, laws = corrected(case, defends=offender_defends(case))
        cited = f"62C3 16C2 64B8 {laws}"
        return decide(Ruling.REVOKE_MUST_CORRECT, cited, *effects, _P.ALL_DEFENDER_WITHDRAWN_PC, tricks=0)
    if not case.ask(f.ESTABLISHED):
        effects, laws = corrected(case, defends=offender_defends(case))
        return decide(Ruling.REVOKE_MUST_CORRECT, f"{laws} {_no_failure_to_follow(case)}", *effects)
    return _established(case)


def _no_failure_to_follow(case: Case) -> str:
    """The law under which something else than a failure to follow suit is a revoke; empty where he did not follow suit."""
    return "" if case.told(f.FAILURE) in (None, w.Failure.FOLLOW) else "61A"


def _equity_compared(case: Case, moved: int, expected: int) -> Outcome:
    """64C: after the transfer, has the other side what it would probably have had?"""
    law = case.told(f.TRANSFER_LAW)
    laws = f"{law.value if law else '64A'} {case.either('64C', '64C1')}"
    offender, table = case.ask(f.OFFENDER), case.ask(f.TABLE_TRICKS_NS) or 0
    ns_is_owed = not isinstance(offender, Seat) or offender.side is Side.EW
    short = table + moved < expected if ns_is_owed else table - moved > expected
    if short:
        return decide(Ruling.ADJUST_CONSIDERED, laws, _S.ADJUST, tricks=moved)
    return decide(Ruling.REVOKE_TRANSFER, laws, _S.RESCORE, tricks=moved)


def _on_trick_twelve(case: Case) -> Outcome:
    """62D: corrected even if established, and nothing moves."""
    defends = offender_defends(case)
    effects, laws = corrected(case, defends=defends)
    laws = f"62D1 64B6 {laws}"
    if case.told(f.PLAY_OVER):
        return decide(Ruling.REVOKE_MUST_CORRECT, laws, *effects, _S.RESCORE, tricks=0)
    if defends and case.learn(f.PARTNER_HAS_PLAYED) is False:
        if not case.chinese:
            return decide(Ruling.REVOKE_MUST_CORRECT, f"{laws} 62D2 16C2", *effects, _P.INFO_UNAUTHORISED_PARTNER, _S.EQUITY, tricks=0)
        if case.ask(f.PARTNER_TWO_SUITS):
            return decide(Ruling.REVOKE_MUST_CORRECT, f"{laws} 62D2", *effects, _P.PARTNER_MAY_NOT_CHOOSE_SUGGESTED, tricks=0)
    return decide(Ruling.REVOKE_MUST_CORRECT, laws, *effects, tricks=0)


def _established(case: Case) -> Outcome:
    """64A and 64B: how many tricks move; 64C is looked at in any case."""
    exempt = _exemptions(case)
    counted = _counted(case)
    if counted and counted.tricks == 0:
        exempt = [*exempt, counted.law]
    if not exempt:
        laws = f"{counted.law if counted else '64A'} {case.either('64C', '64C1')} {_no_failure_to_follow(case)}"
        return decide(Ruling.REVOKE_TRANSFER, laws, _S.RESCORE_AND_EQUITY, tricks=counted.tricks if counted else None)
    equity = {"64B2": "64C2a", "64B7": "64C2b"}
    paragraphs = ["64C"] if case.chinese else list(dict.fromkeys(equity.get(law, "64C1") for law in exempt))
    return decide(Ruling.REVOKE_NO_TRANSFER, " ".join((*exempt, *paragraphs, _no_failure_to_follow(case))), _S.EQUITY, tricks=0)


def _exemptions(case: Case) -> list[str]:
    """The paragraphs of 64B under which nothing moves, 64B1 apart."""
    noticed = case.ask(f.NOTICED)
    faced = case.ask(f.FAILURE) in (w.Failure.PENALTY_CARD, w.Failure.FACED_HAND) or case.told(f.OFFENDER_ROLE) is w.Role.DUMMY or _by_dummy(case)
    grounds = (
        (case.ask(f.EARLIER_REVOKE_SAME_SUIT), "64B2"),
        (faced, "64B3"),
        (noticed is w.Noticed.AFTER_NOS_CALL_NEXT_BOARD, "64B4"),
        (noticed is w.Noticed.AFTER_ROUND_END, "64B5"),
        (case.ask(f.TRICK) == 12, "64B6"),
        (not case.chinese and case.ask(f.OTHER_SIDE_ALSO_REVOKED), "64B7"),
    )
    return [law for applies, law in grounds if applies]


def _by_dummy(case: Case) -> bool:
    declarer, offender = case.told(f.DECLARER), case.told(f.OFFENDER)
    return declarer is not None and offender is declarer.partner


def _counted(case: Case) -> Transfer | None:
    """The transfer counted on the thirteen winners, or else on the short tally; None where neither was told."""
    winners, offender, trick = case.told(f.WINNERS), case.ask(f.OFFENDER), case.ask(f.TRICK)
    if winners and isinstance(offender, Seat) and trick is not None:
        made = Revoke(trick, offender, frozenset(case.told(f.LEGAL_THEN) or ()), case.told(f.OFFENDER_WINNING_CARDS) or ())
        return transfer_by_record(case.edition, winners, made)
    won, tricks = case.ask(f.REVOKE_TRICK_WON), case.ask(f.OS_TRICKS_FROM)
    if won is None or tricks is None:
        return None
    with_legal_card = case.ask(f.WITH_LEGAL_CARD) if case.chinese else None
    return transfer_by_tally(case.edition, Tally(won, tricks, with_legal_card or 0))
