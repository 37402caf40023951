"""The play of the cards (Laws 44, 53-57, 61): legal cards, winners, and what is wrong with a card."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.cards import Suit, parse_card
from bridge.engine.contract import Strain
from bridge.engine.play import CardFault, Played, TrickNotComplete, legal_cards, recognise_card, revokes_in, trick_winner
from bridge.engine.seats import Seat
from tests.engine.law_worlds import random_play

cards = lambda text: tuple(parse_card(word) for word in text.split())  # noqa: E731


@pytest.mark.parametrize(
    ("hand", "led", "required", "forbidden", "legal"),
    [
        ("SA S2 H3", "S", None, "", "SA S2"),
        ("SA S2 H3", None, None, "", "SA S2 H3"),
        ("SA S2 H3", "C", None, "", "SA S2 H3"),
        ("SA S2 H3", None, "H", "", "H3"),
        ("SA S2 H3", None, "C", "", "SA S2 H3"),
        ("SA S2 H3", None, None, "S", "H3"),
        ("SA S2", None, None, "S", "SA S2"),
        ("SA S2 H3", "S", "H", "S", "SA S2"),
        ("SA S2 H3 D4", None, None, "SH", "D4"),
    ],
)
def test_following_suit_comes_before_a_restriction(hand: str, led: str | None, required: str | None, forbidden: str, legal: str) -> None:
    got = legal_cards(cards(hand), Suit[led] if led else None, required=Suit[required] if required else None, forbidden=[Suit[each] for each in forbidden])
    assert got == cards(legal)


def plain_winner(trick: tuple[Played, ...], trump: str) -> Seat:
    """The winner by counting who is beaten by nobody."""
    led = trick[0].card.suit.name
    worth = {each.seat: (each.card.suit.name == trump, each.card.suit.name == led, int(each.card.rank)) for each in trick}
    return max(worth, key=lambda seat: worth[seat])


@given(st.integers(0, 2**32))
def test_every_trick_is_won_by_the_highest(seed: int) -> None:
    play = random_play(random.Random(seed))
    assert [plain_winner(trick, play.trump.name) for trick in play.tricks] == list(play.winners)
    assert [trick[0].seat for trick in play.tricks] == [play.leader, *play.winners[:12]]


def test_three_cards_are_no_trick() -> None:
    with pytest.raises(TrickNotComplete):
        trick_winner([Played(Seat.N, parse_card("SA"))] * 3, Strain.S)


@given(st.integers(0, 2**32))
def test_a_board_played_by_legal_cards_raises_nothing(seed: int) -> None:
    whole = random_play(random.Random(seed))
    again = type(whole)(whole.deal, whole.trump, whole.leader)
    for each in whole.played:
        assert recognise_card(again, each.seat, each.card) is None
        again = again.with_card(each.seat, each.card)
    assert again == whole and revokes_in(whole) == ()


@given(st.integers(0, 2**32))
def test_each_wrong_card_is_one_irregularity(seed: int) -> None:
    rng = random.Random(seed)
    whole = random_play(rng)
    cut = rng.randrange(52)
    play = type(whole)(whole.deal, whole.trump, whole.leader, whole.played[:cut])
    led = play.current[0].card.suit if play.current else None
    played_to_trick = {each.seat for each in play.current}
    for seat in Seat:
        for card in whole.deal.hand(seat):
            found = recognise_card(play, seat, card)
            if card not in play.left(seat):
                assert found is not None and found.fault is CardFault.NOT_HELD
            elif seat is play.turn:
                could = any(each.suit is led for each in play.left(seat))
                assert (found is None) == (led is None or card.suit is led or not could)
                assert found is None or found.fault is CardFault.REVOKE
            elif not play.current:
                expected = CardFault.LEAD_OUT_OF_TURN if cut else CardFault.OPENING_LEAD_OUT_OF_TURN
                assert found is not None and found.fault is expected
            else:
                expected = CardFault.FIFTH_CARD if seat in played_to_trick else CardFault.PREMATURE
                assert found is not None and found.fault is expected


@given(st.integers(0, 2**32))
def test_revokes_of_a_record_are_those_that_were_wrong_when_played(seed: int) -> None:
    whole = random_play(random.Random(seed), revokes=0.2)
    play, wrong = type(whole)(whole.deal, whole.trump, whole.leader), []
    for index, each in enumerate(whole.played):
        if recognise_card(play, each.seat, each.card) is not None:
            wrong.append((index // 4 + 1, each.seat, each.card))
        play = play.with_card(each.seat, each.card)
    assert [(found.trick, found.seat, found.card) for found in revokes_in(whole)] == wrong
    for found in revokes_in(whole):
        assert found.card not in found.legal_then and {card.suit for card in found.legal_then} == {whole.tricks[found.trick - 1][0].card.suit}
