"""`manage.py check_event`: exit codes and what is printed, run as people run it."""

import ast
import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bridge.engine.formats.pbn_event import write_pbn
from bridge.engine.formats.usebio_writing import write_usebio
from bridge.phrases.checks import NOTES
from tests.engine.published import mitchell, publish

ROOT = Path(__file__).parents[2]
CASES = ROOT.parent / "shared" / "cases"
EVENT = publish(mitchell(random.Random(7), 5, 5, missing=2))


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "manage.py", "check_event", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("plain.xml", write_usebio(EVENT).encode()),
        ("marked.xml", write_usebio(EVENT).encode("utf-8-sig").replace(b"\n", b"\r\n")),
        ("wide.xml", write_usebio(EVENT).replace("UTF-8", "UTF-16").encode("utf-16")),
        ("latin.pbn", write_pbn(replace(EVENT, title="Müllers Pokal")).encode("latin-1").replace(b"\n", b"\r\n")),
    ],
)
def test_what_is_exported_is_accepted_in_every_encoding(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    done = run(path, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert list(report) == ["method", "factoring", "totals", "entrants", "differences", "notes"]
    assert (report["method"], report["factoring"], report["differences"], len(report["entrants"])) == ("matchpoints", "neuberg", [], 10)


def test_a_difference_exits_1_and_names_its_place(tmp_path: Path) -> None:
    entrants = (replace(EVENT.entrants[0], percent="99.99"), *EVENT.entrants[1:])
    path = tmp_path / "wrong.xml"
    path.write_text(write_usebio(replace(EVENT, entrants=entrants)), encoding="utf-8")
    done = run(path, "--json")
    assert done.returncode == 1
    assert [(item["where"], item["published"]) for item in json.loads(done.stdout)["differences"]] == [("pair 1, percent", "99.99")]
    plain = run(path)
    assert plain.returncode == 1
    assert [line for line in plain.stdout.splitlines() if line.startswith("pair 1, percent: 99.99 ≠ ")]


@pytest.mark.parametrize(
    "data",
    [b"", b"hello", b"\x89PNG\r\n\x1a\n\x00", b"<USEBIO><EVENT", b'<USEBIO><EVENT EVENT_TYPE="NOTSUP"/></USEBIO>', b'[Event "x"]\n[Board "1"]\n'],
)
def test_what_cannot_be_checked_exits_2_with_one_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "bad.xml"
    path.write_bytes(data)
    done = run(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr and done.stderr.startswith("CommandError: bad.xml: ")


def test_a_missing_file_exits_2(tmp_path: Path) -> None:
    done = run(tmp_path / "nowhere.xml")
    assert done.returncode == 2 and "Traceback" not in done.stderr


@pytest.mark.skipif(not CASES.exists(), reason="../shared/cases is not beside the repository")
def test_the_open_files() -> None:
    codes = {path.name.partition("-")[0]: run(path).returncode for path in sorted(CASES.glob("[pu]*.*"))}
    assert codes == dict.fromkeys(("p1", "p2", "p3", "u1", "u2", "u3", "u4", "u5", "u6"), 0) | {"u18": 2}


def test_every_note_has_its_sentence() -> None:
    """The codes in the source of the formats and the sentences for them are the same."""
    folder = ROOT / "bridge" / "engine" / "formats"
    calls = [
        node.args[0]
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Note"
    ]
    codes = {call.value for call in calls if isinstance(call, ast.Constant)}
    made = {"lin_contract_differs", "lin_declarer_differs", "factoring_found", "factorings_fit", "factoring_best"}
    assert codes | made == set(NOTES)
