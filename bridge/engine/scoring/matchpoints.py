"""Matchpoints (Law 78A): every result is compared with every other one of the board."""

from collections import Counter
from collections.abc import Hashable, Mapping
from math import lcm
from typing import TypeVar

from bridge.engine.errors import EngineError
from bridge.engine.scoring.conditions import Factoring
from bridge.engine.scoring.factoring import line_of, measure_of
from bridge.engine.scoring.method import Chart, Figure, Note, NoteKind, Reasons, ScoringMethod, Setting, Values, Versus

Who = TypeVar("Who", bound=Hashable)


class NothingToCompare(EngineError):
    """Fewer than two pairs have points on the board. Facts: `pairs`."""

    law = "78A"


def matchpoint_board(points: Mapping[Who, int]) -> dict[Who, int]:
    """Half-matchpoints each pair wins on one board against those who sat the same way.

    points   points of every pair, from its own side; adjusted boards are left out by the caller
    returns  2 for each pair beaten, 1 for each equalled (Law 78A): whole numbers adding up to n * (n - 1)
    raises   NothingToCompare when fewer than two pairs have points
    """
    if len(points) < 2:
        raise NothingToCompare(pairs=tuple(points))
    found = comparisons(Chart(Counter(points.values()), 1, len(points)))
    return {pair: found[own] for pair, own in points.items()}


def comparisons(chart: Chart) -> dict[int, int]:
    """2 for each result beaten and 1 for each equalled by every score of the chart, itself left out, in 1/`unit`.

    A weighted result's own fractions stay in the chart: compared with itself it comes to exactly 1, as any result does (FACTS 6).
    """
    beaten = 0
    found = {}
    for points in sorted(chart.frequency):
        equal = chart.frequency[points]
        found[points] = 2 * beaten + equal - chart.unit
        beaten += equal
    return found


def evaluate(chart: Chart, setting: Setting) -> Values | Note:
    """Factored matchpoints of every score of the chart; a note where there is nobody to compare with."""
    due = {Factoring.NEUBERG: setting.expected, Factoring.ZERO_CENTRED: setting.due}.get(setting.conditions.factoring, 1)
    if chart.results < (1 if due > 1 else 2):  # these two factorings say what a lone result is worth where more were due: average
        return Note(NoteKind.TOO_FEW_RESULTS, chart.results, 2)
    line = line_of(chart.results, setting)
    whole = lcm(line.slope.denominator, line.start.denominator)
    slope, start = int(line.slope * whole), int(line.start * whole) * chart.unit
    both = 2 * (chart.results - 1) * chart.unit  # M of the two sides of a table together
    marks = {points: slope * found + start for points, found in comparisons(chart).items()}
    return Values(marks, whole * chart.unit, slope * both + 2 * start)


def explain(own: int, others: Chart, whole: Chart, setting: Setting) -> Reasons:
    """Every other score of the chart with 2, 1 or 0, and the factor."""
    line = line_of(whole.results, setting)
    versus = tuple(Versus(points, results, 2 if own > points else 1 if own == points else 0) for points, results in others.by_points())
    return Reasons(versus, line.slope, line.start)


MATCHPOINTS = ScoringMethod("matchpoints", "Law 78A", Figure.PERCENT, evaluate, explain, measure_of)
