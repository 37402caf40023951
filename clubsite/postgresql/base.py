"""Statements that every slip of an evening runs: planned by the server once for each connection, and sent together.

Django puts the values into the text of a statement, so that the server reads and plans it each time; with the joins of a slip that takes several times
as long as to run it. And under a lock that a whole hall waits for, each way to the server and back counts.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.backends.postgresql.base import DatabaseWrapper as Plain
from django.db.backends.utils import debug_transaction

from clubsite.postgresql.message import Speaker, Statement

Rows = list[tuple[Any, ...]]


class DatabaseWrapper(Plain):
    """A connection that takes several statements at once. Who sends them wraps the errors."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._last: Sequence[Statement] = ()  # what is sent with the end of the transaction
        self._last_rows: list[Rows] = []

    def answers_to(self, statements: Sequence[Statement]) -> list[Rows]:
        """The rows that each statement answers, run one after the other: one way there and back."""
        self.ensure_connection()
        self.validate_no_broken_transaction()
        return self._speaker().answers_to(self._listened(statements))

    def with_the_end(self, statements: Sequence[Statement]) -> Callable[[], list[Rows]]:
        """The last statements of a transaction: they go there with its end. What comes back gives their answers, once it has ended well."""
        if not statements or not self.in_atomic_block or self.savepoint_ids:
            rows = self.answers_to(statements) if statements else []
            return lambda: rows
        self.validate_no_broken_transaction()
        self._last, self._last_rows = statements, []
        return lambda: self._last_rows

    def _commit(self) -> None:
        last, self._last = self._last, ()
        if not last:
            super()._commit()  # type: ignore[misc]
            return
        with debug_transaction(self, "COMMIT"), self.wrap_database_errors:
            *self._last_rows, _ = self._speaker().answers_to([*self._listened(last), ("COMMIT", ())])

    def _rollback(self) -> None:
        self._last = ()
        super()._rollback()  # type: ignore[misc]

    def _speaker(self) -> Speaker:
        """Who speaks over the connection: it stays with it in the pool."""
        known: dict[str, Any] = vars(self.connection)
        if "speaker" not in known:
            known["speaker"] = Speaker(self.connection)
        speaker: Speaker = known["speaker"]
        return speaker

    def _listened(self, statements: Sequence[Statement]) -> Sequence[Statement]:
        """The statements, told to whoever listens to what is run."""
        if not (self.queries_logged or self.execute_wrappers):
            return statements
        taken = _Taken()
        cursor = self._prepare_cursor(taken)  # type: ignore[attr-defined]
        for sql, values in statements:
            cursor.execute(sql, values)
        return taken.statements


class _Taken:
    """A cursor that takes statements down for a message; Django's own are wrapped round it where somebody listens."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []

    def execute(self, sql: str, values: Sequence[Any] = ()) -> None:
        """Take it down."""
        self.statements.append((sql, values))

    @property
    def _query(self) -> "_Taken":  # where Django's log of statements looks
        return self

    @property
    def query(self) -> bytes:
        """The newest one, its values left out."""
        return self.statements[-1][0].encode()
