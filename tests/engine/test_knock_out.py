"""A knock-out in the engine: the bracket by its seeds, byes, ties and extra boards, what was carried over, forfeits, places."""

import random
from fractions import Fraction

import pytest

from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.match_methods import match_method
from bridge.engine.scoring.outcome import Assigned, Component, Ruled, Unscored, Weighted
from bridge.engine.teams.knock_out import Bracket, SlotState, TooFewForKnockOut, bracket_of, extra_boards, places_in, seed_order
from bridge.engine.teams.ranking import MatchPlayed
from bridge.engine.teams.score import Forfeit, MatchBoard

IMPS = match_method("total_imps")


def bracket(teams: int, played: list[MatchPlayed[int]], carried: dict[frozenset[int], Fraction] | None = None) -> Bracket[int]:
    return bracket_of(range(1, teams + 1), played, IMPS, carried or {}, Fraction(3))


def won(home: int, away: int, points: int, *, forfeit: Forfeit | None = None) -> MatchPlayed[int]:
    """A match of one board in which the home team's North-South made so many points more than the others."""
    return MatchPlayed(home, away, (MatchBoard(1, points, 0),), forfeit=forfeit)


def test_the_standard_order_of_seeds() -> None:
    assert seed_order(2) == (1, 2) and seed_order(4) == (1, 4, 2, 3) and seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    for size in (16, 32, 64):
        order = seed_order(size)
        assert sorted(order) == list(range(1, size + 1))
        assert all(one + other == size + 1 for one, other in zip(order[::2], order[1::2], strict=True))


@pytest.mark.parametrize("teams", range(2, 34))
def test_byes_go_to_the_best_and_the_better_seed_always_winning_gives_the_order_of_the_seeds(teams: int) -> None:
    size = 1 << (teams - 1).bit_length()
    played: list[MatchPlayed[int]] = []
    for _ in range(size.bit_length()):
        for slots in bracket(teams, played):
            played += [won(slot.home, slot.away, 100) for slot in slots if slot.state is SlotState.TO_SEAT and slot.home and slot.away]
    found = bracket(teams, played)
    assert {slot.home for slot in found[0] if slot.state is SlotState.BYE} == set(range(1, size - teams + 1))
    assert len(played) == teams - 1 and found[-1][0].winner == 1
    assert [(slot.home, slot.away) for slot in found[-1]] == [(1, 2)]
    assert all(slot.is_over for slots in found for slot in slots)
    places = {each.who: str(each.place) for each in places_in(found, played)}
    assert places[1] == "1" and places[2] == "2"
    for slots, number in zip(found, range(len(found), 0, -1), strict=True):
        losers = [slot.away for slot in slots if slot.away is not None]
        assert all(places[loser].rstrip("=") == str(2 ** (number - 1) + 1) for loser in losers if loser)


def test_a_tie_is_played_on_and_what_is_carried_over_counts() -> None:
    assert [extra_boards(boards) for boards in (1, 8, 16, 17, 24, 32, 33)] == [2, 2, 2, 3, 3, 4, 5]
    assert bracket(2, [won(1, 2, 0)])[0][0].state is SlotState.TIED
    decided = bracket(2, [won(1, 2, 0), won(1, 2, -90)])[0][0]
    assert (decided.winner, decided.margin, decided.boards) == (2, -imp(90), 2)
    assert bracket(2, [won(1, 2, 0)], {frozenset((1, 2)): Fraction(1, 2)})[0][0].winner == 1
    assert bracket(2, [won(1, 2, 50)], {frozenset((1, 2)): Fraction(-2)})[0][0].state is SlotState.TIED
    assert bracket(2, [won(2, 1, 50)])[0][0].winner == 2


def test_a_weighted_score_decides_no_match_by_a_part_of_an_imp() -> None:
    fifth = Weighted((Component(50, Fraction(1, 5)), Component(0, Fraction(4, 5))))  # 0.4 IMPs, to the nearest whole one (White Book 8.12.3)
    assert bracket(2, [MatchPlayed(1, 2, (MatchBoard(1, Ruled(fifth, fifth), 0),))])[0][0].state is SlotState.TIED
    unlike = MatchPlayed(1, 2, (MatchBoard(1, Ruled(Assigned(50), Assigned(20)), 0),))  # 2 and 1 by the two rulings: half an IMP stays (12C4)
    assert bracket(2, [unlike])[0][0].margin == Fraction(3, 2)


def test_open_boards_and_forfeits() -> None:
    open_ = MatchPlayed(1, 4, (MatchBoard(1, 420, 0), MatchBoard(2, 100, Unscored.NOT_YET)))
    found = bracket(4, [open_, won(2, 3, -100)])
    assert [slot.state for slot in found[0]] == [SlotState.PLAYING, SlotState.DECIDED]
    assert (found[1][0].state, found[1][0].home, found[1][0].away) == (SlotState.WAITING, 3, None)
    assert bracket(4, [won(1, 4, 0, forfeit=Forfeit.HOME)])[0][0].winner == 4
    both = bracket(4, [won(1, 4, 0, forfeit=Forfeit.BOTH), won(2, 3, 100)])
    assert both[0][0].winner is None and (both[1][0].state, both[1][0].winner) == (SlotState.BYE, 2)


def test_places_while_it_runs_and_one_team_alone() -> None:
    assert [each.place for each in places_in(bracket(4, []), [])] == [None] * 4
    played = [won(1, 4, 100)]
    assert [(each.who, str(each.place), each.points) for each in places_in(bracket(4, played), played)] == [
        (1, "1", 1), (4, "2=", 0), (2, "2=", 0), (3, "2=", 0)
    ]
    with pytest.raises(TooFewForKnockOut):
        bracket(1, [])


def test_random_knock_outs_against_a_plain_one() -> None:
    rng = random.Random(4)
    for _ in range(40):
        teams = rng.randrange(2, 20)
        field: list[int | None] = [seed if seed <= teams else None for seed in seed_order(1 << (teams - 1).bit_length())]
        played: list[MatchPlayed[int]] = []
        while len(field) > 1:
            onward: list[int | None] = []
            for one, other in zip(field[::2], field[1::2], strict=True):
                if one is None or other is None:
                    onward.append(one or other)
                    continue
                points = rng.choice([-300, -50, 50, 420])
                played.append(won(one, other, points))
                onward.append(one if points > 0 else other)
            field = onward
        assert bracket(teams, played)[-1][0].winner == field[0]
