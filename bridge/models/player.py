"""People who play, and the clubs they are members of."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from bridge.models.fields import UidField
from bridge.models.row import Row


class SeatWish(models.TextChoices):
    """What a player asks for when places are given."""

    NONE = "", _("no wish")
    STATIONARY = "stationary", _("would like to stay at one table")
    MUST_STAY = "must_stay", _("must not move")


class Player(Row):
    """A person who plays. Belongs to no club and needs no account."""

    uid = UidField()
    name_native = models.CharField(_("name"), max_length=80)
    name_latin = models.CharField(_("name in Latin letters"), max_length=80, blank=True)
    sort_key = models.CharField(_("sort key"), max_length=160, blank=True)
    initials = models.CharField(_("initials"), max_length=40, blank=True)  # pinyin initials of a Chinese name, lower case
    seat_wish = models.CharField(_("seat wish"), max_length=12, choices=SeatWish, blank=True, default=SeatWish.NONE)
    is_named = models.BooleanField(_("may be named in public"), default=True)
    phone = models.CharField(_("telephone"), max_length=40, blank=True)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")

    def __str__(self) -> str:
        return self.name_native

    @property
    def person(self) -> "Player":
        """The record that is kept of this person: itself, or the one that it was merged into, over any number of steps."""
        return self.merged_into.person if self.merged_into else self


class Membership(Row):
    """A player known to a club: a member with a number, or a guest without."""

    club = models.ForeignKey("bridge.Club", models.CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    number = models.CharField(_("number"), max_length=30, null=True, blank=True)
    is_guest = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player"], name="membership_once"),
            models.UniqueConstraint(fields=["club", "number"], name="membership_number"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.club_id}"
