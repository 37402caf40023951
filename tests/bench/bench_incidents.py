"""Evenings with incidents by the hundred thousand: `python -m tests.bench.bench_incidents [EVENINGS] [FIRST_SEED]` prints every seed that breaks a rule."""

import sys
import time

from tests.engine.test_incidents import play_badly


def main() -> int:
    """Plays the evenings one after another; 1 when a plan of one of them broke a rule."""
    told = [int(text) for text in sys.argv[1:]]
    evenings, first = (told + [100_000, 0][len(told) :])[:2]
    began, broken = time.perf_counter(), 0
    for seed in range(first, first + evenings):
        try:
            play_badly(seed)
        except AssertionError as rule:
            broken += 1
            print(f"seed {seed}: {rule}")
    print(f"{evenings} evenings, {broken} not sound, {time.perf_counter() - began:.0f} s")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
