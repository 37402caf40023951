"""Aids for a disputed claim or concession, never the ruling: what the last tricks can come to when all hands are known (Laws 70 and 71).

Everything is exhaustive, so only short endings are looked at.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from bridge.engine.cards import Card, Hand
from bridge.engine.contract import Strain
from bridge.engine.errors import EngineError
from bridge.engine.play import Played, beats, legal_cards
from bridge.engine.seats import Seat, Side

LONGEST = 6  # cards a hand; beyond that the search takes more than a moment


class EndingTooLong(EngineError):
    """Only short endings are searched through. Facts: `cards` a hand, `most`."""

    law = "70"


class UnevenEnding(EngineError):
    """Between two tricks all four hands are of one length. Facts: `cards`, the shortest and the longest."""

    law = "70"


@dataclass(frozen=True, slots=True)
class Ending:
    """Four hands between two tricks, the trump strain and who leads."""

    north: Hand
    east: Hand
    south: Hand
    west: Hand
    trump: Strain
    leader: Seat

    def __post_init__(self) -> None:
        lengths = sorted(map(len, self.hands))
        if lengths[0] != lengths[-1]:
            raise UnevenEnding(cards=(lengths[0], lengths[-1]))
        if lengths[0] > LONGEST:
            raise EndingTooLong(cards=lengths[0], most=LONGEST)

    @property
    def hands(self) -> tuple[Hand, Hand, Hand, Hand]:
        """North, East, South, West."""
        return self.north, self.east, self.south, self.west

    @property
    def tricks(self) -> int:
        """Tricks still to be played."""
        return len(self.north)


def fewest_by_legal_play(ending: Ending, side: Side) -> int:
    """The fewest tricks that a side can take if all four hands play any legal card: what no legal play can lose (1999: Law 71A)."""
    return _Search(ending.trump, side, frozenset()).tricks(ending)


def double_dummy(ending: Ending, side: Side) -> int:
    """The tricks that a side takes when both sides play their best with open cards: a bound for a claim, not a proof of what is normal."""
    return _Search(ending.trump, side, frozenset({side})).tricks(ending)


def fewest_on_line(ending: Ending, side: Side, line: Iterable[Card]) -> int:
    """The fewest tricks of the claiming side when it keeps to the line that was stated, against every defence.

    line   the cards named, in order: a hand of that side plays the first of its own that is legal; where the statement names none it plays the
           worst, so what comes out is what the words alone are worth. Which plays are normal remains the director's
    """
    return _Search(ending.trump, side, frozenset(), tuple(line)).tricks(ending)


_Hands = tuple[Hand, Hand, Hand, Hand]
_ORDER = (Seat.N, Seat.E, Seat.S, Seat.W)


@dataclass(slots=True)
class _Search:
    """One search; positions that were reached before are not searched again.

    striving   the sides that play for the most tricks of `side`; every other hand plays for the fewest
    """

    trump: Strain
    side: Side
    striving: frozenset[Side]
    line: tuple[Card, ...] = ()
    known: dict[tuple[_Hands, tuple[Played, ...], Seat], int] = field(default_factory=dict)

    def tricks(self, ending: Ending) -> int:
        """The side's tricks from this ending."""
        return self._from(ending.hands, (), ending.leader)

    def _from(self, hands: _Hands, trick: tuple[Played, ...], turn: Seat) -> int:
        if len(trick) == 4:
            winner = self._winner(trick)
            return (winner.side is self.side) + self._from(hands, (), winner)
        if not trick and not hands[0]:
            return 0
        position = (hands, trick, turn)
        if position not in self.known:
            self.known[position] = self._best(hands, trick, turn)
        return self.known[position]

    def _best(self, hands: _Hands, trick: tuple[Played, ...], turn: Seat) -> int:
        """The most or the fewest from here; nothing better than all or none is looked for."""
        strives = turn.side in self.striving
        best, limit = (-1, max(map(len, hands))) if strives else (14, 0)
        for card in self._cards(hands, trick, turn):
            outcome = self._after(hands, trick, turn, card)
            best = max(best, outcome) if strives else min(best, outcome)
            if best == limit:
                break
        return best

    def _after(self, hands: _Hands, trick: tuple[Played, ...], turn: Seat, card: Card) -> int:
        place = _ORDER.index(turn)
        north, east, south, west = (hand - {card} if index == place else hand for index, hand in enumerate(hands))
        return self._from((north, east, south, west), (*trick, Played(turn, card)), turn.lho)

    def _cards(self, hands: _Hands, trick: tuple[Played, ...], turn: Seat) -> tuple[Card, ...]:
        """The cards worth trying: of touching cards in one hand one is enough, unless a stated line tells them apart."""
        legal = legal_cards(sorted(hands[_ORDER.index(turn)], reverse=True), trick[0].card.suit if trick else None)
        if self.line and turn.side is self.side:
            stated = next((card for card in self.line if card in legal), None)
            return (stated,) if stated else legal
        if self.line:
            return legal
        out = {card for hand in hands for card in hand} | {each.card for each in trick}
        return tuple(card for card in legal if not self._has_lower_neighbour(card, legal, out))

    @staticmethod
    def _has_lower_neighbour(card: Card, legal: tuple[Card, ...], out: set[Card]) -> bool:
        lower = max((other for other in out if other.suit is card.suit and other.rank < card.rank), default=None)
        return lower in legal

    def _winner(self, trick: tuple[Played, ...]) -> Seat:
        best = trick[0]
        for each in trick[1:]:
            if beats(each.card, best.card, self.trump):
                best = each
        return best.seat
