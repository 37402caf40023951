"""The movement as it is seated: by round and table, and pair by pair."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from bridge.models import SIDE_OF, Place, Seating, Section, Session
from bridge.queries.room import PairHere, by_side, pairs_of


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
    """One section: `rows[round][table]` (None: nothing is played there), who sits out when, and each pair's path."""

    letter: str
    tables: tuple[int, ...]
    rows: tuple[tuple[int, tuple[Meeting | None, ...], tuple[Rest, ...]], ...]
    paths: tuple[tuple[PairHere, tuple[Step | None, ...]], ...]


def schedule_of(session: Session) -> tuple[SectionSchedule, ...]:
    """The schedule of every section; a fixed number of queries a section."""
    pairs = pairs_of(session)
    return tuple(_section(section, pairs) for section in Section.objects.filter(session=session).order_by("letter"))


_OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


def _section(section: Section, pairs: dict[int, PairHere]) -> SectionSchedule:
    sides: dict[int, dict[str, PairHere]] = defaultdict(dict)
    rests: dict[int, list[Rest]] = defaultdict(list)
    members: dict[int, PairHere] = {}
    for seating, side, entry, number in Place.objects.live().filter(round__section=section).values_list("seating", "side", "entry", "round__number"):
        if entry not in pairs:
            continue
        members[entry] = pairs[entry]
        if seating is None:
            rests[number].append(Rest(number, pairs[entry]))
        else:
            sides[seating][side] = pairs[entry]
    meetings: dict[tuple[int, int], Meeting] = {}
    path: dict[int, dict[int, Step]] = defaultdict(dict)
    rows = Seating.objects.live().filter(section=section, round__isnull=False).values_list("pk", "round__number", "table", "first_board", "last_board")
    for pk, number, table, first, last in rows:
        at = by_side(sides[pk])
        meeting = Meeting(number, table, at.get("NS"), at.get("EW"), first, last)
        meetings[number, table] = meeting
        for place, pair in sides[pk].items():
            opponents = meeting.ew if SIDE_OF[place] == "NS" else meeting.ns
            path[pair.entry][number] = Step(meeting, place, opponents, sides[pk].get(_OPPOSITE.get(place, "")))
    rounds = sorted({number for number, _ in meetings} | set(rests))
    tables = tuple(sorted({table for _, table in meetings}))
    ordered = sorted(members.values(), key=lambda pair: (pair.line != "NS", pair.line, pair.number))
    return SectionSchedule(
        section.letter, tables,
        tuple((number, tuple(meetings.get((number, table)) for table in tables), tuple(rests[number])) for number in rounds),
        tuple((pair, tuple(path[pair.entry].get(number) for number in rounds)) for pair in ordered),
    )


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
    return tuple(meeting for section in sections for _, meetings, _ in section.rows for meeting in meetings if meeting is not None)
