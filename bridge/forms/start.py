"""The slips that choose a movement and start an evening."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.errors import EngineError
from bridge.engine.formats.reading import decode_text
from bridge.engine.movements.movement import Kind
from bridge.engine.movements.text import boards_told
from bridge.forms.slip import Slip
from bridge.phrases import phrase
from bridge.phrases.movements import family_word
from bridge.queries.choosing import HAND

MOST_LETTERS = 20_000  # of an own movement


class StartForm(Slip):
    """Which plan, by its code; for an own movement its text, typed or from a file, and the boards of a round."""

    plan = forms.CharField(max_length=600, error_messages={"required": _("Choose a movement.")})
    text = forms.CharField(
        label=_("Own movement"), max_length=MOST_LETTERS, required=False, widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("A line for each round, North-South, East-West and set at each table: 1-6 A | 2-7 B. Or a list with headings, or JSON."),
    )
    file = forms.FileField(label=_("or choose a file with the movement"), required=False)
    boards = forms.IntegerField(label=_("Boards a round"), min_value=1, max_value=20, initial=3, required=False)

    def __init__(self, *args: Any, kind: Kind = Kind.PAIRS, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if kind is Kind.INDIVIDUAL:
            self.fields["text"].help_text = _("A line for each round; at each table North, South, East, West and the set: 1-2-3-4 A | 5-6-7-8 B. Or JSON.")

    def clean(self) -> dict[str, Any]:
        """A file stands in the place of what was typed, with the boards that it tells, also where the slip is shown again: a browser keeps no file."""
        told = super().clean() or {}
        file = told.get("file")
        if file is not None:
            try:
                told["text"] = decode_text(file.read(), limit=MOST_LETTERS)
            except EngineError as refusal:
                self.add_error("file", phrase(refusal))
            else:
                told["boards"] = boards_told(told["text"]) or told.get("boards")
                self.data = {name: self.data[name] for name in self.data} | {"text": told["text"], "boards": told["boards"]}
        return told


class HandForm(forms.Form):
    """A movement chosen by hand."""

    family = forms.ChoiceField(label=_("Movement"))
    rounds = forms.IntegerField(label=_("Number of rounds"), min_value=1, max_value=60, required=False, help_text=_("Empty: in full."))
    per_round = forms.IntegerField(label=_("Boards a round"), min_value=1, max_value=20, initial=3)

    def __init__(self, *args: object, kind: Kind, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["family"].choices = [(name, family_word(name)) for name in HAND[kind]]  # type: ignore[attr-defined]
