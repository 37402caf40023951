"""Adapter for the Swiss vectors and the platform's own seating rule."""

import random
from collections.abc import Iterator
from typing import Any

from bridge.engine.errors import EngineError
from bridge.engine.swiss.check import check as faults_of
from bridge.engine.swiss.draw import Draw
from bridge.engine.swiss.field import Criterion, Entrant, Field, Meeting, Metric, Settings, Variant
from bridge.engine.swiss.pair import pair
from tests.conform.outcome import Outcome

_LATER = 2  # the files give standings of rounds after the first
_SIT_OUT = 0
_NAMES = {"rematches": Criterion.REMATCHES, "repeat_byes": Criterion.SIT_OUTS, "cost": Criterion.CLOSENESS}


def recognises(data: Any) -> bool:
    """Is this an object with Swiss standings or seatings by the platform's rule?"""
    return isinstance(data, dict) and ("swiss" in data or "seed_rule" in data)


def check(data: Any, kinds: frozenset[str]) -> Iterator[Outcome]:
    """Every item of the kinds asked for (all where none is named), each with what came of it."""
    for kind, judge in (("swiss", _swiss), ("seed_rule", _seed_rule)):
        if not kinds or kind in kinds:
            for item in data.get(kind, ()):
                expected, got = judge(item)
                yield Outcome(item["id"], frozenset((kind,)), expected, got, expected == got)


def _swiss(item: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    there = {entry["id"] for entry in item["entries"]}  # who withdrew is named by earlier meetings only
    field = Field(
        round=_LATER,
        entrants=tuple(Entrant(entry["id"], score=entry["score"], seed=entry["seed"], byes=entry.get("byes", 0)) for entry in item["entries"]),
        met=tuple(Meeting(one, other, times) for one, other, times in item.get("played", ()) if {one, other} <= there),
        forbidden=tuple((one, other) for one, other in item.get("forbidden", ()) if {one, other} <= there),
        settings=Settings(metric=Metric(item["metric"])),
    )
    compared = ("feasible", *(("pairs", *_NAMES) if item["expected"]["feasible"] else ()))
    expected = {key: item["expected"][key] for key in compared if key in item["expected"]}
    if "pairs" in expected:
        expected["pairs"] = frozenset(frozenset(couple) for couple in expected["pairs"])
    try:
        draw = pair(field, random.Random(0))
    except EngineError:
        return expected, {"feasible": False}
    got: dict[str, Any] = {"feasible": True, **{name: draw.price(criterion) for name, criterion in _NAMES.items()}}
    if "pairs" in expected:
        got["pairs"] = _couples(draw)
    faults = faults_of(field, draw)
    return expected, {**got, "faults": faults} if faults else got


def _couples(draw: Draw[int]) -> frozenset[frozenset[int]]:
    resting = () if draw.sit_out is None else ((_SIT_OUT, draw.sit_out.who),)
    return frozenset(frozenset(couple) for couple in (*draw.couples, *resting))


def _seed_rule(item: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    field = Field(
        round=_LATER,
        entrants=tuple(Entrant(entry["id"], score=entry["score"], seed=entry["signup"]) for entry in item["entries"]),
        settings=Settings(variant=Variant.SEED_RULE),
    )
    draw = pair(field, random.Random(0))
    expected = {"tables": [list(couple) for couple in item["expected_tables"]], "idle": item.get("expected_idle")}
    return expected, {"tables": [list(couple) for couple in draw.couples], "idle": None if draw.sit_out is None else draw.sit_out.who}
