"""One person whom several records stand for: which of them is kept, and which were merged into it. No rule stands here."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from bridge.mapping.basis import MERGE_PLAYERS
from bridge.models import Act, Club, Player


def kept_records(players: Collection[int], then: Mapping[int, int | None] | None = None) -> dict[int, int]:
    """The records that others were merged into, over any number of steps.

    then   how it stood at an earlier act with records that were merged or parted since: record -> the one it was part of, None where it stood for itself
    """
    then = then or {}
    rows = Player.objects.filter(pk__in=set(players) - then.keys(), merged_into__isnull=False).values_list("pk", "merged_into")
    found = {player: into for player, into in [*rows, *then.items()] if player in players and into is not None}
    further = kept_records(set(found.values()), then) if found else {}
    return {player: further.get(into, into) for player, into in found.items()}


def records_of(players: Iterable[int]) -> dict[int, int]:
    """Every record of these people, over any number of steps: record -> the given one that it is, or was merged into."""
    found = fresh = {player: player for player in players}
    while fresh:
        rows = Player.objects.filter(merged_into__in=list(fresh)).values_list("pk", "merged_into")
        fresh = {pk: fresh[into] for pk, into in rows if into is not None and pk not in found}
        found = found | fresh
    return found


def people_now(players: Sequence[Player]) -> list[Player]:
    """These people under the records that are kept of them now, since a page may be older; until the act ends none of them is made one with another."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=[player.pk for player in players]).order_by("pk")
    known = {row.pk: row.person for row in rows}
    return [known[player.pk] for player in players]


def former_names(club: Club) -> tuple[tuple[int, str], ...]:
    """The record that is kept of a person, and a name that another record of that person had before the club merged the two; oldest first."""
    acts = Act.objects.filter(journal=club.journal, kind=MERGE_PLAYERS, undone_by__isnull=True).order_by("pk")
    told = [
        (row, before[name])
        for act in acts
        for model, row, before, _ in act.facts.get("changed", ())
        for name in ("name_native", "name_latin")
        if model == "player" and before.get(name)
    ]
    kept = kept_records({row for row, _ in told})
    return tuple((kept[row], name) for row, name in told if row in kept)
