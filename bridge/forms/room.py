"""Slips of the room: the clock, and accepting for a table."""

from django import forms

from bridge.forms.slip import Slip


class ClockForm(Slip):
    """What becomes of the clock."""

    act = forms.ChoiceField(choices=[(act, "") for act in ("plus", "minus", "pause", "resume", "break", "no_break", "call", "minutes")])
    minutes = forms.IntegerField(required=False, min_value=1, max_value=180)
    tea = forms.IntegerField(required=False, min_value=1, max_value=180)


class AcceptForm(Slip):
    """One report by its id, or all that wait."""

    report = forms.IntegerField(required=False)


class ActForm(Slip):
    """One act of the evening, taken back for a reason."""

    act = forms.IntegerField()
    reason = forms.CharField(required=False, max_length=300)
