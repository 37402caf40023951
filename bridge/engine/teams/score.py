"""How a match stands board by board and what it ends in, seen from the home team: North-South in the open room, East-West in the closed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from bridge.engine.errors import EngineError
from bridge.engine.scoring.match_methods import Margin, MatchMethod, Rooms, board_margin, match_margin, match_points
from bridge.engine.scoring.outcome import Assigned, Component, Outcome, Ruled, SideOutcome, Weighted
from bridge.engine.scoring.victory_points import Scale


class BoardTwice(EngineError):
    """A board stands in a match more than once at the same couple of tables. Facts: `board`."""


class SharesOutOfRange(EngineError):
    """A team's share of the points of a match is 0 to 1. Facts: `share`."""


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """One board in both rooms, each from North-South's side there.

    turned   rooms (open, closed) in which the teams sat the other way round: scored as played, the home team's points are then East-West's
    couple   of tables; teams of eight play a board at two couples, which are compared each by itself and count as two boards ("imp then add")
    """

    number: int
    open: Outcome
    closed: Outcome
    turned: tuple[bool, bool] = (False, False)
    couple: int = 1

    @property
    def rooms(self) -> Rooms:
        """The two outcomes as if the home team had sat North-South in the open room and East-West in the closed."""
        return Rooms(_as_sat(self.open, self.turned[0]), _as_sat(self.closed, self.turned[1]))


@dataclass(frozen=True, slots=True)
class RunningLine:
    """A board's margin, None while a room is missing, and the margin of the match up to and including it."""

    number: int
    margin: Margin | None
    total: Margin


def running_score(boards: Sequence[MatchBoard], method: MatchMethod, award_imps: Fraction = Fraction(3)) -> tuple[RunningLine, ...]:
    """The match as it stands, board by board in the order given. Raises BoardTwice."""
    _ask_once(boards)
    lines: list[RunningLine] = []
    total = Margin(Fraction(0), Fraction(0))
    for board in boards:
        margin = board_margin(board.rooms, method, award_imps)
        if margin is not None:
            total = Margin(total.home + margin.home, total.away + margin.away)
        lines.append(RunningLine(board.number, margin, total))
    return tuple(lines)


class Forfeit(Enum):
    """Who is to blame that a match was not played."""

    HOME = "home"
    AWAY = "away"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match ended: its margin, the boards that count, both teams' points before and after penalties."""

    margin: Margin
    boards: int
    earned: tuple[Fraction, Fraction]
    points: tuple[Fraction, Fraction]


def match_result(
    boards: Sequence[MatchBoard],
    method: MatchMethod,
    scale: Scale | None = None,
    penalties: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0)),
    award_imps: Fraction = Fraction(3),
) -> MatchResult:
    """What a played match ends in; penalties (home, away: what is taken off) come after the conversion, so the sum may be less than the scale's.

    raises  BoardTwice, NoSuchScale
    """
    _ask_once(boards)
    rooms = [board.rooms for board in boards]
    margin, counted = match_margin(rooms, method, award_imps)
    home, away = match_points(rooms, method, scale, award_imps)
    return MatchResult(margin, counted, (home, away), (home - penalties[0], away - penalties[1]))


def forfeited(
    forfeit: Forfeit, most: Fraction, to_innocent: Fraction = Fraction(3, 5), to_guilty: Fraction = Fraction(0)
) -> tuple[Fraction, Fraction]:
    """Points (home, away) of a match that was not played: shares of the `most` that a team can win, by convention 60 percent and nothing.

    Also for seats that were wrong and cannot be played again: both at fault, 2/5 each (EBU White Book 3.3). Raises SharesOutOfRange.
    """
    for share in (to_innocent, to_guilty):
        if not 0 <= share <= 1:
            raise SharesOutOfRange(share=share)
    home = to_innocent if forfeit is Forfeit.AWAY else to_guilty
    away = to_innocent if forfeit is Forfeit.HOME else to_guilty
    return home * most, away * most


def _ask_once(boards: Sequence[MatchBoard]) -> None:
    seen: set[tuple[int, int]] = set()
    for board in boards:
        if (board.couple, board.number) in seen:
            raise BoardTwice(board=board.number)
        seen.add((board.couple, board.number))


def _as_sat(outcome: Outcome, turned: bool) -> Outcome:
    """The outcome with North-South and East-West exchanged where the teams sat the other way round."""
    if not turned:
        return outcome
    if isinstance(outcome, Ruled):
        extras = tuple(replace(extra, side=extra.side.other) for extra in outcome.extras)
        return Ruled(_mirrored(outcome.ew), _mirrored(outcome.ns), extras)
    return -outcome if isinstance(outcome, int) else outcome


def _mirrored(outcome: SideOutcome) -> SideOutcome:
    """Points seen from the other side; awards in percent or IMPs belong to whoever gets them."""
    match outcome:
        case int():
            return -outcome
        case Assigned(points):
            return Assigned(-points)
        case Weighted(components):
            return Weighted(tuple(Component(-component.points, component.weight) for component in components))
    return outcome
