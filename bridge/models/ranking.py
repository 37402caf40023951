"""What is compared, and what came of it: rankings, travellers, standings, publications."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from bridge.models.fields import ExactField
from bridge.models.row import Row


class Ranking(Row):
    """Results compared with one another. `basis` is {journal id: newest act} of what is stored, `turn` counts what was stored."""

    stage = models.ForeignKey("bridge.Stage", models.PROTECT, related_name="rankings")
    session = models.ForeignKey("bridge.Session", models.PROTECT, null=True, blank=True, related_name="rankings")
    basis = models.JSONField(default=dict)
    turn = models.PositiveIntegerField(default=0)
    scored_by = models.JSONField(default=dict)  # the options that the stored travellers were scored by
    problem = models.JSONField(default=dict)  # code and facts of why there is no number

    def __str__(self) -> str:
        return f"ranking {self.pk}"


class RankingPart(Row):
    """A section or another ranking that counts in a ranking."""

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="parts")
    section = models.ForeignKey("bridge.Section", models.PROTECT, null=True, blank=True, related_name="ranking_parts")
    other = models.ForeignKey(Ranking, models.PROTECT, null=True, blank=True, related_name="counted_in")
    weight = ExactField(default=1)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="part_of_one", condition=Q(section__isnull=False, other__isnull=True) | Q(section__isnull=True, other__isnull=False)
            ),
            models.UniqueConstraint(fields=["ranking", "section"], condition=Q(section__isnull=False), name="part_section_once"),
            models.UniqueConstraint(fields=["ranking", "other"], condition=Q(other__isnull=False), name="part_other_once"),
        ]

    def __str__(self) -> str:
        return f"part of {self.ranking_id}"


class Publication(Row):
    """A version of a ranking that was shown to the world: provisional before `final_at`, then final, with nothing to switch."""

    ranking = models.ForeignKey(Ranking, models.PROTECT, related_name="publications")
    version = models.PositiveSmallIntegerField()
    basis = models.JSONField()
    act = models.ForeignKey("bridge.Act", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    final_at = models.DateTimeField()
    changes = models.JSONField(default=list)  # what moved against the version before

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["ranking", "version"], name="publication_version")]

    def __str__(self) -> str:
        return f"version {self.version} of {self.ranking_id}"


class Traveller(Row):
    """All results of one board in one ranking, reckoned; one row a board, so that only changed boards are scored again."""

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="travellers")
    board = models.ForeignKey("bridge.Board", models.CASCADE, related_name="travellers")
    lines = models.JSONField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["ranking", "board"], name="traveller_of_board")]

    def __str__(self) -> str:
        return f"traveller {self.board_id}"


class StandingList(models.TextChoices):
    """Which list of a ranking."""

    ALL = "all", _("one list")
    NS = "NS", _("North-South")
    EW = "EW", _("East-West")


class Standing(Row):
    """An entry's place in a list of a ranking: running where `publication` is null, else as published.

    exact        what is compared, unrounded; hundredths of it are what is shown
    total        the sum in the method's own unit, exact
    facts        boards played, the available total, penalties: what a page and the "why?" need
    """

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="standings")
    publication = models.ForeignKey(Publication, models.CASCADE, null=True, blank=True, related_name="standings")
    list = models.CharField(max_length=20)
    entry = models.ForeignKey("bridge.Entry", models.PROTECT, related_name="standings")
    place = models.PositiveIntegerField(null=True, blank=True)  # null: listed, not ranked
    is_tied = models.BooleanField(default=False)
    exact = ExactField(null=True, blank=True)
    total = ExactField(null=True, blank=True)
    hundredths = models.BigIntegerField(null=True, blank=True)
    facts = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ranking", "list", "entry"], condition=Q(publication__isnull=True), name="standing_running"),
            models.UniqueConstraint(fields=["publication", "list", "entry"], condition=Q(publication__isnull=False), name="standing_published"),
        ]

    def __str__(self) -> str:
        return f"{self.list} {self.place}"


class Award(Row):
    """Master points in hundredths, given once for a final publication or taken back by a later one. A balance is a sum."""

    publication = models.ForeignKey(Publication, models.PROTECT, related_name="awards")
    player = models.ForeignKey("bridge.Player", models.PROTECT, related_name="awards")
    list = models.CharField(max_length=20)
    scheme = models.ForeignKey("bridge.Scheme", models.PROTECT, related_name="+")
    hundredths = models.IntegerField()
    at = models.DateTimeField()
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["publication", "player", "list"], condition=Q(reverses__isnull=True), name="award_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hundredths}"
