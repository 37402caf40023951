"""The short text of a plan that a form carries: nothing of the order is lost on the way, and what it cannot be is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.movements.families import FAMILIES, make_movement
from bridge.engine.movements.movement import Order
from bridge.mapping.plans import NoSuchPlan, code_of, order_of_source, read_code, source_of

SMALL = st.one_of(st.none(), st.integers(1, 60))
ORDERS = st.builds(
    Order, st.sampled_from(sorted(FAMILIES)), st.builds(Fraction, st.integers(1, 240), st.sampled_from((1, 2, 4))), SMALL, SMALL, SMALL,
    st.one_of(st.none(), st.lists(st.integers(1, 60), max_size=4).map(tuple)), st.sampled_from((None, "straight", "relay", "skip")), SMALL,
    st.booleans(), st.booleans(), SMALL,
)  # fmt: skip


@given(ORDERS, st.integers(1, 20))
def test_an_order_comes_back_whole(order: Order, boards: int) -> None:
    assert read_code(code_of(order, boards)) == (order, boards)
    assert order_of_source(source_of(order)) == order


def test_the_same_movement_is_made_of_the_code() -> None:
    for order in (
        Order("whist_tournament", Fraction(13, 4), shared=True), Order("round_robin", Fraction(4), entrants=5, halves=True),
        Order("three_quarter_howell", Fraction(11, 2), 9), Order("mitchell", Fraction(7), switched=None),
    ):  # fmt: skip
        assert make_movement(read_code(code_of(order, 3))[0]) == make_movement(order)


@pytest.mark.parametrize(
    "code",
    [
        "", "mitchell", "mitchell~7", "mitchell~1e99999999~-~-~-~-~-~-~3", "mitchell~7~-~-~-~-~-~-", "mitchell~7~-~-~-~-~-~-~x",
        "mitchell~7~-~-~-~-~-~-~shard~3", "mitchell~7/3~-~-~-~-~-~-~3", "mitchell~" + "9" * 5000 + "~-~-~-~-~-~-~3", "mitchell~٧~-~-~-~-~-~-~3",
    ],
)  # fmt: skip
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(NoSuchPlan):
        read_code(code)
