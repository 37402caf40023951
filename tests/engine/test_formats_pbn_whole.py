"""A PBN file that was cut, or that holds two events, says so; what only looks like it is read."""

import random
from dataclasses import replace
from datetime import date

import pytest

from bridge.engine.formats.check import check_event
from bridge.engine.formats.event import SeveralEvents
from bridge.engine.formats.pbn_event import read_pbn, write_pbn
from bridge.engine.formats.pbn_whole import PbnCutOff
from bridge.engine.formats.usebio import read_usebio
from bridge.engine.formats.usebio_writing import write_usebio
from tests.engine.published import mitchell, publish

EVENT = publish(mitchell(random.Random(11), 4, 6))
TEXT = write_pbn(EVENT)
GAMES = TEXT.split("\n\n")


@pytest.mark.parametrize(
    "end",
    ['[Board "4', '[Vulnerable "All"]', '[Competition "Pairs"]\n', '[Deal ""]\n'],
    ids=["open tag", "before the table", "at a line's end", "half the tags"],
)
def test_a_file_cut_inside_a_game_says_where(end: str) -> None:
    cut = "\n\n".join(GAMES[:3]) + "\n\n" + GAMES[3][: GAMES[3].index(end) + len(end)]
    with pytest.raises(PbnCutOff) as refused:
        read_pbn(cut)
    assert refused.value.facts["line"] == cut.rstrip().count("\n") + 1
    assert refused.value.facts["board"] == ("" if end.startswith("[Board") else "4")


@pytest.mark.parametrize("row", [0, 1, 3])
@pytest.mark.parametrize("values", [1, 7])
def test_a_file_cut_inside_a_row_says_where(row: int, values: int) -> None:
    head, _, rows = GAMES[3].rpartition("]\n")
    lines = rows.split("\n")
    cut = "\n\n".join(GAMES[:3]) + "\n\n" + head + "]\n" + "\n".join([*lines[:row], " ".join(lines[row].split()[:values])])
    with pytest.raises(PbnCutOff):
        read_pbn(cut)


def test_a_file_cut_between_boards_tells_of_the_missing_ones() -> None:
    entrants = tuple(replace(entrant, boards=6) for entrant in EVENT.entrants)
    games = write_pbn(replace(EVENT, entrants=entrants)).split("\n\n")
    check = check_event(read_pbn("\n\n".join(games[:4]) + "\n"))
    assert [dict(note.facts) for note in check.notes if note.code == "boards_missing"] == [{"listed": 6, "boards": 4}]
    assert not [note for note in check_event(read_pbn("\n\n".join(games))).notes if note.code == "boards_missing"]


def test_two_events_are_told() -> None:
    other = replace(EVENT, title="Another evening")
    later = replace(EVENT, day=date(2024, 3, 7))
    for second, name in ((EVENT, "Evening 2024.02.29"), (other, "Another evening 2024.02.29"), (later, "Evening 2024.03.07")):
        with pytest.raises(SeveralEvents) as refused:
            read_pbn(TEXT + "\n" + write_pbn(second))
        begins = TEXT.count("\n") + 1 + write_pbn(second).partition("[Event")[0].count("\n") + 1
        assert refused.value.facts == {"line": begins, "first": "Evening 2024.02.29", "second": name}


def test_a_board_without_table_or_without_line_end_is_whole() -> None:
    unplayed = '\n[Event "Evening"]\n[Site "Club"]\n[Date "2024.02.29"]\n[Board "7"]\n'
    tags = GAMES[1].partition("[ScoreTable")[0].replace('[Board "2"]', '[Board "7"]')
    assert len(check_event(read_pbn(TEXT + "\n" + tags)).differences) == 0
    assert len(check_event(read_pbn(TEXT.rstrip("\n"))).differences) == 0
    with pytest.raises(PbnCutOff):
        read_pbn(TEXT + unplayed)


def test_records_whose_play_is_missing_are_whole() -> None:
    played = '[Event "x"]\n[Board "1"]\n[Deal "-"]\n[Contract "1N"]\n[Auction "N"]\n1NT AP\n[Play "E"]\nH2\n'
    passed = '\n[Event "x"]\n[Board "2"]\n[Deal "-"]\n[Contract "Pass"]\n[Auction "E"]\nAP\n'
    assert len(read_pbn(played + passed).boards) == 2


def test_sections_with_a_ranking_each_are_one_event() -> None:
    table = '[ScoreTable "Section;PairId_NS;PairId_EW;Contract;Declarer;Result"]\n'
    games = [
        f'[Event "x"]\n[Board "1"]\n[TotalScoreTable "Rank;PairId;Names"]\n1 {pair} "A - B"\n{table}{section} {pair} {pair + 1} 3NT N 9\n'
        for section, pair in (("A", 1), ("B", 3))
    ]
    assert len(read_pbn("\n".join(games)).boards) == 2


def test_two_events_of_usebio_are_told() -> None:
    head, event, end = write_usebio(EVENT).partition("<EVENT ")
    first, close, rest = (event + end).partition("</EVENT>\n")
    with pytest.raises(SeveralEvents) as refused:
        read_usebio(head + first + close + first.replace("Evening", "Morning") + close + rest)
    line = (head + first + close).count("\n") + 1
    assert refused.value.facts == {"line": line, "first": "Evening 29/02/2024", "second": "Morning 29/02/2024"}
    with pytest.raises(SeveralEvents) as nameless:
        read_usebio("<USEBIO><EVENT EVENT_TYPE='PAIRS'/><EVENT EVENT_TYPE='PAIRS'/></USEBIO>")
    assert nameless.value.facts == {"line": 1, "first": "EVENT", "second": "EVENT"}
