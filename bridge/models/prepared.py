"""Statements whose SQL is made once and run many times: the few that every slip of an evening needs.

Making the SQL of a selection takes Django ten times as long as the database takes to answer it. A `Prepared` selection is an ordinary one,
written with `Given` where a value is told at each run; what comes back are the same rows as from the selection itself.

    REPORTS = Prepared(lambda: Report.objects.filter(seating=Given("seating")).order_by("pk"))
    REPORTS.all(seating=7)
"""

from collections.abc import Callable, Iterable, Iterator
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


class Prepared:
    """A selection of rows, with what they name (`select_related`) and annotations, or of columns (`values_list`).

    select   makes the selection; asked once
    """

    def __init__(self, select: "Callable[[], models.QuerySet[Any, Any]]") -> None:
        self._select = select
        self._made: _Made | None = None

    def all(self, **given: Any) -> list[Any]:
        """All rows in the selection's order."""
        if self._made is None:
            self._made = _Made(self._select())
        return list(self._made.rows(given))

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

    def rows(self, given: dict[str, Any]) -> Iterator[Any]:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(self.sql, _told(self.params, given))
            found: Iterable[Any] = cursor.fetchall()
        if self.converters:
            found = self.compiler.apply_converters(found, self.converters)
        return map(tuple, found) if self.has_columns else self._objects(found)

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
    values   column -> value or expression, with `Given` where one is told at each run
    """

    def __init__(self, select: "Callable[[], models.QuerySet[Any, Any]]", **values: Any) -> None:
        self._select, self._values = select, values
        self._made: tuple[str, tuple[Any, ...]] | None = None

    def run(self, **given: Any) -> int:
        """How many rows were changed."""
        if self._made is None:
            query: Any = self._select().query.chain(UpdateQuery)
            query.add_update_values(self._values)
            self._made = query.get_compiler(using=DEFAULT_DB_ALIAS).as_sql()
        sql, params = self._made
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(sql, _told(params, given))
            return int(cursor.rowcount)


_INSERTS: dict[tuple[type[models.Model], bool], tuple[str, Any]] = {}


def insert(row: models.Model, *, unless_known: bool = False) -> bool:
    """Store a new row as `save()` does, with its key set; no signal is sent.

    unless_known   where a unique column says that the row is there already, nothing is stored and false comes back
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
    values = [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        stored = connection.ops.fetch_returned_insert_columns(cursor, returning)
    if stored is None:
        return False
    (row.pk,) = stored
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return True
