"""What holds for tests of pages: the director sits at the desk of the test's evening."""

import pytest
from django.test import Client

from bridge.models import Account, Session


@pytest.fixture
def desk(client: Client, session: Session) -> Client:
    """The director's browser; `session` is the test's own evening."""
    client.force_login(Account.objects.get(username="lina"))
    return client
