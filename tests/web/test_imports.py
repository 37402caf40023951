"""An old file in the browser: checked, imported as a finished evening, its ranking the one that was published."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from bridge.actions.imports import known_people
from bridge.actions.players import merge_players, part_players
from bridge.actions.publishing import close_session
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.formats.check import check_event
from bridge.engine.formats.match_check import matches_once
from bridge.engine.formats.opening import read_event
from bridge.engine.formats.pbn_event import write_pbn
from bridge.engine.formats.usebio_writing import write_usebio
from bridge.engine.seats import Seat
from bridge.forms.slip import new_key
from bridge.jobs.again import differences
from bridge.models import Account, Act, Award, Club, LineUp, Match, Membership, Player, Publication, Ranking, Result, Session, Standing, Start
from tests.engine.published import mitchell, publish
from tests.worlds import actor, club_with_members, fresh_key, member, mitchell_evening, play, settle

pytestmark = pytest.mark.django_db
CASES = Path(__file__).parents[2].parent / "shared" / "cases"
beside = pytest.mark.skipif(not CASES.exists(), reason="../shared/cases is not beside the repository")
PAIRS = (
    "u1-howell-12-pairs.xml", "u2-mitchell-sit-outs.xml", "u3-two-winner-11-tables.xml", "u4-butler-howell.xml", "u5-ties-and-lin.xml",
    "p1-howell-10-pairs-latin1.pbn", "p2-half-table-bye.pbn", "p3-average-award.pbn",
)


@pytest.fixture
def club() -> Club:
    """A club with a few members."""
    return club_with_members(12)


@pytest.fixture
def desk(client: Client, club: Club) -> Client:
    """The secretary's browser."""
    client.force_login(Account.objects.get(username="secretary"))
    return client


def made_up() -> bytes:
    """A small event in USEBIO."""
    return write_usebio(publish(mitchell(random.Random(3), 5, 10))).encode()


def check(desk: Client, club: Club, data: bytes, name: str = "event.xml", **more: Any) -> Any:
    """The page that a chosen file leads to."""
    told = {"key": new_key(), "file": SimpleUploadedFile(name, data)}
    return desk.post(reverse("import_file", args=[club.slug]), told, **more)


def imported(desk: Client, club: Club, data: bytes) -> Session:
    """Checked and imported through the pages, jobs done."""
    page = check(desk, club, data)
    assert page.status_code == 200, page.content.decode()
    packed = page.context["importing"]["packed"].value()
    answer = desk.post(reverse("import_checked", args=[club.slug]), {"key": new_key(), "packed": packed})
    assert answer.status_code == 303, answer.content.decode()
    settle()
    return Session.objects.filter(club=club).latest("pk")


@beside
@pytest.mark.parametrize("name", PAIRS)
def test_an_imported_ranking_is_the_published_one(desk: Client, club: Club, name: str) -> None:
    data = (CASES / name).read_bytes()
    session = imported(desk, club, data)
    event = read_event(data)
    act = Act.objects.get(journal=club.journal, kind="import_event")
    rows = {row.entry_id: row for row in Standing.objects.filter(publication__ranking__session=session, publication__version=1)}
    entries = [int(pk) for pk in act.facts["published"]]
    assert len(rows) == len(entries) == len(event.entrants)
    for entry, item in zip(entries, check_event(event).entrants, strict=True):
        row = rows[entry]
        place = item.place
        assert (row.place, row.is_tied) == ((place.number, place.shared) if place else (None, False))
        if item.percent is not None:
            assert row.exact == item.percent
        assert act.facts["published"][str(entry)]["percent"] == item.entrant.percent
    for ranking in Ranking.objects.filter(session=session):
        assert list(differences(ranking)) == []
    assert desk.get(reverse("ranking", args=[club.slug, session.uid])).status_code == 200
    for pair in session.stage.event.entries.all()[:3]:
        assert desk.get(reverse("pair_card", args=[club.slug, session.uid, pair.uid])).status_code == 200
    for name in ("export_usebio", "export_pbn"):
        assert check_event(read_event(desk.get(reverse(name, args=[club.slug, session.uid])).content)).differences == ()
    board = session.sections.get(letter="A").board_set.boards.order_by("number")[0].number
    assert desk.get(reverse("traveller", args=[club.slug, session.uid, board])).status_code == 200


def test_the_same_event_twice_is_noticed_however_its_file_is_written(desk: Client, club: Club) -> None:
    data = made_up()
    session = imported(desk, club, data)
    for again in (data, data.replace(b"\n", b"\r\n"), data.decode().replace("UTF-8", "UTF-16").encode("utf-16"), write_pbn(read_event(data)).encode()):
        page = check(desk, club, again)
        assert page.context["earlier"] == session and "The club has this event already: " in page.content.decode()
        assert page.context["importing"]["packed"].value() and "Import as a finished evening" not in page.content.decode()
        answer = desk.post(reverse("import_checked", args=[club.slug]), {"key": new_key(), "packed": page.context["importing"]["packed"].value()})
        assert answer.status_code == 422 and "The club has this event already" in answer.content.decode()
    assert Session.objects.filter(club=club).count() == 1
    assert Publication.objects.filter(ranking__session__club=club, version=1).count() == Ranking.objects.count()
    text = data.decode()
    other = text.replace(">420<", ">450<", 1) if ">420<" in text else text.replace("<TRICKS>9<", "<TRICKS>8<", 1)
    assert other != text and check(desk, club, other.encode()).context["earlier"] is None


def test_an_evening_of_the_club_is_known_from_its_own_files(desk: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    play(session, lambda seating, number: Report(Contract(3, Strain.N), Seat.S, 9 + seating.table % 3))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    for name in ("export_usebio", "export_pbn"):
        data = desk.get(reverse(name, args=[session.club.slug, session.uid])).content
        assert check(desk, session.club, data).context["earlier"] == session


def test_two_sections_ranked_together_come_in_and_go_out(desk: Client, club: Club) -> None:
    """Three tables in each section, every board compared over all six: pairs of B have numbers of their own while it is reckoned."""
    one, two = mitchell(random.Random(5), 3, 6), mitchell(random.Random(6), 3, 6)

    def moved(number: str) -> str:
        return str(int(number) + 10)

    lines = [tuple(replace(line, ns=(moved(line.ns[0]),), ew=(moved(line.ew[0]),)) for line in board.lines) for board in two.boards]
    whole = publish(replace(
        one, entrants=(*one.entrants, *(replace(entrant, number=moved(entrant.number)) for entrant in two.entrants)),
        boards=tuple(replace(board, lines=(*board.lines, *more)) for board, more in zip(one.boards, lines, strict=True)),
    ))
    entrants = tuple(replace(entrant, section="A" if place % 12 < 6 else "B") for place, entrant in enumerate(whole.entrants))
    boards = tuple(
        replace(board, section=letter, lines=tuple(replace(line, position=at) for at, line in enumerate(board.lines[first : first + 3], 1)))
        for letter, first in (("A", 0), ("B", 3)) for board in whole.boards
    )
    session = imported(desk, club, write_usebio(replace(whole, entrants=entrants, boards=boards)).encode())
    assert Ranking.objects.filter(session=session).count() == 1 and session.sections.count() == 2
    for name in ("export_usebio", "export_pbn"):
        again = read_event(desk.get(reverse(name, args=[club.slug, session.uid])).content)
        assert check_event(again).differences == () and len(again.entrants) == 12
    assert len(desk.get(reverse("ranking", args=[club.slug, session.uid])).context["pages"]) == 1


def test_members_are_found_by_name_and_number_others_are_guests(desk: Client, club: Club) -> None:
    plain = made_up()
    names = list(dict.fromkeys(person.name for entrant in read_event(plain).entrants for person in entrant.players))
    assert len(names) > 2
    text = plain.decode().replace(f">{names[0]}<", ">Smith, Mary<").replace(f">{names[1]}<", ">HEDDA FALK<")
    session = imported(desk, club, text.encode())
    assert session.state == "closed"
    playing = set(LineUp.objects.filter(session=session).values_list("player__name_native", flat=True))
    assert playing == {"Mary Smith", "Hedda Falk", *names[2:]}
    assert Membership.objects.filter(club=club, is_guest=True).count() == len(names) - 2
    assert Membership.objects.filter(club=club, is_guest=False).count() == 12
    double, kept = Player.objects.get(name_native=names[2]), member(club, 5)
    merge_players(club, kept, double, by=actor(), key=fresh_key())
    whose = {known.person.name: known.membership.player for known in known_people(club, read_event(plain)) if known.membership}
    assert whose[names[2]] == kept and names[0] not in whose
    part_players(club, Act.objects.get(kind="merge_players", journal=club.journal), by=actor(), key=fresh_key())
    assert {known.membership.player for known in known_people(club, read_event(plain)) if known.membership and known.person.name == names[2]} == {double}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"%PDF-1.4 something", "of no kind that can be read here: it begins with “%PDF-1.4 something”. Known are usebio, pbn."),
        (b"<USEBIO Version='1.2'><EVENT EVENT_TYPE='MP_PAIRS'>", "The file says it is"),
        (bytes(9 * 1024 * 1024), "The file has 9437184 bytes; at most 8388608 can be read."),
    ],
    ids=["unknown", "not what it says", "too large"],
)
def test_what_cannot_be_read_is_told_in_one_sentence(desk: Client, club: Club, data: bytes, told: str) -> None:
    page = check(desk, club, data)
    assert page.status_code == 422 and told in page.content.decode()
    assert not Session.objects.exists()


@beside
def test_a_finished_event_of_teams(desk: Client, club: Club) -> None:
    data = (CASES / "u6-multiple-teams.xml").read_bytes()
    session = imported(desk, club, data)
    event = read_event(data)
    assert session.stage.event.form == "teams" and session.state == "closed"
    rows = Standing.objects.filter(publication__ranking__session=session, publication__version=1).select_related("entry")
    numbers = dict(Start.objects.filter(section__session=session).values_list("entry", "number"))
    told = {numbers[row.entry_id]: (f"{row.place}{'=' if row.is_tied else ''}", row.total) for row in rows}
    assert told == {int(team.number): (team.place, int(team.score or "")) for team in event.entrants}
    assert told[10] == ("1", 119) and told[9] == told[6] == ("7=", 73)
    assert list(differences(Ranking.objects.get(session=session))) == []
    assert Match.objects.filter(stage=session.stage).count() == 40 and Result.objects.filter(seating__section__session=session).count() == 240
    lines = desk.get(reverse("matches", args=[club.slug, session.uid])).context["lines"]
    assert {(line.round, str(line.home.number), str(line.away.number)): line.points for line in lines} == {
        (match.round, match.first, match.second): (int(match.first_score or ""), int(match.second_score or "")) for match in matches_once(event.matches)
    }
    page = desk.get(reverse("match", args=[club.slug, session.uid, 1])).context["shown"]
    assert [(line.number, line.margin.home) for line in page.lines] == [(board.board.number, int(board.imps or "")) for board in event.matches[0].boards]
    home = {room: [player.name_native for player in players] for (entry, room), players in page.pairs.items() if entry == page.match.home_id}
    assert home == {"open": ["Ida Tarn", "Max Østby"], "closed": ["Cleo Pike", "Åsa Tarn"]}
    shown = desk.get(reverse("published", args=[club.slug, session.uid])).context["shown"]
    assert {each.number: (each.place, each.score, each.master_points) for each in shown.entries} == {
        team.number: (team.place, team.score, tuple((each.amount, each.kind) for each in team.master_points)) for team in event.entrants
    }
    assert [each.master_points for each in shown.entries if each.place == "1"] == [(("40", "BLACK"),)]
    assert len(shown.pairs) == 19 and shown.pairs[0].score == "-20.99"
    assert not Award.objects.exists()
    for address in ("ranking", "movement_page", "boards", "files", "awards", "room", "conditions", "results"):
        answer = desk.get(reverse(address, args=[club.slug] if address == "results" else [club.slug, session.uid]), follow=True)
        assert answer.status_code == 200, address


def test_a_file_that_did_not_come_through_whole(desk: Client, club: Club) -> None:
    answer = desk.post(reverse("import_checked", args=[club.slug]), {"key": new_key(), "packed": "AAAA"})
    assert answer.status_code == 422 and "did not come through whole" in answer.content.decode()


def test_only_those_who_keep_the_members(client: Client, club: Club) -> None:
    address = reverse("import_file", args=[club.slug])
    assert client.get(address).status_code == 302
    client.force_login(Account.objects.get(username="lina"))
    assert client.get(address).status_code == 403
    assert client.post(reverse("import_checked", args=[club.slug]), {}).status_code == 403


def test_another_language_is_asked_for_at_the_page_itself(desk: Client, club: Club) -> None:
    assert f'name="next" value="{reverse("import_file", args=[club.slug])}"' in check(desk, club, made_up()).content.decode()


def test_in_chinese(desk: Client, club: Club) -> None:
    page = check(desk, club, made_up(), headers={"Accept-Language": "zh-hans"})
    assert "重新记分" in page.content.decode()
