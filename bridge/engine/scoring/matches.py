"""Two tables, one board, two teams: IMPs, board-a-match, total points, Patton and hybrids (Law 78B-D; EBU White Book 2.4, 8.12).

Everything is seen from the home team: North-South in the open room, East-West in the closed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.errors import EngineError
from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.outcome import Scored, points_of
from bridge.engine.scoring.rounding import half_away


class NoBoards(EngineError):
    """A match is scored over one board or more. Facts: `boards`."""


@dataclass(frozen=True, slots=True)
class BothRooms:
    """One board of a match: North-South's points in each room, as played."""

    open_ns: int
    closed_ns: int

    @property
    def difference(self) -> int:
        """Total points to the home team."""
        return self.open_ns - self.closed_ns


@dataclass(frozen=True, slots=True)
class MatchImps:
    """A match in IMPs: board by board to the home team, and what each team won."""

    by_board: tuple[int, ...]

    @property
    def home(self) -> int:
        """IMPs won by the home team."""
        return sum(won for won in self.by_board if won > 0)

    @property
    def away(self) -> int:
        """IMPs won by the other team."""
        return -sum(won for won in self.by_board if won < 0)

    @property
    def margin(self) -> int:
        """By how many IMPs the home team is ahead."""
        return sum(self.by_board)


def match_imps(boards: Sequence[BothRooms]) -> MatchImps:
    """IMPs of every board of a match."""
    return MatchImps(tuple(imp(board.difference) for board in boards))


def board_a_match(boards: Sequence[BothRooms], tie_within: int = 0) -> int:
    """Half-points of the home team: 2 for a board won, 1 for one tied. `tie_within`: differences up to this are ties (10 in Patton)."""
    return sum(2 if board.difference > tie_within else 1 if abs(board.difference) <= tie_within else 0 for board in boards)


def total_points(boards: Sequence[BothRooms]) -> int:
    """Points by which the home team is ahead."""
    return sum(board.difference for board in boards)


def imp_quotient(won: int, lost: int) -> Fraction | None:
    """IMPs won / IMPs lost, None (better than any) where none was lost."""
    return Fraction(won, lost) if lost else None


def weighted_imps(outcome: Scored, other_table: int) -> Fraction:
    """IMPs to the side sitting North-South at the table with an assigned or weighted score: each component against the other table, then weighed.

    other_table   North-South's points there; the match rounds once, by `whole_imps` (EBU White Book 8.12.3)
    """
    return sum((weight * imp(points - other_table) for points, weight in points_of(outcome)), Fraction(0))


def whole_imps(exact: Fraction) -> int:
    """To the nearest IMP, halves away from zero."""
    return int(half_away(exact))


def knockout_imps(by_home_ruling: Fraction | int, by_away_ruling: Fraction | int) -> Fraction:
    """IMPs to the home team where the rulings for the two teams do not balance: the mean of both, seen from the home team (Law 86B of 1997, 12C4)."""
    return Fraction(by_home_ruling + by_away_ruling) / 2


@dataclass(frozen=True, slots=True)
class Patton:
    """The constants of a Patton scale.

    tie_within   points of difference that still tie a board
    clear        share of the larger saldo above which its owner takes all saldo points
    close        share below which they are halved
    middle       the leader's part of the saldo points between the two, to 0.1
    fixed        (boards, the leader's points between the two) where the scale names them
    """

    tie_within: int = 10
    clear: Fraction = Fraction(1, 3)
    close: Fraction = Fraction(1, 10)
    middle: Fraction = Fraction(2, 3)
    fixed: tuple[tuple[int, Fraction], ...] = ((4, Fraction(3)),)


def patton(boards: Sequence[BothRooms], scale: Patton = Patton()) -> tuple[Fraction, Fraction]:
    """Points of the home team and of the other: one for each board's winner around the mean, and as many again by saldo.

    For n boards: n points +1, 0 or -1 a board, and n saldo points split by the raw points each team wrote for itself at both tables.
    Raises NoBoards.
    """
    if not boards:
        raise NoBoards(boards=0)
    number = len(boards)
    by_board = Fraction(board_a_match(boards, scale.tie_within))
    home = sum(max(board.open_ns, 0) + max(-board.closed_ns, 0) for board in boards)
    away = sum(max(-board.open_ns, 0) + max(board.closed_ns, 0) for board in boards)
    most = max(home, away)
    lead = Fraction(abs(home - away), most) if most else Fraction(0)
    if lead > scale.clear:
        leader = Fraction(number)
    elif lead >= scale.close:
        leader = dict(scale.fixed).get(number) or half_away(number * scale.middle, Fraction(1, 10))
    else:
        leader = Fraction(number, 2)
    saldo = leader if home >= away else number - leader
    return by_board + saldo, 3 * number - by_board - saldo


@dataclass(frozen=True, slots=True)
class Hybrid:
    """Board-a-match and IMPs together: `each_board` points for a board won (half for one tied), and a pool shared by the IMP margin.

    pool    (least margin, points of the team ahead, of the other), by rising margin, the first from 0
    """

    each_board: Fraction
    pool: tuple[tuple[int, Fraction, Fraction], ...]


def hybrid(boards: Sequence[BothRooms], scale: Hybrid) -> tuple[Fraction, Fraction]:
    """Points of the home team and of the other by a scale that the club gives."""
    halves = board_a_match(boards)
    margin = match_imps(boards).margin
    _, ahead, behind = [band for band in scale.pool if band[0] <= abs(margin)][-1]
    share, rest = (ahead, behind) if margin >= 0 else (behind, ahead)
    return scale.each_board * halves / 2 + share, scale.each_board * (2 * len(boards) - halves) / 2 + rest
