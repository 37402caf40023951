"""Places: standard competition ranking (1, 2=, 2=, 4) on exact figures, tie-breaks, and the ranking of the seed's Swiss."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Generic, TypeVar

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Place:
    """A place, perhaps shared: `2=`."""

    number: int
    shared: bool

    def __str__(self) -> str:
        return f"{self.number}=" if self.shared else f"{self.number}"


def places_of(scores: Sequence[Any]) -> tuple[Place, ...]:
    """The place of each score, in the order given: 1 + how many are better; higher is better."""
    ordered = sorted(scores, reverse=True)
    first: dict[Any, int] = {}
    often: dict[Any, int] = {}
    for place, score in enumerate(ordered, start=1):
        first.setdefault(score, place)
        often[score] = often.get(score, 0) + 1
    return tuple(Place(first[score], often[score] > 1) for score in scores)


# A tie-break gives each of those tied a value, higher first.
Breaking = Callable[[tuple[Any, ...]], Mapping[Any, Any]]


def ranked(scores: Mapping[Who, Fraction], breaks: Sequence[Breaking] = ()) -> tuple[tuple[Who, Place], ...]:
    """Everybody with their place, best first; those still tied after all tie-breaks share it and stand in the order given."""
    found: list[tuple[Who, Place]] = []
    # Whole numbers over one denominator compare and hash many times faster than fractions.
    common = lcm(*{score.denominator for score in scores.values()})
    by_score: dict[int, list[Who]] = {}
    for who, score in scores.items():
        by_score.setdefault(score.numerator * (common // score.denominator), []).append(who)
    for whole in sorted(by_score, reverse=True):
        for group in _parted(tuple(by_score[whole]), breaks):
            place = Place(len(found) + 1, len(group) > 1)
            found.extend((who, place) for who in group)
    return tuple(found)


def _parted(tied: tuple[Who, ...], breaks: Sequence[Breaking]) -> Iterable[tuple[Who, ...]]:
    if len(tied) == 1 or not breaks:
        yield tied
        return
    values = breaks[0](tied)
    for value in sorted({values[who] for who in tied}, reverse=True):
        yield from _parted(tuple(who for who in tied if values[who] == value), breaks[1:])


def has_share(boards: int, total_boards: int, percent: Fraction | int) -> bool:
    """Did an entry play the share of the boards that ranks it? The limit itself passes."""
    return boards * 100 >= percent * total_boards


@dataclass(frozen=True, slots=True)
class Finisher(Generic[Who]):
    """One entry of the seed's ranking: total, boards played, number of sign-up."""

    who: Who
    score: Fraction
    boards: int
    sign_up: int


def rank_finishers(finishers: Sequence[Finisher[Who]], total_boards: int, share: Fraction | int) -> tuple[tuple[Who, ...], tuple[Who, ...]]:
    """Who is ranked and who is not, each by total, then more boards, then earlier sign-up; ranked are those with `share` percent of the boards."""
    order = sorted(finishers, key=lambda finisher: (-finisher.score, -finisher.boards, finisher.sign_up))
    within = [has_share(finisher.boards, total_boards, share) for finisher in order]
    return (
        tuple(finisher.who for finisher, finished in zip(order, within, strict=True) if finished),
        tuple(finisher.who for finisher, finished in zip(order, within, strict=True) if not finished),
    )
