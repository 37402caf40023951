"""Team matches scored afresh: IMPs of every board, scores of every match, totals, places, and the pairs over the whole field."""

from dataclasses import dataclass, replace
from fractions import Fraction

from bridge.engine.formats.checked import EventCheck
from bridge.engine.formats.event import Form, Match, MatchBoard, Method, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.formats.lines import Difference, Note, counted_points, judge_line
from bridge.engine.formats.match_check import (
    ScoredMatch,
    gathered_boards,
    match_totals,
    match_where,
    matches_once,
    scale_notes,
    scale_of,
    score_differences,
    total_differences,
)
from bridge.engine.formats.notation import parse_figure
from bridge.engine.formats.pair_check import check_field
from bridge.engine.formats.scales import MatchFigures, Scale
from bridge.engine.scoring.imps import imp
from bridge.engine.seats import Side


@dataclass(frozen=True, slots=True)
class TeamAttempt:
    """The matches as scored; `printed_first`: by the points that are printed where they are not those of the contract."""

    matches: tuple[ScoredMatch, ...]
    printed_first: bool
    scale: Scale


def best_teams(event: PublishedEvent) -> TeamAttempt:
    """The matches scored the way that reproduces most of them."""
    attempts = []
    for first in (False, True):
        matches = tuple(_scored(event, match, printed_first=first) for match in matches_once(event.matches))
        attempts.append(TeamAttempt(matches, first, scale_of(event, matches)))
    return min(attempts, key=lambda attempt: sum(len(match.differences) for match in attempt.matches))


def check_teams(event: PublishedEvent) -> EventCheck:
    """The matches of an event of teams scored afresh."""
    best = best_teams(event)
    matches, scale = best.matches, best.scale
    gathered = gathered_boards(event)
    lines = [judged for board in gathered for line in board.lines for judged in judge_line(event, board, line)]
    teams, record = match_totals(event, matches, scale)
    pairs = _pairs(event, gathered)
    found = [*lines, *(difference for match in matches for difference in match.differences), *score_differences(event, matches, scale)]
    found += [*total_differences(event, teams, record), *(pairs.differences if pairs else ())]
    notes = [*scale_notes(matches, scale), *(item for item in found if isinstance(item, Note))]
    if pairs:
        notes += [Note("pairs_by", (("method", pairs.method), ("totals", pairs.totals))), *pairs.notes]
    return EventCheck(
        method=Method.TEAM_IMPS.value,
        factoring=None,
        totals=scale.code,
        entrants=(*teams, *(pairs.entrants if pairs else ())),
        differences=tuple(dict.fromkeys(item for item in found if isinstance(item, Difference))),
        notes=tuple(dict.fromkeys(notes)),
    )


def _scored(event: PublishedEvent, match: Match, *, printed_first: bool) -> ScoredMatch:
    """The match in IMPs and in points; a board that has no two results counts with its printed IMPs."""
    won: list[Fraction] = []
    apart: list[int] = []
    differences = []
    for played in match.boards:
        points = points_of_first(event, match, played, printed_first=printed_first)
        printed = parse_figure(played.imps)
        if points is None:
            won.extend([printed.value] if printed else [])
            continue
        apart.append(points[Side.NS] - points[Side.EW])
        won.append(Fraction(imp(apart[-1])))
        if played.imps is not None and (printed is None or not printed.agrees_with(won[-1])):
            differences.append(Difference(match_where(event, match, "imps", played.board.number), played.imps, str(won[-1])))
    gains = [sum((sign * each for each in won if sign * each > 0), Fraction(0)) for sign in (1, -1)]
    figures = MatchFigures(len(won), gains[0], gains[1], apart=tuple(apart) if len(apart) == len(won) else None) if won else None
    return ScoredMatch(match, figures, tuple(differences))


def points_of_first(event: PublishedEvent, match: Match, played: MatchBoard, *, printed_first: bool) -> dict[Side, int] | None:
    """North-South's points at the table where the match's first team sat on each side; None unless it has a result on both."""
    points: dict[Side, int] = {}
    for line in played.board.lines:
        side = side_of_first(event, match, line)
        own = counted_points(played.board, line, printed_first=printed_first)
        if side is None or own is None or side in points:
            return None
        points[side] = own
    return points if len(points) == 2 else None


def side_of_first(event: PublishedEvent, match: Match, line: TravellerLine) -> Side | None:
    """Where the match's first team sat at a table, as the line says or as the numbers of its pairs tell."""
    if line.room is not None:
        return line.room
    own = {match.first, *(pair.number for team in event.entrants if team.number == match.first for pair in team.members)}
    sides = [side for side in Side if line.numbers(side) and line.numbers(side)[0] in own]
    return sides[0] if len(sides) == 1 else None


def _pairs(event: PublishedEvent, gathered: tuple[PublishedBoard, ...]) -> EventCheck | None:
    """The pairs of the teams compared over the whole field; None where nothing is printed for them, or no line names them."""
    pairs = tuple(pair for team in event.entrants for pair in team.members)
    printed = any(pair.score for pair in pairs) or any(line.ns_scored for board in gathered for line in board.lines)
    named = {pair.number for pair in pairs}
    told = any(number in named for board in gathered for line in board.lines for number in (*line.ns, *line.ew))
    if not told or not printed or event.pair_method is Method.TEAM_IMPS:
        return None
    method = event.pair_method or Method.CROSS_IMPS
    clean = tuple(replace(board, lines=tuple(replace(line, unread=(), lin=None) for line in board.lines)) for board in gathered)
    return check_field(replace(event, form=Form.PAIRS, method=method, winners=1, entrants=pairs, boards=clean, matches=(), boards_due=None))
