"""What the director of the demonstration club decides on an evening: each evening one decision, every kind of them in turn."""

from fractions import Fraction

from bridge.actions.fouls import foul_board
from bridge.actions.results import adjust_board, give_penalty
from bridge.engine.scoring.outcome import Assigned, Award, Component, Extra, FixedPercent, SideOutcome, Unit, Weighted
from bridge.engine.seats import Side
from bridge.models import Entry, Result, Seating
from bridge.permissions import Actor


def decide(number: int, seating: Seating, *, in_imps: bool, by: Actor, key: str, seen: int) -> None:
    """The decision of the evening of this number about its last board at this table.

    in_imps   marks are IMPs, so that a fine is 3 of them and a board without time is averages
    """
    (_no_time, _late, _split, _weighted, _fouled, _fined, _both_slow)[number % 7](seating, in_imps, by, key, seen)


def _no_time(seating: Seating, in_imps: bool, by: Actor, key: str, seen: int) -> None:
    percents: dict[Side, SideOutcome] = {Side.NS: FixedPercent(Fraction(60)), Side.EW: FixedPercent(Fraction(40))}
    awards: dict[Side, SideOutcome] = {Side.NS: Award.PLUS, Side.EW: Award.MINUS}
    scores = awards if in_imps else percents
    adjust_board(seating, seating.last_board, scores, reason="no time for the last board", law="12C2", by=by, key=key, seen=seen)


def _late(seating: Seating, in_imps: bool, by: Actor, key: str, _seen: int) -> None:
    entry = Entry.objects.filter(places__seating=seating).order_by("pk")[0]
    amount, unit = (Fraction(3), Unit.METHOD) if in_imps else (Fraction(10), Unit.PERCENT)
    give_penalty(seating.section.session, entry, amount, unit, reason="late for the second time", by=by, key=key)


def _split(seating: Seating, _in_imps: bool, by: Actor, key: str, seen: int) -> None:
    scores: dict[Side, SideOutcome] = {Side.NS: Award.PLUS, Side.EW: Assigned(140)}
    adjust_board(seating, seating.last_board, scores, reason="misinformation; the other side played on badly", law="12C1", by=by, key=key, seen=seen)


def _weighted(seating: Seating, _in_imps: bool, by: Actor, key: str, seen: int) -> None:
    score = Weighted((Component(170, Fraction(60, 100)), Component(140, Fraction(30, 100)), Component(-110, Fraction(10, 100))))
    adjust_board(seating, seating.last_board, dict.fromkeys(Side, score), reason="unauthorised information", law="16B", by=by, key=key, seen=seen)


def _fouled(seating: Seating, _in_imps: bool, by: Actor, key: str, seen: int) -> None:
    """From this round on the two hands were exchanged in the pocket."""
    board, begins = seating.last_board, seating.round.number if seating.round else 0
    played = Result.objects.live().filter(board__number=board, seating__section=seating.section_id)
    forms = {pk: "B" if number >= begins else "" for pk, number in played.values_list("seating", "seating__round__number")}
    foul_board(seating, board, forms, reason="two hands were exchanged in the board", by=by, key=key, seen=seen)


def _fined(seating: Seating, in_imps: bool, by: Actor, key: str, seen: int) -> None:
    fine = Extra(Side.NS, Fraction(-3), Unit.METHOD) if in_imps else Extra(Side.NS, Fraction(-25), Unit.PERCENT)
    adjust_board(seating, seating.last_board, {}, extras=[fine], reason="looked into a wrong board", law="90", by=by, key=key, seen=seen)


def _both_slow(seating: Seating, _in_imps: bool, by: Actor, key: str, seen: int) -> None:
    scores = dict.fromkeys(Side, Award.MINUS)
    adjust_board(seating, seating.last_board, scores, reason="not begun in time, by fault of both sides", law="12C2", by=by, key=key, seen=seen)
