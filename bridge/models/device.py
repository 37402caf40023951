"""Phones and tablets that may speak for a table or a pair in one session."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from bridge.models.journal import Fact


class DeviceUse(models.TextChoices):
    """What a device may do."""

    SLIP = "slip", _("holds the table's slips")
    PAIR = "pair", _("reads and agrees for a pair")


class Device(Fact):
    """A grant to one device in one session; its secret lies in a cookie, here only the hash.

    table   the hall's number where it holds slips
    entry   the pair it speaks for where it is a player's own
    """

    session = models.ForeignKey("bridge.Session", models.PROTECT, related_name="devices")
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    entry = models.ForeignKey("bridge.Entry", models.PROTECT, null=True, blank=True, related_name="devices")
    use = models.CharField(max_length=8, choices=DeviceUse)
    secret_hash = models.CharField(max_length=64, db_index=True)

    class Meta(Fact.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "table"], condition=Q(until__isnull=True, use="slip"), name="device_holds_slips"),
        ]
