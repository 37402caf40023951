"""Bringing rankings up to the newest facts: read, reckon without a lock, store by compare-and-set."""

import gc
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bridge.engine.errors import EngineError
from bridge.engine.scoring.facts import Reckoned
from bridge.engine.scoring.reckon import reckon, reckon_changed
from bridge.engine.scoring.traveller import Traveller
from bridge.jobs.combined import score_combined
from bridge.jobs.matches import score_matches
from bridge.jobs.queue import NotYet
from bridge.mapping.basis import Basis, basis_of, changed_boards, load_conditions, sessions_of
from bridge.mapping.combined import is_combined
from bridge.mapping.conditions import options_of
from bridge.mapping.problems import keep_problem
from bridge.mapping.standings import Loaded, load_ranking, load_tallies, load_travellers, store_ranking, stored_boards
from bridge.mapping.travellers import Who
from bridge.models import Conditions, EventForm, Job, Ranking, SessionState


@dataclass(frozen=True, slots=True)
class _Reckoning:
    """What comes of a ranking's facts; `boards` are those reckoned, None: all."""

    loaded: Loaded
    reckoned: Reckoned[Who]
    boards: frozenset[int] | None


def score_ranking(ranking_id: int) -> None:
    """Bring one ranking up to the newest facts. A method that cannot be applied leaves its reason on the ranking instead of numbers."""
    ranking = Ranking.objects.select_related("session", "stage__event").get(pk=ranking_id)
    if ranking.session_id is None and not Conditions.objects.live().filter(ranking=ranking).exists():
        return  # an event of several evenings that was taken back keeps what was stored last
    if is_combined(ranking):
        score_combined(ranking)
    elif ranking.stage.event.form == EventForm.TEAMS:
        score_matches(ranking)
    else:
        _score_boards(ranking)
    sessions = sessions_of(ranking)
    if sessions and all(session.state == SessionState.CLOSED for session in sessions):
        Job.objects.want("bridge.publish_ranking", ranking.pk)


def _score_boards(ranking: Ranking) -> None:
    basis = basis_of(ranking)
    with _nothing_collected():
        try:
            found = _changes(ranking, basis) or _whole(ranking, basis)
        except EngineError as refusal:
            keep_problem(ranking, refusal)
            return
        if not store_ranking(ranking, found.loaded, found.reckoned, basis, found.boards):
            raise NotYet


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """No search for garbage meanwhile: everything that a reckoning makes lives to its end, and looking through it takes a third of the work."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _whole(ranking: Ranking, basis: Basis) -> _Reckoning:
    """From all facts; boards that are as they were are not scored again."""
    loaded = load_ranking(ranking, basis)
    same_rules = ranking.scored_by == options_of(loaded.facts.conditions)
    kept = dict[Hashable, Traveller[Who]](load_travellers(ranking, loaded).items()) if same_rules else {}
    return _Reckoning(loaded, reckon(loaded.facts, kept), None)


def _changes(ranking: Ranking, basis: Basis) -> _Reckoning | None:
    """From the boards that changed and the stored sums; None where that is not enough, or no less work."""
    if not ranking.turn or ranking.problem or ranking.scored_by != options_of(load_conditions(ranking, basis)):
        return None
    changed = changed_boards(ranking, basis)
    stored, expected = stored_boards(ranking)
    if changed is None or not stored or 2 * len(changed) > len(stored):
        return None
    boards = changed or frozenset({min(stored)})  # a penalty alone is measured by some board's E
    loaded = load_ranking(ranking, basis, boards=boards)
    tallies = load_tallies(ranking, loaded)
    if tallies is None:
        return None
    before = tuple(load_travellers(ranking, loaded, boards).values())
    reckoned = reckon_changed(loaded.facts, before, tallies, expected)
    return None if reckoned is None else _Reckoning(loaded, reckoned, boards)
