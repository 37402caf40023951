"""The play of the cards: what may be played, who wins a trick, what is wrong with a card (Laws 41, 44, 53-57, 61; the same in 1999 and 2017).

A `Play` accepts every card as a fact, in or out of turn, legal or not; `recognise_card` says what is wrong with the next one, `revokes_in` finds the
revokes of a record. What follows from an irregularity is ruled in `laws`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bridge.engine.cards import Card, Deal, Hand, Suit
from bridge.engine.contract import Strain
from bridge.engine.errors import EngineError
from bridge.engine.seats import Seat


class TrickNotComplete(EngineError):
    """Nobody has won a trick before four cards are played to it. Facts: `cards`."""

    law = "44"


@dataclass(frozen=True, slots=True)
class Played:
    """A card and whose it was."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Play:
    """The hands, the trump strain, the seat of the opening leader, and the cards in the order played, as facts.

    Tricks are taken to be the cards in fours: a record with a defective trick (Law 67) is cut there.
    """

    deal: Deal
    trump: Strain
    leader: Seat
    played: tuple[Played, ...] = ()

    def with_card(self, seat: Seat, card: Card) -> "Play":
        """The same play with one more card, whatever it is worth."""
        return Play(self.deal, self.trump, self.leader, (*self.played, Played(seat, card)))

    @property
    def tricks(self) -> tuple[tuple[Played, ...], ...]:
        """The tricks so far, the last one perhaps unfinished."""
        return tuple(self.played[start : start + 4] for start in range(0, len(self.played), 4))

    @property
    def current(self) -> tuple[Played, ...]:
        """The cards of the trick in progress; empty between two tricks."""
        return self.played[len(self.played) // 4 * 4 :]

    @property
    def is_over(self) -> bool:
        """Have all 52 cards been played?"""
        return len(self.played) == 52

    @property
    def turn(self) -> Seat:
        """Whose turn it is: next in rotation, or whoever won the last trick (Law 44)."""
        if self.current:
            return self.current[-1].seat.lho
        return trick_winner(self.tricks[-1], self.trump) if self.played else self.leader

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who won each finished trick."""
        return tuple(trick_winner(trick, self.trump) for trick in self.tricks if len(trick) == 4)

    def left(self, seat: Seat) -> Hand:
        """The cards that a hand still holds."""
        return self.deal.hand(seat) - {each.card for each in self.played if each.seat is seat}


def legal_cards(hand: Iterable[Card], led: Suit | None, *, required: Suit | None = None, forbidden: Iterable[Suit] = ()) -> tuple[Card, ...]:
    """The cards of a hand that may be played now, in the order given (Laws 44 and 59).

    led         the suit led; None for the lead itself
    required    a suit that must be led or played; forbidden: suits that may not be. Both give way to following suit, and to holding nothing else
    """
    cards = tuple(hand)
    if led is not None:
        following = tuple(card for card in cards if card.suit is led)
        if following:
            return following
    barred = frozenset(forbidden)
    allowed = tuple(card for card in cards if (required is None or card.suit is required) and card.suit not in barred)
    return allowed or cards


def beats(card: Card, other: Card, trump: Strain) -> bool:
    """Does `card`, played later to the trick, win over `other` (Law 44E, 44F)?"""
    if card.suit is other.suit:
        return card.rank > other.rank
    return card.suit.name == trump.name


def trick_winner(trick: Iterable[Played], trump: Strain) -> Seat:
    """Who wins the trick: the highest trump, otherwise the highest card of the suit led. Raises TrickNotComplete for a trick of fewer than four."""
    cards = tuple(trick)
    if len(cards) != 4:
        raise TrickNotComplete(cards=len(cards))
    best = cards[0]
    for each in cards[1:]:
        if beats(each.card, best.card, trump):
            best = each
    return best.seat


class CardFault(StrEnum):
    """What is wrong with a card: the value is the kind under which it is ruled on."""

    NOT_HELD = "card_count"
    OPENING_LEAD_OUT_OF_TURN = "opening_lead_out_of_turn"
    LEAD_OUT_OF_TURN = "lead_out_of_turn"
    FIFTH_CARD = "fifth_card"
    PREMATURE = "premature_play"
    REVOKE = "revoke"


@dataclass(frozen=True, slots=True)
class CardIrregularity:
    """What is wrong with a card, the law that deals with it, whose turn it was."""

    fault: CardFault
    law: str
    turn: Seat


def recognise_card(play: Play, seat: Seat, card: Card, *, required: Suit | None = None, forbidden: Iterable[Suit] = ()) -> CardIrregularity | None:
    """What is wrong with this card at this moment; None when it is in order.

    required, forbidden   a lead or play restriction that binds this player now
    returns               the one irregularity that is ruled on first: not his card, out of turn, a revoke
    """
    turn = play.turn
    if card not in play.left(seat):
        return CardIrregularity(CardFault.NOT_HELD, "13", turn)
    if seat is not turn:
        if not play.current:
            opening = not play.played
            return CardIrregularity(CardFault.OPENING_LEAD_OUT_OF_TURN if opening else CardFault.LEAD_OUT_OF_TURN, "54" if opening else "53", turn)
        if any(each.seat is seat for each in play.current):
            return CardIrregularity(CardFault.FIFTH_CARD, "45E", turn)
        return CardIrregularity(CardFault.PREMATURE, "57", turn)
    led = play.current[0].card.suit if play.current else None
    if card not in legal_cards(play.left(seat), led, required=required, forbidden=forbidden):
        return CardIrregularity(CardFault.REVOKE, "61", turn)
    return None


@dataclass(frozen=True, slots=True)
class RevokeFound:
    """A failure to follow suit: on which trick (from 1), by whom, the card played, and every card that he could legally have played."""

    trick: int
    seat: Seat
    card: Card
    legal_then: tuple[Card, ...]


def revokes_in(play: Play) -> tuple[RevokeFound, ...]:
    """Every failure to follow suit in a record, in the order made."""
    held: Mapping[Seat, set[Card]] = {seat: set(play.deal.hand(seat)) for seat in Seat}
    found = []
    for number, trick in enumerate(play.tricks, 1):
        led = trick[0].card.suit
        for each in trick:
            could = tuple(sorted(card for card in held[each.seat] if card.suit is led))
            if could and each.card.suit is not led:
                found.append(RevokeFound(number, each.seat, each.card, could))
            held[each.seat].discard(each.card)
    return tuple(found)
