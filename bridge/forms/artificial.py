"""What each side gets in the place of a result: an average, a percentage or a number of IMPs."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bridge.engine.errors import EngineError
from bridge.engine.scoring.outcome import Award, FixedImps, FixedPercent, SideOutcome
from bridge.engine.seats import Side
from bridge.forms.amounts import AmountField
from bridge.phrases import phrase

AWARDS = [
    ("", _("as it is")), ("ave_plus", _("average plus")), ("ave", _("average")), ("ave_minus", _("average minus")), ("60", "60 %"), ("50", "50 %"),
    ("40", "40 %"), ("percent", _("another percentage")), ("imps", _("a number of IMPs")),
]
_BY_FAULT = {award.value: award for award in Award}


class ArtificialFields(forms.Form):
    """The part of a slip that gives a side an artificial score; a side that is given none keeps what it has."""

    ns = forms.ChoiceField(label=_("North-South get"), choices=AWARDS, required=False)
    ns_amount = AmountField(label=_("how much"), max_digits=5, decimal_places=2, required=False)
    ew = forms.ChoiceField(label=_("East-West get"), choices=AWARDS, required=False)
    ew_amount = AmountField(label=_("how much"), max_digits=5, decimal_places=2, required=False)

    def artificial_scores(self, typed: Mapping[str, Any]) -> dict[Side, SideOutcome]:
        """What was chosen; what is missing or refused stands beside its field."""
        found = {side: score for side in Side if (score := self._artificial(side.value.lower(), typed)) is not None}
        if not found and not self.errors:
            self.add_error("ns", gettext("Choose what at least one side gets."))
        return found

    def _artificial(self, side: str, typed: Mapping[str, Any]) -> SideOutcome | None:
        chosen, amount = typed.get(side) or "", typed.get(f"{side}_amount")
        if not chosen:
            return None
        if chosen in _BY_FAULT:
            return _BY_FAULT[chosen]
        if chosen not in ("percent", "imps"):
            return FixedPercent(Fraction(chosen))
        if amount is None:
            if f"{side}_amount" not in self.errors:
                self.add_error(f"{side}_amount", gettext("Write how much."))
            return None
        try:
            return FixedPercent(Fraction(amount)) if chosen == "percent" else FixedImps(Fraction(amount))
        except EngineError as refusal:
            self.add_error(f"{side}_amount", phrase(refusal))
            return None
