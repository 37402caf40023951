"""Processes that `start` keeps beside itself. They end when it does, however it does: killed, closed with its window, or stopped.

A child started by multiprocessing's spawn holds a handle on its parent on every system, so nothing has to be asked for again and again.
"""

import multiprocessing
import os
import threading
import time
from multiprocessing.context import SpawnProcess

import django
from django.core.management import call_command

_SPAWN = multiprocessing.get_context("spawn")


def end_with_parent() -> None:
    """From now on this process ends as soon as its parent is gone. Nothing happens in a process that multiprocessing did not start."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(0)  # the database undoes what was not committed; there is nobody left to wait for more

    threading.Thread(target=wait, name="end-with-parent", daemon=True).start()


def run_work() -> None:
    """What the child beside the server does: `manage.py work`."""
    end_with_parent()
    django.setup()
    call_command("work")


class WorkBeside:
    """`manage.py work` beside the server: started again when it ends by itself, after a pause that grows while it keeps ending, stopped with `stop()`."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._child: SpawnProcess | None = None
        self._keeper = threading.Thread(target=self._keep, name="keep-working", daemon=True)

    def start(self) -> None:
        """Start the child and the thread that watches over it."""
        self._keeper.start()

    def _keep(self) -> None:
        pause = 1
        while not self._stopping.is_set():
            began = time.monotonic()
            self._child = _SPAWN.Process(target=run_work, name="work", daemon=True)
            self._child.start()
            self._child.join()
            pause = 1 if time.monotonic() - began > 60 else min(pause * 2, 30)
            self._stopping.wait(pause)

    def stop(self, patience: float = 10.0) -> None:
        """Let the child finish the job in hand, for `patience` seconds at most."""
        self._stopping.set()
        if self._child is not None and self._child.is_alive():
            self._child.terminate()
            self._child.join(patience)
            if self._child.is_alive():
                self._child.kill()
