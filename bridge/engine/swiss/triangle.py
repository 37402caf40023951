"""The best three of an odd field for a triangle, exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from bridge.engine.swiss.costs import CoupleCosts, Places
from bridge.engine.swiss.field import Criterion
from bridge.engine.swiss.matching import Cost, Edge, total

_LOWEST = 9

Three = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class BestTriangle:
    """The ranks of the three (highest first), the couples of the others, and the cost of all together."""

    three: Three
    couples: tuple[Edge, ...]
    cost: Cost


def best_triangle(costs: CoupleCosts[Any], free: tuple[int, ...], cheapest_of: Callable[[Places[Any]], tuple[Edge, ...] | None]) -> BestTriangle | None:
    """The triangle that makes the whole draw cheapest among the nine lowest; ranks are added one by one where those have none that will do.

    free   ranks still to be paired, an odd number
    A triangle is fresh when none of its three have met, are to be kept apart, or were in a triangle before (where the settings say once).
    Only where no triangle in the whole field is fresh, others are weighed. None where no draw is complete.
    """
    for may_be_stale in (False, True):
        for reach in range(min(_LOWEST, len(free)), len(free) + 1):
            lowest = free[-reach:]
            triples = combinations(lowest, 3) if reach <= _LOWEST else ((lowest[0], *two) for two in combinations(lowest[1:], 2))
            found = _best_of(costs, free, [three for three in triples if may_be_stale or _is_fresh(costs, three)], cheapest_of)
            if found is not None:
                return found
    return None


def _is_fresh(costs: CoupleCosts[Any], three: Three) -> bool:
    couples = tuple(combinations(three, 2))
    if any(costs.met(*couple).times or costs.is_forbidden(*couple) or costs.is_avoided(*couple) or costs.is_kept_apart(*couple) for couple in couples):
        return False
    return not costs.settings.triangle_once or not any(costs.entrants[rank].triangles for rank in three)


def triangle_cost(costs: CoupleCosts[Any], three: Three) -> Cost | None:
    """What a triangle costs: its three couples, the triangles its three were in before, and how far its lowest is from the last rank."""
    couples = [costs.cost(*couple) for couple in combinations(three, 2)]
    possible = [cost for cost in couples if cost is not None]
    if len(possible) < 3:
        return None
    own = {
        Criterion.SIT_OUTS: sum(costs.entrants[rank].triangles for rank in three),
        Criterion.CLOSENESS: costs.closeness(three[-1], costs.sit_out),
        Criterion.RANKS: (len(costs.entrants) - 1 - three[-1]) ** 2,
    }
    return tuple(sum(parts) + own.get(criterion, 0) for criterion, parts in zip(costs.criteria, zip(*possible, strict=True), strict=True))


def _best_of(
    costs: CoupleCosts[Any], free: tuple[int, ...], triples: list[Three], cheapest_of: Callable[[Places[Any]], tuple[Edge, ...] | None]
) -> BestTriangle | None:
    priced = sorted((cost, three) for three in triples if (cost := triangle_cost(costs, three)) is not None)
    best: BestTriangle | None = None
    for own, three in priced:
        if best is not None and own >= best.cost:  # all that follow cost more before anybody else is paired
            break
        places = Places(costs, tuple(rank for rank in free if rank not in three))
        couples = cheapest_of(places)
        if couples is not None:
            cost = tuple(part + rest for part, rest in zip(own, total(places, couples), strict=True))
            if best is None or cost < best.cost:
                best = BestTriangle(three, places.couples(couples), cost)
    return best
