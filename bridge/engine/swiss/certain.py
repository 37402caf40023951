"""Matches of the next round that come out the same whatever the missing results will be, so that their tables can be released early.

One draw stays one draw: what is released goes back into the field as `released`, and the draw is completed round it.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Generic

from bridge.engine.errors import EngineError
from bridge.engine.swiss.field import Couple, Entrant, Field, Metric, Who, standings
from bridge.engine.swiss.pair import pair

_LOOKED_AT = 100_000  # outcomes, and
_DRAWN = 2000  # draws for them, beyond which nothing is called certain


class ScoreMissingTwice(EngineError):
    """Two missing results name the same entrant. Facts: `who`."""


@dataclass(frozen=True, slots=True)
class Missing(Generic[Who]):
    """A result that is not in: everything the two may still score from it, in hundredths, added to what the field gives them."""

    one: Who
    other: Who
    outcomes: tuple[tuple[Fraction | int, Fraction | int], ...]


def victory_point_outcomes(total: int, step: int = 1) -> tuple[tuple[int, int], ...]:
    """Every split of `total` hundredths between two entrants in steps of `step`."""
    return tuple((score, total - score) for score in range(0, total + 1, step))


def certain_couples(field: Field[Who], seed: int, missing: tuple[Missing[Who], ...]) -> frozenset[Couple[Who]]:
    """The couples (North-South first) that the draw of the round holds under every outcome of the missing results.

    seed     of the lots, the one the draw itself will use
    Exact up to 2,000 different standings (closeness by score: outcomes); beyond that no couple is called certain.
    """
    named = [who for match in missing for who in (match.one, match.other)]
    for who in named:
        if named.count(who) > 1:
            raise ScoreMissingTwice(who=who)
    certain: frozenset[Couple[Who]] | None = None
    for outcome in _different(field, missing):
        if outcome is None:
            return frozenset()
        couples = frozenset(pair(outcome, random.Random(seed)).couples)
        certain = couples if certain is None else certain & couples
        if not certain:
            return certain
    return certain or frozenset()


def _different(field: Field[Who], missing: tuple[Missing[Who], ...]) -> Iterator[Field[Who] | None]:
    """The field under every outcome, each order of the standings once where only ranks matter; None where there are too many."""
    by_rank = field.settings.metric is Metric.RANK
    seen: set[tuple[Who, ...]] = set()
    drawn = 0
    for tried, outcome in enumerate(product(*(match.outcomes for match in missing))):
        scored = _scored(field, {who: points for match, pair_of in zip(missing, outcome, strict=True) for who, points in _by_entrant(match, pair_of)})
        order = tuple(entrant.who for entrant in standings(scored))
        if by_rank and order in seen:
            continue
        seen.add(order)
        drawn += 1
        if tried >= _LOOKED_AT or drawn > _DRAWN:
            yield None
            return
        yield scored


def _by_entrant(match: Missing[Who], points: tuple[Fraction | int, Fraction | int]) -> tuple[tuple[Who, Fraction | int], tuple[Who, Fraction | int]]:
    return (match.one, points[0]), (match.other, points[1])


def _scored(field: Field[Who], points: dict[Who, Fraction | int]) -> Field[Who]:
    def with_points(entrant: Entrant[Who]) -> Entrant[Who]:
        return replace(entrant, score=entrant.score + points[entrant.who]) if entrant.who in points else entrant

    return replace(field, entrants=tuple(with_points(entrant) for entrant in field.entrants))
