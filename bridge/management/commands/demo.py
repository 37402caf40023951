"""`manage.py demo`: a club to look at, with two months of evenings and one that runs."""

import random
import secrets
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from bridge.actions.demo import PIN, ROLES, demo_club, make_demo, set_passwords

SEED = 1925  # the year in which contract bridge was first scored as it is today


class Command(BaseCommand):
    """Makes the demonstration club where there is none, and says how to get in."""

    help = "Make a demonstration club with two months of evenings, one of them running. A second call only gives its accounts a new password."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Other clubs of the site are left alone."""
        password = f"{secrets.token_hex(2)}-{secrets.token_hex(2)}-{secrets.token_hex(2)}"
        club = demo_club()
        if club is None:
            self.stdout.write("Making the demonstration club ...")
            club = make_demo(timezone.now(), random.Random(SEED), password)
        else:
            set_passwords(password)
        self.stdout.write(f"{club.name} (demonstration): sign in as {', '.join(ROLES)}, each with the password {password} ; the directors' PIN is {PIN}.")
