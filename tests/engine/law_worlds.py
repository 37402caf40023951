"""Auctions, plays and answers made up for tests of the laws, and the folder of the matrices."""

import random
from pathlib import Path
from typing import Any

import pytest

from bridge.engine.auction import PASS, Auction, Bid, format_call, legal_calls
from bridge.engine.cards import FULL_PACK, deal_of
from bridge.engine.contract import Strain
from bridge.engine.laws import facts as f
from bridge.engine.laws.answers import parse_answer
from bridge.engine.laws.case import Form, Question
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.desk import PROCEDURES
from bridge.engine.play import Play, legal_cards
from bridge.engine.seats import Seat

SHARED = Path(__file__).parents[2].parent / "shared"
without_shared = pytest.mark.skipif(not SHARED.exists(), reason="../shared is not beside the repository")


def random_auction(rng: random.Random, *, over: bool = False) -> Auction:
    """A legal auction: a few calls, or until it is over."""
    auction = Auction(rng.choice(list(Seat)))
    length = rng.randint(0, 9)
    while not auction.is_over and (over or len(auction.made) < length):
        low = [call for call in legal_calls(auction) if not (isinstance(call, Bid) and call.level > 4)]
        auction = auction.with_call(auction.turn, rng.choice([PASS, *sorted(low, key=format_call)]))
    return auction


def random_play(rng: random.Random, *, revokes: float = 0) -> Play:
    """A whole play of 52 cards; with this probability a player who could follow suit discards or ruffs."""
    pack = sorted(FULL_PACK)
    rng.shuffle(pack)
    deal = deal_of({seat: pack[start : start + 13] for seat, start in zip(Seat, range(0, 52, 13), strict=True)})
    play = Play(deal, rng.choice(list(Strain)), rng.choice(list(Seat)))
    while not play.is_over:
        seat = play.turn
        hand = sorted(play.left(seat))
        legal = legal_cards(hand, play.current[0].card.suit if play.current else None)
        wrong = [card for card in hand if card not in legal]
        play = play.with_card(seat, rng.choice(wrong if wrong and rng.random() < revokes else list(legal)))
    return play


def random_facts(rng: random.Random, kind: Kind) -> dict[Question[Any], object]:
    """Answers to some of the questions of a kind; the auction is legal, and what follows from it is left untold."""
    questions = PROCEDURES[kind].questions
    told = {question: parse_answer(question, random_answer(rng, question)) for question in questions if rng.random() < 0.6}
    if f.AUCTION in questions:
        auction = random_auction(rng)
        told = {question: answer for question, answer in told.items() if question not in FOLLOWING}
        told |= {f.AUCTION: auction.made, f.DEALER: auction.dealer}
    return told


FOLLOWING = (
    f.TURN_SEAT, f.POSITION, f.ANY_BID, f.OFFENDER_CALLED_BEFORE, f.ADMISSIBLE, f.LHO_CALL_INSUFFICIENT, f.REPLACEMENT_INSUFFICIENT,
    f.FIRST_CALL_ILLEGAL, f.PARTNER_CALLED, f.LHO_CALLED,
)  # fmt: skip


def random_answer(rng: random.Random, question: Question[Any]) -> str:
    """An answer of the right form, as text."""
    if question.form is Form.WORD:
        assert question.words is not None
        return str(rng.choice(list(question.words)).value)
    if question == f.WINNERS:
        return " ".join(rng.choice("NESW") for _ in range(13))
    if question == f.DOUBLED:
        return rng.choice("012")
    choices, most = _TEXTS[question.form]
    if most == 1:
        return rng.choice(choices)
    return " ".join(rng.sample(choices, rng.randint(0, min(most, len(choices)))))


_CARDS = [suit + rank for suit in "CDHS" for rank in "23456789TJQKA"]
_CALLS = ["P", "X", "XX", "1C", "1D", "1H", "1N", "2S", "3C", "4D", "8C"]
_TEXTS: dict[Form, tuple[list[str], int]] = {
    Form.YES_NO: (["yes", "no"], 1),
    Form.NUMBER: ([str(number) for number in range(1, 13)], 1),
    Form.NUMBERS: (["4", "5", "3"], 3),
    Form.NUMBER_OR_ALL: (["3", "all"], 1),
    Form.SEAT: (list("NESW"), 1),
    Form.SEATS: (list("NESW"), 2),
    Form.SIDE: (["NS", "EW"], 1),
    Form.SIDES: (["NS", "EW"], 2),
    Form.OFFENDER: ([*"NESW", "declaring_side"], 1),
    Form.CALL: (_CALLS, 1),
    Form.CALLS: ([f"{seat}:P" for seat in "NESW"], 2),
    Form.CARD: (_CARDS, 1),
    Form.CARDS: (_CARDS, 4),
    Form.SUIT: (list("CDHS"), 1),
    Form.SUITS: (list("CDHS"), 2),
    Form.RANK: (list("2TJQKA"), 1),
    Form.STRAIN: (list("CDHSN"), 1),
    Form.CONTRACT: (["3NX", "1C", "7S"], 1),
    Form.DESIGNATION: (["high", "low", "win", "anything", "club", "small heart", "queen", "ten of clubs"], 1),
    Form.SEAT_CARDS: (["W:HK N:HA E:S3 S:S2"], 1),
    Form.TRICK_CARDS: (["9:H9 11:HK", "9:H9"], 1),
    Form.SEAT_NUMBERS: (["N:14 E:12"], 1),
    Form.SEAT_WISHES: (["E:retract W:accept", "E:accept W:accept", "W:retract"], 1),
    Form.PARTY_FAULTS: ([f"NS:{one} EW:{other}" for one in ("none", "partial", "direct") for other in ("none", "partial", "direct")], 1),
    Form.PARTY_NUMBERS: (["NS:65 EW:35", "NS:125/2"], 1),
    Form.LIKELY_POINTS: (["most_favourable_likely:420 most_favourable_at_all_probable:450"], 1),
    Form.PENALTY_CARDS: ([f"{card}:{degree}" for card in _CARDS for degree in ("minor", "major")], 3),
    Form.RESTRICTION: (["require_suit:H", "forbid_suit:C"], 1),
    Form.LATER_FAILURE: (["9:H", "10:C"], 1),
    Form.WEIGHTS: (["60:400 40:-50"], 1),
}
