"""Law 26: the lead after a withdrawn call, if the offender's side comes to defend."""

from dataclasses import dataclass

from bridge.engine.auction import Bid, Call
from bridge.engine.cards import Suit
from bridge.engine.contract import Strain
from bridge.engine.laws import facts as f
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import Chooser, Option, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.rectification import Outcome, Rectification, Suits, about, decide

_SUITS = frozenset(Suit)


@dataclass(frozen=True, slots=True)
class LeadRestriction:
    """What Law 26 lays on the first lead of the offender's partner, and the paragraph; both empty where nothing."""

    effects: tuple[Rectification, ...] = ()
    laws: str = ""


def lead_restriction_for(case: Case, *withdrawn: Call | None, standing: Call | None = None, offender_defends: bool = False) -> LeadRestriction:
    """The restriction for these withdrawn calls.

    standing           the offender's call that counts in their place
    offender_defends   the ruling itself says that the offender is a defender; otherwise it depends on the facts, or is still open
    """
    defends = True if offender_defends else case.told(f.OFFENDER_SIDE_DEFENDS)
    if defends is False:
        return LeadRestriction()
    calls = tuple(call for call in withdrawn if call is not None)
    if case.chinese:
        return _chinese(case, calls, standing, defends=bool(defends))
    shown = case.told(f.LEGAL_SPECIFIED)
    if not defends or shown is None:
        return LeadRestriction((Rectification(PlayEffect.LR_WBF_POSSIBLE, (), not defends),), "26B")
    left = _SUITS - frozenset(shown)
    return LeadRestriction((about(PlayEffect.LR_WBF, Suits(left)),) if left else (), "26B")


def _chinese(case: Case, calls: tuple[Call, ...], standing: Call | None, *, defends: bool) -> LeadRestriction:
    """1999: 26A for suits that were shown, 26B for calls that show none; 26 as a whole where the meaning is not known."""
    specified = frozenset(case.told(f.SPECIFIED) or ())
    if specified:
        left = specified - frozenset(case.told(f.LEGAL_SPECIFIED) or ()) - frozenset(case.told(f.REPLACEMENT_SPECIFIES) or ())
        if not left:
            return LeadRestriction()
        code = Rectification(PlayEffect.LR_CN_A, (Suits(left, unless_shown=not defends),), not defends)
        return LeadRestriction((code,), "26A2" if defends else "26A")
    artificial = bool(case.told(f.ARTIFICIAL)) or bool(case.told(f.INSUFFICIENT_CONVENTIONAL))
    left_over = [call for call in calls if artificial or not _repeats_strain(call, standing)]
    if not left_over:
        return LeadRestriction()
    if len(left_over) == 1 and not (isinstance(left_over[0], Bid) and left_over[0].strain is not Strain.N):
        return LeadRestriction((Rectification(PlayEffect.LR_CN_B, (), not defends),), "26B")
    return LeadRestriction((Rectification(PlayEffect.LR_26, (), not defends),), "26")


def _repeats_strain(call: Call, standing: Call | None) -> bool:
    """Does the call that stands name the suit of the withdrawn one?"""
    return isinstance(call, Bid) and call.strain is not Strain.N and isinstance(standing, Bid) and standing.strain is call.strain


def lead_restriction(case: Case) -> Outcome:
    """Law 26, when the offender's partner first has the lead: what declarer may require or forbid."""
    withdrawn = frozenset(case.ask(f.WITHDRAWN_SPECIFIED)) if case.chinese else frozenset()
    if not case.chinese and case.ask(f.REPLACEMENT_COMPARABLE):
        return decide(Ruling.NO_LEAD_RESTRICTION, "26A", ScoreEffect.LAW23C_MEMO)
    shown = frozenset(case.ask(f.LEGAL_SPECIFIED))
    if not case.chinese:
        return _forbid_one(_SUITS - shown)
    if not withdrawn:
        return decide(Ruling.LEAD_PENALTY_CHOICE, "26B", PlayEffect.LR_CN_B, options=(Option.FORBID_ONE_SUIT,), chooser=Chooser.DECLARER)
    left = withdrawn - shown
    if not left:
        return decide(Ruling.NO_LEAD_PENALTY, "26A1")
    options = [option for suit in sorted(left) for option in (_REQUIRE[suit], _FORBID[suit])]
    return decide(Ruling.LEAD_PENALTY_CHOICE, "26A2", about(PlayEffect.LR_CN_A, Suits(left)), options=options, chooser=Chooser.DECLARER)


def _forbid_one(left: frozenset[Suit]) -> Outcome:
    """2017, 26B: one suit that the offender did not show in the legal auction."""
    if not left:
        return decide(Ruling.NO_LEAD_RESTRICTION, "26B")
    options = [_FORBID[suit] for suit in sorted(left)]
    return decide(Ruling.LEAD_RESTRICTION_CHOICE, "26B", about(PlayEffect.LR_WBF, Suits(left)), options=options, chooser=Chooser.DECLARER)


_REQUIRE = {Suit.C: Option.REQUIRE_CLUB, Suit.D: Option.REQUIRE_DIAMOND, Suit.H: Option.REQUIRE_HEART, Suit.S: Option.REQUIRE_SPADE}
_FORBID = {Suit.C: Option.FORBID_CLUB, Suit.D: Option.FORBID_DIAMOND, Suit.H: Option.FORBID_HEART, Suit.S: Option.FORBID_SPADE}
