"""Adapter for the movements vectors."""

from collections.abc import Iterator
from typing import Any

from tests.conform.outcome import Outcome


def recognises(data: Any) -> bool:
    """Is this a file of movements vectors?"""
    return False


def check(data: Any, kinds: frozenset[str]) -> Iterator[Outcome]:
    """Every item of the kinds asked for (all where none is named), each with what came of it."""
    yield from ()
