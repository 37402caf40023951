"""The roundings that regulations prescribe; everything before them stays exact."""

from fractions import Fraction

HUNDREDTH = Fraction(1, 100)


def half_away(value: Fraction | int, step: Fraction | int = 1, centre: Fraction | int = 0) -> Fraction:
    """`value` to the nearest multiple of `step` from `centre`, halves away from it (EBU White Book 4.2.6)."""
    steps = Fraction(value - centre) / step
    whole = (2 * abs(steps.numerator) + steps.denominator) // (2 * steps.denominator)
    return centre + Fraction(step) * (whole if steps >= 0 else -whole)


def half_up(value: Fraction | int, step: Fraction | int = 1) -> Fraction:
    """`value` to the nearest multiple of `step`, halves upwards: how a percentage is shown."""
    steps = Fraction(value) / step
    return Fraction(step) * ((2 * steps.numerator + steps.denominator) // (2 * steps.denominator))
