"""`manage.py check_event FILE`: an old file of results scored afresh and compared with what it published."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext, ngettext

from bridge.engine.errors import EngineError
from bridge.engine.formats.check import check_event
from bridge.engine.formats.checked import EventCheck
from bridge.engine.formats.event import PublishedEvent
from bridge.engine.formats.opening import read_event
from bridge.engine.formats.reading import SIZE_LIMIT, FileTooLarge
from bridge.engine.formats.report import report_of
from bridge.phrases import phrase
from bridge.phrases.checks import phrase_note, phrase_rule


class Command(BaseCommand):
    """Reads one file, tells what agrees; exits 0 when all does, 1 with differences, 2 when the file is refused."""

    help = "Score an event of a USEBIO or PBN file afresh and list every difference from what it published (exit 0: none, 1: some, 2: refused)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and whether another program reads the answer."""
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--json", action="store_true", help="one JSON object, all figures strings")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints the check; SystemExit carries the code where it is not 0."""
        path: Path = options["file"]
        try:
            event = read_event(_bytes_of(path))
            check = check_event(event)
        except EngineError as refusal:
            raise CommandError(f"{path.name}: {phrase(refusal)}", returncode=2) from None
        except OSError as trouble:
            message = gettext("The file cannot be opened (%(reason)s).") % {"reason": trouble.strerror or type(trouble).__name__}
            raise CommandError(f"{path}: {message}", returncode=2) from None
        if options["json"]:
            self.stdout.write(json.dumps(report_of(check, phrase_note), ensure_ascii=False, indent=1))
        else:
            for line in _lines(event, check):
                self.stdout.write(line)
        if check.differences:
            raise SystemExit(1)


def _bytes_of(path: Path) -> bytes:
    size = path.stat().st_size
    if size > SIZE_LIMIT:
        raise FileTooLarge(size=size, limit=SIZE_LIMIT)
    return path.read_bytes()


def _lines(event: PublishedEvent, check: EventCheck) -> Iterator[str]:
    day = event.day.isoformat() if event.day else ""
    rules = [phrase_rule(code) for code in (check.method, check.factoring or "", check.totals) if code]
    yield ", ".join(word for word in (event.title, day, *rules) if word)
    for item in check.entrants:
        shown = (str(item.place or "–"), item.entrant.number, item.shown_score or "", item.shown_percent or "")
        names = " – ".join(person.name for person in item.entrant.players) or item.entrant.name
        yield f"{shown[0]:>4}  {shown[1]:>6} {shown[2]:>9} {shown[3]:>7}  {names}"
    for note in check.notes:
        yield phrase_note(note)
    for difference in check.differences:
        yield f"{difference.where.text}: {difference.published or '–'} ≠ {difference.computed or '–'}"
    count = len(check.differences)
    if count:
        yield ngettext("%(count)s difference.", "%(count)s differences.", count) % {"count": count}
    else:
        yield gettext("Everything published is reproduced.")
