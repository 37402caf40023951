"""Teams on the desk and for captains: sign-up, start, both rooms side by side, line-ups hidden, acceptance, forfeits."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result
from bridge.actions.sessions import make_session
from bridge.actions.teams import sign_up_team, start_matches
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.scoring.victory_points import NoSuchScale
from bridge.engine.seats import Seat
from bridge.mapping.problems import keep_problem
from bridge.models import Acceptance, Account, Act, Conditions, DirectorCall, EventForm, Forfeited, LineUp, Match, Player, Ranking, Round, Seating, Session
from bridge.phrases.names import name_of
from tests.swiss_worlds import play_round
from tests.web.addresses import at
from tests.worlds import account_of, actor, agree, club_with_members, entries_of, evening, fresh_key, member, seen, settle

pytestmark = pytest.mark.django_db
CHINESE = {"HTTP_ACCEPT_LANGUAGE": "zh-hans"}


def teams_evening(teams: int) -> Session:
    club = club_with_members(max(22, 4 * teams))
    session = make_session(club, datetime(2026, 11, 24, 18, 0, tzinfo=UTC), name="Teams", form=EventForm.TEAMS, by=actor(), key=fresh_key())
    for number in range(teams):
        players = [member(club, 4 * number + each) for each in range(1, 5)]
        sign_up_team(session, f"Team {number + 1}", players, by=actor(), key=fresh_key())
    return session


@pytest.fixture
def match() -> Match:
    """A match of four boards that has begun."""
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=4, round_minutes=30, by=actor(), key=fresh_key())
    return Match.objects.select_related("round__section__session__club").get()


@pytest.fixture
def desk(client: Client) -> Client:
    return client


def staff(client: Client) -> Client:
    client.force_login(Account.objects.get(username="lina"))
    return client


def captain(match: Match, number: int) -> Client:
    """The browser of a member, with an account of one's own."""
    browser = Client()
    browser.force_login(account_of(member(match.round.section.session.club, number), f"captain{number}"))
    return browser


def test_a_team_signs_up_by_numbers_and_names(client: Client) -> None:
    session = teams_evening(0)
    staff(client)
    answer = client.post(at(session, "teams"), {"key": fresh_key(), "name": "The Rocks", "players": "1\nHedda Falk\n2\n4"})
    assert answer.status_code == 303
    (team,) = client.get(at(session, "teams")).context["teams"]
    assert (team.name, len(team.players)) == ("The Rocks", 4)


def test_a_team_is_not_changed_by_a_page_that_is_older_than_anothers_change() -> None:
    session = teams_evening(1)
    (team,) = staff(Client()).get(at(session, "teams")).context["teams"]
    address = at(session, "teams") + f"?team={team.uid}"
    first, second = staff(Client()), staff(Client())
    both = [browser.get(address).context["form"]["seen"].value() for browser in (first, second)]
    assert first.post(address, {"key": fresh_key(), "seen": both[0], "name": "The Rocks", "players": "1\n2\n3\n5"}).status_code == 303
    answer = second.post(address, {"key": fresh_key(), "seen": both[1], "name": "The Sands", "players": "1\n2\n3\n6"})
    form = answer.context["form"]
    assert answer.status_code == 422 and (form["name"].value(), form["players"].value()) == ("The Sands", "1\n2\n3\n6")
    (told,) = form.non_field_errors()
    names = ", ".join(name_of(member(session.club, number)) for number in (1, 2, 3, 5))
    assert told.startswith("lina has changed") and f"The Rocks ({names})" in told
    assert second.post(address, {"key": fresh_key(), "seen": form["seen"].value(), "name": "The Sands", "players": "1\n2\n3\n6"}).status_code == 303
    assert staff(Client()).get(at(session, "teams")).context["teams"][0].name == "The Sands"


@pytest.mark.parametrize(("players", "told"), [("1\n2\n3", "at least 4"), ("1\n2\n3\n3", "twice"), ("1\n2\n3\nNobody", "Nobody of the club")])
def test_a_team_that_is_none_is_refused_beside_its_players(client: Client, players: str, told: str) -> None:
    session = teams_evening(0)
    answer = staff(client).post(at(session, "teams"), {"key": fresh_key(), "name": "Three", "players": players})
    assert answer.status_code == 422
    assert told in " ".join(answer.context["form"].errors["players"])


def test_the_desk_starts_and_everybody_sees_the_matches(client: Client) -> None:
    session = teams_evening(3)
    answer = staff(client).post(at(session, "teams_start"), {"key": fresh_key(), "boards": 2, "parts": 1, "round_minutes": 20})
    assert answer["Location"] == at(session, "matches")
    lines = Client().get(at(session, "matches")).context["lines"]
    assert len(lines) == 3


def test_a_board_stands_on_the_page_when_both_rooms_are_in(match: Match) -> None:
    session = match.round.section.session
    opened = Seating.objects.select_related("section__session", "round").get(room="open")
    agree(opened, 1, Report(Contract(3, Strain.N), Seat.N, 9))
    first = captain(match, 1).get(at(session, "match", 1)).context["shown"].lines[0]
    assert first.said == (None, None) and first.is_in == (True, False)
    closed = Seating.objects.select_related("section__session", "round").get(room="closed")
    agree(closed, 1, Report(Contract(3, Strain.N), Seat.N, 8))
    first = captain(match, 2).get(at(session, "match", 1)).context["shown"].lines[0]
    assert first.margin is not None and first.margin.home > 0 and first.said[0] is not None
    told = [line.margin is not None for line in Client().get(at(session, "match", 1)).context["shown"].lines]
    assert told == [True, False, False, False]  # nobody is still to play the first board


def test_a_board_that_another_match_is_still_to_play_is_for_those_of_the_match_alone() -> None:
    session = teams_evening(4)
    start_matches(session, entries_of(session), boards=2, round_minutes=30, by=actor(), key=fresh_key())
    rows = Seating.objects.live().filter(round__number=1).select_related("section__session", "round", "match").order_by("table")
    one = rows[0].match
    for seating in rows.filter(match=one):
        agree(seating, 1, Report(Contract(3, Strain.N), Seat.N, 9 if seating.room == "open" else 8))
    reader, number = Client(), one.number
    shown = reader.get(at(session, "match", number)).context["shown"]
    assert shown.lines[0].said == (None, None) and shown.so_far == 0 and shown.waits_for_others
    own = member(session.club, 4 * entries_of(session).index(one.home) + 1)
    browser = Client()
    browser.force_login(account_of(own, "own"))
    assert browser.get(at(session, "match", number)).context["shown"].so_far == 10
    for seating in rows.exclude(match=one):
        agree(seating, 1, Report(Contract(3, Strain.N), Seat.N, 9))
    assert reader.get(at(session, "match", number)).context["shown"].so_far == 10


def test_each_room_begins_with_its_own_half_of_the_boards(match: Match) -> None:
    session = match.round.section.session
    desk = staff(Client())
    exchanged = "First boards 1–2; at half time you exchange them with table 2 for boards 3–4."
    for table, order, told in ((1, [1, 2, 3, 4], exchanged), (2, [3, 4, 1, 2], "First boards 3–4")):
        page = desk.get(at(session, "table", table))
        assert [key.number for key in page.context["keys"]] == order and page.context["number"] == order[0]
        assert told in page.content.decode()


def test_a_captain_queries_a_board_and_the_director_answers_before_anybody_accepts(match: Match) -> None:
    session = match.round.section.session
    play_round(session, 1, random.Random(3))
    settle()
    home = captain(match, 1)
    asked = {"act": "query", "entry": match.home_id, "board": 2, "room": "closed", "reason": "They made ten"}
    not_here = "Board 9 is not one of match 1; it has boards 1 to 4."
    for wrong, told in (({"reason": ""}, "Say in a few words"), ({"board": ""}, "Say which board"), ({"board": 9}, not_here)):
        answer = home.post(at(session, "match_act", 1), asked | wrong | {"key": fresh_key()}, follow=True)
        assert told in answer.content.decode()
    assert home.post(at(session, "match_act", 1), asked | {"key": fresh_key(), "entry": match.away_id}).status_code == 403
    assert not DirectorCall.objects.exists()
    home.post(at(session, "match_act", 1), asked | {"key": fresh_key()})
    call = DirectorCall.objects.get()
    assert (call.seating.room, call.board.number, call.about) == ("closed", 2, "query")
    accepts = {"act": "accept", "entry": match.home_id}
    refused = home.post(at(session, "match_act", 1), accepts | {"key": fresh_key()}, follow=True).content.decode()
    assert "The director has still to answer what was asked about boards 2" in refused and not Acceptance.objects.exists()
    assert Client().get(at(session, "match", 1)).context["shown"].queries == ()
    answers = {"act": "answer", "call": call.pk, "reason": "Nine, both sides say"}
    assert home.post(at(session, "match_act", 1), answers | {"key": fresh_key()}).status_code == 403
    desk = staff(Client())
    assert "Say why the result stands" in desk.post(at(session, "match_act", 1), answers | {"key": fresh_key(), "reason": ""}, follow=True).content.decode()
    desk.post(at(session, "match_act", 1), answers | {"key": fresh_key()})
    assert "Nine, both sides say" in home.get(at(session, "match", 1)).content.decode()
    home.post(at(session, "match_act", 1), accepts | {"key": fresh_key()})
    assert Acceptance.objects.live().get().entry_id == match.home_id
    seating = Seating.objects.select_related("section__session", "round").get(room="closed")
    correct_result(seating, 2, Report(Contract(3, Strain.N), Seat.N, 13), reason="Ten", by=actor(), key=fresh_key(), seen=seen(session))
    assert home.get(at(session, "match", 1)).context["shown"].changed == (2,)


def test_line_ups_are_seen_when_both_are_in(match: Match) -> None:
    session = match.round.section.session
    numbers = [member(session.club, number).pk for number in (3, 4, 1, 2)]
    typed = dict(zip(("one", "two", "three", "four"), numbers, strict=True))
    home = captain(match, 1)
    answer = home.post(at(session, "line_up", 1, match.home.uid), typed | {"key": fresh_key()})
    assert answer.status_code == 303
    assert LineUp.objects.live().filter(entry=match.home, since__kind="hand_in_line_up").count() == 4
    away = captain(match, 5)
    assert match.home_id not in {entry for entry, _ in away.get(at(session, "match", 1)).context["shown"].pairs}
    theirs = dict(zip(typed, [member(session.club, number).pk for number in (5, 6, 7, 8)], strict=True))
    away.post(at(session, "line_up", 1, match.away.uid), theirs | {"key": fresh_key()})
    assert match.home_id in {entry for entry, _ in away.get(at(session, "match", 1)).context["shown"].pairs}
    assert away.get(at(session, "line_up", 1, match.home.uid)).status_code == 403


def test_the_plan_of_the_evening_tells_no_line_up_before_both_are_in(match: Match) -> None:
    session = match.round.section.session
    home, away = captain(match, 1), captain(match, 5)
    typed = dict(zip(("one", "two", "three", "four"), [member(session.club, number).pk for number in (8, 6, 7, 5)], strict=True))
    assert away.post(at(session, "line_up", 1, match.away.uid), typed | {"key": fresh_key()}).status_code == 303

    def told(browser: Client) -> list[tuple[int, ...]]:
        paths = browser.get(at(session, "movement_page")).context["sections"][0].paths
        return [tuple(sorted(player.pk for player in pair.players)) for pair, _ in paths if pair.entry == match.away_id]

    both = [tuple(sorted(member(session.club, number).pk for number in pair)) for pair in ((8, 6), (7, 5))]
    assert told(away) == told(staff(Client())) == both
    assert told(home) == told(Client()) == [(), ()]
    own = dict(zip(typed, [member(session.club, number).pk for number in (1, 2, 3, 4)], strict=True))
    assert home.post(at(session, "line_up", 1, match.home.uid), own | {"key": fresh_key()}).status_code == 303
    assert told(home) == told(Client()) == both


def test_no_page_of_tables_tells_a_line_up_before_it_is_open(match: Match) -> None:
    """The fifth player sits for the first time: her name is on no page of a table, nor on paper, until the clock opens the line-up."""
    session = match.round.section.session
    fifth = Player.objects.get(pk=member(session.club, 9).pk)
    Player.objects.filter(pk=fifth.pk).update(name_native="Zenobia")
    players = [member(session.club, number) for number in (5, 6, 7, 8, 9)]
    Session.objects.filter(pk=session.pk).update(state="preparing")
    sign_up_team(session, "Team 2", players, entry=match.away, by=actor(), key=fresh_key())
    Session.objects.filter(pk=session.pk).update(state="running")
    home, away, lina = captain(match, 1), captain(match, 5), staff(Client())
    typed = dict(zip(("one", "two", "three", "four"), [players[each].pk for each in (4, 1, 2, 3)], strict=True))
    polls = {"HTTP_HX_REQUEST": "true"}
    room, table = at(session, "room"), at(session, "table", 1)
    plan = at(session, "movement_page")
    marks = {browser: browser.get(plan)["ETag"] for browser in (home, lina)}
    assert away.post(at(session, "line_up", 1, match.away.uid), typed | {"key": fresh_key()}).status_code == 303
    of_tables = [at(session, "table", number) for number in (1, 2)] + [at(session, "scan", number) for number in (1, 2)] + [room]
    pages = [*of_tables, plan, at(session, "print_guides"), at(session, "print_slips"), at(session, "wall"), at(session, "entry_page", match.away.uid)]
    told = {page: lina.get(page).content.decode() for page in pages}
    assert {page for page, text in told.items() if "Zenobia" in text} == {plan}, "the staff who play not read it in the plan"
    assert all("line-up not told yet" in told[page] for page in of_tables)
    assert "Zenobia" not in home.get(plan).content.decode()
    assert {"Zenobia" in away.get(page).content.decode() for page in (plan, at(session, "match", 1))} == {True}
    before = lina.get(at(session, "table_state", 1)), lina.get(table, **polls), home.get(plan)
    assert home.get(plan)["ETag"] != marks[home]
    Round.objects.filter(pk=match.round.pk).update(opens=match.round.opens - timedelta(minutes=6))  # the time is up by the clock alone
    after = [
        browser.get(page, HTTP_IF_NONE_MATCH=answer["ETag"], **more)
        for browser, page, answer, more in ((lina, at(session, "table_state", 1), before[0], {}), (lina, table, before[1], polls), (home, plan, before[2], {}))
    ]
    assert [answer.status_code for answer in after] == [200, 200, 200]
    assert after[0].json()["plan"] != before[0].json()["plan"], "a phone that is open fetches its book of slips anew"
    elsewhere = {*of_tables[1:4:2], at(session, "wall")}  # the other room; and the wall tells the next round
    assert {page for page in pages if "Zenobia" not in lina.get(page).content.decode()} == elsewhere


def test_a_director_who_plays_reads_the_other_line_up_when_both_are_in(match: Match) -> None:
    session = match.round.section.session
    others = [member(session.club, number).pk for number in (8, 7, 6, 5)]
    typed = dict(zip(("one", "two", "three", "four"), others, strict=True))
    assert captain(match, 5).post(at(session, "line_up", 1, match.away.uid), typed | {"key": fresh_key()}).status_code == 303
    director = Account.objects.get(username="lina")

    def read() -> dict[str, object]:
        return dict(staff(Client()).get(at(session, "line_up", 1, match.away.uid)).context["form"].initial)

    assert {name: read()[name] for name in typed} == typed  # a director who plays not fills in and reads all
    Account.objects.filter(pk=director.pk).update(player=member(session.club, 1))
    assert not typed.keys() & read().keys()
    own = dict(zip(typed, [member(session.club, number).pk for number in (3, 4, 1, 2)], strict=True))
    assert staff(Client()).post(at(session, "line_up", 1, match.home.uid), own | {"key": fresh_key()}).status_code == 303
    assert {name: read()[name] for name in typed} == typed


def test_captains_accept_when_every_board_is_in(match: Match) -> None:
    session = match.round.section.session
    home = captain(match, 1)
    refused = home.post(at(session, "match_act", 1), {"key": fresh_key(), "act": "accept", "entry": match.home_id}, follow=True)
    assert "is not over" in refused.content.decode() and not Acceptance.objects.exists()
    play_round(session, 1, random.Random(3))
    settle()
    home.post(at(session, "match_act", 1), {"key": fresh_key(), "act": "accept", "entry": match.home_id})
    assert home.post(at(session, "match_act", 1), {"key": fresh_key(), "act": "accept", "entry": match.away_id}).status_code == 403
    staff(home).post(at(session, "match_act", 1), {"key": fresh_key(), "act": "close"})
    assert Acceptance.objects.live().count() == 2


def test_a_match_that_was_not_played_is_decided_by_the_director_alone(match: Match) -> None:
    session = match.round.section.session
    wanted = {"act": "forfeit", "by": "away", "reason": "did not come"}
    assert captain(match, 1).post(at(session, "match_act", 1), wanted | {"key": fresh_key()}).status_code == 403
    staff(Client()).post(at(session, "match_act", 1), wanted | {"key": fresh_key()})
    assert Forfeited.objects.live().get().by == "away"
    settle()
    rows = Client().get(at(session, "matches")).context["ranking"].rows
    assert [row.points for row in rows] == [12, 0]
    assert f"This match was not played; {match.away.name} is to blame." in Client().get(at(session, "match", 1)).content.decode()


def test_the_evening_closes_and_publishes_the_teams(client: Client, match: Match) -> None:
    session = match.round.section.session
    play_round(session, 1, random.Random(4))
    settle()
    close_session(session, by=actor(), key=fresh_key())
    settle()
    page = client.get(at(session, "matches"))
    assert page.context["ranking"].publication is not None
    assert sum(row.points for row in page.context["ranking"].rows) == 20
    assert client.get(at(session, "ranking"))["Location"] == at(session, "matches")
    assert client.get(at(session, "awards")).status_code == 200
    assert client.get(reverse("results", args=[session.club.slug])).status_code == 200
    assert client.get(reverse("club", args=[session.club.slug])).status_code == 200


def test_strangers_and_methods(client: Client, match: Match) -> None:
    session = match.round.section.session
    assert client.get(at(session, "teams")).status_code == 302
    assert client.post(at(session, "teams_start"), {"key": fresh_key()}).status_code == 302
    assert client.get(at(session, "match_act", 1)).status_code == 405
    assert client.post(at(session, "matches")).status_code == 405
    assert client.get(at(session, "match", 9)).status_code == 404
    assert client.get(at(session, "line_up", 1, match.home.uid)).status_code == 403


def test_an_evening_of_pairs_plays_no_matches_and_one_of_teams_no_movement_of_pairs() -> None:
    session, desk = evening(pairs=4), staff(Client())
    for name in ("teams", "team_movement", "knock_out_start", "butler"):
        assert desk.get(at(session, name)).status_code == 404, name
    for name in ("teams_start", "knock_out_start"):
        assert desk.post(at(session, name), {"key": fresh_key(), "boards": 4, "parts": 1, "round_minutes": 30}).status_code == 404, name
    assert not Match.objects.exists() and desk.get(at(session, "matches"))["Location"] == at(session, "ranking")
    of_teams = teams_evening(2)
    assert desk.get(at(of_teams, "movement"))["Location"] == at(of_teams, "team_movement")


def test_an_evening_that_has_not_begun_is_not_closed() -> None:
    session = teams_evening(2)
    answer = staff(Client()).post(at(session, "close"), {"key": fresh_key(), "act": "close"})
    assert answer.status_code == 422 and "The evening does not run." in answer.content.decode()
    assert not Act.objects.filter(kind="close_session").exists()


def test_all_pages_in_chinese_and_the_table_of_a_match(match: Match) -> None:
    session = match.round.section.session
    desk = staff(Client())
    for name, more in (("teams", ()), ("matches", ()), ("match", (1,)), ("line_up", (1, match.home.uid)), ("room", ()), ("table", (1,)), ("close", ())):
        page = desk.get(at(session, name, *more), **CHINESE)
        assert page.status_code == 200, name
        assert "队" in page.content.decode() or name in ("room", "table", "close")
    assert "<html" not in desk.get(at(session, "match", 1), HTTP_HX_REQUEST="true").content.decode()


def test_a_ranking_of_teams_without_figures_says_why(client: Client, match: Match) -> None:
    session = match.round.section.session
    keep_problem(Ranking.objects.get(session=session), NoSuchScale(boards=7, scale="own"))
    assert "No scale of victory points is for 7 boards." in client.get(at(session, "matches")).content.decode()


def test_the_conditions_of_matches_are_read_and_changed(client: Client, match: Match) -> None:
    client.force_login(Account.objects.get(username="secretary"))
    session = match.round.section.session
    page = client.get(at(session, "conditions")).content.decode()
    assert "victory points, WBF continuous" in page and "board sat out" in page
    newest = Act.objects.filter(journal=session.stage.event.journal).latest("pk")
    told = {"key": fresh_key(), "award_imps": "3", "sit_out_percent": "60", "seen": str(newest.pk)}
    shown = client.post(at(session, "change_conditions") + "?method=total_imps", told)
    assert shown.status_code == 200 and shown.context["moved"] is not None
    done = client.post(at(session, "change_conditions") + "?method=total_imps", told | {"confirmed": "on"})
    assert done.status_code == 303
    row = Conditions.objects.live().get(stage=session.stage, ranking=None)
    assert row.options == {"method": "total_imps", "sit_out_percent": "60"}
    act = Act.objects.get(kind="change_conditions")
    client.post(at(session, "undo_conditions"), {"key": fresh_key(), "act": act.pk})
    assert Conditions.objects.live().get(stage=session.stage, ranking=None).options["method"] == "vp_continuous"
    assert client.get(at(session, "grades")).status_code == 404
