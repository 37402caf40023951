"""DATABASE_URL as the database of Django: one SQLite file for a club, PostgreSQL for a federation."""

import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote

from django.core.exceptions import ImproperlyConfigured

_OLDEST = (3, 35)  # the first that tells the key of a row as it stores it
SQLITE_OPTIONS = {
    # Deferred transactions turn simultaneous posts into "database is locked" at their first write, whatever the timeout.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # FULL: an acknowledged slip survives a power cut.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}


def database_of(url: SplitResult | None, data_dir: Path, pool_size: int) -> dict[str, Any]:
    """The `default` of DATABASES for an address; None is the club's own file in `data_dir`.

    url      sqlite:///relative, sqlite:////absolute, postgresql://user:password@host:port/name, or postgresql:///name?host=/folder/of/the/socket;
             what else stands behind the question mark (sslmode=require) goes to PostgreSQL's client
    raises   ImproperlyConfigured when a PostgreSQL address names no database, or this Python's SQLite is too old
    """
    if url is None or url.scheme == "sqlite":
        if sqlite3.sqlite_version_info < _OLDEST:
            remedy = "install a Python that brings a newer one, or set DATABASE_URL to a PostgreSQL"
            raise ImproperlyConfigured(f"This Python brings SQLite {sqlite3.sqlite_version}, and 3.35 is needed: {remedy}.")
        path = data_dir / "club.sqlite3" if url is None or not url.path.strip("/") else Path(unquote(url.path[1:]))
        return {
            "ENGINE": "clubsite.sqlite",
            "NAME": path.absolute(),
            "OPTIONS": SQLITE_OPTIONS,
            "CONN_MAX_AGE": None,
            # A file, not memory: threads of a test must meet the same locks as a club.
            "TEST": {"NAME": data_dir / "test.sqlite3"},
        }
    name = unquote(url.path.strip("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL: the name of the database is missing (postgresql://user:password@host:5432/name).")
    asked = dict(parse_qsl(url.query))
    return {
        "ENGINE": "clubsite.postgresql",
        "NAME": name,
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": asked.pop("host", "") or unquote(url.hostname or ""),
        "PORT": str(url.port or ""),
        "OPTIONS": {**asked, "pool": {"min_size": 1, "max_size": pool_size, "timeout": 10}},
    }
