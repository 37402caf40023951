"""An irregular call and where it was made: what the facts told say about it, and what follows from them."""

from dataclasses import dataclass

from bridge.engine.auction import Auction, Bid, Call, Plain, Position, is_admissible, is_sufficient, position_of
from bridge.engine.laws import facts as f
from bridge.engine.laws.case import Case
from bridge.engine.laws.codes import AuctionEffect, ScoreEffect
from bridge.engine.laws.rectification import Prescribed, Rectification, about
from bridge.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Irregular:
    """The call, who made it, the auction before it, and whose turn it was; None where that cannot be known."""

    call: Call | None
    caller: Seat | None
    auction: Auction | None
    turn: Seat | None
    position: Position | None

    @property
    def in_rotation(self) -> bool:
        """Was it his own turn, as far as is known?"""
        return self.position in (None, Position.IN_ROTATION)

    @property
    def last_bid(self) -> Bid | None:
        """The last bid before it."""
        last = self.auction.last_bid if self.auction else None
        return last[1] if last else None

    @property
    def cancelled(self) -> tuple[Prescribed, ...]:
        """The call is cancelled."""
        return cancelled(self.call)

    @property
    def cancelled_out_of_rotation(self) -> tuple[Prescribed, ...]:
        """The call is cancelled and the auction goes back to the player whose turn it was (Law 29B)."""
        return (*self.cancelled, *([about(AuctionEffect.REVERT, self.turn)] if self.turn else []))


def situation(case: Case) -> Irregular:
    """The irregular call as told. Whose turn it was counts as told, the calls before may be a part only; otherwise it follows from them.

    raises   ContradictoryFacts where the position told is not the one that follows
    """
    made = case.learn(f.AUCTION)
    dealer = case.told(f.DEALER) or (made[0].seat if made else None)
    # An auction that nobody told is not an auction without calls: what is told of it stands by itself.
    auction = Auction(dealer, made) if dealer and made is not None else None
    call, caller = case.ask(f.IRREGULAR_CALL), case.ask(f.CALLER)
    position = case.told(f.POSITION)
    turn = case.told(f.TURN_SEAT)
    if turn is None and auction and not auction.is_over:
        turn = auction.turn
    if turn is None and caller and position:
        turn = _turn_from(caller, position)
    if caller and turn:
        position = case.agree(f.POSITION, position_of(caller, turn))
    return Irregular(call, caller, auction, turn, position)


def _turn_from(caller: Seat, position: Position) -> Seat:
    return next(seat for seat in Seat if position_of(caller, seat) is position)


def had_called_before(case: Case, it: Irregular) -> bool:
    """Had the offender called before on this board?"""
    if it.auction is None or it.caller is None:
        return case.ask(f.OFFENDER_CALLED_BEFORE)
    return case.agree(f.OFFENDER_CALLED_BEFORE, it.auction.has_called(it.caller))


def somebody_had_bid(case: Case, it: Irregular) -> bool:
    """Had anyone bid before the irregular call?"""
    return case.agree(f.ANY_BID, it.last_bid is not None) if it.auction else case.ask(f.ANY_BID)


def was_admissible(case: Case, it: Irregular) -> bool:
    """Did the double or redouble satisfy Law 19?"""
    if it.auction is None or it.caller is None or not isinstance(it.call, Plain):
        return case.ask(f.ADMISSIBLE)
    return case.agree(f.ADMISSIBLE, is_admissible(it.auction, it.caller, it.call))


def called_over(case: Case) -> Call | None:
    """What the left-hand opponent called over it before the ruling; None where he has not called. At the desk it is asked."""
    call = case.told(f.LHO_CALL)
    if call is None and case.at_desk and case.ask(f.LHO_CALLED):
        return case.ask(f.LHO_CALL)
    return call


def supersedes(bid: Bid, it: Irregular) -> bool:
    """Is this bid sufficient over the last bid before the irregular call?"""
    return is_sufficient(bid, it.last_bid)


def cancelled(*calls: Call | None) -> tuple[Rectification, ...]:
    """These calls are withdrawn or cancelled."""
    return tuple(about(AuctionEffect.CALL_CANCELLED, call) for call in calls if call is not None)


def stands(*calls: Call | None) -> tuple[Rectification, ...]:
    """These calls are treated as legal; two that are alike (a pass over a pass) are told once."""
    return tuple(about(AuctionEffect.CALL_STANDS, call) for call in dict.fromkeys(calls) if call is not None)


def later_cancelled(*calls: Call | None) -> tuple[Rectification, ...]:
    """These later calls, in the order made, are cancelled too."""
    made = tuple(call for call in calls if call is not None)
    return (about(AuctionEffect.SUBSEQUENT_CANCELLED, *made),) if made else ()


def forced_pass_memo(case: Case) -> ScoreEffect:
    """At the end it is asked whether the offender could have known that silencing partner would pay (1999: Law 23; 2017: Law 72C)."""
    return case.either(ScoreEffect.LAW23_MEMO, ScoreEffect.LAW72C_MEMO)
