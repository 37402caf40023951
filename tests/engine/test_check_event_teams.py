"""Team matches checked: a round robin scored plainly here, by scales copied from print, and the mistakes put into it."""

import random
import re
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from bridge.engine.contract import Contract, Report, Strain, ns_points
from bridge.engine.formats.check import NoMatches, check_event
from bridge.engine.formats.event import Entrant, Form, Match, MatchBoard, Method, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.formats.opening import read_event
from bridge.engine.formats.reading import decode_text
from bridge.engine.formats.usebio import read_usebio
from bridge.engine.formats.usebio_writing import write_usebio
from bridge.engine.seats import Seat, Side, dealer_of, vulnerability_of
from tests.engine.published import imps, two_places

CASES = Path(__file__).parents[2].parent / "shared" / "cases"

# WBF continuous, 8 boards, margins 0 to 43; WBF discrete, 8 boards, largest margins of 10 to 19 VPs.
CONTINUOUS = (
    "10.00 10.44 10.86 11.27 11.67 12.05 12.42 12.77 13.12 13.45 13.78 14.09 14.39 14.68 14.96 15.23 15.50 15.75 16.00 16.23 16.46 16.68 16.90 17.11 17.31 "
    "17.50 17.69 17.87 18.04 18.21 18.37 18.53 18.68 18.83 18.97 19.11 19.24 19.37 19.50 19.62 19.74 19.85 19.95 20.00"
).split()
DISCRETE = (0, 3, 6, 9, 12, 16, 20, 25, 30, 38)


def continuous(margin: int) -> Fraction:
    won = Fraction(CONTINUOUS[min(abs(margin), 43)])
    return won if margin >= 0 else 20 - won


def discrete(margin: int) -> Fraction:
    won = Fraction(10 + sum(abs(margin) > limit for limit in DISCRETE))
    return won if margin >= 0 else 20 - won


def own(margin: int) -> Fraction:
    """A club's scale that is known nowhere: 15 and half of the margin, 30 at most."""
    won = min(Fraction(30), 15 + Fraction(abs(margin) // 2))
    return won if margin >= 0 else 30 - won


def capped(margin: int) -> Fraction:
    """25 at most to one side and none below 0 to the other, so that the two of a large margin add up to less than 30."""
    return Fraction(min(25, max(0, 15 + margin)))


def round_robin(rng: random.Random, teams: int, scale: object) -> PublishedEvent:
    """Every team against every other over 8 boards, with pairs over the whole field in cross-IMPs of unrounded lines."""
    rounds = [[(turn, teams - 1)] + [((turn + step) % (teams - 1), (turn - step) % (teams - 1)) for step in range(1, teams // 2)] for turn in range(teams - 1)]
    matches, totals, wins = [], [Fraction(0)] * teams, [0] * teams
    for number, couples in enumerate(rounds, 1):
        for first, second in couples:
            played, margin = [], 0
            for board in range(8 * number - 7, 8 * number + 1):
                lines, points = [], []
                for side, home, away in ((Side.NS, first, second), (Side.EW, second, first)):
                    report = Report(Contract(rng.randint(1, 6), rng.choice(list(Strain))), rng.choice(list(Seat)), rng.randint(6, 12))
                    points.append(ns_points(report, vulnerability_of(board)))
                    lines.append(TravellerLine(len(lines) + 1, (f"{home + 1}-1-2",), (f"{away + 1}-3-4",), report, points[-1], room=side))
                won = imps(points[0] - points[1])
                margin += won
                played.append(MatchBoard(PublishedBoard(board, dealer_of(board), vulnerability_of(board), tuple(lines)), str(won)))
            scores = (scale(margin), scale(-margin))  # type: ignore[operator]
            for team, score, ahead in ((first, scores[0], margin >= 0), (second, scores[1], margin <= 0)):
                totals[team] += score
                wins[team] += ahead
            matches.append(
                Match(number, str(first + 1), str(second + 1), 8 * number - 7, 8 * number, two_places(scores[0]), two_places(scores[1]), tuple(played))
            )
    pairs = cross_imps(matches)
    entrants = []
    for team in range(teams):
        place = f"{1 + sum(other > totals[team] for other in totals)}" + ("=" if totals.count(totals[team]) > 1 else "")
        members = tuple(Entrant(f"{team + 1}-{half}", score=two_places(pairs[f"{team + 1}-{half}"])) for half in ("1-2", "3-4"))
        entrants.append(Entrant(str(team + 1), name=f"Team {team + 1}", score=two_places(totals[team]), place=place, wins=str(wins[team]), members=members))
    return PublishedEvent(
        Form.TEAMS, Method.TEAM_IMPS, "test", vp=True, pair_method=Method.CROSS_IMPS, entrants=tuple(entrants), matches=tuple(matches)
    )


def cross_imps(matches: list[Match]) -> dict[str, Fraction]:
    lines = defaultdict(list)
    for match in matches:
        for played in match.boards:
            lines[played.board.number].extend(played.board.lines)
    found: dict[str, Fraction] = defaultdict(Fraction)
    for field in lines.values():
        for line in field:
            assert line.points is not None
            mean = Fraction(sum(imps(line.points - other.points) for other in field if other.points is not None), len(field) - 1)
            found[line.ns[0]] += mean
            found[line.ew[0]] -= mean
    return found


@pytest.mark.parametrize(("scale", "code"), [(continuous, "wbf_continuous"), (discrete, "wbf_discrete"), (own, "own_scale"), (capped, "own_scale")])
def test_a_round_robin_is_reproduced(scale: object, code: str) -> None:
    event = round_robin(random.Random(11), 8, scale)
    for again in (event, read_usebio(write_usebio(event))):
        check = check_event(again)
        assert (check.differences, check.totals) == ((), code)
    assert len(check.entrants) == 8 + 16
    by_name = re.sub(r"<(TEAM|OPPOSING_TEAM)>(\d+)<", r"<\1>Team \2<", write_usebio(event))
    assert read_usebio(by_name).matches == read_usebio(write_usebio(event)).matches


def test_a_team_match_whose_lines_tell_neither_room_nor_pairs_has_them_in_order() -> None:
    text = re.sub(r"<(?:DIRECTION|NS_PAIR_NUMBER|EW_PAIR_NUMBER)>[^<]*<.*\n", "", write_usebio(round_robin(random.Random(11), 4, continuous)))
    assert check_event(read_usebio(text)).differences == ()
    first = re.search(r"<IMPS>-?\d+<", text)
    assert first is not None
    wrong = check_event(read_usebio(text.replace(first.group(), "<IMPS>25<", 1)))
    assert [difference.where.field for difference in wrong.differences] == ["imps"]


def test_matches_in_imps() -> None:
    event = round_robin(random.Random(2), 6, lambda margin: Fraction(margin))
    check = check_event(replace(event, vp=False))
    assert (check.differences, check.totals) == ((), "imp_margin")


@pytest.mark.parametrize(("scale", "code"), [(continuous, "wbf_continuous"), (discrete, "wbf_discrete")])
def test_matches_without_scores_are_checked_by_the_totals(scale: object, code: str) -> None:
    event = round_robin(random.Random(12), 6, scale)
    bare = replace(event, matches=tuple(replace(match, first_score=None, second_score=None) for match in event.matches))
    check = check_event(bare)
    assert (check.differences, check.totals) == ((), code)


@pytest.mark.parametrize(("won", "code"), [(2, "board_a_match"), (1, "board_a_match_1")])
def test_board_a_match(won: int, code: str) -> None:
    """Each board by itself: all for the better score, a half each for equal ones."""
    event = round_robin(random.Random(13), 4, continuous)
    matches, totals = [], dict.fromkeys((team.number for team in event.entrants), Fraction(0))
    for match in event.matches:
        points = [[line.points or 0 for line in played.board.lines] for played in match.boards]
        first = sum((Fraction(won) if one > other else Fraction(won, 2) if one == other else Fraction(0) for one, other in points), Fraction(0))
        second = won * len(points) - first
        totals[match.first] += first
        totals[match.second] += second
        boards = tuple(replace(played, imps=None) for played in match.boards)
        matches.append(replace(match, first_score=str(float(first)), second_score=str(float(second)), boards=boards))
    entrants = tuple(
        replace(
            team, score=str(float(totals[team.number])), wins=None,
            place=f"{1 + sum(other > totals[team.number] for other in totals.values())}{'=' if list(totals.values()).count(totals[team.number]) > 1 else ''}",
        )
        for team in event.entrants
    )
    check = check_event(replace(event, vp=False, matches=tuple(matches), entrants=entrants))
    assert (check.differences, check.totals) == ((), code)


def test_lines_that_name_no_pair_leave_the_pairs_unchecked() -> None:
    event = round_robin(random.Random(14), 4, continuous)
    matches = tuple(
        replace(match, boards=tuple(
            replace(played, board=replace(played.board, lines=tuple(
                replace(line, ns=(match.first if line.room is Side.NS else match.second,), ew=(match.second if line.room is Side.NS else match.first,))
                for line in played.board.lines
            )))
            for played in match.boards
        ))
        for match in event.matches
    )
    check = check_event(replace(event, matches=matches))
    assert check.differences == () and len(check.entrants) == 4 and [note.code for note in check.notes] == ["scale_found"]


def test_a_drawn_match_may_count_as_half_a_win() -> None:
    event = round_robin(random.Random(11), 8, discrete)
    level = {number for match in event.matches if match.first_score == match.second_score == "10.00" for number in (match.first, match.second)}
    margins = [sum(int(played.imps or "") for played in match.boards) for match in event.matches]
    drawn = [number for match, margin in zip(event.matches, margins, strict=True) if margin == 0 for number in (match.first, match.second)]
    assert level >= set(drawn)
    halves = tuple(replace(team, wins=str(float(team.wins or "") - drawn.count(team.number) / 2)) for team in event.entrants)
    assert check_event(replace(event, entrants=halves)).differences == ()
    wrong = (replace(halves[0], wins="7.25"), *halves[1:])
    assert [each.where.text for each in check_event(replace(event, entrants=wrong)).differences] == ["team 1, wins or draws"]


def test_matches_told_from_both_sides_count_once() -> None:
    event = round_robin(random.Random(3), 4, continuous)
    turned = tuple(
        replace(
            match,
            first=match.second,
            second=match.first,
            first_score=match.second_score,
            second_score=match.first_score,
            boards=tuple(
                replace(
                    played,
                    imps=str(-int(played.imps or "0")),
                    board=replace(played.board, lines=tuple(replace(line, room=line.room.other if line.room else None) for line in played.board.lines)),
                )
                for played in match.boards
            ),
        )
        for match in event.matches
    )
    assert check_event(replace(event, matches=event.matches + turned)).differences == ()


@pytest.mark.parametrize("scale", [continuous, own])
def test_every_mistake_is_named(scale: object) -> None:
    event = round_robin(random.Random(5), 8, scale)
    match = event.matches[9]
    score = replace(match, first_score="1.23")
    board = replace(match.boards[2], imps="17")
    line = match.boards[4].board.lines[1]
    lines = (match.boards[4].board.lines[0], replace(line, outcome=Report(Contract(7, Strain.N), Seat.N, 13)))
    wrong = replace(match.boards[4], board=replace(match.boards[4].board, lines=lines))
    where = f"round {match.round}, team {match.first}"

    def found(changed: Match) -> list[str]:
        matches = tuple(changed if each is match else each for each in event.matches)
        return [difference.where.text for difference in check_event(replace(event, matches=matches)).differences]

    assert found(score)[0] == f"{where}, score"
    assert found(replace(match, boards=(*match.boards[:2], board, *match.boards[3:]))) == [f"{where}, board {board.board.number}, imps"]
    assert found(replace(match, boards=(*match.boards[:4], wrong, *match.boards[5:]))) == [f"{where}, board {wrong.board.number}, line 2"]
    place = replace(event.entrants[3], place="9", wins="99", score="0.00")
    entrants = (*event.entrants[:3], place, *event.entrants[4:])
    texts = [difference.where.text for difference in check_event(replace(event, entrants=entrants)).differences]
    assert texts == ["team 4, score", "team 4, place", "team 4, wins or draws"]
    pair = replace(event.entrants[0], members=(replace(event.entrants[0].members[0], score="99.99"), event.entrants[0].members[1]))
    texts = [difference.where.text for difference in check_event(replace(event, entrants=(pair, *event.entrants[1:]))).differences]
    assert texts == ["pair 1-1-2, score"]


@pytest.mark.skipif(not CASES.exists(), reason="../shared/cases is not beside the repository")
def test_the_real_event_of_teams() -> None:
    text = decode_text((CASES / "u6-multiple-teams.xml").read_bytes())
    check = check_event(read_event(text.encode()))
    assert (check.differences, check.method, check.totals) == ((), "team_imps", "own_scale")
    assert "scale_from_matches" in [note.code for note in check.notes]
    places = {item.entrant.number: (str(item.score), str(item.place)) for item in check.entrants[:10]}
    assert places["10"] == ("119", "1") and places["9"] == places["6"] == ("73", "7=") and places["1"] == ("55", "10")
    wrong = check_event(read_event(text.replace("<PLACE>7=</PLACE>", "<PLACE>7</PLACE>", 1).encode()))
    assert [(item.where.text, item.published, item.computed) for item in wrong.differences] == [("team 6, place", "7", "7=")]


def test_teams_whose_file_tells_no_match_are_refused() -> None:
    event = round_robin(random.Random(2), 4, continuous)
    boards = tuple(played.board for played in event.matches[0].boards)
    with pytest.raises(NoMatches):
        check_event(replace(event, matches=(), boards=boards))
