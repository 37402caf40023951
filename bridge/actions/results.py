"""What is said about a board at a table: reported, agreed, disputed, accepted, corrected, adjusted, penalised.

A table's report that cannot count is kept and goes to the director: refused is never lost. Whoever calls has asked `permissions`;
everything else is judged again here, under the journal's lock.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from django.db.models import Exists, F, OuterRef

from bridge import models, tasks
from bridge.engine.contract import Report
from bridge.engine.report import BoardNotHere, CountsAlready, NothingCounts, NothingReported, OwnReport, RankingIsFinal, WaitsNoLonger, problems_with
from bridge.engine.scoring.outcome import Extra, SideOutcome, Unit, Unscored, problems_with_adjustment, problems_with_penalty
from bridge.engine.seats import Side, vulnerability_of
from bridge.jobs.counting import asks_what_counts, count_report, facts_of_accepted, finish_calls, next_acceptance, rankings_among, rankings_of
from bridge.mapping.outcomes import Told, decision_rows
from bridge.mapping.slips import columns_of, report_of, said_by, slip_facts
from bridge.models import AdjustmentKind, DirectorCall, Session, SessionState, journal
from bridge.models.prepared import Given, Prepared, Together, together
from bridge.permissions import Actor
from bridge.queries.progress import BoardState, state_of
from bridge.queries.standing_scores import scores_at


@dataclass(frozen=True, slots=True)
class At:
    """One board at one table with all that was ever said and decided about it, read under the lock."""

    seating: models.Seating
    board: models.Board
    reports: tuple[models.Report, ...]
    results: tuple[models.Result, ...]
    adjustments: tuple[models.Adjustment, ...]
    has_calls: bool  # the director has been asked about it, now or earlier

    @property
    def where(self) -> dict[str, Any]:
        """The columns that name it."""
        return {"seating": self.seating, "board": self.board}

    @property
    def report(self) -> models.Report | None:
        """What the table says now."""
        return next((row for row in self.reports if row.until_id is None), None)

    @property
    def result(self) -> models.Result | None:
        """What counts now."""
        return next((row for row in self.results if row.until_id is None), None)

    @property
    def is_ruled(self) -> bool:
        """Has the director put a score here?"""
        return any(row.until_id is None for row in self.adjustments)

    def newest_act(self) -> int:
        """The newest act that began or ended something here; 0 where nothing happened yet."""
        rows: tuple[journal.Fact, ...] = (*self.reports, *self.results, *self.adjustments)
        return max((act for row in rows for act in (row.since_id, row.until_id) if act), default=0)


_HERE = {"seating": Given("seating"), "board": Given("board")}
# The report is asked for together with the board, and so by its number.
_REPORTS = Prepared(lambda: models.Report.objects.filter(seating=Given("seating"), board__number=Given("number")).order_by("pk"))
_TOLD: dict[type[models.Result | models.Adjustment], Prepared] = {
    models.Result: Prepared(lambda: models.Result.objects.filter(**_HERE).order_by("pk")),
    models.Adjustment: Prepared(lambda: models.Adjustment.objects.filter(**_HERE).order_by("pk")),
}
# What may have changed of a seating and its session since they were read; everything else of a seating stays as it began.
_CHANGING = ("state", "needs_agreement", "accept_minutes")


def _board_at() -> Any:
    here = {"seating": Given("seating"), "board": OuterRef("pk")}
    exists = {f"has_{model.__name__}": Exists(model.objects.filter(**here)) for model in (models.Report, *_TOLD, DirectorCall)}
    now = {name: F(f"set__sections__session__{name}") for name in _CHANGING}
    boards = models.Board.objects.select_related("deal").filter(number=Given("number"), set__sections__seatings=Given("seating"))
    return boards.annotate(ended=F("set__sections__seatings__until"), **now, **exists)


_BOARD = Prepared(_board_at)


def _asks(seating: models.Seating, number: int) -> Together:
    """The statements whose answers `at_table` needs: what there is, so that a slip's first report asks for nothing else."""
    return (_BOARD.asks(seating=seating.pk, number=number),)


def _asks_with_report(seating: models.Seating, number: int) -> Together:
    """The same and the reports, where there must be one: what the other side answers."""
    return (*_asks(seating, number), _REPORTS.asks(seating=seating.pk, number=number))


def at_table(seating: models.Seating, number: int, read: Sequence[Any] = ()) -> At:
    """The seating as it is now, with its session, and the numbered board of its set; raises BoardNotHere where the set has no such board.

    read   what the act has read already: the answers to `_asks` or `_asks_with_report`
    """
    boards, *told = read or together(_asks(seating, number))
    board = next(iter(boards), None)
    if board is None:
        raise BoardNotHere(board=number, boards=tuple(range(seating.first_board, seating.last_board + 1)))
    seating.until_id = board.ended
    for name in _CHANGING:
        setattr(seating.section.session, name, getattr(board, name))
    reports = told[0] if told else _REPORTS.all(seating=seating.pk, number=number) if board.has_Report else ()
    results, adjustments = (
        tuple(rows.all(seating=seating.pk, board=board.pk)) if getattr(board, f"has_{model.__name__}") else () for model, rows in _TOLD.items()
    )
    for row in reports:
        row.knows(seating=seating, board=board)
    return At(seating, board, tuple(reports), results, adjustments, board.has_DirectorCall)


def facts_of_board(seating: models.Seating, number: int, **more: Any) -> dict[str, Any]:
    """What an act on one board at one table keeps, so that it can be read back."""
    return {"seating": seating.pk, "table": seating.table, "round": seating.round.number if seating.round else None, "board": number} | more


def _refuse_if_changed(at: At, seen: int) -> None:
    """Raise ChangedMeanwhile where something about this board at this table began or ended after the act that was seen."""
    newest = at.newest_act()
    if newest > seen:
        later = journal.Act.objects.get(pk=newest)
        raise models.ChangedMeanwhile(act=later.pk, kind=later.kind, at=later.at.isoformat(), account=later.account_id)


def _call(act: journal.Act, seating: models.Seating, board: models.Board | None, about: str, **facts: Any) -> DirectorCall:
    return DirectorCall.objects.create(
        session=seating.section.session, seating=seating, board=board, about=about, facts=facts, called_at=act.at, called_by=act
    )


def _replace_report(act: journal.Act, at: At, **columns: Any) -> models.Report:
    """What stood here as a report ends, and another begins at the act's end."""
    if at.report is not None:
        models.Report.objects.filter(pk=at.report.pk).end(act)
    report: models.Report = models.Report.objects.begin_last(act, **at.where, **columns)
    return report


def _ask_at_the_end(act: journal.Act, rankings: Iterable[int]) -> None:
    for ranking in rankings:
        tasks.ask(tasks.score_ranking, ranking, within=act)


def _ask_for_acceptance(session: Session, reported: datetime | None = None) -> None:
    """Ask the clock to accept what waits.

    reported   when a report began that is written only at the act's end
    """
    due = next_acceptance(session)
    if due is None and reported is not None and session.accept_minutes is not None:
        due = reported + timedelta(minutes=session.accept_minutes)
    if due is not None:
        tasks.ask(tasks.accept_waiting, session.pk, due=due)


def report_result(
    seating: models.Seating, number: int, report: Report, *, by_side: Side | None, by: Actor, key: str,
    seen: int = 0, turned: bool = False, keep: bool = False,
) -> models.Report | None:
    """A table says what happened on a board; it counts when the other side agrees, at once where the session asks for no agreement or the staff reports.

    by_side   the side that reports; None for the staff
    turned    the pairs sat the other way round on this board: kept, and the director decides
    keep      what cannot count is kept for the director instead of being refused (a phone that was without network, "we did play it")
    returns   the report, or None where only the director's list has it; its act tells how far the board has come
    raises    BoardNotHere, LeadNotHeld, CountsAlready, ChangedMeanwhile (none but the first where `keep`)
    """
    session = seating.section.session
    columns = columns_of(report, number, turned=turned)
    side = by_side.value if by_side else ""
    facts = facts_of_board(seating, number, side=side, **columns)
    with journal.act(session.journal, "report_result", by=by, key=key, facts=facts, reads=_asks(seating, number)) as act:
        if act.is_repeat:
            return models.Report.objects.filter(since=act).order_by("-pk").first()
        at = at_table(seating, number, act.read)
        counting = at.result
        if counting is not None and said_by(counting) == columns:
            return at.report  # the same came in by another way: nothing to change
        if not keep:
            _refuse(at, report, counting, seen)
        elif counting is not None or at.newest_act() > seen:
            _call(act, at.seating, at.board, "correction", side=side, **columns)
            return None
        doubt = _doubt_about(at, turned=turned and by_side is not None)
        said = _replace_report(act, at, **columns, by_side=side, doubt=doubt)
        counts = not doubt and (by_side is None or not at.seating.section.session.needs_agreement)
        act.told = _how_far(at, doubt, counts=counts)
        if doubt:
            _call(act, at.seating, at.board, doubt, side=side, **columns)
        elif counts:
            count_report(act, said, replaces=counting is not None, answers=at.has_calls)
            _ask_at_the_end(act, rankings_of([at.seating.section]))
        else:
            _ask_for_acceptance(at.seating.section.session, reported=act.at)
        return said


def _how_far(at: At, doubt: str, *, counts: bool) -> BoardState:
    """How far the board has come with what its table has just said; what no live plan has there is the director's."""
    return state_of(doubt, counts=counts, is_ruled=at.is_ruled) if at.seating.until_id is None else BoardState.DIRECTOR


def _refuse(at: At, report: Report, counting: models.Result | None, seen: int) -> None:
    """Raise what a person at the page can still put right."""
    _refuse_if_changed(at, seen)
    if counting is not None:
        raise CountsAlready(board=at.board.number)
    for problem in problems_with(at.board.number, report, slip_facts(at.seating, at.board)):
        raise problem.error


def _doubt_about(at: At, *, turned: bool) -> str:
    """Why a report cannot count by itself; empty where it can."""
    seating = at.seating
    if seating.until_id is not None:
        return "old_plan"
    if not seating.first_board <= at.board.number <= seating.last_board:
        return "unscheduled"
    if seating.section.session.state == SessionState.CLOSED or at.is_ruled:
        return "round_over"
    return "wrong_direction" if turned else ""


def agree_result(
    seating: models.Seating, number: int, *, by_side: Side, by: Actor, key: str, seen: int = 0
) -> models.Result | None:
    """The other side agrees, and the report counts; None where it has a doubt that only the director can take away.

    raises   NothingReported, OwnReport, ChangedMeanwhile when another report came after the one that was seen, RankingIsFinal for a correction
    """
    session = seating.section.session
    facts, reads = facts_of_board(seating, number, side=by_side.value), (*_asks_with_report(seating, number), asks_what_counts(seating.section_id))
    with journal.act(session.journal, "agree_result", by=by, key=key, facts=facts, reads=reads) as act:
        if act.is_repeat:
            return models.Result.objects.filter(since=act).first()
        *read, counted = act.read
        at = at_table(seating, number, read)
        report, counting = at.report, at.result
        if report is not None and counting is not None and not report.doubt and said_by(report) == said_by(counting):
            return counting  # agreed on another phone meanwhile
        _refuse_if_changed(at, seen)
        report = _reported(at, report, by_side)
        if report.doubt not in ("", "correction"):
            return None
        if report.doubt:
            _refuse_if_final(session, at, act)
        result = count_report(act, report, replaces=counting is not None, answers=at.has_calls)
        act.told = _how_far(at, "", counts=True)
        _move_tricks_anew(act, at, report_of(report))
        _ask_at_the_end(act, rankings_among(counted))
        return result


def _reported(at: At, report: models.Report | None, by_side: Side) -> models.Report:
    """The report that the other side answers; raises NothingReported, OwnReport."""
    if report is None:
        raise NothingReported(board=at.board.number)
    if report.by_side == by_side.value:
        raise OwnReport(board=at.board.number, side=by_side)
    return report


def dispute_result(
    seating: models.Seating, number: int, *, wrong: str, remark: str = "", by_side: Side, by: Actor, key: str, seen: int = 0
) -> DirectorCall:
    """The other side says no. What was reported is kept and goes back to who reported it, and the director's list has it until it is settled.

    wrong    what is wrong: contract | declarer | result | board | seats | other
    raises   NothingReported, OwnReport, ChangedMeanwhile
    """
    session = seating.section.session
    facts = facts_of_board(seating, number, side=by_side.value, wrong=wrong)
    with journal.act(session.journal, "dispute_result", by=by, key=key, facts=facts, reason=remark) as act:
        if act.is_repeat:
            return DirectorCall.objects.filter(seating=seating, board__number=number).order_by("-pk")[0]
        at = at_table(seating, number)
        _refuse_if_changed(at, seen)
        report = _reported(at, at.report, by_side)
        _replace_report(act, at, **said_by(report), by_side=report.by_side, doubt="disputed", remark=remark)
        told = {"wrong": wrong, "remark": remark, "disputed_by": by_side.value}
        call = DirectorCall.objects.filter(**at.where, about="correction", done_by__isnull=True).first()
        if call is not None:  # the answer to a request that the director has already
            journal.change(act, call, facts=call.facts | told | {"remark": call.facts.get("remark", ""), "answer": remark})
            return call
        return _call(act, at.seating, at.board, "disputed", side=report.by_side, **said_by(report), **told)


def request_correction(
    seating: models.Seating, number: int, report: Report, *, by_side: Side, remark: str = "", turned: bool = False, by: Actor, key: str, seen: int = 0
) -> models.Report:
    """A pair asks from its card for a correction: the result stays until the other side agrees or the director decides.

    raises   NothingCounts, ChangedMeanwhile
    """
    session = seating.section.session
    columns = columns_of(report, number, turned=turned)
    facts = facts_of_board(seating, number, side=by_side.value, **columns)
    with journal.act(session.journal, "request_correction", by=by, key=key, facts=facts, reason=remark) as act:
        if act.is_repeat:
            return models.Report.objects.get(since=act)
        at = at_table(seating, number)
        _refuse_if_changed(at, seen)
        if at.result is None:
            raise NothingCounts(board=number)
        _refuse_if_final(session, at, act)
        asked = _replace_report(act, at, **columns, by_side=by_side.value, doubt="correction", remark=remark)
        _call(act, at.seating, at.board, "correction", side=by_side.value, remark=remark, **columns)
        return asked


def _refuse_if_final(session: Session, at: At, act: journal.Act) -> None:
    """What was published and may be corrected no more by those who played is the director's. Raises RankingIsFinal."""
    if session.state != SessionState.CLOSED:
        return
    published = models.Publication.objects.filter(ranking__parts__section__session=session)
    if published.exists() and not published.filter(final_at__gt=act.at).exists():
        raise RankingIsFinal(board=at.board.number)


def accept_results(session: Session, reports: journal.FactQuerySet | None = None, *, by: Actor, key: str) -> int:
    """The secretary accepts what nobody accepted, in one act that says so; how many results began.

    reports   those that are meant, disputed ones too; None for all that wait without a doubt
    raises    WaitsNoLonger where none of those that are meant is to be accepted any more
    """
    with journal.act(session.journal, "accept_results", by=by, key=key) as act:
        if act.is_repeat:
            return models.Result.objects.filter(since=act).count()
        chosen = models.Report.objects.waiting(session) if reports is None else _unsettled(reports.live().filter(seating__section__session=session))
        accepted = list(chosen.select_related("seating__section", "board"))
        if reports is not None and not accepted:
            raise WaitsNoLonger()
        for report in accepted:
            count_report(act, report)
        act.facts |= facts_of_accepted(accepted)
        act.save(update_fields=["facts"])
        tasks.ask_for_scores({report.seating.section for report in accepted})
        return len(accepted)


def _unsettled(reports: journal.FactQuerySet) -> journal.FactQuerySet:
    """Those after which neither a result nor a director's score came that stands."""
    later = {"seating": OuterRef("seating"), "board": OuterRef("board"), "until__isnull": True, "since__gt": OuterRef("since")}
    return reports.exclude(Exists(models.Result.objects.filter(**later))).exclude(Exists(models.Adjustment.objects.filter(**later)))


def correct_result(
    seating: models.Seating, number: int, report: Report, *, reason: str, law: str = "", turned: bool = False, by: Actor, key: str, seen: int = 0
) -> models.Result:
    """The director or secretary says what counts, also where nothing was reported, after publication and for a board that was not due here.

    turned   the pairs played with each other's places: seats and points stay those of the compass, the pairs change
    law      the law by which it is done, where there is one
    raises   BoardNotHere where the board set has no such board, ChangedMeanwhile
    """
    session = seating.section.session
    columns = columns_of(report, number, turned=turned)
    with journal.act(session.journal, "correct_result", by=by, key=key, facts=facts_of_board(seating, number, law=law, **columns), reason=reason) as act:
        if act.is_repeat:
            return models.Result.objects.get(since=act)
        at = at_table(seating, number)
        _refuse_if_changed(at, seen)
        result = count_report(act, _replace_report(act, at, **columns, by_side=""))
        models.Adjustment.objects.filter(**at.where, kind=AdjustmentKind.NOT_PLAYED).end(act)  # it was played after all
        _move_tricks_anew(act, at, report)
        finish_calls(act, DirectorCall.objects.filter(**at.where))
        tasks.ask_for_scores([at.seating.section])
        return result


def _move_tricks_anew(act: journal.Act, at: At, played: Report | None) -> None:
    """Rulings that moved tricks move them from the result that counts from this act on. Raises NoTricksToMove, NotSoManyTricks."""
    moved = {row.side: row for row in at.adjustments if row.until_id is None and row.kind == AdjustmentKind.TRICKS}
    if not moved or played is None:
        return
    for side, now in scores_at(at.seating, at.board, played=played).items():
        row = moved.get(side.value)
        if row is not None and row.value != now.row[1]:
            models.Adjustment.objects.filter(pk=row.pk).end(act)
            models.Adjustment.objects.begin(act, **at.where, side=side.value, kind=now.row[0], value=now.row[1], ruling_id=now.ruling)


def adjust_board(
    seating: models.Seating, number: int, scores: Mapping[Side, SideOutcome], *, extras: Sequence[Extra] = (), told: Told | None = None,
    reason: str, law: str = "", by: Actor, key: str, seen: int = 0,
) -> None:
    """A score in the place of a table's result for one or both sides (Law 12C), a penalty or bonus on the board (Law 90, 91), or "not played".

    scores   what each side gets, such as FixedPercent(60), Weighted(...), Unscored.NOT_PLAYED; a side that is not named keeps the table's result
    extras   on top, at most one a side; without scores and extras everything that was decided is taken back
    told     the contracts behind the points, kept beside them
    raises   BoardNotHere, NothingCounts where only extras are given and there is no result, ChangedMeanwhile, and what `problems_with_adjustment` and
             `problems_with_penalty` find
    """
    session = seating.section.session
    rows = decision_rows(scores, extras, told or {})
    kept = {side.value: [kind.value, value] for side, (kind, value) in rows.items()}
    ns, ew = (scores.get(side, Unscored.NOT_YET) for side in Side)
    of_extras = (problem for extra in extras for problem in problems_with_penalty(extra.amount, extra.unit))
    for problem in (*problems_with_adjustment(ns, ew, vulnerability_of(number)), *of_extras):
        raise problem.error
    with journal.act(session.journal, "adjust_board", by=by, key=key, facts=facts_of_board(seating, number, law=law, scores=kept), reason=reason) as act:
        if act.is_repeat:
            return
        at = at_table(seating, number)
        _refuse_if_changed(at, seen)
        if at.result is None and rows and not scores:
            raise NothingCounts(board=number)
        models.Adjustment.objects.filter(**at.where).end(act)
        for side, (kind, value) in rows.items():
            models.Adjustment.objects.begin(act, **at.where, side=side.value, kind=kind, value=value)
        if rows:
            finish_calls(act, DirectorCall.objects.filter(**at.where))
        tasks.ask_for_scores([at.seating.section])


def give_penalty(session: Session, entry: models.Entry, amount: Fraction, unit: Unit | None, *, reason: str, by: Actor, key: str) -> models.Penalty:
    """So much is taken from an entry (Law 90), or given below zero.

    unit     the method's own, or percent of one board; None: victory points of a team, taken after the conversion
    raises   PenaltyTooHigh
    """
    for problem in problems_with_penalty(amount, unit):
        raise problem.error
    told = unit.value if unit else "vp"
    facts = {"entry": entry.pk, "amount": str(amount), "unit": told}
    with journal.act(session.journal, "give_penalty", by=by, key=key, facts=facts, reason=reason) as act:
        if act.is_repeat:
            return models.Penalty.objects.get(since=act)
        penalty: models.Penalty = models.Penalty.objects.begin(act, session=session, entry=entry, amount=amount, unit=told)
        tasks.ask_for_scores(session.sections.all())
        return penalty


def call_director(
    seating: models.Seating, number: int | None = None, *, about: str = "call", side: str = "", remark: str = "", by: Actor, key: str
) -> DirectorCall:
    """The table wants the director.

    number   the board it is about, where the table says so
    about    "late_answer" for a yes or no of `side` that waited on a phone and came when it could not count any more
    """
    session = seating.section.session
    with journal.act(session.journal, "call_director", by=by, key=key, facts=facts_of_board(seating, number or 0), reason=remark) as act:
        if act.is_repeat:
            return DirectorCall.objects.get(called_by=act)
        board = models.Board.objects.filter(set=seating.section.board_set, number=number).first() if number else None
        return _call(act, seating, board, about, remark=remark, side=side)


def undo_act(undone: journal.Act, *, by: Actor, key: str, reason: str = "") -> journal.Act:
    """Take back one act of an evening: what it began ends, what it ended begins again, and its rankings are reckoned anew. Raises NotUndoable."""

    def close_its_calls(new: journal.Act) -> None:
        _refuse_if_tables_told(undone)
        finish_calls(new, DirectorCall.objects.filter(called_by=undone))

    new = journal.undo(undone, by=by, key=key, reason=reason, also=close_its_calls)
    session = undone.journal.session
    if session is not None:
        tasks.ask_for_scores(session.sections.all())
        _ask_for_acceptance(session)
    return new


_RELEASING = ("release_draft", "release_certain", "draw_round", "run_event")  # acts that tell everybody where to sit


def _refuse_if_tables_told(undone: journal.Act) -> None:
    """Raise NotUndoable where a draw was released and tables have reported since."""
    if undone.kind in _RELEASING:
        later = list(models.Report.objects.filter(seating__since=undone).order_by("since").values_list("since", flat=True))
        if later:
            raise journal.NotUndoable(act=undone.pk, later=later, kinds=["report_result"])
