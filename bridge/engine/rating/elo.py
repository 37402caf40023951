"""Elo for pairs (FACTS 16.3, an option): the rating of a pair is the mean of the two, and both move alike."""

from decimal import Context, Decimal
from fractions import Fraction

from bridge.engine.scoring.rounding import half_away

_EXACT = Context(prec=40)
NEWCOMER_BOARDS, NEWCOMER_K, SETTLED_K = 300, 32, 16
BOARDS_OF_A_SESSION = 24


def expected_share(pair: Fraction, opponents: Fraction) -> Fraction:
    """The share of the score a pair is expected to take, 0 to 1, to twelve decimals: 1 / (1 + 10^((opponents - pair) / 400))."""
    difference = Fraction(opponents - pair, 400)
    exponent = _EXACT.divide(Decimal(difference.numerator), Decimal(difference.denominator))
    odds = _EXACT.power(Decimal(10), exponent)
    return half_away(Fraction(_EXACT.divide(Decimal(1), _EXACT.add(Decimal(1), odds))), Fraction(1, 10**12))


def moved(own: Fraction, boards_before: int, share: Fraction, expected: Fraction, boards: int) -> Fraction:
    """A player's rating after `boards` boards in which the pair took `share` of the score; newcomers move twice as fast."""
    k = NEWCOMER_K if boards_before < NEWCOMER_BOARDS else SETTLED_K
    return own + k * Fraction(boards, BOARDS_OF_A_SESSION) * (share - expected)
