"""A draw's costs read back as reasons."""

from collections.abc import Iterator

from bridge.engine.swiss.costs import CoupleCosts
from bridge.engine.swiss.draw import Reason, Why
from bridge.engine.swiss.field import Rematches, Who
from bridge.engine.swiss.matching import Edge


def reasons_for_couple(costs: CoupleCosts[Who], edge: Edge) -> tuple[Reason[Who], ...]:
    """Why these two ranks (the higher first) meet: what speaks against it, and what kept each from an opponent between the two.

    In a first round by fold or slide: what kept each from the opponent that the scheme gives.
    """
    one, other = edge
    higher, lower = costs.entrants[one].who, costs.entrants[other].who
    reasons: list[Reason[Who]] = []
    met = costs.met(one, other)
    if met.times:
        allowed = costs.settings.rematches is Rematches.ALLOWED
        reasons.append(Reason(Why.REMATCH_ALLOWED if allowed else Why.REMATCH, higher, lower, met.times))
    if costs.is_avoided(one, other) or costs.is_kept_apart(one, other):
        reasons.append(Reason(Why.WISH_BROKEN, higher, lower))
    if costs.ideal(one) == other:
        reasons.append(Reason(Why.SCHEME, higher, lower))
    elif costs.ideal(one) is not None:
        reasons.extend(_hindrance(costs, rank, ideal) for rank in edge if (ideal := costs.ideal(rank)) is not None and ideal != costs.sit_out)
    elif other == one + 1:
        reasons.append(Reason(Why.NEXT, higher, lower))
    else:
        reasons.extend(_hindrance(costs, one, between) for between in range(one + 1, other))
        reasons.extend(_hindrance(costs, other, between) for between in range(other - 1, one, -1))
    return tuple(reasons)


def _hindrance(costs: CoupleCosts[Who], rank: int, nearer: int) -> Reason[Who]:
    """What kept a rank from an opponent nearer to it."""
    who, other = costs.entrants[rank].who, costs.entrants[nearer].who
    met = costs.met(rank, nearer)
    if met.times and costs.settings.rematches is not Rematches.ALLOWED:
        return Reason(Why.MET, who, other, met.last_round)
    if costs.is_kept_apart(rank, nearer):
        return Reason(Why.CLUBMATES, who, other)
    if costs.is_forbidden(rank, nearer):
        return Reason(Why.FORBIDDEN, who, other)
    if costs.is_avoided(rank, nearer):
        return Reason(Why.AVOIDED, who, other)
    return Reason(Why.DEARER, who, other)


def reasons_for_sit_out(costs: CoupleCosts[Who], rank: int) -> tuple[Reason[Who], ...]:
    """Why this rank sits out, and why each lower one does not."""
    return tuple(_sit_out_reasons(costs, rank))


def _sit_out_reasons(costs: CoupleCosts[Who], rank: int) -> Iterator[Reason[Who]]:
    entrant = costs.entrants[rank]
    lower = costs.entrants[rank + 1 :]
    if entrant.byes:
        yield Reason(Why.SAT_OUT_AGAIN, entrant.who, number=entrant.byes)
    elif not lower:
        yield Reason(Why.LOWEST, entrant.who)
    elif all(below.byes for below in lower):
        yield Reason(Why.LOWEST_WITHOUT_SIT_OUT, entrant.who)
    for below in reversed(lower):
        if below.byes > entrant.byes:
            yield Reason(Why.SAT_OUT, entrant.who, below.who, below.byes)
        else:
            yield Reason(Why.NEEDED, entrant.who, below.who)
