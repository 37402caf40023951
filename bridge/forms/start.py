"""The slip that starts an evening."""

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.forms.slip import Slip


class StartForm(Slip):
    """Which plan, by its code."""

    plan = forms.CharField(max_length=120, error_messages={"required": _("Choose a movement.")})
