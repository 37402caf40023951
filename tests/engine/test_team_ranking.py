"""Round robins, teams ranked by their matches, what a round sat out counts for, who of an entry earns."""

from fractions import Fraction
from itertools import combinations

import pytest

from bridge.engine.masterpoints.earners import earners
from bridge.engine.movements.teams import circle
from bridge.engine.scoring.conditions import Conditions, SettingOutOfRange
from bridge.engine.scoring.match_methods import match_method
from bridge.engine.scoring.outcome import Unscored
from bridge.engine.scoring.tally import Tally, figures_of
from bridge.engine.scoring.victory_points import BrokenScale
from bridge.engine.teams.outcomes import outcomes_of_match
from bridge.engine.teams.ranking import MatchPlayed, points_of_match, rank_teams
from bridge.engine.teams.score import Forfeit, MatchBoard

VP = match_method("vp_continuous")


@pytest.mark.parametrize("teams", range(2, 14))
def test_in_a_round_robin_everybody_meets_everybody_once(teams: int) -> None:
    rounds = circle(teams)
    assert sorted(tuple(sorted(couple)) for couples in rounds for couple in couples) == list(combinations(range(teams), 2))
    for couples in rounds:
        playing = [team for couple in couples for team in couple]
        assert len(set(playing)) == len(playing) == teams - teams % 2
    at_home = [sum(home == team for couples in rounds for home, _ in couples) for team in range(teams)]
    assert max(at_home) - min(at_home) <= (2 if teams % 2 else teams)


def test_a_match_counts_when_every_board_is_in() -> None:
    one, two = MatchBoard(1, 420, -50), MatchBoard(2, 100, Unscored.NOT_YET)
    assert points_of_match(MatchPlayed("A", "B", (one, two)), VP, Conditions()) is None
    whole = points_of_match(MatchPlayed("A", "B", (one,)), VP, Conditions())
    half = points_of_match(MatchPlayed("A", "B", (one,), is_half=True), VP, Conditions())
    assert whole is not None and half == (whole[0] / 2, whole[1] / 2) and sum(whole) == 20


def test_a_scale_of_the_events_own() -> None:
    conditions = Conditions(method="vp_own", own_scale=((0, 1500, 1500), (1, 1600, 1400), (5, 2500, 500)), sit_out_percent=Fraction(60))
    own = match_method("vp_own")
    boards = (MatchBoard(1, 150, 0), MatchBoard(2, 50, 0))  # 4 and 2 IMPs
    assert points_of_match(MatchPlayed("A", "B", boards), own, conditions) == (25, 5)
    assert points_of_match(MatchPlayed("A", "B", boards[1:]), own, conditions) == (16, 14)
    standings = rank_teams(
        ["A", "B", "C"], [MatchPlayed("A", "B", boards)], own, conditions, sit_outs={"C": 1}, penalties={}, withdrawn=frozenset()
    )
    assert [(each.who, each.points) for each in standings] == [("A", 25), ("C", 15), ("B", 5)]
    assert set(outcomes_of_match(2, own, conditions.scale)) == {(15, 15), (16, 14), (14, 16), (25, 5), (5, 25)}
    for broken in ((), ((0, 2000, 0), (3, 1000, 1000)), ((0, 1000, 1000), (3, 1200, 800), (2, 1400, 600))):
        with pytest.raises(BrokenScale):
            assert Conditions(own_scale=broken or ((1, 1000, 1000),))


def test_forfeits_sit_outs_penalties_and_who_has_left() -> None:
    match = MatchPlayed("A", "B", (MatchBoard(1, 0, 0),), forfeit=Forfeit.AWAY)
    standings = rank_teams(
        ("A", "B", "C", "D"), [match], VP, Conditions(sit_out_percent=Fraction(60)), sit_outs={"C": 1}, penalties={"A": Fraction(1)}, withdrawn=frozenset({"B"})
    )
    assert [(each.who, each.points, str(each.place) if each.place else None) for each in standings] == [
        ("C", 12, "1"), ("A", 11, "2"), ("B", 0, None), ("D", 0, None),
    ]


def test_a_round_sat_out_counts_like_boards_of_its_percentage() -> None:
    conditions = Conditions(sit_out_percent=Fraction(60))
    own = Tally(Fraction(8), Fraction(8), Fraction(16, 100), 2)  # two boards of 50 percent, top 8
    assert figures_of(own, 2, (), conditions, 4, 5).score == 55
    assert figures_of(Tally(), 2, (), conditions, 4, 5).score == 60
    imps = Conditions(method="cross_imps", sit_out_percent=Fraction(60))
    assert figures_of(Tally(Fraction(5), boards=2), 2, (), imps, 4, 5).total == 5 + 2 * 3
    assert figures_of(own, 2, (), Conditions(), 4, 5).score == 50


def test_a_percentage_beyond_all_is_refused() -> None:
    with pytest.raises(SettingOutOfRange):
        Conditions(sit_out_percent=Fraction(101))


def test_who_sat_in_half_of_the_rounds_earns() -> None:
    assert earners({"A": 5, "B": 3, "C": 2, "D": 0}, 5) == ("A", "B")
    assert earners({"A": 2, "B": 2}, 4) == ("A", "B")
