"""Statements that every slip of an evening runs: planned by the server once for each connection, and sent together.

Django puts the values into the text of a statement, so that the server reads and plans it each time; with the joins of a slip that takes several times
as long as to run it. And under a lock that a whole hall waits for, each way to the server and back counts.
"""

from contextlib import AbstractContextManager
from typing import Any

from django.db.backends.postgresql.base import DatabaseWrapper as Plain
from django.db.backends.postgresql.base import ServerBindingCursor


class DatabaseWrapper(Plain):
    """A connection with a second kind of cursor."""

    def kept_cursor(self) -> Any:
        """A cursor whose statements the server keeps once they have run a few times (the setting `prepare_threshold`)."""
        self.ensure_connection()
        with self.wrap_database_errors:
            return self._prepare_cursor(ServerBindingCursor(self.connection))  # type: ignore[attr-defined, call-arg]

    def in_one_message(self) -> AbstractContextManager[Any]:
        """What is run inside goes to the server without waiting for answers, until the first answer is read."""
        self.ensure_connection()
        return self.connection.pipeline()
