"""Marks of pages (ETag): a browser that has a page already, and nothing has changed since, gets a short answer."""

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings

FOLDERS = ("bridge", "templates", "static")
KINDS = {".py", ".html", ".css", ".js", ".po"}


def mark_of(*what: object) -> str:
    """The mark of a page that depends on these values, and on the program: after an upgrade its pages name other styles and scripts."""
    return f'"{_digest(program_in(settings.BASE_DIR), *what)}"'


@cache
def program_in(base: Path) -> str:
    """What the program in a folder is, as far as its files' names, sizes and times tell; looked at once."""
    files = sorted(path for folder in FOLDERS for path in (base / folder).rglob("*") if path.suffix in KINDS)
    return _digest([(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in files])


def _digest(*what: object) -> str:
    return hashlib.sha256(repr(what).encode()).hexdigest()[:32]
