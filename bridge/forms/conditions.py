"""The secretary's slip of the conditions of contest, and the groups and handicaps of entries."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.errors import EngineError
from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.conditions import (
    Conditions,
    CrossImps,
    Datum,
    Factoring,
    MissedBoards,
    SettingOutOfRange,
    TieBreak,
    Trim,
    Winners,
    problems_with_conditions,
)
from bridge.engine.scoring.match_methods import MATCH_METHODS
from bridge.engine.scoring.own_scale import USUAL_SCALE, Rows, read_scale, write_scale
from bridge.forms.amounts import AmountField
from bridge.forms.slip import Slip
from bridge.models import EventForm
from bridge.phrases import phrase
from bridge.phrases.conditions import setting_words, value_words

OF_METHOD = {
    "matchpoints": ("factoring", "win", "small_groups"),
    "cross_imps": ("cross_imps", "factor_imps", "award_imps"),
    "butler": ("datum", "trim", "trim_each_end", "datum_step", "award_imps"),
    "datum_pool": ("pool_opens", "pool_retires", "datum", "trim", "trim_each_end", "datum_step", "award_imps"),
    "compensation": ("linear_compensation", "expected_scores", "award_imps"),
    "total_points": (),
}
TEAM_METHODS = tuple(MATCH_METHODS)
OF_TEAMS = ("award_imps", "sit_out_percent")
OF_ALL = ("winners", "missed_boards", "sit_out_percent", "minimum_share", "line_step", "edition", "strata", "handicap")
TIES = ("tie_1", "tie_2", "tie_3")
STEPS = ("1", "1/2", "1/10", "1/100")
STRATUM_LENGTH = 4


def settings_of(method: str, form: str = EventForm.PAIRS) -> tuple[str, ...]:
    """The settings that matter to a way of scoring, in the order of the page; all of its own first.

    form   of the event: matches of teams have settings of their own; single players sit in every line and have one list
    """
    if form == EventForm.TEAMS:
        return ("own_scale", *OF_TEAMS) if method == "vp_own" else OF_TEAMS
    of_all = tuple(setting for setting in OF_ALL if setting != "winners" or form != EventForm.SINGLES)
    return (*OF_METHOD.get(method, ()), *of_all, "tie_breaks")


def _choices(kind: type[Enum], setting: str) -> list[tuple[str, str]]:
    return [(each.value, value_words(setting, each)) for each in kind]


class ConditionsForm(Slip):
    """The settings of one way of scoring; what it has no use for stays as it is. The value is in `conditions`, `winners` None: as the movement has them."""

    reason = forms.CharField(label=_("Why"), max_length=300, required=False)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, method: str, current: Conditions, boards: int, event_form: str = EventForm.PAIRS, **kwargs: Any) -> None:
        """`current` are the conditions in force; `boards` those of the event, which a datum pool needs; `event_form`: pairs, teams or single players."""
        super().__init__(*args, **kwargs)
        self.asked = settings_of(method, event_form)
        self.method, self.current, self.boards = method, current, boards
        self.conditions: Conditions | None = None
        self.winners: Winners | None = None
        made = {setting: _field(setting, current) for setting in self.asked if setting != "tie_breaks"}
        if "tie_breaks" in self.asked:
            made |= tie_fields(current.tie_breaks)
        last = {name: self.fields.pop(name) for name in ("reason", "confirmed")}
        self.fields.update(made | last)

    @property
    def settings(self) -> list[tuple[str, forms.BoundField]]:
        """Each setting's name with its field, for the page."""
        return [("tie_breaks" if name in TIES else name, self[name]) for name in self.fields if name in TIES or name in self.asked]

    def clean_strata(self) -> tuple[str, ...]:
        """Names of groups, each once."""
        return read_strata(self.cleaned_data["strata"])

    def clean_expected_scores(self) -> tuple[tuple[int, ...], ...]:
        """Rows of whole numbers; the engine judges whether they begin at 20."""
        lines = [line.split() for line in self.cleaned_data["expected_scores"].splitlines() if line.strip()]
        if not all(len(line) == 3 and all(re.fullmatch(r"-?[0-9]{1,4}", number) for number in line) for line in lines):
            raise forms.ValidationError(_("Three whole numbers a line: points, score not vulnerable, score vulnerable."))
        return tuple(tuple(map(int, line)) for line in lines)

    def clean_own_scale(self) -> Rows:
        """The rows of the scale."""
        try:
            return read_scale(self.cleaned_data["own_scale"])
        except EngineError as refusal:
            raise forms.ValidationError(phrase(refusal)) from refusal

    def clean(self) -> dict[str, Any]:
        """The engine's value of what was typed."""
        typed = super().clean() or {}
        if self.errors:
            return typed
        values = {setting: _value(setting, typed[setting]) for setting in self.asked if setting not in ("tie_breaks", "winners")}
        if "tie_breaks" in self.asked:
            values["tie_breaks"] = ties_of(typed)
        self.winners = Winners(typed["winners"]) if typed.get("winners") else None
        try:
            conditions = replace(self.current, method=self.method, winners=self.winners or self.current.winners, **values)
        except SettingOutOfRange as refusal:
            setting = refusal.facts["setting"]
            self.add_error(setting if setting in self.fields else None, phrase(refusal))
            return typed
        for problem in problems_with_conditions(conditions, self.boards):
            self.add_error(None, phrase(problem.error))
        self.conditions = conditions
        return typed


def read_strata(text: str) -> tuple[str, ...]:
    """The names of groups of a line such as `A B C`, each once."""
    names = text.replace(",", " ").split()
    if any(len(name) > STRATUM_LENGTH or "/" in name for name in names) or len(set(names)) < len(names):
        raise forms.ValidationError(_("Short names, each once, such as A B C."))
    return tuple(names)


def strata_field(strata: Sequence[str]) -> forms.CharField:
    """The field of the groups."""
    words = _("From the highest down, as A B C. Empty: no groups.")
    return forms.CharField(label=setting_words("strata"), required=False, max_length=60, initial=" ".join(strata), help_text=words)


def tie_fields(parted: Sequence[TieBreak]) -> dict[str, forms.Field]:
    """A field for each of the tie-breaks that may be named, with those in force."""
    choices = [("", _("nothing: a place is shared")), *((each.value, value_words("tie_breaks", each)) for each in TieBreak)]
    labels = (_("Ties are parted by"), _("then by"), _("then by"))
    initial = [each.value for each in parted] + [""] * len(TIES)
    return {
        name: forms.ChoiceField(label=label, choices=choices, required=False, initial=value)
        for name, label, value in zip(TIES, labels, initial, strict=False)
    }


def ties_of(typed: Mapping[str, Any]) -> tuple[TieBreak, ...]:
    """The tie-breaks named in those fields, each once."""
    return tuple(dict.fromkeys(TieBreak(typed[name]) for name in TIES if typed.get(name)))


def _field(setting: str, current: Conditions) -> forms.Field:
    """The field of one setting with its value in force."""
    value = getattr(current, setting)
    told: dict[str, Any] = {"label": setting_words(setting), "required": False}
    if setting == "winners":
        return forms.ChoiceField(choices=[("", _("as the movement has them")), *_choices(Winners, setting)], **told)
    if isinstance(value, Enum):
        return forms.ChoiceField(choices=_choices(type(value), setting), initial=value.value, label=told["label"])
    if setting == "win":
        return forms.TypedChoiceField(choices=[("2", "2"), ("1", "1")], coerce=int, initial=str(value), label=told["label"])
    if setting == "line_step":
        known = dict.fromkeys(("", *STEPS, *([str(value)] if value else [])))
        choices = [(step, value_words(setting, Fraction(step) if step else None)) for step in known]
        return forms.ChoiceField(choices=choices, initial=str(value or ""), **told)
    if isinstance(value, bool):
        return forms.BooleanField(initial=value, **told)
    if setting == "award_imps":
        return AmountField(max_digits=5, decimal_places=2, initial=_decimal(value), label=told["label"])
    if setting == "sit_out_percent":
        return AmountField(max_digits=5, decimal_places=2, initial=_decimal(value), help_text=_("In percent. Empty: nothing."), **told)
    if setting == "strata":
        return strata_field(value)
    if setting == "own_scale":
        lines = write_scale(value or USUAL_SCALE)
        words = _("A line for each band: margins in IMPs, the winner's points, the loser's, such as 0-2 10 10. The last has no end.")
        return forms.CharField(max_length=2000, widget=forms.Textarea(attrs={"rows": 12}), initial=lines, help_text=words, **told)
    if setting == "expected_scores":
        lines = "\n".join(" ".join(map(str, row)) for row in value)
        return forms.CharField(max_length=800, widget=forms.Textarea(attrs={"rows": 4}), initial=lines, **told)
    return forms.IntegerField(min_value=0, initial=value, label=told["label"])


def _value(setting: str, typed: Any) -> Any:
    """The engine's value of one typed setting."""
    kinds: dict[str, type[Enum]] = {
        "factoring": Factoring, "cross_imps": CrossImps, "datum": Datum, "trim": Trim, "missed_boards": MissedBoards, "edition": Edition,
    }
    if setting in kinds:
        return kinds[setting](typed)
    if setting == "line_step":
        return Fraction(typed) if typed else None
    if setting == "award_imps":
        return Fraction(typed)
    if setting == "sit_out_percent":
        return None if typed is None else Fraction(typed)
    return typed


def _decimal(value: Fraction | None) -> Decimal | None:
    return None if value is None else Decimal(value.numerator) / Decimal(value.denominator)


class GradesForm(Slip):
    """Stratum and handicap of every entry."""

    reason = forms.CharField(label=_("Why"), max_length=300, required=False)

    def __init__(self, *args: Any, entries: Sequence[tuple[Any, ...]], strata: Sequence[str], **kwargs: Any) -> None:
        """`entries`: id, name, stratum and handicap as they are; where an evening has its own, these last, which hold where the fields stay empty."""
        super().__init__(*args, **kwargs)
        self.entries = entries
        for pk, name, stratum, handicap, *of_evening in entries:
            from_evening, usual = of_evening[0] if of_evening else ("", None)
            own = dict.fromkeys((*strata, *([stratum] if stratum else ())))
            choices = [("", f"({from_evening})" if from_evening else "–"), *((name, name) for name in own)]
            self.fields[f"stratum_{pk}"] = forms.ChoiceField(label=name, choices=choices, required=False, initial=stratum)
            self.fields[f"handicap_{pk}"] = AmountField(
                label=name, max_digits=5, decimal_places=2, min_value=-99, max_value=99, required=False, initial=_decimal(handicap),
                widget=forms.TextInput(attrs={"placeholder": _decimal(usual)} if usual else {}),
            )  # fmt: skip

    @property
    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Each entry's name and its two fields."""
        return [(name, self[f"stratum_{pk}"], self[f"handicap_{pk}"]) for pk, name, *_rest in self.entries]

    def told(self) -> dict[str, Any]:
        """What the slip says besides."""
        return {name: self.cleaned_data[name] for name in ("reason", "seen", "key")}

    def grades(self) -> dict[int, tuple[str, Fraction | None]]:
        """Entry's id -> stratum and handicap as typed."""
        typed = self.cleaned_data
        found = {}
        for pk, *_rest in self.entries:
            handicap = typed[f"handicap_{pk}"]
            found[pk] = (typed[f"stratum_{pk}"], None if handicap is None else Fraction(handicap))
        return found
