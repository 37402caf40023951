"""The count of tricks for a revoke (Law 64): worked checks, an independent slow count, the record and the tally against each other."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.cards import parse_card
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.codes import Kind, Ruling
from bridge.engine.laws.desk import rule
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.tricks import NoSuchTrick, Revoke, tally_of, transfer_by_record, transfer_by_tally, transfer_of_several
from bridge.engine.play import Play, revokes_in
from bridge.engine.seats import Seat
from tests.engine.law_worlds import random_play

HELD = frozenset(map(parse_card, ("HQ", "H9", "H2")))


def record(won: str) -> tuple[tuple[Seat, ...], tuple[tuple[int, object], ...]]:
    """Thirteen winners, declarer South unless said: `4E 9W:` ... with the card after a stroke where it matters."""
    winners, cards = [Seat.S] * 13, []
    for word in won.split():
        trick, _, card = word.partition("/")
        winners[int(trick[:-1]) - 1] = Seat(trick[-1])
        if card:
            cards.append((int(trick[:-1]), parse_card(card)))
    return tuple(winners), tuple(cards)


@pytest.mark.parametrize(
    ("won", "chinese", "wbf"),
    [
        ("4E 9W", 2, 2),
        ("4E 9W 10E 11W", 2, 2),
        ("4E", 1, 1),
        ("4W", 1, 1),
        ("4W 9E/H9", 2, 1),
        ("4W 9E/S4", 1, 1),
        ("8E/S5 11E/HQ", 2, 1),
        ("11E/HQ", 1, 1),
        ("9W", 1, 1),
        ("9E/HQ 10E/H9", 2, 1),
        ("1W 2W 3E", 0, 0),
    ],
)
def test_worked_checks(won: str, chinese: int, wbf: int) -> None:
    """East revokes on trick 4 in hearts, holding HQ H9 H2."""
    winners, cards = record(won)
    revoke = Revoke(4, Seat.E, HELD, cards)  # type: ignore[arg-type]
    assert [transfer_by_record(edition, winners, revoke).tricks for edition in Edition] == [chinese, wbf]


def slow_count(edition: Edition, play: Play, trick: int, offender: Seat, could: tuple[object, ...]) -> int:
    """Law 64A read off the cards, trick by trick, without any of the engine's counting."""
    won_by_side, own_card_won_it, qualifying = [], False, []
    for number, cards in enumerate(play.tricks, 1):
        led = cards[0].card.suit
        best = max(cards, key=lambda each: (each.card.suit.name == play.trump.name, each.card.suit is led, each.card.rank))
        if number < trick or best.seat not in (offender, offender.partner):
            continue
        won_by_side.append(number)
        if best.seat is offender and number == trick:
            own_card_won_it = True
        if best.seat is offender and number > trick and best.card in could:
            qualifying.append(number)
    if own_card_won_it:
        return 1 + (len(won_by_side) > 1)
    if not won_by_side:
        return 0
    if edition is Edition.CN1999 and any(set(won_by_side) - {each} for each in qualifying):
        return 2
    return 1


def cards_that_won(play: Play, seat: Seat, after: int) -> tuple[tuple[int, object], ...]:
    own = [next(each.card for each in cards if each.seat is seat) for cards in play.tricks]
    return tuple((number, own[number - 1]) for number in range(after + 1, len(play.winners) + 1) if play.winners[number - 1] is seat)


@given(st.integers(0, 2**32))
def test_record_tally_and_slow_count_agree_on_random_plays(seed: int) -> None:
    play = random_play(random.Random(seed), revokes=0.15)
    for found in revokes_in(play):
        revoke = Revoke(found.trick, found.seat, frozenset(found.legal_then), cards_that_won(play, found.seat, found.trick))  # type: ignore[arg-type]
        for edition in Edition:
            by_record = transfer_by_record(edition, play.winners, revoke)
            assert by_record == transfer_by_tally(edition, tally_of(play.winners, revoke))
            assert by_record.tricks == slow_count(edition, play, found.trick, found.seat, found.legal_then)


@given(st.integers(0, 2**32), st.integers(6, 13))
def test_the_ruling_on_any_revoke_counts_like_the_slow_count(seed: int, tricks: int) -> None:
    """Declarer, dummy and defenders; whole records and records that a claim cut short; dummy's revoke and the twelfth trick move nothing."""
    rng = random.Random(seed)
    whole = random_play(rng, revokes=0.2)
    declarer = whole.leader.rho
    play = Play(whole.deal, whole.trump, whole.leader, whole.played[: 4 * tricks])
    for found in revokes_in(play):
        told = {
            f.DECLARER: declarer, f.OFFENDER: found.seat, f.TRICK: found.trick, f.ESTABLISHED: True, f.HANDS_IN_BOARD: True, f.FAILURE: w.Failure.FOLLOW,
            f.WINNERS: play.winners, f.LEGAL_THEN: found.legal_then, f.NOTICED: w.Noticed.DURING_PLAY_OR_AT_END,
            f.OFFENDER_WINNING_CARDS: cards_that_won(play, found.seat, found.trick),
        }  # fmt: skip
        exempt = found.seat is declarer.partner or found.trick == 12
        for edition in Edition:
            expected = 0 if exempt else slow_count(edition, play, found.trick, found.seat, found.legal_then)
            outcome = rule(edition, Kind.REVOKE, told)
            assert outcome.tricks_transferred == expected
            assert outcome.ruling is (Ruling.REVOKE_TRANSFER if expected else Ruling.REVOKE_NO_TRANSFER)


@given(st.integers(0, 2**32))
def test_bounds_of_the_count(seed: int) -> None:
    rng = random.Random(seed)
    winners = tuple(rng.choice(list(Seat)) for _ in range(13))
    revoke = Revoke(rng.randint(1, 12), rng.choice(list(Seat)), HELD, ((12, parse_card("H9")), (13, parse_card("HQ"))))
    won = sum(seat.side is revoke.offender.side for seat in winners[revoke.trick - 1 :])
    chinese, wbf = (transfer_by_record(edition, winners, revoke) for edition in Edition)
    assert 0 <= wbf.tricks <= chinese.tricks <= min(2, won)
    assert wbf.tricks <= 1 or wbf.law == "64A1"
    before = (*(rng.choice(list(Seat)) for _ in range(revoke.trick - 1)), *winners[revoke.trick - 1 :])
    assert transfer_by_record(Edition.CN1999, before, revoke) == chinese


def most_answered(pools: list[list[int]]) -> int:
    """The most demands that can each have a trick of its own, found by trying again whenever one is in another's way."""
    owner: dict[int, int] = {}

    def place(demand: int, seen: set[int]) -> bool:
        for trick in pools[demand]:
            if trick not in seen:
                seen.add(trick)
                if trick not in owner or place(owner[trick], seen):
                    owner[trick] = demand
                    return True
        return False

    return sum(place(demand, set()) for demand in range(len(pools)))


def asked_for(edition: Edition, winners: tuple[Seat, ...], revoke: Revoke) -> list[list[int]]:
    """The tricks that would answer each demand of one revoke, read off the winners."""
    own = [number for number in range(revoke.trick, len(winners) + 1) if winners[number - 1].side is revoke.offender.side]
    if winners[revoke.trick - 1] is revoke.offender:
        return [[revoke.trick], own][: len(own)]
    won = [number for number, card in revoke.won_with if card in revoke.legal_then]
    return [pool for pool in (own, won if edition is Edition.CN1999 and len(own) > 1 else []) if pool]


@given(st.integers(0, 2**32), st.integers(2, 4), st.integers(11, 13))
def test_several_revokes_of_one_side_have_as_many_of_their_tricks_as_can_be(seed: int, many: int, length: int) -> None:
    """Whole records and records that a claim cut short; every revoke in a suit of its own."""
    rng = random.Random(seed)
    winners = tuple(rng.choice(list(Seat)) for _ in range(length))
    card_of_trick = [parse_card(rng.choice("CDHS") + "7") for _ in winners]
    revokes = []
    for suit, trick in zip("CDHS", rng.sample(range(1, 11), many), strict=False):
        seat, held = rng.choice([Seat.E, Seat.W]), frozenset(parse_card(suit + rank) for rank in "A72")
        won = tuple((number, card_of_trick[number - 1]) for number in range(trick + 1, length + 1) if winners[number - 1] is seat)
        revokes.append(Revoke(trick, seat, held, won))
    for edition in Edition:
        demands = transfer_of_several(edition, winners, revokes)
        moved = [demand.trick for demand in demands if demand.trick is not None]
        assert len(moved) == len(set(moved))
        assert len(demands) == sum(transfer_by_record(edition, winners, revoke).tricks for revoke in revokes)
        assert all(any(demand.trick in pool for pool in asked_for(edition, winners, demand.revoke)) for demand in demands if demand.trick is not None)
        assert len(moved) == most_answered([pool for revoke in revokes for pool in asked_for(edition, winners, revoke)])


def test_a_short_tally_rules_like_the_record() -> None:
    winners, cards = record("4W 9E/H9")
    common = {f.DECLARER: Seat.S, f.OFFENDER: Seat.E, f.OFFENDER_ROLE: w.Role.DEFENDER, f.TRICK: 4, f.ESTABLISHED: True, f.FAILURE: w.Failure.FOLLOW}
    told = {f.WINNERS: winners, f.LEGAL_THEN: tuple(HELD), f.OFFENDER_WINNING_CARDS: cards}
    tally = {f.REVOKE_TRICK_WON: w.WonBy.PARTNER, f.OS_TRICKS_FROM: 2, f.WITH_LEGAL_CARD: 1}
    for edition, moved in zip(Edition, (2, 1), strict=True):
        by_record, by_tally = (rule(edition, Kind.REVOKE, common | more) for more in (told, tally))
        assert by_record == by_tally
        assert (by_record.ruling, by_record.tricks_transferred) == (Ruling.REVOKE_TRANSFER, moved)


def test_a_revoke_on_the_last_trick_cannot_be() -> None:
    with pytest.raises(NoSuchTrick):
        transfer_by_record(Edition.WBF2017, (Seat.N,) * 13, Revoke(13, Seat.E))
