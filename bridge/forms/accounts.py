"""Forms about accounts: signing in, the first account, invitations, passwords, languages, roles."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from bridge.forms.club import zones
from bridge.forms.slip import Slip
from bridge.models import Account, Club, Invitation, LawEdition, Membership, Player, Role, RoleKind


class _NameField(forms.CharField):
    """A name to sign in with, each letter in the one way of writing it that is kept: that is what must not be too long, and what is compared."""

    def to_python(self, value: Any) -> str:
        return Account.normalize_username(super().to_python(value) or "")


def _username(**attrs: str) -> forms.CharField:
    shown = forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", **attrs})
    return _NameField(label=_("Name to sign in with"), max_length=150, widget=shown)


# Each rule of AUTH_PASSWORD_VALIDATORS by the code of its refusal: Django's own sentences are not all there in Chinese.
_WEAK = {
    "password_too_short": _("This password is shorter than eight characters."),
    "password_entirely_numeric": _("This password is only digits."),
    "password_too_common": _("This password is one that many people use."),
    "password_too_similar": _("This password is too much like the name to sign in with."),
}


class SignInForm(forms.Form):
    """A name and a password."""

    username = _username(autofocus="autofocus")
    password = forms.CharField(label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}))


class NewPasswordForm(forms.Form):
    """A new password, typed twice, judged by the rules of the site."""

    password = forms.CharField(
        label=_("New password"), strip=False, help_text=_("At least eight characters, not only digits, not a common one."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(label=_("The same once more"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}))

    def __init__(self, *args: Any, account: Account | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean_password(self) -> str:
        """The password, if the rules allow it for this account."""
        password: str = self.cleaned_data["password"]
        try:
            validate_password(password, self.account or Account(username=self.cleaned_data.get("username", "")))
        except forms.ValidationError as refusal:
            raise forms.ValidationError([_WEAK[each.code or ""] for each in refusal.error_list]) from None
        return password

    def clean(self) -> dict[str, Any]:
        """Both typings are equal."""
        cleaned = super().clean() or {}
        if {"password", "again"} <= cleaned.keys() and cleaned["password"] != cleaned["again"]:
            self.add_error("again", _("The two passwords differ."))
        return cleaned


class NewAccountForm(NewPasswordForm):
    """A new account: its name and its password."""

    username = _username()
    field_order: tuple[str, ...] = ("username", "password", "again")


class FirstAccountForm(NewAccountForm):
    """The first account of a site, and its club."""

    club_name = forms.CharField(label=_("Name of the club"), max_length=120)
    zone = forms.ChoiceField(label=_("Time zone of the club"), choices=zones, widget=forms.Select(attrs={"data-own-zone": True}))
    edition = forms.ChoiceField(label=_("Laws the club plays by"), choices=LawEdition)
    field_order = ("club_name", "zone", "edition", "username", "password", "again")

    def __init__(self, *args: Any, has_club: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if has_club:
            for name in ("club_name", "zone", "edition"):
                del self.fields[name]


class ChangePasswordForm(NewPasswordForm):
    """A new password for who knows the old one."""

    old = forms.CharField(label=_("Password until now"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}))
    field_order = ("old", "password", "again")

    def clean_old(self) -> str:
        """The old password, if it is right."""
        old: str = self.cleaned_data["old"]
        if self.account is None or not self.account.check_password(old):
            raise forms.ValidationError(_("This is not your password until now."))
        return old


class LanguageForm(forms.Form):
    """One of the languages of the site, and the page to go back to."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    next = forms.CharField(required=False, widget=forms.HiddenInput)


class InviteForm(Slip):
    """The role that somebody is invited to."""

    role = forms.ChoiceField(label=_("Invite somebody as"), choices=RoleKind, initial=RoleKind.PLAYER)


class LinkForm(Slip):
    """A one-time link of the club that is withdrawn."""

    invitation = forms.ModelChoiceField(queryset=Invitation.objects.none())

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["invitation"].queryset = Invitation.objects.filter(club=club)  # type: ignore[attr-defined]


class RoleForm(Slip):
    """A role of the club that is taken away."""

    role = forms.ModelChoiceField(queryset=Role.objects.none())

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].queryset = Role.objects.filter(club=club).select_related("club", "account")  # type: ignore[attr-defined]


class AccountSlip(Slip):
    """An account of the club."""

    account = forms.ModelChoiceField(queryset=Account.objects.none())

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["account"].queryset = Account.objects.filter(roles__club=club).distinct()  # type: ignore[attr-defined]


class NamePlayerForm(AccountSlip):
    """Which member an account belongs to, by the member's number; empty: nobody's."""

    number = forms.CharField(label=_("Member's number"), max_length=30, required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, club=club, **kwargs)
        self.club = club

    def clean_number(self) -> Player | None:
        """The member with this number."""
        number = self.cleaned_data["number"].strip()
        if not number:
            return None
        found = Membership.objects.filter(club=self.club, number=number).select_related("player").first()
        if found is None:
            raise forms.ValidationError(_("No member has the number %(number)s."), params={"number": number})
        return found.player
