"""`python -m tests.bench.bench_scoring`: 26 boards at 5,000 tables scored and ranked by the engine, against one pass of Counter; then growth.

Exit 1 where matchpoints take more than 40 ms or cross-IMPs more than 200 ms (the best of five, columns in, columns out).
"""

import random
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import Entry, RankingFacts
from bridge.engine.scoring.reckon import rank, reckon
from bridge.engine.scoring.registry import method_named
from bridge.engine.scoring.traveller import BoardFacts, Traveller, score_board

BOARDS, TABLES = 26, 5000
LIMITS = {"matchpoints": Fraction(40), "cross_imps": Fraction(200)}
USUAL = [
    -1430, -980, -650, -620, -500, -450, -420, -400, -200, -150, -140, -110, -100, -50, 50, 90, 100, 110, 140, 170, 200, 300, 420, 450, 500, 620, 650, 1430,
]  # fmt: skip
MANY = [tens * 10 for tens in range(-250, 250)]


def field_of(tables: int, scores: Sequence[int], rng: random.Random) -> tuple[BoardFacts[int], ...]:
    """Boards of so many tables with scores drawn from `scores`; East-West move on one table a board."""
    boards = []
    for number in range(BOARDS):
        ew = tuple(tables + (table + number) % tables for table in range(tables))
        boards.append(BoardFacts(number, tuple(range(tables)), ew, tuple(rng.choices(scores, k=tables))))
    return tuple(boards)


def score_all(facts: RankingFacts[int]) -> list[Traveller[int]]:
    """Every board scored, none ranked."""
    method = method_named(facts.conditions.method)
    return [score_board(board, facts.conditions, TABLES, method) for board in facts.boards]


def count_all(boards: Sequence[BoardFacts[int]]) -> list[Counter[object]]:
    """The floor: equal scores counted."""
    return [Counter(board.outcomes) for board in boards]


def milliseconds(work: Callable[[], object], times: int = 5) -> Fraction:
    """The best of several runs."""
    best = None
    for _ in range(times):
        begun = time.perf_counter_ns()
        work()
        taken = time.perf_counter_ns() - begun
        best = taken if best is None else min(best, taken)
    return Fraction(best or 0, 10**6)


def main() -> int:
    """Measure and print; exit code."""
    rng = random.Random(20)
    late = False
    for name, scores in (("usual scores", USUAL), ("500 different scores", MANY)):
        boards = field_of(TABLES, scores, rng)
        counting = milliseconds(partial(count_all, boards))
        for code, limit in LIMITS.items():
            conditions = Conditions(method=code)
            facts = RankingFacts(conditions, tuple(Entry(who) for who in range(2 * TABLES)), boards)
            score = milliseconds(partial(score_all, facts))
            ranking = milliseconds(partial(rank, facts, score_all(facts)), 3)
            late |= score > limit
            print(
                f"{name}: {code} {_shown(score)} ms (limit {limit}), {_shown(score / counting)} times Counter's {_shown(counting)} ms; "
                f"ranking {2 * TABLES} pairs {_shown(ranking)} ms"
            )
    for tables in (40, 400, 4000, 20000):
        boards = field_of(tables, USUAL, rng)
        facts = RankingFacts(Conditions(), tuple(Entry(who) for who in range(2 * tables)), boards)
        whole = milliseconds(partial(reckon, facts), 2)
        tracemalloc.start()
        kept = reckon(facts)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        del kept
        results = tables * BOARDS
        print(f"{results} results reckoned and ranked: {_shown(whole)} ms, {_shown(1000 * whole / results)} microseconds each, at most {peak // 1024} KiB")
    return 1 if late else 0


def _shown(value: Fraction) -> str:
    tenths = int(value * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"


if __name__ == "__main__":
    sys.exit(main())
