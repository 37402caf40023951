"""The desk's pages for an evening of seven tables, through the whole of Django: measured in a process whose settings name a fresh database."""

import time
from fractions import Fraction

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.models import Account, Seating, Session
from tests.worlds import mitchell_evening, play, seating_at, settle

LIMIT, TIMES = Fraction(100), 60
ANSWERS = {
    "a.offender": "N", "a.trick": "5", "a.kind": "follow", "a.established": "yes", "a.noticed": "during_play_or_at_end", "a.earlier_revoke_same_suit": "no",
    "a.other_side_also_revoked": "no", "a.revoke_trick_won": "offender", "a.os_tricks_from": "6",
}  # fmt: skip


def three_no_trumps(seating: Seating, number: int) -> Report:
    """A result that differs from table to table and from board to board."""
    return Report(Contract(3, Strain.N), Seat.N, 6 + (seating.table + number) % 7)


def evening() -> tuple[Session, Client]:
    """Seven tables and fourteen boards, played and ranked, and the director's browser."""
    call_command("migrate", verbosity=0)
    settings.ALLOWED_HOSTS.append("testserver")
    session = mitchell_evening(7)
    play(session, three_no_trumps)
    settle()
    client = Client()
    client.force_login(Account.objects.get(username="lina"))
    return session, client


def milliseconds(client: Client, address: str, query: dict[str, object]) -> list[Fraction]:
    """Each of so many answers, the first ones warm the caches and do not count."""
    taken = []
    for turn in range(TIMES + 5):
        begun = time.perf_counter_ns()
        response = client.get(address, query)
        if turn >= 5:
            taken.append(Fraction(time.perf_counter_ns() - begun, 10**6))
        assert response.status_code == 200
    return sorted(taken)


def measure() -> int:
    """Measures the three pages of a case; 1 where one is slow."""
    session, client = evening()
    seating = seating_at(session, 1, 1)
    address, at = reverse("ruling_desk", args=[session.club.slug, session.uid]), {"seating": seating.pk, "board": seating.first_board}
    slow = 0
    for name, query in (("menu", at), ("question", at | {"kind": "revoke"}), ("outcome", at | {"kind": "revoke"} | ANSWERS)):
        taken = milliseconds(client, address, query)
        high = taken[len(taken) * 95 // 100]
        print(f"{name:10} median {int(taken[len(taken) // 2])} ms, 95th percentile {int(high)} ms")
        slow += high > LIMIT
    return 1 if slow else 0

