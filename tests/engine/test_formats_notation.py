"""Odd spellings of old files, each with what it means."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.cards import Card, Rank, Suit
from bridge.engine.contract import PASSED_OUT, Contract, Doubling, Report, Strain
from bridge.engine.formats.event import Absence, ArtificialScore, BareReport, Unread
from bridge.engine.formats.notation import (
    parse_artificial,
    parse_award,
    parse_day,
    parse_direction,
    parse_figure,
    parse_lead,
    parse_place,
    parse_printed_contract,
)
from bridge.engine.formats.traveller import PrintedLine, read_line
from bridge.engine.formats.wording import decimal_words, fixed_words
from bridge.engine.scoring.outcome import Award
from bridge.engine.seats import Seat, Side


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("60.22", Fraction(6022, 100), Fraction(1, 100)),
        ("48,2 %", Fraction(482, 10), Fraction(1, 10)),
        ("+26", Fraction(26), Fraction(1)),
        ("−3.5", Fraction(-7, 2), Fraction(1, 10)),
        ("-0.0", Fraction(0), Fraction(1, 10)),
        (".50", Fraction(1, 2), Fraction(1, 100)),
        ("3.6666666666666665", Fraction(36666666666666665, 10**16), Fraction(1, 10**10)),
        ("-4.44e-16", Fraction(-444, 10**18), Fraction(1, 10**10)),
    ],
)
def test_figures(text: str, value: Fraction, unit: Fraction) -> None:
    figure = parse_figure(text)
    assert figure is not None and (figure.value, figure.unit) == (value, unit)


@pytest.mark.parametrize("text", ["", None, "-", ".", "A5050", "1/2", "12a", "1.2.3", "9" * 5000, "." + "9" * 5000])
def test_no_figures(text: str | None) -> None:
    assert parse_figure(text) is None


def test_a_figure_agrees_to_half_a_unit_of_its_last_digit() -> None:
    figure = parse_figure("68.42")
    assert figure is not None
    assert figure.agrees_with(Fraction(68425, 1000)) and figure.agrees_with(Fraction(68415, 1000))
    assert not figure.agrees_with(Fraction(68426, 1000)) and not figure.agrees_with(Fraction(6841, 100))


def test_places() -> None:
    assert [parse_place(text) for text in ("5=", "=5", "5 =", "T5", "5-6", "5/7")] == [(5, True)] * 6
    assert [parse_place(text) for text in ("3rd", "11", "", "first")] == [(3, False), (11, False), None, None]


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("3Hx", Contract(3, Strain.H, Doubling.X)),
        ("1N", Contract(1, Strain.N)),
        ("5Sxx", Contract(5, Strain.S, Doubling.XX)),
        ("4♠*", Contract(4, Strain.S, Doubling.X)),
        ("3 NT dbl", Contract(3, Strain.N, Doubling.X)),
        ("2C**", Contract(2, Strain.C, Doubling.XX)),
        ("3 Hearts doubled", Contract(3, Strain.H, Doubling.X)),
        ("1 No Trumps redoubled", Contract(1, Strain.N, Doubling.XX)),
        ("6 Club", Contract(6, Strain.C)),
        ("4HD", Contract(4, Strain.H, Doubling.X)),
        ("3NTR", Contract(3, Strain.N, Doubling.XX)),
        ("4D by N", Contract(4, Strain.D)),
        ("Passed Out", PASSED_OUT),
        ("PASS", PASSED_OUT),
        ("all-pass", PASSED_OUT),
    ],
)
def test_contracts(text: str, contract: object) -> None:
    found = parse_printed_contract(text)
    assert found is not None and found.contract == contract


def test_contract_with_declarer_and_result_in_one_field() -> None:
    found = parse_printed_contract("4SX S -1")
    assert found is not None and (found.declarer, found.tricks) == (Seat.S, 9)
    found = parse_printed_contract("3NT+1")
    assert found is not None and (found.declarer, found.tricks) == (None, 10)
    assert [parse_printed_contract(text) for text in ("8H", "4Z", "", "NP", "4S+9")] == [None] * 5


@pytest.mark.parametrize(("text", "card"), [("D10", "DT"), ("10D", "DT"), ("TH", "HT"), ("HK", "HK"), ("jc", "CJ"), ("♥7", "H7"), ("2S", "S2")])
def test_leads(text: str, card: str) -> None:
    found = parse_lead(text)
    assert found is not None and str(found) == card


@pytest.mark.parametrize(
    ("text", "ns", "ew"),
    [
        ("A6040", Fraction(60), Fraction(40)),
        ("A50-50", Fraction(50), Fraction(50)),
        ("60%/40%", Fraction(60), Fraction(40)),
        ("60%", Fraction(60), Fraction(40)),
        ("A+A-", Award.PLUS, Award.MINUS),
        ("Ave", Award.AVERAGE, Award.AVERAGE),
        ("A60/A40", Fraction(60), Fraction(40)),
        ("A60A40", Fraction(60), Fraction(40)),
        ("NS 60% EW 40%", Fraction(60), Fraction(40)),
        ("62.5/37.5", Fraction("62.5"), Fraction("37.5")),
        ("AVE60/40", Fraction(60), Fraction(40)),
        ("AVG+/AVG-", Award.PLUS, Award.MINUS),
        ("A+/-", Award.PLUS, Award.MINUS),
        ("A=", Award.AVERAGE, Award.AVERAGE),
        ("A/A", Award.AVERAGE, Award.AVERAGE),
        ("Average plus/Average minus", Award.PLUS, Award.MINUS),
        ("A1000", Fraction(100), Fraction(0)),
        ("A0100", Fraction(0), Fraction(100)),
        ("A955", Fraction(95), Fraction(5)),
        ("0/100", Fraction(0), Fraction(100)),
        ("A6060", Fraction(60), Fraction(60)),
    ],
)
def test_artificial_scores_of_both_sides(text: str, ns: object, ew: object) -> None:
    assert parse_artificial(text) == ArtificialScore(ns, ew)  # type: ignore[arg-type]


def test_what_is_no_artificial_score() -> None:
    assert [parse_artificial(text) for text in ("6040", "420", "-50", "", "A+", "AVE-", "60", "+/-", "0-0", "A100")] == [None] * 10
    assert [parse_award(text) for text in ("A+", "AVG-", "60%", "A40", "420", "101%")] == [
        Award.PLUS, Award.MINUS, Fraction(60), Fraction(40), None, None,
    ]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("27/07/2022", date(2022, 7, 27)),
        ("2015.06.17", date(2015, 6, 17)),
        ("2015-06-17T19:00", date(2015, 6, 17)),
        ("07/31/2020", date(2020, 7, 31)),
    ],
)
def test_days(text: str, day: date) -> None:
    assert parse_day(text) == day
    assert parse_day("????.??.??") is None and parse_day("31/02/2020") is None


def test_directions() -> None:
    assert [parse_direction(text) for text in ("NS", "N-S", "East/West", "E-W", "")] == [Side.NS, Side.NS, Side.EW, Side.EW, None]


def line(**fields: str) -> PrintedLine:
    return PrintedLine(position=1, line=1, ns=("1",), ew=("2",), **fields)  # type: ignore[arg-type]


def test_a_whole_line() -> None:
    read = read_line(line(contract="3Hx", declarer="N", tricks="6", lead="D10", score="-500"))
    assert read.outcome == Report(Contract(3, Strain.H, Doubling.X), Seat.N, 6, Card(Suit.D, Rank.TEN))
    assert (read.points, read.unread) == (-500, ())


def test_points_of_two_columns() -> None:
    assert read_line(line(contract="4H", declarer="E", tricks="8", ns_score="100")).points == 100
    assert read_line(line(contract="4H", declarer="E", tricks="10", ew_score="420")).points == -420
    assert read_line(line(contract="4H", declarer="E", tricks="10", ns_score="0", ew_score="420")).points == -420


def test_a_devices_zero_is_no_pass_out() -> None:
    assert read_line(line(contract="0", score="0")).outcome is Absence.NOT_PLAYED
    assert read_line(line(score="0")).outcome is Absence.NOT_PLAYED
    assert read_line(line(contract="NP")).outcome is Absence.NOT_PLAYED
    passed = read_line(line(contract="PASS", score="0"))
    assert passed.outcome == Report(PASSED_OUT) and passed.points == 0
    said = read_line(line(score="Passed Out"))
    assert said.outcome == Report(PASSED_OUT) and said.points is None and said.unread == ()


def test_points_without_a_contract_are_kept() -> None:
    read = read_line(line(score="420"))
    assert (read.outcome, read.points) == (Absence.UNKNOWN, 420)
    counted = read_line(line(score="0", ns_scored="5", ew_scored="3"))
    assert (counted.outcome, counted.points) == (Absence.UNKNOWN, 0)


def test_more_points_than_any_contract_scores_are_no_points() -> None:
    assert read_line(line(contract="4H", declarer="E", tricks="10", score="7601")).unread == (Unread("score", "7601"),)
    assert read_line(line(contract="7NT", declarer="E", tricks="0", score="7600")).points == 7600


def test_a_sit_out_has_no_points() -> None:
    alone = PrintedLine(position=1, line=1, ns=("1",), ew=(), ns_score="Bye", ew_score="Bye", ns_scored="0.3")
    read = read_line(alone)
    assert (read.outcome, read.points, read.ns_scored) == (Absence.BYE, None, "0.3")


def test_unknown_result_is_neither_zero_nor_an_error() -> None:
    read = read_line(line(contract="?", declarer="?", tricks="?"))
    assert (read.outcome, read.points, read.unread) == (Absence.UNKNOWN, None, ())


def test_what_means_nothing_is_kept_as_unread() -> None:
    assert read_line(line(contract="4Z", score="420")).unread == (Unread("contract", "4Z"),)
    read = read_line(line(contract="4H", declarer="Q", tricks="15", score="abc"))
    assert read.outcome == BareReport(Contract(4, Strain.H), None, None)
    assert read.unread == (Unread("declarer", "Q"), Unread("tricks", "15"), Unread("score", "abc"))


@given(st.fractions(-(10**12), 10**12), st.integers(0, 4))
def test_printed_decimals_agree_with_what_they_print(value: Fraction, places: int) -> None:
    for text in (fixed_words(value, places), decimal_words(value, places)):
        figure = parse_figure(text)
        assert figure is not None and abs(figure.value - value) * 2 <= Fraction(1, 10**places)
