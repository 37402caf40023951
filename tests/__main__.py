"""What `python3 manage.py test` runs: the checks, then the tests on SQLite, and with `--full` on PostgreSQL with real workers over a real broker.

Whatever else stands in the command goes to pytest, which then runs alone. Pytest's own summary is the last thing printed.
"""

import os
import subprocess
import sys
from pathlib import Path

from bridge.catalogue import compile_catalogues
from tests.servers import NoServer, servers

ROOT = Path(__file__).resolve().parent.parent
CHECKS = {
    "ruff": ("-m", "ruff", "check", "--quiet", "--output-format=concise", "."),
    "floors": ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()", ".importlinter", "--no-logo"),
    "types": ("-m", "mypy", "--config-file", ".mypy.ini"),
    "migrations": ("-m", "django", "makemigrations", "--check", "--dry-run"),
}
TWO_AT_ONCE = ["--numprocesses=2", "--dist=loadgroup"]
# What no database can change, among it all that is read of the demonstration club or asked at the desk; of the browser's tests the whole evening alone
# is played on both.
READ_ALONE = (
    "demo_figures", "exports_demo", "desk_walk", "lawbook", "chinese_pages", "bridge_tags", "help", "desk_pages", "desk_checks", "score_pad", "exports_teams",
    "exports_singles", "error_pages", "strangers", "render", "demo", "demo_command",
)
NOT_THE_DATABASE = [
    "--ignore=tests/engine", "--ignore=tests/house", "--ignore-glob=tests/browser/test_[!e]*", *(f"--ignore=tests/web/test_{name}.py" for name in READ_ALONE),
]
# What a developer's shell may have set and a test must not see.
_OWN = ("DATABASE_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE", "PYTHONDONTWRITEBYTECODE")


def main(argv: list[str]) -> int:
    """0 when every check and every test passed; a check that failed does not keep the tests from running."""
    is_full = "--full" in argv
    asked = [argument for argument in argv if argument != "--full"]
    bare = {name: value for name, value in os.environ.items() if name not in _OWN} | {"DJANGO_SETTINGS_MODULE": "clubsite.settings"}
    compile_catalogues()
    failed = [] if asked else [name for name, command in CHECKS.items() if not _passes(name, command, bare)]
    if _pytest(asked or TWO_AT_ONCE, bare):
        failed.append("tests on SQLite")
    if is_full:
        try:
            with servers() as urls:
                # Real workers first and alone: the messages of other tests would keep them busy. Then what touches the database: only that can differ there.
                rounds = [asked] if asked else [["-m", "servers", "tests/jobs"], [*TWO_AT_ONCE, "-m", "not servers", *NOT_THE_DATABASE]]
                if any([_pytest(each, bare | urls) for each in rounds]):
                    failed.append("tests on PostgreSQL")
        except NoServer as missing:
            print(missing, file=sys.stderr)
            failed.append("servers for --full")
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _passes(name: str, command: tuple[str, ...], environment: dict[str, str]) -> bool:
    signed = environment | {"SECRET_KEY": "checks sign nothing"}
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=signed, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    print(f"{name}: {'ok' if done.returncode == 0 else 'FAILED'}", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, flush=True)
    return done.returncode == 0


def _pytest(arguments: list[str], environment: dict[str, str]) -> int:
    print(f"tests on {'PostgreSQL' if 'DATABASE_URL' in environment else 'SQLite'}", flush=True)
    return subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
