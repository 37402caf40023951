"""Every setting of a draw at once, by chance: the draw is the cheapest by exhaustion, its judge agrees, and each reason is true when read back."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from bridge.engine.errors import EngineError
from bridge.engine.seats import Side
from bridge.engine.swiss.check import check, real_cost
from bridge.engine.swiss.draw import Draw, Match, Reason, SitOut, Why
from bridge.engine.swiss.field import (
    REGULATION,
    AllWithdrawn,
    Apart,
    Criterion,
    Entrant,
    Field,
    FirstRound,
    Meeting,
    Metric,
    NobodyToPair,
    NoCompleteDraw,
    NoDrawWithoutRematch,
    OneEntrantLeft,
    Rematches,
    Seated,
    Settings,
    Tables,
    Variant,
)
from bridge.engine.swiss.pair import pair, settings_in_force
from tests.engine.swiss_worlds import complete_pairings, played_event


def field_by_chance(rng: random.Random) -> Field[int]:
    """A field of two to eight with every optional setting and fact by chance."""
    size, round_ = rng.randint(2, 8), rng.choice((1, 2, 4))
    every = list(combinations(range(1, size + 1), 2))

    def some(of_hundred: int) -> tuple[tuple[int, int], ...]:
        return tuple(couple for couple in every if rng.randrange(100) < of_hundred)

    entrants = tuple(
        Entrant(
            number, score=rng.randrange(-300, 300), seed=rng.randrange(9), byes=rng.choice((0, 0, 1, 2)), carry=rng.choice((0, 0, 150)),
            tie_breaks=(rng.randrange(3),), new=round_ > 1 and rng.random() < 0.1, withdrawn=size > 4 and rng.random() < 0.1, club=rng.choice(("", "A", "B")),
            ns_rounds=rng.randrange(3), ew_rounds=rng.randrange(3), last_side=rng.choice((None, *Side)),
            home_table=number if rng.random() < 0.2 else None, tables_sat=tuple(rng.randrange(1, 4) for _ in range(round_ - 1)),
        )
        for number in range(1, size + 1)
    )
    order = list(REGULATION)
    if rng.random() < 0.3:
        rng.shuffle(order)
        order = order[: rng.randint(2, 6)]
    settings = Settings(
        variant=rng.choice((Variant.BALANCED, Variant.BALANCED, Variant.DANISH, Variant.SEED_RULE)), metric=rng.choice(list(Metric)),
        first_round=rng.choice(list(FirstRound)), rematches=rng.choice((Rematches.AVOIDED, Rematches.AVOIDED, Rematches.NEVER, Rematches.ALLOWED)),
        apart=rng.choice(list(Apart)), apart_rounds=rng.choice((1, 3)), balance_sides=rng.random() < 0.5, tables=rng.choice(list(Tables)),
        earlier_meetings_count=rng.random() < 0.5, order=tuple(order),
    )
    met = tuple(Meeting(one, other, rng.choice((1, 1, 2)), rng.randrange(round_)) for one, other in some(rng.choice((0, 30, 70))))
    earlier = tuple(Meeting(one, other, 1, 0) for one, other in some(15))
    return Field(round_, entrants, met, some(rng.choice((0, 20))), earlier, some(rng.choice((0, 0, 15))), some(rng.choice((0, 20))), settings=settings)


def every_draw(field: Field[int], order: tuple[int, ...]) -> Iterator[Draw[int]]:
    """Every complete draw in which nobody meets whom they may not, by the draw's judge."""
    places = list(range(len(order) + len(order) % 2))
    for pairing in complete_pairings(places):
        couples = [(order[one], order[other]) for one, other in pairing if other < len(order)]
        resting = next((order[one] for one, other in pairing if other >= len(order)), None)
        matches = tuple(Match(Seated(number, *couple)) for number, couple in enumerate(couples, 1))
        draw = Draw(field.round, matches, None if resting is None else SitOut(resting), None, order, ())
        if not check(field, draw):
            yield draw


@pytest.mark.parametrize("seed", range(220))
def test_no_draw_is_cheaper_under_any_settings(seed: int) -> None:
    rng = random.Random(seed)
    field = field_by_chance(rng)
    present = [entrant for entrant in field.entrants if not entrant.withdrawn]
    if len(present) < 2:
        return
    ruled = settings_in_force(field.settings)
    levels = (*ruled.order, *((Criterion.RANKS,) if ruled.metric is Metric.SCORE else ()))

    def cost(draw: Draw[int]) -> tuple[int, ...]:
        real = real_cost(field, draw)
        return tuple(real[criterion] for criterion in levels)

    try:
        draw = pair(field, random.Random(seed))
    except (NoCompleteDraw, NoDrawWithoutRematch):
        order = tuple(entrant.who for entrant in present)
        assert not [found for found in complete_pairings(list(range(len(order) + len(order) % 2))) if is_open(field, order, found)]
        return
    assert check(field, draw) == ()
    assert cost(draw) == min(cost(other) for other in every_draw(field, draw.order))
    assert pair(field, random.Random(seed)) == draw
    for couple, reasons in [(match.seated.couple, match.reasons) for match in draw.matches]:
        for reason in reasons:
            assert is_true(field, draw, reason), (couple, reason)
    for reason in () if draw.sit_out is None else draw.sit_out.reasons:
        assert is_true(field, draw, reason), reason


def is_open(field: Field[int], order: tuple[int, ...], pairing: list[tuple[int, int]]) -> bool:
    """May every couple of the pairing meet?"""
    settings = field.settings
    clubs = {entrant.who: entrant.club for entrant in field.entrants}
    closed = {frozenset(couple) for couple in field.forbidden}
    if settings.rematches is Rematches.NEVER and settings.variant is Variant.BALANCED:
        closed |= set(meetings(field))
    for one, other in pairing:
        if other < len(order):
            first, second = order[one], order[other]
            kept = settings.apart is Apart.STRICT and field.round <= settings.apart_rounds and clubs[first] == clubs[second] != ""
            if frozenset((first, second)) in closed or kept:
                return False
    return True


def meetings(field: Field[int]) -> dict[frozenset[int], tuple[int, int]]:
    """Couple -> how often, and when last."""
    told: dict[frozenset[int], tuple[int, int]] = {}
    for meeting in (*field.met, *(field.earlier if field.settings.earlier_meetings_count else ())):
        times, last = told.get(frozenset((meeting.one, meeting.other)), (0, 0))
        told[frozenset((meeting.one, meeting.other))] = (times + meeting.times, max(last, meeting.last_round))
    for couple in field.playing:
        told[frozenset(couple)] = (told.get(frozenset(couple), (0, 0))[0] + 1, field.round - 1)
    return told


def is_true(field: Field[int], draw: Draw[int], reason: Reason[int]) -> bool:
    """Is the reason what the field and the draw say?"""
    known = {entrant.who: entrant for entrant in field.entrants}
    who, other = known[reason.who], None if reason.other is None else known[reason.other]
    rank = {each: number for number, each in enumerate(draw.order)}
    below = [known[each] for each in draw.order[rank[who.who] + 1 :]]
    if other is None:
        return {
            Why.LOWEST: not below and who.byes == 0,
            Why.LOWEST_WITHOUT_SIT_OUT: who.byes == 0 and all(each.byes for each in below),
            Why.SAT_OUT_AGAIN: who.byes == reason.number > 0,
        }[reason.why]
    couple = frozenset((who.who, other.who))
    times, last = meetings(field).get(couple, (0, 0))
    of_one_club = who.club == other.club != "" and field.settings.apart is not Apart.NO and field.round <= field.settings.apart_rounds
    wished = couple in {frozenset(each) for each in field.avoided} or of_one_club
    together = couple in {frozenset(each) for each in draw.couples}
    return {
        Why.NEXT: abs(rank[who.who] - rank[other.who]) == 1 and together,
        Why.SCHEME: field.round == 1 and together,
        Why.MET: times > 0 and last == reason.number and not together,
        Why.FORBIDDEN: couple in {frozenset(each) for each in field.forbidden},
        Why.AVOIDED: wished,
        Why.CLUBMATES: of_one_club,
        Why.DEARER: not together,
        Why.REMATCH: together and times == reason.number > 0,
        Why.REMATCH_ALLOWED: together and times == reason.number > 0,
        Why.WISH_BROKEN: together and wished,
        Why.SAT_OUT: other.byes == reason.number > who.byes and other in below,
        Why.NEEDED: other in below and other.byes <= who.byes,
    }[reason.why]


@pytest.mark.parametrize(("entrants", "refusal"), [
    ((), NobodyToPair), ((Entrant(1),), OneEntrantLeft), ((Entrant(1, withdrawn=True),), AllWithdrawn),
    ((Entrant(1, withdrawn=True), Entrant(2)), OneEntrantLeft), (tuple(Entrant(n, withdrawn=True) for n in range(5)), AllWithdrawn),
])
@pytest.mark.parametrize("variant", Variant)
def test_fields_too_small_to_draw_are_refused_in_every_variant(entrants: tuple[Entrant[int], ...], refusal: type[EngineError], variant: Variant) -> None:
    for round_ in (1, 3):
        with pytest.raises(refusal):
            pair(Field(round_, entrants, settings=Settings(variant=variant)), random.Random(0))


@pytest.mark.parametrize("variant", Variant)
def test_two_and_three_entrants_are_drawn_for_ever(variant: Variant) -> None:
    """Two meet round after round; of three each sits out in turn, and rematches are as few as can be."""
    two = played_event(2, 4, seed=1, settings=Settings(variant=variant))
    assert sum(meeting.times for meeting in two.met) == 4
    three = played_event(3, 6, seed=2, settings=Settings(variant=variant))
    if variant not in (Variant.DANISH, Variant.SEED_RULE):
        assert [entrant.byes for entrant in three.entrants] == [2, 2, 2]


@pytest.mark.parametrize("variant", (Variant.BALANCED, Variant.TOP_FIRST))
@pytest.mark.parametrize("size", (4, 5, 6, 7, 8))
def test_more_rounds_than_can_be_paired_repeat_as_few_couples_as_can_be(size: int, variant: Variant) -> None:
    """Round by round the rematches named are the fewest by exhaustion, and are those that the draw says meet again."""
    for played in range(1, size + 3):
        field = played_event(size, played, seed=size, settings=Settings(variant=variant))
        draw = pair(field, random.Random(0))
        met = meetings(field)
        assert draw.price(Criterion.REMATCHES) == min(real_cost(field, other)[Criterion.REMATCHES] for other in every_draw(field, draw.order))
        assert {frozenset(couple) for couple in draw.rematches} == {frozenset(couple) for couple in draw.couples} & set(met)
