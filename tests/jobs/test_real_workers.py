"""Real Celery workers over a real broker, on PostgreSQL: standings follow, also when a worker is killed, the broker is away, or a job raises."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import psutil
import pytest
from django.db import connection

from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.jobs.again import differences
from bridge.jobs.queue import failing
from bridge.mapping.basis import basis_of
from bridge.models import Job, Ranking, Seating, Session
from bridge.tasks import ask, score_ranking
from tests.worlds import mitchell_evening, play

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]


def address_of_database() -> str:
    """The address of the database that this test writes to."""
    given = {name: str(value) for name, value in connection.settings_dict.items()}
    port = f":{given['PORT']}" if given["PORT"] else ""
    is_socket = given["HOST"].startswith("/")
    who = f"{quote(given['USER'])}:{quote(given['PASSWORD'])}"
    return f"postgresql://{who}@{'' if is_socket else given['HOST']}{port}/{given['NAME']}{'?host=' + given['HOST'] if is_socket else ''}"


class Workers:
    """A worker and the clock that sweeps, as a federation's server runs them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {"DATABASE_URL": address_of_database()}
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, *which: str) -> None:
        """Start `worker` or `beat`."""
        for name in which:
            options = ["--concurrency=2"] if name == "worker" else [f"--schedule={self.folder / 'schedule'}"]
            with (self.folder / f"{name}.log").open("ab") as log:
                command = [sys.executable, "-m", "celery", "-A", "clubsite", name, *options]
                self.running.append(subprocess.Popen(command, cwd=ROOT, env=self.environment, stdout=log, stderr=log))

    def kill(self) -> None:
        """SIGKILL to all of them and to their children, at once."""
        for process in self.running:
            family = [*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid)]
            for member in family:
                member.send_signal(signal.SIGKILL)
            process.wait(10)
        self.running.clear()

    def told(self) -> str:
        """What they logged."""
        return "".join(path.read_text(encoding="utf-8") for path in sorted(self.folder.glob("*.log")))


@pytest.fixture
def workers(tmp_path: Path, transactional_db: None) -> Iterator[Workers]:
    """Workers for the test's database; whatever runs at the end is killed."""
    crew = Workers(tmp_path)
    yield crew
    crew.kill()


def report_of(seating: Seating, number: int) -> Report:
    """Two spades by South, with tricks that differ from table to table."""
    return Report(Contract(2, Strain.S), Seat.S, 6 + (2 * seating.table + number) % 6)


def wait_until(question: Callable[[], bool], crew: Workers, seconds: float = 120) -> None:
    """Fail with the workers' log where something does not come true in time."""
    until = time.monotonic() + seconds
    while not question():
        assert time.monotonic() < until, crew.told()[-6000:]
        time.sleep(0.1)


def is_exact(session: Session) -> bool:
    """Whether the ranking counts every fact and no job is left."""
    ranking = Ranking.objects.get(session=session)
    return ranking.basis == basis_of(ranking) and not any(job.wanted > job.done for job in Job.objects.all()) and not list(differences(ranking))


def test_standings_follow_by_themselves(workers: Workers) -> None:
    workers.start("worker", "beat")
    session = mitchell_evening(3, boards_per_set=1)
    play(session, report_of)
    wait_until(lambda: is_exact(session), workers)


def test_a_killed_crew_and_lost_messages_cost_a_delay(workers: Workers) -> None:
    """Killed in the middle of an evening, started again: claimed jobs come free when their lease ends, swept jobs need no message."""
    workers.start("worker", "beat")
    session = mitchell_evening(3, boards_per_set=1)
    wait_until(lambda: Ranking.objects.get(session=session).turn > 0, workers)
    workers.kill()
    play(session, report_of)
    Job.objects.filter(lease__isnull=False).update(lease=None)  # as five minutes later
    assert not is_exact(session)
    workers.start("worker", "beat")
    wait_until(lambda: is_exact(session), workers)


def test_a_job_that_raises_keeps_its_error_and_does_not_hold_the_others(workers: Workers) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    ask(score_ranking, 999_999)  # there is no such ranking
    workers.start("worker", "beat")
    play(session, report_of)
    wait_until(lambda: [job.target for job in failing()] == [999_999], workers)
    (job,) = failing()
    assert job.error.strip().endswith("Ranking matching query does not exist.")
    Job.objects.filter(target=999_999).delete()
    wait_until(lambda: is_exact(session), workers)


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_dead_broker_holds_no_slip(scheme: str, tmp_path: Path) -> None:
    """Each of three wishes is written down at once, whether the broker refuses or says nothing."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(0)
        port = silent.getsockname()[1]
        waiting = [socket.socket() for _ in range(4)]  # they fill its queue: the next one hangs
        try:
            for one in waiting:
                one.setblocking(False)
                one.connect_ex(("127.0.0.1", port))
            for address in (f"{scheme}://127.0.0.1:1/", f"{scheme}://127.0.0.1:{port}/"):
                assert max(seconds_of_wishes(address)) < 4  # which is what one try of the client takes by default, and it makes several
        finally:
            for one in waiting:
                one.close()
    assert Job.objects.get(target=7).wanted == 6


def seconds_of_wishes(broker: str) -> list[float]:
    """How long each of three acts takes that asks for a job."""
    program = (
        "import time, django; django.setup()\n"
        "from django.db import transaction\n"
        "from bridge.tasks import ask, score_ranking\n"
        "with transaction.atomic(): pass\n"
        "for _ in range(3):\n"
        "    began = time.monotonic()\n"
        "    with transaction.atomic(): ask(score_ranking, 7)\n"
        "    print(time.monotonic() - began)\n"
    )
    own = os.environ | {"DATABASE_URL": address_of_database(), "CELERY_BROKER_URL": broker}
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=own, capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.split()]
