"""What is to be reckoned: one row for each kind and target, asked for in the transaction of the act."""

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import F, Q

from bridge.models.prepared import Given, PreparedUpdate

_WISH = PreparedUpdate(
    lambda: Job.objects.filter(kind=Given("kind"), target=Given("target")), wanted=F("wanted") + 1, due=Given("due", models.DateTimeField())
)


class JobManager(models.Manager["Job"]):
    """Asks for jobs."""

    def want(self, kind: str, target: int, due: datetime | None = None) -> None:
        """Write down that this job is wanted once more (or not before `due`); any number of wishes cost one run."""
        if not _WISH.run(kind=kind, target=target, due=due):
            _, made = self.get_or_create(kind=kind, target=target, defaults={"wanted": 1, "due": due})
            if not made:  # somebody else asked first, a moment ago
                _WISH.run(kind=kind, target=target, due=due)

    def failing(self) -> "models.QuerySet[Job]":
        """Jobs whose last run failed and that are still wanted."""
        return self.filter(~Q(error=""), wanted__gt=F("done")).order_by("kind", "target")


class Job(models.Model):
    """Done when `done` has reached `wanted`. `lease` is until when a worker has claimed it; a job that failed keeps its error and tries."""

    kind = models.CharField(max_length=60)
    target = models.BigIntegerField()
    wanted = models.PositiveBigIntegerField(default=0)
    done = models.PositiveBigIntegerField(default=0)
    due = models.DateTimeField(null=True, blank=True)
    lease = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)

    objects = JobManager()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["kind", "target"], name="job_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.target}"
