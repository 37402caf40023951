"""How a report comes to count: the one way for the other side's agreement, the secretary's acceptance and the clock's."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from bridge.mapping.slips import said_by
from bridge.models import DirectorCall, Job, Ranking, RankingPart, Report, Result, Section, Session, journal
from bridge.models.prepared import Asked, Given, Prepared


class TheClock:
    """Acts by itself: neither an account nor a device."""

    account_id = None
    device_id = None


SETTLED_BY_A_RESULT = ("disputed", "correction")  # calls that are answered when the table's result counts
# With each ranking the one in which it is counted itself, where there is one.
_COUNTED_IN = Prepared(lambda: RankingPart.objects.filter(section=Given("section")).values_list("ranking", "ranking__counted_in__ranking"))


def count_report(act: journal.Act, report: Report, *, replaces: bool = True, answers: bool = True) -> Result:
    """The report counts from this act on: its result begins (at the act's end), an older one ends, what the table had asked the director is answered.

    replaces, answers   a result may count here already; the director may have been asked: false where the lock's reading knows better
    """
    where = {"seating": report.seating, "board": report.board}
    if report.doubt:
        Report.objects.filter(pk=report.pk).end(act)
        Report.objects.begin(act, **where, **said_by(report), by_side=report.by_side)
    if replaces:
        Result.objects.filter(seating=report.seating_id, board=report.board_id).end(act)
    result: Result = Result.objects.begin_last(act, **where, **said_by(report))
    if answers:
        finish_calls(act, DirectorCall.objects.filter(**where, about__in=SETTLED_BY_A_RESULT))
    return result


def finish_calls(act: journal.Act, calls: "QuerySet[DirectorCall]") -> None:
    """These calls are done by the act; those that were done before stay as they are."""
    for call in calls.filter(done_by__isnull=True):
        journal.change(act, call, done_by=act, done_at=act.at)


def rankings_of(sections: Iterable[Section]) -> list[int]:
    """Ids of the rankings in which these sections count, directly or through another ranking."""
    return rankings_among(row for section in sections for row in _COUNTED_IN.all(section=section.pk))


def asks_what_counts(section_id: int) -> Asked:
    """The statement that tells in which rankings a section counts: its answer is for `rankings_among`."""
    return _COUNTED_IN.asks(section=section_id)


def rankings_through(rankings: Iterable[int]) -> list[int]:
    """Ids of these rankings and of all in which they are counted."""
    return rankings_among(Ranking.objects.filter(pk__in=list(rankings)).values_list("pk", "counted_in__ranking"))


def rankings_among(counted: Iterable[tuple[int, int | None]]) -> list[int]:
    """Ids of rankings and of those that count them: pairs of a ranking and one in which it is counted itself."""
    found = set[int]()
    fresh = set[int]()
    for ranking, through in counted:
        found.add(ranking)
        fresh |= {through} if through else set()
    while fresh - found:
        found |= fresh
        fresh = set(RankingPart.objects.filter(other__in=fresh).values_list("ranking_id", flat=True))
    return sorted(found)


def next_acceptance(session: Session) -> datetime | None:
    """When the oldest report that still waits is accepted by the clock; None where nothing waits or the club does not do so."""
    if session.accept_minutes is None:
        return None
    oldest = _waiting(session).values_list("asked", flat=True).order_by("asked").first()
    return oldest + timedelta(minutes=session.accept_minutes) if oldest else None


def _waiting(session: Session) -> QuerySet[Any]:
    """What waits for the other side, with when it was `asked`: a result that was taken back asks anew, or the clock would accept it again at once."""
    results = Result.objects.filter(seating=OuterRef("seating"), board=OuterRef("board"), until__isnull=False).order_by("-until")
    taken_back = Coalesce(Subquery(results.values("until__at")[:1]), "since__at")
    waiting: QuerySet[Any] = Report.objects.waiting(session).annotate(asked=Greatest("since__at", taken_back))
    return waiting


def want_scores(sections: Iterable[Section]) -> None:
    """Write down, from within a job, that the rankings of these sections are to be reckoned."""
    for ranking in rankings_of(sections):
        Job.objects.want("bridge.score_ranking", ranking)


def facts_of_accepted(reports: Sequence[Report]) -> dict[str, Any]:
    """What the act that accepts these reports tells: which they are, and the table and board of each."""
    return {"reports": [report.pk for report in reports], "accepted": [[report.seating.table, report.board.number] for report in reports]}


def accept_waiting(session_id: int) -> None:
    """Accept what has waited for the other side longer than the club allows, in one act of nobody; asks for itself again while something waits."""
    session = Session.objects.select_related("journal").get(pk=session_id)
    due = next_acceptance(session)
    if due is None or session.accept_minutes is None:
        return
    if due <= timezone.now():
        with journal.act(session.journal, "accept_waiting", by=TheClock(), key=f"accept_waiting-{secrets.token_hex(8)}") as act:
            late = list(_waiting(session).filter(asked__lte=act.at - timedelta(minutes=session.accept_minutes)))
            for report in late:
                count_report(act, report)
            act.facts |= facts_of_accepted(late)
            act.save(update_fields=["facts"])
            want_scores({report.seating.section for report in late})
        due = next_acceptance(session)
    if due is not None:
        Job.objects.want("bridge.accept_waiting", session_id, due)
