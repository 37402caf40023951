"""What every slip of paper carries unseen: its own key, and the newest act when it was shown."""

import secrets
from typing import Any

from django import forms

LAST_ID = 2**63 - 1  # the largest number of a row that a database can keep


def new_key() -> str:
    """A name for the act that this form will be, made where the form is made, so that sending it twice is one act."""
    return secrets.token_hex(16)


class Slip(forms.Form):
    """A form that becomes one act of a journal. `key` and `seen` are what `journal.act()` and `refuse_if_changed()` ask for."""

    # Shorter than what an act's name may be: a slip that becomes several acts names each by its key and what it is about.
    key = forms.RegexField(r"^[0-9A-Za-z_-]{8,48}$", widget=forms.HiddenInput, initial=new_key)
    seen = forms.IntegerField(widget=forms.HiddenInput, initial=0, min_value=0, max_value=LAST_ID, required=False)

    def __init__(self, *args: Any, seen: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)
        self.initial.setdefault("seen", seen)

    def show_again(self, seen: int) -> None:
        """The form as it is sent back: what was typed stays, and whoever sends it again has seen how things stand now."""
        self.data = {name: self.data[name] for name in self.data} | {"seen": str(seen)}
