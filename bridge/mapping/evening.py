"""A section's evening as the engine replans it: what was planned, who really sat where, which boards have been played."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bridge.engine.movements.evening import Evening, Play, Stay, empty_row
from bridge.engine.movements.movement import PLAYERS, Declared, Kind, Movement, Row, board_numbers
from bridge.models import Adjustment, AdjustmentKind, Board, EventForm, Place, Plan, Report, Result, Seating, Section, Start

NEVER = 1000  # the first round of a pair that is not there


@dataclass(frozen=True, slots=True)
class Sat:
    """A live seating by the numbers of the plan: the two pairs or four players, its boards, those not played there, and those with a report or result."""

    seating: int
    who: Row
    first: int
    last: int
    gone: frozenset[int]
    said: frozenset[int]


@dataclass(frozen=True, slots=True)
class SectionEvening:
    """What the engine is asked with, and what brings its answer back.

    entry_of    place in the plan -> entry's id; numbers: (line, number) of all who have one
    sat         (round, table of the section from 1) -> the live seating; plays: every board that is planned or was played, in all rounds
    touched     the last round in which any table has said something
    source      what the plan in force was made of, with what replanning remembers: `stays`, `copies`
    """

    section: Section
    evening: Evening
    entry_of: Mapping[int, int]
    numbers: frozenset[tuple[str, int]]
    sat: Mapping[tuple[int, int], Sat]
    plays: tuple[Play, ...]
    touched: int
    boards_per_set: int
    source: Mapping[str, Any]

    @property
    def place_of(self) -> dict[int, int]:
        """Entry's id -> place in the plan."""
        return {entry: place for place, entry in self.entry_of.items()}

    def stopped_after(self, number: int) -> Evening:
        """The evening when so many rounds are over; those in which a table has said something always are."""
        over = min(max(number, self.touched), self.evening.movement.rounds)
        return replace(self.evening, over=over, played=tuple(play for play in self.plays if play.round <= over))

    def hall_table(self, table: int) -> int:
        """The hall's number of a table of the section."""
        return self.section.first_table + table - 1


def load_evening(section: Section) -> SectionEvening:
    """The section of pairs or single players as it stands now; a fixed number of queries."""
    plan = Plan.objects.live().get(section=section)
    kind = Kind.INDIVIDUAL if section.session.stage.event.form == EventForm.SINGLES else Kind.PAIRS
    starts = list(Start.objects.live().filter(section=section).values_list("place", "entry", "stationary", "line", "number"))
    entry_of = {place: entry for place, entry, *_ in starts}
    each = int(plan.source["boards_per_set"])
    numbers = list(Board.objects.filter(set=section.board_set_id).values_list("number", flat=True))
    sets = len([number for number in numbers if number >= section.first_board]) // each
    sat, plays = _what_was_played(section, {entry: place for place, entry in entry_of.items()}, kind)
    seats = _seats(plan.grid, sat, section.first_board, each, kind)
    tables = len(seats[0]) if seats else 0
    entrants = max([*entry_of, *(who for rows in plan.grid for row in rows for who in row[:-1])])
    called = frozenset((line, number) for *_, line, number in starts)
    movement = Movement(
        kind, plan.source["family"], tables, len(seats), sets, entrants, 2 if any(line for line, _ in called) else 1, seats, Declared(**plan.declared),
        tuple(sorted(place for place, _, stationary, *_ in starts if stationary)),
    )
    touched = max((number for (number, _), at in sat.items() if at.said), default=0)
    evening = Evening(
        movement, tuple(_boards(number, each, section.first_board) for number in range(1, sets + 1)), 0,
        stays=_stays(plan.source, entrants, entry_of), copies=int(plan.source.get("copies", 1)),
    )
    return SectionEvening(section, evening, entry_of, called, sat, tuple(plays), touched, each, plan.source)


def places_at(kind: Kind) -> tuple[str, ...]:
    """The places of a table in the order of a row of the plan, as they are stored: NS, EW, or N, S, E, W."""
    return tuple(seat.value for seat in PLAYERS) if kind is Kind.INDIVIDUAL else ("NS", "EW")


def _boards(number: int, each: int, first_board: int) -> tuple[int, ...]:
    first, last = board_numbers(number, each, first_board)
    return tuple(range(first, last + 1))


def _stays(source: Mapping[str, Any], entrants: int, entry_of: Mapping[int, int]) -> tuple[Stay, ...]:
    """Who is not there all the time: as the plan remembers it, and places that no entry has."""
    told = [Stay(*stay) for stay in source.get("stays", ())]
    known = {stay.pair for stay in told}
    return (*told, *(Stay(place, NEVER) for place in range(1, entrants + 1) if place not in entry_of and place not in known))


def _seats(grid: list[list[list[int]]], sat: Mapping[tuple[int, int], Sat], first_board: int, each: int, kind: Kind) -> tuple[tuple[Row, ...], ...]:
    """The rounds as they stand: what is seated, and who waits at a table by the plan."""
    tables = max([len(rows) for rows in grid] + [table for _, table in sat])

    def row(number: int, table: int, seated: set[int]) -> Row:
        at = sat.get((number, table))
        if at is not None:
            return (*at.who, (at.first - first_board) // each + 1)
        planned = grid[number - 1][table - 1] if table <= len(grid[number - 1]) else empty_row(kind)
        waiting = tuple(who if who not in seated else 0 for who in planned[:-1])
        return (*waiting, 0) if not all(waiting) else empty_row(kind)

    rounds = []
    for number in range(1, len(grid) + 1):
        seated = {who for (at_round, _), at in sat.items() if at_round == number for who in at.who}
        rounds.append(tuple(row(number, table, seated) for table in range(1, tables + 1)))
    return tuple(rounds)


def _what_was_played(section: Section, place_of: Mapping[int, int], kind: Kind) -> tuple[dict[tuple[int, int], Sat], list[Play]]:
    """Every live seating, and every board that was or is being played, wherever it was said."""
    places = places_at(kind)
    sides: dict[int, dict[str, int]] = defaultdict(dict)
    for seating, side, entry in Place.objects.filter(seating__section=section).order_by("pk").values_list("seating", "side", "entry"):
        sides[seating][side] = place_of.get(entry, 0)
    said: dict[int, set[int]] = defaultdict(set)
    counts: dict[int, set[int]] = defaultdict(set)
    for model in (Report, Result):
        for seating, board in model.objects.live().filter(seating__section=section).values_list("seating", "board__number"):
            (counts if model is Result else said)[seating].add(board)
    ruled: dict[int, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for seating, board, scored in Adjustment.objects.live().filter(seating__section=section).values_list("seating", "board__number", "kind"):
        ruled[seating][board].add(scored)
    sat: dict[tuple[int, int], Sat] = {}
    plays: list[Play] = []
    rows = Seating.objects.filter(section=section, round__isnull=False).values_list("pk", "round__number", "table", "first_board", "last_board", "until")
    for pk, number, hall_table, first, last, until in rows:
        who = tuple(sides[pk].get(side, 0) for side in places)
        table = hall_table - section.first_table + 1
        away = {board for board, kinds in ruled[pk].items() if AdjustmentKind.NOT_PLAYED in kinds and board not in counts[pk] | said[pk]}
        if until is None:
            sat[number, table] = Sat(pk, who, first, last, frozenset(away), frozenset(said[pk] | counts[pk]))
        due = set(range(first, last + 1)) if until is None else set[int]()
        plays += [Play(number, table, who, board) for board in sorted((due | counts[pk]) - away)]
    return sat, plays
