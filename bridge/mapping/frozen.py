"""Engine values as JSON and back: frozen dataclasses by their fields, enums by their values, fractions as `n/d`, tuples as lists."""

from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints


def to_json(value: Any) -> Any:
    """What is stored of an engine value."""
    if is_dataclass(value) and not isinstance(value, type):
        return {column.name: to_json(getattr(value, column.name)) for column in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [to_json(part) for part in value]
    return value


def from_json(hint: Any, stored: Any) -> Any:
    """The value of this type that was stored; a key of an entrant (a type variable) is what JSON kept of it."""
    if stored is None or isinstance(hint, TypeVar):
        return stored
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not type(None)]
        return from_json(kinds[0], stored) if len(kinds) == 1 else Fraction(stored)
    if origin is tuple:
        parts = get_args(hint)
        if parts[-1] is Ellipsis:
            return tuple(from_json(parts[0], part) for part in stored)
        return tuple(from_json(part, each) for part, each in zip(parts, stored, strict=True))
    kind: Any = origin or hint
    if hasattr(kind, "__dataclass_fields__"):
        hints = _hints(kind)
        return kind(**{name: from_json(hints[name], part) for name, part in stored.items()})
    return kind(stored) if issubclass(kind, Enum | Fraction) else stored


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
