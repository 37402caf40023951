"""What the rulings that stand make of one board at one table: the newest counts, and what it had covered counts again when it is taken back. Reading only."""

from collections.abc import Mapping
from dataclasses import dataclass

from bridge.engine.contract import Report
from bridge.engine.seats import Side
from bridge.mapping.outcomes import Row, with_earlier_moves
from bridge.mapping.slips import report_of
from bridge.models import Adjustment, AdjustmentKind, Board, Result, Ruling, Seating

# Acts that put another row in the place of a ruling's: what it had covered still waits below.
_OF_RULINGS = ("give_ruling", "withdraw_ruling", "correct_result", "agree_result")


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts for one side, and the ruling that says so; None where it was decided without one."""

    row: Row
    ruling: int | None


def scores_at(
    seating: Seating, board: Board, *, without: Ruling | None = None, more: Mapping[Side, Row] | None = None, played: Report | None = None
) -> dict[Side, Standing]:
    """What counts for each side in the place of the result.

    without   a ruling that is left out: one that is to be withdrawn or replaced
    more      the rows of a ruling that is to be given, above all others; their ruling is None
    played    the result that the asking act makes count; None: the one that counts
    raises    NotSoManyTricks where rulings together move more tricks than a side has
    """
    rows = list(Adjustment.objects.filter(seating=seating, board=board).select_related("ruling", "until").order_by("-pk"))
    result = Result.objects.live().filter(seating=seating, board=board).first()
    start = played or (report_of(result) if result else None)
    left_out, has_result = without.pk if without else None, start is not None or result is not None
    found = {}
    for side in Side:
        layers = _layers([row for row in rows if row.side == side.value], left_out, has_result)
        if more and side in more:
            layers.insert(0, Standing(more[side], None))
        if layers:
            found[side] = Standing(with_earlier_moves(layers[0].row, [each.row for each in layers[1:]], board.number, start), layers[0].ruling)
    return found


def _layers(rows: list[Adjustment], left_out: int | None, has_result: bool) -> list[Standing]:
    """What stands for a side, the newest ruling first, below all what was decided without one.

    A row that a ruling covered waits below it; one that was ended by hand is over, and so is all that was below it.
    """
    since = max((_ended_by_hand(row) for row in rows), default=0)
    waiting = [row for row in rows if row.until is None or row.until.pk > since]
    by_ruling: dict[int | None, Adjustment] = {}
    for row in waiting:
        if row.ruling is None and row.kind == AdjustmentKind.NOT_PLAYED and has_result:
            continue
        if row.ruling is None or (row.ruling.until_id is None and row.ruling_id != left_out):
            by_ruling.setdefault(row.ruling_id, row)
    newest_first = sorted(by_ruling.items(), key=lambda each: -(each[0] or 0))
    return [Standing((AdjustmentKind(row.kind), row.value), ruling) for ruling, row in newest_first]


def _ended_by_hand(row: Adjustment) -> int:
    """The act that ended the row where that was neither a ruling nor the withdrawal of one, and no result that came late; 0 otherwise."""
    if row.until is None or row.until.kind in _OF_RULINGS or row.kind == AdjustmentKind.NOT_PLAYED:
        return 0
    return int(row.until.pk)
