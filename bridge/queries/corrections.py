"""One board at one table as the staff see it: what was said, what counts, what was done about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bridge.models import Act, Adjustment, Board, DirectorCall, Report, Result, Seating, Session
from bridge.queries.effects import Effect
from bridge.queries.room import PairHere, pairs_of


@dataclass(frozen=True, slots=True)
class BoardCase:
    """Everything about one board at one table; `seen` is the newest act that this shows."""

    seating: Seating
    board: Board
    ns: PairHere | None
    ew: PairHere | None
    report: Report | None
    result: Result | None
    adjustments: tuple[Adjustment, ...]
    calls: tuple[DirectorCall, ...]
    acts: tuple[Act, ...]
    seen: int


def case_of(seating: Seating, board: Board) -> BoardCase:
    """The board at the table as it stands."""
    where = {"seating": seating, "board": board}
    session = seating.section.session
    pairs = pairs_of(session)
    sides = dict(seating.places.live().values_list("side", "entry"))
    acts = Act.objects.filter(journal=session.journal, facts__seating=seating.pk, facts__board=board.number).select_related("account").order_by("-pk")
    return BoardCase(
        seating, board, pairs.get(sides.get("NS", 0)), pairs.get(sides.get("EW", 0)), Report.objects.live().filter(**where).first(),
        Result.objects.live().filter(**where).first(), tuple(Adjustment.objects.live().filter(**where).order_by("-side")),
        tuple(DirectorCall.objects.filter(**where, done_by__isnull=True).order_by("called_at")), tuple(acts[:30]), session.journal.head,
    )


def named(session: Session, effects: Sequence[Effect]) -> list[dict[str, Any]]:
    """Effects with the pairs that they move, for the page."""
    pairs = pairs_of(session)
    return [{"effect": effect, "rows": [(moved, pairs.get(moved.entry)) for moved in effect.moved]} for effect in effects]
