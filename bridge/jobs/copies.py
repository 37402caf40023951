"""Copies of the club's database: taken while people write, carried on a stick, brought back on this computer or another one.

A copy is one file. With SQLite it is a zip of the database and of what phones and sessions are signed with, so that they go on after it is brought
back elsewhere; with PostgreSQL it is what `pg_dump` writes.
Copies hold secrets as the database does: who has one has the club.
"""

import logging
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.models import Min
from django.utils import timezone

from bridge.models import Job, Round, Session, SessionState

KEPT = 20
log = logging.getLogger("bridge.copies")
_DATABASE = "club.sqlite3"
_ON_A_STICK = "on_a_stick"  # beside the copies: the BACKUP_DIR that was on another disk
_CARRIED = ("secret_key", "cards_address")  # files of DATA_DIR that go with the database
_NAME = re.compile(r"club-\d{8}-\d{6}-\d{6}-[a-z_]+\.(zip|dump)$")


class NoCopy(Exception):
    """A copy that could not be made or brought back; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy that was made: its file, its twin in BACKUP_DIR if that is set, and why the twin is missing if it is."""

    path: Path
    twin: Path | None
    problem: str


def copy_database(why: str) -> Copy:
    """A new copy in DATA_DIR/backups, and in BACKUP_DIR if set; the last 20 of each folder stay.

    why      one word of small letters for the file's name: start, round, session, asked, restore
    raises   NoCopy when the first folder cannot take it; a stick that is not in only leaves `problem`
    """
    folder = settings.DATA_DIR / "backups"
    path = folder / f"{_stamp(datetime.now(UTC))}-{why}.{'dump' if _is_postgres() else 'zip'}"
    half = path.with_suffix(".half")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (_dump_postgres if _is_postgres() else _pack_sqlite)(half)
        os.replace(half, path)
    except (OSError, sqlite3.Error) as trouble:
        reason = trouble.strerror if isinstance(trouble, OSError) else trouble
        raise NoCopy(f"The copy could not be written to {folder} ({reason}): see that there is room and that you may write there.") from trouble
    finally:
        _forget_half(half)
    _forget_old(folder, path.name)
    if settings.BACKUP_DIR is None:
        return Copy(path, None, "")
    twin = settings.BACKUP_DIR / path.name
    half = twin.with_suffix(".half")
    try:
        if _has_lost_its_stick(settings.BACKUP_DIR):
            return Copy(path, None, f"BACKUP_DIR {settings.BACKUP_DIR} took no copy (it was on another disk before: put the stick in again).")
        settings.BACKUP_DIR.mkdir(exist_ok=True)  # no parents: where a stick was pulled out its place is not made on this computer's own disk
        shutil.copyfile(path, half)
        os.replace(half, twin)
        if not _is_on_own_disk(settings.BACKUP_DIR):
            (folder / _ON_A_STICK).write_text(str(settings.BACKUP_DIR), encoding="utf-8")
        _forget_old(settings.BACKUP_DIR, path.name)
    except OSError as trouble:
        return Copy(path, None, f"BACKUP_DIR {settings.BACKUP_DIR} took no copy ({trouble.strerror}).")
    finally:
        _forget_half(half)
    return Copy(path, twin, "")


def copy_after_round(session_id: int) -> None:
    """A copy when a session begins, and from then on by itself when each of its rounds should be over; one more when it is closed.

    The job of SQLite's clubs: a federation's PostgreSQL is copied by its own people.
    """
    if _is_postgres():
        return
    session = Session.objects.get(pk=session_id)
    made = copy_database("session" if session.state == SessionState.CLOSED else "round")
    if made.problem:
        log.warning("%s", made.problem)  # not an error that is tried again: each try would push an older copy out
    closes = Round.objects.filter(section__session=session, closes__gt=timezone.now()).aggregate(next=Min("closes"))["next"]
    if session.state == SessionState.RUNNING and closes is not None:
        Job.objects.want("bridge.copy_database", session_id, closes)


def _is_on_own_disk(folder: Path) -> bool:
    return (folder if folder.exists() else folder.parent).stat().st_dev == settings.DATA_DIR.stat().st_dev


def _has_lost_its_stick(folder: Path) -> bool:
    """Was the folder on another disk when it last took a copy, and is it, or would it be made, on the club's own now? So it is where a stick hangs in."""
    kept = settings.DATA_DIR / "backups" / _ON_A_STICK
    return kept.is_file() and kept.read_text(encoding="utf-8") == str(folder) and _is_on_own_disk(folder)


def without_twin() -> Path | None:
    """The newest copy, where BACKUP_DIR is set and does not have it: for the secretary's page and for `/healthz`."""
    second: Path | None = settings.BACKUP_DIR
    newest = next(iter(copies()), None) if second is not None else None
    return None if second is None or newest is None or (second / newest.name).is_file() else newest


def copies() -> list[Path]:
    """The copies in DATA_DIR/backups, the newest first."""
    return _copies_in(settings.DATA_DIR / "backups")


def _stamp(moment: datetime) -> str:
    return f"club-{moment:%Y%m%d-%H%M%S-%f}"


def _copies_in(folder: Path) -> list[Path]:
    """The newest first; behind them those whose names tell a time to come: the clock was wrong when they were made. Two computers may be some hours apart."""
    tomorrow = _stamp(datetime.now(UTC) + timedelta(days=1))
    found = [path for path in folder.iterdir() if _NAME.match(path.name)] if folder.is_dir() else []
    return sorted(found, key=lambda path: (path.name < tomorrow, path.name), reverse=True)


def _forget_half(half: Path) -> None:
    """What was begun and not ended takes no room where there may be none left."""
    with suppress(OSError):
        half.unlink(missing_ok=True)


def _forget_old(folder: Path, made: str) -> None:
    """The last ones stay, the one just made in any case: the clock may have gone back since the others."""
    others = [path for path in _copies_in(folder) if path.name != made]
    for path in others[KEPT - 1 :]:
        path.unlink(missing_ok=True)


def _is_postgres() -> bool:
    return connections[DEFAULT_DB_ALIAS].vendor == "postgresql"


def _live_file() -> Path:
    return Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])


def _pack_sqlite(path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        copied = Path(folder) / _DATABASE
        with closing(sqlite3.connect(_live_file())) as live, closing(sqlite3.connect(copied)) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
            packed.write(copied, _DATABASE)
            for name in _CARRIED:
                if (settings.DATA_DIR / name).is_file():
                    packed.write(settings.DATA_DIR / name, name)
    path.chmod(0o600)


def bring_back(path: Path) -> None:
    """The database is what it was when the copy was made; what was there before is copied first. Newer migrations are the caller's to apply.

    raises   NoCopy when the file is no copy of this program, is damaged, or was made by a newer version
    """
    if not path.is_file():
        raise NoCopy(f"There is no file {path}.")
    if _is_postgres():
        _restore_postgres(path)
        return
    with tempfile.TemporaryDirectory() as folder:
        try:
            with zipfile.ZipFile(path) as packed:
                names = set(packed.namelist()) & {_DATABASE, *_CARRIED}
                for name in names:
                    packed.extract(name, folder)
        except (zipfile.BadZipFile, EOFError, OSError) as trouble:
            raise NoCopy(f"{path} is not a copy made by this program, or it is damaged.") from trouble
        if _DATABASE not in names:
            raise NoCopy(f"{path} is not a copy made by this program: there is no database in it.")
        copied = Path(folder) / _DATABASE
        _check_sqlite(copied)
        if _live_file().exists():
            copy_database("restore")
        _live_file().parent.mkdir(parents=True, exist_ok=True)
        connections[DEFAULT_DB_ALIAS].close()
        # SQLite's own way in: whoever has the file open sees the old database, then the new one, never half of each.
        with closing(sqlite3.connect(copied)) as copy, closing(sqlite3.connect(_live_file(), timeout=20)) as live:
            copy.backup(live)
        for name in names - {_DATABASE}:
            _put_private(settings.DATA_DIR / name, (Path(folder) / name).read_bytes())


def _put_private(path: Path, content: bytes) -> None:
    half = path.with_name(f"{path.name}.half")
    half.touch(mode=0o600)
    half.write_bytes(content)
    os.replace(half, path)


def _check_sqlite(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path)) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            applied = set(copy.execute("SELECT app, name FROM django_migrations")) if sound else set()
    except sqlite3.DatabaseError as trouble:
        raise NoCopy(f"{path.name} in the copy is damaged or is not a club's database.") from trouble
    if not sound:
        raise NoCopy(f"{path.name} in the copy is damaged: take another copy.")
    known = set(MigrationLoader(None).disk_migrations)
    if "bridge" not in {app for app, _ in applied}:
        raise NoCopy(f"{path.name} in the copy is not a club's database.")
    if unknown := sorted(name for app, name in applied - known if app == "bridge"):
        raise NoCopy(f"The copy was made by a newer version of this program (it has {unknown[-1]}): bring the program up to date first.")


def _dump_postgres(path: Path) -> None:
    path.touch(mode=0o600)
    _run_postgres("pg_dump", "--format=custom", f"--file={path}")


def _restore_postgres(path: Path) -> None:
    copy_database("restore")
    connections[DEFAULT_DB_ALIAS].close()
    name = str(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"])
    _run_postgres("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", f"--dbname={name}", str(path))


def _run_postgres(program: str, *arguments: str) -> None:
    """PostgreSQL's own tools; the password goes by the environment, where no list of processes shows it."""
    found = shutil.which(program)
    if found is None:
        raise NoCopy(f"{program} is missing: install PostgreSQL's client programs (sudo apt install postgresql-client), or use your server's own backup.")
    given = connections[DEFAULT_DB_ALIAS].settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    environment = os.environ | {variable: str(given[key]) for variable, key in names.items() if given[key]}
    done = subprocess.run([found, *arguments], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        told = [line for line in done.stderr.splitlines() if line.strip()]
        raise NoCopy(f"{program} failed: {told[-1] if told else 'no reason was given'}")
