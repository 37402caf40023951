"""Adapter for the scoring vectors: each kind hands its input to the engine's public functions and writes the answer in the file's form."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from bridge.engine.contract import Contract, parse_contract, score_contract
from bridge.engine.errors import EngineError
from bridge.engine.laws.edition import Edition
from bridge.engine.masterpoints.award import acbl_club_awards, ebu_award_places, platform_awards, shared_award
from bridge.engine.rating.weekly import AtTheTable, Rating, board_rating_imps, updated, week_rating
from bridge.engine.scoring.awards import award_percent, award_team_imps
from bridge.engine.scoring.carry import carry_forward
from bridge.engine.scoring.compensation import expected_score
from bridge.engine.scoring.conditions import Conditions, CrossImps, Trim
from bridge.engine.scoring.factoring import neuberg
from bridge.engine.scoring.facts import RankingFacts
from bridge.engine.scoring.imps import datum_of, imp, kept_scores, mean_of, ximpq
from bridge.engine.scoring.matches import BothRooms, board_a_match, knockout_imps, match_imps, total_points, weighted_imps, whole_imps
from bridge.engine.scoring.method import Chart, Setting
from bridge.engine.scoring.outcome import Award, Component, FixedPercent, Outcome, Ruled, Weighted
from bridge.engine.scoring.ranking import Finisher, places_of, rank_finishers
from bridge.engine.scoring.reckon import reckon
from bridge.engine.scoring.rounding import half_away
from bridge.engine.scoring.traveller import BoardFacts, Line
from bridge.engine.scoring.victory_points import continuous_vp, discrete_vp, swiss_pairs_vp
from tests.conform.outcome import Outcome as Checked

XIMPQ_TOLERANCE = Fraction(5, 100000)
SMALL_GROUPS = {"neuberg": False, "ebu": True}
EDITIONS = {"1999": Edition.CN1999, "2017": Edition.WBF2017}


def recognises(data: Any) -> bool:
    """Is this a file of scoring vectors: a list of kinds with inputs?"""
    return isinstance(data, list) and bool(data) and all(map(_is_item, data))


def _is_item(item: Any) -> bool:
    return isinstance(item, dict) and {"kind", "input", "expected"} <= set(item) and isinstance(item["kind"], str)


def check(data: Any, kinds: frozenset[str]) -> Iterator[Checked]:
    """Every item of the kinds asked for (all where none is named), each with what came of it."""
    for item in data:
        if kinds and item["kind"] not in kinds:
            continue
        got: Any
        try:
            got = ANSWERS[item["kind"]](item["input"]) if item["kind"] in ANSWERS else "unknown kind"
        except (EngineError, AssertionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as refusal:
            got = f"{type(refusal).__name__}: {refusal}"
        yield Checked(str(item.get("id", "?")), frozenset({item["kind"]}), item["expected"], got, _same(item["expected"], got))


def _number(value: Any) -> Fraction | None:
    """What a figure of the file is, however written; None for what is no number."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        return None
    try:
        return Fraction(value)
    except ValueError:
        return None


def _same(expected: Any, got: Any, key: str = "") -> bool:
    if isinstance(expected, dict):
        return isinstance(got, dict) and set(expected) == set(got) and all(_same(expected[name], got[name], name) for name in expected)
    if isinstance(expected, list):
        return isinstance(got, list | tuple) and len(expected) == len(got) and all(_same(one, other, key) for one, other in zip(expected, got, strict=True))
    one, other = _number(expected), _number(got)
    if one is None or other is None:
        return bool(expected == got)
    return abs(one - other) <= (XIMPQ_TOLERANCE if key == "ximpq_4dp" else 0)


def _exact(value: Any) -> Fraction:
    return Fraction(value)


def _whole(value: Any) -> int:
    """A whole number of the file, however written: 420, 420.0 and "420" are one score, 420.5 is none."""
    exact = _exact(value)
    if exact.denominator != 1:
        raise ValueError(f"{value} is no whole number")
    return int(exact)


def _scores(told: Sequence[Any]) -> list[int]:
    return [_whole(score) for score in told]


def _places(value: Fraction | int, decimals: int) -> Fraction:
    return half_away(value, Fraction(1, 10**decimals))


def _lines(outcomes: Sequence[Outcome], conditions: Conditions, *, forms: tuple[int, ...] = (), expected: int | None = None) -> tuple[Line, ...]:
    tables = tuple(range(len(outcomes)))
    board = BoardFacts(1, tables, tables, tuple(outcomes), forms=forms)
    facts = RankingFacts(conditions, (), (board,), expected=() if expected is None else ((None, expected),))
    return reckon(facts).travellers[0].lines()


def _conditions(told: dict[str, Any]) -> Conditions:
    win = _exact(told.get("win", 2))
    assert _exact(told.get("tie", win / 2)) == win / 2, "an equal result is half a better one (Law 78A)"
    return Conditions(win=_whole(win))


def _contract_score(told: dict[str, Any]) -> int:
    if told.get("passed_out"):
        return 0
    contract = parse_contract(f"{told['level']}{told['denom']}{told['risk']}")
    assert isinstance(contract, Contract)
    return score_contract(contract, _whole(told["tricks"]), vulnerable=told["vul"])


def _matchpoints_board(told: dict[str, Any]) -> dict[str, Any]:
    conditions = _conditions(told)
    lines = _lines(_scores(told["ns_scores"]), conditions)
    return {
        "top": conditions.win * (len(lines) - 1),
        "ns": [line.ns_mark for line in lines],
        "ew": [line.ew_mark for line in lines],
        "ns_percent": [_percent(line.ns_percent) for line in lines],
        "ew_percent": [_percent(line.ew_percent) for line in lines],
    }


def _percent(percent: Fraction | None) -> Fraction | None:
    return None if percent is None else _places(percent, 2)


def _neuberg(told: dict[str, Any]) -> dict[str, Any]:
    win, expected = _conditions(told).win, _whole(told["expected"])
    mark = Fraction(win, 2) * neuberg(_whole(told["actual"]), expected).at(_exact(told["mp"]) / Fraction(win, 2))
    top = win * (expected - 1)
    return {"exact": mark, "rounded4": _places(mark, 4), "top": top, "percent": _places(100 * mark / top, 2)}


def _neuberg_groups(told: dict[str, Any]) -> dict[str, Any]:
    groups, expected = [_scores(group) for group in told["groups_ns_scores"]], _whole(told["expected"])
    conditions = replace(_conditions(told), small_groups=SMALL_GROUPS[told["method"]])
    scores = [score for group in groups for score in group]
    forms = tuple(form for form, group in enumerate(groups) for _ in group)
    lines = _lines(scores, conditions, forms=forms, expected=expected)
    found = [[{"ns": line.ns_mark, "ns_percent": _percent(line.ns_percent)} for line in lines if line.form == form] for form in range(len(groups))]
    return {"top": conditions.win * (expected - 1), "groups": found}


def _board_with_averages(told: dict[str, Any]) -> dict[str, Any]:
    adjusted = [Ruled(FixedPercent(_exact(side["ns"])), FixedPercent(_exact(side["ew"]))) for side in told["adjusted"]]
    real = len(told["real_ns_scores"])
    conditions = _conditions(told)
    lines = _lines([*_scores(told["real_ns_scores"]), *adjusted], conditions)
    return {
        "top": conditions.win * (len(lines) - 1),
        "real_ns": [line.ns_mark for line in lines[:real]],
        "real_ew": [line.ew_mark for line in lines[:real]],
        "adjusted_ns": [line.ns_mark for line in lines[real:]],
        "adjusted_ew": [line.ew_mark for line in lines[real:]],
    }


def _artificial_percent(told: dict[str, Any]) -> Fraction:
    own = told["percent_on_other_boards"]  # null: the side has no other board
    return _places(award_percent(Award(told["award"]), None if own is None else _exact(own), EDITIONS[str(told["laws"])]), 2)


def _weighted(components: Sequence[Sequence[Any]]) -> Weighted:
    return Weighted(tuple(Component(_whole(points), _exact(weight)) for points, weight in components))


def _weighted_board(told: dict[str, Any]) -> dict[str, Any]:
    weighted, conditions = _weighted(told["weighted_ns"]), _conditions(told)
    *others, own = _lines([*_scores(told["other_ns_scores"]), Ruled(weighted, weighted)], conditions)
    return {
        "top": conditions.win * len(others),
        "weighted_ns": own.ns_mark,
        "weighted_ew": own.ew_mark,
        "other_ns": [line.ns_mark for line in others],
    }


def _weighted_teams(told: dict[str, Any]) -> dict[str, Any]:
    exact = weighted_imps(_weighted(told["weighted_ns"]), _whole(told["other_table_ns"]))
    return {"exact": exact, "rounded_to_imp": whole_imps(exact)}


def _butler(told: dict[str, Any]) -> dict[str, Any]:
    trim = _whole(told["trim_each_end"])
    conditions = Conditions(method="butler", trim=Trim.FIXED, trim_each_end=trim, datum_step=_whole(told["round_to"]))
    scores = _scores(told["ns_scores"])
    chart = Chart({score: scores.count(score) for score in scores}, 1, len(scores))
    lines = _lines(scores, conditions)
    return {
        "mean": mean_of(kept_scores(chart, trim)),
        "datum": datum_of(chart, Setting(conditions, len(scores), len(scores))),
        "ns_imps": [line.ns_mark for line in lines],
        "ew_imps": [line.ew_mark for line in lines],
    }


def _datum_stream(told: dict[str, Any]) -> dict[str, Any]:
    assert told["trim_rule"] == "default"
    lines = _lines(_scores(told["ns_scores_in_order"]), Conditions(method="datum_pool", pool_opens=_whole(told["min_results"])))
    return {"ns_imps_at_award": [line.ns_mark or 0 for line in lines]}


def _cross_imp(told: dict[str, Any]) -> dict[str, Any]:
    scores = _scores(told["ns_scores"])
    sums = [line.ns_mark for line in _lines(scores, Conditions(method="cross_imps", cross_imps=CrossImps.SUM))]
    means = [line.ns_mark for line in _lines(scores, Conditions(method="cross_imps"))]
    return {
        "comparisons": len(scores) - 1,
        "ns_sum": sums,
        "ns_mean": means,
        "ns_mean_2dp": [None if mean is None else _places(mean, 2) for mean in means],
        "ximpq_4dp": [None if total is None else ximpq(int(total), len(scores)) for total in sums],
    }


def _vps(scale: Callable[[int, int], int], unit: int) -> Callable[[dict[str, Any]], dict[str, Any]]:
    def answer(told: dict[str, Any]) -> dict[str, Any]:
        boards, margin = _whole(told["boards"]), whole_imps(_exact(told["imp_margin"]))
        return {"winner": Fraction(scale(boards, margin), unit), "loser": Fraction(scale(boards, -margin), unit)}

    return answer


def _teams_match(told: dict[str, Any]) -> dict[str, Any]:
    rooms = ("closed_ns_score", "open_ns_score") if told.get("home_sits", "NS").startswith("EW") else ("open_ns_score", "closed_ns_score")
    boards = [BothRooms(*(_whole(board[room]) for room in rooms)) for board in told["boards"]]
    imps, count = match_imps(boards), _whole(told["board_count"])
    return {
        "home_imps_by_board": imps.by_board,
        "home_imps": imps.home,
        "away_imps": imps.away,
        "net": imps.margin,
        "home_vp_continuous": Fraction(continuous_vp(count, imps.margin), 100),
        "away_vp_continuous": Fraction(continuous_vp(count, -imps.margin), 100),
        "home_vp_discrete": discrete_vp(count, imps.margin),
        "away_vp_discrete": discrete_vp(count, -imps.margin),
        "home_bam_2_1_0": board_a_match(boards),
        "home_total_points": total_points(boards),
    }


def _knockout(told: dict[str, Any]) -> dict[str, Any]:
    home = knockout_imps(_exact(told["imps_from_A_view_for_A"]), _exact(told["imps_from_A_view_for_B"]))
    return {"A": home, "B": -home}


def _awards_acbl(told: dict[str, Any]) -> list[str]:
    hundredths = [int(100 * award) for award in acbl_club_awards(_whole(told["pairs_in_group"]))]
    return [f"{award // 100}.{award % 100:02}" for award in hundredths]


def _rank_seed(told: dict[str, Any]) -> dict[str, Any]:
    entries = [Finisher(entry["id"], _exact(entry["score"]), _whole(entry["boards"]), _whole(entry["entry_no"])) for entry in told["entries"]]
    ranked, unranked = rank_finishers(entries, _whole(told["total_boards"]), _exact(told["finish_percent"]))
    return {"ranked": ranked, "unranked": unranked}


def _carry_forward(told: dict[str, Any]) -> dict[str, Any]:
    carried = carry_forward(
        _exact(told["qualifier_mp"]), _whole(told["boards_q"]), _exact(told["max_q"]), _whole(told["boards_f"]), _exact(told["max_f"])
    )  # fmt: skip
    return {"exact": carried, "rounded2": _places(carried, 2)}


def _tiedian(told: dict[str, Any]) -> dict[str, Any]:
    expected = expected_score(_whole(told["stronger_side_hcp"]), vulnerable=told["stronger_side_vul"])
    return {"expected_score": expected, "imps": imp(_whole(told["stronger_side_score"]) - expected)}


def _rate_boards(told: dict[str, Any]) -> dict[str, Any]:
    first, second = (_exact(rate) for rate in told["opponents"])
    table = AtTheTable(_exact(told["player"]), _exact(told["partner"]), (first, second))
    boards = [board_rating_imps(table, _exact(imps), _exact(told["points_per_imp"])) for imps in told["board_imps"]]
    return {"per_board": boards, "week": week_rating(boards), "week_2dp": _places(week_rating(boards), 2)}


def _rate_update(told: dict[str, Any]) -> dict[str, Any]:
    old = Rating(_exact(told["old"]), _exact(told["old_boards_weight"]))
    new = updated(old, _exact(told["week_rate"]), _whole(told["week_boards"]), _exact(told["weekly_decay"]), _exact(told["cap"]))
    return {"new": new.rate, "new_4dp": _places(new.rate, 4), "new_boards_weight": new.weight}


def _share(told: dict[str, Any]) -> Fraction:
    return shared_award([_exact(award) for award in told["awards"]], min(told["tied_places"]), len(told["tied_places"]))


ANSWERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "contract_score": _contract_score,
    "imp": lambda told: imp(_whole(told["diff"])),
    "matchpoints_board": _matchpoints_board,
    "neuberg": _neuberg,
    "neuberg_groups": _neuberg_groups,
    "board_with_averages": _board_with_averages,
    "artificial_percent": _artificial_percent,
    "artificial_imps": lambda told: award_team_imps(Award(told["award"])),
    "knockout_nonbalancing": _knockout,
    "weighted_board": _weighted_board,
    "weighted_teams": _weighted_teams,
    "butler": _butler,
    "datum_stream": _datum_stream,
    "cross_imp": _cross_imp,
    "vp_continuous": _vps(continuous_vp, 100),
    "vp_discrete": _vps(discrete_vp, 1),
    "vp_swiss_pairs_mp": lambda told: swiss_pairs_vp(_whole(told["boards"]), _exact(told["percent"])),
    "teams_match": _teams_match,
    "award_seed": lambda told: platform_awards(_whole(told["finishing_pairs"])),
    "award_acbl_open_club": _awards_acbl,
    "award_ebu_places": lambda told: ebu_award_places(_whole(told["full_tables"]), _exact(told["fraction"]), one_winner=told["one_winner"]),
    "award_shared": _share,
    "rank_competition": lambda told: [str(place) for place in places_of([_exact(score) for score in told["scores"]])],
    "rank_seed": _rank_seed,
    "carry_forward": _carry_forward,
    "tiedian_russian": _tiedian,
    "rate_boards": _rate_boards,
    "rate_update": _rate_update,
}
