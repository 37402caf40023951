"""`python3 manage.py start`: everything a club night needs, from one command."""

import hashlib
import multiprocessing
import os
import socket
import sys
import threading
import time
from argparse import ArgumentParser
from datetime import datetime
from importlib.metadata import version
from typing import Any
from zoneinfo import ZoneInfo

import django
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse
from django.utils import timezone
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.common import AbstractServer

from bridge.catalogue import compile_catalogues
from bridge.first_link import make_first_token
from bridge.jobs.copies import NoCopy, copy_database
from bridge.queries.evenings import forgotten
from clubsite.addresses import Card, hall_cards, is_free
from clubsite.children import WorkBeside
from clubsite.health import unapplied

EVERYWHERE = frozenset({"0.0.0.0", "::"})


class CannotStart(CommandError):
    """Why the site does not start, and what to do, in one sentence."""


class Command(BaseCommand):
    """Brings everything up to date, says where the club is to be found, and serves until stopped."""

    help = "Serve the club's site on the local network."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen, whether to ask, what to open with."""
        parser.add_argument("--port", type=int, default=8000, choices=range(1, 65536), metavar="N", help="8000 where nothing is said")
        parser.add_argument("--host", default="0.0.0.0", metavar="ADDR", help="listen on this address of the computer only; on all where nothing is said")
        parser.add_argument("--no-input", action="store_true", help="ask nothing (also whenever the input is no terminal)")
        parser.add_argument("--demo", action="store_true", help="open with a demonstration club")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ends when stopped, or with one sentence before anything is served."""
        try:
            self._start(options)
        except CannotStart as refusal:
            self.stderr.write(str(refusal))
            sys.exit(1)

    def _start(self, options: dict[str, Any]) -> None:
        host = options["host"]
        port = _choose_port(host, options["port"], ask=sys.stdin.isatty() and not options["no_input"])
        cards = hall_cards()
        try:
            _bring_up_to_date()
            if options["demo"]:
                _fill_demo()
            _announce(cards, host, port)
        except DatabaseError as trouble:
            told = str(trouble).strip().partition("\n")[0]
            raise CannotStart(f"The database does not answer: see that DATABASE_URL is right and its server runs ({told}).") from trouble
        _tell_children(cards, host, port)
        _serve(host, port)


def _choose_port(host: str, port: int, *, ask: bool) -> int:
    """The port asked for, or, from a person at a terminal, the next free one that they agree to."""
    try:
        if is_free(host, port):
            return port
        free = next((other for other in range(port + 1, min(port + 100, 65536)) if is_free(host, other)), None)
    except OSError as trouble:
        raise CannotStart(f"--host {host} is no address of this computer ({trouble.strerror}): leave it out to listen on all of them.") from trouble
    if free is None:
        raise CannotStart(f"Port {port} is taken by another program, and so are those after it: name a free one with --port.")
    if ask and _agrees(f"Port {port} is taken by another program (or this one runs already). Use {free}?"):
        return free
    raise CannotStart(f"Port {port} is taken by another program, or this one runs already: stop that, or start with --port {free}.")


def _agrees(question: str) -> bool:
    try:
        return input(f"{question} [Y/n] ").strip().lower() in {"", "y", "yes"}
    except EOFError:  # Ctrl+D, on Windows Ctrl+Z
        return False


def _tell_children(cards: list[Card], host: str, port: int) -> None:
    """The server reads its settings anew: under which names this computer answers, and which address cards and posters show."""
    name = socket.gethostname().lower()
    own = [*settings.ALLOWED_HOSTS, "localhost", "127.0.0.1", "[::1]", name, f"{name.partition('.')[0]}.local", *(card.address for card in cards)]
    if host not in EVERYWHERE:
        own.append(f"[{host}]" if ":" in host else host)
    os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys(own))
    os.environ["HALL_URL"] = _hall_url(cards, host, port)


def _hall_url(cards: list[Card], host: str, port: int) -> str:
    return settings.HALL_URL or _addresses(cards, host, port)[0]


def _addresses(cards: list[Card], host: str, port: int) -> list[str]:
    """Where phones find the site, the likeliest first; this computer's own address where there is no network."""
    suffix = "" if port == 80 else f":{port}"
    if host not in EVERYWHERE:
        return [f"http://{f'[{host}]' if ':' in host else host}{suffix}"]
    return [f"http://{card.address}{suffix}" for card in cards] or [f"http://localhost{suffix}"]


def _bring_up_to_date() -> None:
    """Catalogues compiled, static files collected, the database copied and migrated: each only where it is not so already."""
    try:
        compile_catalogues()
        _collect_static()
    except OSError as trouble:
        remedy = "copy this folder to where you may write, such as your home folder, and start it there"
        raise CannotStart(f"Nothing can be written to {settings.BASE_DIR} ({trouble.strerror}): {remedy}.") from trouble
    if not unapplied():
        return
    try:
        # A federation's PostgreSQL is copied by its own people.
        if connection.vendor == "sqlite" and MigrationRecorder(connection).has_table():
            copy_database("migrate")
    except NoCopy as refusal:
        raise CannotStart(f"The database was not brought up to date, because it could not be copied first. {refusal}") from refusal
    print("Bringing the database up to date ...", flush=True)
    call_command("migrate", interactive=False, verbosity=0)


def _collect_static() -> None:
    """Static files in STATIC_ROOT with names that change with their contents; nothing to do while the sources are the ones of last time."""
    sources = sorted((name, storage.path(name)) for finder in get_finders() for name, storage in finder.list(ignore_patterns=["CVS", ".*", "*~"]))
    state = hashlib.sha256(f"{django.get_version()} {version('whitenoise')}".encode())
    for name, path in sources:
        found = os.stat(path)
        state.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    stamp = settings.STATIC_ROOT / "collected"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == state.hexdigest():
        return
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.write_text(state.hexdigest(), encoding="utf-8")


def _fill_demo() -> None:
    if "demo" not in get_commands():
        raise CannotStart("There is no demonstration club yet: start without --demo.")
    call_command("demo")


def _announce(cards: list[Card], host: str, port: int) -> None:
    """Say where the site is, whether that differs from the printed cards, and how the first account is made."""
    first, *others = _addresses(cards, host, port)
    print(f"\nThe hall's phones reach the club at  {first}")
    if cards or host not in EVERYWHERE:
        for other in others:
            print(f"               or, by another network,  {other}")
    else:
        print("This computer is in no network: connect it to the hall's Wi-Fi and start again, so that phones find it.")
    if settings.CARDS_ADDRESS_FILE.is_file():
        printed = settings.CARDS_ADDRESS_FILE.read_text(encoding="utf-8").strip()
        if printed and printed != _hall_url(cards, host, port):
            print(f"The printed table cards say  {printed} : give this computer its old address again (in the router), or print the cards anew.")
    here = f"http://{'localhost' if host in EVERYWHERE else host}:{port}"
    if not get_user_model().objects.exists():
        print(f"Nobody has an account yet. Make the first one here, on this computer:  {here}/first/{make_first_token()}/")
    for sentence in tell_forgotten(here, timezone.now()):
        print(sentence)
    print("Stop with Ctrl+C.\n", flush=True)


def tell_forgotten(here: str, now: datetime) -> list[str]:
    """A sentence for each evening that nobody closed, with the address at `here` (`http://localhost:8000`) where it is closed."""
    told = []
    for session in forgotten(None, now):
        day = session.starts.astimezone(ZoneInfo(session.club.zone))
        close = here + reverse("close", args=[session.club.slug, session.uid])
        told.append(f"{session.stage.event} of {day.day} {day:%B %Y} was never closed, so its ranking is not published. Close it here:  {close}")
    return told


def _serve(host: str, port: int) -> None:
    """Serve until a signal, and again after a crash; the worker beside the server stops with it."""
    beside = None if settings.CELERY_BROKER_URL else WorkBeside()
    # The same way of starting children on every system; a forked one would share this process's database connection.
    multiprocessing.set_start_method("spawn")
    connections.close_all()
    if beside:
        beside.start()
    pause = 1
    try:
        while True:
            server, began = _server(host, port), time.monotonic()
            try:
                server.serve()
            except SystemExit:
                # Granian gives up when its worker crashes twice within seconds; a hall full of phones does not.
                pause = 1 if time.monotonic() - began > 60 else min(pause * 2, 30)
                time.sleep(pause)
            if server.interrupt_signal:
                return
    finally:
        if beside:
            beside.stop()


class _Waking(threading.Event):
    """What the server waits for, looked at again and again: on Windows a wait without an end hears nothing of Ctrl+C before Python 3.14."""

    def wait(self, timeout: float | None = None) -> bool:
        """Whether it was set in time. Asleep it holds no lock: a signal sets it in this very thread."""
        if timeout is not None:
            return super().wait(timeout)
        while not self.is_set():
            time.sleep(0.2)
        return True


def _server(host: str, port: int) -> AbstractServer[Any]:
    server = Granian(
        "clubsite.served:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=settings.WEB_WORKERS,
        blocking_threads=settings.WEB_THREADS,
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        respawn_interval=0.2,
        workers_kill_timeout=10,
    )
    server.main_loop_interrupt = _Waking()
    return server
