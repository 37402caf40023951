"""The secretary's slips for an event of several evenings: its name, how scores are put together, what each evening weighs; and for its finals."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.actions.series import EventLists, SeriesTerms
from bridge.engine.scoring.combining import Combining
from bridge.engine.scoring.conditions import Conditions
from bridge.forms.conditions import TIES, read_strata, strata_field, tie_fields, ties_of
from bridge.forms.slip import Slip
from bridge.mapping.combined import Combination, Counted
from bridge.models import Club, Event, Session
from bridge.phrases.conditions import rule_words, setting_words
from bridge.queries.series import Source, TermsNow

HOW = [
    (Combining.MEAN.value, _("mean of the evenings played")), (Combining.SUM.value, _("sum of all evenings")),
    (Combining.CARRY.value, _("matchpoints carried forward: a board carried weighs half (EBU White Book 3.8)")),
]
ACROSS = "across"
WEIGHT = re.compile(r"[0-9]{1,3}(?:/[1-9][0-9]{0,2}|[.][0-9]{1,2})?")


class SeriesForm(Slip):
    """One field for each evening: its weight, empty where it does not count; and whether it is carried forward into the others."""

    name = forms.CharField(label=_("Name of the event"), max_length=80)
    how = forms.ChoiceField(label=_("How the evenings are put together"), choices=HOW)
    minimum_share = forms.IntegerField(
        label=_("Ranked from this share of boards"), min_value=0, max_value=100, initial=0, help_text=_("In percent of the most that anybody played."),
    )
    reason = forms.CharField(label=_("Why"), max_length=300, required=False)

    def __init__(self, *args: Any, sources: Sequence[Source] = (), is_new: bool = False, **kwargs: Any) -> None:
        """`sources` may be chosen; a new event can be one of boards compared over all evenings, and where none may be chosen any more it is one."""
        super().__init__(*args, **kwargs)
        reason = self.fields.pop("reason")
        handicap = forms.BooleanField(label=setting_words("handicap"), required=False)
        self.fields.update({"strata": strata_field(()), "handicap": handicap, **tie_fields(()), "reason": reason})
        if is_new:
            self.fields["how"] = forms.ChoiceField(label=self.fields["how"].label, choices=[*HOW, (ACROSS, _("each board compared over all evenings"))])
        elif not sources:
            del self.fields["how"]
        self.sources = sources
        for source in sources:
            self.fields[f"weight_{source.key}"] = forms.CharField(label=_("Weight"), max_length=7, required=False)
            self.fields[f"carried_{source.key}"] = forms.BooleanField(label=_("carried forward"), required=False)

    @property
    def lists(self) -> list[tuple[forms.BoundField, str]]:
        """What is ranked in which lists, with the rule behind each."""
        return [(self[name], rule_words(name)) for name in ("minimum_share", "strata", "handicap")] + [
            (self[name], rule_words("tie_breaks") if name == TIES[0] else "") for name in TIES
        ]

    def clean_strata(self) -> tuple[str, ...]:
        """Names of groups, each once."""
        return read_strata(self.cleaned_data["strata"])

    @property
    def rows(self) -> list[tuple[Source, forms.BoundField, forms.BoundField]]:
        """Each evening with its two fields."""
        return [(source, self[f"weight_{source.key}"], self[f"carried_{source.key}"]) for source in self.sources]

    def clean(self) -> dict[str, Any]:
        """Weights are 1, 0.5 or 1/3, above nothing."""
        typed = super().clean() or {}
        for source in self.sources:
            field = f"weight_{source.key}"
            weight = (typed.get(field) or "").strip()
            if weight and not (WEIGHT.fullmatch(weight) and Fraction(weight)):
                self.add_error(field, _("A weight such as 1, 0.5 or 1/3."))
            elif not weight and typed.get(f"carried_{source.key}"):
                self.add_error(field, _("What is carried forward needs a weight, 1 for all of it."))
            elif weight and typed.get("how") == ACROSS and (Fraction(weight) != 1 or typed.get(f"carried_{source.key}") or source.session is None):
                self.add_error(field, _("Where boards are compared, an evening counts with weight 1 and is not carried forward."))
        return typed

    @property
    def is_across(self) -> bool:
        """Are boards compared over all evenings, instead of scores put together?"""
        return bool(self.cleaned_data["how"] == ACROSS)

    @property
    def compared(self) -> list[Session]:
        """The evenings that were chosen, without other events."""
        return [source.session for source in self.sources if source.session is not None and self.cleaned_data[f"weight_{source.key}"].strip()]

    def terms(self) -> SeriesTerms:
        """What was decided."""
        return SeriesTerms(Combination(Combining(self.cleaned_data["how"]), tuple(self._parts())), self.event_lists)

    @property
    def event_lists(self) -> EventLists:
        """Who is ranked, and in which lists."""
        typed = self.cleaned_data
        return EventLists(typed["minimum_share"], typed["strata"], typed["handicap"], ties_of(typed))

    def _parts(self) -> Iterable[Counted]:
        typed = self.cleaned_data
        for source in self.sources:
            weight = typed[f"weight_{source.key}"].strip()
            for ranking in source.rankings if weight else ():
                yield Counted(ranking, Fraction(weight), typed[f"carried_{source.key}"])


def slip_of(terms: TermsNow) -> dict[str, Any]:
    """What stands in the slip when an event is opened to be changed."""
    slip = slip_of_lists(terms.event, terms.rules) | {"how": terms.combination.how.value}
    for part in terms.parts:
        slip[f"weight_{part.source.key}"] = str(part.weight)
        slip[f"carried_{part.source.key}"] = part.carried
    return slip


def slip_of_lists(event: Event, rules: Conditions) -> dict[str, Any]:
    """What stands in it of the event's name and lists."""
    ties = dict(zip(TIES, (each.value for each in rules.tie_breaks), strict=False))
    return {"name": event.name, "minimum_share": rules.minimum_share, "strata": " ".join(rules.strata), "handicap": rules.handicap, **ties}


class FinalForm(Slip):
    """A final for those who have these places."""

    name = forms.CharField(label=_("Name of the event"), max_length=120)
    first = forms.IntegerField(label=_("From place"), min_value=1, max_value=9999, initial=1)
    last = forms.IntegerField(label=_("to place"), min_value=1, max_value=9999)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)
    day = forms.DateField(label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    time = forms.TimeField(label=_("Begins at"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))

    def clean(self) -> dict[str, Any]:
        """The better place first."""
        typed = super().clean() or {}
        if {"first", "last"} <= typed.keys() and typed["first"] > typed["last"]:
            self.add_error("last", _("This place comes before the first one."))
        if "day" in typed and not 1900 < typed["day"].year < 2200:
            self.add_error("day", _("Is this the right year?"))
        return typed

    def read_again(self, version: int) -> None:
        """The slip shows this version of the ranking from now on."""
        self.data = {**self.data, "seen": str(version)}

    @property
    def places(self) -> tuple[int, int]:
        """The first and the last place."""
        return self.cleaned_data["first"], self.cleaned_data["last"]

    def starts(self, club: Club) -> datetime:
        """When it begins, in the club's zone."""
        return datetime.combine(self.cleaned_data["day"], self.cleaned_data["time"], ZoneInfo(club.zone))
