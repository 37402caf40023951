"""How a row of a table becomes a value and a value a row: the base of all tables."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState
from django.db.models.fields import NOT_PROVIDED


class Row(models.Model):
    """A row that is made from its columns at once.

    Django gives an object each column through its setter, which asks whether it may be so and forgets what the column named before. Nothing stands in an
    object that is just made; a page of an evening makes some hundreds of them, and a slip a dozen under the eyes of a waiting hall. No signal tells of it,
    and nobody here listens for one.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Sequence[Any]) -> Self:  # type: ignore[override]
        """The row with these columns; another one is asked for when somebody looks at it."""
        row = cls.__new__(cls)
        row._state = ModelState()
        row._state.adding, row._state.db = False, db
        row.__dict__.update(zip(field_names, values, strict=True))
        return row

    @classmethod
    def new(cls, **values: Any) -> Self:
        """A row that is not stored yet; what it names is told as a row or by its id. Raises TypeError for what is no column."""
        blank = _blank_of(cls)
        row = cls.__new__(cls)
        row._state = ModelState()
        columns = blank.columns.copy()
        for column, value in values.items():
            if column in blank.names:
                columns[blank.names[column]] = value.pk if value is not None else None
                row._state.fields_cache[column] = value
            else:
                columns[column] = value
        for column, make in blank.makes.items():
            if columns[column] is NOT_PROVIDED:
                columns[column] = make()
        if len(columns) > len(blank.columns):
            raise TypeError(f"{cls.__name__} has no {' or '.join(sorted(columns.keys() - blank.columns.keys()))}")
        row.__dict__.update(columns)
        return row

    def knows(self, **named: models.Model) -> None:
        """These rows are at hand, which this one names: the database is not asked for them."""
        self._state.fields_cache.update(named)


@dataclass(frozen=True, slots=True)
class _Blank:
    """A row of a table with nothing told.

    columns   what stands in each column; NOT_PROVIDED where that is made anew for each row
    makes     how it is made
    names     the column in which a named row's id stands
    """

    columns: dict[str, Any]
    makes: dict[str, Callable[[], Any]]
    names: dict[str, str]


@cache
def _blank_of(model: type[Row]) -> _Blank:
    fields = model._meta.concrete_fields
    makes = {field.attname: field.get_default for field in fields if field.has_default() and callable(field.default)}
    columns = {field.attname: NOT_PROVIDED if field.attname in makes else field.get_default() for field in fields}
    return _Blank(columns, makes, {field.name: field.attname for field in fields if field.is_relation})
