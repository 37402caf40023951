"""Pairs or single players scored afresh over a whole field, by the named rule that reproduces most of what was published."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from bridge.engine.formats.attendance import attendance_notes
from bridge.engine.formats.checked import CheckedEntrant, EventCheck, entrant_where, place_differs
from bridge.engine.formats.event import Absence, Entrant, PublishedEvent
from bridge.engine.formats.field import Field, Who, field_of, scopes_of
from bridge.engine.formats.figures import judge_figures, missed_figures
from bridge.engine.formats.lines import Difference, Note, contract_points, is_bare_zero, judge_line
from bridge.engine.formats.notation import parse_figure
from bridge.engine.formats.rules import Rule, has_handicaps, rules_for
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import Reckoned, Standing
from bridge.engine.scoring.ranking import places_of
from bridge.engine.scoring.reckon import reckon

# So many rules are tried one by one.
_ALL = 150


class Scores(Enum):
    """What the entrants' published scores are."""

    SUMS = "sums"
    MEANS = "means"
    PERCENTS = "percents"


@dataclass(frozen=True, slots=True)
class Attempt:
    """The event scored by one rule."""

    rule: Rule
    fields: tuple[tuple[Field, Reckoned[Who]], ...]
    checked: tuple[CheckedEntrant, ...]
    differences: tuple[Difference, ...]
    scores: Scores


def check_field(event: PublishedEvent) -> EventCheck:
    """Pairs or single players compared over a whole field."""
    lines = [judged for board in event.boards for line in board.lines for judged in judge_line(event, board, line)]
    best, equals = best_attempt(event)
    figures = tuple(judge_figures(event, best.rule, best.fields))
    found = [*lines, *best.differences, *figures]
    notes = [*_notes_on_rule(event, best, equals), *attendance_notes(event), *(item for item in found if isinstance(item, Note))]
    return EventCheck(
        method=best.rule.conditions.method,
        factoring=best.rule.factoring,
        totals=best.rule.totals,
        entrants=best.checked,
        differences=tuple(item for item in found if isinstance(item, Difference)),
        notes=tuple(notes),
    )


def best_attempt(event: PublishedEvent) -> tuple[Attempt, tuple[Attempt, ...]]:
    """The attempt with the fewest differences of entrants, then of lines, then the most usual; and those that do as well."""
    wrong = any(
        line.points is not None and (points := contract_points(board, line)) is not None and points != line.points
        for board in event.boards
        for line in board.lines
    )
    rules = tuple(rules_for(event, with_bases=wrong))
    best, equals = _best_of(event, _tried(event, rules))
    if not event.means and _misses_scores(best):
        for other in (replace(event, percents=True), replace(event, means=True)):
            found, alike = _best_of(other, _tried(other, rules))
            if len(found.differences) < len(best.differences):
                best, equals = found, alike
    return best, equals


def _misses_scores(attempt: Attempt) -> bool:
    """Does the best rule miss so many published scores that they cannot be what it makes?"""
    told = sum(item.entrant.score is not None for item in attempt.checked)
    return 2 * sum(difference.where.field == "score" for difference in attempt.differences) >= told > 0


def _tried(event: PublishedEvent, rules: Sequence[Rule]) -> tuple[Attempt, ...]:
    """All rules tried; of very many only those that differ from the best so far in the way of scoring or in what is compared, not in both at once."""
    if len(rules) <= _ALL:
        return tuple(_attempts(event, rules))
    done: dict[Rule, Attempt] = {}
    best = rules[0]
    # The ways of scoring are told apart with either points, or wrong points of a few lines would decide between them.
    near = [rule for rule in rules if replace(rule, basis=best.basis).compared == best.compared]
    while near:
        done |= {attempt.rule: attempt for attempt in _attempts(event, near)}
        best = _best_of(event, [done[rule] for rule in rules if rule in done])[0].rule
        near = [rule for rule in rules if rule not in done and (rule.compared == best.compared or rule.scored == best.scored)]
    return tuple(done[rule] for rule in rules if rule in done)


def _best_of(event: PublishedEvent, attempts: Sequence[Attempt]) -> tuple[Attempt, tuple[Attempt, ...]]:
    fewest = min(len(attempt.differences) for attempt in attempts)
    left = [attempt for attempt in attempts if len(attempt.differences) == fewest]
    best, least = left[0], None
    for attempt in left:
        missed = missed_figures(event, attempt.rule, attempt.fields)
        if least is None or missed < least:
            best, least = attempt, missed
        if missed == 0:
            break
    return best, tuple(left)


def _attempts(event: PublishedEvent, rules: Iterable[Rule]) -> Iterator[Attempt]:
    """Each rule tried; rules that differ in the engine's conditions alone share the columns of results, unless a line's figures become percentages of a top."""
    known: dict[Rule, tuple[Field, ...]] = {}
    by_figures = any(line.outcome is Absence.AS_PRINTED for board in event.boards for line in board.lines)
    for rule in rules:
        key = rule if by_figures or rule.zeros_ruled else replace(rule, conditions=Conditions(method=rule.conditions.method))
        if key not in known:
            known[key] = tuple(field_of(event, scope, rule) for scope in scopes_of(event, rule))
        fields = tuple(replace(field, facts=replace(field.facts, conditions=rule.conditions)) for field in known[key])
        scored = tuple((field, reckon(field.facts)) for field in fields)
        standings = {standing.who: standing for _, reckoned in scored for standing in reckoned.standings}
        if not rule.together:
            standings = dict(_listed_apart(event, standings.values()))
        checked = tuple(_checked(entrant, standings.get(index), _scores_of(event)) for index, entrant in enumerate(event.entrants))
        yield Attempt(rule, scored, checked, tuple(_differences(event, checked)), _scores_of(event))


def _listed_apart(event: PublishedEvent, standings: Iterable[Standing[Who]]) -> Iterator[tuple[Who, Standing[Who]]]:
    """The standings with their places in the list of their section and session."""
    lists: dict[tuple[str, str, str], list[Standing[Who]]] = {}
    for standing in standings:
        entrant = event.entrants[standing.who] if isinstance(standing.who, int) else None
        if entrant is None or standing.place is None:
            yield standing.who, standing
        else:
            lists.setdefault((entrant.session, entrant.section, standing.list), []).append(standing)
    for members in lists.values():
        for standing, place in zip(members, places_of([member.score for member in members]), strict=True):
            yield standing.who, replace(standing, place=place)


def _scores_of(event: PublishedEvent) -> Scores:
    return Scores.MEANS if event.means else Scores.PERCENTS if event.percents else Scores.SUMS


def _checked(entrant: Entrant, standing: Standing[Who] | None, scores: Scores) -> CheckedEntrant:
    if standing is None or standing.place is None and not standing.boards:
        return CheckedEntrant(entrant)
    score: Fraction | None = standing.total
    if scores is Scores.MEANS and standing.boards:
        score = standing.total / standing.boards
    elif scores is Scores.PERCENTS:
        score = standing.percent
    return CheckedEntrant(entrant, score, standing.percent, standing.place)


def _differences(event: PublishedEvent, checked: Iterable[CheckedEntrant]) -> Iterator[Difference]:
    for item in checked:
        entrant = item.entrant
        for field, printed, exact in (("score", entrant.score, item.score), ("percent", entrant.percent, item.percent)):
            figure = parse_figure(printed)
            if exact is None and figure is not None and figure.value == 0:
                continue  # a program's 0 for a figure that the method does not have
            if printed is not None and (figure is None or exact is None or not figure.agrees_with(exact)):
                yield Difference(entrant_where(event, entrant, field), printed, None if exact is None else str(exact))
        if place_differs(event, item):
            yield Difference(entrant_where(event, entrant, "place"), entrant.place, None if item.place is None else str(item.place))


def _notes_on_rule(event: PublishedEvent, best: Attempt, equals: Iterable[Attempt]) -> Iterator[Note]:
    if event.factoring is None and best.rule.factoring:
        others = dict.fromkeys(attempt.rule.factoring for attempt in equals if attempt.rule.factoring != best.rule.factoring)
        as_well = ", ".join(name for name in others if name)
        code = "factoring_best" if best.differences else "factorings_fit" if as_well else "factoring_found"
        yield Note(code, (("factoring", best.rule.factoring), ("as_well", as_well)))
    if best.scores is Scores.MEANS and not event.means:
        yield Note("scores_are_means")
    elif best.scores is Scores.PERCENTS and not event.percents:
        yield Note("scores_are_percents")
    if has_handicaps(event):
        yield _note_on_handicaps(best.rule.handicap)
    if best.rule.zeros_ruled:
        yield Note("zeros_are_rulings", (("lines", sum(is_bare_zero(line) for board in event.boards for line in board.lines)),))
    if event.method is None:
        yield Note("method_found", (("method", best.rule.conditions.method),))
    shared = any(item.place is not None and item.place.shared for item in best.checked)
    if shared and not any("=" in (entrant.place or "") for entrant in event.entrants):
        yield Note("shared_places_unmarked")


def _note_on_handicaps(part: Fraction) -> Note:
    if not part:
        return Note("handicaps_left_out")
    return Note("handicaps_counted") if part == 1 else Note("handicaps_halved")
