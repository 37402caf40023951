"""The admin pages show every table and change none."""

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from bridge.models import Account, Club
from tests.worlds import mitchell_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def superuser(client: Client) -> Client:
    """Signed in as who may look at everything."""
    client.force_login(Account.objects.create_superuser("root", "a long password 7"))
    return client


def test_every_table_is_shown(superuser: Client) -> None:
    mitchell_evening(3, boards_per_set=1)
    for model in apps.get_app_config("bridge").get_models():
        name = f"admin:bridge_{model._meta.model_name}"
        assert superuser.get(reverse(f"{name}_changelist")).status_code == 200, name
        row = model.objects.first()  # type: ignore[attr-defined]
        if row is not None:
            assert superuser.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200, name


def test_nothing_is_changed_and_no_secret_is_shown(superuser: Client) -> None:
    club = mitchell_evening(3, boards_per_set=1).club
    club.pin_hash = "the-hash-of-a-pin"
    club.save()
    address = reverse("admin:bridge_club_change", args=[club.pk])
    assert "the-hash-of-a-pin" not in superuser.get(address).content.decode()
    assert superuser.post(address, {"name": "Another"}).status_code == 403
    assert Club.objects.get(pk=club.pk).name == club.name
    assert superuser.get(reverse("admin:bridge_club_add")).status_code == 403


def test_others_stay_out(client: Client) -> None:
    client.force_login(Account.objects.create_user("wangwei", "a long password 7"))
    assert client.get(reverse("admin:index")).status_code == 302
