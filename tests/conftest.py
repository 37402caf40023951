"""What holds for every test: nothing is logged as an error unless the test says so, and some tests need real servers."""

import logging
import os
from collections.abc import Iterator

import pytest

from bridge.catalogue import compile_catalogues


def pytest_configure(config: pytest.Config) -> None:
    """The marks of this suite, and both languages as the catalogues have them now."""
    compile_catalogues()
    config.addinivalue_line("markers", "logs_errors: an ERROR in the log is what this test expects")
    config.addinivalue_line("markers", "servers: needs PostgreSQL and a broker, so it runs in `manage.py test --full` alone")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests with real servers are not part of the quick run; in the full run they are never skipped."""
    if os.environ.get("CELERY_BROKER_URL"):
        return
    apart = [item for item in items if item.get_closest_marker("servers")]
    if apart:
        config.hook.pytest_deselected(items=apart)
        items[:] = [item for item in items if not item.get_closest_marker("servers")]


@pytest.fixture(autouse=True)
def _no_error_is_logged(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    if request.node.get_closest_marker("logs_errors"):
        return
    errors = [record for phase in ("setup", "call") for record in caplog.get_records(phase) if record.levelno >= logging.ERROR]
    assert not errors, f"logged as an error: {[record.getMessage() for record in errors]}"
