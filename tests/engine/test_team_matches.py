"""Line-ups, plans and scores of team matches against the regulations' own figures."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.match_methods import Margin, match_method
from bridge.engine.scoring.outcome import Award, FixedImps, Ruled, Unscored
from bridge.engine.teams.line_up import (
    LineUp,
    NotOfTheTeam,
    PlayerTwice,
    SeatWithoutPlayer,
    TooFewPlayers,
    TooManyPlayers,
    WrongNumberOfPairs,
    is_open_to_opponents,
    may_change_line_up,
    problems_with_line_up,
    problems_with_team,
)
from bridge.engine.teams.plan import NoStanza, NotThreeTeams, Room, TooFewBoards, plan_match, plan_triangle
from bridge.engine.teams.score import BoardTwice, Forfeit, MatchBoard, SharesOutOfRange, forfeited, match_result, running_score

CONTINUOUS = match_method("vp_continuous")


def kinds(problems: object) -> list[type]:
    return [type(problem.error) for problem in problems]  # type: ignore[attr-defined]


def test_teams_of_four_to_eight() -> None:
    assert kinds(problems_with_team(("A", "B", "C"))) == [TooFewPlayers]
    assert problems_with_team(("A", "B", "C", "D")) == () == problems_with_team(tuple("ABCDEFGH"))
    assert kinds(problems_with_team(tuple("ABCDEFGHI"))) == [TooManyPlayers]
    assert kinds(problems_with_team(tuple("ABCDA"))) == [PlayerTwice]


def test_line_ups() -> None:
    team = tuple("ABCDEF")
    assert problems_with_line_up(LineUp((("A", "B"), ("E", "F"))), team) == ()
    assert kinds(problems_with_line_up(LineUp((("A", "B"), ("B", "Z"))), team)) == [PlayerTwice, NotOfTheTeam]
    assert kinds(problems_with_line_up(LineUp((("A", "B"), ("C",))), team)) == [SeatWithoutPlayer]
    assert kinds(problems_with_line_up(LineUp((("A", "B"),)), team)) == [WrongNumberOfPairs]
    assert problems_with_line_up(LineUp(tuple((one, one + "'") for one in "ABCD")), tuple(p for one in "ABCD" for p in (one, one + "'")), pairs=4) == ()


def test_line_ups_are_hidden_until_both_are_in_or_the_time_is_up() -> None:
    due = datetime(2026, 11, 30, 19, tzinfo=UTC)
    before, after = due - timedelta(minutes=1), due
    own, theirs = LineUp((("A", "B"), ("C", "D"))), LineUp((("E", "F"), ("G", "H")))
    assert [is_open_to_opponents(own, other, due, now) for other in (None, theirs) for now in (before, after)] == [False, True, True, True]
    assert not is_open_to_opponents(None, theirs, due, after)
    assert may_change_line_up(own, None, due, before) and not may_change_line_up(own, theirs, due, before)
    assert may_change_line_up(None, theirs, due, after)


@pytest.mark.parametrize("boards, stanzas, copies", [(16, 2, 1), (12, 1, 1), (8, 2, 1), (7, 2, 1), (33, 4, 1), (16, 2, 2), (1, 1, 1)])
def test_both_rooms_play_every_board_once(boards: int, stanzas: int, copies: int) -> None:
    plan = plan_match(5, boards, stanzas, copies)
    for room in Room:
        played = [board for table in plan if table.room is room for board in table.boards]
        assert sorted(played) == list(range(5, 5 + boards))
    for stanza in range(1, stanzas + 1):
        open_room, closed_room = (table for table in plan if table.stanza == stanza)
        assert (open_room.home_ns, closed_room.home_ns) == (True, False)
        assert {open_room.away_pair, closed_room.away_pair} == {1, 2} == {open_room.home_pair, closed_room.home_pair}
        if copies == 1 and len(open_room.boards) % 2 == 0:  # one set of boards: never the same board at both tables
            assert all(one != other for one, other in zip(open_room.boards, closed_room.boards, strict=True))
    if stanzas > 1:
        assert {(table.home_pair, table.away_pair) for table in plan} == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_sixteen_boards_in_two_halves() -> None:
    first, second, third, fourth = plan_match(1, 16, 2)
    assert first.boards == tuple(range(1, 9)) and second.boards == (5, 6, 7, 8, 1, 2, 3, 4)
    assert third.boards == tuple(range(9, 17)) and (third.home_pair, third.away_pair, fourth.home_pair, fourth.away_pair) == (1, 2, 2, 1)
    with pytest.raises(NoStanza):
        plan_match(1, 16, 0)
    with pytest.raises(TooFewBoards):
        plan_match(1, 1, 2)


def test_triangle() -> None:
    plan = plan_triangle(("A", "B", "C"))
    for half in (1, 2):
        seats = [team for table in plan if table.half == half for team in (table.ns, table.ew)]
        assert Counter(seats) == {"A": 2, "B": 2, "C": 2}
    meetings = {(table.ns, table.ew): table.set for table in plan}
    assert len(meetings) == 6 and all(meetings[ns, ew] == meetings[ew, ns] for ns, ew in meetings)
    assert Counter(meetings.values()) == {1: 2, 2: 2, 3: 2}
    with pytest.raises(NotThreeTeams):
        plan_triangle(("A", "A", "B"))


def test_running_score() -> None:
    boards = (MatchBoard(1, 420, 450), MatchBoard(2, -100, Unscored.NOT_YET), MatchBoard(3, 620, -100))
    lines = running_score(boards, CONTINUOUS)
    assert [(line.number, line.margin and line.margin.home, line.total.home) for line in lines] == [(1, -1, -1), (2, None, -1), (3, 12, 11)]
    with pytest.raises(BoardTwice):
        running_score((boards[0], boards[0]), CONTINUOUS)


def test_a_board_played_the_wrong_way_round_is_scored_as_played() -> None:
    # Home sat North-South in both rooms: 420 in the open room, 50 down in the closed, together 370.
    turned = MatchBoard(1, 420, -50, turned=(False, True))
    (line,) = running_score((turned,), CONTINUOUS)
    assert line.margin == Margin(Fraction(imp(370)), Fraction(-imp(370)))
    ruled = Ruled(Award.PLUS, FixedImps(Fraction(-3)))
    (line,) = running_score((MatchBoard(1, 420, ruled, turned=(False, True)),), CONTINUOUS)
    assert line.margin == Margin(Fraction(3), Fraction(-3))


def test_a_match_of_sixteen_boards_by_the_printed_scale() -> None:
    boards = tuple(MatchBoard(number, 0, 0) for number in range(1, 15)) + (MatchBoard(15, 620, -100), MatchBoard(16, 110, 30))
    result = match_result(boards, CONTINUOUS, penalties=(Fraction(1, 2), Fraction(0)))
    assert (result.margin.home, result.boards) == (imp(720) + imp(80), 16) == (14, 16)
    assert result.earned == (Fraction(1375, 100), Fraction(625, 100)) and result.points == (Fraction(1325, 100), Fraction(625, 100))
    assert match_result(boards, match_method("board_a_match")).earned == (18, 14)
    assert match_result(boards, match_method("total_points")).earned == (800, -800)


def test_forfeits() -> None:
    assert forfeited(Forfeit.AWAY, Fraction(20)) == (12, 0) and forfeited(Forfeit.HOME, Fraction(20)) == (0, 12)
    assert forfeited(Forfeit.BOTH, Fraction(20), to_guilty=Fraction(2, 5)) == (8, 8)
    with pytest.raises(SharesOutOfRange):
        forfeited(Forfeit.HOME, Fraction(20), to_innocent=Fraction(6, 5))
