"""The secretary's slip for an event of several evenings: its name, how scores are put together, what each evening weighs."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.scoring.combining import Combining
from bridge.forms.slip import Slip
from bridge.models import Session

HOW = [(Combining.MEAN.value, _("mean of the evenings played")), (Combining.SUM.value, _("sum of all evenings"))]
WEIGHT = re.compile(r"[0-9]{1,3}(?:/[1-9][0-9]{0,2}|[.][0-9]{1,2})?")


class SeriesForm(Slip):
    """One field for each evening: its weight, empty where it does not count."""

    name = forms.CharField(label=_("Name of the event"), max_length=80)
    how = forms.ChoiceField(label=_("How the evenings are put together"), choices=HOW)

    def __init__(self, *args: Any, evenings: Sequence[Session], **kwargs: Any) -> None:
        """`evenings` may be chosen."""
        super().__init__(*args, **kwargs)
        self.evenings = evenings
        for session in evenings:
            self.fields[f"weight_{session.uid}"] = forms.CharField(label=_("Weight"), max_length=7, required=False)

    @property
    def rows(self) -> list[tuple[Session, forms.BoundField]]:
        """Each evening with its field."""
        return [(session, self[f"weight_{session.uid}"]) for session in self.evenings]

    def clean(self) -> dict[str, Any]:
        """Weights are 1, 0.5 or 1/3."""
        typed = super().clean() or {}
        for session in self.evenings:
            field = f"weight_{session.uid}"
            if typed.get(field) and not WEIGHT.fullmatch(typed[field].strip()):
                self.add_error(field, _("A weight such as 1, 0.5 or 1/3."))
        return typed

    def parts(self) -> list[tuple[Session, Fraction]]:
        """The evenings chosen, with their weights."""
        typed = self.cleaned_data
        return [(session, Fraction(typed[f"weight_{session.uid}"].strip())) for session in self.evenings if typed[f"weight_{session.uid}"].strip()]
