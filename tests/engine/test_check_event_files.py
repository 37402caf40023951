"""Small files of what programs write, each with the figures that were worked out by hand beside it."""

from pathlib import Path

import pytest

from bridge.engine.formats.check import check_event
from bridge.engine.formats.opening import read_event
from bridge.engine.formats.pbn_event import read_pbn, write_pbn
from bridge.engine.formats.usebio import read_usebio
from bridge.engine.formats.usebio_writing import write_usebio

EVENTS = Path(__file__).parents[1] / "data" / "events"

# Three tables, two boards, two matchpoints for a pair beaten; board 2 gives NS 3 3 0 and EW 1 1 4.
PAIRS = {
    # board 1: NS 420, 450, 170 among themselves 2 4 0; EW against 420, 450, 620: 4 2 0
    "split_score.xml": {"1": "5", "2": "7", "3": "0", "4": "5", "5": "3", "6": "4"},
    # board 1: NS as above; EW two results of three, (M + 1) * 3 / 2 - 1 = 3.5 and 0.5, and 40 % of 4
    "one_side_artificial.xml": {"1": "5", "2": "7", "3": "0", "4": "9/2", "5": "3/2", "6": "28/5"},
    # board 1: two results of three both ways, and 60 % and 40 % of 4
    "award_in_contract_wrapped.xml": {"1": "7/2", "2": "13/2", "3": "12/5", "4": "9/2", "5": "3/2", "6": "28/5"},
}


@pytest.mark.parametrize("name", PAIRS)
def test_pairs(name: str) -> None:
    event = read_event((EVENTS / name).read_bytes())
    for again in (event, read_usebio(write_usebio(event)), read_pbn(write_pbn(event))):
        check = check_event(again)
        assert {item.entrant.number: str(item.score) for item in check.entrants} == PAIRS[name]
        assert check.differences == () and check.method == "matchpoints"
