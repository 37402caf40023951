"""The cheapest complete pairing of an even number of places, exactly, and the only place that knows the solver.

Costs are tuples compared level by level; they are packed into one integer at the solver's door, and nowhere else. The solver is shown few
couples: those near each other. That no other couple could do better is proved by prices: give each place half of what its cheapest couple
costs, so that no couple costs less than the prices of its two; then a couple that costs more above its prices than the pairing found costs
above all prices together is in no better pairing. Couples that the proof cannot exclude are shown to the solver too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import rustworkx

from bridge.engine.errors import EngineError

Cost = tuple[int, ...]
Edge = tuple[int, int]

_SOLVER_BITS = 124  # the solver reckons with signed 128-bit numbers and doubles them
_WINDOW = 6


class ScoresTooFarApart(EngineError):
    """The costs of a draw need more digits than the solver has: a score must be wrong. Facts: `bits`."""


class Landscape(Protocol):
    """What each couple of places 0 .. size-1 would cost."""

    @property
    def size(self) -> int:
        """How many places, an even number."""

    @property
    def ceilings(self) -> Cost:
        """For each level, the most that one couple can cost there."""

    @property
    def floor_level(self) -> int:
        """The level to which the floors of `nearest` belong."""

    def cost(self, one: int, other: int) -> Cost | None:
        """What the couple costs, no part negative; None where it may not be."""

    def nearest(self, one: int) -> Iterator[tuple[int, int]]:
        """Every other place with a floor of the couple's cost on the floor level, the floors never falling."""


@dataclass(frozen=True, slots=True)
class Matching:
    """A complete pairing that none undercuts: its couples (smaller place first, in order), cost, and how many couples the solver was shown."""

    couples: tuple[Edge, ...]
    cost: Cost
    shown: int


def cheapest(land: Landscape, window: int = _WINDOW) -> Matching | None:
    """The complete pairing of the least cost, or None where none is complete.

    window   how many of the nearest places are tried first for each; it changes the time, never the cost (land.size shows the solver all)
    """
    packing = _Packing(land)
    edges = packing.near(window)
    found = _solve(land.size, edges)
    while found is None:
        if window >= land.size:
            return None
        window *= 4
        edges = packing.near(window)
        found = _solve(land.size, edges)
    missed = packing.not_excluded(edges, sum(edges[edge] for edge in found))
    if missed:
        edges.update(missed)
        found = _solve(land.size, edges) or found
    couples = tuple(sorted(found))
    return Matching(couples, total(land, couples), len(edges))


def total(land: Landscape, couples: tuple[Edge, ...]) -> Cost:
    """What these couples cost together, level by level."""
    costs = [cost for one, other in couples if (cost := land.cost(one, other)) is not None]
    return tuple(sum(level) for level in zip(*costs, strict=True)) if costs else tuple(0 for _ in land.ceilings)


class _Packing:
    """Cost tuples as integers: a level weighs more than all that the levels after it can add up to."""

    def __init__(self, land: Landscape) -> None:
        self.land = land
        weight = 1
        weights: list[int] = []
        for ceiling in reversed(land.ceilings):
            weights.append(weight)
            weight *= ceiling * (land.size // 2) + 1
        if weight.bit_length() > _SOLVER_BITS:
            raise ScoresTooFarApart(bits=weight.bit_length())
        self.weights = tuple(reversed(weights))
        self.floor_weight = self.weights[land.floor_level]

    def packed(self, one: int, other: int) -> int | None:
        """The couple's cost as one integer, None where it may not be."""
        cost = self.land.cost(one, other)
        return None if cost is None else sum(part * weight for part, weight in zip(cost, self.weights, strict=True))

    def near(self, window: int) -> dict[Edge, int]:
        """The couples of each place with its `window` nearest possible ones."""
        edges: dict[Edge, int] = {}
        for one in range(self.land.size):
            kept = 0
            for other, _ in self.land.nearest(one):
                edge = (one, other) if one < other else (other, one)
                price = edges.get(edge)
                if price is None:
                    price = self.packed(*edge)
                    if price is None:
                        continue
                    edges[edge] = price
                kept += 1
                if kept == window:
                    break
        return edges

    def prices(self) -> list[int]:
        """Twice the price of each place: no couple costs less than the prices of its two."""
        doubled = [self._least(one, None) for one in range(self.land.size)]
        for one in range(self.land.size - 1, -1, -1):
            doubled[one] = self._least(one, doubled)
        return doubled

    def _least(self, one: int, doubled: list[int] | None) -> int:
        """The most that `one` can be priced at, doubled; alone half of its cheapest couple, beside others what they leave of it."""
        best: int | None = None
        highest = max(doubled) if doubled else 0
        for other, floor in self.land.nearest(one):
            if best is not None and (2 * floor * self.floor_weight - highest if doubled else floor * self.floor_weight) >= best:
                break
            price = self.packed(one, other)
            if price is not None:
                left = 2 * price - doubled[other] if doubled else price
                best = left if best is None else min(best, left)
        return best or 0

    def not_excluded(self, edges: Mapping[Edge, int], found: int) -> dict[Edge, int]:
        """The couples not among `edges` that a pairing cheaper than `found` might still hold."""
        doubled = self.prices()
        slack = 2 * found - sum(doubled)
        highest = max(doubled)
        missed: dict[Edge, int] = {}
        for one in range(self.land.size):
            limit = slack + doubled[one]
            for other, floor in self.land.nearest(one):
                if 2 * floor * self.floor_weight - highest >= limit:
                    break
                if one < other and (one, other) not in edges:
                    price = self.packed(one, other)
                    if price is not None and 2 * price - doubled[other] < limit:
                        missed[one, other] = price
        return missed


def _solve(size: int, edges: Mapping[Edge, int]) -> set[Edge] | None:
    """The cheapest complete pairing among these couples, None where none is complete."""
    if not edges:
        return None if size else set()
    most = max(edges.values()) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(one, other, most - price) for (one, other), price in edges.items()])
    # Without max_cardinality the solver may leave places alone where a couple is worth little.
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if len(found) * 2 < size:
        return None
    return {(one, other) if one < other else (other, one) for one, other in found}
