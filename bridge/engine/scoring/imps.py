"""The IMP scale (Law 78B), cross-IMPs and the datum (Butler)."""

from bisect import bisect_left
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from itertools import accumulate, repeat
from math import gcd, isqrt

from bridge.engine.scoring.conditions import CrossImps, Datum, Trim
from bridge.engine.scoring.method import Chart, DatumReasons, Figure, Measure, Note, NoteKind, Reasons, ScoringMethod, Setting, Values, Versus
from bridge.engine.scoring.rounding import half_away

# The largest difference that is worth 0, 1, 2 ... 23 IMPs; anything above the last is worth 24 (Law 78B).
UPPER_LIMITS = (10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990)

_DIGITS = Context(prec=50)


def imp(difference: int) -> int:
    """IMPs for a difference in points, with its sign (Law 78B)."""
    size = bisect_left(UPPER_LIMITS, abs(difference))
    return size if difference >= 0 else -size


def cross_imp_sums(chart: Chart) -> dict[int, int]:
    """The sum of the IMPs of every score of the chart against all results, in 1/`unit`.

    The scale has 24 steps, so a sum counts, step by step, the results that lie so far below less those so far above. On a grid of scores these counts are
    one cumulative row, shifted: what it costs does not depend on how many different scores there are.
    """
    lowest, highest = min(chart.frequency), max(chart.frequency)
    step = gcd(*(points - lowest for points in chart.frequency)) or 1
    cells = (highest - lowest) // step + 1
    upto = [0, *accumulate(map(chart.frequency.get, range(lowest, highest + step, step), repeat(0)))]
    everything = upto[-1]
    row = [0] * cells + upto + [everything] * cells
    apart = [min(limit // step + 1, cells) for limit in UPPER_LIMITS]  # cells that are worth one IMP more
    shifted = [row[cells + 1 - far : 2 * cells + 1 - far] for far in apart] + [row[cells + far : 2 * cells + far] for far in apart]
    sums = [total - everything * len(UPPER_LIMITS) for total in map(sum, zip(*shifted, strict=True))]
    return {points: sums[(points - lowest) // step] for points in chart.frequency}


def evaluate_cross_imps(chart: Chart, setting: Setting) -> Values | Note:
    """Sum or mean of the IMPs against every other result of the chart."""
    if chart.results < 2:
        return Note(NoteKind.TOO_FEW_RESULTS, chart.results, 2)
    sums = cross_imp_sums(chart)
    factor = _imp_factor(chart.results, setting)
    return Values({points: total * factor.numerator for points, total in sums.items()}, chart.unit * factor.denominator, 0)


def _imp_factor(results: int, setting: Setting) -> Fraction:
    """What a sum against all others is multiplied by."""
    if setting.conditions.cross_imps is CrossImps.MEAN:
        return Fraction(1, results - 1)
    if setting.conditions.cross_imps is CrossImps.MEAN_OF_ALL:
        return Fraction(1, results)
    return Fraction(setting.expected, results) if setting.conditions.factor_imps else Fraction(1)


def measure_cross_imps(actual: int, setting: Setting) -> Measure:
    """Average plus is so many IMPs for each comparison: once where lines are means, E - 1 times where they are sums."""
    times = setting.expected - 1 if setting.conditions.cross_imps is CrossImps.SUM else 1
    return Measure(Fraction(0), setting.conditions.award_imps * times / 10)


def ximpq(total: int, results: int, places: int = 4) -> Fraction:
    """sum / sqrt(r * c / 2), r results and c = r - 1 comparisons (EBU White Book 3.1.3), to so many decimals, halves away from zero."""
    # The square is rational: round(2 * sqrt(q)) by an integer root, then halve towards the nearer whole.
    tens = 10**places
    squared = Fraction(2 * (total * tens) ** 2, results * (results - 1))
    size = (isqrt(4 * squared.numerator // squared.denominator) + 1) // 2
    return Fraction(size if total >= 0 else -size, tens)


def ximpq_match(boards: Sequence[tuple[int, int]]) -> int:
    """The match in whole IMPs for the VP scale of teams: the XIMPQs of all boards (sum, results) added up, then rounded once, halves away from zero.

    Square roots that are whole are kept as fractions, so that an exact half is one.
    """
    by_root: dict[int, Fraction] = {}
    for total, results in boards:
        outside, inside = _without_squares(results * (results - 1) // 2)
        by_root[inside] = by_root.get(inside, Fraction(0)) + Fraction(total, outside * inside)  # 1 / sqrt(c) = sqrt(c) / c
    exact = by_root.pop(1, Fraction(0))
    for inside, factor in by_root.items():
        exact += factor * Fraction(_DIGITS.sqrt(Decimal(inside)))
    return int(half_away(exact))


def _without_squares(number: int) -> tuple[int, int]:
    """`number` as outside² * inside, inside free of squares."""
    outside, inside, factor = 1, number, 2
    while factor * factor <= inside:
        if inside % (factor * factor):
            factor += 1
        else:
            inside //= factor * factor
            outside *= factor
    return outside, inside


def trim_of(results: int, setting: Setting) -> int:
    """How many scores the datum leaves out at each end."""
    if setting.conditions.trim is Trim.FIXED:
        return setting.conditions.trim_each_end
    return ladder_trim(results)


def ladder_trim(results: int) -> int:
    """The default ladder: none below 4 results, 1 up to 10, one more for each further 15."""
    return 0 if results < 4 else -((10 - results) // 15) + 1


def kept_scores(chart: Chart, trim: int) -> tuple[tuple[int, int], ...]:
    """The scores that remain, ascending, with their weights in 1/`unit`, after `trim` results are taken from each end one by one."""
    left, right = trim * chart.unit, (chart.results - trim) * chart.unit
    kept, seen = [], 0
    for points in sorted(chart.frequency):
        start, seen = max(seen, left), seen + chart.frequency[points]
        inside = min(seen, right) - start
        if inside > 0:
            kept.append((points, inside))
    return tuple(kept)


def mean_of(kept: Sequence[tuple[int, int]]) -> Fraction:
    """The weighted mean of scores."""
    return Fraction(sum(points * weight for points, weight in kept), sum(weight for _, weight in kept))


def median_of(kept: Sequence[tuple[int, int]]) -> Fraction:
    """The score in the middle, or the mean of the two next to it."""
    return Fraction(sum(middle_of(kept)), 2)


def middle_of(kept: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The two scores next to the middle; the same twice where one is in it."""
    total = sum(weight for _, weight in kept)
    upto = list(accumulate(weight for _, weight in kept))
    lower = next(points for (points, _), end in zip(kept, upto, strict=True) if 2 * end >= total)
    upper = next(points for (points, _), end in zip(kept, upto, strict=True) if 2 * end > total)
    return lower, upper


def datum_of(chart: Chart, setting: Setting) -> int | Note:
    """The datum of a chart: mean or median of the scores that remain after trimming, to the step of the conditions, halves away from zero."""
    kept = _remaining(chart, setting)
    return kept if isinstance(kept, Note) else _rounded(_middle(kept, setting), setting)


def reasons_of_datum(chart: Chart, setting: Setting) -> DatumReasons | Note:
    """The datum of a chart with what it is made of, or why there is none."""
    kept = _remaining(chart, setting)
    if isinstance(kept, Note):
        return kept
    exact, is_median = _middle(kept, setting), setting.conditions.datum is Datum.MEDIAN
    results = tuple((points, Fraction(weight, chart.unit)) for points, weight in kept)
    between = middle_of(kept) if is_median else None
    return DatumReasons(results, trim_of(chart.results, setting), between, exact, setting.conditions.datum_step, _rounded(exact, setting))


def _remaining(chart: Chart, setting: Setting) -> tuple[tuple[int, int], ...] | Note:
    trim = trim_of(chart.results, setting)
    if chart.results <= max(1, 2 * trim):
        return Note(NoteKind.TOO_FEW_RESULTS, chart.results, max(2, 2 * trim + 1))
    return kept_scores(chart, trim)


def _middle(kept: Sequence[tuple[int, int]], setting: Setting) -> Fraction:
    return median_of(kept) if setting.conditions.datum is Datum.MEDIAN else mean_of(kept)


def _rounded(exact: Fraction, setting: Setting) -> int:
    return int(half_away(exact, setting.conditions.datum_step))


def evaluate_butler(chart: Chart, setting: Setting) -> Values | Note:
    """IMPs of every score of the chart against the datum, the trimmed ones too."""
    datum = datum_of(chart, setting)
    if isinstance(datum, Note):
        return datum
    return Values({points: imp(points - datum) for points in chart.frequency}, 1, 0)


def measure_imps(actual: int, setting: Setting) -> Measure:
    """Average plus, 60 percent, is `award_imps` on every board (Law 12C2, 86)."""
    return Measure(Fraction(0), setting.conditions.award_imps / 10)


def explain_cross_imps(own: int, others: Chart, whole: Chart, setting: Setting) -> Reasons:
    """Every other score of the chart with the IMPs against it."""
    versus = tuple(Versus(points, results, imp(own - points)) for points, results in others.by_points())
    return Reasons(versus, _imp_factor(whole.results, setting))


def explain_butler(own: int, others: Chart, whole: Chart, setting: Setting) -> Reasons:
    """The datum with the IMPs against it."""
    origin = reasons_of_datum(whole, setting)
    assert isinstance(origin, DatumReasons)
    return Reasons((Versus(origin.datum, Fraction(1), imp(own - origin.datum)),), origin=origin)


CROSS_IMPS = ScoringMethod(
    "cross_imps", "Law 78B; EBU White Book 3.1.3", Figure.TOTAL, evaluate_cross_imps, explain_cross_imps, measure_cross_imps
)  # fmt: skip
BUTLER = ScoringMethod("butler", "Law 78B; EBU White Book 4.2.6.2", Figure.TOTAL, evaluate_butler, explain_butler, measure_imps)
