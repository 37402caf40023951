"""The engine counts in ints and Fractions: its syntax tree holds no float, and nothing that makes one."""

import ast
from collections.abc import Iterator
from pathlib import Path

ENGINE = Path(__file__).parents[2] / "bridge" / "engine"
FORBIDDEN_CALLS = {"float", "round", "complex"}
FORBIDDEN_MATH = {"sqrt", "log", "log2", "log10", "log1p", "pow", "exp", "fsum", "fmod", "sin", "cos", "tan", "pi", "e", "inf", "nan", "dist", "hypot"}


def _offences(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node.lineno, f"literal {node.value}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            yield node.lineno, f"{node.func.id}()"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "math" and node.attr in FORBIDDEN_MATH:
            yield node.lineno, f"math.{node.attr}"
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            yield from ((node.lineno, f"from math import {name.name}") for name in node.names if name.name in FORBIDDEN_MATH)


def test_the_test_sees_floats() -> None:
    tree = ast.parse("import math\nfrom math import log\nx = 0.5\ny = float(1)\nz = round(2)\nw = math.sqrt(4)\n")
    assert len(list(_offences(tree))) == 5


def test_no_float_in_the_engine() -> None:
    modules = sorted(ENGINE.rglob("*.py"))
    assert len(modules) > 20
    found = [(str(path.relative_to(ENGINE)), line, what) for path in modules for line, what in _offences(ast.parse(path.read_text(encoding="utf-8")))]
    assert found == []
