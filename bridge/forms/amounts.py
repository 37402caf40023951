"""Numbers with decimals as people type them."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

_POINTS = str.maketrans(",，．", "...")


class AmountField(forms.DecimalField):
    """A sum of money, a percentage, points: 6.50 or 6,50.

    The keys are a plain field's: a browser's own field for numbers swallows the comma of half the world, and 6,50 became 650.
    """

    widget = forms.TextInput
    default_error_messages = {"invalid": _("Write a number such as 6.50.")}

    def to_python(self, value: Any) -> Any:
        """The number; a decimal comma is a point."""
        return super().to_python(value.translate(_POINTS) if isinstance(value, str) else value)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """A phone shows its digits, where they are all that is needed: such keys have no minus."""
        return super().widget_attrs(widget) | {"autocomplete": "off"} | ({"inputmode": "decimal"} if self.min_value == 0 else {})
