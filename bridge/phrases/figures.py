"""Figures as they stand on a page: exact values in, text out, rounded once and half away from zero, with a real minus (U+2212).

A whole number counts in the unit that the tables store (hundredths, half-matchpoints), a `Fraction` in the unit itself.
"""

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


def mark_text(value: Fraction, method: str) -> str:
    """What a board brought: matchpoints, points, or IMPs with their sign, whole ones as counted."""
    if method == "matchpoints":
        return matchpoints_text(value)
    places = 0 if value.denominator == 1 else 2
    return decimal_text(value, places) if method == "total_points" else signed(decimal_text(value, places))
