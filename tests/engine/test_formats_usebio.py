"""USEBIO: every version's spellings, nested sections, and an event written and read again."""

import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from bridge.engine.cards import FULL_PACK, deal_of
from bridge.engine.errors import EngineError
from bridge.engine.formats.check import check_event
from bridge.engine.formats.event import (
    Absence,
    ArtificialScore,
    EventNotPlayable,
    Form,
    MasterPoints,
    Method,
    MethodNotKnown,
    Person,
    PublishedEvent,
    UnreadableBoardNumber,
)
from bridge.engine.formats.opening import read_event
from bridge.engine.formats.pbn_event import read_pbn, write_pbn
from bridge.engine.formats.reading import NotWhatItSays
from bridge.engine.formats.usebio import read_usebio
from bridge.engine.formats.usebio_writing import write_usebio
from bridge.engine.seats import Seat, Side
from tests.engine.published import mitchell, publish

CASES = Path(__file__).parents[2].parent / "shared" / "cases"
REAL = ["u1-howell-12-pairs", "u2-mitchell-sit-outs", "u3-two-winner-11-tables", "u4-butler-howell", "u5-ties-and-lin", "u6-multiple-teams"]


BUTLER_LINE = "<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><NS_BUTLER_POINTS>2</NS_BUTLER_POINTS></TRAVELLER_LINE></BOARD>"


def usebio(inside: str, kind: str = "PAIRS", version: str = "1.2") -> str:
    return f'<?xml version="1.0"?><USEBIO Version="{version}"><EVENT EVENT_TYPE="{kind}">{inside}</EVENT></USEBIO>'


@pytest.mark.parametrize(
    ("kind", "inside", "form", "method"),
    [
        ("MP_PAIRS", "", Form.PAIRS, Method.MATCHPOINTS),
        ("MATCH_POINT_PAIRS", "", Form.PAIRS, Method.MATCHPOINTS),
        (" mp pairs ", "", Form.PAIRS, Method.MATCHPOINTS),
        ("PAIRS", "<BOARD_SCORING_METHOD>Match Points</BOARD_SCORING_METHOD>", Form.PAIRS, Method.MATCHPOINTS),
        ("CROSS_IMPS", "", Form.PAIRS, Method.CROSS_IMPS),
        ("BUTLER_PAIRS", "", Form.PAIRS, Method.BUTLER),
        ("pairs", "<BOARD_SCORING_METHOD>CROSS_IMPS</BOARD_SCORING_METHOD>", Form.PAIRS, Method.CROSS_IMPS),
        ("PAIRS", BUTLER_LINE, Form.PAIRS, Method.BUTLER),
        ("PAIRS", "", Form.PAIRS, None),
        ("INDIVIDUAL", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", Form.SINGLES, Method.MATCHPOINTS),
        ("TEAMS_OF_FOUR", "", Form.TEAMS, Method.TEAM_IMPS),
    ],
)
def test_event_types(kind: str, inside: str, form: Form, method: Method | None) -> None:
    event = read_usebio(usebio(inside, kind))
    assert (event.form, event.method) == (form, method)


def test_an_unknown_type_is_refused_by_name_and_line() -> None:
    with pytest.raises(EventNotPlayable) as refused:
        read_usebio('<USEBIO>\n<EVENT EVENT_TYPE="NOTSUP"/>\n</USEBIO>')
    assert (refused.value.facts["found"], refused.value.facts["line"]) == ("NOTSUP", 2)


@pytest.mark.parametrize(("kind", "method"), [("PAIRS", "PATTON"), ("PAIRS", "BAM"), ("SWISS_PAIRS", "HYBRID"), ("TEAMS", "PATTON")])
def test_an_unknown_way_of_scoring_is_refused_by_name(kind: str, method: str) -> None:
    with pytest.raises(MethodNotKnown) as refused:
        read_usebio(usebio(f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>", kind))
    assert refused.value.facts["found"] == method


@pytest.mark.parametrize("text", ["<USEBIO/>", "<HTML/>", "<USEBIO>"])
def test_what_is_no_usebio_event_is_refused(text: str) -> None:
    with pytest.raises(NotWhatItSays):
        read_usebio(text)


def test_a_board_without_a_number_is_refused() -> None:
    with pytest.raises(UnreadableBoardNumber):
        read_usebio(usebio("<BOARD><BOARD_NUMBER>x</BOARD_NUMBER></BOARD>"))


def test_a_board_in_two_pieces_is_one_with_its_lines_numbered_on() -> None:
    line = "<TRAVELLER_LINE><NS_PAIR_NUMBER>{}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>9</EW_PAIR_NUMBER></TRAVELLER_LINE>"
    piece = f"<BOARD><BOARD_NUMBER>3</BOARD_NUMBER>{line}</BOARD>"
    text = f'<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS">{piece.format(1)}{piece.format(2)}</EVENT></USEBIO>'
    (board,) = read_usebio(text).boards
    assert [(line.position, line.ns) for line in board.lines] == [(1, ("1",)), (2, ("2",))]


def test_sessions_and_sections_are_kept_however_deep() -> None:
    line = "<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><CONTRACT>PASS</CONTRACT><SCORE>0</SCORE></TRAVELLER_LINE>"
    board = f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{line}</BOARD>"
    people = "<PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER></PAIR></PARTICIPANTS>"
    inside = (
        f'<SESSION SESSION_ID="1"><SECTION SECTION_ID="A">{people}{board}</SECTION><SECTION SECTION_ID="B">{people}{board}</SECTION></SESSION>'
        f"<SESSION>{people}<SECTION>{board}</SECTION></SESSION>"
    )
    event = read_usebio(usebio(inside))
    assert [(board.session, board.section) for board in event.boards] == [("1", "A"), ("1", "B"), ("#1", "#1")]
    assert [(entrant.session, entrant.section) for entrant in event.entrants] == [("1", "A"), ("1", "B"), ("#1", "")]


def test_players_points_and_odd_lines() -> None:
    pair = (
        "<PARTICIPANTS><PAIR><PAIR_NUMBER>3NS</PAIR_NUMBER><DIRECTION>NS</DIRECTION><PLACE>5=</PLACE><PERCENTAGE>47.96</PERCENTAGE>"
        "<MASTER_POINTS><MASTER_POINTS_AWARDED>12</MASTER_POINTS_AWARDED><MASTER_POINT_TYPE>BLACK</MASTER_POINT_TYPE></MASTER_POINTS>"
        "<PLAYER><PLAYER_NAME>Li\n  Na</PLAYER_NAME><NATIONAL_ID_NUMBER>007</NATIONAL_ID_NUMBER></PLAYER></PAIR></PARTICIPANTS>"
    )
    lines = (
        "<TRAVELLER_LINE><NS_PAIR_NUMBER>3NS</NS_PAIR_NUMBER><EW_PAIR_NUMBER>0</EW_PAIR_NUMBER></TRAVELLER_LINE>"
        "<TRAVELLER_LINE><NS_PAIR_NUMBER>4</NS_PAIR_NUMBER><EW_PAIR_NUMBER>5</EW_PAIR_NUMBER><NS_SCORE>60%</NS_SCORE><EW_SCORE>40%</EW_SCORE></TRAVELLER_LINE>"
    )
    event = read_usebio(usebio(pair + f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD>", "MP_PAIRS", "1.0"))
    entrant = event.entrants[0]
    assert (entrant.number, entrant.direction, entrant.place, entrant.percent) == ("3NS", Side.NS, "5=", "47.96")
    assert entrant.players == (Person("Li Na", "007"),) and entrant.master_points == (MasterPoints("12", "BLACK"),)
    assert [line.outcome for line in event.boards[0].lines] == [Absence.BYE, ArtificialScore(Fraction(60), Fraction(40))]


def test_master_points_of_single_players_are_those_of_their_pair() -> None:
    points = "<MASTER_POINTS><MASTER_POINTS_AWARDED>{}</MASTER_POINTS_AWARDED><MASTER_POINT_TYPE>LOCAL</MASTER_POINT_TYPE></MASTER_POINTS>"
    players = "".join(f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME>{points.format(amount)}</PLAYER>" for name, amount in (("A", "0.60"), ("B", "0.60")))
    text = f'<USEBIO><EVENT EVENT_TYPE="MP_PAIRS"><PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER>{players}</PAIR></PARTICIPANTS></EVENT></USEBIO>'
    assert [entrant.master_points for entrant in read_usebio(text).entrants] == [(MasterPoints("0.60", "LOCAL"),)]


def test_cards_come_from_the_handset_also_with_empty_suits() -> None:
    hands = "".join(
        f"<HAND><DIRECTION>{seat}</DIRECTION><{suit}>AKQJ1098765432</{suit}></HAND>"
        for seat, suit in (("North", "SPADES"), ("East", "HEARTS"), ("South", "DIAMONDS"), ("West", "CLUBS"))
    )
    board = "<BOARD><BOARD_NUMBER>7</BOARD_NUMBER>"
    text = usebio(board + "</BOARD>").replace("</USEBIO>", f"<HANDSET>{board}{hands}</BOARD></HANDSET></USEBIO>")
    deal = read_usebio(text).boards[0].deal
    assert deal is not None and {card.suit.name for card in deal.west} == {"C"} and len(deal.west) == 13


@pytest.mark.skipif(not CASES.exists(), reason="../shared/cases is not beside the repository")
@pytest.mark.parametrize("name", REAL)
def test_a_real_event_survives_being_written(name: str) -> None:
    event = read_event((CASES / f"{name}.xml").read_bytes())
    assert replace(read_usebio(write_usebio(event)), source=event.source) == event


@pytest.mark.skipif(not CASES.exists(), reason="../shared/cases is not beside the repository")
@pytest.mark.parametrize("name", ["p1-howell-10-pairs-latin1", "p2-half-table-bye", "p3-average-award"])
def test_a_real_pbn_event_survives_being_written(name: str) -> None:
    event = read_event((CASES / f"{name}.pbn").read_bytes())
    assert replace(read_pbn(write_pbn(event)), source=event.source) == event


def with_cards(event: PublishedEvent, rng: random.Random) -> PublishedEvent:
    boards = []
    for board in event.boards:
        cards = sorted(FULL_PACK)
        rng.shuffle(cards)
        boards.append(replace(board, deal=deal_of({seat: cards[13 * at : 13 * at + 13] for at, seat in enumerate(Seat)})))
    return replace(event, boards=tuple(boards))


@pytest.mark.parametrize("seed", range(5))
def test_made_up_events_survive_both_formats(seed: int) -> None:
    rng = random.Random(seed)
    event = with_cards(publish(mitchell(rng, rng.randint(3, 8), rng.randint(2, 9), missing=2, artificial=1)), rng)
    assert replace(read_usebio(write_usebio(event)), source="test") == event
    assert replace(read_pbn(write_pbn(event)), source="test") == event


def test_teams_without_matches_have_no_place_in_pbn() -> None:
    with pytest.raises(EngineError) as refused:
        write_pbn(replace(mitchell(random.Random(1), 3, 2), form=Form.TEAMS))
    assert refused.value.code == "not_writable"


def test_an_event_inside_its_club_and_sides_written_apart_from_the_numbers() -> None:
    text = write_usebio(publish(mitchell(random.Random(3), 4, 4)))
    text = re.sub(r"</CLUB>(.*)</USEBIO>", r"\1</CLUB></USEBIO>", text, flags=re.DOTALL)
    text = re.sub(r"<((?:EW_)?PAIR_NUMBER)>10(\d)<", r"<\1>\2<", text)
    text = re.sub(r"<NS_PAIR_NUMBER>(\d)<", r"<NS_PAIR_NUMBER>\1 NS<", re.sub(r"<EW_PAIR_NUMBER>(\d)<", r"<EW_PAIR_NUMBER>EW-\1<", text))
    assert check_event(read_usebio(text)).differences == ()
