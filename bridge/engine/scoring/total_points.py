"""Total points: each board counts what it scored."""

from bridge.engine.scoring.method import Chart, Figure, Note, ScoringMethod, Setting, Values


def total_points(chart: Chart, setting: Setting) -> Values | Note:
    """The points themselves."""
    return Values({points: points for points in chart.frequency}, 1, 0)


def no_measure(actual: int, setting: Setting) -> None:
    """Total points know no artificial score."""
    return None


TOTAL_POINTS = ScoringMethod("total_points", "Law 78D", Figure.TOTAL, total_points, no_measure)
