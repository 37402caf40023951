"""What an entry's marks add up to: totals, percentages, sit-outs, and the scaling of missed boards."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from bridge.engine.scoring.conditions import Conditions, Factoring, MissedBoards
from bridge.engine.scoring.factoring import scale_of
from bridge.engine.scoring.method import Figure, Measure, Setting
from bridge.engine.scoring.outcome import Unit
from bridge.engine.scoring.registry import method_named
from bridge.engine.scoring.rounding import HUNDREDTH, half_up
from bridge.engine.scoring.traveller import Traveller
from bridge.engine.seats import Side

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over an entry's boards: marks, the marks of an average, the marks of one percent; extras are in `total` alone."""

    total: Fraction = Fraction(0)
    average: Fraction = Fraction(0)
    per_percent: Fraction = Fraction(0)
    boards: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(self.total + other.total, self.average + other.average, self.per_percent + other.per_percent, self.boards + other.boards)

    def exchanged(self, old: "Tally", new: "Tally") -> "Tally":
        """This with `new` in the place of `old`; boards scored again mostly have the same average and percent, so those are not added up again."""
        total, boards = self.total - old.total + new.total, self.boards - old.boards + new.boards
        if old.average == new.average and old.per_percent == new.per_percent:
            return Tally(total, self.average, self.per_percent, boards)
        return Tally(total, self.average - old.average + new.average, self.per_percent - old.per_percent + new.per_percent, boards)

    def with_board(self, mark: Fraction, measure: Measure | None) -> "Tally":
        """One board more."""
        return self.plus(Tally(mark, boards=1) if measure is None else Tally(mark, measure.average, measure.per_percent, 1))

    @property
    def percent(self) -> Fraction | None:
        """What the marks are in percent; None without boards or without a measure."""
        if not self.per_percent:
            return None
        # 50 + (total - average) / per_percent, reduced once: thousands of entries are added up at a time.
        total, average, one = self.total, self.average, self.per_percent
        below = total.denominator * average.denominator * one.numerator
        gain = (total.numerator * average.denominator - average.numerator * total.denominator) * one.denominator
        return Fraction(50 * below + gain, below)


@dataclass(frozen=True, slots=True)
class _Sums(Generic[Who]):
    """Numerators and boards of everybody on boards of one denominator and measure."""

    marks: defaultdict[Who, int]
    boards: Counter[Who]

    def add(self, seated: Sequence[Who], marks: Sequence[int | None]) -> None:
        sums = self.marks
        if None in marks:
            couples = [(who, mark) for who, mark in zip(seated, marks, strict=True) if mark is not None]
            seated, marks = [who for who, _ in couples], [mark for _, mark in couples]
        self.boards.update(seated)
        for who, mark in zip(seated, marks, strict=True):
            sums[who] += mark  # type: ignore[operator]  # no None is left


@dataclass(frozen=True, slots=True)
class Figures:
    """An entry's figures: `score` is what it is ranked by."""

    score: Fraction
    total: Fraction
    percent: Fraction | None


def tally(travellers: Sequence[Traveller[Who]]) -> dict[Who, Tally]:
    """The sums of everybody who has a mark, exact; plain columns are added as ints, one sum for each denominator and measure."""
    scales: dict[tuple[int, Measure | None], _Sums[Who]] = {}
    for traveller in travellers:
        for side in Side:
            column = traveller.column(side)
            sums = scales.setdefault((column.denominator, column.measure), _Sums(defaultdict(int), Counter()))
            for seated in traveller.facts.seated(side):
                sums.add(seated, column.marks)
    found: dict[Who, Tally] = {}
    for (denominator, measure), sums in scales.items():
        none = Fraction(0)
        # Few numbers of boards occur: what an average over them is need not be worked out for each entry.
        measures = {boards: (measure.average * boards, measure.per_percent * boards) if measure else (none, none) for boards in set(sums.boards.values())}
        for who, boards in sums.boards.items():
            own = Tally(Fraction(sums.marks[who], denominator), *measures[boards], boards)
            found[who] = found[who].plus(own) if who in found else own
    for traveller in travellers:
        for item in traveller.apart:
            if item.mark is not None:
                own = Tally().with_board(item.mark, item.measure) if item.is_board else Tally(item.mark)
                for who in traveller.who_gets(item):
                    found[who] = found.get(who, Tally()).plus(own)
    return found


def retally(tallies: Mapping[Who, Tally], before: Sequence[Traveller[Who]], after: Sequence[Traveller[Who]]) -> dict[Who, Tally]:
    """Tallies after some boards changed, from those before: only the changed boards are added up again.

    before, after   the changed boards' travellers, with own averages filled in (an average plus elsewhere that follows from them is a change, too)
    """
    found = dict(tallies)
    none = Tally()
    old, new = tally(before), tally(after)
    for who in old.keys() | new.keys():
        changed = found.get(who, none).exchanged(old.get(who, none), new.get(who, none))
        if changed == none:
            found.pop(who, None)
        else:
            found[who] = changed
    return found


def figures_of(own: Tally, sit_outs: int, taken: Sequence[tuple[Fraction, Unit]], conditions: Conditions, total_boards: int, expected: int) -> Figures:
    """Total, percent and the figure ranked by, after sit-outs, penalties and scaling.

    taken      session penalties
    expected   results on a normal board (E)
    """
    method = method_named(conditions.method)
    own = own.plus(sat_out(own, sit_outs, conditions, expected))
    total = own.total - _penalty(own, taken) if taken else own.total
    if method.figure is Figure.PERCENT:
        total, percent = _matchpoint_total(own, total, sit_outs, conditions, total_boards)
        return Figures(percent or Fraction(0), total, percent)
    if conditions.missed_boards is MissedBoards.SCALED:
        total = _scaled(total, own.boards, total_boards)
    return Figures(total, total, None)


def sat_out(own: Tally, sit_outs: int, conditions: Conditions, expected: int) -> Tally:
    """What boards sat out count for: at matchpoints like boards of the conditions' percentage, at IMPs like artificial scores; nothing where they say nothing.

    Factorings with a rule of their own for sit-outs keep it.
    """
    percent = conditions.sit_out_percent
    if not sit_outs or percent is None:
        return Tally()
    method, above, others = method_named(conditions.method), percent - 50, max(expected, 2)  # before anybody has played the percentage stands at once
    if method.figure is not Figure.PERCENT:
        measure = method.measure(others, Setting(conditions, others, others))
        return Tally(sit_outs * above * measure.per_percent, Fraction(0), sit_outs * measure.per_percent, sit_outs) if measure else Tally()
    if conditions.factoring not in (Factoring.NEUBERG, Factoring.NONE):
        return Tally()
    half_top = Fraction((others - 1) * scale_of(conditions))
    average, one = (own.average / own.boards, own.per_percent / own.boards) if own.boards else (half_top, half_top / 50)
    return Tally(sit_outs * (average + above * one), sit_outs * average, sit_outs * one, sit_outs)


def _penalty(own: Tally, taken: Sequence[tuple[Fraction, Unit]]) -> Fraction:
    # One percent of a board is what it was on the average of the boards played.
    one_percent = own.per_percent / own.boards if own.boards else Fraction(0)
    return sum((amount if unit is Unit.METHOD else amount * one_percent for amount, unit in taken), Fraction(0))


def _scaled(total: Fraction, boards: int, total_boards: int) -> Fraction:
    return total * total_boards / boards if boards else total


def _matchpoint_total(own: Tally, total: Fraction, sit_outs: int, conditions: Conditions, total_boards: int) -> tuple[Fraction, Fraction | None]:
    if not own.boards:
        return total, None
    factoring, one = conditions.factoring, own.per_percent * total_boards / own.boards  # the boards of other sections may have another top
    if factoring is Factoring.ZERO_CENTRED:
        total += own.total * sit_outs / own.boards  # a bye earns the mean of the other boards
        return total, 50 + total / one if one else None
    if factoring is Factoring.ACBL_TOTAL:
        total = half_up(_scaled(total, own.boards, total_boards), HUNDREDTH)
        return total, total / one if one else None
    if factoring is Factoring.POLISH:
        total += 60 * sit_outs
        return total, total / (own.boards + sit_outs)
    percent = own.percent if total is own.total else Tally(total, own.average, own.per_percent, own.boards).percent
    return (_scaled(total, own.boards, total_boards) if conditions.missed_boards is MissedBoards.SCALED else total), percent
