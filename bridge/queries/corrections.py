"""One board at one table as the staff see it: what was said, what counts, what was done about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bridge.engine.contract import Report as EngineReport
from bridge.engine.seats import Side
from bridge.models import Act, Adjustment, AdjustmentKind, Board, DirectorCall, Foul, Report, Result, Seating, Session
from bridge.queries.effects import Effect
from bridge.queries.room import PairHere, by_side, pairs_of, seated_for_teams
from bridge.queries.standing_scores import scores_at


@dataclass(frozen=True, slots=True)
class TableOfBoard:
    """A table of the section that has the board: in which round, and in which form it plays it ("" as it was dealt)."""

    seating: int
    round: int
    table: int
    form: str


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
    tables: tuple[TableOfBoard, ...]
    seen: int

    @property
    def is_first(self) -> bool:
        """Has nothing been said or decided here yet? Then a result is no correction."""
        return self.report is None and self.result is None and not self.adjustments

    def standing_with(self, played: EngineReport) -> list[tuple[str, str, dict[str, Any]]]:
        """Side, kind and value of what a director decided here, if this result counts: tricks that a ruling moved are moved from it."""
        scores = scores_at(self.seating, self.board, played=played)
        rows = [row for row in self.adjustments if row.kind != AdjustmentKind.NOT_PLAYED]
        return [(row.side, *(scores[Side(row.side)].row if row.kind == AdjustmentKind.TRICKS else (row.kind, row.value))) for row in rows]

    @property
    def is_fouled(self) -> bool:
        """Did any table play it in another form?"""
        return any(table.form for table in self.tables)


def case_of(seating: Seating, board: Board) -> BoardCase:
    """The board at the table as it stands."""
    where = {"seating": seating, "board": board}
    session = seating.section.session
    pairs = pairs_of(session)
    of_teams = seated_for_teams(session, pairs)
    sat = seating.places.live().values_list("side", "entry")
    at = by_side({side: of_teams.get((seating.pk, side), pairs[entry]) for side, entry in sat if entry in pairs})
    acts = Act.objects.filter(journal=session.journal, facts__seating=seating.pk, facts__board=board.number).select_related("account").order_by("-pk")
    return BoardCase(
        seating, board, at.get("NS"), at.get("EW"), Report.objects.live().filter(**where).first(),
        Result.objects.live().filter(**where).first(), tuple(Adjustment.objects.live().filter(**where).order_by("-side")),
        tuple(DirectorCall.objects.filter(**where, done_by__isnull=True).order_by("called_at", "pk")), tuple(acts[:30]), _tables_of(seating, board),
        session.journal.head,
    )


def _tables_of(seating: Seating, board: Board) -> tuple[TableOfBoard, ...]:
    fouls = list(Foul.objects.live().filter(section=seating.section_id, board=board).order_by("-from_round").values_list("table", "from_round", "form"))
    seatings = Seating.objects.live().filter(section=seating.section_id, first_board__lte=board.number, last_board__gte=board.number)
    rows = seatings.order_by("round__number", "table").values_list("pk", "round__number", "table")

    def form_at(table: int, number: int) -> str:
        return next((form for at, since, form in fouls if at == table and number >= since), "")

    return tuple(TableOfBoard(pk, number or 0, table, form_at(table, number or 0)) for pk, number, table in rows)


def named(session: Session, effects: Sequence[Effect], coming: Sequence[PairHere] = ()) -> list[dict[str, Any]]:
    """Effects with the pairs that they move, for the page; `coming` are pairs that have no number yet."""
    pairs = pairs_of(session) | {pair.entry: pair for pair in coming}
    told = [effect for effect in effects if effect.moved or effect.problem or effect.note] or list(effects[:1])  # of several sections those that it touches
    return [{"effect": effect, "rows": [(moved, pairs.get(moved.entry)) for moved in effect.moved]} for effect in told]
