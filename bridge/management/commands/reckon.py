"""`manage.py reckon`: every ranking from its facts, compared with what is stored."""

from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bridge.jobs.again import differences, forgotten, is_waiting
from bridge.models import Ranking


class Command(BaseCommand):
    """Reckons and compares; changes nothing."""

    requires_system_checks: list[str] = []  # a page that is broken must not keep it from running
    help = "Reckon every ranking, running and published, from its facts alone and say where what is stored differs."

    def handle(self, *args: Any, **options: Any) -> None:
        """One line for each figure that differs; fails when there is one."""
        rankings = found = 0
        for ranking in Ranking.objects.order_by("pk"):
            rankings += 1
            if is_waiting(ranking):
                self.stdout.write(f"ranking {ranking.pk}: there are facts that it does not count yet; its job is waiting")
            for one in chain(differences(ranking), forgotten(ranking)):
                found += 1
                which = f"version {one.version}" if one.version else "running"
                self.stdout.write(f"ranking {one.ranking}, {which}, {one.list}, entry {one.entry}: {one.column} is {one.stored}, its facts give {one.reckoned}")
        if found:
            raise CommandError(f"{found} figures of {rankings} rankings differ from their facts.")
        self.stdout.write(f"{rankings} rankings are what their facts say.")
