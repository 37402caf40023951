"""How a team match becomes points, each way by its code; rulings need not balance, so each team has its own margin on every board.

Everything is seen from the home team: North-South in the open room, East-West in the closed. Patton and hybrids need the points of both rooms themselves and
stand in `matches`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.scoring.awards import award_percent
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.group import percent_of_artificial
from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.matches import whole_imps
from bridge.engine.scoring.outcome import Artificial, Award, Outcome, Ruled, Scored, SideOutcome, points_of
from bridge.engine.scoring.registry import NoSuchMethod
from bridge.engine.scoring.victory_points import ACBL_20, ACBL_30, NoSuchScale, Scale, continuous_vp, discrete_vp, half_match_vp, printed_scale
from bridge.engine.seats import Side


@dataclass(frozen=True, slots=True)
class Rooms:
    """What one board counts as in both rooms."""

    open: Outcome
    closed: Outcome


@dataclass(frozen=True, slots=True)
class Margin:
    """What a board, or a match, is to each team by its own ruling; the two are mirror images unless a ruling says otherwise."""

    home: Fraction
    away: Fraction


@dataclass(frozen=True, slots=True)
class MatchMethod:
    """A named way of scoring a match.

    worth          what a difference in points on one board is worth
    of_average     what a board is worth that is 10 percent above average; None where there is no artificial score
    points         both teams' points from their margins and the number of boards counted; `scale` is the club's own
    is_gross       a team counts the boards that it won, and the other's are not taken from it
    """

    code: str
    source: str
    worth: Callable[[int], int]
    of_average: Callable[[Fraction], Fraction] | None
    points: Callable[[Margin, int, Scale | None], tuple[Fraction, Fraction]]
    is_gross: bool = False


def board_margin(rooms: Rooms, method: MatchMethod, award_imps: Fraction = Fraction(3)) -> Margin | None:
    """What one board is to each team; None while a room is missing, where it was not played, or where the method knows no artificial score.

    A team that is given an artificial score in one room has that for the board (Law 86), in both rooms the mean of the two; weighted scores are compared
    component by component.
    """
    home = _team_margin(_of(rooms.open, Side.NS), _of(rooms.closed, Side.EW), method, award_imps, 1)
    away = _team_margin(_of(rooms.open, Side.EW), _of(rooms.closed, Side.NS), method, award_imps, -1)
    return None if home is None or away is None else Margin(home, away)


def _of(outcome: Outcome, side: Side) -> SideOutcome:
    return outcome.of(side) if isinstance(outcome, Ruled) else outcome


def _team_margin(in_open: SideOutcome, in_closed: SideOutcome, method: MatchMethod, award_imps: Fraction, sign: int) -> Fraction | None:
    artificial = [outcome for outcome in (in_open, in_closed) if isinstance(outcome, Artificial)]
    if artificial:
        if method.of_average is None:
            return None
        of_average = method.of_average(award_imps)
        return sum((_artificial(each, of_average, award_imps) for each in artificial), Fraction(0)) / len(artificial)
    if not isinstance(in_open, Scored) or not isinstance(in_closed, Scored):
        return None
    return sum(
        (
            first_weight * second_weight * method.worth(sign * (first - second))
            for first, first_weight in points_of(in_open)
            for second, second_weight in points_of(in_closed)
        ),
        Fraction(0),
    )


def _artificial(outcome: Artificial, of_average: Fraction, award_imps: Fraction) -> Fraction:
    conditions = Conditions(award_imps=award_imps)
    percent = percent_of_artificial(outcome, conditions)
    if percent is None and isinstance(outcome, Award):
        percent = award_percent(outcome, None, conditions.edition)
    assert percent is not None
    return (percent - 50) / 10 * of_average


def match_margin(boards: Sequence[Rooms], method: MatchMethod, award_imps: Fraction = Fraction(3)) -> tuple[Margin, int]:
    """The margins of a match and how many boards count."""
    found = _margins(boards, method, award_imps)
    return Margin(sum((one.home for one in found), Fraction(0)), sum((one.away for one in found), Fraction(0))), len(found)


def _margins(boards: Sequence[Rooms], method: MatchMethod, award_imps: Fraction) -> list[Margin]:
    return [margin for margin in (board_margin(rooms, method, award_imps) for rooms in boards) if margin is not None]


def match_points(boards: Sequence[Rooms], method: MatchMethod, scale: Scale | None = None, award_imps: Fraction = Fraction(3)) -> tuple[Fraction, Fraction]:
    """Points of the home team and of the other; penalties come after. Raises NoSuchScale."""
    found = _margins(boards, method, award_imps)
    kept = [Margin(max(each.home, Fraction(0)), max(each.away, Fraction(0))) if method.is_gross else each for each in found]
    margin = Margin(sum((one.home for one in kept), Fraction(0)), sum((one.away for one in kept), Fraction(0)))
    return method.points(margin, len(found), scale)


def _by_margin(vps: Callable[[int, int], int], unit: int) -> Callable[[Margin, int, Scale | None], tuple[Fraction, Fraction]]:
    def points(margin: Margin, boards: int, scale: Scale | None) -> tuple[Fraction, Fraction]:
        return Fraction(vps(boards, whole_imps(margin.home)), unit), Fraction(vps(boards, whole_imps(margin.away)), unit)

    return points


def _own_scale(margin: Margin, boards: int, scale: Scale | None) -> tuple[Fraction, Fraction]:
    if scale is None:
        raise NoSuchScale(boards=boards, scale="own")
    return Fraction(scale.vps(whole_imps(margin.home))[0], 100), Fraction(scale.vps(whole_imps(margin.away))[0], 100)


def _whole_sums(margin: Margin, boards: int, scale: Scale | None) -> tuple[Fraction, Fraction]:
    return Fraction(whole_imps(margin.home)), Fraction(whole_imps(margin.away))  # weighted scores are rounded once (EBU White Book 8.12.3)


def _sums(margin: Margin, boards: int, scale: Scale | None) -> tuple[Fraction, Fraction]:
    return margin.home, margin.away


def _half_points(margin: Margin, boards: int, scale: Scale | None) -> tuple[Fraction, Fraction]:
    return boards + margin.home, boards + margin.away


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)


def _imps_of_average(award_imps: Fraction) -> Fraction:
    return award_imps


def _fifth(award_imps: Fraction) -> Fraction:
    return Fraction(1, 5)  # 60 percent of a board that is worth 2 is 1.2


def _itself(difference: int) -> int:
    return difference


def _printed(scales: tuple[tuple[int, int, Scale], ...]) -> Callable[[int, int], int]:
    return lambda boards, margin: printed_scale(scales, boards).vps(margin)[0]


MATCH_METHODS: dict[str, MatchMethod] = {
    method.code: method
    for method in (
        MatchMethod("vp_continuous", "WBF 2013, continuous", imp, _imps_of_average, _by_margin(continuous_vp, 100)),
        MatchMethod("vp_discrete", "WBF 2013, discrete", imp, _imps_of_average, _by_margin(discrete_vp, 1)),
        MatchMethod("vp_half_match", "EBU, half and triangular matches", imp, _imps_of_average, _by_margin(half_match_vp, 1)),
        MatchMethod("vp_acbl_20", "ACBL, 20-0", imp, _imps_of_average, _by_margin(_printed(ACBL_20), 100)),
        MatchMethod("vp_acbl_30", "ACBL, 30-0", imp, _imps_of_average, _by_margin(_printed(ACBL_30), 100)),
        MatchMethod("vp_own", "the club's own scale", imp, _imps_of_average, _own_scale),
        MatchMethod("total_imps", "Law 78B", imp, _imps_of_average, _whole_sums),
        MatchMethod("imps_won", "Law 78B", imp, _imps_of_average, _whole_sums, is_gross=True),
        MatchMethod("board_a_match", "Law 78D; 2, 1 or 0 a board", _sign, _fifth, _half_points),
        MatchMethod("total_points", "Law 78C", _itself, None, _sums),
    )
}


def match_method(code: str) -> MatchMethod:
    """The way of scoring a match with this code. Raises NoSuchMethod."""
    if code not in MATCH_METHODS:
        raise NoSuchMethod(code=code, known=tuple(MATCH_METHODS))
    return MATCH_METHODS[code]
