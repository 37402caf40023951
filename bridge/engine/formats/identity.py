"""What tells an event from every other one, however its file is written: its day and every result."""

import hashlib

from bridge.engine.formats.event import Absence, ArtificialScore, PublishedBoard, PublishedEvent, SplitScore, TravellerLine
from bridge.engine.formats.lines import counted_points
from bridge.engine.formats.wording import award_words, split_words


def fingerprint_of(event: PublishedEvent) -> str:
    """64 hexadecimal digits; the same for files in other encodings or formats that tell the same results of the same numbers on the same day."""
    lines = sorted({_told(board, line) for board in event.travellers() for line in board.lines if line.outcome is not Absence.BYE})
    return hashlib.sha256(repr((event.day and event.day.isoformat(), lines)).encode()).hexdigest()


def _told(board: PublishedBoard, line: TravellerLine) -> tuple[int, str, str, str]:
    ns, ew = (" ".join(number.strip().lstrip("0").upper() for number in numbers) for numbers in (line.ns, line.ew))
    return board.number, ns, ew, _counted(board, line)


def _counted(board: PublishedBoard, line: TravellerLine) -> str:
    if isinstance(line.outcome, ArtificialScore):
        return f"{award_words(line.outcome.ns)} {award_words(line.outcome.ew)}"
    if isinstance(line.outcome, SplitScore):
        return " ".join(split_words(line.outcome))
    points = counted_points(board, line, printed_first=False)
    return "" if points is None else str(points)
