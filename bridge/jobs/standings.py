"""Bringing rankings up to the newest facts: read, reckon without a lock, store by compare-and-set."""

from collections.abc import Hashable

from bridge.engine.errors import EngineError
from bridge.engine.scoring.reckon import reckon
from bridge.engine.scoring.traveller import Traveller
from bridge.jobs.queue import NotYet
from bridge.mapping.conditions import options_of
from bridge.mapping.standings import basis_of, load_ranking, load_travellers, store_ranking
from bridge.mapping.travellers import Who
from bridge.models import Job, Ranking, SessionState


def score_ranking(ranking_id: int) -> None:
    """Bring one ranking up to the newest facts. A method that cannot be applied leaves its reason on the ranking instead of numbers."""
    ranking = Ranking.objects.select_related("session", "stage").get(pk=ranking_id)
    basis = basis_of(ranking)
    loaded = load_ranking(ranking, basis)
    same_rules = ranking.scored_by == options_of(loaded.facts.conditions)
    kept: dict[Hashable, Traveller[Who]] = dict(load_travellers(ranking, loaded)) if same_rules else {}
    try:
        reckoned = reckon(loaded.facts, kept)
    except EngineError as refusal:
        Ranking.objects.filter(pk=ranking.pk, turn=ranking.turn).update(problem={"code": refusal.code, "facts": {k: str(v) for k, v in refusal.facts.items()}})
        return
    if not store_ranking(ranking, loaded, reckoned, basis):
        raise NotYet
    if ranking.session is not None and ranking.session.state == SessionState.CLOSED:
        Job.objects.want("bridge.publish_ranking", ranking.pk)
