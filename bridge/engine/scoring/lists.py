"""The lists of a ranking: one or two winners, strata, handicaps."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from bridge.engine.scoring.conditions import Conditions, Winners
from bridge.engine.scoring.facts import Entry, Standing, Unranked
from bridge.engine.scoring.ranking import Place, has_share, ranked
from bridge.engine.scoring.tie_breaks import breaks_of
from bridge.engine.scoring.traveller import Traveller
from bridge.engine.seats import Side

Who = TypeVar("Who", bound=Hashable)


def unranked(entry: Entry[Who], boards: int, total_boards: int, conditions: Conditions) -> Unranked | None:
    """Why an entry that was scored on so many boards has no place; None where it has one."""
    if entry.withdrawn:
        return Unranked.WITHDRAWN
    if boards == 0:
        return Unranked.NO_BOARDS
    if not has_share(boards, total_boards, conditions.minimum_share):
        return Unranked.BELOW_SHARE
    return None


def lists_of(
    conditions: Conditions, entries: tuple[Entry[Who], ...], standings: Mapping[Who, Standing[Who]], travellers: Sequence[Traveller[Who]]
) -> tuple[Standing[Who], ...]:
    """Every list of a ranking, best first, the unranked at its end.

    standings   each entry's figures, its places still open
    travellers  what tie-breaks may look at
    """
    return tuple(standing for one in _members(conditions, entries) for standing in _list(one, standings, conditions, travellers))


@dataclass(frozen=True, slots=True)
class _Members(Generic[Who]):
    """Who stands in one list."""

    name: str
    entries: tuple[Entry[Who], ...]
    handicapped: bool = False


def _members(conditions: Conditions, entries: tuple[Entry[Who], ...]) -> list[_Members[Who]]:
    if conditions.winners is Winners.TWO:
        whole = [(side.value, tuple(entry for entry in entries if entry.line is side)) for side in Side]
    else:
        whole = [("all", entries)]
    lists = []
    for name, members in whole:
        lists.append(_Members(name, members))
        if conditions.handicap:
            lists.append(_Members(f"{name}/handicap", members, handicapped=True))
        for place, stratum in enumerate(conditions.strata):
            # A lower stratum is ranked in every higher one too.
            within = conditions.strata[place:]
            lists.append(_Members(f"{name}/{stratum}", tuple(entry for entry in members if entry.stratum in within)))
    return lists


def _list(
    one: _Members[Who], standings: Mapping[Who, Standing[Who]], conditions: Conditions, travellers: Sequence[Traveller[Who]]
) -> list[Standing[Who]]:
    scores = {entry.who: standings[entry.who].score + entry.handicap if one.handicapped else standings[entry.who].score for entry in one.entries}
    breaks = breaks_of(conditions.tie_breaks, one.entries, standings, travellers)
    finished = ranked({who: score for who, score in scores.items() if standings[who].unranked is None}, breaks)
    rest = ranked({who: score for who, score in scores.items() if standings[who].unranked is not None}, breaks)
    places: list[tuple[Who, Place | None]] = [*finished, *((who, None) for who, _ in rest)]
    return [_standing(one.name, standings[who], place, scores[who]) for who, place in places]


def _standing(name: str, own: Standing[Who], place: Place | None, score: Fraction) -> Standing[Who]:
    return Standing(name, own.who, place, score, own.total, own.percent, own.boards, own.unranked)
