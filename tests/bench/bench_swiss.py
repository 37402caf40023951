"""`python -m tests.bench.bench_swiss`: how long a draw takes, with the same cost as the dense optimum, beside networkx.

Processor seconds, the best of three. Exit 1 where 1,000 entrants take more than 1 s, 300 more than 0.1 s, or a cost differs.
"""

import random
import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import TypeVar

import networkx

from bridge.engine.swiss.costs import CoupleCosts, Places
from bridge.engine.swiss.field import Field, Metric, Settings, standings
from bridge.engine.swiss.matching import Cost, cheapest
from bridge.engine.swiss.pair import pair
from tests.engine.swiss_worlds import played_event

T = TypeVar("T")

MEASURED = (
    (100, Metric.RANK, None),
    (100, Metric.SCORE, None),
    (300, Metric.SCORE, 0.1),
    (301, Metric.SCORE, 0.1),
    (300, Metric.RANK, 0.1),
    (301, Metric.RANK, 0.1),
    (1000, Metric.RANK, 1.0),
)
ROUNDS = 7
NETWORKX_UP_TO = 100


def timed(work: Callable[[], T], times: int = 3) -> tuple[float, T]:
    """The least processor time of some runs, and what came of it."""
    best, result = None, None
    for _ in range(times):
        begun = time.process_time()
        result = work()
        took = time.process_time() - begun
        best = took if best is None else min(best, took)
    assert best is not None and result is not None
    return best, result


def by_networkx(places: Places[int]) -> Cost:
    """The same criteria given to another solver, all couples shown."""
    costs = {edge: cost for edge in combinations(range(places.size), 2) if (cost := places.cost(*edge)) is not None}
    weight, weights = 1, []
    for ceiling in reversed(places.ceilings):
        weights.insert(0, weight)
        weight *= ceiling + 1
    graph = networkx.Graph()
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=-sum(part * weight for part, weight in zip(cost, weights, strict=True)))
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    chosen = [costs[min(edge), max(edge)] for edge in found]
    return tuple(sum(level) for level in zip(*chosen, strict=True))


def measured(size: int, metric: Metric, limit: float | None) -> bool:
    """One size: prints its line; was it quick enough and as good as the dense optimum?"""
    field: Field[int] = played_event(size, ROUNDS, seed=size, settings=Settings(metric=metric))
    took, draw = timed(lambda: pair(field, random.Random(1)))
    places = Places(CoupleCosts(field, standings(field), random.Random(1).getrandbits(64)), tuple(range(size)))
    dense_took, dense = timed(lambda: cheapest(places, window=size + 1), times=1)
    line = f"{size:5} {metric.value:6} drawn in {took:.3f} s; all couples shown {dense_took:.2f} s"
    same = dense is not None and tuple(cost for _, cost in draw.cost) == dense.cost[: len(draw.cost)]
    if size <= NETWORKX_UP_TO:
        slow, cost = timed(lambda: by_networkx(places), times=1)
        same = same and dense is not None and cost == dense.cost
        line += f"; networkx {slow:.2f} s, {slow / took:.0f} times as long"
    print(line + ("" if same else "; NOT THE SAME COST"), flush=True)
    return same and (limit is None or took <= limit)


if __name__ == "__main__":
    sys.exit(0 if all([measured(*line) for line in MEASURED]) else 1)
