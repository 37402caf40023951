"""Teams of eight through the pages: four tables a match, line-ups of four pairs, one score of both couples of tables."""

import random
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone

from bridge.actions.publishing import close_session
from bridge.actions.sessions import make_session
from bridge.actions.teams import sign_up_team
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.jobs.matches import score_matches
from bridge.mapping.swiss import draw_of
from bridge.models import Act, EventForm, LineUp, Match, Place, Ranking, Seating, Session
from bridge.queries.matches import ranking_of_teams
from tests.swiss_worlds import draft_of, finish_round, play_round
from tests.web.addresses import at
from tests.web.table_pages import text
from tests.web.test_matches import captain, staff
from tests.web.test_team_movements import IMPS, points_of, victory_points
from tests.worlds import actor, agree, club_with_members, entries_of, fresh_key, member, settle

pytestmark = pytest.mark.django_db


def eights(teams: int, players: int = 8) -> Session:
    club = club_with_members(8 * teams)
    session = make_session(club, timezone.now(), name="Eights", form=EventForm.TEAMS, by=actor(), key=fresh_key())
    for number in range(teams):
        sign_up_team(session, f"Team {number + 1}", [member(club, 8 * number + each) for each in range(1, players + 1)], by=actor(), key=fresh_key())
    return session


def start(session: Session, *, boards: int, parts: int = 1, status: int = 303) -> str:
    answer = staff(Client()).post(
        at(session, "teams_start"), {"key": fresh_key(), "boards": boards, "parts": parts, "round_minutes": 30, "of_eight": "on"}, follow=status == 200
    )
    assert answer.status_code == status
    session.refresh_from_db()
    settle()
    return text(answer)


def margin_of(home: str, away: str) -> int:
    """IMPs between two teams over both couples of tables, from the tricks alone."""
    total = 0
    for match in Match.objects.live().filter(home__name=home, away__name=away):
        made: dict[tuple[str, int], int] = {}
        for seating in match.seatings.filter(until=None):
            for result in seating.results.filter(until=None).select_related("board"):
                made[seating.room, result.board.number] = points_of(result.board.number, result.tricks)
        for number in range(match.first_board, match.first_board + match.boards):
            difference = made["open", number] - made["closed", number]
            total += IMPS[abs(difference) // 10 * 10] * (1 if difference >= 0 else -1)
    return total


def test_two_teams_at_four_tables_in_four_parts() -> None:
    session = eights(2)
    start(session, boards=8, parts=4)
    assert Match.objects.live().count() == 2
    assert sorted(Seating.objects.live().filter(round__number=1).values_list("table", "room", "first_board", "last_board")) == [
        (1, "open", 1, 2), (2, "closed", 1, 2), (3, "open", 1, 2), (4, "closed", 1, 2)
    ]
    home, away = entries_of(session)
    met = set()
    for seating in Seating.objects.live():
        halves = dict(seating.places.values_list("entry", "half"))
        met.add((halves[home.pk], halves[away.pk]))
    assert met == {(one, other) for one in range(1, 5) for other in range(1, 5)}
    for half in range(1, 5):
        two = LineUp.objects.live().filter(entry=home, half=half).order_by("pk").values_list("player", flat=True)
        assert list(two) == [member(session.club, 2 * half - 1).pk, member(session.club, 2 * half).pk]
        place = Place.objects.live().get(round__number=1, entry=home, half=half)
        table = staff(Client()).get(at(session, "table", place.seating.table)).context["here"]
        assert [player.pk for player in table.pairs[place.side].players] == list(two)
    rng = random.Random(12)
    for number in range(1, 5):
        play_round(session, number, rng)
        settle()
        rows = ranking_of_teams(session, timezone.now())
        assert rows is not None and [row.matches for row in rows.rows] == [int(number == 4)] * 2
    margin = margin_of("Team 1", "Team 2")
    wanted = {"Team 1": Fraction(victory_points(16, margin)), "Team 2": Fraction(victory_points(16, -margin))}
    page = Client().get(at(session, "matches"))
    assert {row.name: row.points for row in page.context["ranking"].rows} == wanted
    assert {line.points for line in page.context["lines"]} == {(wanted["Team 1"], wanted["Team 2"])}
    assert sum(line.margin for line in page.context["lines"]) == margin
    shown = staff(Client()).get(at(session, "match", 1))
    assert "teams of eight: the other couple of tables" in text(shown) and shown.context["shown"].twin == 2
    ranking = Ranking.objects.get(session=session)
    before = list(ranking.standings.filter(publication=None).order_by("entry").values_list("entry", "exact"))
    ranking.standings.filter(publication=None).delete()
    score_matches(ranking)
    assert list(ranking.standings.filter(publication=None).order_by("entry").values_list("entry", "exact")) == before
    close_session(session, by=actor(), key=fresh_key())
    settle()
    assert {row.name: row.points for row in Client().get(at(session, "matches")).context["ranking"].rows} == wanted


def test_three_teams_of_eight_everybody_meets_everybody() -> None:
    session = eights(3)
    start(session, boards=2)
    rng = random.Random(13)
    for number in (1, 2, 3):
        assert set(Seating.objects.live().filter(round__number=number).values_list("table", flat=True)) == {1, 2, 3, 4}
        play_round(session, number, rng)
    settle()
    totals = {f"Team {number}": Fraction(12) for number in (1, 2, 3)}  # for the round that each sits out
    for home, away in {(match.home.name, match.away.name) for match in Match.objects.live()}:
        margin = margin_of(home, away)
        totals[home] += Fraction(victory_points(4, margin))
        totals[away] += Fraction(victory_points(4, -margin))
    assert {row.name: row.points for row in Client().get(at(session, "matches")).context["ranking"].rows} == totals


def test_a_line_up_of_four_pairs() -> None:
    session = eights(2)
    start(session, boards=4)
    match = Match.objects.live().select_related("round__section__session__club", "home").get(number=2)
    browser = captain(match, 1)
    page = browser.get(at(session, "line_up", 2, match.home.uid))
    assert "Fourth pair" in text(page) and len(page.context["form"].seats) == 8
    order = [8, 7, 6, 5, 4, 3, 2, 1]
    typed = dict(zip(page.context["form"].seats, [member(session.club, number).pk for number in order], strict=True))
    missing = {name: value for name, value in typed.items() if name != "eight"}
    assert "has four pairs" in text(browser.post(at(session, "line_up", 2, match.home.uid), missing | {"key": fresh_key()}))
    assert browser.post(at(session, "line_up", 2, match.home.uid), typed | {"key": fresh_key()}).status_code == 303
    seated = LineUp.objects.live().filter(entry=match.home, since__kind="hand_in_line_up").order_by("half", "pk").values_list("player", flat=True)
    assert list(seated) == [member(session.club, number).pk for number in order]
    shown = browser.get(at(session, "match", 2)).context["shown"].pairs
    assert [player.pk for player in shown[match.home_id, "open"]] == [member(session.club, number).pk for number in (4, 3)]


def test_a_team_mate_at_the_other_couple_of_tables_knows_no_board_that_is_still_to_be_played_there() -> None:
    session = eights(2)
    start(session, boards=4)
    match = Match.objects.live().select_related("round__section__session__club", "home").get(number=1)
    tables = {seating.table: seating for seating in Seating.objects.live().select_related("round", "section__session")}
    reader = captain(match, 5)  # sits at the other couple of tables

    def first() -> tuple[bool, Fraction]:
        shown = reader.get(at(session, "match", 1)).context["shown"]
        return shown.lines[0].said != (None, None), shown.so_far

    for table, tricks in ((1, 9), (2, 8), (3, 9)):
        agree(tables[table], 1, Report(Contract(3, Strain.N), Seat.N, tricks))
        assert first() == (False, 0)
    agree(tables[4], 1, Report(Contract(3, Strain.N), Seat.N, 9))
    assert first() == (True, 10)


def test_a_team_of_seven_is_told() -> None:
    session = eights(2, players=7)
    assert "A team has at least 8 players; this one has 7." in start(session, boards=4, status=200)
    assert not Act.objects.filter(kind="start_session").exists() and not Match.objects.exists()


def test_a_knock_out_of_eights_is_one_match_at_four_tables_in_each_place() -> None:
    session = eights(4)
    answer = staff(Client()).post(at(session, "knock_out_start"), {"key": fresh_key(), "boards": 4, "parts": 1, "round_minutes": 30, "of_eight": "on"})
    assert answer["Location"] == at(session, "bracket")
    session.refresh_from_db()
    settle()
    rng = random.Random(5)
    assert sorted(Seating.objects.live().values_list("table", flat=True)) == list(range(1, 9))
    play_round(session, 1, rng)
    settle()
    shown = Client().get(at(session, "bracket")).context["shown"]
    for line in shown.rounds[0][1]:
        assert line.slot.margin == margin_of(line.home.name, line.away.name) and line.slot.boards == 8 and len(line.numbers) == 1
    assert staff(Client()).post(at(session, "bracket_act"), {"key": fresh_key(), "act": "seat"}).status_code == 303
    assert sorted(Seating.objects.live().filter(round__number=2).values_list("table", flat=True)) == [1, 2, 3, 4]
    play_round(session, 2, rng)
    settle()
    page = Client().get(at(session, "bracket")).context["shown"]
    final = page.rounds[1][1][0]
    assert final.slot.margin == margin_of(final.home.name, final.away.name)
    assert page.champion == (final.home if final.slot.margin > 0 else final.away)


def test_eights_are_drawn_by_standing_and_each_meeting_counts_once() -> None:
    session = eights(5)
    answer = staff(Client()).post(
        at(session, "draw_start"),
        {
            "key": fresh_key(), "rounds": 3, "boards": 2, "round_minutes": 30, "first_round": "sign_up", "variant": "balanced", "rematches": "avoided",
            "odd": "three_way", "sit_out": "60", "of_eight": "on",
        },
    )
    assert answer.status_code == 303, answer.context["form"].errors
    session.refresh_from_db()
    settle()
    rng = random.Random(6)
    met: list[frozenset[str]] = []
    for number in range(1, 4):
        finish_round(session, number, rng)
        matches = Match.objects.live().filter(round__number=number)
        assert matches.count() == 4 and sorted(matches.values_list("seatings__table", flat=True)) == list(range(1, 9))
        met += {frozenset(match) for match in matches.values_list("home__name", "away__name")}
    field, _drawn = draw_of(draft_of(session, 3))
    assert {meeting.times for meeting in field.met} == {1}
    assert len(met) == len(set(met)) == 6
    shown = {row.name: (row.matches, row.points) for row in ranking_of_teams(session, timezone.now()).rows}  # type: ignore[union-attr]
    points = {name: Fraction(12) * (3 - sum(name in couple for couple in met)) for name in shown}
    for match in Match.objects.live().order_by("home", "away").values_list("home__name", "away__name").distinct():
        margin = margin_of(*match)
        points[match[0]] += Fraction(victory_points(4, margin))
        points[match[1]] += Fraction(victory_points(4, -margin))
    assert shown == {name: (3, total) for name, total in points.items()}
