"""A night that goes wrong is put right: what really happened is one act, the rounds to come are planned anew, results stay with the pairs that made them."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from secrets import token_urlsafe
from string import ascii_uppercase
from typing import Any

from django.db import transaction

from bridge import models, tasks
from bridge.actions.rounds import NotRunning, TablesOverlap
from bridge.engine.movements.movement import Movement
from bridge.jobs.counting import count_report, finish_calls
from bridge.mapping.basis import basis_of
from bridge.mapping.evening import load_evening, places_at
from bridge.mapping.outcomes import value_of
from bridge.mapping.slips import said_by
from bridge.mapping.standings import load_ranking
from bridge.models import AdjustmentKind, Board, DirectorCall, Place, Plan, Ranking, Round, Seating, Section, SessionState, Start, journal
from bridge.permissions import Actor
from bridge.queries.effects import Effect, effect_between
from bridge.queries.incidents import Incident
from bridge.queries.repairs import Mended, TableChange, mended, remembered


class PlanMovedOn(models.ChangedMeanwhile):
    """The plan, the places or what the tables said changed after the preview was shown. Facts as for ChangedMeanwhile."""


def put_right(section: Section, incident: Incident, *, reason: str = "", by: Actor, key: str, seen: int | None = None) -> None:
    """Write down what really happened in a section, and what follows from it, as one act.

    seen     the newest act of the evening when the preview was shown; None: not asked
    raises   NotRunning, TablesOverlap, PlanMovedOn, and what `mended` refuses
    """
    session = section.session
    with journal.act(session.journal, incident.what.value, by=by, key=key, facts=_facts(section, incident), reason=reason) as act:
        if act.is_repeat:
            return
        session.refresh_from_db()
        if session.state != SessionState.RUNNING:
            raise NotRunning(session=session.pk, state=session.state)
        _refuse_if_moved_on(section, seen)
        result = mended(load_evening(section), incident)
        _refuse_tables_of_others(result)
        _write_plan(act, result)
        rounds = _set_rounds(act, result)
        seatings = _write_seatings(act, result, rounds)
        _write_decisions(act, result, seatings)
        _write_forms(act, result)
        act.facts |= {"told": list(result.told), "hear": list(result.hear), "next": result.next, "law": result.law}
        tasks.ask_for_scores([section])


def tried_out(section: Section, incident: Incident, *, by: Actor) -> tuple[Effect, ...]:
    """What would move in the evening's ranking of the section: it is put right, reckoned and taken back, in one transaction; raises as `put_right`."""
    rankings = Ranking.objects.filter(session=section.session_id, parts__section=section).select_related("stage").order_by("pk")
    before = [(ranking, load_ranking(ranking, basis_of(ranking))) for ranking in rankings]
    with transaction.atomic():
        own = Section.objects.select_related("session__journal", "session__club").get(pk=section.pk)  # what is tried leaves no trace on the caller's rows
        put_right(own, incident, by=by, key=token_urlsafe(12))
        after = [load_ranking(ranking, basis_of(ranking)) for ranking, _ in before]
        transaction.set_rollback(True)
    return tuple(effect_between(ranking, old, new) for (ranking, old), new in zip(before, after, strict=True))


def _facts(section: Section, incident: Incident) -> dict[str, Any]:
    told = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(incident).items() if value and name != "what"}
    return {"section": section.letter, **told}


def _refuse_if_moved_on(section: Section, seen: int | None) -> None:
    """Raise PlanMovedOn where something that the preview rested on began or ended after it was shown."""
    if seen is None:
        return
    of_section = (
        Plan.objects.filter(section=section), Start.objects.filter(section=section), Place.objects.filter(round__section=section),
        models.Report.objects.filter(seating__section=section), models.Result.objects.filter(seating__section=section),
        models.Adjustment.objects.filter(seating__section=section),
    )
    for rows in of_section:
        try:
            journal.refuse_if_changed(rows, seen)
        except models.ChangedMeanwhile as later:
            raise PlanMovedOn(**later.facts) from None


def _refuse_tables_of_others(result: Mended) -> None:
    section = result.loaded.section
    mine = {result.loaded.hall_table(change.table) for change in result.changes if change.after is not None}
    others = Seating.objects.live().filter(section__session=section.session_id, table__in=mine).exclude(section=section)
    taken = others.order_by("table").values_list("table", flat=True).first()
    if taken is not None:
        raise TablesOverlap(table=taken)


def _write_plan(act: journal.Act, result: Mended) -> None:
    """The plan in force from now on, and the numbers of those who came late."""
    loaded, movement = result.loaded, result.plan.movement
    Plan.objects.filter(section=loaded.section).end(act)
    Plan.objects.begin(
        act, section=loaded.section, grid=_grid(movement), source=dict(loaded.source) | {"family": movement.family} | remembered(result),
        declared=asdict(movement.declared),
    )
    for arrival in result.arrivals:
        Start.objects.begin(act, section=loaded.section, entry_id=arrival.entry, line=arrival.line, number=arrival.number, place=arrival.place)
    numbers = {board for boards in result.evening.boards for board in boards}
    there = set(Board.objects.filter(set=loaded.section.board_set_id).values_list("number", flat=True))
    Board.objects.bulk_create(Board(set_id=loaded.section.board_set_id, number=number) for number in sorted(numbers - there))


def _grid(movement: Movement) -> list[list[list[int]]]:
    return [[list(row) for row in tables] for tables in movement.seats]


def _set_rounds(act: journal.Act, result: Mended) -> dict[int, Round]:
    """Rounds that are cut lose their time, rounds that are added get theirs after the last one."""
    section, count = result.loaded.section, result.plan.movement.rounds
    rounds = {row.number: row for row in section.rounds.order_by("number")}
    minutes = timedelta(minutes=section.session.round_minutes)
    for number in range(1, count + 1):
        row = rounds.get(number) or Round.objects.create(section=section, number=number)
        before = rounds.get(number - 1)
        if row.opens is None and before is not None and before.closes is not None:
            opens = before.closes + timedelta(minutes=before.break_minutes)
            journal.change(act, row, opens=opens, closes=opens + minutes)
        rounds[number] = row
    for number, row in rounds.items():
        if number > count:
            journal.change(act, row, opens=None, closes=None)
    return rounds


def _write_seatings(act: journal.Act, result: Mended, rounds: dict[int, Round]) -> dict[tuple[int, int], Seating]:
    """Seatings that are not what was end with all that was said there, and begin again as they were or will be; (round, table) -> the new ones."""
    loaded = result.loaded
    changes = [change for change in result.changes if not change.is_kept]
    moved = {change.seating: _end_seating(act, change.seating) for change in changes if change.seating is not None}
    begun: dict[tuple[int, int], Seating] = {}
    seated: dict[int, dict[int, tuple[Seating, str]]] = {}
    for change in changes:
        if change.after is None:
            continue
        seating = Seating.objects.begin(
            act, section=loaded.section, round=rounds[change.round], table=loaded.hall_table(change.table),
            first_board=change.after.first, last_board=change.after.last,
        )
        begun[change.round, change.table] = seating
        for side, place in zip(places_at(result.plan.movement.kind), change.after.who, strict=True):
            seated.setdefault(change.round, {})[result.entry_at(place)] = (seating, side)
        if change.is_over and change.seating is not None:
            _begin_again(act, change, moved[change.seating], seating)
    _write_places(act, result, rounds, seated)
    return begun


def _end_seating(act: journal.Act, seating: int) -> list[journal.Fact]:
    """End a seating and everything said there; what was said, to begin again elsewhere."""
    said: list[journal.Fact] = []
    for model in (models.Report, models.Result, models.Adjustment):
        rows = model.objects.live().filter(seating=seating)
        said += list(rows.select_related("board").order_by("pk"))
        rows.end(act)
    Place.objects.filter(seating=seating).end(act)
    Seating.objects.filter(pk=seating).end(act)
    return said


def _begin_again(act: journal.Act, change: TableChange, said: Sequence[Any], seating: Seating) -> None:
    """What was said at the old seating stands at the new one; on other boards where others lay there."""
    assert change.before is not None
    shift = seating.first_board - change.before.first
    boards = {board.number: board for board in Board.objects.filter(set=seating.section.board_set_id)}
    for row in said:
        fields = [field for field in row._meta.concrete_fields if field.name not in ("id", "since", "until", "seating", "board")]
        columns = {field.attname: getattr(row, field.attname) for field in fields}
        is_due = change.before.first <= row.board.number <= change.before.last
        number = row.board.number + (shift if is_due else 0)
        type(row).objects.begin(act, seating=seating, board=boards[number], **columns)
    for call in DirectorCall.objects.filter(seating=change.seating, done_by__isnull=True):
        journal.change(act, call, seating=seating)


def _write_places(
    act: journal.Act, result: Mended, rounds: dict[int, Round], seated: dict[int, dict[int, tuple[Seating, str]]]
) -> None:
    """Who is at a new seating, and who sits out."""
    for number, row in rounds.items():
        resting = {result.entry_at(place) for place in result.resting.get(number, ())} if number in result.resting else None
        live = Place.objects.live().filter(round=row)
        if number > result.plan.movement.rounds:
            live.end(act)
            continue
        kept = set(live.filter(seating__isnull=True).values_list("entry", flat=True))
        leaving = (kept - resting if resting is not None else set[int]()) | (kept & set(seated.get(number, ())))
        live.filter(entry__in=leaving, seating__isnull=True).end(act)
        for entry, (seating, side) in seated.get(number, {}).items():
            Place.objects.begin(act, round=row, entry_id=entry, seating=seating, side=side)
        for entry in sorted((resting or set[int]()) - kept):
            Place.objects.begin(act, round=row, entry_id=entry)


def _write_decisions(act: journal.Act, result: Mended, begun: dict[tuple[int, int], Seating]) -> None:
    """Scores that were decided, reports that count although they were not due, results whose pairs are exchanged."""
    section = result.loaded.section
    boards = {board.number: board for board in Board.objects.filter(set=section.board_set_id)}

    def where(number: int, table: int, board: int) -> dict[str, Any]:
        seating = begun.get((number, table)) or Seating.objects.live().get(pk=result.loaded.sat[number, table].seating)
        return {"seating": seating, "board": boards[board]}

    for decision in result.decisions:
        at = where(decision.round, decision.table, decision.board)
        models.Adjustment.objects.filter(**at).end(act)
        for side, score in decision.scores.items():
            kind, value = value_of(score)
            models.Adjustment.objects.begin(act, **at, side=side.value, kind=kind, value=value)
        finish_calls(act, DirectorCall.objects.filter(**at))
    for place in result.counted:
        at = where(*place)
        report = models.Report.objects.live().filter(**at).select_related("seating", "board").first()
        models.Adjustment.objects.filter(**at, kind=AdjustmentKind.NOT_PLAYED).end(act)
        if report is not None:
            count_report(act, report)
        finish_calls(act, DirectorCall.objects.filter(**at))
    for place in result.rotated:
        for model in (models.Report, models.Result):
            for row in model.objects.live().filter(**where(*place)):
                columns = said_by(row) | {"turned": not row.turned}
                more = {"by_side": row.by_side, "doubt": row.doubt, "remark": row.remark} if isinstance(row, models.Report) else {}
                model.objects.filter(pk=row.pk).end(act)
                model.objects.begin(act, seating=row.seating, board=row.board, **columns, **more)


def _write_forms(act: journal.Act, result: Mended) -> None:
    """From a round on (and up to one) a board has another form at every table of the section."""
    section = result.loaded.section
    tables = {result.loaded.hall_table(table) for table in range(1, result.plan.movement.tables + 1)}
    for number, first, last in result.mixed:
        board = Board.objects.get(set=section.board_set_id, number=number)
        fouls = models.Foul.objects.filter(board=board, section=section)
        known = set(fouls.live().values_list("form", flat=True))
        form = next(letter for letter in ascii_uppercase[1:] if letter not in known)
        changes = [(first, form), *([(last + 1, "")] if last else [])]
        fouls.filter(from_round__in=[at for at, _ in changes]).end(act)
        for table in sorted(tables):
            for at, each in changes:
                models.Foul.objects.begin(act, board=board, section=section, table=table, from_round=at, form=each)
