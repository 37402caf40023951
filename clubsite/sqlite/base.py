"""One file, several processes: who wants to write looks every millisecond whether the file is free.

SQLite itself sleeps longer and longer between two looks, up to a tenth of a second, so that in a full hall the threads that have just written win
again and again, and the standings wait for a moment that never comes.
"""

import sqlite3
import time

from django.db.backends.sqlite3.base import DatabaseWrapper as Plain

LOOK = 0.001  # seconds


class DatabaseWrapper(Plain):
    """A connection whose transactions begin as soon as the file is free; the setting `timeout` says for how many seconds they wait at most."""

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
