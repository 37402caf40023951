"""The scorer's slip: what counts at a table, typed without a mouse."""

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.cards import parse_card
from bridge.engine.contract import PASSED_OUT, PassedOut, Report, parse_contract, parse_tricks
from bridge.engine.errors import EngineError
from bridge.engine.scoring.outcome import Award, FixedPercent, SideOutcome, Unit, Unscored
from bridge.engine.seats import Side, parse_seat
from bridge.forms.slip import Slip
from bridge.phrases import phrase

KINDS = [("result", _("A result")), ("artificial", _("An artificial score")), ("not_played", _("Not played"))]
AWARDS = [
    ("", _("as it is")), ("ave_plus", _("average plus")), ("ave", _("average")), ("ave_minus", _("average minus")), ("60", "60 %"), ("50", "50 %"),
    ("40", "40 %"), ("other", _("another percentage")),
]


class CorrectionForm(Slip):
    """What counts on one board at one table, why, and by which law."""

    kind = forms.ChoiceField(label=_("What counts"), choices=KINDS, widget=forms.RadioSelect, initial="result")
    contract = forms.CharField(label=_("Contract"), max_length=8, required=False, help_text=_("4SX, 3N; P when passed out"))
    declarer = forms.CharField(label=_("Declarer"), max_length=1, required=False, help_text=_("N, E, S or W"))
    result = forms.CharField(label=_("Result"), max_length=3, required=False, help_text=_("=, +1, -2, or the tricks won"))
    lead = forms.CharField(label=_("Opening lead"), max_length=3, required=False, help_text=_("HA, D10"))
    turned = forms.BooleanField(label=_("Played with the pairs exchanged"), required=False)
    ns = forms.ChoiceField(label=_("North-South get"), choices=AWARDS, required=False)
    ns_percent = forms.DecimalField(label=_("percent"), min_value=0, max_value=100, max_digits=5, decimal_places=2, required=False)
    ew = forms.ChoiceField(label=_("East-West get"), choices=AWARDS, required=False)
    ew_percent = forms.DecimalField(label=_("percent"), min_value=0, max_value=100, max_digits=5, decimal_places=2, required=False)
    reason = forms.CharField(label=_("Why"), max_length=300, widget=forms.TextInput)
    law = forms.CharField(label=_("Law"), max_length=20, required=False)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    report: Report | None = None
    scores: dict[Side, SideOutcome]

    def clean(self) -> dict[str, Any]:
        """The engine's values of what was typed, in `report` or `scores`."""
        typed = super().clean() or {}
        self.scores = {}
        kind = typed.get("kind")
        if kind == "result":
            self.report = self._report(typed)
        elif kind == "not_played":
            self.scores = {Side.NS: Unscored.NOT_PLAYED, Side.EW: Unscored.NOT_PLAYED}
        elif kind == "artificial":
            self.scores = {side: score for side in Side if (score := self._score(side.value.lower(), typed)) is not None}
            if not self.scores and not self.errors:
                self.add_error("ns", _("Choose what at least one side gets."))
        return typed

    def _report(self, typed: dict[str, Any]) -> Report | None:
        try:
            contract = parse_contract(typed.get("contract") or "")
        except EngineError as refusal:
            self.add_error("contract", phrase(refusal))
            return None
        if isinstance(contract, PassedOut):
            return Report(PASSED_OUT)
        pieces: dict[str, Any] = {}
        for name, read in (("declarer", parse_seat), ("result", lambda text: parse_tricks(text, contract)), ("lead", parse_card)):
            text = typed.get(name) or ""
            if name == "lead" and not text:
                continue
            try:
                pieces[name] = read(text)
            except EngineError as refusal:
                self.add_error(name, phrase(refusal))
        if self.errors:
            return None
        return Report(contract, pieces["declarer"], pieces["result"], pieces.get("lead"))

    def _score(self, side: str, typed: dict[str, Any]) -> SideOutcome | None:
        chosen = typed.get(side) or ""
        if not chosen:
            return None
        if chosen in ("ave_plus", "ave", "ave_minus"):
            return Award(chosen)
        if chosen != "other":
            return FixedPercent(Fraction(chosen))
        if typed.get(f"{side}_percent") is None:
            self.add_error(f"{side}_percent", _("Write the percentage."))
            return None
        return FixedPercent(Fraction(typed[f"{side}_percent"]))


class LookForm(Slip):
    """Why somebody who plays tonight looks at a board before having played it."""

    reason = forms.CharField(label=_("Why"), max_length=300)


class PenaltyForm(Slip):
    """So much is taken from a pair (Law 90)."""

    entry = forms.CharField(max_length=16, label=_("Pair"))
    amount = forms.DecimalField(label=_("How much"), max_digits=7, decimal_places=2, help_text=_("Below zero: a bonus."))
    unit = forms.ChoiceField(label=_("In"), choices=[(Unit.PERCENT.value, _("percent of a board")), (Unit.METHOD.value, _("the unit of the scoring"))])
    reason = forms.CharField(label=_("Why"), max_length=300)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)
