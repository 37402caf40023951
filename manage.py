#!/usr/bin/env python3
"""The front door: `python3 manage.py start` runs the club's evening, `python3 manage.py test` the tests; every other command of Django works too."""

import io
import sys

if sys.version_info < (3, 11):  # before any import: an older Python cannot even read the rest
    sys.exit("This needs Python 3.11 or newer, and this is %d.%d: install it from python.org or your system's packages." % sys.version_info[:2])

if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):  # what the signs of a file or a pipe lack is written out (\u674e), not refused
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        from clubsite import bootstrap

        bootstrap.enter(sys.argv)

        from clubsite import front

        sys.exit(front.main(sys.argv))
    except KeyboardInterrupt:
        sys.exit(130)
