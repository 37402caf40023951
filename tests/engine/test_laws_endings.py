"""Endings searched through: against a plain walk over every sequence, and endings whose answer is known."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.engine.cards import FULL_PACK, Card, parse_card
from bridge.engine.contract import Strain
from bridge.engine.laws.endings import Ending, EndingTooLong, UnevenEnding, double_dummy, fewest_by_legal_play, fewest_on_line
from bridge.engine.seats import Seat, Side


def ending(north: str, east: str, south: str, west: str, trump: str = "N", leader: str = "S") -> Ending:
    hands = [frozenset(map(parse_card, hand.split())) for hand in (north, east, south, west)]
    return Ending(hands[0], hands[1], hands[2], hands[3], Strain[trump], Seat(leader))


def dealt(seed: int, cards: int) -> Ending:
    rng = random.Random(seed)
    few = rng.sample(sorted(FULL_PACK), 4 * cards)
    hands = [frozenset(few[start::4]) for start in range(4)]
    return Ending(hands[0], hands[1], hands[2], hands[3], rng.choice(list(Strain)), rng.choice(list(Seat)))


def plain_walk(hands: dict[Seat, set[Card]], trump: str, leader: Seat, side: Side, trick: list[tuple[Seat, Card]], best: bool) -> int:
    """Every legal sequence, one after the other; `best`: each side for itself, otherwise all for the fewest tricks of `side`."""
    if not trick and not any(hands.values()):
        return 0
    if len(trick) == 4:
        led = trick[0][1].suit
        winner = max(trick, key=lambda each: (each[1].suit.name == trump, each[1].suit is led, each[1].rank))[0]
        return (winner.side is side) + plain_walk(hands, trump, winner, side, [], best)
    turn = trick[-1][0].lho if trick else leader
    follow = [card for card in hands[turn] if trick and card.suit is trick[0][1].suit]
    outcomes = [
        plain_walk(hands | {turn: hands[turn] - {card}}, trump, leader, side, [*trick, (turn, card)], best) for card in follow or sorted(hands[turn])
    ]
    return max(outcomes) if best and turn.side is side else min(outcomes)


@settings(max_examples=10)
@given(st.integers(0, 2**32))
def test_the_search_agrees_with_a_plain_walk(seed: int) -> None:
    end = dealt(seed, 3)
    hands = {seat: set(hand) for seat, hand in zip((Seat.N, Seat.E, Seat.S, Seat.W), end.hands, strict=True)}
    for side, best in product(Side, (True, False)):
        found = (double_dummy if best else fewest_by_legal_play)(end, side)
        assert found == plain_walk(hands, end.trump.name, end.leader, side, [], best)


@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_bounds(seed: int) -> None:
    end = dealt(seed, 4)
    for side in Side:
        assert fewest_by_legal_play(end, side) <= fewest_on_line(end, side, ()) <= double_dummy(end, side)
    assert double_dummy(end, Side.NS) + double_dummy(end, Side.EW) == end.tricks


def test_top_cards_cannot_be_lost() -> None:
    assert fewest_by_legal_play(ending("S2 S3", "H2 H3", "SA SK", "D2 D3"), Side.NS) == 2


def test_a_forgotten_trump_wins_a_trick_on_a_careless_line() -> None:
    """South claims two tricks with hearts high; West has the last trump. Drawing it first holds, cashing the heart first does not."""
    end = ending("C2 C3", "D2 D3", "SA H5", "S2 C4", trump="S")
    assert double_dummy(end, Side.NS) == 2
    assert fewest_on_line(end, Side.NS, [parse_card("SA"), parse_card("H5")]) == 2
    assert fewest_on_line(end, Side.NS, [parse_card("H5"), parse_card("SA")]) == 1


def test_endings_that_are_not_searched() -> None:
    with pytest.raises(UnevenEnding):
        ending("S2", "H2 H3", "SA SK", "D2 D3")
    with pytest.raises(EndingTooLong):
        dealt(1, 7)
