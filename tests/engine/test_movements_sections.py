"""Several sections with the same boards; strengths and seeds; the two commands."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import Order
from bridge.engine.movements.propose import Limit, NothingFits, Wishes
from bridge.engine.movements.sections import propose_sections, section_sizes, tables_sharing
from bridge.engine.movements.strength import opposition, seeded_places

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("pairs", "sections", "sizes"), [(28, 2, (14, 14)), (30, 2, (16, 14)), (31, 2, (16, 15)), (47, 3, (16, 16, 15)), (60, 4, (16, 16, 14, 14)), (9, 1, (9,))]
)
def test_sections_are_as_even_as_whole_tables_allow(pairs: int, sections: int, sizes: tuple[int, ...]) -> None:
    assert section_sizes(pairs, sections) == sizes
    assert sum(sizes) == pairs


def test_sections_play_the_same_rounds_and_boards() -> None:
    best = propose_sections(Wishes(29, winners=2), 2)[0]
    assert [proposal.movement.entrants for proposal in best.proposals] == [16, 13]
    assert len({(proposal.rounds, proposal.boards_per_round) for proposal in best.proposals}) == 1
    assert best.tables_sharing == tables_sharing(tuple(proposal.movement for proposal in best.proposals))


def test_two_sections_from_one_set_of_boards_share_each_board_once() -> None:
    section = make_movement(Order("mitchell", Fraction(7)))
    assert tables_sharing((section,)) == 1
    assert tables_sharing((section, section)) == 2
    assert tables_sharing((section, make_movement(Order("mitchell", Fraction(5))), make_movement(Order("relay_mitchell", Fraction(6))))) == 4


def test_a_section_without_a_movement_is_refused() -> None:
    with pytest.raises(NothingFits) as refused:
        propose_sections(Wishes(24, stationary=9), 2)
    assert refused.value.facts["broken"] == (Limit.STATIONARY,)


def test_opposition_is_equal_inside_each_line_of_a_full_mitchell() -> None:
    movement = make_movement(Order("mitchell", Fraction(5)))
    strengths = {pair: Fraction(pair * pair) for pair in range(1, 11)}
    against = opposition(movement, strengths)
    assert {against[pair] for pair in range(1, 6)} == {Fraction(36 + 49 + 64 + 81 + 100)}
    assert {against[pair] for pair in range(6, 11)} == {Fraction(1 + 4 + 9 + 16 + 25)}
    short = opposition(make_movement(Order("mitchell", Fraction(5), 2)), strengths)
    assert short[1] == Fraction(36 + 100)


def test_seeds_are_spread_over_tables_and_lines() -> None:
    movement = make_movement(Order("mitchell", Fraction(9)))
    assert seeded_places(movement, 4) == (1, 12, 5, 16)
    for order in (Order("three_quarter_howell", Fraction(7), 9), Order("half_mitchell", Fraction(11, 2)), Order("howell", Fraction(2))):
        plan = make_movement(order)
        assert sorted(seeded_places(plan, plan.entrants)) == list(range(1, plan.entrants + 1))


def manage(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    surroundings = os.environ | {"SECRET_KEY": "only for this test", "LANGUAGE_CODE": "en"} | settings
    return subprocess.run([sys.executable, "manage.py", *arguments], capture_output=True, text=True, cwd=ROOT, env=surroundings, check=False)


def test_a_movement_is_printed_in_the_shape_of_the_vectors() -> None:
    run = manage("movement", "half_mitchell", "--tables", "7.5", "--rounds", "7", "--json")
    printed = json.loads(run.stdout)
    assert run.returncode == 0
    assert printed["family"] == "half_mitchell"
    assert (printed["tables"], printed["pairs"], printed["rounds"], printed["boardsets"]) == (8, 15, 7, 8)
    assert printed["declared"] == {"max_sitouts_per_pair": 1}
    assert printed["facts"]["sitouts"] == {str(pair): 1 for pair in range(9, 16)}
    assert printed["seats"][0][:2] == [[1, 8, 1], [2, 9, 2]]


def test_a_movement_is_printed_as_a_table() -> None:
    run = manage("movement", "mitchell", "--tables", "3")
    assert run.stdout.splitlines()[0] == "Mitchell, 6 pairs, 3 rounds"
    assert run.stdout.splitlines()[2:] == ["1  1-4 A  2-5 B  3-6 C", "2  1-6 B  2-4 C  3-5 A", "3  1-5 C  2-6 A  3-4 B"]
    assert "\\xb7-9" in manage("movement", "mitchell", "--tables", "4.5", PYTHONIOENCODING="ascii").stdout  # into a file of few signs


def test_what_is_impossible_exits_2_and_names_the_nearest() -> None:
    run = manage("movement", "interwoven", "--tables", "6", "--json")
    assert run.returncode == 2
    assert json.loads(run.stdout)["nearest"] == {"family": "relay_mitchell", "tables": "6", "rounds": 6, "boardsets": 6}
    assert "6" in run.stderr
    assert manage("movement", "michell", "--tables", "6").returncode == 2


def test_proposals_are_printed_with_their_figures() -> None:
    run = manage("propose", "--pairs", "11", "--boards", "24-28", "--minutes", "180", "--json")
    best = json.loads(run.stdout)[0]
    assert (best["family"], best["tables"], best["rounds"], best["boards_per_round"], best["boards"]) == ("three_quarter_howell", 5.5, 9, 3, 27)
    first = manage("propose", "--pairs", "11", "--boards", "24-28", "--minutes", "180").stdout.splitlines()[0].strip()
    said = "one winner | balance 91 of 100 | one pair sits out in each round | not everybody plays every board"
    assert first == f"1. Three-quarter Howell, 5½ tables, 9 rounds | 9 × 3 = 27 boards | 178 minutes | {said}"
    refused = manage("propose", "--pairs", "11", "--boards", "24-28", "--minutes", "60", "--json")
    assert (refused.returncode, json.loads(refused.stdout)["broken"]) == (2, ["minutes"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("movement", "mitchell"), "Say how large the movement is: --tables 7.5, or --pairs, --players or --teams."),
        (("movement", "mitchell", "--tables", "x"), "--tables is a number from ¼ to 200, like 7, 7.5 or 15/2, not “x”."),
        (("movement", "mitchell", "--tables", "7", "--rounds", "0"), "--rounds is a whole number from 1 to 800, not “0”."),
        (("movement", "mitchell", "--tables", "7", "--switch", "last"), "--switch is a list of rounds, like 6,7, or the word “best”, not “last”."),
        (("propose", "--pairs", "3"), "--pairs is a whole number from 4 to 400, not “3”."),
        (("propose", "--pairs", "1000000"), "--pairs is a whole number from 4 to 400, not “1000000”."),
        (("propose", "--pairs", "9", "--boards", "9-8"), "--boards is a number of boards or the fewest and the most, like 24-28, from 1 to 200, not “9-8”."),
        (("propose", "--pairs", "11", "--minutes", "-1"), "--minutes is a whole number from 1 to 1440, not “-1”."),
        (("propose", "--pairs", "11", "--winners", "3"), "--winners is one of 1, 2, not “3”."),
        (("propose", "--pairs", "11", "--sections", "3"), "3 sections are for 12 or more."),
    ],
)
def test_an_argument_that_cannot_be_used_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        call_command(*arguments)
    assert (str(refused.value), refused.value.returncode) == (sentence, 2)
