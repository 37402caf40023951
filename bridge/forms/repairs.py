"""The slips of the editor "what really happened": one for each thing that can happen, all made of the same few fields."""

import re
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from bridge.engine.seats import Side
from bridge.forms.slip import Slip
from bridge.mapping.plans import code_of
from bridge.phrases.movements import order_words
from bridge.phrases.names import name_of
from bridge.phrases.words import side_letters
from bridge.queries.incidents import Deprived, Earlier, Happened, Incident
from bridge.queries.repair_preview import Ground
from bridge.queries.room import PairHere

DEPRIVED = [(Deprived.NOT_PLAYED, _("nothing: one board fewer")), (Deprived.AVERAGE_PLUS, _("average plus")), (Deprived.AVERAGE, _("average"))]
SEATS_OF_SINGLES = {"pair": _("Player"), "other": _("and player")}
EARLIER_OF_SINGLES = [(Earlier.NOTHING, _("not at all: fewer boards")), (Earlier.SAT_OUT, _("as if the player had sat out"))]
EARLIER = [
    (Earlier.NOTHING, _("not at all: fewer boards")), (Earlier.SAT_OUT, _("as if it had sat out")),
    (Earlier.AWARDED, _("average minus, and average plus for who waited for it")),
]
EARLIER_HELP = _("Average plus and average minus are given in rounds in which a pair waited for the late one (Law 12C); in other rounds it sat out.")
EARLIER_HELP_OF_SINGLES = _(
    "Average minus is not offered: no table of single players waits for who is late, so no board was lost by it (Law 12C). "
    "Being late can be given a penalty (Law 90B1)."
)
LATER = [("", _("It is not played any more")), ("on", _("It is still to be played"))]
FIELDS: dict[Happened, tuple[str, ...]] = {
    Happened.LATE_PAIR: ("entries", "first", "earlier", "copies"),
    Happened.PAIR_LEFT: ("pair", "first"),
    Happened.PAIRS_EXCHANGED: ("pair", "other", "first", "last"),
    Happened.SIDES_EXCHANGED: ("first", "last", "table"),
    Happened.OTHER_BOARDS: ("table", "first", "boards"),
    Happened.BOARD_ELSEWHERE: ("table", "first", "boards", "instead", "later", "deprived"),
    Happened.BOARDS_LEFT_OUT: ("table", "first", "boards", "later", "deprived"),
    Happened.BOARDS_ROTATED: ("table", "first", "boards"),
    Happened.BOARD_MIXED: ("boards", "first", "last"),
    Happened.MOVEMENT_REPLACED: ("code", "first", "rounds", "fresh", "copies"),
    Happened.ROUNDS_CHANGED: ("first", "rounds", "fresh", "copies"),
    Happened.ENDED_EARLY: ("deprived",),
}
_ROUND_LABELS: dict[Happened, Promise] = {
    Happened.LATE_PAIR: _("Plays from round"), Happened.PAIR_LEFT: _("Is gone from round"), Happened.PAIRS_EXCHANGED: _("From round"),
    Happened.SIDES_EXCHANGED: _("From round"), Happened.BOARD_MIXED: _("From round"), Happened.MOVEMENT_REPLACED: _("Takes over in round"),
    Happened.ROUNDS_CHANGED: _("Planned anew from round"),
}
_BOARD_LABELS: dict[Happened, Promise] = {
    Happened.OTHER_BOARDS: _("The first board that lay there"), Happened.BOARD_ELSEWHERE: _("The board that was played"),
}
_MOST = 99


def _pair_text(pair: PairHere) -> str:
    line = f"{side_letters(Side(pair.line))} " if pair.line else ""
    number = f"{line}{pair.number} " if pair.number else ""
    return number + " – ".join(name_of(player) for player in pair.players)


class RepairForm(Slip):
    """One thing that happened. Only the fields that it needs are there; `incident` is what was told once it is valid."""

    what = forms.ChoiceField(choices=[(each.value, each.value) for each in Happened], widget=forms.HiddenInput)
    section = forms.CharField(max_length=2, widget=forms.HiddenInput)
    entries = forms.MultipleChoiceField(label=_("Who comes late"), widget=forms.CheckboxSelectMultiple)
    pair = forms.ChoiceField(label=_("Pair"))
    other = forms.ChoiceField(label=_("and pair"))
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=_MOST * _MOST)
    code = forms.ChoiceField(label=_("The right movement"))
    rounds = forms.IntegerField(label=_("Rounds altogether"), min_value=1, max_value=_MOST)
    first = forms.IntegerField(label=_("In round"), min_value=1, max_value=_MOST)
    last = forms.IntegerField(label=_("up to round"), min_value=1, max_value=_MOST, required=False, help_text=_("Empty: to the end."))
    boards = forms.RegexField(r"^\s*\d{1,3}(\s*[-–,，、 ]\s*\d{1,3})*\s*$", label=_("Boards"), max_length=60, help_text=_("7, 7-9 or 7 9"))
    instead = forms.IntegerField(
        label=_("Left out for it"), min_value=1, max_value=999, required=False, help_text=_("The board that was due; empty where none was left out.")
    )
    later = forms.ChoiceField(label=_("The board left out"), choices=LATER, required=False)
    earlier = forms.ChoiceField(label=_("Earlier rounds count"), choices=EARLIER, help_text=EARLIER_HELP)
    deprived = forms.ChoiceField(label=_("Who cannot play a board by it gets"), choices=DEPRIVED)
    fresh = forms.IntegerField(label=_("New sets of boards"), min_value=0, max_value=20, initial=0, required=False)
    copies = forms.IntegerField(label=_("Copies of each board"), min_value=1, max_value=20, initial=1, required=False)
    reason = forms.CharField(label=_("Remark"), max_length=300, required=False)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, what: Happened, ground: Ground, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.happened = what
        for name in set(self.fields) - {"key", "seen", "what", "section", "reason", "confirmed", *FIELDS[what]}:
            del self.fields[name]
        self.initial.update(what=what.value, section=ground.section.letter, first=ground.ahead, rounds=ground.rounds)
        if len(ground.waiting) == 1:
            self.initial["entries"] = [str(ground.waiting[0].entry)]
        choices = {
            "entries": ground.waiting, "pair": ground.pairs, "other": ground.pairs,
        }
        for name, pairs in choices.items():
            if name in self.fields:
                self.fields[name].choices = [(str(pair.entry), _pair_text(pair)) for pair in pairs]  # type: ignore[attr-defined]
        if "code" in self.fields:
            self.fields["code"].choices = [(code_of(order, ground.boards_per_set), order_words(order)) for order in ground.movements]  # type: ignore[attr-defined]
        self._name_the_fields(what, ground)

    def _name_the_fields(self, what: Happened, ground: Ground) -> None:
        for name, labels in (("first", _ROUND_LABELS), ("boards", _BOARD_LABELS)):
            if name in self.fields and what in labels:
                self.fields[name].label = str(labels[what])
        if ground.is_of_singles:
            for name in SEATS_OF_SINGLES.keys() & self.fields.keys():
                self.fields[name].label = str(SEATS_OF_SINGLES[name])
            if "earlier" in self.fields:
                self.fields["earlier"].choices = EARLIER_OF_SINGLES  # type: ignore[attr-defined]
                self.fields["earlier"].help_text = str(EARLIER_HELP_OF_SINGLES)
        if what is Happened.SIDES_EXCHANGED:
            self.fields["table"].required = False
            self.fields["table"].help_text = _("Empty: at every table.")
        if what in (Happened.OTHER_BOARDS, Happened.BOARD_ELSEWHERE):
            self.fields["boards"].help_text = ""

    @property
    def incident(self) -> Incident:
        """What was told, in codes and numbers."""
        told = self.cleaned_data
        pairs = told.get("entries") or [told[name] for name in ("pair", "other") if name in told]
        return Incident(
            self.happened, entries=tuple(int(entry) for entry in pairs), first=told.get("first") or 0, last=told.get("last") or 0,
            table=told.get("table") or 0, boards=boards_of_text(told.get("boards") or ""), instead=told.get("instead") or 0, later=bool(told.get("later")),
            rounds=told.get("rounds") or 0, fresh=told.get("fresh") or 0, copies=told.get("copies") or 1, code=told.get("code") or "",
            earlier=Earlier(told.get("earlier") or Earlier.NOTHING), deprived=Deprived(told.get("deprived") or Deprived.NOT_PLAYED),
        )


def boards_of_text(text: str) -> tuple[int, ...]:
    """The boards of `7-9 12`: 7, 8, 9 and 12."""
    found: list[int] = []
    for first, last in re.findall(r"(\d+)(?:\s*[-–]\s*(\d+))?", text):
        found += range(int(first), int(last or first) + 1)
    return tuple(dict.fromkeys(found))


class SeedForm(Slip):
    """A pair's place among the seeds."""

    seed = forms.IntegerField(label=_("Seed"), min_value=1, max_value=_MOST, required=False, help_text=_("1 is the strongest; empty: not seeded."))


class SitsForm(Slip):
    """Somebody sits for a pair: from which round, in whose seat."""

    player = forms.CharField(max_length=16)
    who = forms.CharField(max_length=80, required=False)
    seat = forms.ChoiceField(label=_("In the place of"), required=False)
    from_round = forms.IntegerField(label=_("From round"), min_value=1, max_value=_MOST)
    reason = forms.CharField(label=_("Remark"), max_length=300, required=False)
