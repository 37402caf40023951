"""Events of teams taken away and brought back: the checker accepts the files, another club imports them with the same ranking."""

import io
import random
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bridge.actions.draws import close_round, start_swiss
from bridge.actions.imports import import_event
from bridge.actions.knock_out import start_knock_out
from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result
from bridge.actions.sessions import make_session
from bridge.actions.teams import forfeit_match, sign_up_team, start_matches, start_movement
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.formats.event import PublishedEvent
from bridge.engine.formats.opening import read_event
from bridge.engine.movements.propose_teams import order_of_teams
from bridge.engine.scoring.outcome import Assigned, Award, Component, FixedPercent, SideOutcome, Weighted
from bridge.engine.seats import Seat, Side
from bridge.engine.swiss.field import Odd, Settings
from bridge.engine.teams.score import Forfeit
from bridge.jobs.again import differences
from bridge.mapping.imports import NotImportable
from bridge.mapping.outcomes import value_of
from bridge.mapping.swiss import SwissPlan
from bridge.models import Adjustment, Board, EventForm, Match, Penalty, Ranking, Seating, Session, Standing, journal
from tests.swiss_worlds import play_round, release, round_of
from tests.web.test_exports import anything
from tests.worlds import actor, club_with_members, entries_of, fresh_key, member, play, seen, settle

pytestmark = pytest.mark.django_db
BANDS = [[0, 1500, 1500], [1, 1600, 1400], [4, 1800, 1200], [9, 2100, 900], [20, 2500, 500]]
METHODS: list[dict[str, Any]] = [
    {"method": "vp_continuous"}, {"method": "vp_discrete"}, {"method": "vp_acbl_20"}, {"method": "vp_own", "own_scale": BANDS}, {"method": "total_imps"},
    {"method": "imps_won"}, {"method": "board_a_match"}, {"method": "total_points"},
]


def signed_up(teams: int, options: dict[str, Any] | None = None, *, players: int = 4) -> Session:
    """An evening with so many teams of four, or of as many players."""
    club = club_with_members(players * teams)
    session = make_session(
        club, datetime(2026, 11, 24, 18, 0, tzinfo=UTC), name="Teams", form=EventForm.TEAMS, options=options, by=actor(), key=fresh_key()
    )
    for number in range(teams):
        team = [member(club, players * number + each) for each in range(1, players + 1)]
        sign_up_team(session, f"Team {number + 1}", team, by=actor(), key=fresh_key())
    return session


def teams_evening(teams: int, options: dict[str, Any] | None = None, *, boards: int = 6, parts: int = 1) -> Session:
    """Everybody against everybody, all boards of all matches told."""
    session = signed_up(teams, options)
    start_matches(session, entries_of(session), boards=boards, parts=parts, round_minutes=30, by=actor(), key=fresh_key())
    session.refresh_from_db()
    play(session, anything(teams))
    return session


def close(session: Session) -> None:
    close_session(session, by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()


def ranked(session: Session) -> list[tuple[str, int | None, bool, Fraction | None]]:
    """Names, places and totals as published last."""
    rows = Standing.objects.filter(publication__ranking__session=session).order_by("-publication__version", "pk").select_related("entry")
    newest = [row for row in rows if row.publication_id == rows[0].publication_id]
    return [(row.entry.name, row.place, row.is_tied, row.total) for row in newest]


def accepted(client: Client, session: Session, folder: Path, ending: str = "usebio") -> PublishedEvent:
    """The event of the export, after `manage.py check_event` found no difference in it."""
    response = client.get(reverse(f"export_{ending}", args=[session.club.slug, session.uid]))
    assert response.status_code == 200
    path = folder / f"event.{ending}"
    path.write_bytes(response.content)
    told = io.StringIO()
    try:
        call_command("check_event", str(path), stdout=told)
    except SystemExit:
        pytest.fail(told.getvalue())
    return read_event(response.content)


def taken_home(client: Client, session: Session, folder: Path, ending: str = "usebio") -> PublishedEvent:
    """The event of the export; another club that imports it has the same ranking."""
    event = accepted(client, session, folder, ending)
    again = import_event(club_with_members(4, name=f"Another club with {ending}"), event, by=actor(), key=fresh_key())
    settle()
    assert ranked(again) == ranked(session)
    for each in (session, again):
        assert list(differences(Ranking.objects.get(session=each))) == []
    return event


@pytest.mark.parametrize("family", ["american_whist", "new_england", "triangle"])
def test_a_movement_of_teams_is_accepted_and_imported(client: Client, tmp_path: Path, family: str) -> None:
    teams = {"american_whist": 5, "new_england": 4, "triangle": 3}[family]
    session = signed_up(teams)
    start_movement(session, entries_of(session), order_of_teams(family, teams), boards=3, round_minutes=20, by=actor(), key=fresh_key())
    session.refresh_from_db()
    play(session, anything(teams))
    close(session)
    event = taken_home(client, session, tmp_path)
    assert len(event.matches) == teams * (teams - 1) // 2 and all(len(match.boards) == 3 for match in event.matches)


def test_a_knock_out_has_places_and_no_totals(client: Client, tmp_path: Path) -> None:
    session = signed_up(2)
    start_knock_out(session, entries_of(session), boards=4, parts=2, round_minutes=20, by=actor(), key=fresh_key())
    session.refresh_from_db()
    play(session, anything(3))
    close(session)
    event = accepted(client, session, tmp_path)
    assert [(team.place, team.score) for team in event.entrants] == [("1", None), ("2", None)] and len(event.matches[0].boards) == 4


def test_a_match_of_teams_of_eight_is_written_by_its_points(client: Client) -> None:
    session = signed_up(2, players=8)
    start_matches(session, entries_of(session), boards=4, of_eight=True, round_minutes=20, by=actor(), key=fresh_key())
    session.refresh_from_db()
    play(session, anything(4))
    close(session)
    event = read_event(client.get(reverse("export_usebio", args=[session.club.slug, session.uid])).content)
    (match,) = event.matches
    assert match.boards == () and sorted(team.score or "" for team in event.entrants) == sorted((match.first_score, match.second_score))


@pytest.mark.parametrize("options", METHODS, ids=lambda options: options["method"])
def test_what_is_exported_is_accepted_and_imported(client: Client, tmp_path: Path, options: dict[str, Any]) -> None:
    session = teams_evening(4, options)
    close(session)
    for ending in ("usebio", "pbn"):
        event = taken_home(client, session, tmp_path, ending)
        assert len(event.entrants) == 4 and all(len(team.members) == 2 for team in event.entrants) and len(event.matches) == 6
        assert {player.name for team in event.entrants for pair in team.members for player in pair.players} >= {"Mary Smith", "Hedda Falk"}


def adjust(session: Session, match: int, room: str, **sides: SideOutcome) -> None:
    """The director gives both sides of the first board of a match in one room something."""
    seating = Seating.objects.live().filter(section__session=session, match__number=match, room=room).order_by("pk").first()
    assert seating is not None
    board = Board.objects.get(set=seating.section.board_set, number=seating.first_board)
    with journal.act(session.journal, "adjust_result", by=actor(), key=fresh_key()) as act:
        for side, outcome in sides.items():
            kind, value = value_of(outcome)
            Adjustment.objects.begin(act, seating=seating, board=board, side=Side[side.upper()].value, kind=kind, value=value)


def test_what_a_director_decided(client: Client, tmp_path: Path) -> None:
    session = teams_evening(5, {"method": "vp_continuous", "sit_out_percent": "60"}, parts=2)
    adjust(session, 1, "open", ns=Award.PLUS, ew=Award.MINUS)
    adjust(session, 2, "closed", ns=Assigned(620), ew=Assigned(620))
    weighted = Weighted((Component(620, Fraction(60, 100)), Component(-100, Fraction(40, 100))))
    adjust(session, 3, "open", ns=weighted, ew=weighted)
    seating = Seating.objects.live().filter(section__session=session, match__number=5, room="open").earliest("pk")
    correct_result(
        seating, seating.first_board, Report(Contract(3, Strain.N), Seat.E, 10), reason="sat wrongly", turned=True, by=actor(), key=fresh_key(),
        seen=seen(session),
    )
    forfeit_match(Match.objects.get(stage=session.stage, number=6), Forfeit.AWAY, reason="late", by=actor(), key=fresh_key())
    with journal.act(session.journal, "give_penalty", by=actor(), key=fresh_key()) as act:
        Penalty.objects.begin(act, session=session, entry=entries_of(session)[2], amount=Fraction(1, 2), unit="vp")
    close(session)
    accepted(client, session, tmp_path, "pbn")
    event = taken_home(client, session, tmp_path)
    assert [team.adjustment for team in event.entrants if team.adjustment] == ["-0.5"]
    assert sum(not match.second for match in event.matches) == 5 and {match.first_score for match in event.matches if not match.second} == {"12"}


def test_a_match_whose_two_scores_are_no_mirror_images_is_written_by_its_points_alone(client: Client, tmp_path: Path) -> None:
    session = teams_evening(3)
    adjust(session, 1, "open", ns=FixedPercent(Fraction(60)), ew=FixedPercent(Fraction(60)))
    close(session)
    accepted(client, session, tmp_path, "pbn")
    event = accepted(client, session, tmp_path)
    assert [bool(match.boards) for match in event.matches] == [False, True, True, False, False, False]
    with pytest.raises(NotImportable) as refused:
        import_event(club_with_members(4, name="Another club"), event, by=actor(), key=fresh_key())
    assert refused.value.facts == {"why": "boards"}


def test_a_triangle(client: Client, tmp_path: Path) -> None:
    session = signed_up(5)
    start_swiss(session, entries_of(session), SwissPlan(2, 4, settings=Settings(odd=Odd.THREE_WAY, rounds=2)), by=actor(), key=fresh_key())
    settle()
    rng = random.Random(5)
    for number in (1, 2):
        release(session, number)
        play_round(session, number, rng)
        close_round(round_of(session, number), by=actor(), key=fresh_key())
        settle()
    session.refresh_from_db()
    close(session)
    event = taken_home(client, session, tmp_path)
    assert sum(sum(Fraction(score or 0) for score in (match.first_score, match.second_score)) == 10 for match in event.matches) == 6


def test_tables_and_the_one_page(client: Client) -> None:
    session = teams_evening(4)
    close(session)
    for what, rows in (("ranking", 4), ("results", 72)):
        text = client.get(reverse("export_csv", args=[session.club.slug, session.uid, what])).content.decode("utf-8-sig")
        assert len(text.splitlines()) == 1 + rows
    for language in ("en", "zh-hans"):
        answer = client.get(reverse("export_html", args=[session.club.slug, session.uid]), headers={"accept-language": language})
        text = answer.content.decode()
        assert answer.status_code == 200 and "Team 3" in text and "<script" not in text and "<link" not in text and len(answer.content) < 2_000_000
        assert text.count('id="match-') == 6


def test_a_file_asks_as_many_questions_for_any_number_of_matches(client: Client) -> None:
    asked = []
    for teams in (4, 6):
        session = teams_evening(teams, boards=1)
        close(session)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("export_usebio", args=[session.club.slug, session.uid])).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1]
