"""How what happened in a match became its printed score: the known scales by name, or one read from the file's own matches."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.scoring.rounding import half_away
from bridge.engine.scoring.victory_points import ACBL_20, ACBL_30, NoSuchScale, continuous_vp, discrete_vp, printed_scale, swiss_pairs_vp

Both = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class MatchFigures:
    """What a match came to before any scale: boards, what each side won, and at matchpoints the first side's percentage.

    apart   board by board the first side's points less the other's; None where a board has no two results
    """

    boards: int
    first: Fraction
    second: Fraction
    percent: Fraction | None = None
    apart: tuple[int, ...] | None = None

    @property
    def margin(self) -> Fraction:
        """By how much the first side is ahead: IMPs, or percent above 50."""
        return self.first - self.second if self.percent is None else self.percent - 50

    @property
    def whole_margin(self) -> int:
        """The margin as scales of victory points take it: a whole number, halves away from zero."""
        return int(half_away(self.margin))


@dataclass(frozen=True, slots=True)
class Scale:
    """Scores of both sides for a match; None where the scale does not say.

    own   the event's own scale: margins by size with the scores of the side ahead and of the other
    """

    code: str
    scores: Callable[[MatchFigures], Both | None]
    own: tuple[tuple[Fraction, Both], ...] = ()
    is_own: bool = False


def known_scales(*, vp: bool, percent: bool) -> tuple[Scale, ...]:
    """The scales by name; those of victory points first where the file says that it counts them."""
    if percent:
        return (Scale("swiss_pairs", _swiss_pairs), Scale("percent", _percent))
    plain = (
        Scale("imps_won", _imps_won), Scale("imp_margin", _imp_margin), Scale("board_a_match_1", _boards_won_by_halves), Scale("board_a_match", _boards_won),
        Scale("total_points", _total_points),
    )
    points = (Scale("wbf_discrete", _discrete), Scale("wbf_continuous", _continuous), Scale("acbl_20", _acbl_20), Scale("acbl_30", _acbl_30))
    return (*points, *plain) if vp else (*plain, *points)


def _imps_won(match: MatchFigures) -> Both:
    return match.first, match.second


def _imp_margin(match: MatchFigures) -> Both:
    return match.margin, -match.margin


def _boards_won(match: MatchFigures) -> Both | None:
    """Two for a board that is won, one for one that is level (Law 78D)."""
    if match.apart is None:
        return None
    won = sum(1 + (points > 0) - (points < 0) for points in match.apart)
    return Fraction(won), Fraction(2 * len(match.apart) - won)


def _boards_won_by_halves(match: MatchFigures) -> Both | None:
    both = _boards_won(match)
    return both and (both[0] / 2, both[1] / 2)


def _total_points(match: MatchFigures) -> Both | None:
    if match.apart is None:
        return None
    return Fraction(sum(match.apart)), Fraction(-sum(match.apart))


def _discrete(match: MatchFigures) -> Both:
    won = Fraction(discrete_vp(match.boards, match.whole_margin))
    return won, 20 - won


def _continuous(match: MatchFigures) -> Both:
    won = Fraction(continuous_vp(match.boards, match.whole_margin), 100)
    return won, 20 - won


def _acbl_20(match: MatchFigures) -> Both | None:
    try:
        first, second = printed_scale(ACBL_20, match.boards).vps(match.whole_margin)
    except NoSuchScale:
        return None
    return Fraction(first, 100), Fraction(second, 100)


def _acbl_30(match: MatchFigures) -> Both | None:
    try:
        first, second = printed_scale(ACBL_30, match.boards).vps(match.whole_margin)
    except NoSuchScale:
        return None
    return Fraction(first, 100), Fraction(second, 100)


def _swiss_pairs(match: MatchFigures) -> Both | None:
    assert match.percent is not None
    try:
        won = Fraction(swiss_pairs_vp(match.boards, match.percent))
    except NoSuchScale:
        return None
    return won, 20 - won


def _percent(match: MatchFigures) -> Both:
    assert match.percent is not None
    return match.percent, 100 - match.percent


def own_scale(seen: Sequence[tuple[Fraction, Both]]) -> Scale:
    """The scale that the file's own matches follow: the larger the margin, the more for the side ahead and the less for the other.

    Both scores add up to one number, or to less where the side ahead has the most there is (as of 25-0). What most matches say holds; margins that
    contradict it have no score on the scale.

    seen   for each match the margin of its first side and both printed scores
    """
    pairs: dict[Fraction, Counter[Both]] = {}
    for margin, (first, second) in seen:
        pairs.setdefault(abs(margin), Counter())[(first, second) if margin >= 0 else (second, first)] += 1
    sums = Counter(sum(both) for counted in pairs.values() for both in counted.elements())
    total = max((each for each, often in sums.items() if often > 1), default=max(sums, default=Fraction(0)))
    most = max((both[0] for counted in pairs.values() for both in counted if sum(both) <= total), default=Fraction(0))
    chosen = {}
    for size, counted in pairs.items():
        fitting = [
            (often, both) for both, often in counted.items() if (sum(both) == total or both[0] == most and sum(both) < total) and (size or both[0] == both[1])
        ]
        if fitting:
            chosen[size] = max(fitting)
    rows = tuple(_rising(sorted((size, both, often) for size, (often, both) in chosen.items())))
    table = dict(rows)

    def scores(match: MatchFigures) -> Both | None:
        both = table.get(abs(match.margin))
        return both if both is None or match.margin >= 0 else (both[1], both[0])

    return Scale("own_scale", scores, rows, is_own=True)


def _rising(bands: Sequence[tuple[Fraction, Both, int]]) -> list[tuple[Fraction, Both]]:
    """The chain of bands, more for the one and no more for the other, that most matches follow."""
    best: list[tuple[int, list[tuple[Fraction, Both]]]] = []
    for place, (size, both, often) in enumerate(bands):
        before = [best[earlier] for earlier in range(place) if bands[earlier][1][0] <= both[0] and bands[earlier][1][1] >= both[1]]
        weight, chain = max(before, key=lambda known: known[0], default=(0, []))
        best.append((weight + often, [*chain, (size, both)]))
    return max(best, key=lambda known: known[0], default=(0, []))[1]
