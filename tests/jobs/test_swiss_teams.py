"""Team matches: seats in two rooms, line-ups, scores against the engine's scale, Swiss teams of an odd number with a triangle."""

import random
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from bridge.actions.draws import close_round, start_swiss
from bridge.actions.results import correct_result
from bridge.actions.sessions import make_session
from bridge.actions.teams import (
    InAnotherTeam,
    LineUpClosed,
    MatchNotComplete,
    TooFewTeams,
    accept_match,
    forfeit_match,
    hand_in_line_up,
    sign_up_team,
    start_matches,
)
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.victory_points import continuous_vp
from bridge.engine.seats import Seat
from bridge.engine.swiss.field import Odd, Settings
from bridge.engine.teams.line_up import PlayerTwice, TooFewPlayers
from bridge.engine.teams.score import Forfeit
from bridge.mapping.swiss import SwissPlan
from bridge.models import Acceptance, Entry, EventForm, Match, Place, Result, Seating, Session, Standing
from tests.swiss_worlds import play_round, release, round_of
from tests.worlds import actor, agree, club_with_members, entries_of, fresh_key, member, seen, settle

pytestmark = pytest.mark.django_db


def teams_evening(teams: int) -> Session:
    club = club_with_members(4 * teams + 2)
    session = make_session(club, datetime(2026, 11, 24, 18, 0, tzinfo=UTC), name="Teams", form=EventForm.TEAMS, by=actor(), key=fresh_key())
    for number in range(teams):
        players = [member(club, 4 * number + each) for each in range(1, 5)]
        sign_up_team(session, f"Team {number + 1}", players, by=actor(), key=fresh_key())
    return session


def points(seating: Seating) -> dict[int, int]:
    return dict(Result.objects.live().filter(seating=seating).values_list("board__number", "ns_points"))


def margin_of(match: Match) -> int:
    """IMPs to the home team, from the rows alone."""
    rooms: dict[str, dict[int, int]] = {"open": {}, "closed": {}}
    for seating in Seating.objects.live().filter(match=match):
        rooms[seating.room] |= points(seating)
    return sum(imp(rooms["open"][number] - rooms["closed"][number]) for number in range(match.first_board, match.first_board + match.boards))


def standing(session: Session, entry: int) -> Fraction:
    exact = Standing.objects.get(ranking__session=session, publication__isnull=True, entry=entry).exact
    assert exact is not None
    return exact


def test_a_team_is_four_to_eight_players_of_no_other_team() -> None:
    session = teams_evening(2)
    club = session.club
    with pytest.raises(TooFewPlayers):
        sign_up_team(session, "Three", [member(club, 9), member(club, 10)], by=actor(), key=fresh_key())
    with pytest.raises(InAnotherTeam):
        sign_up_team(session, "Thieves", [member(club, 9), member(club, 10), member(club, 1), member(club, 2)], by=actor(), key=fresh_key())


def test_one_match_in_two_rooms_and_two_parts() -> None:
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=16, parts=2, round_minutes=60, by=actor(), key=fresh_key())
    match = Match.objects.live().get()
    rows = Seating.objects.live().filter(match=match).order_by("round__number", "table")
    assert [(row.room, row.first_board, row.last_board) for row in rows] == [("open", 1, 8), ("closed", 1, 8), ("open", 9, 16), ("closed", 9, 16)]
    sides = {(row.round.number, row.room): dict(Place.objects.live().filter(seating=row).values_list("side", "entry")) for row in rows.select_related("round")}
    assert sides[1, "open"] == sides[2, "open"] == {"NS": match.home_id, "EW": match.away_id}
    assert sides[1, "closed"] == {"NS": match.away_id, "EW": match.home_id}
    rng = random.Random(7)
    play_round(session, 1, rng)
    settle()
    with pytest.raises(MatchNotComplete) as refusal:
        accept_match(match, [match.home_id], by=actor(), key=fresh_key())
    assert refusal.value.facts["boards"] == list(range(9, 17))
    play_round(session, 2, rng)
    settle()
    expected = Fraction(continuous_vp(16, margin_of(match)), 100)
    assert standing(session, match.home_id) == expected
    assert standing(session, match.away_id) == Fraction(continuous_vp(16, -margin_of(match)), 100)
    accept_match(match, [match.home_id, match.away_id], by=actor(), key=fresh_key())
    assert Acceptance.objects.live().count() == 2


def test_a_round_robin_of_five_meets_everybody_once() -> None:
    session = teams_evening(5)
    start_matches(session, entries_of(session), boards=2, round_minutes=20, by=actor(), key=fresh_key())
    met = [frozenset(couple) for couple in Match.objects.live().values_list("home", "away")]
    assert len(met) == len(set(met)) == 10
    assert Place.objects.live().filter(seating__isnull=True).count() == 5


def test_a_correction_changes_the_match_and_a_forfeit_takes_its_place() -> None:
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=2, round_minutes=20, by=actor(), key=fresh_key())
    play_round(session, 1, random.Random(8))
    seating = Seating.objects.live().get(room="open")
    correct_result(seating, 1, Report(Contract(6, Strain.N), Seat.N, 12), reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    match = Match.objects.live().get()
    assert standing(session, match.home_id) == Fraction(continuous_vp(2, margin_of(match)), 100)
    forfeit_match(match, Forfeit.AWAY, reason="did not come", by=actor(), key=fresh_key())
    settle()
    assert (standing(session, match.home_id), standing(session, match.away_id)) == (12, 0)


def test_line_ups_are_hidden_until_both_are_in() -> None:
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=2, round_minutes=20, by=actor(), key=fresh_key())
    match = Match.objects.select_related("round__section__session__journal").get()
    home, away = match.home, match.away
    assert match.round.opens is not None
    early, late = match.round.opens + timedelta(minutes=1), match.round.opens + timedelta(minutes=6)
    own = [member(session.club, number) for number in (3, 4, 1, 2)]
    hand_in_line_up(match, home, (own[:2], own[2:]), now=early, by=actor(), key=fresh_key())
    hand_in_line_up(match, home, (own[2:], own[:2]), now=early, by=actor(), key=fresh_key())
    with pytest.raises(PlayerTwice):
        twice = ([member(session.club, 5)] * 2, [member(session.club, 6), member(session.club, 7)])
        hand_in_line_up(match, away, twice, now=early, by=actor(), key=fresh_key())
    with pytest.raises(LineUpClosed):
        hand_in_line_up(match, home, (own[:2], own[2:]), now=late, by=actor(), key=fresh_key())
    theirs = [member(session.club, number) for number in (5, 6, 7, 8)]
    hand_in_line_up(match, away, (theirs[:2], theirs[2:]), now=late, by=actor(), key=fresh_key())


def test_one_team_plays_nobody() -> None:
    session = teams_evening(1)
    with pytest.raises(TooFewTeams):
        start_matches(session, entries_of(session), boards=2, round_minutes=20, by=actor(), key=fresh_key())


def test_swiss_teams_of_nine_with_a_triangle_each_round() -> None:
    session = teams_evening(9)
    plan = SwissPlan(2, 4, settings=Settings(odd=Odd.THREE_WAY, rounds=2))
    start_swiss(session, entries_of(session), plan, by=actor(), key=fresh_key())
    session.refresh_from_db()
    settle()
    rng = random.Random(9)
    expected: dict[int, Fraction] = {}
    for number in (1, 2):
        release(session, number)
        matches = list(Match.objects.live().filter(round=round_of(session, number)))
        assert sorted(match.is_half for match in matches) == [False] * 3 + [True] * 3
        assert all(match.boards == (2 if match.is_half else 4) for match in matches)
        play_round(session, number, rng)
        close_round(round_of(session, number), by=actor(), key=fresh_key())
        settle()
        for match in matches:
            half = Fraction(1, 2) if match.is_half else Fraction(1)
            for entry, margin in ((match.home_id, margin_of(match)), (match.away_id, -margin_of(match))):
                expected[entry] = expected.get(entry, Fraction(0)) + half * Fraction(continuous_vp(match.boards, margin), 100)
    assert {entry.pk: standing(session, entry.pk) for entry in Entry.objects.filter(event=session.stage.event)} == expected
    met = [frozenset(couple) for couple in Match.objects.live().values_list("home", "away")]
    assert len(met) == len(set(met))


def test_a_board_played_in_the_wrong_direction_is_scored_as_played() -> None:
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=1, round_minutes=20, by=actor(), key=fresh_key())
    for seating in Seating.objects.live().select_related("section__session", "round"):
        agree(seating, 1, Report(Contract(3, Strain.N), Seat.N, 9))
    Result.objects.live().filter(seating__room="open").update(turned=True)
    settle()
    match = Match.objects.live().get()
    made = points(Seating.objects.get(room="closed"))[1]
    assert standing(session, match.home_id) == Fraction(continuous_vp(1, imp(-2 * made)), 100)
