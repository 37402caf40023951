"""What tables say, what counts, and what directors change."""

from typing import ClassVar, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from bridge.models.fields import ExactField
from bridge.models.journal import Fact, FactQuerySet

_PLAYED = Q(contract__in=["", "P"], tricks__isnull=True) | ~Q(contract__in=["", "P"]) & Q(tricks__isnull=False, tricks__lte=13)


class Said(Fact):
    """A contract and what became of it, as reported or as it counts."""

    contract = models.CharField(_("contract"), max_length=4, blank=True, help_text=_("4SX, 3N; P when passed out; empty when only the points are known"))
    declarer = models.CharField(_("declarer"), max_length=1, blank=True)
    tricks = models.PositiveSmallIntegerField(_("tricks won by declarer"), null=True, blank=True)
    lead = models.CharField(_("opening lead"), max_length=2, blank=True)
    ns_points = models.SmallIntegerField(_("points for North-South"))
    turned = models.BooleanField(default=False)  # the pairs sat the other way round on this board

    class Meta(Fact.Meta):
        abstract = True


class ReportQuerySet(FactQuerySet):
    """Reports, and which of them only wait."""

    def waiting(self, session: "models.Model") -> Self:
        """Live reports that would count if the other side agreed: without a doubt, without a result, without a director's score; the oldest first."""
        same = {"seating": OuterRef("seating"), "board": OuterRef("board"), "until__isnull": True}
        return (
            self.live()
            .filter(seating__section__session=session, seating__until__isnull=True, doubt="")
            .exclude(Exists(Result.objects.filter(**same)))
            .exclude(Exists(Adjustment.objects.filter(**same)))
            .select_related("since", "seating__section", "board")
            .order_by("pk")
        )


class Report(Said):
    """What a table says about one board, until it is agreed, disputed or replaced.

    by_side   the side that reported: NS, EW, or "" for a director or scorer
    doubt     why it cannot count by itself: "" | disputed | unscheduled | wrong_direction | old_plan | round_over
    """

    seating = models.ForeignKey("bridge.Seating", models.PROTECT, related_name="reports")
    board = models.ForeignKey("bridge.Board", models.PROTECT, related_name="reports")
    by_side = models.CharField(max_length=2, blank=True)
    doubt = models.CharField(max_length=20, blank=True)
    remark = models.CharField(max_length=300, blank=True)  # what a player wrote with a dispute or a request

    objects: ClassVar = ReportQuerySet.as_manager()

    class Meta(Said.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seating", "board"], condition=Q(until__isnull=True), name="report_one_live"),
            models.CheckConstraint(name="report_tricks", condition=_PLAYED),
        ]


class Result(Said):
    """What counts for one table on one board. Never edited: a correction ends this row and begins another."""

    seating = models.ForeignKey("bridge.Seating", models.PROTECT, related_name="results")
    board = models.ForeignKey("bridge.Board", models.PROTECT, related_name="results")

    class Meta(Said.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seating", "board"], condition=Q(until__isnull=True), name="result_one_live"),
            models.CheckConstraint(name="result_tricks", condition=_PLAYED),
        ]


class AdjustmentKind(models.TextChoices):
    """What is put in the place of a table's result; `as_played` leaves it, for a penalty or bonus beside it."""

    AS_PLAYED = "as_played", _("as it was played")
    NOT_PLAYED = "not_played", _("not played")
    PERCENT = "percent", _("a percentage")
    IMPS = "imps", _("a number of IMPs")
    AVERAGE_PLUS = "average_plus", _("average plus")
    AVERAGE = "average", _("average")
    AVERAGE_MINUS = "average_minus", _("average minus")
    ASSIGNED = "assigned", _("an assigned score")
    WEIGHTED = "weighted", _("a weighted score")
    TRICKS = "tricks", _("tricks transferred")
    CANCELLED = "cancelled", _("cancelled")


class Adjustment(Fact):
    """A changed score for one side at one table on one board, beside what was reported, also where nothing was.

    value   lossless JSON: `percent`, `imps`, `points` or `components` [[points, weight]]; beside points `said`, one [contract, declarer, tricks] or null
            for each; `extra` [amount, unit] where a penalty (below zero) or bonus comes on top
    """

    seating = models.ForeignKey("bridge.Seating", models.PROTECT, related_name="adjustments")
    board = models.ForeignKey("bridge.Board", models.PROTECT, related_name="adjustments")
    side = models.CharField(max_length=2)
    kind = models.CharField(max_length=16, choices=AdjustmentKind)
    value = models.JSONField(default=dict)
    ruling = models.ForeignKey("bridge.Ruling", models.PROTECT, null=True, blank=True, related_name="adjustments")

    class Meta(Fact.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seating", "board", "side"], condition=Q(until__isnull=True), name="adjustment_of_side"),
        ]


class Foul(Fact):
    """From a round on, a board was different at a table: results of different forms are not compared (Law 87)."""

    board = models.ForeignKey("bridge.Board", models.PROTECT, related_name="fouls")
    section = models.ForeignKey("bridge.Section", models.PROTECT, related_name="fouls")
    table = models.PositiveSmallIntegerField()
    from_round = models.PositiveSmallIntegerField()
    form = models.CharField(max_length=8)

    class Meta(Fact.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["board", "section", "table", "from_round"], condition=Q(until__isnull=True), name="foul_once"),
        ]


class Penalty(Fact):
    """Taken from (or, below zero, given to) an entry: in percent of a board's top, matchpoints, IMPs or victory points (Law 90)."""

    session = models.ForeignKey("bridge.Session", models.PROTECT, related_name="penalties")
    entry = models.ForeignKey("bridge.Entry", models.PROTECT, related_name="penalties")
    amount = ExactField()
    unit = models.CharField(max_length=12)
    ruling = models.ForeignKey("bridge.Ruling", models.PROTECT, null=True, blank=True, related_name="penalties")
