"""Statements whose SQL is made once and run many times: the few that every slip of an evening needs.

Making the SQL of a selection takes Django ten times as long as the database takes to answer it. A `Prepared` selection is an ordinary one,
written with `Given` where a value is told at each run; what comes back are the same rows as from the selection itself.

    REPORTS = Prepared(lambda: Report.objects.filter(seating=Given("seating")).order_by("pk"))
    REPORTS.all(seating=7)

Several are asked at once, each seeing what was committed before it began. Where the database is a server they go there as one message: under a lock that a
whole hall waits for, each way there and back counts.

    reports, boards = together([REPORTS.asks(seating=7), BOARDS.asks(number=3)])
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.constants import OnConflict
from django.db.models.expressions import Expression
from django.db.models.query import ValuesListIterable, get_related_populators
from django.db.models.sql import InsertQuery


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
    """A statement that is about to run: its text, its values, and what is made of the rows that it answers."""

    sql: str
    params: list[Any]
    read: Callable[[list[tuple[Any, ...]]], Any]


Together = Sequence[Asked]  # statements that run in this order, none of which needs to be told what another one answers


def together(asked: Together) -> list[Any]:
    """What each of these statements answers."""
    if not asked:
        return []
    connection: Any = connections[DEFAULT_DB_ALIAS]
    with connection.wrap_database_errors:
        return _read(asked, connection.answers_to([(each.sql, each.params) for each in asked]))


def with_the_end(last: Together) -> Callable[[], list[Any]]:
    """The last statements of a transaction, which a server gets together with its end; what comes back gives their answers, once it has ended well."""
    connection: Any = connections[DEFAULT_DB_ALIAS]
    with connection.wrap_database_errors:
        rows = connection.with_the_end([(each.sql, each.params) for each in last])
    return lambda: _read(last, rows())


def _read(asked: Together, answers: Iterable[Any]) -> list[Any]:
    return [each.read(rows) for each, rows in zip(asked, answers, strict=True)]


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
        (rows,) = together([self.asks(**given)])
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
            self.annotations = tuple(self.compiler.annotation_col_map.items())
            self.related = get_related_populators(told, self.compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]

    def rows(self, found: Iterable[Any]) -> list[Any]:
        if self.converters:
            found = self.compiler.apply_converters(found, self.converters)
        return list(map(tuple, found) if self.has_columns else self._objects(found))

    def _objects(self, found: Iterable[Any]) -> Iterator[Any]:
        for row in found:
            made = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.first:self.last])
            for each in self.related:
                each.populate(row, made)
            made.__dict__.update((name, row[at]) for name, at in self.annotations)
            yield made


def _told(params: Iterable[Any], given: dict[str, Any]) -> list[Any]:
    return [_value(each, given[each.name]) if isinstance(each, Given) else each for each in params]


def _value(asked: Given, value: Any) -> Any:
    return asked.kind.get_db_prep_value(value, connections[DEFAULT_DB_ALIAS]) if asked.kind is not None else value


_INSERTS: dict[tuple[type[models.Model], bool], str] = {}


def insert(row: models.Model) -> None:
    """Store a new row as `save()` does, with its key set; no signal is sent."""
    together([inserts(row)])


def inserts(row: models.Model, *, unless_known: bool = False) -> Asked:
    """The statement that stores a new row as `save()` does; the row has its key when the answer is read, which is true. No signal is sent.

    unless_known   where a unique column says that the row is there already, nothing is stored and the answer is false
    """
    model = type(row)
    if (model, unless_known) not in _INSERTS:
        query = InsertQuery(model, on_conflict=OnConflict.IGNORE if unless_known else None)
        query.insert_values(_stored(model), [row])
        compiler = query.get_compiler(using=DEFAULT_DB_ALIAS)
        compiler.returning_fields = [model._meta.pk]
        ((sql, _),) = compiler.as_sql()
        _INSERTS[model, unless_known] = sql
    return Asked(_INSERTS[model, unless_known], values_of(row), lambda rows: take_key(row, rows))


def _stored(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    return [field for field in model._meta.concrete_fields if not field.primary_key]


# Columns of these kinds take values of these types as they are.
_TEXT, _NUMBER, _YES = (str, NoneType), (int, NoneType), (bool, NoneType)
_PLAIN: "dict[type[models.Field[Any, Any]], tuple[type, ...]]" = {
    models.CharField: _TEXT, models.TextField: _TEXT, models.BooleanField: _YES,
    models.ForeignKey: _NUMBER, models.OneToOneField: _NUMBER, models.IntegerField: _NUMBER, models.BigIntegerField: _NUMBER,
    models.SmallIntegerField: _NUMBER, models.PositiveIntegerField: _NUMBER, models.PositiveSmallIntegerField: _NUMBER,
}


@cache
def _columns(model: type[models.Model]) -> "list[tuple[str, tuple[type, ...], models.Field[Any, Any]]]":
    return [(field.attname, _PLAIN.get(type(field), ()), field) for field in _stored(model)]


def values_of(row: models.Model) -> list[Any]:
    """What a statement that stores a new row is told, column by column."""
    stands = vars(row)
    return [stands[name] if type(stands[name]) in plain else _as_stored(field, row) for name, plain, field in _columns(type(row))]


def _as_stored(field: "models.Field[Any, Any]", row: models.Model) -> Any:
    return field.get_db_prep_save(field.pre_save(row, True), connections[DEFAULT_DB_ALIAS])


def take_key(row: models.Model, rows: list[tuple[Any, ...]]) -> bool:
    """Give a row the key that the database told; false where none was told, since nothing was stored."""
    for (row.pk,) in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return bool(rows)
