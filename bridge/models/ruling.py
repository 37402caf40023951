"""Calls for the director, rulings, and what they leave to remember."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from bridge.models.journal import Fact
from bridge.models.row import Row


class DirectorCall(Row):
    """A table wants the director, or something cannot count without one.

    about   call | disputed | unscheduled | wrong_direction | old_plan | correction | query | bonus code of what is to be decided
    facts   what was said, in codes and numbers, and the answers given so far in a half-made ruling
    """

    session = models.ForeignKey("bridge.Session", models.PROTECT, related_name="calls")
    seating = models.ForeignKey("bridge.Seating", models.PROTECT, null=True, blank=True, related_name="calls")
    board = models.ForeignKey("bridge.Board", models.PROTECT, null=True, blank=True, related_name="calls")
    about = models.CharField(max_length=24, default="call")
    facts = models.JSONField(default=dict)
    called_at = models.DateTimeField()
    called_by = models.ForeignKey("bridge.Act", models.PROTECT, related_name="+")
    taken_by = models.ForeignKey("bridge.Account", models.PROTECT, null=True, blank=True, related_name="+")
    taken_at = models.DateTimeField(null=True, blank=True)
    answers = models.JSONField(default=dict)
    done_by = models.ForeignKey("bridge.Act", models.PROTECT, null=True, blank=True, related_name="+")
    done_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"call {self.pk} {self.about}"


class Ruling(Fact):
    """A decision: codes and values, no sentences."""

    session = models.ForeignKey("bridge.Session", models.PROTECT, related_name="rulings")
    seating = models.ForeignKey("bridge.Seating", models.PROTECT, null=True, blank=True, related_name="rulings")
    board = models.ForeignKey("bridge.Board", models.PROTECT, null=True, blank=True, related_name="rulings")
    edition = models.CharField(max_length=10)
    code = models.CharField(max_length=40)
    answers = models.JSONField(default=dict)
    options = models.JSONField(default=list)
    chosen = models.JSONField(default=dict)
    outcome = models.JSONField(default=list)
    told_at = models.DateTimeField(null=True, blank=True)
    review_until = models.DateTimeField(null=True, blank=True)
    replaces = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="replaced_by")


class Reminder(Fact):
    """Something of a ruling that outlives it: a card on the table, a forbidden lead, "look again after the board"."""

    ruling = models.ForeignKey(Ruling, models.PROTECT, related_name="reminders")
    what = models.JSONField()


class Draw(Fact):
    """Who meets whom in a Swiss round: made once, from the field it saw."""

    round = models.ForeignKey("bridge.Round", models.PROTECT, related_name="draws")
    seed = models.BigIntegerField()
    field = models.JSONField()
    basis = models.JSONField()
    reasons = models.JSONField(default=list)
    released = models.BooleanField(default=False)

    class Meta(Fact.Meta):
        constraints: ClassVar = [models.UniqueConstraint(fields=["round"], condition=Q(until__isnull=True), name="draw_of_round")]
