"""What a director says about a board in one line for each outcome, `60 % 4SX S -1` or `+620`, and back; outcomes that are pressed together, one by one."""

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
from bridge.phrases.figures import decimal_text

AS_PLAYED = "="  # in the place of a side's lines: nothing is decided for it
_LINE = re.compile(r"(?:(?P<percent>-?\d{1,3}(?:[.,]\d+)?)\s*[%％]\s*)?(?P<said>.*)")
_POINTS = re.compile(r"[+-]?\d{1,4}")


@dataclass(frozen=True, slots=True)
class Decided:
    """What one side gets: the outcome, and for each of its components the contract that was named, None where only points were."""

    outcome: Scored
    told: tuple[Report | None, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One outcome as it is written: its share in percent, None where none was said, and the contract or the points."""

    share: Fraction | None
    said: str

    def __str__(self) -> str:
        """As it is typed: `60 % 4S N =`."""
        return self.said if self.share is None else f"{_plain(self.share)} % {self.said}"


def lines_of(text: str) -> list[Line]:
    """The lines of a decision, also parted by `;`, before they are judged."""
    return [_line_of(line.strip()) for line in re.split(r"[\n;；]", text) if line.strip()]


def _line_of(line: str) -> Line:
    found = _LINE.fullmatch(line.replace("−", "-"))
    assert found is not None, "every line fits"
    return Line(Fraction(found["percent"].replace(",", ".")) if found["percent"] else None, found["said"].strip())


def left_of(lines: Sequence[Line]) -> Fraction:
    """Percent that the outcomes leave; below zero where they are too much. An outcome alone without a share is the whole."""
    return Fraction(0) if [line.share for line in lines] == [None] else 100 - sum((line.share or Fraction(0) for line in lines), Fraction(0))


def sum_words(lines: Sequence[Line]) -> str:
    """What is wrong with the sum of the shares; empty where they are the whole, or nothing was said."""
    left = left_of(lines)
    if not lines or left == 0:
        return ""
    facts = {"sum": _plain(100 - left), "percent": _plain(abs(left))}
    if left > 0:
        return _("The outcomes add up to %(sum)s percent: %(percent)s percent are still to be given.") % facts
    return _("The outcomes add up to %(sum)s percent: %(percent)s percent too many.") % facts


def with_outcome(lines: Sequence[Line], said: str, share: Fraction | None) -> list[Line]:
    """The outcomes and one more.

    lines    what one side has so far; an outcome takes the place of "as it was played"
    share    None: what the others leave. One that stood alone, and so was the whole, leaves room for another that has its share
    raises   ValidationError where nothing is left
    """
    if [line.said for line in lines] == [AS_PLAYED]:
        lines = ()
    if share is None and lines and left_of(lines) <= 0:
        raise ValidationError(_("Nothing is left of the 100 percent: press a weight, or take an outcome away."))
    if not lines:
        return [Line(share, said)]
    if len(lines) == 1 and left_of(lines) == 0 and share is not None:
        return [Line(100 - share, lines[0].said), Line(share, said)]
    return [*lines, Line(left_of(lines) if share is None else share, said)]


def read_decision(text: str, board: int) -> Decided:
    """An assigned or weighted score from its lines; one without a share among several takes what they leave. Raises ValidationError with what is wrong."""
    lines = lines_of(text)
    read = [read_said(line, board) for line in lines]
    told = tuple(report for _, report in read)
    if [line.share for line in lines] == [None]:
        return Decided(Assigned(read[0][0]), told)
    if not read or [line.share for line in lines].count(None) > 1:
        raise ValidationError(_("Each outcome of a weighted score needs its weight: 60 % 4S N =."))
    left = left_of(lines)
    if left < 0 or (left > 0) != (None in [line.share for line in lines]):
        raise ValidationError(sum_words(lines) or _("Nothing is left of the 100 percent: press a weight, or take an outcome away."))
    shares = [left if line.share is None else line.share for line in lines]
    try:
        return Decided(Weighted(tuple(Component(points, share / 100) for share, (points, _) in zip(shares, read, strict=True))), told)
    except EngineError as refusal:
        raise ValidationError(phrase(refusal)) from refusal


def read_said(line: Line, board: int) -> tuple[int, Report | None]:
    """North-South's points of one outcome, and its contract where one was named. Raises ValidationError."""
    if _POINTS.fullmatch(line.said):
        return int(line.said), None
    try:
        report = _read_report(line.said)
    except EngineError as refusal:
        raise ValidationError(f"“{line}”{_(': ')}{phrase(refusal)}") from refusal
    return ns_points_of(report, board), report


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
    share = 100 * Fraction(weight) if weight else None
    if told is None:
        return str(Line(share, f"{points:+d}"))
    contract = parse_contract(told[0])
    return str(Line(share, told[0] if isinstance(contract, PassedOut) else f"{told[0]} {told[1]} {format_tricks(contract, told[2])}"))


def _plain(share: Fraction) -> str:
    return decimal_text(share, 0 if share.denominator == 1 else 2)
