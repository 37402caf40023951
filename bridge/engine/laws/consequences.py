"""From a ruling to the score of the board, where the Law fixes it; the director confirms or changes it. Tricks moved, artificial, assigned, weighted scores."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from bridge.engine.contract import Report
from bridge.engine.errors import EngineError
from bridge.engine.laws import facts as f
from bridge.engine.laws.case import Facts
from bridge.engine.laws.codes import AuctionEffect, ScoreEffect
from bridge.engine.laws.rectification import Outcome, Rectification, Share
from bridge.engine.laws.words import Role, Weight
from bridge.engine.scoring.outcome import Assigned, Award, Component, FixedImps, FixedPercent, SideOutcome, Unscored, Weighted
from bridge.engine.seats import Seat, Side


class NotSoManyTricks(EngineError):
    """More tricks are moved than the offending side has won. Facts: `tricks` that it won, `moved`."""

    law = "64A"


class NoTricksToMove(EngineError):
    """A board that was passed out, or of which only the points are known, has no tricks that could be moved."""

    law = "64A"


@dataclass(frozen=True, slots=True)
class TricksMoved:
    """Tricks that go over to the other side; `loser` is the side that loses them, None where the facts do not tell."""

    tricks: int
    loser: Side | None


@dataclass(frozen=True, slots=True)
class TricksOwed:
    """The board is scored as if North-South had won so many tricks: the adjusted score in place of the transfer (64C)."""

    north_south: int


Consequence = TricksMoved | TricksOwed | Mapping[Side, SideOutcome]

_AWARDS = {60: Award.PLUS, 50: Award.AVERAGE, 40: Award.MINUS}
_IMPS = {3: Award.PLUS, 0: Award.AVERAGE, -3: Award.MINUS}
_CANCELLED = {AuctionEffect.BOARD_CANCELLED, ScoreEffect.BOARD_CANCELLED, ScoreEffect.BOARD_CANCELLED_BOTH}


def consequence_of(outcome: Outcome, told: Facts) -> Consequence:
    """What the ruling makes of the board's score; no side in it where the Law fixes nothing or leaves it to judgment."""
    if outcome.tricks_moved:
        return TricksMoved(outcome.tricks_moved, offending_side(told))
    expected = told.get(f.TD_EXPECTED_NS)
    if isinstance(expected, int) and outcome.tricks_transferred is not None and outcome.tricks_moved is None:
        return TricksOwed(expected)
    for each in outcome.rectifications:
        found = _scores(each, told)
        if found:
            return found
    return {}


def offending_side(told: Facts) -> Side | None:
    """The side of the offender, where that was told."""
    offender = told.get(f.OFFENDER) or told.get(f.CALLER)
    declarer = told.get(f.DECLARER)
    if offender is Role.DECLARING_SIDE:
        return declarer.side if isinstance(declarer, Seat) else None
    return offender.side if isinstance(offender, Seat) else None


def with_tricks_moved(report: Report, moves: Iterable[tuple[int, Side]]) -> Report:
    """The same result after so many tricks went from each side named to the other: one move for each ruling that moves any.

    raises   NoTricksToMove, NotSoManyTricks where a side loses more, all rulings together, than it had won
    """
    if report.declarer is None or report.tricks is None:
        raise NoTricksToMove
    lost = dict.fromkeys(Side, 0)
    for tricks, loser in moves:
        lost[loser] += tricks
    declaring = report.declarer.side
    won = {declaring: report.tricks, declaring.other: 13 - report.tricks}
    for side, tricks in lost.items():
        if tricks > won[side]:
            raise NotSoManyTricks(tricks=won[side], moved=tricks)
    return replace(report, tricks=report.tricks - lost[declaring] + lost[declaring.other])


def with_tricks_owed(report: Report, owed: TricksOwed) -> Report | None:
    """The same contract with the tricks that North-South are owed; None where the board was passed out."""
    if report.declarer is None:
        return None
    return replace(report, tricks=owed.north_south if report.declarer.side is Side.NS else 13 - owed.north_south)


def _scores(each: Rectification, told: Facts) -> dict[Side, SideOutcome]:
    if each.effect in _CANCELLED:
        return dict.fromkeys(Side, Unscored.CANCELLED)
    if each.effect is ScoreEffect.WEIGHTED:
        parts = tuple(Component(part.ns_points, part.percent / 100) for part in each.details if isinstance(part, Weight))
        return dict.fromkeys(Side, Weighted(parts))
    shares = [share for share in each.details if isinstance(share, Share) and share.party in ("NS", "EW")]
    return {Side(share.party.value): score for share in shares if (score := _of_share(each.effect, share, told)) is not None}


def _of_share(effect: object, share: Share, told: Facts) -> SideOutcome | None:
    """An award keeps the indemnity for the side's own session (Law 88; 2017: 12C2c), which the ranking knows; a percentage worked out from it is fixed."""
    if effect is ScoreEffect.ADJ_ARTIFICIAL:
        fixed = f.SESSION_PCT in told
        return _AWARDS.get(int(share.amount)) if not fixed and share.amount in _AWARDS else FixedPercent(Fraction(share.amount))
    if effect is ScoreEffect.ADJ_IMP:
        return _IMPS[int(share.amount)] if share.amount in _IMPS else FixedImps(Fraction(share.amount))
    if effect is ScoreEffect.ADJ_ASSIGNED:
        points = int(share.amount)
        return Assigned(points if share.party == "NS" else -points)
    return None
