"""`manage.py messages`: collect the program's texts, keep their translations, compile both catalogues."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bridge.catalogue import CONTEXT, BadTranslation, compile_catalogues, read_added, write_catalogues


class Command(BaseCommand):
    """Collects, merges and compiles the texts of both languages."""

    help = "Collect the texts of the program into bridge/locale, add Chinese from a JSON file, compile both catalogues."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The two choices: translations to add, and whether to drop what the program no longer says."""
        what = "English text -> Chinese text (a list of one for a plural, under its singular; context and \\u0004 before a text with a context)"
        parser.add_argument("--add", type=Path, action="append", default=[], metavar="FILE.json", help=what)
        parser.add_argument("--replace", action="store_true", help="let --add say otherwise what has its Chinese already")
        parser.add_argument("--tidy", action="store_true", help="drop translations of texts that left the program")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints what has no Chinese yet, one text a line."""
        try:
            added = {key: value for path in options["add"] for key, value in read_added(path).items()}
            missing = write_catalogues(added, tidy=options["tidy"], replace=options["replace"])
        except BadTranslation as refusal:
            raise CommandError(str(refusal)) from None
        compile_catalogues()
        for text in missing:
            self.stdout.write(f"{text.key.replace(CONTEXT, '|')!r}  {', '.join(text.files)}")
        self.stdout.write(f"{len(missing)} texts without Chinese")
