"""What a board at one table counts as, for each side, without losing anything: the one model that every method of scoring reads.

The reported fact and the adjustments lie beside each other; `settle` folds them. An ordinary result is a plain `int`, North-South's points (0 for a
pass-out, which is a result), so that a column of thousands stays a column of ints; whatever a director decides is a `Ruled`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache

from bridge.engine.contract import Contract, Doubling, Strain, score_contract
from bridge.engine.errors import EngineError, Problem
from bridge.engine.seats import Side, Vulnerability


class WeightsMustAddUp(EngineError):
    """The weights of a weighted score add up to 1. Facts: `total`."""

    law = "12C1"


class WeightTooFine(EngineError):
    """A weight is a positive number of hundredths. Facts: `weight`."""

    law = "12C1"


class PercentOutOfRange(EngineError):
    """An artificial percentage lies between 0 and 100. Facts: `percent`."""

    law = "12C2"


class ImpsOutOfRange(EngineError):
    """The scale of IMPs ends at 24, for either side. Facts: `imps`, `most`."""

    law = "78B"


class PercentsTooHigh(EngineError):
    """Fixed percentages of both sides never exceed average plus for both, 120 together. Facts: `ns`, `ew`."""

    law = "12C2"


class PenaltyTooHigh(EngineError):
    """A penalty or bonus in percent is at most a whole board. Facts: `percent`."""

    law = "90"


class NoSuchPoints(EngineError):
    """No contract gives these points under the vulnerability. Facts: `points`, `nearest` (those next below and above that some contract gives)."""

    law = "77"


class Unscored(Enum):
    """Why a side has no score on a board."""

    NOT_YET = "not_yet"  # due, nothing agreed so far
    NOT_PLAYED = "not_played"  # the pairs have one board fewer and nobody scores
    CANCELLED = "cancelled"  # played, and struck out by the director


class Award(Enum):
    """Artificial adjusted scores by fault (Law 12C2): their size depends on edition, method and the pair's other boards."""

    PLUS = "ave_plus"
    AVERAGE = "ave"
    MINUS = "ave_minus"


FLAT_PERCENT = {Award.PLUS: Fraction(60), Award.AVERAGE: Fraction(50), Award.MINUS: Fraction(40)}


@dataclass(frozen=True, slots=True)
class Assigned:
    """An assigned adjusted score (Law 12C1): compared like a result. `points` from North-South's side, for either side."""

    points: int


@dataclass(frozen=True, slots=True)
class Component:
    """One outcome of a weighted score: `points` from North-South's side and its weight, 0.01 to 1."""

    points: int
    weight: Fraction


@dataclass(frozen=True, slots=True)
class Weighted:
    """A weighted score (Law 12C1(c)): every component is scored, then the weighted mean taken; points are never averaged.

    Raises WeightTooFine, WeightsMustAddUp.
    """

    components: tuple[Component, ...]

    def __post_init__(self) -> None:
        for component in self.components:
            if component.weight <= 0 or (component.weight * 100).denominator != 1:
                raise WeightTooFine(weight=component.weight)
        total = sum((component.weight for component in self.components), Fraction(0))
        if total != 1:
            raise WeightsMustAddUp(total=total)


@dataclass(frozen=True, slots=True)
class FixedPercent:
    """An artificial score of so many percent, 0 to 100. Raises PercentOutOfRange."""

    percent: Fraction

    def __post_init__(self) -> None:
        if not 0 <= self.percent <= 100:
            raise PercentOutOfRange(percent=self.percent)


MOST_IMPS = 24  # where the scale ends


@dataclass(frozen=True, slots=True)
class FixedImps:
    """An artificial score of so many IMPs to the side that gets it."""

    imps: Fraction


Scored = int | Assigned | Weighted  # compared with the other tables
Artificial = Award | FixedPercent | FixedImps  # compared with nobody
SideOutcome = Scored | Artificial | Unscored


class Unit(Enum):
    """What a penalty or bonus is counted in."""

    METHOD = "method"  # matchpoints, IMPs, points: whatever the method counts
    PERCENT = "percent"  # of one board: 10 means a tenth of a top; at IMPs as much as average plus gives for its 10 percent


@dataclass(frozen=True, slots=True)
class Extra:
    """A penalty (negative) or bonus (positive) for one side on one board (Law 90, 91): applied last, compared with nobody."""

    side: Side
    amount: Fraction
    unit: Unit


@dataclass(frozen=True, slots=True)
class Ruled:
    """A board at one table on which a director decided something: each side has its own outcome, and extras come last."""

    ns: SideOutcome
    ew: SideOutcome
    extras: tuple[Extra, ...] = ()

    def of(self, side: Side) -> SideOutcome:
        """The outcome of one side."""
        return self.ns if side is Side.NS else self.ew


Outcome = int | Unscored | Ruled


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One decision about one board at one table, lying beside what was reported, also where nothing was.

    side    whom it concerns; None for both
    value   what replaces that side's outcome, or an Extra
    """

    side: Side | None
    value: SideOutcome | Extra


def settle(reported: int | Unscored, adjustments: Sequence[Adjustment]) -> Outcome:
    """What the board counts as at this table: replacements in the order given, the later over the earlier, then penalties and bonuses.

    reported   North-South's points as agreed (0 when passed out), or why there are none
    """
    sides: dict[Side, SideOutcome] = {Side.NS: reported, Side.EW: reported}
    extras = []
    for adjustment in adjustments:
        value = adjustment.value
        if isinstance(value, Extra):
            extras.append(value)
            continue
        for side in Side if adjustment.side is None else (adjustment.side,):
            sides[side] = value
    if sides[Side.NS] is reported and sides[Side.EW] is reported and not extras:
        return reported
    return Ruled(sides[Side.NS], sides[Side.EW], tuple(extras))


def points_of(outcome: Scored) -> tuple[tuple[int, Fraction], ...]:
    """North-South's points with their weights: one couple of weight 1 unless the score is weighted."""
    if isinstance(outcome, Weighted):
        return tuple((component.points, component.weight) for component in outcome.components)
    return ((outcome.points if isinstance(outcome, Assigned) else outcome, Fraction(1)),)


@cache
def possible_points(vulnerability: Vulnerability) -> frozenset[int]:
    """Every North-South score that some contract and number of tricks gives (Law 77), 0 for a pass-out included."""
    found = {0}
    for side, sign in ((Side.NS, 1), (Side.EW, -1)):
        vulnerable = vulnerability.has(side)
        found.update(
            sign * score_contract(Contract(level, strain, doubling), tricks, vulnerable=vulnerable)
            for level in range(1, 8)
            for strain in Strain
            for doubling in Doubling
            for tricks in range(14)
        )
    return frozenset(found)


def _nearest(points: int, known: frozenset[int]) -> tuple[int, ...]:
    """The known points next below and next above."""
    below, above = [each for each in known if each < points], [each for each in known if each > points]
    return (*([max(below)] if below else []), *([min(above)] if above else []))


def problems_with_adjustment(ns: SideOutcome, ew: SideOutcome, vulnerability: Vulnerability) -> tuple[Problem, ...]:
    """All that is wrong with what a director wants to give the two sides: points of no contract, more IMPs than there are, more percent than Law 12C2 knows."""
    problems: list[Problem] = []
    known = possible_points(vulnerability)
    for field, outcome in (("ns", ns), ("ew", ew)):
        if isinstance(outcome, int | Assigned | Weighted):
            wrong = (points for points, _ in points_of(outcome) if points not in known)
            problems.extend(Problem(field, NoSuchPoints(points=points, nearest=_nearest(points, known))) for points in wrong)
        if isinstance(outcome, FixedImps) and abs(outcome.imps) > MOST_IMPS:
            problems.append(Problem(field, ImpsOutOfRange(imps=outcome.imps, most=MOST_IMPS)))
    percents = [FLAT_PERCENT[each] if isinstance(each, Award) else each.percent for each in (ns, ew) if isinstance(each, Award | FixedPercent)]
    if len(percents) == 2 and sum(percents) > 120:
        problems.append(Problem("ns", PercentsTooHigh(ns=percents[0], ew=percents[1])))
    return tuple(problems)


def problems_with_penalty(amount: Fraction, unit: Unit | None) -> tuple[Problem, ...]:
    """What is wrong with a penalty or bonus of so much: more percent than a board has. `unit` None: victory points of a team."""
    if unit is Unit.PERCENT and abs(amount) > 100:
        return (Problem("amount", PenaltyTooHigh(percent=abs(amount))),)
    return ()
