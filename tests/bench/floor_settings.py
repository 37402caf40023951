"""The club's settings with the floor's addresses beside its own: the same middleware, the same database, the same server."""

from clubsite.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.floor"
