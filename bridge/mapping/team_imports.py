"""An event of teams that a file published, as rows of a finished evening: matches in two rooms, who sat where, by which scale. Nothing is written here."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.cards import Deal
from bridge.engine.contract import Report
from bridge.engine.formats.event import Entrant, Match, MatchBoard, PublishedEvent, TravellerLine
from bridge.engine.formats.match_check import ScoredMatch, scores_of
from bridge.engine.formats.notation import parse_figure
from bridge.engine.formats.scales import MatchFigures, Scale
from bridge.engine.formats.team_check import TeamAttempt, best_teams, points_of_first, side_of_first
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.match_methods import match_method
from bridge.engine.scoring.outcome import FixedImps, Outcome, Ruled, Unscored
from bridge.engine.seats import Side
from bridge.engine.teams.ranking import most_of
from bridge.engine.teams.score import Forfeit
from bridge.mapping.imports import NotImportable, number_of

METHODS = {
    "wbf_discrete": "vp_discrete", "wbf_continuous": "vp_continuous", "acbl_20": "vp_acbl_20", "acbl_30": "vp_acbl_30", "imp_margin": "total_imps",
    "imps_won": "imps_won", "own_scale": "vp_own", "board_a_match": "board_a_match", "total_points": "total_points",
}
ROOM_OF = {Side.NS: "open", Side.EW: "closed"}  # where the home team sits on that side
FORFEITED = {(Fraction(3, 5), Fraction(0)): Forfeit.AWAY, (Fraction(0), Fraction(3, 5)): Forfeit.HOME, (Fraction(0), Fraction(0)): Forfeit.BOTH}


@dataclass(frozen=True, slots=True)
class Room:
    """One table of a match on one board; `said` None where only points or an award are known."""

    room: str
    board: int
    said: Report | None
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class MatchAsPlayed:
    """A match; teams by their places in the event's list, pairs (team, room) by their places in the team's own list."""

    round: int
    home: int
    away: int
    first_board: int
    boards: int
    rooms: tuple[Room, ...]
    pairs: Mapping[tuple[int, str], int]
    is_half: bool
    forfeit: Forfeit | None


@dataclass(frozen=True, slots=True)
class TeamsAsPlayed:
    """What is written down of an imported event of teams.

    numbers   of the teams, in the order of the event's list
    sit_outs  (round, place in the list) of who sat out and has the award
    taken     place in the list, victory points or IMPs that were taken from the total (below zero: given)
    """

    conditions: Conditions
    rounds: int
    numbers: tuple[int, ...]
    matches: tuple[MatchAsPlayed, ...]
    sit_outs: tuple[tuple[int, int], ...]
    taken: tuple[tuple[int, Fraction], ...]
    deals: Mapping[int, Deal]


def teams_as_played(event: PublishedEvent) -> TeamsAsPlayed:
    """The rows of an event of teams, its matches scored by the scale that its check found. Raises NotImportable."""
    best = best_teams(event)
    index = {entrant.number: place for place, entrant in enumerate(event.entrants)}
    if len(index) < len(event.entrants):
        raise NotImportable(why="sections")
    rounds = {key: number for number, key in enumerate(sorted({_round_key(each.match) for each in best.matches}), 1)}
    alone = [each for each in best.matches if not (each.match.first and each.match.second)]
    awards = [(rounds[_round_key(each.match)], index[who], award) for each in alone for who, award in _awarded(each.match) if who in index]
    conditions = _conditions(best, [award for _, _, award in awards])
    return TeamsAsPlayed(
        conditions=conditions,
        rounds=len(rounds),
        numbers=_numbers(event.entrants),
        matches=tuple(_match(event, each, best, conditions, rounds, index) for each in best.matches if each not in alone),
        sit_outs=tuple((round_, who) for round_, who, _ in awards),
        taken=tuple(
            (place, -figure.value) for place, entrant in enumerate(event.entrants) if (figure := parse_figure(entrant.adjustment)) and figure.value
        ),
        deals=_deals(event),
    )


def _round_key(match: Match) -> tuple[str, int]:
    return match.session, match.round or 0


def _numbers(entrants: Sequence[Entrant]) -> tuple[int, ...]:
    """The numbers of the teams; where they are no numbers, or one has none, the places in the list."""
    told = [number_of(entrant) for entrant in entrants]
    numbers = [number for number in told if number is not None]
    return tuple(numbers) if len(set(numbers)) == len(entrants) else tuple(range(1, len(entrants) + 1))


def _awarded(match: Match) -> Iterator[tuple[str, Fraction]]:
    """Who sat out and what it got."""
    for who, text in ((match.first, match.first_score), (match.second, match.second_score)):
        figure = parse_figure(text)
        if who:
            yield who, figure.value if figure else Fraction(0)


def _conditions(best: TeamAttempt, awards: Sequence[Fraction]) -> Conditions:
    """The scale, and what a round sat out is worth; raises NotImportable where a match is off the scale or the awards are not alike."""
    if best.scale.code not in METHODS or any(each.figures and best.scale.scores(each.figures) is None for each in best.matches):
        raise NotImportable(why="scale")
    conditions = Conditions(method=METHODS[best.scale.code], own_scale=_bands(best.scale))
    if not any(awards):
        return conditions
    length = max(len(each.match.boards) for each in best.matches)
    most = most_of(match_method(conditions.method), length, conditions.scale)
    if len(set(awards)) > 1 or not 0 <= awards[0] <= most:
        raise NotImportable(why="sit_outs")
    return Conditions(method=conditions.method, own_scale=conditions.own_scale, sit_out_percent=100 * awards[0] / most)


def _bands(scale: Scale) -> tuple[tuple[int, int, int], ...]:
    """The event's own scale as the conditions keep it, from a margin of 0; raises NotImportable for halves of IMPs or hundredths."""
    if not scale.own:
        return ()
    half = sum(scale.own[0][1], Fraction(0)) / 2
    level = [] if scale.own[0][0] == 0 else [(Fraction(0), (half, half))]
    rows = []
    for size, (winner, loser) in (*level, *scale.own):
        figures = (size, winner * 100, loser * 100)
        if any(figure.denominator != 1 for figure in figures):
            raise NotImportable(why="scale")
        rows.append((int(figures[0]), int(figures[1]), int(figures[2])))
    return tuple(rows)


def _match(
    event: PublishedEvent, scored: ScoredMatch, best: TeamAttempt, conditions: Conditions, rounds: Mapping[tuple[str, int], int], index: Mapping[str, int]
) -> MatchAsPlayed:
    match = scored.match
    numbers = [played.board.number for played in match.boards]
    if match.first not in index or match.second not in index:
        raise NotImportable(why="names")
    if len(set(numbers)) < len(numbers):
        raise NotImportable(why="boards")
    first, last = _span(match, numbers)
    by_number = {played.board.number: played for played in match.boards}
    rooms = tuple(room for number in range(first, last + 1) for room in _rooms(event, match, number, by_number.get(number), printed_first=best.printed_first))
    home, away = index[match.first], index[match.second]
    is_half = scored.figures is not None and scores_of(scored, best.scale) != best.scale.scores(scored.figures)
    forfeit = None if scored.figures else _forfeit(match, best.scale, conditions, last - first + 1)
    return MatchAsPlayed(rounds[_round_key(match)], home, away, first, last - first + 1, rooms, _pairs(event, match, home, away), is_half, forfeit)


def _span(match: Match, numbers: Sequence[int]) -> tuple[int, int]:
    if numbers:
        return min(numbers), max(numbers)
    if match.first_board and match.last_board and match.first_board <= match.last_board:
        return match.first_board, match.last_board
    return 1, 1


def _rooms(event: PublishedEvent, match: Match, number: int, played: MatchBoard | None, *, printed_first: bool) -> Iterator[Room]:
    """Both rooms of a board: their results, else the IMPs that are printed for it, else that it was not played."""
    points = points_of_first(event, match, played, printed_first=printed_first) if played else None
    if played and points:
        lines = {side_of_first(event, match, line): line for line in played.board.lines}
        yield from (Room(ROOM_OF[side], number, _said(lines[side]), points[side]) for side in Side)
        return
    printed = parse_figure(played.imps) if played else None
    if printed and printed.value.denominator == 1:
        yield Room("open", number, None, Ruled(FixedImps(printed.value), FixedImps(-printed.value)))
    else:
        yield Room("open", number, None, Unscored.NOT_PLAYED)
    yield Room("closed", number, None, Unscored.NOT_PLAYED)


def _said(line: TravellerLine) -> Report | None:
    return line.outcome if isinstance(line.outcome, Report) else None


def _pairs(event: PublishedEvent, match: Match, home: int, away: int) -> dict[tuple[int, str], int]:
    """Which pair of each team was in which room: the one that is there on most boards."""
    seen: dict[tuple[int, str], Counter[int]] = {}
    for played in match.boards:
        for line in played.board.lines:
            side = side_of_first(event, match, line)
            for team, seat in ((home, side), (away, side.other if side else None)):
                pairs = {pair.number: place for place, pair in enumerate(event.entrants[team].members)}
                number = next(iter(line.numbers(seat)), "") if seat else ""
                if side and number in pairs:
                    seen.setdefault((team, ROOM_OF[side]), Counter())[pairs[number]] += 1
    return {where: counted.most_common(1)[0][0] for where, counted in seen.items()}


def _forfeit(match: Match, scale: Scale, conditions: Conditions, boards: int) -> Forfeit:
    """Who is to blame that a match was not played, by what both teams got; raises NotImportable for any other score without boards."""
    scores = [figure.value for text in (match.first_score, match.second_score) if (figure := parse_figure(text))]
    level = scale.scores(MatchFigures(boards, Fraction(0), Fraction(0)))
    most = most_of(match_method(conditions.method), boards, conditions.scale) or (sum(level) if level else Fraction(0))
    if len(scores) == 2 and most and (forfeit := FORFEITED.get((scores[0] / most, scores[1] / most))):
        return forfeit
    raise NotImportable(why="boards")


def _deals(event: PublishedEvent) -> dict[int, Deal]:
    """The cards of each number; of a number that was dealt anew in another round there are none."""
    found: dict[int, set[Deal]] = {}
    for board in event.travellers():
        if board.deal:
            found.setdefault(board.number, set()).add(board.deal)
    return {number: deals.pop() for number, deals in found.items() if len(deals) == 1}
