"""The scorer's slip: what counts at a table, typed without a mouse."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bridge.engine.cards import parse_card
from bridge.engine.contract import PASSED_OUT, PassedOut, Report, parse_contract, parse_tricks
from bridge.engine.errors import EngineError
from bridge.engine.scoring.outcome import Extra, SideOutcome, Unit, Unscored, problems_with_adjustment, problems_with_penalty
from bridge.engine.seats import Side, parse_seat, vulnerability_of
from bridge.forms.amounts import AmountField
from bridge.forms.artificial import ArtificialFields
from bridge.forms.outcomes import AS_PLAYED, read_decision, write_decision
from bridge.forms.score_pad import PRESS, key_of, press
from bridge.forms.slip import Slip
from bridge.models import Adjustment, AdjustmentKind
from bridge.phrases import phrase
from bridge.queries.corrections import BoardCase

KINDS = [
    ("result", _("A result")), ("artificial", _("An artificial score")), ("assigned", _("An assigned or weighted score")),
    ("as_played", _("As it was played, perhaps with a penalty")), ("not_played", _("Not played")), ("cancelled", _("Struck out")),
    ("fouled", _("A fouled board")),
]
FORM_FIELD = "form_"
Seatings = Sequence[tuple[int, str]]  # id and name of a table that has the board
UNITS = [(Unit.PERCENT.value, _("percent of a board")), (Unit.METHOD.value, _("the unit of the scoring"))]
FORMS = [("", _("as it was dealt")), ("B", _("in form B")), ("C", _("in form C")), ("D", _("in form D"))]
_ASSIGNED = (AdjustmentKind.ASSIGNED, AdjustmentKind.WEIGHTED, AdjustmentKind.TRICKS)
_AWARD_OF: dict[str, str] = {AdjustmentKind.AVERAGE_PLUS: "ave_plus", AdjustmentKind.AVERAGE: "ave", AdjustmentKind.AVERAGE_MINUS: "ave_minus"}


def form_field(seating: int) -> str:
    """The name of the field in which form a table played the board."""
    return f"{FORM_FIELD}{seating}"


def fields_of_forms(seatings: Seatings) -> dict[str, forms.ChoiceField]:
    """A field for the form of each table."""
    return {form_field(pk): forms.ChoiceField(label=name, choices=FORMS, required=False) for pk, name in seatings}


def forms_of(seatings: Seatings, typed: Mapping[str, Any]) -> dict[int, str]:
    """Seating's id -> the form that was chosen for it."""
    return {pk: typed.get(form_field(pk)) or "" for pk, _name in seatings}


def forms_now(case: BoardCase) -> dict[str, str]:
    """The forms that stand, by field."""
    return {form_field(table.seating): table.form for table in case.tables}


def seatings_of(case: BoardCase) -> Seatings:
    """The tables that have the board, in the order in which they play it."""
    return [(table.seating, gettext("Round %(round)s, table %(table)s") % {"round": table.round, "table": table.table}) for table in case.tables]


class CorrectionForm(ArtificialFields, Slip):
    """What counts on one board at one table, why, and by which law; what was decided is in `report`, `scores` with `told`, `extras`, or `forms`."""

    kind = forms.ChoiceField(label=_("What counts"), choices=KINDS, widget=forms.RadioSelect, initial="result")
    contract = forms.CharField(label=_("Contract"), max_length=8, required=False, help_text=_("4SX, 3N; P when passed out"))
    declarer = forms.CharField(label=_("Declarer"), max_length=1, required=False, help_text=_("N, E, S or W"))
    result = forms.CharField(label=_("Result"), max_length=3, required=False, help_text=_("=, +1, -2, or the tricks won"))
    lead = forms.CharField(label=_("Opening lead"), max_length=3, required=False, help_text="HA, D10")
    turned = forms.BooleanField(label=_("Played with the pairs exchanged"), required=False)
    ns_scores = forms.CharField(
        label=_("Score of North-South"), max_length=400, required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("4SX S -1, or the points of North-South as +620. Weighted: a line for each, 60 % 4S N = and 4S N -1, which takes the rest."),
    )
    ew_scores = forms.CharField(
        label=_("Score of East-West"), max_length=400, required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Empty: the same. Otherwise written like the other, points still those of North-South; = for as it was played."),
    )
    ns_extra = AmountField(label=_("On top, N-S"), max_digits=7, decimal_places=2, required=False, help_text=_("Below zero: a penalty."))
    ew_extra = AmountField(label=_("On top, E-W"), max_digits=7, decimal_places=2, required=False)
    extra_unit = forms.ChoiceField(label=_("Counted in"), choices=UNITS, required=False)
    reason = forms.CharField(label=_("Why"), max_length=300, widget=forms.TextInput)
    law = forms.CharField(label=_("Law"), max_length=20, required=False)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, board: int, seatings: Seatings = (), is_first: bool = False, is_of_match: bool = False, rules: bool = True, **kwargs: Any
    ) -> None:
        """What is typed for a board at a table.

        seatings      id and name of each table that has the board, for the forms of a fouled one
        is_first      nothing was said there before: a result then needs no reason
        is_of_match   two tables are compared with each other alone: a board that they played in two forms has no groups, it is struck out or adjusted
        rules         who types may rule; others say the result alone
        """
        super().__init__(*args, **kwargs)
        kinds = self.fields["kind"]
        assert isinstance(kinds, forms.ChoiceField), "as it is declared"
        kinds.choices = [choice for choice in KINDS if choice[0] == "result" or rules and not (is_of_match and choice[0] == "fouled")]
        self.fields["reason"].required = not (is_first and self.data.get("kind", "result") == "result")
        self.board = board
        self.seatings = seatings
        self.report: Report | None = None
        self.scores: dict[Side, SideOutcome] = {}
        self.told: dict[Side, tuple[Report | None, ...]] = {}
        self.extras: tuple[Extra, ...] = ()
        self.forms: dict[int, str] = {}
        self.fields.update(fields_of_forms(seatings))

    @property
    def form_fields(self) -> list[forms.BoundField]:
        """Which form each table played."""
        return [self[form_field(pk)] for pk, _name in self.seatings]

    def clean(self) -> dict[str, Any]:
        """The engine's values of what was typed."""
        typed = super().clean() or {}
        kind = typed.get("kind")
        if kind == "result":
            self.report = self._report(typed)
        elif kind in ("not_played", "cancelled"):
            self.scores = dict.fromkeys(Side, Unscored(kind))
        elif kind == "fouled":
            self.forms = forms_of(self.seatings, typed)
        elif kind == "artificial":
            self.scores = self.artificial_scores(typed)
        elif kind == "assigned":
            self._assign(typed)
        if kind in ("artificial", "assigned", "as_played"):
            self.extras = tuple(self._extras(typed))
        self._judge(("ns_scores", "ew_scores" if typed.get("ew_scores") else "ns_scores") if kind == "assigned" else ("ns", "ew"))
        return typed

    def _judge(self, fields: tuple[str, str]) -> None:
        ns, ew = (self.scores.get(side, Unscored.NOT_YET) for side in Side)
        for problem in problems_with_adjustment(ns, ew, vulnerability_of(self.board)):
            field = fields[0] if problem.field == "ns" else fields[1]
            if phrase(problem.error) not in self.errors.get(field, []):
                self.add_error(field, phrase(problem.error))

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

    def _assign(self, typed: dict[str, Any]) -> None:
        ns, ew = (typed.get("ns_scores") or "").strip(), (typed.get("ew_scores") or "").strip()
        if not ns or ns == ew == AS_PLAYED:
            self.add_error("ns_scores", _("Write what at least one side gets."))
            return
        for side, field, text in ((Side.NS, "ns_scores", ns), (Side.EW, "ew_scores", ew or ns)):
            if text == AS_PLAYED:
                continue
            try:
                decided = read_decision(text, self.board)
            except forms.ValidationError as wrong:
                self.add_error(field if typed.get(field) else "ns_scores", wrong)
                return
            self.scores[side], self.told[side] = decided.outcome, decided.told

    def _extras(self, typed: dict[str, Any]) -> Iterator[Extra]:
        for side in Side:
            amount = typed.get(f"{side.value.lower()}_extra")
            if amount:
                extra = Extra(side, Fraction(amount), Unit(typed.get("extra_unit") or Unit.PERCENT))
                for problem in problems_with_penalty(extra.amount, extra.unit):
                    self.add_error(f"{side.value.lower()}_extra", phrase(problem.error))
                yield extra


def is_pressed(data: Mapping[str, str]) -> bool:
    """Was a key of the pad pressed? One that is not added yet counts where an assigned score is what was chosen."""
    return bool(data.get(PRESS)) or (data.get("kind") == "assigned" and bool(key_of(data)))


def pressed(data: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """What stands in the slip after a key of its pad was pressed, and what was wrong with that."""
    typed = {name: text for name, text in data.items() if name not in ("key", "seen", "confirmed")}
    try:
        changed = press(data)
    except forms.ValidationError as refusal:
        return typed, " ".join(refusal.messages)
    return typed | {name: text for name, text in changed.items() if name in CorrectionForm.base_fields} | {"kind": "assigned"}, ""


def slip_of(case: BoardCase) -> dict[str, str]:
    """What stands in the slip when it is opened: what was decided, else what counts, else what the table said."""
    said = case.result or case.report
    slip = forms_now(case)
    if said is not None and said.contract:
        slip |= {
            "contract": said.contract, "declarer": said.declarer, "result": "" if said.tricks is None else str(said.tricks), "lead": said.lead,
            "turned": "on" if said.turned else "",
        }
    kinds = {row.side: _slip_of_side(row, slip) for row in case.adjustments}
    if kinds:
        slip["kind"] = next((kind for kind in kinds.values() if kind != "as_played"), "as_played")
        if slip["kind"] == "assigned":
            slip = {"ns_scores": AS_PLAYED, "ew_scores": AS_PLAYED} | slip
    elif case.is_fouled and said is None:
        slip["kind"] = "fouled"
    return slip


def _slip_of_side(row: Adjustment, slip: dict[str, str]) -> str:
    """Writes one side's decision into the slip; the kind of slip that it is."""
    side = row.side.lower()
    if "extra" in row.value:
        slip[f"{side}_extra"], slip["extra_unit"] = _decimal(row.value["extra"][0]), row.value["extra"][1]
    if row.kind in _ASSIGNED:
        slip[f"{side}_scores"] = write_decision(row.value)
        return "assigned"
    if row.kind in _AWARD_OF:
        slip[side] = _AWARD_OF[row.kind]
    elif row.kind in (AdjustmentKind.PERCENT, AdjustmentKind.IMPS):
        amount = _decimal(row.value[row.kind])
        slip[side] = amount if row.kind == AdjustmentKind.PERCENT and amount in ("60", "50", "40") else row.kind
        slip[f"{side}_amount"] = amount
    else:
        return row.kind
    return "artificial"


def _decimal(exact: str) -> str:
    """A typed amount as it was typed: amounts of slips have at most two decimals."""
    value = Fraction(exact)
    return str(value.numerator) if value.denominator == 1 else str(Decimal(value.numerator) / Decimal(value.denominator))


class LookForm(Slip):
    """Why somebody who plays tonight looks at a board before having played it."""

    reason = forms.CharField(label=_("Why"), max_length=300)


class PenaltyForm(Slip):
    """So much is taken from a pair (Law 90)."""

    entry = forms.CharField(max_length=16, label=_("Pair"))
    amount = AmountField(label=_("How much"), max_digits=7, decimal_places=2, help_text=_("Below zero: a bonus."))
    unit = forms.ChoiceField(label=_("In"), choices=UNITS)
    reason = forms.CharField(label=_("Why"), max_length=300)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, of_teams: bool = False, **kwargs: Any) -> None:
        """`of_teams`: from a team, in victory points."""
        super().__init__(*args, **kwargs)
        if of_teams:
            del self.fields["unit"]
            self.fields["entry"].label, self.fields["amount"].label = _("Team"), _("How many victory points")

    def clean(self) -> dict[str, Any]:
        """Something is taken or given, and of a board no more than the whole of it."""
        typed = super().clean() or {}
        if typed.get("amount") == 0:
            self.add_error("amount", _("Write how much."))
        elif "amount" in typed and typed.get("unit", "") == Unit.PERCENT.value:
            for problem in problems_with_penalty(Fraction(typed["amount"]), Unit.PERCENT):
                self.add_error(problem.field, phrase(problem.error))
        return typed

    @property
    def counted_in(self) -> Unit | None:
        """What it is counted in; None: victory points of a team."""
        return Unit(self.cleaned_data["unit"]) if "unit" in self.fields else None
