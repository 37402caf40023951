"""Victory points that teams bring along from an earlier stage into an evening of matches."""

from collections.abc import Mapping
from fractions import Fraction

from bridge import tasks
from bridge.mapping.carry import ACTS, carried_rows
from bridge.models import Entry, Penalty, Session, journal
from bridge.permissions import Actor


def carry_points(session: Session, points: Mapping[Entry, Fraction], *, reason: str = "", by: Actor, key: str, seen: int) -> None:
    """Each of these teams begins with so many victory points, below zero too, in the place of what it began with; 0: with none.

    raises   ChangedMeanwhile
    """
    told = {str(entry.pk): str(value) for entry, value in points.items()}
    with journal.act(session.journal, "carry_points", by=by, key=key, facts={"points": told}, reason=reason) as act:
        if act.is_repeat:
            return
        journal.refuse_if_changed(Penalty.objects.filter(session=session, since__kind__in=ACTS), seen)
        for entry, value in points.items():
            rows = carried_rows(session).filter(entry=entry)
            if -sum((row.amount for row in rows), Fraction(0)) == value:
                continue
            rows.end(act)
            if value:
                Penalty.objects.begin(act, session=session, entry=entry, amount=-value, unit="vp")
        tasks.ask_for_scores(session.sections.all())
