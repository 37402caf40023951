"""Rulings between their rows and the engine: answers as text, the outcome as JSON, and back. Nothing is lost on the way."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from bridge.engine.auction import Bid, Plain, format_call, parse_call
from bridge.engine.cards import Card, Suit, format_card, parse_card, parse_suit
from bridge.engine.contract import Contract, format_contract, parse_contract
from bridge.engine.laws.answers import format_answer, parse_answer
from bridge.engine.laws.case import Facts, Question
from bridge.engine.laws.codes import AuctionEffect, Chooser, Effect, Kind, Option, PlayEffect, Ruling, ScoreEffect
from bridge.engine.laws.desk import PROCEDURES
from bridge.engine.laws.rectification import Doubt, Finding, Outcome, Rectification, Share, Suits
from bridge.engine.laws.words import Party, Weight
from bridge.engine.seats import Seat, Side, Vulnerability


def answer_name(kind: Kind, question: Question[Any]) -> str:
    """The name under which an answer is posted and kept: the question's code, with its form where two questions of the kind share the code."""
    same = [each for each in PROCEDURES[kind].questions if each.code == question.code]
    return question.code if len(same) == 1 else f"{question.code}-{question.form.value}"


def answers_to_json(kind: Kind, told: Facts) -> dict[str, str]:
    """The answers as text, in the order in which they were given."""
    return {answer_name(kind, question): format_answer(answer) for question, answer in told.items()}


def answers_of(kind: Kind, stored: Mapping[str, str]) -> dict[Question[Any], object]:
    """The answers that `answers_to_json` made. Raises NoSuchAnswer."""
    questions = {answer_name(kind, question): question for question in PROCEDURES[kind].questions}
    return {questions[name]: parse_answer(questions[name], text) for name, text in stored.items() if name in questions}


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """A ruling as codes and values."""
    return {
        "ruling": outcome.ruling.value, "laws": list(outcome.laws), "rectifications": [rectification_to_json(each) for each in outcome.rectifications],
        "options": [_to_json(option) for option in outcome.options], "chooser": outcome.chooser.value if outcome.chooser else None,
        "findings": [[finding.name, _found_to_json(finding.what)] for finding in outcome.findings],
        "tricks": outcome.tricks_transferred, "doubts": [[doubt.code, doubt.law] for doubt in outcome.doubts],
    }


def outcome_of(stored: Mapping[str, Any]) -> Outcome:
    """The ruling that `outcome_to_json` made."""
    return Outcome(
        Ruling(stored["ruling"]), tuple(stored["laws"]), tuple(rectification_of(each) for each in stored["rectifications"]),
        tuple(_from_json(option) for option in stored["options"]), Chooser(stored["chooser"]) if stored["chooser"] else None,
        tuple(Finding(name, _found_from_json(what)) for name, what in stored["findings"]), stored["tricks"],
        tuple(Doubt(code, law) for code, law in stored["doubts"]),
    )


def rectification_to_json(each: Rectification) -> dict[str, Any]:
    """One thing that is prescribed, as codes and values."""
    return {"effect": each.effect.value, "details": [_to_json(detail) for detail in each.details], "if_defending": each.if_defending}


def rectification_of(stored: Mapping[str, Any]) -> Rectification:
    """What `rectification_to_json` made."""
    return Rectification(_effect(stored["effect"]), tuple(_from_json(detail) for detail in stored["details"]), stored["if_defending"])


def _effect(code: str) -> Effect:
    for effects in (AuctionEffect, PlayEffect, ScoreEffect):
        if code in list(effects):
            return effects(code)
    raise ValueError(code)


def _found_to_json(what: Any) -> Any:
    return {"several": [_to_json(each) for each in what]} if isinstance(what, tuple) else _to_json(what)


def _found_from_json(stored: Any) -> Any:
    if isinstance(stored, dict) and "several" in stored:
        return tuple(_from_json(each) for each in stored["several"])
    return _from_json(stored)


def _to_json(value: Any) -> Any:  # noqa: C901 - one line a type
    match value:
        case Option():
            return {"option": value.value}
        case Bid() | Plain():
            return {"call": format_call(value)}
        case Card():
            return {"card": format_card(value)}
        case Suit():
            return {"suit": value.name}
        case Seat() | Side() | Vulnerability():
            return {type(value).__name__.lower(): value.value}
        case Contract():
            return {"contract": format_contract(value)}
        case Share():
            return {"share": [value.party.value, str(value.amount)]}
        case Suits():
            return {"suits": [suit.name for suit in sorted(value.suits)], "unless_shown": value.unless_shown}
        case Weight():
            return {"weight": [str(value.percent), value.ns_points]}
    return value


def _from_json(stored: Any) -> Any:
    if not isinstance(stored, dict):
        return stored
    if "suits" in stored:
        return Suits(frozenset(parse_suit(name) for name in stored["suits"]), stored["unless_shown"])
    ((kind, value),) = stored.items()
    return _READ[kind](value)


_READ: dict[str, Any] = {
    "option": Option,
    "call": parse_call,
    "card": parse_card,
    "suit": parse_suit,
    "seat": Seat,
    "side": Side,
    "vulnerability": Vulnerability,
    "contract": parse_contract,
    "share": lambda value: Share(Party(value[0]), _amount(value[1])),
    "weight": lambda value: Weight(Fraction(value[0]), value[1]),
}


def _amount(text: str) -> Fraction | int:
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else exact
