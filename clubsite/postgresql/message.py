"""Several statements to a PostgreSQL server and its answers, as one message there and one back; the server plans each statement once a connection.

The client library has both, one by one: its pipeline sends each statement by itself as soon as it is told, and its prepared statements are counted by the
types of their values. For a slip that is the greater part of its time, so here its layer over libpq is spoken to, with its own adapters for values.
"""

from collections.abc import Generator, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

from psycopg import Connection, generators
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus, TransactionStatus

Statement = tuple[str, Sequence[Any]]  # as Django writes it, with a mark %s for each of its values


class Speaker:
    """Sends messages over one connection, and knows which statements the server keeps for it."""

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection
        self._adapt = Transformer(connection)
        self._kept: dict[str, bytes] = {}  # statement -> its name at the server
        self._numbers = count(1)

    def answers_to(self, statements: Sequence[Statement]) -> list[list[tuple[Any, ...]]]:
        """The rows that each statement answers, run one after the other; a transaction that is to be open is begun with them.

        raises   the client library's error of the first statement that failed: none after it has run
        """
        server = self._connection.pgconn
        if not self._connection.autocommit and server.transaction_status == TransactionStatus.IDLE:
            return self.answers_to_all([("BEGIN", ()), *statements])[1:]
        return self.answers_to_all(statements)

    def answers_to_all(self, statements: Sequence[Statement]) -> list[list[tuple[Any, ...]]]:
        """The same for statements that begin and end their transaction themselves."""
        lines = [(sql, self._adapt.dump_sequence(values, [PyFormat.TEXT] * len(values))) for sql, values in statements]
        server, new = self._connection.pgconn, dict[str, bytes]()
        try:
            server.enter_pipeline_mode()
            for sql, values in lines:
                if sql not in self._kept and sql not in new:
                    new[sql] = b"kept_%d" % next(self._numbers)
                    server.send_prepare(new[sql], _with_numbers(sql))
                server.send_query_prepared(self._kept.get(sql) or new[sql], values)
            server.pipeline_sync()
            results = self._connection.wait(_results(server, len(lines) + len(new)))
            server.exit_pipeline_mode()
        except BaseException:
            self._connection.close()  # what is still on its way must not be taken for the answers to the next message
            raise
        return self._read(results, [sql for sql, _ in lines], new)

    def _read(self, results: list[Any], said: list[str], new: dict[str, bytes]) -> list[list[tuple[Any, ...]]]:
        coming = iter(results)
        answers = []
        for sql in said:
            if sql in new:
                _refuse_errors(next(coming))
                self._kept[sql] = new.pop(sql)
            answers.append(self._rows(next(coming)))
        return answers

    def _rows(self, result: Any) -> list[tuple[Any, ...]]:
        _refuse_errors(result)
        if result.status != ExecStatus.TUPLES_OK:
            return []
        self._adapt.set_pgresult(result)
        return self._adapt.load_rows(0, result.ntuples, tuple)


def _refuse_errors(result: Any) -> None:
    if result.status == ExecStatus.FATAL_ERROR:
        raise error_from_result(result)


def _results(server: Any, expected: int) -> Generator[Any, Any, list[Any]]:
    """The wait for a message: it is sent, then as many results come as statements went, and the mark of its end."""
    yield from generators.send(server)
    results: list[Any] = []
    for _ in range(expected):
        results += yield from generators.fetch_many(server)
    yield from generators.fetch_many(server)
    return results


@lru_cache(maxsize=256)
def _with_numbers(sql: str) -> bytes:
    """A statement as the server wants it: its values by their numbers."""
    first, *others = sql.split("%s")
    return "".join([first, *(f"${number}{part}" for number, part in zip(count(1), others, strict=False))]).replace("%%", "%").encode()
