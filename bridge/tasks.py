"""The Celery shell round jobs, and `ask()`: how an act says that a job is wanted."""

import time
from collections.abc import Iterable
from datetime import datetime

from celery import Task, shared_task
from django.conf import settings
from django.db import transaction

from bridge.jobs import copies, counting, hands, masterpoints, publishing, queue, standings, swiss
from bridge.models import Act, Job, Section


@shared_task(name="bridge.score_ranking", acks_late=True, ignore_result=True)
def score_ranking(ranking_id: int) -> None:
    """Bring one ranking up to the newest facts; harmless when late, doubled or out of order."""
    queue.run("bridge.score_ranking", ranking_id, standings.score_ranking)


@shared_task(name="bridge.publish_ranking", acks_late=True, ignore_result=True)
def publish_ranking(ranking_id: int) -> None:
    """Append the version that the newest facts call for; harmless when there is nothing new."""
    queue.run("bridge.publish_ranking", ranking_id, publishing.publish_ranking)


@shared_task(name="bridge.award_ranking", acks_late=True, ignore_result=True)
def award_ranking(ranking_id: int) -> None:
    """Enter the master points of a ranking whose publication is final."""
    queue.run("bridge.award_ranking", ranking_id, masterpoints.award_ranking)


@shared_task(name="bridge.draw_round", acks_late=True, ignore_result=True)
def draw_round(round_id: int) -> None:
    """Draw a round by standing, once."""
    queue.run("bridge.draw_round", round_id, swiss.draw_round)


@shared_task(name="bridge.run_event", acks_late=True, ignore_result=True)
def run_event(session_id: int) -> None:
    """Do what is due of an event that runs by itself."""
    queue.run("bridge.run_event", session_id, swiss.run_event)


@shared_task(name="bridge.accept_waiting", acks_late=True, ignore_result=True)
def accept_waiting(session_id: int) -> None:
    """Accept what has waited for the other side longer than the session allows."""
    queue.run("bridge.accept_waiting", session_id, counting.accept_waiting)


@shared_task(name="bridge.copy_database", acks_late=True, ignore_result=True)
def copy_database(session_id: int) -> None:
    """Copy the club's database: at the start of a session, after each of its rounds, at its end."""
    queue.run("bridge.copy_database", session_id, copies.copy_after_round)


@shared_task(name="bridge.solve_deals", acks_late=True, ignore_result=True)
def solve_deals(set_id: int) -> None:
    """Find out what can be made with the deals of a set, and ask again while some are left."""

    def some(target: int) -> None:
        if hands.solve_deals(target):
            ask(solve_deals, target)

    queue.run("bridge.solve_deals", set_id, some)


_ALL = (score_ranking, publish_ranking, award_ranking, draw_round, run_event, accept_waiting, copy_database, solve_deals)
TASKS: dict[str, Task] = {task.name: task for task in _ALL}


@shared_task(name="bridge.sweep", ignore_result=True)
def sweep() -> None:
    """Wake a worker for each job that is wanted or due and that nobody has claimed."""
    for job in queue.waiting():
        TASKS[job.kind].delay(job.target)


def run_waiting() -> int:
    """Run here and now all that is waiting (`manage.py work`, and tests); how many jobs were looked at."""
    jobs = queue.waiting()
    for job in jobs:
        TASKS[job.kind].apply(args=(job.target,))
    return len(jobs)


_BETWEEN_CALLS = 1.0  # seconds
_called: dict[tuple[str, int], float] = {}  # when this process last called a worker for a job


def _may_call(kind: str, target: int) -> bool:
    """Whether a worker is to be called now: not again and again for one job in a full hall, since the sweep finds what came between."""
    now = time.monotonic()
    if now - _called.get((kind, target), now - _BETWEEN_CALLS) < _BETWEEN_CALLS:
        return False
    _called[kind, target] = now
    return True


def ask(task: Task, target: int, *, due: datetime | None = None, within: Act | None = None) -> None:
    """Write down with the caller's facts that a job is wanted, then wake a worker. A broker that is down costs a delay, never the job.

    within   the act that writes it down at its end with its last facts; None: it is written at once
    """
    if within is None:
        Job.objects.want(task.name, target, due)
    else:
        within.last.append(Job.objects.wish(task.name, target, due))

    def wake() -> None:  # a named function: Django's robust hook cannot report a failing partial
        if _may_call(task.name, target):
            task.delay(target)

    if settings.CELERY_BROKER_URL and due is None:
        transaction.on_commit(wake, robust=True)


def ask_for_scores(sections: Iterable[Section]) -> None:
    """The facts of these sections have changed: every ranking that counts one of them is to be reckoned."""
    for ranking in counting.rankings_of(sections):
        ask(score_ranking, ranking)
