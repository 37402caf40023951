"""Team matches, carried scores, master points by place, ratings: worked examples and what holds always."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.masterpoints.award import acbl_club_awards, ebu_award_places, platform_awards, shared_award
from bridge.engine.rating.elo import expected_share, moved
from bridge.engine.rating.weekly import AtTheTable, NoBoardsThisWeek, Rating, board_rating_imps, board_rating_percent, updated, week_rating
from bridge.engine.scoring.carry import NothingToCarry, carried_share, carry_forward, combined, mean_score
from bridge.engine.scoring.handicap import handicap_by_average, handicap_by_grades
from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.match_methods import MATCH_METHODS, Margin, Rooms, board_margin, match_margin, match_method, match_points
from bridge.engine.scoring.matches import (
    BothRooms,
    Hybrid,
    NoBoards,
    board_a_match,
    hybrid,
    imp_quotient,
    knockout_imps,
    match_imps,
    patton,
    total_points,
    weighted_imps,
    whole_imps,
)
from bridge.engine.scoring.outcome import Assigned, Award, Component, Ruled, Unscored, Weighted
from bridge.engine.scoring.registry import NoSuchMethod
from bridge.engine.scoring.victory_points import Band, NoSuchScale, Scale
from tests.engine.fields import OUTCOMES, POINTS

MATCHES = st.lists(st.builds(BothRooms, POINTS, POINTS), min_size=1, max_size=8)


@given(MATCHES)
def test_a_match_seen_from_the_other_team(boards: list[BothRooms]) -> None:
    other = [BothRooms(board.closed_ns, board.open_ns) for board in boards]
    mine, theirs = match_imps(boards), match_imps(other)
    assert (mine.home, mine.away, mine.margin) == (theirs.away, theirs.home, -theirs.margin)
    assert mine.margin == sum(imp(board.open_ns - board.closed_ns) for board in boards) == mine.home - mine.away
    assert board_a_match(boards) + board_a_match(other) == 2 * len(boards)
    assert total_points(boards) == -total_points(other)
    assert patton(boards) == patton(other)[::-1] and sum(patton(boards)) == 3 * len(boards)
    scale = Hybrid(Fraction(3, 2), ((0, Fraction(6), Fraction(6)), (5, Fraction(8), Fraction(4)), (20, Fraction(12), Fraction(0))))
    assert hybrid(boards, scale) == hybrid(other, scale)[::-1] and sum(hybrid(boards, scale)) == Fraction(3, 2) * len(boards) + 12


def test_patton_by_saldo() -> None:
    tie = BothRooms(420, 420)
    assert patton([tie] * 4) == (6, 6)
    assert patton([BothRooms(420, 400), tie, tie, tie]) == (Fraction(7), Fraction(5))  # saldo 420 + 3 * 420 to 400 + 1260: within a tenth
    assert patton([BothRooms(430, 420), tie, tie, tie]) == (6, 6)  # ten points are a tie
    assert patton([BothRooms(420, -50)] * 4) == (12, 0)
    assert patton([BothRooms(500, 400), BothRooms(500, 400), BothRooms(500, 400), BothRooms(400, 450)]) == (6 + 3, 2 + 1)  # 1900 to 1650: 0.13
    assert patton([BothRooms(0, 0)]) == (Fraction(3, 2), Fraction(3, 2))
    with pytest.raises(NoBoards):
        patton([])


def test_rulings_at_teams() -> None:
    mixed = Weighted((Component(620, Fraction(60, 100)), Component(-100, Fraction(40, 100))))
    assert weighted_imps(mixed, 420) == Fraction(-7, 5) and whole_imps(Fraction(-7, 5)) == -1
    assert [whole_imps(Fraction(halves, 2)) for halves in (5, -5, 1, -1)] == [3, -3, 1, -1]
    assert weighted_imps(620, 600) == 1
    assert knockout_imps(7, 2) == Fraction(9, 2)
    assert imp_quotient(30, 20) == Fraction(3, 2) and imp_quotient(5, 0) is None


def test_carrying_forward() -> None:
    assert carry_forward(520, 26, 936, 26, 624) == Fraction(520, 3)
    assert carried_share(41, Fraction(1, 3)) == Fraction(41, 3)
    assert combined([Fraction(60), Fraction(50)]) == 110 and combined([Fraction(60), Fraction(50)], [Fraction(2), Fraction(1)]) == 170
    assert mean_score([Fraction(60), Fraction(50)], [Fraction(26), Fraction(13)]) == Fraction(170, 3)
    for nothing in (lambda: carry_forward(1, 2, 0, 4, 5), lambda: carry_forward(1, 2, 3, 0, 5), lambda: mean_score([])):
        with pytest.raises(NothingToCarry):
            nothing()


@pytest.mark.parametrize(
    ("pairs", "awards"),
    [(1, (3,)), (3, (3,)), (5, (3, 2)), (8, (3, 2, 2, 2)), (19, (3, 2, 2, 2) + (1,) * 5), (20, (3, 2, 2, 2) + (1,) * 6), (200, (3, 2, 2, 2) + (1,) * 6)],
)
def test_awards_of_the_platform(pairs: int, awards: tuple[int, ...]) -> None:
    assert platform_awards(pairs) == awards


def test_club_awards() -> None:
    assert acbl_club_awards(12) == tuple(Fraction(award) for award in ("1.20", "0.84", "0.60", "0.42", "0.24"))
    assert acbl_club_awards(13) == tuple(Fraction(award) for award in ("1.30", "0.91", "0.65", "0.46", "0.26"))
    assert acbl_club_awards(40)[:2] == (Fraction("1.5"), Fraction("1.05")) and len(acbl_club_awards(40)) == 16
    columns = ((19, "1/3"), (13, "1/2"), (25, "1/4"), (8, "1/3"))
    assert [ebu_award_places(tables, Fraction(part), one_winner=True) for tables, part in columns] == [13, 13, 13, 6]
    assert ebu_award_places(8, Fraction(1, 3), one_winner=False) == 3
    assert platform_awards(0) == acbl_club_awards(0) == () and ebu_award_places(0, Fraction(1, 3), one_winner=True) == 0  # nobody finished


@given(st.integers(1, 12), st.integers(1, 8))
def test_shared_awards_give_out_the_same_sum(first: int, tied: int) -> None:
    awards = platform_awards(30)
    assert shared_award(awards, first, tied) * tied == sum(award for place, award in enumerate(awards, start=1) if first <= place < first + tied)


def test_weekly_rating() -> None:
    table = AtTheTable(Fraction(58), Fraction(50), (Fraction(47), Fraction(55)))
    boards = [board_rating_imps(table, 1), board_rating_imps(table, -2)]
    assert boards == [Fraction(1537, 25), Fraction("42.04")] and week_rating(boards) == Fraction("51.76")
    assert board_rating_percent(table, Fraction(50)) == 55
    assert updated(Rating(Fraction(56), Fraction(100)), Fraction(50), 52) == Rating(Fraction(1348, 25), Fraction(150))
    assert updated(Rating(), Fraction(62), 24) == Rating(Fraction(62), Fraction(24))
    assert updated(Rating(Fraction(55), Fraction(100)), Fraction(0), 0) == Rating(Fraction(55), Fraction(98))
    assert updated(Rating(), Fraction(0), 0) == Rating()
    with pytest.raises(NoBoardsThisWeek):
        week_rating([])


@given(st.integers(30, 70), st.integers(30, 70), st.integers(-10, 10))
def test_partners_move_alike(one: int, other: int, imps: int) -> None:
    opponents = (Fraction(50), Fraction(50))
    mine = board_rating_imps(AtTheTable(Fraction(one), Fraction(other), opponents), imps) - one
    theirs = board_rating_imps(AtTheTable(Fraction(other), Fraction(one), opponents), imps) - other
    assert mine == theirs


def test_elo() -> None:
    assert expected_share(Fraction(1500), Fraction(1500)) == Fraction(1, 2)
    assert expected_share(Fraction(1900), Fraction(1500)) == Fraction("0.909090909091")
    assert moved(Fraction(1500), 0, Fraction(3, 5), Fraction(1, 2), 24) == Fraction("1503.2")
    assert moved(Fraction(1500), 300, Fraction(3, 5), Fraction(1, 2), 12) == Fraction("1500.8")


def test_matches_with_rulings() -> None:
    vps = match_method("vp_continuous")
    plain = [Rooms(420, 170), Rooms(-100, -620), Rooms(110, 110), Rooms(90, -50), Rooms(-200, 140), Rooms(650, 620), Rooms(400, -50), Rooms(-80, -110)]
    assert match_margin(plain, vps) == (Margin(Fraction(25), Fraction(-25)), 8)
    assert match_points(plain, vps) == (Fraction("17.5"), Fraction("2.5"))
    assert match_points(plain, match_method("vp_discrete")) == (17, 3)
    assert match_points(plain, match_method("board_a_match")) == (13, 3)
    assert match_points(plain, match_method("total_points")) == (1080, -1080)
    assert match_points(plain, match_method("total_imps")) == (25, -25)
    assert match_points(plain, match_method("vp_acbl_20")) == (19, 1)
    assert match_points(plain, match_method("vp_own"), Scale((Band(0, 1500, 1500), Band(20, 2000, 1200)))) == (20, 12)
    awarded = Rooms(Ruled(Award.PLUS, Award.PLUS), 420)
    assert board_margin(awarded, vps) == Margin(Fraction(3), Fraction(3))
    assert board_margin(awarded, match_method("board_a_match")) == Margin(Fraction(1, 5), Fraction(1, 5))
    assert board_margin(awarded, match_method("total_points")) is None
    assert board_margin(Rooms(420, Unscored.NOT_YET), vps) is None
    mixed = Weighted((Component(620, Fraction(60, 100)), Component(-100, Fraction(40, 100))))
    assert board_margin(Rooms(Ruled(mixed, mixed), 420), vps) == Margin(Fraction(-7, 5), Fraction(7, 5))
    assert board_margin(Rooms(420, Ruled(mixed, mixed)), vps) == Margin(Fraction(7, 5), Fraction(-7, 5))
    assert match_points([Rooms(Ruled(mixed, mixed), 420)], match_method("total_imps")) == (-1, 1)  # to whole IMPs, as for victory points
    split = Rooms(Ruled(Assigned(620), Assigned(650)), 600)  # home is given 620 there, the other team -650
    assert board_margin(split, vps) == Margin(Fraction(1), Fraction(-2))
    with pytest.raises(NoSuchMethod):
        match_method("chess")
    with pytest.raises(NoSuchScale):
        match_points(plain, match_method("vp_own"))


@given(st.lists(st.builds(Rooms, OUTCOMES, OUTCOMES), max_size=6), st.sampled_from(sorted(MATCH_METHODS)))
def test_any_match_is_mirrored(boards: list[Rooms], code: str) -> None:
    method = match_method(code)
    other = [Rooms(rooms.closed, rooms.open) for rooms in boards]
    (mine, counted), (theirs, too) = match_margin(boards, method), match_margin(other, method)
    assert (mine.home, mine.away, counted) == (theirs.away, theirs.home, too)


def test_handicaps() -> None:
    assert handicap_by_grades([Fraction("52.35"), Fraction("53.85")]) == Fraction("-3.1")
    assert handicap_by_average([Fraction(46), Fraction(50)], Fraction(3, 4)) == Fraction(3, 2) and handicap_by_average([]) == 0
