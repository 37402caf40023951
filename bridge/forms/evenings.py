"""Slips for making an evening."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.scoring.conditions import Factoring
from bridge.forms.amounts import AmountField
from bridge.forms.slip import Slip
from bridge.models import Club, EventForm, Session

METHODS = (("matchpoints", _("matchpoints")), ("cross_imps", _("cross-IMPs")), ("butler", _("Butler: IMPs against the datum")))
FACTORINGS = (
    (Factoring.NEUBERG.value, _("Neuberg: every board weighs the same")),
    (Factoring.NONE.value, _("none: won of what could be won")),
    (Factoring.ZERO_CENTRED.value, _("zero-centred (Norway)")),
)


FORMS = [(form, form.label) for form in EventForm]


class EveningForm(Slip):
    """When, what, how long, for how much."""

    name = forms.CharField(label=_("Name of the evening"), max_length=120, required=False)
    form = forms.ChoiceField(label=_("Who competes"), choices=FORMS, required=False)
    day = forms.DateField(
        label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), error_messages={"invalid": _("Write a day such as 2026-11-24.")}
    )
    time = forms.TimeField(
        label=_("Begins at"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), error_messages={"invalid": _("Write a time such as 19:30.")}
    )
    boards_least = forms.IntegerField(label=_("Boards, at least"), min_value=2, max_value=99)
    boards_most = forms.IntegerField(label=_("Boards, at most"), min_value=2, max_value=99)
    minutes = forms.IntegerField(label=_("Minutes of play"), min_value=20, max_value=1440)
    method = forms.ChoiceField(label=_("Scoring"), choices=METHODS)
    factoring = forms.ChoiceField(label=_("Boards with fewer results"), choices=FACTORINGS, help_text=_("For matchpoints only."))
    fee = AmountField(label=_("Fee for a player"), min_value=0, max_value=100000, decimal_places=2, required=False)
    needs_agreement = forms.BooleanField(label=_("A result counts when both sides agree"), required=False)
    accept_minutes = forms.IntegerField(
        label=_("Accepted after so many minutes"), min_value=1, max_value=999, required=False, help_text=_("Empty: only people accept."),
    )
    shows_others = forms.BooleanField(label=_("Show a board's other results once it is agreed"), required=False)
    correction_minutes = forms.IntegerField(label=_("Correction period in minutes"), min_value=0, max_value=10080)

    def clean_day(self) -> date:
        """A day that every time zone knows."""
        day: date = self.cleaned_data["day"]
        if not 1900 < day.year < 2200:
            raise forms.ValidationError(_("Is this the right year?"))
        return day

    def clean(self) -> dict[str, Any]:
        """The smaller number of boards first."""
        cleaned = super().clean() or {}
        if {"boards_least", "boards_most"} <= cleaned.keys() and cleaned["boards_least"] > cleaned["boards_most"]:
            self.add_error("boards_most", _("This is less than the least number of boards."))
        return cleaned

    def starts(self, club: Club) -> datetime:
        """When it begins, in the club's zone."""
        return datetime.combine(self.cleaned_data["day"], self.cleaned_data["time"], ZoneInfo(club.zone))

    def event_form(self) -> EventForm:
        """Pairs, unless teams or single players were chosen."""
        return EventForm(self.cleaned_data["form"] or EventForm.PAIRS)

    def options(self) -> dict[str, Any]:
        """Conditions as they are stored: what differs from the defaults."""
        if self.event_form() is EventForm.TEAMS:
            return {"method": "vp_continuous"}
        told = {"method": self.cleaned_data["method"], "factoring": self.cleaned_data["factoring"]}
        return {name: value for name, value in told.items() if value not in ("matchpoints", Factoring.NEUBERG.value)}

    def settings(self) -> dict[str, Any]:
        """Columns of the session."""
        names = ("boards_least", "boards_most", "minutes", "needs_agreement", "accept_minutes", "shows_others", "correction_minutes")
        return {name: self.cleaned_data[name] for name in names} | {"fee": int((self.cleaned_data["fee"] or 0) * 100)}


class ChangeEveningForm(EveningForm):
    """An evening that is made already; how it is scored is changed with its conditions."""

    form = method = factoring = None  # type: ignore[assignment]


class CancelForm(Slip):
    """Why an evening is not played."""

    reason = forms.CharField(label=_("Why"), max_length=300)


def usual(club: Club, last: Session | None, when: datetime, options: dict[str, Any]) -> dict[str, Any]:
    """What stands in the slip of a new evening: as the last one was."""
    local = when.astimezone(ZoneInfo(club.zone))
    begins = last.starts.astimezone(ZoneInfo(club.zone)).time() if last else local.replace(hour=19, minute=0).time()
    like = last or Session(club=club, fee=club.fee, correction_minutes=club.correction_minutes)
    names = ("boards_least", "boards_most", "minutes", "needs_agreement", "accept_minutes", "shows_others", "correction_minutes")
    return {name: getattr(like, name) for name in names} | {
        "name": last.stage.event.name if last else "", "form": last.stage.event.form if last else EventForm.PAIRS,
        "day": local.date(), "time": begins, "fee": f"{like.fee // 100}.{like.fee % 100:02d}",
        "method": options.get("method", "matchpoints"), "factoring": options.get("factoring", Factoring.NEUBERG.value),
    }
