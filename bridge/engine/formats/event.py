"""An event as a file published it: what was played, what was printed. Printed figures stay text, so that nothing is lost before they are checked."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from fractions import Fraction

from bridge.engine.cards import Card, Deal
from bridge.engine.contract import Contract, Report
from bridge.engine.errors import EngineError
from bridge.engine.scoring.outcome import Award
from bridge.engine.seats import Seat, Side, Vulnerability


class EventNotPlayable(EngineError):
    """The file names a form of event that is not known here. Facts: `kind`, `line`, `found`, `known`."""


class MethodNotKnown(EngineError):
    """The file names a way of scoring that is not known here. Facts: `kind`, `line`, `found`, `known`."""


class UnreadableBoardNumber(EngineError):
    """Boards are numbered 1, 2, 3 ... Facts: `line`, `found`."""


class NotWritable(EngineError):
    """A format has no place for this form of event. Facts: `kind`, `form`."""


class SeveralEvents(EngineError):
    """A file of results publishes one event. Facts: `line` (where the second begins), `first`, `second` (their names)."""


class Form(Enum):
    """Who competes: pairs, single players, teams."""

    PAIRS = "pairs"
    SINGLES = "singles"
    TEAMS = "teams"


class Method(Enum):
    """How a board is scored, as far as a file says it."""

    MATCHPOINTS = "matchpoints"
    CROSS_IMPS = "cross_imps"
    BUTLER = "butler"
    TOTAL_POINTS = "total_points"
    TEAM_IMPS = "team_imps"


class Absence(Enum):
    """Why a line has no result: the board was not played, the pair sat out, the file does not tell, or only the figures beside it count."""

    NOT_PLAYED = "not_played"
    BYE = "bye"
    UNKNOWN = "unknown"
    AS_PRINTED = "as_printed"


@dataclass(frozen=True, slots=True)
class ArtificialScore:
    """An artificial score for each side: a percent of the top, or an award of Law 12C2."""

    ns: Fraction | Award
    ew: Fraction | Award


@dataclass(frozen=True, slots=True)
class BareReport:
    """A contract of which the file does not tell all: who declared, or how many tricks were won, is missing."""

    contract: Contract
    declarer: Seat | None
    tricks: int | None
    lead: Card | None = None


@dataclass(frozen=True, slots=True)
class SplitScore:
    """Scores that differ by a ruling: for each side the points, seen from North-South, that it counts, or an artificial score."""

    ns: int | Fraction | Award
    ew: int | Fraction | Award


Outcome = Report | BareReport | ArtificialScore | SplitScore | Absence


@dataclass(frozen=True, slots=True)
class Unread:
    """Something printed on a line that means nothing: which field, and its text."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """One table's line on a board's traveller.

    position   1-based place on the traveller as the file has it
    ns, ew     the numbers printed for each side: one of a pair, two of single players, none where the side sat out
    points     North-South's points as printed, None where none are
    ns_scored  what North-South won on the board, in the method's unit, as printed
    room       the side on which the match's first team sat at this table, in a team match
    match      the match's first team, where lines of several matches stand on one traveller
    """

    position: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    outcome: Outcome
    points: int | None = None
    ns_scored: str | None = None
    ew_scored: str | None = None
    ns_percent: str | None = None
    ew_percent: str | None = None
    table: str = ""
    round: int | None = None
    room: Side | None = None
    match: str = ""
    lin: str | None = None
    unread: tuple[Unread, ...] = ()
    line: int = field(default=0, compare=False)

    def numbers(self, side: Side) -> tuple[str, ...]:
        """The numbers printed for one side."""
        return self.ns if side is Side.NS else self.ew

    def scored(self, side: Side) -> str | None:
        """What one side won on the board, as printed."""
        return self.ns_scored if side is Side.NS else self.ew_scored

    def percent(self, side: Side) -> str | None:
        """One side's percentage on the board, as printed."""
        return self.ns_percent if side is Side.NS else self.ew_percent


@dataclass(frozen=True, slots=True)
class PublishedBoard:
    """One board of a section with its traveller; `datum` as printed."""

    number: int
    dealer: Seat
    vulnerability: Vulnerability
    lines: tuple[TravellerLine, ...] = ()
    section: str = ""
    session: str = ""
    deal: Deal | None = None
    datum: str | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the file names one."""

    name: str
    national_number: str = ""
    club_number: str = ""
    number: str = ""


@dataclass(frozen=True, slots=True)
class MasterPoints:
    """Master points as published: amount and colour as printed."""

    amount: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair, a single player or a team with what was published for it; figures as printed, None where nothing is.

    direction    the side it sat all the time where the file says so
    adjustment   a penalty or bonus in the unit of the percentage or of the total
    handicap     what was given before the first board, in the same unit, in whole or by halves
    members      the pairs of a team
    """

    number: str
    direction: Side | None = None
    section: str = ""
    session: str = ""
    name: str = ""
    score: str | None = None
    percent: str | None = None
    place: str | None = None
    boards: int | None = None
    adjustment: str | None = None
    handicap: str | None = None
    wins: str | None = None
    players: tuple[Person, ...] = ()
    master_points: tuple[MasterPoints, ...] = ()
    members: tuple["Entrant", ...] = ()


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """One board of a match: the IMPs to the match's first team as printed, and the lines of both rooms."""

    board: PublishedBoard
    imps: str | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A match of two teams (or two pairs in a Swiss) with the scores printed for both."""

    round: int | None
    first: str
    second: str
    first_board: int | None = None
    last_board: int | None = None
    first_score: str | None = None
    second_score: str | None = None
    boards: tuple[MatchBoard, ...] = ()
    session: str = ""


@dataclass(frozen=True, slots=True)
class PublishedEvent:
    """One event with everything its file published.

    winners        1 or 2 where the file says so
    boards_due     boards that an entrant should play, where the file says so
    method         None where the file does not name it
    methods        those among which the file leaves the choice, where its name for the method says so much
    vp             are matches scored by victory points?
    means          are the entrants' scores means over their boards, not sums?
    percents       are the entrants' scores their percentages?
    """

    form: Form
    method: Method | None
    source: str
    title: str = ""
    club: str = ""
    club_number: str = ""
    identifier: str = ""
    program: str = ""
    day: date | None = None
    winners: int | None = None
    boards_due: int | None = None
    vp: bool = False
    means: bool = False
    percents: bool = False
    methods: tuple[Method, ...] = ()
    pair_method: Method | None = None
    entrants: tuple[Entrant, ...] = ()
    boards: tuple[PublishedBoard, ...] = ()
    matches: tuple[Match, ...] = ()
    factoring: str | None = None

    def travellers(self) -> Iterator[PublishedBoard]:
        """All boards with lines, those of the matches too."""
        yield from (board for board in self.boards if board.lines)
        for match in self.matches:
            yield from (played.board for played in match.boards)


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed figure: its text, the value the text says, and the worth of one unit of its last digit."""

    text: str
    value: Fraction
    unit: Fraction = field(default=Fraction(1))

    def agrees_with(self, exact: Fraction) -> bool:
        """Does it lie at most half a unit of its last digit from the exact value?"""
        return abs(exact - self.value) * 2 <= self.unit
