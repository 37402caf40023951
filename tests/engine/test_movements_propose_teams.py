"""Proposals for teams: which movements there are for how many, with what figures."""

from fractions import Fraction

import pytest

from bridge.engine.movements.families import FAMILIES
from bridge.engine.movements.movement import Kind, NoSuchMovement
from bridge.engine.movements.propose_teams import FAMILIES_OF_TEAMS, NotOfTeams, TeamWishes, order_of_teams, propose_teams, team_proposal


def families(teams: int) -> set[str]:
    return {proposal.order.family for proposal in propose_teams(TeamWishes(teams))}


@pytest.mark.parametrize(
    ("teams", "known"),
    [
        (2, {"round_robin"}),
        (3, {"triangle", "round_robin"}),
        (4, {"american_whist", "new_england", "round_robin"}),
        (5, {"american_whist", "round_robin"}),
        (6, {"american_whist", "new_england", "thurner", "round_robin"}),
        (9, {"american_whist", "round_robin"}),
        (10, {"american_whist", "new_england", "round_robin"}),
        (14, {"american_whist", "new_england", "thurner", "round_robin"}),
    ],
)
def test_each_number_of_teams_has_the_movements_of_the_facts(teams: int, known: set[str]) -> None:
    assert families(teams) == known


@pytest.mark.parametrize("teams", range(3, 31))
def test_figures_are_those_of_the_seats(teams: int) -> None:
    for proposal in propose_teams(TeamWishes(teams, minutes=210)):
        seats = [row for tables in proposal.movement.seats for row in tables]
        played = {team: 0 for team in range(1, teams + 1)}
        met = {team: set[int]() for team in played}
        for home, away, _ in seats:
            played[home] += 1
            met[home].add(away)
            met[away].add(home)
        assert proposal.boards == max(played.values()) * proposal.boards_per_match
        assert proposal.matches == (min(map(len, met.values())), max(map(len, met.values())))
        assert proposal.unmet == sum(other not in met[team] for team in met for other in range(1, team))
        assert proposal.laid == len({row[2] for row in seats}) * proposal.boards_per_match
        assert proposal.minutes == proposal.rounds * proposal.boards_per_match * 6 + (proposal.rounds - 1) * 2
        assert proposal.fits == (24 <= proposal.boards <= 28 and proposal.minutes <= 210)


def test_everybody_on_one_copy_comes_before_two_copies_and_before_a_sit_out() -> None:
    assert [each.order.family for each in propose_teams(TeamWishes(5, minutes=210))] == ["american_whist", "round_robin"]
    eight = propose_teams(TeamWishes(8, minutes=210))
    assert [each.order.family for each in eight] == ["new_england", "thurner", "round_robin", "american_whist"]
    assert [each.copies for each in eight] == [1, 1, 2, 1]


def test_what_does_not_fit_comes_nearest() -> None:
    best = propose_teams(TeamWishes(12, minutes=210))[0]
    assert not best.fits and best.boards == 22


def test_a_length_of_ones_own_and_what_is_none() -> None:
    assert team_proposal(order_of_teams("american_whist", 7), 5, TeamWishes(7)).boards == 30
    assert team_proposal(order_of_teams("american_whist", 7), 5, TeamWishes(7)).minutes == Fraction(6 * 30 + 10)
    with pytest.raises(NoSuchMovement) as refused:
        team_proposal(order_of_teams("new_england", 5), 5, TeamWishes(5))
    assert refused.value.facts["nearest"].tables == 6
    with pytest.raises(NotOfTeams):
        team_proposal(order_of_teams("howell", 4).but(entrants=None), 2, TeamWishes(4))
    assert all(FAMILIES[family].kind is Kind.TEAMS for family in FAMILIES_OF_TEAMS)
