"""The auction as it happened, and what is wrong with a call (Laws 17-22, 28, 31-39; the same in 1999 and 2017 except where said).

An `Auction` accepts every call as a fact, legal or not, in or out of rotation; `recognise` says what is wrong with the next one. What follows from
an irregularity is ruled in `laws`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum

from bridge.engine.contract import PASSED_OUT, Contract, Doubling, PassedOut, Strain
from bridge.engine.errors import EngineError
from bridge.engine.seats import Seat, parse_seat


class NoSuchCall(EngineError):
    """A call is P, X, XX, or a level and a strain. Facts: `text`."""

    law = "17"


class AuctionNotOver(EngineError):
    """There is no contract while somebody may still call. Facts: `calls`, the number made."""

    law = "22"


class Plain(Enum):
    """The three calls that name no strain."""

    PASS = "P"
    DOUBLE = "X"
    REDOUBLE = "XX"


PASS, DOUBLE, REDOUBLE = Plain.PASS, Plain.DOUBLE, Plain.REDOUBLE


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """A level and a strain, ordered by rank. Above the seventh level it can be made, and is never legal (Law 38)."""

    level: int
    strain: Strain

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 9:
            raise NoSuchCall(text=f"{self.level}{self.strain.name}")


Call = Bid | Plain


@dataclass(frozen=True, slots=True)
class Made:
    """A call and who made it."""

    seat: Seat
    call: Call


@dataclass(frozen=True, slots=True)
class Auction:
    """The dealer and the calls in the order made, as facts."""

    dealer: Seat
    made: tuple[Made, ...] = ()

    def with_call(self, seat: Seat, call: Call) -> "Auction":
        """The same auction with one more call, whatever it is worth."""
        return Auction(self.dealer, (*self.made, Made(seat, call)))

    @property
    def turn(self) -> Seat:
        """Whose turn it is, or would be if the auction were not over: next after the last caller, at first the dealer (Law 17)."""
        return self.made[-1].seat.lho if self.made else self.dealer

    @property
    def is_over(self) -> bool:
        """Have all four passed, or three after a call of another kind (Law 22)?"""
        return len(self.made) >= 4 and all(each.call is PASS for each in self.made[-3:])

    @property
    def last_bid(self) -> tuple[Seat, Bid] | None:
        """The last bid and its bidder; None while nobody has bid."""
        for each in reversed(self.made):
            if isinstance(each.call, Bid):
                return each.seat, each.call
        return None

    @property
    def last_action(self) -> Made | None:
        """The last call that is not a pass."""
        return next((each for each in reversed(self.made) if each.call is not PASS), None)

    def has_called(self, seat: Seat) -> bool:
        """Has this player called on this board?"""
        return any(each.seat is seat for each in self.made)


class Position(StrEnum):
    """Whose turn it was, seen from the player who called."""

    IN_ROTATION = "in_rotation"
    RHO_TURN = "rho_turn"
    PARTNER_TURN = "partner_turn"
    LHO_TURN = "lho_turn"


def position_of(caller: Seat, turn: Seat) -> Position:
    """Where the turn was, seen from the caller."""
    return {
        caller: Position.IN_ROTATION,
        caller.rho: Position.RHO_TURN,
        caller.partner: Position.PARTNER_TURN,
        caller.lho: Position.LHO_TURN,
    }[turn]


class Bar(Enum):
    """How long a player is bound to pass."""

    THIS_TURN = "next"
    ALWAYS = "always"


class Fault(StrEnum):
    """What is wrong with a call: the value is the kind under which it is ruled on."""

    AFTER_END = "after_final_pass"
    OVER_SEVEN = "over_seven"
    BARRED = "barred_player_bids"
    INADMISSIBLE = "inadmissible"
    PASS_OUT_OF_ROTATION = "oot_pass"
    BID_OUT_OF_ROTATION = "oot_bid"
    DOUBLE_OUT_OF_ROTATION = "oot_double"
    INSUFFICIENT = "insufficient_bid"


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What is wrong with a call, the law that deals with it, whose turn it was."""

    fault: Fault
    law: str
    turn: Seat


def parse_call(text: str) -> Call:
    """The call that `P`, `pass`, `X`, `dbl`, `XX`, `1nt`, `1N` or `4♠` names. Raises NoSuchCall."""
    plain = text.strip().upper().replace("\ufe0e", "").replace("\ufe0f", "")
    if plain in _PLAIN:
        return _PLAIN[plain]
    strain = _STRAINS.get(plain[1:])
    if strain is None or plain[0] not in "123456789":
        raise NoSuchCall(text=text)
    return Bid(int(plain[0]), strain)


_PLAIN = {
    "P": PASS, "PASS": PASS, "X": DOUBLE, "D": DOUBLE, "DBL": DOUBLE, "DOUBLE": DOUBLE, "XX": REDOUBLE, "R": REDOUBLE, "RDBL": REDOUBLE,
    "REDOUBLE": REDOUBLE,
}  # fmt: skip
_STRAINS = {strain.name: strain for strain in Strain} | {"NT": Strain.N, "♣": Strain.C, "♦": Strain.D, "♥": Strain.H, "♠": Strain.S}


def format_call(call: Call) -> str:
    """`P`, `X`, `XX`, `1N`, `4S`: the form that is stored."""
    return f"{call.level}{call.strain.name}" if isinstance(call, Bid) else call.value


def parse_made(text: str) -> Made:
    """A call with its seat from `N:1H`. Raises NoSuchSeat, NoSuchCall."""
    seat, _, call = text.partition(":")
    return Made(parse_seat(seat), parse_call(call))


def is_sufficient(bid: Bid, over: Bid | None) -> bool:
    """Does the bid supersede the last one (Law 18C, 18D)?"""
    return over is None or bid > over


def lowest_sufficient(strain: Strain, over: Bid | None) -> Bid:
    """The lowest bid in a strain that supersedes the last one; may lie above the seventh level."""
    return next(bid for level in range(1, 10) if is_sufficient(bid := Bid(level, strain), over))


def is_admissible(auction: Auction, seat: Seat, call: Plain) -> bool:
    """May this player double or redouble the last call that is not a pass (Law 19), his turn apart? A pass always may be made."""
    if call is PASS:
        return True
    last = auction.last_action
    if last is None or last.seat.side is seat.side:
        return False
    return isinstance(last.call, Bid) if call is DOUBLE else last.call is DOUBLE


def legal_calls(auction: Auction) -> frozenset[Call]:
    """Every call that the player whose turn it is may make; none when the auction is over."""
    if auction.is_over:
        return frozenset()
    bids = (Bid(level, strain) for level in range(1, 8) for strain in Strain)
    return frozenset(call for call in (*Plain, *bids) if recognise(auction, auction.turn, call) is None)


def recognise(auction: Auction, seat: Seat, call: Call, barred: Mapping[Seat, Bar] | None = None) -> Irregularity | None:
    """What is wrong with this call at this moment; None when it is in order.

    barred   players who are bound to pass at this turn. A call at the turn of a right-hand opponent who is barred counts as in rotation (Law 28A)
    returns  the one irregularity that is ruled on first: after the end, over seven, barred, inadmissible, out of rotation, insufficient
    """
    bound = barred or {}
    turn = auction.turn
    position = position_of(seat, turn)
    if auction.is_over:
        return Irregularity(Fault.AFTER_END, "39", turn)
    if isinstance(call, Bid) and call.level > 7:
        return Irregularity(Fault.OVER_SEVEN, "38", turn)
    if seat in bound and call is not PASS:
        return Irregularity(Fault.BARRED, "37", turn)
    if position is not Position.IN_ROTATION and not (position is Position.RHO_TURN and turn in bound):
        return Irregularity(*_OUT_OF_ROTATION[call if isinstance(call, Plain) else None], turn)
    if isinstance(call, Plain):
        return None if is_admissible(auction, seat, call) else Irregularity(Fault.INADMISSIBLE, "36", turn)
    last = auction.last_bid
    return None if is_sufficient(call, last and last[1]) else Irregularity(Fault.INSUFFICIENT, "27", turn)


_OUT_OF_ROTATION: dict[Plain | None, tuple[Fault, str]] = {
    PASS: (Fault.PASS_OUT_OF_ROTATION, "30"),
    DOUBLE: (Fault.DOUBLE_OUT_OF_ROTATION, "32"),
    REDOUBLE: (Fault.DOUBLE_OUT_OF_ROTATION, "32"),
    None: (Fault.BID_OUT_OF_ROTATION, "31"),
}


def last_contract(auction: Auction) -> tuple[Contract, Seat] | None:
    """The contract and declarer if the auction ended here; None while nobody has bid (Law 22).

    Declarer is whoever of the side first named the strain; the last bid must lie within the seven levels.
    """
    last = auction.last_bid
    if last is None:
        return None
    bidder, bid = last
    after = auction.made[max(index for index, each in enumerate(auction.made) if isinstance(each.call, Bid)) + 1 :]
    doublings = [each.call for each in after if each.call is not PASS]
    doubling = Doubling(doublings[-1].value) if doublings and isinstance(doublings[-1], Plain) else Doubling.NONE
    declarer = next(
        each.seat for each in auction.made if each.seat.side is bidder.side and isinstance(each.call, Bid) and each.call.strain is bid.strain
    )
    return Contract(bid.level, bid.strain, doubling), declarer


def final_contract(auction: Auction) -> tuple[Contract, Seat] | PassedOut:
    """The contract and declarer of a finished auction, or PASSED_OUT (Law 22). Raises AuctionNotOver."""
    if not auction.is_over:
        raise AuctionNotOver(calls=len(auction.made))
    return last_contract(auction) or PASSED_OUT
