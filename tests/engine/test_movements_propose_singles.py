"""Proposals for single players: what is promised is what the movement has, for every number that a room can hold."""

from collections import defaultdict
from fractions import Fraction

import pytest

from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import Kind
from bridge.engine.movements.propose_singles import (
    NothingFitsPlayers,
    SinglesProposal,
    SinglesWishes,
    TooManySingles,
    propose_singles,
    propose_singles_in_sections,
    sizes_of_sections,
)


def counted(proposal: SinglesProposal) -> tuple[tuple[int, int], tuple[int, int], int]:
    """Fewest and most partners and opponents, and most rounds that one sits out, counted from the seats."""
    partners, opponents, played = defaultdict(set), defaultdict(set), defaultdict(int)
    for tables in proposal.movement.seats:
        for north, south, east, west, _ in tables:
            for one, other in ((north, south), (south, north), (east, west), (west, east)):
                partners[one].add(other)
                played[one] += 1
            for one in (north, south):
                opponents[one] |= {east, west}
            for one in (east, west):
                opponents[one] |= {north, south}
    everybody = range(1, proposal.movement.entrants + 1)
    with_whom, against = [len(partners[who]) for who in everybody], [len(opponents[who]) for who in everybody]
    return (min(with_whom), max(with_whom)), (min(against), max(against)), max(proposal.rounds - played[who] for who in everybody)


@pytest.mark.parametrize("players", range(4, 29))
def test_every_number_from_four_to_twenty_eight_has_a_movement_with_its_figures(players: int) -> None:
    found = propose_singles(SinglesWishes(players, 24, 28))
    for proposal in found:
        assert (proposal.movement.kind, proposal.movement.entrants) == (Kind.INDIVIDUAL, players)
        assert proposal.movement == make_movement(proposal.order)
        assert 24 <= proposal.boards == proposal.rounds * proposal.boards_per_round <= 28
        partners, opponents, resting = counted(proposal)
        assert (proposal.partners, proposal.opponents, proposal.sitout_boards) == (partners, opponents, resting * proposal.boards_per_round)
        assert proposal.resting == players % 4
        assert proposal.copies * proposal.boards_per_round >= proposal.tables_sharing
        if proposal.perfect:
            assert partners == (players - 1, players - 1)
    assert found[0].copies == min(proposal.copies for proposal in found)


def test_eight_play_with_everybody_in_seven_rounds_of_four() -> None:
    best = propose_singles(SinglesWishes(8, 24, 28))[0]
    assert (best.rounds, best.boards_per_round, best.perfect, best.partners, best.opponents, best.copies) == (7, 4, True, (7, 7), (7, 7), 1)


def test_where_nobody_may_meet_twice_there_is_the_rainbow() -> None:
    assert {proposal.order.family for proposal in propose_singles(SinglesWishes(20, 24, 28))} == {"whist_tournament", "rainbow"}
    assert {proposal.order.family for proposal in propose_singles(SinglesWishes(44, 24, 28))} == {"rainbow"}


@pytest.mark.parametrize(("players", "sections"), [(29, 2), (43, 2), (57, 3)])
def test_too_many_are_told_how_many_sections_hold_them(players: int, sections: int) -> None:
    with pytest.raises(TooManySingles) as refused:
        propose_singles(SinglesWishes(players))
    assert refused.value.facts == {"players": players, "most": 28, "sections": sections}


@pytest.mark.parametrize("players", [29, 30, 31, 37, 45, 56, 83])
def test_sections_hold_everybody_and_as_few_as_can_be_sit_out(players: int) -> None:
    sections = -(-players // 28)
    sizes = sizes_of_sections(players, sections)
    assert sum(sizes) == players and sum(size % 4 for size in sizes) == players % 4 and max(sizes) <= 28 and max(sizes) - min(sizes) <= 5
    for way in propose_singles_in_sections(SinglesWishes(players, 20, 28), sections):
        assert tuple(proposal.movement.entrants for proposal in way) == sizes
        assert len({(proposal.rounds, proposal.boards_per_round) for proposal in way}) == 1


def test_what_takes_too_long_is_told_with_what_comes_nearest() -> None:
    with pytest.raises(NothingFitsPlayers) as refused:
        propose_singles(SinglesWishes(8, 24, 28, minutes=60))
    nearest = refused.value.facts["nearest"]
    assert [limit.value for limit in refused.value.facts["broken"]] == ["minutes"] and nearest.boards == 24
    assert nearest.minutes == min(proposal.minutes for proposal in propose_singles(SinglesWishes(8, 24, 28)))


def test_the_time_is_that_of_boards_and_moves() -> None:
    best = propose_singles(SinglesWishes(8, 24, 28, minutes_per_board=Fraction(7), minutes_per_move=Fraction(3)))[0]
    assert best.minutes == 28 * 7 + 6 * 3
