"""What happened at the table, typed: the engine names the irregularity."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bridge.engine.auction import Auction, Made, parse_call
from bridge.engine.cards import Card, Deal, parse_card
from bridge.engine.contract import Strain
from bridge.engine.errors import EngineError
from bridge.engine.laws.recognised import Started, first_in_auction, first_in_play
from bridge.engine.play import Play, Played
from bridge.engine.seats import Seat, dealer_of
from bridge.phrases import phrase
from bridge.phrases.words import card_text, seat_word

_SEATS = [("", "–"), ("N", _("North")), ("E", _("East")), ("S", _("South")), ("W", _("West"))]
_STRAINS = [("", "–"), ("C", "♣"), ("D", "♦"), ("H", "♥"), ("S", "♠"), ("N", _("NT"))]


class RecogniseForm(forms.Form):
    """An auction, or the cards of a play; `started` is the case that it starts, None where all is in order."""

    auction = forms.CharField(label=_("Auction"), max_length=400, required=False, help_text=_("1H P 2NT; a call out of turn with its seat: S:2C"))
    declarer = forms.ChoiceField(label=_("Declarer"), choices=_SEATS, required=False)
    trump = forms.ChoiceField(label=_("Trumps"), choices=_STRAINS, required=False)
    cards = forms.CharField(
        label=_("Cards played"), max_length=600, required=False, help_text=_("HA H2 H5 H9; a card out of turn with its seat: E:D4"),
    )

    def __init__(self, *args: Any, board: int, deal: Deal | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dealer = dealer_of(board)
        self.deal = deal
        self.started: Started | None = None
        self.is_in_order = False

    def clean(self) -> dict[str, Any]:
        """The irregularity, if there is one."""
        typed = super().clean() or {}
        if not typed.get("auction") and not typed.get("cards"):
            self.add_error("auction", gettext("Write the auction, or the cards."))
        for name, recognise in (("auction", self._in_auction), ("cards", self._in_play)):
            if typed.get(name) and self.started is None and not self.errors:
                try:
                    self.started = recognise(typed)
                except EngineError as refusal:
                    self.add_error(name, phrase(refusal))
        self.is_in_order = not self.errors and self.started is None
        return typed

    def _in_auction(self, typed: dict[str, Any]) -> Started | None:
        auction = Auction(self.dealer)
        for word in typed["auction"].replace(",", " ").replace("，", " ").split():
            named, colon, call = word.rpartition(":")
            seat = Seat[named.upper()] if colon and named.upper() in Seat.__members__ else auction.turn
            auction = Auction(auction.dealer, (*auction.made, Made(seat, parse_call(call))))
        return first_in_auction(auction)

    def _in_play(self, typed: dict[str, Any]) -> Started | None:
        if not typed.get("declarer") or not typed.get("trump"):
            self.add_error("declarer", gettext("Say who declares and what is trumps."))
            return None
        declarer = Seat(typed["declarer"])
        try:
            play = play_of(typed["cards"], self.deal, Strain[typed["trump"]], declarer)
        except forms.ValidationError as refusal:
            self.add_error("cards", refusal)
            return None
        if self.deal is None:
            play = Play(_hands(play.played), play.trump, play.leader, play.played)
        return first_in_play(play, declarer)


def play_of(text: str, deal: Deal | None, trump: Strain, declarer: Seat) -> Play:
    """The cards from the opening lead on, as they are written: each from whose turn it was, or from the seat that is named.

    raises   ValidationError where no card is named, one stands there twice, or a hand of the deal did not hold it
    """
    play = Play(deal or Deal(*(frozenset[Card]() for _seat in Seat)), trump, declarer.lho)
    wrong: list[str] = []
    for word in text.replace(",", " ").replace("，", " ").split():
        named, colon, said = word.rpartition(":")
        seat = Seat[named.upper()] if colon and named.upper() in Seat.__members__ else play.turn
        try:
            card = parse_card(said)
        except EngineError as refusal:
            raise forms.ValidationError(phrase(refusal)) from refusal
        if any(each.card == card for each in play.played):
            wrong.append(gettext("%(card)s stands here twice.") % {"card": card_text(card)})
        elif deal is not None and card not in deal.hand(seat):
            wrong.append(gettext("%(seat)s did not hold %(card)s.") % {"seat": seat_word(seat), "card": card_text(card)})
        play = play.with_card(seat, card)
    if wrong:
        raise forms.ValidationError(wrong)
    return play


def _hands(played: tuple[Played, ...]) -> Deal:
    """As much of the hands as the cards tell: a suit shown later proves a revoke."""
    north, east, south, west = (frozenset(each.card for each in played if each.seat is seat) for seat in (Seat.N, Seat.E, Seat.S, Seat.W))
    return Deal(north, east, south, west)
