"""What happened at the table, typed: the engine names the irregularity."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from bridge.engine.auction import Auction, Made, parse_call
from bridge.engine.cards import Card, Deal, parse_card
from bridge.engine.contract import Strain
from bridge.engine.errors import EngineError
from bridge.engine.laws.recognised import Started, first_in_auction, first_in_play, passes_that_took_a_turn
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
            self.add_error("auction", _t("Write the auction, or the cards."))
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
        return first_in_auction(auction) or passes_that_took_a_turn(auction)

    def _in_play(self, typed: dict[str, Any]) -> Started | None:
        if not typed.get("declarer") or not typed.get("trump"):
            self.add_error("declarer", _t("Say who declares and what is trumps."))
            return None
        declarer = Seat(typed["declarer"])
        play = Play(self.deal or Deal(*(frozenset[Card]() for _seat in Seat)), Strain[typed["trump"]], declarer.lho)
        for word in typed["cards"].replace(",", " ").replace("，", " ").split():
            named, colon, card = word.rpartition(":")
            seat = Seat[named.upper()] if colon and named.upper() in Seat.__members__ else play.turn
            play = play.with_card(seat, parse_card(card))
        if not self._each_in_one_hand(play.played):
            return None
        if self.deal is None:
            play = Play(_hands(play.played), play.trump, play.leader, play.played)
        return first_in_play(play, declarer)

    def _each_in_one_hand(self, played: tuple[Played, ...]) -> bool:
        """Was each card played once, by a hand that held it?"""
        owners: dict[Card, Seat] = {}
        for each in played:
            if each.card in owners:
                self.add_error("cards", _t("%(card)s stands here twice.") % {"card": card_text(each.card)})
            elif self.deal is not None and each.card not in self.deal.hand(each.seat):
                self.add_error("cards", _t("%(seat)s did not hold %(card)s.") % {"seat": seat_word(each.seat), "card": card_text(each.card)})
            owners[each.card] = each.seat
        return not self.errors


def _hands(played: tuple[Played, ...]) -> Deal:
    """As much of the hands as the cards tell: a suit shown later proves a revoke."""
    north, east, south, west = (frozenset(each.card for each in played if each.seat is seat) for seat in (Seat.N, Seat.E, Seat.S, Seat.W))
    return Deal(north, east, south, west)
