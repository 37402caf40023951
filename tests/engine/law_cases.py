"""Cases of the Laws in lines: read from the files of tests/data/laws into the shape of the laws vectors."""

import json
import re
from pathlib import Path
from typing import Any

CASES = Path(__file__).resolve().parents[1] / "data" / "laws"
EDITIONS = {"C": ("CN1999",), "W": ("WBF2017",), "B": ("CN1999", "WBF2017")}
_RULING = re.compile(r"(?P<ruling>\w+)(?: \((?P<options>[^;]*); ?(?P<who>\w+)\))?")


def read_cases() -> list[dict[str, Any]]:
    """Every line of every file, once per edition that it names."""
    lines = [(f"{path.stem}:{number}", line) for path in sorted(CASES.glob("*.txt")) for number, line in enumerate(path.read_text().splitlines(), 1)]
    return [case for name, line in lines for case in _cases(name, line)]


def _cases(name: str, line: str) -> list[dict[str, Any]]:
    if not line or line.startswith("#"):
        return []
    told, _, outcome = line.partition(" => ")
    editions, kind, *facts = told.split()
    expected = _expected(outcome.split(" / "))
    read = {key: _value(text) for key, _, text in (fact.partition("=") for fact in facts)}
    return [{"id": f"{name}:{edition}", "edition": edition, "kind": kind, "facts": read, "expected": expected} for edition in EDITIONS[editions]]


def _expected(fields: list[str]) -> dict[str, Any]:
    head, auction, play, score, laws, *more = fields
    ruling = _RULING.fullmatch(head)
    assert ruling, head
    effects = {"auction": _words(auction), "play": _words(play), "score": _words(score)}
    options = (ruling["options"] or "").split()
    further = {key: json.loads(text) for key, _, text in (field.partition("=") for field in more)}
    return {"ruling": ruling["ruling"], "options": options, "who_chooses": ruling["who"], "effects": effects, "citations": laws.split(), **further}


def _words(text: str) -> list[str]:
    return [] if text == "-" else text.split()


def _value(text: str) -> Any:
    """A fact as the vectors hold it: yes and no, a number, a list, an object, else a word; `~` is a blank."""
    if text in ("yes", "no"):
        return text == "yes"
    if text.startswith(("{", "[[", "[{")):
        return json.loads(text)
    if text.startswith("["):
        return [item for item in text[1:-1].split(",") if item]
    return int(text) if re.fullmatch(r"-?\d+", text) else text.replace("~", " ")
