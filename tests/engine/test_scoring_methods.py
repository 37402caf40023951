"""What holds for every method whatever the results are, and slow reckonings beside the quick ones."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.engine.scoring.conditions import (
    Conditions,
    CrossImps,
    Datum,
    Factoring,
    PoolWithoutBoard,
    SettingOutOfRange,
    Trim,
    problems_with_conditions,
)
from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.matchpoints import NothingToCompare, matchpoint_board
from bridge.engine.scoring.method import Chart, Figure, Held, Measure, Note, NoteKind, Reasons, ScoringMethod, Setting, Values
from bridge.engine.scoring.outcome import Assigned, Component, Outcome, Ruled, Unscored, Weighted
from bridge.engine.scoring.registry import METHODS, NoSuchMethod, method_named, register
from bridge.engine.scoring.rounding import half_away
from bridge.engine.scoring.traveller import BoardFacts, score_board
from bridge.engine.seats import Side, Vulnerability
from tests.engine.fields import OUTCOMES, PLAIN, POINTS, board, lines_of, slow_matchpoints, told, weighted_scores

EVERY = [
    *(Conditions(factoring=factoring) for factoring in Factoring),
    Conditions(win=1),
    Conditions(line_step=Fraction(1)),
    Conditions(method="cross_imps"),
    Conditions(method="cross_imps", cross_imps=CrossImps.SUM),
    Conditions(method="cross_imps", cross_imps=CrossImps.SUM, factor_imps=True),
    Conditions(method="cross_imps", line_step=Fraction(1, 100)),
    Conditions(method="butler"),
    Conditions(method="butler", datum=Datum.MEDIAN, trim=Trim.FIXED),
    Conditions(method="compensation"),
    Conditions(method="compensation", linear_compensation=True),
    Conditions(method="total_points"),
]
HELD = Held(23, Vulnerability.NS)


def _marks(outcomes: list[int], conditions: Conditions, held: Held = HELD) -> list[tuple[Fraction | None, Fraction | None]]:
    one = board(outcomes)
    facts = BoardFacts(one.board, one.ns, one.ew, one.outcomes, held=held)
    return [(line.ns_mark, line.ew_mark) for line in score_board(facts, conditions, len(outcomes), method_named(conditions.method)).lines()]


@given(PLAIN)
def test_matchpoints_add_up_and_agree_with_counting_one_by_one(points: list[int]) -> None:
    marks = _marks(points, Conditions())
    assert marks == [
        (slow_matchpoints(own, points[:at] + points[at + 1 :]), slow_matchpoints(-own, [-other for other in points[:at] + points[at + 1 :]]))
        for at, own in enumerate(points)
    ]
    assert sum(ns or 0 for ns, _ in marks) == len(points) * (len(points) - 1)
    assert [ns for ns, _ in marks] == list(matchpoint_board(dict(enumerate(points))).values())


def test_nobody_to_compare_with() -> None:
    with pytest.raises(NothingToCompare):
        matchpoint_board({"n1": 420})


@given(PLAIN)
def test_cross_imps_agree_with_comparing_all_with_all(points: list[int]) -> None:
    sums = [sum(imp(own - other) for other in points) for own in points]
    assert _marks(points, Conditions(method="cross_imps", cross_imps=CrossImps.SUM)) == [(total, -total) for total in sums]
    assert _marks(points, Conditions(method="cross_imps")) == [(Fraction(total, len(points) - 1), -Fraction(total, len(points) - 1)) for total in sums]
    assert sum(sums) == 0


@given(st.lists(st.integers(-7600, 7600), min_size=2, max_size=8))
def test_cross_imps_of_any_points(points: list[int]) -> None:
    sums = [sum(imp(own - other) for other in points) for own in points]
    assert [ns for ns, _ in _marks(points, Conditions(method="cross_imps", cross_imps=CrossImps.SUM))] == sums


@given(PLAIN)
def test_butler_agrees_with_sorting_and_dropping(points: list[int]) -> None:
    number = len(points)
    trim = 0 if number < 4 else 1 if number <= 10 else 2
    kept = sorted(points)[trim : number - trim]
    datum = half_away(Fraction(sum(kept), len(kept)), 10)
    assert _marks(points, Conditions(method="butler")) == [(imp(int(own - datum)), -imp(int(own - datum))) for own in points]


@given(PLAIN)
def test_median_datum(points: list[int]) -> None:
    ordered, number = sorted(points), len(points)
    datum = half_away(Fraction(ordered[(number - 1) // 2] + ordered[number // 2], 2), 10)
    conditions = Conditions(method="butler", datum=Datum.MEDIAN, trim=Trim.FIXED)
    assert [ns for ns, _ in _marks(points, conditions)] == [imp(int(own - datum)) for own in points]


@pytest.mark.parametrize("conditions", EVERY, ids=told)
@given(PLAIN)
@settings(max_examples=30)
def test_sides_exchanged(conditions: Conditions, points: list[int]) -> None:
    mirrored = Held(40 - HELD.ns_hcp, Vulnerability.EW)
    assert _marks([-own for own in points], conditions, mirrored) == [(ew, ns) for ns, ew in _marks(points, conditions)]


@pytest.mark.parametrize("conditions", EVERY, ids=told)
@given(PLAIN, st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_order_of_tables_does_not_matter(conditions: Conditions, points: list[int], rng: object) -> None:
    order = list(range(len(points)))
    rng.shuffle(order)  # type: ignore[attr-defined]
    marks = _marks(points, conditions)
    assert _marks([points[at] for at in order], conditions) == [marks[at] for at in order]


@pytest.mark.parametrize("conditions", EVERY, ids=told)
@given(PLAIN, POINTS)
@settings(max_examples=30)
def test_a_weighted_score_of_one_component_is_the_assigned_one_and_the_table_s(conditions: Conditions, points: list[int], last: int) -> None:
    whole = Weighted((Component(last, Fraction(1)),))
    forms: list[list[Outcome]] = [[*points, last], [*points, Ruled(Assigned(last), Assigned(last))], [*points, Ruled(whole, whole)]]
    found = [
        [(line.ns_mark, line.ew_mark, line.ns_percent) for line in score_board(
            BoardFacts(1, tuple(range(len(form))), tuple(range(len(form))), tuple(form), held=HELD), conditions, len(form), method_named(conditions.method)
        ).lines()]
        for form in forms
    ]  # fmt: skip
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("conditions", [each for each in EVERY if each.line_step is None and each.method != "butler"], ids=told)
@given(PLAIN, weighted_scores())
@settings(max_examples=30)
def test_marks_of_a_board_with_a_weighted_score_are_the_mean_over_its_components(conditions: Conditions, points: list[int], score: Weighted) -> None:
    """Marks are linear in the weights of one weighted score, but for a rounded datum."""
    mixed = score_board(_held([*points, Ruled(score, score)]), conditions, len(points) + 1, method_named(conditions.method)).lines()
    single = [score_board(_held([*points, part.points]), conditions, len(points) + 1, method_named(conditions.method)).lines() for part in score.components]
    for at, line in enumerate(mixed):
        expected = sum((part.weight * (one[at].ns_mark or 0) for part, one in zip(score.components, single, strict=True)), Fraction(0))
        assert line.ns_mark == expected
        assert line.ew_mark == sum((part.weight * (one[at].ew_mark or 0) for part, one in zip(score.components, single, strict=True)), Fraction(0))


def _held(outcomes: list[Outcome]) -> BoardFacts[int]:
    return BoardFacts(1, tuple(range(len(outcomes))), tuple(range(len(outcomes))), tuple(outcomes), held=HELD)


@pytest.mark.parametrize("factoring", [Factoring.NEUBERG, Factoring.ZERO_CENTRED, Factoring.NONE], ids=str)
@given(PLAIN)
def test_factoring_with_all_results_changes_nothing(factoring: Factoring, points: list[int]) -> None:
    plain = lines_of(points, Conditions(factoring=Factoring.NONE))
    factored = lines_of(points, Conditions(factoring=factoring), expected=len(points))
    assert [(line.ns_percent, line.ew_percent) for line in factored] == [(line.ns_percent, line.ew_percent) for line in plain]


@given(PLAIN, st.integers(0, 8))
def test_neuberg_keeps_the_average_and_narrows_the_rest(points: list[int], missing: int) -> None:
    expected = len(points) + missing
    lines = lines_of(points, Conditions(), expected=expected)
    for own, line in zip(points, lines, strict=True):
        matchpoints = sum(2 if own > other else 1 if own == other else 0 for other in points) - 1
        assert line.ns_mark == Fraction((matchpoints + 1) * expected, len(points)) - 1
        assert line.ew_mark == 2 * (expected - 1) - line.ns_mark
        assert line.ns_percent == 100 * line.ns_mark / (2 * (expected - 1))


@given(st.lists(OUTCOMES, min_size=1, max_size=8))
@settings(max_examples=60)
def test_any_outcomes_are_scored_by_every_method_without_an_exception(outcomes: list[Outcome]) -> None:
    for conditions in EVERY:
        lines = lines_of(outcomes, conditions)
        for line in lines:
            for side in Side:
                outcome = line.outcome.of(side) if isinstance(line.outcome, Ruled) else line.outcome
                mark = line.ns_mark if side is Side.NS else line.ew_mark
                assert mark is None or not isinstance(outcome, Unscored)


def test_a_datum_pool_waits_for_six_and_leaves_earlier_awards_alone() -> None:
    points = [170, 140, -50, 110, 170, 110, 430, -100]
    found = [line.ns_mark for line in lines_of(points, Conditions(method="datum_pool"))]
    assert found == [1, 0, -5, -1, 1, -1, 7, -5]
    traveller = score_board(board(points[:5]), Conditions(method="datum_pool"), 5, method_named("datum_pool"))
    assert [line.ns_mark for line in traveller.lines()] == [None] * 5
    assert traveller.notes == ((None, Note(NoteKind.POOL_NOT_OPEN, 5, 6)),)


def test_a_full_datum_pool_takes_no_more() -> None:
    traveller = score_board(board([100, 110] * 21), Conditions(method="datum_pool"), 42, method_named("datum_pool"))
    assert [line.ns_mark is None for line in traveller.lines()] == [False] * 40 + [True] * 2
    assert traveller.notes == ((None, Note(NoteKind.POOL_RETIRED, 42, 40)),)


@given(st.lists(POINTS, min_size=6, max_size=12))
@settings(max_examples=30)
def test_a_later_result_of_the_pool_changes_no_earlier_award(points: list[int]) -> None:
    found = [line.ns_mark for line in lines_of(points, Conditions(method="datum_pool"))]
    for last in range(6, len(points)):
        assert [line.ns_mark for line in lines_of(points[:last], Conditions(method="datum_pool"))] == found[:last]


@pytest.mark.parametrize(
    ("conditions", "note"),
    [
        (Conditions(method="butler"), Note(NoteKind.TOO_FEW_RESULTS, 1, 2)),
        (Conditions(method="cross_imps"), Note(NoteKind.TOO_FEW_RESULTS, 1, 2)),
        (Conditions(factoring=Factoring.NONE), Note(NoteKind.TOO_FEW_RESULTS, 1, 2)),
        (Conditions(method="butler", trim=Trim.FIXED, trim_each_end=2), Note(NoteKind.TOO_FEW_RESULTS, 1, 5)),
        (Conditions(method="compensation"), Note(NoteKind.NO_HANDS, 1)),
    ],
    ids=str,
)
def test_a_method_that_cannot_be_applied_says_so(conditions: Conditions, note: Note) -> None:
    for outcomes in ([420], [Ruled(Assigned(420), Assigned(420))]):
        traveller = score_board(board(outcomes), conditions, 1, method_named(conditions.method))
        assert traveller.notes == ((None, note),)
        assert [(line.ns_mark, line.ew_mark) for line in traveller.lines()] == [(None, None)]


def test_sums_of_cross_imps_factored() -> None:
    conditions = Conditions(method="cross_imps", cross_imps=CrossImps.SUM, factor_imps=True)
    assert [line.ns_mark for line in lines_of([430, 400, -50], conditions, expected=4)] == [Fraction(44, 3), 12, Fraction(-80, 3)]
    assert [line.ns_mark for line in lines_of([430, 400, -50], replace(conditions, factor_imps=False), expected=4)] == [11, 9, -20]


def test_an_own_table_of_points_held() -> None:
    conditions = Conditions(method="compensation", expected_scores=((20, 0, 0), (21, 100, 200)))
    assert [ns for ns, _ in _marks([420, 100], conditions)] == [imp(220), imp(-100)]  # 23 points, vulnerable: the last row
    with pytest.raises(SettingOutOfRange):
        Conditions(expected_scores=((21, 0, 0),))


@pytest.mark.parametrize(
    ("setting", "value"),
    [("win", 3), ("minimum_share", 101), ("datum_step", 0), ("trim_each_end", -1), ("award_imps", Fraction(0)), ("line_step", Fraction(0)), ("pool_opens", 41)],
)
def test_settings_that_make_no_sense(setting: str, value: object) -> None:
    with pytest.raises(SettingOutOfRange) as refusal:
        Conditions(**{setting: value})  # type: ignore[arg-type]
    assert refusal.value.facts["setting"] == setting and refusal.value.facts["value"] == value


def test_a_datum_pool_without_a_board() -> None:
    (problem,) = problems_with_conditions(Conditions(method="datum_pool"), 0)
    assert isinstance(problem.error, PoolWithoutBoard)
    assert problems_with_conditions(Conditions(method="datum_pool"), 1) == problems_with_conditions(Conditions(), 0) == ()


def test_a_club_registers_its_own_method() -> None:
    def evaluate(chart: Chart, setting: Setting) -> Values | Note:
        return Values({points: (points > 0) - (points < 0) for points in chart.frequency}, 1, 0)

    def explain(own: int, others: Chart, whole: Chart, setting: Setting) -> Reasons:
        return Reasons(())

    def measure(actual: int, setting: Setting) -> Measure:
        return Measure(Fraction(0), Fraction(1, 10))

    register(ScoringMethod("plus_or_minus", "house rule", Figure.TOTAL, evaluate, explain, measure))
    try:
        assert [line.ns_mark for line in lines_of([420, -50, 0], Conditions(method="plus_or_minus"))] == [1, -1, 0]
    finally:
        del METHODS["plus_or_minus"]
    with pytest.raises(NoSuchMethod):
        method_named("plus_or_minus")
