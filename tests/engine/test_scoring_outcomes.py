"""What a director decides: the worked examples of the White Book and the Laws, and what is refused."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.awards import award_percent, award_team_imps
from bridge.engine.scoring.conditions import Conditions, CrossImps, Factoring
from bridge.engine.scoring.facts import Entry, RankingFacts
from bridge.engine.scoring.method import Note, NoteKind
from bridge.engine.scoring.outcome import (
    Adjustment,
    Assigned,
    Award,
    Component,
    Extra,
    FixedImps,
    FixedPercent,
    NoSuchPoints,
    Outcome,
    PercentOutOfRange,
    PercentsTooHigh,
    Ruled,
    Unit,
    Unscored,
    Weighted,
    WeightsMustAddUp,
    WeightTooFine,
    possible_points,
    problems_with_adjustment,
    settle,
)
from bridge.engine.scoring.reckon import reckon
from bridge.engine.scoring.traveller import BoardFacts
from bridge.engine.seats import Side, Vulnerability
from tests.engine.fields import lines_of


def F(text: str) -> Fraction:
    """A fraction as the White Book prints it."""
    return Fraction(text)


A60, A40 = FixedPercent(F("60")), FixedPercent(F("40"))


def weighted(*components: tuple[int, str]) -> Weighted:
    """A weighted score from points and weights."""
    return Weighted(tuple(Component(points, F(weight)) for points, weight in components))


def test_settling_follows_the_order_of_effect() -> None:
    fine = Extra(Side.NS, F("-10"), Unit.PERCENT)
    assert settle(420, ()) == 420
    assert settle(Unscored.NOT_YET, ()) is Unscored.NOT_YET
    assert settle(420, [Adjustment(Side.EW, Assigned(450))]) == Ruled(420, Assigned(450))
    assert settle(420, [Adjustment(None, fine), Adjustment(None, A60)]) == Ruled(A60, A60, (fine,))
    assert settle(Unscored.NOT_PLAYED, [Adjustment(None, Award.AVERAGE), Adjustment(Side.NS, Award.PLUS)]) == Ruled(Award.PLUS, Award.AVERAGE)
    assert settle(0, [Adjustment(Side.NS, fine)]) == Ruled(0, 0, (fine,))


@pytest.mark.parametrize("weights", [("0.5", "0.4"), ("0.5", "0.5", "0.01"), ()])
def test_weights_add_up(weights: tuple[str, ...]) -> None:
    with pytest.raises(WeightsMustAddUp):
        weighted(*((420, weight) for weight in weights))


@pytest.mark.parametrize("weights", [("0.505", "0.495"), ("1/3", "2/3"), ("1.2", "-0.2"), ("1", "0")])
def test_weights_are_positive_hundredths(weights: tuple[str, ...]) -> None:
    with pytest.raises(WeightTooFine):
        weighted(*((420, weight) for weight in weights))


def test_percentages_that_no_law_knows() -> None:
    for percent in ("-1", "100.5"):
        with pytest.raises(PercentOutOfRange):
            FixedPercent(F(percent))
    (problem,) = problems_with_adjustment(FixedPercent(F("65")), A60, Vulnerability.NONE)
    assert isinstance(problem.error, PercentsTooHigh)
    assert problems_with_adjustment(A60, A60, Vulnerability.NONE) == ()
    (problem,) = problems_with_adjustment(FixedImps(F(3)), FixedImps(F("-24.5")), Vulnerability.NONE)
    assert (problem.field, problem.error.code) == ("ew", "imps_out_of_range")
    assert problems_with_adjustment(FixedImps(F(24)), FixedImps(F(-24)), Vulnerability.NONE) == ()


def test_points_that_no_contract_gives() -> None:
    assert {620, -100, 7600, 0, -2220} <= possible_points(Vulnerability.BOTH)
    assert 420 not in possible_points(Vulnerability.BOTH) and 620 not in possible_points(Vulnerability.NONE)
    (problem,) = problems_with_adjustment(weighted((420, "0.5"), (620, "0.5")), 420, Vulnerability.NONE)
    assert problem.field == "ns" and isinstance(problem.error, NoSuchPoints) and problem.error.facts == {"points": 620, "nearest": (610, 630)}


@pytest.mark.parametrize(
    ("award", "own", "edition", "percent"),
    [
        (Award.PLUS, "64.2", Edition.WBF2017, "64.2"), (Award.PLUS, "64.2", Edition.CN1999, "64.2"), (Award.PLUS, "55", Edition.WBF2017, "60"),
        (Award.MINUS, "35.5", Edition.WBF2017, "35.5"), (Award.MINUS, "35.5", Edition.CN1999, "40"), (Award.MINUS, "44", Edition.WBF2017, "40"),
        (Award.AVERAGE, "71", Edition.WBF2017, "50"), (Award.PLUS, None, Edition.WBF2017, "60"), (Award.MINUS, None, Edition.WBF2017, "40"),
    ],
)  # fmt: skip
def test_awards_by_edition(award: Award, own: str | None, edition: Edition, percent: str) -> None:
    assert award_percent(award, None if own is None else F(own), edition) == F(percent)


def test_awards_at_teams() -> None:
    assert [award_team_imps(award) for award in (Award.PLUS, Award.AVERAGE, Award.MINUS)] == [3, 0, -3]


def test_a_board_with_an_artificial_score() -> None:
    lines = lines_of([110, 110, -50, 140, Ruled(A60, A40)], Conditions())
    assert [line.ns_mark for line in lines] == [4, 4, F("1/4"), F("31/4"), F("24/5")]
    assert [line.ew_mark for line in lines] == [4, 4, F("31/4"), F("1/4"), F("16/5")]


def test_eleven_results_of_which_one_becomes_average_plus() -> None:
    lines = lines_of([*range(0, 100, 10), Ruled(A60, A60)], Conditions())
    assert lines[9].ns_mark == F("19.9") and lines[10].ns_mark == lines[10].ew_mark == 12


def test_a_weighted_score_of_the_white_book() -> None:
    lines = lines_of([650, -100, -100, -200, -300, Ruled(mixed := weighted((650, "0.3"), (-100, "0.7")), mixed)], Conditions())
    assert [line.ns_mark for line in lines] == [F("9.7"), F("5.7"), F("5.7"), 2, 0, F("6.9")]
    assert lines[5].ew_mark == F("3.1")
    assert sum(line.ns_mark or 0 for line in lines) == 30


def test_a_split_score_is_compared_in_two_charts() -> None:
    lines = lines_of([620, 600, -100, Ruled(Assigned(620), Assigned(650))], Conditions())
    assert [line.ns_mark for line in lines] == [5, 2, 0, 5]  # North-South against 620, 600, -100
    assert [line.ew_mark for line in lines] == [2, 4, 6, 0]  # East-West conceded 650
    imps = lines_of([620, 600, -100, Ruled(Assigned(620), Assigned(650))], Conditions(method="cross_imps", cross_imps=CrossImps.SUM))
    assert [line.ns_mark for line in imps] == [13, 10, -36, 13]  # 620-600 = 1, 620+100 = 12, 600+100 = 12
    assert [line.ew_mark for line in imps] == [-12 - 1 + 1, 1 - 12 + 2, 12 + 12 + 13, -1 - 2 - 13]


def test_one_side_keeps_its_result_and_the_other_gets_an_average() -> None:
    lines = lines_of([420, 50, 450, Ruled(420, Award.AVERAGE)], Conditions())
    assert [line.ns_mark for line in lines] == [3, 0, 6, 3]
    # East-West's three results are factored to four.
    assert [line.ew_mark for line in lines] == [3, F("17/3"), F("1/3"), 3]


def test_a_cancelled_board_is_compared_with_nobody() -> None:
    lines = lines_of([420, Ruled(Unscored.CANCELLED, Unscored.CANCELLED), 50], Conditions())
    assert [(line.ns_mark, line.ew_mark) for line in lines] == [(2, 0), (None, None), (0, 2)]


def test_fouled_groups_of_the_white_book() -> None:
    six, three = [420, 420, -50, 450, 170, 420], [110, -100, 140]
    forms = [0] * 6 + [1] * 3
    lines = lines_of(six + three, Conditions(), forms=forms, expected=9)
    assert [line.ns_mark for line in lines] == [F("19/2"), F("19/2"), F("1/2"), F("31/2"), F("7/2"), F("19/2"), F("9.6"), 8, F("11.2")]
    assert [(line.ns_percent, line.ew_percent) for line in lines[6:]] == [(60, 60), (50, 70), (70, 50)]
    plain = lines_of(six + three, Conditions(small_groups=False), forms=forms, expected=9)
    assert [line.ns_mark for line in plain[6:]] == [8, 2, 14]
    whole = lines_of(six + three, Conditions(line_step=F("1")), forms=forms, expected=9)  # 4.2.6: to a whole one, halves away from the average of 8
    assert [line.ns_mark for line in whole] == [10, 10, 0, 16, 3, 10, 10, 8, 11]


def test_lines_rounded_to_whole_ones_where_the_average_is_none() -> None:
    lines = lines_of([140, *[110] * 4, 90, 50], Conditions(win=1, line_step=F("1")), expected=8)  # top 7: 3.5 is neither way away from average
    assert [(line.ns_mark, line.ew_mark) for line in lines[:2]] == [(7, 0), (4, 3)]
    assert lines_of([140, 110, 110, 110, 110, 110, 110, 90], Conditions(win=1, line_step=F("1")))[1].ns_mark == F("7/2")


def test_a_fouled_board_of_ten_by_plain_neuberg() -> None:
    lines = lines_of([*range(7, 0, -1), *range(3, 0, -1)], Conditions(small_groups=False), forms=[0] * 7 + [1] * 3)
    marks = [line.ns_mark or Fraction(0) for line in lines]
    assert marks[0] == F("123/7") and marks[7:] == [F("47/3"), 9, F("7/3")] and sum(marks) == 90


def test_a_single_result_in_its_form_is_cancelled() -> None:
    lines = lines_of([420, 450, 50, 170, -50], Conditions(), forms=[0, 0, 0, 0, 1])
    assert (lines[4].ns_percent, lines[4].ew_percent) == (60, 60)
    assert lines_of([420, 450, 50, 170, -50], Conditions(small_groups=False), forms=[0, 0, 0, 0, 1])[4].ns_percent == 50


def test_total_points_know_no_artificial_score() -> None:
    facts = RankingFacts(Conditions(method="total_points"), (), (BoardFacts(1, ("a", "b"), ("x", "y"), (420, Ruled(A60, A40))),))
    (traveller,) = reckon(facts).travellers
    assert [(line.ns_mark, line.ew_mark) for line in traveller.lines()] == [(420, -420), (None, None)]
    assert traveller.notes == ((None, Note(NoteKind.NO_ARTIFICIAL, 1)),)


def test_few_results_on_a_board_that_was_not_fouled_are_factored() -> None:
    assert [line.ns_mark for line in lines_of([420, 50], Conditions(), expected=9)] == [F("25/2"), F("7/2")]


def test_norwegian_factoring_with_an_average() -> None:
    lines = lines_of([420, 50, 450, -50, 420, Ruled(Award.AVERAGE, Award.AVERAGE)], Conditions(factoring=Factoring.ZERO_CENTRED))
    assert [line.ns_mark for line in lines] == [F("6/5"), F("-12/5"), F("24/5"), F("-24/5"), F("6/5"), 0]
    (alone, _) = lines_of([420, Ruled(Award.AVERAGE, Award.AVERAGE)], Conditions(factoring=Factoring.ZERO_CENTRED))
    assert (alone.ns_mark, alone.ns_percent) == (0, 50)  # no wins, no losses
    one_sided = lines_of([420, 50, Ruled(Unscored.NOT_PLAYED, 450)], Conditions(factoring=Factoring.ZERO_CENTRED))
    assert (one_sided[0].ns_mark, one_sided[2].ew_mark) == (F("3/2"), -2)  # three tables are due on both sides


def test_artificial_scores_at_imps() -> None:
    results: list[Outcome] = [430, 400, -50]
    awards = Ruled(Award.PLUS, FixedImps(F("-2")))
    mean = lines_of([*results, awards], Conditions(method="cross_imps"))
    assert [line.ns_mark for line in mean] == [F("11/2"), F("9/2"), -10, 3] and mean[3].ew_mark == -2
    total = lines_of([*results, awards], Conditions(method="cross_imps", cross_imps=CrossImps.SUM))
    assert [line.ns_mark for line in total] == [11, 9, -20, 9] and total[3].ew_mark == -6
    butler = lines_of([*results, awards], Conditions(method="butler", award_imps=F("2")))
    assert butler[3].ns_mark == 2 and butler[3].ew_mark == -2
    assert lines_of([*results, Ruled(A60, FixedPercent(F("55")))], Conditions(method="cross_imps"))[3].ew_mark == F("3/2")


def test_penalties_come_last_and_change_nobody_else() -> None:
    fined = Ruled(420, 420, (Extra(Side.NS, F("-10"), Unit.PERCENT), Extra(Side.EW, F("1"), Unit.METHOD)))
    lines = lines_of([fined, 50, 450, 420], Conditions())
    assert [line.ns_mark for line in lines] == [3, 0, 6, 3]
    assert (lines[0].ns_extra, lines[0].ew_extra) == (F("-0.6"), 1)


def _evening(last: Ruled, edition: Edition) -> dict[str, Fraction | None]:
    """Three boards at three tables, n1 all tops, n3 all bottoms; on the fourth the last outcome at the tables of n1 and n3."""
    ew = ("e1", "e2", "e3")
    boards = [BoardFacts(number, ("n1", "n2", "n3"), ew, (450, 420, 50)) for number in (1, 2, 3)]
    boards.append(BoardFacts(4, ("n1", "n2", "n3"), ew, (last, 420, last)))
    facts = RankingFacts(Conditions(edition=edition), tuple(Entry(who) for who in ("n1", "n2", "n3", *ew)), tuple(boards))
    return {standing.who: standing.percent for standing in reckon(facts).standings}


def test_average_plus_follows_the_pair_s_own_average() -> None:
    found = _evening(Ruled(Award.PLUS, Award.MINUS), Edition.WBF2017)
    assert found["n1"] == 100 and found["n3"] == (0 * 3 + F("60")) / 4
    assert found["e1"] == 0 and found["e3"] == (300 + F("40")) / 4
    old = _evening(Ruled(Award.PLUS, Award.MINUS), Edition.CN1999)
    assert old["n1"] == 100 and old["e1"] == F("10")


def test_the_own_average_is_that_of_the_session() -> None:
    first = BoardFacts(1, ("n1", "n2"), ("e1", "e2"), (450, 420), session="one")
    second = BoardFacts(2, ("n1", "n2"), ("e1", "e2"), (50, 420), session="two")
    awarded = BoardFacts(3, ("n1", "n2"), ("e1", "e2"), (Ruled(Award.PLUS, Award.AVERAGE), 420), session="two")
    facts = RankingFacts(Conditions(), (Entry("n1"),), (first, second, awarded), expected=((None, 2),))
    assert reckon(facts).travellers[2].lines()[0].ns_percent == 60  # 0 in its own session, 50 over both


@given(st.lists(st.sampled_from([420, 450, 50, -50, 170]), min_size=2, max_size=6), st.integers(0, 100), st.integers(0, 100))
def test_artificial_scores_touch_no_other_line_but_the_factor(points: list[int], ns: int, ew: int) -> None:
    ruled = Ruled(FixedPercent(Fraction(ns)), FixedPercent(Fraction(ew)))
    lines = lines_of([*points, ruled], Conditions())
    assert [line.ns_mark for line in lines[:-1]] == [line.ns_mark for line in lines_of(points, Conditions(), expected=len(points) + 1)]
    assert (lines[-1].ns_percent, lines[-1].ew_percent) == (ns, ew)
