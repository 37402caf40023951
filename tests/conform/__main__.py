"""`python -m tests.conform [--kind NAME]... FILE...`: exit 0 all passed, 1 some failed or none run, 2 a file of no known shape."""

import argparse
import sys
from pathlib import Path

from tests.conform import laws, movements, scoring, swiss
from tests.conform.outcome import read_vectors

SHAPES = (scoring, laws, movements, swiss)  # each: recognises(data) -> bool and check(data, kinds) -> Iterator[Outcome]


def main(argv: list[str]) -> int:
    """Check the files named on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.conform")
    parser.add_argument("--kind", action="append", default=[], metavar="NAME")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    options = parser.parse_args(argv)
    passed = failed = 0
    for path in options.files:
        try:
            data = read_vectors(path)
        except (OSError, ValueError) as trouble:
            print(f"{path}: {trouble}")
            return 2
        shapes = [shape for shape in SHAPES if shape.recognises(data)]
        if not shapes:
            print(f"{path}: none of the known shapes")
            return 2
        for shape in shapes:
            for outcome in shape.check(data, frozenset(options.kind)):
                passed += outcome.passed
                failed += not outcome.passed
                if not outcome.passed:
                    print(f"{outcome.id}: expected {outcome.expected!r}, got {outcome.got!r}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
