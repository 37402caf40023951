"""Before and after: what a told incident would change, with names and numbers, and whom to tell."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import NoSuchMovement, Order
from bridge.engine.seats import Side
from bridge.mapping.evening import load_evening
from bridge.mapping.outcomes import value_of
from bridge.models import Adjustment, LineUp, Section, Session, Start
from bridge.queries.repairs import Decision, Incident, Mended, Seated, mended
from bridge.queries.room import PairHere, pairs_of


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two pairs at a table with their boards."""

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
    told        tables that must be told
    """

    tables: tuple[int, ...]
    rows: tuple[Row, ...]
    told: tuple[int, ...]
    arrivals: tuple[PairHere, ...]
    lost: tuple[Lost, ...]
    rematches: tuple[tuple[int, PairHere, PairHere], ...]
    scores: tuple[Told, ...]
    mixed: tuple[tuple[int, int, int], ...]
    law: str


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
        now = Seated(at.ns, at.ew, at.first, at.last) if at else None
        after = change.after if change else now
        return Cell(_meeting(pairs, after), _meeting(pairs, now) if change else None, change is not None and not change.is_kept)

    rows = tuple(
        Row(number, number <= over, tuple(cell(number, table) for table in tables), tuple(pairs[place] for place in sorted(result.resting.get(number, ()))))
        for number in rounds
    )
    return Preview(
        tuple(result.loaded.hall_table(table) for table in tables), rows, result.told,
        tuple(pairs[arrival.place] for arrival in result.arrivals),
        tuple(Lost(each.round, pairs[each.pair], each.boards) for each in result.plan.missed if each.pair in pairs),
        tuple((number, pairs[one], pairs[other]) for number, one, other in result.plan.rematches),
        tuple(_told(result, decision) for decision in result.decisions), result.mixed, result.law,
    )


def _meeting(pairs: Mapping[int, PairHere], seated: Seated | None) -> Meeting | None:
    return Meeting(pairs[seated.ns], pairs[seated.ew], seated.first, seated.last) if seated else None


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
    """What a slip of the editor can choose from: pairs of a section, pairs that wait for a place, the first round not begun, movements for who is there."""

    section: Section
    pairs: tuple[PairHere, ...]
    waiting: tuple[PairHere, ...]
    ahead: int
    rounds: int
    tables: int
    movements: tuple[Order, ...]
    boards_per_set: int


def ground_of(section: Section) -> Ground:
    """The section as the editor needs it."""
    loaded = load_evening(section)
    here = pairs_of(section.session)
    evening = loaded.evening
    ahead = min(loaded.touched + 1, evening.movement.rounds)
    pairs = sorted((here[entry] for entry in loaded.entry_of.values()), key=lambda pair: (pair.line != "NS", pair.line, pair.number))
    return Ground(
        section, tuple(pairs), waiting_pairs(section.session), ahead, evening.movement.rounds, evening.movement.tables,
        orders_for(len(evening.present(ahead))), loaded.boards_per_set,
    )


def waiting_pairs(session: Session) -> tuple[PairHere, ...]:
    """Pairs that are signed in and have no place yet, in order of arrival."""
    placed = Start.objects.live().filter(section__session=session).values("entry")
    found: dict[int, list[LineUp]] = defaultdict(list)
    for line in LineUp.objects.live().filter(session=session).exclude(entry__in=placed).select_related("player", "entry").order_by("pk"):
        found[line.entry_id].append(line)
    return tuple(
        PairHere(entry, lines[0].entry.uid, 0, "", tuple(line.player for line in lines)) for entry, lines in sorted(found.items()) if len(lines) > 1
    )


_WHOLE = ("mitchell", "skip_mitchell", "relay_mitchell", "interwoven", "hesitation", "web", "howell", "three_quarter_howell")
_HALF = ("half_mitchell", "rover", "appendix1half", "howell_sitout", "three_quarter_howell")


def orders_for(pairs: int) -> tuple[Order, ...]:
    """Movements in full for so many pairs, those that every club knows first."""
    found = []
    for family in _HALF if pairs % 2 else _WHOLE:
        order = Order(family, Fraction(pairs, 2))
        try:
            make_movement(order)
        except NoSuchMovement as refusal:
            nearest = refusal.facts["nearest"]
            if nearest is None or nearest.family != family or nearest.tables != order.tables:
                continue
            order = nearest
        found.append(order)
    return tuple(found)
