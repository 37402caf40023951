"""Slips of a knock-out: how its matches are played, and what the director does with the bracket."""

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.forms.slip import Slip


class KnockOutForm(Slip):
    """How the matches of a knock-out are played."""

    boards = forms.IntegerField(label=_("Boards in a match"), min_value=1, max_value=128, initial=16)
    parts = forms.IntegerField(
        label=_("Parts of a match"), min_value=1, max_value=8, initial=2, help_text=_("After each part the visitors' pairs change rooms."),
    )
    round_minutes = forms.IntegerField(label=_("Minutes for a part"), min_value=1, max_value=600, initial=60)


class BracketForm(Slip):
    """What happens next in the bracket: the next round, extra boards in a match (its number), IMPs that the first of two teams (ids) brings along."""

    act = forms.ChoiceField(choices=[(name, name) for name in ("seat", "extra", "carry")])
    match = forms.IntegerField(min_value=1, max_value=9999, required=False)
    couple = forms.RegexField(r"^[0-9]{1,18}-[0-9]{1,18}$", required=False)
    points = forms.DecimalField(
        min_value=-999, max_value=999, decimal_places=2, required=False, error_messages={"invalid": _("Write a number of IMPs, as in 7 or -3.5.")}
    )
