"""Two workers on PostgreSQL draw the same rounds at once and are killed between any two statements: each round is made once, and released rounds stay."""

import os
import subprocess
import sys

import pytest

from tests.jobs.test_real_workers import ROOT, address_of_database

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]

# Workers are forked, so that each one begins at once; one kills itself before its n-th statement, the other before its m-th, or lives.
PROGRAM = """
import itertools, os, random, sys
import django; django.setup()
from contextlib import suppress
from django.db import connection, connections
from bridge import tasks
from bridge.actions.draws import close_round, discard_draft, enter_late, release_draft, start_swiss, withdraw_entry
from bridge.actions.players import make_guest
from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result
from bridge.actions.sessions import sign_in
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.engine.swiss.check import check
from bridge.engine.swiss.field import Criterion, Settings
from bridge.jobs import queue
from bridge.jobs.again import differences
from bridge.jobs.queue import NotYet
from bridge.jobs.swiss import draw_round
from bridge.mapping.swiss import SwissPlan, draw_of, live_draw
from bridge.models import Draw, Job, Place, Publication, Ranking, Round, Seating
from tests.forked import forked
from tests.swiss_worlds import play_round, release, round_of
from tests.worlds import actor, entries_of, evening, fresh_key, seen, settle

def at_once(*works):
    "Was the first one killed?"
    connections.close_all()
    connection.close_pool()  # a pool's connections must not be shared by what is forked
    workers = [forked(work, statement) for work, statement in works]
    return [os.WIFSIGNALED(os.waitpid(worker, 0)[1]) for worker in workers][0]

def draws(round_):
    "A worker that finds the round wanted, and one that was told of it beside the queue."
    def work():
        tasks.run_waiting()
        with suppress(NotYet):
            draw_round(round_.pk)
        tasks.run_waiting()
        with suppress(NotYet):
            draw_round(round_.pk)
    return work

def come_free():
    queue.release_claims()
    Job.objects.update(due=None)
    settle()

def rows_of(session, number):
    places = Place.objects.live().filter(round__section__session=session, round__number=number)
    draws_of = Draw.objects.live().filter(round__section__session=session, round__number=number)
    return list(places.order_by("pk").values_list("pk", "entry", "side", "seating")), list(draws_of.values_list("pk", "reasons"))

def is_sound(session, number):
    (row,) = Draw.objects.live().filter(round__section__session=session, round__number=number)
    field, drawn = draw_of(row)
    assert check(field, drawn) == ()
    assert drawn.price(Criterion.REMATCHES) == 0 == drawn.price(Criterion.SIT_OUTS), (number, drawn.cost)

def each_statement(session, number):
    "The draw of a round killed before each statement in turn, beside a second worker that lives."
    round_, killed = round_of(session, number), 0
    for statement in range(1, 400):
        draft = live_draw(round_)
        if draft is not None:
            discard_draft(round_, by=actor(), key=fresh_key())
        before = Draw.objects.filter(round=round_).count()
        was_killed = at_once((draws(round_), statement), (draws(round_), statement + 7 if statement % 2 else 10**6))
        come_free()
        assert Draw.objects.filter(round=round_).count() == before + 1, statement
        is_sound(session, number)
        killed += was_killed
        if not was_killed:
            return killed
    raise AssertionError("always killed")

def event(seed, rounds=4, pairs=9):
    rng = random.Random(seed)
    session = evening(pairs=pairs)
    start_swiss(session, entries_of(session), SwissPlan(rounds, 1, settings=Settings(rounds=rounds)), by=actor(), key=fresh_key())
    session.refresh_from_db()
    told, killed = {}, 0
    for number in range(1, rounds + 1):
        round_ = round_of(session, number)
        killed += at_once(*((draws(round_), rng.randrange(1, 90)) for _ in range(2)))
        come_free()
        is_sound(session, number)
        key, at = fresh_key(), seen(session)
        killed += at_once(*((lambda: release_draft(round_, by=actor(), key=key, seen=at), rng.randrange(1, 80)) for _ in range(2)))
        release_draft(round_, by=actor(), key=key, seen=at)  # who pressed in vain presses again
        told[number] = rows_of(session, number)
        play_round(session, number, rng)
        key = fresh_key()
        killed += at_once(*((lambda: close_round(round_, by=actor(), key=key), rng.randrange(1, 40)) for _ in range(2)))
        close_round(round_, by=actor(), key=key)
        if number == 1:
            guests = [make_guest(session.club, f"Late {seed} {name}", by=actor(), key=fresh_key()) for name in "AB"]
            enter_late(session, sign_in(session, guests, by=actor(), key=fresh_key()), by=actor(), key=fresh_key())
        if number == 2:
            withdraw_entry(session, rng.choice(entries_of(session)), by=actor(), key=fresh_key())
        if number > 1:
            earlier = Seating.objects.live().filter(section__session=session, round__number=number - 1)
            seating = rng.choice(list(earlier.select_related("section__session", "round").order_by("pk")))
            report = Report(Contract(3, Strain.N), Seat.N, rng.randrange(5, 13))
            correct_result(seating, seating.first_board, report, reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    come_free()
    assert told == {number: rows_of(session, number) for number in told}
    met = [frozenset(two) for two in met_of(session)]
    assert len(met) == len(set(met))
    rested = list(Place.objects.live().filter(round__section__session=session, seating__isnull=True).values_list("entry", flat=True))
    assert len(rested) == len(set(rested))
    close_session(session, by=actor(), key=fresh_key())
    come_free()
    ranking = Ranking.objects.get(session=session)
    assert list(differences(ranking)) == [] and Publication.objects.filter(ranking=ranking).count() == 1
    assert not Job.objects.exclude(error="").exists()
    return killed

def met_of(session):
    sides = {}
    for seating, entry in Place.objects.live().filter(round__section__session=session, seating__isnull=False).values_list("seating", "entry"):
        sides.setdefault(seating, []).append(entry)
    return sides.values()

if sys.argv[1] == "statements":
    session = evening(pairs=5)
    start_swiss(session, entries_of(session), SwissPlan(3, 1), by=actor(), key=fresh_key())
    session.refresh_from_db()
    settle()
    release(session, 1)
    play_round(session, 1, random.Random(1))
    close_round(round_of(session, 1), by=actor(), key=fresh_key())
    print(each_statement(session, 2))
else:
    print(sum(event(seed) for seed in (1,)))
"""


@pytest.mark.parametrize(("what", "least"), [("statements", 15), ("events", 4)])
def test_two_workers_draw_at_once_and_are_killed(what: str, least: int) -> None:
    environment = os.environ | {"DATABASE_URL": address_of_database(), "CELERY_BROKER_URL": "", "DJANGO_SETTINGS_MODULE": "clubsite.settings"}
    done = subprocess.run([sys.executable, "-c", PROGRAM, what], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert int(done.stdout.strip().splitlines()[-1]) >= least  # they were killed in earnest
