"""Who sits out now, at which table, and where they go from there: by the rounds that the tables themselves are in, not by the clock."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bridge.models import Place, Plan, Session, Start
from bridge.queries.progress import BoardAtTable


@dataclass(frozen=True, slots=True)
class Resting:
    """An entry that sits out.

    round        the round in which it does
    table, side  of the hall, where it waits by the plan; None and "" where the rounds are drawn
    back         table at which it plays next; None: at none that is known
    """

    entry: int
    round: int
    table: int | None
    side: str
    back: int | None


@dataclass(frozen=True, slots=True)
class _Step:
    """An entry in a round: its seating (0: it sits out) and the seating's table."""

    round: int
    seating: int
    table: int


def resting_now(session: Session, boards: Sequence[BoardAtTable]) -> list[Resting]:
    """Everybody whose next step is a round without play; over when their next table, and those whom they meet there, have played what comes before.

    Three queries; one where nobody sits out at all.

    boards   all of the session
    """
    steps = _steps_of(session)
    if all(step.seating for own in steps.values() for step in own):
        return []
    progress = _Progress(steps, boards)
    spots = _spots(session)
    found = []
    for entry, own in steps.items():
        for index, step in enumerate(own):
            following = next((later for later in own[index:] if later.seating), None)
            if progress.is_past(step, following):
                continue
            if not step.seating:
                table, side = spots.get((entry, step.round), (None, ""))
                found.append(Resting(entry, step.round, table, side, following.table if following else None))
            break
    return found


def _steps_of(session: Session) -> dict[int, list[_Step]]:
    """Entry -> its rounds in order; one query."""
    steps: dict[int, list[_Step]] = defaultdict(list)
    placed = Place.objects.live().filter(round__section__session=session).order_by("entry", "round__number")
    for entry, number, seating, at in placed.values_list("entry", "round__number", "seating", "seating__table"):
        steps[entry].append(_Step(number, seating or 0, at or 0))
    return steps


def resting_at(session: Session, table: int) -> list[Resting]:
    """Everybody whom the plan lets sit out at a table of the hall, in order of rounds; one query, and two more where somebody sits out at all."""
    steps = _steps_of(session)
    spots = _spots(session) if any(not step.seating for own in steps.values() for step in own) else {}
    found = []
    for entry, own in steps.items():
        for index, step in enumerate(own):
            at, side = spots.get((entry, step.round), (None, ""))
            if not step.seating and at == table:
                found.append(Resting(entry, step.round, at, side, next((later.table for later in own[index:] if later.seating), None)))
    return sorted(found, key=lambda each: each.round)


class _Progress:
    """How far tables and entries have come."""

    def __init__(self, steps: dict[int, list[_Step]], boards: Sequence[BoardAtTable]) -> None:
        self.open = {board.seating for board in boards if not board.is_told}
        self.begun = {board.seating for board in boards if board.is_told}
        self.sitters: dict[int, list[int]] = defaultdict(list)
        self.entry_is_in: dict[int, int] = {}  # the first round that an entry, or a table, has not played to its end
        self.table_is_in: dict[int, int] = {}
        for entry, own in steps.items():
            for step in own:
                self.sitters[step.seating].append(entry)
                if step.seating in self.open:
                    self.entry_is_in.setdefault(entry, step.round)
        for board in boards:
            if not board.is_told:
                self.table_is_in[board.table] = min(board.round, self.table_is_in.get(board.table, board.round))

    def is_past(self, step: _Step, following: _Step | None) -> bool:
        """Has it been played? One without play: can the play that follows begin?"""
        if step.seating:
            return step.seating not in self.open
        if following is None or following.seating in self.begun:
            return following is not None
        waits_for = [self.table_is_in.get(following.table), *(self.entry_is_in.get(entry) for entry in self.sitters[following.seating])]
        return all(number is None or number >= following.round for number in waits_for)


def _spots(session: Session) -> dict[tuple[int, int], tuple[int | None, str]]:
    """(entry, round) -> table of the hall and side, for everybody whom a plan puts somewhere, also where nothing is played."""
    starts = Start.objects.live().filter(section__session=session).values_list("section", "place", "entry")
    entry_of = {(section, place): entry for section, place, entry in starts}
    found: dict[tuple[int, int], tuple[int | None, str]] = {}
    for section, first, grid in Plan.objects.live().filter(section__session=session).values_list("section", "section__first_table", "grid"):
        for number, index, side, who in _seated(grid):
            if (section, who) in entry_of:
                found[entry_of[section, who], number] = first + index, side
    return found


def _seated(grid: list[list[list[int]]]) -> Iterator[tuple[int, int, str, int]]:
    """Round from 1, table from 0, side and number of every pair in a grid; a table for four singles has no sides."""
    for number, tables in enumerate(grid, 1):
        for index, row in enumerate(tables):
            if len(row) == 3:
                yield number, index, "NS", row[0]
                yield number, index, "EW", row[1]
