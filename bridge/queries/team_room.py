"""The matches that the tables of the room play now: how far each room has come, and how the match stands."""

from collections import defaultdict
from dataclasses import dataclass

from bridge.models import EventForm, Seating, Session
from bridge.queries.matches import MatchLine, match_lines
from bridge.queries.room import Room, TableRow


@dataclass(frozen=True, slots=True)
class MatchHere:
    """A match with the tables that play it now, by room; in a triangle a table plays one match after the other, and stands with the first."""

    line: MatchLine
    rooms: tuple[tuple[str, TableRow], ...]


def matches_in_room(session: Session, room: Room) -> tuple[MatchHere, ...]:
    """Every match of which a table of the room plays a board now, or has played its last; nothing where no teams play."""
    if session.stage.event.form != EventForm.TEAMS:
        return ()
    at = {row.seating: row for row in room.tables}
    of_match: dict[int, list[tuple[str, TableRow]]] = defaultdict(list)
    for pk, name, match in Seating.objects.live().filter(pk__in=at, match__isnull=False).order_by("table").values_list("pk", "room", "match__number"):
        of_match[match].append((name, at[pk]))
    lines = {line.number: line for line in match_lines(session)}
    return tuple(MatchHere(lines[number], tuple(sorted(rooms, key=lambda each: each[0], reverse=True))) for number, rooms in sorted(of_match.items()))
