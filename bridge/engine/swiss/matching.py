"""The cheapest complete pairing of an even number of places, exactly, and the only place that knows the solver.

Costs are tuples compared level by level; they are packed into one integer at the solver's door, and nowhere else. The solver is shown few
couples: those near each other. That no other couple could do better is proved by prices: one for each place and a toll for each odd number
of first places (some couple must cross from those to the rest), such that no couple costs less than the prices of its two and the tolls
between them. Then a couple that costs more above these than the pairing found costs above all prices and tolls together is in no better
pairing. Couples that the proof cannot exclude are shown to the solver too.

The prices are those of the cheapest arrangement in which each place follows one and is followed by one, which lies close beneath the cheapest
pairing; the tolls raise them to it, or nearly.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from operator import mul
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
        """For each level, the most that a complete pairing can cost there."""

    def cost(self, one: int, other: int) -> Cost | None:
        """What the couple costs, no part negative; None where it may not be."""

    @property
    def floor_levels(self) -> tuple[int, ...]:
        """The levels to which the floors of `nearest` belong, the weightiest first."""

    def nearest(self, one: int) -> Iterator[tuple[int, Cost]]:
        """Every other place with floors of the couple's cost on the floor levels; taken together the floors never fall."""


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
    if not land.size:
        return Matching((), tuple(0 for _ in land.ceilings), 0)
    packing = _Packing(land)
    edges: dict[Edge, int] = {}
    packing.add_near(window, edges)
    while (found := _solve(land.size, edges)) is None:
        if window >= land.size:
            return None
        window *= 2
        packing.add_near(window, edges)
    while window < land.size:  # else all were shown and nothing is left to prove
        proof = _proof(land.size, edges)
        missed = packing.not_excluded(edges, sum(edges[edge] for edge in found), proof)
        if not missed:
            break
        edges.update(missed)
        found = _solve(land.size, edges) or found
        if all(2 * price >= proof.doubled(*edge) for edge, price in missed.items()):
            break
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
            weight *= ceiling + 1
        if weight.bit_length() > _SOLVER_BITS:
            raise ScoresTooFarApart(bits=weight.bit_length())
        self.weights = tuple(reversed(weights))
        self.floor_weights = tuple(2 * self.weights[level] for level in land.floor_levels)

    def packed(self, one: int, other: int) -> int | None:
        """The couple's cost as one integer, None where it may not be."""
        cost = self.land.cost(one, other)
        return None if cost is None else sum(map(mul, cost, self.weights))

    def add_near(self, window: int, edges: dict[Edge, int]) -> None:
        """Add the couples of each place with its `window` nearest possible ones."""
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

    def not_excluded(self, edges: Mapping[Edge, int], found: int, proof: "_Proof") -> dict[Edge, int]:
        """The couples not among `edges` that a pairing cheaper than `found` might still hold."""
        slack = max(2 * found - proof.together, 0)
        dearest = [*accumulate(reversed(proof.prices), max)][::-1]
        missed: dict[Edge, int] = {}
        for one in range(self.land.size - 1):
            unreached = slack + proof.prices[one] + dearest[one + 1] + proof.tolls[-1] - proof.tolls[one]
            for other, floor in self.land.nearest(one):
                if other < one:
                    continue
                least = sum(map(mul, floor, self.floor_weights))
                if least >= unreached:
                    break
                if least - proof.doubled(one, other) < slack and (one, other) not in edges:
                    price = self.packed(one, other)
                    if price is not None and 2 * price - proof.doubled(one, other) < slack:
                        missed[one, other] = price
        return missed


@dataclass(frozen=True, slots=True)
class _Proof:
    """Prices and tolls, doubled so that halves stay whole.

    prices   for each place
    tolls    for each place, all tolls before it added up
    """

    prices: tuple[int, ...]
    tolls: tuple[int, ...]

    def doubled(self, one: int, other: int) -> int:
        """Twice the least that the couple (smaller place first) can cost."""
        return self.prices[one] + self.prices[other] + self.tolls[other] - self.tolls[one]

    @property
    def together(self) -> int:
        """Twice the least that a complete pairing can cost."""
        return sum(self.prices) + self.tolls[-1]


def _proof(size: int, edges: Mapping[Edge, int]) -> "_Proof":
    """Prices and tolls that these couples bear and that add up to the most or nearly; they hold a complete pairing."""
    doubled = _assignment_prices(size, edges)
    return _Proof(tuple(doubled), _tolls(size, {edge: 2 * price - doubled[edge[0]] - doubled[edge[1]] for edge, price in edges.items()}))


def _assignment_prices(size: int, edges: Mapping[Edge, int]) -> list[int]:
    """Twice the price of each place by the cheapest arrangement in which each follows one and is followed by one."""
    both_ways = {(one, size + other): price for couple, price in edges.items() for one, other in (couple, couple[::-1])}
    follows = {one: other - size for one, other in _solve(2 * size, both_ways) or ()}
    around: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for (one, other), price in edges.items():
        around[one].append((other, price))
        around[other].append((one, price))
    own = [0] * size
    copies = [0] * size
    waiting = deque(range(size))
    queued = [True] * size
    # own[w] + copies[v] <= price of (w, v), and equal where w follows v: least distances in the graph of exchanges.
    while waiting:
        one = waiting.popleft()
        queued[one] = False
        target = follows[one]
        copies[target] = edges[(one, target) if one < target else (target, one)] - own[one]
        for other, price in around[target]:
            if own[other] > price - copies[target]:
                own[other] = price - copies[target]
                if not queued[other]:
                    queued[other] = True
                    waiting.append(other)
    return [mine + copy for mine, copy in zip(own, copies, strict=True)]


def _tolls(size: int, over: Mapping[Edge, int]) -> tuple[int, ...]:
    """For each place all tolls before it, doubled: between an odd number of first places and the rest, the most that crossing couples can bear.

    over   what each couple costs above its prices, doubled
    """
    crossing: list[list[Edge]] = [[] for _ in range(size)]
    for one, other in over:
        for first in range(one + 1, other + 1):
            if first % 2:
                crossing[first].append((one, other))
    tolls = [0] * size
    for first in range(1, size):
        tolls[first] = tolls[first - 1]
        if first % 2 and crossing[first]:
            tolls[first] += min(over[one, other] - tolls[first - 1] + tolls[one] for one, other in crossing[first])
    return tuple(tolls)


def _solve(size: int, edges: Mapping[Edge, int]) -> set[Edge] | None:
    """The cheapest complete pairing among these couples, None where none is complete."""
    if not edges:
        return None
    most = max(edges.values()) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(one, other, most - price) for (one, other), price in edges.items()])
    # Without max_cardinality the solver may leave places alone where a couple is worth little.
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if len(found) * 2 < size:
        return None
    return {(one, other) if one < other else (other, one) for one, other in found}
