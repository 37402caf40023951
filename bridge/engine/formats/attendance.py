"""Who stands on the lines of an event, and what of it cannot be: notes that name the board where totals alone would name everybody."""

from collections import Counter
from collections.abc import Iterator

from bridge.engine.formats.event import Absence, PublishedBoard, PublishedEvent
from bridge.engine.formats.field import Names
from bridge.engine.formats.lines import Note
from bridge.engine.seats import Side

_NOBODY_PLAYED = (Absence.BYE, Absence.NOT_PLAYED)


def attendance_notes(event: PublishedEvent) -> Iterator[Note]:
    """Numbers on lines that no list has (each once), entrants twice on one board, and a list that counts more boards than the file has."""
    names = Names(enumerate(event.entrants))
    yield from _missing_boards(event, names)
    told = set[str]()
    for note in (note for board in event.boards for note in _on_board(board, names, listed=bool(event.entrants))):
        number = str(dict(note.facts)["number"])
        if note.code == "number_unlisted":
            if number in told:
                continue
            told.add(number)
        yield note


def _missing_boards(event: PublishedEvent, names: Names) -> Iterator[Note]:
    """A round or a sit-out may repeat a number or have no line, so the list must count more than both the boards and anybody's lines."""
    listed = max((entrant.boards or 0 for entrant in event.entrants), default=0)
    boards = len({(board.session, board.number) for board in event.travellers()})
    lines = Counter(names.who(board, side, number) for board in event.boards for line in board.lines for side in Side for number in line.numbers(side))
    if listed > max(boards, *lines.values(), 0):
        yield Note("boards_missing", (("listed", listed), ("boards", boards)))


def _on_board(board: PublishedBoard, names: Names, *, listed: bool) -> Iterator[Note]:
    seen: set[tuple[object, int | None, str]] = set()
    for line in board.lines:
        if line.outcome in _NOBODY_PLAYED:
            continue
        for side in Side:
            for number in line.numbers(side):
                who = names.who(board, side, number)
                facts = (("board", board.number), ("line", line.position), ("number", number))
                if listed and not isinstance(who, int):
                    yield Note("number_unlisted", facts)
                elif (who, line.round, line.match) in seen:
                    yield Note("twice_on_board", facts)
                seen.add((who, line.round, line.match))
