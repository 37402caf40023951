"""What is proposed for an evening, against the table of usual choices; and where people and boards go between rounds."""

from fractions import Fraction

import pytest

from bridge.engine.movements.check import check_movement
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import Order, Place
from bridge.engine.movements.propose import Caution, Limit, NothingFits, Proposal, Wishes, propose
from bridge.engine.movements.walking import BoardsMove, Step, boards_moves, next_places, path_of
from bridge.engine.seats import Seat, Side


def first(pairs: int, winners: int | None = None, **wishes: object) -> tuple[str, int, int]:
    best = propose(Wishes(pairs, winners=winners, minutes=180, **wishes))[0]
    return best.order.family, best.rounds, best.boards_per_round


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        (4, ("howell", 3, 8)),
        (5, ("howell_sitout", 5, 5)),
        (6, ("howell", 5, 5)),
        (7, ("howell_sitout", 7, 4)),
        (8, ("howell", 7, 4)),
        (9, ("howell_sitout", 9, 3)),
        (10, ("howell", 9, 3)),
        (11, ("three_quarter_howell", 9, 3)),
        (12, ("three_quarter_howell", 9, 3)),
        (14, ("howell", 13, 2)),
        (16, ("three_quarter_howell", 13, 2)),
        (20, ("three_quarter_howell", 13, 2)),
    ],
)
def test_one_winner_as_usual(pairs: int, expected: tuple[str, int, int]) -> None:
    assert first(pairs, 1) == expected


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        (8, ("interwoven", 4, 6)),
        (10, ("mitchell", 5, 5)),
        (12, ("relay_mitchell", 6, 4)),
        (14, ("mitchell", 7, 4)),
        (18, ("mitchell", 9, 3)),
        (20, ("web", 9, 3)),
        (24, ("interwoven", 12, 2)),
        (26, ("mitchell", 13, 2)),
        (28, ("web", 13, 2)),
        (52, ("web", 13, 2)),
    ],
)
def test_two_winners_as_usual(pairs: int, expected: tuple[str, int, int]) -> None:
    assert first(pairs, 2) == expected


def test_eleven_pairs_and_twenty_seven_boards() -> None:
    found = propose(Wishes(11, 27, 27))
    wanted = next(proposal for proposal in found if proposal.order == Order("three_quarter_howell", Fraction(11, 2), 9))
    assert (wanted.rounds, wanted.boards_per_round, wanted.boards, wanted.winners) == (9, 3, 27, 1)
    assert wanted.sitouts == tuple((pair, 1) for pair in range(1, 10))
    assert (wanted.sitout_boards, wanted.met, wanted.fewest_opponents, wanted.most_opponents) == (3, Fraction(45, 55), 8, 9)
    assert (wanted.minutes, wanted.stationary, wanted.same_sets) == (27 * 6 + 8 * 2, (10, 11), False)


@pytest.mark.parametrize("pairs", range(4, 61))
def test_something_sound_for_every_number(pairs: int) -> None:
    found = propose(Wishes(pairs, 24, 28, minutes=180, copies=2))
    for proposal in found:
        facts, violations = check_movement(proposal.movement)
        assert (violations, proposal.movement.entrants) == ((), pairs)
        assert 24 <= proposal.boards <= 28 and proposal.minutes <= 180
        assert 0 <= proposal.balance <= 100
        assert proposal.tables_sharing <= max(2, proposal.boards_per_round)
    keys = [(proposal.order, proposal.boards_per_round) for proposal in found]
    assert len(set(keys)) == len(keys)


def kept(found: tuple[Proposal, ...], winners: int) -> bool:
    return bool(found) and all(proposal.winners == winners for proposal in found)


def test_wishes_are_kept() -> None:
    assert kept(propose(Wishes(16, winners=1)), 1)
    assert kept(propose(Wishes(16, winners=2)), 2)
    assert all(len(proposal.stationary) >= 5 for proposal in propose(Wishes(16, stationary=5)))
    assert all(proposal.tables_sharing == 1 for proposal in propose(Wishes(16, may_share=False)))
    assert {proposal.boards for proposal in propose(Wishes(10, 24, 28, target=24))[:2]} == {24}
    assert propose(Wishes(15, late_pair=True))[0].order.family == "rover"
    assert all(Caution.REMATCHES not in proposal.cautions for proposal in propose(Wishes(12)))


def test_what_cannot_be_kept_is_named_with_the_nearest() -> None:
    with pytest.raises(NothingFits) as refused:
        propose(Wishes(11, 24, 28, minutes=60))
    assert refused.value.facts["broken"] == (Limit.MINUTES,)
    assert refused.value.facts["nearest"].minutes == 24 * 6 + 5 * 2
    with pytest.raises(NothingFits) as refused:
        propose(Wishes(12, stationary=7))
    assert refused.value.facts["broken"] == (Limit.STATIONARY,)


def test_between_two_rounds_of_a_mitchell() -> None:
    movement = make_movement(Order("mitchell", Fraction(5)))
    steps = {step.entrant: step for step in next_places(movement, 1)}
    assert steps[1] == Step(1, None, Place(1, Side.NS, None, 1, (6,)), Place(1, Side.NS, None, 2, (10,)), None)
    assert steps[1].stays
    assert (steps[6].now.table, steps[6].then.table, steps[6].stays) == (1, 2, False)
    assert boards_moves(movement, 2)[0] == BoardsMove(1, 2, (1, (2,)), (3, (5,)), ())
    assert boards_moves(movement, 1)[0].come_from is None
    assert [move.go_to for move in boards_moves(movement, 5)] == [None] * 5


def test_who_sits_out_is_told_when_and_where_to_come_back() -> None:
    movement = make_movement(Order("half_mitchell", Fraction(9, 2)))
    before = {step.entrant: step for step in next_places(movement, 0)}
    assert before[9].then == Place(5, Side.EW, None, 0, ())
    assert before[9].sits_out and before[9].back == (2, Place(1, Side.EW, None, 2, (1,)))
    last = {step.entrant: step for step in next_places(movement, 5)}
    assert last[1].then is None and last[1].back is None and last[1].sits_out


def test_a_bye_stand_is_an_earlier_round() -> None:
    movement = make_movement(Order("relay_mitchell", Fraction(6)))
    moves = {move.table: move for move in boards_moves(movement, 3)}
    assert moves[3].come_from == (1, (4,))  # set 5 lay on the stand in round 2
    assert moves[1].shared_with == (6,)


def test_players_and_teams_are_told_their_own_seats() -> None:
    players = make_movement(Order("whist_tournament", Fraction(1)))
    path = path_of(players, 4)
    assert [place.seat for (place,) in path] == [Seat.N, Seat.N, Seat.N]
    assert all(len(place.opponents) == 2 for (place,) in path)
    teams = make_movement(Order("american_whist", Fraction(5)))
    halves = [(step.entrant, step.half, step.stays) for step in next_places(teams, 1)]
    assert halves[:2] == [(1, Side.NS, True), (1, Side.EW, False)]


def test_a_plain_movement_goes_before_a_strange_one_that_is_hardly_evener() -> None:
    assert propose(Wishes(27, minutes=180))[0].order.family == "half_mitchell"
    assert not {"web", "interwoven"} & {proposal.order.family for proposal in propose(Wishes(17, minutes=180)) if proposal.rounds == 9}


def test_of_movements_that_move_too_many_the_nearest_moves_fewest() -> None:
    with pytest.raises(NothingFits) as refused:
        propose(Wishes(11, minutes=180, stationary=8))
    assert refused.value.facts["broken"] == (Limit.STATIONARY,)
    assert len(refused.value.facts["nearest"].stationary) == 5
