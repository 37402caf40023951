"""Tables that are certain whatever the missing results will be: released early, kept, and the draw completed round them, once."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from bridge.actions.draws import NoDraft, close_round, discard_draft, enter_late, release_draft, start_swiss, swap_in_draft, withdraw_entry
from bridge.actions.early import AlreadyDrawn, NothingCertain, NothingMissing, OnlyTeamsEarly, release_certain
from bridge.actions.players import make_guest
from bridge.actions.results import correct_result, undo_act
from bridge.actions.teams import sign_up_team
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.scoring.match_methods import match_method
from bridge.engine.seats import Seat
from bridge.engine.swiss.draw import Why
from bridge.engine.swiss.field import Settings
from bridge.engine.swiss.pair import pair
from bridge.engine.swiss.swap import AlreadyReleased
from bridge.engine.teams.outcomes import outcomes_of_match
from bridge.mapping.swiss import SwissPlan, draw_of
from bridge.models import Draw, Match, NotUndoable, Place, Player, Seating, Session
from tests.jobs.test_swiss_teams import teams_evening
from tests.swiss_worlds import draft_of, release, round_of, swiss_evening
from tests.worlds import actor, agree, entries_of, fresh_key, member, seen, settle

pytestmark = pytest.mark.django_db


def waiting_for_one(teams: int = 8, late: int = 1, boards: int = 2) -> Session:
    """A Swiss of teams in its second round, over but for its last matches; in all others the home team wins everything."""
    session = teams_evening(teams)
    plan = SwissPlan(4, boards, settings=Settings(rounds=None))
    start_swiss(session, entries_of(session), plan, by=actor(), key=fresh_key())
    session.refresh_from_db()
    settle()
    for number in (1, 2):
        release(session, number)
        matches = list(Match.objects.live().filter(round__number=number).order_by("number"))
        for match in matches if number == 1 else matches[: len(matches) - late]:
            finish(match, 13)
        if number == 1:
            close_round(round_of(session, 1), by=actor(), key=fresh_key())
        settle()
    return session


def finish(match: Match, tricks: int) -> None:
    """Both rooms of a match: so many tricks in three notrumps in the open room, none over in the closed."""
    for seating in Seating.objects.live().filter(match=match).select_related("section__session", "round"):
        for board in range(seating.first_board, seating.last_board + 1):
            agree(seating, board, Report(Contract(3, Strain.N), Seat.N, tricks if seating.room == "open" else 6))


def couples(session: Session, number: int) -> set[frozenset[int]]:
    return {frozenset(couple) for couple in draw_of(draft_of(session, number))[1].couples}


def early(session: Session) -> int:
    return release_certain(round_of(session, 3), by=actor(), key=fresh_key(), seen=seen(session))


def late_match(session: Session) -> Match:
    return Match.objects.live().filter(round__number=2).order_by("-number")[0]


@pytest.mark.parametrize("tricks", [3, 13])
def test_what_is_released_early_is_in_the_draw_whatever_comes(tricks: int) -> None:
    session = waiting_for_one()
    count = early(session)
    begun = draft_of(session, 3)
    told = couples(session, 3)
    assert count == len(told) > 0 and not begun.released
    assert all(match.reasons[0].why is Why.CERTAIN for match in draw_of(begun)[1].matches)
    busy = set(Seating.objects.live().filter(match=late_match(session)).values_list("table", flat=True))
    assert Place.objects.live().filter(round__number=3).count() == 4 * count  # each team has two pairs
    assert not busy & set(Seating.objects.live().filter(round__number=3).values_list("table", flat=True))
    finish(late_match(session), tricks)
    close_round(round_of(session, 2), by=actor(), key=fresh_key())
    settle()
    field, drawn = draw_of(draft_of(session, 3))
    assert told < {frozenset(couple) for couple in drawn.couples} and len(drawn.couples) == 4
    whole = pair(replace(field, released=()), random.Random(begun.seed))  # drawn late, and in one piece, it would be the same
    assert {frozenset(couple) for couple in whole.couples} == couples(session, 3)
    release_draft(round_of(session, 3), by=actor(), key=fresh_key(), seen=seen(session))
    assert Draw.objects.live().filter(round__number=3).count() == 1
    assert sorted(Match.objects.live().filter(round__number=3).values_list("boards", flat=True)) == [2] * 4
    assert Place.objects.live().filter(round__number=3).count() == 16


@pytest.mark.parametrize("tricks", [(3, 13, 8), (13, 3, 3)])
def test_three_missing_matches_still_leave_tables_that_are_certain(tricks: tuple[int, int, int]) -> None:
    session = waiting_for_one(teams=16, late=3)
    count = early(session)
    told = couples(session, 3)
    assert count == len(told) > 0
    late = Match.objects.live().filter(round__number=2).order_by("-number")[:3]
    for match, won in zip(list(late), tricks, strict=True):
        finish(match, won)
    close_round(round_of(session, 2), by=actor(), key=fresh_key())
    settle()
    field, drawn = draw_of(draft_of(session, 3))
    assert told < {frozenset(couple) for couple in drawn.couples} and len(drawn.couples) == 8
    whole = pair(replace(field, released=()), random.Random(draft_of(session, 3).seed))
    assert {frozenset(couple) for couple in whole.couples} == couples(session, 3)


def test_a_second_wish_releases_only_what_has_become_certain() -> None:
    session = waiting_for_one(late=2)
    first = early(session)
    before = set(Seating.objects.live().filter(round__number=3).values_list("pk", flat=True))
    with pytest.raises(NothingCertain):
        early(session)
    finish(Match.objects.live().filter(round__number=2).order_by("-number")[1], 10)
    try:
        second = early(session)
    except NothingCertain:
        second = 0
    assert before <= set(Seating.objects.live().filter(round__number=3).values_list("pk", flat=True))
    assert Match.objects.live().filter(round__number=3).count() == first + second


def test_what_was_released_early_stays_when_all_is_thrown_away_or_somebody_leaves() -> None:
    session = waiting_for_one()
    early(session)
    told = couples(session, 3)
    seated = set(Seating.objects.live().filter(round__number=3).values_list("pk", flat=True))
    with pytest.raises(NoDraft):
        release_draft(round_of(session, 3), by=actor(), key=fresh_key(), seen=seen(session))
    finish(late_match(session), 8)
    close_round(round_of(session, 2), by=actor(), key=fresh_key())
    settle()
    corrected = Seating.objects.live().get(match__number=1, room="open")
    correct_result(corrected, 1, Report(Contract(3, Strain.N), Seat.N, 13), reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    one = min(min(couple) for couple in told)
    other = next(who for couple in couples(session, 3) - told for who in couple)
    with pytest.raises(AlreadyReleased):
        swap_in_draft(round_of(session, 3), one, other, by=actor(), key=fresh_key(), seen=seen(session))
    discard_draft(round_of(session, 3), by=actor(), key=fresh_key())
    settle()
    assert told <= couples(session, 3)
    assert withdraw_entry(session, entries_of(session)[one - 1], by=actor(), key=fresh_key()) == 4  # it has its match in round 3
    assert withdraw_entry(session, entries_of(session)[other - 1], by=actor(), key=fresh_key()) == 3
    settle()
    assert told <= couples(session, 3)
    field, drawn = draw_of(draft_of(session, 3))
    assert drawn.sit_out is not None and other not in {who for couple in drawn.couples for who in couple}
    late = sign_up_team(session, "Late", [*(member(session.club, number) for number in (33, 34)), *two_more(session)], by=actor(), key=fresh_key())
    enter_late(session, late, Fraction(10), by=actor(), key=fresh_key())
    settle()
    assert told <= couples(session, 3) and len(couples(session, 3)) == 4
    assert seated == set(Seating.objects.live().filter(round__number=3).values_list("pk", flat=True))


def two_more(session: Session) -> list[Player]:
    return [make_guest(session.club, name, by=actor(), key=fresh_key()) for name in ("Third Late", "Fourth Late")]


def test_asked_twice_under_one_key_it_is_one_release_and_is_taken_back_as_one_act() -> None:
    session = waiting_for_one()
    key = fresh_key()
    counts = [release_certain(round_of(session, 3), by=actor(), key=key, seen=seen(session)) for _ in range(2)]
    assert counts == [Match.objects.live().filter(round__number=3).count()] * 2
    assert Draw.objects.filter(round__number=3).count() == 1
    undo_act(draft_of(session, 3).since, by=actor(), key=fresh_key())
    assert not Draw.objects.live().filter(round__number=3).exists()
    assert not Match.objects.live().filter(round__number=3).exists() and not Place.objects.live().filter(round__number=3).exists()
    early(session)
    finish(Match.objects.live().filter(round__number=3)[0], 9)
    with pytest.raises(NotUndoable):  # a table that was told has played
        undo_act(draft_of(session, 3).since, by=actor(), key=fresh_key())


def test_refusals() -> None:
    session = waiting_for_one(late=0)
    with pytest.raises(NothingMissing):
        early(session)
    close_round(round_of(session, 2), by=actor(), key=fresh_key())
    settle()
    with pytest.raises(AlreadyDrawn):
        early(session)
    pairs = swiss_evening(4, SwissPlan(3, 1))
    release(pairs, 1)
    with pytest.raises(OnlyTeamsEarly):
        early(pairs)


def test_nothing_is_certain_where_all_are_level() -> None:
    session = waiting_for_one(late=4)
    with pytest.raises(NothingCertain):
        early(session)


@pytest.mark.parametrize(("code", "boards", "ends"), [
    ("vp_continuous", 8, (20, 0)), ("vp_discrete", 16, (20, 0)),
    ("board_a_match", 7, (14, 0)), ("vp_acbl_30", 7, (30, 0)),
])
def test_a_missing_match_can_bring_everything_on_its_scale(code: str, boards: int, ends: tuple[int, int]) -> None:
    outcomes = outcomes_of_match(boards, match_method(code))
    assert len(set(outcomes)) == len(outcomes) and set(outcomes) == {(away, home) for home, away in outcomes}
    assert all(home + away == sum(ends) for home, away in outcomes)
    assert max(outcomes) == ends and min(outcomes) == ends[::-1]
    halves = outcomes_of_match(boards, match_method(code), is_half=True)
    assert halves == (tuple((home / 2, away / 2) for home, away in outcomes) if code.startswith("vp_") else outcomes)


def test_a_match_by_total_points_has_no_end() -> None:
    assert outcomes_of_match(4, match_method("total_points")) == ()
