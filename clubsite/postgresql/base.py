"""Statements that every slip of an evening runs: planned by the server once for each connection, and sent together.

Django puts the values into the text of a statement, so that the server reads and plans it each time; with the joins of a slip that takes several times
as long as to run it. And under a lock that a whole hall waits for, each way to the server and back counts.
"""

from contextlib import AbstractContextManager
from functools import lru_cache
from itertools import count
from typing import Any

from django.db.backends.postgresql.base import DatabaseWrapper as Plain
from psycopg import RawCursor


@lru_cache(maxsize=256)
def _with_numbers(sql: str) -> bytes:
    """A statement as the server wants it: the client's library would look for the marks of a long one's values each time."""
    first, *others = sql.split("%s")
    return "".join([first, *(f"${number}{part}" for number, part in zip(count(1), others, strict=False))]).replace("%%", "%").encode()


class KeptCursor(RawCursor[Any]):
    """A cursor for statements that run again and again."""

    def execute(self, sql: Any, params: Any = None, **how: Any) -> "KeptCursor":  # type: ignore[override]
        """Run a statement that is written as Django writes them."""
        return super().execute(_with_numbers(sql), params, **how)


class DatabaseWrapper(Plain):
    """A connection with a second kind of cursor."""

    def kept_cursor(self) -> Any:
        """A cursor whose statements the server keeps once they have run a few times (the setting `prepare_threshold`).

        It is wrapped as Django's where somebody listens to what is run. Who runs them wraps the errors.
        """
        self.ensure_connection()
        self.validate_no_broken_transaction()
        plain = KeptCursor(self.connection)
        return self._prepare_cursor(plain) if self.queries_logged or self.execute_wrappers else plain  # type: ignore[attr-defined]

    def in_one_message(self) -> AbstractContextManager[Any]:
        """What is run inside goes to the server without waiting for answers, until the first answer is read."""
        self.ensure_connection()
        return self.connection.pipeline()
