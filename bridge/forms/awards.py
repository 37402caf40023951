"""Slips for master points: by which rule a club's evenings earn, and where the levels begin."""

import re
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.masterpoints.levels import Level, Thresholds
from bridge.engine.masterpoints.scheme import AcblLike, Band, EbuLike, Own, Platform, Scheme, Ties
from bridge.forms.amounts import AmountField
from bridge.forms.slip import Slip
from bridge.phrases.figures import hundredths_text
from bridge.phrases.levels import level_name

RULES = (
    ("platform", _("3 for the first, 2 to the fourth, 1 to the tenth; below 20 the upper half")),
    ("acbl", _("by the size of the field, to 40 percent of it (as clubs of the ACBL)")),
    ("ebu", _("a third of the field, 6 more for each place (as clubs of the EBU)")),
    ("own", _("the club's own table")),
)
TIES = (
    (Ties.SHARED.value, _("share what their places earn")), (Ties.HIGHEST.value, _("each get the better place's")),
    (Ties.LOWEST.value, _("each get the lower place's")),
)


class SchemeForm(Slip):
    """By which rule evenings earn; of a table of the club's own one line for each size of field."""

    rule = forms.ChoiceField(label=_("Master points"), choices=RULES)
    ties = forms.ChoiceField(label=_("Those who tie"), choices=TIES)
    bands = forms.CharField(
        label=_("The club's own table"), required=False, widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One line for each size of field: how many at least, then what the places earn, as in 8: 3 2 1.5"),
    )

    @classmethod
    def of(cls, scheme: Scheme) -> "SchemeForm":
        """The scheme as it stands."""
        rule = {Platform: "platform", AcblLike: "acbl", EbuLike: "ebu", Own: "own"}[type(scheme.rule)]
        bands = scheme.rule.bands if isinstance(scheme.rule, Own) else ()
        lines = (f"{band.entries}: {' '.join(hundredths_text(award) for award in band.awards)}" for band in bands)
        return cls(initial={"rule": rule, "ties": scheme.ties.value, "bands": "\n".join(lines)})

    def clean_bands(self) -> tuple[Band, ...]:
        """The bands meant by the lines."""
        return tuple(_band(line) for line in self.cleaned_data["bands"].splitlines() if line.strip())

    def scheme_rule(self) -> Platform | AcblLike | EbuLike | Own:
        """The rule chosen."""
        match self.cleaned_data["rule"]:
            case "own":
                return Own(self.cleaned_data["bands"])
            case "acbl":
                return AcblLike()
            case "ebu":
                return EbuLike()
        return Platform()


_BAND = re.compile(r"\s*[0-9]{1,5}\s*:(?:\s*-?[0-9]{1,5}(?:[.][0-9]{1,4})?(?=\s|$))*\s*")


def _band(line: str) -> Band:
    plain = line.replace("\N{FULLWIDTH COLON}", ":").replace(",", ".")
    if not _BAND.fullmatch(plain):
        raise forms.ValidationError(_("“%(line)s”: write how many there are at least, a colon, and what the places earn."), params={"line": line.strip()})
    size, _colon, awards = plain.partition(":")
    return Band(int(size), tuple(Fraction(award) for award in awards.split()))


class LevelsForm(Slip):
    """Where each level begins, in master points."""

    def __init__(self, *args: Any, thresholds: Thresholds, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for level in Level:
            if level:
                begins = thresholds.hundredths[level]
                self.fields[f"level{level.value}"] = AmountField(
                    label=level_name(level), min_value=0, max_value=1000000, decimal_places=2, initial=hundredths_text(begins)
                )

    def thresholds(self) -> Thresholds:
        """The limits as typed; the lowest level begins at nothing."""
        return Thresholds((0, *(int(self.cleaned_data[f"level{level.value}"] * 100) for level in Level if level)))
