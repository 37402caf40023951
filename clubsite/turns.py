"""Requests of a site on one file: one after the other in one thread, as long as none takes long.

Two threads that both have work share one interpreter. Each statement lets the other thread in, on the machine's other processor, where nothing of this
program is at hand, and has to win its turn again: in a full hall a sixth of the time goes into that. One thread alone would let a page that takes
seconds hold up the hall.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

LONG = 0.05  # seconds after which a request does not hold up others
PATIENCE = 0.25  # seconds that a request waits at most where one quick request follows another
LOOK = 0.02  # seconds between two looks; the thread that has just answered takes the next request before the other one looks


class InTurn:
    """An application that is asked by one thread at a time; beside a request that takes long others are answered."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._turn = threading.Lock()
        self._since = 0.0  # when the turn was taken last

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """What the application answers."""
        if not self._comes():
            return self._application(environ, start_response)
        self._since = time.monotonic()
        try:
            return self._application(environ, start_response)
        finally:
            self._turn.release()

    def _comes(self) -> bool:
        """Wait for the turn; false where it was not waited for any longer."""
        came = time.monotonic()
        while not self._turn.acquire(blocking=False):
            if time.monotonic() > min(self._since + LONG, came + PATIENCE):
                return False
            time.sleep(LOOK)
        return True
