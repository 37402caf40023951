"""Whole rankings: totals, places, lists, tie-breaks, sit-outs, penalties, reckoning again, and the "why?" of every figure."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.engine.scoring.awards import own_tally
from bridge.engine.scoring.combining import CarryNeedsMatchpoints, Combining, Part, UnlikeEvenings, combine, graded
from bridge.engine.scoring.conditions import Conditions, CrossImps, Datum, Factoring, MissedBoards, TieBreak, Winners
from bridge.engine.scoring.facts import Entry, RankingFacts, Reckoned, SessionPenalty, Unranked
from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.method import DatumReasons, Held, HeldReasons, Note, NoteKind
from bridge.engine.scoring.outcome import Artificial, Award, Extra, FixedPercent, Outcome, Ruled, Unit, Unscored
from bridge.engine.scoring.ranking import Finisher, Place, places_of, rank_finishers
from bridge.engine.scoring.reckon import rank, reckon
from bridge.engine.scoring.rounding import half_away
from bridge.engine.scoring.tally import retally, tally
from bridge.engine.scoring.traveller import BoardFacts
from bridge.engine.scoring.why import WhyMark, why_mark, why_total
from bridge.engine.seats import Side, Vulnerability
from tests.engine.fields import OUTCOMES, POINTS, entries_of, evening, reckoned, told

METHODS = [
    *(Conditions(factoring=factoring) for factoring in Factoring),
    Conditions(line_step=Fraction(1)),
    Conditions(method="cross_imps", cross_imps=CrossImps.SUM, missed_boards=MissedBoards.SCALED),
    Conditions(method="cross_imps", line_step=Fraction(1, 100)),
    Conditions(method="butler"),
    Conditions(method="butler", datum=Datum.MEDIAN),
    Conditions(method="datum_pool", pool_opens=3),
    Conditions(method="total_points"),
]
EVENINGS = st.integers(2, 6).flatmap(lambda tables: st.lists(st.lists(OUTCOMES, min_size=tables, max_size=tables), min_size=1, max_size=4))
PLAIN_EVENINGS = st.integers(2, 6).flatmap(lambda tables: st.lists(st.lists(POINTS, min_size=tables, max_size=tables), min_size=1, max_size=4))


def _places(found: Reckoned[str], listed: str = "all") -> list[tuple[str, str]]:
    return [(standing.who, str(standing.place)) for standing in found.standings if standing.list == listed]


@pytest.mark.parametrize(
    ("ns_hcp", "side", "told"), [(24, Side.NS, (24, True, True, 290)), (16, Side.NS, (24, False, False, -200)), (16, Side.EW, (24, True, False, 200))]
)
def test_what_a_side_is_expected_to_score_is_told_with_its_points(ns_hcp: int, side: Side, told: tuple[int, bool, bool, int]) -> None:
    board = BoardFacts(1, ("n1",), ("e1",), (620,), held=Held(ns_hcp, Vulnerability.NS))
    found = reckon(RankingFacts(Conditions(method="compensation"), entries_of((board,)), (board,)))
    (part,) = why_mark(found.travellers[0], 0, side, Conditions(method="compensation")).parts
    origin = part.reasons.origin
    assert isinstance(origin, HeldReasons)
    assert (origin.hcp, origin.is_own, origin.vulnerable, part.reasons.versus[0].points) == told


def test_competition_places() -> None:
    assert [str(place) for place in places_of([10, 20, 20, 40])] == ["4", "2=", "2=", "1"]
    assert [str(place) for place in places_of([Fraction(1, 3)] * 5 + [0])] == ["1="] * 5 + ["6"]
    assert places_of([]) == ()


def test_the_platform_s_ranking() -> None:
    entries = [Finisher("A", Fraction(8), 14, 4), Finisher("B", Fraction(8), 20, 5), Finisher("C", Fraction(8), 20, 2), Finisher("D", Fraction(30), 13, 1)]
    entries.append(Finisher("E", Fraction(-3), 16, 3))
    assert rank_finishers(entries, 20, 70) == (("C", "B", "A", "E"), ("D",))


@given(PLAIN_EVENINGS)
def test_totals_are_sums_and_percentages_of_the_tops(boards: list[list[int]]) -> None:
    played = evening(boards)
    found = reckoned(played, Conditions())
    tables = len(boards[0])
    won: dict[str, int] = {}
    for one in played:
        for line, own in enumerate(one.outcomes):
            ns, ew = (one.ew[line], one.ns[line]) if line in one.turned else (one.ns[line], one.ew[line])
            matchpoints = sum(2 if own > other else 1 if own == other else 0 for other in one.outcomes) - 1  # type: ignore[operator]
            won[ns] = won.get(ns, 0) + matchpoints
            won[ew] = won.get(ew, 0) + 2 * (tables - 1) - matchpoints
    assert {standing.who: standing.total for standing in found.standings} == won
    for standing in found.standings:
        assert standing.percent == Fraction(100 * won[standing.who], 2 * (tables - 1) * len(boards))
        better = sum(other > won[standing.who] for other in won.values())
        assert standing.place == Place(better + 1, list(won.values()).count(won[standing.who]) > 1)


@pytest.mark.parametrize("conditions", METHODS, ids=told)
@given(EVENINGS, st.data())
@settings(max_examples=25, deadline=None)
def test_reckoning_again_with_one_change_equals_reckoning_afresh(conditions: Conditions, boards: list[list[Outcome]], data: st.DataObject) -> None:
    before = evening(boards)
    first = RankingFacts(conditions, entries_of(before), before)
    old = reckon(first)
    known = {traveller.facts.board: traveller for traveller in old.travellers}
    assert reckon(first, known) == old
    board, line = data.draw(st.integers(0, len(boards) - 1)), data.draw(st.integers(0, len(boards[0]) - 1))
    boards[board][line] = data.draw(OUTCOMES)
    changed = replace(first, boards=evening(boards))
    assert reckon(changed, known) == reckon(changed)


@pytest.mark.parametrize("conditions", METHODS, ids=told)
@given(PLAIN_EVENINGS, st.data())
@settings(max_examples=15)
def test_ranking_from_the_tallies_and_the_changed_board_equals_ranking_afresh(conditions: Conditions, boards: list[list[int]], data: st.DataObject) -> None:
    before = evening(boards)
    facts = RankingFacts(conditions, entries_of(before), before)
    old = reckon(facts)
    board = data.draw(st.integers(0, len(boards) - 1))
    boards[board][0] = data.draw(POINTS)
    afresh = reckon(replace(facts, boards=evening(boards)))
    changed = [afresh.travellers[board]]
    tallies = retally(tally(old.travellers), [old.travellers[board]], changed)
    assert tallies == tally(afresh.travellers)
    assert rank(facts, changed, tallies).standings == afresh.standings


def test_unchanged_boards_are_not_scored_again() -> None:
    boards = evening([[420, 50, 450], [100, 110, 90]])
    facts = RankingFacts(Conditions(), entries_of(boards), boards)
    old = reckon(facts)
    changed = replace(facts, boards=(boards[0], evening([[0, 0, 0], [100, 110, 120]])[1]))
    again = reckon(changed, {traveller.facts.board: traveller for traveller in old.travellers})
    assert again.travellers[0] is old.travellers[0] and again.travellers[1] is not old.travellers[1]
    fourth = BoardFacts(9, ("n1", "n2", "n3", "n4"), ("e1", "e2", "e3", "e4"), (0, 0, 0, 50))  # a higher top scores every board again
    higher = reckon(replace(facts, boards=(*boards, fourth)), {traveller.facts.board: traveller for traveller in old.travellers})
    assert [traveller.expected for traveller in higher.travellers] == [4, 4, 4]


def _artificial_side(outcome: object, side: Side) -> bool:
    return isinstance(outcome, Ruled) and isinstance(outcome.of(side), Artificial)


def _arithmetic(why: WhyMark, conditions: Conditions) -> Fraction | None:
    """The figure from the steps that are shown, as a reader would add them up."""
    if why.percent is not None:
        return why.measure.mark_of(why.percent) if why.measure else None
    if not why.parts:
        return None
    mark = Fraction(0)
    for part in why.parts:
        compared = sum((step.results * step.each for step in part.reasons.versus), Fraction(0))
        mark += part.weight * (part.reasons.slope * compared + part.reasons.start)
        if part.reasons.origin is not None:
            ((against,), origin) = part.reasons.versus, part.reasons.origin
            assert (against.points, against.each) == (_origin(origin, conditions), imp(part.points - against.points))
    if conditions.line_step is None:
        return mark
    return half_away(mark, conditions.line_step, why.measure.average if why.measure else 0)


def _origin(origin: DatumReasons | HeldReasons, conditions: Conditions) -> int:
    """The datum or the expected score, from what is told of it."""
    assert isinstance(origin, DatumReasons)
    results = sum((count for _points, count in origin.kept), Fraction(0))
    exact = sum((points * count for points, count in origin.kept), Fraction(0)) / results
    if origin.middle is not None:
        exact = Fraction(sum(origin.middle), 2)
    assert exact == origin.exact and (conditions.datum is Datum.MEDIAN) == (origin.middle is not None)
    return int(half_away(exact, conditions.datum_step))


@pytest.mark.parametrize("conditions", METHODS, ids=told)
@given(EVENINGS)
@settings(max_examples=25, deadline=None)
def test_why_gives_every_figure(conditions: Conditions, boards: list[list[Outcome]]) -> None:
    played = evening(boards)
    facts = RankingFacts(conditions, entries_of(played), played)
    found = reckon(facts)
    for traveller in found.travellers:
        for at, line in enumerate(traveller.lines()):
            for side, who, mark in ((Side.NS, line.ns, line.ns_mark), (Side.EW, line.ew, line.ew_mark)):
                why = why_mark(traveller, at, side, conditions, own_tally(found.travellers, traveller.facts.session, who))
                assert why.mark == mark
                assert _arithmetic(why, conditions) == mark
                if mark is None and not _artificial_side(line.outcome, side) and not isinstance(why.outcome, Unscored):
                    assert why.note is not None
    for standing in found.standings:
        why_all = why_total(facts, found, standing.who, standing.list)
        assert why_all.tally.boards == standing.boards
        raw = sum((board.mark or Fraction(0)) + board.extra for board in why_all.boards)
        assert why_all.tally.total == raw
        if conditions.factoring is Factoring.NEUBERG and conditions.missed_boards is MissedBoards.AS_PLAYED:
            assert standing.total == raw


def test_two_winners_minimum_share_and_withdrawn() -> None:
    boards = (
        BoardFacts(1, ("n1", "n2"), ("e1", "e2"), (420, 50)),
        BoardFacts(2, ("n1", "n2"), ("e2", "e1"), (420, 50)),
        BoardFacts(3, ("n1", "n3"), ("e1", "e2"), (420, 50)),
        BoardFacts(4, ("n1", "n3"), ("e2", "e1"), (420, 50)),
    )
    north_south = (Entry("n1", Side.NS), Entry("n2", Side.NS), Entry("n3", Side.NS, withdrawn=True), Entry("n4", Side.NS))
    entries = (*north_south, Entry("e1", Side.EW), Entry("e2", Side.EW))
    found = reckon(RankingFacts(Conditions(winners=Winners.TWO, minimum_share=60), entries, boards))
    assert [(one.list, one.who, str(one.place), one.unranked) for one in found.standings] == [
        ("NS", "n1", "1", None),
        ("NS", "n2", "None", Unranked.BELOW_SHARE),
        ("NS", "n3", "None", Unranked.WITHDRAWN),
        ("NS", "n4", "None", Unranked.NO_BOARDS),
        ("EW", "e1", "1=", None),
        ("EW", "e2", "1=", None),
    ]
    assert found.total_boards == 4
    assert [one.place for one in reckon(RankingFacts(Conditions(winners=Winners.TWO, minimum_share=50), entries, boards)).standings][1] == Place(2, False)


def test_strata_and_handicaps() -> None:
    boards = (BoardFacts(1, ("a", "b", "c"), ("x", "y", "z"), (450, 420, 50)),)
    entries = (Entry("a", stratum="B", handicap=Fraction(-30)), Entry("b", stratum="C"), Entry("c", stratum="A", handicap=Fraction(45)))
    found = reckon(RankingFacts(Conditions(strata=("A", "B", "C"), handicap=True), entries, boards))
    assert _places(found) == [("a", "1"), ("b", "2"), ("c", "3")]
    assert _places(found, "all/A") == _places(found)
    assert _places(found, "all/B") == [("a", "1"), ("b", "2")]
    assert _places(found, "all/C") == [("b", "1")]
    assert _places(found, "all/handicap") == [("a", "1"), ("b", "2"), ("c", "3")]
    assert [one.score for one in found.standings if one.list == "all/handicap"] == [70, 50, 45]


def test_penalties_of_a_session() -> None:
    boards = evening([[420, 50, 450], [100, 110, 90]])
    penalties = (SessionPenalty("n1", Fraction(10), Unit.PERCENT), SessionPenalty("n2", Fraction(-1), Unit.METHOD))
    plain = {one.who: one.total for one in reckoned(boards, Conditions()).standings}
    fined = {one.who: one for one in reckon(RankingFacts(Conditions(), entries_of(boards), boards, penalties=penalties)).standings}
    assert fined["n1"].total == plain["n1"] - Fraction(4, 10) and fined["n2"].total == plain["n2"] + 1 and fined["n3"].total == plain["n3"]
    assert fined["n2"].percent == 100 * (plain["n2"] + 1) / 8


def test_a_sit_out_has_its_percentage_before_anybody_has_played() -> None:
    facts = RankingFacts(Conditions(sit_out_percent=Fraction(60)), (Entry("a", sit_outs=2), Entry("b")), ())
    found = {each.who: each for each in reckon(facts).standings}
    assert found["a"].percent == 60 and found["a"].total > 0 and found["b"].percent is None


def test_sit_outs_by_factoring() -> None:
    boards = (BoardFacts(1, ("a", "b"), ("x", "y"), (450, 420)), BoardFacts(2, ("a", "b"), ("x", "y"), (50, 50)))
    entries = (Entry("a", sit_outs=1), Entry("b"), Entry("x"), Entry("y"))
    for factoring, total, percent in (
        (Factoring.NEUBERG, 3, 75),
        (Factoring.NONE, 3, 75),
        (Factoring.ACBL_TOTAL, Fraction(9, 4), 75),  # 1.5 of 2 on two boards, times 3 / 2
        (Factoring.ZERO_CENTRED, Fraction(3, 2), 75),  # the bye earns the mean of +1 and 0
        (Factoring.POLISH, 210, 70),  # 100, 50 and 60 for the sit-out
    ):
        standing = next(one for one in reckon(RankingFacts(Conditions(factoring=factoring), entries, boards)).standings if one.who == "a")
        assert (standing.total, standing.percent) == (total, percent), factoring


def _only(conditions: Conditions, who: str, boards: tuple[BoardFacts[str], ...], total_boards: int) -> tuple[Fraction, Fraction | None]:
    (standing,) = reckon(RankingFacts(conditions, (Entry(who),), boards, total_boards=total_boards)).standings
    return standing.total, standing.percent


def test_acbl_totals_are_rounded_before_the_percentage() -> None:
    ew = ("x", "y", "z")
    tops = tuple(BoardFacts(number, ("a", "b", "c"), ew, (450, 420, 50)) for number in (1, 2, 3))
    boards = (*tops, BoardFacts(4, ("a", "b", "c"), ew, (420, 420, 50)))
    # 7.5 * 7 / 4 = 13.125, half up
    assert _only(Conditions(factoring=Factoring.ACBL_TOTAL), "a", boards, 7) == (Fraction("13.13"), Fraction("13.13") * 100 / 14)


def test_missed_boards_at_imps_are_scaled() -> None:
    boards = tuple(
        BoardFacts(number, (who, "b"), ("x", "y"), points) for number, who, points in ((1, "a", (450, 420)), (2, "a", (620, 50)), (3, "c", (50, 50)))
    )
    assert _only(Conditions(method="cross_imps", missed_boards=MissedBoards.SCALED), "a", boards, 3) == (12 * Fraction(3, 2), None)
    assert _only(Conditions(method="cross_imps"), "a", boards, 3) == (12, None)
    for method, total in (("cross_imps", 12 + 3), ("total_points", 450 + 620)):  # what a sit-out has counts, and is not made up for again
        (standing,) = reckon(
            RankingFacts(Conditions(method=method, missed_boards=MissedBoards.SCALED, sit_out_percent=Fraction(60)), (Entry("a", sit_outs=1),), boards)
        ).standings
        assert standing.total == total * (Fraction(3, 2) if method == "total_points" else 1)  # total points know no artificial score


@pytest.mark.parametrize(
    ("breaks", "order"),
    [
        ((), [("x", "1"), ("b", "2="), ("a", "2="), ("y", "4")]),
        ((TieBreak.SIGN_UP,), [("x", "1"), ("b", "2"), ("a", "3"), ("y", "4")]),
        ((TieBreak.DRAW,), [("x", "1"), ("a", "2"), ("b", "3"), ("y", "4")]),
        ((TieBreak.OPPONENTS,), [("x", "1"), ("a", "2"), ("b", "3"), ("y", "4")]),  # a met x twice, b met y twice
        ((TieBreak.HEAD_TO_HEAD, TieBreak.BOARDS_WON, TieBreak.BOARDS_PLAYED), [("x", "1"), ("b", "2="), ("a", "2="), ("y", "4")]),
        ((TieBreak.BOARDS_WON, TieBreak.SIGN_UP), [("x", "1"), ("b", "2"), ("a", "3"), ("y", "4")]),
    ],
)
def test_tie_breaks(breaks: tuple[TieBreak, ...], order: list[tuple[str, str]]) -> None:
    played = ((1, ("x", "y"), (450, 450)), (2, ("y", "x"), (420, 50)), (3, ("x", "y"), (50, 420)))
    boards = tuple(BoardFacts(number, ("a", "b"), ew, points) for number, ew, points in played)
    entries = (Entry("b"), Entry("a", draw=1), Entry("y"), Entry("x"))
    assert _places(reckon(RankingFacts(Conditions(tie_breaks=breaks), entries, boards))) == order


def test_a_tie_is_parted_by_the_boards_against_each_other() -> None:
    boards = (BoardFacts(1, ("a", "c"), ("b", "d"), (450, 420)), BoardFacts(2, ("b", "c"), ("d", "a"), (450, 420)))
    entries = tuple(Entry(who) for who in "dcba")
    found = reckon(RankingFacts(Conditions(tie_breaks=(TieBreak.HEAD_TO_HEAD,)), entries, boards))
    scores = {one.who: one.score for one in found.standings}
    assert scores["a"] == 100 and scores["b"] == 50 and scores["c"] == 0 and scores["d"] == 50
    assert _places(found) == [("a", "1"), ("b", "2"), ("d", "3"), ("c", "4")]


def test_individuals_share_the_marks_of_their_table() -> None:
    board = BoardFacts(1, ("A", "E"), ("B", "F"), (420, 50), ns_partners=("C", "G"), ew_partners=("D", "H"))
    found = reckon(RankingFacts(Conditions(), tuple(Entry(who) for who in "ABCDEFGH"), (board,)))
    assert {one.who: one.total for one in found.standings} == {"A": 2, "C": 2, "F": 2, "H": 2, "B": 0, "D": 0, "E": 0, "G": 0}
    awarded = BoardFacts(2, ("A", "E"), ("C", "F"), (Ruled(Award.PLUS, FixedPercent(Fraction(40))), 50), ns_partners=("B", "G"), ew_partners=("D", "H"))
    both = reckon(RankingFacts(Conditions(), tuple(Entry(who) for who in "ABCD"), (board, awarded)))
    assert {one.who: one.percent for one in both.standings} == {"A": 100, "B": 30, "C": 70, "D": 20}  # A 100 and 100, B 0 and 60


def test_a_bonus_on_a_board_counts_no_board() -> None:
    bonus = Ruled(420, 420, (Extra(Side.NS, Fraction(25), Unit.PERCENT),))
    found = reckon(RankingFacts(Conditions(), (Entry("a"), Entry("b")), (BoardFacts(1, ("a", "b"), ("x", "y"), (bonus, 420)),)))
    assert [(one.who, one.boards, one.total, one.percent) for one in found.standings] == [("a", 1, Fraction(3, 2), 75), ("b", 1, 1, 50)]


def test_fields_have_their_own_top() -> None:
    boards = (BoardFacts(("A", 1), (1, 2, 3), (4, 5, 6), (450, 420, 50), field="A"), BoardFacts(("B", 1), (7, 8), (9, 10), (450, 420), field="B"))
    found = reckon(RankingFacts(Conditions(), tuple(Entry(who) for who in range(1, 11)), boards))
    assert [traveller.expected for traveller in found.travellers] == [3, 2]
    assert {one.who: one.percent for one in found.standings if one.who in (1, 7)} == {1: 100, 7: 100}
    for factoring in (Factoring.ACBL_TOTAL, Factoring.ZERO_CENTRED):
        found = reckon(RankingFacts(Conditions(factoring=factoring), tuple(Entry(who) for who in range(1, 11)), boards))
        assert {one.who: one.percent for one in found.standings if one.who in (1, 7)} == {1: 100, 7: 100}


def test_a_method_that_cannot_be_applied_says_so_in_the_standings() -> None:
    alone = (BoardFacts(1, ("a",), ("b",), (420,)), BoardFacts(2, ("a",), ("b",), (-50,)))
    found = reckon(RankingFacts(Conditions(method="butler"), (Entry("a"), Entry("b")), alone))
    assert found.problem == Note(NoteKind.TOO_FEW_RESULTS, 1, 2)
    assert [(one.place, one.unranked) for one in found.standings] == [(None, Unranked.NO_BOARDS)] * 2
    enough = (*alone, BoardFacts(3, ("a", "c"), ("b", "d"), (420, 50)))
    assert reckon(RankingFacts(Conditions(method="butler"), (Entry("a"), Entry("b")), enough)).problem is None


def test_nothing_played_yet() -> None:
    found = reckon(RankingFacts(Conditions(), (Entry("a"), Entry("b")), (BoardFacts(1, ("a",), ("b",), (Unscored.NOT_YET,)),)))
    assert [(one.who, one.place, one.percent, one.unranked) for one in found.standings] == [
        ("a", None, None, Unranked.NO_BOARDS), ("b", None, None, Unranked.NO_BOARDS)
    ]  # fmt: skip
    assert reckon(RankingFacts(Conditions(), (), ())).standings == ()


def test_an_event_of_two_sessions() -> None:
    first = reckon(RankingFacts(Conditions(), (Entry("a"), Entry("b"), Entry("c")), (BoardFacts(1, ("a", "b", "c"), ("x", "y", "z"), (450, 420, 50)),)))
    second = reckon(RankingFacts(Conditions(), (Entry("a"), Entry("b")), (BoardFacts(2, ("b", "a"), ("x", "y"), (450, 420)),)))
    entries = (Entry("c"), Entry("b"), Entry("a"), Entry("d"))
    parts = (Part(first.standings, Fraction(1, 2)), Part(second.standings))
    total = combine(Conditions(), entries, parts, Combining.SUM)
    assert [(one.who, str(one.place), one.score, one.boards) for one in total] == [("b", "1", 125, 2), ("a", "2", 50, 2), ("c", "3", 0, 1), ("d", "None", 0, 0)]
    mean = combine(Conditions(minimum_share=60), entries, parts, Combining.MEAN)
    assert [(one.who, str(one.place), one.score, one.unranked) for one in mean] == [
        ("b", "1", Fraction(250, 3), None), ("a", "2", Fraction(100, 3), None), ("c", "None", 0, Unranked.BELOW_SHARE), ("d", "None", 0, Unranked.NO_BOARDS)
    ]  # fmt: skip


def test_an_event_parts_ties_by_boards_that_are_not_carried() -> None:
    """a and b have 50 percent each; on the first evening a beat b, on the second they did not meet."""
    entries = tuple(Entry(who) for who in "bacd")
    evenings = [BoardFacts(1, ("a", "c"), ("b", "d"), (100, -100)), BoardFacts(1, ("b", "a"), ("c", "d"), (100, -100))]
    found = [reckon(RankingFacts(Conditions(), entries, (board,))) for board in evenings]
    first, second = (Part(each.standings, travellers=each.travellers) for each in found)
    by_meeting = Conditions(tie_breaks=(TieBreak.HEAD_TO_HEAD,))

    def places(conditions: Conditions, *parts: Part[str]) -> list[str]:
        return [f"{one.who} {one.place}" for one in combine(conditions, entries, parts, Combining.MEAN)]

    assert places(Conditions(), first, second) == ["d 1", "b 2=", "a 2=", "c 4"]
    assert places(by_meeting, first, second) == ["d 1", "a 2", "b 3", "c 4"]
    assert places(by_meeting, replace(first, carried=True), second) == places(Conditions(), first, second)


def test_an_event_has_the_groups_and_handicaps_of_its_evenings_where_it_has_none_of_its_own() -> None:
    standings = reckon(RankingFacts(Conditions(), tuple(map(Entry, "abc")), (BoardFacts(1, ("a", "b", "c"), ("x", "y", "z"), (450, 420, 50)),))).standings
    first = Part(standings, strata={"a": "B", "b": "B", "c": "C"}, handicaps={"a": Fraction(1), "b": Fraction(4)})
    second = Part(standings, Fraction(2), strata={"a": "A", "b": "C", "c": "C"}, handicaps={"a": Fraction(5, 2)}, carried=True)
    entries = (Entry("a"), Entry("b", stratum="C"), Entry("c"))

    def grades(how: Combining, **own: Fraction) -> list[tuple[str | None, Fraction]]:
        return [(one.stratum, one.handicap) for one in graded(entries, own, (first, second), how, ("A", "B", "C"))]

    assert grades(Combining.SUM) == [("A", 6), ("C", 4), ("C", 0)]
    assert grades(Combining.MEAN, c=Fraction(9)) == [("A", 2), ("C", Fraction(4, 3)), ("C", 9)]
    assert grades(Combining.CARRY) == [("A", 1), ("C", 4), ("C", 0)]
    listed = combine(Conditions(strata=("A", "B", "C"), handicap=True), graded(entries, {}, (first,), Combining.MEAN, ("B", "C")), (first,), Combining.MEAN)
    assert [(one.list, one.who, one.score) for one in listed if one.list in ("all/C", "all/handicap")] == [
        ("all/handicap", "a", 101), ("all/handicap", "b", 54), ("all/handicap", "c", 0), ("all/C", "b", 50), ("all/C", "c", 0)
    ]  # fmt: skip


def test_an_evening_that_is_scored_otherwise_meanwhile_is_not_added_up() -> None:
    standings = reckon(RankingFacts(Conditions(), tuple(map(Entry, "ab")), (BoardFacts(1, ("a", "b"), ("x", "y"), (450, 50)),))).standings
    in_imps = Part(standings, rules=Conditions(method="cross_imps"))
    with pytest.raises(UnlikeEvenings):
        combine(Conditions(), (Entry("a"),), (Part(standings), in_imps), Combining.MEAN)
    with pytest.raises(CarryNeedsMatchpoints):
        combine(Conditions(), (Entry("a"),), (in_imps, replace(in_imps, carried=True)), Combining.CARRY)


def test_single_players_meet_two_opponents_on_each_board() -> None:
    """Nora and Wim have half a board each: Nora beat Wim when they were opponents, and met better ones altogether."""
    boards = (
        BoardFacts(1, ("nora", "ed"), ("al", "bo"), (100, -100), ns_partners=("sue", "fay"), ew_partners=("wim", "cy")),
        BoardFacts(2, ("al", "cy"), ("bo", "ed"), (100, -100), ns_partners=("wim", "fay"), ew_partners=("sue", "nora")),
        BoardFacts(3, ("nora", "cy"), ("ed", "bo"), (-100, 100), ns_partners=("al", "wim"), ew_partners=("sue", "fay")),
    )
    entries = tuple(Entry(who) for who in ("wim", "nora", "ed", "al", "bo", "sue", "cy", "fay"))
    scores = {one.who: one.score for one in reckon(RankingFacts(Conditions(), entries, boards)).standings}
    assert scores["wim"] == scores["nora"] == Fraction(200, 3)
    for by in (TieBreak.HEAD_TO_HEAD, TieBreak.OPPONENTS):
        found = [one.who for one in reckon(RankingFacts(Conditions(tie_breaks=(by,)), entries, boards)).standings]
        assert (found.index("nora") < found.index("wim")) == (by is TieBreak.HEAD_TO_HEAD or _met(boards, scores, "nora") > _met(boards, scores, "wim"))


def _met(boards: tuple[BoardFacts[str], ...], scores: dict[str, Fraction], who: str) -> Fraction:
    """The scores of everybody against whom this player sat, added up board by board."""
    met = Fraction(0)
    for board in boards:
        for at in range(len(board.ns)):
            sides = (board.ns[at], board.ns_partners[at]), (board.ew[at], board.ew_partners[at])
            for own, other in (sides, sides[::-1]):
                met += sum((scores[each] for each in other), Fraction(0)) if who in own else 0
    return met
