"""The slip that chooses a movement of teams by hand."""

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.movements.propose_teams import FAMILIES_OF_TEAMS
from bridge.phrases.movements import family_word


class TeamHandForm(forms.Form):
    """A movement of teams and the boards of its matches."""

    family = forms.ChoiceField(label=_("Movement"))
    per_match = forms.IntegerField(label=_("Boards in a match"), min_value=1, max_value=40, initial=4)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["family"].choices = [(name, family_word(name)) for name in FAMILIES_OF_TEAMS]  # type: ignore[attr-defined]
