"""The last tricks of a disputed claim, typed: what they can come to. An aid for the director, never the ruling."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bridge.engine.cards import Card, Deal, Hand, format_card, parse_card
from bridge.engine.contract import Strain
from bridge.engine.errors import EngineError
from bridge.engine.laws.endings import Ending, double_dummy, fewest_by_legal_play, fewest_on_line
from bridge.engine.seats import Seat, Side
from bridge.forms.recognise import play_of
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

    trump = forms.ChoiceField(label=_("Trumps"), choices=_STRAINS)
    claims = forms.ChoiceField(label=_("Side that claims"), choices=[(Side.NS.value, _("North-South")), (Side.EW.value, _("East-West"))])
    north = forms.CharField(label=_("North"), max_length=60, help_text=_("SA H10 D4"))
    east = forms.CharField(label=_("East"), max_length=60)
    south = forms.CharField(label=_("South"), max_length=60)
    west = forms.CharField(label=_("West"), max_length=60)
    leader = forms.ChoiceField(label=_("On lead"), choices=_SEATS)
    line = forms.CharField(label=_("Line stated"), max_length=60, required=False, help_text=_("The cards in the order stated: SA SK"))
    declarer = forms.ChoiceField(label=_("Declarer"), choices=[("", "–"), *_SEATS], required=False)
    played = forms.CharField(
        label=_("Cards played"), max_length=600, required=False, help_text=_("HA H2 H5 H9; a card out of turn with its seat: E:D4"),
    )

    outlook: Outlook | None = None

    def __init__(self, *args: Any, deal: Deal | None = None, **kwargs: Any) -> None:
        """What is left of a board; where its deal is known the cards that are left are pressed, or follow from those that were played."""
        super().__init__(*args, **kwargs)
        self.deal = deal
        if deal is None:
            del self.fields["declarer"], self.fields["played"]
            return
        for name, seat in _HANDS.items():
            cards = [(format_card(card), card_text(card)) for card in sorted(deal.hand(seat), reverse=True)]
            self.fields[name] = forms.MultipleChoiceField(
                label=self.fields[name].label, choices=cards, required=False, widget=forms.CheckboxSelectMultiple
            )

    @property
    def hands(self) -> list[forms.BoundField]:
        """The four hands."""
        return [self[name] for name in _HANDS]

    def clean(self) -> dict[str, Any]:
        """The engine's search through what was typed."""
        typed = super().clean() or {}
        hands = {name: self._cards(name, typed.get(name) or "") for name in _HANDS}
        leader = Seat(typed.get("leader") or "N")
        if self.deal is not None and typed.get("played"):
            hands, leader = self._left(typed, self.deal) or (hands, leader)
        line = self._cards("line", typed.get("line") or "")
        held = [card for hand in hands.values() for card in hand]
        for card in {card for card in held if held.count(card) > 1}:
            self.add_error(None, gettext("%(card)s stands here twice.") % {"card": card_text(card)})
        if not held and not self.errors:
            self.add_error(None, gettext("Press the cards that are left, or write those that were played."))
        if self.errors:
            return typed
        north, east, south, west = (Hand(hands[name]) for name in _HANDS)
        try:
            ending = Ending(north, east, south, west, Strain[typed["trump"]], leader)
        except EngineError as refusal:
            self.add_error("played" if typed.get("played") else None, phrase(refusal))
            return typed
        side = Side(typed["claims"])
        self.outlook = Outlook(
            ending.tricks, fewest_by_legal_play(ending, side), double_dummy(ending, side), fewest_on_line(ending, side, line) if line else None
        )
        return typed

    def _left(self, typed: dict[str, Any], deal: Deal) -> tuple[dict[str, list[Card]], Seat] | None:
        """The cards that the hands still hold after those that were played, and who leads; None where they cannot have been played so."""
        if not typed.get("declarer"):
            self.add_error("declarer", gettext("Say who declares."))
            return None
        try:
            play = play_of(typed["played"], deal, Strain[typed["trump"]], Seat(typed["declarer"]))
        except forms.ValidationError as refusal:
            self.add_error("played", refusal)
            return None
        if play.current:
            self.add_error("played", gettext("The last trick lacks a card: write it to its end."))
            return None
        return {name: sorted(play.left(seat)) for name, seat in _HANDS.items()}, play.turn

    def _cards(self, name: str, told: str | list[str]) -> list[Card]:
        found = []
        for word in told if isinstance(told, list) else told.replace(",", " ").replace("，", " ").split():
            try:
                found.append(parse_card(word))
            except EngineError as refusal:
                self.add_error(name, phrase(refusal))
        return found
