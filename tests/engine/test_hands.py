"""Double-dummy tables and par, against what the best known solver publishes for the same deals, and against deals that anybody can count."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.engine.contract import Doubling, Strain, score_contract
from bridge.engine.hands.makes import Makes, format_makes, parse_makes
from bridge.engine.hands.par import par_of
from bridge.engine.seats import Seat, Side, Vulnerability

ROOT = Path(__file__).resolve().parents[2]
DEALS = list(csv.DictReader((ROOT / "tests" / "data" / "par.csv").read_text(encoding="utf-8").splitlines()))
TABLES = st.lists(st.integers(0, 13), min_size=20, max_size=20).map(lambda tricks: Makes(tuple(tricks)))


def made(text: str) -> Makes:
    """The table of a text that is one."""
    makes = parse_makes(text)
    assert makes is not None
    return makes


@pytest.mark.parametrize("row", DEALS, ids=lambda row: row["makes"])
def test_par_as_published(row: dict[str, str]) -> None:
    """Sixty deals with their par by Bo Haglund's solver: the points, and strain, declarers and double of the contracts."""
    par = par_of(made(row["makes"]), Seat(row["dealer"]), Vulnerability(row["vulnerability"]))
    assert par.points == int(row["points"])
    published = {(told[1], told.split()[1], "X" in told) for told in row["contracts"].split("; ") if told}
    assert {(each.contract.strain.name, seat.value, each.contract.doubling is Doubling.X) for each in par.contracts for seat in each.seats} == published


@given(makes=TABLES, dealer=st.sampled_from(Seat), vulnerability=st.sampled_from(Vulnerability))
def test_the_contracts_of_par_give_its_points(makes: Makes, dealer: Seat, vulnerability: Vulnerability) -> None:
    par = par_of(makes, dealer, vulnerability)
    assert bool(par.contracts) == (par.points != 0)
    for each in par.contracts:
        side = each.seats[0].side
        assert {makes.of(seat, each.contract.strain) for seat in each.seats} == {each.tricks}
        points = score_contract(each.contract, each.tricks, vulnerable=vulnerability.has(side))
        assert par.points == (points if side is Side.NS else -points)


@given(makes=TABLES, dealer=st.sampled_from(Seat), vulnerability=st.sampled_from([Vulnerability.NONE, Vulnerability.BOTH]))
def test_turned_by_one_seat_par_belongs_to_the_other_side(makes: Makes, dealer: Seat, vulnerability: Vulnerability) -> None:
    turned = Makes(makes.tricks[15:] + makes.tricks[:15])
    assert par_of(turned, dealer.lho, vulnerability).points == -par_of(makes, dealer, vulnerability).points


def test_who_deals_has_the_notrump_that_both_can_make() -> None:
    both = Makes((6, 6, 6, 6, 7) * 4)
    assert [par_of(both, dealer, Vulnerability.NONE).points for dealer in (Seat.N, Seat.E, Seat.S, Seat.W)] == [90, -90, 90, -90]
    assert par_of(Makes((6,) * 20), Seat.N, Vulnerability.NONE).contracts == ()


def test_twenty_digits_and_nothing_else() -> None:
    assert format_makes(made("0123456789abcd012345")) == "0123456789abcd012345"
    assert [parse_makes(text) for text in ("", "-", "0" * 19, "0" * 21, "e" * 20, "x" * 20)] == [None] * 6


def test_the_solver_counts_a_deal_that_anybody_can_count() -> None:
    """Each seat has a whole suit: that suit as trumps takes all for the side that has it; in notrump the side on lead takes all."""
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    done = subprocess.run(
        [sys.executable, "-m", "bridge.engine.hands.solver"], input=f"{deal}\n{DEALS[0]['deal']}\n", cwd=ROOT, capture_output=True, text=True, check=True
    )
    makes, known = map(made, done.stdout.split())
    assert format_makes(known) == DEALS[0]["makes"]
    for strain, side in ((Strain.C, Side.EW), (Strain.H, Side.EW), (Strain.D, Side.NS), (Strain.S, Side.NS)):
        assert {makes.of(seat, strain) for seat in Seat if seat.side is side} == {13}
        assert {makes.of(seat, strain) for seat in Seat if seat.side is not side} == {0}
    assert {makes.of(seat, Strain.N) for seat in Seat} == {0}
