"""What a board counts as, between the rows of results and adjustments, the engine's outcome, and the JSON of a stored traveller. Nothing is lost on the way."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from bridge.engine.scoring.outcome import (
    Adjustment, Assigned, Award, Component, Extra, FixedImps, FixedPercent, Outcome, Ruled, SideOutcome, Unit, Unscored, Weighted, settle,
)
from bridge.engine.seats import Side
from bridge.models import AdjustmentKind

_AWARDS = {AdjustmentKind.AVERAGE_PLUS: Award.PLUS, AdjustmentKind.AVERAGE: Award.AVERAGE, AdjustmentKind.AVERAGE_MINUS: Award.MINUS}
_UNSCORED = {AdjustmentKind.NOT_PLAYED: Unscored.NOT_PLAYED, AdjustmentKind.CANCELLED: Unscored.CANCELLED}


def side_outcome_of(kind: str, value: dict[str, Any]) -> SideOutcome:
    """The engine's value of an adjustment row: `percent`, `imps`, `points`, `components` as stored text of exact numbers."""
    chosen = AdjustmentKind(kind)
    if chosen in _AWARDS:
        return _AWARDS[chosen]
    if chosen in _UNSCORED:
        return _UNSCORED[chosen]
    if chosen is AdjustmentKind.PERCENT:
        return FixedPercent(Fraction(value["percent"]))
    if chosen is AdjustmentKind.IMPS:
        return FixedImps(Fraction(value["imps"]))
    if chosen is AdjustmentKind.WEIGHTED:
        return Weighted(tuple(Component(int(points), Fraction(weight)) for points, weight in value["components"]))
    return Assigned(int(value["points"]))  # assigned, and tricks transferred: the points that come of them


def value_of(outcome: SideOutcome) -> tuple[AdjustmentKind, dict[str, Any]]:
    """Kind and value of the row that stores what a director gave one side."""
    if isinstance(outcome, Award):
        return next(kind for kind, award in _AWARDS.items() if award is outcome), {}
    if isinstance(outcome, Unscored):
        return next(kind for kind, unscored in _UNSCORED.items() if unscored is outcome), {}
    if isinstance(outcome, FixedPercent):
        return AdjustmentKind.PERCENT, {"percent": str(outcome.percent)}
    if isinstance(outcome, FixedImps):
        return AdjustmentKind.IMPS, {"imps": str(outcome.imps)}
    if isinstance(outcome, Weighted):
        return AdjustmentKind.WEIGHTED, {"components": [[part.points, str(part.weight)] for part in outcome.components]}
    return AdjustmentKind.ASSIGNED, {"points": outcome.points if isinstance(outcome, Assigned) else outcome}


def settled(ns_points: int | None, adjustments: Iterable[tuple[str, str, dict[str, Any]]]) -> Outcome:
    """What the board counts as at this table.

    ns_points     as agreed; None where there is no result
    adjustments   (side, kind, value) of the rows that stand
    """
    reported: int | Unscored = Unscored.NOT_YET if ns_points is None else ns_points
    return settle(reported, [Adjustment(Side(side), side_outcome_of(kind, value)) for side, kind, value in adjustments])


def outcome_to_json(outcome: Outcome) -> Any:
    """An int for a result, else an object by sides."""
    if isinstance(outcome, int):
        return outcome
    if isinstance(outcome, Unscored):
        return {"unscored": outcome.value}
    extras = [[extra.side.value, str(extra.amount), extra.unit.value] for extra in outcome.extras]
    return {"ns": _side_to_json(outcome.ns), "ew": _side_to_json(outcome.ew), "extras": extras}


def outcome_from_json(stored: Any) -> Outcome:
    """The engine's outcome of what `outcome_to_json` made."""
    if isinstance(stored, int):
        return stored
    if "unscored" in stored:
        return Unscored(stored["unscored"])
    extras = tuple(Extra(Side(side), Fraction(amount), Unit(unit)) for side, amount, unit in stored["extras"])
    return Ruled(_side_from_json(stored["ns"]), _side_from_json(stored["ew"]), extras)


def _side_to_json(outcome: SideOutcome) -> Any:
    if isinstance(outcome, int):
        return outcome
    if isinstance(outcome, Unscored):
        return {"unscored": outcome.value}
    kind, value = value_of(outcome)
    return {"kind": kind.value, **value}


def _side_from_json(stored: Any) -> SideOutcome:
    if isinstance(stored, int):
        return stored
    if "unscored" in stored:
        return Unscored(stored["unscored"])
    return side_outcome_of(stored["kind"], stored)


def side_to_json(outcome: SideOutcome | Extra) -> Any:
    """One side's outcome, or a penalty or bonus."""
    if isinstance(outcome, Extra):
        return {"extra": [outcome.side.value, str(outcome.amount), outcome.unit.value]}
    return _side_to_json(outcome)


def side_from_json(stored: Any) -> SideOutcome | Extra:
    """What `side_to_json` made."""
    if isinstance(stored, dict) and "extra" in stored:
        side, amount, unit = stored["extra"]
        return Extra(Side(side), Fraction(amount), Unit(unit))
    return _side_from_json(stored)
