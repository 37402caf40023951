"""The slip of what teams bring along from an earlier stage."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.forms.amounts import AmountField
from bridge.forms.slip import Slip


class CarryForm(Slip):
    """Victory points for each team, to the hundredth."""

    reason = forms.CharField(label=_("Where from, and by which rule"), max_length=300, required=False)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, teams: Sequence[tuple[int, str]], carried: Mapping[int, Fraction], **kwargs: Any) -> None:
        """`teams`: id and name; `carried`: what each begins with now."""
        super().__init__(*args, **kwargs)
        last = {name: self.fields.pop(name) for name in ("reason", "confirmed")}
        self.teams = [pk for pk, _name in teams]
        for pk, name in teams:
            now = carried.get(pk, Fraction(0))
            self.fields[f"team_{pk}"] = AmountField(
                label=name, max_digits=7, decimal_places=2, min_value=-999, max_value=9999, initial=Decimal(now.numerator) / Decimal(now.denominator),
            )
        self.fields.update(last)

    @property
    def rows(self) -> list[forms.BoundField]:
        """The field of each team."""
        return [self[f"team_{pk}"] for pk in self.teams]

    def points(self) -> dict[int, Fraction]:
        """Team's id -> its points."""
        return {pk: Fraction(self.cleaned_data[f"team_{pk}"]) for pk in self.teams}
