"""A club's settings: kept, the PIN unseen, for its administrators alone."""

import pytest
from django.contrib.auth.hashers import check_password
from django.test import Client
from django.urls import reverse

from bridge.forms.slip import new_key
from bridge.models import Account, Act, Club
from tests.worlds import club_with_members

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """A club with an administrator."""
    return club_with_members(4)


@pytest.fixture
def admin(client: Client, club: Club) -> Client:
    """The administrator's browser."""
    client.force_login(Account.objects.get(username="admin"))
    return client


def told(**changed: str) -> dict[str, str]:
    """The form filled in."""
    return {
        "key": new_key(), "name": "Millpond", "zone": "Asia/Shanghai", "language": "zh-hans", "edition": "CN1999", "rulings_shown": "law",
        "fee": "6.50", "currency": "€",
        "correction_minutes": "20", "contact": "Li Na", "wifi_name": "hall", "wifi_password": "", "pin": "",
    } | changed


def test_settings_are_kept_and_the_pin_is_nowhere_to_be_read(admin, club):
    address = reverse("club_settings", args=[club.slug])
    assert admin.post(address, told(pin="4711")).status_code == 303
    club.refresh_from_db()
    assert (club.name, club.zone, club.edition, club.fee, club.correction_minutes) == ("Millpond", "Asia/Shanghai", "CN1999", 650, 20)
    assert check_password("4711", club.pin_hash)
    act = Act.objects.get(kind="change_club")
    assert "pin_hash" not in str(act.facts) and act.facts["pin"] is True
    shown = admin.get(address).content.decode()
    assert 'value="6.50"' in shown and "4711" not in shown
    assert admin.post(address, told(fee="7")).status_code == 303
    club.refresh_from_db()
    assert check_password("4711", club.pin_hash) and club.fee == 700


def test_a_pin_is_digits(admin, club):
    answer = admin.post(reverse("club_settings", args=[club.slug]), told(pin="12a"))
    assert answer.status_code == 422 and "Four to twelve digits." in answer.content.decode()


def test_only_administrators(client, club):
    address = reverse("club_settings", args=[club.slug])
    assert client.get(address).status_code == 302
    client.force_login(Account.objects.get(username="secretary"))
    assert client.get(address).status_code == 403


def test_in_chinese(admin, club):
    assert "俱乐部设置" in admin.get(reverse("club_settings", args=[club.slug]), headers={"Accept-Language": "zh-hans"}).content.decode()
