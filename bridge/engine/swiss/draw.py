"""A draw and the reasons for it, as values."""

from dataclasses import dataclass
from enum import Enum
from typing import Generic

from bridge.engine.swiss.field import Couple, Criterion, Seated, Who


class Why(Enum):
    """Reasons for a match, a sit-out or a triangle, with what `who`, `other` and `number` of the reason mean; nearer: or given by the scheme."""

    RELEASED = "released"  # it was released before
    CERTAIN = "certain"  # every outcome of the results that are missing gives it
    NEXT = "next"  # nobody stands between the two
    SCHEME = "scheme"  # the first round's scheme gives it
    MET = "met"  # `who` met the nearer `other` in round `number` (0: not known)
    FORBIDDEN = "forbidden"  # `who` may not meet the nearer `other`
    AVOIDED = "avoided"  # `who` is better not drawn against the nearer `other`
    CLUBMATES = "clubmates"  # `who` and the nearer `other` are of one club
    DEARER = "dearer"  # `who` could meet the nearer `other`, but the draw as a whole would be worse
    REMATCH = "rematch"  # the couple has met `number` times and no draw has fewer rematches
    REMATCH_ALLOWED = "rematch_allowed"  # the couple has met `number` times, which the settings allow
    WISH_BROKEN = "wish_broken"  # the couple was to be avoided, and no draw breaks fewer wishes
    LOWEST = "lowest"  # sits out as the last of all
    LOWEST_WITHOUT_SIT_OUT = "lowest_without_sit_out"  # sits out as the lowest that never did
    SAT_OUT = "sat_out"  # the lower `other` has sat out `number` times
    NEEDED = "needed"  # the lower `other` must play, or the draw as a whole would be worse
    SAT_OUT_AGAIN = "sat_out_again"  # has sat out `number` times, and no draw has a fresher sit-out
    TRIANGLE = "triangle"  # these three: the best triangle among the lowest
    TRIANGLE_GOES_ON = "triangle_goes_on"  # these three are in the middle of their triangle


@dataclass(frozen=True, slots=True)
class Reason(Generic[Who]):
    """One reason; what `other` and `number` mean stands at its `why`."""

    why: Why
    who: Who
    other: Who | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class Match(Generic[Who]):
    """A couple at its table, with the reasons."""

    seated: Seated[Who]
    reasons: tuple[Reason[Who], ...] = ()


@dataclass(frozen=True, slots=True)
class SitOut(Generic[Who]):
    """Who sits out, with the reasons."""

    who: Who
    reasons: tuple[Reason[Who], ...] = ()


@dataclass(frozen=True, slots=True)
class Triangle(Generic[Who]):
    """Three that meet one another, with the tables of first-second, second-third and third-first, and the reasons."""

    three: tuple[Who, Who, Who]
    tables: tuple[int, int, int]
    reasons: tuple[Reason[Who], ...] = ()


@dataclass(frozen=True, slots=True)
class Draw(Generic[Who]):
    """One round's draw.

    matches    in table order
    order      the standings it was made from, leader first (a random first round: the order of the lot)
    cost       what the drawn matches, the sit-out and a new triangle cost, criterion by criterion; released ones cost nothing here
    rematches  couples that meet again, released ones left out
    ends_here  a small field was looked ahead in and no draw was found that leaves the next rounds free of rematches
    """

    round: int
    matches: tuple[Match[Who], ...]
    sit_out: SitOut[Who] | None
    triangle: Triangle[Who] | None
    order: tuple[Who, ...]
    cost: tuple[tuple[Criterion, int], ...]
    rematches: tuple[Couple[Who], ...] = ()
    ends_here: bool = False

    def price(self, criterion: Criterion) -> int:
        """What the draw costs by one criterion, 0 where the settings do not name it."""
        return dict(self.cost).get(criterion, 0)

    @property
    def couples(self) -> tuple[Couple[Who], ...]:
        """All couples in table order, North-South first."""
        return tuple(match.seated.couple for match in self.matches)
