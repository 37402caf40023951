"""One file, several processes: who wants to write looks every millisecond whether the file is free.

SQLite itself sleeps longer and longer between two looks, up to a tenth of a second, so that in a full hall the threads that have just written win
again and again, and the standings wait for a moment that never comes.
"""

import sqlite3
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX
from django.db.backends.sqlite3.base import DatabaseWrapper as Plain

LOOK = 0.001  # seconds


@lru_cache(maxsize=256)
def _with_marks(sql: str) -> str:
    """A statement as SQLite wants it: Django translates the marks of its values anew each time, which for a slip's long ones takes as long as to run them."""
    return FORMAT_QMARK_REGEX.sub("?", sql).replace("%%", "%")


class DatabaseWrapper(Plain):
    """A connection whose transactions begin as soon as the file is free; the setting `timeout` says for how many seconds they wait at most."""

    def answers_to(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> list[list[tuple[Any, ...]]]:
        """The rows that each statement answers, run one after the other. Who runs them wraps the errors."""
        if self.queries_logged or self.execute_wrappers:  # somebody listens to what is run
            with self.cursor() as told:
                return [list(told.execute(sql, values)) for sql, values in statements]
        self.ensure_connection()
        self.validate_no_broken_transaction()
        cursor = self.connection.cursor()
        return [cursor.execute(_with_marks(sql), values).fetchall() for sql, values in statements]

    def with_the_end(self, statements: Sequence[tuple[str, Sequence[Any]]]) -> Callable[[], list[list[tuple[Any, ...]]]]:
        """The last statements of a transaction; what comes back gives their answers."""
        rows = self.answers_to(statements)
        return lambda: rows

    def _start_transaction_under_autocommit(self) -> None:
        patience = float(self.settings_dict["OPTIONS"].get("timeout", 5))
        until = time.monotonic() + patience
        with self.wrap_database_errors:
            self.connection.execute("PRAGMA busy_timeout = 0")
            try:
                while not self._begins(is_last=time.monotonic() > until):
                    time.sleep(LOOK)
            finally:
                self.connection.execute(f"PRAGMA busy_timeout = {int(1000 * patience)}")

    def _begins(self, *, is_last: bool) -> bool:
        try:
            self.connection.execute(f"BEGIN {self.transaction_mode or ''}")  # type: ignore[attr-defined]
        except sqlite3.OperationalError as refusal:
            if is_last or refusal.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return False
        return True
