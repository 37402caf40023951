"""An individual reckoned apart from the program: who played with whom against whom for how many points, and everybody's percentage of it."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

Line = tuple[int, tuple[str, str], tuple[str, str], int]  # board, the two who sat North-South, the two who sat East-West, North-South's points


def result_of(names: tuple[str, ...], board: int) -> str:
    """A result of 1 no trump that tells who made it on which board: `=`, `+2`, `-3`."""
    over = (sum(map(len, names)) * 3 + board * 5) % 7 - 3
    return f"{over:+d}" if over else "="


def points_of(result: str, board: int) -> int:
    """South's points for 1 no trump (Law 77), from tricks over or under it."""
    over = 0 if result == "=" else int(result)
    is_vulnerable = ((board - 1) % 16 + (board - 1) % 16 // 4) % 4 in (1, 3)
    return 90 + 30 * over if over >= 0 else over * (100 if is_vulnerable else 50)


def percentages(lines: Iterable[Line]) -> dict[str, Fraction]:
    """Everybody's percentage, by comparing every two results of a board (Law 78A): partners get the same, each is ranked for all that he played."""
    on_board: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        on_board[line[0]].append(line)
    won: dict[str, list[Fraction]] = defaultdict(list)
    for rows in on_board.values():
        for _, ns, ew, points in rows:
            part = Fraction(sum(2 * (points > other) + (points == other) for *_, other in rows) - 1, 2 * (len(rows) - 1))
            for name in ns:
                won[name].append(part)
            for name in ew:
                won[name].append(1 - part)
    return {name: 100 * sum(parts, Fraction(0)) / len(parts) for name, parts in won.items()}
