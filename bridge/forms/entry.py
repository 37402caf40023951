"""The slips of a table: a report, the other side's answer, a request, a phone's."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from bridge.engine.cards import parse_card
from bridge.engine.contract import PASSED_OUT, Contract, Doubling, Report, Strain, parse_tricks
from bridge.engine.errors import EngineError
from bridge.engine.seats import Seat
from bridge.forms.slip import LAST_ID, Slip
from bridge.models import SIDE_OF
from bridge.phrases import phrase

LEVELS = [(str(level), str(level)) for level in range(1, 8)]
STRAINS = [(strain.name, strain.name) for strain in Strain]
PASS = "P"
RANKS = "AKQJT98765432"
OVERS = ("-3", "-2", "-1", "=", "+1", "+2", "+3")
WRONG = [
    ("contract", _("Contract")), ("declarer", _("Declarer")), ("result", _("Tricks")), ("board", _("Board")), ("seats", _("Seats")), ("other", _("Other")),
]


MISSING = {
    "declarer": _("Who played it?"), "denomination": _("Which suit, or no trump?"), "level": _("At which level?"), "result": _("How many tricks?"),
    "lead_suit": _("Both the suit and the rank, or no lead."),
}


class TableSlip(Slip):
    """What every slip of a table carries besides.

    seating   where it was shown: a slip that waited on a phone still means that round and plan
    after     key of an act of the same phone that was sent just before: nothing older than it counts as changed meanwhile
    keep      what cannot count is kept for the director
    """

    seating = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=LAST_ID)
    after = forms.RegexField(r"^[0-9A-Za-z_-]{8,64}$", widget=forms.HiddenInput, required=False)
    keep = forms.BooleanField(widget=forms.HiddenInput, required=False)

    def _clean_fields(self) -> None:
        """As Django does, but without a field bound to the page for each: a slip that is sent is seldom shown again, and a full hall sends many."""
        for name, field in self.fields.items():
            try:
                self.cleaned_data[name] = field.clean(field.widget.value_from_datadict(self.data, self.files, self.add_prefix(name)))
            except ValidationError as refusal:
                self.add_error(name, refusal)


class ReportForm(TableSlip):
    """What happened on a board, in the order of play."""

    level = forms.ChoiceField(label=_("Contract"), choices=LEVELS, required=False)
    denomination = forms.ChoiceField(label=_("Contract"), choices=[*STRAINS, (PASS, PASS)], required=False)
    doubling = forms.ChoiceField(label=_("Doubled"), choices=[(each.value, each.value) for each in Doubling], required=False)
    declarer = forms.ChoiceField(label=_("Declarer"), choices=[(seat.value, seat.value) for seat in Seat], required=False)
    lead_suit = forms.ChoiceField(label=_("Opening lead"), choices=[(suit, suit) for suit in "CDHS"], required=False)
    lead_rank = forms.ChoiceField(label=_("Opening lead"), choices=[(rank, rank) for rank in RANKS], required=False)
    result = forms.RegexField(r"^(=|[+−-]?\d{1,2})$", label=_("Result"), required=False)
    tricks = forms.IntegerField(label=_("Tricks won"), min_value=0, max_value=13, required=False)
    turned = forms.BooleanField(label=_("We sat the other way round on this board"), required=False)

    report: Report
    trick_choices = tuple(str(tricks) for tricks in range(14))

    def clean(self) -> dict[str, Any]:
        """The engine's value of what was typed, in `report`; each piece that is missing is told beside its keys."""
        typed = super().clean() or {}
        if typed.get("denomination") == PASS:
            self.report = Report(PASSED_OUT)
            return typed
        for name in ("declarer", "denomination", "level"):
            if not typed.get(name) and name not in self.errors:
                self.add_error(name, MISSING[name])
        if typed.get("result", "") == "" and typed.get("tricks") is None and "result" not in self.errors and "tricks" not in self.errors:
            self.add_error("result", MISSING["result"])
        if bool(typed.get("lead_suit")) != bool(typed.get("lead_rank")):
            self.add_error("lead_suit", MISSING["lead_suit"])
        if not self.errors:
            self._judge(typed)
        return typed

    def _judge(self, typed: dict[str, Any]) -> None:
        contract = Contract(int(typed["level"]), Strain[typed["denomination"]], Doubling(typed.get("doubling", "")))
        lead = parse_card(typed["lead_suit"] + typed["lead_rank"]) if typed.get("lead_suit") else None
        try:
            said = {parse_tricks(typed["result"], contract)} if typed.get("result") else set()
            if typed.get("tricks") is not None:
                said.add(typed["tricks"])
            if len(said) > 1:
                self.add_error("result", _("The result and the tricks won do not agree."))
                return
            (tricks,) = said
            self.report = Report(contract, Seat(typed["declarer"]), tricks, lead)
        except EngineError as refusal:
            self.add_error("result", phrase(refusal))



class AgreeForm(TableSlip):
    """The other side says yes."""

    side = forms.ChoiceField(choices=[("NS", "NS"), ("EW", "EW")], widget=forms.HiddenInput)


class DisputeForm(AgreeForm):
    """The other side says no, and what is wrong."""

    wrong = forms.ChoiceField(label=_("No. What is wrong?"), choices=WRONG, error_messages={"required": _("Say what is wrong.")})
    remark = forms.CharField(label=_("In your words"), max_length=300, required=False)


class _Shared(dict[str, forms.Field]):
    """Fields that all slips of a kind share: nobody changes them, and copying them for each slip costs more than judging it."""

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, forms.Field]:
        return dict(self)


for _kind in (ReportForm, AgreeForm, DisputeForm):
    _kind.base_fields = _Shared(_kind.base_fields)


class RequestForm(ReportForm):
    """A pair asks for a correction of a board that counts."""

    side = forms.ChoiceField(choices=[("NS", "NS"), ("EW", "EW")], widget=forms.HiddenInput)
    remark = forms.CharField(label=_("What was wrong?"), max_length=300, required=False)


class CallForm(Slip):
    """The table wants the director."""

    board = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    remark = forms.CharField(max_length=300, required=False, widget=forms.HiddenInput)


class HoldForm(Slip):
    """This phone is to keep a table's slips; the PIN where another has them, or where the table's card was not scanned."""

    pin = forms.CharField(
        label=_("Director's PIN"), max_length=20, required=False,
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9]*"}),
    )


class SideForm(HoldForm):
    """This phone is a player's own."""

    seating = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=LAST_ID)
    side = forms.ChoiceField(choices=[(place, place) for place in SIDE_OF])
