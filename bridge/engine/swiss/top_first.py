"""The least gap for the leader, then for the next one without an opponent, and so on down, never at the price of a weightier criterion."""

from typing import Any

from bridge.engine.swiss.costs import Places
from bridge.engine.swiss.field import Criterion
from bridge.engine.swiss.matching import Cost, Edge, cheapest


def top_first(places: Places[Any]) -> tuple[Edge, ...] | None:
    """The couples of places, or None where no pairing is complete.

    The sit-out is settled first, with the lowest that leaves the rest as free of rematches as the best draw is; then each place from the top.
    """
    best = cheapest(places)
    return None if best is None else _Descent(places, best.couples).couples()


class _Descent:
    """Places are settled one by one beside a complete pairing that always reaches the least cost of the weightier criteria."""

    def __init__(self, places: Places[Any], couples: tuple[Edge, ...]) -> None:
        self.places = places
        self.weightier = places.costs.criteria.index(Criterion.CLOSENESS) if Criterion.CLOSENESS in places.costs.criteria else 0
        self.partner: dict[int, int] = {}
        self._adopt(couples)
        self.settled: dict[int, int] = {}

    def _adopt(self, couples: tuple[Edge, ...]) -> None:
        for one, other in couples:
            self.partner[one], self.partner[other] = other, one

    def couples(self) -> tuple[Edge, ...]:
        """Settle all places and give their couples."""
        last = self.places.size - 1
        top_down = range(self.places.size)
        for one in (last, *top_down) if self.places.ranks[-1] == self.places.costs.sit_out else top_down:
            if one not in self.settled:
                self._settle(one, next(other for other in self._by_gap(one) if self._can_meet(one, other)))
        return tuple(sorted((one, other) for one, other in self.settled.items() if one < other))

    def _by_gap(self, one: int) -> list[int]:
        free = [other for other in range(self.places.size) if other != one and other not in self.settled]
        ranks, costs = self.places.ranks, self.places.costs
        return sorted(free, key=lambda other: (costs.closeness(*sorted((ranks[one], ranks[other]))), other))

    def _settle(self, one: int, other: int) -> None:
        self.settled[one], self.settled[other] = other, one
        del self.partner[one], self.partner[other]

    def _can_meet(self, one: int, other: int) -> bool:
        """Does the rest still reach the least cost of the weightier criteria when these two meet? If so, `partner` is such a pairing."""
        mine, theirs = self.partner[one], self.partner[other]
        if mine == other:
            return True
        here = self._weight(one, other)
        if here is None:
            return False
        left = self._weight(mine, theirs)
        if left is not None and _sum(here, left) == _sum(self._weight(one, mine), self._weight(other, theirs)):
            self._adopt(((one, other), (mine, theirs)))
            return True
        return self._can_rearrange(one, other, here)

    def _can_rearrange(self, one: int, other: int, here: Cost) -> bool:
        rest = tuple(sorted(place for place in self.partner if place not in (one, other)))
        ranks = tuple(self.places.ranks[place] for place in rest if self.places.ranks[place] != self.places.costs.sit_out)
        found = cheapest(Places(self.places.costs, ranks, self.places.banned))
        if found is None:
            return False
        now = _sum(*(self._weight(*couple) for couple in self.partner.items() if couple[0] < couple[1]))
        if _sum(here, found.cost[: self.weightier]) != now:
            return False
        self._adopt(((one, other), *((rest[first], rest[second]) for first, second in found.couples)))
        return True

    def _weight(self, one: int, other: int) -> Cost | None:
        cost = self.places.cost(one, other)
        return None if cost is None else cost[: self.weightier]


def _sum(*costs: Cost | None) -> Cost:
    return tuple(sum(level) for level in zip(*(cost for cost in costs if cost is not None), strict=True))
