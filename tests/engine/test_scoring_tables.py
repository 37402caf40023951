"""Scales against printed tables: IMPs, victory points, points held."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.scoring.compensation import PointsHeldOutOfRange, expected_of, expected_score, linear_imps
from bridge.engine.scoring.imps import imp, ximpq, ximpq_match
from bridge.engine.scoring.method import Held
from bridge.engine.scoring.rounding import half_away, half_up
from bridge.engine.scoring.victory_points import (
    ACBL_20,
    ACBL_30,
    Band,
    BrokenScale,
    NoSuchScale,
    Scale,
    continuous_scale,
    continuous_vp,
    discrete_limits,
    discrete_vp,
    half_match_vp,
    printed_scale,
    swiss_pairs_vp,
)
from bridge.engine.seats import Side, Vulnerability

TABLE = Path(__file__).parents[1] / "data" / "imp_table.csv"


def test_every_difference_in_imps() -> None:
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = {int(row["difference"]): int(row["imps"]) for row in csv.DictReader(file)}
    assert sorted(rows) == list(range(0, 15201, 10))
    assert {difference: imp(difference) for difference in rows} == rows
    assert all(imp(-difference) == -imps for difference, imps in rows.items())


def test_roundings() -> None:
    assert [half_away(Fraction(value), 10) for value in (45, 115, -45, 104)] == [50, 120, -50, 100]
    assert half_away(Fraction(19, 2), 1, 10) == 9 and half_away(Fraction(21, 2), 1, 10) == 11  # away from an average of 10
    assert half_up(Fraction(-5, 2)) == -2 and half_up(Fraction(59375, 1000), Fraction(1, 100)) == Fraction(5938, 100)


@pytest.mark.parametrize(
    ("boards", "margin", "hundredths"),
    [
        (8, 1, 1044), (8, 40, 1974), (8, 43, 2000), (12, 42, 1902), (16, 13, 1352), (16, 14, 1375), (16, 15, 1397), (16, 59, 1993), (20, 31, 1638),
        (20, 67, 1999), (24, 5, 1123), (24, 70, 1979), (24, 73, 1997), (32, 14, 1278), (32, 84, 1995), (32, 85, 2000), (32, 500, 2000), (16, 0, 1000),
    ],
)  # fmt: skip
def test_continuous_scale_as_printed(boards: int, margin: int, hundredths: int) -> None:
    assert continuous_vp(boards, margin) == hundredths
    assert continuous_vp(boards, -margin) == 2000 - hundredths


def test_continuous_scale_is_concave_for_every_length() -> None:
    for boards in range(1, 129):
        scale = continuous_scale(boards)
        gains = [high - low for low, high in zip(scale, scale[1:], strict=False)]
        assert scale[0] == 1000 and scale[-1] == 2000
        assert gains == sorted(gains, reverse=True) and gains[-1] > 0


@pytest.mark.parametrize(
    ("boards", "limits"),
    [
        (4, (0, 2, 4, 6, 8, 11, 14, 17, 21, 26)), (8, (0, 3, 6, 9, 12, 16, 20, 25, 30, 38)), (12, (1, 4, 7, 11, 15, 19, 24, 30, 37, 46)),
        (16, (1, 4, 8, 12, 17, 22, 28, 35, 43, 53)), (20, (1, 5, 9, 14, 19, 25, 31, 39, 48, 60)), (32, (2, 7, 12, 18, 24, 32, 40, 50, 61, 76)),
        (48, (2, 8, 15, 22, 30, 39, 49, 61, 75, 93)),
    ],
)  # fmt: skip
def test_discrete_scale_as_printed(boards: int, limits: tuple[int, ...]) -> None:
    assert discrete_limits(boards) == limits
    for won, limit in enumerate(limits, start=10):
        assert (discrete_vp(boards, limit), discrete_vp(boards, limit + 1), discrete_vp(boards, -limit)) == (won, won + 1, 20 - won)


@pytest.mark.parametrize(("boards", "limits"), [(3, (0, 3, 6, 9, 14)), (5, (1, 4, 7, 12, 19)), (8, (1, 5, 10, 15, 24))])
def test_half_match_scale_as_printed(boards: int, limits: tuple[int, ...]) -> None:
    for won, limit in enumerate(limits, start=5):
        assert (half_match_vp(boards, limit), half_match_vp(boards, limit + 1), half_match_vp(boards, -limit)) == (won, won + 1, 10 - won)


@pytest.mark.parametrize(
    ("boards", "percent", "won"),
    [(8, "56.23", 14), (8, "56.24", 15), (8, "43.77", 6), (8, "43.76", 5), (8, "50", 10), (4, "45", 7), (55, "57.53", 19), (55, "57.54", 20), (1, "0", 0)],
)
def test_swiss_pairs_scale(boards: int, percent: str, won: int) -> None:
    assert swiss_pairs_vp(boards, Fraction(percent)) == won


def test_scales_that_are_not_known() -> None:
    for unknown in (lambda: swiss_pairs_vp(56, Fraction(50)), lambda: continuous_vp(0, 3), lambda: discrete_vp(0, 3), lambda: printed_scale(ACBL_20, 5)):
        with pytest.raises(NoSuchScale):
            unknown()


def test_printed_and_own_scales() -> None:
    assert [printed_scale(ACBL_20, 7).vps(margin)[0] for margin in (0, 1, 2, 3, 27, 28, 90)] == [1000, 1100, 1100, 1200, 1900, 2000, 2000]
    assert [printed_scale(ACBL_30, 7).vps(margin)[0] for margin in (0, 1, 2, 4, 5, 6, 7, 27, 28)] == [1500, 1800, 1900, 2100, 2200, 2200, 2300, 2900, 3000]
    assert printed_scale(ACBL_30, 10).vps(-36) == (0, 3000)
    old = Scale((Band(0, 1500, 1500), Band(4, 1600, 1400), Band(50, 2500, 500), Band(57, 2500, 400)))  # a scale whose sides need not add up
    assert (old.vps(57), old.vps(-60), old.vps(3)) == ((2500, 400), (400, 2500), (1500, 1500))
    for bands in ((), (Band(1, 1000, 1000),), (Band(0, 1000, 1000), Band(0, 1100, 900)), (Band(0, 1100, 900), Band(2, 1000, 1000))):
        with pytest.raises(BrokenScale):
            Scale(bands)


def test_points_held() -> None:
    assert [expected_score(hcp, vulnerable=True) for hcp in (20, 21, 24, 33, 37, 40)] == [0, 50, 290, 1350, 1950, 1950]
    assert [expected_score(hcp, vulnerable=False) for hcp in (22, 25, 29, 36)] == [70, 300, 460, 1200]
    weak = Held(11, Vulnerability.EW)  # East-West hold 29, vulnerable
    assert (expected_of(weak, Side.NS), expected_of(weak, Side.EW)) == (-660, 660)
    with pytest.raises(PointsHeldOutOfRange):
        expected_score(19, vulnerable=False)


@given(st.integers(-300, 300).map(lambda tens: tens * 10), st.integers(0, 40))
def test_linear_reading_is_mirrored(points: int, hcp: int) -> None:
    assert linear_imps(points, hcp) == -linear_imps(-points, 40 - hcp)


def test_a_match_of_swiss_pairs_is_rounded_once() -> None:
    assert ximpq_match([(1, 2), (2, 2)]) == 3  # the divisor of two results is 1
    assert ximpq_match([(12, 9), (6, 9)]) == 3  # of nine results 6
    assert ximpq_match([(3, 9)]) == 1 and ximpq_match([(-3, 9)]) == -1  # exact halves
    assert ximpq_match([(1, 3), (-10, 25), (3, 9)]) == 1  # 1/sqrt 3 and 10/sqrt 300 cancel, a half is left
    assert ximpq_match([(11, 3), (-20, 3)]) == -5  # -5.196
    assert ximpq_match([(-7, 4), (40, 7)]) == 6  # -2.858 + 8.729 = 5.871
    assert ximpq_match([]) == 0


@given(st.integers(-2000, 2000), st.integers(2, 300))
def test_ximpq_is_the_nearest_of_four_decimals(total: int, results: int) -> None:
    shown = ximpq(total, results)
    exact_square = Fraction(2 * total * total, results * (results - 1))
    half = Fraction(1, 20000)
    assert max(abs(shown) - half, 0) ** 2 <= exact_square <= (abs(shown) + half) ** 2
    assert (shown >= 0) == (total >= 0) or shown == 0
