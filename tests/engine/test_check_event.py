"""Events scored afresh: real ones to the last digit, made-up ones by other code, and every single mistake found."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from bridge.engine.contract import Report
from bridge.engine.errors import EngineError
from bridge.engine.formats.check import NothingToCheck, check_event
from bridge.engine.formats.checked import EventCheck
from bridge.engine.formats.event import Absence, ArtificialScore, Entrant, Form, Method, PublishedEvent, TravellerLine
from bridge.engine.formats.opening import read_event
from bridge.engine.formats.pair_check import _tried
from bridge.engine.formats.pbn_event import read_pbn, write_pbn
from bridge.engine.formats.reading import decode_text
from bridge.engine.formats.report import report_of
from bridge.engine.formats.rules import rules_for
from bridge.engine.formats.usebio import read_usebio
from bridge.engine.formats.usebio_writing import write_usebio
from bridge.engine.scoring.outcome import Award
from bridge.engine.seats import Side
from tests.engine.published import mitchell, publish, two_places

CASES = Path(__file__).parents[2].parent / "shared" / "cases"
beside = pytest.mark.skipif(not CASES.exists(), reason="../shared/cases is not beside the repository")
REAL = {
    "u1-howell-12-pairs.xml": ("matchpoints", "neuberg", "scaled"),
    "u2-mitchell-sit-outs.xml": ("matchpoints", "neuberg", "scaled"),
    "u3-two-winner-11-tables.xml": ("matchpoints", "neuberg", "sum"),
    "u4-butler-howell.xml": ("butler", None, "sum"),
    "u5-ties-and-lin.xml": ("matchpoints", "neuberg", "sum"),
    "p1-howell-10-pairs-latin1.pbn": ("matchpoints", "zero_centred", "sum_bye_own_mean"),
    "p2-half-table-bye.pbn": ("matchpoints", "zero_centred", "sum_bye_own_mean"),
    "p3-average-award.pbn": ("matchpoints", "zero_centred", "sum_bye_own_mean"),
}


def wheres(check: EventCheck) -> list[str]:
    return [difference.where.text for difference in check.differences]


@beside
@pytest.mark.parametrize("name", REAL)
def test_a_real_event_is_reproduced(name: str) -> None:
    check = check_event(read_event((CASES / name).read_bytes()))
    assert check.differences == ()
    assert (check.method, check.factoring, check.totals) == REAL[name]


@beside
def test_exact_figures_of_a_real_event() -> None:
    check = check_event(read_event((CASES / "u1-howell-12-pairs.xml").read_bytes()))
    report = report_of(check, lambda note: note.code)
    assert report["entrants"][0] == {
        "number": "1",
        "direction": None,
        "published": {"score": "128.77", "percent": "47.69", "place": "8"},
        "computed": {"score": "1674/13", "percent": "620/13", "place": "8", "shown": {"score": "128.77", "percent": "47.69", "place": "8"}},
    }
    assert report["differences"] == []


@beside
def test_the_event_of_unknown_type_is_refused() -> None:
    with pytest.raises(EngineError) as refused:
        read_event((CASES / "u18-unknown-event-type.xml").read_bytes())
    assert refused.value.code == "event_not_playable"


def changed(name: str, pattern: str, change: Callable[[str], str], which: int) -> EventCheck:
    """The check of a real file in which the text that `pattern` finds the `which`-th time is changed."""
    text = decode_text((CASES / name).read_bytes())
    found = list(re.finditer(pattern, text, re.MULTILINE))[which]
    return check_event(read_event((text[: found.start(1)] + change(found.group(1)) + text[found.end(1) :]).encode()))


def other_level(contract: str) -> str:
    return f"{(int(contract[0]) + 2) % 7 + 1}{contract[1:]}"


@beside
@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("which", [7, 40, -1])
def test_one_changed_contract_is_named_by_board_and_line(name: str, which: int) -> None:
    pattern = r"<CONTRACT>(\d[^<]+)<" if name.startswith("u") else r"^\d \d +\d+ +\d+ (\d\S+)"
    check = changed(name, pattern, other_level, which)
    assert len(check.differences) == 1
    assert re.fullmatch(r"board \d+, line \d+", check.differences[0].where.text)


@beside
def test_the_changed_line_is_the_named_one() -> None:
    check = changed("u4-butler-howell.xml", r"<CONTRACT>(\d[^<]+)<", other_level, 4 * 11 + 2)
    assert wheres(check) == ["board 12, line 3"]


@beside
@pytest.mark.parametrize(
    ("name", "tag", "field"),
    [
        ("u1-howell-12-pairs.xml", "TOTAL_SCORE", "score"),
        ("u1-howell-12-pairs.xml", "PERCENTAGE", "percent"),
        ("u1-howell-12-pairs.xml", "PLACE", "place"),
        ("u2-mitchell-sit-outs.xml", "PERCENTAGE", "percent"),
        ("u3-two-winner-11-tables.xml", "PLACE", "place"),
        ("u4-butler-howell.xml", "TOTAL_SCORE", "score"),
        ("u5-ties-and-lin.xml", "PERCENTAGE", "percent"),
    ],
)
def test_one_changed_figure_is_named_by_entrant(name: str, tag: str, field: str) -> None:
    check = changed(name, rf"<{tag}>[^<]*?(\d)</{tag}>", lambda digit: str((int(digit) + 3) % 10), 2)
    assert len(check.differences) == 1
    assert check.differences[0].where.text.endswith(f", {field}")


@beside
def test_a_lost_equals_sign_is_a_difference() -> None:
    check = changed("u5-ties-and-lin.xml", r"<PLACE>5(=)<", lambda _: "", 0)
    assert [(difference.published, difference.computed) for difference in check.differences] == [("5", "5=")]


@beside
def test_a_wrong_datum_and_a_wrong_lin_are_named() -> None:
    datum = changed("u4-butler-howell.xml", r"<BOARD_AVERAGE>(-?\d+)<", lambda text: str(int(text) + 10), 4)
    assert wheres(datum) == ["board 5, datum"]
    lin = changed("u5-ties-and-lin.xml", r"\|mc\|(\d+)\|", lambda text: str(int(text) - 1), 5)
    assert wheres(lin) == ["board 1, line 6, lin tricks"]


def reread(event: PublishedEvent) -> list[PublishedEvent]:
    return [read_usebio(write_usebio(event)), read_pbn(write_pbn(event))]


@pytest.mark.parametrize("seed", range(6))
def test_neuberg_with_missing_lines_and_artificial_scores(seed: int) -> None:
    rng = random.Random(seed)
    scaled = bool(seed % 2)
    event = publish(mitchell(rng, 5 + seed % 3, 6, missing=3, artificial=2), scaled=scaled)
    for again in reread(event):
        check = check_event(again)
        assert check.differences == ()
        assert (check.factoring, check.totals) == ("neuberg", "scaled" if scaled else "sum")


@pytest.mark.parametrize("seed", range(4))
def test_matchpoints_without_factoring(seed: int) -> None:
    event = publish(mitchell(random.Random(seed), 6, 6, missing=3), "none")
    for again in reread(event):
        check = check_event(again)
        assert (check.differences, check.factoring) == ((), "none")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scaled", [False, True])
def test_cross_imps(seed: int, scaled: bool) -> None:
    event = replace(mitchell(random.Random(seed), 6, 6, missing=3, artificial=1), method=Method.CROSS_IMPS)
    for again in reread(publish(event, scaled=scaled)):
        check = check_event(again)
        assert (check.differences, check.method, check.totals) == ((), "cross_imps", "scaled_mean" if scaled else "sum_mean")


@pytest.mark.parametrize("seed", range(4))
def test_a_method_that_the_file_does_not_name_is_found(seed: int) -> None:
    event = replace(publish(replace(mitchell(random.Random(seed), 6, 6), method=Method.CROSS_IMPS)), method=None)
    check = check_event(event)
    assert (check.differences, check.method) == ((), "cross_imps")
    assert [note.code for note in check.notes] == ["method_found"]


@pytest.mark.parametrize("seed", range(6))
def test_one_wrong_figure_of_a_line_is_a_difference(seed: int) -> None:
    rng = random.Random(seed)
    event = publish(mitchell(rng, 6, 6))
    board, line = rng.randrange(6), rng.randrange(6)
    lines = list(event.boards[board].lines)
    wrong = "9.50" if lines[line].ns_scored != "9.50" else "8.50"
    lines[line] = replace(lines[line], ns_scored=wrong)
    boards = [replace(each, lines=tuple(lines)) if at == board else each for at, each in enumerate(event.boards)]
    assert wheres(check_event(replace(event, boards=tuple(boards)))) == [f"board {board + 1}, line {line + 1}, NS score"]


def test_one_wrong_score_is_named_and_the_rest_scored_by_the_contracts() -> None:
    event = publish(mitchell(random.Random(3), 6, 6))
    lines = list(event.boards[2].lines)
    assert lines[4].points is not None
    lines[4] = replace(lines[4], points=lines[4].points + 10)
    boards = [replace(each, lines=tuple(lines)) if at == 2 else each for at, each in enumerate(event.boards)]
    found = [(item.where.text, item.published, item.computed) for item in check_event(replace(event, boards=tuple(boards))).differences]
    assert found == [("board 3, line 5", str(lines[4].points), str(lines[4].points - 10))]


def test_pairs_of_one_number_in_both_directions_are_told_apart() -> None:
    event = publish(mitchell(random.Random(8), 5, 5))
    short = {entrant.number: entrant.number.removeprefix("10") for entrant in event.entrants}
    entrants = tuple(replace(entrant, number=short[entrant.number]) for entrant in event.entrants)
    boards = tuple(replace(board, lines=tuple(replace(line, ew=(short[line.ew[0]],)) for line in board.lines)) for board in event.boards)
    event = replace(event, entrants=entrants, boards=boards)
    assert check_event(event).differences == ()
    wrong = (*entrants[:6], replace(entrants[6], place="9"), *entrants[7:])
    assert wheres(check_event(replace(event, entrants=wrong))) == ["pair 2 EW, place"]


def test_sections_ranked_and_compared_for_themselves() -> None:
    one, two = publish(mitchell(random.Random(1), 4, 4)), publish(mitchell(random.Random(2), 4, 4))
    entrants = [replace(entrant, section=name) for name, event in (("A", one), ("B", two)) for entrant in event.entrants]
    boards = [replace(board, section=name) for name, event in (("A", one), ("B", two)) for board in event.boards]
    apart = replace(one, entrants=tuple(entrants), boards=tuple(boards))
    assert check_event(apart).differences == ()
    wrong = tuple(replace(entrant, percent="99.99") if at == 9 else entrant for at, entrant in enumerate(entrants))
    assert wheres(check_event(replace(apart, entrants=wrong))) == ["section B, pair 2, percent"]


def test_among_thousands_of_rules_the_right_one_is_found_soon() -> None:
    """Two sections apart, both with a sit-out and average plus, one adjusted in percent, and one wrong score: every choice that rules have, at once."""
    one, two = (publish(mitchell(random.Random(seed), 4, 4, missing=1, artificial=1), "none") for seed in (5, 6))
    entrants = [replace(entrant, section=name) for name, event in (("A", one), ("B", two)) for entrant in event.entrants]
    last = next(at for at, entrant in enumerate(entrants) if entrant.place == "4" and entrant.direction is Side.NS)
    entrants[last] = replace(entrants[last], adjustment="-1.5", percent=two_places(Fraction(entrants[last].percent or 0) - Fraction(3, 2)), score=None)
    boards = [replace(board, section=name) for name, event in (("A", one), ("B", two)) for board in event.boards]
    plus = ArtificialScore(Award.PLUS, Award.MINUS)
    boards = [replace(board, lines=tuple(replace(line, outcome=plus) if line.points is None else line for line in board.lines)) for board in boards]
    wrong = next(at for at, line in enumerate(boards[0].lines) if line.points)
    lines = [replace(line, points=(line.points or 0) + 10 * (at == wrong)) if line.points else line for at, line in enumerate(boards[0].lines)]
    event = replace(one, entrants=tuple(entrants), boards=(replace(boards[0], lines=tuple(lines)), *boards[1:]), boards_due=4)
    rules = tuple(rules_for(event, with_bases=True))
    assert len(rules) > 1000 > 4 * len(_tried(event, rules))
    assert wheres(check_event(event)) == [f"section A, board 1, line {wrong + 1}"]


def test_sections_ranked_for_themselves_and_compared_across() -> None:
    """Numbers from 1 in either section, marks against all tables of both; a place for somebody who has none is printed as 0."""
    one, two = mitchell(random.Random(3), 4, 6), mitchell(random.Random(4), 4, 6)
    later = {number: str(int(number) + 50) for number in (entrant.number for entrant in two.entrants)}
    moved = [[replace(line, ns=(later[line.ns[0]],), ew=(later[line.ew[0]],)) for line in board.lines] for board in two.boards]
    boards = tuple(replace(board, lines=(*board.lines, *more)) for board, more in zip(one.boards, moved, strict=True))
    joint = publish(replace(one, entrants=(*one.entrants, *(replace(each, number=later[each.number]) for each in two.entrants)), boards=boards))
    entrants = []
    for at, entrant in enumerate(joint.entrants):
        rivals = [Fraction(other.score or 0) for other in joint.entrants[at // 8 * 8 : at // 8 * 8 + 8] if other.direction is entrant.direction]
        place = 1 + sum(rival > Fraction(entrant.score or 0) for rival in rivals)
        tie = "=" if rivals.count(Fraction(entrant.score or 0)) > 1 else ""
        entrants.append(replace(entrant, number=two.entrants[at % 8].number, section="AB"[at // 8], place=f"{place}{tie}"))
    apart = [
        replace(board, section=name, lines=tuple(replace(line, ns=own.ns, ew=own.ew) for line, own in zip(lines, single.lines, strict=True)))
        for board, single in zip(joint.boards, one.boards, strict=True)
        for name, lines in (("A", board.lines[:4]), ("B", board.lines[4:]))
    ]
    event = replace(joint, entrants=(*entrants, Entrant("9", Side.NS, "A", place="0")), boards=tuple(apart))
    assert {entrant.place for entrant in event.entrants} != {entrant.place for entrant in joint.entrants}
    assert check_event(event).differences == () == check_event(read_usebio(write_usebio(event))).differences


def test_single_players_share_their_sides_marks() -> None:
    pairs = publish(mitchell(random.Random(5), 4, 4))
    players = [
        replace(entrant, number=f"{entrant.number}{half}", direction=None, place=None) for entrant in pairs.entrants for half in ("a", "b")
    ]
    boards = tuple(
        replace(board, lines=tuple(replace(line, ns=(line.ns[0] + "a", line.ns[0] + "b"), ew=(line.ew[0] + "a", line.ew[0] + "b")) for line in board.lines))
        for board in pairs.boards
    )
    event = replace(pairs, form=Form.SINGLES, winners=1, entrants=tuple(players), boards=boards)
    for again in (event, read_usebio(write_usebio(event))):
        assert check_event(again).differences == ()


def test_a_not_played_board_scores_for_nobody() -> None:
    event = publish(mitchell(random.Random(4), 5, 5, missing=1))
    short = next(board for board in event.boards if len(board.lines) == 4)
    line = replace(short.lines[0], position=5, ns=("1",), ew=("101",), outcome=Absence.NOT_PLAYED, points=None, ns_scored=None, ew_scored=None)
    boards = tuple(replace(board, lines=(*board.lines, line)) if board is short else board for board in event.boards)
    assert check_event(replace(event, boards=boards)).differences == ()


def test_an_event_without_results_is_refused() -> None:
    event = mitchell(random.Random(1), 3, 2)
    with pytest.raises(NothingToCheck):
        check_event(replace(event, boards=tuple(replace(board, lines=()) for board in event.boards)))


def test_an_event_without_totals_is_checked_by_its_lines() -> None:
    event = publish(mitchell(random.Random(6), 5, 5))
    bare = replace(event, entrants=tuple(Entrant(entrant.number, entrant.direction) for entrant in event.entrants))
    report = report_of(check_event(bare), lambda note: note.code)
    assert report["differences"] == []
    assert report["entrants"][0]["published"] == {"score": None, "percent": None, "place": None}
    assert Fraction(report["entrants"][0]["computed"]["percent"]) > 0


def test_adjustments_of_entrants_are_found_in_either_unit() -> None:
    event = publish(mitchell(random.Random(12), 6, 6))
    exact = {item.entrant.number: item for item in check_event(event).entrants}
    first = event.entrants[0]
    assert exact["1"].percent is not None and exact["1"].score is not None
    bare = tuple(replace(entrant, place=None) for entrant in event.entrants)
    in_percent = replace(first, place=None, score=None, percent=two_places(exact["1"].percent - 5), adjustment="-5.00")
    in_units = replace(first, place=None, percent=None, score=two_places(exact["1"].score - 7), adjustment="-7")
    for changed_first in (in_percent, in_units):
        for again in reread(replace(event, entrants=(changed_first, *bare[1:]))):
            assert check_event(again).differences == ()


@pytest.mark.parametrize("win", [2, 1])
def test_a_line_of_figures_alone_counts_with_them(win: int) -> None:
    """Split and weighted scores have no contract in a file: 60 and 50 percent of the top, which need not add up to it."""
    event = publish(mitchell(random.Random(13), 6, 6, artificial=1))
    line = next(line for board in event.boards for line in board.lines if isinstance(line.outcome, ArtificialScore))
    assert (line.ns_scored, line.ew_scored) == ("6.00", "4.00")
    boards = tuple(
        replace(board, lines=tuple(replace(each, outcome=Absence.AS_PRINTED) if each is line else each for each in board.lines)) for board in event.boards
    )
    alone = replace(event, boards=boards)
    if win == 1:
        alone = replace(
            alone,
            entrants=tuple(replace(entrant, score=two_places(Fraction(entrant.score or 0) / 2)) for entrant in alone.entrants),
            boards=tuple(
                replace(board, lines=tuple(replace(each, ns_scored=halved(each.ns_scored), ew_scored=halved(each.ew_scored)) for each in board.lines))
                for board in alone.boards
            ),
        )
    for again in (alone, read_usebio(write_usebio(alone))):
        assert check_event(again).differences == ()


def halved(figure: str | None) -> str:
    return str(Fraction(figure or 0) / 2) if Fraction(figure or 0).numerator % 2 == 0 else f"{Fraction(figure or 0).numerator // 2}.5"


def test_pair_numbers_with_and_without_their_side() -> None:
    event = publish(mitchell(random.Random(14), 5, 5))
    short = {entrant.number: entrant.number.removeprefix("10") + (entrant.direction.value if entrant.direction else "") for entrant in event.entrants}
    entrants = tuple(replace(entrant, number=short[entrant.number]) for entrant in event.entrants)
    boards = tuple(replace(board, lines=tuple(replace(line, ew=(line.ew[0].removeprefix("10"),)) for line in board.lines)) for board in event.boards)
    assert check_event(replace(event, entrants=entrants, boards=boards)).differences == ()


@beside
def test_the_figure_of_a_sit_out_is_checked() -> None:
    check = changed("p2-half-table-bye.pbn", r'"Bye" +"Bye" +(-?\d\.\d)', lambda figure: "0.9" if figure != "0.9" else "0.1", 3)
    assert len(check.differences) == 1 and check.differences[0].where.text.endswith("NS score")


def test_means_instead_of_sums() -> None:
    event = publish(replace(mitchell(random.Random(15), 5, 6), method=Method.CROSS_IMPS))
    exact = [item.score for item in check_event(event).entrants]
    entrants = tuple(replace(entrant, score=two_places((score or Fraction(0)) / 6)) for entrant, score in zip(event.entrants, exact, strict=True))
    means = replace(event, means=True, entrants=entrants)
    again = read_pbn(write_pbn(means))
    assert again.means and check_event(again).differences == () and check_event(means).differences == ()
    untold = check_event(replace(means, means=False))
    assert untold.differences == () and "scores_are_means" in [note.code for note in untold.notes]
    wrong = replace(means, means=False, entrants=(replace(entrants[0], score="9.99"), *entrants[1:]))
    assert wheres(check_event(wrong)) == ["pair 1, score"]
    percents = publish(replace(mitchell(random.Random(4), 5, 5), method=Method.MATCHPOINTS))
    percents = replace(percents, entrants=tuple(replace(entrant, score=entrant.percent) for entrant in percents.entrants))
    check = check_event(percents)
    assert check.differences == () and check.factoring == "neuberg" and "scores_are_percents" in [note.code for note in check.notes]


def published_by_totals(event: PublishedEvent, rule: str) -> PublishedEvent:
    """1 a pair beaten and 1/2 for one equalled against the real results; totals by the ACBL's way, or the mean of board percentages as in Poland."""
    won: dict[str, list[tuple[Fraction, Fraction]]] = {}
    boards = []
    for board in event.boards:
        points = [line.points or 0 for line in board.lines]
        lines = []
        for line, own in zip(board.lines, points, strict=True):
            mark = Fraction(sum(2 * (own > other) + (own == other) for other in points) - 1, 2)
            top = Fraction(len(points) - 1)
            for number, figure in ((line.ns[0], mark), (line.ew[0], top - mark)):
                won.setdefault(number, []).append((figure, 100 * figure / top))
            shown = (mark, top - mark) if rule == "acbl_total" else (100 * mark / top, 100 - 100 * mark / top)
            lines.append(replace(line, ns_scored=two_places(shown[0]), ew_scored=two_places(shown[1])))
        boards.append(replace(board, lines=tuple(lines)))
    most, tables = max(len(own) for own in won.values()), max(len(board.lines) for board in event.boards)
    score, percent = {}, {}
    for number, own in won.items():
        if rule == "acbl_total":
            score[number] = Fraction(two_places(sum((mark for mark, _ in own), Fraction(0)) * most / len(own)))
            percent[number] = 100 * score[number] / (most * (tables - 1))
        else:
            score[number] = sum((share for _, share in own), Fraction(0)) + 60 * (most - len(own))
            percent[number] = score[number] / most
    entrants = []
    for entrant in event.entrants:
        rivals = [percent[other.number] for other in event.entrants if other.direction is entrant.direction]
        mine = percent[entrant.number]
        place = f"{1 + sum(rival > mine for rival in rivals)}" + ("=" if rivals.count(mine) > 1 else "")
        entrants.append(replace(entrant, score=two_places(score[entrant.number]), percent=two_places(mine), place=place))
    return replace(event, entrants=tuple(entrants), boards=tuple(boards))


@pytest.mark.parametrize("rule", ["acbl_total", "polish"])
@pytest.mark.parametrize("seed", range(3))
def test_the_other_factorings(rule: str, seed: int) -> None:
    event = published_by_totals(mitchell(random.Random(seed), 6, 6, missing=3), rule)
    for again in reread(event):
        check = check_event(again)
        assert (check.differences, check.factoring) == ((), rule)


@pytest.mark.parametrize("method", [Method.BUTLER, Method.CROSS_IMPS])
def test_figures_called_imps_are_those_of_the_method(method: Method) -> None:
    event = publish(replace(mitchell(random.Random(3), 5, 5), method=Method.CROSS_IMPS))
    text = write_usebio(event).replace("CROSS_IMP_POINTS>", "IMPS>")
    if method is Method.BUTLER:
        text = text.replace("CROSS_IMPS", "BUTLER_IMPS")
    lines = read_usebio(text).boards[0].lines
    assert [line.ns_scored for line in lines] == [line.ns_scored for line in event.boards[0].lines]
    named = re.sub(r"<(\w*SCORING_METHOD)>[A-Z_]*</\1>", "", text)
    assert read_usebio(named).methods == (Method.CROSS_IMPS, Method.BUTLER)
    assert check_event(read_usebio(named)).method == "cross_imps"


def test_binary_numbers_printed_whole_are_exact_enough() -> None:
    event = publish(replace(mitchell(random.Random(4), 4, 8), method=Method.CROSS_IMPS))
    boards = tuple(
        replace(board, lines=tuple(replace(line, ns_scored=_whole(line.ns_scored), ew_scored=_whole(line.ew_scored)) for line in board.lines))
        for board in event.boards
    )
    assert check_event(replace(event, boards=boards)).differences == ()


def _whole(shown: str | None) -> str:
    """A third that was printed to two places, as a program prints its binary number."""
    return repr(round(float(shown or 0) * 3) / 3)


def test_figures_of_lines_that_are_cut_off_are_a_convention_and_no_difference() -> None:
    event = publish(mitchell(random.Random(7), 7, 7, missing=1))
    cut = tuple(
        replace(board, lines=tuple(replace(line, ns_scored=_cut(line.ns_scored), ew_scored=_cut(line.ew_scored)) for line in board.lines))
        for board in event.boards
    )
    check = check_event(replace(event, boards=cut))
    assert check.differences == ()
    assert "lines_by_another_convention" in [note.code for note in check.notes]


def _cut(shown: str | None) -> str:
    return str(shown)[:-1]


@pytest.mark.parametrize("method", [Method.MATCHPOINTS, Method.CROSS_IMPS])
def test_a_bare_0_was_a_ruling_or_passed_out_as_its_board_shows(method: Method) -> None:
    event = publish(replace(mitchell(random.Random(12), 5, 7, artificial=2), method=method))
    for bare, ruled in ((ArtificialScore, True), (Report, False)):
        boards = tuple(replace(board, lines=tuple(_bare_0(line, bare) for line in board.lines)) for board in event.boards)
        assert boards != event.boards
        check = check_event(replace(event, boards=boards))
        assert check.differences == ()
        assert ("zeros_are_rulings" in [note.code for note in check.notes]) is ruled


def _bare_0(line: TravellerLine, bare: type) -> TravellerLine:
    return replace(line, outcome=Absence.UNKNOWN, points=0) if isinstance(line.outcome, bare) and not line.points else line


def test_not_played_with_0_points_and_figures_was_passed_out() -> None:
    text = re.sub(r"<CONTRACT>(Passed|PASS)[^<]*</CONTRACT>", "<CONTRACT>N P</CONTRACT>", write_usebio(publish(mitchell(random.Random(12), 5, 7))), flags=re.I)
    assert "N P" in text
    assert check_event(read_usebio(text)).differences == ()


@pytest.mark.parametrize(("part", "note"), [(Fraction(1), "handicaps_counted"), (Fraction(1, 2), "handicaps_halved"), (Fraction(0), "handicaps_left_out")])
def test_handicaps_count_in_whole_by_halves_or_not(part: Fraction, note: str) -> None:
    event = publish(mitchell(random.Random(5), 5, 5))
    given = {entrant.number: Fraction(int(entrant.number) % 7 - 3, 2) for entrant in event.entrants}
    percent = {entrant.number: Fraction(entrant.percent or 0) + part * given[entrant.number] for entrant in event.entrants}
    entrants = []
    for entrant in event.entrants:
        rivals = [percent[other.number] for other in event.entrants if other.direction is entrant.direction]
        place = 1 + sum(rival > percent[entrant.number] for rival in rivals)
        shared = "=" if rivals.count(percent[entrant.number]) > 1 else ""
        told = two_places(percent[entrant.number])
        entrants.append(replace(entrant, score=None, percent=told, place=f"{place}{shared}", handicap=two_places(given[entrant.number])))
    check = check_event(replace(event, entrants=tuple(entrants)))
    assert check.differences == ()
    assert note in [each.code for each in check.notes]
