"""Looking ahead in small fields: a draw after which the next rounds can still be drawn without a rematch."""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

from bridge.engine.swiss.costs import Places
from bridge.engine.swiss.field import Criterion, Field, Who
from bridge.engine.swiss.matching import Cost, Edge, cheapest, total

_SMALL = 10  # looked ahead in from the first round on
_TO_THE_END = 8  # small enough to look ahead over all the rounds that are left
_TRIES = 1000  # more than the 945 pairings of ten places

_GUARDED = (Criterion.REMATCHES, Criterion.SIT_OUTS)


def should_look_ahead(field: Field[Who], places: int) -> bool:
    """Is another round to come, and the field so small or so far on that it might not be drawn without a rematch?"""
    if field.settings.rounds is None or field.round >= field.settings.rounds:
        return False
    return places <= _SMALL or 2 * field.round >= places


def first_that_can_go_on(field: Field[Who], places: Places[Any]) -> tuple[Edge, ...] | None:
    """The cheapest couples of places that leave the coming rounds free of rematches and second sit-outs.

    Up to eight places all coming rounds of the event are looked at, above that the next one. None where no draw as good by the weightier
    criteria has such rounds after it, or none was met among the first thousand.
    """
    fresh = _fresh(places)
    to_come = (field.settings.rounds or field.round) - field.round
    rounds = min(to_come, places.size - 1) if places.size <= _TO_THE_END else 1
    guarded = [places.costs.criteria.index(criterion) for criterion in _GUARDED if criterion in places.costs.criteria]
    for tried, couples in enumerate(_by_cost(places)):
        cost = total(places, couples)
        if tried == _TRIES or any(cost[level] for level in guarded):
            return None
        if _can_go_on(places.size, fresh - frozenset(couples), rounds):
            return couples
    return None


def _fresh(places: Places[Any]) -> frozenset[Edge]:
    """The couples that have not met and may; the sit-out with those that never sat out."""
    guarded = [places.costs.criteria.index(criterion) for criterion in _GUARDED if criterion in places.costs.criteria]
    costs = {(one, other): places.cost(one, other) for other in range(places.size) for one in range(other)}
    return frozenset(edge for edge, cost in costs.items() if cost is not None and not any(cost[level] for level in guarded))


def _can_go_on(size: int, fresh: frozenset[Edge], rounds: int) -> bool:
    """Can so many more rounds be drawn from these couples, each couple used once?"""
    if rounds == 0:
        return True
    return any(_can_go_on(size, fresh - frozenset(couples), rounds - 1) for couples in _complete(tuple(range(size)), fresh))


def _complete(left: tuple[int, ...], fresh: frozenset[Edge]) -> Iterator[tuple[Edge, ...]]:
    """Every complete pairing of the places from these couples."""
    if not left:
        yield ()
        return
    one, rest = left[0], left[1:]
    for at, other in enumerate(rest):
        if (one, other) in fresh:
            for couples in _complete(rest[:at] + rest[at + 1 :], fresh):
                yield ((one, other), *couples)


def _by_cost(places: Places[Any]) -> Iterator[tuple[Edge, ...]]:
    """Complete pairings of the places, the cheapest first, none twice: each one found splits the rest by the first of its couples they lack."""
    waiting: list[tuple[Cost, int, tuple[Edge, ...], tuple[Edge, ...], frozenset[Edge]]] = []
    _wait_for(places, waiting, 0, (), frozenset())
    number = 0
    while waiting:
        _, _, couples, kept, without = heappop(waiting)
        yield couples
        for at, couple in enumerate(own := tuple(edge for edge in couples if edge not in kept)):
            number += 1
            _wait_for(places, waiting, number, (*kept, *own[:at]), without | {couple})


def _wait_for(
    places: Places[Any],
    waiting: list[tuple[Cost, int, tuple[Edge, ...], tuple[Edge, ...], frozenset[Edge]]],
    number: int,
    kept: tuple[Edge, ...],
    without: frozenset[Edge],
) -> None:
    """Put the cheapest pairing with the kept couples and without the others in line, if there is one."""
    held = frozenset(place for couple in kept for place in couple)
    rest = tuple(place for place in range(places.size) if place not in held)
    ranks = tuple(places.ranks[place] for place in rest if places.ranks[place] != places.costs.sit_out)
    found = cheapest(Places(places.costs, ranks, frozenset((places.ranks[one], places.ranks[other]) for one, other in without)))
    if found is not None:
        couples = tuple(sorted((*kept, *((rest[one], rest[other]) for one, other in found.couples))))
        heappush(waiting, (total(places, couples), number, couples, kept, without))
