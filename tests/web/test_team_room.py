"""The room and the wall of an evening of teams: who sits where for which team, how the matches stand, which room is late."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from bridge.actions.publishing import close_session
from bridge.actions.rounds import shift_clock
from bridge.actions.teams import start_matches
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.models import Account, Seating, Session
from bridge.queries.late_plays import late_plays_of
from bridge.queries.room import room_of
from bridge.queries.team_room import matches_in_room
from tests.web.addresses import at
from tests.web.test_matches import teams_evening
from tests.worlds import account_of, actor, agree, entries_of, fresh_key, member, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """Two teams, a match of two boards that has begun: the open room has one board in."""
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=2, round_minutes=30, by=actor(), key=fresh_key())
    session.refresh_from_db()
    agree(seating(session, 1), 1, Report(Contract(3, Strain.N), Seat.N, 9))
    return session


def seating(session: Session, table: int) -> Seating:
    return Seating.objects.live().select_related("section__session", "round").get(section__session=session, table=table)


@pytest.fixture
def desk(session: Session) -> Client:
    client = Client()
    client.force_login(Account.objects.get(username="lina"))
    return client


def test_a_table_of_the_room_has_the_pair_that_sits_there_for_its_team(session: Session, desk: Client) -> None:
    rows = desk.get(at(session, "room")).context["room"].tables
    names = {
        (row.number, side): (pair.team, [player.pk for player in pair.players]) for row in rows for side, pair in (("NS", row.ns), ("EW", row.ew)) if pair
    }
    pk = [0] + [member(session.club, number).pk for number in range(1, 9)]
    home, away = ("Team 1", 1), ("Team 2", 5)
    if names[1, "NS"][0] != "Team 1":
        home, away = away, home
    assert names == {
        (1, "NS"): (home[0], [pk[home[1]], pk[home[1] + 1]]), (1, "EW"): (away[0], [pk[away[1]], pk[away[1] + 1]]),
        (2, "NS"): (away[0], [pk[away[1] + 2], pk[away[1] + 3]]), (2, "EW"): (home[0], [pk[home[1] + 2], pk[home[1] + 3]]),
    }
    case = desk.get(at(session, "correct", seating(session, 2).pk, 1)).context["case"]
    assert [player.pk for player in case.ew.players] == names[2, "EW"][1]


def test_the_matches_of_the_room_say_how_far_each_room_is_and_who_is_late(session: Session, desk: Client) -> None:
    (match,) = desk.get(at(session, "room")).context["matches"]
    assert [(name, row.number, row.told) for name, row in match.rooms] == [("open", 1, 1), ("closed", 2, 0)]
    assert not any(row.behind or row.silent for _, row in match.rooms)
    now = timezone.now() + timedelta(minutes=37)
    (late,) = matches_in_room(session, room_of(session, now))
    assert [row.behind for _, row in late.rooms] == [7, 7]
    for _ in range(32):
        shift_clock(session, -1, by=actor(), key=fresh_key())
    assert "minutes behind" in desk.get(at(session, "room")).content.decode()
    assert "桌" in desk.get(at(session, "room"), HTTP_ACCEPT_LANGUAGE="zh-hans").content.decode()


def test_a_board_that_was_left_out_is_known_by_no_team_mate_at_the_other_table(session: Session) -> None:
    agree(seating(session, 2), 1, Report(Contract(3, Strain.N), Seat.N, 9))
    first = late_plays_of(session, room_of(session, timezone.now()).tables[0].boards)
    assert [(late.board.number, len(late.ns.players), late.knows) for late in first] == [(2, 2, ())]
    agree(seating(session, 2), 2, Report(Contract(3, Strain.N), Seat.N, 9))
    (late,) = late_plays_of(session, room_of(session, timezone.now()).tables[0].boards)
    assert late.knows == ()


def test_a_running_score_is_not_for_staff_who_play(session: Session, desk: Client) -> None:
    assert desk.get(at(session, "room")).context["sees_scores"] is True
    Account.objects.filter(username="lina").update(player=member(session.club, 3))
    assert desk.get(at(session, "room")).context["sees_scores"] is False


def test_the_wall_of_the_last_round_has_the_matches_and_then_the_ranking_of_the_teams(session: Session) -> None:
    page = Client().get(at(session, "wall"))
    assert [(match.line.home.name, [row.told for _, row in match.rooms]) for match in page.context["wall"].matches] in (
        [("Team 1", [1, 0])], [("Team 2", [1, 0])],
    )
    for table, board, tricks in ((1, 2, 9), (2, 1, 8), (2, 2, 9)):
        agree(seating(session, table), board, Report(Contract(3, Strain.N), Seat.N, tricks))
    settle()
    close_session(session, by=actor(), key=fresh_key())
    settle()
    shown = Client().get(at(session, "wall_ranking")).content.decode()
    assert "Team 1" in shown and "Team 2" in shown
    rows = Client().get(at(session, "wall_ranking")).context["wall"].rows
    assert sum(row.score for row in rows) == 20


def test_the_wall_before_a_round_names_teams_and_pairs() -> None:
    session = teams_evening(4)
    start_matches(session, entries_of(session), boards=2, round_minutes=30, by=actor(), key=fresh_key())
    rows = Client().get(at(session, "wall")).context["wall"].rows
    assert len(rows) == 4 and all(len(pair.players) == 2 and pair.team for row in rows for pair in (row.ns, row.ew))


def test_who_plays_sees_no_score_of_another_running_match_on_the_wall(session: Session) -> None:
    browser = Client()
    browser.force_login(account_of(member(session.club, 1), "north"))
    (match,) = browser.get(at(session, "wall")).context["wall"].matches
    assert match.line.points is None and "–" in browser.get(at(session, "wall")).content.decode()
