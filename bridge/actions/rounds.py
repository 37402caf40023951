"""Starting an evening and keeping its clock: the movement becomes seatings, rounds open and close."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta

from django.utils import timezone

from bridge import tasks
from bridge.engine.errors import EngineError
from bridge.engine.movements.check import check_movement
from bridge.engine.movements.movement import PLAYERS, Kind, is_played
from bridge.engine.movements.numbering import numbers_of
from bridge.engine.scoring.conditions import Winners
from bridge.mapping.conditions import conditions_of, options_of
from bridge.mapping.plans import SectionPlan
from bridge.models import (
    Board,
    BoardSet,
    Conditions,
    Place,
    Plan,
    Ranking,
    RankingPart,
    Round,
    Seating,
    Section,
    Session,
    SessionState,
    Start,
    journal,
)
from bridge.permissions import Actor


class AlreadyStarted(EngineError):
    """The session runs already. Facts: `session`."""


class NotRunning(EngineError):
    """The session does not run. Facts: `session`, `state`."""


class CalledAlready(EngineError):
    """Every section plays this round or a later one. Facts: `round`."""


class PlanRefused(EngineError):
    """The movement breaks a rule of movements. Facts: `violations` (each with its breach, whom it hits, and where)."""


class EntryNotPlaced(EngineError):
    """An entry stands at two places of the plan, or at a place it does not have. Facts: `entry`, `places`."""


class TablesOverlap(EngineError):
    """Two sections would use the same table of the hall. Facts: `table`."""


def start_session(session: Session, plans: Sequence[SectionPlan], *, round_minutes: int, by: Actor, key: str) -> None:
    """Everybody gets a place for every round, the first round opens, the clock runs.

    raises   AlreadyStarted, PlanRefused, EntryNotPlaced, TablesOverlap
    """
    _refuse_overlaps(plans)
    for plan in plans:
        _refuse_bad_plan(plan)
    facts = {"sections": [plan.letter for plan in plans]}
    with (
        journal.act(session.stage.event.journal, "start_session", by=by, key=key, facts=facts) as of_event,
        journal.act(session.journal, "start_session", by=by, key=key, facts=facts) as act,
    ):
        if act.is_repeat:
            return
        session.refresh_from_db()
        if session.state != SessionState.PREPARING:
            raise AlreadyStarted(session=session.pk)
        journal.change(act, session, state=SessionState.RUNNING, round_minutes=round_minutes, paused_at=None)
        board_sets: dict[tuple[int, int], BoardSet] = {}
        for plan in plans:
            boards = (plan.first_board, plan.movement.sets * plan.boards_per_set)
            if boards not in board_sets:  # sections that play the same boards share the set
                board_sets[boards] = _lay_out_boards(session, *boards)
            ranking = _start_section(act, session, plan, board_sets[boards], round_minutes)
            _set_winners(of_event, ranking, plan)
        tasks.ask(tasks.copy_database, session.pk)


def _set_winners(of_event: journal.Act, ranking: Ranking, plan: SectionPlan) -> None:
    """The ranking has as many winners as its movement; everything else is as the stage's conditions say."""
    of_stage = Conditions.objects.live().filter(stage=ranking.stage, ranking__isnull=True).first()
    options = conditions_of(of_stage.options if of_stage else {})
    winners = Winners.TWO if plan.movement.winners == 2 else Winners.ONE
    Conditions.objects.filter(ranking=ranking).end(of_event)
    if options.winners is not winners:
        Conditions.objects.begin(of_event, stage=ranking.stage, ranking=ranking, options=options_of(replace(options, winners=winners)))


def _refuse_overlaps(plans: Sequence[SectionPlan]) -> None:
    used = set[int]()
    for plan in plans:
        tables = set(range(plan.first_table, plan.first_table + plan.movement.tables))
        if used & tables:
            raise TablesOverlap(table=min(used & tables))
        used |= tables


def _refuse_bad_plan(plan: SectionPlan) -> None:
    _, violations = check_movement(plan.movement)
    if violations:
        raise PlanRefused(violations=violations)
    entries = [entry.pk for entry in plan.places.values()]
    doubled = {entry for entry in entries if entries.count(entry) > 1}
    unknown = [place for place in plan.places if not 1 <= place <= plan.movement.entrants]
    if doubled or unknown:
        raise EntryNotPlaced(entry=min(doubled, default=0), places=sorted(unknown))


def _lay_out_boards(session: Session, first: int, count: int) -> BoardSet:
    board_set = BoardSet.objects.create(club=session.club)
    Board.objects.bulk_create(Board(set=board_set, number=number) for number in range(first, first + count))
    return board_set


def _start_section(act: journal.Act, session: Session, plan: SectionPlan, board_set: BoardSet, round_minutes: int) -> Ranking:
    section, _ = Section.objects.update_or_create(  # there is one already where a start was undone
        session=session, letter=plan.letter,
        defaults={"board_set": board_set, "first_table": plan.first_table, "first_board": plan.first_board},
    )
    rounds = _open_rounds(section, plan.movement.rounds, round_minutes, timezone.now())
    Plan.objects.filter(section=section).end(act)  # the evening may have been planned to run by itself
    Plan.objects.begin(
        act, section=section, grid=[[list(seat) for seat in row] for row in plan.movement.seats],
        source=dict(plan.source) | {"family": plan.movement.family, "boards_per_set": plan.boards_per_set}, declared=asdict(plan.movement.declared),
    )
    for each in numbers_of(plan.movement):
        if each.place in plan.places:
            Start.objects.begin(
                act, section=section, entry=plan.places[each.place], line=each.line, number=each.number, place=each.place,
                stationary=each.place in plan.movement.stationary,
            )
    seat_rounds(act, section, plan, rounds)
    ranking = Ranking.objects.filter(session=session, parts__section=section).first()
    if ranking is None:
        ranking = Ranking.objects.create(stage=session.stage, session=session)
        RankingPart.objects.create(ranking=ranking, section=section)
    tasks.ask(tasks.score_ranking, ranking.pk)
    return ranking


def _open_rounds(section: Section, count: int, minutes: int, first_opens: datetime) -> list[Round]:
    each = timedelta(minutes=minutes)
    Round.objects.filter(section=section, number__gt=count).update(opens=None, closes=None)  # of a start with more rounds that was undone
    return [
        Round.objects.update_or_create(
            section=section, number=number, defaults={"opens": first_opens + each * (number - 1), "closes": first_opens + each * number, "break_minutes": 0}
        )[0]
        for number in range(1, count + 1)
    ]


def seat_rounds(act: journal.Act, section: Section, plan: SectionPlan, rounds: Sequence[Round]) -> None:
    """The seatings and places of these rounds of the plan; where one side of a table, or one of four single players, is missing, the others sit out."""
    seats = [seat.value for seat in PLAYERS] if plan.movement.kind is Kind.INDIVIDUAL else ["NS", "EW"]
    for round_ in rounds:
        seated = set[int]()
        for index, row in enumerate(plan.movement.seats[round_.number - 1]):
            sides = [(side, plan.places[place]) for side, place in zip(seats, row, strict=False) if place in plan.places]
            if len(sides) < len(seats) or not is_played(row):
                continue
            first = plan.first_board + (row[-1] - 1) * plan.boards_per_set
            seating = Seating.objects.begin(
                act, section=section, round=round_, table=plan.first_table + index, first_board=first, last_board=first + plan.boards_per_set - 1
            )
            for side, entry in sides:
                Place.objects.begin(act, round=round_, entry=entry, seating=seating, side=side)
                seated.add(entry.pk)
        for entry in plan.places.values():
            if entry.pk not in seated:
                Place.objects.begin(act, round=round_, entry=entry)


def _refuse_unless_running(session: Session) -> None:
    session.refresh_from_db()
    if session.state != SessionState.RUNNING:
        raise NotRunning(session=session.pk, state=session.state)


def pause_clock(session: Session, *, by: Actor, key: str) -> None:
    """The clock stands still until it goes on. Raises NotRunning."""
    with journal.act(session.journal, "pause_clock", by=by, key=key) as act:
        if not act.is_repeat:
            _refuse_unless_running(session)
            journal.change(act, session, paused_at=session.paused_at or timezone.now())


def resume_clock(session: Session, *, by: Actor, key: str) -> None:
    """The clock goes on; every round that is not over ends later by the pause. Raises NotRunning."""
    with journal.act(session.journal, "resume_clock", by=by, key=key) as act:
        if act.is_repeat:
            return
        _refuse_unless_running(session)
        if session.paused_at is not None:
            _shift(act, session, timezone.now() - session.paused_at, after=session.paused_at)
            journal.change(act, session, paused_at=None)


def shift_clock(session: Session, minutes: int, *, by: Actor, key: str) -> None:
    """So many minutes more (or fewer, below zero) for the round that is played; later rounds follow. Raises NotRunning."""
    with journal.act(session.journal, "shift_clock", by=by, key=key, facts={"minutes": minutes}) as act:
        if not act.is_repeat:
            _refuse_unless_running(session)
            _shift(act, session, timedelta(minutes=minutes), after=session.paused_at or timezone.now())


def take_break(session: Session, minutes: int, *, by: Actor, key: str) -> None:
    """A tea break of so many minutes after the round that is played, in the place of one that was set before; 0 takes it away. Raises NotRunning."""
    with journal.act(session.journal, "take_break", by=by, key=key, facts={"minutes": minutes}) as act:
        if act.is_repeat:
            return
        _refuse_unless_running(session)
        now = session.paused_at or timezone.now()
        for section in session.sections.all():
            current = current_round(section, now)
            if current is None:
                continue
            _move_rounds(act, section, current.number + 1, timedelta(minutes=minutes - current.break_minutes))
            journal.change(act, current, break_minutes=minutes)


def set_round_minutes(session: Session, minutes: int, *, by: Actor, key: str) -> None:
    """Every round from the one that is played lasts so many minutes; later ones follow. Raises NotRunning."""
    with journal.act(session.journal, "set_round_minutes", by=by, key=key, facts={"minutes": minutes}) as act:
        if act.is_repeat:
            return
        _refuse_unless_running(session)
        longer = timedelta(minutes=minutes - session.round_minutes)
        for section in session.sections.all():
            current = current_round(section, session.paused_at or timezone.now())
            for number in section.rounds.filter(number__gte=current.number).order_by("number").values_list("number", flat=True) if current else ():
                lasting = section.rounds.get(number=number)
                if lasting.closes is not None:
                    journal.change(act, lasting, closes=lasting.closes + longer)
                _move_rounds(act, section, number + 1, longer)
        journal.change(act, session, round_minutes=minutes)


def call_round(session: Session, number: int, *, by: Actor, key: str) -> None:
    """This round begins now, whatever the clock said; a section that is further behind goes on by one. Raises NotRunning, CalledAlready."""
    with journal.act(session.journal, "call_round", by=by, key=key, facts={"round": number}) as act:
        if act.is_repeat:
            return
        _refuse_unless_running(session)
        now = timezone.now()
        playing = [(section, current_round(section, session.paused_at or now)) for section in session.sections.all()]
        behind = [(section, current) for section, current in playing if current is not None and current.number < number]
        if not behind:  # another director was quicker, or the clock
            raise CalledAlready(round=number)
        for section, current in behind:
            upcoming = section.rounds.filter(number__gt=current.number, opens__isnull=False).order_by("number").first()
            if upcoming is None or upcoming.opens is None:
                continue
            journal.change(act, current, closes=now)
            _move_rounds(act, section, upcoming.number, now - upcoming.opens)
        journal.change(act, session, paused_at=None)


def current_round(section: Section, now: datetime) -> Round | None:
    """The round that the clock says is played: the last one that has opened; the first before any has."""
    rounds = list(section.rounds.order_by("number"))
    opened = [round_ for round_ in rounds if round_.opens and round_.opens <= now]
    return opened[-1] if opened else (rounds[0] if rounds else None)


def _shift(act: journal.Act, session: Session, by_how_much: timedelta, *, after: datetime) -> None:
    """Move the end of the running round and everything later."""
    for section in session.sections.all():
        current = current_round(section, after)
        if current is None:
            continue
        if current.closes is not None:
            journal.change(act, current, closes=current.closes + by_how_much)
        _move_rounds(act, section, current.number + 1, by_how_much)


def _move_rounds(act: journal.Act, section: Section, first: int, by_how_much: timedelta) -> None:
    """This round and all after it open and close so much later; those without a time stay without one."""
    for later in section.rounds.filter(number__gte=first):
        if later.opens is not None and later.closes is not None:
            journal.change(act, later, opens=later.opens + by_how_much, closes=later.closes + by_how_much)
