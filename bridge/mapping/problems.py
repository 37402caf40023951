"""What cannot be reckoned: its reason stands on the ranking."""

from bridge.engine.errors import EngineError
from bridge.models import Ranking


def keep_problem(ranking: Ranking, refusal: EngineError) -> None:
    """Store why a ranking has no figures, as code and facts; nothing where another reckoning came first."""
    problem = {"code": refusal.code, "facts": {name: str(value) for name, value in refusal.facts.items()}}
    Ranking.objects.filter(pk=ranking.pk, turn=ranking.turn).update(problem=problem)
