"""The queue is the table `Job`: claimed by compare-and-set with a lease, run without a lock, marked. Safe when doubled, late or out of order."""

import logging
import traceback
from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from bridge.models import Job

LEASE = timedelta(minutes=1)  # longer than any job takes; a worker that was killed holds its job up no longer
LONGEST_PAUSE = timedelta(minutes=5)
log = logging.getLogger("bridge.jobs")


class NotYet(Exception):
    """What the job needs is not there yet: it stays wanted and is tried again shortly."""


def waiting() -> list[Job]:
    """Jobs that are wanted or due, and not claimed."""
    now = timezone.now()
    free = Q(lease__isnull=True) | Q(lease__lt=now)
    return list(Job.objects.filter(free, Q(due__isnull=True) | Q(due__lte=now), wanted__gt=F("done")).order_by("pk"))


def run(kind: str, target: int, job: Callable[[int], None]) -> bool:
    """Run one job if it is wanted, due and free; true when it ran to its end.

    A job that fails keeps its error and its number of tries on its row and is tried again after a growing pause.
    """
    claimed = _claim(kind, target)
    if claimed is None:
        return False
    try:
        job(target)
    except NotYet:
        Job.objects.filter(pk=claimed.pk, lease=claimed.lease).update(lease=None, due=timezone.now() + timedelta(seconds=1))
        return False
    except Exception:
        told = traceback.format_exc()
        pause = min(LONGEST_PAUSE, timedelta(seconds=2 ** min(claimed.tries + 1, 10)))
        Job.objects.filter(pk=claimed.pk, lease=claimed.lease).update(
            lease=None, due=timezone.now() + pause, tries=F("tries") + 1, error=told[-4000:]
        )
        log.exception("job %s %s failed", kind, target)
        return False
    # `due` set by somebody meanwhile stays: compare with what was claimed.
    done = Job.objects.filter(pk=claimed.pk, lease=claimed.lease)
    with transaction.atomic():
        done.filter(wanted=claimed.wanted).update(due=None)
        done.update(lease=None, done=claimed.wanted, tries=0, error="")
    return True


def _claim(kind: str, target: int) -> Job | None:
    """The job's row with a lease of ours, or None when there is nothing to do or somebody else does it."""
    now = timezone.now()
    row = Job.objects.filter(kind=kind, target=target).first()
    if row is None or row.wanted <= row.done or (row.due and row.due > now) or (row.lease and row.lease >= now):
        return None
    lease = now + LEASE
    with transaction.atomic():
        if not Job.objects.filter(pk=row.pk, lease=row.lease, done=row.done).update(lease=lease):
            return None
        row.refresh_from_db()
    return row


def release_claims() -> None:
    """Free what a killed runner had claimed. For the one runner of a site without a broker, when it starts: nobody else is running a job."""
    Job.objects.filter(lease__isnull=False).update(lease=None)


def failing() -> list[Job]:
    """Jobs whose last run failed and that are still wanted."""
    return list(Job.objects.failing())
