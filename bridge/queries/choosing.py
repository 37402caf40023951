"""The plan for tonight as the secretary chose it: one of the proposals, by hand, in several sections, or an own movement from text; who gets which place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.movements.assign import assign_places
from bridge.engine.movements.check import Violation, check_movement
from bridge.engine.movements.families import FAMILIES, make_movement
from bridge.engine.movements.movement import Kind, Movement, Order, Why
from bridge.engine.movements.propose import NothingFits, Wishes
from bridge.engine.movements.propose_singles import FEWEST, NothingFitsPlayers, TooManySingles, propose_singles_in_sections, sizes_of_sections
from bridge.engine.movements.sections import propose_sections, section_sizes
from bridge.engine.movements.strength import seeded_places
from bridge.engine.movements.text import read_movement, write_movement
from bridge.engine.movements.walking import BoardsMove, boards_moves, next_places
from bridge.mapping.plans import NoSuchPlan, SectionPlan, code_of, source_of
from bridge.models import Entry, Session
from bridge.queries.last_time import OWN
from bridge.queries.plans import Layout, laid_out
from bridge.queries.proposals import Choice, chosen_plan, kind_for, made_choice, wishes_for_singles, wishes_of
from bridge.queries.signin import Here

LETTERS = "ABCDEFGH"
MARK = ";"  # between the codes of several sections
HAND = {kind: tuple(name for name, family in FAMILIES.items() if family.kind is kind) for kind in (Kind.PAIRS, Kind.INDIVIDUAL)}


@dataclass(frozen=True, slots=True)
class Spot:
    """A table of the room in a round: who sits, its boards, where each side goes next (0: nowhere, or not together) and where the boards go."""

    table: int
    ns: str
    ew: str
    first: int
    last: int
    ns_to: int
    ew_to: int
    boards_to: int


@dataclass(frozen=True, slots=True)
class Part:
    """One section of the evening: its letter, what it plays, its pairs in order of arrival and the place of each, its first table in the hall."""

    letter: str
    choice: Choice
    pairs: tuple[Here, ...]
    places: Mapping[int, Here]
    first_table: int
    text: str = ""

    @property
    def movement(self) -> Movement:
        """The movement of the section."""
        return self.choice.movement

    def layout(self) -> Layout:
        """Every round, and every pair's path."""
        return laid_out(self.movement, self.choice.boards_per_set, self.places, first_table=self.first_table)

    def faults(self) -> tuple[Violation, ...]:
        """What the movement breaks; nothing for those that the program makes."""
        return check_movement(self.movement)[1]

    def plan(self, entries: Mapping[int, Entry]) -> SectionPlan:
        """What the start is asked for."""
        source = source_of(self.choice.order) | ({"text": self.text} if self.text else {})
        places = {place: entries[each.entry] for place, each in self.places.items()}
        return SectionPlan(self.movement, places, self.choice.boards_per_set, self.letter, first_table=self.first_table, source=source)

    def room(self, number: int) -> tuple[Spot, ...]:
        """A picture of the section in a round."""
        number = min(max(number, 1), self.movement.rounds)
        cells = self.layout().rows[number - 1]
        steps = {step.entrant: step for step in next_places(self.movement, number)}
        moves = {move.table: move for move in boards_moves(self.movement, number)}

        def onward(who: int) -> int:
            then = steps[who].then if who else None
            return then.table + self.first_table - 1 if then is not None and then.plays else 0

        def boards_to(move: BoardsMove | None) -> int:
            return move.go_to[1][0] + self.first_table - 1 if move and move.go_to else 0

        return tuple(
            Spot(
                table + self.first_table - 1, *cell.sides, cell.first, cell.last, *((0, 0) if cell.south else (onward(row[0]), onward(row[1]))),
                boards_to(moves.get(table)),
            )
            for table, (cell, row) in enumerate(zip(cells, self.movement.seats[number - 1], strict=True), 1)
        )


def chosen_parts(session: Session, here: Sequence[Here], code: str, *, text: str = "", boards: int = 0) -> tuple[Part, ...]:
    """What a code says for the pairs who are here, a section for each part of it; an own movement from its text.

    raises   NoSuchPlan, NoSuchFamily, NoSuchMovement, OptionNotUsed, UnreadableMovement, NotAMovement
    """
    pairs = [each for each in here if not each.is_single]
    if code == OWN:
        return (_own_part(session, pairs, text, boards),)
    codes = code.split(MARK)
    if len(codes) > len(LETTERS):
        raise NoSuchPlan(text=code)
    parts: list[Part] = []
    sizes = _sizes(session, len(pairs), len(codes)) if len(codes) > 1 else (len(pairs),)
    seeds = _seeds(pairs)
    for letter, one, size in zip(LETTERS, codes, sizes, strict=False):
        taken = sum(len(part.pairs) for part in parts)
        group = pairs[taken : taken + size]
        table = 1 + sum(part.movement.tables for part in parts)
        choice = chosen_plan(session, group, one, is_section=len(codes) > 1)
        parts.append(Part(letter, choice, tuple(group), _places(choice.movement, group, seeds), table, choice.text))
    return tuple(parts)


def _own_part(session: Session, pairs: Sequence[Here], text: str, boards: int) -> Part:
    movement = read_movement(text)
    order = Order(OWN, Fraction(movement.entrants, 4 if kind_for(session) is Kind.INDIVIDUAL else 2), movement.rounds, movement.sets)
    if movement.kind is not kind_for(session) or movement.entrants != len(pairs) or boards < 1:
        raise order.refused(Why.ENTRANTS)
    choice = made_choice(session, wishes_of(pairs), order, movement, boards)
    return Part(LETTERS[0], choice, tuple(pairs), _places(movement, pairs, _seeds(pairs)), 1, write_movement(movement))


def _seeds(pairs: Sequence[Here]) -> dict[int, int]:
    """Entry -> seed of those that have one."""
    rows = Entry.objects.filter(pk__in=[each.entry for each in pairs]).values_list("pk", "seed")
    return {entry: seed for entry, seed in rows if seed is not None}


def _places(movement: Movement, pairs: Sequence[Here], seeds: Mapping[int, int]) -> dict[int, Here]:
    """Who gets which place: seat wishes first, then the seeds, spread over the room, then the order of arrival."""
    given = dict(zip(assign_places(movement, wishes_of(pairs)), pairs, strict=True))
    seeded = sorted((each for each in pairs if each.entry in seeds and not each.wish), key=lambda each: seeds[each.entry])
    wanted = [place for place in seeded_places(movement, movement.entrants) if not (place in given and given[place].wish)]
    for each, place in zip(seeded, wanted, strict=False):
        now = next(at for at, who in given.items() if who is each)
        given[now], given[place] = given[place], each
    return given


def by_hand(session: Session, entrants: int, family: str, rounds: int | None, boards: int) -> str:
    """The code of a movement named by its family and length. Raises NoSuchFamily, NoSuchMovement with the nearest there is."""
    of_singles = kind_for(session) is Kind.INDIVIDUAL
    order = Order(family, Fraction(entrants, 4), rounds, entrants=entrants) if of_singles else Order(family, Fraction(entrants, 2), rounds)
    make_movement(order)
    return code_of(order, boards)


def _sizes(session: Session, entrants: int, sections: int) -> tuple[int, ...]:
    return sizes_of_sections(entrants, sections) if kind_for(session) is Kind.INDIVIDUAL else section_sizes(entrants, sections)


def in_sections(session: Session, entrants: int, sections: int) -> tuple[str, ...]:
    """Codes of the ways to play in so many sections, the best first; none where those who are here are too few."""
    if not 2 <= sections <= len(LETTERS) or min(_sizes(session, entrants, sections)) < FEWEST:
        return ()
    try:
        if kind_for(session) is Kind.INDIVIDUAL:
            ways = list(propose_singles_in_sections(wishes_for_singles(session, entrants), sections))
            return tuple(MARK.join(code_of(each.order, each.boards_per_round) for each in way) for way in ways[:6])
        found = propose_sections(Wishes(entrants, session.boards_least, session.boards_most, minutes=session.minutes), sections)
    except (NothingFits, NothingFitsPlayers, TooManySingles):
        return ()
    return tuple(MARK.join(code_of(each.order, each.boards_per_round) for each in way.proposals) for way in found[:6])
