"""`manage.py work`: runs the jobs where there is no broker."""

import logging
import signal
import threading
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections, connection

from bridge.jobs import queue
from bridge.tasks import run_waiting

log = logging.getLogger("bridge.work")


class Command(BaseCommand):
    """Sweeps until it is told to stop; the job in hand is finished first."""

    requires_system_checks: list[str] = []  # a page that is broken must not keep it from running
    help = "Run the jobs of the queue, one after another, until stopped. `start` runs it beside the server when CELERY_BROKER_URL is empty."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How often to look, and whether to go on."""
        parser.add_argument("--every", type=float, default=0.3, metavar="SECONDS", help="pause between two looks (0.3)")
        parser.add_argument("--once", action="store_true", help="run what is waiting and end")

    def handle(self, *args: Any, **options: Any) -> None:
        """A database that is away for a while is waited for."""
        if options["once"]:
            run_waiting()
            return
        stopping = threading.Event()

        def stop(number: int, frame: FrameType | None) -> None:
            stopping.set()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        fresh = True
        while not stopping.is_set():
            try:
                if fresh:
                    queue.release_claims()
                    fresh = False
                run_waiting()
            except DatabaseError:
                log.exception("the database did not answer; trying again")
                connection.close()
                stopping.wait(2)
            close_old_connections()
            stopping.wait(options["every"])
