"""The cards of an evening: taken from a file, hidden until it is closed, solved by a job, and what can be made stands on the traveller."""

import csv
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from bridge.actions.deals import SEALED, unseal_deals
from bridge.engine.contract import Report, parse_contract
from bridge.engine.seats import Seat
from bridge.forms.slip import new_key
from bridge.jobs.hands import UNSOLVABLE, solve_deals
from bridge.models import Account, Act, Deal, Section, Session, SessionState
from tests.worlds import mitchell_evening, play, settle

pytestmark = pytest.mark.django_db
ROWS = list(csv.DictReader((Path(__file__).resolve().parents[1] / "data" / "par.csv").read_text(encoding="utf-8").splitlines()))


@pytest.fixture
def session() -> Session:
    """Five tables, boards 1 to 10, running."""
    return mitchell_evening(5)


@pytest.fixture
def desk(client: Client, session: Session) -> Client:
    """The secretary's browser."""
    client.force_login(Account.objects.get(username="secretary"))
    return client


def pbn(numbers: range) -> bytes:
    """A file as dealing machines write it."""
    return "\n\n".join(f'[Board "{number}"]\n[Deal "{ROWS[number]["deal"]}"]' for number in numbers).encode()


def send(desk: Client, session: Session, data: bytes, **more: object) -> str:
    """The page after the file was sent."""
    told = {"key": new_key(), "file": SimpleUploadedFile("deals.pbn", data)} | more
    answer = desk.post(reverse("deals", args=[session.club.slug, session.uid]), told)
    assert answer.status_code in (200, 422)
    return " ".join(answer.content.decode().split())


def test_the_cards_come_in_hidden_and_are_seen_when_the_evening_is_closed(desk: Client, session: Session) -> None:
    told = send(desk, session, pbn(range(1, 13)))
    assert "10 boards have their cards now. In the file, but not played this evening: 11–12." in told
    rows = Deal.objects.filter(board__set__sections__session=session).order_by("board__number")
    assert [row.board.number for row in rows] == list(range(1, 11))
    assert {row.hidden_until for row in rows} == {SEALED}
    assert [row.cards for row in rows] == [ROWS[number]["deal"] for number in range(1, 11)]
    Session.objects.filter(pk=session.pk).update(state=SessionState.CLOSED)
    unseal_deals(session)
    assert {row.hidden_until for row in rows.all()} == {None}


def test_a_set_that_another_evening_still_plays_stays_hidden(desk: Client, session: Session) -> None:
    send(desk, session, pbn(range(1, 11)))
    other = mitchell_evening(5, club=session.club)
    Section.objects.filter(session=other).update(board_set=Section.objects.get(session=session).board_set)
    Session.objects.filter(pk=session.pk).update(state=SessionState.CLOSED)
    unseal_deals(session)
    assert set(Deal.objects.values_list("hidden_until", flat=True)) == {SEALED}
    Session.objects.filter(pk=other.pk).update(state=SessionState.CLOSED)
    unseal_deals(other)
    assert set(Deal.objects.values_list("hidden_until", flat=True)) == {None}


def test_sent_twice_is_one_act_and_another_file_takes_its_place(desk: Client, session: Session) -> None:
    key = new_key()
    first, second = send(desk, session, pbn(range(1, 5)), key=key), send(desk, session, pbn(range(1, 5)), key=key)
    assert "4 boards have their cards now. Not in the file: 5–10." in first and "4 boards have their cards now. Not in the file: 5–10." in second
    assert Act.objects.filter(kind="take_deals").count() == 1
    Deal.objects.update(double_dummy="0" * 20)
    send(desk, session, pbn(range(1, 5)).replace(ROWS[2]["deal"].encode(), ROWS[20]["deal"].encode()))
    changed = Deal.objects.get(board__number=2)
    assert (changed.cards, changed.double_dummy) == (ROWS[20]["deal"], "")
    assert Deal.objects.get(board__number=3).double_dummy == "0" * 20


@pytest.mark.parametrize(("data", "sentence"), [
    (b"", "The submitted file is empty."),
    (b"%PDF-1.7 \x00\x01", "The file is no text"),
    (b"<html><body></body></html>", "The file is of no kind that can be read here"),
    (b'[Event "x"]\n[Board "1"]\n', "The file has no numbered board with its cards."),
    (b'[Board "1"]\n[Deal "N:AKQ.AKQ.AKQ.AKQJ - - -"]', "The cards of board 1 are not four hands of thirteen."),
    (pbn(range(1, 3)) + b"\n\n" + pbn(range(3, 4)).replace(b'"3"', b'"1"'), "The file has two different deals for board 1."),
    (pbn(range(20, 24)), "The file has boards 20–23, but boards 1–10 are played this evening."),
])
def test_a_file_that_cannot_be_taken_is_told_and_nothing_is_taken(desk: Client, session: Session, data: bytes, sentence: str) -> None:
    assert sentence in send(desk, session, data)
    assert not Deal.objects.exists() and not Act.objects.filter(kind="take_deals").exists()


def test_strangers_and_players_have_no_business_here(client: Client, session: Session) -> None:
    address = reverse("deals", args=[session.club.slug, session.uid])
    assert client.get(address).status_code == 302
    assert client.post(address, {"key": new_key()}).status_code in (302, 403)


def test_the_solver_finds_what_is_published_and_passes_over_what_it_cannot_solve(desk: Client, session: Session, settings: Settings) -> None:
    settings.SOLVE_DEALS = True
    send(desk, session, pbn(range(1, 5)))
    Deal.objects.filter(board__number=2).update(cards="no deal at all")
    set_id = Section.objects.get(session=session).board_set_id
    while solve_deals(set_id):
        pass
    found = dict(Deal.objects.values_list("board__number", "double_dummy"))
    assert found == {1: ROWS[1]["makes"], 2: UNSOLVABLE, 3: ROWS[3]["makes"], 4: ROWS[4]["makes"]}


def test_what_can_be_made_and_par_stand_on_the_traveller(desk: Client, session: Session) -> None:
    send(desk, session, pbn(range(1, 11)))
    play(session, lambda seating, number: Report(parse_contract("1N"), Seat.N, 7))
    settle()
    Session.objects.filter(pk=session.pk).update(state=SessionState.CLOSED)
    unseal_deals(session)
    Deal.objects.filter(board__number=1).update(double_dummy="2" + "7" * 4 + "0" * 5 + "2" + "7" * 4 + "0" * 5)
    page = desk.get(reverse("traveller", args=[session.club.slug, session.uid, 1]), headers={"accept-language": "en"}).content.decode()
    assert "Par +90: " in page
    assert "Par" not in desk.get(reverse("traveller", args=[session.club.slug, session.uid, 2])).content.decode().replace("Part", "")
