"""Slips about people: a list to take over, one member."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.errors import EngineError
from bridge.engine.formats.members import MOST_BYTES, MemberLine, decode_members, read_members
from bridge.engine.formats.reading import FileTooLarge
from bridge.forms.slip import Slip
from bridge.mapping.names import plain_name
from bridge.models import Membership, SeatWish
from bridge.phrases import phrase


class NameField(forms.CharField):
    """A person's name; one of which nothing can be seen is none."""

    def to_python(self, value: Any) -> str:
        """The name as it is kept."""
        return plain_name(super().to_python(value) or "")


class MembersListForm(Slip):
    """A list that is pasted or dropped as a file; `lines` has what was read."""

    pasted = forms.CharField(
        label=_("Paste the list here"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text=_("One member a line, name and number in either order: “Mary Smith, 12”. Columns copied from a spreadsheet are fine."),
    )
    file = forms.FileField(label=_("or drop a file on this page, or choose it (CSV or text)"), required=False)
    lines: tuple[MemberLine, ...] = ()

    def clean(self) -> dict[str, Any]:
        """Reads the list; every wrong line is an error of its own."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            text = self._text(cleaned)
        except EngineError as refusal:
            self.add_error("file", phrase(refusal))
            return cleaned
        lines, problems = read_members(text)
        for problem in problems:
            self.add_error("file" if cleaned.get("file") else "pasted", phrase(problem.error))
        self.lines = lines
        return cleaned

    def _text(self, cleaned: dict[str, Any]) -> str:
        file = cleaned.get("file")
        if file is None:
            return str(cleaned.get("pasted") or "")
        if file.size > MOST_BYTES:
            raise FileTooLarge(size=file.size, limit=MOST_BYTES)
        return decode_members(file.read())


class MemberForm(Slip):
    """One member or guest."""

    name = NameField(label=_("Name"), max_length=80)
    latin = forms.CharField(label=_("Name in Latin letters"), max_length=80, required=False, help_text=_("For readers of English, where the name is Chinese."))
    number = forms.CharField(label=_("Number"), max_length=30, required=False)
    sort_key = forms.CharField(
        label=_("Listed under"), max_length=160, required=False,
        help_text=_("Pinyin or family name first; made by itself, corrected here when it is wrong."),
    )
    seat_wish = forms.ChoiceField(label=_("Seat wish"), choices=SeatWish, required=False)
    phone = forms.CharField(label=_("Telephone"), max_length=40, required=False, help_text=_("Never shown on a public page."))
    is_named = forms.BooleanField(label=_("May be named in public"), required=False)

    @classmethod
    def of(cls, membership: Membership, *, seen: int) -> "MemberForm":
        """The slip of a member as it stands."""
        player = membership.player
        return cls(seen=seen, initial={
            "name": player.name_native, "latin": player.name_latin, "number": membership.number or "", "sort_key": player.sort_key,
            "seat_wish": player.seat_wish, "phone": player.phone, "is_named": player.is_named,
        })


class SamePersonForm(Slip):
    """Who of the club a person is too: the record that stays."""

    kept = forms.CharField(max_length=16, widget=forms.HiddenInput, error_messages={"required": _("Choose one of those who fit.")})


class NewMemberForm(Slip):
    """A name and a number."""

    name = NameField(label=_("Name"), max_length=80)
    number = forms.CharField(label=_("Number"), max_length=30, required=False)
