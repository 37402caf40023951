"""Procedural and disciplinary penalties (Laws 7, 72, 74, 90, 91)."""

from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import AuctionEffect, Chooser, Option, Ruling, ScoreEffect
from bridge.engine.laws.rectification import Outcome, decide

_S = ScoreEffect
_TD = Chooser.DIRECTOR


def procedure(case: Case) -> Outcome:
    """Laws 7, 8 and 90: lateness, cards not counted, wrong pockets and the like."""
    offence = case.ask(f.OFFENCE)
    options = (Option.WARNING, Option.PP)
    if offence is w.Offence.WRONG_POCKET and not case.ask(f.CARDS_SEEN):
        return decide(Ruling.CORRECT_AND_PLAY, "7C 90B", AuctionEffect.AUCTION_CONTINUES, _S.PP_POSSIBLE, options=options, chooser=_TD)
    laws = "7C 90" if offence is w.Offence.WRONG_POCKET else "90"
    if offence is w.Offence.LATE:
        laws = "90A 90B1"
    if offence is w.Offence.CARDS_NOT_COUNTED:
        laws = "7B1 90 13" if case.ask(f.CAUSED_ADJUSTED_SCORE) else "7B1 90"
    return decide(Ruling.PROCEDURAL_PENALTY, laws, _S.PP_POSSIBLE, options=options, chooser=_TD)


def conduct(case: Case) -> Outcome:
    """Law 74: courtesy and etiquette."""
    options = (Option.WARNING, Option.PP, Option.DP)
    return decide(Ruling.CONDUCT_PENALTY, "74A 91", _S.DP_POSSIBLE, options=options, chooser=_TD)


def discipline(case: Case) -> Outcome:
    """Law 91A: disorder, or disobedience to the director."""
    return decide(Ruling.DISCIPLINARY_PENALTY, "91A", _S.DP, options=(Option.POINTS, Option.SUSPEND_SESSION), chooser=_TD)


def concealment(case: Case) -> Outcome:
    """1999: 72B4; 2017: 72B3: an infraction hidden by another one."""
    if not case.ask(f.DELIBERATE):
        return decide(Ruling.DIRECTOR_DECIDES, case.either("72B4", "72B3"), chooser=_TD)
    effects = (_S.PP_POSSIBLE, _S.DP_POSSIBLE, _S.ADJ_ASSIGNED_POSSIBLE)
    return decide(Ruling.CONDUCT_PENALTY, case.either("72B4 64C", "72B3 64C"), *effects)
