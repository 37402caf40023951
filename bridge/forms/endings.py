"""The last tricks of a disputed claim, typed: what they can come to. An aid for the director, never the ruling."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from bridge.engine.cards import Card, Hand, parse_card
from bridge.engine.contract import Strain
from bridge.engine.errors import EngineError
from bridge.engine.laws.endings import Ending, double_dummy, fewest_by_legal_play, fewest_on_line
from bridge.engine.seats import Seat, Side
from bridge.phrases import phrase
from bridge.phrases.words import card_text

_SEATS = [("N", _("North")), ("E", _("East")), ("S", _("South")), ("W", _("West"))]
_STRAINS = [("C", "♣"), ("D", "♦"), ("H", "♥"), ("S", "♠"), ("N", _("NT"))]
_HANDS = {"north": Seat.N, "east": Seat.E, "south": Seat.S, "west": Seat.W}


@dataclass(frozen=True, slots=True)
class Outlook:
    """Tricks of the side that claims, of those still to be played.

    line   the fewest if it keeps to the line stated, against every defence; None where no line was stated
    """

    tricks: int
    fewest: int
    best: int
    line: int | None


class EndingForm(forms.Form):
    """Four hands between two tricks; `outlook` is what comes out."""

    north = forms.CharField(label=_("North"), max_length=60, help_text=_("SA H10 D4"))
    east = forms.CharField(label=_("East"), max_length=60)
    south = forms.CharField(label=_("South"), max_length=60)
    west = forms.CharField(label=_("West"), max_length=60)
    trump = forms.ChoiceField(label=_("Trumps"), choices=_STRAINS)
    leader = forms.ChoiceField(label=_("On lead"), choices=_SEATS)
    claims = forms.ChoiceField(label=_("Side that claims"), choices=[(Side.NS.value, _("North-South")), (Side.EW.value, _("East-West"))])
    line = forms.CharField(label=_("Line stated"), max_length=60, required=False, help_text=_("The cards in the order stated: SA SK"))

    outlook: Outlook | None = None

    def clean(self) -> dict[str, Any]:
        """The engine's search through what was typed."""
        typed = super().clean() or {}
        hands = {name: self._cards(name, typed.get(name) or "") for name in _HANDS}
        line = self._cards("line", typed.get("line") or "")
        held = [card for hand in hands.values() for card in hand]
        for card in {card for card in held if held.count(card) > 1}:
            self.add_error(None, _t("%(card)s stands here twice.") % {"card": card_text(card)})
        if self.errors:
            return typed
        north, east, south, west = (Hand(hands[name]) for name in _HANDS)
        try:
            ending = Ending(north, east, south, west, Strain[typed["trump"]], Seat(typed["leader"]))
        except EngineError as refusal:
            self.add_error(None, phrase(refusal))
            return typed
        side = Side(typed["claims"])
        self.outlook = Outlook(
            ending.tricks, fewest_by_legal_play(ending, side), double_dummy(ending, side), fewest_on_line(ending, side, line) if line else None
        )
        return typed

    def _cards(self, name: str, text: str) -> list[Card]:
        found = []
        for word in text.replace(",", " ").replace("，", " ").split():
            try:
                found.append(parse_card(word))
            except EngineError as refusal:
                self.add_error(name, phrase(refusal))
        return found
