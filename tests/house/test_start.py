"""`manage.py start` from outside, as a club meets it: real processes, real ports, real kills."""

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.sites import Site, comes_true, is_over

POSIX = pytest.mark.skipif(os.name != "posix", reason="signals of a POSIX system")


@pytest.fixture(scope="module")
def used_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a site has after its first start."""
    folder = tmp_path_factory.mktemp("first")
    site = Site(folder)
    site.wait()
    site.stop()
    return folder / "data"


@pytest.fixture
def start(tmp_path: Path, used_folder: Path) -> Iterator[Callable[..., Site]]:
    """Starts sites that were started before, and ends whatever a test leaves running."""
    shutil.copytree(used_folder, tmp_path / "data")
    sites: list[Site] = []

    def begin(*arguments: str, stdin: int = subprocess.DEVNULL, **settings: str) -> Site:
        sites.append(Site(tmp_path, *arguments, stdin=stdin, **settings))
        return sites[-1]

    yield begin
    for site in sites:
        site.stop()


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory, used_folder: Path) -> Iterator[Site]:
    """A site that was started before, after its cards were printed at another address: for tests that only ask it."""
    folder = tmp_path_factory.mktemp("standing")
    shutil.copytree(used_folder, folder / "data")
    (folder / "data" / "cards_address").write_text("http://192.168.77.7:8000", encoding="utf-8")
    site = Site(folder)
    site.wait()
    yield site
    site.stop()


def test_a_second_start_answers_that_all_is_well(standing: Site) -> None:
    assert json.loads(standing.ask()[1]) == {"database": True, "migrations": True, "failing": {}, "second_copy": True}


def test_the_first_link_opens_and_static_files_are_served(standing: Site) -> None:
    told = standing.printed.read_text(encoding="utf-8")
    link = re.search(r"http://localhost:\d+(/first/\S+/)", told)
    assert link, told
    assert standing.ask(link[1])[0] == 200
    assert standing.ask("/first/first:invented/")[0] != 200
    styles = re.findall(rb'href="(/static/[^"]+\.css)"', standing.ask(link[1])[1])
    assert styles and all(standing.ask(style.decode())[0] == 200 for style in styles)


def test_it_answers_to_its_own_names_alone(standing: Site) -> None:
    told = re.search(r"reach the club at  http://([^:\s]+)", standing.printed.read_text(encoding="utf-8"))
    assert told
    assert standing.ask(host=f"{told[1]}:{standing.port}")[0] == 200
    assert standing.ask(host="elsewhere.example")[0] == 400


def test_it_says_when_the_printed_cards_lead_elsewhere(standing: Site) -> None:
    assert "The printed table cards say  http://192.168.77.7:8000" in standing.printed.read_text(encoding="utf-8")


def test_a_taken_port_is_one_sentence(start: Callable[..., Site], tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        site = start("--port", str(taken.getsockname()[1]))
        assert site.process.wait(30) == 1
    told = site.printed.read_text(encoding="utf-8").strip().splitlines()
    assert len(told) == 1 and "is taken" in told[0] and "--port" in told[0]


@POSIX
@pytest.mark.parametrize(("typed", "goes_on"), [("\n", True), ("n\n", False)])
def test_a_person_at_a_terminal_is_asked_about_another_port(start: Callable[..., Site], typed: str, goes_on: bool) -> None:
    keyboard, terminal = os.openpty()
    with socket.socket() as taken, os.fdopen(keyboard, "wb", buffering=0) as keys:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        keys.write(typed.encode())
        site = start("--port", str(port), stdin=terminal)
        os.close(terminal)
        asked = re.compile(rf"Port {port} is taken by another program \(or this one runs already\)\. Use (\d+)\? \[Y/n\]")
        assert comes_true(lambda: bool(asked.search(site.printed.read_text(encoding="utf-8"))), 30)
        found = asked.search(site.printed.read_text(encoding="utf-8"))
        assert found
        if goes_on:
            site.port = int(found[1])
            site.wait()
        else:
            assert site.process.wait(30) == 1


def test_a_folder_that_takes_nothing_is_one_sentence(start: Callable[..., Site], tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "data")
    (tmp_path / "data").write_text("a file where the folder should be", encoding="utf-8")
    site = start()
    assert site.process.wait(30) == 1
    told = site.printed.read_text(encoding="utf-8").strip().splitlines()
    assert len(told) == 1 and "DATA_DIR" in told[0]


def is_silent(port: int) -> bool:
    """Does nobody listen there? A server's own child closes its ears a moment after its parent."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


@POSIX
def test_children_end_with_a_parent_that_was_killed(start: Callable[..., Site]) -> None:
    site = start()
    site.wait()
    assert comes_true(lambda: len(site.children()) == 2)
    children = site.children()
    os.kill(site.process.pid, signal.SIGKILL)
    assert comes_true(lambda: all(is_over(child) for child in children)), children
    assert comes_true(lambda: is_silent(site.port))


@POSIX
def test_a_killed_child_comes_back(start: Callable[..., Site]) -> None:
    site = start()
    site.wait()
    assert comes_true(lambda: len(site.children()) == 2)
    before: set[int] = set()
    for _ in range(3):  # in a row: nobody gives up
        now = {child.pid for child in site.children()} - before
        before |= now
        for pid in now:
            os.kill(pid, signal.SIGKILL)
        assert comes_true(lambda old=frozenset(before): len({child.pid for child in site.children()} - old) == 2, 60)
        assert comes_true(lambda: answers(site), 60)
    site.stop()
    assert site.process.returncode == 0


def answers(site: Site) -> bool:
    """Whether the site is ready at this moment."""
    try:
        return site.ask()[0] == 200
    except OSError:
        return False


def test_a_failing_job_shows_and_the_site_stays_ready(start: Callable[..., Site], tmp_path: Path) -> None:
    site = start()
    site.wait()
    with closing(sqlite3.connect(tmp_path / "data" / "club.sqlite3", timeout=20)) as database:
        database.execute("INSERT INTO bridge_job (kind, target, wanted, done, tries, error) VALUES ('bridge.score_ranking', 1, 2, 1, 3, 'ZeroDivisionError')")
        database.commit()
    assert site.ask() == (200, b'{"database": true, "migrations": true, "failing": {"bridge.score_ranking": 1}, "second_copy": true}')
