"""Figures as they stand on a page: exact values in, text out, rounded once and half away from zero, with a real minus (U+2212).

A whole number counts in the unit that the tables store (hundredths, half-matchpoints), a `Fraction` in the unit itself.
"""

from collections.abc import Iterable
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"


def decimal_text(value: int | Fraction, places: int) -> str:
    """The value with so many decimals: `-1/3` and 2 give `−0.33`; what rounds to nothing has no sign."""
    exact = Fraction(value)
    scaled = abs(exact) * 10**places
    units, rest = divmod(scaled.numerator, scaled.denominator)
    if 2 * rest >= scaled.denominator:
        units += 1
    whole, part = divmod(units, 10**places)
    digits = f"{whole}.{part:0{places}d}" if places else f"{whole}"
    return MINUS + digits if exact < 0 and units else digits


def signed(text: str) -> str:
    """The same figure with a plus where it is above nothing: `+50`, `−50`, `0`."""
    return text if text.startswith(MINUS) or not text.strip("0.") else f"+{text}"


def points_text(points: int) -> str:
    """Points of a board: `420`, `−100`."""
    return decimal_text(points, 0)


def hundredths_text(value: int | Fraction) -> str:
    """Two decimals, from hundredths or from the exact value: percentages, victory points, master points."""
    return decimal_text(value if isinstance(value, Fraction) else Fraction(value, 100), 2)


def matchpoints_text(value: int | Fraction) -> str:
    """Matchpoints, from half-matchpoints or from the exact value: `147`, `147.5`, and two decimals where halves do not do (Neuberg)."""
    exact = value if isinstance(value, Fraction) else Fraction(value, 2)
    return decimal_text(exact, {1: 0, 2: 1}.get(exact.denominator, 2))


def imps_text(value: int | Fraction) -> str:
    """IMPs with their sign; whole ones as counted, averaged ones with two decimals."""
    return signed(decimal_text(value, 2 if isinstance(value, Fraction) else 0))


def places_of(values: Iterable[Fraction | None]) -> int:
    """How many decimals a column needs so that its figures stand under one another: none, one where halves do, two."""
    most = max((value.denominator for value in values if value is not None), default=1)
    return {1: 0, 2: 1}.get(most, 2)


def mark_text(value: Fraction, method: str, places: int) -> str:
    """What a board or all boards brought, with so many decimals: matchpoints and points plain, IMPs with their sign."""
    text = decimal_text(value, places)
    return text if method in ("matchpoints", "total_points") else signed(text)
