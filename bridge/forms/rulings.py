"""The outcome of a ruling as the director gives it: the choice, what it does to the score, what is shown; and what becomes of it later."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bridge.engine.cards import format_card
from bridge.engine.contract import Report
from bridge.engine.errors import EngineError
from bridge.engine.laws.book import number_of
from bridge.engine.laws.codes import Option, ScoreEffect
from bridge.engine.laws.consequences import Consequence, TricksMoved, TricksOwed, with_tricks_owed
from bridge.engine.laws.rectification import Outcome
from bridge.engine.movements.movement import PLAYERS
from bridge.engine.scoring.outcome import (
    Assigned,
    Award,
    FixedImps,
    FixedPercent,
    SideOutcome,
    Unit,
    Unscored,
    Weighted,
    problems_with_adjustment,
    problems_with_penalty,
)
from bridge.engine.seats import Side, vulnerability_of
from bridge.forms.amounts import AmountField
from bridge.forms.artificial import ArtificialFields
from bridge.forms.corrections import FORM_FIELD, FORMS, Seatings, fields_of_forms, form_field, forms_of
from bridge.forms.outcomes import read_decision, write_decision
from bridge.forms.score_pad import key_of, press, written
from bridge.forms.slip import Slip
from bridge.mapping.outcomes import Row, decision_rows, tricks_row, value_of
from bridge.models import RulingShown
from bridge.phrases import phrase
from bridge.phrases.figures import MINUS, decimal_text
from bridge.phrases.laws_menu import option_words
from bridge.phrases.words import card_text, seat_word

FROM = "from"  # `from 12`: the key that says that the cards were other ones from this table on
SCORES = [
    ("none", _("The score stays")), ("tricks", _("Tricks go over")), ("assigned", _("An assigned or weighted score")), ("artificial", _("An artificial score")),
    ("cancelled", _("The board is struck out")),
]
SIDES = [(Side.NS.value, _("North-South")), (Side.EW.value, _("East-West"))]
FOUND = [("stands", _("the ruling stands")), ("changed", _("the ruling is changed")), ("dismissed", _("dismissed, without merit"))]
COSTS = [("none", _("no deposit")), ("returned", _("deposit returned")), ("kept", _("deposit kept"))]
_DECIDED_NOW = frozenset((  # what the Law leaves to the director, and is not for the end of the play
    ScoreEffect.ADJUDICATE, ScoreEffect.ADJUST, ScoreEffect.ADJUST_ONE_SIDE, ScoreEffect.ADJUSTED_SCORE, ScoreEffect.ADJ_ASSIGNED,
    ScoreEffect.ADJ_ASSIGNED_12C1C, ScoreEffect.ADJ_ARTIFICIAL_BY_FAULT, ScoreEffect.ADJ_ARTIFICIAL_FOR_DEPRIVED, ScoreEffect.RESCORE, ScoreEffect.CORRECTED,
))  # fmt: skip
USUAL_PENALTY = {False: 10, True: 1}  # percent of a board; of teams: victory points
_PENALTIES = frozenset((Option.PP, Option.DP))
_LONGEST = 400  # of all fields of the outcome
_OF_THE_ACT = ("key", "seen", "confirmed")


@dataclass(frozen=True, slots=True)
class Offered:
    """One option of the Law, to be read out: its code and its words."""

    code: str
    words: str


class GiveForm(ArtificialFields, Slip):
    """What the director gives; `rows` are the adjustments of the sides that it concerns, `penalty` what is taken from a side's evening."""

    option = forms.CharField(required=False, max_length=40)
    score = forms.ChoiceField(label=_("What it does to the score"), choices=SCORES, initial="none", required=False)
    tricks = forms.IntegerField(label=_("Tricks"), min_value=1, max_value=13, required=False)
    loser = forms.ChoiceField(label=_("From"), choices=SIDES, required=False)
    played = forms.CharField(label=_("Result as played"), max_length=20, required=False, help_text=_("4SX S -1"))
    ns_scores = forms.CharField(
        label=_("Score of North-South"), max_length=400, required=False, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("4SX S -1, or the points of North-South as +620. Weighted: a line for each, 60 % 4S N = and 4S N -1, which takes the rest."),
    )
    ew_scores = forms.CharField(
        label=_("Score of East-West"), max_length=400, required=False, widget=forms.Textarea(attrs={"rows": 3}), help_text=_("Empty: the same."),
    )
    penalty_side = forms.ChoiceField(label=_("A penalty for"), choices=[("", _("nobody")), *SIDES], required=False)
    penalty = AmountField(label=_("Percent of a board"), max_digits=5, decimal_places=2, min_value=0, initial=USUAL_PENALTY[False], required=False)
    shows = forms.ChoiceField(label=_("Others see"), choices=RulingShown, initial=RulingShown.GIVEN)
    reminds = forms.BooleanField(label=_("The table's phone shows what is to be remembered"), required=False)
    told = forms.BooleanField(label=_("Both sides have been told"), initial=True, required=False)
    note = forms.CharField(label=_("In your own words"), max_length=300, required=False)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, board: int, outcome: Outcome, teams: bool, singles: bool, seatings: Seatings = (), **kwargs: Any) -> None:
        """What is given.

        seatings   id and name of each table that has the board, where the outcome is that it is scored in groups

        `decides`: the score, or a penalty, is for the director to say now.
        """
        super().__init__(*args, **kwargs)
        self.board, self.of_teams = board, teams
        self.seatings = seatings
        self.forms: dict[int, str] = {}
        self.fields.update(fields_of_forms(seatings))
        if teams:
            self.fields["penalty"].label, self.fields["penalty"].initial = _("Victory points"), USUAL_PENALTY[True]
        if singles:  # the offender alone: a partner who is not to blame is not penalized (Law 89 of 1997)
            seats = [(seat.value, seat_word(seat)) for seat in PLAYERS]
            self.fields["penalty_side"].choices = [("", _("nobody")), *seats]  # type: ignore[attr-defined]
        self.offered = [
            Offered(option.value, option_words(option)) if isinstance(option, Option) else Offered(format_card(option), card_text(option))
            for option in outcome.options
        ]
        self.rows: dict[Side, Row] = {}
        self.decides = any(each.effect in _DECIDED_NOW for each in outcome.rectifications) or not _PENALTIES.isdisjoint(outcome.options)

    def clean(self) -> dict[str, Any]:
        """The engine's values of what was typed, in `rows`."""
        typed = super().clean() or {}
        scores: dict[Side, SideOutcome] = {}
        told: dict[Side, tuple[Report | None, ...]] = {}
        kind = typed.get("score") or "none"
        if typed.get("option") and typed["option"] not in [each.code for each in self.offered]:
            self.add_error("option", gettext("The Law does not offer this choice."))
        if kind == "tricks":
            self._move_tricks(typed)
        elif kind == "assigned":
            self._assign(typed, scores, told)
        elif kind == "artificial":
            scores = self.artificial_scores(typed)
        elif kind == "cancelled":
            scores = dict.fromkeys(Side, Unscored.CANCELLED)
        if typed.get("penalty_side") and not typed.get("penalty") and "penalty" not in self.errors:
            self.add_error("penalty", gettext("Write how much."))
        if self.seatings:
            self._divide(typed)
        for problem in problems_with_penalty(Fraction(typed.get("penalty") or 0), None if self.of_teams else Unit.PERCENT):
            self.add_error("penalty", phrase(problem.error))
        self._judge(scores, "ns_scores" if kind == "assigned" else "ns")
        if not self.errors and kind != "tricks":
            self.rows = decision_rows(scores, (), told)
        return typed

    @property
    def penalty_given(self) -> tuple[str, Fraction] | None:
        """The side, in an individual the seat, and how much is taken from it: percent of a board, or victory points of a team."""
        side, amount = self.cleaned_data.get("penalty_side"), self.cleaned_data.get("penalty")
        return (side, Fraction(amount)) if side and amount else None

    @property
    def form_fields(self) -> list[forms.BoundField]:
        """In which form each table played the board."""
        return [self[form_field(pk)] for pk, _name in self.seatings]

    @property
    def begins(self) -> tuple[tuple[str, str], ...]:
        """Keys that say from which table on the cards were other ones: what each presses, and the table."""
        return tuple((f"{FROM} {pk}", name) for pk, name in self.seatings[1:])

    def _divide(self, typed: Mapping[str, Any]) -> None:
        self.forms = forms_of(self.seatings, typed)
        if len(set(self.forms.values())) == 1:
            self.add_error(None, gettext("Say from which table on the cards were different: with one form there is one group, and nothing to divide."))

    def _move_tricks(self, typed: Mapping[str, Any]) -> None:
        for name in ("tricks", "loser", "played"):
            if not typed.get(name) and name not in self.errors:
                self.add_error(name, gettext("This has to be answered."))
        if self.errors:
            return
        try:
            report = next(iter(read_decision(typed["played"], self.board).told))
            if report is None:
                raise forms.ValidationError(gettext("Write the contract, who plays it and the result."))
            self.rows = dict.fromkeys(Side, tricks_row(report, typed["tricks"], Side(typed["loser"]), self.board))
        except forms.ValidationError as refusal:
            self.add_error("played", refusal)
        except EngineError as refusal:
            self.add_error("tricks", phrase(refusal))

    def _assign(self, typed: Mapping[str, Any], scores: dict[Side, SideOutcome], told: dict[Side, tuple[Report | None, ...]]) -> None:
        for side, name in ((Side.NS, "ns_scores"), (Side.EW, "ew_scores")):
            text = typed.get(name) or typed.get("ns_scores") or ""
            try:
                decided = read_decision(text, self.board)
            except forms.ValidationError as refusal:
                self.add_error(name if typed.get(name) else "ns_scores", refusal)
                return
            scores[side], told[side] = decided.outcome, decided.told

    def _judge(self, scores: Mapping[Side, SideOutcome], field: str) -> None:
        ns, ew = (scores.get(side, Unscored.NOT_YET) for side in Side)
        for problem in problems_with_adjustment(ns, ew, vulnerability_of(self.board)):
            self.add_error(field, phrase(problem.error))


def pressed(data: Mapping[str, str]) -> tuple[dict[str, Any], str]:
    """What stands in the form after a key of its pad was pressed, and what was wrong with that."""
    typed = _as_they_stand(data)
    target, _blank, said = key_of(data).partition(" ")
    if target == FROM:
        return typed | _begun_at(said, [name for name in typed if name.startswith(FORM_FIELD)]), ""
    try:
        return typed | press(data), ""
    except forms.ValidationError as refusal:
        return typed, " ".join(refusal.messages)


def _as_they_stand(data: Mapping[str, str]) -> dict[str, str]:
    """The fields of the outcome as they were sent; those of the tables in the order in which these play the board."""
    tables = [name for name in data if name.startswith(FORM_FIELD) and name.removeprefix(FORM_FIELD).isdecimal()]
    return {name: data.get(name, "") for name in (*GiveForm.base_fields, *tables)}


def _begun_at(seating: str, tables: list[str]) -> dict[str, str]:
    """The board was another one from this table on."""
    first = tables.index(FORM_FIELD + seating) if FORM_FIELD + seating in tables else len(tables)
    return {name: "" if place < first else FORMS[1][0] for place, name in enumerate(tables)}


def proposed(consequence: Consequence, played: Report | None) -> dict[str, Any]:
    """What the form starts with: what the Law fixes about the score, and the result as far as it is known."""
    start: dict[str, Any] = {"played": written(played)}
    if isinstance(consequence, TricksMoved):
        return start | {"score": "tricks", "tricks": consequence.tricks, "loser": consequence.loser.value if consequence.loser else ""}
    if isinstance(consequence, TricksOwed):
        return start | {"score": "assigned", "ns_scores": written(with_tricks_owed(played, consequence) if played else None)}
    if not consequence:
        return start
    for side, score in consequence.items():
        name = side.value.lower()
        if isinstance(score, Award):
            start |= {"score": "artificial", name: score.value}
        elif isinstance(score, FixedPercent):
            start |= {"score": "artificial", name: "percent", f"{name}_amount": decimal_text(score.percent, 2)}
        elif isinstance(score, FixedImps):
            start |= {"score": "artificial", name: "imps", f"{name}_amount": decimal_text(score.imps, 2).replace(MINUS, "-")}
        elif isinstance(score, Unscored):
            start |= {"score": "cancelled"}
        elif isinstance(score, Assigned | Weighted):
            start |= {"score": "assigned", f"{name}_scores": write_decision(value_of(score)[1])}
    return start


class HalfMadeForm(Slip):
    """The answers are in the query string; what was typed on the page of the outcome comes along, and is judged when the ruling is given."""

    @property
    def decided(self) -> dict[str, str]:
        """The fields of the outcome as they stand on its page, an outcome that was pressed and not added among them; nothing from a page of questions."""
        if "score" not in self.data:
            return {}
        typed = pressed(self.data)[0] if key_of(self.data) else _as_they_stand(self.data)
        typed = {name: text[:_LONGEST] for name, text in typed.items()}
        return {name: text for name, text in typed.items() if name not in _OF_THE_ACT}


class WithdrawForm(Slip):
    """Why a ruling is taken back."""

    reason = forms.CharField(label=_("Why"), max_length=300)


class AskReviewForm(Slip):
    """Who asks for a review, and what they say."""

    side = forms.ChoiceField(label=_("Asked for by"), choices=SIDES)
    reason = forms.CharField(label=_("What they say"), max_length=300, required=False)


class HearReviewForm(Slip):
    """What became of a review."""

    heard_by = forms.CharField(label=_("Heard by"), max_length=120)
    found = forms.ChoiceField(label=_("They found"), choices=FOUND)
    costs = forms.ChoiceField(label=_("Costs"), choices=COSTS)
    reason = forms.CharField(label=_("Why"), max_length=300, required=False)


class SearchForm(forms.Form):
    """Which rulings of the club are looked for."""

    law = forms.CharField(label=_("Law"), required=False, max_length=12, help_text=_("64, or a section: 64A1"))
    player = forms.CharField(label=_("Player"), max_length=60, required=False)
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}))

    def clean_law(self) -> str:
        """The number as the book writes it, `64A1` or `27B1a`, also where it was typed in other letters or with the word before it."""
        typed = re.sub(r"(?i)^(law|l|(规则)?第)\s*|\s*条\s*", "", self.cleaned_data["law"])
        found = re.fullmatch(r"(\d{1,2})(?:([A-Za-z])(\w*))?", typed, re.ASCII)
        if typed and (found is None or number_of(found[1]) is None):
            raise forms.ValidationError(gettext("There is no such law: the numbers are 1 to 93."))
        return f"{int(found[1])}{(found[2] or '').upper()}{(found[3] or '').lower()}" if found else ""

    def clean(self) -> dict[str, Any]:
        """The first day is not after the last."""
        typed = super().clean() or {}
        since, until = typed.get("since"), typed.get("until")
        if since and until and until < since:
            self.add_error("until", gettext("This is before the first day."))
        return typed
