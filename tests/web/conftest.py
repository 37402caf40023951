"""What holds for tests of pages: passwords are hashed quickly, since nothing here is secret; the director sits at the desk of the test's evening."""

import pytest
from django.test import Client
from pytest_django import Settings

from bridge.models import Account, Session


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


@pytest.fixture
def desk(client: Client, session: Session) -> Client:
    """The director's browser; `session` is the test's own evening."""
    client.force_login(Account.objects.get(username="lina"))
    return client
