"""What a board counts as, between the rows of results and adjustments, the engine's outcome, and the JSON of a stored traveller. Nothing is lost on the way."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from bridge.engine.contract import Report, format_contract, ns_points_of, parse_contract
from bridge.engine.laws.consequences import with_tricks_moved
from bridge.engine.scoring.outcome import (
    Adjustment,
    Assigned,
    Award,
    Component,
    Extra,
    FixedImps,
    FixedPercent,
    Outcome,
    Ruled,
    SideOutcome,
    Unit,
    Unscored,
    Weighted,
    settle,
)
from bridge.engine.seats import Seat, Side
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
    return settle(reported, [each for side, kind, value in adjustments for each in _decided(Side(side), kind, value)])


def contracts_named(adjustments: Iterable[tuple[str, str, dict[str, Any]]]) -> dict[str, Any]:
    """Side -> the contracts behind the points that it was given, as they are stored; only sides whose score that stands names one."""
    named = {side.lower(): value.get("said") for side, kind, value in adjustments if kind != AdjustmentKind.AS_PLAYED}  # the later over the earlier
    return {side: said for side, said in named.items() if any(said or ())}


def _decided(side: Side, kind: str, value: dict[str, Any]) -> Iterator[Adjustment]:
    if kind != AdjustmentKind.AS_PLAYED:
        yield Adjustment(side, side_outcome_of(kind, value))
    if "extra" in value:
        amount, unit = value["extra"]
        yield Adjustment(side, Extra(side, Fraction(amount), Unit(unit)))


Told = Mapping[Side, Sequence[Report | None]]  # the contracts behind the points that a director gave, one for each outcome; None: only points were said


def decision_rows(scores: Mapping[Side, SideOutcome], extras: Sequence[Extra], told: Told) -> dict[Side, tuple[AdjustmentKind, dict[str, Any]]]:
    """Kind and value of the rows that store a director's decision about one board at one table, for the sides that it concerns."""
    rows: dict[Side, tuple[AdjustmentKind, dict[str, Any]]] = {}
    for side in Side:
        extra = next((extra for extra in extras if extra.side is side), None)
        if side not in scores and extra is None:
            continue
        kind, value = value_of(scores[side]) if side in scores else (AdjustmentKind.AS_PLAYED, {})
        if any(told.get(side, ())):
            value["said"] = [said_of(report) for report in told[side]]
        if extra is not None:
            value["extra"] = [str(extra.amount), extra.unit.value]
        rows[side] = (kind, value)
    return rows


Row = tuple[AdjustmentKind, dict[str, Any]]


def tricks_row(played: Report, tricks: int, loser: Side, board: int) -> Row:
    """Kind and value of the row of a ruling that moves tricks: the result that it starts from and the move are kept beside the points that come of it.

    raises   NoTricksToMove, NotSoManyTricks
    """
    return _moved(said_of(played), [(tricks, loser)], board, {"moved": [tricks, loser.value]})


def with_earlier_moves(row: Row, earlier: Sequence[Row], board: int, played: Report | None) -> Row:
    """What a ruling's row comes to with the rulings before it that stand too, the newest first: tricks that each of them moves add up, all else is replaced.

    played   the table's result that counts now, which may have been corrected since; None where none counts: the row's own
    """
    moves = []
    for kind, value in (row, *earlier):
        if kind != AdjustmentKind.TRICKS or "moved" not in value:
            break
        tricks, loser = value["moved"]
        moves.append((tricks, Side(loser)))
    start = row[1].get("played") if played is None else said_of(played)
    return _moved(start, moves, board, {"moved": row[1]["moved"]}) if moves else row


def _moved(played: Any, moves: Sequence[tuple[int, Side]], board: int, kept: Mapping[str, Any]) -> Row:
    contract, declarer, tricks = played
    report = with_tricks_moved(Report(parse_contract(contract), Seat(declarer) if declarer else None, tricks), moves)
    return AdjustmentKind.TRICKS, {"points": ns_points_of(report, board), "said": [said_of(report)], "played": played, **kept}


def said_of(report: Report | None) -> list[Any] | None:
    """A contract with declarer and tricks as it is stored beside its points; None where only points were said."""
    if report is None:
        return None
    return [format_contract(report.contract), report.declarer.value if report.declarer else "", report.tricks]


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
