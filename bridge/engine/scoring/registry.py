"""The methods of scoring by their codes. A new one is a file with a `ScoringMethod` and one line here; a club's own is registered from outside."""

from bridge.engine.errors import EngineError
from bridge.engine.scoring.compensation import COMPENSATION
from bridge.engine.scoring.imps import BUTLER, CROSS_IMPS
from bridge.engine.scoring.matchpoints import MATCHPOINTS
from bridge.engine.scoring.method import Figure, ScoringMethod
from bridge.engine.scoring.pool import POOL
from bridge.engine.scoring.total_points import TOTAL_POINTS


class NoSuchMethod(EngineError):
    """No method of scoring has this code. Facts: `code`, `known`."""


METHODS: dict[str, ScoringMethod] = {
    method.code: method
    for method in (
        MATCHPOINTS,
        CROSS_IMPS,
        BUTLER,
        POOL,
        COMPENSATION,
        TOTAL_POINTS,
    )
}


def register(method: ScoringMethod) -> None:
    """From now on `method` is known by its code."""
    METHODS[method.code] = method


def method_named(code: str) -> ScoringMethod:
    """The method with this code. Raises NoSuchMethod."""
    if code not in METHODS:
        raise NoSuchMethod(code=code, known=tuple(METHODS))
    return METHODS[code]


def counts_in_percent(code: str) -> bool:
    """Are the totals of this way of scoring shown in percent? Those of matches are not."""
    method = METHODS.get(code)
    return method is not None and method.figure is Figure.PERCENT
