"""A session of teams as the value that file formats write: matches with both rooms, the pairs that sat there, totals and places as published."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from bridge.engine.cards import Deal
from bridge.engine.contract import Report
from bridge.engine.formats.event import (
    Absence,
    ArtificialScore,
    Entrant,
    Form,
    Match,
    MatchBoard,
    Method,
    Outcome,
    Person,
    PublishedBoard,
    PublishedEvent,
    TravellerLine,
)
from bridge.engine.formats.wording import decimal_words
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.match_methods import MATCH_METHODS, Margin, MatchMethod, board_margin, match_method
from bridge.engine.scoring.outcome import Assigned, Award, FixedPercent, Ruled, SideOutcome, Unscored
from bridge.engine.scoring.outcome import Outcome as Settled
from bridge.engine.seats import Side, dealer_of, vulnerability_of
from bridge.engine.teams.ranking import MatchPlayed, most_of, points_of_match
from bridge.engine.teams.score import MatchBoard as BothRooms
from bridge.mapping.conditions import conditions_of
from bridge.mapping.knock_out import knock_out_section
from bridge.mapping.slips import deal_of_text, report_of
from bridge.mapping.teams import ROOMS, MatchSheet, last_in_seats, match_sheets, whole_matches
from bridge.models import Deal as DealRow
from bridge.models import LineUp, Penalty, Place, Player, Publication, Ranking, Result, Session, Standing, Start
from bridge.models import Match as MatchRow

SIDES = {"open": (Side.NS, Side.EW), "closed": (Side.EW, Side.NS)}  # of the home team, of the other


@dataclass(slots=True)
class _Pairs:
    """The pairs that have sat for each team, numbered as they come."""

    of_team: dict[int, list[tuple[Player, ...]]] = field(default_factory=lambda: defaultdict(list))

    def number(self, entry: int, team: str, players: tuple[Player, ...]) -> str:
        """`5-2` for the second pair of team 5, in whichever order it is named; the team's own where nobody is known."""
        if not players:
            return team
        known = self.of_team[entry]
        same = next((place for place, pair in enumerate(known) if set(pair) == set(players)), None)
        if same is None:
            same = len(known)
            known.append(players)
        return f"{team}-{same + 1}"


@dataclass(frozen=True, slots=True)
class _Context:
    """What every match of the session needs; `halves`: seating and entry -> its pair of the line-up; `lines` of an entry in the order in which they began."""

    conditions: Conditions
    method: MatchMethod
    number_of: Mapping[int, str]
    said: Mapping[tuple[int, int], Report | None]
    halves: Mapping[tuple[int, int], int]
    lines: Mapping[int, Sequence[LineUp]]
    deals: Mapping[int, Deal]
    pairs: _Pairs


def are_matches_writable(session: Session) -> bool:
    """Are the session's matches scored by a way that can be reckoned again from a file?"""
    return all(conditions_of(ranking.scored_by).method in MATCH_METHODS for ranking in Ranking.objects.filter(session=session))


def published_teams(session: Session, name_of: Callable[[Player], str], now: datetime) -> PublishedEvent:
    """The session as published by its newest version; names as `name_of` gives them.

    A match whose two teams have no mirrored scores by a ruling, which was forfeited, or of teams of eight, is written by its points alone: the formats have
    no word for it. In a knock-out the teams have places and no totals.
    """
    ranking = Ranking.objects.filter(session=session).order_by("pk").first()
    conditions = conditions_of(ranking.scored_by if ranking else {})
    context = _context(session, conditions, now)
    sheets = match_sheets(MatchRow.objects.live().filter(round__section__session=session))
    matches = [_match(whole, of_match, context) for whole, of_match in whole_matches(sheets)]
    return PublishedEvent(
        form=Form.TEAMS, method=Method.TEAM_IMPS, source="session", title=session.stage.event.name, club=session.club.name, identifier=session.uid,
        program="Bridge club", day=session.starts.astimezone(ZoneInfo(session.club.zone)).date(), vp=conditions.method.startswith("vp_"),
        entrants=tuple(_entrants(session, ranking, context, name_of)) if ranking else (),
        matches=(*(match for match in matches if match), *_sit_outs(session, context)),
    )


def _context(session: Session, conditions: Conditions, now: datetime) -> _Context:
    results = Result.objects.live().filter(seating__section__session=session).select_related("board")
    places = Place.objects.live().filter(seating__section__session=session).values_list("seating", "entry", "half")
    deals = DealRow.objects.filter(board__set__sections__session=session).select_related("board")
    starts = Start.objects.live().filter(section__session=session).values_list("entry", "number")
    lines: dict[int, list[LineUp]] = defaultdict(list)
    for line in LineUp.objects.live().filter(session=session).select_related("player").order_by("from_round", "pk"):
        lines[line.entry_id].append(line)
    return _Context(
        conditions, match_method(conditions.method), {entry: str(number) for entry, number in starts},
        {(row.seating_id, row.board.number): report_of(row) for row in results},
        {(seating, entry): half for seating, entry, half in places}, lines,
        {row.board.number: deal_of_text(row.cards) for row in deals if row.hidden_until is None or row.hidden_until <= now}, _Pairs(),
    )


def _match(whole: MatchPlayed[int], sheets: Sequence[MatchSheet], context: _Context) -> Match | None:
    """A match that counts, with the sheet of each couple of its tables; None while boards are open."""
    sheet = sheets[0]
    row = sheet.match
    points = points_of_match(whole, context.method, context.conditions)
    if points is None:
        return None
    sitting = {
        entry: last_in_seats(line for line in context.lines.get(entry, ()) if line.from_round <= row.round.number) for entry in (row.home_id, row.away_id)
    }
    boards = () if whole.forfeit or len(sheets) > 1 else tuple(_board(sheet, board, sitting, context) for board in sheet.boards)
    is_mirrored = all(margin is None or margin.home == -margin.away for margin in (_margin(board, context) for board in sheet.boards))
    return Match(
        round=row.round.number, first=context.number_of[row.home_id], second=context.number_of[row.away_id], first_board=row.first_board,
        last_board=row.first_board + row.boards - 1, first_score=decimal_words(points[0], 4), second_score=decimal_words(points[1], 4),
        boards=boards if is_mirrored else (),
    )


def _board(sheet: MatchSheet, board: BothRooms, sitting: Mapping[int, Mapping[int, tuple[Player, ...]]], context: _Context) -> MatchBoard:
    lines: list[TravellerLine] = []
    for room, outcome, turned in zip(ROOMS, (board.open, board.closed), board.turned, strict=True):
        seating = sheet.seatings.get((room, board.number))
        if seating is None:
            continue
        own, other = (
            context.pairs.number(entry, context.number_of[entry], sitting[entry].get(context.halves.get((seating.pk, entry), 0), ()))
            for entry in (sheet.match.home_id, sheet.match.away_id)
        )
        home = SIDES[room][turned]
        told, points = _outcome(outcome, context.said.get((seating.pk, board.number)))
        ns, ew = (own, other) if home is Side.NS else (other, own)
        lines.append(
            TravellerLine(len(lines) + 1, (ns,), (ew,), told, points, table=str(seating.table), round=sheet.match.round.number, room=home)
        )
    margin = _margin(board, context)
    imps = decimal_words(margin.home, 4) if margin is not None and context.method.worth is imp else None
    shown = PublishedBoard(board.number, dealer_of(board.number), vulnerability_of(board.number), tuple(lines), deal=context.deals.get(board.number))
    return MatchBoard(shown, imps)


def _margin(board: BothRooms, context: _Context) -> Margin | None:
    return board_margin(board.rooms, context.method, context.conditions.award_imps)


def _outcome(settled: Settled, said: Report | None) -> tuple[Outcome, int | None]:
    """What a room's line says in a file, and the points beside it."""
    if isinstance(settled, int):
        return said or Absence.UNKNOWN, settled
    if not isinstance(settled, Ruled):
        return Absence.NOT_PLAYED, None
    points = [_points(each) for each in (settled.ns, settled.ew)]
    if points[0] is not None and points[0] == points[1]:
        return Absence.UNKNOWN, points[0]
    if isinstance(settled.ns, Unscored) or isinstance(settled.ew, Unscored):
        return Absence.NOT_PLAYED, None
    awards = [_award(each) for each in (settled.ns, settled.ew)]
    return (Absence.AS_PRINTED, None) if awards[0] is None or awards[1] is None else (ArtificialScore(awards[0], awards[1]), None)


def _points(outcome: SideOutcome) -> int | None:
    if isinstance(outcome, int):
        return outcome
    return outcome.points if isinstance(outcome, Assigned) else None


def _award(outcome: SideOutcome) -> Fraction | Award | None:
    if isinstance(outcome, Award):
        return outcome
    return outcome.percent if isinstance(outcome, FixedPercent) else None


def _sit_outs(session: Session, context: _Context) -> Iterator[Match]:
    """Rounds that a team sat out, each with its award."""
    longest = max(MatchRow.objects.live().filter(round__section__session=session, is_half=False).values_list("boards", flat=True), default=0)
    award = (context.conditions.sit_out_percent or Fraction(0)) / 100 * most_of(context.method, longest, context.conditions.scale)
    rows = Place.objects.live().filter(round__section__session=session, seating__isnull=True).order_by("round__number", "pk")
    for number, entry in rows.values_list("round__number", "entry"):
        yield Match(number, context.number_of[entry], "", first_score=decimal_words(award, 4))


def _entrants(session: Session, ranking: Ranking, context: _Context, name_of: Callable[[Player], str]) -> Iterator[Entrant]:
    newest = Publication.objects.filter(ranking=ranking).order_by("-version").first()
    taken: dict[int, Fraction] = defaultdict(Fraction)
    for entry, amount in Penalty.objects.live().filter(session=session, unit="vp").values_list("entry", "amount"):
        taken[entry] += amount
    rows = Standing.objects.filter(ranking=ranking, publication=newest).select_related("entry")
    has_totals = knock_out_section(session) is None
    for row in sorted(rows, key=lambda row: row.facts.get("order", 0)):
        number = context.number_of[row.entry_id]
        members = tuple(
            Entrant(f"{number}-{place}", players=tuple(Person(name_of(player)) for player in pair))
            for place, pair in enumerate(context.pairs.of_team[row.entry_id], 1)
        )
        yield Entrant(
            number, name=row.entry.name, score=decimal_words(row.total, 4) if has_totals and row.total is not None and row.facts.get("matches") else None,
            place=f"{row.place}{'=' if row.is_tied else ''}" if row.place else None, boards=row.facts.get("boards"),
            adjustment=decimal_words(-taken[row.entry_id], 4) if taken[row.entry_id] else None, members=members,
        )
