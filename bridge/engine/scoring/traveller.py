"""One board scored: the traveller, its marks as columns of ints, and everything a director decided apart from them."""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Generic, NamedTuple, TypeVar

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.group import Group, percent_of_artificial
from bridge.engine.scoring.method import Chart, Held, Measure, Note, NoteKind, ScoringMethod, Setting, Values
from bridge.engine.scoring.outcome import Artificial, Extra, Outcome, Ruled, SideOutcome, Unit, Unscored
from bridge.engine.scoring.rounding import half_away
from bridge.engine.seats import Side

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class BoardFacts(Generic[Who]):
    """All results of one board that are compared with one another, as columns of one length, one line for each table; a sit-out has no line.

    board      the board's key: its number, or section and number where sections are scored apart
    ns, ew     who sat there by the plan; `turned` names the lines at which they sat the other way round
    outcomes   plain int: North-South's points as played; otherwise Unscored or Ruled. For a datum pool in order of arrival
    forms      which form of the board each line played, where it was fouled (Law 87); empty when it was not
    field      boards of one field share E, the results expected on a normal board
    session    boards of one session make a pair's own average (Law 12C2): the match in a Swiss, else the session
    due        tables due at this board, where that is more than have results or artificial scores (`zero_centred` alone asks)
    ns_partners, ew_partners   the second players of an individual, who get the same marks
    """

    board: Hashable
    ns: tuple[Who, ...]
    ew: tuple[Who, ...]
    outcomes: tuple[Outcome, ...]
    forms: tuple[Hashable, ...] = ()
    turned: frozenset[int] = frozenset()
    field: Hashable = None
    session: Hashable = None
    due: int | None = None
    held: Held | None = None
    ns_partners: tuple[Who, ...] = ()
    ew_partners: tuple[Who, ...] = ()

    def __post_init__(self) -> None:
        assert len(self.ns) == len(self.ew) == len(self.outcomes)
        assert not self.forms or len(self.forms) == len(self.ns)

    @property
    def present(self) -> int:
        """Results and artificial scores, of either side: the tables that take part."""
        if all(type(outcome) is int for outcome in set(self.outcomes)):
            return len(self.outcomes)
        return sum(not _is_unscored(outcome) for outcome in self.outcomes)

    def seated(self, side: Side) -> tuple[tuple[Who, ...], ...]:
        """The columns of those who really sat on `side`: one of pairs, or two of single players."""
        own, other = (self.ns, self.ew) if side is Side.NS else (self.ew, self.ns)
        partners, others = (self.ns_partners, self.ew_partners) if side is Side.NS else (self.ew_partners, self.ns_partners)
        columns = ((own, other), (partners, others)) if self.ns_partners else ((own, other),)
        if not self.turned:
            return tuple(column for column, _ in columns)
        return tuple(tuple(theirs[line] if line in self.turned else mine[line] for line in range(len(mine))) for mine, theirs in columns)

    def who_sat(self, line: int, side: Side) -> tuple[Who, ...]:
        """The pair, or the two single players, that really sat on `side` at one line."""
        planned = side.other if line in self.turned else side
        pair, partner = (self.ns, self.ns_partners) if planned is Side.NS else (self.ew, self.ew_partners)
        return (pair[line], partner[line]) if partner else (pair[line],)


def _is_unscored(outcome: object) -> bool:
    if isinstance(outcome, Ruled):
        return isinstance(outcome.ns, Unscored) and isinstance(outcome.ew, Unscored)
    return isinstance(outcome, Unscored)


@dataclass(frozen=True, slots=True)
class Column:
    """Marks of plain results of one side, as numerators over one denominator; None on lines that have no such mark."""

    marks: tuple[int | None, ...]
    denominator: int
    measure: Measure | None


@dataclass(frozen=True, slots=True)
class Apart:
    """A mark beside the columns, exact: a line that was assigned, weighted or fouled, an artificial score, or a penalty or bonus.

    outcome    what it was given for; an Extra is no board of its own
    compared   is it a result, or an artificial score?
    mark       None while average plus or minus waits for the side's own average, and where the method knows no such score
    percent    of an artificial score, as awarded
    player     in an individual, which of the side's two players it is for, where each has an own average; None: for the whole side
    """

    line: int
    side: Side
    outcome: SideOutcome | Extra
    compared: bool
    mark: Fraction | None
    measure: Measure | None
    percent: Fraction | None = None
    player: int | None = None

    @property
    def is_board(self) -> bool:
        """Does it count as a board played?"""
        return not isinstance(self.outcome, Extra)


class Line(NamedTuple):  # a hundred thousand are made at once, three times as fast as of a frozen dataclass
    """One line of a traveller: who sat where, what it counts as, marks of both sides (None where there are none), penalties and bonuses apart."""

    ns: Any
    ew: Any
    outcome: Outcome
    ns_mark: Fraction | None
    ew_mark: Fraction | None
    ns_percent: Fraction | None
    ew_percent: Fraction | None
    ns_extra: Fraction
    ew_extra: Fraction
    form: Hashable


@dataclass(frozen=True, slots=True)
class Traveller(Generic[Who]):
    """One board scored.

    expected   E it was scored with
    ns         the marks of North-South's plain results
    ew         East-West's, or None where they are `mirror` less North-South's on every line
    apart      all that is not a plain result compared in the one form of the board
    notes      why a form has no marks, by form
    """

    facts: BoardFacts[Who]
    expected: int
    ns: Column
    ew: Column | None
    mirror: int
    apart: tuple[Apart, ...] = ()
    notes: tuple[tuple[Hashable, Note], ...] = ()

    def column(self, side: Side) -> Column:
        """The marks of one side's plain results."""
        if side is Side.NS:
            return self.ns
        if self.ew is not None:
            return self.ew
        return Column(tuple(None if mark is None else self.mirror - mark for mark in self.ns.marks), self.ns.denominator, self.ns.measure)

    def who_gets(self, item: Apart) -> tuple[Who, ...]:
        """The pair, or the single players, that a mark apart is for."""
        sat = self.facts.who_sat(item.line, item.side)
        return sat if item.player is None else (sat[item.player],)

    def lines(self) -> tuple[Line, ...]:
        """All lines, made now."""
        return tuple(_lines(self))


def score_board(facts: BoardFacts[Who], conditions: Conditions, expected: int, method: ScoringMethod) -> Traveller[Who]:
    """The traveller of one board; own averages are still open (`reckon` fills them in, since they need the other boards)."""
    counted = Counter(facts.outcomes)
    if not facts.forms and not method.by_arrival and all(type(outcome) is int for outcome in counted):
        return _score_plain(facts, counted, conditions, expected, method)
    return _score_ruled(facts, conditions, expected, method)


def _score_plain(facts: BoardFacts[Who], counted: Counter[Any], conditions: Conditions, expected: int, method: ScoringMethod) -> Traveller[Who]:
    results = len(facts.outcomes)
    setting = Setting(conditions, expected, facts.due or results, held=facts.held)
    measure = method.measure(results, setting)
    values = method.evaluate(Chart(counted, 1, results), setting)
    if isinstance(values, Note):
        return Traveller(facts, expected, Column((None,) * results, 1, measure), None, 0, notes=((None, values),))
    values = _to_step(values, conditions.line_step)
    marks = tuple(map(values.by_points.__getitem__, facts.outcomes))  # type: ignore[arg-type]  # all are ints here
    return Traveller(facts, expected, Column(marks, values.denominator, measure), None, values.mirror)


def _to_step(values: Values, step: Fraction | None) -> Values:
    if step is None:
        return values
    centre = Fraction(values.mirror, 2 * values.denominator)
    whole = lcm(step.denominator, centre.denominator)
    rounded = {points: int(half_away(Fraction(mark, values.denominator), step, centre) * whole) for points, mark in values.by_points.items()}
    return Values(rounded, whole, int(2 * centre * whole))


def _score_ruled(facts: BoardFacts[Who], conditions: Conditions, expected: int, method: ScoringMethod) -> Traveller[Who]:
    length = len(facts.outcomes)
    columns: dict[Side, Column] = {}
    settings: dict[Side, Setting] = {}
    apart: list[Apart] = []
    notes: dict[Hashable, Note] = {}
    for side in Side:
        columns[side] = Column((None,) * length, 1, None)
        groups = groups_of(facts, side, conditions, expected, method)
        settings[side] = next((group.setting for group in groups.values()), Setting(conditions, expected, length, side=side, held=facts.held))
        in_column = len(groups) == 1 and not method.by_arrival
        for form, group in groups.items():
            by_outcome: Mapping[SideOutcome, Fraction] = {}
            beside = {line: outcome for line, outcome in group.lines.items() if type(outcome) is not int} if in_column else group.lines
            if method.by_arrival:
                by_line, note = group.marks_by_arrival()
            else:
                by_outcome, note = group.marks()
                by_line = {line: by_outcome[outcome] for line, outcome in beside.items() if outcome in by_outcome}
            if note is not None:
                notes.setdefault(form, note)
            elif group.measure() is None and group.actual < len(group.lines):
                notes.setdefault(form, Note(NoteKind.NO_ARTIFICIAL, group.actual))
            apart.extend(_apart(group, beside, by_line, singles=bool(facts.ns_partners)))
            if in_column:
                columns[side] = _column(group, by_outcome, length)
    for line, outcome in enumerate(facts.outcomes):
        if isinstance(outcome, Ruled):
            apart.extend(_extra(line, extra, settings[extra.side], method) for extra in outcome.extras)
    return Traveller(facts, expected, columns[Side.NS], columns[Side.EW], 0, tuple(apart), tuple(notes.items()))


def _extra(line: int, extra: Extra, setting: Setting, method: ScoringMethod) -> Apart:
    measure = method.measure(setting.expected, setting)
    if extra.unit is Unit.METHOD:
        return Apart(line, extra.side, extra, False, extra.amount, measure)
    return Apart(line, extra.side, extra, False, None if measure is None else extra.amount * measure.per_percent, measure)


def groups_of(facts: BoardFacts[Any], side: Side, conditions: Conditions, expected: int, method: ScoringMethod) -> dict[Hashable, Group]:
    """One side's results by the form of the board that they were played in; one group where it was not fouled."""
    own = [outcome.of(side) if isinstance(outcome, Ruled) else outcome for outcome in facts.outcomes]
    forms = facts.forms or (None,) * len(own)
    by_form: dict[Hashable, dict[int, SideOutcome]] = {}
    for line, (form, outcome) in enumerate(zip(forms, own, strict=True)):
        if type(outcome) is not Unscored:
            by_form.setdefault(form, {})[line] = outcome
    due = facts.due or facts.present
    setting = Setting(conditions, expected, due, bool(facts.forms), side, facts.held)
    return {form: Group(lines, Counter(lines.values()), setting, method) for form, lines in by_form.items()}


def _column(group: Group, by_outcome: Mapping[SideOutcome, Fraction], length: int) -> Column:
    plain = {outcome: mark for outcome, mark in by_outcome.items() if type(outcome) is int}
    whole = lcm(*(mark.denominator for mark in plain.values()))
    numerators: dict[SideOutcome | None, int] = {outcome: int(mark * whole) for outcome, mark in plain.items()}
    return Column(tuple(map(numerators.get, map(group.lines.get, range(length)))), whole, group.measure())


def _apart(group: Group, beside: Mapping[int, SideOutcome], by_line: Mapping[int, Fraction], *, singles: bool) -> Iterator[Apart]:
    measure, side = group.measure(), group.setting.side
    for line, outcome in beside.items():
        if line in by_line:
            yield Apart(line, side, outcome, True, by_line[line], measure)
        elif isinstance(outcome, Artificial):
            percent = percent_of_artificial(outcome, group.setting.conditions)
            mark = None if measure is None or percent is None else measure.mark_of(percent)
            for player in (0, 1) if singles and percent is None else (None,):
                yield Apart(line, side, outcome, False, mark, measure, percent, player)


_Shown = tuple[Fraction | None, Fraction | None]  # a mark and its percent


def _lines(traveller: Traveller[Any]) -> Iterator[Line]:
    facts, none = traveller.facts, Fraction(0)
    shown = {side: _shown(traveller.column(side)) for side in Side}
    extras: dict[tuple[int, Side], Fraction] = {}
    for item in traveller.apart:
        if item.is_board:
            shown[item.side][item.line] = _with_percent(item.mark, item.measure)
        elif item.mark is not None:
            extras[item.line, item.side] = extras.get((item.line, item.side), none) + item.mark
    north_south, east_west = (facts.seated(side)[0] for side in Side)
    forms = facts.forms or (None,) * len(facts.outcomes)
    columns = zip(north_south, east_west, facts.outcomes, shown[Side.NS], shown[Side.EW], forms, strict=True)
    for line, (ns, ew, outcome, (ns_mark, ns_percent), (ew_mark, ew_percent), form) in enumerate(columns):
        ns_extra, ew_extra = extras.get((line, Side.NS), none), extras.get((line, Side.EW), none)
        yield Line(ns, ew, outcome, ns_mark, ew_mark, ns_percent, ew_percent, ns_extra, ew_extra, form)


def _shown(column: Column) -> list[_Shown]:
    """Few different marks occur in thousands of lines: each is worked out once."""
    values: dict[int | None, _Shown] = {
        mark: _with_percent(None if mark is None else Fraction(mark, column.denominator), column.measure) for mark in set(column.marks)
    }
    return [values[mark] for mark in column.marks]


def _with_percent(mark: Fraction | None, measure: Measure | None) -> _Shown:
    return mark, None if mark is None or measure is None else measure.percent_of(mark)
