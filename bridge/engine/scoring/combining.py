"""Events of several sessions or stages: one ranking made of others, each with its weight. Tie-breaks do not look at earlier boards."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Generic, TypeVar

from bridge.engine.errors import EngineError
from bridge.engine.scoring.carry import carry_forward, combined, mean_score
from bridge.engine.scoring.conditions import Conditions, Factoring, MissedBoards
from bridge.engine.scoring.facts import Entry, Standing
from bridge.engine.scoring.lists import lists_of, unranked
from bridge.engine.scoring.registry import counts_in_percent
from bridge.engine.scoring.traveller import Traveller

Who = TypeVar("Who", bound=Hashable)


class OnlyCarried(EngineError):
    """Some part is not carried forward: what else would it be carried into? Facts: `parts`."""


class UnlikeEvenings(EngineError):
    """Evenings in percent and evenings in IMPs or points cannot be added up. No facts."""


class CarryNeedsMatchpoints(EngineError):
    """The formula that carries matchpoints forward needs them, unscaled, in every part. No facts."""


class Combining(Enum):
    """How the scores of the parts become one."""

    SUM = "sum"  # each times its weight
    MEAN = "mean"  # by weight, over the parts that an entry took part in
    CARRY = "carry"  # matchpoints: what was won before goes into the others in proportion, a board of it weighing half (EBU White Book 3.8)


@dataclass(frozen=True, slots=True)
class Part(Generic[Who]):
    """One ranking that counts: its standings, one for each entry, and its weight (1/3 where a third is carried over).

    carried     it was played before the others: it counts for those alone who play in one of the others
    rules       the conditions that it was played by
    available   matchpoints that each entry could have won on its boards: what CARRY measures by
    strata, handicaps   in which group and with which handicap each entry played it, where it had one
    travellers  its boards, for tie-breaks that look at single ones
    """

    standings: tuple[Standing[Who], ...]
    weight: Fraction = Fraction(1)
    carried: bool = False
    rules: Conditions = Conditions()
    available: Mapping[Who, Fraction] = field(default_factory=dict)
    strata: Mapping[Who, str] = field(default_factory=dict)
    handicaps: Mapping[Who, Fraction] = field(default_factory=dict)
    travellers: tuple[Traveller[Who], ...] = ()


@dataclass(frozen=True, slots=True)
class Carried:
    """Matchpoints with what is carried into them, and what they are a part of."""

    won: Fraction
    available: Fraction

    @property
    def percent(self) -> Fraction:
        """The share of all that was to be won."""
        return 100 * self.won / self.available


def combine(
    conditions: Conditions, entries: tuple[Entry[Who], ...], parts: Sequence[Part[Who]], how: Combining, total_boards: int | None = None
) -> tuple[Standing[Who], ...]:
    """The lists of an event from those of its parts; who took part in none has no place, and who is only carried forward is not in it.

    entries        with the groups and handicaps in which they play (see `graded`)
    total_boards   boards of all parts for an entry; None: the most that any entry played
    raises         OnlyCarried, UnlikeEvenings, CarryNeedsMatchpoints, NothingToCarry

    Tie-breaks look at the boards of the parts that are not carried (EBU White Book 143.6.1).
    """
    if parts and all(part.carried for part in parts):
        raise OnlyCarried(parts=len(parts))
    refuse_unlike([part.rules for part in parts], how)
    by_entry = played_by(entries, parts)
    boards = {who: sum(standing.boards for standing, _ in played) for who, played in by_entry.items()}
    most = max(boards.values(), default=0) if total_boards is None else total_boards
    standings = {}
    for entry in entries:
        if entry.who in by_entry:
            score, total, percent = _figures(by_entry[entry.who], how)
            reason = unranked(entry, boards[entry.who], most, conditions)
            standings[entry.who] = Standing("all", entry.who, None, score, total, percent, boards[entry.who], reason)
    travellers = tuple(traveller for part in parts if not part.carried for traveller in part.travellers)
    return lists_of(conditions, tuple(entry for entry in entries if entry.who in standings), standings, travellers)


def refuse_unlike(rules: Sequence[Conditions], how: Combining) -> None:
    """Raises UnlikeEvenings, CarryNeedsMatchpoints where rankings of these conditions cannot be put together like this."""
    if len({counts_in_percent(each.method) for each in rules}) > 1:
        raise UnlikeEvenings
    if how is Combining.CARRY and not all(map(_has_matchpoints, rules)):
        raise CarryNeedsMatchpoints


def _has_matchpoints(rules: Conditions) -> bool:
    """Are totals plain sums of what was won, of an available sum?"""
    is_plain = rules.factoring in (Factoring.NEUBERG, Factoring.NONE) and rules.missed_boards is MissedBoards.AS_PLAYED
    return counts_in_percent(rules.method) and is_plain


Played = Sequence[tuple[Standing[Who], Part[Who]]]


def graded(
    entries: tuple[Entry[Who], ...], own: Mapping[Who, Fraction], parts: Sequence[Part[Who]], how: Combining, strata: Sequence[str]
) -> tuple[Entry[Who], ...]:
    """The entries with the group and the handicap in which they play the event.

    Group: the entry's own, else the highest of the event's in which it played any part, so that one evening lower down opens no lower list. Handicap: the
    one in `own`, else those of the parts put together as the scores are; of a carried event that of the others, since the carry gives no percentage.
    """
    by_entry = played_by(entries, parts)

    def grade(entry: Entry[Who]) -> Entry[Who]:
        played = by_entry.get(entry.who, [])
        had = {part.strata[entry.who] for _, part in played if entry.who in part.strata}
        stratum = entry.stratum or next((name for name in strata if name in had), None)
        return replace(entry, stratum=stratum, handicap=own[entry.who] if entry.who in own else _handicap(entry.who, played, how))

    return tuple(grade(entry) for entry in entries)


def _handicap(who: Who, played: "Played[Who]", how: Combining) -> Fraction:
    counting = [part for _, part in played if how is not Combining.CARRY or not part.carried]
    handicaps, weights = [part.handicaps.get(who, Fraction(0)) for part in counting], [part.weight for part in counting]
    if not handicaps:
        return Fraction(0)
    return combined(handicaps, weights) if how is Combining.SUM else mean_score(handicaps, weights)


def played_by(entries: Sequence[Entry[Who]], parts: Sequence[Part[Who]]) -> dict[Who, list[tuple[Standing[Who], Part[Who]]]]:
    """The parts that each entry took part in, with its standing there; without those who are only carried forward, where something is."""
    by_entry: dict[Who, list[tuple[Standing[Who], Part[Who]]]] = {entry.who: [] for entry in entries}
    for part in parts:
        for standing in part.standings:
            if standing.who in by_entry and standing.boards:
                by_entry[standing.who].append((standing, part))
    if not any(part.carried for part in parts):
        return by_entry
    return {who: played for who, played in by_entry.items() if not all(part.carried for _, part in played)}


def _figures(played: Played[Who], how: Combining) -> tuple[Fraction, Fraction, Fraction | None]:
    """Score, total and percent of one entry."""
    if how is Combining.CARRY and played:
        own = carry_into(played)
        return own.percent, own.won, own.percent
    scores, weights = [standing.score for standing, _ in played], [part.weight for _, part in played]
    score = mean_score(scores, weights) if how is Combining.MEAN and scores else combined(scores, weights)
    percents = [standing.percent for standing, _ in played if standing.percent is not None]
    percent = mean_score(percents, weights) if percents and len(percents) == len(weights) else None
    return score, combined([standing.total for standing, _ in played], weights), percent


def carry_into(played: Played[Who]) -> Carried:
    """What an entry won in the parts that are not carried, with what the carried ones bring by the formula of EBU White Book 3.8, times their weight.

    raises   NothingToCarry
    """
    final = [(standing, part) for standing, part in played if not part.carried]
    boards = sum(standing.boards for standing, _ in final)
    won = sum((standing.total for standing, _ in final), Fraction(0))
    available = sum((part.available[standing.who] for standing, part in final), Fraction(0))
    earlier = [(standing, part) for standing, part in played if part.carried]
    brought = (part.weight * carry_forward(standing.total, standing.boards, part.available[standing.who], boards, available) for standing, part in earlier)
    # A board carried weighs half a board of the final: all that could have come of it is half of what so many boards of the final give.
    more = sum((part.weight * standing.boards * available / (2 * boards) for standing, part in earlier), Fraction(0))
    return Carried(won + sum(brought, Fraction(0)), available + more)
