"""What a changed score does to a team match, before it is confirmed: both tables side by side, the board, the match and the teams' ranking. Reading only."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.match_methods import Margin, MatchMethod
from bridge.engine.scoring.outcome import Outcome
from bridge.engine.teams.ranking import TeamStanding, points_of_match
from bridge.engine.teams.score import MatchBoard, running_score
from bridge.mapping.basis import basis_of
from bridge.mapping.teams import MatchSheet, TeamRanking, load_team_ranking, match_sheets, reckon_teams, whole_of
from bridge.models import Entry, Match, Ranking, RankingPart, Result, Seating
from bridge.queries.matches import method_of


@dataclass(frozen=True, slots=True)
class RoomHere:
    """One table of the match: what was agreed there, and what counts there before and after."""

    room: str
    table: int
    result: Result | None
    before: Outcome
    after: Outcome
    is_ruled: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """The board, the match up to its last board, and both teams' points, before or after; None while something is missing."""

    board: Margin | None
    match: Margin
    points: tuple[Fraction, Fraction] | None


@dataclass(frozen=True, slots=True)
class TeamMoved:
    """A team whose place or points change: before, after."""

    name: str
    place: tuple[str, str]
    points: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class MatchEffect:
    """A team match with one table's score changed. The margins are each team's own: a split score does not balance."""

    home: str
    away: str
    method: str
    rooms: tuple[RoomHere, ...]
    before: Compared
    after: Compared
    moved: tuple[TeamMoved, ...]


def effect_on_match(
    seating: Seating, number: int, outcome: Outcome, *, turned: bool = False, penalties: Mapping[int, Fraction] | None = None
) -> MatchEffect | None:
    """The match with the board counting as this at this table; None where the table plays no match or its conditions name no way to score one.

    penalties   entry -> victory points that are taken from it too; below zero: given back
    raises      NoSuchScale
    """
    if seating.match_id is None:
        return None
    method, conditions = method_of(seating.section.session)
    (sheet,) = match_sheets(Match.objects.filter(pk=seating.match_id))
    if method is None or not any(board.number == number for board in sheet.boards):
        return None
    after = _with(sheet, seating.room, number, outcome, turned)
    moved = _moved(seating, {sheet.match.pk: after}, penalties or {})
    return MatchEffect(
        sheet.match.home.name, sheet.match.away.name, conditions.method, _rooms(sheet, after, seating, number),
        _compared(sheet, number, method, conditions), _compared(after, number, method, conditions), moved,
    )


def _with(sheet: MatchSheet, room: str, number: int, outcome: Outcome, turned: bool) -> MatchSheet:
    def changed(board: MatchBoard) -> MatchBoard:
        if board.number != number:
            return board
        if room == "open":
            return replace(board, open=outcome, turned=(turned, board.turned[1]))
        return replace(board, closed=outcome, turned=(board.turned[0], turned))

    return replace(sheet, boards=tuple(map(changed, sheet.boards)))


def _rooms(before: MatchSheet, after: MatchSheet, at: Seating, number: int) -> tuple[RoomHere, ...]:
    was, now = (next(board for board in sheet.boards if board.number == number) for sheet in (before, after))
    seatings = {room: seating for (room, board), seating in before.seatings.items() if board == number}
    results = {row.seating_id: row for row in Result.objects.live().filter(seating__in=seatings.values(), board__number=number)}
    outcomes = {"open": (was.open, now.open), "closed": (was.closed, now.closed)}
    return tuple(
        RoomHere(room, seating.table, results.get(seating.pk), *outcomes[room], seating.pk == at.pk)
        for room, seating in sorted(seatings.items(), reverse=True)
    )


def _compared(sheet: MatchSheet, number: int, method: MatchMethod, conditions: Conditions) -> Compared:
    lines = running_score(sheet.boards, method, conditions.award_imps)
    board = next(line.margin for line in lines if line.number == number)
    return Compared(board, lines[-1].total, points_of_match(whole_of(sheet), method, conditions))


def _moved(seating: Seating, changed: Mapping[int, MatchSheet], taken: Mapping[int, Fraction]) -> tuple[TeamMoved, ...]:
    ranking = Ranking.objects.filter(pk__in=RankingPart.objects.filter(section=seating.section_id).values("ranking")).order_by("pk").first()
    if ranking is None:
        return ()

    def change(loaded: TeamRanking) -> TeamRanking:
        sheets = tuple(changed.get(sheet.match.pk, sheet) for sheet in loaded.sheets)
        penalties = dict(loaded.penalties) | {entry: loaded.penalties.get(entry, Fraction(0)) + amount for entry, amount in taken.items()}
        return replace(loaded, sheets=sheets, penalties=penalties)

    return teams_moved(ranking, change)


def teams_moved(ranking: Ranking, change: Callable[[TeamRanking], TeamRanking]) -> tuple[TeamMoved, ...]:
    """The teams that a change of what is ranked would move. Raises NoSuchMethod, NoSuchScale."""
    loaded = load_team_ranking(ranking, basis_of(ranking))
    names = {entry.pk: entry.name for sheet in loaded.sheets for entry in (sheet.match.home, sheet.match.away)}
    before = {standing.who: standing for standing in reckon_teams(loaded)}
    after = reckon_teams(change(loaded))
    rows = [
        TeamMoved(names.get(now.who, ""), (_place(before[now.who]), _place(now)), (before[now.who].points, now.points)) for now in after if now.who in before
    ]
    return tuple(row for row in rows if row.place[0] != row.place[1] or row.points[0] != row.points[1])


def _place(standing: TeamStanding[int]) -> str:
    return str(standing.place or "")


def with_points_taken(entry: Entry, amount: Fraction) -> Callable[[TeamRanking], TeamRanking]:
    """So many victory points more are taken from a team."""
    return lambda loaded: replace(loaded, penalties={**loaded.penalties, entry.pk: loaded.penalties.get(entry.pk, Fraction(0)) + amount})
