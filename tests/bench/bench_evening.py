"""`python -m tests.bench.bench_evening [--postgres] [--tables N] [--rounds N]`: an evening of 100 tables and 27 boards, entered as fast as its phones can.

The site is served by `manage.py start`: on SQLite with its own `work` beside it, on PostgreSQL with a Celery worker and the clock that sweeps. Every
table's phone takes its slips and sends each board's report and the other side's answer as static/slip.js does, the next one when the last is
acknowledged. Before and after that the same phones send as many posts to the floor (`tests.bench.floor`), which writes the same rows for another
evening of the same site.

Exit 1 where a post fails, is lost or doubled; where the pages take more than twice the floor's time; where the last hundred posts take more than 20 %
longer than the first; where standings are more than 2 seconds behind at the 95th percentile of looks taken all the while; or where they are not exact
in the end.

Measured on two cores with nothing else running, 100 tables and 9 rounds: on SQLite in four runs 580 to 653 posts a second, 59 to 64 % of the floor, the
last hundred 0.87 to 0.98 times as long as the first, standings 0.4 s behind. On PostgreSQL with four threads 389 and 415 posts a second, 66 and 64 % of the
floor, 0.97 and 0.70, standings 0.7 s behind. Nothing lost, doubled or failed. Other work on the machine costs the pages more than the floor.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.servers import servers
from tests.sites import ROOT, Site, comes_true

WORLD = """
import sys, json, django; django.setup()
from bridge.engine.movements.families import make_movement, order_of
from bridge.models import Board, Ranking, Seating
from tests.worlds import card_at, club_with_members, evening, started
tables, rounds = int(sys.argv[1]), int(sys.argv[2])
club = club_with_members(4 * tables)
told = []
for _ in range(2):
    session = started(evening(club, pairs=2 * tables), make_movement(order_of("web", tables, rounds)), boards_per_set=3)
    rows = Seating.objects.live().filter(section__session=session).order_by("round__number", "table")
    boards = Board.objects.filter(set__sections__session=session)
    told.append({
        "path": f"/c/{club.slug}/s/{session.uid}/t/", "journal": session.journal.pk, "ranking": Ranking.objects.get(session=session).pk,
        "cards": {table: card_at(session, table) for table in range(1, tables + 1)},
        "boards": dict(boards.values_list("number", "pk")),
        "seatings": list(rows.values_list("pk", "round__number", "table", "first_board", "last_board")),
    })
print(json.dumps(told))
"""
# One line a look: the evening's newest act that made a result count, and the act up to which its standings are true.
LOOKS = """
import sys, time, django; django.setup()
from bridge.models import Act, Ranking
ranking, journal = int(sys.argv[1]), int(sys.argv[2])
counting = Act.objects.filter(journal=journal, kind="agree_result").order_by("-pk").values_list("pk", flat=True)
while True:
    basis = Ranking.objects.values_list("basis", flat=True).get(pk=ranking)
    print(time.monotonic(), counting.first() or 0, basis.get(str(journal), 0), flush=True)
    time.sleep(0.1)
"""
COUNTS = """
import sys, json, django; django.setup()
from bridge.models import Act, Report, Result
of = {"seating__section__session__journal": int(sys.argv[1])}
told = {"acts": Act.objects.filter(journal=sys.argv[1], kind__in=["report_result", "agree_result"]).count(), "reports": Report.objects.filter(**of).count()}
print(json.dumps(told | {"results": sorted(Result.objects.filter(**of).values_list("seating", "board__number", "tricks"))}))
"""
SLIP = {"level": "2", "denomination": "H", "doubling": "", "declarer": "N", "lead_suit": "", "lead_rank": "", "result": ""}


@dataclass(frozen=True, slots=True)
class Evening:
    """One evening in the database; `cards` lead to its tables, `seatings` are (id, round, table, first board, last board)."""

    path: str
    journal: int
    ranking: int
    cards: dict[str, str]
    boards: dict[str, int]
    seatings: list[tuple[int, int, int, int, int]]

    def slips(self) -> Iterator[tuple[int, int, int, int, int]]:
        """Every slip in the order of play: table, round, seating, board, tricks."""
        for seating, number, table, first, last in self.seatings:
            for board in range(first, last + 1):
                yield table, number, seating, board, 4 + (3 * table + 5 * board) % 8


@dataclass(slots=True)
class Place:
    """Where the site runs, and the environment of programs that look at its database."""

    folder: Path
    environment: dict[str, str]
    running: ExitStack

    def run(self, *command: str) -> str:
        """What a program prints that ended well."""
        done = subprocess.run([sys.executable, *command], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
        return done.stdout

    def spawn(self, *command: str, out: Any = None) -> "subprocess.Popen[str]":
        """A program that runs until the place is left."""
        with (self.folder / f"{len(list(self.folder.glob('*.log')))}.log").open("w") as log:
            process = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=self.environment, text=True, stdout=out or log, stderr=log)
        self.running.callback(process.wait, 20)
        self.running.callback(process.terminate)
        return process


class Looks(threading.Thread):
    """How far the standings are behind, looked at ten times a second until the place is left."""

    def __init__(self, place: Place, evening: Evening) -> None:
        super().__init__(daemon=True)
        self.program = place.spawn("-c", LOOKS, str(evening.ranking), str(evening.journal), out=subprocess.PIPE)
        self.seen: list[tuple[float, int, int]] = []  # when, newest counting act, basis

    def run(self) -> None:
        """Read what the program sees."""
        for line in self.program.stdout or ():
            when, head, basis = line.split()
            self.seen.append((float(when), int(head), int(basis)))

    def behind(self, begun: float, ended: float) -> list[float]:
        """At each look in a stretch of time: seconds since the first result that was in and that the standings did not count."""
        found = []
        for when, _, basis in self.seen:
            if begun <= when <= ended:
                missing = next((earlier for earlier, newest, _ in self.seen if newest > basis), when)
                found.append(max(0.0, when - missing))
        return found


class Wire:
    """One phone's connection, kept open, with its cookies."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def renew(self) -> None:
        """Connect anew with the next request: the server closes what was idle for a while."""
        if self.streams is not None:
            self.streams[1].close()
        self.streams = None

    async def ask(self, method: str, address: str, fields: dict[str, str] | None = None) -> tuple[int, bytes]:
        """Status and body."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        body = urlencode(fields or {}).encode()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        writer.write(
            f"{method} {address} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\nX-CSRFToken: {self.cookies.get('csrftoken', '')}\r\nX-Slips: 1\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        for name, value in re.findall(r"(?mi)^set-cookie:\s*([^=]+)=([^;\r]*)", head):
            self.cookies[name] = value
        length = re.search(r"(?mi)^content-length:\s*(\d+)", head)
        return int(head.split(" ", 2)[1]), await reader.readexactly(int(length[1])) if length else b""


@dataclass(slots=True)
class Stretch:
    """Posts sent one after the other by every phone at once, with the moment of each acknowledgement."""

    acknowledged: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    begun: float = 0.0

    async def send(self, wire: Wire, address: str, fields: dict[str, str]) -> bytes:
        """One post; what it answered."""
        asked = time.monotonic()
        status, body = await wire.ask("POST", address, fields)
        now = time.monotonic()
        self.acknowledged.append(now)
        self.waits.append(now - asked)
        if status not in (200, 204):
            self.troubles.append(f"{status} {address} {body[:300]!r}")
        return body

    def play(self, parts: "list[Callable[[Stretch], Any]]") -> None:
        """Send everything; each part is one phone's."""

        async def all_at_once() -> None:
            await asyncio.gather(*(part(self) for part in parts))

        self.begun = time.monotonic()
        LOOP.run_until_complete(all_at_once())

    @property
    def rate(self) -> float:
        """Posts a second."""
        return len(self.acknowledged) / (self.acknowledged[-1] - self.begun)


LOOP = asyncio.new_event_loop()


def key_of(*parts: object) -> str:
    """The key of a slip."""
    return "bench-" + "-".join(str(part) for part in parts)


class Phone:
    """The phone of a table in both evenings."""

    def __init__(self, wire: Wire, table: int) -> None:
        self.wire, self.table = wire, table

    async def hold(self, evening: Evening) -> None:
        """Scan the table's card and take its slips."""
        await self.wire.ask("GET", evening.cards[str(self.table)])
        address = f"{evening.path}{self.table}/"
        await self.wire.ask("GET", address)
        status, body = await self.wire.ask("POST", address + "hold/", {"key": key_of("hold", self.table), "seen": "0"})
        assert status == 303, body
        status, body = await self.wire.ask("GET", address)
        assert status == 200, body

    def pages(self, evening: Evening) -> Callable[[Stretch], Any]:
        """Its evening through the pages."""

        async def part(stretch: Stretch) -> None:
            self.wire.renew()
            seen = ""
            for table, number, seating, board, tricks in evening.slips():
                if table != self.table:
                    continue
                address, reported = f"{evening.path}{table}/{board}/", key_of("report", seating, board)
                own = {"seating": str(seating), "seen": seen, "keep": "1"}
                body = await stretch.send(self.wire, f"{address}?round={number}", SLIP | own | {"key": reported, "tricks": str(tricks)})
                self._expect(stretch, body, "waiting")
                body = await stretch.send(self.wire, address + "agree/", own | {"key": key_of("agree", seating, board), "after": reported, "side": "EW"})
                seen = self._expect(stretch, body, "agreed")

        return part

    def _expect(self, stretch: Stretch, body: bytes, state: str) -> str:
        told = json.loads(body or b"{}")
        if told.get("state") != state:
            stretch.troubles.append(f"not {state}: {body[:300]!r}")
        return str(told.get("seen", 0))

    def floor(self, evening: Evening, rounds: range) -> Callable[[Stretch], Any]:
        """Some rounds of the other evening over the floor."""

        async def part(stretch: Stretch) -> None:
            self.wire.renew()
            for table, number, seating, board, tricks in evening.slips():
                if table == self.table and number in rounds:
                    address = f"/floor/{evening.journal}/{seating}/{evening.boards[str(board)]}/"
                    slip = SLIP | {"seating": str(seating), "seen": "0", "tricks": str(tricks)}
                    await stretch.send(self.wire, address, slip | {"key": key_of("report", seating, board)})
                    await stretch.send(self.wire, f"{address}{evening.ranking}/", slip | {"key": key_of("agree", seating, board)})

        return part


@contextmanager
def place(*, on_postgres: bool) -> Iterator[Place]:
    """A folder, and on PostgreSQL the servers and the crew of a federation."""
    with ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="bridge-bench-")))
        (folder / "data").mkdir()
        (folder / "data" / "secret_key").write_text("the key of this bench\n", encoding="utf-8")
        urls = running.enter_context(servers()) if on_postgres else {}
        own = {name: value for name, value in os.environ.items() if name not in {"SECRET_KEY", "DATABASE_URL", "CELERY_BROKER_URL"}}
        settings = {"DATA_DIR": str(folder / "data"), "DJANGO_SETTINGS_MODULE": "tests.bench.floor_settings"}
        yield Place(folder, own | urls | settings, running)


def serve(at: Place, *, on_postgres: bool) -> Site:
    """The site, ready, and its workers."""
    site = Site(at.folder, **at.environment)
    at.running.callback(site.stop)
    site.wait()
    if on_postgres:
        at.spawn("-m", "celery", "-A", "clubsite", "worker", "--concurrency=1")
        at.spawn("-m", "celery", "-A", "clubsite", "beat", f"--schedule={at.folder / 'schedule'}")
    return site


@dataclass(slots=True)
class Verdict:
    """What was asked of the evening, and whether it is so."""

    failed: bool = False

    def tell(self, what: str, *, holds: bool = True) -> None:
        """Print a line."""
        self.failed |= not holds
        print(f"{'      ' if holds else 'FAILED'} {what}", flush=True)


def judge_posts(verdict: Verdict, at: Place, evening: Evening, real: Stretch, floors: list[Stretch]) -> None:
    """Nothing lost, doubled or failed; as fast as half the floor, to the end."""
    slips = sorted((seating, board, tricks) for _, _, seating, board, tricks in evening.slips())
    counts = json.loads(at.run("-c", COUNTS, str(evening.journal)))
    for trouble in [trouble for stretch in (real, *floors) for trouble in stretch.troubles][:5]:
        verdict.tell(trouble, holds=False)
    stored = [tuple(result) for result in counts["results"]]
    kept = stored == slips and counts["reports"] == len(slips) and counts["acts"] == len(real.acknowledged) == 2 * len(slips)
    verdict.tell(f"{len(real.acknowledged)} posts, {counts['acts']} acts, {counts['reports']} reports, {len(stored)} results of {len(slips)} slips", holds=kept)
    floor = sum(len(each.acknowledged) for each in floors) / sum(each.acknowledged[-1] - each.begun for each in floors)
    share = real.rate / floor
    verdict.tell(f"{real.rate:.0f} posts a second, the floor {floor:.0f}: {100 * share:.0f} % (at least 50 %)", holds=share >= 0.5)
    times = real.acknowledged
    first, last = times[99] - real.begun, times[-1] - times[-101]
    verdict.tell(f"the first hundred took {first:.2f} s, the last {last:.2f} s ({last / first:.2f}, at most 1.20)", holds=last <= 1.2 * first)
    waits = sorted(real.waits)
    verdict.tell(f"a post was answered after {1000 * waits[len(waits) // 2]:.0f} ms (median), {1000 * waits[-1]:.0f} ms at worst")


def main() -> int:
    """Measure and print; exit code."""
    asked = argparse.ArgumentParser(prog="bench_evening")
    asked.add_argument("--postgres", action="store_true", help="on PostgreSQL with a Celery worker")
    asked.add_argument("--tables", type=int, default=100)
    asked.add_argument("--rounds", type=int, default=9, help="of three boards each")
    told = asked.parse_args()
    verdict = Verdict()
    with place(on_postgres=told.postgres) as at:
        at.run("manage.py", "migrate", "--verbosity=0")
        real, other = (Evening(**each) for each in json.loads(at.run("-c", WORLD, str(told.tables), str(told.rounds))))
        site = serve(at, on_postgres=told.postgres)
        looks = Looks(at, real)
        looks.start()
        phones = [Phone(Wire(site.port), table) for table in range(1, told.tables + 1)]
        for phone in phones:
            LOOP.run_until_complete(phone.hold(real))
        before, evening, after = Stretch(), Stretch(), Stretch()
        half = told.rounds // 2 + 1
        before.play([phone.floor(other, range(1, half)) for phone in phones])
        evening.play([phone.pages(real) for phone in phones])
        after.play([phone.floor(other, range(half, told.rounds + 1)) for phone in phones])
        judge_posts(verdict, at, real, evening, [before, after])
        behind = sorted(looks.behind(evening.begun, evening.acknowledged[-1]))
        late = behind[len(behind) * 95 // 100]
        verdict.tell(f"standings {late:.2f} s behind at the 95th percentile of {len(behind)} looks (at most 2), {behind[-1]:.2f} s at worst", holds=late <= 2)
        exact = comes_true(lambda: looks.seen[-1][1] <= looks.seen[-1][2], 60) and "does not count yet" not in at.run("manage.py", "reckon")
        verdict.tell("standings exact to the last digit of a reckoning from scratch", holds=exact)
    return 1 if verdict.failed else 0


if __name__ == "__main__":
    sys.exit(main())
