"""Evenings: sessions, their sections and rounds."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from bridge.models.fields import UidField
from bridge.models.row import Row


class SessionState(models.TextChoices):
    """How far a session has come."""

    PREPARING = "preparing", _("signing in")
    RUNNING = "running", _("running")
    CLOSED = "closed", _("closed")
    CANCELLED = "cancelled", _("cancelled")


OVER = (SessionState.CLOSED, SessionState.CANCELLED)


class Session(Row):
    """One evening of a stage at the club where it is played."""

    uid = UidField()
    stage = models.ForeignKey("bridge.Stage", models.PROTECT, related_name="sessions")
    club = models.ForeignKey("bridge.Club", models.PROTECT, related_name="sessions")
    number = models.PositiveSmallIntegerField(default=1)
    starts = models.DateTimeField()
    state = models.CharField(max_length=10, choices=SessionState, default=SessionState.PREPARING)
    boards_least = models.PositiveSmallIntegerField(_("boards, at least"), default=24)
    boards_most = models.PositiveSmallIntegerField(_("boards, at most"), default=28)
    minutes = models.PositiveSmallIntegerField(_("minutes of play"), default=210)
    round_minutes = models.PositiveSmallIntegerField(_("minutes for a round"), default=22)
    paused_at = models.DateTimeField(null=True, blank=True)
    needs_agreement = models.BooleanField(_("a result counts when both sides agree"), default=True)
    accept_minutes = models.PositiveSmallIntegerField(_("accepted after so many minutes"), null=True, blank=True)
    shows_others = models.BooleanField(_("a board's other results are shown once it is agreed"), default=True)
    fee = models.PositiveIntegerField(_("fee in hundredths"), default=0)
    correction_minutes = models.PositiveSmallIntegerField(_("correction period in minutes"), default=30)
    closed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"session {self.uid}"


class Section(Row):
    """Tables of a session that share one movement."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="sections")
    letter = models.CharField(max_length=2, default="A")
    board_set = models.ForeignKey("bridge.BoardSet", models.PROTECT, related_name="sections")
    first_table = models.PositiveSmallIntegerField(default=1)  # table numbers are the hall's: sections do not repeat them
    first_board = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["session", "letter"], name="section_letter")]

    def __str__(self) -> str:
        return f"section {self.letter}"


class Round(Row):
    """A round of a section: when it opens and when it should be over."""

    section = models.ForeignKey(Section, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    opens = models.DateTimeField(null=True, blank=True)
    closes = models.DateTimeField(null=True, blank=True)
    break_minutes = models.PositiveSmallIntegerField(default=0)  # a tea break after this round

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["section", "number"], name="round_number")]

    def __str__(self) -> str:
        return f"round {self.number}"
