"""PBN: remarks, inherited tags, tables in all their forms, and what the tags mean."""

import re
from datetime import date

import pytest

from bridge.engine.contract import PASSED_OUT, Contract, Doubling, Report, Strain
from bridge.engine.formats.check import check_event
from bridge.engine.formats.event import Absence, Method, Person
from bridge.engine.formats.pbn import UnreadableRow, format_table, parse_pbn
from bridge.engine.formats.pbn_event import read_pbn
from bridge.engine.formats.reading import NotWhatItSays
from bridge.engine.seats import Seat, Side, Vulnerability

DEAL = "N:.AKQ43.AKQ4.5432 AKQJT98765432... .JT9876.JT9.AKQJ .52.876532.T9876"


def test_hands_that_begin_with_a_void_keep_it() -> None:
    board = read_pbn(f'[Event "x"]\n[Board "1"]\n[Deal "{DEAL}"]\n').boards[0]
    assert board.deal is not None
    assert {card.suit.name for card in board.deal.east} == {"S"}
    assert [len(board.deal.hand(seat)) for seat in Seat] == [13] * 4
    assert not any(card.suit.name == "S" for card in board.deal.north)


def test_suit_letters_before_the_cards_are_skipped() -> None:
    plain = read_pbn('[Event "x"]\n[Board "1"]\n[Deal "N:Q7432.K.AKQT5.A8 KT8.A643.963.J94 J.T72.J842.KT753 A965.QJ985.7.Q62"]\n')
    lettered = read_pbn('[Event "x"]\n[Board "1"]\n[Deal "N:SQ7432.HK.DAKQ105.CA8 SKT8.HA643.D963.CJ94 SJ.HT72.DJ842.CKT753 -"]\n')
    assert plain.boards[0].deal == lettered.boards[0].deal is not None


def test_a_record_of_question_marks_keeps_its_deal_and_has_no_result() -> None:
    text = f'[Event "x"]\n[Board "1"]\n[Deal "{DEAL}"]\n[Declarer "?"]\n[Contract "?"]\n[Result "?"]\n'
    board = read_pbn(text).boards[0]
    assert board.deal is not None and board.lines == ()


def test_records_with_results_are_lines_of_one_traveller() -> None:
    one = '[Event "x"]\n[Board "5"]\n[North "A"]\n[South "B"]\n[East "C"]\n[West "D"]\n[Declarer "S"]\n[Contract "4HX"]\n[Result "9"]\n[Score "EW 200"]\n'
    two = '\n[Event "#"]\n[Board "5"]\n[North "E"]\n[South "F"]\n[East "G"]\n[West "H"]\n[Declarer "#"]\n[Contract "Pass"]\n[Result ""]\n'
    board = read_pbn(one + two).boards[0]
    assert [(line.position, line.ns, line.points) for line in board.lines] == [(1, ("A - B",), -200), (2, ("E - F",), None)]
    assert board.lines[0].outcome == Report(Contract(4, Strain.H, Doubling.X), Seat.S, 9)
    assert board.lines[1].outcome == Report(PASSED_OUT)


def test_remarks_are_left_out_wherever_they_stand() -> None:
    text = (
        '% escaped [Board "9"]\n[Event "a;b{c}"] ; to the end [Board "8"]\n{a remark\n\n[Board "7"]\nover lines}\n[Board "1"]\n{only this}\n[Dealer "E"]\n'
        '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n1 2 3NT N {nine} 9 ; made\n{between}\n3 4 3NT S 8\n'
    )
    pbn = parse_pbn(text)
    assert len(pbn.games) == 1 and pbn.games[0].tags["Event"] == "a;b{c}" and pbn.games[0].tags["Board"] == "1"
    board = read_pbn(text).boards[0]
    assert (board.dealer, [line.ns for line in board.lines]) == (Seat.E, [("1",), ("3",)])


def test_inherited_tags() -> None:
    text = '[Event "##Cup"]\n[Site "Hall"]\n[Board "1"]\n\n[Board "2"]\n[Site "#"]\n\n[Event "Other"]\n[Board "3"]\n'
    games = parse_pbn(text).games
    found = [(game.tags["Event"], game.tags.get("Site"), game.tags["Board"]) for game in games]
    assert found == [("Cup", "Hall", "1"), ("Cup", "Hall", "2"), ("Other", None, "3")]


def test_escaped_quotes_and_backslashes() -> None:
    assert parse_pbn('[Event "the \\"old\\" cup"]\n').games[0].tags["Event"] == 'the "old" cup'


def test_tables_by_lines_by_width_and_by_count() -> None:
    straight = parse_pbn('[Event "x"]\n[ScoreTable "A\\2R;B\\5L;+C"]\n 1 "x y" 3\n 2 z 4\n').games[0].table("ScoreTable")
    assert straight is not None and straight.rows == (("1", "x y", "3"), ("2", "z", "4"))
    wide = parse_pbn('[Event "x"]\n[ScoreTable "A\\2R;B\\5L;C\\1R"]\n 1 x y   3\n 2       4\n').games[0].table("ScoreTable")
    assert wide is not None and wide.rows == (("1", "x y", "3"), ("2", "-", "4"))
    loose = parse_pbn('[Event "x"]\n[ScoreTable "A;B;C"]\n1 2\n3 4 5\n6\n').games[0].table("ScoreTable")
    assert loose is not None and loose.rows == (("1", "2", "3"), ("4", "5", "6"))


def test_a_row_that_fits_no_column_is_refused_by_its_line() -> None:
    with pytest.raises(UnreadableRow) as refused:
        read_pbn('[Event "x"]\n[Board "1"]\n[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\3L"]\n 1  2 3NT\n 3  4 3NT extra words here\n')
    assert refused.value.facts == {"table": "ScoreTable", "line": 5, "values": 6, "columns": 3}


def test_a_table_is_written_with_widths_and_read_again() -> None:
    rows = (("1", "Wang Wei - Li Na", ""), ("10", "O'Dell", "a;b"))
    text = '[Event "x"]\n' + format_table("TotalScoreTable", ("Rank", "Names", "Club"), rows, frozenset({"Names"}))
    table = parse_pbn(text).games[0].table("TotalScoreTable")
    assert table is not None and table.rows == (("1", "Wang Wei - Li Na", "-"), ("10", "O'Dell", "a;b"))
    assert [(column.name, column.width, column.left) for column in table.columns] == [("Rank", 2, False), ("Names", 18, True), ("Club", 5, False)]


def test_an_event_with_ranking_and_travellers() -> None:
    text = (
        '% PBN 2.1\n% <META  name=Generator content="Old">\n'
        '[Event "Cup"]\n[Date "2020.01.02"]\n[Board "2"]\n[Dealer "E"]\n[Vulnerable "NS"]\n[Scoring "IMP;Cross"]\n'
        '[Competition "Pairs"]\n[TotalScoreTable "Rank;RankTie;PairId;Direction;TotalIMP;Names;NrBoards;MemberID1;MemberID2"]\n'
        '1 2 4 "N-S" 12.50 "Li Na & Wang Wei" 24 "11" "12"\n1 2 5 "E-W" 12.50 "A / B" 24 - -\n'
        '[ScoreTable "Table;Round;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;IMP_NS;IMP_EW"]\n'
        '1 1 4 5 4HX E 8 500 - 7.00 -7.00\n2 1 6 - - - - "Bye" "Bye" 0.00 -\n'
    )
    event = read_pbn(text)
    assert (event.method, event.title, event.program) == (Method.CROSS_IMPS, "Cup", "Old")
    first, second = event.entrants
    assert (first.place, first.score, first.direction, first.boards) == ("1=", "12.50", Side.NS, 24)
    assert first.players == (Person("Li Na", "11"), Person("Wang Wei", "12")) and [person.name for person in second.players] == ["A", "B"]
    board = event.boards[0]
    assert board.vulnerability is Vulnerability.NS
    assert [(line.ns_scored, line.outcome is Absence.BYE) for line in board.lines] == [("7.00", False), ("0.00", True)]


def test_names_of_tags_and_columns_in_any_letters_and_tags_that_an_opening_game_leaves_to_others() -> None:
    text = (
        '[Event "Cup"]\n[TotalScoreTable "Rank;PairId;TotalMP;MeanPercentage"]\n1 4 2 50.00\n1 5 2 50.00\n\n'
        '[Event "Cup"]\n[Date "2020.01.02"]\n[Board "2"]\n[Scoring "MatchPoints"]\n'
        '[ScoreTable "Section;PairId_NS;PairId_EW;Contract;Declarer;Result;MP_NS;MP_EW"]\nA 4 5 - - - ^1.0 ^1.0\n'
    )
    event = read_pbn(text)
    assert (event.title, event.method, event.day) == ("Cup", Method.MATCHPOINTS, date(2020, 1, 2))
    assert event.entrants[0].percent == "50.00" and event.boards[0].lines[0].ns_scored == "1.0"
    lower = re.sub(r'\[(\w+) "([^"]*;[^"]*)"', lambda found: found.group().lower(), re.sub(r"\[(\w+) ", lambda found: found.group().lower(), text))
    assert lower != text and read_pbn(lower) == event == read_pbn(text.replace("[Event", "[EVENT").replace("[Score", "[SCORE"))


def test_a_direction_that_changes_is_no_direction() -> None:
    text = (
        '[Event "x"]\n[Board "1"]\n[TotalScoreTable "PairId;Direction"]\n1 NS\n2 EW\n3 NS\n[ScoreTable "PairId_NS;PairId_EW;Contract"]\n1 2 Pass\n'
        '\n[Event "x"]\n[Board "2"]\n[ScoreTable "PairId_NS;PairId_EW;Contract"]\n3 1 Pass\n'
    )
    assert [entrant.direction for entrant in read_pbn(text).entrants] == [None, Side.EW, Side.NS]


def test_a_text_without_tags_is_refused() -> None:
    with pytest.raises(NotWhatItSays):
        parse_pbn("nothing here\n")


HAND_RECORD = """%HRTitleEvent "Monday Pairs"
%HRTitleDate 2026.05.11
[Event ""]
[Date ""]
[Board "1"]
[Scoring "MP"]
[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer;Result\\2R;Score_NS\\4R;Names_NS\\11;Names_EW"]
 1  3 3NT  N  9  400 Van Ho-Lee  Cruz-Day
 2  4 PASS - -  PASS Abernathy-Ho De La Rue-Day
"""


def test_names_without_quotation_marks_are_found_by_the_width_and_the_title_above_the_deals() -> None:
    game = parse_pbn(HAND_RECORD).games[0]
    table = game.table("ScoreTable")
    assert table is not None
    assert [row[-2:] for row in table.rows] == [("Van Ho-Lee", "Cruz-Day"), ("Abernathy-Ho", "De La Rue-Day")]
    event = read_pbn(HAND_RECORD)
    assert (event.title, event.day) == ("Monday Pairs", date(2026, 5, 11))
    assert [(line.ns, line.ew, line.outcome) for line in event.boards[0].lines][1] == (("2",), ("4",), Report(PASSED_OUT))


def test_a_table_of_frequencies_has_results_of_nobody_and_no_sit_outs() -> None:
    head = '[Event "x"]\n[Board "1"]\n[Scoring "MP"]\n[ScoreTable "Contract;Declarer;Result;Score_NS;MP_NS;MP_EW;Multiplicity"]\n'
    rows = "4S N 10 420 3.0 1.0 2\n2S N 9 140 0.0 4.0 1\n"
    lines = read_pbn(head + rows).boards[0].lines
    assert [(line.points, line.ns_scored) for line in lines] == [(420, "3.0"), (420, "3.0"), (140, "0.0")]
    assert check_event(read_pbn(head + rows)).differences == ()
    wrong = check_event(read_pbn(head + rows.replace("140", "150"))).differences
    assert [(difference.where.text, difference.computed) for difference in wrong] == [("board 1, line 3", "140")]
