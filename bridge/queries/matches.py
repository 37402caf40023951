"""Teams and their matches as pages read them: who signed up, who sits where, both rooms side by side with the running score."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Max, Q, QuerySet

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.match_methods import Margin, MatchMethod, match_method
from bridge.engine.scoring.outcome import Ruled
from bridge.engine.scoring.registry import NoSuchMethod
from bridge.engine.teams.line_up import is_open_to_opponents, pair_of_half
from bridge.engine.teams.ranking import MatchPlayed, points_of_match
from bridge.engine.teams.score import Forfeit, running_score
from bridge.mapping.conditions import conditions_of
from bridge.mapping.teams import MatchSheet, handed_in, line_up_due, match_sheets, played_of, sitting_for, whole_matches, whole_of
from bridge.models import (
    Acceptance,
    Act,
    Adjustment,
    DirectorCall,
    Entry,
    EventForm,
    LineUp,
    Match,
    Place,
    Player,
    Publication,
    Ranking,
    Result,
    Roster,
    Seating,
    Session,
    SessionState,
    Standing,
    Start,
)
from bridge.models import Conditions as ConditionsRow
from bridge.queries.draws import Entered, players_of
from bridge.queries.signin import here_tonight


@dataclass(frozen=True, slots=True)
class TeamHere:
    """A team that has signed up, with all its players."""

    entry: int
    uid: str
    name: str
    players: tuple[Player, ...]


def teams_here(session: Session) -> tuple[TeamHere, ...]:
    """The teams of the event in the order in which they signed up."""
    players: dict[int, list[Player]] = defaultdict(list)
    for row in Roster.objects.live().filter(entry__event=session.stage.event_id).select_related("player").order_by("entry", "pk"):
        players[row.entry_id].append(row.player)
    entries = Entry.objects.in_bulk(players)
    return tuple(TeamHere(entry, entries[entry].uid, entries[entry].name, tuple(found)) for entry, found in players.items())


def taking_part(session: Session) -> list[Entry]:
    """The entries that an event would start with: teams that signed up, pairs of two who are here, in the order of arrival."""
    if session.stage.event.form == EventForm.TEAMS:
        wanted = [team.entry for team in teams_here(session)]
    else:
        wanted = [each.entry for each in here_tonight(session) if not each.is_single]
    found = Entry.objects.in_bulk(wanted)
    return [found[entry] for entry in wanted]


@dataclass(frozen=True, slots=True)
class Line:
    """One board of a match: what each room made of it (None: not in, or not for this reader), its margin and the boards shown up to it, to the home team.

    said     contract, declarer and tricks in the open and the closed room
    ruled    what a director put in the place of it, or beside it
    """

    number: int
    seatings: tuple[Seating | None, Seating | None]
    said: tuple[Result | None, Result | None]
    ruled: tuple[Ruled | None, Ruled | None]
    is_in: tuple[bool, bool]
    margin: Margin | None
    total: Fraction

    @property
    def rooms(self) -> tuple[tuple[Seating | None, Result | None, Ruled | None, bool], ...]:
        """Seating, result, ruling and whether it is in, of each room."""
        return tuple(zip(self.seatings, self.said, self.ruled, self.is_in, strict=True))


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in short, seen from the home team; `points` None while boards are open."""

    number: int
    round: int
    home: Entered
    away: Entered
    margin: Fraction
    points: tuple[Fraction, Fraction] | None
    boards_in: int
    boards: int
    is_half: bool
    forfeit: Forfeit | None
    accepted: frozenset[int]


@dataclass(frozen=True, slots=True)
class Queried:
    """A board that a team asked the director about; `call.done_by` is the act that answered, None while it is open."""

    call: DirectorCall
    team: str
    room: str
    number: int


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match board by board.

    tables    of the hall, by room
    pairs     (team's entry, room) -> who sits there first; a team is missing where its line-up is not for this reader yet
    own       teams of this match that the reader speaks for
    missing   numbers of the boards that are open
    changed   numbers of the boards whose score changed after a team had accepted the match
    twin      of teams of eight the number of the match at the other couple of tables
    """

    match: Match
    line: MatchLine
    lines: tuple[Line, ...]
    tables: Mapping[str, int]
    pairs: Mapping[tuple[int, str], tuple[Player, ...]]
    own: frozenset[int]
    missing: tuple[int, ...]
    due: datetime
    method: str
    queries: tuple[Queried, ...]
    changed: tuple[int, ...]
    twin: int | None

    @property
    def so_far(self) -> Fraction:
        """The margin of the boards that this reader sees, to the home team."""
        return self.lines[-1].total

    @property
    def waits_for_others(self) -> bool:
        """Is a board in that this reader does not see?"""
        return any(all(line.is_in) and line.margin is None and line.said == (None, None) for line in self.lines)


def method_of(session: Session) -> tuple[MatchMethod | None, Conditions]:
    """How matches of the event are scored; None where the conditions name no way to score a match."""
    row = ConditionsRow.objects.live().filter(stage=session.stage, ranking__isnull=True).first()
    conditions = conditions_of(row.options if row else {})
    try:
        return match_method(conditions.method), conditions
    except NoSuchMethod:
        return None, conditions


def match_lines(session: Session) -> tuple[MatchLine, ...]:
    """Every match of the evening, the newest round first."""
    sheets = match_sheets(Match.objects.live().filter(round__section__session=session))
    method, conditions = method_of(session)
    named = _named(session)
    accepted = _accepted([sheet.match.pk for sheet in sheets])
    lines = [
        _line(sheet, whole, method, conditions, named, accepted.get(sheet.match.pk, frozenset()))
        for whole, of_match in whole_matches(sheets) for sheet in of_match
    ]
    return tuple(sorted(lines, key=lambda line: (-line.round, line.number)))


def _named(session: Session) -> dict[int, Entered]:
    players = players_of(session)
    rows = Start.objects.live().filter(section__session=session).select_related("entry")
    return {row.entry_id: Entered(row.entry_id, row.entry.uid, row.number, row.entry.name, players.get(row.entry_id, ())) for row in rows}


def _accepted(matches: list[int]) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    for match, entry in Acceptance.objects.live().filter(match__in=matches).values_list("match", "entry"):
        found[match].add(entry)
    return {match: frozenset(entries) for match, entries in found.items()}


def _line(
    sheet: MatchSheet, whole: MatchPlayed[int], method: MatchMethod | None, conditions: Conditions, named: Mapping[int, Entered], accepted: frozenset[int]
) -> MatchLine:
    """A match in short; its points are those of the whole match, of teams of eight with the other couple of tables."""
    running = running_score(sheet.boards, method, conditions.award_imps) if method else ()
    total = running[-1].total.home if running else Fraction(0)
    return MatchLine(
        sheet.match.number, sheet.match.round.number, named[sheet.match.home_id], named[sheet.match.away_id], total,
        points_of_match(whole, method, conditions) if method else None, sum(line.margin is not None for line in running), len(sheet.boards),
        sheet.match.is_half, sheet.forfeit, accepted,
    )


def match_page(session: Session, number: int, own: frozenset[int], now: datetime, *, staff: bool) -> MatchPage | None:
    """The match with this number as this reader may see it; None where there is none.

    Who sits in this match sees a board once it counts in both rooms (of teams of eight at all four tables), everybody else once it counts at every table
    of the evening that has it; the staff who play not tonight see all.

    own     teams that the reader speaks for
    staff   does the reader run the evening, and play not?
    """
    sheets = match_sheets(Match.objects.live().filter(round__section__session=session, number=number))
    if not sheets:
        return None
    (sheet,) = sheets
    match = sheet.match
    method, conditions = method_of(session)
    is_whole, of_match = staff or session.state == SessionState.CLOSED, own & {match.home_id, match.away_id}
    missing = tuple(board.number for board in sheet.boards if not all(played_of(sheet).rooms_in(board)))
    twin = twin_of(match)
    told: frozenset[int] | None = frozenset()
    if is_whole or of_match and twin is None:
        told = None
    elif of_match or session.shows_others or not missing:
        tables = Seating.objects.live().filter(section__session=session)
        told = _played_at_all(tables.filter(match__number__in=(number, twin or number)) if of_match else tables, match)
    lines = board_lines(sheet, said_in([sheet]), method, conditions, told, is_whole=is_whole)
    due = line_up_due(match)
    shown = {entry for entry in (match.home_id, match.away_id) if staff or entry in own or may_read_line_up(match, entry, now)}
    sitting = {entry: sitting_for(match, entry) for entry in shown}
    pairs = {(entry, room): sitting[entry][pair] for (entry, pair), room in _room_of_pairs(sheet).items() if pair in sitting.get(entry, {})}
    accepted = _accepted([match.pk]).get(match.pk, frozenset())
    line = _line(sheet, whole_of(sheet), method, conditions, _named(session), accepted)
    return MatchPage(
        match, line, lines, {room: seating.table for (room, _), seating in sheet.seatings.items()},
        pairs, of_match, missing, due, conditions.method, _queried(match) if staff or of_match else (), _changed(match),
        twin,
    )


def may_read_line_up(match: Match, entry: int, now: datetime) -> bool:
    """May everybody read who sits for this team: both line-ups are in, their time is up, or it plays as it did before?"""
    own, theirs = handed_in(match, entry), handed_in(match, match.home_id if entry == match.away_id else match.away_id)
    return own is None or is_open_to_opponents(own, theirs, line_up_due(match), now)


def twin_of(match: Match) -> int | None:
    """Of teams of eight the number of the match at the other couple of tables, which counts with this one; else None."""
    same = Match.objects.live().filter(round=match.round_id, home=match.home_id, away=match.away_id, first_board=match.first_board)
    return same.exclude(pk=match.pk).values_list("number", flat=True).first()


def _room_of_pairs(sheet: MatchSheet) -> dict[tuple[int, int], str]:
    """The room in which each pair of a team (its entry, and which) sits first."""
    seatings = {seating.pk for seating in sheet.seatings.values()}
    rows = Place.objects.live().filter(seating__in=seatings).order_by("round__number", "pk").values_list("entry", "half", "seating")
    return rooms_of_pairs(sheet, rows, dict(_most_pairs(sheet.match)))


def rooms_of_pairs(sheet: MatchSheet, places: Iterable[tuple[int, int, int]], most: Mapping[int, int]) -> dict[tuple[int, int], str]:
    """The room in which each pair of a team sits first, open ones first.

    places   entry, half and seating of those of the match, in the order of its rounds
    most     how many pairs the line-up of each team has
    """
    rooms = {seating.pk: room for (room, _), seating in sheet.seatings.items()}
    found: dict[tuple[int, int], str] = {}
    for entry, half, seating in places:
        found.setdefault((entry, pair_of_half(half, most.get(entry, 0))), rooms[seating])
    return dict(sorted(found.items(), key=lambda pair: pair[1] != "open"))


def _most_pairs(match: Match) -> Iterable[tuple[int, int]]:
    """How many pairs the line-up of each team has."""
    rows = LineUp.objects.live().filter(session=match.round.section.session_id, entry__in=(match.home_id, match.away_id))
    return rows.values_list("entry").annotate(most=Max("half")).values_list("entry", "most")


def _played_at_all(seatings: "QuerySet[Seating]", match: Match) -> frozenset[int]:
    """Numbers of the match's boards that count at every one of these tables that has them: nobody there is still to play them."""
    last = match.first_board + match.boards - 1
    having = seatings.filter(first_board__lte=last, last_board__gte=match.first_board)
    told = set[tuple[int, int]]()
    for facts in (Result, Adjustment):
        told |= set(facts.objects.live().filter(seating__in=having).values_list("seating", "board__number"))
    open_ = {
        number for pk, first, last in having.values_list("pk", "first_board", "last_board") for number in range(first, last + 1) if (pk, number) not in told
    }
    return frozenset(range(match.first_board, last + 1)) - open_


def _queried(match: Match) -> tuple[Queried, ...]:
    """What the teams asked about boards of the match, the oldest first."""
    rows = DirectorCall.objects.filter(about="query", seating__match=match).select_related("seating", "board", "done_by").order_by("called_at", "pk")
    names = {match.home_id: match.home.name, match.away_id: match.away.name}
    return tuple(
        Queried(row, names.get(row.facts["entry"], ""), row.seating.room, row.board.number) for row in rows if row.seating is not None and row.board is not None
    )


def _changed(match: Match) -> tuple[int, ...]:
    """Numbers of the boards of which something began or ended to count after a team had accepted the match."""
    first = Acceptance.objects.live().filter(match=match).order_by("since").values_list("since", flat=True).first()
    if first is None:
        return ()
    rows = (facts.objects.filter(Q(since__gt=first) | Q(until__gt=first), seating__match=match) for facts in (Result, Adjustment))
    return tuple(sorted({number for found in rows for number in found.values_list("board__number", flat=True)}))


def said_in(sheets: Iterable[MatchSheet]) -> dict[tuple[int, int], Result]:
    """What was said in these matches: (seating's id, board's number) -> the result."""
    seatings = {seating.pk for sheet in sheets for seating in sheet.seatings.values()}
    return {(row.seating_id, row.board.number): row for row in Result.objects.live().filter(seating__in=seatings).select_related("board")}


def board_lines(
    sheet: MatchSheet, said: Mapping[tuple[int, int], Result], method: MatchMethod | None, conditions: Conditions, told: frozenset[int] | None, *,
    is_whole: bool,
) -> tuple[Line, ...]:
    """The boards of a match; where it is not shown whole, what one room made of a board waits for the other room.

    told    numbers of the boards that the reader may see; None: all of those that count in both rooms
    """
    played = played_of(sheet)
    shown = [board for board in sheet.boards if told is None or board.number in told]
    running = {line.number: line for line in running_score(shown, method, conditions.award_imps)} if method else {}
    lines: list[Line] = []
    for board in sheet.boards:
        rooms = tuple(sheet.seatings.get((room, board.number)) for room in ("open", "closed"))
        line, is_in = running.get(board.number), played.rooms_in(board)
        sees = is_whole or all(is_in) and (told is None or board.number in told)
        contracts = [said.get((room.pk, board.number)) if room and sees else None for room in rooms]
        ruled = [outcome if sees and isinstance(outcome, Ruled) else None for outcome in (board.open, board.closed)]
        total = line.total.home if line else lines[-1].total if lines else Fraction(0)
        lines.append(
            Line(board.number, (rooms[0], rooms[1]), (contracts[0], contracts[1]), (ruled[0], ruled[1]), is_in, line.margin if line else None, total)
        )
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team in the ranking; `matches` that count, sit-outs among them."""

    uid: str
    name: str
    place: int | None
    is_tied: bool
    matches: int
    points: Fraction
    is_away: bool


@dataclass(frozen=True, slots=True)
class TeamList:
    """The ranking of the teams: as published where the evening is closed, else as it runs."""

    rows: tuple[TeamRow, ...]
    publication: Publication | None
    as_at: datetime | None
    is_final: bool
    problem: Mapping[str, Any]


def ranking_shown(session: Session) -> tuple[Ranking | None, Publication | None]:
    """The ranking of an evening's teams, None before there is one, and the publication that is shown: the newest once the evening is closed."""
    ranking = Ranking.objects.filter(session=session).order_by("pk").first()
    is_published = ranking is not None and session.state == SessionState.CLOSED
    return ranking, Publication.objects.filter(ranking=ranking).order_by("-version").first() if is_published else None


def ranking_of_teams(session: Session, now: datetime) -> TeamList | None:
    """The ranking of the evening's teams; None before there is one."""
    ranking, published = ranking_shown(session)
    if ranking is None:
        return None
    rows = Standing.objects.filter(ranking=ranking, publication=published).select_related("entry")
    in_order = sorted(rows, key=lambda row: row.facts.get("order", 0))
    basis = published.basis if published else ranking.basis
    return TeamList(
        tuple(
            TeamRow(
                row.entry.uid, row.entry.name, row.place, row.is_tied, row.facts.get("matches", 0), row.total or Fraction(0),
                row.facts.get("unranked") == "withdrawn",
            )
            for row in in_order
        ),
        published, Act.objects.filter(pk=max(basis.values(), default=0)).values_list("at", flat=True).first(),
        published is not None and published.final_at <= now, ranking.problem,
    )
