"""What really happened, laid over the plan: what would change at which table, what cannot be kept, whom to tell. Nothing is written here."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from bridge.engine.errors import EngineError
from bridge.engine.laws import facts as law_facts
from bridge.engine.laws.codes import Kind as Irregularity
from bridge.engine.laws.desk import rule
from bridge.engine.laws.words import When
from bridge.engine.movements.evening import Evening, Play, Replanned, RoundIsPlayed, Stay, empty_row
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.happened import NothingPlayedThere, laid_out, played_elsewhere, set_of, swapped, turned, with_boards, with_tables
from bridge.engine.movements.movement import Kind, Movement, Row, is_played
from bridge.engine.movements.replan import arrives, leaves, replaced, replan, with_rounds
from bridge.engine.scoring.outcome import Award, SideOutcome, Unscored
from bridge.engine.seats import Side
from bridge.mapping.evening import Sat, SectionEvening, places_at
from bridge.mapping.plans import read_code
from bridge.queries.conditions import edition_of
from bridge.queries.incidents import Deprived, Earlier, Happened, Incident


class NothingToPlay(EngineError):
    """There is nobody, or nothing, left to plan for. Facts: `round`."""


class NothingChanges(EngineError):
    """What was told is what was planned. No facts."""


_AWARDS: dict[Deprived, SideOutcome] = {
    Deprived.NOT_PLAYED: Unscored.NOT_PLAYED, Deprived.AVERAGE: Award.AVERAGE, Deprived.AVERAGE_PLUS: Award.PLUS,
}


@dataclass(frozen=True, slots=True)
class Seated:
    """Two pairs or four players at a table, by their places in the plan, with their boards; those of them that are not played there."""

    who: Row
    first: int
    last: int
    gone: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TableChange:
    """A table of the section in a round, before and after; None: nothing is played there. `seating` is the one that was."""

    round: int
    table: int
    seating: int | None
    before: Seated | None
    after: Seated | None
    is_over: bool

    @property
    def is_kept(self) -> bool:
        """Do the same pairs sit there with the same boards, and only what they leave out is other?"""
        return self.before is not None and self.after is not None and replace(self.before, gone=self.after.gone) == self.after


@dataclass(frozen=True, slots=True)
class Decision:
    """What counts on a board at a table besides what is said; without scores: it is open again. `law` where it is a law's."""

    round: int
    table: int
    board: int
    scores: Mapping[Side, SideOutcome]


@dataclass(frozen=True, slots=True)
class Arrival:
    """An entry that gets a place in the plan: its line and number."""

    place: int
    entry: int
    line: str
    number: int


@dataclass(frozen=True, slots=True)
class Mended:
    """The evening put right, before it is.

    plan        what the engine found for the rounds to come; present: who is there or sits out, by round
    counted     (round, table, board) reports that count although they were not due; rotated: results whose pairs are exchanged
    mixed       (board, from round, to round) boards that were in another form (Law 87); to round 0: to the end
    law         the law that was applied, where one was
    """

    loaded: SectionEvening
    evening: Evening
    plan: Replanned
    changes: tuple[TableChange, ...]
    decisions: tuple[Decision, ...]
    arrivals: tuple[Arrival, ...]
    resting: Mapping[int, frozenset[int]]
    counted: tuple[tuple[int, int, int], ...] = ()
    rotated: tuple[tuple[int, int, int], ...] = ()
    mixed: tuple[tuple[int, int, int], ...] = ()
    law: str = ""

    def entry_at(self, place: int) -> int:
        """The entry's id at a place of the plan, also of one that came late."""
        came = {arrival.place: arrival.entry for arrival in self.arrivals}
        return came[place] if place in came else self.loaded.entry_of[place]

    @property
    def told(self) -> tuple[int, ...]:
        """The hall's tables that must be told: somebody's next place there is another, or their boards are."""
        return tuple(sorted({self.loaded.hall_table(change.table) for change in self.changes if self.next <= change.round <= self.evening.over + 1}))

    @property
    def next(self) -> int:
        """The first round in which that is so: the next one, or one that is taken as played though no table has said anything in it yet."""
        quiet = {change.round for change in self.changes if self.loaded.touched < change.round <= self.evening.over}
        return min(quiet | {self.evening.over + 1})

    @property
    def hear(self) -> tuple[int, ...]:
        """The hall's tables where somebody must hear of it: those that are told, and those where a pair sits now whose next place is another."""
        moving, over = set(self.plan.changed), self.evening.over
        now = {self.loaded.hall_table(table) for (number, table), at in self.loaded.sat.items() if number == over and moving & set(at.who)}
        return tuple(sorted({*self.told, *now}))


@dataclass(slots=True)
class _Told:
    """What an incident makes of an evening while it is being worked out."""

    evening: Evening
    decisions: list[Decision] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    changes: list[TableChange] = field(default_factory=list)
    sat_out: list[tuple[int, int]] = field(default_factory=list)  # (round, place) of rounds that are over
    counted: list[tuple[int, int, int]] = field(default_factory=list)
    rotated: list[tuple[int, int, int]] = field(default_factory=list)
    mixed: list[tuple[int, int, int]] = field(default_factory=list)
    law: str = ""


def sides_of(who: Row) -> tuple[tuple[Side, Row], tuple[Side, Row]]:
    """Each side of a table with the pair, or the two single players, that sit there."""
    half = len(who) // 2
    return (Side.NS, who[:half]), (Side.EW, who[half:])


def mended(loaded: SectionEvening, incident: Incident) -> Mended:
    """What a told incident changes. Unplayed rounds alone are planned anew; results stay with the pairs that made them.

    raises   NothingChanges, NothingToPlay, RoundIsPlayed, NoSuchRound, NoSuchPair, PairIsHere, NothingPlayedThere, NoSuchSet, NoSuchMovement, NoSuchPlan
    """
    ahead = incident.what in (Happened.LATE_PAIR, Happened.PAIR_LEFT, Happened.MOVEMENT_REPLACED, Happened.ROUNDS_CHANGED)
    if ahead and incident.first <= loaded.touched:
        raise RoundIsPlayed(round=incident.first, over=loaded.touched)
    told = _Told(loaded.stopped_after(incident.first - 1 if ahead else incident.first))
    _LAID_OVER[incident.what](loaded, incident, told)
    plan = replan(told.evening, loaded.evening.movement)
    changes = (*told.changes, *_changes(loaded, told.evening, plan))
    decisions = (*told.decisions, *_played_twice(loaded, told.evening, incident.deprived), *_missing(told.evening, changes, plan, incident.deprived))
    result = Mended(
        loaded, told.evening, plan, changes, decisions, tuple(_numbered(told.arrivals, loaded, plan.movement)), _resting(loaded, told, plan, changes),
        tuple(told.counted), tuple(told.rotated), tuple(told.mixed), told.law,
    )
    if not (changes or decisions or told.arrivals or told.counted or told.rotated or told.mixed) and plan.movement.rounds == loaded.evening.movement.rounds:
        raise NothingChanges
    return result


def _come_late(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    evening = told.evening
    for entry in incident.entries:
        free = [stay.pair for stay in evening.stays if stay.pair not in loaded.entry_of and stay.pair not in {each.place for each in told.arrivals}]
        place = free[0] if free else evening.movement.entrants + 1
        evening = arrives(evening, place, incident.first)
        told.arrivals.append(Arrival(place, entry, "", 0))
    present = max(len(evening.present(number)) for number in range(incident.first, evening.movement.rounds + 1))
    told.evening = replace(with_tables(evening, present // len(places_at(evening.movement.kind))), copies=max(incident.copies, evening.copies))
    if incident.earlier is not Earlier.NOTHING:
        for number in range(1, incident.first):
            for arrival in told.arrivals:
                _score_earlier(loaded, told, number, arrival.place, incident.earlier)


def _score_earlier(loaded: SectionEvening, told: _Told, number: int, place: int, rule_of: Earlier) -> None:
    """A round before somebody came late: he sat out, or a pair was waited for at a table and both are awarded."""
    if rule_of is Earlier.AWARDED and number <= told.evening.over and told.evening.movement.kind is Kind.PAIRS:
        taken = {change.table for change in told.changes if change.round == number}
        rows = loaded.evening.movement.seats[number - 1]
        for table, row in enumerate(rows, 1):
            waiting = row[0] or row[1]
            if is_played(row) or not waiting or table in taken:
                continue
            laid = _set_for(told.evening, number, waiting, place)
            if laid is not None:
                boards = told.evening.boards[laid - 1]
                sides = (waiting, place) if row[0] else (place, waiting)
                told.changes.append(TableChange(number, table, None, None, Seated(sides, boards[0], boards[-1]), True))
                scores = {side: Award.MINUS if who == place else Award.PLUS for side, who in zip(Side, sides, strict=True)}
                told.decisions += [Decision(number, table, board, scores) for board in boards]
                return
    told.sat_out.append((number, place))


def _set_for(evening: Evening, number: int, waiting: int, place: int) -> int | None:
    """A set that neither plays otherwise and that no other table has in the round."""
    used = {row[2] for row in evening.movement.seats[number - 1]}
    for tables in evening.movement.seats:
        used |= {row[2] for row in tables if {waiting, place} & set(row[:2])}
    return next((laid for laid in range(1, len(evening.boards) + 1) if laid not in used), None)


def _go_home(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    evening = told.evening
    for entry in incident.entries:
        evening = leaves(evening, loaded.place_of[entry], incident.first - 1)
    told.evening = evening


def _rounds_of(loaded: SectionEvening, incident: Incident) -> range:
    last = incident.last or loaded.evening.movement.rounds
    return range(incident.first, last + 1)


def _sat_elsewhere(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    first, second = (loaded.place_of[entry] for entry in incident.entries)
    for number in _rounds_of(loaded, incident):
        told.evening = swapped(told.evening, first, second, number)


def _sat_turned(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    tables = (_own_table(loaded, incident),) if incident.table else ()
    sat = {number for number, table in loaded.sat if not tables or table in tables}
    if not sat & set(_rounds_of(loaded, incident)) and incident.first <= loaded.evening.movement.rounds:
        raise NothingPlayedThere(round=incident.first, table=incident.table)
    for number in _rounds_of(loaded, incident):
        told.evening = turned(told.evening, number, tables)


def _there(loaded: SectionEvening, incident: Incident) -> tuple[int, Sat]:
    """The table that is meant, as the section counts it, and who sat there. Raises NothingPlayedThere."""
    table = _own_table(loaded, incident)
    at = loaded.sat.get((incident.first, table))
    if at is None:
        raise NothingPlayedThere(round=incident.first, table=incident.table)
    return table, at


def _own_table(loaded: SectionEvening, incident: Incident) -> int:
    return incident.table - loaded.section.first_table + 1


def _other_boards(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    told.evening = laid_out(told.evening, incident.first, _own_table(loaded, incident), set_of(told.evening, incident.boards[0]))


def _elsewhere(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    """Law 15: the score stands where neither pair knew the board; else the second one is struck out. Whoever loses the board by it is dealt with too."""
    number, board = incident.first, incident.boards[0]
    table, at = _there(loaded, incident)
    set_of(told.evening, board)
    known = {who for play in loaded.plays if play.board == board and _is_said(loaded, play) for who in play.who} & set(at.who)
    told.law = " ".join(
        rule(
            edition_of(loaded.section.session), Irregularity.WRONG_BOARD,
            {law_facts.PHASE: When.AFTER_PLAY, law_facts.PLAYED_BEFORE_BY_ANY: bool(known)},
        ).laws
    )
    is_unseen = incident.instead and not incident.later and incident.instead not in at.said  # a board that the table told of has been seen, whatever counts
    told.evening = played_elsewhere(told.evening, number, table, board, incident.instead if is_unseen else None)
    if not known:
        told.counted.append((number, table, board))
    if incident.instead and not incident.later:
        told.decisions.append(Decision(number, table, incident.instead, dict.fromkeys(Side, _AWARDS[incident.deprived])))


def _is_said(loaded: SectionEvening, play: Play) -> bool:
    """Has the table said something about this board? A board that only was due has not been seen; one that was not due was told of."""
    at = loaded.sat.get((play.round, play.table))
    return at is None or play.board in at.said or bool(at.said) and not at.first <= play.board <= at.last


def _left_out(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    table, at = _there(loaded, incident)
    scores = {} if incident.later else dict.fromkeys(Side, _AWARDS[incident.deprived])
    told.decisions += [Decision(incident.first, table, board, scores) for board in incident.boards if at.first <= board <= at.last]


def _rotated(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    table, at = _there(loaded, incident)
    told.rotated += [(incident.first, table, board) for board in incident.boards if board in at.said]


def _mixed(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    """Law 87: from then on the board is scored in groups."""
    for board in incident.boards:
        set_of(told.evening, board)
        told.mixed.append((board, incident.first, incident.last))
    told.law = " ".join(rule(edition_of(loaded.section.session), Irregularity.FOULED, {}).laws)


def _other_movement(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    order, _ = read_code(incident.code)
    movement = make_movement(order)
    evening = with_rounds(told.evening, incident.rounds or told.evening.movement.rounds)
    told.evening = replaced(_with_fresh(loaded, evening, incident), movement)


def _more_or_fewer(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    told.evening = with_rounds(_with_fresh(loaded, told.evening, incident), incident.rounds)


def _with_fresh(loaded: SectionEvening, evening: Evening, incident: Incident) -> Evening:
    """The evening with new sets of boards, numbered on, and as many copies as were made."""
    last = max(board for boards in evening.boards for board in boards)
    each = loaded.boards_per_set
    fresh = [tuple(range(last + 1 + each * number, last + 1 + each * (number + 1))) for number in range(incident.fresh)]
    return replace(with_boards(evening, fresh), copies=max(evening.copies, incident.copies))


def _ended(loaded: SectionEvening, incident: Incident, told: _Told) -> None:
    if not loaded.touched:
        raise NothingToPlay(round=1)
    told.evening = with_rounds(told.evening, loaded.touched)
    told.decisions += [
        Decision(number, table, board, dict.fromkeys(Side, _AWARDS[incident.deprived]))
        for (number, table), at in sorted(loaded.sat.items()) if number <= loaded.touched
        for board in range(at.first, at.last + 1) if board not in at.said | at.gone
    ]


_LAID_OVER: dict[Happened, Callable[[SectionEvening, Incident, _Told], None]] = {
    Happened.LATE_PAIR: _come_late, Happened.PAIR_LEFT: _go_home, Happened.PAIRS_EXCHANGED: _sat_elsewhere, Happened.SIDES_EXCHANGED: _sat_turned,
    Happened.OTHER_BOARDS: _other_boards, Happened.BOARD_ELSEWHERE: _elsewhere, Happened.BOARDS_LEFT_OUT: _left_out, Happened.BOARDS_ROTATED: _rotated,
    Happened.BOARD_MIXED: _mixed, Happened.MOVEMENT_REPLACED: _other_movement, Happened.ROUNDS_CHANGED: _more_or_fewer, Happened.ENDED_EARLY: _ended,
}


def _changes(loaded: SectionEvening, evening: Evening, plan: Replanned) -> Iterable[TableChange]:
    """Every table in every round that is not as it was."""
    movement, over = plan.movement, evening.over
    rounds = max(movement.rounds, loaded.evening.movement.rounds)
    for number in range(1, rounds + 1):
        rows: tuple[Row, ...] = movement.seats[number - 1] if number <= movement.rounds else ()
        for table in range(1, max(movement.tables, loaded.evening.movement.tables) + 1):
            at = loaded.sat.get((number, table))
            before = Seated(at.who, at.first, at.last, at.gone) if at else None
            row = rows[table - 1] if table <= len(rows) else empty_row(movement.kind)
            to_play = plan.boards[number - over - 1][table - 1] if over < number <= movement.rounds and table <= len(rows) else None
            after = _seated(evening, row, to_play, before, loaded.section.first_board, loaded.boards_per_set)
            if after != before:
                yield TableChange(number, table, at.seating if at else None, before, after, number <= over)


def _seated(
    evening: Evening, row: Row, to_play: tuple[int, ...] | None, before: Seated | None, first_board: int, each: int
) -> Seated | None:
    """A row of the plan as a seating; `to_play` None: it has been played, and what was left out stays so."""
    if not is_played(row) or to_play == ():
        return None
    boards = evening.boards[row[-1] - 1]
    is_same_set = before is not None and (before.first - first_board) // each + 1 == row[-1]
    if before is not None and is_same_set and (to_play is None or before.who == row[:-1]):
        missing = before.gone | (frozenset(range(before.first, before.last + 1)) - frozenset(to_play) if to_play is not None else frozenset())
        return Seated(row[:-1], before.first, before.last, missing)
    return Seated(row[:-1], boards[0], boards[-1], frozenset(boards) - frozenset(boards if to_play is None else to_play))


def _played_twice(loaded: SectionEvening, evening: Evening, deprived: Deprived) -> Iterable[Decision]:
    """Law 15B: where a pair met a board again in rounds that are over, the second time counts for nothing, and the other pair is compensated."""
    before = _second_times(loaded, loaded.stopped_after(evening.over).played)
    for play, knowing in _second_times(loaded, evening.played).items():
        if before.get(play) != knowing:
            struck = Unscored.CANCELLED if _is_said(loaded, play) else Unscored.NOT_PLAYED
            scores = {side: struck if knowing & set(at_side) else _AWARDS[deprived] for side, at_side in sides_of(play.who)}
            yield Decision(play.round, play.table, play.board, scores)


def _second_times(loaded: SectionEvening, plays: Iterable[Play]) -> dict[Play, frozenset[int]]:
    """Plays in which somebody met a board again, and who; what was said comes before what only is due."""
    seen: dict[tuple[int, int], Play] = {}
    found = {}
    for play in sorted(plays, key=lambda play: (not _is_said(loaded, play), play.round, play.table)):
        knowing = frozenset(who for who in play.who if (who, play.board) in seen)
        if knowing:
            found[play] = knowing
        for who in play.who:
            seen.setdefault((who, play.board), play)
    return found


def _missing(evening: Evening, changes: Iterable[TableChange], plan: Replanned, deprived: Deprived) -> Iterable[Decision]:
    """What counts on boards that a table cannot play because one of the pairs knows them: nothing for who does, what the director gives for who does not."""
    known = {(who, play.board) for play in evening.played for who in play.who}
    for number, (rows, boards) in enumerate(zip(plan.movement.seats[evening.over :], plan.boards, strict=True), evening.over + 1):
        for change in changes:
            if change.round == number and change.after is not None:
                kept = change.before.gone if change.before and change.is_kept else frozenset[int]()
                for board in sorted(change.after.gone - kept):
                    scores = {
                        side: Unscored.NOT_PLAYED if any((who, board) in known for who in at_side) else _AWARDS[deprived]
                        for side, at_side in sides_of(change.after.who)
                    }
                    yield Decision(number, change.table, board, scores)
        for row, to_play in zip(rows, boards, strict=True):
            known |= {(who, board) for who in row[:-1] for board in to_play}


def _resting(loaded: SectionEvening, told: _Told, plan: Replanned, changes: Iterable[TableChange]) -> dict[int, frozenset[int]]:
    """Who sits out in each round: of those to come whoever is there without a table, of those that are over who did so and was not at a table after all."""
    changed = {change.round for change in changes}
    found = {}
    for number in range(1, plan.movement.rounds + 1):
        rows = plan.movement.seats[number - 1]
        seated = {who for row in rows if is_played(row) for who in row[:-1]}
        seated |= {who for change in told.changes if change.round == number and change.after for who in change.after.who}
        if number > told.evening.over:
            found[number] = told.evening.present(number) - seated
        elif number in changed or any(at == number for at, _ in told.sat_out):
            found[number] = loaded.evening.present(number) - seated | {who for at, who in told.sat_out if at == number}
    return found


def _numbered(arrivals: Iterable[Arrival], loaded: SectionEvening, movement: Movement) -> Iterable[Arrival]:
    """The line and number of who came late: where there are two lines the one in which it sits more often, the next number free."""
    if loaded.evening.movement.winners == 1:
        yield from (replace(arrival, number=arrival.place) for arrival in arrivals)
        return
    numbers = set(loaded.numbers)
    for arrival in arrivals:
        sides = [row.index(arrival.place) for rows in movement.seats for row in rows if arrival.place in row[:2]]
        line = "EW" if sum(sides) * 2 > len(sides) else "NS"
        number = next(number for number in range(1, 100) if (line, number) not in numbers)
        numbers.add((line, number))
        yield replace(arrival, line=line, number=number)


def remembered(mended_: Mended) -> dict[str, object]:
    """What the plan keeps so that the next replanning knows it: who is not there all the time, and how many copies are laid out."""
    stays: tuple[Stay, ...] = mended_.evening.stays
    known = [[stay.pair, stay.first, stay.last] for stay in stays]
    return {"stays": known, "copies": mended_.evening.copies}
