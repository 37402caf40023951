"""What the lines of a file say about who played is told by board and line."""

import random
from dataclasses import replace

import pytest

from bridge.engine.formats.check import check_event
from bridge.engine.formats.event import Absence, PublishedEvent, TravellerLine
from tests.engine.published import mitchell, publish

EVENT = publish(mitchell(random.Random(5), 4, 5))


def with_lines(event: PublishedEvent, board: int, *lines: TravellerLine) -> PublishedEvent:
    boards = list(event.boards)
    boards[board - 1] = replace(boards[board - 1], lines=lines)
    return replace(event, boards=tuple(boards))


def attendance(event: PublishedEvent) -> list[tuple[object, ...]]:
    codes = ("number_unlisted", "twice_on_board", "boards_missing")
    return [(note.code, *dict(note.facts).values()) for note in check_event(event).notes if note.code in codes]


def test_nothing_is_told_of_a_whole_event() -> None:
    assert attendance(EVENT) == []
    assert attendance(replace(EVENT, entrants=())) == []


@pytest.mark.parametrize("board", [1, 4])
def test_a_number_of_no_list_is_named_by_its_line(board: int) -> None:
    first, *rest = EVENT.boards[board - 1].lines
    assert attendance(with_lines(EVENT, board, replace(first, ew=("999",)), *rest)) == [("number_unlisted", board, 1, "999")]
    absent = replace(first, ew=("999",), outcome=Absence.NOT_PLAYED, points=None)
    assert attendance(with_lines(EVENT, board, absent, *rest)) == []


def test_a_number_of_no_list_is_named_once() -> None:
    boards = tuple(replace(board, lines=(replace(board.lines[0], ew=("999",)), *board.lines[1:])) for board in EVENT.boards)
    assert attendance(replace(EVENT, boards=boards)) == [("number_unlisted", 1, 1, "999")]


def test_a_line_that_stands_twice_is_named() -> None:
    lines = EVENT.boards[2].lines
    again = replace(lines[1], position=5)
    told = [("twice_on_board", 3, 5, number) for number in (*again.ns, *again.ew)]
    assert attendance(with_lines(EVENT, 3, *lines, again)) == told


def test_a_board_played_again_in_another_round_is_no_mistake() -> None:
    lines = tuple(replace(line, round=1) for line in EVENT.boards[2].lines)
    assert attendance(with_lines(EVENT, 3, *lines, replace(lines[1], position=5, round=2))) == []


@pytest.mark.parametrize(("listed", "told"), [(5, []), (6, [("boards_missing", 6, 5)])])
def test_more_boards_in_the_list_than_in_the_file_are_told(listed: int, told: list[object]) -> None:
    assert attendance(replace(EVENT, entrants=tuple(replace(entrant, boards=listed) for entrant in EVENT.entrants))) == told
