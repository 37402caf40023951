"""From a bare Python to one that has every part the site needs. Standard library only: it runs before anything is installed.

A Python that already has what requirements.txt names goes on as it is (a container, somebody's own environment). Any other makes `.venv` beside
manage.py once and goes on inside it.
"""

import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
RUNNING = ROOT / "requirements.txt"
TESTING = ROOT / "tests" / "requirements.txt"
_LINE = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+)(\[.*\])?==(?P<version>[0-9.]+)(?P<any>\.\*)?"
    r'(?P<unix>; sys_platform != "win32")?(?P<before>; python_version < "3\.(?P<minor>[0-9]+)")?( and platform_machine != "(?P<machine>\w+)")?$'
)
_NO_NETWORK = re.compile(r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|Connection refused|Network is unreachable|ProxyError", re.I)


def enter(argv: list[str]) -> None:
    """Return inside a Python that has what the command needs, or hand over to the one in `.venv`. Ends with one sentence where neither can be."""
    needed = [RUNNING, TESTING] if argv[1:2] == ["test"] else [RUNNING]
    if is_inside():
        if not is_stamped(needed):
            install(needed)
        return
    if all(has_parts(path) for path in needed):
        return
    if not venv_python().exists():
        make_venv()
    if not is_stamped(needed):
        install(needed)
    hand_over(argv)


def is_inside() -> bool:
    """Whether this Python is the one in `.venv`."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def has_parts(path: Path) -> bool:
    """Whether this Python has each part that a file of requirements names, in its version."""
    return all(_has_part(line) for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))


def _has_part(line: str) -> bool:
    wanted = _LINE.match(line)
    assert wanted, f"a line of requirements that bootstrap cannot read: {line}"
    if wanted["unix"] and os.name == "nt" or wanted["before"] and sys.version_info[1] >= int(wanted["minor"]) or wanted["machine"] == platform.machine():
        return True
    try:
        version = importlib.metadata.version(wanted["name"])
    except importlib.metadata.PackageNotFoundError:
        return False
    return version == wanted["version"] or bool(wanted["any"]) and version.startswith(wanted["version"] + ".")


def venv_python() -> Path:
    """The Python inside `.venv`."""
    return VENV / "Scripts" / "python.exe" if os.name == "nt" else VENV / "bin" / "python"


def is_stamped(needed: list[Path]) -> bool:
    """Whether `.venv` was filled from these very files."""
    return all(_stamp(path).is_file() and _stamp(path).read_text(encoding="utf-8") == _digest(path) for path in needed)


def _stamp(path: Path) -> Path:
    return VENV / f"installed-{path.parent.name if path == TESTING else 'site'}"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def make_venv() -> None:
    """Make an empty `.venv`, in place of one whose Python is gone."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        sys.exit(f"This Python cannot make a place for its parts: install python{version}-venv (sudo apt install python{version}-venv) and try again.")
    print("Making .venv, the place for the Python parts (once) ...", flush=True)
    try:
        VENV.mkdir(exist_ok=True)
        (VENV / "writable").touch()
    except OSError as trouble:
        sys.exit(f"Nothing can be written to {ROOT} ({trouble.strerror}): copy this folder to where you may write, your home folder, and run it there.")
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], capture_output=True, text=True, errors="replace", check=False)
    if made.returncode:
        sys.exit(f"The folder {VENV} could not be made: {_last_line(made.stdout + made.stderr)}")


def install(needed: list[Path]) -> None:
    """Bring the parts into `.venv` and stamp it, last: what was broken off half-way is done again."""
    print("Installing the Python parts (once, about a minute) ...", flush=True)
    command = [str(venv_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1"]
    for path in needed:
        command += ["--requirement", str(path)]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode:
            _refuse(done.stdout + done.stderr)
        for path in needed:
            _stamp(path).write_text(_digest(path), encoding="utf-8")
    except OSError as trouble:
        sys.exit(f"The Python parts could not be put into {VENV} ({trouble.strerror}): see that the folder can be written to, and run the command again.")


def _refuse(said: str) -> None:
    if _NO_NETWORK.search(said):
        sys.exit("The Python parts could not be fetched: connect this computer to the internet for the first start, and run the command again.")
    if re.search(r"Read-only file system|Permission denied|No space left", said):
        sys.exit(f"The Python parts could not be written to {VENV}: see that there is room and that you may write there, and run the command again.")
    sys.exit(f"The Python parts could not be installed: {_last_line(said)}")


def _last_line(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip() and not line.startswith(("WARNING", "[notice]"))]
    return lines[-1] if lines else "no reason was given."


def hand_over(argv: list[str]) -> None:
    """Go on with the same command in the Python of `.venv`; never returns."""
    command = [str(venv_python()), *argv]
    if os.name != "nt":
        os.execv(command[0], command)
    # Windows' exec would give the prompt back at once; Ctrl+C is the child's to answer.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(subprocess.call(command))
