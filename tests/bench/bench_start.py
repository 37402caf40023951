"""How long a club waits in front of its laptop: from `manage.py start` to the first answer on /healthz, at a folder that was started before.

`python -m tests.bench.bench_start`; the limit is three seconds.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from tests.sites import Site

LIMIT = 3.0  # seconds
STARTS = 5


def seconds_to_start(folder: Path) -> float:
    """One start in this folder, and its end."""
    site = Site(folder)
    try:
        return site.wait()
    finally:
        site.stop()


def main() -> int:
    """Measure, print, and compare the median with the limit."""
    with tempfile.TemporaryDirectory() as folder:
        first = seconds_to_start(Path(folder))
        later = [seconds_to_start(Path(folder)) for _ in range(STARTS)]
    print(f"first start {first:.1f} s; later ones {min(later):.2f} to {max(later):.2f} s, median {statistics.median(later):.2f}; the limit is {LIMIT} s")
    return int(statistics.median(later) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
