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
        """A cursor whose statements the server keeps once they have run a few times (the setting `prepare_threshold`).

        It is wrapped as Django's where somebody listens to what is run. Who runs them wraps the errors.
        """
        self.ensure_connection()
        self.validate_no_broken_transaction()
        plain = ServerBindingCursor(self.connection)  # type: ignore[call-arg]
        return self._prepare_cursor(plain) if self.queries_logged or self.execute_wrappers else plain  # type: ignore[attr-defined]

    def in_one_message(self) -> AbstractContextManager[Any]:
        """What is run inside goes to the server without waiting for answers, until the first answer is read."""
        self.ensure_connection()
        return self.connection.pipeline()
