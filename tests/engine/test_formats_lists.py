"""What a file leaves to its reader's eye: sections in the numbers alone, sides that nobody changed, figures that say that there are none."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bridge.engine.formats.check import check_event
from bridge.engine.formats.event import Entrant, Method, MethodNotKnown, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.formats.lists import with_lists
from bridge.engine.formats.opening import read_event
from bridge.engine.formats.pbn_event import read_pbn, write_pbn
from bridge.engine.formats.usebio import read_usebio
from bridge.engine.formats.usebio_writing import write_usebio
from bridge.engine.seats import Side
from tests.engine.published import mitchell, publish


def lettered(spelling: str) -> PublishedEvent:
    """Two sections, each compared and ranked by itself, on the same boards, told apart by the letter in everybody's number alone."""

    def entrant(each: Entrant, letter: str) -> Entrant:
        return replace(each, number=spelling.format(letter=letter, number=each.number))

    def line(each: TravellerLine, letter: str) -> TravellerLine:
        return replace(each, position=each.position + 4 * (letter == "B"), ns=(number(each.ns, letter),), ew=(number(each.ew, letter),))

    def number(each: tuple[str, ...], letter: str) -> str:
        return spelling.format(letter=letter, number=each[0])

    one, two = publish(mitchell(random.Random(1), 4, 6)), publish(mitchell(random.Random(2), 4, 6))
    boards: list[PublishedBoard] = []
    for first, second in zip(one.boards, two.boards, strict=True):
        boards.append(replace(first, lines=(*(line(each, "A") for each in first.lines), *(line(each, "B") for each in second.lines))))
    entrants = (*(entrant(each, "A") for each in one.entrants), *(entrant(each, "B") for each in two.entrants))
    return replace(one, entrants=entrants, boards=tuple(boards))


@pytest.mark.parametrize("spelling", ["{number}{letter}", "{letter}{number}", "{number}NS-{letter}"])
def test_sections_that_stand_in_the_numbers_alone(spelling: str) -> None:
    event = lettered(spelling)
    text = write_usebio(event)
    check = check_event(read_event(text.encode()))
    assert check.differences == () and check_event(event).differences
    assert [item.entrant.number for item in check.entrants] == [entrant.number for entrant in event.entrants]
    wrong = check_event(read_event(text.replace(f"<PLACE>{event.entrants[8].place}<", "<PLACE>9<").encode()))
    assert wrong.differences


def test_who_plays_in_the_other_section_makes_one_field() -> None:
    event = lettered("{letter}{number}")
    first = event.boards[0]
    mixed = replace(first, lines=(replace(first.lines[0], ew=("B101",)), *first.lines[1:]))
    assert with_lists(replace(event, boards=(mixed, *event.boards[1:]))).boards[0].section == ""


def test_a_mitchell_that_names_no_side_has_two_lists() -> None:
    event = publish(mitchell(random.Random(3), 5, 5))
    silent = replace(event, winners=None, entrants=tuple(replace(entrant, direction=None) for entrant in event.entrants))
    for text in (write_usebio(silent), write_pbn(silent)):
        check = check_event(read_event(text.encode()))
        assert check.differences == ()
        assert {item.entrant.direction for item in check.entrants} == set(Side)
    assert with_lists(replace(silent, winners=1)).entrants == silent.entrants


def test_a_phantom_pair_has_no_place_that_could_be_wrong() -> None:
    event = publish(mitchell(random.Random(8), 4, 4))
    phantom = Entrant("105", Side.EW, score="0", percent="0.00", place="5")
    assert check_event(replace(event, entrants=(*event.entrants, phantom))).differences == ()
    assert len(check_event(replace(event, entrants=(*event.entrants, replace(phantom, score="12")))).differences) == 2


@pytest.mark.parametrize("word", ["-", "N/A", " - ", "?"])
def test_a_dash_publishes_nothing(word: str) -> None:
    text = write_usebio(publish(mitchell(random.Random(4), 4, 4)))
    event = read_usebio(re.sub(r"<(PERCENTAGE|PLACE)>[^<]*", rf"<\1>{word}", text))
    assert {(entrant.percent, entrant.place) for entrant in event.entrants} == {(None, None)}
    assert check_event(event).differences == ()


@pytest.mark.parametrize("scoring", ["Rubber", "IMP;Cavendish", "BAM", "XYZ"])
def test_a_scoring_that_nobody_knows_here_is_refused(scoring: str) -> None:
    text = write_pbn(publish(mitchell(random.Random(5), 4, 2)))
    with pytest.raises(MethodNotKnown) as refused:
        read_pbn(text.replace('[Scoring "MatchPoints"]', f'[Scoring "{scoring}"]'))
    assert refused.value.facts["found"] == scoring


def test_tables_of_names_without_numbers() -> None:
    text = write_pbn(publish(mitchell(random.Random(7), 4, 2)))
    named = text.replace("PairId_NS", "Names_NS").replace("PairId_EW", "Names_EW").replace("PairId", "Pair")
    assert check_event(read_event(named.encode())).differences == ()


def test_imps_alone_are_not_matchpoints() -> None:
    text = write_pbn(publish(mitchell(random.Random(6), 4, 2)))
    assert read_pbn(text.replace('[Scoring "MatchPoints"]', '[Scoring "IMP"]')).methods == (Method.CROSS_IMPS, Method.BUTLER)


CASES = Path(__file__).parents[2].parent / "shared" / "cases"


@pytest.mark.skipif(not CASES.exists(), reason="../shared/cases is not beside the repository")
def test_the_refused_event_is_right_by_the_rule_of_its_participants() -> None:
    """Two winners at Butler with an artificial score, refused for its type alone."""
    text = (CASES / "u18-unknown-event-type.xml").read_text("utf-8")
    assert check_event(read_event(text.replace('"NOTSUP"', '"BUTLER_PAIRS"').encode())).differences == ()
