"""Rankings reckoned from nothing but their facts, and compared with what is stored: the running list and every version that was published."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F

from bridge.engine.errors import EngineError
from bridge.engine.scoring.reckon import reckon
from bridge.mapping.basis import Basis, basis_of
from bridge.mapping.combined import is_combined, load_combined, store_combined
from bridge.mapping.standings import load_ranking, store_ranking
from bridge.mapping.teams import load_team_ranking, reckon_teams, store_team_ranking
from bridge.models import EventForm, Job, Publication, Ranking, Standing, Traveller

COLUMNS = ("place", "is_tied", "exact", "total", "hundredths", "facts")
Lists = dict[tuple[str, int], dict[str, Any]]  # (list, entry's id) -> the columns of its standing


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure that is stored otherwise than its facts say; None where a list lacks the entry.

    version   of the publication; 0 is the running list
    """

    ranking: int
    version: int
    list: str
    entry: int
    column: str
    stored: Any
    reckoned: Any


def differences(ranking: Ranking) -> Iterator[Difference]:
    """Every figure of a ranking, running and published, that is not what its facts give as at the basis it names. Nothing is changed."""
    if ranking.basis:
        yield from _compare(ranking, 0, _standings(ranking, None), _from_facts(ranking, ranking.basis))
    for publication in Publication.objects.filter(ranking=ranking).order_by("version"):
        yield from _compare(ranking, publication.version, _standings(ranking, publication), _from_facts(ranking, publication.basis))


def is_waiting(ranking: Ranking) -> bool:
    """Is a job wanted that brings the ranking up to its newest facts?"""
    return Job.objects.filter(kind="bridge.score_ranking", target=ranking.pk, wanted__gt=F("done")).exists()


def forgotten(ranking: Ranking) -> Iterator[Difference]:
    """Every figure of the running lists that is not what the facts of now give, though no job is wanted. An act of which no figure depends asks for none."""
    basis = basis_of(ranking)
    if ranking.basis and ranking.basis != basis and not is_waiting(ranking):
        yield from _compare(ranking, 0, _standings(ranking, None), _from_facts(ranking, basis))


def _standings(ranking: Ranking, publication: Publication | None) -> Lists:
    rows = Standing.objects.filter(ranking=ranking, publication=publication).values("list", "entry", *COLUMNS)
    return {(row["list"], row["entry"]): {column: row[column] for column in COLUMNS} for row in rows}


def _from_facts(ranking: Ranking, basis: Basis) -> Lists:
    """What would be stored at a basis if no traveller were kept: stored, read and undone, so that there is one way of storing."""
    try:
        store = _store(ranking, basis)
    except EngineError:
        return {}  # a method that cannot be applied gives no list
    with transaction.atomic():
        fresh = Ranking.objects.select_for_update().get(pk=ranking.pk)
        Traveller.objects.filter(ranking=ranking).delete()
        assert store(fresh), "the row is locked: nobody else can have stored"
        lists = _standings(fresh, None)
        transaction.set_rollback(True)
    return lists


def _store(ranking: Ranking, basis: Basis) -> Callable[[Ranking], bool]:
    """What stores the ranking that its facts make as at a basis."""
    if is_combined(ranking):
        loaded = load_combined(ranking, basis)
        standings = loaded.standings()
        return lambda fresh: store_combined(fresh, loaded, standings, basis)
    return _team_store(ranking, basis) if ranking.stage.event.form == EventForm.TEAMS else _board_store(ranking, basis)


def _board_store(ranking: Ranking, basis: Basis) -> Callable[[Ranking], bool]:
    loaded = load_ranking(ranking, basis)
    reckoned = reckon(loaded.facts, {})
    return lambda fresh: store_ranking(fresh, loaded, reckoned, basis)


def _team_store(ranking: Ranking, basis: Basis) -> Callable[[Ranking], bool]:
    loaded = load_team_ranking(ranking, basis)
    standings = reckon_teams(loaded)
    return lambda fresh: store_team_ranking(fresh, loaded, standings, basis)


def _compare(ranking: Ranking, version: int, stored: Lists, reckoned: Lists) -> Iterator[Difference]:
    nothing = dict.fromkeys(COLUMNS)
    for key in sorted(stored.keys() | reckoned.keys()):
        was, now = stored.get(key, nothing), reckoned.get(key, nothing)
        for column in COLUMNS:
            if was[column] != now[column]:
                yield Difference(ranking.pk, version, *key, column, was[column], now[column])
