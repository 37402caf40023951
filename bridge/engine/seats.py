"""Seats, sides, dealer and vulnerability (Laws 2, 3 and 5; the same in 1999 and 2017)."""

from enum import Enum

from bridge.engine.errors import EngineError


class NoSuchSeat(EngineError):
    """A seat is N, E, S or W. Facts: `text`."""


class NoSuchBoard(EngineError):
    """Board numbers begin at 1. Facts: `number`."""


class Side(Enum):
    """North-South or East-West."""

    NS = "NS"
    EW = "EW"

    @property
    def other(self) -> "Side":
        """The opponents' side."""
        return Side.EW if self is Side.NS else Side.NS


class Seat(Enum):
    """One of the four places at a table, in clockwise order."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    def turned(self, places: int) -> "Seat":
        """The seat so many places clockwise (to the left) from this one."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + places) % 4]

    @property
    def lho(self) -> "Seat":
        """The left-hand opponent, whose turn is next."""
        return self.turned(1)

    @property
    def partner(self) -> "Seat":
        """The seat opposite."""
        return self.turned(2)

    @property
    def rho(self) -> "Seat":
        """The right-hand opponent."""
        return self.turned(3)

    @property
    def side(self) -> Side:
        """The side this seat belongs to."""
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW


_CLOCKWISE = (Seat.N, Seat.E, Seat.S, Seat.W)


class Vulnerability(Enum):
    """Which sides are vulnerable on a board."""

    NONE = "none"
    NS = "NS"
    EW = "EW"
    BOTH = "both"

    def has(self, side: Side) -> bool:
        """Is `side` vulnerable?"""
        return self is Vulnerability.BOTH or self.value == side.value


_BY_BOARD = "none NS EW both NS EW both none EW both none NS both none NS EW".split()


def parse_seat(text: str) -> Seat:
    """The seat that `text` names by its letter, in either case. Raises NoSuchSeat."""
    try:
        return Seat(text.strip().upper())
    except ValueError:
        raise NoSuchSeat(text=text) from None


def dealer_of(board: int) -> Seat:
    """The dealer of a numbered board: N, E, S, W in turn (Law 2). Raises NoSuchBoard below 1."""
    if board < 1:
        raise NoSuchBoard(number=board)
    return _CLOCKWISE[(board - 1) % 4]


def vulnerability_of(board: int) -> Vulnerability:
    """The vulnerability of a numbered board, repeating every 16 (Law 2). Raises NoSuchBoard below 1."""
    if board < 1:
        raise NoSuchBoard(number=board)
    return Vulnerability(_BY_BOARD[(board - 1) % 16])
