"""Team matches scored afresh: IMPs of every board, scores of every match, totals, places, and the pairs over the whole field."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bridge.engine.formats.checked import CheckedEntrant, EventCheck, entrant_where, place_differs
from bridge.engine.formats.event import Entrant, Form, Match, MatchBoard, Method, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.formats.lines import Difference, Note, Where, counted_points, judge_line
from bridge.engine.formats.notation import parse_figure
from bridge.engine.formats.pair_check import check_field
from bridge.engine.formats.scales import Scale, known_scales, own_scale
from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.matches import MatchImps
from bridge.engine.scoring.ranking import Place, places_of
from bridge.engine.seats import Side

# A named scale may miss one match in so many and is still the file's.
_STRAY = 10


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """A match with the IMPs of its boards as reckoned; `imps` None where it has no board with two results."""

    match: Match
    imps: MatchImps | None
    differences: tuple[Difference, ...]


def check_teams(event: PublishedEvent) -> EventCheck:
    """The matches of an event of teams scored afresh."""
    names = {pair.number: team.number for team in event.entrants for pair in team.members}
    attempts = [tuple(_scored(match, names, printed_first=first) for match in _once(event.matches)) for first in (False, True)]
    matches = min(attempts, key=lambda scored: sum(len(match.differences) for match in scored))
    scale = _scale_of(event, matches)
    gathered = _gathered(event)
    lines = [judged for board in gathered for line in board.lines for judged in judge_line(event, board, line)]
    teams, scores = _totals(event, matches, scale)
    pairs = _pairs(event, gathered)
    found = [*lines, *(difference for match in matches for difference in match.differences), *_match_scores(matches, scale)]
    found += [*_team_differences(event, teams, scores), *(pairs.differences if pairs else ())]
    notes = [*_notes(matches, scale), *(item for item in found if isinstance(item, Note))]
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


def _once(matches: Sequence[Match]) -> Iterator[Match]:
    """Each match once, where a file tells it from both teams' sides."""
    seen: set[tuple[object, ...]] = set()
    for match in matches:
        mirrored = (match.session, match.round, match.second, match.first, match.first_board)
        if mirrored not in seen:
            seen.add((match.session, match.round, match.first, match.second, match.first_board))
            yield match


def match_where(match: Match, field: str, board: int | None = None) -> Where:
    """The address of a match's figure."""
    return Where(round=match.round, entrant=match.first, kind="team", board=board, field=field)


def _scored(match: Match, names: dict[str, str], *, printed_first: bool) -> ScoredMatch:
    won: list[int] = []
    differences = []
    for played in match.boards:
        reckoned = _imps_of(match, played, names, printed_first=printed_first)
        printed = parse_figure(played.imps)
        if reckoned is None:
            won.extend([int(printed.value)] if printed and printed.value.denominator == 1 else [])
            continue
        won.append(reckoned)
        if played.imps is not None and (printed is None or not printed.agrees_with(Fraction(reckoned))):
            differences.append(Difference(match_where(match, "imps", played.board.number), played.imps, str(reckoned)))
    return ScoredMatch(match, MatchImps(tuple(won)) if won else None, tuple(differences))


def _imps_of(match: Match, played: MatchBoard, names: dict[str, str], *, printed_first: bool) -> int | None:
    """IMPs to the match's first team; None unless it sat North-South at one of two tables with results and East-West at the other."""
    points: dict[Side, int] = {}
    for line in played.board.lines:
        side = _side_of_first(match, line, names)
        own = counted_points(played.board, line, printed_first=printed_first)
        if side is None or own is None or side in points:
            return None
        points[side] = own
    return imp(points[Side.NS] - points[Side.EW]) if len(points) == 2 else None


def _side_of_first(match: Match, line: TravellerLine, names: dict[str, str]) -> Side | None:
    if line.room is not None:
        return line.room
    sides = [side for side in Side if line.numbers(side) and names.get(line.numbers(side)[0], line.numbers(side)[0]) == match.first]
    return sides[0] if len(sides) == 1 else None


def _printed_scores(match: Match) -> tuple[Fraction, Fraction] | None:
    first, second = parse_figure(match.first_score), parse_figure(match.second_score)
    return (first.value, second.value) if first and second else None


def _scale_of(event: PublishedEvent, matches: Sequence[ScoredMatch]) -> Scale:
    """The first known scale that gives all printed scores, else the one that misses few, else the file's own."""
    scales = known_scales(vp=event.vp)
    missed = [sum(1 for _ in _match_scores(matches, scale)) for scale in scales]
    best = missed.index(min(missed))
    if missed[best] * _STRAY <= 2 * len(matches):
        return scales[best]
    seen = [(scored.imps.margin, both) for scored in matches if scored.imps and (both := _printed_scores(scored.match))]
    return own_scale(seen)


def _match_scores(matches: Sequence[ScoredMatch], scale: Scale) -> Iterator[Difference]:
    for scored in matches:
        if scored.imps is None:
            continue
        both = scale.scores(scored.imps)
        printed = (("score", scored.match.first_score), ("opponents' score", scored.match.second_score))
        for (field, text), exact in zip(printed, both or (None, None), strict=True):
            figure = parse_figure(text)
            if text is not None and (figure is None or exact is None or not figure.agrees_with(exact)):
                yield Difference(match_where(scored.match, field), text, None if exact is None else str(exact))


def _totals(event: PublishedEvent, matches: Sequence[ScoredMatch], scale: Scale) -> tuple[tuple[CheckedEntrant, ...], dict[str, int]]:
    """Every team with its total and place, and how many matches it won or drew."""
    totals = {team.number: _adjustment(team) for team in event.entrants}
    wins = dict.fromkeys(totals, 0)
    for scored in matches:
        both = scale.scores(scored.imps) if scored.imps else None
        scores = both or _printed_scores(scored.match)
        if scores is None:
            continue
        margin = scored.imps.margin if scored.imps else scores[0] - scores[1]
        for team, score, ahead in ((scored.match.first, scores[0], margin >= 0), (scored.match.second, scores[1], margin <= 0)):
            if team in totals:
                totals[team] += score
                wins[team] += ahead
    places: tuple[Place, ...] = places_of([totals[team.number] for team in event.entrants])
    return tuple(CheckedEntrant(replace(team, members=()), totals[team.number], None, place) for team, place in zip(event.entrants, places, strict=True)), wins


def _adjustment(team: Entrant) -> Fraction:
    figure = parse_figure(team.adjustment)
    return figure.value if figure else Fraction(0)


def _team_differences(event: PublishedEvent, teams: Sequence[CheckedEntrant], wins: dict[str, int]) -> Iterator[Difference]:
    for item in teams:
        team = item.entrant
        figure = parse_figure(team.score)
        if team.score is not None and (figure is None or item.score is None or not figure.agrees_with(item.score)):
            yield Difference(entrant_where(event, team, "score"), team.score, None if item.score is None else str(item.score))
        if place_differs(event, item):
            yield Difference(entrant_where(event, team, "place"), team.place, str(item.place))
        counted = parse_figure(team.wins)
        if counted and counted.value != wins[team.number]:
            yield Difference(entrant_where(event, team, "wins or draws"), team.wins, str(wins[team.number]))


def _gathered(event: PublishedEvent) -> tuple[PublishedBoard, ...]:
    """The boards of all matches, each with all its lines, which keep the round and match they stand in."""
    boards: dict[tuple[str, int], PublishedBoard] = {}
    for match in _once(event.matches):
        for played in match.boards:
            key = (match.session, played.board.number)
            lines = tuple(replace(line, round=match.round, match=match.first) for line in played.board.lines)
            known = boards.get(key, replace(played.board, lines=()))
            boards[key] = replace(known, lines=known.lines + lines)
    return tuple(boards.values())


def _pairs(event: PublishedEvent, gathered: tuple[PublishedBoard, ...]) -> EventCheck | None:
    """The pairs of the teams compared over the whole field; None where nothing is printed for them."""
    pairs = tuple(pair for team in event.entrants for pair in team.members)
    printed = any(pair.score for pair in pairs) or any(line.ns_scored for board in gathered for line in board.lines)
    if not pairs or not printed or event.pair_method is Method.TEAM_IMPS:
        return None
    method = event.pair_method or Method.CROSS_IMPS
    clean = tuple(replace(board, lines=tuple(replace(line, unread=(), lin=None) for line in board.lines)) for board in gathered)
    return check_field(replace(event, form=Form.PAIRS, method=method, winners=1, entrants=pairs, boards=clean, matches=(), boards_due=None))


def _notes(matches: Sequence[ScoredMatch], scale: Scale) -> Iterator[Note]:
    if scale.is_own:
        yield Note("scale_from_matches")
    else:
        yield Note("scale_found", (("scale", scale.code),))
    for scored in matches:
        if scored.imps is None:
            yield Note("match_without_boards", (("round", scored.match.round or 0), ("team", scored.match.first)))
