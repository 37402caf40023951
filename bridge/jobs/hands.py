"""Double-dummy tables of a set's deals, a few at a time, by the solver in a process of its own."""

import logging
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from django.conf import settings

from bridge.engine.hands.makes import parse_makes
from bridge.models import Deal

AT_ONCE = 6  # about two seconds: standings wait no longer for the only worker of a small site
PATIENCE = 30  # seconds; the slowest deal takes two
UNSOLVABLE = "-"
log = logging.getLogger("bridge.jobs")


def has_solver() -> bool:
    """Whether deals are solved here: not where a slow computer has been spared it, nor where the solver is not to be had (a new Python, Linux on ARM)."""
    return settings.SOLVE_DEALS and find_spec("endplay") is not None


def solve_deals(set_id: int) -> bool:
    """Solve some deals of a set that have no table yet; true when others are left.

    A deal on which the solver crashes or takes too long is marked and not tried again: the deals before it are kept, those after it come next.
    """
    if not has_solver():
        return False
    rows = list(Deal.objects.filter(board__set=set_id, double_dummy="").order_by("board__number")[:AT_ONCE])
    if not rows:
        return False
    found = _solved([row.cards for row in rows])
    if len(found) < len(rows):
        log.warning("the double-dummy solver gave up on deal %s", rows[len(found)].pk)
        found = [*found, UNSOLVABLE]
    for row, makes in zip(rows, found, strict=False):
        Deal.objects.filter(pk=row.pk, double_dummy="").update(double_dummy=makes)
    return Deal.objects.filter(board__set=set_id, double_dummy="").exists()


def _solved(deals: Sequence[str]) -> list[str]:
    """Tables of the deals, in order, up to the first that could not be solved."""
    child = [sys.executable, "-m", "bridge.engine.hands.solver"]
    asked = "".join(f"{cards}\n" for cards in deals).encode()  # as bytes: in text each system has its own shape for what a child that is late has said
    try:
        said = subprocess.run(child, input=asked, cwd=settings.BASE_DIR, capture_output=True, timeout=PATIENCE, check=False).stdout
    except subprocess.TimeoutExpired as late:
        said = late.stdout or b""
    found = []
    for line in said.decode().splitlines():
        if parse_makes(line) is None:
            break
        found.append(line)
    return found
