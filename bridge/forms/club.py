"""What a club says of itself and how it plays."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from bridge.forms.amounts import AmountField
from bridge.forms.slip import Slip
from bridge.models import Club, LawEdition, RulingShown

COLUMNS = ("name", "zone", "language", "edition", "rulings_shown", "correction_minutes", "currency", "contact", "wifi_name", "wifi_password")


def zones() -> list[tuple[str, str]]:
    """The time zones that are named after a place, and UTC."""
    return [(zone, zone.replace("_", " ")) for zone in sorted(available_timezones()) if "/" in zone or zone == "UTC"]


class ClubForm(Slip):
    """A club's settings; the director's PIN is only ever set, never shown."""

    name = forms.CharField(label=_("Name of the club"), max_length=120)
    zone = forms.ChoiceField(label=_("Time zone of the club"), choices=zones)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    edition = forms.ChoiceField(label=_("Laws the club plays by"), choices=LawEdition)
    rulings_shown = forms.ChoiceField(label=_("Of a ruling others read at most"), choices=RulingShown, initial=RulingShown.OUTCOME)
    fee = AmountField(label=_("Fee for a player"), min_value=0, max_value=100000, decimal_places=2, required=False)
    currency = forms.CharField(label=_("Currency"), max_length=8, required=False)
    correction_minutes = forms.IntegerField(label=_("Correction period in minutes"), min_value=0, max_value=10080)
    contact = forms.CharField(label=_("Whom to ask"), max_length=200, required=False, help_text=_("Stands on the club's first page."))
    wifi_name = forms.CharField(label=_("Name of the hall's network"), max_length=64, required=False)
    wifi_password = forms.CharField(label=_("Password of the hall's network"), max_length=64, required=False)
    pin = forms.RegexField(
        r"^\d{4,12}$", label=_("New PIN of the directors"), required=False, error_messages={"invalid": _("Four to twelve digits.")},
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        help_text=_("Moves a table's slips to another phone. Empty: the PIN stays as it is."),
    )

    @classmethod
    def of(cls, club: Club) -> "ClubForm":
        """The settings as they stand."""
        return cls(seen=club.journal.head, initial={name: getattr(club, name) for name in COLUMNS} | {"fee": f"{club.fee // 100}.{club.fee % 100:02d}"})

    def values(self) -> dict[str, Any]:
        """Columns of the club."""
        return {name: self.cleaned_data[name] for name in COLUMNS} | {"fee": int((self.cleaned_data["fee"] or 0) * 100)}
