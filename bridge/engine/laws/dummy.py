"""Dummy: his limits, what declarer says to him, and whether a card is played (Laws 42, 43, 45, 46)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bridge.engine.cards import Card, Suit
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.cards import is_defender
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import Chooser, Option, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.leads import lead_out_of_turn, surplus_card
from bridge.engine.laws.rectification import Finding, Outcome, Prescribed, decide
from bridge.engine.laws.revokes import corrected, revoke
from bridge.engine.play import beats, legal_cards

_P, _S = PlayEffect, ScoreEffect
_A = w.DummyAct


def dummy_action(case: Case) -> Outcome:
    """Laws 42 and 43: what dummy did, and whether he may still."""
    act = case.ask(f.DUMMY_ACT)
    rule = {
        _A.WARN_WRONG_HAND: _warns,
        _A.ASK_DECLARER_REVOKE: _asks_declarer,
        _A.ASK_DEFENDER_REVOKE: _asks_defender,
        _A.POINT_TO_DEFENDER_IRREGULARITY: _points_to_defender,
        _A.POINT_WRONG_ORIENTATION: _points_to_a_turned_trick,
        _A.SUGGEST_CARD: _suggests,
        _A.OTHER: _oversteps,
        None: _something_else,
    }[act]
    return rule(case)


def _oversteps(case: Case) -> Outcome:
    """43B1: he takes part in the play in another way, and nothing follows but a penalty."""
    options = (Option.WARNING, Option.PP)
    return decide(Ruling.PROCEDURAL_PENALTY, "43A1 43A2 43B1 90", _S.PP_POSSIBLE, options=options, chooser=Chooser.DIRECTOR)


def _something_else(case: Case) -> Outcome:
    return decide(Ruling.DIRECTOR_DECIDES, "43B1 90", chooser=Chooser.DIRECTOR)


def _limit_broken(case: Case) -> str:
    """The paragraph of 43A2 that he broke."""
    act = case.told(f.A2_ACT)
    letter = {w.BrokenLimit.EXCHANGE_HANDS: "a", w.BrokenLimit.WATCH_DECLARER: "b", w.BrokenLimit.SEE_DEFENDER_HAND: "c", None: ""}[act]
    return f"43A2{letter}"


def _warns(case: Case) -> Outcome:
    """He warns declarer that he is about to lead from the wrong hand."""
    if case.ask(f.CARD_ALREADY_LED):
        return decide(Ruling.DIRECTOR_DECIDES, "43A1b 43B1", chooser=Chooser.DIRECTOR)
    if not case.ask(f.A2_BROKEN):
        return decide(Ruling.ALLOWED, "42B2")
    options = (Option.LEAD_FROM_DECLARER, Option.LEAD_FROM_DUMMY)
    return decide(Ruling.LEAD_HAND_BY_DEFENDER, f"{_limit_broken(case)} 43B2a", options=options, chooser=Chooser.EITHER_DEFENDER)


def _asks_declarer(case: Case) -> Outcome:
    """He asks declarer whether he has none of the suit."""
    if not case.ask(f.PLAY_WAS_REVOKE):
        return decide(Ruling.NOT_A_REVOKE, case.either("42B1 61B", "42B1 61B2a"))
    effects, laws = corrected(case, defends=False)
    if not case.ask(f.A2_BROKEN):
        return decide(Ruling.REVOKE_MUST_CORRECT, f"42B1 {case.either('61B', '61B2a')} {laws}", *effects)
    cited = f"{_limit_broken(case)} 43B2b 64 {laws}"
    return decide(Ruling.REVOKE_CORRECT_AND_ESTABLISHED, cited, *effects, _S.RESCORE_AND_EQUITY)


def _asks_defender(case: Case) -> Outcome:
    """He asks a defender, which he may not: the revoke is corrected all the same, the information is not declarer's to use."""
    cited = case.either("42B1 61B 16A", "42B1 61B2b 16B")
    if not case.ask(f.PLAY_WAS_REVOKE):
        return decide(Ruling.NOT_A_REVOKE, cited)
    effects, laws = corrected(case, defends=True)
    return decide(Ruling.REVOKE_MUST_CORRECT, f"{cited} {laws}", *effects, _S.EQUITY)


def _points_to_defender(case: Case) -> Outcome:
    """He is the first to draw attention to a defender's irregularity."""
    if case.ask(f.A2_BROKEN):
        laws = f"{_limit_broken(case)} 43B3 {case.either('', '12B1')}"
        if not case.chinese:
            return decide(Ruling.NO_RECTIFICATION, laws, _S.EQUITY)
        return decide(Ruling.NO_RECTIFICATION, laws, *((_S.ADJUST,) if case.ask(f.DEFENCE_GAINED) else ()))
    rule = revoke if case.ask(f.IRREGULARITY) is w.PointedOut.REVOKE else lead_out_of_turn
    outcome = rule(case)
    # As many laws as a ruling names at most: the last of the irregularity are the least of them.
    return replace(outcome, laws=("43A1b", "43B1", "90", *outcome.laws)[:8])


def _points_to_a_turned_trick(case: Case) -> Outcome:
    """He says that a quitted trick is turned the wrong way: 2017 allows it until his side plays to the next trick, 1999 not at all."""
    if case.chinese:
        return decide(Ruling.NOT_ALLOWED, "65B 43A1c")
    if case.ask(f.OWN_SIDE_PLAYED_NEXT):
        return decide(Ruling.NOT_ALLOWED, "65B3 16B", _S.EQUITY)
    return decide(Ruling.ALLOWED, "65B3")


def _suggests(case: Case) -> Outcome:
    """He touches a card or suggests a play."""
    if case.ask(f.DEFENCE_DAMAGED):
        return decide(Ruling.ADJUST_CONSIDERED, "45F 43A1c 43B1", _S.ADJUST)
    return decide(Ruling.NO_ADJUSTMENT, "45F 43A1c 43B1")


def card_played_question(case: Case) -> Outcome:
    """Law 45C: is the card played?"""
    act = case.ask(f.PLAY_ACT)
    if act is w.PlayAct.DECLARER_TOUCHED:
        if case.ask(f.PURPOSE) is w.Purpose.REACH_NEIGHBOUR:
            return decide(Ruling.CARD_NOT_PLAYED, "45C3", _P.NOT_PLAYED)
        return decide(Ruling.CARD_PLAYED, "45C3", _P.PLAYED)
    if act is w.PlayAct.FACE_UP_NEAR_TABLE:
        return decide(Ruling.CARD_PLAYED, "45C2", _P.PLAYED)
    if not is_defender(case, case.told(f.OWNER_ROLE), case.ask(f.OWNER)):
        return decide(Ruling.CARD_NOT_PLAYED, "45C 48A", _P.NOT_PLAYED)
    if case.ask(f.ALREADY_PLAYED_TO_TRICK):
        card = case.ask(f.CARD)
        return surplus_card(case, (card,) if card else (), defends=True, laws="45E1")
    return decide(Ruling.CARD_PLAYED, "45C1", _P.PLAYED)


def designation_change(case: Case) -> Outcome:
    """45C4b: the card named was not the one meant."""
    slip = case.ask(f.SLIP)
    too_late = slip and case.ask(f.PAUSE_FOR_THOUGHT if case.chinese else f.DECLARER_PLAYED_SINCE)
    if not slip or too_late:
        return decide(Ruling.CHANGE_REFUSED, case.either("45C4b 47F", "45C4b 47F2"), _P.PLAYED)
    effects: tuple[Prescribed, ...] = (_P.WITHDRAW_AND_REPLACE, _P.NOT_PC)
    laws = "45C4b 47C"
    if case.ask(f.OPPONENT_PLAYED):
        effects = (*effects, _P.NOS_MAY_WITHDRAW)
        laws += " 47D 16C1"
    return decide(Ruling.CHANGE_ALLOWED, laws, *effects)


def wrong_dummy_card(case: Case) -> Outcome:
    """45D: dummy put out a card that declarer did not name."""
    if case.ask(f.BOTH_SIDES_PLAYED_NEXT):
        if case.ask(f.WRONG_CARD_LED) and _somebody_did_not_follow(case):
            laws = case.either("45D 64A 64C", "45D2 64A 64B7 64C1")
            return decide(Ruling.PLAY_STANDS, laws, _P.PLAYED, _P.LATER_REVOKE_POSSIBLE, _S.EQUITY)
        return decide(Ruling.PLAY_STANDS, case.either("45D 64B3 64C 12A1", "45D2 64B3 64C1"), _P.PLAYED, _S.EQUITY)
    later = (_P.NOS_MAY_WITHDRAW, _P.DECLARER_MAY_CHANGE_IF_RHO_CHANGES) if case.ask(f.RHO_PLAYED_AFTER) else ()
    laws = case.either("45D 16C1 16C2", "45D1 16C1 16C2")
    return decide(Ruling.MUST_WITHDRAW, laws, _P.WITHDRAW_AND_REPLACE, _P.NOT_PC, *later)


def _somebody_did_not_follow(case: Case) -> bool:
    """Did a player who held the suit of the wrong lead fail to follow to it? Who it was, nobody needs to say."""
    told = case.told(f.FOLLOWER_FAILED_SUIT)
    return told is not None or case.ask(f.FOLLOWER_FAILED)


@dataclass(frozen=True, slots=True)
class _Table:
    """Dummy's cards and the trick when declarer spoke."""

    hand: tuple[Card, ...]
    led: Suit | None
    legal: tuple[Card, ...]

    @property
    def follows(self) -> bool:
        """Must and can dummy follow to the suit led?"""
        return self.led is not None and any(card.suit is self.led for card in self.hand)


def dummy_designation(case: Case) -> Outcome:
    """Law 46: which card declarer's words mean."""
    hand = case.ask(f.DUMMY)
    led = None if case.ask(f.DUMMY_LEADS) else case.ask(f.LED_SUIT)
    table = _Table(hand, led, legal_cards(hand, led))
    meant = _what_was_said(case)
    outcome = _by_words(case, table, meant)
    intended = case.told(f.INTENTION_EVIDENT)
    if intended is None:
        return outcome
    if intended not in table.legal:
        return _not_legal(case, table)
    return _means(intended, f"46B {' '.join(outcome.laws)}" if outcome.laws else "46B")


def _what_was_said(case: Case) -> w.Designation:
    """The words; suit and rank told beside them count with them."""
    suit, rank = case.told(f.SUIT), case.told(f.RANK)
    said = case.ask(f.WORDS)
    if said is None:
        form = w.Spoken.CARD if suit is not None and rank is not None else w.Spoken.SUIT if suit is not None else w.Spoken.RANK
        return w.Designation(form if suit is not None or rank is not None else w.Spoken.ANYTHING, suit, rank)
    return replace(said, suit=said.suit if suit is None else suit, rank=said.rank if rank is None else rank)


def _by_words(case: Case, table: _Table, said: w.Designation) -> Outcome:
    rule = {
        w.Spoken.CARD: _suit_and_rank,
        w.Spoken.SUIT: _suit_only,
        w.Spoken.RANK: _rank_only,
        w.Spoken.HIGH: _high,
        w.Spoken.WIN: _win,
        w.Spoken.LOW: _low,
        w.Spoken.ANYTHING: _anything,
    }[said.form]
    return rule(case, table, said)


def _means(card: Card, laws: str, *, discretion: bool = False) -> Outcome:
    found = (Finding("card", card), *([Finding("td_discretion", True)] if discretion else []))
    return decide(Ruling.DESIGNATION_RESOLVED, laws, _P.PLAYED, findings=found)


def _not_legal(case: Case, table: _Table) -> Outcome:
    """The card would be a revoke: declarer names a legal one."""
    laws = case.either("44C 46B 62A", "42A3 44C 62A")
    return _any_legal(Ruling.DESIGNATION_NOT_LEGAL, laws, table, Chooser.DECLARER, *(_P.WITHDRAW_AND_REPLACE, _P.NOT_PC))


def _void(table: _Table) -> Outcome:
    """The words name no card of dummy (46B4)."""
    return _any_legal(Ruling.DESIGNATION_INVALID, "46B4", table, Chooser.DECLARER)


def _any_legal(ruling: Ruling, laws: str, table: _Table, chooser: Chooser, *effects: PlayEffect) -> Outcome:
    return decide(ruling, laws, *effects, options=(Option.ANY_LEGAL_CARD,), chooser=chooser, findings=[Finding("legal", table.legal)])


def _ask_declarer(cards: Iterable[Card], laws: str) -> Outcome:
    """Several cards fit: declarer says which."""
    fitting = tuple(cards)
    return decide(Ruling.DESIGNATION_ASK_DECLARER, laws, options=fitting, chooser=Chooser.DECLARER, findings=[Finding("candidates", fitting)])


def _suit_and_rank(case: Case, table: _Table, said: w.Designation) -> Outcome:
    named = [card for card in table.hand if card.suit is said.suit and card.rank is said.rank]
    if not named:
        return _void(table)
    return _means(named[0], "46A") if named[0] in table.legal else _not_legal(case, table)


def _suit_only(case: Case, table: _Table, said: w.Designation) -> Outcome:
    """46B2: the lowest of the suit."""
    of_suit = [card for card in table.hand if card.suit is said.suit]
    if not of_suit:
        return _void(table)
    lowest = min(of_suit)
    return _means(lowest, "46B2") if lowest in table.legal else _not_legal(case, table)


def _rank_only(case: Case, table: _Table, said: w.Designation) -> Outcome:
    """46B3: in the suit in which dummy won the last trick, if dummy leads; otherwise the only one, if there is one."""
    of_rank = [card for card in table.legal if card.rank is said.rank]
    if table.led is None:
        before = case.ask(f.PREV_WIN_SUIT) if len(of_rank) > 1 else case.told(f.PREV_WIN_SUIT)
        continuing = [card for card in of_rank if card.suit is before]
        if continuing:
            return _means(continuing[0], "46B3a")
    if not of_rank:
        return _void(table)
    return _means(of_rank[0], "46B3b") if len(of_rank) == 1 else _ask_declarer(of_rank, "46B3b")


def _in_suit(table: _Table, said: w.Designation) -> list[Card]:
    """The cards that "high" and "low" are about, lowest first: of the suit named, otherwise of the suit led; none where no suit is known."""
    suit = table.led if said.suit is None else said.suit
    return sorted(card for card in table.legal if card.suit is suit)


def _winning(case: Case, cards: Iterable[Card]) -> list[Card]:
    """Those that beat the best card so far."""
    best, trump = case.ask(f.BEST_SO_FAR), case.ask(f.TRUMP)
    if best is None:
        return []
    return [card for card in cards if (card.rank > best.rank if card.suit is best.suit else trump is not None and beats(card, best, trump))]


def _high(case: Case, table: _Table, said: w.Designation) -> Outcome:
    """46B1: the highest; 1999 lets the director assume the lowest winner where dummy plays last."""
    cards = _in_suit(table, said)
    law = case.either("46B1", "46B1a")
    if not cards:
        return _ask_declarer(table.legal, law)
    if case.chinese and case.ask(f.PLACE_IN_TRICK) == 4:
        winning = _winning(case, cards)
        if winning:
            return _means(winning[0], law, discretion=True)
    return _means(cards[-1], law)


def _win(case: Case, table: _Table, said: w.Designation) -> Outcome:
    """2017, 46B1b: the lowest card known to win; 1999 does not name the word and reads it as "high"."""
    if case.chinese:
        return _high(case, table, said)
    # A hand that is void ruffs to win.
    winning = _winning(case, _in_suit(table, said) or table.legal) if table.led is not None else []
    return _means(min(winning), "46B1b") if winning else _ask_declarer(table.legal, "46B1b")


def _low(case: Case, table: _Table, said: w.Designation) -> Outcome:
    """46B1: the lowest of the suit led."""
    cards = _in_suit(table, said)
    law = case.either("46B1", "46B1c")
    return _means(cards[0], law) if cards else _ask_declarer(table.legal, law)


def _anything(case: Case, table: _Table, said: w.Designation) -> Outcome:
    """46B5: either defender names the card."""
    return _any_legal(Ruling.DESIGNATION_BY_DEFENDER, "46B5", table, Chooser.EITHER_DEFENDER)
