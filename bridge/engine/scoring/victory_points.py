"""Victory points: the WBF's continuous and discrete scales by formula, the scale of Swiss pairs by percent, printed scales as data, and a club's own.

Victory points are counted in hundredths here where a scale has decimals, and in wholes where it has not. Penalties come after the conversion.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from bridge.engine.errors import EngineError
from bridge.engine.scoring.rounding import half_away

_EXACT = Context(prec=50)  # no value of the scale lies nearer than 1e-7 VP to a half


class NoSuchScale(EngineError):
    """No victory point scale covers so many boards. Facts: `boards`, `scale`."""


class BrokenScale(EngineError):
    """A scale begins at a margin of 0 and its limits and the winner's points rise. Facts: `margins`."""


@lru_cache(maxsize=256)
def continuous_scale(boards: int) -> tuple[int, ...]:
    """Hundredths of VPs of the winner for a margin of 0, 1, 2 ... IMPs, up to the first 20.00 (WBF 2013, with its concavity correction). Raises NoSuchScale."""
    if boards < 1:
        raise NoSuchScale(boards=boards, scale="continuous")
    ratio, reach = _ratio(), _reach(boards)
    step = _EXACT.power(ratio, _EXACT.divide(Decimal(1), reach))  # R^(1/X)
    scale, power = [], Decimal(1)
    margin = 0
    while margin < reach:
        share = _EXACT.divide(1 - power, _EXACT.subtract(Decimal(1), ratio))
        hundredths = _EXACT.add(Decimal(1000), _EXACT.multiply(Decimal(1000), share))
        scale.append(int(half_away(Fraction(hundredths))))
        power = _EXACT.multiply(power, step)
        margin += 1
    return _concave([*scale, 2000, 2000])


def _ratio() -> Decimal:
    tau = _EXACT.divide(_EXACT.subtract(_EXACT.sqrt(Decimal(5)), Decimal(1)), Decimal(2))
    return _EXACT.power(tau, 3)


def _reach(boards: Fraction | int) -> Decimal:
    whole = Fraction(boards)
    return _EXACT.multiply(Decimal(15), _EXACT.sqrt(_EXACT.divide(Decimal(whole.numerator), Decimal(whole.denominator))))


def _concave(scale: list[int]) -> tuple[int, ...]:
    """No IMP may be worth more than the one before it: raise what lies too low until none does."""
    changed = True
    while changed:
        changed = False
        for margin in range(1, len(scale) - 1):
            if scale[margin + 1] - scale[margin] > scale[margin] - scale[margin - 1]:
                scale[margin] += 1
                changed = True
    return tuple(scale[: scale.index(2000) + 1])


def continuous_vp(boards: int, margin: int) -> int:
    """Hundredths of VPs, 0 to 2000, of the team that is `margin` IMPs ahead (behind where negative). Raises NoSuchScale."""
    scale = continuous_scale(boards)
    won = scale[min(abs(margin), len(scale) - 1)]
    return won if margin >= 0 else 2000 - won


@lru_cache(maxsize=256)
def discrete_limits(boards: Fraction | int, average: int = 10) -> tuple[int, ...]:
    """The largest margins worth `average`, `average` + 1 ... VPs, by inverting the continuous curve at the half VPs (WBF 2013). Raises NoSuchScale."""
    if boards <= 0:
        raise NoSuchScale(boards=boards, scale="discrete")
    ratio, reach = _ratio(), _reach(boards)
    logarithm = _EXACT.ln(ratio)
    limits = []
    for step in range(average):
        share = _EXACT.divide(Decimal(2 * step + 1), Decimal(2 * average))
        left = _EXACT.subtract(Decimal(1), _EXACT.multiply(_EXACT.subtract(Decimal(1), ratio), share))
        limits.append(int(_EXACT.divide(_EXACT.multiply(reach, _EXACT.ln(left)), logarithm)))
    return _widening(limits)


def _widening(limits: list[int]) -> tuple[int, ...]:
    """No band may be narrower than the one before it (the draw's counts on both sides): lower the first limit that offends until none does."""
    while True:
        widths = [2 * limits[0] + 1, *(high - low for low, high in zip(limits, limits[1:], strict=False))]
        narrow = next((place for place, (own, following) in enumerate(zip(widths, widths[1:], strict=False)) if following < own), None)
        if narrow is None:
            return tuple(limits)
        limits[narrow] -= 1


def discrete_vp(boards: int, margin: int) -> int:
    """Whole VPs, 0 to 20, of the team that is `margin` IMPs ahead (behind where negative). Raises NoSuchScale."""
    won = 10 + bisect_left(discrete_limits(boards), abs(margin))
    return won if margin >= 0 else 20 - won


def half_match_vp(boards: int, margin: int) -> int:
    """Whole VPs, 0 to 10, of a half or triangular match of so many boards (EBU). Raises NoSuchScale."""
    won = 5 + bisect_left(discrete_limits(Fraction(boards, 2), 5), abs(margin))
    return won if margin >= 0 else 10 - won


@dataclass(frozen=True, slots=True)
class Band:
    """From a margin of `least` IMPs on the winner gets `winner` and the loser `loser` VPs, in hundredths."""

    least: int
    winner: int
    loser: int


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale as data, printed or a club's own: bands by rising margin, the first from 0. The two sides need not sum to one number. Raises BrokenScale."""

    bands: tuple[Band, ...]

    def __post_init__(self) -> None:
        margins = tuple(band.least for band in self.bands)
        winners = [band.winner for band in self.bands]
        if margins[:1] != (0,) or any(low >= high for low, high in zip(margins, margins[1:], strict=False)) or winners != sorted(winners):
            raise BrokenScale(margins=margins)

    def vps(self, margin: int) -> tuple[int, int]:
        """Hundredths of VPs of the team that is `margin` IMPs ahead (behind where negative), and of the other."""
        band = self.bands[bisect_right([band.least for band in self.bands], abs(margin)) - 1]
        return (band.winner, band.loser) if margin >= 0 else (band.loser, band.winner)


# The largest percent worth 10, 11 ... 19 VPs, in hundredths, for matches of so many boards at most (EBU White Book 3.1.7).
SWISS_PAIRS = (
    (4, (5092, 5280, 5471, 5670, 5880, 6108, 6363, 6661, 7036, 7595)),
    (6, (5078, 5239, 5402, 5572, 5751, 5945, 6162, 6417, 6737, 7213)),
    (9, (5065, 5198, 5333, 5474, 5623, 5783, 5964, 6175, 6440, 6835)),
    (13, (5054, 5165, 5278, 5395, 5519, 5653, 5804, 5980, 6201, 6530)),
    (19, (5045, 5138, 5232, 5330, 5434, 5545, 5671, 5818, 6003, 6278)),
    (27, (5038, 5116, 5194, 5277, 5363, 5457, 5562, 5685, 5840, 6071)),
    (39, (5032, 5097, 5163, 5232, 5304, 5383, 5471, 5574, 5704, 5897)),
    (55, (5027, 5081, 5137, 5195, 5256, 5321, 5395, 5482, 5591, 5753)),
)


def swiss_pairs_vp(boards: int, percent: Fraction) -> int:
    """Whole VPs, 0 to 20, of a pair with so many percent of a match; on a limit those nearer average. Raises NoSuchScale above 55 boards."""
    limits = next((row for most, row in SWISS_PAIRS if 1 <= boards <= most), None)
    if limits is None:
        raise NoSuchScale(boards=boards, scale="swiss_pairs")
    won = 10 + bisect_left(limits, 100 * max(percent, 100 - percent))
    return won if percent >= 50 else 20 - won


def _printed(first: int, *rows: tuple[int, int, tuple[int, ...]]) -> tuple[tuple[int, int, Scale], ...]:
    total = 2 * first
    found = []
    for fewest, most, limits in rows:
        winners = range(first + 1, first + 1 + len(limits)) if total == 20 else range(18, 31)
        bands = [Band(0, first * 100, first * 100)]
        bands += [Band(least, won * 100, (total - won) * 100) for least, won in zip(limits, winners, strict=True)]
        found.append((fewest, most, Scale(tuple(bands))))
    return tuple(found)


# Lower limits of the winner's 11 to 20 VPs, by number of boards.
ACBL_20 = _printed(
    10,
    (6, 8, (1, 3, 5, 8, 11, 14, 17, 20, 24, 28)),
    (9, 11, (1, 3, 6, 10, 14, 18, 22, 26, 31, 36)),
    (12, 15, (1, 4, 7, 11, 15, 20, 25, 30, 36, 42)),
    (16, 20, (2, 5, 9, 14, 19, 25, 32, 39, 47, 56)),
    (21, 27, (3, 7, 12, 18, 25, 33, 42, 51, 61, 72)),
    (28, 36, (4, 9, 15, 22, 30, 39, 49, 60, 72, 85)),
)
# Lower limits of the winner's 18 to 30 VPs: the first IMP is worth 3.
ACBL_30 = _printed(
    15,
    (6, 8, (1, 2, 3, 4, 5, 7, 9, 11, 14, 17, 20, 24, 28)),
    (9, 11, (1, 2, 3, 5, 7, 9, 12, 15, 18, 22, 26, 31, 36)),
)


def printed_scale(scales: tuple[tuple[int, int, Scale], ...], boards: int) -> Scale:
    """The row of a printed scale for so many boards. Raises NoSuchScale."""
    for fewest, most, scale in scales:
        if fewest <= boards <= most:
            return scale
    raise NoSuchScale(boards=boards, scale="printed")
