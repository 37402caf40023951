"""One line of a traveller judged by itself: the score of its contract (Law 77), and what its own LIN record says."""

from collections.abc import Iterator
from dataclasses import dataclass

from bridge.engine.contract import Contract, PassedOut, Report, ns_points, score_contract
from bridge.engine.errors import EngineError
from bridge.engine.formats.event import Absence, ArtificialScore, BareReport, PublishedBoard, PublishedEvent, SplitScore, TravellerLine
from bridge.engine.formats.lin import differences_with, read_lin
from bridge.engine.seats import Seat, Side, Vulnerability


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a difference: a board and perhaps a line of it, or an entrant; and which figure.

    text   the address as machines read it: `board 12, line 3`, `pair 4, percent`
    """

    board: int | None = None
    line: int | None = None
    entrant: str = ""
    kind: str = "pair"
    section: str = ""
    round: int | None = None
    field: str = ""

    @property
    def text(self) -> str:
        """The address in words that do not change with the reader."""
        parts = []
        if self.section:
            parts.append(f"section {self.section}")
        if self.round is not None:
            parts.append(f"round {self.round}")
        if self.entrant:
            parts.append(f"{self.kind} {self.entrant}")
        if self.board is not None:
            parts.append(f"board {self.board}")
        if self.line is not None:
            parts.append(f"line {self.line}")
        return ", ".join([*parts, self.field] if self.field else parts)


@dataclass(frozen=True, slots=True)
class Difference:
    """Something published that cannot be right: as printed, and as it is reckoned."""

    where: Where
    published: str | None
    computed: str | None


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth telling that is no difference: a code and its facts."""

    code: str
    facts: tuple[tuple[str, str | int], ...] = ()


def contract_points(board: PublishedBoard, line: TravellerLine) -> int | None:
    """North-South's points by Law 77; None where the line does not tell enough to know them."""
    outcome = line.outcome
    if isinstance(outcome, Report):
        return ns_points(outcome, board.vulnerability)
    if isinstance(outcome, BareReport):
        return line.points if line.points in _possible_points(outcome, board.vulnerability) else None
    return None


def counted_points(board: PublishedBoard, line: TravellerLine, *, printed_first: bool) -> int | None:
    """The points that are compared with the other tables': the contract's or those printed; None where the line is no result."""
    if isinstance(line.outcome, ArtificialScore | SplitScore) or line.outcome in (Absence.NOT_PLAYED, Absence.BYE, Absence.AS_PRINTED):
        return None
    reckoned = contract_points(board, line)
    if line.points is None or reckoned is None:
        return reckoned if line.points is None else line.points
    return line.points if printed_first else reckoned


def is_bare_zero(line: TravellerLine) -> bool:
    """Is it 0 points without a contract and with figures? Some programs print a passed-out board so, others a ruling."""
    return line.outcome is Absence.UNKNOWN and line.points == 0 and line.ns_scored is not None and line.ew_scored is not None


def _possible_points(told: BareReport, vulnerability: Vulnerability) -> set[int]:
    seats = (told.declarer,) if told.declarer else (Seat.N, Seat.E)
    tricks = (told.tricks,) if told.tricks is not None else range(14)
    return {
        score_contract(told.contract, won, vulnerable=vulnerability.has(seat.side)) * (1 if seat.side is Side.NS else -1)
        for seat in seats
        for won in tricks
    }


def line_where(event: PublishedEvent, board: PublishedBoard, line: TravellerLine | None, field: str = "") -> Where:
    """The address of a line, with its section where the event has several, and its round in a match."""
    several = len({(known.session, known.section) for known in event.boards}) > 1
    section = board.section or (board.session if several else "")
    return Where(
        board=board.number,
        line=line.position if line else None,
        entrant=line.match if line else "",
        kind="team" if line and line.room else "pair",
        section=section if several else "",
        round=line.round if line and line.match else None,
        field=field,
    )


def judge_line(event: PublishedEvent, board: PublishedBoard, line: TravellerLine) -> Iterator[Difference | Note]:
    """All that is wrong with one line by itself."""
    for unread in line.unread:
        if unread.field == "lead":
            yield Note("lead_unreadable", (("board", board.number), ("line", line.position), ("text", unread.text)))
        else:
            yield Difference(line_where(event, board, line, unread.field), unread.text, None)
    reckoned = contract_points(board, line)
    if isinstance(line.outcome, BareReport) and line.points is not None and reckoned is None:
        nearest = _only(_possible_points(line.outcome, board.vulnerability))
        yield Difference(line_where(event, board, line), str(line.points), nearest)
    elif line.points is not None and reckoned is not None and line.points != reckoned:
        yield Difference(line_where(event, board, line), str(line.points), str(reckoned))
    if line.lin:
        yield from _judge_lin(event, board, line, line.lin)


def _only(points: set[int]) -> str | None:
    return str(next(iter(points))) if len(points) == 1 else None


def _judge_lin(event: PublishedEvent, board: PublishedBoard, line: TravellerLine, lin: str) -> Iterator[Difference | Note]:
    """Board and tricks must agree; an auction that ended otherwise is told only, since a table may have corrected its contract by hand."""
    try:
        record = read_lin(lin)[0]
    except EngineError as refusal:
        yield Note("lin_unreadable", (("board", board.number), ("line", line.position), ("code", refusal.code)))
        return
    outcome = line.outcome
    contract: Contract | PassedOut | None = outcome.contract if isinstance(outcome, Report | BareReport) else None
    declarer = outcome.declarer if isinstance(outcome, Report | BareReport) else None
    tricks = outcome.tricks if isinstance(outcome, Report | BareReport) else None
    for field, told, recorded in differences_with(record, board.number, contract, declarer, tricks):
        if field in ("board", "tricks"):
            yield Difference(line_where(event, board, line, f"lin {field}"), told, recorded)
        else:
            facts = (("board", board.number), ("line", line.position), ("told", told), ("recorded", recorded))
            yield Note(f"lin_{field}_differs", facts)
