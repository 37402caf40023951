"""A site started by `manage.py start` in a folder of its own: real processes on a real port, to be asked, killed and started again."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[1]


class Site:
    """A site that was started in a folder of its own."""

    def __init__(self, folder: Path, *arguments: str, stdin: int = subprocess.DEVNULL, **settings: str) -> None:
        self.port = free_port()
        self.begin(folder, *arguments, stdin=stdin, **settings)

    def begin(self, folder: Path, *arguments: str, stdin: int = subprocess.DEVNULL, **settings: str) -> None:
        """Start it, or start it again."""
        self.printed = folder / "printed"
        own = {name: value for name, value in os.environ.items() if name not in {"SECRET_KEY", "DATABASE_URL", "CELERY_BROKER_URL"}}
        self.began = time.monotonic()
        with self.printed.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "start", "--port", str(self.port), *arguments],
                cwd=ROOT, env=own | {"DATA_DIR": str(folder / "data")} | settings, stdin=stdin, stdout=out, stderr=subprocess.STDOUT,
            )

    def ask(self, address: str = "/healthz", host: str = "localhost") -> tuple[int, bytes]:
        """Status and body of a page."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as way:
            way.request("GET", address, headers={"Host": host})
            answer = way.getresponse()
            return answer.status, answer.read()

    def wait(self) -> float:
        """Seconds from the command until it was ready."""
        until = self.began + 60
        while time.monotonic() < until:
            assert self.process.poll() is None, self.printed.read_text(encoding="utf-8")
            try:
                if self.ask()[0] == 200:
                    return time.monotonic() - self.began
            except OSError:
                pass
            time.sleep(0.02)
        raise AssertionError(f"not ready in a minute: {self.printed.read_text(encoding='utf-8')}")

    def children(self) -> list[psutil.Process]:
        """The processes beside the first one, without the clerk of Python's own multiprocessing."""
        return [child for child in psutil.Process(self.process.pid).children(recursive=True) if not is_over(child) and not is_clerk(child)]

    def stop(self) -> None:
        """End it as Ctrl+C or a shutdown would."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(30)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_clerk(process: psutil.Process) -> bool:
    """Whether a process is the one in which multiprocessing keeps its books."""
    try:
        return "resource_tracker" in " ".join(process.cmdline())
    except psutil.Error:
        return True


def is_over(process: psutil.Process) -> bool:
    """Whether a process has ended, even if nobody asked how."""
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def comes_true(question: Callable[[], bool], seconds: float = 10) -> bool:
    """Whether something comes true in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if question():
            return True
        time.sleep(0.05)
    return False
