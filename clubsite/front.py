"""What manage.py does once the parts are there. `start` and `test` are looked at before the settings are read, since both decide some of them."""

import os
import secrets
import subprocess
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

ROOT = Path(__file__).resolve().parent.parent
# These sign nothing, so they need no key of the club's; `restore` brings one.
SIGNING_NOTHING = frozenset({"check_event", "makemigrations", "messages", "movement", "propose", "restore"})


def main(argv: list[str]) -> int:
    """Run one command; the exit code for the shell. A setting that makes no sense is one sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    if argv[1:2] == ["test"]:
        return subprocess.call([sys.executable, "-m", "tests", *argv[2:]], cwd=ROOT)
    try:
        if argv[1:2] == ["start"]:
            os.environ["STATIC_COLLECTED"] = "1"
            prepare_folder()
        elif argv[1:2] and argv[1] in SIGNING_NOTHING and not os.environ.get("SECRET_KEY_FILE"):
            os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(48))
        execute_from_command_line(argv)
    except (ImproperlyConfigured, NotWritable) as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


class NotWritable(Exception):
    """The club's own folder cannot be written to; the text says what to do."""


def prepare_folder() -> None:
    """The club's own folder is there and takes files, and holds the key that the site signs with."""
    folder = Path(os.environ.get("DATA_DIR", "").strip() or ROOT / ".data").expanduser().absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        probe = folder / "writable"
        probe.touch()
        probe.unlink()
        key = folder / "secret_key"
        if not key.exists():
            with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.write(secrets.token_urlsafe(48) + "\n")
    except OSError as trouble:
        remedy = "copy the program to where you may write, such as your home folder, or set DATA_DIR to such a folder"
        raise NotWritable(f"Nothing can be written to {folder} ({trouble.strerror}): {remedy}.") from trouble
