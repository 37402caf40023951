"""What a section will play, and an order for a movement between the engine's value, the stored source of a plan and the short text that a form carries."""

import re
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


_CODE = re.compile(
    r"(?P<family>[a-z0-9_]+)~(?P<tables>[0-9]{1,3}(?:/[124])?)~(?P<rounds>\d{1,3}|-)~(?P<sets>\d{1,3}|-)~(?P<missing>\d{1,3}|-)"
    r"~(?P<switched>\*|-|\d{1,3}(?:\+\d{1,3})*)~(?P<base>[a-z]+|-)~(?P<appended>\d{1,3}|-)(?P<more>(?:~(?:shared|halves|of\d{1,3}))*)~(?P<boards>\d{1,2})",
    re.ASCII,
)


def code_of(order: Order, boards_per_set: int) -> str:
    """`three_quarter_howell~11/2~9~-~-~-~-~-~3`: the order and its boards a set, for an address or a form; before the boards what few orders have.

    Those are `shared`, `halves` and `of13`, the number of entrants where the tables do not tell it.
    """
    switched = "*" if order.switched is None else "+".join(map(str, order.switched)) or None
    parts: list[object] = [order.family, order.tables, order.rounds, order.sets, order.missing, switched, order.base, order.appended]
    more = ["shared"] * order.shared + ["halves"] * order.halves + ([f"of{order.entrants}"] if order.entrants is not None else [])
    return "~".join("-" if part is None else str(part) for part in (*parts, *more, boards_per_set))


def read_code(code: str) -> tuple[Order, int]:
    """The order and boards a set of a code. Raises NoSuchPlan."""
    told = _CODE.fullmatch(code)
    if told is None:
        raise NoSuchPlan(text=code)
    rounds, sets, missing, appended = (None if told[name] == "-" else int(told[name]) for name in ("rounds", "sets", "missing", "appended"))
    switched = None if told["switched"] == "*" else tuple(map(int, re.findall(r"\d+", told["switched"])))
    more = told["more"].split("~")[1:]
    entrants = next((int(part[2:]) for part in more if part.startswith("of")), None)
    order = Order(
        told["family"], Fraction(told["tables"]), rounds, sets, missing, switched, None if told["base"] == "-" else told["base"], appended,
        "shared" in more, "halves" in more, entrants,
    )
    return order, int(told["boards"])
