"""Total points: each board counts what it scored."""

from fractions import Fraction

from bridge.engine.scoring.method import Chart, Figure, Note, Reasons, ScoringMethod, Setting, Values, Versus


def total_points(chart: Chart, setting: Setting) -> Values | Note:
    """The points themselves."""
    return Values({points: points for points in chart.frequency}, 1, 0)


def explain(own: int, others: Chart, whole: Chart, setting: Setting) -> Reasons:
    """The points, for what they are."""
    return Reasons((Versus(own, Fraction(1), own),))


def no_measure(actual: int, setting: Setting) -> None:
    """Total points know no artificial score."""
    return None


TOTAL_POINTS = ScoringMethod("total_points", "Law 78D", Figure.TOTAL, total_points, explain, no_measure)
