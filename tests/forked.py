"""A worker that is killed before one of its statements, whatever that is."""

import os
import signal
from collections.abc import Callable
from typing import Any

from django.db import connection


def forked(work: Callable[[], object], statement: int) -> int:
    """The process id of a child that does the work and kills itself before its n-th statement; 0 lets it live. Nobody may hold a connection meanwhile."""
    worker = os.fork()
    if worker:
        return worker
    left = [statement]

    def count(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)

    try:
        with connection.execute_wrapper(count):
            work()
    finally:
        os._exit(0)
