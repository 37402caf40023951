"""Matches of the next round that come out the same whatever the missing results will be, so that their tables can be released early.

One draw stays one draw: what is released goes back into the field as `released`, and the draw is completed round it.
"""

import random
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Any, Generic

from bridge.engine.errors import EngineError
from bridge.engine.swiss.field import Couple, Field, Metric, Who, standing_key, standings
from bridge.engine.swiss.pair import pair
from bridge.engine.swiss.reach import couples_out_of_reach

_LOOKED_AT = 20_000  # ways in which those who wait can stand among the others, and
_SEATED = 40_000  # entrants in all draws together, of 20 for instance 2,000 draws, beyond which only what cannot be reached is called certain


class ScoreMissingTwice(EngineError):
    """Two missing results name the same entrant. Facts: `who`."""


@dataclass(frozen=True, slots=True)
class Missing(Generic[Who]):
    """A result that is not in: everything the two may still score from it, in hundredths, added to what the field gives them."""

    one: Who
    other: Who
    outcomes: tuple[tuple[Fraction | int, Fraction | int], ...]


def certain_couples(field: Field[Who], seed: int, missing: tuple[Missing[Who], ...]) -> frozenset[Couple[Who]]:
    """The couples (North-South first) that the draw of the round holds under every outcome of the missing results.

    seed     of the lots, the one the draw itself will use
    What is called certain is so; where the missing results can bring too many different standings (closeness by score: outcomes), 2,000 in a field of
    20, only couples that they cannot reach are (`reach`).
    """
    named = [who for match in missing for who in (match.one, match.other)]
    for who in named:
        if named.count(who) > 1:
            raise ScoreMissingTwice(who=who)
    different = _different(field, missing)
    if different is None:
        return couples_out_of_reach(_scored(field, missing, [match.outcomes[0] for match in missing]), seed, _spread(field, missing))
    certain: frozenset[Couple[Who]] | None = None
    for outcome in different:
        couples = frozenset(pair(outcome, random.Random(seed)).couples)
        certain = couples if certain is None else certain & couples
        if not certain:
            return certain
    return certain or frozenset()


def _spread(field: Field[Who], missing: tuple[Missing[Who], ...]) -> dict[Who, tuple[Any, Any]]:
    """For each who waits the best and the worst of the standing keys."""
    known = {entrant.who: entrant for entrant in field.entrants}
    points = {who: [own[at] for own in match.outcomes] for match in missing for at, who in enumerate((match.one, match.other))}
    keys = {who: [standing_key(replace(known[who], score=known[who].score + own)) for own in (max(each), min(each))] for who, each in points.items()}
    return {who: (best, worst) for who, (best, worst) in keys.items()}


def _different(field: Field[Who], missing: tuple[Missing[Who], ...]) -> list[Field[Who]] | None:
    """The field under every outcome, where only ranks matter in every order of the standings that they can bring; None where there are too many."""
    if field.settings.metric is Metric.RANK:
        return _orders(field, missing)
    if prod(len(match.outcomes) for match in missing) > _SEATED // len(field.entrants):
        return None
    return [_scored(field, missing, outcome) for outcome in product(*(match.outcomes for match in missing))]


def _orders(field: Field[Who], missing: tuple[Missing[Who], ...]) -> list[Field[Who]] | None:
    """The field in every order that the missing results can bring, and perhaps in some that they cannot; None where there are too many.

    Those without a missing result stand in one order. What matters of an outcome is between which of them its two come to stand; who come to stand between
    the same two are taken in every order that their scores allow one by one.
    """
    waiting = {who for match in missing for who in (match.one, match.other)}
    fixed = [entrant for entrant in standings(field) if entrant.who not in waiting]
    kinds = [_kinds(field, match, [standing_key(entrant) for entrant in fixed]) for match in missing]
    if prod(len(each) for each in kinds) > _LOOKED_AT:
        return None
    seen: dict[tuple[Who, ...], None] = {}  # in the order in which they were found
    most = _SEATED // len(field.entrants)
    for chosen in product(*kinds):
        for order in _in_order([entrant.who for entrant in fixed], [spot for kind in chosen for spot in kind], most):
            seen[order] = None
            if len(seen) > most:
                return None
    return [_ranked(field, order) for order in seen]


@dataclass(frozen=True, slots=True)
class _Spot(Generic[Who]):
    """Behind how many of those without a missing result somebody comes to stand, and the best and the worst key among the outcomes that bring it."""

    who: Who
    behind: int
    best: Any
    worst: Any


def _kinds(field: Field[Who], match: Missing[Who], keys: list[Any]) -> list[tuple[_Spot[Who], _Spot[Who]]]:
    """The outcomes of a match, put together where both come to stand at the same spots."""
    known = {entrant.who: entrant for entrant in field.entrants}
    found: dict[tuple[int, int], list[tuple[Any, Any]]] = {}
    for outcome in match.outcomes:
        one, other = (standing_key(replace(known[who], score=known[who].score + points)) for who, points in _by_entrant(match, outcome))
        found.setdefault((bisect_left(keys, one), bisect_left(keys, other)), []).append((one, other))
    kinds = []
    for (at_one, at_other), both in found.items():
        ones, others = [own for own, _ in both], [own for _, own in both]
        kinds.append((_Spot(match.one, at_one, min(ones), max(ones)), _Spot(match.other, at_other, min(others), max(others))))
    return kinds


def _in_order(fixed: list[Who], spots: list[_Spot[Who]], most: int) -> Iterator[tuple[Who, ...]]:
    """Every order in which those at the spots can stand among the others; where there are more than `most`, more than that many of them."""
    at: dict[int, list[_Spot[Who]]] = {}
    for spot in spots:
        at.setdefault(spot.behind, []).append(spot)
    for chosen in product(*([*islice(_lines(tuple(group)), most + 1)] for _, group in sorted(at.items()))):
        lines = dict(zip(sorted(at), chosen, strict=True))
        yield tuple(
            who for place in range(len(fixed) + 1)
            for who in (*(spot.who for spot in lines.get(place, ())), *fixed[place : place + 1])
        )


def _lines(group: tuple[_Spot[Who], ...]) -> Iterator[tuple[_Spot[Who], ...]]:
    """Every order of the group in which each can stand before all that follow."""
    if not group:
        yield ()
    for at, one in enumerate(group):
        others = group[:at] + group[at + 1 :]
        if all(one.best < other.worst for other in others):
            yield from ((one, *line) for line in _lines(others))


def _ranked(field: Field[Who], order: tuple[Who, ...]) -> Field[Who]:
    """The field with scores that bring this order: where ranks alone matter it is drawn as with any others that do."""
    score = {who: Fraction(len(order) - place) for place, who in enumerate(order)}
    return replace(field, entrants=tuple(
        replace(entrant, score=score[entrant.who] - Fraction(entrant.carry)) if entrant.who in score else entrant for entrant in field.entrants
    ))


def _by_entrant(match: Missing[Who], points: tuple[Fraction | int, Fraction | int]) -> tuple[tuple[Who, Fraction | int], tuple[Who, Fraction | int]]:
    return (match.one, points[0]), (match.other, points[1])


def _scored(field: Field[Who], missing: tuple[Missing[Who], ...], outcome: Sequence[tuple[Fraction | int, Fraction | int]]) -> Field[Who]:
    """The field under one outcome of each missing result."""
    points = {who: own for match, both in zip(missing, outcome, strict=True) for who, own in _by_entrant(match, both)}
    return replace(field, entrants=tuple(
        replace(entrant, score=entrant.score + points[entrant.who]) if entrant.who in points else entrant for entrant in field.entrants
    ))
