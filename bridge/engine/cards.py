"""The 52 cards (Law 1): suits, ranks, hands and deals, and their text."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum

from bridge.engine.errors import EngineError
from bridge.engine.seats import Seat


class NoSuchCard(EngineError):
    """A card is a suit and a rank, `SA` or `D10`. Facts: `text`."""


class CardTwice(EngineError):
    """One card lies in two places. Facts: `card`, `seats`."""

    law = "1"


class WrongHandSize(EngineError):
    """A hand has thirteen cards. Facts: `seat`, `cards`."""

    law = "1"


class Suit(IntEnum):
    """Suits in the order of the Law: clubs lowest."""

    C = 0
    D = 1
    H = 2
    S = 3


class Rank(IntEnum):
    """Ranks, two lowest; the value is the order."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """One character, T for the ten."""
        return "23456789TJQKA"[self - 2]

    @property
    def honour_points(self) -> int:
        """Ace 4, king 3, queen 2, knave 1."""
        return max(0, self - 10)


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One of the 52 cards; ordered by suit, then rank."""

    suit: Suit
    rank: Rank

    def __str__(self) -> str:
        return format_card(self)


Hand = frozenset[Card]


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of four hands. Whole deals have thirteen cards a hand; `check_deal` tells."""

    north: Hand
    east: Hand
    south: Hand
    west: Hand

    def hand(self, seat: Seat) -> Hand:
        """The cards of one seat."""
        return {Seat.N: self.north, Seat.E: self.east, Seat.S: self.south, Seat.W: self.west}[seat]


_SUIT_LETTERS = {"♣": Suit.C, "♦": Suit.D, "♥": Suit.H, "♠": Suit.S} | {suit.name: suit for suit in Suit}
_RANK_LETTERS = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN, "1": Rank.TEN}
FULL_PACK: frozenset[Card] = frozenset(Card(suit, rank) for suit in Suit for rank in Rank)


def parse_suit(text: str) -> Suit:
    """The suit that a letter or symbol names. Raises NoSuchCard."""
    try:
        return _SUIT_LETTERS[text.strip().upper().rstrip("\ufe0e\ufe0f")]
    except KeyError:
        raise NoSuchCard(text=text) from None


def parse_rank(text: str) -> Rank:
    """The rank that `A K Q J T 10 9 ... 2` names. Raises NoSuchCard."""
    try:
        return _RANK_LETTERS[text.strip().upper()]
    except KeyError:
        raise NoSuchCard(text=text) from None


def parse_card(text: str) -> Card:
    """The card that `SA`, `d10`, `HT` or `♣7` names, suit first. Raises NoSuchCard."""
    plain = text.strip().replace("\ufe0e", "").replace("\ufe0f", "")
    if len(plain) < 2:
        raise NoSuchCard(text=text)
    try:
        return Card(parse_suit(plain[0]), parse_rank(plain[1:]))
    except NoSuchCard:
        raise NoSuchCard(text=text) from None


def format_card(card: Card) -> str:
    """Suit letter, then rank letter: `SA`, `DT`."""
    return card.suit.name + card.rank.letter


def honour_points(cards: Iterable[Card]) -> int:
    """High-card points, ace 4 to knave 1."""
    return sum(card.rank.honour_points for card in cards)


def deal_of(hands: Mapping[Seat, Iterable[Card]]) -> Deal:
    """A whole deal from three or four hands; a missing fourth gets what is left.

    raises   CardTwice, WrongHandSize
    """
    placed: dict[Card, Seat] = {}
    for seat, cards in hands.items():
        for card in cards:
            if card in placed:
                raise CardTwice(card=format_card(card), seats=placed[card].value + seat.value)
            placed[card] = seat
    missing = [seat for seat in Seat if seat not in hands]
    if len(missing) == 1:
        placed |= {card: missing[0] for card in FULL_PACK - placed.keys()}
    whole = {seat: frozenset(card for card, holder in placed.items() if holder is seat) for seat in Seat}
    for seat, hand in whole.items():
        if len(hand) != 13:
            raise WrongHandSize(seat=seat.value, cards=len(hand))
    return Deal(whole[Seat.N], whole[Seat.E], whole[Seat.S], whole[Seat.W])
