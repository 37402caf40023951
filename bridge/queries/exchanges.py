"""The boards of a match in the order of each room: where both rooms play the same ones at the same time, each begins with half of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from bridge.engine.teams.plan import half_sets
from bridge.models import Seating


@dataclass(frozen=True, slots=True)
class Exchange:
    """A room's own half-set, then that of the other room, which lies at `table` until half time."""

    table: int
    first: tuple[int, ...]
    then: tuple[int, ...]


def exchanges_of(seatings: Iterable[Seating]) -> dict[int, Exchange]:
    """By seating, where there is one; in a triangle of one round each table plays its half after the other, and exchanges nothing. One query for matches."""
    of_matches = [row for row in seatings if row.match_id is not None]
    if not of_matches:
        return {}
    rooms: dict[tuple[int | None, int | None, int, int], dict[str, int]] = {}
    rows = Seating.objects.live().filter(match__in={row.match_id for row in of_matches}, match__is_half=False, round__isnull=False)
    for match, round_, first, last, room, table in rows.values_list("match", "round", "first_board", "last_board", "room", "table"):
        rooms.setdefault((match, round_, first, last), {})[room] = table
    found = {}
    for row in of_matches:
        tables = rooms.get((row.match_id, row.round_id, row.first_board, row.last_board), {})
        in_open, in_closed = half_sets(tuple(range(row.first_board, row.last_board + 1)))
        if len(tables) == 2 and in_closed:
            found[row.pk] = Exchange(tables["closed"], in_open, in_closed) if row.room == "open" else Exchange(tables["open"], in_closed, in_open)
    return found
