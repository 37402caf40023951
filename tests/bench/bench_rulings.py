"""`python -m tests.bench.bench_rulings`: the menu, a question and an outcome with its effect, for an evening of seven tables on SQLite.

Exit 1 where a page takes more than 100 ms at the 95th percentile.
"""

import os
import subprocess
import sys
import tempfile

CHILD = "import sys, django; django.setup(); from tests.bench.ruling_pages import measure; sys.exit(measure())"


def main() -> int:
    """In a process of its own, since settings are read once."""
    with tempfile.TemporaryDirectory(prefix="bridge-bench-") as folder:
        surroundings = {
            **os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings", "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3", "DATA_DIR": folder,
            "SECRET_KEY": "only for measuring",
        }
        return subprocess.run([sys.executable, "-W", "ignore", "-c", CHILD], env=surroundings, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
