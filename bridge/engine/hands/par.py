"""Par: the score that both sides reach when all cards are seen and nobody can do better by another call."""

from dataclasses import dataclass

from bridge.engine.contract import Contract, Doubling, Strain, score_contract
from bridge.engine.hands.makes import Makes
from bridge.engine.seats import Seat, Side, Vulnerability

_CALLS = tuple((level, strain) for level in range(1, 8) for strain in Strain)


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract that gives the par score.

    seats    who may declare it: one seat, or both of a side
    tricks   declarer's, 0 to 13
    """

    contract: Contract
    seats: tuple[Seat, ...]
    tricks: int


@dataclass(frozen=True, slots=True)
class Par:
    """The par score from North-South's side, and the contracts that give it, lowest first; none when the board is passed out."""

    points: int
    contracts: tuple[ParContract, ...]


def par_of(makes: Makes, dealer: Seat, vulnerability: Vulnerability) -> Par:
    """The par of a deal by its double-dummy table.

    A side that fails is doubled; one that makes is not. Reckoned from the highest contract down: a contract is worth what its side scores unless the
    other side has a higher one that is worth more to it. The dealer's side chooses first, and a side that passes may still be followed by the other,
    so where both sides can make the same 1NT the first to speak has it.
    """
    held = _worth_when_held(makes, vulnerability)
    first, second = dealer.side, dealer.side.other
    second_opens = _better(second, 0, [held[at, second] for at in range(len(_CALLS))])
    points = _better(first, second_opens, [held[at, first] for at in range(len(_CALLS))])
    return Par(points, _contracts(makes, vulnerability, held, points))


def _worth_when_held(makes: Makes, vulnerability: Vulnerability) -> dict[tuple[int, Side], int]:
    """North-South's points of each contract by each side when the other side may still bid over it."""
    held: dict[tuple[int, Side], int] = {}
    for at in reversed(range(len(_CALLS))):
        for side in Side:
            over = [held[higher, side.other] for higher in range(at + 1, len(_CALLS))]
            held[at, side] = _better(side.other, _points(makes, at, side, vulnerability), over)
    return held


def _better(side: Side, passed: int, bids: list[int]) -> int:
    """What a side gets that may pass or make one of these bids, in North-South's points."""
    return max([passed, *bids]) if side is Side.NS else min([passed, *bids])


def _points(makes: Makes, at: int, side: Side, vulnerability: Vulnerability) -> int:
    """North-South's points when this side plays this contract, doubled where it fails."""
    contract, tricks = _played(makes, at, side)
    points = score_contract(contract, tricks, vulnerable=vulnerability.has(side))
    return points if side is Side.NS else -points


def _played(makes: Makes, at: int, side: Side) -> tuple[Contract, int]:
    level, strain = _CALLS[at]
    tricks = makes.best(side, strain)
    return Contract(level, strain, Doubling.NONE if tricks >= level + 6 else Doubling.X), tricks


def _contracts(makes: Makes, vulnerability: Vulnerability, held: dict[tuple[int, Side], int], points: int) -> tuple[ParContract, ...]:
    """The contracts that give these points and that the other side has nothing better to bid over: of one strain and side the lowest."""
    found: dict[tuple[Strain, Side], ParContract] = {}
    if points == 0:
        return ()
    for at, (_level, strain) in enumerate(_CALLS):
        for side in Side:
            over = [_points(makes, higher, side.other, vulnerability) for higher in range(at + 1, len(_CALLS))]
            is_last = _better(side.other, points, over) == points
            if is_last and held[at, side] == points == _points(makes, at, side, vulnerability) and (strain, side) not in found:
                contract, tricks = _played(makes, at, side)
                found[strain, side] = ParContract(contract, makes.declarers(side, strain), tricks)
    return tuple(found.values())
