"""Strata: one field plays together, and weaker entries are also ranked among themselves (ACBL, "Calculating the awards")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from bridge.engine.errors import EngineError
from bridge.engine.masterpoints.scheme import Award, Finished, Scheme, award_places
from bridge.engine.scoring.ranking import ranked

Who = TypeVar("Who")

LEAST_ENTRIES = 5  # of the lowest stratum


class LimitsNotFalling(EngineError):
    """The limits of strata are given from the highest stratum down, each below the one before. Facts: `limit`, `before`."""


class By(Enum):
    """Which of its players puts an entry in a stratum."""

    HIGHER = "higher"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class Strata:
    """Strata from the highest (0: no limit) down: `limits[k]` hundredths of master points is the most that stratum k + 1 admits."""

    limits: tuple[int, ...]
    by: By = By.HIGHER
    least: int = LEAST_ENTRIES


@dataclass(frozen=True, slots=True)
class StratumAward(Generic[Who]):
    """An entry's award with the stratum whose list earned it."""

    stratum: int
    award: Award[Who]


def stratum_of(strata: Strata, players: Sequence[int]) -> int:
    """The stratum of an entry whose players have so many hundredths of master points; 0 is the highest. Raises LimitsNotFalling."""
    for before, limit in zip(strata.limits, strata.limits[1:], strict=False):
        if limit >= before:
            raise LimitsNotFalling(limit=limit, before=before)
    strength = Fraction(max(players)) if strata.by is By.HIGHER else Fraction(sum(players), len(players))
    return sum(strength <= limit for limit in strata.limits)


def award_strata(scheme: Scheme, strata: Strata, scores: Mapping[Who, Fraction], stratum: Mapping[Who, int]) -> tuple[StratumAward[Who], ...]:
    """The best single award of each entry over the lists it stands in, in the order of `scores`; of equal ones that of the higher stratum.

    scores    everybody who finished, higher is better
    stratum   of each entry; a stratum's list holds it and all lower ones, and is awarded where it has `strata.least` entries
    """
    best: dict[Who, StratumAward[Who]] = {}
    for level in range(len(strata.limits) + 1):
        members = {who: score for who, score in scores.items() if stratum[who] >= level}
        if level and len(members) < strata.least:
            continue
        for award in award_places(scheme, Finished(len(members), len(members) // 2), ranked(members)):
            known = best.get(award.who)
            if known is None or award.exact > known.award.exact:
                best[award.who] = StratumAward(level, award)
    return tuple(best[who] for who in scores if who in best)


def best_awards(lists: Sequence[tuple[str, Sequence[Award[Who]]]]) -> tuple[tuple[str, Award[Who]], ...]:
    """The best single award of each entry with the name of its list; of equal ones that of the list given first, entries in order of first mention."""
    best: dict[Who, tuple[str, Award[Who]]] = {}
    for name, awards in lists:
        for award in awards:
            known = best.get(award.who)
            if known is None or award.exact > known[1].exact:
                best[award.who] = (name, award)
    return tuple(best.values())
