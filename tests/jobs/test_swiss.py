"""Rounds drawn by standing: once each, from agreed results alone, without a rematch or a second sit-out while one can be avoided."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from bridge.actions.draws import (
    LastRoundDrawn,
    NoDraft,
    RoundNotComplete,
    TooFewToDraw,
    close_round,
    discard_draft,
    enter_late,
    plan_event,
    release_draft,
    return_entry,
    start_swiss,
    swap_in_draft,
    withdraw_entry,
)
from bridge.actions.results import correct_result, undo_act
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.scoring.imps import imp
from bridge.engine.seats import Seat
from bridge.engine.swiss.draw import Draw as Drawn
from bridge.engine.swiss.field import FirstRound, Settings, Variant
from bridge.engine.swiss.recipe import Recipe, RecipeOutOfRange
from bridge.jobs.queue import release_claims
from bridge.jobs.swiss import draw_round, run_event
from bridge.mapping.swiss import SwissPlan, draw_of, load_field, swiss_plan_of
from bridge.models import Adjustment, Draw, Entry, Job, NotUndoable, Place, Ranking, Result, Round, Seating, Section, Session, SessionState, Standing
from tests.swiss_worlds import draft_of, finish_round, play_round, release, round_of, swiss_evening
from tests.worlds import actor, agree, club_with_members, entries_of, evening, fresh_key, seen, settle

pytestmark = pytest.mark.django_db


def couples(session: Session) -> list[frozenset[int]]:
    """Who met whom, every meeting once, as the seatings say."""
    sides: dict[int, set[int]] = {}
    for seating, entry in Place.objects.live().filter(round__section__session=session, seating__isnull=False).values_list("seating", "entry"):
        sides.setdefault(seating, set()).add(entry)
    return [frozenset(two) for two in sides.values()]


def sit_outs(session: Session) -> Counter[int]:
    return Counter(Place.objects.live().filter(round__section__session=session, seating__isnull=True).values_list("entry", flat=True))


def drawn(session: Session, number: int) -> Drawn[int]:
    return draw_of(draft_of(session, number))[1]


def test_the_first_draw_follows_its_scheme_and_waits_to_be_released() -> None:
    session = swiss_evening(6, SwissPlan(3, 2, settings=Settings(first_round=FirstRound.FOLD, rounds=3)))
    assert {frozenset(couple) for couple in drawn(session, 1).couples} == {frozenset({1, 6}), frozenset({2, 5}), frozenset({3, 4})}
    assert not Seating.objects.filter(section__session=session).exists()
    release(session, 1)
    rows = Seating.objects.live().filter(section__session=session).values_list("first_board", "last_board")
    assert list(rows) == [(1, 2)] * 3


def test_a_round_is_drawn_once_however_often_it_is_asked_for() -> None:
    session = swiss_evening(6, SwissPlan(3, 1))
    for _ in range(3):
        draw_round(round_of(session, 1).pk)
    assert Draw.objects.filter(round__section__session=session).count() == 1


def test_no_draw_reads_results_that_are_not_agreed() -> None:
    session = swiss_evening(4, SwissPlan(3, 1))
    release(session, 1)
    with pytest.raises(RoundNotComplete) as refusal:
        close_round(round_of(session, 1), by=actor(), key=fresh_key())
    assert refusal.value.facts["missing"] == [[1, 1], [2, 1]]
    draw_round(round_of(session, 2).pk)
    assert not Draw.objects.filter(round=round_of(session, 2)).exists()


def test_a_released_draw_stays_whatever_is_corrected_later() -> None:
    session = swiss_evening(6, SwissPlan(3, 1))
    finish_round(session, 1, random.Random(1))
    release(session, 2)
    before = draft_of(session, 2)
    seating = Seating.objects.live().get(section__session=session, round__number=1, table=3)
    correct_result(seating, 1, Report(Contract(3, Strain.N), Seat.N, 13), reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    assert draft_of(session, 2).pk == before.pk
    with pytest.raises(NoDraft):
        discard_draft(round_of(session, 2), by=actor(), key=fresh_key())
    with pytest.raises(NoDraft):
        swap_in_draft(round_of(session, 2), 1, 2, by=actor(), key=fresh_key(), seen=seen(session))


def test_a_swap_is_kept_and_costs_what_it_says() -> None:
    session = swiss_evening(6, SwissPlan(3, 1))
    one, other = drawn(session, 1).matches[0].seated.ns, drawn(session, 1).matches[1].seated.ns
    swap_in_draft(round_of(session, 1), one, other, by=actor(), key=fresh_key(), seen=seen(session))
    assert other in drawn(session, 1).matches[0].seated.couple
    release_draft(round_of(session, 1), by=actor(), key=fresh_key(), seen=seen(session))


def test_a_sit_out_scores_its_award_at_once() -> None:
    session = swiss_evening(5, SwissPlan(2, 2))
    release(session, 1)
    settle()
    (entry,) = sit_outs(session)
    assert Standing.objects.get(ranking__session=session, publication__isnull=True, entry=entry).exact == 60  # before anybody has played
    play_round(session, 1, random.Random(2))
    settle()
    assert Standing.objects.get(ranking__session=session, publication__isnull=True, entry=entry).exact == 60


def test_a_late_pair_stands_last_and_one_that_leaves_is_not_drawn() -> None:
    session = swiss_evening(6, SwissPlan(4, 1))
    finish_round(session, 1, random.Random(3))
    left = entries_of(session)[0]
    assert withdraw_entry(session, left, by=actor(), key=fresh_key()) == 2
    late = Entry.objects.create(event=session.stage.event)
    assert enter_late(session, late, by=actor(), key=fresh_key()) == 7
    settle()
    seen_by_draw = {who for couple in drawn(session, 2).couples for who in couple}
    assert 1 not in seen_by_draw and 7 in seen_by_draw
    assert drawn(session, 2).order[-1] == 7
    return_entry(session, left, by=actor(), key=fresh_key())
    settle()
    assert 1 in drawn(session, 2).order


def test_two_pairs_are_no_event_to_draw() -> None:
    session = evening(pairs=2)
    with pytest.raises(TooFewToDraw):
        start_swiss(session, entries_of(session), SwissPlan(3, 1), by=actor(), key=fresh_key())


def test_all_withdrawn_leaves_no_draw_and_a_reason() -> None:
    session = swiss_evening(4, SwissPlan(3, 1))
    for entry in entries_of(session):
        withdraw_entry(session, entry, by=actor(), key=fresh_key())
    settle()
    assert not Draw.objects.live().filter(round__section__session=session).exists()


def test_nothing_is_drawn_after_the_last_round() -> None:
    session = swiss_evening(4, SwissPlan(1, 1))
    finish_round(session, 1, random.Random(4))
    with pytest.raises(LastRoundDrawn):
        withdraw_entry(session, entries_of(session)[0], by=actor(), key=fresh_key())


@pytest.mark.parametrize(("seed", "pairs", "rounds"), [(1, 6, 3), (2, 7, 4), (3, 9, 4)])
def test_whole_events(seed: int, pairs: int, rounds: int) -> None:
    """Random results, a pair that leaves, corrections after the draw: every round drawn once, nobody meets or sits out twice while that can be avoided."""
    rng = random.Random(seed)
    session = swiss_evening(pairs, SwissPlan(rounds, 1, settings=Settings(rounds=rounds)))
    for number in range(1, rounds + 1):
        finish_round(session, number, rng)
        if number < rounds and rng.random() < 0.5:
            seating = rng.choice(list(Seating.objects.live().filter(section__session=session, round__number=number)))
            report = Report(Contract(3, Strain.N), Seat.N, rng.randrange(5, 13))
            correct_result(seating, number, report, reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
            settle()
    met = Counter(couples(session))
    assert max(met.values()) == 1
    assert all(times == 1 for times in sit_outs(session).values())
    assert Draw.objects.live().filter(round__section__session=session).count() == rounds
    for number in range(1, rounds + 1):
        assert Place.objects.live().filter(round=round_of(session, number)).count() == pairs


def test_the_field_of_a_draw_is_what_was_played() -> None:
    session = swiss_evening(6, SwissPlan(3, 1))
    finish_round(session, 1, random.Random(5))
    plan = swiss_plan_of(round_of(session, 2).section)
    assert plan is not None
    field = load_field(round_of(session, 2), plan)
    assert {frozenset((meeting.one, meeting.other)) for meeting in field.met} == {frozenset(couple) for couple in drawn(session, 1).couples}
    exact = {row.entry_id: row.exact for row in Standing.objects.filter(ranking__session=session, publication__isnull=True)}
    assert sorted(entrant.score for entrant in field.entrants) == sorted(points * 100 for points in exact.values() if points is not None)
    assert draw_of(draft_of(session, 2))[0] == field


STARTS = datetime(2127, 11, 24, 18, 0, tzinfo=UTC)


def automatic(pairs: int, rounds: int = 3, boards: int = 2, pause: int = 5) -> Session:
    club = club_with_members(2 * pairs + 2)
    session = evening(club, pairs=pairs, options={"method": "cross_imps"})
    recipe = Recipe(STARTS, rounds, boards, 15, pause=pause, share=70)
    plan = SwissPlan(rounds, boards, settings=Settings(variant=Variant.SEED_RULE), recipe=recipe)
    plan_event(session, plan, by=actor(), key=fresh_key())
    return session


def at(session: Session, minutes: int) -> None:
    """The machine looks at the clock so many minutes after the start, until nothing is due."""
    for _ in range(20):
        try:
            run_event(session.pk, STARTS + timedelta(minutes=minutes))
            settle()
            return
        except Exception as waiting:  # noqa: BLE001 - only "not yet" is expected
            assert type(waiting).__name__ == "NotYet"
            settle()


def test_an_automatic_event_runs_from_sign_up_to_its_ranking_without_anybody() -> None:
    session = automatic(5)
    rng = random.Random(6)
    at(session, -10)
    session.refresh_from_db()
    assert session.state == SessionState.PREPARING
    for number in range(1, 4):
        at(session, 20 * (number - 1))
        opens = Round.objects.get(section__session=session, number=number).opens
        assert opens == STARTS + timedelta(minutes=20 * (number - 1))
        rows = list(Seating.objects.live().filter(section__session=session, round__number=number).select_related("round", "section__session"))
        assert len(rows) == 2
        for seating in rows:  # the second board of the round is never finished
            agree(seating, seating.first_board, Report(Contract(3, Strain.N), Seat.N, rng.randrange(6, 12)))
        at(session, 20 * number - 5)
        assert Adjustment.objects.live().filter(seating__round__number=number, kind="not_played").count() == 4
        if number == 1:
            withdraw_entry(session, entries_of(session)[2], by=actor(), key=fresh_key())
    session.refresh_from_db()
    assert session.state == SessionState.CLOSED
    ranking = Ranking.objects.get(session=session)
    settle()
    assert ranking.publications.count() == 1


def cross_imps_from_the_rows(session: Session) -> dict[int, Fraction]:
    """Everybody's sum of mean IMPs against the other tables, from the results alone."""
    totals: dict[int, Fraction] = {}
    rows = Result.objects.live().filter(seating__section__session=session)
    sides = {(seating, side): entry for seating, side, entry in Place.objects.filter(round__section__session=session).values_list("seating", "side", "entry")}
    by_board: dict[int, list[tuple[int, int]]] = {}
    for seating, board, points in rows.values_list("seating", "board", "ns_points"):
        by_board.setdefault(board, []).append((seating, points))
    for lines in by_board.values():
        for seating, points in lines:
            others = [theirs for table, theirs in lines if table != seating]
            won = Fraction(sum(imp(points - theirs) for theirs in others), len(others))
            for side, sign in (("NS", 1), ("EW", -1)):
                entry = sides[seating, side]
                totals[entry] = totals.get(entry, Fraction(0)) + sign * won
    for entry, times in sit_outs(session).items():  # 60 percent of each board: 3 IMPs above average
        totals[entry] = totals.get(entry, Fraction(0)) + 3 * 2 * times
    return totals


def test_automatic_swiss_pairs_of_twenty_one_with_one_pair_leaving() -> None:
    session = automatic(21, rounds=2)
    rng = random.Random(21)
    for number in (1, 2):
        at(session, 20 * (number - 1))
        rows = list(Seating.objects.live().filter(section__session=session, round__number=number).select_related("round", "section__session"))
        assert len(rows) == 10
        for seating in rows:
            for board in (seating.first_board, seating.last_board):
                agree(seating, board, Report(Contract(3, Strain.N), Seat.N, rng.randrange(5, 13)))
        if number == 1:
            withdraw_entry(session, entries_of(session)[6], by=actor(), key=fresh_key())
        at(session, 20 * number - 5)
    settle()
    ranking = Ranking.objects.get(session=session)
    published = {row.entry_id: row for row in Standing.objects.filter(ranking=ranking, publication__version=1)}
    expected = cross_imps_from_the_rows(session)
    assert {entry: row.total for entry, row in published.items()} == {entry: expected.get(entry, Fraction(0)) for entry in published}
    ranked = [row for row in published.values() if row.place is not None]
    assert all((row.place or 0) >= 1 + sum((other.exact or 0) > (row.exact or 0) for other in ranked) for row in ranked)
    assert published[entries_of(session)[6].pk].place is None  # two of four boards are fewer than 70 percent


def test_a_machine_that_slept_does_everything_in_order_and_once() -> None:
    session = automatic(4, rounds=2)
    at(session, 500)
    at(session, 500)
    assert Draw.objects.filter(round__section__session=session, released=True).count() == 2
    assert Fraction(Draw.objects.filter(round__section__session=session).count(), 2) == 2  # a draft and its release for each round


def test_a_worker_that_was_killed_leaves_one_draw() -> None:
    """The claim of a killed worker is freed, the job runs again; a draw that was stored before the kill stays the only one."""
    session = swiss_evening(6, SwissPlan(3, 1))
    round_ = round_of(session, 1)
    Job.objects.want("bridge.draw_round", round_.pk)
    Job.objects.filter(kind="bridge.draw_round").update(lease=timezone.now() + timedelta(minutes=5))
    settle()
    release_claims()
    settle()
    assert Draw.objects.filter(round=round_).count() == 1


def test_the_database_keeps_a_second_live_draw_out() -> None:
    session = swiss_evening(6, SwissPlan(3, 1))
    row = draft_of(session, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.create(since=row.since, round=row.round, seed=1, field={}, basis={})


def test_a_release_is_taken_back_until_a_table_reports() -> None:
    session = swiss_evening(4, SwissPlan(3, 1))
    release(session, 1)
    act = draft_of(session, 1).since
    undo_act(act, by=actor(), key=fresh_key())
    assert not draft_of(session, 1).released
    assert not Seating.objects.live().filter(section__session=session).exists()
    release(session, 1)
    act = draft_of(session, 1).since
    seating = Seating.objects.live().select_related("section__session", "round").get(section__session=session, table=1)
    agree(seating, 1, Report(Contract(3, Strain.N), Seat.N, 9))
    with pytest.raises(NotUndoable):
        undo_act(act, by=actor(), key=fresh_key())
    assert draft_of(session, 1).released


def test_what_was_planned_for_the_clock_can_be_planned_anew_or_started_by_hand() -> None:
    session = automatic(4, rounds=2)
    recipe = Recipe(STARTS + timedelta(days=1), 3, 2, 15)
    plan_event(session, SwissPlan(3, 2, recipe=recipe), by=actor(), key=fresh_key())
    section = Section.objects.get(session=session)
    plan = swiss_plan_of(section)
    assert plan is not None and plan.recipe == recipe
    start_swiss(session, entries_of(session), SwissPlan(3, 2), by=actor(), key=fresh_key())
    settle()
    assert draft_of(session, 1) is not None
    run_event(session.pk, STARTS + timedelta(days=9))  # the clock has nothing left to do
    assert Draw.objects.filter(round__section__session=session).count() == 1


@pytest.mark.parametrize(("setting", "recipe"), [("minutes", Recipe(STARTS, 2, 2, 0)), ("share", Recipe(STARTS, 2, 2, 15, share=101))])
def test_times_that_make_no_sense_are_refused(setting: str, recipe: Recipe) -> None:
    session = evening(pairs=4)
    with pytest.raises(RecipeOutOfRange) as refusal:
        plan_event(session, SwissPlan(2, 2, recipe=recipe), by=actor(), key=fresh_key())
    assert refusal.value.facts["setting"] == setting
