"""What a section will play, and an order for a movement between the engine's value, the stored source of a plan and the short text that a form carries."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

from bridge.engine.errors import EngineError
from bridge.engine.movements.movement import Movement, Order
from bridge.models import Entry


class NoSuchPlan(EngineError):
    """The text names no plan. Facts: `text`."""


@dataclass(frozen=True, slots=True)
class SectionPlan:
    """What one section of an evening will play.

    places       number in the plan (1..N) -> the entry that gets it; a number without an entry is a missing pair
    first_table  the hall's number of the section's table 1
    """

    movement: Movement
    places: Mapping[int, Entry]
    boards_per_set: int
    letter: str = "A"
    first_board: int = 1
    first_table: int = 1
    source: Mapping[str, Any] = field(default_factory=dict)


def source_of(order: Order) -> dict[str, Any]:
    """What is stored of an order: with it the same movement is made again."""
    stored = {column.name: getattr(order, column.name) for column in fields(Order)}
    return stored | {"tables": str(order.tables), "switched": None if order.switched is None else list(order.switched)}


def order_of_source(source: Mapping[str, Any]) -> Order:
    """The order of a stored source; what else stands there is passed over."""
    known = {column.name for column in fields(Order)}
    told = {name: value for name, value in source.items() if name in known}
    switched = told.get("switched", ())
    return Order(**told | {"tables": Fraction(told["tables"]), "switched": None if switched is None else tuple(switched)})


def code_of(order: Order, boards_per_set: int) -> str:
    """`three_quarter_howell 11/2 9 - - - - - 3`: the order and its boards a set, for an address or a form."""
    switched = "*" if order.switched is None else "+".join(map(str, order.switched)) or None
    parts = [order.family, str(order.tables), order.rounds, order.sets, order.missing, switched, order.base, order.appended, boards_per_set]
    return "~".join("-" if part is None else str(part) for part in parts)


def read_code(code: str) -> tuple[Order, int]:
    """The order and boards a set of a code. Raises NoSuchPlan."""
    try:
        family, tables, rounds, sets, missing, switched, base, appended, boards = (None if part == "-" else part for part in code.split("~"))
        numbers = [int(part) if part else None for part in (rounds, sets, missing, appended)]
        order = Order(
            family or "", Fraction(tables or "0"), numbers[0], numbers[1], numbers[2],
            _switched(switched), base, numbers[3],
        )
        return order, int(boards or "0")
    except (ValueError, ZeroDivisionError, TypeError):
        raise NoSuchPlan(text=code) from None


def _switched(text: str | None) -> tuple[int, ...] | None:
    if text == "*":  # those that balance best
        return None
    return tuple(int(part) for part in text.split("+")) if text else ()
