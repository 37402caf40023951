"""What is done to an event's conditions of contest: changed before or after play, entries put into strata and given handicaps, either taken back."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from django.db.models import Q

from bridge import tasks
from bridge.engine.errors import EngineError
from bridge.engine.scoring.conditions import Conditions, TieBreak, Winners, problems_with_conditions
from bridge.jobs.counting import rankings_of, rankings_through
from bridge.mapping.basis import DRAW_LOTS, GRADE_ENTRIES
from bridge.mapping.combined import plain_conditions_of
from bridge.mapping.conditions import conditions_of, options_of
from bridge.models import Act, Board, ChangedMeanwhile, Entry, Ranking, Section, Session, Stage, Start, journal
from bridge.models import Conditions as ConditionsRow
from bridge.permissions import Actor


class NoTiesByLot(EngineError):
    """Lots are drawn only where the conditions of contest part ties by lot. No facts."""


def change_conditions(session: Session, conditions: Conditions, *, winners: Winners | None, reason: str = "", by: Actor, key: str, seen: int = 0) -> None:
    """The stage of this session is scored like this from now on; its rankings are reckoned anew, and what was published keeps its own.

    winners   one list or two for every ranking; None: as each has them by its movement
    raises    ChangedMeanwhile, PoolWithoutBoard
    """
    stage = session.stage
    options = options_of(conditions)
    with journal.act(stage.event.journal, "change_conditions", by=by, key=key, facts={"options": options}, reason=reason) as act:
        if act.is_repeat:
            return
        rows = ConditionsRow.objects.filter(stage=stage)
        journal.refuse_if_changed(rows, seen)
        for problem in problems_with_conditions(conditions, boards_of_session(session)):
            raise problem.error
        own = list(rows.live().filter(ranking__isnull=False))
        rows.end(act)
        ConditionsRow.objects.begin(act, stage=stage, options=options)
        for row in own if winners is None else ():
            kept = conditions_of(row.options).winners
            ConditionsRow.objects.begin(act, stage=stage, ranking_id=row.ranking_id, options=options_of(replace(conditions, winners=kept)))
        _ask_for_scores(stage)


def boards_of_session(session: Session) -> int:
    """Boards that are in play, or are to be."""
    return Board.objects.filter(set__sections__session=session).distinct().count() or session.boards_most


def grade_entries(
    stage: Stage, grades: Mapping[Entry, tuple[str, Fraction | None]], *, reason: str = "", seen: int | None = None, by: Actor, key: str
) -> None:
    """Each of these entries plays in this stratum with this handicap, added to its score; "" and None: in none, in an event of several as on its evenings.

    seen     the newest act of the event's journal when the grades were shown; None: nobody looked
    raises   ChangedMeanwhile

    An entry of another event keeps its grade there: where evenings are compared board by board, it has this one in their common ranking.
    """
    event = stage.event
    with journal.act(event.journal, GRADE_ENTRIES, by=by, key=key, reason=reason) as act:
        if act.is_repeat:
            return
        if seen is not None:
            _refuse_if_graded(act, seen)
        given = {}
        for entry, (stratum, handicap) in grades.items():
            if entry.event_id != event.pk:
                given[entry.pk] = [stratum, None if handicap is None else str(handicap)]
                continue
            entry.refresh_from_db(fields=["stratum", "handicap"])
            journal.change(act, entry, stratum=stratum, handicap=handicap)
        if given:
            act.facts["grades"] = given
        _ask_for_scores(stage)


def _refuse_if_graded(act: Act, seen: int) -> None:
    """Raise ChangedMeanwhile where grades were given, or taken back, after the act that was seen."""
    graded = Q(kind=GRADE_ENTRIES) | Q(undoes__kind=GRADE_ENTRIES)
    later = Act.objects.filter(graded, journal=act.journal_id, pk__gt=seen).exclude(pk=act.pk).order_by("-pk").first()
    if later is not None:
        raise ChangedMeanwhile(act=later.pk, kind=later.kind, at=later.at.isoformat(), account=later.account_id)


def draw_lots(stage: Stage, *, seed: int, reason: str = "", by: Actor, key: str) -> None:
    """Lots are drawn for every entry of the event, where the conditions part ties by lot; seed and entries are kept, so that it can be repeated.

    raises   NoTiesByLot
    """
    event = stage.event
    with journal.act(event.journal, DRAW_LOTS, by=by, key=key, facts={"seed": seed}, reason=reason) as act:
        if act.is_repeat:
            return
        rows = ConditionsRow.objects.live().filter(stage=stage)
        if not any(TieBreak.DRAW in plain_conditions_of(row.options).tie_breaks for row in rows):
            raise NoTiesByLot
        compared = Start.objects.live().filter(section__ranking_parts__ranking__stage=stage)
        entries = Entry.objects.filter(Q(event=event) | Q(pk__in=compared.values("entry")))
        act.facts["entries"] = list(entries.order_by("pk").values_list("pk", flat=True))
        _ask_for_scores(stage)


def undo_conditions(undone: Act, *, by: Actor, key: str, reason: str = "") -> Act:
    """Take back a change of conditions, strata or handicaps. Raises NotUndoable."""
    event = undone.journal.event
    assert event is not None, "conditions are told in their event's journal"
    new: Act = journal.undo(undone, by=by, key=key, reason=reason)
    for stage in event.stages.all():
        _ask_for_scores(stage)
    return new


def _ask_for_scores(stage: Stage) -> None:
    own = rankings_through(Ranking.objects.filter(stage=stage).values_list("pk", flat=True))
    for ranking in {*own, *rankings_of(Section.objects.filter(session__stage=stage))}:
        tasks.ask(tasks.score_ranking, ranking)
