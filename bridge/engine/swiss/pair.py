"""Drawing one Swiss round: the best draw by the regulation's criteria, exactly, with its reasons."""

import random
from dataclasses import replace
from typing import Any

from bridge.engine.swiss.ahead import first_that_can_go_on, should_look_ahead
from bridge.engine.swiss.costs import CoupleCosts, Places, read_back
from bridge.engine.swiss.draw import Draw, Match, Reason, SitOut, Triangle, Why
from bridge.engine.swiss.explain import reasons_for_couple, reasons_for_sit_out
from bridge.engine.swiss.field import (
    Criterion,
    Entrant,
    Field,
    FirstRound,
    Metric,
    NoCompleteDraw,
    NoDrawWithoutRematch,
    Odd,
    Rematches,
    Settings,
    Tables,
    TwoWouldSitOut,
    Variant,
    Who,
    ask_sound,
    is_first_by_scheme,
    settled_already,
    sign_up_order,
    standings,
)
from bridge.engine.swiss.matching import Cost, Edge, cheapest, total
from bridge.engine.swiss.seating import free_tables, seat_couples
from bridge.engine.swiss.top_first import top_first
from bridge.engine.swiss.triangle import Three, best_triangle


def pair(field: Field[Who], rng: random.Random) -> Draw[Who]:
    """The draw of one round: the cheapest by `field.settings.order` among all complete ones.

    rng      lots for a random first round, and between draws that are equal in every criterion; the same field and seed give the same draw
    raises   NobodyToPair, OneEntrantLeft, AllWithdrawn, EntrantTwice, UnknownEntrant, MeetsItself, PairedTwice, NoSuchOrder,
             TwoWouldSitOut, NoCompleteDraw, NoDrawWithoutRematch, ScoresTooFarApart
    """
    ask_sound(field)
    ruled = replace(field, settings=settings_in_force(field.settings))
    order = order_of(ruled, rng)
    costs = CoupleCosts(ruled, order, rng.getrandbits(64))
    settled = frozenset(settled_already(ruled))
    free = tuple(rank for rank, entrant in enumerate(order) if entrant.who not in settled)
    try:
        chosen = _choose(ruled, costs, free)
    except NoCompleteDraw:
        if ruled.settings.rematches is Rematches.NEVER:
            raise _only_with_rematches(field, rng) from None
        raise
    return _drawn(ruled, costs, chosen)


def settings_in_force(settings: Settings) -> Settings:
    """The settings with what their variant takes away from them: Danish counts no rematches, the platform's rule nothing but the order."""
    match settings.variant:
        case Variant.DANISH:
            return replace(settings, rematches=Rematches.ALLOWED, metric=Metric.RANK)
        case Variant.SEED_RULE:
            return replace(
                settings,
                rematches=Rematches.ALLOWED,
                metric=Metric.RANK,
                order=(Criterion.CLOSENESS,),
                odd=Odd.SIT_OUT,
                first_round=FirstRound.SIGN_UP,
                tables=Tables.TOP_FIRST,
                rounds=None,
            )
    return settings


def order_of(field: Field[Who], rng: random.Random) -> tuple[Entrant[Who], ...]:
    """The order a draw is made from: the standings, or in a first round by its scheme the sign-up or a lot."""
    if not is_first_by_scheme(field):
        return standings(field)
    signed_up = list(sign_up_order(field))
    if field.settings.first_round is FirstRound.RANDOM:
        rng.shuffle(signed_up)
    return tuple(signed_up)


class _Chosen:
    """Couples of ranks with the sit-out and a new triangle, and what they cost."""

    def __init__(self, couples: tuple[Edge, ...], cost: Cost, three: Three | None = None, ends_here: bool = False) -> None:
        self.couples = couples
        self.cost = cost
        self.three = three
        self.ends_here = ends_here


def _choose(field: Field[Who], costs: CoupleCosts[Who], free: tuple[int, ...]) -> _Chosen:
    if not free:
        return _Chosen((), tuple(0 for _ in costs.criteria))
    settings = field.settings
    if len(free) % 2 and settings.odd is not Odd.SIT_OUT and len(free) >= 3 and field.triangle is None:
        best = best_triangle(costs, free, _cheapest_of)
        if best is None:
            raise _incomplete(field, free)
        return _Chosen(best.couples, best.cost, best.three)
    if len(free) % 2 and field.resting is not None:
        raise TwoWouldSitOut(round=field.round, who=field.resting, entrants=len(free))
    places = Places(costs, free)
    couples = top_first(places) if settings.variant is Variant.TOP_FIRST else _cheapest_of(places)
    if couples is None:
        raise _incomplete(field, free)
    if settings.variant is Variant.BALANCED and should_look_ahead(field, len(places.ranks)):
        onward = first_that_can_go_on(field, places)
        return _Chosen(places.couples(onward or couples), total(places, onward or couples), ends_here=onward is None)
    return _Chosen(places.couples(couples), total(places, couples))


def _cheapest_of(places: Places[Any]) -> tuple[Edge, ...] | None:
    found = cheapest(places)
    return None if found is None else found.couples


def _incomplete(field: Field[Who], free: tuple[int, ...]) -> NoCompleteDraw:
    return NoCompleteDraw(round=field.round, entrants=len(free), forbidden=field.forbidden)


def _only_with_rematches(field: Field[Who], rng: random.Random) -> NoDrawWithoutRematch | NoCompleteDraw:
    """The refusal for a field without a draw free of rematches, naming the fewest there would be."""
    try:
        fewest = pair(replace(field, settings=replace(field.settings, rematches=Rematches.AVOIDED)), rng)
    except NoCompleteDraw as refusal:
        return refusal
    return NoDrawWithoutRematch(round=field.round, rematches=len(fewest.rematches), couples=fewest.rematches)


def _drawn(field: Field[Who], costs: CoupleCosts[Who], chosen: _Chosen) -> Draw[Who]:
    """The chosen couples at their tables, with those settled before and all reasons."""
    entrants = costs.entrants
    couples = [edge for edge in chosen.couples if edge[1] != costs.sit_out]
    taken = [seated.table for seated in field.released]
    seats = seat_couples(field, [(entrants[one], entrants[other]) for one, other in couples], taken)
    matches = [Match(seated, reasons_for_couple(costs, edge)) for seated, edge in zip(seats, couples, strict=True)]
    matches += [Match(seated, (Reason(Why.RELEASED, seated.ns, seated.ew),)) for seated in field.released]
    sit_out = next((one for one, other in chosen.couples if other == costs.sit_out), None)
    return Draw(
        round=field.round,
        matches=tuple(sorted(matches, key=lambda match: match.seated.table)),
        sit_out=_sit_out(field, costs, sit_out),
        triangle=_triangle(field, costs, chosen.three, [*taken, *(seated.table for seated in seats)]),
        order=tuple(entrant.who for entrant in entrants),
        cost=read_back(costs.criteria, chosen.cost),
        rematches=tuple(seated.couple for seated, edge in zip(seats, couples, strict=True) if costs.met(*edge).times),
        ends_here=chosen.ends_here,
    )


def _sit_out(field: Field[Who], costs: CoupleCosts[Who], rank: int | None) -> SitOut[Who] | None:
    if rank is not None:
        return SitOut(costs.entrants[rank].who, reasons_for_sit_out(costs, rank))
    return None if field.resting is None else SitOut(field.resting, (Reason(Why.RELEASED, field.resting),))


def _triangle(field: Field[Who], costs: CoupleCosts[Who], chosen: Three | None, taken: list[int]) -> Triangle[Who] | None:
    """The new triangle, or the one that goes on, at the lowest tables left free."""
    three, why = field.triangle, Why.TRIANGLE_GOES_ON
    if chosen is not None:
        first, second, third = chosen
        three, why = (costs.entrants[first].who, costs.entrants[second].who, costs.entrants[third].who), Why.TRIANGLE
    if three is None:
        return None
    first, second, third = free_tables(taken, 3)
    return Triangle(three, (first, second, third), (Reason(why, three[0]),))
