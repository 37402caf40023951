"""Two entrants change places in a draft, and what that costs."""

from dataclasses import replace

from bridge.engine.errors import EngineError
from bridge.engine.swiss.check import real_cost
from bridge.engine.swiss.draw import Draw, Match, SitOut
from bridge.engine.swiss.field import Criterion, Entrant, Field, Seated, UnknownEntrant, Who, settled_already
from bridge.engine.swiss.seating import north_south_first


class AlreadyReleased(EngineError):
    """A released match, sit-out or triangle stays as it is. Facts: `who`."""


class NothingToSwap(EngineError):
    """The two meet each other, or are one and the same. Facts: `one`, `other`."""


def swap_entrants(field: Field[Who], draw: Draw[Who], one: Who, other: Who) -> Draw[Who]:
    """The draft with the two in each other's places and its cost reckoned anew; the reasons of what changed are gone.

    Sides are given afresh in the two matches. Whether the outcome is allowed is for `check` to say.
    raises  AlreadyReleased, NothingToSwap, UnknownEntrant
    """
    entrants = {entrant.who: entrant for entrant in field.entrants}
    for who in (one, other):
        if who not in draw.order:
            raise UnknownEntrant(who=who)
        if who in settled_already(field):
            raise AlreadyReleased(who=who)
    if one == other or any({one, other} == set(couple) for couple in draw.couples):
        raise NothingToSwap(one=one, other=other)
    exchanged = {one: other, other: one}
    changed = replace(
        draw,
        matches=tuple(_exchanged(field, entrants, draw.order, match, exchanged) for match in draw.matches),
        sit_out=draw.sit_out if draw.sit_out is None or draw.sit_out.who not in exchanged else SitOut(exchanged[draw.sit_out.who]),
        triangle=None if draw.triangle is None else replace(draw.triangle, three=_in_order(draw, exchanged)),
    )
    real = real_cost(field, changed)
    again = {frozenset((meeting.one, meeting.other)) for meeting in field.met} | {frozenset(couple) for couple in field.playing}
    return replace(
        changed,
        cost=tuple((criterion, real[criterion]) for criterion, _ in draw.cost),
        rematches=tuple(couple for couple in changed.couples if frozenset(couple) in again),
    )


def _in_order(draw: Draw[Who], exchanged: dict[Who, Who]) -> tuple[Who, Who, Who]:
    """The three of the triangle after the exchange, the highest first."""
    assert draw.triangle is not None
    first, second, third = sorted((exchanged.get(who, who) for who in draw.triangle.three), key=draw.order.index)
    return first, second, third


def _exchanged(
    field: Field[Who], entrants: dict[Who, Entrant[Who]], order: tuple[Who, ...], match: Match[Who], exchanged: dict[Who, Who]
) -> Match[Who]:
    if not set(match.seated.couple) & set(exchanged):
        return match
    higher, lower = sorted((exchanged.get(who, who) for who in match.seated.couple), key=order.index)
    north_south, east_west = north_south_first(field, entrants[higher], entrants[lower])
    return Match(Seated(match.seated.table, north_south.who, east_west.who))


def difference(before: Draw[Who], after: Draw[Who]) -> tuple[tuple[Criterion, int], ...]:
    """What the second draw costs more (less: negative) than the first, criterion by criterion, the weightiest first; only what differs."""
    return tuple((criterion, cost - before.price(criterion)) for criterion, cost in after.cost if cost != before.price(criterion))
