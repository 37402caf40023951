"""How a margin in IMPs became the printed score of a match: the known scales by name, or one read from the file's own matches."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.scoring.matches import MatchImps
from bridge.engine.scoring.victory_points import ACBL_20, ACBL_30, NoSuchScale, continuous_vp, discrete_vp, printed_scale

Both = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Scale:
    """Scores of both teams for a match; None where the scale does not say."""

    code: str
    scores: Callable[[MatchImps], Both | None]
    is_own: bool = False


def known_scales(*, vp: bool) -> tuple[Scale, ...]:
    """The scales by name; those of victory points first where the file says that it counts them."""
    plain = (Scale("imps_won", _imps_won), Scale("imp_margin", _imp_margin))
    points = (Scale("wbf_discrete", _discrete), Scale("wbf_continuous", _continuous), Scale("acbl_20", _acbl_20), Scale("acbl_30", _acbl_30))
    return (*points, *plain) if vp else (*plain, *points)


def _imps_won(match: MatchImps) -> Both:
    return Fraction(match.home), Fraction(match.away)


def _imp_margin(match: MatchImps) -> Both:
    return Fraction(match.margin), Fraction(-match.margin)


def _discrete(match: MatchImps) -> Both:
    won = Fraction(discrete_vp(len(match.by_board), match.margin))
    return won, 20 - won


def _continuous(match: MatchImps) -> Both:
    won = Fraction(continuous_vp(len(match.by_board), match.margin), 100)
    return won, 20 - won


def _acbl_20(match: MatchImps) -> Both | None:
    return _by_printed(ACBL_20, match)


def _acbl_30(match: MatchImps) -> Both | None:
    return _by_printed(ACBL_30, match)


def _by_printed(scales: tuple[tuple[int, int, object], ...], match: MatchImps) -> Both | None:
    try:
        first, second = printed_scale(scales, len(match.by_board)).vps(match.margin)  # type: ignore[arg-type]
    except NoSuchScale:
        return None
    return Fraction(first, 100), Fraction(second, 100)


def own_scale(seen: Sequence[tuple[int, Both]]) -> Scale:
    """The scale that the file's own matches follow: one non-decreasing function of the margin, both scores adding up to one number.

    seen   for each match the margin of its first team and both printed scores
    What most matches say holds; margins that contradict it have no score on the scale.
    """
    pairs: dict[int, Counter[Both]] = {}
    for margin, (first, second) in seen:
        pairs.setdefault(abs(margin), Counter())[(first, second) if margin >= 0 else (second, first)] += 1
    sums = Counter(sum(both) for counted in pairs.values() for both in counted.elements())
    total = sums.most_common(1)[0][0] if sums else Fraction(0)
    chosen = {}
    for size, counted in pairs.items():
        fitting = [(often, both) for both, often in counted.items() if sum(both) == total and (size or both[0] == both[1])]
        if fitting:
            chosen[size] = max(fitting)
    table = dict(_rising(sorted((size, both, often) for size, (often, both) in chosen.items())))

    def scores(match: MatchImps) -> Both | None:
        both = table.get(abs(match.margin))
        return both if both is None or match.margin >= 0 else (both[1], both[0])

    return Scale("own_scale", scores, is_own=True)


def _rising(bands: Sequence[tuple[int, Both, int]]) -> list[tuple[int, Both]]:
    """The non-decreasing chain of bands that most matches follow."""
    best: list[tuple[int, list[tuple[int, Both]]]] = []
    for place, (size, both, often) in enumerate(bands):
        before = [best[earlier] for earlier in range(place) if bands[earlier][1][0] <= both[0]]
        weight, chain = max(before, key=lambda known: known[0], default=(0, []))
        best.append((weight + often, [*chain, (size, both)]))
    return max(best, key=lambda known: known[0], default=(0, []))[1]
