"""Boards and cards: the deal, the board, the number of cards, the auction period (Laws 2, 6, 8, 12-15, 17, 86C, 87)."""

from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import AuctionEffect, Chooser, Option, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.irregular import called_over, later_cancelled, situation
from bridge.engine.laws.rectification import Outcome, Prescribed, about, decide
from bridge.engine.seats import Side, dealer_of, vulnerability_of

_A, _P, _S = AuctionEffect, PlayEffect, ScoreEffect


def board_table(case: Case) -> Outcome:
    """Law 2: dealer and vulnerability of a board."""
    number = case.ask(f.BOARD)
    if number is None:
        return decide(Ruling.DIRECTOR_DECIDES, "2", chooser=Chooser.DIRECTOR)
    return decide(Ruling.TABLE_VALUE, "2", about(_A.DEALER, dealer_of(number)), about(_A.VUL, vulnerability_of(number)))


def board_marking(case: Case) -> Outcome:
    """Law 2: a board that is marked otherwise than the table is played as marked for that session."""
    return decide(Ruling.PLAY_AS_MARKED, "2", _S.SCORE_AS_MARKED)


def misdeal(case: Case) -> Outcome:
    """Law 6D: wrongly dealt, a card seen in the deal, or not shuffled."""
    if case.ask(f.UNSHUFFLED_SORTED_PACK):
        if case.ask(f.REDEAL_POSSIBLE):
            return decide(Ruling.REDEAL, "6D2", _A.REDEAL, _S.RESULT_CANCELLED)
        laws = case.either("6D2 12C1", "6D2 12C2a")
        return decide(Ruling.RESULT_CANCELLED, laws, _S.RESULT_CANCELLED, _S.ADJ_ARTIFICIAL_BY_FAULT)
    if case.ask(f.PHASE) is w.When.BEFORE_AUCTION:
        return decide(Ruling.REDEAL, "6D1", _A.REDEAL)
    return decide(Ruling.DIRECTOR_DECIDES, case.either("6D", "6D 16D"), chooser=Chooser.DIRECTOR)


def substitute_board(case: Case) -> Outcome:
    """Law 6D3 with 86: no redeal where the result of a team match without the board could be known."""
    if case.ask(f.EVENT) in (w.Event.TEAMS, w.Event.TEAMS_KO) and case.ask(f.RESULT_WITHOUT_BOARD_KNOWN):
        return decide(Ruling.NO_REDEAL_ADJUST, case.either("86C 6D3", "86A 6D3"), _S.ADJUSTED_SCORE)
    return decide(Ruling.REDEAL, "6D3", _A.REDEAL)


def card_count(case: Case) -> Outcome:
    """Law 13: one hand with too many cards and another with too few."""
    if case.ask(f.SURPLUS_CARD_NOT_OF_DEAL):
        if case.chinese:
            return decide(Ruling.DIRECTOR_DECIDES, "13", chooser=Chooser.DIRECTOR)
        played = (_S.ADJ_POSSIBLE_AT_END,) if case.ask(f.PLAYED_TO_QUITTED_TRICK) else ()
        return decide(Ruling.REMOVE_AND_CONTINUE, "13C", _A.AUCTION_CONTINUES, *played)
    if case.ask(f.PHASE) is w.When.AFTER_PLAY:
        if case.chinese:
            return decide(Ruling.RESULT_CANCELLED, "13 90 12C1", _S.RESULT_CANCELLED, _S.ADJ_ARTIFICIAL_BY_FAULT, _S.PP_POSSIBLE)
        return decide(Ruling.RESULT_CANCELLED, "13D 90", _S.RESULT_CANCELLED, _S.ADJUSTED_SCORE, _S.PP_POSSIBLE)
    if case.ask(f.CALL_BY_WRONG_HAND):
        return _count_after_call(case)
    if not case.ask(f.SEEN_OTHER_CARD):
        record = case.ask(f.HAND_RECORD)
        laws = case.either("13A1" if record else "13A2", "13A1")
        return decide(Ruling.CORRECT_AND_PLAY, laws, _A.AUCTION_CONTINUES, *((_A.CORRECT_FROM_RECORD,) if record else ()))
    if not case.chinese:
        effects = (_S.ADJ_ASSIGNED_POSSIBLE_IF_INFO_AFFECTED, _S.PP_POSSIBLE)
        return decide(Ruling.PLAY_AND_REVIEW, "13A2 12C1b", _A.AUCTION_CONTINUES, *effects)
    if not case.ask(f.INFO_IMPORTANT) and case.ask(f.ALL_FOUR_AGREE):
        return decide(Ruling.PLAY_NORMALLY, "13B1", _A.AUCTION_CONTINUES)
    return decide(Ruling.ARTIFICIAL, "13B2 12C1", _S.ADJ_ARTIFICIAL_BY_FAULT, _S.PP_POSSIBLE)


def _count_after_call(case: Case) -> Outcome:
    """A holder of a wrong hand has called: 1999 needs the consent of all four, 2017 does not."""
    correctable = case.ask(f.CORRECTABLE_WITHOUT_CHANGING_CALLS)
    if case.chinese:
        if correctable and case.ask(f.ALL_FOUR_AGREE):
            return decide(Ruling.PLAY_ON_AS_CALLED, "13", _A.CALLS_STAND, _A.AUCTION_CONTINUES)
        return decide(Ruling.ARTIFICIAL, "13 12C1", _S.ADJ_ARTIFICIAL_BY_FAULT, _S.PP_POSSIBLE)
    if correctable:
        return decide(Ruling.PLAY_ON_AS_CALLED, "13B1", _A.CALLS_STAND, _A.AUCTION_CONTINUES, _S.ADJ_POSSIBLE_AT_END)
    return decide(Ruling.ADJUSTED_SCORE, "13B2", _S.ADJUSTED_SCORE, _S.PP_POSSIBLE)


def missing_card(case: Case) -> Outcome:
    """Law 14: one hand short, none too long."""
    lead_faced = case.ask(f.PHASE) in (w.When.AFTER_LEAD, w.When.PLAY, w.When.AFTER_PLAY)
    found = case.ask(f.FOUND)
    if found is None:
        return decide(Ruling.DIRECTOR_DECIDES, "14", chooser=Chooser.DIRECTOR)
    if not lead_faced:
        if found is w.Found.NOWHERE:
            return decide(Ruling.REBUILD_DEAL, case.either("14A2", "14A2 14A3"), _A.CALLS_STAND, _A.AUCTION_CONTINUES)
        return decide(Ruling.RESTORE_CARD, "14A1", _A.AUCTION_CONTINUES)
    if found is w.Found.PLAYED_CARDS:
        return decide(Ruling.LAW_67_APPLIES, "14B1 67")
    later: tuple[Prescribed, ...] = (_P.MAY_BECOME_PENALTY_CARD,) if case.ask(f.ROLE) is w.Role.DEFENDER else ()
    if case.ask(f.FAILED_TO_FOLLOW_EARLIER):
        later = (*later, _P.POSSIBLE_REVOKE)
    if found is w.Found.NOWHERE:
        return decide(Ruling.REBUILD_DEAL, case.either("14B2", "14B3"), *later)
    return decide(Ruling.RESTORE_CARD_DEEMED_ALWAYS_HELD, case.either("14B1b 14B3", "14B2 14B4"), *later)


def wrong_board(case: Case) -> Outcome:
    """Law 15: a board played that was not due."""
    phase = case.ask(f.PHASE)
    in_auction = phase in (w.When.AUCTION, w.When.BEFORE_FIRST_CALL, w.When.AFTER_FIRST_CALL)
    if case.chinese and in_auction:
        if case.ask(f.SECOND_AUCTION_SAME):
            return decide(Ruling.PLAY_CONTINUES, "15C", _A.AUCTION_CANCELLED_RESTART, _A.SECOND_AUCTION_STANDS)
        effects = (_A.AUCTION_CANCELLED_RESTART, _A.BOARD_CANCELLED, _S.BOARD_CANCELLED, _S.ADJ_ARTIFICIAL_BY_FAULT)
        return decide(Ruling.BOARD_CANCELLED, "15C 12C1", *effects)
    if case.ask(f.PLAYED_BEFORE_BY_ANY):
        if case.chinese:
            return decide(Ruling.SECOND_SCORE_CANCELLED, "15B", _S.SECOND_SCORE_CANCELLED_BOTH, _S.ADJ_ARTIFICIAL_FOR_DEPRIVED)
        return decide(Ruling.BOARD_CANCELLED, "15B1 15B3", _S.BOARD_CANCELLED_BOTH, _S.ADJ_ARTIFICIAL_FOR_DEPRIVED)
    later = (Option.PLAY_RIGHT_BOARD_LATER,)
    if case.chinese:
        return decide(Ruling.SCORE_STANDS, "15A1 15A2", _S.SCORE_STANDS, options=later, chooser=Chooser.DIRECTOR)
    if phase is w.When.AFTER_PLAY:
        return decide(Ruling.SCORE_STANDS, "15B2", _S.SCORE_STANDS, options=later, chooser=Chooser.DIRECTOR)
    return decide(Ruling.FINISH_BOARD, "15B2", _A.AUCTION_CONTINUES, _S.SCORE_STANDS, options=later, chooser=Chooser.DIRECTOR)


def cards_from_wrong_board(case: Case) -> Outcome:
    """1999: Law 17D; 2017: Law 15A: a hand taken from another board, and called on."""
    it = situation(case)
    over, partner = called_over(case), case.told(f.PARTNER_CALL)
    over_called = over is not None or case.ask(f.LHO_CALLED)
    # Nobody asks for the partner's call before the player on the left has called; whoever tells it has answered.
    partner_called = partner is not None or ((over_called or not case.at_desk) and case.ask(f.PARTNER_CALLED))
    if partner_called and partner is None and case.at_desk:
        partner = case.ask(f.PARTNER_CALL)
    again = case.told(f.NEW_CALL)
    options = () if again is not None else (Option.ANY_LEGAL_CALL,)
    chooser = None if again is not None else Chooser.OFFENDER
    if case.chinese:
        if partner_called:
            return decide(Ruling.DIRECTOR_DECIDES, "17D", *it.cancelled, chooser=Chooser.DIRECTOR)
        # At the desk it is asked whether the new call differs, not what it is; "no" also says that it is still to come.
        if over_called and (again is not None or case.at_desk) and case.ask(f.SIGNIFICANTLY_DIFFERENT):
            return decide(Ruling.ARTIFICIAL, "17D 90", *it.cancelled, _S.ADJ_ARTIFICIAL_BY_FAULT, _S.PP_POSSIBLE)
        return decide(Ruling.CALL_AGAIN, "17D", *it.cancelled, _A.REPLACE_FREE, _A.AUCTION_CONTINUES, options=options, chooser=chooser)
    if partner_called:
        effects: tuple[Prescribed, ...] = (*it.cancelled, *later_cancelled(over, partner), _S.ADJUSTED_SCORE, _S.PP_POSSIBLE)
        return decide(Ruling.ADJUSTED_SCORE, "15A1a 15A3", *effects)
    goes_on = (*it.cancelled, *later_cancelled(over), _A.REPLACE_FREE, _A.AUCTION_CONTINUES, _A.LAW_16C_APPLIES, _S.PP_POSSIBLE)
    return decide(Ruling.CALL_AGAIN, "15A1b 15A1c 15A3", *goes_on, options=options, chooser=chooser)


def auction_period(case: Case) -> Outcome:
    """Law 17A: begun for a side when a partner looks at his cards (1999) or takes them out of the board (2017)."""
    begun = {seat.side for seat in case.ask(f.LOOKED if case.chinese else f.WITHDRAWN)}
    if len(begun) != 1:
        return decide(Ruling.DIRECTOR_DECIDES, "17A", chooser=Chooser.DIRECTOR)
    ruling = Ruling.PERIOD_BEGUN_NS_ONLY if begun == {Side.NS} else Ruling.PERIOD_BEGUN_EW_ONLY
    return decide(ruling, "17A", about(_A.AUCTION_PERIOD, *begun))


def round_end(case: Case) -> Outcome:
    """Law 8B: the round has not ended for a table that is still playing."""
    if case.ask(f.TABLE_STILL_PLAYING) and not case.ask(f.MOVED):
        return decide(Ruling.ROUND_NOT_ENDED, "8B")
    return decide(Ruling.DIRECTOR_DECIDES, "8B", chooser=Chooser.DIRECTOR)


def fouled_board(case: Case) -> Outcome:
    """Law 87: scores are compared within each form of the board."""
    return decide(Ruling.SCORE_IN_GROUPS, "87A 87B", _S.GROUPS_SEPARATELY, chooser=Chooser.DIRECTOR)
