"""Processes killed in the middle of an evening: every acknowledged slip is there once, and the standings catch up without help."""

import http.client
import http.cookiejar
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import psutil
import pytest

from tests.sites import ROOT, Site, comes_true

pytestmark = [pytest.mark.sqlite, pytest.mark.skipif(os.name != "posix", reason="signals of a POSIX system")]
WORLD = """
import django; django.setup()
import json
from bridge.models import Seating
from tests.worlds import card_at, mitchell_evening
session = mitchell_evening(tables=5, boards_per_set=2)
rows = Seating.objects.live().filter(section__session=session).order_by("round__number", "table")
print(json.dumps({
    "path": f"/c/{session.club.slug}/s/{session.uid}/t/",
    "cards": {table: card_at(session, table) for table in range(1, 6)},
    "seatings": list(rows.values_list("pk", "round__number", "table", "first_board", "last_board")),
}))
"""

SLIP = {"level": "2", "denomination": "H", "doubling": "", "declarer": "N", "lead_suit": "", "lead_rank": "", "result": ""}


@dataclass(frozen=True)
class Evening:
    """Where an evening's tables are, what their cards lead to, and who sits where: (seating, round, table, first board, last board)."""

    folder: Path
    path: str
    cards: dict[str, str]
    seatings: list[tuple[int, int, int, int, int]]

    @property
    def environment(self) -> dict[str, str]:
        """For commands on this evening's own database."""
        own = {name: value for name, value in os.environ.items() if name not in {"SECRET_KEY", "DATABASE_URL", "CELERY_BROKER_URL"}}
        return own | {"DATA_DIR": str(self.folder / "data"), "DJANGO_SETTINGS_MODULE": "clubsite.settings"}

    def manage(self, *command: str) -> subprocess.CompletedProcess[str]:
        """A command of manage.py."""
        return subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)

    def rows(self, query: str) -> list[tuple[object, ...]]:
        """What the database says."""
        with closing(sqlite3.connect(self.folder / "data" / "club.sqlite3", timeout=20)) as database:
            return database.execute(query).fetchall()

    def is_exact(self) -> bool:
        """Whether every ranking counts every fact, to the last digit of a reckoning from scratch."""
        done = self.manage("reckon")
        return done.returncode == 0 and "does not count yet" not in done.stdout


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Five tables, five rounds of two boards."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "data").mkdir()
    (folder / "data" / "secret_key").write_text("the key of this club\n", encoding="utf-8")
    empty = Evening(folder, "", {}, [])
    assert empty.manage("migrate", "--verbosity=0").returncode == 0
    made = subprocess.run([sys.executable, "-c", WORLD], cwd=ROOT, env=empty.environment, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return Evening(folder, **json.loads(made.stdout))


@pytest.fixture
def evening(prepared: Evening, tmp_path: Path) -> Evening:
    """The prepared evening in a folder of its own."""
    shutil.copytree(prepared.folder / "data", tmp_path / "data")
    return replace(prepared, folder=tmp_path)


class Phone(threading.Thread):
    """The phone of one table: enters and agrees each board in turn, and sends again under the same key what was not acknowledged."""

    def __init__(self, evening: Evening, site: Site, table: int) -> None:
        super().__init__(daemon=True)
        self.evening, self.site, self.table = evening, site, table
        self.acknowledged: list[tuple[int, int, int]] = []  # seating, board, tricks
        self.jar = http.cookiejar.CookieJar()
        self.way = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar), Straight())
        self.trouble = ""

    def run(self) -> None:
        """Play the evening."""
        try:
            self.scan()
            self.send("hold/", {})
            for seating, number, table, first, last in self.evening.seatings:
                for board in range(first, last + 1) if table == self.table else ():
                    tricks = 4 + (3 * table + board) % 7
                    self.send(f"{board}/?round={number}", SLIP | {"tricks": str(tricks), "seating": str(seating)})
                    self.send(f"{board}/agree/", {"seating": str(seating), "side": "EW"})
                    self.acknowledged.append((seating, board, tricks))
        except AssertionError as refused:
            self.trouble = str(refused)

    def scan(self) -> None:
        """The card that lies on the table: what it leads to is not opened, that it was scanned is kept."""
        with suppress(urllib.error.HTTPError):
            self.way.open(f"http://127.0.0.1:{self.site.port}{self.evening.cards[str(self.table)]}", timeout=20)

    def send(self, where: str, fields: dict[str, str]) -> None:
        """Post until it is acknowledged."""
        address = f"http://127.0.0.1:{self.site.port}{self.evening.path}{self.table}/"
        key = uuid.uuid4().hex
        until = time.monotonic() + 120
        while time.monotonic() < until:
            try:
                self.way.open(address, timeout=20).read()
                token = next(cookie.value for cookie in self.jar if cookie.name == "csrftoken")
                seen = str(self.evening.rows("SELECT max(head) FROM bridge_journal")[0][0])
                body = urllib.parse.urlencode({"csrfmiddlewaretoken": token, "key": key, "seen": seen, **fields}).encode()
                self.way.open(urllib.request.Request(address + where, body, {"Referer": address}), timeout=20).read()
                raise AssertionError(f"{where}: no redirect after a post")
            except urllib.error.HTTPError as answer:
                if answer.code == 303:
                    return
                assert answer.code >= 500, f"{where}: {answer.code} {answer.read()[-3000:].decode()}"
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.05)
        raise AssertionError(f"{where}: never acknowledged")


class Straight(urllib.request.HTTPRedirectHandler):
    """A redirect is the answer."""

    def redirect_request(self, *answer: object) -> None:
        """Go nowhere."""


@pytest.fixture
def site(evening: Evening) -> Iterator[Site]:
    """The site of this evening."""
    one = Site(evening.folder)
    one.wait()
    yield one
    one.stop()


def child(site: Site, *, serves: bool) -> psutil.Process | None:
    """The process that serves, or the one that works."""
    for process in site.children():
        try:
            is_serving = any(way.status == psutil.CONN_LISTEN for way in process.net_connections("tcp"))
        except psutil.Error:
            continue
        if is_serving == serves:
            return process
    return None


def kill(site: Site, victim: str, folder: Path) -> None:
    """SIGKILL to one process; a killed parent is started again, as the secretary would."""
    if victim == "start":
        os.kill(site.process.pid, signal.SIGKILL)
        site.process.wait(10)
        site.begin(folder)
        site.wait()
        return
    found = child(site, serves=victim == "server")
    if found is not None:
        found.kill()


@pytest.mark.parametrize("victim", ["server", "work", "start"])
def test_kills_in_the_middle_of_an_evening(evening: Evening, site: Site, victim: str) -> None:
    phones = [Phone(evening, site, table) for table in range(1, 6)]
    for phone in phones:
        phone.start()
    for share in (6, 14, 22):
        assert comes_true(lambda share=share: sum(len(phone.acknowledged) for phone in phones) >= share or any(phone.trouble for phone in phones), 120)
        kill(site, victim, evening.folder)
    for phone in phones:
        phone.join(180)
    assert [phone.trouble for phone in phones if phone.trouble or phone.is_alive()] == []
    acknowledged = sorted(slip for phone in phones for slip in phone.acknowledged)
    assert len(acknowledged) == 50
    counted = "SELECT r.seating_id, b.number, r.tricks FROM bridge_result r JOIN bridge_board b ON b.id = r.board_id ORDER BY 1, 2"
    assert evening.rows(counted) == acknowledged
    assert evening.rows("SELECT count(*) FROM bridge_report") == [(50,)]
    assert comes_true(evening.is_exact, 90), evening.manage("reckon").stdout
    assert evening.rows("SELECT kind, error FROM bridge_job WHERE error != ''") == []
