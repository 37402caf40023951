"""Adjusted scores: what the Law gives to whom, and when (Laws 12, 23, 72, 73, 77, 78, 86, 88). The figures themselves are the director's."""

from dataclasses import replace
from fractions import Fraction

from bridge.engine.auction import Position
from bridge.engine.contract import Contract, Doubling, PassedOut, score_contract
from bridge.engine.errors import EngineError
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Case, ContradictoryFacts
from bridge.engine.laws.codes import AuctionEffect, Chooser, Option, Ruling, ScoreEffect
from bridge.engine.laws.irregular import situation
from bridge.engine.laws.rectification import Outcome, Share, about, decide
from bridge.engine.laws.rotation import bid_out_of_rotation
from bridge.engine.scoring.imps import imp
from bridge.engine.seats import Side

_A, _S = AuctionEffect, ScoreEffect


class WeightsNotWhole(EngineError):
    """The weights of a weighted score add up to the whole (2017: Law 12C1c). Facts: `percent`, their sum."""

    law = "12C1c"


def artificial_score(case: Case) -> Outcome:
    """Law 12C: an artificial score by the fault of each side, with the indemnity for its own session."""
    event = case.ask(f.EVENT)
    faults = dict(case.ask(f.FAULT))
    parties = (w.Party.A, w.Party.B) if faults.keys() & {w.Party.A, w.Party.B} else (w.Party.NS, w.Party.EW)
    if event is None:
        return decide(Ruling.DIRECTOR_DECIDES, case.either("12C1", "12C2"), chooser=Chooser.DIRECTOR)
    if event is not w.Event.PAIRS:
        imps = {w.Blame.NONE: 3, w.Blame.PARTIAL: 0, w.Blame.DIRECT: -3}
        shares = [Share(party, imps[faults.get(party, w.Blame.NONE)]) for party in parties]
        return decide(Ruling.ARTIFICIAL, case.either("86A 12C1", "12C2a 12C2b"), about(_S.ADJ_IMP, *shares))
    session = dict(case.told(f.SESSION_PCT) or ())
    shares = [Share(party, artificial_percent(case, faults.get(party, w.Blame.NONE), session.get(party))) for party in parties]
    laws = case.either("12C1", "12C2a") + (case.either(" 88", " 12C2c") if session else "")
    return decide(Ruling.ARTIFICIAL, laws, about(_S.ADJ_ARTIFICIAL, *shares))


def artificial_percent(case: Case, blame: w.Blame, session: Fraction | None) -> Fraction:
    """Per cent for one side: 60 not at fault, 50 partly, 40 at fault.

    session   its percentage on the other boards: not at fault it gets that if it is above 60; at fault, in 2017, if it is below 40
    """
    if blame is w.Blame.PARTIAL:
        return Fraction(50)
    if blame is w.Blame.NONE:
        return max(Fraction(60), session or Fraction(0))
    at_most = Fraction(40)
    return at_most if case.chinese or session is None else min(at_most, session)


def assigned_score(case: Case) -> Outcome:
    """Law 12C: a score in place of the one obtained (1999: likely and at all probable results; 2017: probable ones, weighted)."""
    if case.told(f.PLEA) is not None:
        return decide(Ruling.NO_ADJUSTMENT, case.either("12B", "12B2"))
    return _assigned_chinese(case) if case.chinese else _assigned_wbf(case)


def _assigned_chinese(case: Case) -> Outcome:
    if case.told(f.WEIGHTS):
        effect = _S.APPEALS_COMMITTEE_MAY_VARY
        return decide(Ruling.DIRECTOR_MAY_NOT_WEIGHT, "12C2 12C3", effect, chooser=Chooser.APPEALS_COMMITTEE)
    results = dict(case.ask(f.OUTCOMES_NS))
    offending = case.ask(f.OFFENDING_SIDE)
    likely = results.get(w.Likelihood.MOST_FAVOURABLE_LIKELY)
    probable = results.get(w.Likelihood.MOST_FAVOURABLE_AT_ALL_PROBABLE)
    if offending is None or likely is None or probable is None:
        return decide(Ruling.DIRECTOR_DECIDES, "12C2", chooser=Chooser.DIRECTOR)
    ns_gets = likely if offending is Side.EW else probable
    ew_gets = probable if offending is Side.EW else likely
    shares = (Share(w.Party.NS, ns_gets), Share(w.Party.EW, -ew_gets))
    return decide(Ruling.ASSIGNED, "12C2", about(_S.ADJ_ASSIGNED, *shares))


def _assigned_wbf(case: Case) -> Outcome:
    if case.told(f.WEIGHT_INCLUDES_INFRACTING_CALL):
        effect = _S.EXCLUDE_OUTCOMES_OF_ILLEGAL_CALL
        return decide(Ruling.WEIGHT_NOT_ALLOWED, "12C1c", effect, chooser=Chooser.DIRECTOR)
    if case.told(f.NOS_ERROR) in (w.OwnError.EXTREMELY_SERIOUS_UNRELATED, w.OwnError.GAMBLING_ACTION):
        if not case.ask(f.CONSEQUENT_DAMAGE):
            return decide(Ruling.NO_ADJUSTMENT, "12B1")
        offenders, others = about(_S.OS, "score_of_rectification"), about(_S.NOS, "no_relief_for_self_inflicted")
        return decide(Ruling.SPLIT_ADJUSTMENT, "12C1e", offenders, others)
    weights = case.told(f.WEIGHTS)
    if weights:
        check_weights(weights)
        return decide(Ruling.ASSIGNED_WEIGHTED, "12C1b 12C1c", about(_S.WEIGHTED, *weights), chooser=Chooser.DIRECTOR)
    return decide(Ruling.ASSIGNED, "12C1b", _S.ADJ_ASSIGNED, chooser=Chooser.DIRECTOR)


def check_weights(weights: tuple[w.Weight, ...]) -> None:
    """The weights add up to 100 per cent. Raises WeightsNotWhole."""
    total = sum((each.percent for each in weights), Fraction(0))
    if total != 100:
        raise WeightsNotWhole(percent=total)


def other_table(case: Case) -> Outcome:
    """Law 86: a board of a team match whose other table has a result."""
    if case.ask(f.OTHER_TABLE_CLEARLY_FAVOURABLE):
        effect = case.either(_S.ADJ_ASSIGNED_POSSIBLE, _S.ADJ_ASSIGNED_12C1C)
        return decide(Ruling.ASSIGNED, case.either("86D", "86B1"), effect, chooser=Chooser.DIRECTOR)
    if case.chinese or not case.ask(f.INCOMPARABLE):
        return decide(Ruling.DIRECTOR_DECIDES, case.either("86", "86B"), chooser=Chooser.DIRECTOR)
    at_fault = [party for party, blame in case.ask(f.FAULT) if blame is not w.Blame.NONE]
    if len(at_fault) != 1:
        return decide(Ruling.ARTIFICIAL, "86B2", _S.ADJ_ARTIFICIAL_BY_FAULT)
    others, offenders = about(_S.NOS, "better_of_average_plus_and_assigned"), about(_S.OS, "complement")
    options = (Option.AVERAGE_PLUS, Option.ASSIGNED)
    return decide(Ruling.NOS_BETTER_OF, "86B2b", others, offenders, options=options, chooser=Chooser.DIRECTOR)


def forced_pass_damage(case: Case) -> Outcome:
    """1999: Law 23; 2017: Law 72C: a forced pass that hurt the other side, and that could have been known to."""
    laws = case.either("23", "23 72C")
    if not (case.ask(f.COULD_HAVE_KNOWN) and case.ask(f.DAMAGE)):
        return decide(Ruling.NO_ADJUSTMENT, laws)
    outcome = decide(Ruling.PLAY_ON_THEN_ADJUST, f"{laws} 31B", _A.PLAY_ON, _S.ADJ_ASSIGNED_POSSIBLE, chooser=Chooser.DIRECTOR)
    return _with_auction_of(outcome, bid_out_of_rotation(case))


def _with_auction_of(outcome: Outcome, call: Outcome) -> Outcome:
    """The outcome with what the ruling on the call made of the auction."""
    auction = tuple(each for each in call.rectifications if isinstance(each.effect, AuctionEffect))
    return replace(outcome, rectifications=(*auction, *outcome.rectifications))


def could_have_known(case: Case) -> Outcome:
    """1999: Law 72B1; 2017: Law 72C: an offender who could have known that the irregularity would pay."""
    law = case.either("72B1", "72C")
    known = case.told(f.COULD_HAVE_KNOWN) or case.ask(f.COULD_HAVE_BEEN_AWARE)
    if not known or not (case.told(f.DAMAGE) or case.ask(f.OS_GAINED)):
        return decide(Ruling.NO_ADJUSTMENT, law)
    effect = case.either(_S.ADJ_ASSIGNED_POSSIBLE, _S.ADJ_ASSIGNED)
    return decide(Ruling.PLAY_ON_THEN_ADJUST, law, _A.PLAY_ON, effect, chooser=Chooser.DIRECTOR)


def comparable_damage(case: Case) -> Outcome:
    """2017: Law 23C: the outcome could well have been different without the help of the irregularity."""
    if case.chinese:
        return decide(Ruling.DIRECTOR_DECIDES, "23", chooser=Chooser.DIRECTOR)
    if not (case.ask(f.REPLACEMENT_COMPARABLE) and case.ask(f.DAMAGE)):
        return decide(Ruling.NO_ADJUSTMENT, "23C")
    law = "31A2a" if situation(case).position is Position.RHO_TURN else "31B"
    outcome = decide(Ruling.ASSIGNED, f"23C 12C1b {law}", _S.ADJ_ASSIGNED, chooser=Chooser.DIRECTOR)
    return _with_auction_of(outcome, bid_out_of_rotation(case))


def deception(case: Case) -> Outcome:
    """1999: 73F2; 2017: 73E2: a manner or a tempo without a bridge reason that misled an opponent."""
    if case.ask(f.NO_BRIDGE_REASON) and case.ask(f.COULD_HAVE_KNOWN) and case.ask(f.DAMAGE):
        return decide(Ruling.ASSIGNED, case.either("73F2 12C2", "73E2 73D2"), _S.ADJ_ASSIGNED, chooser=Chooser.DIRECTOR)
    return decide(Ruling.NO_ADJUSTMENT, "73D1")


def score_of_contract(case: Case) -> Outcome:
    """Law 77: points of declarer's side."""
    contract, tricks = case.ask(f.CONTRACT), case.ask(f.DECLARERS_TRICKS)
    if isinstance(contract, PassedOut):
        return decide(Ruling.SCORE_VALUE, "77 22", about(_S.SCORE, 0))
    if contract is None or tricks is None:
        return decide(Ruling.DIRECTOR_DECIDES, "77", chooser=Chooser.DIRECTOR)
    times = case.told(f.DOUBLED)
    if times not in (None, 0, 1, 2):
        raise ContradictoryFacts(question=f.DOUBLED.code, told=times, follows="0, 1, 2")
    doubling = contract.doubling if times is None else tuple(Doubling)[times]
    points = score_contract(Contract(contract.level, contract.strain, doubling), tricks, vulnerable=case.ask(f.VULNERABLE))
    return decide(Ruling.SCORE_VALUE, "77", about(_S.SCORE, points))


def imps_of_difference(case: Case) -> Outcome:
    """Law 78B: IMPs for a difference in points."""
    difference = case.ask(f.DIFFERENCE)
    if difference is None:
        return decide(Ruling.DIRECTOR_DECIDES, "78B", chooser=Chooser.DIRECTOR)
    return decide(Ruling.IMP_VALUE, "78B", about(_S.IMP, imp(difference)))
