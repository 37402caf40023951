"""What a file leaves to its reader's eye: sections that stand in the numbers alone, and the sides of pairs that never changed them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bridge.engine.formats.event import Entrant, Form, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.seats import Side

# `1A`, `A1`, `A 12EW`, `1NS-A`: a section's letter before or after the number, with or without the side.
_LETTERED = re.compile(r"(?:([A-Z])[ -]?\d{1,3}|\d{1,3}(?:NS|EW)?[ -]?([A-Z]))(?:NS|EW|N|S|E|W)?")


def with_lists(event: PublishedEvent) -> PublishedEvent:
    """The event with its sections and sides told, where all numbers and all lines tell the same; otherwise as it is. Numbers stay as printed."""
    if event.form is not Form.PAIRS or event.matches:
        return event
    return _with_sides(_with_sections(event))


def _with_sections(event: PublishedEvent) -> PublishedEvent:
    """The event in the sections whose letters its numbers have, where it names none and nobody played in another one than their own."""
    if any(entrant.section for entrant in event.entrants) or any(board.section for board in event.boards):
        return event
    letters = {entrant.number: _letter(entrant.number) for entrant in event.entrants}
    if "" in letters.values() or len(set(letters.values())) < 2:
        return event
    lines = [line for board in event.boards for line in board.lines]
    if any(len({_letter(number) for number in (*line.ns, *line.ew)}) != 1 for line in lines):
        return event
    boards = tuple(part for board in event.boards for part in _parts(board))
    return replace(event, entrants=tuple(replace(entrant, section=letters[entrant.number]) for entrant in event.entrants), boards=boards)


def _letter(number: str) -> str:
    found = _LETTERED.fullmatch(number.strip().upper())
    letter = (found.group(1) or found.group(2)) if found else ""
    return "" if letter in ("N", "S", "E", "W") else letter


def _parts(board: PublishedBoard) -> Iterator[PublishedBoard]:
    """The board of each section with its lines, which keep their places on the whole traveller."""
    lines: dict[str, list[TravellerLine]] = {}
    for line in board.lines:
        lines.setdefault(_letter((*line.ns, *line.ew)[0]), []).append(line)
    for section, own in lines.items():
        yield replace(board, section=section, lines=tuple(own))


def _with_sides(event: PublishedEvent) -> PublishedEvent:
    """The event with everybody's side, where no list tells one and everybody sat on one side all the time: a Mitchell that does not say so."""
    if event.winners == 1 or any(entrant.direction for entrant in event.entrants) or not event.entrants:
        return event
    sides: dict[tuple[str, str, str], set[Side]] = {}
    for board in event.boards:
        for line in board.lines:
            for side in Side:
                for number in line.numbers(side):
                    sides.setdefault((board.session, board.section, number), set()).add(side)
    own = [_side_of(entrant, sides) for entrant in event.entrants]
    if None in own or len(set(own)) < 2:
        return event
    return replace(event, entrants=tuple(replace(entrant, direction=side) for entrant, side in zip(event.entrants, own, strict=True)))


def _side_of(entrant: Entrant, sides: Mapping[tuple[str, str, str], set[Side]]) -> Side | None:
    found = sides.get((entrant.session, entrant.section, entrant.number), set())
    return next(iter(found)) if len(found) == 1 else None
