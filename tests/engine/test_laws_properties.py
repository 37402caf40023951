"""Whatever happened is recognised and ruled on, in both editions; a ruling is always of one piece."""

import contextlib
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.auction import DOUBLE, PASS, REDOUBLE, Auction, Bar, Bid, Call, Fault, Position, recognise
from bridge.engine.cards import Suit, parse_card
from bridge.engine.contract import Strain
from bridge.engine.errors import EngineError
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.adjusted import WeightsNotWhole
from bridge.engine.laws.answers import NoSuchAnswer, format_answer, parse_answer
from bridge.engine.laws.case import Case, ContradictoryFacts, Form, NotInThisEdition, Question
from bridge.engine.laws.codes import AuctionEffect, Chooser, Kind, Ruling
from bridge.engine.laws.desk import PROCEDURES, Step, commonest_answer, next_step, rule
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.recognised import first_in_auction, first_in_play, passes_that_took_a_turn
from bridge.engine.laws.rectification import Outcome
from bridge.engine.laws.tricks import NoSuchTrick
from bridge.engine.play import Play, Played, recognise_card
from bridge.engine.seats import Seat
from tests.engine.law_worlds import random_answer, random_auction, random_facts, random_play

CALLS: tuple[Call, ...] = (PASS, DOUBLE, REDOUBLE, *(Bid(level, strain) for level in range(1, 9) for strain in Strain))
seeds = st.integers(0, 2**32)


@given(seeds)
def test_random_irregular_calls_are_ruled_on_in_both_editions(seed: int) -> None:
    rng = random.Random(seed)
    auction = random_auction(rng, over=rng.random() < 0.2)
    barred = {seat: Bar.ALWAYS for seat in Seat if rng.random() < 0.2}
    seat, call = rng.choice(list(Seat)), rng.choice(CALLS)
    found = recognise(auction, seat, call, barred)
    if found is None:
        return
    told: dict[Question[Any], object] = {f.DEALER: auction.dealer, f.AUCTION: auction.made, f.CALLER: seat, f.IRREGULAR_CALL: call}
    if found.fault is Fault.BARRED:
        told[f.REQUIRED_TO_PASS] = w.RequiredToPass.ALWAYS
    for edition in Edition:
        outcome = rule(edition, Kind(found.fault.value), told)
        assert outcome.ruling not in (Ruling.LEGAL_CALL, Ruling.NO_IRREGULARITY)
        about = {each.details[0] for each in outcome.rectifications if each.effect is AuctionEffect.CALL_CANCELLED}
        assert about <= {call}


@given(seeds)
def test_auctions_with_many_faults_are_ruled_on_to_the_end_of_the_desk(seed: int) -> None:
    """Any call by anybody, players bound to pass among them: the case that the first fault starts comes to one ruling, whatever is answered."""
    rng = random.Random(seed)
    auction = Auction(rng.choice(list(Seat)))
    for _ in range(rng.randint(1, 12)):
        auction = auction.with_call(auction.turn if rng.random() < 0.8 else rng.choice(list(Seat)), rng.choice((PASS, PASS, *CALLS)))
    barred = {seat: rng.choice(list(Bar)) for seat in Seat if rng.random() < 0.15}
    started = first_in_auction(auction, barred) or passes_that_took_a_turn(auction)
    if started is not None:
        for edition in Edition:
            of_one_piece(rule(edition, started.kind, started.facts))
            of_one_piece(walked_to_the_end(rng, edition, started.kind, dict(started.facts)))


@given(seeds)
def test_plays_with_many_faults_are_ruled_on_to_the_end_of_the_desk(seed: int) -> None:
    """Revokes, and a card from anywhere in between."""
    rng = random.Random(seed)
    whole = random_play(rng, revokes=0.1)
    place, seat = rng.randrange(52), rng.choice(list(Seat))
    stray = Played(seat, rng.choice(sorted(whole.deal.hand(seat))))
    started = first_in_play(Play(whole.deal, whole.trump, whole.leader, (*whole.played[:place], stray, *whole.played[place:])), whole.leader.rho)
    assert started is not None
    for edition in Edition:
        of_one_piece(rule(edition, started.kind, started.facts))
        with contextlib.suppress(NotInThisEdition, NoSuchTrick):  # an option, a trick or a record that the answers made up
            of_one_piece(walked_to_the_end(rng, edition, started.kind, dict(started.facts)))


def walked_to_the_end(rng: random.Random, edition: Edition, kind: Kind, told: dict[Question[Any], object]) -> Outcome:
    """The ruling after answering page after page at random."""
    for _ in range(15):
        step = next_step(edition, kind, told)
        if isinstance(step, Outcome):
            return step
        told |= {question: _answer(rng, question, edition) for question in step.questions}
    raise AssertionError(f"fifteen pages and no ruling on {kind}")


def of_one_piece(outcome: Outcome) -> None:
    """A law, nothing said twice, and somebody to choose where there is a choice."""
    assert outcome.laws and len(outcome.laws) <= 8
    assert not outcome.options or outcome.chooser is not None
    assert len(set(outcome.options)) == len(outcome.options)
    # A board cancelled in the auction and in the score is two things, though their codes are the same word.
    assert len({(type(each.effect), each) for each in outcome.rectifications}) == len(outcome.rectifications)
    assert set(outcome.reminders) <= set(outcome.rectifications)


@given(seeds)
def test_random_irregular_cards_are_recognised_at_once_and_ruled_on(seed: int) -> None:
    rng = random.Random(seed)
    whole = random_play(rng)
    cut = rng.randrange(52)
    play = type(whole)(whole.deal, whole.trump, whole.leader, whole.played[:cut])
    seat = rng.choice(list(Seat))
    card = rng.choice(sorted(play.left(seat) or whole.deal.hand(seat)))
    found = recognise_card(play, seat, card)
    if found is None:
        return
    kind = Kind(found.fault.value)
    told: dict[Question[Any], object] = {f.DECLARER: play.leader.rho, f.OFFENDER: seat, f.CARD: card, f.CORRECT_LEADER: found.turn}
    told |= {f.TRICK: cut // 4 + 1, f.REVOKE_CARD: card}
    more = [question for question in PROCEDURES[kind].questions if question not in told and rng.random() < 0.3]
    told |= {question: parse_answer(question, random_answer(rng, question)) for question in more}
    told = {question: answer for question, answer in told.items() if question != f.CHOICE}
    for edition in Edition:
        assert isinstance(rule(edition, kind, {question: answer for question, answer in told.items() if question in PROCEDURES[kind].questions}), Outcome)


@given(seeds, st.sampled_from(list(Kind)), st.sampled_from(list(Edition)))
def test_whatever_is_told_gives_one_ruling_of_one_piece(seed: int, kind: Kind, edition: Edition) -> None:
    told = random_facts(random.Random(seed), kind)
    try:
        outcome = rule(edition, kind, told)
    except EngineError as refusal:
        assert refusal.code in ("contradictory_facts", "not_in_this_edition", "trick_not_complete")
        return
    of_one_piece(outcome)
    assert rule(edition, kind, told) == outcome


@given(seeds, st.sampled_from(list(Kind)), st.sampled_from(list(Edition)))
def test_a_kind_asks_nothing_that_it_does_not_declare(seed: int, kind: Kind, edition: Edition) -> None:
    case = Case(edition, random_facts(random.Random(seed), kind))
    try:
        PROCEDURES[kind].rule(case)
    except EngineError:
        pass
    assert set(case.asked) <= set(PROCEDURES[kind].questions)


@given(seeds, st.sampled_from(list(Kind)), st.sampled_from(list(Edition)))
def test_the_desk_comes_to_an_end_and_rules_as_when_all_is_told_at_once(seed: int, kind: Kind, edition: Edition) -> None:
    rng = random.Random(seed)
    told: dict[Question[Any], object] = {}
    if f.AUCTION in PROCEDURES[kind].questions:
        auction = random_auction(rng)
        told = {f.AUCTION: auction.made, f.DEALER: auction.dealer}
    try:
        for _ in range(12):
            step = next_step(edition, kind, told)
            if isinstance(step, Outcome):
                assert step == rule(edition, kind, told)
                return
            assert step.questions
            told |= {question: _answer(rng, question, edition) for question in step.questions}
    except EngineError as refusal:
        assert refusal.code in ("contradictory_facts", "not_in_this_edition", "trick_not_complete", "no_such_trick")
        return
    raise AssertionError(f"twelve pages and no ruling on {kind}")


def _answer(rng: random.Random, question: Question[Any], edition: Edition) -> object:
    """An answer that a form can give; a word is never left open."""
    answer = parse_answer(question, random_answer(rng, question))
    return w.PlayChoice.NO_RESTRICTION if question is f.CHOICE and edition is Edition.CN1999 else answer


@given(seeds, st.sampled_from(list(Kind)))
def test_answers_read_back(seed: int, kind: Kind) -> None:
    rng = random.Random(seed)
    for question in PROCEDURES[kind].questions:
        answer = parse_answer(question, random_answer(rng, question))
        assert parse_answer(question, format_answer(answer)) == answer


@pytest.mark.parametrize("form", [form for form in Form if not form.endswith("S") and form not in (Form.WORD, Form.DESIGNATION)])
def test_nonsense_is_no_answer(form: Form) -> None:
    with pytest.raises(NoSuchAnswer):
        parse_answer(Question("x", form, None), "no such thing")


def test_contradictions_are_named() -> None:
    told = {f.DEALER: Seat.N, f.AUCTION: (), f.CALLER: Seat.E, f.IRREGULAR_CALL: Bid(1, Strain.S), f.POSITION: Position.LHO_TURN}
    with pytest.raises(ContradictoryFacts) as refusal:
        rule(Edition.WBF2017, Kind.OOT_BID, told)
    assert refusal.value.facts == {"question": "position", "told": Position.LHO_TURN, "follows": Position.RHO_TURN}


def test_an_option_that_the_edition_does_not_have_is_named() -> None:
    told = {
        f.DECLARER: Seat.S, f.OFFENDER: Seat.E, f.CHOICE: w.PlayChoice.REQUIRE_OTHER_SUIT, f.LED_SUIT: Suit.S, f.SUIT: Suit.H,
        f.PARTNER_HAND: (parse_card("H2"), parse_card("C3")),
    }  # fmt: skip
    with pytest.raises(NotInThisEdition):
        rule(Edition.CN1999, Kind.PREMATURE_PLAY, told)
    assert rule(Edition.WBF2017, Kind.PREMATURE_PLAY, told).findings[0].what == (parse_card("H2"),)


def test_weights_that_are_not_the_whole_are_refused() -> None:
    with pytest.raises(WeightsNotWhole):
        rule(Edition.WBF2017, Kind.ASSIGNED, {f.WEIGHTS: (w.Weight(60, 400), w.Weight(30, -50))})  # type: ignore[arg-type]


def pages_of(edition: Edition, kind: Kind, told: dict[Question[Any], object], answers: dict[Question[Any], object]) -> tuple[int, Outcome]:
    """How many pages a director answers, the choice of the irregularity being the first."""
    pages = 1
    while isinstance(step := next_step(edition, kind, told), Step):
        pages += 1
        told |= {question: answers.get(question, commonest_answer(question)) for question in step.questions}
    return pages, step


def test_a_revoke_takes_four_pages() -> None:
    answers = {
        f.OFFENDER: Seat.E, f.TRICK: 4, f.ESTABLISHED: True, f.REVOKE_TRICK_WON: w.WonBy.OFFENDER, f.OS_TRICKS_FROM: 3, f.WITH_LEGAL_CARD: 0,
    }  # fmt: skip
    for edition in Edition:
        pages, outcome = pages_of(edition, Kind.REVOKE, {f.DECLARER: Seat.S}, answers)
        assert (pages, outcome.ruling, outcome.tricks_transferred) == (4, Ruling.REVOKE_TRANSFER, 2)


def test_an_insufficient_bid_takes_five_pages() -> None:
    for edition, law in zip(Edition, ("27B1a", "27B1a"), strict=True):
        auction = random_auction(random.Random(1))
        auction = type(auction)(Seat.N).with_call(Seat.N, Bid(1, Strain.S)).with_call(Seat.E, Bid(2, Strain.H))
        answers = {f.IRREGULAR_CALL: Bid(2, Strain.D), f.CALLER: Seat.S, f.REPLACEMENT: Bid(3, Strain.D), f.SPECIFIES_SAME: True, f.ACCEPTED_BY_LHO: False}
        told: dict[Question[Any], object] = {f.DEALER: auction.dealer, f.AUCTION: auction.made}
        pages, outcome = pages_of(edition, Kind.INSUFFICIENT_BID, told, answers)
        assert pages == 5 and law in outcome.laws


def test_an_opening_lead_out_of_turn_takes_four_pages() -> None:
    told: dict[Question[Any], object] = {f.DECLARER: Seat.S, f.CORRECT_LEADER: Seat.W}
    answers = {f.OFFENDER: Seat.E, f.CARD: parse_card("DJ"), f.CHOICE: w.PlayChoice.FORBID_SUIT}
    for edition in Edition:
        pages, outcome = pages_of(edition, Kind.OPENING_LEAD_OUT_OF_TURN, dict(told), answers)
        assert (pages, outcome.ruling) == (4, Ruling.LEAD_FORBIDDEN)


def test_the_choice_of_the_law_is_put_to_whoever_has_it() -> None:
    told: dict[Question[Any], object] = {f.DEALER: Seat.N, f.AUCTION: (), f.CALLER: Seat.S, f.IRREGULAR_CALL: Bid(1, Strain.H)}
    step = next_step(Edition.WBF2017, Kind.OOT_BID, told)
    assert isinstance(step, Step) and step.chooser is Chooser.LHO and [option.value for option in step.options] == ["accept", "refuse"]
    assert step.questions == (f.ACCEPTED_BY_LHO,)
