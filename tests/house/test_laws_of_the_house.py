"""What the code promises about itself, read from its text: floors are import-linter's, the rest is here."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver

from bridge.urls import urlpatterns

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 500  # lines of a module
LONGEST_LINE = 240  # of a template, where a space between two marks would be seen
# The frame of files to mail: each carries its own style, and is never shown by the site.
SAVED = "templates/bridge/saved.html"
FORBIDDEN_NAMES = {"utils", "common", "helpers", "services", "misc"}
INEXACT = {"sqrt", "log", "log2", "log10", "exp", "isclose"}  # Python's own pow() is exact between whole numbers, math.pow() never


def modules(*folders: str) -> list[Path]:
    """The program's own modules, without what Django writes."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)


PROGRAM = modules("bridge", "clubsite")
ENGINE = modules("bridge/engine")


def read(path: Path) -> ast.Module:
    """A module as a tree."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def place(path: Path, node: ast.AST) -> str:
    """`bridge/x.py:12`."""
    return f"{path.relative_to(ROOT).as_posix()}:{getattr(node, 'lineno', 1)}"


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a module, also inside classes and functions."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def test_no_import_inside_a_function() -> None:
    found = [
        place(path, inner)
        for path in PROGRAM
        for function in functions(read(path))
        for inner in ast.walk(function)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert sorted(set(found)) == []


def test_no_module_for_everything_and_nothing() -> None:
    assert [str(path.relative_to(ROOT)) for path in PROGRAM if FORBIDDEN_NAMES & {path.stem, *path.relative_to(ROOT).parts}] == []


def test_modules_stay_short() -> None:
    lengths = {path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines()) for path in PROGRAM}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_every_module_opens_with_its_promise() -> None:
    assert [place(path, read(path)) for path in PROGRAM if path.stat().st_size and not ast.get_docstring(read(path))] == []


def test_every_public_function_says_what_comes_back() -> None:
    found = []
    for path in PROGRAM:
        named = [node for node in read(path).body if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")]
        found += [f"{place(path, node)} {node.name}" for node in named if not ast.get_docstring(node)]
    assert found == []


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.relative_to(ROOT / "bridge" / "engine").as_posix())
def test_the_engine_is_exact(path: Path) -> None:
    """No float literal, no float(), no round(), no inexact function: `victory_points` uses decimals."""
    found = []
    for node in ast.walk(read(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            found.append(f"{place(path, node)} {node.value!r}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"float", "round", "complex", *INEXACT}:
            found.append(f"{place(path, node)} {node.func.id}()")
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "math" and node.attr in INEXACT | {"pow"}:
            found.append(f"{place(path, node)} math.{node.attr}")
    assert found == []


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: path.relative_to(ROOT / "bridge" / "engine").as_posix())
def test_the_engine_knows_no_clock_no_chance_and_no_file(path: Path) -> None:
    """Time and chance come in as arguments (`now`, `rng: random.Random`), text comes in as text."""
    found = []
    for node in ast.walk(read(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"open", "print", "input", "eval", "exec"}:
            found.append(f"{place(path, node)} {node.func.id}()")
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            called = f"{node.value.id}.{node.attr}"
            if called in {"datetime.now", "datetime.utcnow", "datetime.today", "date.today", "time.time", "time.monotonic", "os.environ"}:
                found.append(f"{place(path, node)} {called}")
            if node.value.id == "random" and node.attr != "Random":
                found.append(f"{place(path, node)} {called}")
    assert found == []


def test_every_view_says_who_may_see_it() -> None:
    """Each address of the club's pages leads to a function under `@needs(...)` or `@open_to_all`."""
    views = list(addresses(urlpatterns))
    assert views
    assert [f"{address} {view.__module__}.{view.__qualname__}" for address, view in views if not hasattr(view, "permission")] == []


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every address with its view, also of lists within lists."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, before + str(pattern.pattern))
        else:
            yield before + str(pattern.pattern), pattern.callback


def test_templates_can_be_read() -> None:
    """A line of a template holds one thing: whole sentences apart, it is no longer than a line of code, or little where a space would be seen."""
    sentences = re.compile(r"{% blocktranslate.*?endblocktranslate %}|{% translate .*?%}|{#.*?#}")
    lines = {
        f"{path.relative_to(ROOT).as_posix()}:{number}": len(sentences.sub("", line.strip()))
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    }
    assert [place for place, length in lines.items() if length > LONGEST_LINE] == []


def test_nothing_comes_from_elsewhere() -> None:
    """No page asks another site for anything, and none carries a script or a style inside itself."""
    marks = ('src="http', 'src="//', "<style", "<script>", ' style="', " onclick=", " onload=", "javascript:")
    found = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT).as_posix()
        own = {"<style"} if name == SAVED else set()
        found += [f"{name}: {mark}" for mark in marks if mark in text and mark not in own]
    assert found == []


def test_styles_speak_as_phones_of_2020_understand() -> None:
    """`inset`, `:is()` and the pairs of logical sides came in 2021: a phone that lacks one drops the rule, and with `:is()` or `:has()` all that share it."""
    for style in ("site.css", "print.css"):
        text = re.sub(r"/\*.*?\*/|@supports[^{]*", "", (ROOT / "static" / style).read_text(encoding="utf-8"), flags=re.DOTALL)
        assert re.findall(r"[^{};]*:(?:is|where)\([^{}]*|\b(?:inset|(?:padding|margin)-(?:inline|block))[\w-]*:[^;}]*", text) == []
        assert [rule for rule in re.findall(r"[^{}]*(?=\{)", text) if ":has(" in rule and not all(":has(" in part for part in rule.split(","))] == []
