"""How many tricks an established revoke moves (Law 64A, 64B), from a record of winners or from a short tally.

Equity (64C) is the director's and is not counted here. The number moves, never a particular trick.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from bridge.engine.cards import Card
from bridge.engine.errors import EngineError
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.words import WonBy
from bridge.engine.seats import Seat


class NoSuchTrick(EngineError):
    """A revoke is made on one of the first twelve tricks of a board of thirteen. Facts: `trick`, `winners`."""

    law = "64"


@dataclass(frozen=True, slots=True)
class Tally:
    """The short count of one revoke.

    won              who won the trick of the revoke; declarer and dummy are two hands: a trick won by dummy's card is not declarer's
    from_it_on       tricks that the offending side won from that trick on, itself included
    with_legal_card  later tricks that the offender won with a card that he could legally have played to the revoke trick
    """

    won: WonBy
    from_it_on: int
    with_legal_card: int = 0


@dataclass(frozen=True, slots=True)
class Revoke:
    """One established revoke on a record: trick (1-12), offender, the cards he could legally have played, and the cards that won him later tricks."""

    trick: int
    offender: Seat
    legal_then: frozenset[Card] = frozenset()
    won_with: tuple[tuple[int, Card], ...] = ()


@dataclass(frozen=True, slots=True)
class Transfer:
    """How many tricks move to the other side, and the paragraph that says so (64A1, 64A2, 64B1)."""

    tricks: int
    law: str


def tally_of(winners: tuple[Seat, ...], revoke: Revoke) -> Tally:
    """The short tally of a record of the winners, as played; thirteen where play did not end by a claim. Raises NoSuchTrick."""
    _check(winners, revoke)
    winner, side = winners[revoke.trick - 1], revoke.offender.side
    won = WonBy.OFFENDER if winner is revoke.offender else WonBy.PARTNER if winner.side is side else WonBy.OPPONENTS
    return Tally(won, sum(seat.side is side for seat in winners[revoke.trick - 1 :]), len(_qualifying(winners, revoke)))


def transfer_by_tally(edition: Edition, tally: Tally) -> Transfer:
    """Tricks moved, the exemptions of 64B2-64B8 apart.

    Two if the offender's own card won the trick and the side won another one from it on (both editions), otherwise one. 1999 alone: one more
    if the offender later won a trick with a card that he could have played, beside the first one.
    """
    if tally.from_it_on == 0:
        return Transfer(0, "64B1")
    if tally.won is WonBy.OFFENDER:
        return Transfer(min(2, tally.from_it_on), "64A1")
    additional = edition is Edition.CN1999 and tally.with_legal_card > 0 and tally.from_it_on > 1
    return Transfer(2 if additional else 1, "64A2")


def transfer_by_record(edition: Edition, winners: tuple[Seat, ...], revoke: Revoke) -> Transfer:
    """Tricks moved for one revoke, counted on the thirteen winners. Raises NoSuchTrick."""
    return transfer_by_tally(edition, tally_of(winners, revoke))


@dataclass(frozen=True, slots=True)
class Demand:
    """One trick that a revoke asks for, and the trick that answers it; None where no free one is left."""

    revoke: Revoke
    trick: int | None


def transfer_of_several(edition: Edition, winners: tuple[Seat, ...], revokes: Iterable[Revoke]) -> tuple[Demand, ...]:
    """The demands of several established revokes of one side in different suits, each trick moving once at most.

    The trick that a revoker won himself is kept for his own revoke; then each additional trick of 1999 takes the earliest one that answers it, so that
    the late ones are left to the late revokes; then from the latest revoke to the earliest each takes the latest free trick that is left to it. No other
    way answers more demands. The texts are silent on double counting: the reading is doubtful and the director sees each demand.
    Raises NoSuchTrick.
    """
    latest_first = sorted(revokes, key=lambda revoke: -revoke.trick)
    counted = [(revoke, transfer_by_record(edition, winners, revoke)) for revoke in latest_first]
    demands = [Demand(revoke, revoke.trick) for revoke, wanted in counted if wanted.law == "64A1"]
    taken = {demand.trick for demand in demands}

    def take(revoke: Revoke, free: list[int]) -> None:
        chosen = next((number for number in free if number not in taken), None)
        taken.add(chosen)
        demands.append(Demand(revoke, chosen))

    for revoke, wanted in counted:
        if wanted.law == "64A2" and wanted.tricks == 2:
            take(revoke, sorted(_qualifying(winners, revoke)))
    for revoke, wanted in counted:
        if wanted.tricks and (wanted.law == "64A2" or wanted.tricks == 2):
            take(revoke, [number for number in range(13, revoke.trick - 1, -1) if _won_by_side(winners, revoke, number)])
    return tuple(demands)


def _won_by_side(winners: tuple[Seat, ...], revoke: Revoke, number: int) -> bool:
    """Did the revoker's side win this trick?"""
    return number <= len(winners) and winners[number - 1].side is revoke.offender.side


def _qualifying(winners: tuple[Seat, ...], revoke: Revoke) -> tuple[int, ...]:
    """Later tricks that the offender won himself with a card that he could legally have played."""
    return tuple(
        number
        for number, card in revoke.won_with
        if revoke.trick < number <= len(winners) and winners[number - 1] is revoke.offender and card in revoke.legal_then
    )


def _check(winners: tuple[Seat, ...], revoke: Revoke) -> None:
    if not 1 <= revoke.trick <= 12 or not revoke.trick <= len(winners) <= 13:
        raise NoSuchTrick(trick=revoke.trick, winners=len(winners))
