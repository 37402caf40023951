"""The movement as it is seated: by round and table, and pair by pair."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bridge.engine.teams.line_up import pair_of_half
from bridge.models import SIDE_OF, LineUp, Place, Player, Seating, Section, Session
from bridge.queries.line_ups import is_hidden
from bridge.queries.room import PairHere, by_side, pairs_of, seated_for_teams


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table in a round."""

    round: int
    table: int
    ns: PairHere | None
    ew: PairHere | None
    first_board: int
    last_board: int

    @property
    def boards(self) -> range:
        """The numbers of its boards."""
        return range(self.first_board, self.last_board + 1)


@dataclass(frozen=True, slots=True)
class Step:
    """Where a pair plays in a round: NS or EW, and against whom; in an individual its seat N, S, E or W, and with whom too."""

    meeting: Meeting
    place: str
    opponents: PairHere | None
    partner: PairHere | None = None


@dataclass(frozen=True, slots=True)
class Rest:
    """A pair that sits out a round."""

    round: int
    pair: PairHere


@dataclass(frozen=True, slots=True)
class SectionSchedule:
    """One section: `rows[round][table]` (nothing, a meeting, or the two halves of a half-length triangle), who sits out when, and each pair's path.

    Of a team there is a path for each of its pairs.
    """

    letter: str
    tables: tuple[int, ...]
    rows: tuple[tuple[int, tuple[tuple[Meeting, ...], ...], tuple[Rest, ...]], ...]
    paths: tuple[tuple[PairHere, tuple[Step | None, ...]], ...]

    @property
    def has_rests(self) -> bool:
        """Does anybody sit out?"""
        return any(rests for _, _, rests in self.rows)


def schedule_of(session: Session, hidden: Collection[tuple[int, int]] = ()) -> tuple[SectionSchedule, ...]:
    """The schedule of every section; a fixed number of queries a section.

    hidden   line-ups (team's entry, round) that the reader may not read yet
    """
    pairs = pairs_of(session)
    of_teams = seated_for_teams(session, pairs)
    return tuple(_section(section, pairs, of_teams, hidden) for section in Section.objects.filter(session=session).order_by("letter"))


_OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


def _section(
    section: Section, pairs: Mapping[int, PairHere], of_teams: Mapping[tuple[int, str], PairHere], hidden: Collection[tuple[int, int]]
) -> SectionSchedule:
    sides: dict[int, dict[str, PairHere]] = defaultdict(dict)
    half_at: dict[tuple[int, str], int] = {}
    rests: dict[int, list[Rest]] = defaultdict(list)
    members: dict[int, PairHere] = {}
    rows = Place.objects.live().filter(round__section=section).values_list("seating", "side", "entry", "half", "round__number")
    for seating, side, entry, half, number in rows:
        if entry not in pairs:
            continue
        members[entry] = pairs[entry]
        if seating is None:
            rests[number].append(Rest(number, pairs[entry]))
        else:
            sides[seating][side], half_at[seating, side] = of_teams.get((seating, side), pairs[entry]), half
    meetings: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    path: dict[tuple[int, int], dict[int, Step]] = defaultdict(dict)
    seated = Seating.objects.live().filter(section=section, round__isnull=False).values_list("pk", "round__number", "table", "first_board", "last_board")
    for pk, number, table, first, last in seated.order_by("first_board", "pk"):
        at = by_side(sides[pk])
        meeting = Meeting(number, table, at.get("NS"), at.get("EW"), first, last)
        meetings[number, table].append(meeting)
        for place, pair in sides[pk].items():
            opponents = meeting.ew if SIDE_OF[place] == "NS" else meeting.ns
            path[pair.entry, half_at[pk, place]][number] = Step(meeting, place, opponents, sides[pk].get(_OPPOSITE.get(place, "")))
    seated_at = _seated(section, hidden)
    rounds = sorted({number for number, _ in meetings} | set(rests))
    tables = tuple(sorted({table for _, table in meetings}))
    ordered = sorted(members.values(), key=lambda pair: (pair.line != "NS", pair.line, pair.number))
    led = [each for pair in ordered for each in _halves(pair, path, seated_at, hidden)]
    return SectionSchedule(
        section.letter, tables,
        tuple((number, tuple(tuple(meetings.get((number, table), ())) for table in tables), tuple(rests[number])) for number in rounds),
        tuple((each, tuple(path[each.entry, half].get(number) for number in rounds)) for half, each in led),
    )


def _halves(
    pair: PairHere, path: Mapping[tuple[int, int], Any], seated: Mapping[tuple[int, int], tuple[Player, ...]], hidden: Collection[tuple[int, int]]
) -> list[tuple[int, PairHere]]:
    """A pair goes one way; of a team each of its pairs its own (in a triangle the same two sit in a third and a fourth half)."""
    halves = sorted(half for entry, half in path if entry == pair.entry)
    if len(halves) < 2:
        return [(halves[0] if halves else 1, pair)]
    pairs = max((half for entry, half in seated if entry == pair.entry), default=0)
    sitting = {half: seated.get((pair.entry, pair_of_half(half, pairs)), ()) for half in halves}
    has_hidden = any(entry == pair.entry for entry, _ in hidden)
    return [(half, replace(pair, players=players, is_untold=has_hidden and not players)) for half, players in sitting.items()]


def _seated(section: Section, hidden: Collection[tuple[int, int]]) -> dict[tuple[int, int], tuple[Player, ...]]:
    """Entry and half -> the two who sit there first; nobody where the reader may not read who that is."""
    found: dict[tuple[int, int], dict[str, Player]] = defaultdict(dict)
    for line in LineUp.objects.live().filter(session=section.session_id).select_related("player").order_by("-from_round", "-pk"):
        if not is_hidden(line, hidden):
            found[line.entry_id, line.half][line.seat] = line.player
    return {where: tuple(seats[seat] for seat in sorted(seats, key="NSEW".index)) for where, seats in found.items()}


Item = TypeVar("Item")
GuideCard = tuple[str, PairHere, tuple[Step | None, ...]]


def pages_of(items: Sequence[Item], size: int) -> tuple[Sequence[Item], ...]:
    """The items in the order given, so many to a sheet of paper."""
    return tuple(items[at : at + size] for at in range(0, len(items), size))


def guide_cards_of(sections: Sequence[SectionSchedule]) -> tuple[GuideCard, ...]:
    """The card of each pair: its section's letter (nothing where there is one section), the pair, its path."""
    return tuple((section.letter if len(sections) > 1 else "", pair, steps) for section in sections for pair, steps in section.paths)


def slips_of(sections: Sequence[SectionSchedule]) -> tuple[Meeting, ...]:
    """Every table of every round, as slips are laid out: round by round."""
    return tuple(meeting for section in sections for _, tables, _ in section.rows for meetings in tables for meeting in meetings)
