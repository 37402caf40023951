"""Events, their stages and the conditions of contest."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from bridge.models.fields import UidField
from bridge.models.journal import Fact
from bridge.models.row import Row


class EventForm(models.TextChoices):
    """Who competes with whom."""

    PAIRS = "pairs", _("pairs")
    TEAMS = "teams", _("teams")
    SINGLES = "singles", _("individual")


class Event(Row):
    """Something that is won: an evening, or several in one ranking."""

    uid = UidField()
    club = models.ForeignKey("bridge.Club", models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=120, blank=True)
    form = models.CharField(max_length=10, choices=EventForm, default=EventForm.PAIRS)
    source = models.CharField(max_length=64, blank=True)  # fingerprint of the file it was imported from; empty when played here

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "source"], condition=~Q(source=""), name="event_imported_once"),
        ]

    def __str__(self) -> str:
        return self.name or capfirst(self.get_form_display())


class Stage(Row):
    """A part of an event; one unless there is a qualifying, groups, a final."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["event", "number"], name="stage_number")]

    def __str__(self) -> str:
        return f"stage {self.number}"


class Conditions(Fact):
    """The conditions of contest of a stage, or of one ranking in it. `options` is `mapping.conditions` in JSON."""

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="conditions")
    ranking = models.ForeignKey("bridge.Ranking", models.PROTECT, null=True, blank=True, related_name="conditions")
    options = models.JSONField()

    class Meta(Fact.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["stage"], condition=Q(until__isnull=True, ranking__isnull=True), name="conditions_of_stage"),
            models.UniqueConstraint(fields=["ranking"], condition=Q(until__isnull=True, ranking__isnull=False), name="conditions_of_ranking"),
        ]


class Scheme(Row):
    """A table that conditions refer to by name: a VP scale, awards, tie-breaks, levels. Issued, then never changed."""

    code = models.CharField(max_length=40)
    version = models.PositiveSmallIntegerField(default=1)
    data = models.JSONField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["code", "version"], name="scheme_version")]

    def __str__(self) -> str:
        return f"{self.code} {self.version}"
