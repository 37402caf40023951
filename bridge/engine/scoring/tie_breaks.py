"""Tie-breaks by name: each gives those tied a value, higher first. They never look at an earlier stage or at carry-over (EBU White Book 143.6.1)."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from bridge.engine.scoring.conditions import TieBreak
from bridge.engine.scoring.facts import Entry, Standing
from bridge.engine.scoring.ranking import Breaking
from bridge.engine.scoring.traveller import Traveller
from bridge.engine.seats import Side

BOARD_TIE_BREAKS = frozenset({TieBreak.HEAD_TO_HEAD, TieBreak.OPPONENTS, TieBreak.BOARDS_WON})  # those that look at single boards
Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Meeting:
    """One board of one entry: against whom (two, where single players sit), and how many percent, or marks of a method without, above average."""

    own: Any
    opponents: tuple[Any, ...]
    gain: Fraction


@dataclass(frozen=True, slots=True)
class Played:
    """What tie-breaks may look at."""

    entries: Mapping[Any, Entry[Any]]
    order: Mapping[Any, int]
    standings: Mapping[Any, Standing[Any]]
    travellers: Sequence[Traveller[Any]]

    def meetings(self, tied: tuple[Any, ...]) -> Iterator[Meeting]:
        """Every board of those tied."""
        wanted = frozenset(tied)
        for traveller in self.travellers:
            sat = {side: traveller.facts.seated(side) for side in Side}
            for at, line in enumerate(traveller.lines()):
                for side, mark, percent in ((Side.NS, line.ns_mark, line.ns_percent), (Side.EW, line.ew_mark, line.ew_percent)):
                    for own in (column[at] for column in sat[side]):
                        if own in wanted and mark is not None:
                            opponents = tuple(column[at] for column in sat[side.other])
                            yield Meeting(own, opponents, mark if percent is None else percent - 50)


def lots_of(entries: Sequence[Who], rng: Random) -> dict[Who, int]:
    """The lot of each entry, 1 upwards and each once, the higher the better; the same entries and seed give the same, so that a drawing can be repeated."""
    lots = list(range(1, len(entries) + 1))
    rng.shuffle(lots)
    return dict(zip(entries, lots, strict=True))


def _boards_played(tied: tuple[Any, ...], played: Played) -> Mapping[Any, int]:
    return {who: played.standings[who].boards for who in tied}


def _sign_up(tied: tuple[Any, ...], played: Played) -> Mapping[Any, int]:
    return {who: -played.order[who] for who in tied}


def _draw(tied: tuple[Any, ...], played: Played) -> Mapping[Any, int]:
    return {who: played.entries[who].draw for who in tied}


def _head_to_head(tied: tuple[Any, ...], played: Played) -> Mapping[Any, Fraction]:
    found = dict.fromkeys(tied, Fraction(0))
    for meeting in played.meetings(tied):
        if any(opponent in found for opponent in meeting.opponents):
            found[meeting.own] += meeting.gain
    return found


def _opponents(tied: tuple[Any, ...], played: Played) -> Mapping[Any, Fraction]:
    found = dict.fromkeys(tied, Fraction(0))
    for meeting in played.meetings(tied):
        for opponent in meeting.opponents:
            if opponent in played.standings:
                found[meeting.own] += played.standings[opponent].score
    return found


def _boards_won(tied: tuple[Any, ...], played: Played) -> Mapping[Any, int]:
    found = dict.fromkeys(tied, 0)  # 2 for a board above average, 1 for an average
    for meeting in played.meetings(tied):
        found[meeting.own] += (meeting.gain > 0) + (meeting.gain >= 0)
    return found


TIE_BREAKS: Mapping[TieBreak, Callable[[tuple[Any, ...], Played], Mapping[Any, Any]]] = {
    TieBreak.BOARDS_PLAYED: _boards_played,
    TieBreak.SIGN_UP: _sign_up,
    TieBreak.HEAD_TO_HEAD: _head_to_head,
    TieBreak.OPPONENTS: _opponents,
    TieBreak.BOARDS_WON: _boards_won,
    TieBreak.DRAW: _draw,
}


def breaks_of(
    names: Sequence[TieBreak], entries: Sequence[Entry[Who]], standings: Mapping[Who, Standing[Who]], travellers: Sequence[Traveller[Who]]
) -> tuple[Breaking, ...]:
    """The tie-breaks of a list, ready to be asked."""
    played = Played({entry.who: entry for entry in entries}, {entry.who: place for place, entry in enumerate(entries)}, standings, travellers)
    return tuple(_ready(TIE_BREAKS[name], played) for name in names)


def _ready(rule: Callable[[tuple[Any, ...], Played], Mapping[Any, Any]], played: Played) -> Breaking:
    return lambda tied: rule(tied, played)
