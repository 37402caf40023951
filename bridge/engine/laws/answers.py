"""Answers as text and back: what a form posts, a query string carries and a record keeps.

Several things in one answer stand with blanks between them, the parts of one thing with colons: `N:1H E:P`, `S8:major:W`, `60:400 40:-50`.
"""

import re
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import Any

from bridge.engine.auction import Bid, Made, Plain, format_call, parse_call, parse_made
from bridge.engine.cards import Card, Rank, Suit, format_card, parse_card, parse_rank, parse_suit
from bridge.engine.contract import Contract, PassedOut, Strain, format_contract, parse_contract
from bridge.engine.errors import EngineError
from bridge.engine.laws import words as w
from bridge.engine.laws.case import Form, Question
from bridge.engine.seats import Seat, Side, parse_seat


class NoSuchAnswer(EngineError):
    """The answer is not of the kind that was asked for. Facts: `question`, `text`."""


def parse_answer(question: Question[Any], text: str) -> object:
    """The answer that `text` gives. Raises NoSuchAnswer."""
    try:
        if question.form is Form.WORD:
            assert question.words is not None
            return question.words(text.strip())
        return _READ[question.form](text.strip())
    except (ValueError, KeyError, IndexError, TypeError, ZeroDivisionError, EngineError):
        raise NoSuchAnswer(question=question.code, text=text) from None


def format_answer(answer: Any) -> str:
    """The text that `parse_answer` reads back."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, tuple):
        return " ".join(":".join(map(format_answer, each)) if isinstance(each, tuple) else format_answer(each) for each in answer)
    write = _WRITE.get(type(answer))
    if write:
        return write(answer)
    return str(answer.value) if isinstance(answer, Enum) else str(answer)


def _yes_no(text: str) -> bool:
    return {"yes": True, "no": False}[text.lower()]


def _strain(text: str) -> Strain:
    return Strain[text.upper().removesuffix("T")]


def _offender(text: str) -> Seat | w.Role:
    return w.Role.DECLARING_SIDE if text == w.Role.DECLARING_SIDE else parse_seat(text)


def _tricks(text: str) -> int | w.AllTricks:
    return w.AllTricks.ALL if text == w.AllTricks.ALL else int(text)


def _penalty_card(text: str) -> w.TablePenaltyCard:
    card, *rest = text.split(":")
    return w.TablePenaltyCard(parse_card(card), w.CardClass(rest[0] if rest and rest[0] else "major"), parse_seat(rest[1]) if len(rest) > 1 else None)


def _restriction(text: str) -> w.Restriction:
    duty, suit = text.split(":")
    return w.Restriction(w.SuitDuty(duty), parse_suit(suit))


def _later_failure(text: str) -> w.LaterFailure:
    trick, suit = text.split(":")
    return w.LaterFailure(int(trick), parse_suit(suit))


def _weight(text: str) -> w.Weight:
    percent, points = text.split(":")
    return w.Weight(Fraction(percent), int(points))


def _several(read: Callable[[str], object]) -> Callable[[str], tuple[object, ...]]:
    return lambda text: tuple(read(each) for each in text.split())


def _pairs(first: Callable[[str], object], second: Callable[[str], object]) -> Callable[[str], tuple[object, ...]]:
    def pair(text: str) -> tuple[object, object]:
        left, right = text.split(":")
        return first(left), second(right)

    return _several(pair)


# What declarer says to dummy, in the English words of the table.
_SPOKEN_SUITS = {"club": Suit.C, "diamond": Suit.D, "heart": Suit.H, "spade": Suit.S}
_SPOKEN_RANKS = dict(zip("two three four five six seven eight nine ten jack queen king ace".split(), Rank, strict=True))
_SPOKEN_CARD = re.compile(r"(\w+) of (\w+)s")


def _designation(text: str) -> w.Designation:
    plain = text.lower()
    if plain in ("high", "low", "win", "anything"):
        return w.Designation(w.Spoken(plain))
    named = _SPOKEN_CARD.fullmatch(plain)
    if named:
        return w.Designation(w.Spoken.CARD, _SPOKEN_SUITS[named[2]], _SPOKEN_RANKS[named[1]])
    if plain in _SPOKEN_RANKS:
        return w.Designation(w.Spoken.RANK, None, _SPOKEN_RANKS[plain])
    return w.Designation(w.Spoken.SUIT, _SPOKEN_SUITS[plain.removeprefix("small ")])


def _format_designation(said: w.Designation) -> str:
    rank = next((word for word, rank in _SPOKEN_RANKS.items() if rank is said.rank), "")
    suit = next((word for word, suit in _SPOKEN_SUITS.items() if suit is said.suit), "")
    return {w.Spoken.CARD: f"{rank} of {suit}s", w.Spoken.SUIT: suit, w.Spoken.RANK: rank}.get(said.form, said.form.value)


_READ: dict[Form, Callable[[str], object]] = {
    Form.YES_NO: _yes_no,
    Form.NUMBER: int,
    Form.NUMBERS: _several(int),
    Form.NUMBER_OR_ALL: _tricks,
    Form.SEAT: parse_seat,
    Form.SEATS: _several(parse_seat),
    Form.SIDE: Side,
    Form.SIDES: _several(Side),
    Form.OFFENDER: _offender,
    Form.CALL: parse_call,
    Form.CALLS: _several(parse_made),
    Form.CARD: parse_card,
    Form.CARDS: _several(parse_card),
    Form.SUIT: parse_suit,
    Form.SUITS: _several(parse_suit),
    Form.RANK: parse_rank,
    Form.STRAIN: _strain,
    Form.CONTRACT: parse_contract,
    Form.DESIGNATION: _designation,
    Form.SEAT_CARDS: _pairs(parse_seat, parse_card),
    Form.TRICK_CARDS: _pairs(int, parse_card),
    Form.SEAT_NUMBERS: _pairs(parse_seat, int),
    Form.SEAT_WISHES: _pairs(parse_seat, w.Wish),
    Form.PARTY_FAULTS: _pairs(w.Party, w.Blame),
    Form.PARTY_NUMBERS: _pairs(w.Party, Fraction),
    Form.LIKELY_POINTS: _pairs(w.Likelihood, int),
    Form.PENALTY_CARDS: _several(_penalty_card),
    Form.RESTRICTION: _restriction,
    Form.LATER_FAILURE: _later_failure,
    Form.WEIGHTS: _several(_weight),
}

_WRITE: dict[type, Callable[[Any], str]] = {
    Made: lambda made: f"{made.seat.value}:{format_call(made.call)}",
    Bid: format_call,
    Plain: format_call,
    Contract: format_contract,
    PassedOut: format_contract,
    Card: format_card,
    Suit: lambda suit: suit.name,
    Strain: lambda strain: strain.name,
    Rank: lambda rank: rank.letter,
    w.TablePenaltyCard: lambda each: ":".join((format_card(each.card), each.degree.value, *([each.owner.value] if each.owner else []))),
    w.Restriction: lambda each: f"{each.duty.value}:{each.suit.name}",
    w.LaterFailure: lambda each: f"{each.trick}:{each.suit.name}",
    w.Weight: lambda each: f"{each.percent}:{each.ns_points}",
    w.Designation: _format_designation,
}
