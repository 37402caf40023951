"""Events of several sessions or stages: sums, means and what is carried forward. Fractions stay; decimals are for showing."""

from collections.abc import Sequence
from fractions import Fraction

from bridge.engine.errors import EngineError


class NothingToCarry(EngineError):
    """A carry-forward needs boards and available matchpoints in both stages. Facts: `boards`, `available`."""


def carry_forward(won: Fraction | int, boards: int, available: Fraction | int, final_boards: int, final_available: Fraction | int) -> Fraction:
    """Matchpoints carried into a final: half of those won, in proportion, so that a qualifying board weighs half a final one (EBU White Book 3.8).

    won              in the qualifier, of `available` on `boards` boards
    final_available  matchpoints available to an entry in the final, on `final_boards`
    raises           NothingToCarry
    """
    if available <= 0 or final_boards <= 0:
        raise NothingToCarry(boards=final_boards, available=available)
    return Fraction(1, 2) * Fraction(won) * Fraction(boards) / Fraction(available) * Fraction(final_available) / final_boards


def carried_share(margin: Fraction | int, share: Fraction) -> Fraction:
    """A fixed share of what was won before, half or a third of an IMP margin."""
    return Fraction(margin) * share


def combined(scores: Sequence[Fraction], weights: Sequence[Fraction] | None = None) -> Fraction:
    """The sum of several sessions' scores, each with its weight."""
    return sum((score * weight for score, weight in zip(scores, weights or [Fraction(1)] * len(scores), strict=True)), Fraction(0))


def mean_score(scores: Sequence[Fraction], weights: Sequence[Fraction] | None = None) -> Fraction:
    """The mean of several sessions' scores by weight: boards, or 1 for each. Raises NothingToCarry where the weights come to nothing."""
    used = weights or [Fraction(1)] * len(scores)
    total = sum(used, Fraction(0))
    if total <= 0:
        raise NothingToCarry(boards=0, available=total)
    return combined(scores, used) / total
