"""What holds for tests of pages: the director sits at the desk of the test's evening; the demonstration club is made once for a file."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from bridge.actions.demo import make_demo
from bridge.models import Account, Club, Session


@pytest.fixture
def desk(client: Client, session: Session) -> Client:
    """The director's browser; `session` is the test's own evening."""
    client.force_login(Account.objects.get(username="lina"))
    return client


@pytest.fixture(scope="module")
def demo_club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    """The demonstration club as it is on a Thursday evening; what a test does to it is taken back after the test."""
    with django_db_blocker.unblock(), ExitStack() as until_made:
        until_made.enter_context(transaction.atomic())
        made = make_demo(datetime(2026, 11, 26, 20, 5, tzinfo=UTC), random.Random(1), "a long password 7")
        until_read = until_made.pop_all()
    yield made
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        until_read.close()
