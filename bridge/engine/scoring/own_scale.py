"""A club's own scale of victory points as it is typed: a line for each band of margins, with the winner's points and the loser's."""

import re
from collections.abc import Sequence
from decimal import Decimal

from bridge.engine.errors import EngineError
from bridge.engine.scoring.victory_points import ACBL_20, printed_scale

Rows = tuple[tuple[int, int, int], ...]  # least margin in IMPs, the winner's and the loser's victory points in hundredths
USUAL_SCALE: Rows = tuple((band.least, band.winner, band.loser) for band in printed_scale(ACBL_20, 16).bands)  # what a club begins its own scale with

_LINE = re.compile(r"(\d{1,3})\s*(?:[-–—~]\s*(\d{1,3})|\+)?\s*[\s:：,，]\s*(-?\d{1,3}(?:\.\d{1,2})?)\s*[\s:：,，]\s*(-?\d{1,3}(?:\.\d{1,2})?)")


class ScaleLineUnread(EngineError):
    """A line is none of a scale. Facts: `line` (from 1), `text`."""


class ScaleGap(EngineError):
    """Margins are left out, or stand twice. Facts: `line`, `expected` (the margin that should begin it), `found`."""


class ScaleFalls(EngineError):
    """From one line to the next the winner's points fall or the loser's rise, or the winner has less than the loser. Facts: `line`."""


class ScaleNegative(EngineError):
    """Victory points below zero. Facts: `line`."""


class ScaleEmpty(EngineError):
    """A scale has a line at least. No facts."""


def read_scale(text: str) -> Rows:
    """The rows of a scale: `0-2 10 10`, `3-6 11 9`, or only where each band begins: `0 10 10`, `3 11 9`.

    raises   ScaleEmpty, ScaleLineUnread, ScaleGap, ScaleFalls, ScaleNegative, the first that is wrong
    """
    rows: list[tuple[int, int, int]] = []
    following: int | None = 0  # the margin at which the next line has to begin, where the one before says where it ends
    for number, line in ((number, line.strip()) for number, line in enumerate(text.splitlines(), start=1) if line.strip()):
        read = _LINE.fullmatch(line)
        if read is None:
            raise ScaleLineUnread(line=number, text=line)
        least, last = int(read[1]), None if read[2] is None else int(read[2])
        winner, loser = (int(Decimal(points) * 100) for points in (read[3], read[4]))
        expected = rows[-1][0] + 1 if following is None else following
        if least < expected or following is not None and least > following or last is not None and last < least:
            raise ScaleGap(line=number, expected=expected, found=least)
        if min(winner, loser) < 0:
            raise ScaleNegative(line=number)
        if winner < loser or rows and (winner < rows[-1][1] or loser > rows[-1][2]):
            raise ScaleFalls(line=number)
        rows.append((least, winner, loser))
        following = None if last is None else last + 1
    if not rows:
        raise ScaleEmpty
    return tuple(rows)


def write_scale(rows: Sequence[tuple[int, int, int]]) -> str:
    """The lines of a scale: each band from its least margin to the one before the next."""
    ends = [str(after[0] - 1) for after in rows[1:]]
    lines = [f"{least}-{end}" if end != str(least) else str(least) for (least, _, _), end in zip(rows, ends, strict=False)]
    margins = [*lines, f"{rows[-1][0]}+"] if rows else []
    return "\n".join(f"{margin} {_points(winner)} {_points(loser)}" for margin, (_, winner, loser) in zip(margins, rows, strict=True))


def _points(hundredths: int) -> str:
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}" if rest else str(whole)
