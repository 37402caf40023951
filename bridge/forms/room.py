"""Slips of the room: the clock, and accepting for a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.forms.slip import Slip


class ClockForm(Slip):
    """What becomes of the clock.

    round   the round that is called: of two who call it at once the second calls none
    """

    act = forms.ChoiceField(choices=[(act, "") for act in ("plus", "minus", "pause", "resume", "break", "no_break", "call", "minutes")])
    minutes = forms.IntegerField(required=False, min_value=1, max_value=180)
    tea = forms.IntegerField(required=False, min_value=1, max_value=180)
    round = forms.IntegerField(required=False, min_value=1, max_value=9999, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Which round is called stands in the form that calls it."""
        typed = super().clean() or {}
        if typed.get("act") == "call" and typed.get("round") is None and "round" not in self.errors:
            self.add_error("round", _("Which round?"))
        return typed


class AcceptForm(Slip):
    """One report by its id, or all that wait."""

    report = forms.IntegerField(required=False, min_value=1)


class ActForm(Slip):
    """One act of the evening, taken back for a reason."""

    act = forms.IntegerField()
    reason = forms.CharField(required=False, max_length=300)
