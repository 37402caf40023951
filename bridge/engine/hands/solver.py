"""The double-dummy solver: a program of its own, run as a child process and imported by nobody, since it may crash and takes a second to begin.

    python -m bridge.engine.hands.solver < DEALS > TABLES

A line in is a deal in PBN from North (`N:AKQ... ... ... ...`); a line out is its table, twenty hexadecimal digits: North, East, South, West, each in
clubs, diamonds, hearts, spades and notrump. Lines come out one by one, so what was solved before a crash is kept.
"""

import sys

from endplay.dds import calc_dd_table
from endplay.types import Deal, Denom, Player

_SEATS = (Player.north, Player.east, Player.south, Player.west)
_STRAINS = (Denom.clubs, Denom.diamonds, Denom.hearts, Denom.spades, Denom.nt)


def main() -> int:
    """Solve every deal that comes in."""
    for line in sys.stdin:
        table = calc_dd_table(Deal(line.strip()))
        sys.stdout.write("".join(f"{table[strain, seat]:x}" for seat in _SEATS for strain in _STRAINS) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
