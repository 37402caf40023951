"""Slips for events that are drawn by standing."""

import re
from collections.abc import Mapping
from datetime import timedelta
from enum import Enum
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.swiss.field import Apart, FirstRound, Metric, Odd, Rematches, Settings, Variant
from bridge.engine.swiss.recipe import Recipe
from bridge.forms.amounts import AmountField
from bridge.forms.slip import LAST_ID, Slip
from bridge.mapping.swiss import SwissPlan
from bridge.models import EventForm, Session
from bridge.phrases.draw_settings import APARTS, FIRST_ROUNDS, METRICS, ODDS, REMATCHES, VARIANTS

SIT_OUTS = (("60", _("60 percent (12 of 20 victory points)")), ("50", _("50 percent")), ("", _("nothing")))


_MOST = 999  # the highest number of an entry


def _choices(words: Mapping[Any, Any]) -> list[tuple[str, Any]]:
    return [(value.value, text) for value, text in words.items() if isinstance(value, Enum)]


class NumbersField(forms.CharField):
    """Numbers of entries with anything between them: `3, 7`."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        numbers = tuple(dict.fromkeys(int(number) for number in re.findall(r"[0-9]+", text[:2000])))
        if re.search(r"[^0-9,;，；、\s]", text) or any(not 0 < number <= _MOST for number in numbers):
            raise forms.ValidationError(_("Write numbers, as in 3, 7."))
        return numbers


class CouplesField(forms.CharField):
    """Couples of numbers: `1-4, 3-7`."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        couples: list[tuple[int, int]] = []
        for each in re.split(r"[,;，；、\n]", text[:2000]):
            found = re.fullmatch(r"\s*([0-9]{1,3})\s*[-–—]\s*([0-9]{1,3})\s*", each)
            if found is None and each.strip():
                raise forms.ValidationError(_("Write couples of two numbers, as in 1-4, 3-7."))
            if found is not None:
                one, other = sorted((int(found[1]), int(found[2])))
                if not 0 < one < other:
                    raise forms.ValidationError(_("Write couples of two numbers, as in 1-4, 3-7."))
                couples.append((one, other))
        return tuple(dict.fromkeys(couples))


class SwissForm(Slip):
    """How an event is drawn; `by_itself`: at fixed times, by the clock."""

    rounds = forms.IntegerField(label=_("Number of rounds"), min_value=1, max_value=40, initial=5)
    boards = forms.IntegerField(label=_("Boards in a round"), min_value=1, max_value=40, initial=5)
    round_minutes = forms.IntegerField(label=_("Minutes for a round"), min_value=1, max_value=600, initial=40)
    first_round = forms.ChoiceField(label=_("First round"), choices=_choices(FIRST_ROUNDS))
    variant = forms.ChoiceField(label=_("Later rounds"), choices=_choices(VARIANTS))
    metric = forms.ChoiceField(label=_("Closeness counts in"), choices=_choices(METRICS), required=False)
    rematches = forms.ChoiceField(label=_("Rematches"), choices=_choices(REMATCHES))
    odd = forms.ChoiceField(label=_("An odd number of teams"), choices=_choices(ODDS))
    of_eight = forms.BooleanField(
        label=_("Teams of eight"), required=False,
        help_text=_("Four tables a match: all play its boards, and each couple of tables is compared. Of an odd number one sits out."),
    )
    sit_out = forms.ChoiceField(label=_("A round sat out counts for"), choices=SIT_OUTS, required=False, initial="60")
    apart = forms.ChoiceField(label=_("Members of one club"), choices=_choices(APARTS), required=False)
    apart_rounds = forms.IntegerField(label=_("So many rounds, from the first"), min_value=1, max_value=40, initial=1, required=False)
    forbidden = CouplesField(label=_("Couples that never meet"), required=False, help_text=_("By their numbers, as in 1-4, 3-7: families, partners."))
    avoided = CouplesField(label=_("Couples better kept apart"), required=False, help_text=_("They meet only where no draw avoids it."))
    stationary = NumbersField(
        label=_("Keep their table"), required=False, help_text=_("By their numbers, as in 3, 7. Whoever must not move keeps a table anyway.")
    )
    arrears = forms.BooleanField(
        label=_("Draw one round in arrears"), required=False, help_text=_("Round 3 is drawn from the results of round 1 while round 2 is played, and so on.")
    )
    releases = forms.BooleanField(label=_("Release each draw as soon as it is made"), required=False)
    by_itself = forms.BooleanField(
        label=_("Run by itself from the evening's start"), required=False,
        help_text=_("The clock draws, opens and cuts the rounds and publishes the ranking; unfinished boards are not played later."),
    )
    pause = forms.IntegerField(label=_("Minutes between rounds, when it runs by itself"), min_value=0, max_value=600, initial=5, required=False)
    share = forms.IntegerField(label=_("Percent of the boards that rank, when it runs by itself"), min_value=0, max_value=100, initial=70, required=False)

    def __init__(self, *args: Any, session: Session, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.session = session
        if session.stage.event.form != EventForm.TEAMS:
            del self.fields["odd"], self.fields["of_eight"]

    def clean(self) -> dict[str, Any]:
        told: dict[str, Any] = super().clean() or self.cleaned_data
        if told.get("by_itself") and told.get("arrears"):
            self.add_error("arrears", _("The clock draws when a round is over: choose one of the two."))
        if told.get("of_eight") and told.get("by_itself"):
            self.add_error("by_itself", _("Teams of eight are started by you, when each has its four pairs."))
        return told

    def _settings(self) -> Settings:
        told, is_teams = self.cleaned_data, "odd" in self.fields
        odd = Odd(told["odd"]) if is_teams and not told["of_eight"] else Odd.SIT_OUT
        return Settings(
            variant=Variant(told["variant"]), metric=Metric(told["metric"] or Metric.RANK), first_round=FirstRound(told["first_round"]),
            rematches=Rematches(told["rematches"]), odd=odd, apart=Apart(told["apart"] or Apart.NO),
            apart_rounds=told["apart_rounds"] or 1, balance_sides=not is_teams, rounds=told["rounds"],
        )

    def plan(self) -> SwissPlan:
        """How the section will be drawn."""
        told = self.cleaned_data
        recipe = None
        if told["by_itself"]:
            recipe = Recipe(
                self.session.starts, told["rounds"], told["boards"], told["round_minutes"], pause=told["pause"] or 0, sign_up=timedelta(minutes=30),
                share=70 if told["share"] is None else told["share"],
            )
        return SwissPlan(
            told["rounds"], told["boards"], told["round_minutes"], self._settings(), forbidden=told["forbidden"], avoided=told["avoided"],
            stationary=told["stationary"], arrears=told["arrears"], sit_out_percent=Fraction(told["sit_out"]) if told["sit_out"] else None,
            releases=told["releases"], recipe=recipe, of_eight=told.get("of_eight", False),
        )


class DrawForm(Slip):
    """What the director does with a round."""

    act = forms.ChoiceField(choices=[(name, name) for name in ("release", "discard", "close", "early")])


class SwapForm(Slip):
    """Two numbers that change places."""

    one = forms.IntegerField(label=_("This one"), min_value=1, error_messages={"required": _("Choose two.")})
    other = forms.IntegerField(label=_("changes places with"), min_value=1, error_messages={"required": _("Choose two.")})


class TakingPartForm(Slip):
    """Who leaves, comes back or came late, by the entry's id."""

    act = forms.ChoiceField(choices=[(name, name) for name in ("withdraw", "return", "late", "carry")])
    entry = forms.IntegerField(min_value=1, max_value=LAST_ID)
    points = AmountField(min_value=-9999, max_value=9999, decimal_places=2, required=False, error_messages={"invalid": _("Write a number of points.")})
