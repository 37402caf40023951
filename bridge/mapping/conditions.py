"""Conditions of contest between the engine's value and the stored options. Only what differs from the default is stored, so a default is named in one place."""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from typing import Any, get_args, get_origin, get_type_hints

from bridge.engine.scoring.conditions import Conditions

_HINTS = get_type_hints(Conditions)


def options_of(conditions: Conditions) -> dict[str, Any]:
    """The options to store: enums by their value, Fractions as `n/d`."""
    default = Conditions()
    return {
        field.name: _stored(getattr(conditions, field.name))
        for field in fields(Conditions)
        if getattr(conditions, field.name) != getattr(default, field.name)
    }


def conditions_of(options: Mapping[str, Any]) -> Conditions:
    """The engine's value of stored options; what is not stored has its default."""
    return Conditions(**{name: _value(_HINTS[name], stored) for name, stored in options.items()})


def _stored(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [_stored(part) for part in value]
    return value


def _value(hint: Any, stored: Any) -> Any:
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        return tuple(_value(inner, part) for part in stored)
    kinds = [kind for kind in (get_args(hint) or (hint,)) if kind is not type(None)]
    if stored is None:
        return None
    return kinds[0](stored)
