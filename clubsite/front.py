"""What manage.py does once the parts are there."""

import os

from django.core.management import execute_from_command_line


def main(argv: list[str]) -> int:
    """Run one command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    execute_from_command_line(argv)
    return 0
