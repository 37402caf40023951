"""Teams ranked by the points of their matches: whole matches alone count, sit-outs and forfeits get their share of what a match is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.match_methods import MatchMethod
from bridge.engine.scoring.outcome import Outcome, Ruled, Unscored
from bridge.engine.scoring.ranking import Place, ranked
from bridge.engine.scoring.victory_points import Scale
from bridge.engine.teams.score import Forfeit, MatchBoard, forfeited, match_result

Team = TypeVar("Team")

_MOST = {"vp_acbl_30": 30, "vp_half_match": 10}
_FULL = 20  # victory points that a match can give


@dataclass(frozen=True, slots=True)
class MatchPlayed(Generic[Team]):
    """A match as it stands; `is_half`: of half length, worth half as much (a triangle in one round)."""

    home: Team
    away: Team
    boards: tuple[MatchBoard, ...]
    is_half: bool = False
    forfeit: Forfeit | None = None

    @property
    def is_complete(self) -> bool:
        """Does every board count, or is it decided that it does not, in both rooms?"""
        return all(all(self.rooms_in(board)) for board in self.boards)

    def rooms_in(self, board: MatchBoard) -> tuple[bool, bool]:
        """Does the board count, or is it decided that it does not, in the open and in the closed room?"""
        return _is_in(board.open), _is_in(board.closed)


def _is_in(outcome: Outcome) -> bool:
    sides = (outcome.ns, outcome.ew) if isinstance(outcome, Ruled) else (outcome,)
    return Unscored.NOT_YET not in sides


@dataclass(frozen=True, slots=True)
class TeamStanding(Generic[Team]):
    """A team's points, its place (None: no match yet, or withdrawn), matches and boards that count."""

    who: Team
    place: Place | None
    points: Fraction
    matches: int
    boards: int


def most_of(method: MatchMethod, boards: int, scale: Scale | None = None) -> Fraction:
    """The most that a team can win in a match, where the method has a most; else nothing. `scale` is the event's own."""
    if scale is not None and method.code == "vp_own":
        return Fraction(scale.bands[-1].winner, 100)
    if method.code == "board_a_match":
        return Fraction(2 * boards)
    return Fraction(_MOST.get(method.code, _FULL)) if method.code.startswith("vp_") else Fraction(0)


def points_of_match(match: MatchPlayed[Team], method: MatchMethod, conditions: Conditions) -> tuple[Fraction, Fraction] | None:
    """Points of the home team and of the other; None while boards are open. Raises NoSuchScale, BoardTwice."""
    share = Fraction(1, 2) if match.is_half and method.code.startswith("vp_") and method.code != "vp_half_match" else Fraction(1)
    if match.forfeit is not None:
        home, away = forfeited(match.forfeit, most_of(method, len(match.boards), conditions.scale))
        return home * share, away * share
    if not match.is_complete:
        return None
    result = match_result(match.boards, method, conditions.scale, award_imps=conditions.award_imps)
    return (result.earned[0] * share, result.earned[1] * share) if result.boards else (Fraction(0), Fraction(0))


def award_of_sit_out(matches: Sequence[MatchPlayed[Team]], method: MatchMethod, conditions: Conditions) -> Fraction:
    """What a round sat out is worth: so many percent of a full match."""
    length = max((len(match.boards) for match in matches if not match.is_half), default=0)
    return (conditions.sit_out_percent or Fraction(0)) / 100 * most_of(method, length, conditions.scale)


def rank_teams(
    teams: Sequence[Team],
    matches: Sequence[MatchPlayed[Team]],
    method: MatchMethod,
    conditions: Conditions,
    *,
    sit_outs: Mapping[Team, int],
    penalties: Mapping[Team, Fraction],
    withdrawn: frozenset[Team],
) -> tuple[TeamStanding[Team], ...]:
    """Every team, best first, those without a place at the end.

    sit_outs    rounds sat out, each worth `conditions.sit_out_percent` of a full match
    penalties   points taken off after the conversion
    raises      NoSuchScale, BoardTwice
    """
    points = dict.fromkeys(teams, Fraction(0))
    count = dict.fromkeys(teams, 0)
    boards = dict.fromkeys(teams, 0)
    for match in matches:
        earned = points_of_match(match, method, conditions)
        if earned is None:
            continue
        for team, own in zip((match.home, match.away), earned, strict=True):
            points[team] += own
            count[team] += 1
            boards[team] += 0 if match.forfeit else len(match.boards)
    award = award_of_sit_out(matches, method, conditions)
    for team in teams:
        points[team] += sit_outs.get(team, 0) * award - penalties.get(team, Fraction(0))
        count[team] += sit_outs.get(team, 0)
    in_play = {team: points[team] for team in teams if team not in withdrawn and count[team]}
    others = ranked({team: points[team] for team in teams if team not in in_play})
    return (
        *(TeamStanding(team, place, points[team], count[team], boards[team]) for team, place in ranked(in_play)),
        *(TeamStanding(team, None, points[team], count[team], boards[team]) for team, _ in others),
    )
