"""How a row of a table becomes a value: the base of all tables."""

from collections.abc import Collection, Sequence
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState


class Row(models.Model):
    """A row that is made from its columns at once.

    Django gives a new object each column through its setter, so that nothing stays cached that the column no longer names. A row that comes from the
    database has nothing cached yet; a page of an evening makes some hundreds of them, and a slip a dozen under the eyes of a waiting hall. No signal
    tells of it, and nobody here listens for one.
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
