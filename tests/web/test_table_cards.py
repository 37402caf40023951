"""The card that lies on a table, and who may hold its slips or speak for a pair: the card, the director's PIN, who sits there, the staff."""

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bridge.models import Device, Report, Session
from tests.web.table_pages import address, live, post, text
from tests.worlds import account_of, card_at, club_with_members, member, mitchell_evening, seating_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of two boards."""
    return mitchell_evening(tables=3)


def test_a_scan_offers_the_table_and_opens_nothing(session):
    code = session.club.tables.get(label="1").code
    client = Client()
    response = client.get(reverse("card_code", args=[code]), follow=True)
    assert response.redirect_chain == [(address(session, "table", 1), 303)]
    assert "This is table 1" in text(response)
    assert "Keep the slips on this phone" in text(response)
    assert post(client, address(session, "slip", 1, 1)).status_code == 403
    assert post(client, address(session, "agree", 1, 1)).status_code == 302
    assert (live(Device), live(Report)) == ([], [])


def test_an_address_that_was_typed_opens_nothing(session):
    client, seating = Client(), seating_at(session, 1, 1)
    shown = client.get(address(session, "table", 1))
    assert "Scan the card that lies on it" in text(shown) and "No card at hand?" in text(shown)
    assert "after signing in" in text(shown)  # the club has set no PIN
    for name in ("hold_slips", "speak_for_pair"):
        refused = post(client, address(session, name, 1), seating=seating.pk, side="NS")
        assert refused.status_code == 422
        assert "Scan the card that lies on table 1 with this phone" in text(refused)
    client.get(card_at(session, 2))  # another table's card says nothing of this one
    assert post(client, address(session, "hold_slips", 1)).status_code == 422
    client.cookies["card"] = "guessed"
    assert post(client, address(session, "hold_slips", 1)).status_code == 422
    assert live(Device) == []


def test_without_a_card_the_pin_is_asked_for(session):
    session.club.pin_hash = make_password("4711")
    session.club.save()
    own = {"seating": seating_at(session, 1, 1).pk, "side": "EW"}
    shown = Client().get(address(session, "table", 1))
    assert "Have the director type the PIN" in text(shown)
    assert f'formaction="{address(session, "speak_for_pair", 1)}"' in shown.content.decode()
    for name, use in (("hold_slips", "slip"), ("speak_for_pair", "pair")):
        client = Client()
        assert "not the director&#x27;s PIN" in post(client, address(session, name, 1), pin="1234", **own).content.decode()
        assert post(client, address(session, name, 1), pin="4711", **own).status_code == 303
        assert live(Device)[-1].use == use
    zh = text(Client().get(address(session, "table", 1), headers={"Accept-Language": "zh-Hans"}))
    assert "请扫桌上的桌卡" in zh and "Scan" not in zh


def test_who_sits_there_or_directs_needs_no_card(session):
    account_of(member(session.club, 1), "mary")  # North-South 1
    for username, status in (("mary", 303), ("lina", 303)):
        client = Client()
        client.login(username=username, password="a long password 7")
        assert post(client, address(session, "hold_slips", 1)).status_code == status
        assert post(client, address(session, "hold_slips", 2)).status_code == (303 if username == "lina" else 422)


def test_a_card_of_another_club_says_nothing_here(session):
    other = mitchell_evening(tables=3, club=club_with_members(12, name="Seaside"))
    client = Client()
    client.get(card_at(other, 1))
    assert post(client, address(session, "hold_slips", 1)).status_code == 422
    assert post(client, address(other, "hold_slips", 1)).status_code == 303


def test_a_card_before_and_after_an_evening(session):
    code = session.club.tables.get(label="1").code
    for state, told in (("preparing", "has not begun"), ("closed", "Nothing is played")):
        Session.objects.update(state=state, starts=timezone.now())
        assert told in text(Client().get(reverse("card_code", args=[code])))
    assert Client().get(reverse("card_code", args=["nosuchcode"])).status_code == 404
