"""What a method of scoring is: one chart of results in, a mark for each score in it out.

A side's chart holds points from that side's own view, so a method never asks who sits where. Marks are linear in a result's weights; weighted scores,
split scores, fouled groups, artificial scores and penalties are therefore the same for every method and live in `traveller`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.seats import Side, Vulnerability


@dataclass(frozen=True, slots=True)
class Held:
    """What the hands of a board are worth: North-South's high-card points (East-West hold the rest of 40) and the vulnerability."""

    ns_hcp: int
    vulnerability: Vulnerability


@dataclass(frozen=True, slots=True)
class Chart:
    """The results of one board in one form as one side counts them.

    frequency   own points -> how often, in 1/`unit` of a result
    unit        1, or 100 where weighted scores count with their hundredths
    results     how many results there are
    """

    frequency: Mapping[int, int]
    unit: int
    results: int

    def by_points(self) -> tuple[tuple[int, Fraction], ...]:
        """Points, best first, with how many results have them."""
        return tuple((points, Fraction(self.frequency[points], self.unit)) for points in sorted(self.frequency, reverse=True))


@dataclass(frozen=True, slots=True)
class Setting:
    """What a method knows of a board besides its results.

    expected   results on a normal board of the field (E)
    due        results and artificial scores of this board (N)
    fouled     the board was played in several forms, this chart is one of them
    side       whose chart it is
    """

    conditions: Conditions
    expected: int
    due: int
    fouled: bool = False
    side: Side = Side.NS
    held: Held | None = None


@dataclass(frozen=True, slots=True)
class Values:
    """Marks by points, as numerators over one denominator; the opponents at the same table get `mirror` less this."""

    by_points: Mapping[int, int]
    denominator: int
    mirror: int


class NoteKind(Enum):
    """Why a method gives no marks on a board."""

    TOO_FEW_RESULTS = "too_few_results"
    POOL_NOT_OPEN = "pool_not_open"
    POOL_RETIRED = "pool_retired"
    NO_HANDS = "no_hands"
    NO_ARTIFICIAL = "no_artificial"


@dataclass(frozen=True, slots=True)
class Note:
    """Instead of marks: `results` there are, `needed` there should be (0 where numbers do not matter)."""

    kind: NoteKind
    results: int
    needed: int = 0


@dataclass(frozen=True, slots=True)
class Measure:
    """How marks and percentages of a board belong together: `average` is the mark of 50 percent, `per_percent` the marks of one percent."""

    average: Fraction
    per_percent: Fraction

    def mark_of(self, percent: Fraction) -> Fraction:
        """The mark that so many percent are worth."""
        return self.average + (percent - 50) * self.per_percent

    def percent_of(self, mark: Fraction) -> Fraction | None:
        """What the mark is in percent; None on a board without a top."""
        return 50 + (mark - self.average) / self.per_percent if self.per_percent else None


@dataclass(frozen=True, slots=True)
class Versus:
    """One step of a mark's arithmetic: so many `results` of `points` (own view), each worth `each`."""

    points: int
    results: Fraction
    each: int


@dataclass(frozen=True, slots=True)
class DatumReasons:
    """Why a datum is what it is: the mean or the median of the scores that remain, rounded.

    kept      scores that remain, ascending, with how many results each of them is
    trim      results left out at each end
    middle    the two scores in the middle, where the datum is a median
    exact     before rounding to `step`
    """

    kept: tuple[tuple[int, Fraction], ...]
    trim: int
    middle: tuple[int, int] | None
    exact: Fraction
    step: int
    datum: int


@dataclass(frozen=True, slots=True)
class HeldReasons:
    """Why so much is expected of a side: the points of the stronger side, whether that is the side itself, and whether it is vulnerable."""

    hcp: int
    is_own: bool
    vulnerable: bool


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a score has its mark: slope * (the sum of what all comparisons are worth) + start.

    versus      the comparisons; for a datum or an expected score one, with that
    origin      where the one score that all are compared with comes from
    """

    versus: tuple[Versus, ...]
    slope: Fraction = Fraction(1)
    start: Fraction = Fraction(0)
    origin: DatumReasons | HeldReasons | None = None

    @property
    def sum(self) -> Fraction:
        """What the comparisons are worth together."""
        return sum((step.results * step.each for step in self.versus), Fraction(0))

    @property
    def mark(self) -> Fraction:
        """The mark that they give."""
        return self.slope * self.sum + self.start


class Figure(Enum):
    """What entries are ranked by."""

    PERCENT = "percent"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class ScoringMethod:
    """A named rule.

    code         as stored in the conditions
    source       law or regulation
    figure       what is ranked
    evaluate     marks for each score of a chart, or why there are none
    explain      the same mark step by step, from own points, the other results and the whole chart
    measure      what a percent is worth on a board with so many results; None where the method knows no artificial score
    by_arrival   each result is compared with those that came no later (datum pool)
    """

    code: str
    source: str
    figure: Figure
    evaluate: Callable[[Chart, Setting], Values | Note]
    explain: Callable[[int, Chart, Chart, Setting], Reasons]
    measure: Callable[[int, Setting], Measure | None]
    by_arrival: bool = False
