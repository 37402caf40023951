"""Events of several sessions or stages: one ranking made of others, each with its weight. Tie-breaks do not look at earlier boards."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from bridge.engine.scoring.carry import combined, mean_score
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import Entry, Standing
from bridge.engine.scoring.lists import lists_of, unranked

Who = TypeVar("Who", bound=Hashable)


class Combining(Enum):
    """How the scores of the parts become one."""

    SUM = "sum"  # each times its weight
    MEAN = "mean"  # by weight, over the parts that an entry took part in


@dataclass(frozen=True, slots=True)
class Part(Generic[Who]):
    """One ranking that counts: its standings, one for each entry, and its weight (1/3 where a third is carried over)."""

    standings: tuple[Standing[Who], ...]
    weight: Fraction = Fraction(1)


def combine(
    conditions: Conditions, entries: tuple[Entry[Who], ...], parts: Sequence[Part[Who]], how: Combining, total_boards: int | None = None
) -> tuple[Standing[Who], ...]:
    """The lists of an event from those of its parts; who took part in none has no place.

    total_boards   boards of all parts for an entry; None: the most that any entry played
    """
    by_entry: dict[Who, list[tuple[Standing[Who], Fraction]]] = {entry.who: [] for entry in entries}
    for part in parts:
        for standing in part.standings:
            if standing.who in by_entry and standing.boards:
                by_entry[standing.who].append((standing, part.weight))
    boards = {who: sum(standing.boards for standing, _ in played) for who, played in by_entry.items()}
    most = max(boards.values(), default=0) if total_boards is None else total_boards
    standings = {}
    for entry in entries:
        played = by_entry[entry.who]
        weights = [weight for _, weight in played]
        score = _together([standing.score for standing, _ in played], weights, how)
        total = combined([standing.total for standing, _ in played], weights)
        percents = [standing.percent for standing, _ in played if standing.percent is not None]
        percent = mean_score(percents, weights) if percents and len(percents) == len(weights) else None
        reason = unranked(entry, boards[entry.who], most, conditions)
        standings[entry.who] = Standing("all", entry.who, None, score, total, percent, boards[entry.who], reason)
    return lists_of(conditions, entries, standings, ())


def _together(scores: Sequence[Fraction], weights: Sequence[Fraction], how: Combining) -> Fraction:
    return mean_score(scores, weights) if how is Combining.MEAN and scores else combined(scores, weights)
