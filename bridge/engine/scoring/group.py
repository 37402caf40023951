"""The results of one board in one form, as one side counts them: where a method meets weighted scores, datum pools and too few results."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.method import Chart, Measure, Note, NoteKind, ScoringMethod, Setting, Values
from bridge.engine.scoring.outcome import Artificial, Award, FixedImps, FixedPercent, Scored, SideOutcome, points_of
from bridge.engine.scoring.rounding import half_away
from bridge.engine.seats import Side


@dataclass(frozen=True, slots=True)
class Group:
    """One side's outcomes on the lines of one form that are scored at all, in the order of the lines.

    counted   how often each outcome occurs: thousands of lines have few different ones
    """

    lines: Mapping[int, SideOutcome]
    counted: Mapping[SideOutcome, int]
    setting: Setting
    method: ScoringMethod

    @property
    def actual(self) -> int:
        """How many results are compared with one another."""
        return sum(times for outcome, times in self.counted.items() if isinstance(outcome, Scored))

    def results(self) -> dict[int, Scored]:
        """Those that are compared with one another, by line."""
        return {line: outcome for line, outcome in self.lines.items() if isinstance(outcome, Scored)}

    def measure(self) -> Measure | None:
        """Average and one percent in this group."""
        return self.method.measure(self.actual, self.setting)

    def own_points(self, outcome: Scored) -> tuple[tuple[int, Fraction], ...]:
        """Points from this side's own view, with their weights."""
        sign = 1 if self.setting.side is Side.NS else -1
        return tuple((sign * points, weight) for points, weight in points_of(outcome))

    def chart(self, counted: Mapping[Scored, int]) -> Chart:
        """The frequency of points; a weighted score counts with its fractions."""
        weighed = [(points, times * weight) for outcome, times in counted.items() for points, weight in self.own_points(outcome)]
        unit = lcm(*(weight.denominator for _, weight in weighed))
        frequency: Counter[int] = Counter()
        for points, weight in weighed:
            frequency[points] += int(weight * unit)
        return Chart(frequency, unit, sum(counted.values()))

    def mark(self, outcome: Scored, values: Values) -> Fraction:
        """The mark of one outcome: components first, then the weighted sum, to the line's step last."""
        exact = sum((weight * values.by_points[points] for points, weight in self.own_points(outcome)), Fraction(0)) / values.denominator
        step = self.setting.conditions.line_step
        if step is None:
            return exact
        measure, middle = self.measure(), Fraction(values.mirror, 2 * values.denominator)
        # In a small group the middle of both sides lies above the board's average (EBU White Book 4.2.3.3).
        return half_away(exact, step, middle if measure is None else min(middle, measure.average))

    def marks(self) -> tuple[dict[SideOutcome, Fraction], Note | None]:
        """Marks by outcome, or why there are none."""
        counted = {outcome: times for outcome, times in self.counted.items() if isinstance(outcome, Scored)}
        if not counted:
            return {}, None
        values = self.method.evaluate(self.chart(counted), self.setting)
        if isinstance(values, Note):
            return {}, values
        return {outcome: self.mark(outcome, values) for outcome in counted}, None

    def compared_with(self, line: int) -> dict[int, Scored]:
        """The results that one line is compared with, itself among them: all, or by arrival those up to it, once the board is open."""
        if not self.method.by_arrival:
            return self.results()
        order = list(self.results())
        seen = max(order.index(line) + 1, self.setting.conditions.pool_opens)
        return {earlier: outcome for earlier, outcome in self.results().items() if earlier in order[:seen]}

    def marks_by_arrival(self) -> tuple[dict[int, Fraction], Note | None]:
        """Marks by line where each result is compared with those that came no later; what comes after the board retired gets none."""
        conditions = self.setting.conditions
        order = list(self.results().items())[: conditions.pool_retires]
        if len(order) < conditions.pool_opens:
            return {}, Note(NoteKind.POOL_NOT_OPEN, len(order), conditions.pool_opens)
        found = {}
        for line, outcome in order:
            values = self.method.evaluate(self.chart(Counter(self.compared_with(line).values())), self.setting)
            if isinstance(values, Note):
                return {}, values
            found[line] = self.mark(outcome, values)
        retired = self.actual > conditions.pool_retires
        return found, Note(NoteKind.POOL_RETIRED, self.actual, conditions.pool_retires) if retired else None


def percent_of_artificial(outcome: Artificial, conditions: Conditions) -> Fraction | None:
    """What an artificial score is worth in percent, None for average plus and minus, which wait for the side's own average.

    IMPs and percent belong together as Law 12C2 pairs them: 60 percent with the IMPs of average plus.
    """
    if isinstance(outcome, FixedPercent):
        return outcome.percent
    if isinstance(outcome, FixedImps):
        return 50 + 10 * outcome.imps / conditions.award_imps
    return Fraction(50) if outcome is Award.AVERAGE else None
