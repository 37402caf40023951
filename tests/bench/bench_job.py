"""`python -m tests.bench.bench_job`: 26 boards at 5,000 tables from stored facts to stored standings, against reading and writing the same without scoring.

On a PostgreSQL of its own, and with `--sqlite` on a file as well; `--tables N` for another size. Exit 1 where on PostgreSQL the whole job takes more than
twice the floor or one more result more than a quarter of the whole job, and wherever what is stored differs from a reckoning from nothing but the facts.
`--growth`: the whole job alone from 1,000 to 500,000 results; exit 1 where it does not grow with their number.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from tests.servers import database

CHILD = "import sys, django; django.setup(); from tests.bench.large_event import measure; sys.exit(measure(sys.argv[1], int(sys.argv[2]), sys.argv[3]))"
GROWTH = "import sys, django; django.setup(); from tests.bench.large_event import measure_growth; sys.exit(measure_growth(sys.argv[3]))"


def main() -> int:
    """Each database in a process of its own, since settings are read once."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--tables", type=int, default=5000)
    asked.add_argument("--method", default="matchpoints")
    asked.add_argument("--sqlite", action="store_true")
    asked.add_argument("--growth", action="store_true")
    options = asked.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="bridge-bench-") as folder:
        for name, url in _databases(folder, sqlite=options.sqlite):
            surroundings = {
                **os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings", "DATABASE_URL": url, "DATA_DIR": folder, "SECRET_KEY": "only for measuring",
            }
            child = [sys.executable, "-c", GROWTH if options.growth else CHILD, name, str(options.tables), options.method]
            failed |= subprocess.run(child, env=surroundings, check=False).returncode
    return failed


def _databases(folder: str, *, sqlite: bool) -> Iterator[tuple[str, str]]:
    if sqlite:
        yield "SQLite", f"sqlite:///{folder}/bench.sqlite3"
    with database() as url:
        yield "PostgreSQL", url


if __name__ == "__main__":
    sys.exit(main())
