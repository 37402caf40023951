"""How exports spell results: the words of both file formats, which their readers understand again."""

from fractions import Fraction

from bridge.engine.contract import Contract, PassedOut, Strain
from bridge.engine.formats.event import SplitScore
from bridge.engine.scoring.outcome import Award

_AWARDS = {Award.PLUS: "A+", Award.AVERAGE: "A=", Award.MINUS: "A-"}


def contract_words(contract: Contract | PassedOut, *, passed: str) -> str:
    """`4SX`, `3NT`, or the format's word for a board passed out."""
    if isinstance(contract, PassedOut):
        return passed
    strain = "NT" if contract.strain is Strain.N else contract.strain.name
    return f"{contract.level}{strain}{contract.doubling.value}"


def award_words(award: Fraction | Award) -> str:
    """`A+`, `60%`, `33.33%`: one side's artificial score."""
    if isinstance(award, Award):
        return _AWARDS[award]
    return f"{decimal_words(award)}%"


def split_words(score: SplitScore) -> tuple[str, str]:
    """What each side counts, in its own points: `420` and `-50`, `420` and `40%`."""
    return _side_words(score.ns, 1), _side_words(score.ew, -1)


def _side_words(given: int | Fraction | Award, sign: int) -> str:
    return str(sign * given) if isinstance(given, int) else award_words(given)


def decimal_words(value: Fraction, places: int = 2) -> str:
    """A value with as few decimals as it needs, at most so many, halves away from zero: `60`, `33.33`, `-0.5`."""
    words = fixed_words(value, places)
    return words.rstrip("0").rstrip(".") if places else words


def fixed_words(value: Fraction, places: int) -> str:
    """A value with just so many decimals, halves away from zero: `60.00`."""
    scaled = abs(value) * 10**places
    units = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    whole, part = divmod(units, 10**places)
    sign = "-" if value < 0 and units else ""
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"
