"""Contracts, what a table reports, and the score of a contract (Law 77; the same in 1999 and 2017)."""

import re
from dataclasses import dataclass
from enum import Enum, IntEnum

from bridge.engine.cards import Card
from bridge.engine.errors import EngineError
from bridge.engine.seats import Seat, Side, Vulnerability, vulnerability_of


class NoSuchContract(EngineError):
    """A contract is a level 1-7, a strain and perhaps X or XX. Facts: `text`."""

    law = "18"


class NoSuchResult(EngineError):
    """A result is `=`, `+1`, `-2` or a number of tricks. Facts: `text`."""


class TricksOutOfRange(EngineError):
    """Declarer wins 0 to 13 tricks. Facts: `tricks`."""

    law = "77"


class Strain(IntEnum):
    """Denominations in the order of Law 18."""

    C = 0
    D = 1
    H = 2
    S = 3
    N = 4


class Doubling(Enum):
    """Undoubled, doubled or redoubled (Law 19)."""

    NONE = ""
    X = "X"
    XX = "XX"


@dataclass(frozen=True, slots=True)
class Contract:
    """What declarer's side undertook: level 1-7, strain, doubling."""

    level: int
    strain: Strain
    doubling: Doubling = Doubling.NONE

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise NoSuchContract(text=f"{self.level}{self.strain.name}")

    @property
    def needed(self) -> int:
        """Tricks that fulfil it."""
        return self.level + 6


class PassedOut(Enum):
    """Four passes: a played board with 0 points for both sides (Law 22)."""

    PASSED_OUT = "P"


PASSED_OUT = PassedOut.PASSED_OUT


@dataclass(frozen=True, slots=True)
class Report:
    """What a table says happened on a board.

    contract   a Contract, or PASSED_OUT (then declarer, tricks and lead are None)
    tricks     tricks won by declarer, 0-13
    lead       the opening lead where it was told
    """

    contract: Contract | PassedOut
    declarer: Seat | None = None
    tricks: int | None = None
    lead: Card | None = None

    def __post_init__(self) -> None:
        if isinstance(self.contract, PassedOut):
            assert self.declarer is None and self.tricks is None and self.lead is None
            return
        assert self.declarer is not None and self.tricks is not None
        if not 0 <= self.tricks <= 13:
            raise TricksOutOfRange(tricks=self.tricks)


_CONTRACT = re.compile(r"([1-7])\s*(NT|SA|[CDHSN♣♦♥♠])\s*(XX|X|\*\*|\*|)")
_SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "NT": "N", "SA": "N"}
_DOUBLINGS = {"": Doubling.NONE, "X": Doubling.X, "*": Doubling.X, "XX": Doubling.XX, "**": Doubling.XX}
_PASSES = {"P", "PASS", "AP", "PO", "PASSOUT", "ALLPASS"}


def parse_contract(text: str) -> Contract | PassedOut:
    """The contract that `4SX`, `3nt`, `1N`, `3Hx`, `4♠`, `2C**` or `pass` names. Raises NoSuchContract."""
    plain = re.sub(r"[\s\ufe0e\ufe0f-]", "", text).upper()
    if plain in _PASSES:
        return PASSED_OUT
    found = _CONTRACT.fullmatch(plain)
    if not found:
        raise NoSuchContract(text=text)
    level, strain, doubling = found.groups()
    return Contract(int(level), Strain[_SYMBOLS.get(strain, strain)], _DOUBLINGS[doubling])


def format_contract(contract: Contract | PassedOut) -> str:
    """`4SX`, `3N`, `P`: the form that is stored."""
    if isinstance(contract, PassedOut):
        return contract.value
    return f"{contract.level}{contract.strain.name}{contract.doubling.value}"


def parse_tricks(text: str, contract: Contract) -> int:
    """Tricks won by declarer from `=`, `+1`, `-2`, or a plain number of tricks won. Raises NoSuchResult, TricksOutOfRange."""
    plain = text.strip().replace("−", "-")
    if plain in ("=", "+0", "-0"):
        return contract.needed
    if not re.fullmatch(r"[+-]?\d{1,2}", plain):
        raise NoSuchResult(text=text)
    tricks = contract.needed + int(plain) if plain[0] in "+-" else int(plain)
    if not 0 <= tricks <= 13:
        raise TricksOutOfRange(tricks=tricks)
    return tricks


def format_tricks(contract: Contract, tricks: int) -> str:
    """`=`, `+1` or `-2` against the contract (ASCII; pages show a real minus)."""
    over = tricks - contract.needed
    return "=" if over == 0 else f"{over:+d}"


def score_contract(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """Points of declarer's side, negative when down (Law 77).

    tricks       won by declarer, 0-13; raises TricksOutOfRange
    vulnerable   declarer's side
    """
    if not 0 <= tricks <= 13:
        raise TricksOutOfRange(tricks=tricks)
    if tricks < contract.needed:
        return -_undertrick_points(contract.needed - tricks, contract.doubling, vulnerable)
    factor = {Doubling.NONE: 1, Doubling.X: 2, Doubling.XX: 4}[contract.doubling]
    per_trick = 20 if contract.strain <= Strain.D else 30
    trick_points = (per_trick * contract.level + (10 if contract.strain is Strain.N else 0)) * factor
    bonus = 50 if trick_points < 100 else (500 if vulnerable else 300)
    if contract.level >= 6:
        bonus += (750 if vulnerable else 500) * (contract.level - 5)
    insult = {1: 0, 2: 50, 4: 100}[factor]
    each_over = per_trick if factor == 1 else (100 if vulnerable else 50) * factor
    return trick_points + bonus + insult + each_over * (tricks - contract.needed)


def _undertrick_points(down: int, doubling: Doubling, vulnerable: bool) -> int:
    if doubling is Doubling.NONE:
        return (100 if vulnerable else 50) * down
    if vulnerable:
        doubled = 300 * down - 100
    else:
        doubled = 200 * down - 100 if down <= 3 else 300 * down - 400
    return doubled if doubling is Doubling.X else 2 * doubled


def ns_points_of(report: Report, board: int) -> int:
    """North-South's points for a report on a numbered board with its ordinary vulnerability."""
    return ns_points(report, vulnerability_of(board))


def ns_points(report: Report, vulnerability: Vulnerability) -> int:
    """North-South's points for a report under a given vulnerability; 0 when passed out."""
    if isinstance(report.contract, PassedOut):
        return 0
    assert report.declarer is not None and report.tricks is not None
    points = score_contract(report.contract, report.tricks, vulnerable=vulnerability.has(report.declarer.side))
    return points if report.declarer.side is Side.NS else -points
