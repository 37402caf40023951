"""Who plays the final of an event of several evenings: those with its first places as they are published, and who is left out for which reason."""

from dataclasses import dataclass

from bridge.engine.errors import EngineError
from bridge.models import Player, Publication, Ranking, Standing
from bridge.queries.series import players_of_event


class NotPublished(EngineError):
    """A final is made of a published ranking, and this one is not published before all its evenings are closed. No facts."""


class NobodyThere(EngineError):
    """Nobody has one of these places. Facts: `first`, `last`."""


BELOW_SHARE, WITH_ANOTHER = "below_share", "with_another"


@dataclass(frozen=True, slots=True)
class Finalist:
    """An entry of the event with its place; `left_out` says why it does not play, "" for who does.

    place   None for who is not ranked
    with_place   the better place at which a player of a left-out pair plays the final
    """

    entry: int
    players: tuple[Player, ...]
    place: int | None
    is_tied: bool
    left_out: str = ""
    with_place: int | None = None


def newest_version(ranking: Ranking) -> Publication | None:
    """The newest version of the event's ranking."""
    return Publication.objects.filter(ranking=ranking).order_by("-version").first()


def finalists_of(ranking: Ranking, places: tuple[int, int]) -> tuple[Finalist, ...]:
    """Who plays the final and who is left out, by the newest version. Raises NotPublished, NobodyThere."""
    newest = newest_version(ranking)
    if newest is None:
        raise NotPublished
    found = _finalists(newest, places)
    if all(each.left_out for each in found):
        raise NobodyThere(first=places[0], last=places[1])
    return found


def _finalists(version: Publication, places: tuple[int, int]) -> tuple[Finalist, ...]:
    """Everybody with one of these places (first, last), from the best down, and who would have one but for too few boards.

    Who has two of these places, with two partners, plays for the better one.
    """
    first, last = places
    rows = sorted(Standing.objects.filter(publication=version, list="all"), key=lambda row: int(row.facts["order"]))
    ranked = [row for row in rows if row.place is not None]
    within = [row for row in ranked if row.place is not None and first <= row.place <= last]
    players = players_of_event([row.entry_id for row in rows])
    found: list[Finalist] = []
    playing: dict[Player, int] = {}
    for row in within:
        own = players.get(row.entry_id, ())
        better = next((playing[player] for player in own if player in playing), None)
        if better is None:
            playing |= dict.fromkeys(own, row.place or 0)
        found.append(Finalist(row.entry_id, own, row.place, row.is_tied, WITH_ANOTHER if better else "", better))
    for row in rows:
        would_be = 1 + sum((other.exact or 0) > (row.exact or 0) for other in ranked)
        if row.facts["unranked"] == BELOW_SHARE and first <= would_be <= last:
            found.append(Finalist(row.entry_id, players.get(row.entry_id, ()), None, False, BELOW_SHARE))
    return tuple(found)
