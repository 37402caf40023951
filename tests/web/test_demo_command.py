"""The command that makes the demonstration club: never twice, and it tells how to get in."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from bridge.actions.demo import ROLES, demo_club
from bridge.models import Account, Club

pytestmark = pytest.mark.django_db


def test_the_command_tells_how_to_get_in_and_makes_one_club(client: Client) -> None:
    told = StringIO()
    call_command("demo", stdout=told)
    call_command("demo", stdout=told)
    assert Club.objects.filter(is_demo=True).count() == 1
    password = re.findall(r"the password (\S+) ;", told.getvalue())[-1]
    for username in ROLES:
        assert Account.objects.get(username=username).check_password(password)
    club = demo_club()
    assert club is not None and client.get(f"/c/{club.slug}/").status_code == 200
