"""Why a figure is what it is: the arithmetic of one mark and of one total, step by step, so that a page can show it and a reader check it."""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import RankingFacts, Reckoned, SessionPenalty, Standing
from bridge.engine.scoring.method import Measure, Note, Reasons
from bridge.engine.scoring.outcome import Artificial, Extra, Ruled, SideOutcome, Unscored
from bridge.engine.scoring.registry import method_named
from bridge.engine.scoring.tally import Tally, sat_out
from bridge.engine.scoring.traveller import Traveller, groups_of
from bridge.engine.seats import Side

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Part:
    """One component of a score, or the whole of a plain one: `points` from the side's own view, its weight, and the reasons of its mark."""

    points: int
    weight: Fraction
    reasons: Reasons


@dataclass(frozen=True, slots=True)
class WhyMark:
    """Why one side has its mark on one line: the sum of weight * mark over the parts, to the step of the conditions; extras come after.

    source    law or regulation of the method
    actual    results in the group (A); `expected` on a normal board (E); `due` at this board (N)
    percent   of an artificial score, with `own` where the award looked at the side's other boards
    note      why there is no mark
    """

    method: str
    source: str
    outcome: SideOutcome
    parts: tuple[Part, ...]
    actual: int
    expected: int
    due: int
    fouled: bool
    mark: Fraction | None
    measure: Measure | None
    percent: Fraction | None
    own: Tally | None
    edition: Edition
    extras: tuple[tuple[Extra, Fraction | None], ...]
    note: Note | None


def why_mark(traveller: Traveller[Any], line: int, side: Side, conditions: Conditions, own: Tally | None = None) -> WhyMark:
    """The arithmetic of one side's mark on one line of a traveller; `own` is what `own_tally` gives, where an award asked for it."""
    method = method_named(conditions.method)
    facts = traveller.facts
    found = traveller.lines()[line]
    extras = tuple((item.outcome, item.mark) for item in traveller.apart if item.line == line and item.side is side and isinstance(item.outcome, Extra))
    artificial = next((item for item in traveller.apart if item.line == line and item.side is side and item.percent is not None), None)
    mark = found.ns_mark if side is Side.NS else found.ew_mark
    groups = groups_of(facts, side, conditions, traveller.expected, method)
    form = facts.forms[line] if facts.forms else None
    note = dict(traveller.notes).get(form)
    group = groups.get(form)
    settled = facts.outcomes[line]
    outcome = settled.of(side) if isinstance(settled, Ruled) else settled
    if group is None or isinstance(outcome, Unscored):
        return WhyMark(method.code, method.source, outcome, (), 0, traveller.expected, 0, False, None, None, None, None, conditions.edition, extras, note)
    parts: tuple[Part, ...] = ()
    if mark is not None and not isinstance(outcome, Artificial):
        compared = group.compared_with(line)
        whole = group.chart(Counter(compared.values()))
        others = group.chart(Counter(result for other, result in compared.items() if other != line))
        parts = tuple(Part(points, weight, method.explain(points, others, whole, group.setting)) for points, weight in group.own_points(outcome))
    return WhyMark(
        method.code, method.source, outcome, parts, group.actual, traveller.expected, group.setting.due, group.setting.fouled,
        mark, group.measure(), artificial.percent if artificial else None, own if artificial else None, conditions.edition, extras, note,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class BoardMark:
    """What one board brought an entry: `mark` (None for nothing), extras in it apart, and what an average and a percent are there."""

    board: Hashable
    line: int
    side: Side
    mark: Fraction | None
    extra: Fraction
    measure: Measure | None


@dataclass(frozen=True, slots=True)
class WhyTotal(Generic[Who]):
    """Why an entry has its total and percent: its boards, sit-outs, penalties, and the standing they come to under the conditions.

    sat_out     what the boards sat out count for, where the conditions give them a percentage
    tally       boards, extras and `sat_out` together
    handicap    what the list adds to the score; 0 in a scratch list
    """

    standing: Standing[Who]
    boards: tuple[BoardMark, ...]
    sit_outs: int
    penalties: tuple[SessionPenalty[Who], ...]
    sat_out: Tally
    tally: Tally
    total_boards: int
    handicap: Fraction


def why_total(facts: RankingFacts[Who], reckoned: Reckoned[Who], who: Who, listed: str) -> WhyTotal[Who]:
    """The arithmetic of one entry's standing in the list of that name."""
    standing = next(standing for standing in reckoned.standings if standing.who == who and standing.list == listed)
    boards = tuple(mark for traveller in reckoned.travellers for mark in _marks_of(traveller, who))
    entry = next(entry for entry in facts.entries if entry.who == who)
    tally = Tally()
    for board in boards:
        if board.mark is not None:
            tally = tally.with_board(board.mark, board.measure)
        tally = tally.plus(Tally(board.extra))
    penalties = tuple(penalty for penalty in facts.penalties if penalty.who == who)
    expected = max((traveller.expected for traveller in reckoned.travellers), default=0)
    rested = sat_out(tally, entry.sit_outs, facts.conditions, expected)
    handicap = entry.handicap if listed.endswith("/handicap") else Fraction(0)
    return WhyTotal(standing, boards, entry.sit_outs, penalties, rested, tally.plus(rested), reckoned.total_boards, handicap)


def _marks_of(traveller: Traveller[Who], who: Who) -> list[BoardMark]:
    found = []
    for side in Side:
        column = traveller.column(side)
        for player, seated in enumerate(traveller.facts.seated(side)):
            for line, sitting in enumerate(seated):
                if sitting != who:
                    continue
                plain = column.marks[line]
                mark, measure = (None, None) if plain is None else (Fraction(plain, column.denominator), column.measure)
                extra = Fraction(0)
                for item in traveller.apart:
                    if (item.line, item.side) != (line, side) or item.player not in (None, player) or item.mark is None:
                        continue
                    if item.is_board:
                        mark, measure = item.mark, item.measure
                    else:
                        extra += item.mark
                found.append(BoardMark(traveller.facts.board, line, side, mark, extra, measure))
    return found
