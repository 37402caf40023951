"""A worker that is killed before each of its statements in turn: nothing is lost or doubled, and whoever comes next ends the work."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sites import ROOT

pytestmark = [pytest.mark.sqlite, pytest.mark.skipif(os.name != "posix", reason="signals of a POSIX system")]

# The worker is forked, so that each one begins at once; it kills itself before its n-th statement. Another worker then starts as `work` does.
PROGRAM = """
import os, sys
import django; django.setup()
from django.core.management import call_command
from django.db import connections
call_command("migrate", verbosity=0)
from bridge import tasks
from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.jobs import queue
from bridge.jobs.again import differences
from bridge.mapping.basis import basis_of
from bridge.models import Job, Publication, Ranking, Standing
from tests.forked import forked
from tests.worlds import actor, fresh_key, mitchell_evening, play, seating_at, seen, settle

def rows(standings):
    return sorted((row.entry_id, row.list, row.place, row.is_tied, row.exact, row.total) for row in standings)

def said(tricks):
    return Report(Contract(2, Strain.S), Seat.S, tricks)

session = mitchell_evening(3, boards_per_set=1)
play(session, lambda seating, number: said(6 + (2 * seating.table + number) % 6))
settle()
if sys.argv[1] == "closed":
    close_session(session, by=actor(), key=fresh_key())
    Job.objects.update(due=None)
    settle()
ranking, seating = Ranking.objects.get(session=session), seating_at(session, 2, 2)
for statement in range(1, 500):
    correct_result(seating, seating.first_board, said(5 + statement % 8), reason="again", by=actor(), key=fresh_key(), seen=seen(session))
    connections.close_all()
    worker = forked(tasks.run_waiting, statement)
    was_killed = os.WIFSIGNALED(os.waitpid(worker, 0)[1])
    queue.release_claims()
    for _ in range(3):
        Job.objects.update(due=None)
        settle()
    ranking.refresh_from_db()
    assert ranking.basis == basis_of(ranking), statement
    assert list(differences(ranking)) == [], statement
    assert not Job.objects.exclude(error="").exists(), statement
    versions = list(Publication.objects.order_by("version"))
    assert [each.version for each in versions] == list(range(1, len(versions) + 1)), statement
    told = [rows(Standing.objects.filter(publication=each)) for each in versions]
    assert all(one != other for one, other in zip(told, told[1:])), statement
    assert not told or told[-1] == rows(Standing.objects.filter(ranking=ranking, publication__isnull=True)), statement
    if not was_killed:
        break
print(statement)
"""


@pytest.mark.parametrize("state", ["running", "closed"])
def test_a_worker_killed_before_each_statement(tmp_path: Path, state: str) -> None:
    own = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "CELERY_BROKER_URL"}}
    environment = own | {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "clubsite.settings"}
    done = subprocess.run([sys.executable, "-c", PROGRAM, state], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    assert int(done.stdout.strip().splitlines()[-1]) > 10  # it was killed in earnest
