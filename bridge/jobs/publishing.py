"""Versions of rankings: appended when a session closes and whenever a later act changes what was published."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from bridge.jobs.queue import NotYet
from bridge.mapping.basis import basis_of, newest_act, sessions_of
from bridge.models import Act, Conditions, Job, Publication, Ranking, SessionState, Standing

Key = tuple[str, int]


def publish_ranking(ranking_id: int) -> None:
    """Append the version that the newest facts call for: the first when every session is closed, a later one where the lists differ from the last.

    Waits (NotYet) while the standings lag behind the facts, and has them reckoned. Provisional until the last correction period ends; a version made after
    that is final at once.
    """
    ranking = Ranking.objects.select_related("session", "stage").get(pk=ranking_id)
    ends = _correction_ends(ranking)
    if not ends:
        return
    if ranking.basis != basis_of(ranking):
        if not ranking.problem:  # acts that ask for no reckoning (closing itself, a late payment) are newer
            Job.objects.want("bridge.score_ranking", ranking.pk)
        raise NotYet
    with transaction.atomic():
        locked = Ranking.objects.select_for_update().get(pk=ranking_id)
        if locked.turn != ranking.turn:
            raise NotYet
        last = Publication.objects.filter(ranking=ranking).order_by("-version").first()
        running = sorted(Standing.objects.filter(ranking=ranking, publication__isnull=True), key=lambda row: row.facts["order"])
        published = list(Standing.objects.filter(publication=last)) if last else []
        if last is not None and _by_key(running) == _by_key(published):
            return
        now = timezone.now()
        final_at = max(ends)
        publication = Publication.objects.create(
            ranking=ranking, version=last.version + 1 if last else 1, basis=locked.basis, act=_cause(ranking, last), at=now,
            final_at=max(final_at, now) if last else final_at, changes=_changes(published, running) if last else [],
        )
        for row in running:
            row.pk = None
            row.publication = publication
        Standing.objects.bulk_create(running)
        Job.objects.want("bridge.award_ranking", ranking.pk, publication.final_at)


def _correction_ends(ranking: Ranking) -> list[datetime]:
    """When the correction period of each session ends; nothing while one of them is not closed, or where an event of several was taken back."""
    sessions = sessions_of(ranking)
    if ranking.session_id is None and not Conditions.objects.live().filter(ranking=ranking).exists():
        return []
    ends = [session.closed_at + timedelta(minutes=session.correction_minutes) for session in sessions if session.closed_at is not None]
    return ends if all(session.state == SessionState.CLOSED and session.closed_at is not None for session in sessions) else []


def _by_key(rows: list[Standing]) -> dict[Key, tuple[Any, ...]]:
    return {(row.list, row.entry_id): (row.place, row.is_tied, row.exact, row.total, row.facts) for row in rows}


def _changes(before: list[Standing], after: list[Standing]) -> list[dict[str, Any]]:
    """What moved: places and hundredths before and now, of the entries that changed in either."""
    old = {(row.list, row.entry_id): row for row in before}
    moved = []
    for row in after:
        was = old.get((row.list, row.entry_id))
        told = (was.place, was.hundredths) if was else (None, None)
        if told != (row.place, row.hundredths):
            moved.append({"list": row.list, "entry": row.entry_id, "place": [told[0], row.place], "hundredths": [told[1], row.hundredths]})
    return moved


def _cause(ranking: Ranking, last: Publication | None) -> Act:
    """The newest act that changed what is ranked, since the last version."""
    return newest_act(ranking, since=last.basis if last else {})
