"""Procedure at the table, the director, and what is disputed (Laws 9-11, 76, 79, 81-85, 92-93)."""

from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import Chooser, Option, Ruling, ScoreEffect
from bridge.engine.laws.rectification import Outcome, about, decide

_S = ScoreEffect
_TD = Chooser.DIRECTOR
_PERIOD = 30  # minutes of the correction period and of the time for an appeal, unless set otherwise (Laws 79C, 92B)


def attention(case: Case) -> Outcome:
    """Law 9A: who may draw attention to an irregularity."""
    playing = case.told(f.DURING_PLAY) is None and case.told(f.PHASE) in (w.When.PLAY, w.When.AFTER_LEAD)
    if case.ask(f.DRAWN_BY) is w.DrawnBy.DUMMY and (playing or case.ask(f.DURING_PLAY)):
        laws = case.either("9A2b 43A1b 43B1", "9A3 43A1b 43B1")
        return decide(Ruling.DUMMY_MAY_NOT_DRAW_ATTENTION, laws, _S.PP_POSSIBLE)
    return decide(Ruling.ALLOWED, "9A")


def player_assessed_penalty(case: Case) -> Outcome:
    """Law 10: a penalty taken or waived by the players themselves."""
    if case.ask(f.DIRECTOR_CALLED):
        return decide(Ruling.DIRECTOR_DECIDES, "10", chooser=_TD)
    return decide(Ruling.DIRECTOR_MAY_ALLOW_OR_CANCEL, "10A 10B", options=(Option.ALLOW, Option.CANCEL), chooser=_TD)


def consultation(case: Case) -> Outcome:
    """Law 10C2: whoever has the choice decides without his partner."""
    role = case.ask(f.CHOOSER_ROLE)
    chooser = {
        w.ChooserRole.DECLARER: Chooser.DECLARER,
        w.ChooserRole.DEFENDER: Chooser.EITHER_DEFENDER,
        w.ChooserRole.OFFENDER: Chooser.OFFENDER,
        w.ChooserRole.LHO: Chooser.LHO,
        None: Chooser.PLAYER,
    }[role]
    return decide(Ruling.CHOOSER_DECIDES_ALONE, "10C2", _S.PP_POSSIBLE, options=(Option.CHOOSE_WITHOUT_PARTNER,), chooser=chooser)


def forfeiture(case: Case) -> Outcome:
    """Law 11A: the other side acted before the director was called."""
    gained = case.ask(f.SIDE_THAT_GAINED)
    ignorant = case.ask(f.OPPONENT_IGNORANT)
    options = (Option.FORFEIT, Option.KEEP)
    if case.chinese:
        if ignorant and gained is w.Concerned.NOS:
            return decide(Ruling.RIGHT_TO_PENALISE_FORFEITED, "11A 11C", _S.PP_POSSIBLE, chooser=_TD)
        return decide(Ruling.RIGHT_TO_PENALISE_MAY_BE_FORFEITED, "11A 11C", _S.PP_POSSIBLE, options=options, chooser=_TD)
    if ignorant and gained is w.Concerned.NOS:
        effects = (about(_S.ADJUST_ONE_SIDE, "nos_gain_removed"), about(_S.OS_KEEPS_TABLE_SCORE))
        return decide(Ruling.ADJUST_GAINING_SIDE_ONLY, "11A", *effects, chooser=_TD)
    if ignorant and gained is w.Concerned.OS:
        effects = (about(_S.ADJUST_ONE_SIDE, "os_gain_removed"), about(_S.NOS_TABLE_SCORE))
        return decide(Ruling.ADJUST_GAINING_SIDE_ONLY, "11A", *effects, chooser=_TD)
    return decide(Ruling.RIGHT_TO_PENALISE_MAY_BE_FORFEITED, "11A", options=options, chooser=_TD)


def spectator(case: Case) -> Outcome:
    """1999: Law 11B; 2017: Law 76: a spectator drew attention."""
    responsible = case.ask(f.RESPONSIBLE_SIDE)
    if case.chinese and responsible is w.Concerned.NOS and case.ask(f.FIRST_TO_DRAW_ATTENTION):
        options = (Option.FORFEIT, Option.KEEP)
        return decide(Ruling.RIGHT_TO_PENALISE_MAY_BE_FORFEITED, "11B1 11C", _S.PP_POSSIBLE, options=options, chooser=_TD)
    laws = "76 11B2" if case.chinese and responsible is w.Concerned.OS else "76"
    return decide(Ruling.DIRECTOR_DECIDES, laws, chooser=_TD)


def waiver(case: Case) -> Outcome:
    """Law 81C: a rectification waived for good cause at the other side's request."""
    if case.ask(f.ASKED_BY) is w.Concerned.NOS and case.ask(f.GOOD_CAUSE):
        laws = case.either("81C8 10B", "81C5 10B")
        return decide(Ruling.DIRECTOR_MAY_WAIVE, laws, options=(Option.WAIVE, Option.APPLY), chooser=_TD)
    return decide(Ruling.NOT_ALLOWED, "81C")


def director_error(case: Case) -> Outcome:
    """Law 82: the director ruled wrongly."""
    if case.ask(f.RECTIFIABLE):
        return decide(Ruling.CORRECT_AND_PLAY, "82B")
    return decide(Ruling.ADJUST_BOTH_NON_OFFENDING, "82C", _S.BOTH_SIDES_AS_NON_OFFENDING, chooser=_TD)


def disputed_facts(case: Case) -> Outcome:
    """Law 85: the facts are disputed."""
    return decide(Ruling.BALANCE_OF_PROBABILITIES, case.either("85A 85B", "85A1 85B"), chooser=_TD)


def doubtful_point(case: Case) -> Outcome:
    """Law 84: a doubtful point goes to the non-offending side."""
    if case.ask(f.RESOLVED):
        return decide(Ruling.DIRECTOR_DECIDES, case.either("84", "84D"), chooser=_TD)
    return decide(Ruling.DOUBT_FOR_NOS, case.either("84", "84D"), chooser=_TD)


def appeal(case: Case) -> Outcome:
    """Laws 92 and 93: an appeal against a ruling."""
    if case.ask(f.OVERRULE_POINT_OF_LAW):
        options = (Option.RECOMMEND_CHANGE,)
        return decide(Ruling.COMMITTEE_MAY_NOT_OVERRULE_LAW, "93B3", options=options, chooser=Chooser.APPEALS_COMMITTEE)
    minutes = case.ask(f.MINUTES_AFTER)
    if minutes is not None and minutes > _PERIOD:
        return decide(Ruling.APPEAL_TOO_LATE, "92B")
    return decide(Ruling.DIRECTOR_DECIDES, "92", chooser=_TD)


def trick_dispute(case: Case) -> Outcome:
    """Law 79: the number of tricks is disputed."""
    if case.ask(f.CLAIM_INVOLVED):
        return decide(Ruling.DIRECTOR_DECIDES, "69 71", chooser=_TD)
    if not case.ask(f.AFTER_ROUND):
        return decide(Ruling.DIRECTOR_DECIDES, case.either("79B", "79B2"), chooser=_TD)
    if not case.chinese and case.ask(f.CONVINCED):
        return decide(Ruling.CORRECT_SCORE, "79B3", _S.CORRECTED, chooser=_TD)
    options = (Option.STAND, Option.LOWER_ONE_SIDE)
    return decide(Ruling.STAND_OR_LOWER_ONE_SIDE, case.either("79B", "79B3"), _S.NO_INCREASE, options=options, chooser=_TD)


def score_error(case: Case) -> Outcome:
    """Law 79C: an error in recording or computing the score."""
    minutes = case.ask(f.MINUTES_AFTER)
    if minutes is not None and minutes <= _PERIOD:
        return decide(Ruling.CORRECT_SCORE, case.either("79C", "79C1"), _S.CORRECTED, chooser=_TD)
    if not case.chinese and case.ask(f.BEYOND_DOUBT) and case.ask(f.TO_APPROVES):
        return decide(Ruling.CORRECT_SCORE, "79C2", _S.CORRECTED, chooser=_TD)
    return decide(Ruling.SCORE_STANDS, case.either("79C", "79C2"), _S.SCORE_STANDS)
