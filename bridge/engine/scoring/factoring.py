"""How matchpoints against the results that there are become marks comparable over a whole event.

Every factoring is a straight line over M, the matchpoints (2 for each beaten, 1 for each equalled) inside a group of `actual` results (A), where a
normal board has `expected` (E) and `due` tables (N) should have played this one.
"""

from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.errors import EngineError
from bridge.engine.scoring.conditions import Conditions, Factoring
from bridge.engine.scoring.method import Measure, Setting

SMALL_GROUP = 3  # EBU White Book 4.2.3.3


class NoResults(EngineError):
    """Factoring needs at least one result, and no fewer expected than there are. Facts: `actual`, `expected`."""

    law = "87"


@dataclass(frozen=True, slots=True)
class Line:
    """mark = slope * M + start."""

    slope: Fraction
    start: Fraction

    def at(self, matchpoints: Fraction | int) -> Fraction:
        """The mark for M matchpoints of 2 for each pair beaten."""
        return self.slope * matchpoints + self.start


def scale_of(conditions: Conditions) -> Fraction:
    """Marks for a pair beaten, as part of 2: 1 on the scale 2-1-0, 1/2 on 1-1/2-0."""
    return Fraction(1, 2) if conditions.win == 1 or conditions.factoring is Factoring.ACBL_TOTAL else Fraction(1)


def neuberg(actual: int, expected: int) -> Line:
    """(M + 1) * E / A - 1 on the scale of 2 for each pair beaten (EBU White Book 4.2.3.2). Raises NoResults."""
    if actual < 1 or expected < 1:
        raise NoResults(actual=actual, expected=expected)
    factor = Fraction(expected, actual)
    return Line(factor, factor - 1)


def small_group(actual: int, expected: int) -> Line:
    """60 percent of the top, 5 more or less for each matchpoint from the middle: each side by itself, 120 percent together (EBU White Book 4.2.3.3)."""
    hundredth = Fraction(2 * (expected - 1), 100)
    return Line(5 * hundredth, (60 - 5 * (actual - 1)) * hundredth)


def is_small_group(actual: int, expected: int) -> bool:
    """Is Neuberg unfit for this group of a fouled board? A single result always (3.3.2), two or three up to a third of those expected (4.2.3.3)."""
    return actual == 1 or actual <= SMALL_GROUP and 3 * actual <= expected


def line_of(actual: int, setting: Setting) -> Line:
    """The straight line that the conditions prescribe for a group of `actual` results, in the marks of their scale."""
    line = _two_for_each(actual, setting)
    scale = Fraction(1) if setting.conditions.factoring is Factoring.POLISH else scale_of(setting.conditions)
    return Line(line.slope * scale, line.start * scale)


def measure_of(actual: int, setting: Setting) -> Measure:
    """Average and marks of a percent on a board with `actual` results: artificial scores are percentages of the board's full top."""
    factoring, scale = setting.conditions.factoring, scale_of(setting.conditions)
    if factoring is Factoring.POLISH:
        return Measure(Fraction(50), Fraction(1))
    if factoring is Factoring.ZERO_CENTRED:
        return Measure(Fraction(0), Fraction(max(setting.due - 1, 0), 50) * scale)
    half_top = max((actual if factoring is Factoring.NONE else setting.expected) - 1, 0)
    return Measure(half_top * scale, Fraction(half_top, 50) * scale)


def _two_for_each(actual: int, setting: Setting) -> Line:
    factoring = setting.conditions.factoring
    if factoring is Factoring.NEUBERG:
        if setting.fouled and setting.conditions.small_groups and is_small_group(actual, setting.expected):
            return small_group(actual, setting.expected)
        return neuberg(actual, setting.expected)
    if factoring is Factoring.ZERO_CENTRED:
        factor = Fraction(setting.due, actual)
        return Line(factor, -factor * (actual - 1))
    if factoring is Factoring.POLISH:
        return Line(Fraction(50, actual - 1), Fraction(0))
    return Line(Fraction(1), Fraction(0))
