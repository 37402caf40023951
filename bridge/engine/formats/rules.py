"""The named rules by which an event may have been scored, in the order in which they are tried: one for the whole event, never one for a pair."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import product

from bridge.engine.formats.event import Absence, ArtificialScore, Method, PublishedEvent, SplitScore
from bridge.engine.formats.lines import is_bare_zero
from bridge.engine.formats.notation import parse_figure
from bridge.engine.scoring.conditions import Conditions, CrossImps, Datum, Factoring, MissedBoards, Trim, Winners
from bridge.engine.scoring.outcome import Award


class Basis(Enum):
    """Which of the two counts where a line's points are not those of its contract."""

    CONTRACT = "contract"
    PRINTED = "printed"


class Adjustments(Enum):
    """What an entrant's published adjustment is counted in."""

    IGNORED = "ignored"
    UNITS = "units"
    PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of scoring the whole event.

    conditions    method and settings of the scoring engine
    across        boards of one number are compared over all sections
    together      one list over all sections; otherwise each section and session has its own
    own_average   average plus is a pair's own percentage where that is higher (Law 12C2); otherwise always 60 percent
    byes          do sit-outs count by the factoring's rule, or are they left out?
    zeros_ruled   a bare 0 with figures was a ruling, and only its figures are known; otherwise it was passed out
    handicap      the part of the entrants' handicaps that counts
    boards_due    boards of the event that the file names; None: the most that anybody played
    """

    conditions: Conditions
    basis: Basis = Basis.CONTRACT
    across: bool = True
    together: bool = True
    own_average: bool = True
    byes: bool = True
    boards_due: int | None = None
    adjustments: Adjustments = Adjustments.IGNORED
    zeros_ruled: bool = False
    handicap: Fraction = Fraction(0)

    @property
    def compared(self) -> tuple[object, ...]:
        """What is compared and ranked with what, and which points and awards count."""
        return self.basis, self.across, self.together, self.own_average, self.adjustments, self.zeros_ruled, self.handicap

    @property
    def scored(self) -> tuple[object, ...]:
        """How what is compared becomes totals."""
        return self.conditions, self.byes, self.boards_due

    @property
    def factoring(self) -> str | None:
        """The code of the factoring; None where the method knows none."""
        return self.conditions.factoring.value if self.conditions.method == Method.MATCHPOINTS.value else None

    @property
    def totals(self) -> str:
        """The code of how totals are made: `sum`, `scaled` (missed boards), with `_bye_own_mean`, `_sit_out_60`, `_lines_1/100` where that matters."""
        conditions = self.conditions
        parts = ["sum" if conditions.missed_boards is MissedBoards.AS_PLAYED else "scaled"]
        if conditions.method == Method.MATCHPOINTS.value and conditions.factoring is Factoring.ACBL_TOTAL:
            parts = ["scaled"]
        if conditions.method == Method.MATCHPOINTS.value and conditions.factoring in _WITH_BYES:
            parts.append(("bye_own_mean" if conditions.factoring is Factoring.ZERO_CENTRED else "bye_60") if self.byes else "bye_left_out")
        if conditions.method == Method.CROSS_IMPS.value:
            parts.append(conditions.cross_imps.value)
        if conditions.sit_out_percent is not None:
            parts.append(f"sit_out_{conditions.sit_out_percent}")
        if conditions.line_step is not None:
            parts.append(f"lines_{conditions.line_step.numerator}/{conditions.line_step.denominator}")
        return "_".join(parts)


_WITH_BYES = (Factoring.ZERO_CENTRED, Factoring.POLISH)
_HUNDREDTH, _TENTH = Fraction(1, 100), Fraction(1, 10)


def rules_for(event: PublishedEvent, *, with_bases: bool) -> Iterator[Rule]:
    """All rules worth trying on an event, the most usual first.

    with_bases   do lines exist whose points are not those of their contract?
    """
    bases = tuple(Basis) if with_bases else (Basis.CONTRACT,)
    sections = {(board.session, board.section) for board in event.boards}
    acrosses = (True, False) if len(sections) > 1 else (True,)
    lists = {(entrant.session, entrant.section) for entrant in event.entrants}
    togethers = (True, False) if len(lists) > 1 else (True,)
    averages = (True, False) if _has_average_plus(event) else (True,)
    dues = (None, event.boards_due) if event.boards_due else (None,)
    adjusted = tuple(Adjustments)[1:] if _has_adjustments(event) else (Adjustments.IGNORED,)
    handicaps = (Fraction(0), Fraction(1), Fraction(1, 2)) if has_handicaps(event) else (Fraction(0),)
    zeros = (False, True) if any(is_bare_zero(line) for board in event.boards for line in board.lines) else (False,)
    for conditions in _conditions(event):
        with_byes = conditions.method == Method.MATCHPOINTS.value and conditions.factoring in _WITH_BYES
        byes = (True, False) if with_byes else (True,)
        named = dues if _asks_for_boards(conditions) else (None,)
        for parts in product(bases, acrosses, togethers, averages, byes, named, adjusted, zeros, handicaps):
            yield Rule(conditions, *parts)


def _asks_for_boards(conditions: Conditions) -> bool:
    return conditions.missed_boards is MissedBoards.SCALED or conditions.factoring in (Factoring.ACBL_TOTAL, Factoring.ZERO_CENTRED)


def _has_average_plus(event: PublishedEvent) -> bool:
    outcomes = (line.outcome for board in event.travellers() for line in board.lines)
    return any(isinstance(outcome, ArtificialScore | SplitScore) and {outcome.ns, outcome.ew} & {Award.PLUS, Award.MINUS} for outcome in outcomes)


def _has_adjustments(event: PublishedEvent) -> bool:
    figures = (parse_figure(entrant.adjustment) for entrant in event.entrants)
    return any(figure and figure.value for figure in figures)


def has_handicaps(event: PublishedEvent) -> bool:
    """Does the file give anybody a handicap?"""
    figures = (parse_figure(entrant.handicap) for entrant in event.entrants)
    return any(figure and figure.value for figure in figures)


def _has_artificial(event: PublishedEvent) -> bool:
    outcomes = (line.outcome for board in event.travellers() for line in board.lines)
    return any(isinstance(outcome, ArtificialScore | SplitScore) or outcome is Absence.AS_PRINTED for outcome in outcomes)


def _winners(event: PublishedEvent) -> tuple[Winners, ...]:
    if event.winners == 1 or any(entrant.direction is None for entrant in event.entrants):
        return (Winners.ONE,)
    return (Winners.TWO,) if event.winners == 2 else (Winners.TWO, Winners.ONE)


def _conditions(event: PublishedEvent) -> Iterator[Conditions]:
    makers = {
        Method.MATCHPOINTS: _matchpoints,
        Method.CROSS_IMPS: _cross_imps,
        Method.BUTLER: _butler,
        Method.TOTAL_POINTS: _total_points,
    }
    methods = (event.method,) if event.method else event.methods or (Method.MATCHPOINTS, Method.CROSS_IMPS, Method.BUTLER)
    for method in methods:
        assert method in makers
        for winners in _winners(event):
            yield from makers[method](event, winners)


def _matchpoints(event: PublishedEvent, winners: Winners) -> Iterator[Conditions]:
    named = [factoring for factoring in Factoring if event.factoring in (None, factoring.value)] or list(Factoring)
    for factoring in named:
        scales = (1,) if factoring is Factoring.ACBL_TOTAL else (2,) if factoring is Factoring.POLISH else (2, 1)
        scaled = tuple(MissedBoards) if factoring in (Factoring.NEUBERG, Factoring.NONE) else (MissedBoards.AS_PLAYED,)
        steps = (None, _HUNDREDTH, _TENTH, Fraction(1)) if factoring is Factoring.NEUBERG else (None,)
        sit_outs = _sit_outs(event) if factoring in (Factoring.NEUBERG, Factoring.NONE) else (None,)
        for sit_out, win, step, missed in product(sit_outs, scales, steps, scaled):
            if sit_out is None or missed is MissedBoards.AS_PLAYED:
                yield Conditions(
                    method=Method.MATCHPOINTS.value, factoring=factoring, winners=winners, win=win, missed_boards=missed, line_step=step,
                    sit_out_percent=sit_out,
                )


def _cross_imps(event: PublishedEvent, winners: Winners) -> Iterator[Conditions]:
    means = [(CrossImps.MEAN, step, False) for step in (None, _HUNDREDTH, _TENTH)]
    sums: list[tuple[CrossImps, Fraction | None, bool]] = [(CrossImps.SUM, None, factored) for factored in (False, True)]
    of_all = [(CrossImps.MEAN_OF_ALL, None, False)]
    for (form, step, factored), (missed, sit_out), award in product([*means, *sums, *of_all], _missed(event), _awards(event)):
        yield Conditions(
            method=Method.CROSS_IMPS.value, winners=winners, cross_imps=form, line_step=step, factor_imps=factored, missed_boards=missed, award_imps=award,
            sit_out_percent=sit_out,
        )


def _butler(event: PublishedEvent, winners: Winners) -> Iterator[Conditions]:
    fixed = ((Trim.FIXED, each_end, Datum.MEAN) for each_end in range(3))
    trims = ((Trim.LADDER, 0, Datum.MEAN), *fixed, (Trim.FIXED, 0, Datum.MEDIAN))
    for step, (trim, each_end, datum), (missed, sit_out), award in product((10, 1), trims, _missed(event), _awards(event)):
        yield Conditions(
            method=Method.BUTLER.value, winners=winners, trim=trim, trim_each_end=each_end, datum=datum, datum_step=step, missed_boards=missed,
            award_imps=award, sit_out_percent=sit_out,
        )


def _missed(event: PublishedEvent) -> tuple[tuple[MissedBoards, Fraction | None], ...]:
    """What becomes of boards that some did not play: nothing, totals scaled, or sit-outs that count."""
    counted = ((MissedBoards.AS_PLAYED, percent) for percent in _sit_outs(event) if percent is not None)
    return ((MissedBoards.AS_PLAYED, None), (MissedBoards.SCALED, None), *counted)


def _sit_outs(event: PublishedEvent) -> tuple[Fraction | None, ...]:
    """What each board sat out may count for, in percent, where sit-outs are told or some played fewer boards than others."""
    numbers = ((board.session, board.section, number) for board in event.boards for line in board.lines for number in (*line.ns, *line.ew))
    told = any(line.outcome is Absence.BYE for board in event.boards for line in board.lines)
    return (None, Fraction(60), Fraction(50)) if told or len(set(Counter(numbers).values())) > 1 else (None,)


def _total_points(event: PublishedEvent, winners: Winners) -> Iterator[Conditions]:
    yield Conditions(method=Method.TOTAL_POINTS.value, winners=winners)


def _awards(event: PublishedEvent) -> tuple[Fraction, ...]:
    return (Fraction(3), Fraction(2)) if _has_artificial(event) else (Fraction(3),)
