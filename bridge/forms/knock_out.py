"""Slips of a knock-out: how its matches are played, and what the director does with the bracket."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.forms.amounts import AmountField
from bridge.forms.draws import NumbersField
from bridge.forms.slip import Slip
from bridge.forms.teams import MatchesForm


class KnockOutForm(MatchesForm):
    """How the matches of a knock-out are played, and who is seeded."""

    seeds = NumbersField(
        label=_("Seeds"), required=False, help_text=_("Numbers of the teams, the best first, as in 3, 1; the others follow in the order in which they came."),
    )

    def __init__(self, *args: Any, teams: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["parts"].initial = 2
        self.teams = teams

    def clean_seeds(self) -> tuple[int, ...]:
        """Numbers that teams have."""
        seeds: tuple[int, ...] = self.cleaned_data["seeds"]
        unknown = next((number for number in seeds if number > self.teams), None)
        if unknown is not None:
            told = {"number": unknown, "teams": self.teams}
            raise forms.ValidationError(_("There is no team %(number)s: the teams are numbered 1 to %(teams)s."), params=told)
        return seeds

    def order(self) -> list[int]:
        """The numbers of all teams, the best first."""
        seeds = self.cleaned_data.get("seeds") or () if self.is_bound else ()
        return [*seeds, *(number for number in range(1, self.teams + 1) if number not in seeds)]


class BracketForm(Slip):
    """What happens next in the bracket: the next round, extra boards in a match (its number), IMPs that the first of two teams (ids) brings along."""

    act = forms.ChoiceField(choices=[(name, name) for name in ("seat", "extra", "carry")])
    match = forms.IntegerField(min_value=1, max_value=9999, required=False)
    couple = forms.RegexField(r"^[0-9]{1,18}-[0-9]{1,18}$", required=False)
    points = AmountField(
        min_value=-999, max_value=999, decimal_places=2, required=False, error_messages={"invalid": _("Write a number of IMPs, as in 7 or -3.5.")}
    )
