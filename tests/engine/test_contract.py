"""Every contract's score against a table written from Law 77 row by row, and the spellings of contracts and results."""

import csv
from pathlib import Path

import pytest

from bridge.engine.contract import (
    PASSED_OUT,
    Contract,
    Doubling,
    NoSuchContract,
    NoSuchResult,
    Report,
    Strain,
    TricksOutOfRange,
    format_contract,
    format_tricks,
    ns_points,
    ns_points_of,
    parse_contract,
    parse_tricks,
    score_contract,
)
from bridge.engine.seats import Seat, Vulnerability

TABLE = Path(__file__).parents[1] / "data" / "score_table.csv"


def _rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_all_2940_scores() -> None:
    rows = _rows()
    assert len({tuple(row[name] for name in ("level", "strain", "doubling", "vulnerable", "tricks")) for row in rows}) == 7 * 5 * 3 * 2 * 14
    for row in rows:
        contract = Contract(int(row["level"]), Strain[row["strain"]], Doubling(row["doubling"]))
        assert score_contract(contract, int(row["tricks"]), vulnerable=row["vulnerable"] == "vulnerable") == int(row["points"]), row


@pytest.mark.parametrize(
    ("text", "tricks", "vulnerable", "points"),
    [
        ("7C", 13, False, 1440), ("7C", 13, True, 2140), ("7H", 13, False, 1510), ("7H", 13, True, 2210), ("7N", 13, False, 1520), ("7N", 13, True, 2220),
        ("7NXX", 13, True, 2980), ("7NXX", 0, True, -7600), ("1C", 7, False, 70), ("1NXX", 7, False, 560), ("2HX", 8, True, 670), ("2CX", 8, False, 180),
    ],
)  # fmt: skip
def test_scores_from_fault_reports(text: str, tricks: int, vulnerable: bool, points: int) -> None:
    contract = parse_contract(text)
    assert isinstance(contract, Contract)
    assert score_contract(contract, tricks, vulnerable=vulnerable) == points


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("4SX", "4SX"), ("3nt", "3N"), ("1N", "1N"), ("3Hx", "3HX"), ("4♠", "4S"), ("4♠\ufe0e X", "4SX"), ("2C**", "2CXX"), ("pass", "P"), ("All Pass", "P"),
        ("5 d *", "5DX"),
    ],
)  # fmt: skip
def test_spellings(text: str, stored: str) -> None:
    assert format_contract(parse_contract(text)) == stored


@pytest.mark.parametrize("text", ["", "8S", "0N", "4", "S4", "4SXXX", "4Z", "4S=", "xx"])
def test_what_is_no_contract(text: str) -> None:
    with pytest.raises(NoSuchContract):
        parse_contract(text)


def test_results_go_round() -> None:
    contract = Contract(4, Strain.S)
    for tricks in range(14):
        assert parse_tricks(format_tricks(contract, tricks), contract) == tricks
    with pytest.raises((NoSuchResult, TricksOutOfRange)):
        parse_tricks("+4", contract)


def test_north_souths_points() -> None:
    west = Report(Contract(4, Strain.S, Doubling.X), Seat.W, 9)
    assert ns_points(west, Vulnerability.EW) == 200
    assert ns_points(west, Vulnerability.NS) == 100
    assert ns_points_of(west, 10) == 200  # both are vulnerable on board 10
    assert ns_points(Report(PASSED_OUT), Vulnerability.BOTH) == 0
