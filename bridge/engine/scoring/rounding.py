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
    """`value` to the nearest multiple of `step`, halves away from `centre` (EBU White Book 4.2.6); a half that is the centre itself stays."""
    steps = Fraction(value) / step
    if steps.denominator == 2 and value == centre:
        return Fraction(value)
    upwards = steps.denominator != 2 or value > centre
    return Fraction(step) * (whole_up(steps.numerator, steps.denominator) if upwards else steps.numerator // 2)


def half_up(value: Fraction | int, step: Fraction | int = 1) -> Fraction:
    """`value` to the nearest multiple of `step`, halves upwards: how a percentage is shown."""
    steps = Fraction(value) / step
    return Fraction(step) * whole_up(steps.numerator, steps.denominator)
