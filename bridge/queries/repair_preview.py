"""Before and after: what a told incident would change, with names and numbers, and whom to tell."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import Kind, NoSuchMovement, Order
from bridge.engine.seats import Side
from bridge.mapping.evening import load_evening, places_at
from bridge.mapping.outcomes import value_of
from bridge.models import Adjustment, LineUp, Section, Session, Start
from bridge.queries.incidents import Incident
from bridge.queries.repairs import Decision, Mended, Seated, mended
from bridge.queries.room import PairHere, by_side, pairs_of
from bridge.queries.signin import seats_of


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two pairs, or two and two single players, at a table with their boards."""

    ns: PairHere
    ew: PairHere
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A table in a round as it will be; `before` where it is another than now. Neither: nothing is played there."""

    after: Meeting | None
    before: Meeting | None
    is_changed: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """A pair, or one of two single players, on a side of a table.

    is_moved        in the other picture it sits at table `elsewhere` (0: nowhere) or turned
    is_idle_there   it sits nowhere there because it sits out; else it is not there at all
    """

    number: int
    is_moved: bool
    elsewhere: int
    is_idle_there: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """A table of the room from above: who sits there (nobody: empty) with which boards (0: nothing is played), and whether the boards are other."""

    table: int
    ns: tuple[Seat, ...]
    ew: tuple[Seat, ...]
    first: int
    last: int
    is_other_set: bool


@dataclass(frozen=True, slots=True)
class RoomChange:
    """The room in a round that is not as it was planned, before and after, with those who sit out."""

    number: int
    before: tuple[Spot, ...]
    after: tuple[Spot, ...]
    rested: tuple[PairHere, ...]
    resting: tuple[PairHere, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A round, its tables in order, and who sits out."""

    number: int
    is_over: bool
    cells: tuple[Cell, ...]
    resting: tuple[PairHere, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """A pair that sits out a round (`boards` empty) or cannot play some of its boards."""

    round: int
    pair: PairHere
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A score that is given at a table, as the row that would store it; None for both: the board is open again."""

    round: int
    table: int
    board: int
    ns: Adjustment | None
    ew: Adjustment | None


@dataclass(frozen=True, slots=True)
class Preview:
    """The whole before and after of one section.

    tables      the hall's numbers over the columns of `rows`
    rooms       the room in each round in which somebody sits elsewhere or has other boards, the rounds to come first
    told        tables that must be told
    thrice      (round, one, other) single players who are opponents a third time
    """

    tables: tuple[int, ...]
    rows: tuple[Row, ...]
    rooms: tuple[RoomChange, ...]
    told: tuple[int, ...]
    arrivals: tuple[PairHere, ...]
    lost: tuple[Lost, ...]
    rematches: tuple[tuple[int, PairHere, PairHere], ...]
    thrice: tuple[tuple[int, PairHere, PairHere], ...]
    scores: tuple[Told, ...]
    mixed: tuple[tuple[int, int, int], ...]
    law: str

    @property
    def is_going_on(self) -> bool:
        """Is anything played in a round to come?"""
        return any(cell.after for row in self.rows if not row.is_over for cell in row.cells)


def preview_of(section: Section, incident: Incident) -> Preview:
    """What the incident would change; raises as `mended`."""
    result = mended(load_evening(section), incident)
    pairs = _pairs_by_place(section.session, result)
    movement, over = result.plan.movement, result.evening.over
    changed = {(change.round, change.table): change for change in result.changes}
    rounds = sorted({number for number, _ in changed} | set(range(over + 1, movement.rounds + 1)))
    tables = range(1, max([movement.tables, *(table for _, table in changed)]) + 1)

    def cell(number: int, table: int) -> Cell:
        change = changed.get((number, table))
        at = result.loaded.sat.get((number, table))
        now = Seated(at.who, at.first, at.last) if at else None
        after = change.after if change else now
        return Cell(_meeting(pairs, after), _meeting(pairs, now) if change else None, change is not None and not change.is_kept)

    rows = tuple(
        Row(number, number <= over, tuple(cell(number, table) for table in tables), tuple(pairs[place] for place in sorted(result.resting.get(number, ()))))
        for number in rounds
    )
    return Preview(
        tuple(result.loaded.hall_table(table) for table in tables), rows, _rooms(result, pairs, rows, tables), result.told,
        tuple(pairs[arrival.place] for arrival in result.arrivals),
        tuple(Lost(each.round, pairs[each.pair], each.boards) for each in result.plan.missed if each.pair in pairs),
        tuple((number, pairs[one], pairs[other]) for number, one, other in result.plan.rematches),
        tuple((number, pairs[one], pairs[other]) for number, one, other in result.plan.thrice),
        tuple(_told(result, decision) for decision in result.decisions), result.mixed, result.law,
    )


def _meeting(pairs: Mapping[int, PairHere], seated: Seated | None) -> Meeting | None:
    if seated is None:
        return None
    places = places_at(Kind.INDIVIDUAL if len(seated.who) > 2 else Kind.PAIRS)
    sides = by_side({place: pairs[who] for place, who in zip(places, seated.who, strict=True)})
    return Meeting(sides["NS"], sides["EW"], seated.first, seated.last)


def _rooms(result: Mended, pairs: Mapping[int, PairHere], rows: tuple[Row, ...], tables: range) -> tuple[RoomChange, ...]:
    """The rounds in which a seat or a table's boards are other, those to come before those that are over."""
    halls = [result.loaded.hall_table(table) for table in tables]
    found = []
    for row in sorted(rows, key=lambda row: row.is_over):
        changed = [cell.is_changed for cell in row.cells]
        if not any(changed):
            continue
        before = [cell.before if is_other else cell.after for cell, is_other in zip(row.cells, changed, strict=True)]
        after = [cell.after for cell in row.cells]
        known = {entry for meeting in before if meeting for entry in (*meeting.ns.entries, *meeting.ew.entries)}
        here = result.loaded.evening.present(row.number) if row.number <= result.loaded.evening.movement.rounds else frozenset[int]()
        rested = tuple(pairs[place] for place in sorted(here & result.loaded.entry_of.keys()) if pairs[place].entry not in known)
        sat_out, sit_out = (frozenset(pair.entry for pair in pairs_) for pairs_ in (rested, row.resting))
        found.append(RoomChange(row.number, _spots(halls, before, after, sit_out), _spots(halls, after, before, sat_out), rested, row.resting))
    return tuple(found)


def _spots(halls: list[int], here: Sequence[Meeting | None], there: Sequence[Meeting | None], idle: frozenset[int]) -> tuple[Spot, ...]:
    """One picture of the room, its seats compared with the other one, in which `idle` sit out."""
    at = {
        entry: (table, side)
        for table, meeting in zip(halls, there, strict=True) if meeting
        for side, pair in (("NS", meeting.ns), ("EW", meeting.ew)) for entry in pair.entries
    }

    def seats(table: int, side: str, pair: PairHere) -> tuple[Seat, ...]:
        return tuple(Seat(each.number, at.get(each.entry) != (table, side), at.get(each.entry, (0, ""))[0], each.entry in idle) for each in pair.each)

    return tuple(
        Spot(
            table, seats(table, "NS", mine.ns) if mine else (), seats(table, "EW", mine.ew) if mine else (),
            mine.first if mine else 0, mine.last if mine else 0,
            mine is not None and (other is None or mine.first != other.first),
        )
        for table, mine, other in zip(halls, here, there, strict=True)
    )


def _told(result: Mended, decision: Decision) -> Told:
    rows = {side: Adjustment(side=side.value, kind=kind, value=value) for side, score in decision.scores.items() for kind, value in (value_of(score),)}
    return Told(decision.round, result.loaded.hall_table(decision.table), decision.board, rows.get(Side.NS), rows.get(Side.EW))


def _pairs_by_place(session: Session, result: Mended) -> dict[int, PairHere]:
    """Everybody by the place in the plan, those who come late with the numbers that they will get."""
    here = pairs_of(session)
    found = {place: here[entry] for place, entry in result.loaded.entry_of.items()}
    for arrival in result.arrivals:
        lines = LineUp.objects.live().filter(session=session, entry=arrival.entry).select_related("player", "entry").order_by("from_round", "pk")
        players = {line.seat: line.player for line in lines}
        uid = next((line.entry.uid for line in lines), "")
        found[arrival.place] = PairHere(arrival.entry, uid, arrival.number, arrival.line, tuple(players[seat] for seat in sorted(players)))
    return found


@dataclass(frozen=True, slots=True)
class Ground:
    """What a slip of the editor can choose from: who plays in a section, who waits for a place, the first round not begun, movements for who is there."""

    section: Section
    pairs: tuple[PairHere, ...]
    waiting: tuple[PairHere, ...]
    ahead: int
    rounds: int
    tables: int
    movements: tuple[Order, ...]
    boards_per_set: int
    is_of_singles: bool


def ground_of(section: Section) -> Ground:
    """The section as the editor needs it."""
    loaded = load_evening(section)
    here = pairs_of(section.session)
    evening = loaded.evening
    ahead = min(loaded.touched + 1, evening.movement.rounds)
    pairs = sorted((here[entry] for entry in loaded.entry_of.values()), key=lambda pair: (pair.line != "NS", pair.line, pair.number))
    return Ground(
        section, tuple(pairs), waiting_pairs(section.session), ahead, evening.movement.rounds, evening.movement.tables,
        orders_for(len(evening.present(ahead)), evening.movement.kind), loaded.boards_per_set, evening.movement.kind is Kind.INDIVIDUAL,
    )


def waiting_pairs(session: Session) -> tuple[PairHere, ...]:
    """Pairs (in an individual single players) that are signed in and have no place yet, in order of arrival."""
    placed = Start.objects.live().filter(section__session=session).values("entry")
    whole = len(seats_of(session))
    found: dict[int, list[LineUp]] = defaultdict(list)
    for line in LineUp.objects.live().filter(session=session).exclude(entry__in=placed).select_related("player", "entry").order_by("pk"):
        found[line.entry_id].append(line)
    return tuple(
        PairHere(entry, lines[0].entry.uid, 0, "", tuple(line.player for line in lines)) for entry, lines in sorted(found.items()) if len(lines) == whole
    )


_WHOLE = ("mitchell", "skip_mitchell", "relay_mitchell", "interwoven", "hesitation", "web", "howell", "three_quarter_howell")
_SINGLES = ("whist_tournament", "rainbow")
_HALF = ("half_mitchell", "rover", "appendix1half", "howell_sitout", "three_quarter_howell")


def orders_for(entrants: int, kind: Kind = Kind.PAIRS) -> tuple[Order, ...]:
    """Movements in full for so many pairs or single players, those that every club knows first."""
    found = []
    is_of_singles = kind is Kind.INDIVIDUAL
    for family in _SINGLES if is_of_singles else _HALF if entrants % 2 else _WHOLE:
        order = Order(family, Fraction(entrants, 4), entrants=entrants) if is_of_singles else Order(family, Fraction(entrants, 2))
        try:
            make_movement(order)
        except NoSuchMovement as refusal:
            nearest = refusal.facts["nearest"]
            if nearest is None or nearest.family != family or nearest.tables != order.tables:
                continue
            order = nearest
        found.append(order)
    return tuple(found)
