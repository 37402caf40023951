"""What the framework says of a field that is filled in wrongly: its own English, and our Chinese, with the signs and the words of our pages."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

TEXTS = (
    _("This field is required."), _("Enter a whole number."), _("Enter a valid date."), _("Enter a valid time."),
    _("Enter a valid date/time."), _("Enter a valid value."), _("No file was submitted."), _("The submitted file is empty."),
    _("Null characters are not allowed."),
    _("Ensure this value is less than or equal to %(limit_value)s."), _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    ngettext_lazy("Ensure that there are no more than %(max)s digit in total.", "Ensure that there are no more than %(max)s digits in total.", "max"),
    ngettext_lazy("Ensure that there are no more than %(max)s decimal place.", "Ensure that there are no more than %(max)s decimal places.", "max"),
    ngettext_lazy(
        "Ensure that there are no more than %(max)s digit before the decimal point.",
        "Ensure that there are no more than %(max)s digits before the decimal point.", "max",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).", "limit_value",
    ),
)  # fmt: skip
