"""Slips of the sign-in desk."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.forms.slip import Slip
from bridge.mapping.names import plain_name
from bridge.models import Player


class HereForm(Slip):
    """Somebody is here: chosen among those who fit (`guest`: nobody fits, the typed name is a guest's), alone or as the partner of `with`."""

    who = forms.CharField(max_length=80, required=False)
    player = forms.CharField(max_length=16, error_messages={"required": _("Choose one of those who fit, or the guest.")})
    alone = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["with"] = forms.CharField(max_length=16, required=False)  # a name that Python keeps for itself

    def clean(self) -> dict[str, Any]:
        """A guest has a name."""
        cleaned = super().clean() or {}
        if cleaned.get("player") == "guest" and not plain_name(cleaned.get("who", "")):
            self.add_error("player", _("Write the guest's name."))
        return cleaned


class PairForm(Slip):
    """Two people sign in as a pair."""

    first = forms.CharField(max_length=16)
    second = forms.CharField(max_length=16, error_messages={"required": _("Choose the partner among those who fit.")})


class SingleForm(Slip):
    """One signs in alone, in an individual."""

    first = forms.CharField(max_length=16)


class PaidForm(Slip):
    """The ticks of who has paid; `shown` names the pairs whose ticks stood on the page."""

    shown = forms.CharField(max_length=20000)


class EntryForm(Slip):
    """What becomes of a pair that is signed in."""

    act = forms.ChoiceField(choices=[("sign_out", ""), ("pay", ""), ("unpay", "")])
    player = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, players: Sequence[tuple[str, Player]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = [("", ""), *((uid, str(player)) for uid, player in players)]  # type: ignore[attr-defined]
