"""Every match of a closed evening board by board, as it is taken away; a fixed number of queries, however many matches there are."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from bridge.mapping.teams import last_in_seats, match_sheets
from bridge.models import LineUp, Match, Place, Player, Session
from bridge.queries.matches import Line, MatchLine, board_lines, match_lines, method_of, rooms_of_pairs, said_in


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match with all its boards.

    pairs   (team's entry, room) -> who sat there first
    """

    match: Match
    line: MatchLine
    lines: tuple[Line, ...]
    pairs: Mapping[tuple[int, str], tuple[Player, ...]]
    method: str


def saved_matches(session: Session) -> tuple[SavedMatch, ...]:
    """The matches, the newest round first."""
    sheets = {sheet.match.number: sheet for sheet in match_sheets(Match.objects.live().filter(round__section__session=session))}
    method, conditions = method_of(session)
    said = said_in(sheets.values())
    line_ups: dict[int, list[LineUp]] = defaultdict(list)
    for row in LineUp.objects.live().filter(session=session).select_related("player").order_by("from_round", "pk"):
        line_ups[row.entry_id].append(row)
    most = {entry: max(row.half for row in rows) for entry, rows in line_ups.items()}
    places: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    rows = Place.objects.live().filter(seating__match__in=[sheet.match for sheet in sheets.values()]).order_by("round__number", "pk")
    for entry, half, seating, pk in rows.values_list("entry", "half", "seating", "seating__match"):
        places[pk].append((entry, half, seating))
    found = []
    for line in match_lines(session):
        sheet = sheets[line.number]
        match = sheet.match
        sitting = {
            team: last_in_seats(row for row in line_ups[team] if row.from_round <= match.round.number) for team in (match.home_id, match.away_id)
        }
        rooms = rooms_of_pairs(sheet, places[match.pk], most)
        pairs = {(entry, room): sitting[entry][pair] for (entry, pair), room in rooms.items() if pair in sitting.get(entry, {})}
        found.append(SavedMatch(match, line, board_lines(sheet, said, method, conditions, None, is_whole=True), pairs, conditions.method))
    return tuple(found)
