"""Rankings and travellers as tables for spreadsheets."""

import random
from dataclasses import replace

import pytest

from bridge.engine.contract import PASSED_OUT, Report
from bridge.engine.formats.event import PublishedBoard, UnreadableBoardNumber
from bridge.engine.formats.tables import ColumnMissing, read_results, write_ranking, write_results
from tests.engine.published import mitchell, publish


def without_deals(boards: tuple[PublishedBoard, ...]) -> list[PublishedBoard]:
    return [replace(board, deal=None, datum=None) for board in boards]


@pytest.mark.parametrize("seed", range(4))
def test_travellers_are_written_and_read_again(seed: int) -> None:
    event = publish(mitchell(random.Random(seed), 5, 4, missing=2, artificial=2))
    assert list(read_results(write_results(event))) == without_deals(event.boards)


def test_a_ranking_has_a_line_for_each_entrant() -> None:
    event = publish(mitchell(random.Random(1), 3, 3))
    rows = write_ranking(event).splitlines()
    assert rows[0] == "section,direction,place,number,names,score,percent,boards,master points"
    first = event.entrants[0]
    assert rows[1] == f",NS,{first.place},1,N1 - S1,{first.score},{first.percent},3,"
    assert len(rows) == 7


def test_names_are_no_formulas() -> None:
    event = publish(mitchell(random.Random(1), 3, 3))
    person = replace(event.entrants[0].players[0], name="=1+1")
    entrant = replace(event.entrants[0], players=(person,))
    assert write_ranking(replace(event, entrants=(entrant,))).splitlines()[1].split(",")[4] == "'=1+1"


def test_other_separators_orders_and_columns() -> None:
    boards = read_results("Contract;Board;EW;NS;Declarer;Tricks;Weather\n3NT+1;5;2;1;N;;rain\nPASS;5;4;3;;;\n")
    assert [(line.ns, line.ew, line.points) for line in boards[0].lines] == [(("1",), ("2",), None), (("3",), ("4",), None)]
    assert boards[0].lines[0].outcome.tricks == 10 and boards[0].lines[1].outcome == Report(PASSED_OUT)  # type: ignore[union-attr]


def test_what_is_missing_is_named() -> None:
    with pytest.raises(ColumnMissing) as refused:
        read_results("board,contract\n1,3NT\n")
    assert refused.value.facts == {"missing": ("ns", "ew")}
    with pytest.raises(UnreadableBoardNumber) as board:
        read_results("board,ns,ew,contract\n1,1,2,PASS\nx,1,2,PASS\n")
    assert board.value.facts == {"line": 3, "found": "x"}
