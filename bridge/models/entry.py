"""Who takes part: entries, their players, and who sits for them in a session."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from bridge.models.fields import ExactField, UidField
from bridge.models.journal import Fact
from bridge.models.row import Row


class Entry(Row):
    """A pair, a team or a single player in an event."""

    uid = UidField()
    event = models.ForeignKey("bridge.Event", models.PROTECT, related_name="entries")
    name = models.CharField(max_length=80, blank=True)  # a team's own name
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    stratum = models.CharField(max_length=4, blank=True)
    handicap = ExactField(null=True, blank=True)

    def __str__(self) -> str:
        return f"entry {self.pk}"


class Roster(Fact):
    """A player belongs to an entry."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="roster")
    player = models.ForeignKey("bridge.Player", models.PROTECT, related_name="+")

    class Meta(Fact.Meta):
        constraints: ClassVar = [models.UniqueConstraint(fields=["entry", "player"], condition=Q(until__isnull=True), name="roster_once")]


class LineUp(Fact):
    """A player sits for an entry in a session from a round on: the sign-in, the substitute and the team's line-up alike.

    seat   in pairs N for the one named first and S for the other (East and West when the pair sits there); in an individual N
    half   1; in teams 1 or 2 (of eight: up to 4)
    """

    session = models.ForeignKey("bridge.Session", models.PROTECT, related_name="line_ups")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="line_ups")
    half = models.PositiveSmallIntegerField(default=1)
    seat = models.CharField(max_length=1)
    player = models.ForeignKey("bridge.Player", models.PROTECT, related_name="line_ups")
    from_round = models.PositiveSmallIntegerField(default=1)

    class Meta(Fact.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "player", "from_round"], condition=Q(until__isnull=True), name="lineup_player_once"),
            models.UniqueConstraint(
                fields=["session", "entry", "half", "seat", "from_round"], condition=Q(until__isnull=True), name="lineup_seat_once"
            ),
        ]


class Payment(Fact):
    """A player has paid the fee of a session; `amount` in hundredths of the club's currency."""

    session = models.ForeignKey("bridge.Session", models.PROTECT, related_name="payments")
    player = models.ForeignKey("bridge.Player", models.PROTECT, related_name="payments")
    amount = models.PositiveIntegerField()

    class Meta(Fact.Meta):
        constraints: ClassVar = [models.UniqueConstraint(fields=["session", "player"], condition=Q(until__isnull=True), name="payment_once")]
