"""Clubs and the tables that stand in them."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from bridge.models.fields import UidField
from bridge.models.row import Row


class LawEdition(models.TextChoices):
    """The Laws that a club plays by; the values are those of `bridge.engine.laws.Edition`."""

    CN1999 = "CN1999", _("Laws of 1999 (Chinese edition)")
    WBF2017 = "WBF2017", _("Laws of 2017")


class RulingShown(models.TextChoices):
    """How much of a ruling others than its directors read, from least to most."""

    GIVEN = "given", _("that a ruling was given")
    LAW = "law", _("the law too")
    OUTCOME = "outcome", _("the law and what follows")


class Club(Row):
    """A bridge club, where sessions are played."""

    uid = UidField()
    slug = models.SlugField(_("short name in addresses"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=120)
    zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    language = models.CharField(_("language"), max_length=10, default="en")
    edition = models.CharField(_("laws"), max_length=10, choices=LawEdition, default=LawEdition.WBF2017)
    rulings_shown = models.CharField(_("of a ruling others read at most"), max_length=8, choices=RulingShown, default=RulingShown.OUTCOME)
    correction_minutes = models.PositiveSmallIntegerField(_("correction period in minutes"), default=30)
    fee = models.PositiveIntegerField(_("fee of an evening, in hundredths"), default=0)
    currency = models.CharField(_("currency"), max_length=8, default="", blank=True)
    pin_hash = models.CharField(max_length=128, blank=True)  # the director's PIN that moves a table's slips
    wifi_name = models.CharField(_("name of the hall's network"), max_length=64, blank=True)
    wifi_password = models.CharField(_("password of the hall's network"), max_length=64, blank=True)
    contact = models.CharField(_("whom to ask"), max_length=200, blank=True)
    awards = models.ForeignKey("bridge.Scheme", models.PROTECT, null=True, blank=True, related_name="+")  # null: the usual rule
    levels = models.ForeignKey("bridge.Scheme", models.PROTECT, null=True, blank=True, related_name="+")  # null: the proposed limits
    is_demo = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class ClubTable(Row):
    """A table's printed card: its label and the long-lived code in its QR. The code opens nothing by itself."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="tables")
    label = models.CharField(max_length=8)
    code = UidField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "label"], name="table_label")]

    def __str__(self) -> str:
        return self.label
