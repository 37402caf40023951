"""What is to be reckoned: one row for each kind and target, asked for in the transaction of the act."""

from datetime import datetime
from typing import ClassVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models import F, Q

from bridge.models.prepared import Asked, together
from bridge.models.row import Row

_WISH = """
INSERT INTO bridge_job (kind, target, wanted, done, due, tries, error) VALUES (%s, %s, 1, 0, %s, 0, '')
ON CONFLICT (kind, target) DO UPDATE SET wanted = bridge_job.wanted + 1, due = excluded.due
"""


class JobManager(models.Manager["Job"]):
    """Asks for jobs."""

    def want(self, kind: str, target: int, due: datetime | None = None) -> None:
        """Write down that this job is wanted once more (or not before `due`); any number of wishes cost one run."""
        together([self.wish(kind, target, due)])

    def wish(self, kind: str, target: int, due: datetime | None = None) -> Asked:
        """The statement by which a job is wanted once more, to be sent with others."""
        told = None if due is None else Job._meta.get_field("due").get_db_prep_value(due, connections[DEFAULT_DB_ALIAS])
        return Asked(_WISH, [kind, target, told], lambda rows: None)

    def failing(self) -> "models.QuerySet[Job]":
        """Jobs whose last run failed and that are still wanted."""
        return self.filter(~Q(error=""), wanted__gt=F("done")).order_by("kind", "target")


class Job(Row):
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
