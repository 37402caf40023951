"""What a table could have done with a deal: a contract that its cards suggest, tricks near what they are worth. For the demonstration club alone."""

import random
from collections.abc import Mapping

from bridge.engine.cards import Card, Deal, Hand, Rank, Suit, deal_of, honour_points
from bridge.engine.contract import PASSED_OUT, Contract, Doubling, Report, Strain
from bridge.engine.seats import Seat, Side

_MAJORS = (Suit.S, Suit.H)


def shuffled(rng: random.Random) -> Deal:
    """Fifty-two cards, thirteen to each seat."""
    pack = [Card(suit, rank) for suit in Suit for rank in Rank]
    rng.shuffle(pack)
    return deal_of({seat: pack[13 * place : 13 * place + 13] for place, seat in enumerate(Seat)})


def played(deal: Deal, skill: Mapping[Side, int], rng: random.Random) -> Report:
    """What one table says: most tables bid and make alike, some bid more, less, or go down.

    skill   -1, 0 or 1 for each side: how often it is a trick better or worse
    """
    strength = {side: honour_points(_cards(deal, side)) for side in Side}
    side = max(Side, key=lambda one: (strength[one] + rng.randint(-1, 1), one is Side.NS))
    hands = {seat: deal.hand(seat) for seat in Seat if seat.side is side}
    if strength[side] <= 21 and max(honour_points(hand) for hand in (deal.hand(seat) for seat in Seat)) < 12 and rng.randrange(3):
        return Report(PASSED_OUT)
    strain, worth = _strain(hands, strength[side], rng)
    level = _level(strain, worth, rng)
    aim = 8 + (worth - 20) // 3 if strain is not Strain.N else 7 + (worth - 19) // 3
    luck = rng.choice((-2, -1, -1, 0, 0, 0, 0, 0, 1, 1)) + (skill[side] - skill[side.other] if rng.randrange(3) == 0 else 0)
    tricks = max(3, min(13, aim + luck))
    down = level + 6 - tricks
    doubling = Doubling.X if down > 1 and rng.randrange(3) == 0 or down > 3 else Doubling.NONE
    declarer = _declarer(hands, strain, rng)
    return Report(Contract(level, strain, doubling), declarer, tricks, _lead(deal.hand(declarer.lho), strain, rng))


def _cards(deal: Deal, side: Side) -> list[Card]:
    return [card for seat in Seat if seat.side is side for card in deal.hand(seat)]


def _strain(hands: Mapping[Seat, Hand], points: int, rng: random.Random) -> tuple[Strain, int]:
    """The strain, and what both hands are worth in it."""
    fits = {suit: sum(card.suit is suit for hand in hands.values() for card in hand) for suit in Suit}
    best = max(Suit, key=lambda suit: (fits[suit] + (suit in _MAJORS), suit))
    if fits[best] < 8 or best not in _MAJORS and 24 <= points <= 32 and rng.randrange(4):
        return Strain.N, points
    return Strain[best.name], points + 2 * (fits[best] - 8)


def _level(strain: Strain, worth: int, rng: random.Random) -> int:
    boldness = worth + rng.choice((-1, 0, 0, 0, 1))
    game = {Strain.N: 3, Strain.S: 4, Strain.H: 4}.get(strain, 5)
    if boldness >= 36:
        return 7
    if boldness >= 33:
        return 6
    if boldness >= 25 + (strain in (Strain.C, Strain.D)) * 3:
        return game
    return min(game - 1, rng.choice((2, 2, 3)) if strain is not Strain.N else rng.choice((1, 1, 2)))


def _declarer(hands: Mapping[Seat, Hand], strain: Strain, rng: random.Random) -> Seat:
    if strain is Strain.N:
        return rng.choice(sorted(hands, key=list(Seat).index))
    return max(hands, key=lambda seat: sum(card.suit.name == strain.name for card in hands[seat]))


def _lead(hand: Hand, strain: Strain, rng: random.Random) -> Card:
    """The top of a sequence or the fourth best of the longest side suit."""
    suits = [suit for suit in Suit if suit.name != strain.name and any(card.suit is suit for card in hand)]
    longest = max(suits, key=lambda suit: (sum(card.suit is suit for card in hand), rng.randrange(2)))
    cards = sorted((card for card in hand if card.suit is longest), key=lambda card: card.rank, reverse=True)
    has_sequence = len(cards) > 1 and cards[0].rank - cards[1].rank == 1 and cards[0].rank >= Rank.JACK
    return cards[0] if has_sequence else cards[min(3, len(cards) - 1)]
