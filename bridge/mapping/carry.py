"""What entries bring along from an earlier stage: penalties below zero, told by acts of their own."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

from bridge.models import Penalty, Session

ACTS = ("carry_over", "carry_points", "enter_late")  # for one entry, for all teams, for who came late


def carried_rows(session: Session) -> Any:
    """The facts that say so now."""
    return Penalty.objects.live().filter(session=session, since__kind__in=ACTS)


def carried_points(session: Session) -> dict[int, Fraction]:
    """Entry's id -> the points that it began with."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for entry, amount in carried_rows(session).values_list("entry", "amount"):
        found[entry] -= amount
    return dict(found)
