"""Refusals about accounts, and about acts that came too late."""

from django.utils.translation import gettext_noop as _

SENTENCES = {
    "too_many_passwords": _("Too many wrong passwords. Wait %(minutes)s minutes and try again."),
    "wrong_password": _("This name and this password do not belong together."),
    "name_taken": _("Somebody signs in as %(name)s already; choose another name."),
    "link_used": _("This link was used already, was withdrawn or is too old."),
    "not_only_yours": _("%(name)s runs the site or has a role in another club; only who runs the site changes this account."),
    "last_administrator": _("A club keeps at least one administrator: give the role to somebody else first."),
    "changed_meanwhile": _("Somebody else changed this after the page was shown. Look at it as it is now, then decide."),
    "not_undoable": _("This cannot be undone any more: later acts were built on it."),
    "key_of_another": _("This form was sent before as something else. Load the page again."),
}
