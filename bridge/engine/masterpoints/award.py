"""Master points by place: the rules that are pinned (FACTS 15), as pure functions. Ledger, levels and strata build on these."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from bridge.engine.scoring.rounding import HUNDREDTH, half_up

# Parts of first place for second, third and fourth; from the fifth on 1/place (ACBL, "Calculating the awards").
ACBL_PARTS = (Fraction(1), Fraction(70, 100), Fraction(50, 100), Fraction(35, 100))


def platform_awards(finishing_pairs: int) -> tuple[int, ...]:
    """Master points of the places from the first down, to each player (巅峰 rule): 3; 2 to the fourth, 1 to the tenth.

    Below 20 pairs half of them, rounded down, get any, the first of those who finished always.
    """
    places = min(max(finishing_pairs // 2, 1), finishing_pairs, 10)
    return ((3,) + (2,) * 3 + (1,) * 6)[:places]


def acbl_club_awards(pairs: int, each: Fraction = Fraction(10, 100), most: Fraction = Fraction(150, 100)) -> tuple[Fraction, ...]:
    """Master points of the places of one group (a direction of a Mitchell, a whole Howell), to hundredths, halves up.

    each   for every pair of the group, to the first, at most `most`; awards go to 40 percent of the pairs
    """
    first = min(pairs * each, most)
    depth = (4 * pairs + 5) // 10
    parts = [ACBL_PARTS[place - 1] if place <= len(ACBL_PARTS) else Fraction(1, place) for place in range(1, depth + 1)]
    return tuple(half_up(first * part, HUNDREDTH) for part in parts)


def ebu_award_places(full_tables: int, fraction: Fraction, *, one_winner: bool) -> int:
    """How many places get an award in each list: the fraction of the pairs at full tables, rounded up."""
    return ceil((2 if one_winner else 1) * full_tables * fraction)


def shared_award(awards: Sequence[Fraction | int], first_place: int, tied: int) -> Fraction:
    """What each of `tied` entries gets that share the places from `first_place` on; a place beyond the awards counts nothing (EBU White Book 143.4)."""
    taken = awards[first_place - 1 : first_place - 1 + tied]
    return sum((Fraction(award) for award in taken), Fraction(0)) / tied
