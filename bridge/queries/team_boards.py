"""Boards of a team event: both tables of every match that has them, and what each pair made of them against the datum; the pairs' list and a team's card."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.match_methods import Margin, MatchMethod, board_margin
from bridge.engine.teams.score import MatchBoard
from bridge.mapping.outcomes import outcome_from_json
from bridge.models import Entry, Match, Player, Publication, Session, Standing, Start, Traveller
from bridge.phrases.figures import places_of
from bridge.queries.boards import Line, ScoredBoard, deals_of, frequency_of, line_of, notes_of
from bridge.queries.cards import CardLine, seen_by
from bridge.queries.matches import method_of, ranking_shown
from bridge.queries.room import PairHere


@dataclass(frozen=True, slots=True)
class Room:
    """A room of a match on a board: its line, and the teams as they sat."""

    line: Line
    ns_team: str
    ew_team: str


@dataclass(frozen=True, slots=True)
class MatchOnBoard:
    """Both rooms of a match, None where one is not in; the board's margin to the home team."""

    number: int
    round: int
    home: str
    away: str
    open: Room | None
    closed: Room | None
    margin: Margin | None

    @property
    def rooms(self) -> tuple[tuple[str, Room | None], ...]:
        """Open, then closed."""
        return ("open", self.open), ("closed", self.closed)


@dataclass(frozen=True, slots=True)
class TeamBoard(ScoredBoard):
    """A board with all its matches."""

    matches: tuple[MatchOnBoard, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every table's line."""
        return tuple(room.line for match in self.matches for _, room in match.rooms if room is not None)


@dataclass(frozen=True, slots=True)
class _Names:
    """Teams by their entries and the players that lines name."""

    teams: Mapping[int, PairHere]
    names: Mapping[int, str]
    players: Mapping[int, Player]

    def line(self, number: int, stored: Mapping[str, Any]) -> Line:
        """A stored line with the pairs that sat there."""
        seated = {
            stored[side]: replace(self.teams[stored[side]], players=tuple(self.players[pk] for pk in stored[f"{side}_players"])) for side in ("ns", "ew")
        }
        return line_of(number, stored, seated)


def _names(session: Session, lines: Iterable[Mapping[str, Any]]) -> _Names:
    rows = list(Start.objects.live().filter(section__session=session).select_related("entry"))
    teams = {row.entry_id: PairHere(row.entry_id, row.entry.uid, row.number, "", ()) for row in rows}
    players = Player.objects.in_bulk({pk for line in lines for side in ("ns", "ew") for pk in line[f"{side}_players"]})
    return _Names(teams, {row.entry_id: row.entry.name for row in rows}, players)


def team_board(session: Session, number: int, now: datetime) -> TeamBoard | None:
    """A board of the evening; None where nothing came in on it."""
    rows = Traveller.objects.filter(ranking__session=session)
    row = rows.filter(board__number=number).order_by("ranking").first()
    if row is None:
        return None
    boards = tuple(rows.order_by("board__number").values_list("board__number", flat=True).distinct())
    stored = row.lines["lines"]
    names = _names(session, stored)
    of_match: dict[int, dict[str, Mapping[str, Any]]] = defaultdict(dict)
    for line in stored:
        of_match[line["match"]][line["room"]] = line
    found = Match.objects.live().filter(stage=session.stage_id, number__in=of_match).select_related("home", "away", "round").order_by("number")
    scored = method_of(session)
    matches = tuple(_match(match, number, of_match[match.number], names, *scored) for match in found)
    lines = [room.line for match in matches for _, room in match.rooms if room is not None]
    return TeamBoard(number, "butler", frequency_of(lines), notes_of(row), boards, deals_of(session, now, number).get(number), matches)


def _match(
    match: Match, number: int, stored: Mapping[str, Mapping[str, Any]], names: _Names, method: MatchMethod | None, conditions: Conditions
) -> MatchOnBoard:
    rooms = {room: Room(names.line(number, line), names.names[line["ns"]], names.names[line["ew"]]) for room, line in stored.items()}
    margin = None
    if method is not None and {"open", "closed"} <= stored.keys():
        opened, closed = stored["open"], stored["closed"]
        board = MatchBoard(number, outcome_from_json(opened["outcome"]), outcome_from_json(closed["outcome"]), (opened["turned"], closed["turned"]))
        margin = board_margin(board.rooms, method, conditions.award_imps)
    return MatchOnBoard(match.number, match.round.number, match.home.name, match.away.name, rooms.get("open"), rooms.get("closed"), margin)


@dataclass(frozen=True, slots=True)
class CardRoom:
    """A room of a match on a team's card: where its pair sat against which, its boards from its own side."""

    room: str
    table: int
    pair: PairHere
    opponents: PairHere
    lines: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class CardMatch:
    """A match on a team's card, against the team of this name."""

    number: int
    round: int
    opponents: str
    rooms: tuple[CardRoom, ...]


@dataclass(frozen=True, slots=True)
class PairRow:
    """A pair of a team in the list of the pairs; IMPs against the datum, in all and a board."""

    team: str
    uid: str
    players: tuple[Player, ...]
    place: int
    is_tied: bool
    boards: int
    total: Fraction
    average: Fraction

    @property
    def key(self) -> str:
        """The pair in an address."""
        return "-".join(str(player.pk) for player in self.players)


@dataclass(frozen=True, slots=True)
class TeamCard:
    """A team's evening, or that of one of its pairs (`row` is then its place in the list); `pairs` are all of the team that have a board."""

    uid: str
    number: int
    name: str
    matches: tuple[CardMatch, ...]
    row: PairRow | None
    pairs: tuple[PairRow, ...]

    @property
    def places(self) -> int:
        """Decimals of its marks."""
        return places_of(each.mark for match in self.matches for room in match.rooms for each in room.lines)


@dataclass(frozen=True, slots=True)
class PairsList:
    """The pairs of all teams, best first: as published where the evening is closed, else as it runs."""

    rows: tuple[PairRow, ...]
    publication: Publication | None
    is_final: bool

    @property
    def places(self) -> int:
        """Decimals of its totals."""
        return places_of(row.total for row in self.rows)


def pairs_list(session: Session, now: datetime) -> PairsList:
    """The list of the pairs of an evening of teams; a fixed number of queries."""
    ranking, published = ranking_shown(session)
    standings = list(Standing.objects.filter(ranking=ranking, publication=published).select_related("entry"))
    told = [(row.entry, pair) for row in standings for pair in row.facts.get("pairs", ())]
    players = Player.objects.in_bulk({pk for _, pair in told for pk in pair["players"]})
    rows = [
        PairRow(
            entry.name, entry.uid, tuple(players[pk] for pk in pair["players"]), pair["place"], pair["is_tied"], pair["boards"], Fraction(pair["total"]),
            Fraction(pair["average"]),
        )
        for entry, pair in sorted(told, key=lambda each: each[1]["order"])
    ]
    return PairsList(tuple(rows), published, published is not None and published.final_at <= now)


def team_card(session: Session, entry: Entry, pair: str, now: datetime, sees: Callable[[int], bool]) -> TeamCard | None:
    """A team's card with the boards that the reader sees, or, where `pair` names one (`PairRow.key`), that of a pair; None where there is no such one."""
    start = Start.objects.live().filter(section__session=session, entry=entry).first()
    own = tuple(row for row in pairs_list(session, now).rows if row.uid == entry.uid)
    chosen = next((row for row in own if row.key == pair), None)
    if start is None or pair and chosen is None:
        return None
    of_match: dict[int, dict[str, list[tuple[int, Mapping[str, Any]]]]] = defaultdict(lambda: defaultdict(list))
    for number, stored in Traveller.objects.filter(ranking__session=session).order_by("board__number").values_list("board__number", "lines"):
        for line in stored["lines"] if sees(number) else ():
            side = next((side for side in ("ns", "ew") if line[side] == entry.pk), None)
            if side is not None and (chosen is None or line[f"{side}_players"] == [player.pk for player in chosen.players]):
                of_match[line["match"]][line["room"]].append((number, line))
    names = _names(session, [line for rooms in of_match.values() for lines in rooms.values() for _, line in lines])
    found = Match.objects.live().filter(stage=session.stage_id, number__in=of_match).select_related("home", "away", "round").order_by("number")
    matches = tuple(
        CardMatch(
            match.number, match.round.number, (match.away if match.home_id == entry.pk else match.home).name,
            tuple(_card_room(entry.pk, room, of_match[match.number][room], names) for room in ("open", "closed") if room in of_match[match.number]),
        )
        for match in found
    )
    return TeamCard(entry.uid, start.number, entry.name, matches, chosen, own)


def _card_room(entry: int, room: str, stored: list[tuple[int, Mapping[str, Any]]], names: _Names) -> CardRoom:
    lines = [seen_by(entry, names.line(number, line)) for number, line in stored]
    first = lines[0].line
    pair, opponents = (first.ns, first.ew) if lines[0].side == "NS" else (first.ew, first.ns)
    assert pair is not None and opponents is not None, "a stored line names both sides"
    return CardRoom(room, first.table, pair, opponents, tuple(lines))
