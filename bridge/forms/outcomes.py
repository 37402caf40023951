"""What a director says about a board in one line for each outcome, `60 % 4SX S -1` or `+620`, and back."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.forms import ValidationError
from django.utils.translation import gettext as _

from bridge.engine.contract import PASSED_OUT, PassedOut, Report, format_tricks, ns_points_of, parse_contract, parse_tricks
from bridge.engine.errors import EngineError
from bridge.engine.scoring.outcome import Assigned, Component, Scored, Weighted
from bridge.engine.seats import parse_seat
from bridge.phrases import phrase

_LINE = re.compile(r"(?:(?P<percent>\d{1,3}(?:[.,]\d+)?)\s*[%％]\s*)?(?P<said>.*)")
_POINTS = re.compile(r"[+-]?\d{1,4}")


@dataclass(frozen=True, slots=True)
class Decided:
    """What one side gets: the outcome, and for each of its components the contract that was named, None where only points were."""

    outcome: Scored
    told: tuple[Report | None, ...]


def read_decision(text: str, board: int) -> Decided:
    """An assigned or weighted score from its lines; also `;` parts them. Raises ValidationError with the line that is wrong."""
    lines = [line.strip() for line in re.split(r"[\n;；]", text) if line.strip()]
    read = [_read_line(line, board) for line in lines]
    told = tuple(report for _, _, report in read)
    weights = [weight for weight, _, _ in read]
    if weights == [None]:
        return Decided(Assigned(read[0][1]), told)
    if not read or None in weights:
        raise ValidationError(_("Each outcome of a weighted score needs its weight: 60 % 4S N =."))
    try:
        return Decided(Weighted(tuple(Component(points, weight) for weight, points, _ in read if weight is not None)), told)
    except EngineError as refusal:
        raise ValidationError(phrase(refusal)) from refusal


def _read_line(line: str, board: int) -> tuple[Fraction | None, int, Report | None]:
    found = _LINE.fullmatch(line.replace("−", "-"))
    assert found is not None, "every line fits"
    percent, said = found["percent"], found["said"].strip()
    weight = Fraction(percent.replace(",", ".")) / 100 if percent else None
    if _POINTS.fullmatch(said):
        return weight, int(said), None
    try:
        report = _read_report(said)
    except EngineError as refusal:
        raise ValidationError(f"“{line}”: {phrase(refusal)}") from refusal
    return weight, ns_points_of(report, board), report


def _read_report(said: str) -> Report:
    words = said.split()
    contract = parse_contract(words[0] if words else "")
    if isinstance(contract, PassedOut):
        return Report(PASSED_OUT)
    if len(words) != 3:
        raise ValidationError(_("“%(line)s”: write the contract, who plays it and the result, as in 4SX S -1, or only the points.") % {"line": said})
    return Report(contract, parse_seat(words[1]), parse_tricks(words[2], contract))


def write_decision(value: Mapping[str, Any]) -> str:
    """The lines that `read_decision` reads, from the stored value of an assigned or weighted score."""
    components: Sequence[tuple[int, str | None]] = value.get("components") or [(value["points"], None)]
    said = value.get("said") or [None] * len(components)
    return "\n".join(_write_line(points, weight, told) for (points, weight), told in zip(components, said, strict=True))


def _write_line(points: int, weight: str | None, told: Sequence[Any] | None) -> str:
    share = f"{100 * Fraction(weight)} % " if weight else ""
    if told is None:
        return f"{share}{points:+d}"
    contract = parse_contract(told[0])
    return share + (told[0] if isinstance(contract, PassedOut) else f"{told[0]} {told[1]} {format_tricks(contract, told[2])}")
