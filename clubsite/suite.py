"""`python3 manage.py test`: first version follows."""

import subprocess
import sys


def main(argv: list[str]) -> int:
    """Run the tests."""
    return subprocess.call([sys.executable, "-m", "pytest", *argv])
