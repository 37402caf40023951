"""Couples that no missing result can reach, told without drawing under every outcome: what is called so is so, though not all that is so is found.

A stretch of the standings is out of reach where the same entrants stand at the same places whatever is still scored. In its draw only those near its
ends can meet somebody outside. Say that one of the stretch, at place t, meets somebody below at r, and that another at u, between t and the end, meets
z. If t and u could change opponents, or meet each other and leave r to z, the squared gaps would add up to less: by 2(r - z)(u - t), by
2(r - u)(z - t). So each of those between is kept from it by a couple that has met or that a weightier criterion counts against, and of such couples
each entrant has few. Whoever may thus meet somebody outside is taken from the stretch in every combination, and the rest of it is drawn by itself:
what all these draws hold is certain.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import Any

from bridge.engine.swiss.ahead import should_look_ahead
from bridge.engine.swiss.costs import CoupleCosts, Places
from bridge.engine.swiss.field import Couple, Criterion, Field, Metric, Odd, Variant, Who, is_first_by_scheme, settled_already, standing_key, standings
from bridge.engine.swiss.matching import Cost, Edge, cheapest
from bridge.engine.swiss.pair import pair, settings_in_force

_SEATED = 20_000  # entrants in all draws of the rest of a stretch together, beyond which nothing in it is called certain


def couples_out_of_reach(field: Field[Who], seed: int, spread: Mapping[Who, tuple[Any, Any]]) -> frozenset[Couple[Who]]:
    """Couples (North-South first) that the draw holds under every outcome.

    None is told where gaps are counted in score, where the leaders are drawn first, by a triangle, and where the draw looks ahead.

    field    under any one of the outcomes
    spread   for each who waits for a result, the best and the worst of the standing keys that it can bring

    raises   what `pair` raises
    """
    drawn = {frozenset(couple): couple for couple in pair(field, random.Random(seed)).couples}
    ruled = replace(field, settings=settings_in_force(field.settings))
    order = standings(ruled)
    settled = frozenset(settled_already(ruled))
    free = tuple(rank for rank, entrant in enumerate(order) if entrant.who not in settled)
    if not _is_told(ruled, len(free)):
        return frozenset()
    wide = _Wide(CoupleCosts(ruled, order, random.Random(seed).getrandbits(64)), free)
    found: list[Edge] = []
    for first, beyond in _stretches(ruled, spread):
        ranks = tuple(rank for rank in free if first <= rank < beyond)
        held = {(one, other) for one in ranks for other in ranks if one < other and frozenset((order[one].who, order[other].who)) in drawn}
        found += _held_by_all(wide, ranks, held)
    return frozenset(drawn[frozenset((order[one].who, order[other].who))] for one, other in found)


def _is_told(field: Field[Any], free: int) -> bool:
    """Is the draw the least sum of squared gaps in rank, after the weightier criteria?"""
    settings = field.settings
    if settings.metric is not Metric.RANK or Criterion.CLOSENESS not in settings.order or is_first_by_scheme(field):
        return False
    if free % 2 and settings.odd is not Odd.SIT_OUT and field.triangle is None:
        return False
    return settings.variant is not Variant.TOP_FIRST and not (settings.variant is Variant.BALANCED and should_look_ahead(field, free + free % 2))


def _stretches(field: Field[Who], spread: Mapping[Who, tuple[Any, Any]]) -> Iterator[Edge]:
    """First rank and the rank beyond the last of each stretch where nobody who waits can come before one and behind another."""
    ranks = []
    for rank, entrant in enumerate(standings(field)):
        key = standing_key(entrant)
        if entrant.who not in spread and all(worst < key or key < best for best, worst in spread.values()):
            ranks.append(rank)
    for _, group in groupby(enumerate(ranks), key=lambda each: each[1] - each[0]):
        stretch = [rank for _, rank in group]
        yield stretch[0], stretch[-1] + 1


class _Wide:
    """A whole field by rank, the sit-out after the last: with whom each would rather not be drawn."""

    def __init__(self, costs: CoupleCosts[Any], free: tuple[int, ...]) -> None:
        self.costs = costs
        self.ranks = Places(costs, free).ranks
        self._weightier = costs.criteria.index(Criterion.CLOSENESS)
        self._unwished: dict[int, frozenset[int]] = {}

    def unwished(self, one: int) -> frozenset[int]:
        """The ranks that make with this one a couple that is forbidden or costs something by a criterion before closeness."""
        if one not in self._unwished:
            self._unwished[one] = frozenset(other for other in self.ranks if other != one and self._is_unwished(min(one, other), max(one, other)))
        return self._unwished[one]

    def _is_unwished(self, one: int, other: int) -> bool:
        cost = self.costs.cost(one, other)
        return cost is None or any(cost[: self._weightier])


def _held_by_all(wide: _Wide, ranks: tuple[int, ...], held: set[Edge]) -> set[Edge]:
    """Those of the couples held that are in the draw of the stretch (of these ranks), whoever of it meets somebody outside."""
    if not ranks:
        return set()
    above = tuple(rank for rank in wide.ranks if rank < ranks[0])
    below = tuple(rank for rank in wide.ranks if rank > ranks[-1])
    most = _SEATED // len(ranks)
    rising = [*islice(_who_may_leave(wide, ranks, above), most + 1)]
    falling = [*islice(_who_may_leave(wide, ranks[::-1], below), most + 1)]
    tried = 0
    for gone in (up | down for up in rising for down in falling if not up & down):
        rest = tuple(rank for rank in ranks if rank not in gone)
        if len(rest) % 2:
            continue
        tried += 1
        if tried > most or not held:
            return set()
        held = _held_by(Places(wide.costs, rest), held)
    return held


def _held_by(places: Places[Any], held: set[Edge]) -> set[Edge]:
    """Those of the couples held that every cheapest draw of these places has; all where they cannot be drawn, which then nobody does."""
    while True:
        chosen = cheapest(_Sparing(places, held))
        if chosen is None or held <= (couples := set(places.couples(chosen.couples))):
            return held
        held = held & couples


class _Sparing:
    """Places where a couple that is held costs a little more, after all else: one that some cheapest draw has not is not drawn."""

    def __init__(self, places: Places[Any], held: set[Edge]) -> None:
        self._places = places
        self._held = held
        self.size = places.size
        self.ceilings: Cost = (*places.ceilings, places.size)
        self.floor_levels = places.floor_levels
        self.nearest = places.nearest

    def cost(self, one: int, other: int) -> Cost | None:
        """What the couple of places costs; None where it may not be."""
        cost = self._places.cost(one, other)
        return None if cost is None else (*cost, int(self._places.couples(((one, other),))[0] in self._held))


def _who_may_leave(wide: _Wide, inward: Sequence[int], outside: tuple[int, ...]) -> Iterator[frozenset[int]]:
    """Every set of those of a stretch, its ranks from one end inward, that may meet somebody beyond that end."""
    furthest = max((len(wide.unwished(rank)) for rank in inward), default=0) + 1
    partners = max((len(wide.unwished(rank).intersection(outside)) for rank in outside), default=0)

    def is_kept(gone: tuple[int, ...]) -> bool:
        """Do not too many of those who leave go well together? Two of them would meet, were it not for those that they leave to each other."""
        return all(sum(other not in wide.unwished(one) for other in gone if other != one) <= partners for one in gone)

    def may_leave(one: int, gone: tuple[int, ...], stayed: tuple[int, ...]) -> bool:
        own = wide.unwished(one)
        for other in outside:
            theirs = wide.unwished(other)
            spare = len(own) + (other == wide.costs.sit_out)  # the last and the sit-out are equally far from everybody
            stays = sum(between not in theirs for between in stayed)
            leaves = sum(between not in theirs and between not in own for between in gone)
            if stays <= spare and stays + leaves <= spare + len(theirs.intersection(outside)):
                return True
        return False

    def sets(at: int, gone: tuple[int, ...], stayed: tuple[int, ...]) -> Iterator[frozenset[int]]:
        if at == len(inward) or all(sum(between not in wide.unwished(other) for between in stayed) > furthest for other in outside):
            yield frozenset(gone)
            return
        one = inward[at]
        yield from sets(at + 1, gone, (*stayed, one))
        if len(gone) < len(outside) and is_kept((*gone, one)) and may_leave(one, gone, stayed):
            yield from sets(at + 1, (*gone, one), stayed)

    yield from sets(0, (), ())
