"""The arithmetic behind a figure as a page shows it: steps with a sentence, a sum that anybody can work out again, and what it comes to, exactly.

A sum uses + − × ÷ and brackets on whole numbers and fractions `n/d` and nothing else, so that another programme can read it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.combining import Combining
from bridge.engine.scoring.compensation import COMPENSATION
from bridge.engine.scoring.conditions import Conditions, CrossImps, Factoring, MissedBoards
from bridge.engine.scoring.factoring import is_small_group
from bridge.engine.scoring.method import DatumReasons, Figure, HeldReasons
from bridge.engine.scoring.outcome import Award, FixedImps, FixedPercent, Unit
from bridge.engine.scoring.registry import method_named
from bridge.engine.scoring.rounding import HUNDREDTH, half_up
from bridge.engine.scoring.total_points import TOTAL_POINTS
from bridge.engine.scoring.why import Part, WhyMark, WhyTotal
from bridge.phrases.figures import MINUS, decimal_text, points_text


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is done, the sum, and its exact value; `is_result` where it is the figure that was asked about."""

    words: str
    sum: str
    value: Fraction
    is_result: bool = False

    @property
    def exact(self) -> str:
        """The value as a whole number or a fraction."""
        return exact_text(self.value)

    @property
    def shown(self) -> str:
        """The value with two decimals where it is no whole number."""
        return "" if self.value.denominator == 1 else decimal_text(self.value, 2)


def exact_text(value: Fraction | int) -> str:
    """`−7`, `39/5`: the exact value with a real minus."""
    return str(Fraction(value)).replace("-", MINUS)


def _in(value: Fraction | int) -> str:
    """The value inside a sum, in brackets where it would be misread."""
    exact = Fraction(value)
    return exact_text(exact) if exact >= 0 and exact.denominator == 1 else f"({exact_text(exact)})"


def _added(values: Iterable[Fraction]) -> str:
    return " + ".join(_in(value) for value in values) or "0"


def steps_of_mark(why: WhyMark, conditions: Conditions) -> tuple[Step, ...]:
    """How a mark comes about, and what it is in percent."""
    steps: list[Step] = []
    marks = []
    origin = why.parts[0].reasons.origin if why.parts else None
    if isinstance(origin, DatumReasons):
        steps.extend(_steps_of_datum(origin))
    for part in why.parts:
        steps.extend(_steps_of_part(part, why, conditions, has_weight=len(why.parts) > 1))
        marks.append(part.weight * part.reasons.mark)
    if len(why.parts) > 1:
        total = " + ".join(f"{_in(part.weight)} × {_in(part.reasons.mark)}" for part in why.parts)
        steps.append(Step(_("Each component counts with its weight."), total, sum(marks, Fraction(0))))
    if why.parts and conditions.line_step is not None and why.mark is not None:
        steps.append(Step(_("Rounded to the step of the conditions."), exact_text(why.mark), why.mark))
    if why.percent is not None and why.measure is not None and why.mark is not None:
        steps.extend(_steps_of_artificial(why))
    if steps:
        steps[-1] = Step(steps[-1].words, steps[-1].sum, steps[-1].value, is_result=True)
    if why.mark is not None and why.measure is not None and method_named(why.method).figure is Figure.PERCENT:
        steps.extend(_percent_of_board(why.mark, why.measure.average, why.measure.per_percent))
    return tuple(steps)


def _steps_of_part(part: Part, why: WhyMark, conditions: Conditions, *, has_weight: bool) -> list[Step]:
    reasons = part.reasons
    if why.method == TOTAL_POINTS.code and not has_weight:
        return [Step(_("What the table scored (Law 77)."), exact_text(part.points), reasons.sum)]
    if reasons.origin is not None:
        return _steps_against(part, reasons.origin)
    if why.method == COMPENSATION.code:
        steps = [Step(_("The score in IMPs, by the scale (Law 78B)."), exact_text(reasons.sum), reasons.sum)]
        words = _("Less the side's high-card points above 20; the points below 20 are added.")
        return [*steps, Step(words, f"{_in(reasons.sum)} + {_in(reasons.start)}", reasons.mark)]
    compared = " + ".join(f"{_in(step.results)} × {_in(step.each)}" for step in reasons.versus) or "0"
    words = _("What the comparisons are worth together.")
    if has_weight:
        words = _("%(points)s compared with the others.") % {"points": points_text(part.points)}
    steps = [Step(words, compared, reasons.sum)]
    if reasons.slope != 1 or reasons.start:
        added = f" + {_in(reasons.start)}" if reasons.start else ""
        steps.append(Step(_factor_words(why, conditions), f"{_in(reasons.sum)} × {_in(reasons.slope)}{added}", reasons.mark))
    return steps


def _steps_of_datum(origin: DatumReasons) -> list[Step]:
    """How the score that all are compared with comes about."""
    facts = {"trim": origin.trim, "step": origin.step}
    if origin.middle is not None:
        words = _("The datum is the median: the score in the middle, or the mean of the two next to it.")
        if origin.trim:
            words = _("The datum is the median, without the %(trim)s highest and the %(trim)s lowest results.") % facts
        made = f"({_in(origin.middle[0])} + {_in(origin.middle[1])}) ÷ 2"
    else:
        words = _("The datum is the mean of all results, points from the pair's own side.")
        if origin.trim:
            words = _("The datum is the mean of the results, without the %(trim)s highest and the %(trim)s lowest; points from the pair's own side.") % facts
        results = sum((count for _points, count in origin.kept), Fraction(0))
        made = f"({' + '.join(f'{_in(count)} × {_in(points)}' for points, count in origin.kept)}) ÷ {_in(results)}"
    steps = [Step(words, made, origin.exact)]
    if origin.exact != origin.datum:
        steps.append(Step(_("Rounded to a multiple of %(step)s, halves away from zero.") % facts, exact_text(origin.datum), Fraction(origin.datum)))
    return steps


def _steps_against(part: Part, origin: DatumReasons | HeldReasons) -> list[Step]:
    """A score against the one that all are compared with."""
    (against,) = part.reasons.versus
    steps = []
    if isinstance(origin, HeldReasons):
        steps.append(Step(_held_words(origin), exact_text(against.points), Fraction(against.points)))
    words = _("The difference from the datum.") if isinstance(origin, DatumReasons) else _("The difference from the expected score.")
    steps.append(Step(words, f"{_in(part.points)} − {_in(against.points)}", Fraction(part.points - against.points)))
    steps.append(Step(_("The difference in IMPs, by the scale (Law 78B)."), exact_text(against.each), Fraction(against.each)))
    return steps


def _held_words(origin: HeldReasons) -> str:
    if origin.is_own and origin.vulnerable:
        words = _("The side holds %(hcp)s high-card points and is vulnerable: what the table expects of it.")
    elif origin.is_own:
        words = _("The side holds %(hcp)s high-card points and is not vulnerable: what the table expects of it.")
    elif origin.vulnerable:
        words = _("The opponents hold %(hcp)s high-card points and are vulnerable: what the table expects of them, taken from this side.")
    else:
        words = _("The opponents hold %(hcp)s high-card points and are not vulnerable: what the table expects of them, taken from this side.")
    return words % {"hcp": origin.hcp}


def _factor_words(why: WhyMark, conditions: Conditions) -> str:
    facts = {"actual": why.actual, "expected": why.expected}
    if method_named(why.method).figure is not Figure.PERCENT:
        return _means_words(conditions.cross_imps) % facts
    if conditions.factoring is Factoring.NEUBERG and why.fouled and conditions.small_groups and is_small_group(why.actual, why.expected):
        return _("%(actual)s of %(expected)s results are too few for Neuberg: 60 %% of the top, 5 %% more or less for each matchpoint "
                 "from the group's middle.") % facts  # fmt: skip
    if conditions.factoring is Factoring.NEUBERG:
        return _("Made comparable with boards of %(expected)s results, this one has %(actual)s (Neuberg): (M + 1) × E ÷ A − 1, in the scale used.") % facts
    return _("Made comparable with the other boards by the factoring of the conditions: this one has %(actual)s results, a full one %(expected)s.") % facts


def _means_words(means: CrossImps) -> str:
    if means is CrossImps.SUM:
        return _("Made comparable with boards of %(expected)s results, this one has %(actual)s: times E ÷ A.")
    return _("The mean over all results, this one too.") if means is CrossImps.MEAN_OF_ALL else _("The mean over the other results.")


def _steps_of_artificial(why: WhyMark) -> list[Step]:
    assert why.percent is not None and why.measure is not None and why.mark is not None
    steps = []
    if isinstance(why.outcome, Award) and why.outcome is not Award.AVERAGE:
        own = why.own
        if own is not None and own.percent is not None:
            words = _("The side's own average of its %(boards)s other boards, in percent; boards with artificial scores are left out.") % {"boards": own.boards}
            steps.append(Step(words, f"50 + ({_in(own.total)} − {_in(own.average)}) ÷ {_in(own.per_percent)}", own.percent))
        steps.append(Step(_award_words(why), exact_text(why.percent), why.percent))
    elif isinstance(why.outcome, FixedImps):
        steps.append(Step(_("An artificial score in IMPs."), exact_text(why.outcome.imps), why.outcome.imps))
    elif isinstance(why.outcome, FixedPercent):
        steps.append(Step(_("An artificial score in percent."), exact_text(why.percent), why.percent))
    average, one = why.measure.average, why.measure.per_percent
    words = _("The mark of so many percent: average, and what one percent is worth.")
    steps.append(Step(words, f"{_in(average)} + ({_in(why.percent)} − 50) × {_in(one)}", why.mark))
    return steps


def _award_words(why: WhyMark) -> str:
    is_plus, is_1999 = why.outcome is Award.PLUS, why.edition is Edition.CN1999
    if is_plus:
        law = _("Average plus: 60 %, or the side's own average of its other boards where that is more (Law 12C2).")
        return _("Average plus: 60 %, or the side's own average of its other boards where that is more (Laws 12C1 and 88).") if is_1999 else law
    law = _("Average minus: 40 %, or the side's own average of its other boards where that is less (Law 12C2).")
    return _("Average minus: 40 % (Law 12C1).") if is_1999 else law


def _percent_of_board(mark: Fraction, average: Fraction, one: Fraction) -> list[Step]:
    if not one:
        return []
    words = _("In percent: above or below average, in parts of what one percent is worth.")
    return [Step(words, f"50 + ({_in(mark)} − {_in(average)}) ÷ {_in(one)}", 50 + (mark - average) / one, is_result=True)]


def extras_of_mark(why: WhyMark) -> tuple[tuple[str, Fraction], ...]:
    """Penalties and bonuses on the board, in words, with what each changes."""
    return tuple((penalty_words(-extra.amount, extra.unit), mark) for extra, mark in why.extras if mark is not None)


def penalty_words(amount: Fraction, unit: Unit) -> str:
    """What is taken, or given where it is below zero: `penalty of 10 %`."""
    told = decimal_text(abs(amount), 0 if amount.denominator == 1 else 2)
    facts = {"amount": f"{told} %" if unit is Unit.PERCENT else told}
    return _("penalty of %(amount)s") % facts if amount > 0 else _("bonus of %(amount)s") % facts


def steps_of_total(why: WhyTotal[Any], conditions: Conditions) -> tuple[Step, ...]:
    """How an entry's total and percent come about from its boards."""
    marks = [board.mark for board in why.boards if board.mark is not None]
    extras = [board.extra for board in why.boards if board.extra]
    plain = sum(marks, Fraction(0))
    steps = [Step(_("All boards together."), _added(marks), plain)]
    total = plain
    if extras:
        total += sum(extras, Fraction(0))
        steps.append(Step(_("Penalties and bonuses on single boards."), f"{_in(plain)} + {_added(extras)}", total))
    if why.sat_out.total and conditions.sit_out_percent is not None:
        words = _("Boards sat out count for %(percent)s %% each.") % {"percent": exact_text(conditions.sit_out_percent)}
        steps.append(Step(words, f"{_in(total)} + {why.sit_outs} × {_in(why.sat_out.total / why.sit_outs)}", why.tally.total))
        total = why.tally.total
    for penalty in why.penalties:
        one = Fraction(1) if penalty.unit is Unit.METHOD else why.tally.per_percent / (why.tally.boards or 1)
        words = _("A penalty; below nothing it is a bonus.")
        told = _in(penalty.amount) if penalty.unit is Unit.METHOD else f"{_in(penalty.amount)} × {_in(one)}"
        steps.append(Step(words, f"{_in(total)} − {told}", total - penalty.amount * one))
        total -= penalty.amount * one
    steps.extend(_finished(why, conditions, total))
    if why.handicap:
        steps.append(Step(_("With the handicap."), f"{_in(steps[-1].value)} + {_in(why.handicap)}", why.standing.score))
    steps[-1] = Step(steps[-1].words, steps[-1].sum, steps[-1].value, is_result=True)
    return tuple(steps)


def _finished(why: WhyTotal[Any], conditions: Conditions, total: Fraction) -> list[Step]:
    """From the sum of the boards to what is ranked, as the conditions have it."""
    own, boards = why.tally, why.tally.boards
    if not boards:
        return []
    scaled = f"{_in(total)} × {why.total_boards} ÷ {boards}"
    is_scaled = conditions.missed_boards is MissedBoards.SCALED
    if method_named(conditions.method).figure is not Figure.PERCENT:
        return [Step(_scaled_words(why), scaled, total * why.total_boards / boards)] if is_scaled else []
    half_top = 50 * own.per_percent / boards
    if conditions.factoring is Factoring.ZERO_CENTRED:
        return _zero_centred(why, total, half_top)
    if conditions.factoring is Factoring.ACBL_TOTAL:
        rounded = half_up(total * why.total_boards / boards, HUNDREDTH)
        top = 2 * half_top * why.total_boards
        steps = [Step(_scaled_words(why), scaled, total * why.total_boards / boards), Step(_("Rounded to hundredths."), exact_text(rounded), rounded)]
        return [*steps, *([Step(_("In percent of all that was to be won."), f"100 × {_in(rounded)} ÷ {_in(top)}", 100 * rounded / top)] if top else [])]
    if conditions.factoring is Factoring.POLISH:
        with_byes = total + 60 * why.sit_outs
        steps = [Step(_("60 for each board sat out."), f"{_in(total)} + 60 × {why.sit_outs}", with_byes)] if why.sit_outs else []
        return [*steps, Step(_("The mean of the boards."), f"{_in(with_byes)} ÷ {boards + why.sit_outs}", with_byes / (boards + why.sit_outs))]
    if not own.per_percent:
        return []
    words = _("In percent: above or below average, in parts of what one percent of all these boards is worth.")
    return [Step(words, f"50 + ({_in(total)} − {_in(own.average)}) ÷ {_in(own.per_percent)}", 50 + (total - own.average) / own.per_percent)]


def _scaled_words(why: WhyTotal[Any]) -> str:
    return _("As if all %(boards)s boards had been played.") % {"boards": why.total_boards}


def _zero_centred(why: WhyTotal[Any], total: Fraction, half_top: Fraction) -> list[Step]:
    own, steps = why.tally, []
    if why.sit_outs:
        with_byes = total + own.total * why.sit_outs / own.boards
        words = _("A board sat out counts as the mean of the others.")
        steps.append(Step(words, f"{_in(total)} + {_in(own.total)} × {why.sit_outs} ÷ {own.boards}", with_byes))
        total = with_byes
    top = why.total_boards * half_top
    if top:
        words = _("In percent: above or below average, in parts of all that was to be won.")
        steps.append(Step(words, f"50 + 50 × {_in(total)} ÷ {_in(top)}", 50 + 50 * total / top))
    return steps


@dataclass(frozen=True, slots=True)
class Share:
    """What an entry has from one part of an event of several: figures as stored, the part's weight, and whether it is carried forward."""

    score: Fraction
    total: Fraction
    boards: int
    available: Fraction
    weight: Fraction
    carried: bool


def steps_of_event(shares: Sequence[Share], how: Combining, handicapped: Fraction | None = None) -> tuple[Step, ...]:
    """How an entry's figure in an event of several evenings comes about from its figures there; `handicapped`: what the handicap list makes of it."""
    steps = _carried_steps(shares) if how is Combining.CARRY else _combined_steps(shares, how)
    if handicapped is None:
        return steps
    scratch = steps[-1]
    added = Step(_("With the handicap."), f"{_in(scratch.value)} + {_in(handicapped - scratch.value)}", handicapped, is_result=True)
    return (*steps[:-1], replace(scratch, is_result=False), added)


def _combined_steps(shares: Sequence[Share], how: Combining) -> tuple[Step, ...]:
    total = sum((share.weight * share.score for share in shares), Fraction(0))
    added = " + ".join(f"{_in(share.weight)} × {_in(share.score)}" for share in shares) or "0"
    if how is Combining.SUM or not shares:
        return (Step(_("Each evening counts with its weight."), added, total, is_result=True),)
    weights = [share.weight for share in shares]
    whole = sum(weights, Fraction(0))
    return (
        Step(_("Each evening counts with its weight."), added, total),
        Step(_("The mean over the evenings played."), f"{_in(total)} ÷ ({_added(weights)})", total / whole, is_result=True),
    )


def _carried_steps(shares: Sequence[Share]) -> tuple[Step, ...]:
    """EBU White Book 3.8, step by step."""
    final = [share for share in shares if not share.carried]
    won, available = sum((share.total for share in final), Fraction(0)), sum((share.available for share in final), Fraction(0))
    boards = sum(share.boards for share in final)
    steps = [Step(_("Matchpoints won where nothing is carried from."), _added([share.total for share in final]), won)]
    more = Fraction(0)
    for share in shares:
        if share.carried:
            half = f"{_in(share.weight)} ÷ 2 × {_in(share.total)} × {share.boards} ÷ {_in(share.available)}"
            brings = share.weight * share.total * share.boards / share.available * available / (2 * boards)
            words = _("Carried forward: half of what was won × boards ÷ what was to be won, × what is to be won now ÷ boards.")
            steps.append(Step(words, f"{half} × {_in(available)} ÷ {boards}", brings))
            steps.append(Step(_("Together."), f"{_in(won)} + {_in(brings)}", won + brings))
            won, more = won + brings, more + share.weight * share.boards * available / (2 * boards)
    whole = available + more
    carried = " + ".join(f"{_in(share.weight)} × {share.boards} × {_in(available)} ÷ {2 * boards}" for share in shares if share.carried)
    steps.append(Step(_("All that was to be won, a board carried weighing half."), f"{_in(available)}{' + ' + carried if carried else ''}", whole))
    steps.append(Step(_("In percent of it."), f"100 × {_in(won)} ÷ {_in(whole)}", 100 * won / whole, is_result=True))
    return tuple(steps)
