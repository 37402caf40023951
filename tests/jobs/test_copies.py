"""Copies of the database: complete while people write, kept in number, brought back elsewhere, refused when they are none."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection, connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from bridge.actions.publishing import close_session
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.jobs.copies import KEPT, NoCopy, bring_back, copies, copy_database, without_twin
from bridge.models import Club, Job, Player, Round
from tests.worlds import actor, club_with_members, fresh_key, mitchell_evening, play, settle

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def own_folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    (settings.DATA_DIR / "secret_key").write_text("the key of this club\n", encoding="utf-8")
    return tmp_path


def content(path: Path, folder: Path) -> list[str]:
    """The players' names in a copy."""
    with zipfile.ZipFile(path) as packed:
        packed.extractall(folder)
    with closing(sqlite3.connect(folder / "club.sqlite3")) as database:
        return sorted(row[0] for row in database.execute("SELECT name_native FROM bridge_player"))


def test_a_copy_has_everything_committed_and_the_key(own_folder: Path) -> None:
    club_with_members(6)
    made = copy_database("asked")
    assert content(made.path, own_folder / "out") == sorted(Player.objects.values_list("name_native", flat=True))
    assert (own_folder / "out" / "secret_key").read_text(encoding="utf-8") == "the key of this club\n"
    assert made.path.stat().st_mode & 0o077 == 0
    assert (made.twin, made.problem) == (None, "")


def test_a_copy_taken_while_somebody_writes_has_what_was_committed(own_folder: Path) -> None:
    club_with_members(6)
    writer = connections.create_connection("default")
    try:
        with writer.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            cursor.execute("DELETE FROM bridge_membership")
            made = copy_database("asked")
            cursor.execute("ROLLBACK")
    finally:
        writer.close()
    with zipfile.ZipFile(made.path) as packed:
        packed.extractall(own_folder / "out")
    with closing(sqlite3.connect(own_folder / "out" / "club.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM bridge_membership").fetchone() == (6,)


def test_the_last_twenty_stay_in_both_folders(settings: Settings, own_folder: Path) -> None:
    settings.BACKUP_DIR = own_folder / "stick"
    made = [copy_database("round").path.name for _ in range(KEPT + 2)]
    kept = sorted(made[2:], reverse=True)
    assert [path.name for path in copies()] == kept
    assert sorted((path.name for path in settings.BACKUP_DIR.iterdir()), reverse=True) == kept
    assert without_twin() is None


def test_copies_that_a_wrong_clock_dated_ahead_push_no_new_one_out(own_folder: Path) -> None:
    folder = own_folder / "data" / "backups"
    folder.mkdir()
    for second in range(20):
        (folder / f"club-20991231-2359{second:02d}-000000-round.zip").write_bytes(b"made while the clock was wrong")
    made = copy_database("round")
    assert made.path.is_file() and copies()[0] == made.path and len(copies()) == 20
    ahead = f"{datetime.now(UTC) + timedelta(hours=1):club-%Y%m%d-%H%M%S}"  # the clock has gone back an hour
    for micro in range(20):
        (folder / f"{ahead}-{micro:06d}-round.zip").write_bytes(b"made before the clock was put back")
    made = copy_database("round")
    assert made.path.is_file() and len(copies()) == 20


def test_a_stick_that_is_not_in_costs_the_second_copy_only(settings: Settings, own_folder: Path, client: Client) -> None:
    session = mitchell_evening(3)
    (own_folder / "nothing").write_text("a file where the stick should be", encoding="utf-8")
    settings.BACKUP_DIR = own_folder / "nothing" / "stick"
    made = copy_database("round")
    assert made.path.is_file() and made.twin is None and "BACKUP_DIR" in made.problem
    assert without_twin() == made.path
    os.utime(made.path, (0, 0))  # no slow stick any more
    client.force_login(actor().account)
    assert "is the stick in?" in client.get(reverse("close", args=[session.club.slug, session.uid])).content.decode()


def test_the_place_where_a_stick_hung_in_takes_no_copy_without_it(settings: Settings, own_folder: Path) -> None:
    if not os.path.isdir("/dev/shm") or os.stat("/dev/shm").st_dev == own_folder.stat().st_dev:
        pytest.skip("there is one disk only")
    place = settings.BACKUP_DIR = own_folder / "stick"
    with tempfile.TemporaryDirectory(dir="/dev/shm") as stick:
        place.symlink_to(stick)
        assert copy_database("round").twin is not None
        place.unlink()
    for is_made in (False, True):
        if is_made:
            place.mkdir()
        made = copy_database("round")
        assert (made.twin, without_twin()) == (None, made.path) and "put the stick in again" in made.problem
    assert list(place.iterdir()) == []


def test_a_disk_without_room_is_one_sentence_and_nothing_half_done_stays(own_folder: Path) -> None:
    resource = pytest.importorskip("resource")  # a POSIX system says how long a file may grow
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        with pytest.raises(NoCopy, match=r"could not be written to .*: see that there is room"):
            copy_database("asked")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list((own_folder / "data" / "backups").iterdir()) == []


def test_brought_back_it_is_as_it_was(settings: Settings, own_folder: Path) -> None:
    club_with_members(4)
    before = sorted(Player.objects.values_list("name_native", flat=True))
    made = copy_database("asked")
    Player.objects.update(name_native="Somebody Else")
    (settings.DATA_DIR / "secret_key").write_text("another key\n", encoding="utf-8")
    bring_back(made.path)
    assert sorted(Player.objects.values_list("name_native", flat=True)) == before
    assert (settings.DATA_DIR / "secret_key").read_text(encoding="utf-8") == "the key of this club\n"
    assert [path.name.rpartition("-")[2] for path in copies()] == ["restore.zip", "asked.zip"]


def test_a_running_evening_is_copied_at_its_start_after_its_rounds_and_at_its_end() -> None:
    session = mitchell_evening(tables=3)
    settle()
    assert [path.stem.rpartition("-")[2] for path in copies()] == ["round"]
    job = Job.objects.get(kind="bridge.copy_database", target=session.pk)
    assert job.due == Round.objects.get(section__session=session, number=1).closes
    Job.objects.filter(pk=job.pk).update(due=timezone.now())
    settle()
    assert [path.stem.rpartition("-")[2] for path in copies()] == ["round", "round"]
    play(session, lambda seating, number: Report(Contract(1, Strain.N), Seat.S, 7))
    Round.objects.filter(section__session=session).update(opens=timezone.now(), closes=timezone.now())
    close_session(session, by=actor(), key=fresh_key())
    settle()
    assert [path.stem.rpartition("-")[2] for path in copies()] == ["session", "round", "round"]
    job.refresh_from_db()
    assert (job.wanted - job.done, job.error) == (0, "")


@pytest.mark.parametrize("kind", ["nothing", "text", "empty zip", "torn zip", "no database", "another database", "newer"])
def test_what_is_no_copy_changes_nothing(own_folder: Path, kind: str) -> None:
    club_with_members(2)
    path = own_folder / "copy.zip"
    made = copy_database("asked").path
    if kind == "text":
        path.write_text("Dear secretary", encoding="utf-8")
    elif kind == "torn zip":
        path.write_bytes(made.read_bytes()[:-400])
    elif kind != "nothing":
        with zipfile.ZipFile(path, "w") as packed:
            if kind != "empty zip":
                packed.writestr("club.sqlite3", other_database(own_folder, made, kind))
    with pytest.raises(NoCopy):
        bring_back(path)
    assert Club.objects.count() == 1
    assert copies() == [made]


def other_database(folder: Path, made: Path, kind: str) -> bytes:
    """The bytes of something that is no database of this program's."""
    path = folder / "club.sqlite3"
    if kind == "no database":
        return b"SQLite format 3\x00 and then nothing that it would be"
    if kind == "newer":
        shutil.unpack_archive(made, folder)
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE IF NOT EXISTS django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)")
        app = "bridge" if kind == "newer" else "shop"
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, '9999_of_the_future', '2030-01-01')", [app])
        database.commit()
    return path.read_bytes()


def test_the_commands_carry_a_club_to_another_computer(own_folder: Path) -> None:
    club_with_members(5, name="Millpond")
    expected = sorted(Player.objects.values_list("name_native", flat=True))
    own = {name: value for name, value in os.environ.items() if name not in {"SECRET_KEY", "DATABASE_URL"}}
    here = own | {"SECRET_KEY": "here", "DATA_DIR": str(own_folder / "data"), "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}"}
    there = own | {"DATA_DIR": str(own_folder / "there")}  # where nothing was started yet
    made = manage("backup", here)
    told = manage("restore", there, made)
    assert told.startswith(f"The club is as it was in {made}.")
    with closing(sqlite3.connect(own_folder / "there" / "club.sqlite3")) as database:
        assert sorted(row[0] for row in database.execute("SELECT name_native FROM bridge_player")) == expected
    assert (own_folder / "there" / "secret_key").read_text(encoding="utf-8") == "the key of this club\n"


def manage(command: str, environment: dict[str, str], *arguments: str) -> str:
    """What a command prints."""
    done = subprocess.run([sys.executable, "manage.py", command, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
