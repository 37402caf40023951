"""`python -m tests.bench.bench_movements [EVENINGS]`: how long proposals take for 4 to 60 pairs, and so many random evenings (1,000) planned anew.

Processor seconds, nothing kept from one to the next. Exit 1 where proposals for a number of pairs take more than 1 s, or a new plan is not sound.
"""

import random
import sys
import time

from bridge.engine.movements import propose as proposing
from bridge.engine.movements.propose import NothingFits, Wishes, propose
from bridge.engine.movements.replan import replan
from tests.engine.test_movements_replan import assert_sound, random_evening

LIMIT = 1_000  # ms


def milliseconds_to_propose(pairs: int, winners: int | None, copies: int) -> int:
    """How long everything proposed for so many pairs takes, with no movement made before."""
    proposing._figures.cache_clear()
    started = time.process_time_ns()
    try:
        propose(Wishes(pairs, minutes=180, winners=winners, copies=copies))
    except NothingFits:
        pass  # for some numbers nothing has one winner, or one copy; that is found out as fast
    return (time.process_time_ns() - started) // 1_000_000


def main(evenings: int) -> int:
    """Measure both, print the worst of each."""
    cases = [(pairs, winners, copies) for pairs in range(4, 61) for winners in (None, 1, 2) for copies in (1, 2)]
    times = {case: milliseconds_to_propose(*case) for case in cases}
    slowest = max(times, key=lambda case: times[case])
    print(f"proposals for 4 to 60 pairs: at most {times[slowest]} ms ({slowest[0]} pairs); the limit is {LIMIT} ms")
    worst = 0
    for seed in range(evenings):
        before = random_evening(random.Random(seed))
        started = time.process_time_ns()
        plan = replan(before)
        worst = max(worst, (time.process_time_ns() - started) // 1_000_000)
        assert_sound(before, plan)
    print(f"{evenings} random evenings planned anew: all sound, at most {worst} ms")
    return int(times[slowest] > LIMIT)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
