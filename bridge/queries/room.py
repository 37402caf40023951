"""The room at a glance: every table with the round it really is in, its boards, and what to know about it."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bridge.engine.teams.line_up import pair_of_half
from bridge.models import Device, DeviceUse, DirectorCall, EventForm, LineUp, Place, Player, Report, Round, Seating, Session, Start
from bridge.queries.line_ups import hidden_among, is_hidden, told_lines
from bridge.queries.progress import BoardAtTable, boards_of
from bridge.queries.sitouts import resting_now

SILENT_MINUTES = 15


@dataclass(frozen=True, slots=True)
class PairHere:
    """A pair at a table or sitting out: its number in its line and its players. In an individual a player, or two who sit together in a round.

    partner   in an individual, at a table: the one who sits South or West; the side is the other, with the players of both
    team      the name of the team that it is, or that it sits for
    is_untold   the team's line-up is not for everybody yet, so no players are named
    """

    entry: int
    uid: str
    number: int
    line: str
    players: tuple[Player, ...]
    partner: "PairHere | None" = None
    team: str = ""
    is_untold: bool = False

    @property
    def called(self) -> str:
        """By which number it is called out: `5`, two single players `5+2`."""
        return str(self.number) if self.partner is None else f"{self.number}+{self.partner.number}"

    @property
    def entries(self) -> tuple[int, ...]:
        """The pair's entry, or those of the two single players."""
        return (self.entry,) if self.partner is None else (self.entry, self.partner.entry)

    @property
    def each(self) -> tuple["PairHere", ...]:
        """The pair, or the two single players one by one."""
        if self.partner is None:
            return (self,)
        own = len(self.players) - len(self.partner.players)
        return replace(self, players=self.players[:own], partner=None), self.partner


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table in the round it really is in: the first with a board that is not in, else its last.

    behind     minutes since the clock closed that round; 0 while it is in time
    silent     minutes in which nothing came from it although a board is due; 0 where something did in the last quarter of an hour
    has_phone  does a phone hold its slips? True everywhere while the evening is entered without phones
    waiting    tables that are done and get its boards next
    section    letter of its section, where there are several
    """

    number: int
    round: int
    seating: int
    ns: PairHere | None
    ew: PairHere | None
    boards: tuple[BoardAtTable, ...]
    behind: int
    is_finished: bool
    silent: int = 0
    has_phone: bool = True
    waiting: tuple[int, ...] = ()
    section: str = ""

    @property
    def is_on_last(self) -> bool:
        """Is only the last board of the round still to come?"""
        return len(self.boards) > 1 and [board.is_told for board in self.boards].count(False) == 1

    @property
    def told(self) -> int:
        """How many of its boards are in."""
        return sum(board.is_told for board in self.boards)

    @property
    def sides(self) -> tuple[PairHere | None, PairHere | None]:
        """North-South, then East-West."""
        return self.ns, self.ew

    @property
    def is_in(self) -> bool:
        """Are all boards of this round in?"""
        return all(board.is_told for board in self.boards)


@dataclass(frozen=True, slots=True)
class RestRow:
    """A pair that sits out in a round: at a table of the plan or (None) at none, and the table at which it plays next (None: no known one).

    section     letter of the table's section, where there are several
    """

    number: int | None
    round: int
    side: str
    pair: PairHere
    back: int | None
    section: str = ""


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What the clock says: the round that is played, of how many, when it closes and how many seconds that is away (below zero: over)."""

    round: int
    rounds: int
    seconds: int
    minutes: int
    opens: datetime | None
    closes: datetime | None
    break_minutes: int
    is_paused: bool

    @property
    def is_over(self) -> bool:
        """Is the time of the round up?"""
        return self.seconds <= 0

    @property
    def next_in(self) -> int:
        """Seconds until the next round begins, the tea break before it and all."""
        return self.seconds + 60 * self.break_minutes

    @property
    def is_tea_break(self) -> bool:
        """Is the round over, and its tea break not yet?"""
        return self.is_over and self.break_minutes > 0 and self.next_in > 0

    @property
    def shown(self) -> int:
        """The seconds that a clock shows: of the round, or of the tea break after it."""
        return self.next_in if self.is_tea_break else self.seconds


@dataclass(frozen=True, slots=True)
class Room:
    """Everything about the room at a moment; `settled` of `due` boards in the rounds that the clock has opened, `missing` are those of earlier rounds."""

    tables: tuple[TableRow, ...]
    sitting_out: tuple[RestRow, ...]
    clock: ClockFace
    waiting: tuple[Report, ...]
    calls: tuple[DirectorCall, ...]
    missing: tuple[BoardAtTable, ...]
    settled: int
    due: int
    moment: datetime

    @property
    def rows(self) -> tuple[TableRow | RestRow, ...]:
        """Every table of the hall in order, with who sits out there until play comes to it; last who sits out at none."""
        idle = {rest.number: rest.round for rest in self.sitting_out}

        def is_played(row: TableRow) -> bool:
            """Not where play has not come to it yet, or is over, while somebody waits there."""
            waits_in = idle.get(row.number, row.round)
            return waits_in == row.round or (any(board.is_told for board in row.boards) if waits_in < row.round else not row.is_in)

        playing = filter(is_played, self.tables)
        return tuple(sorted((*self.sitting_out, *playing), key=lambda row: (row.number is None, row.number or 0)))


def together(pair: PairHere | None, partner: PairHere | None) -> PairHere | None:
    """One side of a table: the pair, or two single players who are partners there."""
    if pair is None or partner is None:
        return pair
    return replace(pair, players=pair.players + partner.players, partner=partner)


def by_side(seats: Mapping[str, PairHere]) -> dict[str, PairHere]:
    """Who sits on each side of a table, of those at its places: pairs by side, or four single players by seat."""
    found = {side: together(seats.get(first) or seats.get(side), seats.get(second)) for side, first, second in (("NS", "N", "S"), ("EW", "E", "W"))}
    return {side: pair for side, pair in found.items() if pair is not None}


def pairs_of(session: Session) -> dict[int, PairHere]:
    """Every entry that has a number: entry's id -> number, line, players (of a team those of the last line-up that everybody may read)."""
    players: dict[int, dict[tuple[int, str], Player]] = defaultdict(dict)
    lines = LineUp.objects.live().filter(session=session).select_related("player").order_by("from_round", "pk")
    for line in told_lines(session, lines):
        players[line.entry_id][max(line.half - 2, 0), line.seat] = line.player  # only teams of eight have a third and a fourth pair
    starts = Start.objects.live().filter(section__session=session).values_list("entry", "entry__uid", "number", "line", "entry__name")

    def seated(entry: int) -> tuple[Player, ...]:
        return tuple(players[entry][at] for at in sorted(players[entry], key=lambda at: (at[0], "NSEW".index(at[1]))))

    return {entry: PairHere(entry, uid, number, line, seated(entry), team=team) for entry, uid, number, line, team in starts}


def pairs_by_section(session: Session, pairs: Mapping[int, PairHere]) -> list[tuple[str, list[PairHere]]]:
    """The entries of each section by line and number, under its letter; an evening's only section has none."""
    groups: dict[str, list[PairHere]] = defaultdict(list)
    starts = Start.objects.live().filter(section__session=session).order_by("section__letter", "line", "number", "pk")
    for letter, entry in starts.values_list("section__letter", "entry"):
        if entry in pairs:
            groups[letter].append(pairs[entry])
    return list(groups.items()) if len(groups) > 1 else [("", each) for each in groups.values()]


def seated_for_teams(session: Session, pairs: Mapping[int, PairHere]) -> dict[tuple[int, str], PairHere]:
    """(seating, side) -> the pair of the team that sits there; nothing where no teams play. In a triangle the same two sit in a third and a fourth half.

    A line-up that not everybody may read yet leaves its seats without players.
    """
    if session.stage.event.form != EventForm.TEAMS:
        return {}
    seats: dict[tuple[int, int], list[LineUp]] = defaultdict(list)
    lines = list(LineUp.objects.live().filter(session=session).select_related("player").order_by("from_round", "pk"))
    hidden = hidden_among(session, lines)
    for line in lines:
        seats[line.entry_id, line.half].append(line)
    found = {}
    most: dict[int, int] = defaultdict(int)
    for entry, half in seats:
        most[entry] = max(most[entry], half)
    places = Place.objects.live().filter(seating__section__session=session).values_list("seating", "side", "entry", "half", "round__number")
    for seating, side, entry, half, number in places:
        here = {line.seat: line for line in seats[entry, pair_of_half(half, most[entry])] if line.from_round <= (number or 1)}
        is_untold = any(is_hidden(line, hidden) for line in here.values())
        if seating is not None and entry in pairs:
            players = () if is_untold else tuple(here[seat].player for seat in sorted(here, key="NSEW".index))
            found[seating, side] = replace(pairs[entry], players=players, is_untold=is_untold)
    return found


def clock_of(session: Session, now: datetime) -> ClockFace:
    """The clock; sections go by one clock, that of the section with most rounds."""
    moment = session.paused_at or now
    rounds = list(Round.objects.filter(section__session=session, opens__isnull=False, closes__isnull=False).order_by("number"))
    by_section: dict[int, list[Round]] = defaultdict(list)
    for row in rounds:
        by_section[row.section_id].append(row)
    mine = max(by_section.values(), key=len, default=[])
    if not mine:
        return ClockFace(0, 0, 0, session.round_minutes, None, None, 0, session.paused_at is not None)
    current = next((row for row in reversed(mine) if row.opens and row.opens <= moment), mine[0])
    assert current.closes is not None, "rounds without a time were left out"
    left = int((current.closes - moment).total_seconds())
    return ClockFace(
        current.number, len(mine), left, session.round_minutes, current.opens, current.closes, current.break_minutes, session.paused_at is not None
    )


def room_of(session: Session, now: datetime) -> Room:
    """The room as it is now; a fixed number of queries."""
    boards = boards_of(session)
    clock = clock_of(session, now)
    pairs = pairs_of(session)
    of_teams = seated_for_teams(session, pairs)
    sides: dict[int, dict[str, PairHere]] = defaultdict(dict)
    for seating, side, entry in Place.objects.live().filter(seating__section__session=session).values_list("seating", "side", "entry"):
        if entry in pairs:
            sides[seating][side] = of_teams.get((seating, side), pairs[entry])
    closes = dict(Round.objects.filter(section__session=session).values_list("number", "closes"))
    at_table: dict[int, dict[int, list[BoardAtTable]]] = defaultdict(lambda: defaultdict(list))
    for board in boards:
        at_table[board.table][board.round].append(board)
    moment = session.paused_at or now
    opens = dict(Round.objects.filter(section__session=session).values_list("number", "opens"))
    phones = set(Device.objects.live().filter(session=session, use=DeviceUse.SLIP).values_list("table", flat=True))
    letters = _letters(session)
    rows = [replace(_table_row(number, rounds, sides, closes, moment), section=letters(number)) for number, rounds in sorted(at_table.items())]
    return Room(
        tables=tuple(
            replace(
                row, silent=_silent(row, at_table[row.number], opens, moment), has_phone=not phones or row.number in phones,
                waiting=_waiting(row, at_table, rows),
            )
            for row in rows
        ),
        sitting_out=tuple(replace(rest, section=letters(rest.number)) for rest in _sitting_out(session, rows, boards, pairs)),
        clock=clock,
        waiting=tuple(Report.objects.waiting(session)),
        calls=tuple(
            DirectorCall.objects.filter(session=session, done_by__isnull=True).select_related("seating", "board", "taken_by").order_by("called_at", "pk")
        ),
        missing=tuple(board for board in boards if board.round < clock.round and not board.is_settled),
        settled=sum(board.is_settled for board in boards if board.round <= clock.round),
        due=sum(board.round <= clock.round for board in boards),
        moment=now,
    )


def _letters(session: Session) -> Callable[[int | None], str]:
    """Table -> letter of its section; "" for all where there is one, and for no table."""
    starts = sorted(set(Seating.objects.live().filter(section__session=session).values_list("section__first_table", "section__letter")))

    def letter(table: int | None) -> str:
        return next((name for first, name in reversed(starts) if first <= table), "") if table and len(starts) > 1 else ""

    return letter


def _sitting_out(session: Session, rows: Sequence[TableRow], boards: Sequence[BoardAtTable], pairs: Mapping[int, PairHere]) -> tuple[RestRow, ...]:
    if all(row.is_in for row in rows):
        return ()
    return tuple(RestRow(each.table, each.round, each.side, pairs[each.entry], each.back) for each in resting_now(session, boards) if each.entry in pairs)


def _silent(row: TableRow, rounds: dict[int, list[BoardAtTable]], opens: dict[int, datetime | None], moment: datetime) -> int:
    """Minutes since the table said something, or since its round opened where that is later."""
    opened = opens.get(row.round)
    if row.is_finished or all(board.is_told for board in row.boards) or opened is None:
        return 0
    heard = max([opened, *(board.since for boards in rounds.values() for board in boards if board.since is not None)])
    minutes = int((moment - heard).total_seconds()) // 60
    return minutes if minutes >= SILENT_MINUTES else 0


def _waiting(row: TableRow, at_table: dict[int, dict[int, list[BoardAtTable]]], rows: Sequence[TableRow]) -> tuple[int, ...]:
    """Tables of the section that have finished the same round and play a board next that is still to be played here."""
    open_boards = {board.number for board in row.boards if not board.is_told}
    ahead = (other for other in rows if other.section == row.section and other.number != row.number and other.round == row.round + 1)
    return tuple(other.number for other in ahead if open_boards & {board.number for board in at_table[other.number][other.round] if not board.is_told})


def _table_row(
    number: int, rounds: dict[int, list[BoardAtTable]], sides: dict[int, dict[str, PairHere]], closes: dict[int, datetime | None], moment: datetime
) -> TableRow:
    current = next((played for played, boards in sorted(rounds.items()) if not all(board.is_told for board in boards)), max(rounds))
    boards = tuple(rounds[current])
    seating = boards[0].seating
    end = closes.get(current)
    is_finished = all(board.is_settled for boards_of_round in rounds.values() for board in boards_of_round)
    behind = 0 if end is None or all(board.is_told for board in boards) else max(0, int((moment - end).total_seconds()) // 60)
    pairs = by_side(sides[seating])
    return TableRow(number, current, seating, pairs.get("NS"), pairs.get("EW"), boards, behind, is_finished)
