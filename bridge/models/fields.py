"""Columns that the database does not bring along: exact numbers and short public names of rows."""

import secrets
from fractions import Fraction
from typing import Any

from django.db import models

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is misread on a printed card


def new_uid() -> str:
    """A fresh public name: ten characters, about 49 bits, readable aloud."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))


class UidField(models.CharField):
    """The name under which a row is linked to and travels; never changes."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.update(max_length=16, unique=True, editable=False, default=new_uid)
        super().__init__(**kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        for key in ("max_length", "unique", "editable", "default"):
            kwargs.pop(key, None)
        return name, path, args, kwargs


class ExactField(models.CharField):
    """A Fraction, stored as text in lowest terms (`1674/13`, `-3`), so that no digit is lost."""

    _pyi_private_set_type: Fraction | int | str  # type: ignore[assignment]  # what the stubs of Django know the column by
    _pyi_private_get_type: Fraction  # type: ignore[assignment]

    def __init__(self, **kwargs: Any) -> None:
        kwargs["max_length"] = 200
        super().__init__(**kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        kwargs.pop("max_length", None)
        return name, path, args, kwargs

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Fraction | None:
        return None if value is None else Fraction(value)

    def to_python(self, value: Any) -> Fraction | None:
        return value if value is None or isinstance(value, Fraction) else Fraction(value)

    def get_prep_value(self, value: Any) -> str | None:
        assert not isinstance(value, float), "exact numbers are int, Fraction or text"
        return None if value is None else str(Fraction(value))

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.value_from_object(obj))
