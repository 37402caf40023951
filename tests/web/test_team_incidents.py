"""What goes wrong in an evening of teams: the wrong direction at one table, impossible line-ups, a match not played, penalties in victory points."""

import random
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone

from bridge.actions.sessions import make_session
from bridge.actions.teams import sign_up_team, start_matches
from bridge.models import Account, DirectorCall, EventForm, Forfeited, LineUp, Match, Penalty, Place, Player, Result, Seating, Session
from tests.swiss_worlds import play_round
from tests.web.addresses import at
from tests.web.table_pages import answer, enter, holder, own_phone
from tests.web.test_matches import captain, teams_evening
from tests.worlds import account_of, actor, entries_of, fresh_key, member, seen, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """A match of two boards that has begun: Team 1 or Team 2 at home."""
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=2, round_minutes=30, by=actor(), key=fresh_key())
    return Match.objects.select_related("round__section__session__club", "home", "away").get()


@pytest.fixture
def session(match: Match) -> Session:
    return match.round.section.session


@pytest.fixture
def desk(session: Session) -> Client:
    client = Client()
    client.force_login(Account.objects.get(username="lina"))
    return client


# ---------- the wrong direction ----------


def test_a_board_played_in_the_wrong_direction_goes_to_the_director_and_is_scored_as_played(match: Match, session: Session, desk: Client) -> None:
    first, second = holder(session, 1), holder(session, 2)
    enter(first, session, 1, 1, turned="on")
    assert answer(first, session, table=1, number=1).status_code in (303, 422) and not Result.objects.exists()
    call = DirectorCall.objects.get(done_by__isnull=True)
    assert call.about == "wrong_direction"
    assert "The pairs sat the other way round." in desk.get(at(session, "room")).content.decode()
    opened = Seating.objects.get(room="open")
    typed = {"key": fresh_key(), "seen": seen(session), "reason": "they sat turned", "kind": "result", "turned": "on"}
    typed |= {"contract": "4S", "declarer": "S", "result": "="}
    address = at(session, "correct", opened.pk, 1)
    shown = desk.post(address, typed)
    assert shown.status_code == 200 and shown.context["match"] is not None
    assert desk.post(address, typed | {"confirmed": "on"}).status_code == 303
    enter(second, session, 2, 1, result="-1")  # the other room the usual way
    answer(second, session, table=2, number=1)
    settle()
    line = desk.get(at(session, "match", 1)).context["shown"].lines[0]
    assert line.said[0].turned and line.said[0].ns_points == 420 and line.said[1].ns_points == -50
    # Home sat East-West in both rooms: it lost 420 in the open one and won 50 in the closed: 370 out, 9 IMPs.
    assert line.margin.home == -9
    assert "turned" in desk.get(at(session, "match", 1)).content.decode()
    board = desk.get(at(session, "traveller", 1)).context["board"]
    assert board.matches[0].open.ns_team == match.away.name


def test_the_other_pair_of_a_team_reads_no_slip_and_answers_for_nobody_at_a_table_where_it_sits_not(match: Match, session: Session) -> None:
    first = holder(session, 1)
    enter(first, session, 1, 1)
    places = {(place.seating.table, place.side): place for place in Place.objects.live().select_related("seating")}
    mine = places[1, "EW"]  # the visitors: their first pair here, the second at the other table
    number = 4 * entries_of(session).index(mine.entry)
    for at_table, sees in ((1, True), (2, False)):
        phone = own_phone(session, at_table, "EW" if at_table == 1 else "NS")
        browser = Client()
        browser.force_login(account_of(member(session.club, number + (1 if sees else 3)), f"player{at_table}"))
        for client in (phone, browser):
            page = client.get(at(session, "slip", 1, 1))
            assert (page.context["told"] is not None, page.context["panel"]) == (sees, "answer" if sees else "hidden")
            if not sees:
                assert answer(client, session, table=1, number=1).status_code == 403
    assert answer(own_phone(session, 1, "EW"), session, table=1, number=1).status_code == 303
    assert Result.objects.live().count() == 1


# ---------- teams and line-ups that cannot be ----------


def test_a_player_of_another_team_is_named_with_that_team(session: Session) -> None:
    fresh = teams_evening_to_sign_up(session)
    client = Client()
    client.force_login(Account.objects.get(username="lina"))
    told = client.post(at(fresh, "teams"), {"key": fresh_key(), "name": "Thieves", "players": "9\n10\n11\n1"}).context["form"].errors["players"]
    assert told == ["Mary Smith plays for “First” already."]
    told = client.post(at(fresh, "teams"), {"key": fresh_key(), "name": "Twice", "players": "9\n10\n11\n9"}).context["form"].errors["players"]
    assert told == [f"{member(fresh.club, 9).name_native} is named twice."]
    told = client.post(at(fresh, "teams"), {"key": fresh_key(), "name": "Three", "players": "9\n10\n11"}).context["form"].errors["players"]
    assert told == ["A team has at least 4 players; this one has 3."]


def teams_evening_to_sign_up(session: Session) -> Session:
    """Another evening of the club, to which one team has signed up."""
    fresh = make_session(session.club, session.starts, name="More teams", form=EventForm.TEAMS, by=actor(), key=fresh_key())
    sign_up_team(fresh, "First", [member(session.club, number) for number in (1, 2, 3, 4)], by=actor(), key=fresh_key())
    return fresh


def line_up(players: list[Player]) -> dict[str, object]:
    return dict(zip(("one", "two", "three", "four"), [player.pk for player in players], strict=False)) | {"key": fresh_key()}


def home_players(match: Match) -> list[Player]:
    first = 4 * entries_of(match.round.section.session).index(match.home)
    return [member(match.round.section.session.club, first + each) for each in (1, 2, 3, 4)]


def test_a_line_up_of_three_or_with_one_player_twice_is_refused_at_the_seat(match: Match, session: Session) -> None:
    one, two, three, four = home_players(match)
    browser = captain(match, 1) if match.home == entries_of(session)[0] else captain(match, 5)
    address = at(session, "line_up", 1, match.home.uid)
    refused = browser.post(address, line_up([one, two, three]))
    assert refused.status_code == 422 and list(refused.context["form"].errors) == ["four"]
    refused = browser.post(address, line_up([one, two, three, one]))
    assert refused.status_code == 422 and "named twice" in refused.context["form"].errors["four"][0]
    theirs = [member(session.club, number) for number in range(1, 9) if member(session.club, number) not in home_players(match)]
    refused = browser.post(address, line_up([one, two, three, theirs[0]]))
    assert refused.status_code == 422 and "four" in refused.context["form"].errors
    assert not LineUp.objects.filter(since__kind="hand_in_line_up").exists()


def test_a_line_up_that_comes_late_counts_until_the_first_board_is_in_and_the_director_says_who_sat(match: Match, session: Session, desk: Client) -> None:
    one, two, three, four = home_players(match)
    browser = captain(match, 1) if match.home == entries_of(session)[0] else captain(match, 5)
    address = at(session, "line_up", 1, match.home.uid)
    session.refresh_from_db()
    match.round.opens = timezone.now() - timedelta(minutes=6)  # the time is up
    match.round.save(update_fields=["opens"])
    assert browser.post(address, line_up([one, three, two, four])).status_code == 303
    refused = browser.post(address, line_up([one, four, two, three]))
    assert refused.status_code == 422 and "can see the line-up" in refused.context["form"].non_field_errors()[0]
    play_round(session, 1, random.Random(2))
    refused = browser.post(address, line_up([one, four, two, three]))
    assert refused.status_code == 422 and "are in already" in refused.context["form"].non_field_errors()[0]
    assert desk.post(address, line_up([one, four, two, three])).status_code == 303
    settle()
    rows = desk.get(at(session, "butler")).context["shown"].rows
    assert {frozenset(row.players) for row in rows if row.uid == match.home.uid} == {frozenset((one, four)), frozenset((two, three))}


# ---------- matches that are not played, penalties ----------


def test_a_forfeit_needs_its_reason_and_is_taken_back_when_the_match_was_played(match: Match, session: Session, desk: Client) -> None:
    play_round(session, 1, random.Random(3))
    settle()
    earned = [row.points for row in Client().get(at(session, "matches")).context["ranking"].rows]
    told = {"act": "forfeit", "by": "home", "reason": ""}
    assert "Say why the match was not played." in desk.post(at(session, "match_act", 1), told | {"key": fresh_key()}, follow=True).content.decode()
    assert not Forfeited.objects.exists()
    desk.post(at(session, "match_act", 1), told | {"key": fresh_key(), "reason": "three players came"})
    settle()
    assert {row.name: row.points for row in Client().get(at(session, "matches")).context["ranking"].rows} == {match.home.name: 0, match.away.name: 12}
    desk.post(at(session, "match_act", 1), told | {"key": fresh_key(), "by": ""})
    settle()
    assert [row.points for row in Client().get(at(session, "matches")).context["ranking"].rows] == earned


def test_a_penalty_is_taken_in_victory_points_from_one_team_alone(match: Match, session: Session, desk: Client) -> None:
    play_round(session, 1, random.Random(3))
    settle()
    before = {row.name: row.points for row in Client().get(at(session, "matches")).context["ranking"].rows}
    page = desk.get(at(session, "penalty"))
    assert "Team 1" in page.content.decode() and "unit" not in page.context["form"].fields
    typed = {"key": fresh_key(), "entry": match.home.uid, "amount": "1.5", "reason": "late"}
    shown = desk.post(at(session, "penalty"), typed)
    was = before[match.home.name]
    assert [(each.name, each.points) for each in shown.context["moved"]] == [(match.home.name, (was, was - Fraction(3, 2)))]
    assert not Penalty.objects.exists()
    assert desk.post(at(session, "penalty"), typed | {"confirmed": "on"}).status_code == 303
    settle()
    row = Penalty.objects.live().get()
    assert (row.unit, row.amount, row.entry) == ("vp", Fraction(3, 2), match.home)
    after = {row.name: row.points for row in Client().get(at(session, "matches")).context["ranking"].rows}
    assert after == before | {match.home.name: before[match.home.name] - Fraction(3, 2)}
