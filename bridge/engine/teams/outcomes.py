"""Everything that a match whose results are missing can still bring, on its scale."""

from fractions import Fraction

from bridge.engine.scoring.match_methods import Margin, MatchMethod
from bridge.engine.scoring.victory_points import Scale
from bridge.engine.teams.ranking import most_of

_MARGINS = 1000  # a scale that has not come to its end by then has none


def outcomes_of_match(boards: int, method: MatchMethod, scale: Scale | None = None, *, is_half: bool = False) -> tuple[tuple[Fraction, Fraction], ...]:
    """Points of the home team and of the other for every margin with all boards counted, each once; empty where the scale has no end (total points).

    scale     the event's own, for the method that counts by it
    is_half   of half length, worth half as much (a triangle in one round)
    raises    NoSuchScale
    """
    most = most_of(method, boards, scale)
    if not most:
        return ()
    share = Fraction(1, 2) if is_half and method.code.startswith("vp_") and method.code != "vp_half_match" else Fraction(1)
    ahead: dict[tuple[Fraction, Fraction], None] = {}
    for margin in range(_MARGINS):
        home, away = method.points(Margin(Fraction(margin), Fraction(-margin)), boards, scale)
        ahead[home * share, away * share] = None
        if home == most:
            return (*ahead, *((away, home) for home, away in ahead if home != away))
    return ()
