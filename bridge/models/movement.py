"""The plan of a section and what follows from it: who sits where against whom, on which boards."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from bridge.models.journal import Fact

SIDE_OF = {"NS": "NS", "EW": "EW", "N": "NS", "S": "NS", "E": "EW", "W": "EW"}  # what a place may say -> the side of the table that it is on


class Start(Fact):
    """An entry's number in a section.

    line     NS, EW, or "" in a movement with one line; two lines may each have a pair 5
    number   as shown and as called out in the room
    place    the entry's number in the plan, 1..N over both lines
    """

    section = models.ForeignKey("bridge.Section", models.PROTECT, related_name="starts")
    entry = models.ForeignKey("bridge.Entry", models.PROTECT, related_name="starts")
    line = models.CharField(max_length=2, blank=True)
    number = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    stationary = models.BooleanField(default=False)

    class Meta(Fact.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["section", "line", "number"], condition=Q(until__isnull=True), name="start_number"),
            models.UniqueConstraint(fields=["section", "entry", "line"], condition=Q(until__isnull=True), name="start_entry"),
        ]


class Plan(Fact):
    """The movement of a section: its generator with parameters or its text (`source`), the grid that came of it, what it declares. Checked."""

    section = models.ForeignKey("bridge.Section", models.PROTECT, related_name="plans")
    source = models.JSONField()
    grid = models.JSONField()
    declared = models.JSONField(default=dict)

    class Meta(Fact.Meta):
        constraints: ClassVar = [models.UniqueConstraint(fields=["section"], condition=Q(until__isnull=True), name="plan_of_section")]


class Seating(Fact):
    """Entries meet at a table in a round, on these boards. `round` is null where it was imported and the order is unknown."""

    section = models.ForeignKey("bridge.Section", models.PROTECT, related_name="seatings")
    round = models.ForeignKey("bridge.Round", models.PROTECT, null=True, blank=True, related_name="seatings")
    table = models.PositiveSmallIntegerField()  # the hall's number
    room = models.CharField(max_length=6, blank=True)  # open or closed in a team match
    first_board = models.PositiveSmallIntegerField()
    last_board = models.PositiveSmallIntegerField()
    match = models.ForeignKey("bridge.Match", models.PROTECT, null=True, blank=True, related_name="seatings")

    class Meta(Fact.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["round", "table", "room"], condition=Q(until__isnull=True, round__isnull=False), name="seating_of_table"
            ),
        ]


class Place(Fact):
    """Where an entry is in a round: on a side of a table, or sitting out where `seating` is null."""

    round = models.ForeignKey("bridge.Round", models.PROTECT, null=True, blank=True, related_name="places")
    entry = models.ForeignKey("bridge.Entry", models.PROTECT, related_name="places")
    half = models.PositiveSmallIntegerField(default=1)
    seating = models.ForeignKey(Seating, models.PROTECT, null=True, blank=True, related_name="places")
    side = models.CharField(max_length=2, blank=True)  # NS or EW; in an individual a seat

    class Meta(Fact.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entry", "half"], condition=Q(until__isnull=True, round__isnull=False), name="place_of_entry"),
            models.UniqueConstraint(fields=["seating", "side"], condition=Q(until__isnull=True, seating__isnull=False), name="place_of_side"),
        ]
