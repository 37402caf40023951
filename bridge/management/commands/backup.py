"""`manage.py backup`: a copy of the club, now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bridge.jobs.copies import NoCopy, copy_database


class Command(BaseCommand):
    """Copies the database while people go on working."""

    requires_system_checks: list[str] = []  # a page that is broken must not keep it from running
    help = "Copy the club's database into .data/backups, and into BACKUP_DIR if that is set; the last 20 copies stay."

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints where the copies lie; fails when one of the two could not be written."""
        try:
            made = copy_database("asked")
        except NoCopy as refusal:
            raise CommandError(str(refusal)) from None
        for path in (made.path, made.twin):
            if path is not None:
                self.stdout.write(str(path))
        if made.problem:
            raise CommandError(made.problem)
