"""Point-compensated scoring (贴点): the score against what the points held are expected to give."""


from fractions import Fraction

from bridge.engine.errors import EngineError
from bridge.engine.scoring.imps import imp, measure_imps
from bridge.engine.scoring.method import Chart, Figure, Held, HeldReasons, Note, NoteKind, Reasons, ScoringMethod, Setting, Values, Versus
from bridge.engine.seats import Side

# Expected scores for 20, 21 ... 37 and more points of the stronger side: the "Russian" table of rubber and Chicago compensation.
NOT_VULNERABLE = (0, 50, 70, 110, 200, 300, 350, 400, 430, 460, 490, 600, 700, 900, 1000, 1100, 1200, 1300)
VULNERABLE = (0, 50, 70, 110, 290, 440, 520, 600, 630, 660, 690, 900, 1050, 1350, 1500, 1650, 1800, 1950)


class PointsHeldOutOfRange(EngineError):
    """The stronger side holds 20 to 40 high-card points. Facts: `hcp`."""


USUAL = tuple((hcp, *scores) for hcp, scores in enumerate(zip(NOT_VULNERABLE, VULNERABLE, strict=True), start=20))


def expected_score(hcp: int, *, vulnerable: bool, table: tuple[tuple[int, int, int], ...] = USUAL) -> int:
    """What the stronger side is expected to score with so many points, 20 to 40, at its own vulnerability. Raises PointsHeldOutOfRange.

    table   rows as in the conditions' `expected_scores`, the last for all points above
    """
    if not 20 <= hcp <= 40:
        raise PointsHeldOutOfRange(hcp=hcp)
    return table[min(hcp - 20, len(table) - 1)][2 if vulnerable else 1]


def expected_of(held: Held, side: Side, table: tuple[tuple[int, int, int], ...] = USUAL) -> int:
    """The expected score as `side` sees it: negative when the opponents hold more. Raises PointsHeldOutOfRange."""
    stronger = Side.NS if held.ns_hcp >= 20 else Side.EW
    hcp = held.ns_hcp if stronger is Side.NS else 40 - held.ns_hcp
    expected = expected_score(hcp, vulnerable=held.vulnerability.has(stronger), table=table)
    return expected if side is stronger else -expected


def linear_imps(points: int, own_hcp: int) -> int:
    """The literal reading: the scoring side's IMPs less its points above 20; from this side's view."""
    if points == 0:
        return 0
    return imp(points) - (own_hcp - 20) if points > 0 else imp(points) + (20 - own_hcp)


def evaluate(chart: Chart, setting: Setting) -> Values | Note:
    """IMPs of every score against the expected one: no other table is needed."""
    held = setting.held
    if held is None:
        return Note(NoteKind.NO_HANDS, chart.results)
    if setting.conditions.linear_compensation:
        own_hcp = held.ns_hcp if setting.side is Side.NS else 40 - held.ns_hcp
        return Values({points: linear_imps(points, own_hcp) for points in chart.frequency}, 1, 0)
    expected = expected_of(held, setting.side, setting.conditions.expected_scores or USUAL)
    return Values({points: imp(points - expected) for points in chart.frequency}, 1, 0)


def explain(own: int, others: Chart, whole: Chart, setting: Setting) -> Reasons:
    """The expected score with the IMPs against it; in the linear reading 0 with the IMPs of the score, and the points above 20 taken off."""
    held = setting.held
    assert held is not None
    if not setting.conditions.linear_compensation:
        expected = expected_of(held, setting.side, setting.conditions.expected_scores or USUAL)
        stronger = Side.NS if held.ns_hcp >= 20 else Side.EW
        hcp = held.ns_hcp if stronger is Side.NS else 40 - held.ns_hcp
        origin = HeldReasons(hcp, stronger is setting.side, held.vulnerability.has(stronger))
        return Reasons((Versus(expected, Fraction(1), imp(own - expected)),), origin=origin)
    own_hcp = held.ns_hcp if setting.side is Side.NS else 40 - held.ns_hcp
    return Reasons((Versus(0, Fraction(1), imp(own)),), start=Fraction(linear_imps(own, own_hcp) - imp(own)))


COMPENSATION = ScoringMethod("compensation", "IMPs against points held, table of Russian/Chicago scoring", Figure.TOTAL, evaluate, explain, measure_imps)
