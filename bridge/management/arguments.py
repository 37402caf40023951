"""Arguments of commands as typed. The command reads them, not the parser, so that a wrong one is one sentence in the language set and exit code 2.

Every function takes the argument's name without dashes and what was told, None where nothing was; raises CommandError.
"""

from fractions import Fraction

from django.core.management.base import CommandError

from bridge.phrases.arguments import not_a_number, not_a_range, not_one_of, not_rounds, not_whole

_DIGITS = 12  # a number with more is none that a command could use, and may take long to read


def refused(sentence: str) -> CommandError:
    """The refusal of an argument."""
    return CommandError(sentence, returncode=2)


def whole(name: str, told: str | None, least: int, most: int) -> int | None:
    """A whole number between two others."""
    if told is None:
        return None
    if not _fits(told) or not told.removeprefix("-").isdecimal() or not least <= int(told) <= most:
        raise refused(not_whole(name, told, least, most))
    return int(told)


def exact(name: str, told: str, least: Fraction, most: Fraction) -> Fraction:
    """A number that may have a part: 7, 7.5 or 15/2."""
    try:
        number = Fraction(told) if _fits(told) and "e" not in told.lower() else None
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or not least <= number <= most:
        raise refused(not_a_number(name, told, least, most))
    return number


def boards(name: str, told: str, most: int) -> tuple[int, int]:
    """24-28, or one number, as the fewest and the most."""
    first, _, last = told.partition("-")
    last = last or first
    if not (_fits(told) and first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last) <= most):
        raise refused(not_a_range(name, told, most))
    return int(first), int(last)


def rounds(name: str, told: str | None) -> tuple[int, ...] | None:
    """Rounds to turn, "6,7"; none where nothing is told; None for "best": those that balance best."""
    if told is None:
        return ()
    if told == "best":
        return None
    numbers = told.split(",")
    if not all(number.strip().isdecimal() and _fits(number) for number in numbers):
        raise refused(not_rounds(name, told))
    return tuple(sorted({int(number) for number in numbers}))


def one_of(name: str, told: str | None, choices: tuple[str, ...]) -> str | None:
    """One of a few words."""
    if told is not None and told not in choices:
        raise refused(not_one_of(name, told, choices))
    return told


def _fits(told: str) -> bool:
    return len(told) <= _DIGITS
