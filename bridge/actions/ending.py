"""An individual's evening ends early and is ranked on what was played. Movements of pairs are cut in `repairs`, where the rest can be planned anew."""

from bridge import tasks
from bridge.actions.rounds import NotRunning
from bridge.engine.scoring.outcome import Unscored
from bridge.engine.seats import Side
from bridge.jobs.counting import finish_calls
from bridge.mapping.outcomes import value_of
from bridge.models import Adjustment, Board, DirectorCall, Place, Plan, Round, Seating, Session, SessionState, journal
from bridge.permissions import Actor
from bridge.queries.ending import early_end_of
from bridge.queries.repairs import Happened, NothingChanges, NothingToPlay


def end_early(session: Session, *, reason: str, by: Actor, key: str) -> None:
    """Rounds of which nothing was said are not played any more; boards of earlier rounds that no table told of count as not played.

    raises   NotRunning, NothingToPlay (nothing was said yet), NothingChanges
    """
    with journal.act(session.journal, Happened.ENDED_EARLY.value, by=by, key=key, reason=reason) as act:
        if act.is_repeat:
            return
        session.refresh_from_db()
        if session.state != SessionState.RUNNING:
            raise NotRunning(session=session.pk, state=session.state)
        end = early_end_of(session)
        if not end.last:
            raise NothingToPlay(round=1)
        if not end.changes:
            raise NothingChanges
        act.facts["last"] = end.last
        kind, value = value_of(Unscored.NOT_PLAYED)
        for each in end.missing:
            board = Board.objects.get(set__sections__seatings=each.seating, number=each.number)
            for side in Side:
                Adjustment.objects.begin(act, seating_id=each.seating, board=board, side=side.value, kind=kind, value=value)
            finish_calls(act, DirectorCall.objects.filter(seating=each.seating, board=board))
        _cut(act, session, end.last)
        for ranking in session.rankings.all():
            tasks.ask(tasks.score_ranking, ranking.pk)


def _cut(act: journal.Act, session: Session, last: int) -> None:
    """The plan, its seatings and its clock end with this round."""
    later = Round.objects.filter(section__session=session, number__gt=last)
    Place.objects.filter(round__in=later).end(act)
    Seating.objects.filter(round__in=later).end(act)
    for round_ in later:
        journal.change(act, round_, opens=None, closes=None)
    for plan in Plan.objects.live().filter(section__session=session):
        Plan.objects.filter(pk=plan.pk).end(act)
        Plan.objects.begin(act, section=plan.section, source=plan.source, grid=plan.grid[:last], declared=plan.declared)
