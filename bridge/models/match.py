"""Matches between two teams, and who has left an event that is drawn round by round."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from bridge.models.journal import Fact


class Match(Fact):
    """Two teams meet over so many boards; its seatings are at two tables (in a triangle: shared with the others), in one session or several.

    round     the first round it is played in
    is_half   a match of half length in a triangle, worth half as much
    """

    stage = models.ForeignKey("bridge.Stage", models.PROTECT, related_name="matches")
    number = models.PositiveSmallIntegerField()
    round = models.ForeignKey("bridge.Round", models.PROTECT, related_name="matches")
    home = models.ForeignKey("bridge.Entry", models.PROTECT, related_name="matches_at_home")
    away = models.ForeignKey("bridge.Entry", models.PROTECT, related_name="matches_away")
    first_board = models.PositiveSmallIntegerField()
    boards = models.PositiveSmallIntegerField()
    is_half = models.BooleanField(default=False)

    class Meta(Fact.Meta):
        constraints: ClassVar = [models.UniqueConstraint(fields=["stage", "number"], condition=Q(until__isnull=True), name="match_number")]


class Acceptance(Fact):
    """A team accepts a match as it stands; by the director for a team that does not."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="acceptances")
    entry = models.ForeignKey("bridge.Entry", models.PROTECT, related_name="+")

    class Meta(Fact.Meta):
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "entry"], condition=Q(until__isnull=True), name="accepted_once")]


class Forfeited(Fact):
    """A match was not played, and who is to blame: home, away or both."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="forfeits")
    by = models.CharField(max_length=4)

    class Meta(Fact.Meta):
        constraints: ClassVar = [models.UniqueConstraint(fields=["match"], condition=Q(until__isnull=True), name="forfeit_of_match")]


class Withdrawal(Fact):
    """An entry takes no part in a session from a round on."""

    session = models.ForeignKey("bridge.Session", models.PROTECT, related_name="withdrawals")
    entry = models.ForeignKey("bridge.Entry", models.PROTECT, related_name="withdrawals")
    from_round = models.PositiveSmallIntegerField()

    class Meta(Fact.Meta):
        constraints: ClassVar = [models.UniqueConstraint(fields=["session", "entry"], condition=Q(until__isnull=True), name="withdrawn_once")]
