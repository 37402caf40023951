"""Swiss teams of an odd number whose conditions ask for triangles at full length: two rounds for three teams, through the pages."""

import random
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction

import pytest
from django.test import Client

from bridge.actions.draws import withdraw_entry
from bridge.jobs.matches import score_matches
from bridge.models import Board, Entry, Match, Place, Ranking, Seating, Session, Standing
from tests.swiss_worlds import play_round
from tests.web.addresses import at
from tests.web.test_matches import CHINESE, staff, teams_evening
from tests.web.test_team_movements import IMPS, points_of, victory_points
from tests.worlds import actor, entries_of, fresh_key, seen, settle

pytestmark = pytest.mark.django_db
TOLD = {
    "boards": "2", "round_minutes": "20", "first_round": "fold", "variant": "balanced", "metric": "rank", "rematches": "avoided", "odd": "triangle",
    "sit_out": "60", "apart": "no", "apart_rounds": "1",
}


def swiss(teams: int, rounds: int) -> Session:
    session = teams_evening(teams)
    desk = staff(Client())
    assert "over two rounds" in desk.get(at(session, "draw_start")).content.decode()
    answer = desk.post(at(session, "draw_start"), TOLD | {"key": fresh_key(), "rounds": str(rounds)})
    assert answer["Location"] == at(session, "draws")
    session.refresh_from_db()
    settle()
    return session


def act(session: Session, number: int, what: str) -> None:
    staff(Client()).post(at(session, "draw_act", number), {"key": fresh_key(), "act": what, "seen": seen(session)})
    settle()


def by_hand(session: Session) -> dict[int, Fraction]:
    """Points of each team from the tricks at the tables alone."""
    made: dict[tuple[int, str, int], int] = {}
    for seating in Seating.objects.live().filter(section__session=session).select_related("match"):
        for result in seating.results.filter(until=None).select_related("board"):
            made[seating.match_id, seating.room, result.board.number] = points_of(result.board.number, result.tricks)
    totals: dict[int, Decimal] = defaultdict(Decimal)
    for match in Match.objects.live():
        numbers = range(match.first_board, match.first_board + match.boards)
        if not all((match.pk, room, number) in made for number in numbers for room in ("open", "closed")):
            continue
        margin = 0
        for number in numbers:
            difference = made[match.pk, "open", number] - made[match.pk, "closed", number]
            margin += IMPS[abs(difference) // 10 * 10] * (1 if difference >= 0 else -1)
        share = 2 if match.is_half else 1
        totals[match.home_id] += victory_points(match.boards, margin) / share
        totals[match.away_id] += victory_points(match.boards, -margin) / share
    return {team: Fraction(won) for team, won in totals.items()}


def standing(session: Session) -> dict[int, Fraction]:
    rows = Standing.objects.filter(ranking__session=session, publication=None).values_list("entry", "exact")
    return {entry: exact for entry, exact in rows if exact}


def test_nine_teams_over_five_rounds() -> None:
    session = swiss(9, 5)
    rng = random.Random(3)
    threes = []
    for number in range(1, 6):
        act(session, number, "release")
        assert not Place.objects.live().filter(round__number=number, seating=None).exists()
        play_round(session, number, rng)
        act(session, number, "close")
        assert standing(session) == {team: won for team, won in by_hand(session).items() if won}
        triangle = Match.objects.live().filter(round__number=number, first_board__gt=10).order_by("number")
        if number in (1, 3):
            threes.append({match.home_id for match in triangle})
            assert [match.is_half for match in triangle] == [False] * 3 and len(threes[-1]) == 3
        elif number == 5:
            assert [match.is_half for match in triangle] == [True] * 3
            threes.append({match.home_id for match in triangle})
        else:
            assert not triangle
            again = Place.objects.live().filter(round__number=number, seating__match__round__number=number - 1)
            assert {place.entry_id for place in again} == threes[-1]
    assert sum(map(len, threes)) == len(set().union(*threes)) == 9
    for team in entries_of(session):
        for half in (1, 2):
            sat = Seating.objects.live().filter(places__entry=team, places__half__in=(half, half + 2))
            met = [number for seating in sat for number in range(seating.first_board, seating.last_board + 1)]
            assert len(met) == len(set(met)) == 10  # nobody plays a board twice, everybody plays all the time
    assert {board for board in Board.objects.values_list("number", flat=True)} >= set(range(1, 26))
    stored = standing(session)
    ranking = Ranking.objects.get(session=session)
    Standing.objects.filter(ranking=ranking).delete()
    score_matches(ranking)
    assert standing(session) == stored


def test_one_of_the_three_leaves_between_the_halves() -> None:
    session = swiss(5, 3)
    act(session, 1, "release")
    play_round(session, 1, random.Random(5))
    act(session, 1, "close")
    three = [match.home for match in Match.objects.live().filter(first_board__gt=6).order_by("number")]
    withdraw_entry(session, three[0], by=actor(), key=fresh_key())
    settle()
    act(session, 2, "release")
    assert not Place.objects.live().filter(round__number=2, entry=three[0]).exists()
    assert {place.entry for place in Place.objects.live().filter(round__number=2, entry__in=three)} == set(three[1:])


def test_the_phones_of_a_triangle_and_the_settings_in_chinese() -> None:
    session = swiss(3, 2)
    act(session, 1, "release")
    desk = staff(Client())
    assert "The best three for a triangle" in desk.get(at(session, "draws")).content.decode()
    assert "三角" in desk.get(at(session, "draws"), **CHINESE).content.decode()
    play_round(session, 1, random.Random(6))
    act(session, 1, "close")
    assert "The triangle goes on" in desk.get(at(session, "draws")).content.decode()
    act(session, 2, "release")
    play_round(session, 2, random.Random(7))
    act(session, 2, "close")
    assert standing(session) == by_hand(session) and sum(standing(session).values()) == 60
    assert Entry.objects.filter(event=session.stage.event).count() == 3


def test_the_schedule_of_half_length_matches_has_both_that_a_table_plays_in_a_round() -> None:
    session = swiss(5, 1)
    act(session, 1, "release")
    rows = staff(Client()).get(at(session, "movement_page")).context["sections"][0].rows
    shown = {(meeting.table, meeting.first_board, meeting.ns.entry, meeting.ew.entry) for _, tables, _ in rows for meetings in tables for meeting in meetings}
    stored = {
        (row.table, row.first_board, row.places.get(side="NS").entry_id, row.places.get(side="EW").entry_id)
        for row in Seating.objects.live().filter(section__session=session)
    }
    assert shown == stored and len(shown) == 8  # a match of two tables, and three tables with two halves each
    assert not any("share these boards" in staff(Client()).get(at(session, "table", table)).content.decode() for table in {table for table, *_ in stored})
