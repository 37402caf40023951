"""Adapter for movements and broken movements: the seats of the file are checked, then the same size is generated and compared."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from bridge.engine.errors import EngineError
from bridge.engine.movements.check import check_movement
from bridge.engine.movements.families import FAMILIES, make_movement
from bridge.engine.movements.movement import Kind, Movement, Order
from bridge.engine.movements.vector import read_vector, write_facts
from tests.conform.outcome import Outcome

TOLERANCE = Fraction(1, 1_000_000)
HOWELLS = frozenset({"howell", "howell_sitout", "three_quarter_howell"})  # only here is the variance the engine's own choice, and never a worse one
BALANCE_IS_OPEN = HOWELLS | {"rover", "whist_tournament"}


def recognises(data: Any) -> bool:
    """Is this a file of movements vectors?"""
    return isinstance(data, Mapping) and ("movements" in data or "bad_movements" in data)


def check(data: Any, kinds: frozenset[str]) -> Iterator[Outcome]:
    """Every item of the kinds asked for (all where none is named), each with what came of it."""
    for item in data.get("movements", ()):
        names = frozenset({"movements", item["family"]})
        if not kinds or kinds & names:
            yield _outcome(item, names, item["facts"], _good(item))
    for item in data.get("bad_movements", ()):
        if not kinds or "bad_movements" in kinds:
            yield _outcome(item, frozenset({"bad_movements"}), sorted(item["violates"]), _bad(item))


def _outcome(item: Any, kinds: frozenset[str], expected: Any, got: Any) -> Outcome:
    return Outcome(item["id"], kinds, expected, got, got == expected)


def _bad(item: Any) -> Any:
    try:
        _, violations = check_movement(read_vector(item))
    except EngineError as refusal:
        return str(refusal)
    return sorted({violation.breach.value for violation in violations})


def _good(item: Any) -> Any:
    """The facts of the file when its seats and the generated ones both have them; otherwise what differs."""
    try:
        given = read_vector(item)
        facts, violations = check_movement(given)
        if violations:
            return sorted({violation.breach.value for violation in violations})
        told = write_facts(facts)
        if not _same(told, item["facts"]):
            return told
        if item["family"] not in FAMILIES:
            return item["facts"]
        generated = {}
        for order in _orders(given):
            made, violations = check_movement(make_movement(order))
            generated = write_facts(made)
            if not violations and _as_good(generated, item["facts"], item["family"]):
                return item["facts"]
    except EngineError as refusal:
        return str(refusal)
    return {"generated": generated}


def _orders(given: Movement) -> Iterator[Order]:
    """The orders that ask for a movement of that size: one, or where a pair is missing, which a file does not say, one for each that it can be."""
    shared = given.kind is Kind.INDIVIDUAL and given.declared.max_tables_per_set_per_round > 1
    halves = given.family == "round_robin" and given.declared.sets_per_match > 1
    order = Order(
        _family(given), Fraction(given.tables), given.rounds, given.sets,
        switched=given.switched, base=_base(given), shared=shared, halves=halves, entrants=given.entrants,
    )
    yield order
    if given.family in HOWELLS and given.entrants % 2:
        yield from (order.but(missing=pair) for pair in range(1, given.entrants + 1))


def _family(given: Movement) -> str:
    """A Howell with a sit-out on fewer sets than the full one has is a three-quarter Howell with a pair missing."""
    return "three_quarter_howell" if given.family == "howell_sitout" and given.sets < given.entrants else given.family


def _base(given: Movement) -> str | None:
    """What a rover stands on, told by what it declares: on the relay tables share, on the skip they do not."""
    if given.family != "rover" or given.tables % 2:
        return None
    return "relay" if given.declared.max_tables_per_set_per_round > 1 else "skip"


def _same(got: Any, expected: Any) -> bool:
    if got.keys() != expected.keys():
        return False
    return all(_same_balance(got[key], expected[key]) if key == "balance" else got[key] == expected[key] for key in expected)


def _same_balance(got: Any, expected: Any) -> bool:
    if got.keys() != expected.keys():
        return False
    return all(abs(got[key] - expected[key]) <= TOLERANCE if key in ("mean", "variance") else got[key] == expected[key] for key in expected)


def _as_good(got: Any, expected: Any, family: str) -> bool:
    if family not in BALANCE_IS_OPEN:
        return _same(got, expected)
    rest = {key: value for key, value in got.items() if key != "balance"}
    if rest != {key: value for key, value in expected.items() if key != "balance"}:
        return False
    return family not in HOWELLS or got["balance"]["variance"] <= expected["balance"]["variance"] + TOLERANCE
