"""The draw against other solvers, exhaustion and the regulation's own cases."""

import random
from dataclasses import replace
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.engine.seats import Side
from bridge.engine.swiss.certain import Missing, certain_couples
from bridge.engine.swiss.check import ForbiddenCouple, NotDrawn, TableTwice, WrongCost, check
from bridge.engine.swiss.costs import CoupleCosts, Places
from bridge.engine.swiss.draw import Draw, Reason, Why
from bridge.engine.swiss.field import (
    REGULATION,
    AllWithdrawn,
    Apart,
    Criterion,
    Entrant,
    EntrantTwice,
    Field,
    FirstRound,
    Meeting,
    MeetsItself,
    Metric,
    NobodyToPair,
    NoCompleteDraw,
    NoDrawWithoutRematch,
    NoSuchOrder,
    Odd,
    OneEntrantLeft,
    PairedTwice,
    Rematches,
    Seated,
    Settings,
    Tables,
    TwoWouldSitOut,
    UnknownEntrant,
    Variant,
    standing_key,
    standings,
)
from bridge.engine.swiss.matching import ScoresTooFarApart, cheapest
from bridge.engine.swiss.pair import pair
from bridge.engine.swiss.reach import couples_out_of_reach
from bridge.engine.swiss.swap import AlreadyReleased, NothingToSwap, difference, swap_entrants
from tests.engine.swiss_worlds import best_by_exhaustion, best_by_networkx, complete_pairings, played_event, ranked

# The cost as FACTS 7.2 compares it, without the wish for rematches long ago.
PLAIN = Settings(order=(Criterion.REMATCHES, Criterion.SIT_OUTS, Criterion.CLOSENESS))


def drawn(field: Field[int], seed: int = 0) -> Draw[int]:
    draw = pair(field, random.Random(seed))
    assert check(field, draw) == ()
    return draw


def splits(total: int, step: int) -> tuple[tuple[int, int], ...]:
    """Every split of `total` hundredths between two entrants in steps of `step`."""
    return tuple((score, total - score) for score in range(0, total + 1, step))


def plain(draw: Draw[int]) -> tuple[int, int, int]:
    return draw.price(Criterion.REMATCHES), draw.price(Criterion.SIT_OUTS), draw.price(Criterion.CLOSENESS)


def couples(draw: Draw[int]) -> set[frozenset[int]]:
    return {frozenset(couple) for couple in draw.couples}


def field_of(scores: list[int], met: tuple[tuple[int, int], ...] = (), *, round: int = 2, settings: Settings = PLAIN, **more: object) -> Field[int]:
    entrants = tuple(Entrant(number, score=score, seed=number) for number, score in enumerate(scores, 1))
    return replace(Field(round, entrants, tuple(Meeting(one, other) for one, other in met), settings=settings), **more)


@st.composite
def fields(draw: st.DrawFn, least: int, most: int) -> Field[int]:
    size = draw(st.integers(least, most))
    rng = random.Random(draw(st.integers(0, 2**32)))
    metric = draw(st.sampled_from(Metric))
    dense = draw(st.integers(0, 100))
    every = list(combinations(range(1, size + 1), 2))
    met = tuple(Meeting(one, other, rng.choice((1, 1, 1, 2))) for one, other in every if rng.randrange(100) < dense)
    forbidden = tuple(couple for couple in every if rng.randrange(100) < draw(st.sampled_from((0, 0, 5, 40))))
    spread = draw(st.sampled_from((1, 5, 40, 5000)))
    entrants = tuple(Entrant(number, score=rng.randrange(-spread, spread), seed=number, byes=rng.choice((0, 0, 1, 2))) for number in range(1, size + 1))
    return Field(4, entrants, met, forbidden=forbidden, settings=replace(PLAIN, metric=metric))


@settings(max_examples=150, deadline=None)
@given(fields(2, 9))
def test_no_draw_is_cheaper_by_exhaustion(field: Field[int]) -> None:
    best = best_by_exhaustion(field)
    if best is None:
        with pytest.raises(NoCompleteDraw):
            pair(field, random.Random(0))
    else:
        assert plain(drawn(field)) == best


@settings(max_examples=25, deadline=None)
@given(fields(10, 60))
def test_another_solver_finds_the_same_cost(field: Field[int]) -> None:
    best = best_by_networkx(field)
    if best is None:
        with pytest.raises(NoCompleteDraw):
            pair(field, random.Random(0))
    else:
        assert plain(drawn(field)) == best


@pytest.mark.parametrize(
    "size, rounds, metric", [(60, 7, Metric.RANK), (59, 9, Metric.SCORE), (31, 12, Metric.RANK), (10, 6, Metric.SCORE), (9, 5, Metric.RANK)]
)
def test_whole_events_match_another_solver_round_by_round(size: int, rounds: int, metric: Metric) -> None:
    for played in range(1, rounds):
        field = played_event(size, played, seed=size + rounds, settings=replace(PLAIN, metric=metric))
        assert plain(drawn(field)) == best_by_networkx(field)


@pytest.mark.parametrize("metric", Metric)
def test_few_couples_shown_to_the_solver_cost_the_same_as_all(metric: Metric) -> None:
    field = played_event(121, 6, seed=5, settings=replace(PLAIN, metric=metric))
    order = standings(field)
    costs = CoupleCosts(field, order, salt=99)
    few = cheapest(Places(costs, tuple(range(len(order)))))
    every = cheapest(Places(costs, tuple(range(len(order)))), window=len(order) + 1)
    assert few is not None and every is not None
    assert (few.cost, few.couples) == (every.cost, every.couples)
    assert few.shown < every.shown == 122 * 121 // 2


@settings(max_examples=30, deadline=None)
@given(fields(2, 24), st.randoms(use_true_random=False))
def test_order_of_input_changes_nothing(field: Field[int], rng: random.Random) -> None:
    shuffled = list(field.entrants)
    rng.shuffle(shuffled)
    turned = replace(field, entrants=tuple(shuffled), met=tuple(Meeting(m.other, m.one, m.times, m.last_round) for m in reversed(field.met)))
    try:
        assert pair(turned, random.Random(3)) == pair(field, random.Random(3))
    except NoCompleteDraw:
        with pytest.raises(NoCompleteDraw):
            pair(turned, random.Random(3))


def test_first_rounds() -> None:
    def first(scheme: FirstRound, size: int, **more: object) -> Draw[int]:
        return drawn(field_of([0] * size, round=1, settings=replace(PLAIN, first_round=scheme), **more))

    assert couples(first(FirstRound.SIGN_UP, 6)) == {frozenset(c) for c in ((1, 2), (3, 4), (5, 6))}
    assert couples(first(FirstRound.FOLD, 6)) == {frozenset(c) for c in ((1, 6), (2, 5), (3, 4))}
    assert couples(first(FirstRound.SLIDE, 6)) == {frozenset(c) for c in ((1, 4), (2, 5), (3, 6))}
    odd = first(FirstRound.FOLD, 7)
    assert couples(odd) == {frozenset(c) for c in ((1, 6), (2, 5), (3, 4))} and odd.sit_out is not None and odd.sit_out.who == 7
    parted = first(FirstRound.FOLD, 6, forbidden=((1, 6),))
    assert couples(parted) == {frozenset(c) for c in ((1, 5), (2, 6), (3, 4))}
    assert parted.matches[0].reasons == (Reason(Why.FORBIDDEN, 1, 6), Reason(Why.DEARER, 5, 2))
    by_lot = field_of([0] * 8, round=1, settings=Settings(first_round=FirstRound.RANDOM))
    assert len({drawn(by_lot, seed).order for seed in range(20)}) > 15
    assert drawn(by_lot, 7) == drawn(by_lot, 7)


def test_danish_allows_rematches_and_says_so() -> None:
    draw = drawn(field_of([400, 300, 200, 100], ((1, 2),), settings=Settings(variant=Variant.DANISH)))
    assert couples(draw) == {frozenset((1, 2)), frozenset((3, 4))}
    assert [frozenset(couple) for couple in draw.rematches] == [frozenset((1, 2))]
    assert draw.matches[0].reasons[0].why is Why.REMATCH_ALLOWED


def test_top_first_serves_the_leader_before_the_sum() -> None:
    met = ((1, 2), (2, 3), (3, 4), (5, 6))
    field = field_of([600, 500, 400, 300, 200, 100], met)
    draw = drawn(replace(field, settings=replace(PLAIN, variant=Variant.TOP_FIRST)))
    assert draw.price(Criterion.REMATCHES) == 0
    assert frozenset((1, 3)) in couples(draw)


@settings(max_examples=60, deadline=None)
@given(fields(2, 8))
def test_top_first_is_the_least_gap_from_the_top_by_exhaustion(field: Field[int]) -> None:
    field = replace(field, settings=replace(PLAIN, variant=Variant.TOP_FIRST))
    order = [entrant.who for entrant in standings(field)]
    if len(order) % 2:
        return
    met = {frozenset((m.one, m.other)): m.times for m in field.met}
    forbidden = {frozenset(couple) for couple in field.forbidden}

    every = [
        pairing
        for pairing in complete_pairings(list(range(len(order))))
        if not any(frozenset((order[one], order[other])) in forbidden for one, other in pairing)
    ]
    if not every:
        return

    def rank_of(pairing: list[tuple[int, int]]) -> tuple[int, list[int]]:
        rematches = sum(met.get(frozenset((order[one], order[other])), 0) for one, other in pairing)
        return rematches, [other - one for one, other in sorted(pairing)]

    best = min(every, key=rank_of)
    assert couples(drawn(field)) == {frozenset((order[one], order[other])) for one, other in best}


def test_sit_outs() -> None:
    five = field_of([500, 400, 300, 200, 100])
    draw = drawn(five)
    assert draw.sit_out is not None and draw.sit_out.who == 5 and draw.sit_out.reasons == (Reason(Why.LOWEST, 5),)
    had = replace(five, entrants=tuple(replace(entrant, byes=int(entrant.who >= 4)) for entrant in five.entrants))
    draw = drawn(had)
    assert draw.sit_out is not None and draw.sit_out.who == 3
    assert draw.sit_out.reasons == (Reason(Why.LOWEST_WITHOUT_SIT_OUT, 3), Reason(Why.SAT_OUT, 3, 5, 1), Reason(Why.SAT_OUT, 3, 4, 1))


def test_the_order_of_the_criteria_is_the_regulation_s() -> None:
    # 1 alone never sat out; if it does, 2-3 and 4-5 are left, and 4-5 have met.
    entrants = tuple(Entrant(n, score=-n, seed=n, byes=int(n > 1)) for n in (1, 2, 3, 4, 5))
    met = tuple(Meeting(one, other) for one, other in ((2, 4), (2, 5), (3, 4), (3, 5), (4, 5)))
    field = Field(6, entrants, met, settings=PLAIN)
    assert drawn(field).price(Criterion.SIT_OUTS) == 1 and drawn(field).price(Criterion.REMATCHES) == 0
    fair = replace(field, settings=replace(PLAIN, order=(Criterion.SIT_OUTS, Criterion.REMATCHES, Criterion.CLOSENESS)))
    draw = drawn(fair)
    assert draw.sit_out is not None and draw.sit_out.who == 1 and draw.rematches == ((4, 5),)
    with pytest.raises(NoSuchOrder):
        pair(replace(field, settings=replace(PLAIN, order=(Criterion.LOT,))), random.Random(0))
    with pytest.raises(NoSuchOrder):
        pair(replace(field, settings=replace(PLAIN, order=(Criterion.CLOSENESS,) * 2)), random.Random(0))


def test_a_field_can_be_drawn_two_rounds_ahead() -> None:
    first = drawn(field_of([0] * 6, round=1))
    second = drawn(field_of([0] * 6, round=2, playing=first.couples))
    third = drawn(replace(field_of([0] * 6, first.couples, round=3), playing=second.couples))
    assert len(couples(first) | couples(second) | couples(third)) == 9


def test_reasons_name_the_earlier_meeting() -> None:
    field = replace(field_of([4, 3, 2, 1]), met=(Meeting(1, 2, 1, 1), Meeting(3, 4, 1, 1)))
    (first, second) = drawn(field).matches
    assert {frozenset(first.seated.couple), frozenset(second.seated.couple)} == {frozenset((1, 3)), frozenset((2, 4))}
    assert Reason(Why.MET, 1, 2, 1) in first.reasons


def test_rematches_prefer_those_met_long_ago() -> None:
    rounds = {(1, 2): 3, (3, 4): 3, (1, 4): 1, (2, 3): 1, (1, 3): 2, (2, 4): 2}
    met = tuple(Meeting(one, other, 1, last) for (one, other), last in rounds.items())
    field = Field(4, tuple(Entrant(n, score=-n, seed=n) for n in (1, 2, 3, 4)), met)
    draw = drawn(field)
    assert couples(draw) == {frozenset((1, 4)), frozenset((2, 3))}
    assert {frozenset(c) for c in draw.rematches} == couples(draw)


def test_never_a_rematch_is_refused_with_the_fewest_named() -> None:
    met = tuple((one, other) for one in (1, 2, 3) for other in (4, 5, 6))
    with pytest.raises(NoDrawWithoutRematch) as refusal:
        pair(field_of([6, 5, 4, 3, 2, 1], met, settings=replace(PLAIN, rematches=Rematches.NEVER)), random.Random(0))
    assert refusal.value.facts["rematches"] == 1 and {frozenset(c) for c in refusal.value.facts["couples"]} == {frozenset((3, 4))}


def test_couples_now_playing_count_as_met() -> None:
    assert couples(drawn(field_of([4, 3, 2, 1], playing=((1, 2), (3, 4))))) == {frozenset((1, 3)), frozenset((2, 4))}


def test_clubmates_are_kept_apart_while_it_lasts() -> None:
    clubs = replace(field_of([4, 3, 2, 1]), entrants=tuple(Entrant(n, score=-n, seed=n, club="A" if n < 3 else "") for n in (1, 2, 3, 4)))
    wished = replace(clubs, settings=Settings(apart=Apart.WISHED, apart_rounds=2))
    assert frozenset((1, 2)) not in couples(drawn(wished))
    assert frozenset((1, 2)) in couples(drawn(replace(wished, round=3)))
    strict = replace(clubs, entrants=clubs.entrants[:2], settings=Settings(apart=Apart.STRICT, apart_rounds=2))
    with pytest.raises(NoCompleteDraw):
        pair(strict, random.Random(0))
    assert drawn(replace(wished, entrants=clubs.entrants[:2])).price(Criterion.WISHES) == 1


def test_late_entry_stands_last_and_withdrawn_do_not_play() -> None:
    field = field_of([400, 300, 200, 100])
    late = replace(field, entrants=(*field.entrants, Entrant(9, score=350, seed=9, new=True), replace(field.entrants[0], who=8, withdrawn=True)))
    draw = drawn(late)
    assert draw.order[-1] == 9 and draw.sit_out is not None and draw.sit_out.who == 9


@pytest.mark.parametrize("seed", range(6))
def test_triangles_are_the_cheapest_whole(seed: int) -> None:
    field = played_event(9, 1, seed=seed, settings=replace(PLAIN, odd=Odd.THREE_WAY))
    draw = drawn(field)
    assert draw.triangle is not None and draw.sit_out is None and len(draw.matches) == 3
    assert len({*draw.triangle.tables, *(match.seated.table for match in draw.matches)}) == 6
    order = ranked(field)
    met = {frozenset((m.one, m.other)) for m in field.met}
    best: tuple[int, int, int] | None = None
    for three in combinations(range(9), 3):
        who = [order[rank].who for rank in three]
        if any(frozenset(couple) in met for couple in combinations(who, 2)) or any(order[rank].triangles for rank in three):
            continue
        own = sum((one - other) ** 2 for one, other in combinations(three, 2)) + (8 - three[2]) ** 2
        rest = [rank for rank in range(9) if rank not in three]
        for pairing in complete_pairings(rest):
            again = sum(frozenset((order[one].who, order[other].who)) in met for one, other in pairing)
            whole = (again, 0, own + sum((one - other) ** 2 for one, other in pairing))
            best = whole if best is None else min(best, whole)
    assert plain(draw) == best


def test_triangle_over_two_rounds_goes_on() -> None:
    field = field_of([700, 600, 500, 400, 300, 200, 100], settings=replace(PLAIN, odd=Odd.TRIANGLE), triangle=(5, 6, 7))
    draw = drawn(field)
    assert draw.triangle is not None and draw.triangle.three == (5, 6, 7) and draw.triangle.reasons[0].why is Why.TRIANGLE_GOES_ON
    assert couples(draw) == {frozenset((1, 2)), frozenset((3, 4))}


def test_who_leaves_after_a_release_leaves_no_second_sit_out() -> None:
    field = replace(field_of([5, 4, 3, 2, 1]), resting=5)
    draw = drawn(field)
    assert draw.sit_out is not None and draw.sit_out.who == 5 and draw.sit_out.reasons[0].why is Why.RELEASED
    with pytest.raises(TwoWouldSitOut):
        pair(replace(field, entrants=(replace(field.entrants[0], withdrawn=True), *field.entrants[1:])), random.Random(0))
    going_on = field_of([8, 7, 6, 5, 4, 3], settings=replace(PLAIN, odd=Odd.TRIANGLE), triangle=(4, 5, 6))
    draw = drawn(going_on)
    assert draw.triangle is not None and draw.triangle.three == (4, 5, 6) and draw.sit_out is not None and draw.sit_out.who == 3


def test_three_entrants_make_one_triangle() -> None:
    draw = drawn(field_of([3, 2, 1], settings=replace(PLAIN, odd=Odd.THREE_WAY)))
    assert draw.triangle is not None and draw.triangle.three == (1, 2, 3) and draw.matches == ()


def test_released_matches_stay_and_the_rest_is_drawn_round_them() -> None:
    field = field_of([500, 400, 300, 200, 100, 50], released=(Seated(2, 4, 1),))
    draw = drawn(field)
    assert Seated(2, 4, 1) in [match.seated for match in draw.matches]
    assert couples(draw) == {frozenset((1, 4)), frozenset((2, 3)), frozenset((5, 6))}
    assert sorted(match.seated.table for match in draw.matches) == [1, 2, 3]
    with pytest.raises(AlreadyReleased):
        swap_entrants(field, draw, 1, 2)


def test_swapping_shows_what_it_costs() -> None:
    field = field_of([4, 3, 2, 1], ((2, 3),))
    draw = drawn(field)
    swapped = swap_entrants(field, draw, 2, 4)
    assert check(field, swapped) == () and couples(swapped) == {frozenset((1, 4)), frozenset((2, 3))}
    assert difference(draw, swapped) == ((Criterion.REMATCHES, 1), (Criterion.CLOSENESS, 8))
    with pytest.raises(NothingToSwap):
        swap_entrants(field, draw, 1, 2)
    with pytest.raises(UnknownEntrant):
        swap_entrants(field, draw, 1, 77)


def test_directions_and_tables() -> None:
    entrants = (
        Entrant(1, score=4, seed=1, ns_rounds=2, ew_rounds=0, last_side=Side.NS, tables_sat=(1, 1)),
        Entrant(2, score=3, seed=2, ns_rounds=1, ew_rounds=1, last_side=Side.NS, tables_sat=(1, 2)),
        Entrant(3, score=2, seed=3, ns_rounds=1, ew_rounds=1, last_side=Side.NS, home_table=7, home_side=Side.NS),
        Entrant(4, score=1, seed=4, ns_rounds=1, ew_rounds=1, last_side=Side.EW),
    )
    draw = drawn(Field(3, entrants, settings=Settings(tables=Tables.VARIED)))
    assert [match.seated for match in draw.matches] == [Seated(1, 2, 1), Seated(7, 3, 4)]
    without_home = (*entrants[:2], replace(entrants[2], home_table=None, home_side=None), entrants[3])
    draw = drawn(Field(3, without_home, settings=Settings(tables=Tables.VARIED)))
    assert [match.seated for match in draw.matches] == [Seated(1, 4, 3), Seated(2, 2, 1)]
    assert [match.seated.table for match in drawn(Field(3, without_home)).matches if 1 in match.seated.couple] == [1]


def test_sides_decide_between_draws_that_are_as_close() -> None:
    entrants = tuple(Entrant(n, score=0, seed=n, ns_rounds=2 * (n in (1, 2)), ew_rounds=2 * (n in (3, 4))) for n in (1, 2, 3, 4))
    chosen = replace(Settings(balance_sides=True), order=(Criterion.REMATCHES, Criterion.SIDES))
    assert frozenset((1, 2)) not in couples(drawn(Field(3, entrants, settings=chosen)))


def test_small_fields_look_ahead() -> None:
    for seed in range(12):
        settings_ = Settings(rounds=5)
        field = played_event(6, 5, seed=seed, settings=settings_)
        assert max(meeting.times for meeting in field.met) == 1 and len({frozenset((m.one, m.other)) for m in field.met}) == 15
    for seed in range(6):
        field = played_event(7, 6, seed=seed, settings=Settings(rounds=6))
        assert len({frozenset((m.one, m.other)) for m in field.met}) == 18 and max(entrant.byes for entrant in field.entrants) == 1


def test_certain_couples_hold_under_every_outcome() -> None:
    field = played_event(12, 2, seed=8, settings=PLAIN)
    order = [entrant.who for entrant in standings(field)]
    missing = (Missing(order[8], order[9], splits(400, 50)),)
    certain = certain_couples(field, 5, missing)
    assert certain
    for one, other in missing[0].outcomes:
        points = {order[8]: one, order[9]: other}
        outcome = replace(field, entrants=tuple(replace(entrant, score=entrant.score + points.get(entrant.who, 0)) for entrant in field.entrants))
        assert certain <= set(pair(outcome, random.Random(5)).couples)


@pytest.mark.parametrize(("seed", "matches"), [(8, 2), (3, 3), (4, 3), (5, 3), (9, 3)])
def test_what_is_certain_with_several_matches_missing_holds_under_every_outcome(seed: int, matches: int) -> None:
    field = played_event(14, 2, seed=seed, settings=PLAIN)
    order = [entrant.who for entrant in standings(field)]
    missing = tuple(Missing(order[-1 - 2 * at], order[-2 - 2 * at], splits(300, 50)) for at in range(matches))
    certain = certain_couples(field, 5, missing)
    held: set[tuple[int, int]] | None = None
    for outcome in product(*(match.outcomes for match in missing)):
        points = {who: own for match, both in zip(missing, outcome, strict=True) for who, own in zip((match.one, match.other), both, strict=True)}
        scored = replace(field, entrants=tuple(replace(entrant, score=entrant.score + points.get(entrant.who, 0)) for entrant in field.entrants))
        drawn_now = set(pair(scored, random.Random(5)).couples)
        held = drawn_now if held is None else held & drawn_now
    assert certain == held


def test_four_missing_matches_are_not_counted_out_one_by_one() -> None:
    field = played_event(24, 3, seed=3, settings=PLAIN)
    order = [entrant.who for entrant in standings(field)]
    missing = tuple(Missing(order[-1 - 2 * at], order[-2 - 2 * at], splits(2000, 10)) for at in range(4))
    certain = certain_couples(field, 1, missing)  # of a billion and a half of outcomes
    assert prod(len(match.outcomes) for match in missing) > 10**9
    for outcome in zip(*(match.outcomes[::20] for match in missing), strict=True):  # some of them: all four matches end alike
        points = {who: own for match, both in zip(missing, outcome, strict=True) for who, own in zip((match.one, match.other), both, strict=True)}
        scored = replace(field, entrants=tuple(replace(entrant, score=entrant.score + points.get(entrant.who, 0)) for entrant in field.entrants))
        assert certain <= set(pair(scored, random.Random(1)).couples)


@pytest.mark.parametrize("seed", range(12))
def test_what_no_missing_result_can_reach_is_certain(seed: int) -> None:
    rng = random.Random(seed)
    field = played_event(rng.randint(14, 23), rng.randint(1, 3), seed=seed, settings=PLAIN)
    order = [entrant.who for entrant in standings(field)]
    field = replace(field, forbidden=tuple((one, other) for one, other in zip(order, order[1:], strict=False) if rng.random() < 0.1))
    late = order[:2] if rng.random() < 0.2 else order[-4:]
    missing = tuple(Missing(one, other, splits(600, 50)) for one, other in zip(late[::2], late[1::2], strict=True))
    spread = {}
    for match in missing:
        for at, who in enumerate((match.one, match.other)):
            own = next(entrant for entrant in field.entrants if entrant.who == who)
            keys = sorted(standing_key(replace(own, score=own.score + both[at])) for both in match.outcomes)
            spread[who] = keys[0], keys[-1]
    for at in (0, -1):
        points = {who: own for match in missing for who, own in zip((match.one, match.other), match.outcomes[at], strict=True)}
        one_of_them = replace(field, entrants=tuple(replace(entrant, score=entrant.score + points.get(entrant.who, 0)) for entrant in field.entrants))
        assert couples_out_of_reach(one_of_them, 5, spread) <= certain_couples(field, 5, missing)


def test_with_many_matches_missing_at_the_bottom_the_top_is_certain() -> None:
    field = played_event(60, 4, seed=2, settings=PLAIN)
    order = [entrant.who for entrant in standings(field)]
    late = order[-12:]
    field = replace(field, entrants=tuple(replace(entrant, score=entrant.score - 1000 * (entrant.who in late)) for entrant in field.entrants))
    missing = tuple(Missing(late[at], late[at + 1], splits(2000, 10)) for at in range(0, 12, 2))
    certain = certain_couples(field, 5, missing)
    assert len(certain) >= 5 and order[0] in {who for couple in certain for who in couple}
    rng = random.Random(1)
    for _ in range(6):  # of the outcomes, which nobody could count
        points = dict(zip(late, (own for match in missing for own in rng.choice(match.outcomes)), strict=True))
        outcome = replace(field, entrants=tuple(replace(entrant, score=entrant.score + points.get(entrant.who, 0)) for entrant in field.entrants))
        assert certain <= set(pair(outcome, random.Random(5)).couples)


def test_bad_fields_are_refused() -> None:
    with pytest.raises(NobodyToPair):
        pair(field_of([]), random.Random(0))
    with pytest.raises(OneEntrantLeft):
        pair(field_of([1]), random.Random(0))
    with pytest.raises(AllWithdrawn):
        pair(Field(2, (Entrant(1, withdrawn=True), Entrant(2, withdrawn=True))), random.Random(0))
    with pytest.raises(EntrantTwice):
        pair(Field(2, (Entrant(1), Entrant(1))), random.Random(0))
    with pytest.raises(UnknownEntrant):
        pair(field_of([1, 2], ((1, 3),)), random.Random(0))
    with pytest.raises(MeetsItself):
        pair(field_of([1, 2], ((1, 1),)), random.Random(0))
    with pytest.raises(PairedTwice):
        pair(field_of([1, 2, 3, 4], released=(Seated(1, 1, 2), Seated(2, 2, 3))), random.Random(0))
    with pytest.raises(NoCompleteDraw):
        pair(field_of([1, 2], forbidden=((1, 2),)), random.Random(0))
    with pytest.raises(ScoresTooFarApart):
        pair(field_of([10**30, 0, 5, 7], settings=Settings(metric=Metric.SCORE)), random.Random(0))
    assert couples(drawn(field_of([1, 2], ((1, 2),)))) == {frozenset((1, 2))}


def test_the_checker_finds_what_is_wrong() -> None:
    field = field_of([4, 3, 2, 1], ((1, 2),), forbidden=((1, 2),))
    draw = drawn(field)
    wrong = replace(draw, matches=(replace(draw.matches[0], seated=Seated(1, 1, 2)), replace(draw.matches[1], seated=Seated(1, 3, 4))))
    assert {type(fault) for fault in check(field, wrong)} == {ForbiddenCouple, TableTwice, WrongCost}
    assert {type(fault) for fault in check(field, replace(draw, matches=draw.matches[:1]))} == {NotDrawn, WrongCost}


def test_the_regulation_orders_every_criterion_once() -> None:
    assert len(set(REGULATION)) == len(REGULATION) == len(Criterion) - len((Criterion.RANKS, Criterion.LOT))
