"""Statements whose SQL is made once and run many times: the few that every slip of an evening needs.

Making the SQL of a selection takes Django ten times as long as the database takes to answer it. A `Prepared` selection is an ordinary one,
written with `Given` where a value is told at each run; what comes back are the same rows as from the selection itself.

    REPORTS = Prepared(lambda: Report.objects.filter(seating=Given("seating")).order_by("pk"))
    REPORTS.all(seating=7)

Several go to the server as one message, where the database is one: under a lock that a whole hall waits for, each way there and back counts.

    reports, boards = together(REPORTS.asks(seating=7), BOARDS.asks(number=3))
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.constants import OnConflict
from django.db.models.expressions import Expression
from django.db.models.query import ValuesListIterable, get_related_populators
from django.db.models.sql import InsertQuery, UpdateQuery


class Given(Expression):
    """A value in a prepared statement that is told when it runs.

    kind   for a value that the database wants in another shape (a time): the kind of column that knows how
    """

    def __init__(self, name: str, kind: "models.Field[Any, Any] | None" = None) -> None:
        super().__init__()
        self.name, self.kind = name, kind

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        """A placeholder, and in the place of its value this."""
        return "%s", [self]


@dataclass(frozen=True, slots=True)
class Asked:
    """A statement that is about to run: its text, its values, and how its answer is read."""

    sql: str
    params: list[Any]
    read: Callable[[Any], Any]


def together(*asked: Asked) -> list[Any]:
    """What each of these statements answers; they run one after the other, each seeing what was committed before it began.

    On PostgreSQL the server keeps them, and they are one message: one way there and back for all (`clubsite.postgresql`).
    """
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if not asked:
        return []
    with connection.wrap_database_errors:
        if connection.vendor != "postgresql":
            cursor = connection.kept_cursor()
            return [_answer(cursor, each) for each in asked]
        with connection.in_one_message() if len(asked) > 1 else nullcontext():
            running = [_sent(connection, each) for each in asked]
        # All answers came with the message's end; asking for them one by one inside costs a wait for each.
        return [each.read(cursor) for each, cursor in zip(asked, running, strict=True)]


def together_with_the_end(of_transaction: ExitStack, *asked: Asked) -> Callable[[], list[Any]]:
    """The last statements of a transaction, on PostgreSQL in one message with its end; what comes back gives their answers, once it has ended well.

    of_transaction   is left after the transaction
    """
    connection: Any = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "postgresql":
        answers = together(*asked)
        return lambda: answers
    of_transaction.enter_context(connection.wrap_database_errors)
    of_transaction.enter_context(connection.in_one_message())
    running = [(each, _sent(connection, each)) for each in asked]
    return lambda: [each.read(cursor) for each, cursor in running]


def _answer(cursor: Any, asked: Asked) -> Any:
    cursor.execute(asked.sql, asked.params)
    return asked.read(cursor)


def _sent(connection: Any, asked: Asked) -> Any:
    cursor = connection.kept_cursor()
    cursor.execute(asked.sql, asked.params)
    return cursor


class Prepared:
    """A selection of rows, with what they name (`select_related`) and annotations, or of columns (`values_list`).

    select   makes the selection; asked once
    """

    def __init__(self, select: "Callable[[], models.QuerySet[Any, Any]]") -> None:
        self._select = select
        self._made: _Made | None = None

    def asks(self, **given: Any) -> Asked:
        """The statement with these values; its answer is all rows in the selection's order."""
        if self._made is None:
            self._made = _Made(self._select())
        return Asked(self._made.sql, _told(self._made.params, given), self._made.rows)

    def all(self, **given: Any) -> list[Any]:
        """All rows in the selection's order."""
        (rows,) = together(self.asks(**given))
        return rows

    def first(self, **given: Any) -> Any:
        """The first row, or None."""
        return next(iter(self.all(**given)), None)


class _Made:
    """The SQL of a selection and how a row of columns becomes what the selection holds."""

    def __init__(self, selection: "models.QuerySet[Any, Any]") -> None:
        self.compiler = selection.query.get_compiler(using=DEFAULT_DB_ALIAS)
        self.sql, self.params = self.compiler.as_sql()
        self.converters = self.compiler.get_converters([column for column, *_ in self.compiler.select])
        self.has_columns = issubclass(selection._iterable_class, ValuesListIterable)
        if not self.has_columns:
            told = self.compiler.klass_info
            self.model, self.first, self.last = told["model"], told["select_fields"][0], told["select_fields"][-1] + 1
            self.names = [column.target.attname for column, *_ in self.compiler.select[self.first:self.last]]
            self.related = get_related_populators(told, self.compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]

    def rows(self, cursor: Any) -> list[Any]:
        found: Iterable[Any] = cursor.fetchall()
        if self.converters:
            found = self.compiler.apply_converters(found, self.converters)
        return list(map(tuple, found) if self.has_columns else self._objects(found))

    def _objects(self, found: Iterable[Any]) -> Iterator[Any]:
        for row in found:
            made = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.first:self.last])
            for each in self.related:
                each.populate(row, made)
            for name, at in self.compiler.annotation_col_map.items():
                setattr(made, name, row[at])
            yield made


def _told(params: Iterable[Any], given: dict[str, Any]) -> list[Any]:
    return [_value(each, given[each.name]) if isinstance(each, Given) else each for each in params]


def _value(asked: Given, value: Any) -> Any:
    return asked.kind.get_db_prep_value(value, connections[DEFAULT_DB_ALIAS]) if asked.kind is not None else value


class PreparedUpdate:
    """New values for the rows of a selection.

    select   makes the selection; asked once
    values   makes column -> value or expression, with `Given` where one is told at each run; asked once
    """

    def __init__(self, select: "Callable[[], models.QuerySet[Any, Any]]", values: Callable[[], dict[str, Any]]) -> None:
        self._select, self._values = select, values
        self._made: tuple[str, tuple[Any, ...]] | None = None

    def asks(self, **given: Any) -> Asked:
        """The statement with these values; its answer is how many rows were changed."""
        if self._made is None:
            query: Any = self._select().query.chain(UpdateQuery)
            query.add_update_values(self._values())
            self._made = query.get_compiler(using=DEFAULT_DB_ALIAS).as_sql()
        sql, params = self._made
        return Asked(sql, _told(params, given), lambda cursor: int(cursor.rowcount))

    def run(self, **given: Any) -> int:
        """How many rows were changed."""
        (changed,) = together(self.asks(**given))
        return int(changed)


_INSERTS: dict[tuple[type[models.Model], bool], tuple[str, Any]] = {}


def insert(row: models.Model) -> None:
    """Store a new row as `save()` does, with its key set; no signal is sent."""
    together(inserts(row))


def inserts(row: models.Model, *, unless_known: bool = False) -> Asked:
    """The statement that stores a new row as `save()` does; the row has its key when the answer is read, which is true. No signal is sent.

    unless_known   where a unique column says that the row is there already, nothing is stored and the answer is false
    """
    connection: Any = connections[DEFAULT_DB_ALIAS]
    model = type(row)
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    if (model, unless_known) not in _INSERTS:
        query = InsertQuery(model, on_conflict=OnConflict.IGNORE if unless_known else None)
        query.insert_values(fields, [row])
        compiler = query.get_compiler(using=DEFAULT_DB_ALIAS)
        compiler.returning_fields = [model._meta.pk]
        ((sql, _),) = compiler.as_sql()
        _INSERTS[model, unless_known] = sql, compiler.returning_params
    sql, returning = _INSERTS[model, unless_known]

    def read(cursor: Any) -> bool:
        stored = connection.ops.fetch_returned_insert_columns(cursor, returning)
        if stored is None:
            return False
        (row.pk,) = stored
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return True

    return Asked(sql, [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields], read)
