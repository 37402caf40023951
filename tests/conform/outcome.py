"""What became of one item of a vector file, and how its numbers are read."""

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """One item: who it is, which kind it counts under, what was expected and what came."""

    id: str
    kinds: frozenset[str]
    expected: Any
    got: Any
    passed: bool


def read_vectors(path: Path) -> Any:
    """The JSON of a file with every number an exact Fraction or int, never through float."""
    return json.loads(path.read_text(encoding="utf-8-sig"), parse_float=Fraction)
