"""The roundings that regulations prescribe; everything before them stays exact."""

from fractions import Fraction

HUNDREDTH = Fraction(1, 100)


def whole_away(numerator: int, denominator: int) -> int:
    """The whole number next to a quotient, halves away from zero."""
    size = (2 * abs(numerator) + denominator) // (2 * denominator)
    return size if numerator >= 0 else -size


def whole_up(numerator: int, denominator: int) -> int:
    """The whole number next to a quotient, halves upwards."""
    return (2 * numerator + denominator) // (2 * denominator)


def half_away(value: Fraction | int, step: Fraction | int = 1, centre: Fraction | int = 0) -> Fraction:
    """`value` to the nearest multiple of `step` from `centre`, halves away from it (EBU White Book 4.2.6)."""
    steps = Fraction(value - centre) / step
    return centre + Fraction(step) * whole_away(steps.numerator, steps.denominator)


def half_up(value: Fraction | int, step: Fraction | int = 1) -> Fraction:
    """`value` to the nearest multiple of `step`, halves upwards: how a percentage is shown."""
    steps = Fraction(value) / step
    return Fraction(step) * whole_up(steps.numerator, steps.denominator)
