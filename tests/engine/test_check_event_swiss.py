"""Swiss pairs checked: rounds of matches over one field, scored plainly here."""

import random
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bridge.engine.contract import Contract, Report, Strain, ns_points
from bridge.engine.formats.check import check_event
from bridge.engine.formats.event import Entrant, Form, Match, MatchBoard, Method, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.formats.usebio import read_usebio
from bridge.engine.formats.usebio_writing import write_usebio
from bridge.engine.seats import Seat, dealer_of, vulnerability_of
from tests.engine.published import imps, two_places
from tests.engine.test_check_event_teams import continuous

# EBU Swiss pairs, 7 to 9 boards: the largest percent worth 10 to 19 VPs.
PERCENT_LIMITS = (5065, 5198, 5333, 5474, 5623, 5783, 5964, 6175, 6440, 6835)


def swiss(rng: random.Random, pairs: int, rounds: int, method: Method, *, again: bool = False) -> PublishedEvent:
    """Rounds of 8 boards; `again`: every round has boards of the same numbers."""
    matches, totals, wins = [], [Fraction(0)] * pairs, [0] * pairs
    order = list(range(pairs))
    for number in range(1, rounds + 1):
        rng.shuffle(order)
        couples = list(zip(order[0::2], order[1::2], strict=True))
        start = 1 if again else 8 * number - 7
        played: dict[int, list[tuple[Report, int]]] = {}
        for board in range(start, start + 8):
            reports = [Report(Contract(rng.randint(1, 6), rng.choice(list(Strain))), rng.choice(list(Seat)), rng.randint(6, 12)) for _ in couples]
            played[board] = [(report, ns_points(report, vulnerability_of(board))) for report in reports]
        for table, (first, second) in enumerate(couples):
            boards, sums = [], Fraction(0)
            for board, results in played.items():
                report, own = results[table]
                others = [points for at, (_, points) in enumerate(results) if at != table]
                if method is Method.MATCHPOINTS:
                    mark = Fraction(sum(1 + (own > other) - (own < other) for other in others))
                    sums += 100 * mark / (2 * len(others)) / 8
                    printed = (two_places(mark), two_places(2 * len(others) - mark))
                else:
                    mark = Fraction(sum(imps(own - other) for other in others), len(others))
                    sums += mark
                    printed = (two_places(mark), two_places(-mark))
                line = TravellerLine(1, (str(first + 1),), (str(second + 1),), report, own, *printed)
                boards.append(MatchBoard(PublishedBoard(board, dealer_of(board), vulnerability_of(board), (line,))))
            score = by_percent(sums) if method is Method.MATCHPOINTS else continuous(whole(sums))
            ahead = (sums >= 50, sums <= 50) if method is Method.MATCHPOINTS else (sums >= 0, sums <= 0)
            for pair, won, counts in ((first, score, ahead[0]), (second, 20 - score, ahead[1])):
                totals[pair] += won
                wins[pair] += counts
            matches.append(Match(number, str(first + 1), str(second + 1), start, start + 7, two_places(score), two_places(20 - score), tuple(boards)))
    places = [f"{1 + sum(other > own for other in totals)}" + ("=" if totals.count(own) > 1 else "") for own in totals]
    entrants = tuple(Entrant(str(at + 1), score=two_places(totals[at]), place=places[at], wins=str(wins[at])) for at in range(pairs))
    return PublishedEvent(Form.PAIRS, method, "test", vp=True, winners=1, entrants=entrants, matches=tuple(matches))


def whole(value: Fraction) -> int:
    size = int(abs(value) + Fraction(1, 2))
    return size if value >= 0 else -size


def by_percent(percent: Fraction) -> Fraction:
    won = 10 + sum(100 * max(percent, 100 - percent) > limit for limit in PERCENT_LIMITS)
    return Fraction(won if percent >= 50 else 20 - won)


@pytest.mark.parametrize(("method", "scale"), [(Method.CROSS_IMPS, "wbf_continuous"), (Method.MATCHPOINTS, "swiss_pairs")])
@pytest.mark.parametrize("again", [False, True])
def test_swiss_pairs_are_reproduced(method: Method, scale: str, again: bool) -> None:
    event = swiss(random.Random(4), 8, 4, method, again=again)
    for reread in (event, read_usebio(write_usebio(event))):
        check = check_event(reread)
        assert (check.differences, check.method, check.totals) == ((), method.value, scale)


@pytest.mark.parametrize("method", [Method.CROSS_IMPS, Method.MATCHPOINTS])
def test_the_scores_of_the_matches_tell_a_method_that_nothing_names(method: Method) -> None:
    event = swiss(random.Random(9), 8, 4, method)
    text = re.sub(r"<(?:BOARD_SCORING_METHOD|[NE][SW]_(?:MATCH|CROSS_IMP)_POINTS)>.*\n", "", write_usebio(event))
    check = check_event(read_usebio(text))
    assert (check.differences, check.method) == ((), method.value)
    assert "method_found" in [note.code for note in check.notes]


def test_lines_that_name_nobody_have_the_sides_of_their_match() -> None:
    event = swiss(random.Random(9), 6, 3, Method.CROSS_IMPS)
    text = write_usebio(event)
    bare = re.sub(r"<TRAVELLER_LINE>\n<NS_PAIR_NUMBER>\d+</NS_PAIR_NUMBER>\n<EW_PAIR_NUMBER>\d+</EW_PAIR_NUMBER>", "<TRAVELLER_LINE>", text)
    assert bare != text
    assert replace(read_usebio(bare), source="test") == event


def test_mistakes_are_named() -> None:
    event = swiss(random.Random(6), 8, 4, Method.CROSS_IMPS)
    match = event.matches[5]
    wrong = tuple(replace(match, first_score="0.01") if each is match else each for each in event.matches)
    assert [difference.where.text for difference in check_event(replace(event, matches=wrong)).differences] == [
        f"round {match.round}, pair {match.first}, score"
    ]
    board = match.boards[2]
    line = replace(board.board.lines[0], outcome=Report(Contract(7, Strain.N), Seat.N, 13))
    boards = (*match.boards[:2], replace(board, board=replace(board.board, lines=(line,))), *match.boards[3:])
    wrong = tuple(replace(match, boards=boards) if each is match else each for each in event.matches)
    texts = [difference.where.text for difference in check_event(replace(event, matches=wrong)).differences]
    assert texts == [f"round {match.round}, pair {match.first}, board {board.board.number}, line 1"]
    place = tuple(replace(entrant, place="8") if entrant.place == "1" else entrant for entrant in event.entrants)
    assert [difference.where.field for difference in check_event(replace(event, entrants=place)).differences] == ["place"]


def test_a_sit_out_has_its_printed_award() -> None:
    event = swiss(random.Random(7), 6, 3, Method.CROSS_IMPS)
    rest = Match(4, "1", "", first_score="12.00")
    first = event.entrants[0]
    scores = {entrant.number: Fraction(entrant.score or 0) + (12 if entrant is first else 0) for entrant in event.entrants}
    ranked = {number: 1 + sum(other > own for other in scores.values()) for number, own in scores.items()}
    entrants = tuple(replace(entrant, score=two_places(scores[entrant.number]), place=str(ranked[entrant.number])) for entrant in event.entrants)
    check = check_event(replace(event, entrants=entrants, matches=(*event.matches, rest)))
    assert check.differences == ()
    assert "match_without_boards" in [note.code for note in check.notes]
