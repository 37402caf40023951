"""Adapter for the laws vectors: facts of JSON to typed facts, an outcome back to codes. No rule here, and no special case for an item."""

import contextlib
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from bridge.engine.auction import Bid, Plain, format_call
from bridge.engine.cards import Card, Suit, format_card
from bridge.engine.contract import Contract, format_contract
from bridge.engine.errors import EngineError
from bridge.engine.laws.answers import NoSuchAnswer, parse_answer
from bridge.engine.laws.case import Facts, Form, Question
from bridge.engine.laws.codes import AuctionEffect, Kind, PlayEffect, ScoreEffect
from bridge.engine.laws.desk import PROCEDURES, rule
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.facts import DECLARER
from bridge.engine.laws.rectification import Outcome as Ruled
from bridge.engine.laws.rectification import Rectification, Share, Suits
from bridge.engine.laws.words import Weight
from bridge.engine.seats import Seat, Side, Vulnerability
from tests.conform.outcome import Outcome

AREAS = {"auction": AuctionEffect, "play": PlayEffect, "score": ScoreEffect}
_MOST_CITATIONS = 8
_UNLESS_SAID = {DECLARER.code: Seat.S.value}  # "Play scenarios: declarer South ... unless facts say otherwise"


def recognises(data: Any) -> bool:
    """Is this a file of laws vectors: a list of {edition, kind, facts, expected}?"""
    return isinstance(data, list) and bool(data) and all(isinstance(each, dict) and {"edition", "kind", "facts", "expected"} <= each.keys() for each in data)


def check(data: Any, kinds: frozenset[str]) -> Iterator[Outcome]:
    """Every item of the kinds or editions asked for (all where none is named), each with what came of it."""
    for item in data:
        counted = frozenset((item["kind"], item["edition"]))
        if kinds and not kinds & counted:
            continue
        expected = item["expected"]
        try:
            got: Any = _ruled(item["edition"], item["kind"], item["facts"])
            passed = _agrees(expected, got)
        except (EngineError, LookupError, ValueError, TypeError, AttributeError, AssertionError) as refusal:
            got, passed = f"{type(refusal).__name__}: {refusal}", False
        yield Outcome(str(item.get("id", "?")), counted, expected, got, passed)


def _ruled(edition: str, kind: str, facts: dict[str, Any]) -> dict[str, Any]:
    """The engine's answer in the shape of the file."""
    which = Kind(kind)
    outcome = rule(Edition[edition], which, typed_facts(which, facts))
    return {
        "ruling": outcome.ruling.value,
        "options": [_text(option) for option in outcome.options],
        "who_chooses": outcome.chooser.value if outcome.chooser else None,
        "effects": {area: [_code(each) for each in outcome.rectifications if isinstance(each.effect, codes)] for area, codes in AREAS.items()},
        "citations": list(outcome.laws),
        "tricks_transferred": outcome.tricks_transferred,
        "value": _value(outcome),
    }


# Facts in.


def typed_facts(kind: Kind, facts: dict[str, Any]) -> Facts:
    """The facts that this kind knows; what cannot be read counts as not told."""
    told: dict[Question[Any], object] = {}
    for question in PROCEDURES[kind].questions:
        value = facts.get(question.code, _UNLESS_SAID.get(question.code))
        if value is not None:
            # Two questions of a kind may share a code (`cards` of one player, or of each seat): the one that can be read is meant.
            with contextlib.suppress(NoSuchAnswer, LookupError, TypeError, AttributeError, ValueError):
                told[question] = parse_answer(question, _answer_text(question, value))
    return told


def _answer_text(question: Question[Any], value: Any) -> str:
    if question.form is Form.RESTRICTION:
        return f"{value['type']}:{value['suit']}"
    if question.form is Form.LATER_FAILURE:
        return f"{value['trick']}:{value['suit']}"
    if question.form is Form.WEIGHTS:
        pairs = [tuple(each.values()) if isinstance(each, dict) else tuple(each) for each in value]
        whole = 100 if sum(Fraction(weight) for weight, _ in pairs) == 1 else 1  # shares of one, or per cent
        return " ".join(f"{Fraction(weight) * whole}:{points}" for weight, points in pairs)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " ".join(f"{name}:{each}" for name, each in value.items())
    if isinstance(value, list):
        return " ".join(_item_text(each) for each in value)
    return str(value)


def _item_text(item: Any) -> str:
    if isinstance(item, dict):
        return ":".join((str(item["card"]), str(item.get("class") or ""), *([str(item["owner"])] if item.get("owner") else [])))
    if isinstance(item, list):
        return ":".join(map(str, item))
    return str(item)


# Outcomes out.


def _text(detail: Any) -> str:
    """One detail in the spelling of the file: notrump is `NT`, a ten `10`."""
    match detail:
        case Bid() | Plain():
            return re.sub(r"^(\d)N$", r"\1NT", format_call(detail))
        case Contract():
            return re.sub(r"^(\d)N", r"\1NT", format_contract(detail))
        case Card():
            return format_card(detail).replace("T", "10")
        case Suit():
            return detail.name
        case Seat() | Side() | Vulnerability():
            return str(detail.value)
        case Suits():
            return ",".join(suit.name for suit in sorted(detail.suits)) + ("_unless_later_specified" if detail.unless_shown else "")
        case Weight():
            return f"{_number(detail.percent)}%={detail.ns_points:+d}"
        case _:
            return str(detail)


def _number(value: Fraction | int) -> str:
    """An exact number as a decimal where it is one."""
    return str(Fraction(value))


def _code(each: Rectification) -> str:
    """`[if_defending:]code[:parameters]`."""
    signed = each.effect is not ScoreEffect.ADJ_ARTIFICIAL
    details = [_share(detail, signed=signed) if isinstance(detail, Share) else _text(detail) for detail in each.details]
    code = each.effect.value
    if each.effect is AuctionEffect.CALL_ORDER:
        details = [f"{detail}_first" for detail in details]
    return ("if_defending:" if each.if_defending else "") + code + (":" + ",".join(details) if details else "")


def _share(share: Share, *, signed: bool) -> str:
    sign = "+" if signed and share.amount >= 0 else ""
    return f"{share.party.value}={sign}{_number(share.amount)}"


def _value(outcome: Ruled) -> Any:
    """The computed answer: cards or a winner by themselves, anything else under its name."""
    if not outcome.findings:
        return None
    found = {each.name: [_plain(one) for one in each.what] if isinstance(each.what, tuple) else _plain(each.what) for each in outcome.findings}
    return next(iter(found.values())) if found.keys() <= {"cards", "winner"} else found


def _plain(what: Any) -> Any:
    return what if type(what) in (bool, int) else _text(what)


# Comparison.


def _agrees(expected: dict[str, Any], got: dict[str, Any]) -> bool:
    """Equal as `CONFORM.md` says: codes as sets, values and tricks where expected has them, citations covered."""
    effects = expected.get("effects", {})
    return (
        expected["ruling"] == got["ruling"]
        and expected.get("who_chooses") == got["who_chooses"]
        and _codes(expected.get("options", ())) == _codes(got["options"])
        and all(_codes(effects.get(area, ())) == _codes(got["effects"][area]) for area in AREAS)
        and ("tricks_transferred" not in expected or expected["tricks_transferred"] == got["tricks_transferred"])
        and ("value" not in expected or _same(expected["value"], got["value"]))
        and len(got["citations"]) <= _MOST_CITATIONS
        and all(any(covers(law, wanted) for law in got["citations"]) for wanted in expected.get("citations", ()))
    )


def _codes(codes: Any) -> set[tuple[str, frozenset[str]]]:
    split = []
    for code in codes:
        head, _, parameters = re.sub(r"^if_defending:", "if_defending/", code.lower()).partition(":")
        suffix = "_unless_later_specified"
        if parameters.endswith(suffix):
            head, parameters = head + suffix, parameters.removesuffix(suffix)
        split.append((head, frozenset(_parameter(each) for each in parameters.split(","))))
    return set(split)


def _parameter(text: str) -> str:
    """A number in a parameter compared by value."""
    name, equals, amount = text.rpartition("=")
    return f"{name}={Fraction(amount)}" if equals and re.fullmatch(r"[+-]?\d+([./]\d+)?", amount) else text


def _same(expected: Any, got: Any) -> bool:
    if isinstance(expected, list) and isinstance(got, list):
        return {str(each).lower() for each in expected} == {str(each).lower() for each in got}
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(_same(expected[name], got[name]) for name in expected)
    if isinstance(expected, str) and isinstance(got, str):
        return expected.lower() == got.lower()
    return bool(expected == got)


def covers(named: str, wanted: str) -> bool:
    """A part named covers the whole: `26A2` covers `26`, `26` does not cover `26A2`."""
    part, whole = (re.sub(r"[()\s.]", "", law).lower() for law in (named, wanted))
    return part == whole or (part.startswith(whole) and not (whole[-1].isdigit() and part[len(whole)].isdigit()))
