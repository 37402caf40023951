"""What somebody is told who saves a page that is older than another's change."""

from django import forms
from django.utils.translation import gettext, pgettext

from bridge.forms.slip import Slip
from bridge.models import Account, ChangedMeanwhile
from bridge.phrases import phrase


def told_meanwhile(refusal: ChangedMeanwhile, now: str) -> str:
    """Who changed it after the page was shown, what it says now, and that nothing of what was typed is lost."""
    who = Account.objects.filter(pk=refusal.facts["account"]).first()
    told = {"who": who or pgettext("who did it", "Somebody else"), "now": now}
    return gettext("%(who)s has changed this meanwhile. It now says: %(now)s. What you typed is kept: save again to put it in the place of that.") % told


def show_both(form: Slip, now: Slip, refusal: ChangedMeanwhile) -> None:
    """The form is sent back with what was typed, and says of each field that differs what is kept now.

    now   the same form as a reader gets it who opens the page
    """
    fields = {name: field for name, field in now.fields.items() if not field.widget.is_hidden and not isinstance(field.widget, forms.PasswordInput)}
    kept = {name: (field.label, _as_read(now, name)) for name, field in fields.items()}
    apart = [f"{label}{gettext(': ')}{value}" for name, (label, value) in kept.items() if value != _as_read(form, name)]
    form.add_error(None, told_meanwhile(refusal, gettext("; ").join(apart)) if apart else phrase(refusal))
    form.show_again(refusal.facts["act"])


def _as_read(form: Slip, name: str) -> str:
    """What a field says, in words."""
    field, value = form.fields[name], form[name].value()
    if isinstance(field, forms.BooleanField):
        return gettext("Yes") if value else gettext("No")
    if isinstance(field, forms.ChoiceField):
        return str(dict(field.choices).get(value, value))  # type: ignore[arg-type]
    return field.widget.format_value(value) or "–"
