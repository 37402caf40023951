"""Teams of four to eight and their line-ups: what is wrong with one, and who may see it when."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from bridge.engine.errors import EngineError, Problem

Player = TypeVar("Player")

FEWEST, MOST = 4, 8


class TooFewPlayers(EngineError):
    """A team has four players or more. Facts: `players`, `needed`."""


class TooManyPlayers(EngineError):
    """A team has eight players at most. Facts: `players`, `most`."""


class PlayerTwice(EngineError):
    """A player stands in a team or a line-up more than once. Facts: `player`."""


class NotOfTheTeam(EngineError):
    """A player of the line-up is not in the team. Facts: `player`."""


class SeatWithoutPlayer(EngineError):
    """A pair of the line-up is not complete. Facts: `pair` (1 or 2)."""


class WrongNumberOfPairs(EngineError):
    """A line-up has two pairs (a team of eight: four). Facts: `pairs`, `needed`."""


@dataclass(frozen=True, slots=True)
class LineUp(Generic[Player]):
    """Who sits for a team: its pairs in order, the odd ones North-South in the open room first, the even ones East-West in the closed."""

    pairs: tuple[tuple[Player, ...], ...]


def problems_with_team(players: tuple[Player, ...]) -> tuple[Problem, ...]:
    """All that is wrong with the members of a team: four to eight, nobody twice."""
    problems: list[Problem] = []
    if len(players) < FEWEST:
        problems.append(Problem("players", TooFewPlayers(players=len(players), needed=FEWEST)))
    if len(players) > MOST:
        problems.append(Problem("players", TooManyPlayers(players=len(players), most=MOST)))
    problems += [Problem("players", PlayerTwice(player=player)) for player, times in Counter(players).items() if times > 1]
    return tuple(problems)


def problems_with_line_up(line_up: LineUp[Player], team: tuple[Player, ...], pairs: int = 2) -> tuple[Problem, ...]:
    """All that is wrong with a line-up: the number of pairs, two players in each, of the team, nobody twice.

    pairs   2, in a match of teams of eight 4
    """
    problems: list[Problem] = []
    if len(line_up.pairs) != pairs:
        problems.append(Problem("pairs", WrongNumberOfPairs(pairs=len(line_up.pairs), needed=pairs)))
    for number, pair in enumerate(line_up.pairs, start=1):
        if len(pair) != 2:
            problems.append(Problem(f"pair{number}", SeatWithoutPlayer(pair=number)))
    sitting = Counter(player for pair in line_up.pairs for player in pair)
    problems += [Problem("pairs", PlayerTwice(player=player)) for player, times in sitting.items() if times > 1]
    problems += [Problem("pairs", NotOfTheTeam(player=player)) for player in sitting if player not in team]
    return tuple(problems)


def pair_of_half(half: int, pairs: int) -> int:
    """Which pair of a line-up of so many sits in a half: of two pairs the same sit in a third and a fourth half (of a triangle); teams of eight have four."""
    return (half - 1) % (pairs if pairs > 2 else 2) + 1


def is_open_to_opponents(own: LineUp[Player] | None, theirs: LineUp[Player] | None, due: datetime, now: datetime) -> bool:
    """May the other team see this line-up? As soon as both are in, or the time is up."""
    return own is not None and (theirs is not None or now >= due)


def may_change_line_up(own: LineUp[Player] | None, theirs: LineUp[Player] | None, due: datetime, now: datetime) -> bool:
    """May the team still hand in or change its line-up? Until the other team can see it; one that is late may still hand in its first."""
    return own is None or not is_open_to_opponents(own, theirs, due, now)
