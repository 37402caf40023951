"""Evenings whose rounds are drawn by standing: starting, changing a draft, releasing it, closing a round; who comes late and who leaves."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

from django.utils import timezone

from bridge import tasks
from bridge.actions.rounds import AlreadyStarted, NotRunning
from bridge.engine.errors import EngineError
from bridge.engine.scoring.conditions import Conditions, TieBreak
from bridge.engine.scoring.outcome import Unit
from bridge.engine.swiss.check import check
from bridge.engine.swiss.draw import Draw
from bridge.engine.swiss.field import Field, Odd
from bridge.engine.swiss.recipe import ask_sound as ask_recipe_sound
from bridge.engine.swiss.recipe import timetable
from bridge.engine.swiss.swap import swap_entrants
from bridge.jobs.line_ups import begin_second_four
from bridge.jobs.swiss import begin_draw, begin_starts, release_draw
from bridge.mapping.carry import ACTS
from bridge.mapping.conditions import conditions_of, options_of
from bridge.mapping.swiss import SwissPlan, draw_of, is_begun, live_draw, numbers_of_section, only_released, source_of_swiss, swiss_plan_of
from bridge.models import (
    Board,
    BoardSet,
    Entry,
    EventForm,
    Penalty,
    Place,
    Plan,
    Ranking,
    RankingPart,
    Round,
    Section,
    Session,
    SessionState,
    Start,
    Withdrawal,
    journal,
)
from bridge.models import Conditions as ConditionsRow
from bridge.models import Draw as DrawRow
from bridge.permissions import Actor
from bridge.queries.progress import boards_of
from bridge.queries.signin import is_of_singles

NOTHING = Fraction(0)
OF_STARTS = ("vp_continuous", "total_imps")  # methods that a start gives to an event of teams


class RoundNotComplete(EngineError):
    """Boards of the round are neither agreed nor decided. Facts: `round`, `missing` (list of [table, board])."""


class RoundNotReleased(EngineError):
    """The round has no released draw yet. Facts: `round`."""


class NoDraft(EngineError):
    """There is no draft to work on: none is made yet, or it is released and stays as it is. Facts: `round`."""


class LastRoundDrawn(EngineError):
    """Every round of the event is drawn. Facts: `rounds`."""


class NotDrawnHere(EngineError):
    """The evening is not one whose rounds are drawn. Facts: `session`."""


class SinglesNotDrawn(EngineError):
    """An event of single players has a movement and is not drawn. Facts: `session`."""


class NoTriangleOfEight(EngineError):
    """Teams of eight sit out where their number is odd: three of them are no triangle. Facts: `odd`."""


class NotByItselfOfEight(EngineError):
    """An event of teams of eight is started by a director, who sees that every team has eight players. Facts: `session`."""


class TooFewToDraw(EngineError):
    """An event that is drawn needs three entries. Facts: `entries`."""


def start_swiss(session: Session, entries: Sequence[Entry], plan: SwissPlan, *, by: Actor, key: str) -> Section:
    """The evening runs, everybody has a number in the order given, and the first draw is asked for.

    raises   AlreadyStarted, SinglesNotDrawn, TooFewToDraw, NoTriangleOfEight, TooFewPlayers where a team of eight has no four pairs
    """
    if plan.of_eight and plan.settings.odd is not Odd.SIT_OUT:
        raise NoTriangleOfEight(odd=plan.settings.odd.value)
    with (
        journal.act(session.stage.event.journal, "start_session", by=by, key=key) as of_event,
        journal.act(session.journal, "start_session", by=by, key=key, facts={"rounds": plan.rounds}) as act,
    ):
        if act.is_repeat:
            return Section.objects.get(session=session, letter="A")
        session.refresh_from_db()
        if session.state != SessionState.PREPARING:
            raise AlreadyStarted(session=session.pk)
        if len(entries) < 3:  # two are a match, not a draw
            raise TooFewToDraw(entries=len(entries))
        journal.change(act, session, state=SessionState.RUNNING, round_minutes=plan.round_minutes, paused_at=None)
        section = _lay_out(of_event, act, session, plan)
        if plan.of_eight:
            for entry in entries:
                begin_second_four(act, session, entry)
        begin_starts(act, section, [entry.pk for entry in entries])
        tasks.ask(tasks.draw_round, section.rounds.get(number=1).pk)
        tasks.ask(tasks.copy_database, session.pk)
    return section


def plan_event(session: Session, plan: SwissPlan, *, by: Actor, key: str) -> Section:
    """The evening will run by itself at the times of its recipe: sign-up, draws, rounds, cuts, the final ranking.

    raises   AlreadyStarted, SinglesNotDrawn, RecipeOutOfRange, NotByItselfOfEight
    """
    if plan.of_eight:
        raise NotByItselfOfEight(session=session.pk)
    assert plan.recipe is not None, "an event that runs by itself has its times"
    ask_recipe_sound(plan.recipe)
    with (
        journal.act(session.stage.event.journal, "plan_event", by=by, key=key) as of_event,
        journal.act(session.journal, "plan_event", by=by, key=key, facts={"rounds": plan.rounds}) as act,
    ):
        if act.is_repeat:
            return Section.objects.get(session=session, letter="A")
        session.refresh_from_db()
        if session.state != SessionState.PREPARING:
            raise AlreadyStarted(session=session.pk)
        journal.change(act, session, starts=plan.recipe.starts, round_minutes=plan.recipe.minutes)
        section = _lay_out(of_event, act, session, plan, plan.recipe.share)
        tasks.ask(tasks.run_event, session.pk, due=timetable(plan.recipe)[0].at)
    return section


def _lay_out(of_event: journal.Act, act: journal.Act, session: Session, plan: SwissPlan, share: int | None = None) -> Section:
    """Section, boards, rounds without a time yet, plan, conditions and ranking."""
    if is_of_singles(session):
        raise SinglesNotDrawn(session=session.pk)
    extra = (3 if plan.settings.odd is Odd.TRIANGLE else 2) * plan.boards  # the matches of a first triangle have boards of their own
    section = lay_out_rounds(session, plan.rounds, plan.boards * plan.rounds + extra)
    Plan.objects.filter(section=section).end(act)
    Plan.objects.begin(act, section=section, source=source_of_swiss(plan), grid=[])
    set_conditions(of_event, session, plan.sit_out_percent, share)
    tasks.ask_for_scores([section])
    return section


def lay_out_rounds(session: Session, rounds: int, boards: int) -> Section:
    """The evening's one section with its boards, its rounds without a time yet, and its ranking; what a start that was undone left is used again."""
    board_set = BoardSet.objects.create(club=session.club)
    Board.objects.bulk_create(Board(set=board_set, number=number) for number in range(1, boards + 1))
    section, _ = Section.objects.update_or_create(session=session, letter="A", defaults={"board_set": board_set})
    for number in range(1, rounds + 1):
        Round.objects.update_or_create(section=section, number=number, defaults={"opens": None, "closes": None})
    if not Ranking.objects.filter(session=session, parts__section=section).exists():
        RankingPart.objects.create(ranking=Ranking.objects.create(stage=session.stage, session=session), section=section)
    return section


def set_conditions(
    of_event: journal.Act, session: Session, sit_out_percent: Fraction | None, share: int | None, of_matches: str = "vp_continuous"
) -> None:
    """The stage's conditions with the award for a sit-out; of an event that runs by itself also its share and tie-breaks; of teams a method for matches.

    of_matches   the method where the conditions name none for matches
    """
    row = ConditionsRow.objects.live().filter(stage=session.stage, ranking__isnull=True).first()
    before = conditions_of(row.options if row else {})
    after = replace(before, sit_out_percent=sit_out_percent)
    if share is not None:
        after = replace(after, minimum_share=share, tie_breaks=(TieBreak.BOARDS_PLAYED, TieBreak.SIGN_UP))
    by_start = row is not None and row.since.kind == "start_session" and before.method in OF_STARTS  # by a start that was undone: nobody chose it
    if session.stage.event.form == EventForm.TEAMS and (by_start or before.method == Conditions().method):
        after = replace(after, method=of_matches)
    if after != before:
        ConditionsRow.objects.filter(stage=session.stage, ranking__isnull=True).end(of_event)
        ConditionsRow.objects.begin(of_event, stage=session.stage, options=options_of(after))


def swap_in_draft(round_: Round, one: int, other: int, *, by: Actor, key: str, seen: int) -> None:
    """Two numbers change places in the draft. Raises NoDraft, ChangedMeanwhile, what `swap_entrants` raises, and what makes the outcome forbidden."""
    session = round_.section.session
    with journal.act(session.journal, "swap_in_draft", by=by, key=key, facts={"round": round_.number, "one": one, "other": other}) as act:
        if act.is_repeat:
            return
        row = _draft(round_)
        journal.refuse_if_changed(DrawRow.objects.filter(round=round_), seen)
        field, after = swapped(row, one, other)
        begin_draw(act, round_, field, after, row.seed)


def swapped(row: DrawRow, one: int, other: int) -> tuple[Field[int], Draw[int]]:
    """The field and the draft with the two in each other's places. Raises what `swap_entrants` raises, and what makes the outcome forbidden."""
    field, drawn = draw_of(row)
    after = swap_entrants(field, drawn, one, other)
    for fault in check(field, after):
        raise fault
    return field, after


def _draft(round_: Round) -> DrawRow:
    """The draft of the round. Raises NoDraft."""
    row = live_draw(round_)
    if row is None or row.released or is_begun(row):
        raise NoDraft(round=round_.number)
    return row


def discard_draft(round_: Round, *, by: Actor, key: str) -> None:
    """The draft is thrown away and another asked for, from the standings as they are now. Raises NoDraft."""
    session = round_.section.session
    with journal.act(session.journal, "discard_draft", by=by, key=key, facts={"round": round_.number}) as act:
        if act.is_repeat:
            return
        _draft(round_)
        _draw_anew(act, round_)


def _draw_anew(act: journal.Act, round_: Round) -> None:
    """An unreleased draw ends but for the tables that are released early, and the round's draw is asked for."""
    row = live_draw(round_)
    if row is not None and not row.released and not is_begun(row):
        field, drawn = draw_of(row)
        DrawRow.objects.filter(pk=row.pk).end(act)
        if field.released:
            begin_draw(act, round_, field, only_released(field, drawn), row.seed)
    tasks.ask_for_scores([round_.section])
    tasks.ask(tasks.draw_round, round_.pk)


def release_draft(round_: Round, *, by: Actor, key: str, seen: int) -> None:
    """Everybody is told where to sit, the round opens now, and the draw stays as it is. Raises NoDraft, NotRunning, ChangedMeanwhile."""
    session = round_.section.session
    with journal.act(session.journal, "release_draft", by=by, key=key, facts={"round": round_.number}) as act:
        if act.is_repeat:
            return
        _refuse_unless_running(session)
        row = _draft(round_)
        journal.refuse_if_changed(DrawRow.objects.filter(round=round_), seen)
        release_draw(act, row, act.at, act.at + timedelta(minutes=session.round_minutes))


def close_round(round_: Round, *, by: Actor, key: str) -> None:
    """The round is over: its results are what the next draw is made from, which is asked for. Raises RoundNotComplete, RoundNotReleased, NotRunning."""
    session = round_.section.session
    with journal.act(session.journal, "close_round", by=by, key=key, facts={"round": round_.number}) as act:
        if act.is_repeat:
            return
        _refuse_unless_running(session)
        row = live_draw(round_)
        if row is None or not row.released:
            raise RoundNotReleased(round=round_.number)
        missing = [[board.table, board.number] for board in boards_of(session, rounds=[round_.number]) if not board.is_settled]
        if missing:
            raise RoundNotComplete(round=round_.number, missing=missing)
        journal.change(act, round_, closes=min(round_.closes or timezone.now(), timezone.now()))
        tasks.ask_for_scores([round_.section])
        plan = swiss_plan_of(round_.section)
        if plan is not None:
            ahead = round_.number + (2 if plan.arrears else 1)
            for following in Round.objects.filter(section=round_.section, number__gt=round_.number, number__lte=min(ahead, plan.rounds)):
                tasks.ask(tasks.draw_round, following.pk)
        tasks.ask(tasks.copy_database, session.pk)


def _refuse_unless_running(session: Session) -> None:
    session.refresh_from_db()
    if session.state != SessionState.RUNNING:
        raise NotRunning(session=session.pk, state=session.state)


def withdraw_entry(session: Session, entry: Entry, *, reason: str = "", by: Actor, key: str) -> int:
    """The entry takes part in no draw from now on; what is released it plays or is decided by the director. Returns the first round without it.

    raises   NotDrawnHere, LastRoundDrawn
    """
    with journal.act(session.journal, "withdraw_entry", by=by, key=key, facts={"entry": entry.pk}, reason=reason) as act:
        if act.is_repeat:
            return int(act.facts["from_round"])
        round_ = _next_to_release(session)
        is_seated = Place.objects.live().filter(round=round_, entry=entry).exists()  # at a table that was released early
        Withdrawal.objects.filter(session=session, entry=entry).end(act)
        Withdrawal.objects.begin(act, session=session, entry=entry, from_round=round_.number + is_seated)
        act.facts["from_round"] = round_.number + is_seated
        _draw_anew(act, round_)
    return int(act.facts["from_round"])


def return_entry(session: Session, entry: Entry, *, by: Actor, key: str) -> None:
    """An entry that had left takes part again from the next draw on. Raises NotDrawnHere, LastRoundDrawn."""
    with journal.act(session.journal, "return_entry", by=by, key=key, facts={"entry": entry.pk}) as act:
        if act.is_repeat:
            return
        round_ = _next_to_release(session)
        Withdrawal.objects.filter(session=session, entry=entry).end(act)
        _draw_anew(act, round_)


def enter_late(session: Session, entry: Entry, points: Fraction = NOTHING, *, by: Actor, key: str) -> int:
    """An entry that came after the start gets the next free number and stands below all others until it has played. Returns the number.

    points   what it has for the rounds it missed, as the ranking counts
    raises   NotDrawnHere, LastRoundDrawn, TooFewPlayers where a team of eight has no four pairs
    """
    with journal.act(session.journal, "enter_late", by=by, key=key, facts={"entry": entry.pk, "points": str(points)}) as act:
        if not act.is_repeat:
            round_ = _next_to_release(session)
            if entry.pk not in numbers_of_section(round_.section):
                plan = swiss_plan_of(round_.section)
                if plan is not None and plan.of_eight:
                    begin_second_four(act, session, entry)
                begin_starts(act, round_.section, [entry.pk])
                _add_points(act, session, entry, points)
                _draw_anew(act, round_)
    number: int = Start.objects.live().get(section__session=session, entry=entry).number
    return number


def carry_over(session: Session, entry: Entry, points: Fraction, *, by: Actor, key: str, seen: int | None = None) -> None:
    """An entry begins with points of an earlier stage, in the ranking and in every draw that is not released.

    seen     the newest act when the page was shown; None: nobody looked at one
    raises   NotDrawnHere, LastRoundDrawn, ChangedMeanwhile
    """
    with journal.act(session.journal, "carry_over", by=by, key=key, facts={"entry": entry.pk, "points": str(points)}) as act:
        if act.is_repeat:
            return
        round_ = _next_to_release(session)
        begun_with = Penalty.objects.filter(session=session, entry=entry, since__kind__in=ACTS)
        if seen is not None:
            journal.refuse_if_changed(begun_with, seen)
        begun_with.end(act)
        _add_points(act, session, entry, points)
        _draw_anew(act, round_)


def _add_points(act: journal.Act, session: Session, entry: Entry, points: Fraction) -> None:
    """Points besides those of the rounds: a penalty below zero."""
    unit = "vp" if session.stage.event.form == EventForm.TEAMS else Unit.METHOD.value
    if points:
        Penalty.objects.begin(act, session=session, entry=entry, amount=-points, unit=unit)


def _next_to_release(session: Session) -> Round:
    """The first round that is not released. Raises NotDrawnHere, LastRoundDrawn."""
    section = Section.objects.filter(session=session).order_by("letter").first()
    plan = swiss_plan_of(section) if section else None
    if section is None or plan is None:
        raise NotDrawnHere(session=session.pk)
    released = set(DrawRow.objects.live().filter(round__section=section, released=True).values_list("round", flat=True))
    rounds = list(section.rounds.filter(number__lte=plan.rounds).select_related("section__session").order_by("number"))
    following = next((round_ for round_ in rounds if round_.pk not in released), None)
    if following is None:
        raise LastRoundDrawn(rounds=len(rounds))
    return following
