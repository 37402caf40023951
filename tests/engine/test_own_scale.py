"""A club's own scale of victory points as typed: read, written again, refused where it is none."""

import pytest

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.own_scale import (
    USUAL_SCALE,
    ScaleEmpty,
    ScaleFalls,
    ScaleGap,
    ScaleLineUnread,
    ScaleNegative,
    read_scale,
    write_scale,
)

TYPED = "0-2 10 10\n3–6  11 9\n7-10: 12.5 : 7.5\n\n11+ 15 5"


def test_a_scale_is_read_with_ranges_or_only_with_where_each_band_begins() -> None:
    rows = ((0, 1000, 1000), (3, 1100, 900), (7, 1250, 750), (11, 1500, 500))
    assert read_scale(TYPED) == rows
    assert read_scale("0 10 10\n3 11 9\n7 12.5 7.5\n11 15 5") == rows
    assert read_scale("0：10：10\n3，11，9") == rows[:2]
    scale = Conditions(method="vp_own", own_scale=rows).scale
    assert scale is not None and [scale.vps(margin) for margin in (0, 2, 3, -7, 40)] == [(1000, 1000), (1000, 1000), (1100, 900), (750, 1250), (1500, 500)]


@pytest.mark.parametrize("rows", [USUAL_SCALE, read_scale(TYPED), ((0, 1500, 1500), (1, 1600, 1400), (2, 1700, 1300), (9, 2500, 0))])
def test_what_is_written_is_read_again(rows: tuple[tuple[int, int, int], ...]) -> None:
    assert read_scale(write_scale(rows)) == rows


@pytest.mark.parametrize(
    ("typed", "error", "facts"),
    [
        ("", ScaleEmpty, {}),
        ("0 10", ScaleLineUnread, {"line": 1, "text": "0 10"}),
        ("0-2 10 10\nmuch 12 8", ScaleLineUnread, {"line": 2, "text": "much 12 8"}),
        ("1-2 10 10", ScaleGap, {"line": 1, "expected": 0, "found": 1}),
        ("0-2 10 10\n4-6 11 9", ScaleGap, {"line": 2, "expected": 3, "found": 4}),
        ("0-2 10 10\n2-6 11 9", ScaleGap, {"line": 2, "expected": 3, "found": 2}),
        ("0 10 10\n5 12 8\n5 13 7", ScaleGap, {"line": 3, "expected": 6, "found": 5}),
        ("0-2 10 10\n3-6 12 8\n7+ 11 9", ScaleFalls, {"line": 3}),
        ("0 10 10\n3 11 9\n7 12 9.5", ScaleFalls, {"line": 3}),
        ("0 9 11", ScaleFalls, {"line": 1}),
        ("0-2 10 10\n3+ 22 -2", ScaleNegative, {"line": 2}),
    ],
)
def test_a_scale_that_is_none_is_refused_with_its_line(typed: str, error: type[Exception], facts: dict[str, object]) -> None:
    with pytest.raises(error) as refusal:
        read_scale(typed)
    assert refusal.value.facts == facts
