"""Bringing the ranking of an event of several evenings up to the newest facts of all of them."""

import secrets

from bridge.engine.errors import EngineError
from bridge.jobs.counting import TheClock
from bridge.jobs.queue import NotYet
from bridge.mapping.basis import basis_of
from bridge.mapping.combined import Combined, load_combined, store_combined
from bridge.mapping.problems import keep_problem
from bridge.models import Entry, Journal, Ranking, Roster, journal


def score_combined(ranking: Ranking) -> None:
    """Reckon every evening that counts, and what they come to; who took part for the first time becomes an entry of the event.

    What cannot be put together leaves its reason on the ranking instead of numbers.
    """
    basis = basis_of(ranking)
    try:
        loaded = load_combined(ranking, basis)
        if loaded.unknown:
            _enter(ranking, loaded)
            basis = basis_of(ranking)
            loaded = load_combined(ranking, basis)
        standings = loaded.standings()
    except EngineError as refusal:
        keep_problem(ranking, refusal)
        return
    if loaded.unknown or not store_combined(ranking, loaded, standings, basis):
        raise NotYet


def _enter(ranking: Ranking, loaded: Combined) -> None:
    """One act of nobody: an entry for each pair that has none."""
    event = ranking.stage.event
    with journal.act(Journal.objects.get(event=event), "enter_pairs", by=TheClock(), key=f"enter_pairs-{secrets.token_hex(8)}") as act:
        entered = []
        for pair in loaded.unknown:
            if _is_entered(event.pk, pair):
                continue
            entry = Entry.objects.create(event=event)
            for player in pair:
                Roster.objects.begin(act, entry=entry, player_id=player)
            entered.append(entry.pk)
        act.facts["entries"] = entered


def _is_entered(event: int, pair: tuple[int, ...]) -> bool:
    """Did another worker enter these players meanwhile?"""
    rows = Roster.objects.live().filter(entry__event=event, player=pair[0]).values_list("entry", flat=True)
    return any(set(Roster.objects.live().filter(entry=entry).values_list("player", flat=True)) == set(pair) for entry in rows)
