"""A movement as the nested mapping that files of movements hold, and back: names and nesting only, numbers stay exact."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from bridge.engine.errors import EngineError
from bridge.engine.movements.check import Balance, Facts
from bridge.engine.movements.movement import Declared, Kind, Movement, Seats

LARGEST = 1000  # of anything a movement has; more is no evening
_ENTRANTS = {Kind.PAIRS: "pairs", Kind.INDIVIDUAL: "players", Kind.TEAMS: "teams"}
_DECLARED = tuple(field.name for field in fields(Declared) if field.name != "max_sitouts")


class NotAMovement(EngineError):
    """A mapping lacks what a movement needs, or has something of another type there. Facts: `key`."""


def _sitouts_key(kind: Kind) -> str:
    return "max_sitouts" if kind is Kind.INDIVIDUAL else "max_sitouts_per_pair"


def read_vector(data: Mapping[str, Any]) -> Movement:
    """The movement in a mapping with `kind`, `tables`, `rounds`, `boardsets`, `declared`, `seats` and the number of entrants.

    raises  NotAMovement naming the key that is missing or wrong
    """
    try:
        kind = Kind(data["kind"])
    except (KeyError, ValueError):
        raise NotAMovement(key="kind") from None
    numbers = {key: _whole(data, key) for key in ("tables", "rounds", "boardsets", _ENTRANTS[kind])}
    seats = _seats(data, 5 if kind is Kind.INDIVIDUAL else 3)
    return Movement(
        kind=kind,
        family=str(data.get("family", "own")),
        tables=numbers["tables"],
        rounds=numbers["rounds"],
        sets=numbers["boardsets"],
        entrants=numbers[_ENTRANTS[kind]],
        winners=_winners(data),
        seats=seats,
        declared=_declared(data, kind),
        switched=_switched(data),
    )


def _winners(data: Mapping[str, Any]) -> int:
    winners = data.get("winners", 1)
    if type(winners) is not int or winners not in (1, 2):
        raise NotAMovement(key="winners")
    return winners


def _switched(data: Mapping[str, Any]) -> tuple[int, ...]:
    told = data.get("arrow_switch_rounds", ())
    if not isinstance(told, (list, tuple)) or not all(type(number) is int for number in told):
        raise NotAMovement(key="arrow_switch_rounds")
    return tuple(told)


def _seats(data: Mapping[str, Any], width: int) -> Seats:
    try:
        seats = tuple(tuple(tuple(row) for row in tables) for tables in data.get("seats", ()))
    except TypeError:
        raise NotAMovement(key="seats") from None
    if not all(len(row) == width and all(type(number) is int for number in row) for tables in seats for row in tables):
        raise NotAMovement(key="seats")
    return seats


def _declared(data: Mapping[str, Any], kind: Kind) -> Declared:
    told = data.get("declared", {})
    if not isinstance(told, Mapping) or not all(type(value) in (int, bool, type(None)) for value in told.values()):
        raise NotAMovement(key="declared")
    allowed = {key: told[key] for key in _DECLARED if key in told}
    if _sitouts_key(kind) in told:
        allowed["max_sitouts"] = told[_sitouts_key(kind)]
    return Declared(**allowed)


def _whole(data: Mapping[str, Any], key: str) -> int:
    number = data.get(key)
    if type(number) is not int or not 1 <= number <= LARGEST:
        raise NotAMovement(key=key)
    return number


def write_vector(movement: Movement, facts: Facts) -> dict[str, Any]:
    """The mapping of a movement: the same keys as `read_vector` takes, and its figures under `facts` (balance as Fractions)."""
    standard = Declared()
    declared = {key: getattr(movement.declared, key) for key in _DECLARED if getattr(movement.declared, key) != getattr(standard, key)}
    if movement.declared.max_sitouts:
        declared[_sitouts_key(movement.kind)] = movement.declared.max_sitouts
    written: dict[str, Any] = {
        "id": f"{movement.family.replace('_', '-')}-{movement.entrants}-r{movement.rounds}",
        "name": f"{movement.family.replace('_', ' ').capitalize()}, {movement.entrants} {_ENTRANTS[movement.kind]}, {movement.rounds} rounds",
        "kind": movement.kind.value,
        "family": movement.family,
        "tables": movement.tables,
        _ENTRANTS[movement.kind]: movement.entrants,
        "rounds": movement.rounds,
        "boardsets": movement.sets,
        "declared": declared,
    }
    if movement.kind is Kind.PAIRS:
        written["winners"] = movement.winners
    if movement.switched:
        written["arrow_switch_rounds"] = list(movement.switched)
    return written | {"facts": write_facts(facts), "seats": [[list(row) for row in tables] for tables in movement.seats]}


def write_facts(facts: Facts) -> dict[str, Any]:
    """The figures of a movement as a mapping of lists and numbers; sit-outs keyed by the entrant's number as text."""
    written: dict[str, Any] = {}
    for field in fields(facts):
        value = getattr(facts, field.name)
        if isinstance(value, Balance):
            written["balance"] = {
                "min": value.min,
                "max": value.max,
                "mean": value.mean,
                "variance": value.variance,
                "perfect": value.perfect,
                "same_line_min": value.same_line_min,
                "same_line_max": value.same_line_max,
            }
        elif field.name == "sitouts":
            written["sitouts"] = {str(who): times for who, times in value}
        elif isinstance(value, tuple):
            written[field.name] = [list(item) if isinstance(item, tuple) else item for item in value]
        else:
            written[field.name] = value
    return written
