"""The datum pool (复式): boards that many tables play at any time, each scored when its result comes in."""

from bridge.engine.scoring.imps import evaluate_butler, explain_butler, measure_imps
from bridge.engine.scoring.method import Figure, ScoringMethod

POOL = ScoringMethod(
    "datum_pool", "Rules of the platform, 复式: datum of the results so far", Figure.TOTAL, evaluate_butler, explain_butler, measure_imps, by_arrival=True
)  # fmt: skip
