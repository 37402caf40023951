"""Slips for events that are drawn by standing."""

from datetime import timedelta
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.swiss.field import FirstRound, Odd, Rematches, Settings, Variant
from bridge.engine.swiss.recipe import Recipe
from bridge.forms.slip import Slip
from bridge.mapping.swiss import SwissPlan
from bridge.models import EventForm, Session

FIRST_ROUNDS = (
    (FirstRound.FOLD.value, _("the first against the last")), (FirstRound.SLIDE.value, _("the upper half against the lower")),
    (FirstRound.SIGN_UP.value, _("neighbours in the order of arrival")), (FirstRound.RANDOM.value, _("by lot")),
)
VARIANTS = (
    (Variant.BALANCED.value, _("closest over the whole field")), (Variant.TOP_FIRST.value, _("closest for the leaders first")),
    (Variant.DANISH.value, _("Danish: 1–2, 3–4, rematches allowed")), (Variant.SEED_RULE.value, _("by running total alone: 1–2, 3–4, the last sits out")),
)
REMATCHES = (
    (Rematches.AVOIDED.value, _("only where no draw avoids them")), (Rematches.NEVER.value, _("never")), (Rematches.ALLOWED.value, _("allowed")),
)
ODDS = ((Odd.THREE_WAY.value, _("three teams play each other in half-length matches")), (Odd.SIT_OUT.value, _("one sits out")))
SIT_OUTS = (("60", _("60 percent (12 of 20 victory points)")), ("50", _("50 percent")), ("", _("nothing")))


class SwissForm(Slip):
    """How an event is drawn; `by_itself`: at fixed times, by the clock."""

    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=40, initial=5)
    boards = forms.IntegerField(label=_("Boards in a round"), min_value=1, max_value=40, initial=5)
    round_minutes = forms.IntegerField(label=_("Minutes for a round"), min_value=1, max_value=600, initial=40)
    first_round = forms.ChoiceField(label=_("First round"), choices=FIRST_ROUNDS)
    variant = forms.ChoiceField(label=_("Later rounds"), choices=VARIANTS)
    rematches = forms.ChoiceField(label=_("Rematches"), choices=REMATCHES)
    odd = forms.ChoiceField(label=_("An odd number of teams"), choices=ODDS)
    sit_out = forms.ChoiceField(label=_("A round sat out counts for"), choices=SIT_OUTS, required=False, initial="60")
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
            del self.fields["odd"]

    def plan(self) -> SwissPlan:
        """How the section will be drawn."""
        told = self.cleaned_data
        is_teams = "odd" in self.fields
        settings = Settings(
            variant=Variant(told["variant"]), first_round=FirstRound(told["first_round"]), rematches=Rematches(told["rematches"]),
            odd=Odd(told["odd"]) if is_teams else Odd.SIT_OUT, balance_sides=not is_teams, rounds=told["rounds"],
        )
        recipe = None
        if told["by_itself"]:
            recipe = Recipe(
                self.session.starts, told["rounds"], told["boards"], told["round_minutes"], pause=told["pause"] or 0, sign_up=timedelta(minutes=30),
                share=70 if told["share"] is None else told["share"],
            )
        return SwissPlan(
            told["rounds"], told["boards"], told["round_minutes"], settings, sit_out_percent=Fraction(told["sit_out"]) if told["sit_out"] else None,
            releases=told["releases"], recipe=recipe,
        )


class DrawForm(Slip):
    """What the director does with a round."""

    act = forms.ChoiceField(choices=[(name, name) for name in ("release", "discard", "close")])


class SwapForm(Slip):
    """Two numbers that change places."""

    one = forms.IntegerField(label=_("This one"), min_value=1, error_messages={"required": _("Choose two.")})
    other = forms.IntegerField(label=_("changes places with"), min_value=1, error_messages={"required": _("Choose two.")})


class TakingPartForm(Slip):
    """Who leaves, comes back or came late, by the entry's id."""

    act = forms.ChoiceField(choices=[(name, name) for name in ("withdraw", "return", "late")])
    entry = forms.IntegerField(min_value=1)
