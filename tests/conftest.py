"""What holds for every test: nothing is logged as an error unless the test says so; tests of one kind of database run on that kind alone."""

import gc
import logging
import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.utils import timezone, translation
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from bridge.catalogue import compile_catalogues

# File -> its group. A group runs in one worker, one test after another: its tests measure time, or read what is made once for them all. Stated here, since
# pytest 9.2 loses on the way from a worker the marks by which xdist 3.8 would know them.
TOGETHER = {
    **dict.fromkeys(("browser/test_evening", "house/test_start", "jobs/test_kills"), "start"),
    **dict.fromkeys(("jobs/test_real_workers", "jobs/test_copies_of_postgres", "jobs/test_draws_at_once"), "servers"),
    "web/test_demo": "demo",
    "web/test_demo_figures": "figures",
}


class Together(LoadScopeScheduling):
    """Tests one by one to whichever worker is free; those of a group to the same."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return TOGETHER.get(file.removeprefix("tests/").removesuffix(".py"), nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Together | None:
    """Who hands the tests out where several workers run and groups are asked for."""
    return Together(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_configure(config: pytest.Config) -> None:
    """The marks of this suite, and both languages as the catalogues have them now."""
    compile_catalogues()
    # Nothing is secret here, and each world has its accounts: a fifth of a second of the processor for each password that is kept as it should be.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    connection_created.connect(_answer_backwards)
    settings.SOLVE_DEALS = False  # tests of what can be made say so: most only import boards by the dozen
    config.addinivalue_line("markers", "logs_errors: an ERROR in the log is what this test expects")
    config.addinivalue_line("markers", "servers: needs PostgreSQL and a broker, so it runs in `manage.py test --full` alone")
    config.addinivalue_line("markers", "sqlite: is about the club's own file, so it does not run on PostgreSQL")


def _answer_backwards(connection: BaseDatabaseWrapper, **_told: object) -> None:
    """Rows that nobody asked to be in an order come in the other one: on PostgreSQL they come in any, and a test would find it one day in a hundred."""
    if connection.vendor == "sqlite":
        connection.connection.execute("PRAGMA reverse_unordered_selects = ON")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each test in the run that it is about. Nothing is skipped: `manage.py test --full` makes both runs."""
    other = "sqlite" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "servers"
    apart = [item for item in items if item.get_closest_marker(other)]
    if apart:
        config.hook.pytest_deselected(items=apart)
        items[:] = [item for item in items if not item.get_closest_marker(other)]


def pytest_collection_finish() -> None:
    """What all the modules hold stays: looking through it for garbage again and again takes a twelfth of the time."""
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture(autouse=True)
def _language_and_zone_of_the_site() -> None:
    """A test that asked for a page in another language leaves its thread speaking it."""
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(autouse=True)
def _no_error_is_logged(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    if request.node.get_closest_marker("logs_errors"):
        return
    errors = [record for phase in ("setup", "call") for record in caplog.get_records(phase) if record.levelno >= logging.ERROR]
    assert not errors, f"logged as an error: {[record.getMessage() for record in errors]}"
