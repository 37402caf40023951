"""`manage.py restore FILE`: the club as it was when the copy was made."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from bridge.jobs.copies import NoCopy, bring_back, copies


class Command(BaseCommand):
    """Brings a copy back, on this computer or another one."""

    requires_system_checks: list[str] = []  # a page that is broken must not keep it from running
    help = "Bring a copy of the club's database back; what is there now is copied first. Without FILE: the newest copy in .data/backups."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The copy, and whether to ask."""
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints what was brought back."""
        path = options["file"] or next(iter(copies()), None)
        if path is None:
            raise CommandError("There is no copy in .data/backups: name the file.")
        try:
            bring_back(path)
        except NoCopy as refusal:
            raise CommandError(str(refusal)) from None
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"The club is as it was in {path}. If the program is running, stop it and start it again.")
