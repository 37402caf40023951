"""Teams of eight in the engine: four tables a match, every pair meets all four of the others, each board counts as two."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.match_methods import match_method
from bridge.engine.scoring.outcome import Unscored
from bridge.engine.scoring.victory_points import continuous_vp
from bridge.engine.teams.plan import Room, parts_of, plan_match
from bridge.engine.teams.score import BoardTwice, MatchBoard, match_result, running_score

IMPS, VP = match_method("total_imps"), match_method("vp_continuous")


@pytest.mark.parametrize(("boards", "stanzas"), [(24, 4), (24, 1), (16, 2), (9, 4), (5, 1), (2, 1), (33, 3)])
def test_four_tables_play_every_board_once(boards: int, stanzas: int) -> None:
    plan = plan_match(3, boards, stanzas, couples=2)
    for couple in (1, 2):
        for room in Room:
            played = [board for table in plan if (table.couple, table.room) == (couple, room) for board in table.boards]
            assert sorted(played) == list(range(3, 3 + boards))
    for stanza in range(1, stanzas + 1):
        tables = [table for table in plan if table.stanza == stanza]
        assert [table.home_pair for table in tables] == [1, 2, 3, 4] and sorted(table.away_pair for table in tables) == [1, 2, 3, 4]
        assert [table.home_ns for table in tables] == [True, False, True, False]
        if len(tables[0].boards) % 4 == 0:  # one set of boards does for all four tables
            for at_once in zip(*(table.boards for table in tables), strict=True):
                assert len(set(at_once)) == 4
    met = Counter((table.home_pair, table.away_pair) for table in plan)
    assert max(met.values()) == max(1, -(-stanzas // 4))
    if stanzas == 4:
        assert len(met) == 16


def test_the_boards_lie_in_as_many_parts_as_there_are_tables() -> None:
    assert parts_of((1, 2, 3, 4, 5, 6), 4) == ((1, 2), (3, 4), (5,), (6,))
    assert parts_of((1, 2, 3), 2) == ((1, 2), (3,)) and parts_of((7,), 4) == ((7,), (), (), ())


def test_a_match_is_the_sum_of_its_two_couples_of_tables_on_the_scale_of_twice_the_boards() -> None:
    rng = random.Random(8)
    boards, margin = [], 0
    for couple in (1, 2):
        for number in range(1, 13):
            opened, closed = rng.choice([-620, -50, 110, 420, 630]), rng.choice([-600, -100, 140, 450])
            boards.append(MatchBoard(number, opened, closed, couple=couple))
            margin += imp(opened - closed)
    result = match_result(boards, VP)
    assert (result.margin.home, result.boards) == (margin, 24)
    assert result.points == (Fraction(continuous_vp(24, margin), 100), Fraction(continuous_vp(24, -margin), 100))
    assert running_score(boards, IMPS)[-1].total.home == margin
    with pytest.raises(BoardTwice):
        match_result([*boards, MatchBoard(1, 0, 0, couple=2)], VP)
    assert match_result([*boards, MatchBoard(13, Unscored.NOT_YET, 50)], IMPS).margin.home == margin
