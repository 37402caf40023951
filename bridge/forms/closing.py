"""The slip that closes an evening, or opens it again."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.forms.slip import Slip


class ClosingForm(Slip):
    """Accept what waits, close, or reopen for a reason."""

    act = forms.ChoiceField(choices=[("accept", ""), ("close", ""), ("reopen", "")])
    reason = forms.CharField(label=_("Why"), required=False, max_length=300)

    def clean(self) -> dict[str, Any]:
        """Reopening has a reason."""
        cleaned = super().clean() or {}
        if cleaned.get("act") == "reopen" and not cleaned.get("reason"):
            self.add_error("reason", _("Say why the evening is opened again."))
        return cleaned
