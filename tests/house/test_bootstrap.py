"""From a bare Python: the parts are fetched, or one sentence says why not. A copy of the front door stands in for a fresh machine."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from clubsite import bootstrap

ROOT = Path(__file__).resolve().parents[2]
BARE = Path(getattr(sys, "_base_executable", sys.executable))


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder with the front door, which needs a part that no Python has and nobody publishes."""
    shutil.copytree(ROOT / "clubsite", tmp_path / "clubsite", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "manage.py", tmp_path)
    (tmp_path / "tests").mkdir()
    for name in ("requirements.txt", "tests/requirements.txt"):
        (tmp_path / name).write_text("# what is needed\na-part-of-no-house==1.0.*\n", encoding="utf-8")
    return tmp_path


def run(house: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """`python3 manage.py check` by a bare Python."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON", "VIRTUAL_ENV"))}
    return subprocess.run(
        [str(BARE), "manage.py", "check"], cwd=house, env=own | settings, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def test_no_network_is_one_sentence(house: Path) -> None:
    done = run(house, PIP_INDEX_URL="http://127.0.0.1:9/simple", PIP_CONFIG_FILE=os.devnull)
    assert done.returncode == 1
    assert done.stderr == "The Python parts could not be fetched: connect this computer to the internet for the first start, and run the command again.\n"
    assert not (house / ".venv" / "installed-site").exists()


def test_a_part_that_is_not_to_be_had_is_named(house: Path) -> None:
    done = run(house, PIP_NO_INDEX="1", PIP_CONFIG_FILE=os.devnull)
    assert done.returncode == 1
    assert done.stderr.startswith("The Python parts could not be installed: ") and "a-part-of-no-house" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_that_takes_nothing_is_one_sentence(house: Path) -> None:
    (house / ".venv").write_text("a file where the folder should be", encoding="utf-8")
    done = run(house)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Nothing can be written to {house} ") and done.stderr.count("\n") == 1


def test_a_python_that_makes_no_places_is_told_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., object] = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, package=None: None if name == "ensurepip" else real(name, package))
    with pytest.raises(SystemExit, match=rf"install python{sys.version_info[0]}\.{sys.version_info[1]}-venv"):
        bootstrap.make_venv()


def test_a_python_without_its_parts_hands_over_to_the_one_that_has_them(house: Path) -> None:
    """The command goes on in `.venv`, with its arguments and its exit code; what the stamp says is there is not fetched again."""
    for name in ("requirements.txt", "tests/requirements.txt"):
        (house / name).write_text("# nothing is needed\n", encoding="utf-8")
    (house / "clubsite" / "front.py").write_text("import sys\n\ndef main(argv):\n    print(sys.prefix, argv[1:])\n    return 7\n", encoding="utf-8")
    assert run(house).stdout.split()[-1] == "['check']"  # nothing is lacking: this Python goes on
    (house / "requirements.txt").write_text("a-part-of-no-house==1.0.*\n", encoding="utf-8")
    subprocess.run([str(BARE), "-m", "venv", "--without-pip", str(house / ".venv")], check=True)
    stamp = "import sys; from pathlib import Path; from clubsite import bootstrap as b; b._stamp(b.RUNNING).write_text(b._digest(b.RUNNING))"
    subprocess.run([str(BARE), "-c", stamp], cwd=house, check=True)
    done = run(house)
    assert (done.returncode, done.stdout, done.stderr) == (7, f"{house / '.venv'} ['check']\n", "")


def test_lines_of_requirements_are_understood() -> None:
    """Each line of both files is one that a bare Python can look for."""
    for path in (bootstrap.RUNNING, bootstrap.TESTING):
        assert bootstrap.has_parts(path), f"this run has every part of {path.name}"


def test_an_older_python_is_told_what_to_install() -> None:
    """manage.py looks at the version before it imports anything, in words that any Python reads."""
    text = (ROOT / "manage.py").read_text(encoding="utf-8")
    asked = text.index("if sys.version_info < (3, 11)")
    assert "clubsite" not in text[:asked]
    old = text.replace("import sys\n", "import sys\n\nsys.version_info = (3, 9, 2)\n", 1)
    done = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "This needs Python 3.11 or newer, and this is 3.9: install it from python.org or your system's packages.\n"
