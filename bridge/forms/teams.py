"""Slips for teams: who belongs to one, how its matches are played, who sits in one, what becomes of it."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bridge.engine.teams.line_up import FEWEST, MOST
from bridge.engine.teams.plan import Room
from bridge.engine.teams.score import Forfeit
from bridge.forms.slip import Slip
from bridge.models import Club, Membership, Player


class TeamForm(Slip):
    """A team's name and its players, by number or by name, one in each line."""

    name = forms.CharField(label=_("Name of the team"), max_length=80)
    players = forms.CharField(
        label=_("Players"), widget=forms.Textarea(attrs={"rows": MOST}), help_text=_("Four to eight, one in a line: the member's number or the whole name."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club

    def clean_players(self) -> list[Player]:
        """The people meant by the lines."""
        lines = [line.strip() for line in self.cleaned_data["players"].splitlines() if line.strip()]
        members = list(Membership.objects.filter(club=self.club, player__merged_into__isnull=True).select_related("player").order_by("pk"))
        return [self._member(members, line) for line in lines]

    @staticmethod
    def _member(members: list[Membership], line: str) -> Player:
        wanted = line.casefold()
        fits = [row.player for row in members if wanted in ((row.number or "").casefold(), row.player.name_native.casefold(), row.player.name_latin.casefold())]
        if not fits:
            raise forms.ValidationError(_("Nobody of the club is “%(line)s”."), params={"line": line})
        if len(fits) > 1:
            raise forms.ValidationError(_("Several members are “%(line)s”: write the number."), params={"line": line})
        return fits[0]


class MatchesForm(Slip):
    """How matches are played when everybody meets everybody."""

    boards = forms.IntegerField(label=_("Boards in a match"), min_value=1, max_value=128, initial=16)
    parts = forms.IntegerField(
        label=_("Parts of a match"), min_value=1, max_value=8, initial=1, help_text=_("After each part the visitors' pairs change rooms."),
    )
    round_minutes = forms.IntegerField(label=_("Minutes for a part"), min_value=1, max_value=600, initial=60)
    of_eight = forms.BooleanField(
        label=_("Teams of eight"), required=False, help_text=_("Four tables a match: all play its boards, and each couple of tables is compared."),
    )


LINE_UP_SEATS = ("one", "two", "three", "four", "five", "six", "seven", "eight")
PAIRS = (_("First pair"), _("Second pair"), _("Third pair"), _("Fourth pair"))


class LineUpForm(Slip):
    """Two pairs of a team, of teams of eight four: the first sits North-South where the team is at home, in the open room."""

    def __init__(self, *args: Any, team: list[Player], names: list[str], pairs: int = 2, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((str(player.pk), name) for player, name in zip(team, names, strict=True))]
        self.team = {player.pk: player for player in team}
        self.seats = LINE_UP_SEATS[: 2 * pairs]
        missing = _("A line-up has two pairs.") if pairs == 2 else _("A line-up of a team of eight has four pairs.")
        for number, place in enumerate(self.seats):
            label = _("with") if number % 2 else PAIRS[number // 2]
            self.fields[place] = forms.ChoiceField(label=label, choices=choices, error_messages={"required": missing})
        assert len(team) >= FEWEST, "a team has been judged when it signed up"

    def second_place_of(self, player: int) -> str:
        """The field that names a player who stands in another one too."""
        return [place for place in self.seats if self.cleaned_data[place] == str(player)][-1]

    def pairs(self) -> tuple[tuple[Player, Player], ...]:
        """The pairs in order."""
        seated = [self.team[int(self.cleaned_data[place])] for place in self.seats]
        return tuple(zip(seated[::2], seated[1::2], strict=True))


class MatchForm(Slip):
    """A team accepts a match or queries a board; the director answers, closes the match, or says that it was not played."""

    act = forms.ChoiceField(choices=[(name, name) for name in ("accept", "query", "answer", "close", "forfeit")])
    entry = forms.IntegerField(required=False)
    by = forms.ChoiceField(choices=[("", _("it was played")), *((forfeit.value, forfeit.value) for forfeit in Forfeit)], required=False)
    board = forms.IntegerField(required=False, label=_("Board"))
    room = forms.ChoiceField(choices=[(room.value, room.value) for room in Room], required=False)
    call = forms.IntegerField(required=False)
    reason = forms.CharField(max_length=300, required=False)

    def clean(self) -> dict[str, Any]:
        """A query names its board and says what is wrong, an answer says why."""
        told = super().clean() or {}
        if told.get("act") == "query" and (told.get("board") is None or not told.get("room")):
            self.add_error("board", _("Say which board in which room."))
        if told.get("act") == "forfeit" and told.get("by") and not told.get("reason"):
            self.add_error("reason", _("Say why the match was not played."))
        if told.get("act") in ("query", "answer") and not told.get("reason"):
            self.add_error("reason", _("Say in a few words what is wrong with the board.") if told["act"] == "query" else _("Say why the result stands."))
        return told
