"""Jobs of a club that failed and are tried again: what the secretary should know without looking at a log."""

from dataclasses import dataclass

from django.db.models import Q

from bridge.models import Club, Event, Job, Ranking, Session

_OF_RANKINGS = ("bridge.score_ranking", "bridge.publish_ranking", "bridge.award_ranking")
_OF_SESSIONS = ("bridge.accept_waiting", "bridge.copy_database")


@dataclass(frozen=True, slots=True)
class Trouble:
    """A job that failed: its kind, how often it was tried, the last line of what went wrong, the event it is for."""

    kind: str
    tries: int
    told: str
    event: Event


def troubles_of(club: Club) -> tuple[Trouble, ...]:
    """The club's failing jobs; one query while there are none."""
    jobs = list(Job.objects.failing())
    if not jobs:
        return ()
    rankings = Ranking.objects.filter(pk__in=[job.target for job in jobs if job.kind in _OF_RANKINGS]).select_related("stage__event")
    own = rankings.filter(Q(session__club=club) | Q(session__isnull=True, stage__event__club=club))
    of_ranking = {ranking.pk: ranking.stage.event for ranking in own}
    sessions = Session.objects.filter(pk__in=[job.target for job in jobs if job.kind in _OF_SESSIONS], club=club).select_related("stage__event")
    of_session = {session.pk: session.stage.event for session in sessions}
    found = ((job, of_ranking.get(job.target) if job.kind in _OF_RANKINGS else of_session.get(job.target)) for job in jobs)
    return tuple(_trouble(job, event) for job, event in found if event is not None)


def _trouble(job: Job, event: Event) -> Trouble:
    return Trouble(job.kind.partition(".")[2], job.tries, job.error.strip().rpartition("\n")[2][:200], event)
