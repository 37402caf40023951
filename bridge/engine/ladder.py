"""The ladder: an order of teams in which one may challenge another within so many steps, and takes its place by winning (FACTS movements 7.4).

A ladder is a value; every function gives a new one. Rung 1 is the top. Ranks stay 1..n without a gap, whatever happens.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Generic, TypeVar

from bridge.engine.errors import EngineError

Who = TypeVar("Who")


class NotOnLadder(EngineError):
    """A team that is not on the ladder. Facts: `who`."""


class AlreadyOnLadder(EngineError):
    """A team that is on the ladder already. Facts: `who`."""


class OutOfReach(EngineError):
    """One challenges upwards, and no further than the steps allowed. Facts: `challenger`, `defender`, `from_rung`, `to_rung`, `steps`."""


class ChallengeOpen(EngineError):
    """A team that has an open challenge, made or received. Facts: `who`."""


class TooSoonAgain(EngineError):
    """The same team was challenged by the same one a short time ago. Facts: `challenger`, `defender`, `again` (when it may)."""


class NoOpenChallenge(EngineError):
    """There is no open challenge between the two. Facts: `challenger`, `defender`."""


class NotOverdue(EngineError):
    """The deadline has not passed. Facts: `challenger`, `defender`, `deadline`."""


class LimitTooSmall(EngineError):
    """A setting of the ladder below its least value. Facts: `setting`, `value`, `least`."""


class Move(Enum):
    """What a successful challenge does to the order."""

    SWAP = "swap"  # the two change places
    INSERT = "insert"  # the winner goes in above the loser; those between move down one


class Outcome(Enum):
    """How a challenge ended."""

    WON = "won"  # by the challenger
    LOST = "lost"
    DRAWN = "drawn"  # the defender stays
    REFUSED = "refused"  # by the defender, which counts as lost by it
    MISSED = "missed"  # the defender let the deadline pass, the same
    ABANDONED = "abandoned"  # the challenger gave up
    VOID = "void"  # one of the two left the ladder


_TAKES_PLACE = (Outcome.WON, Outcome.REFUSED, Outcome.MISSED)


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of a ladder.

    steps       how many rungs up one may challenge
    days        from the challenge to its deadline
    rest_days   after a challenge has ended, before the same team may challenge the same one again
    """

    steps: int = 3
    days: int = 14
    rest_days: int = 30
    move: Move = Move.SWAP


@dataclass(frozen=True, slots=True)
class Challenge(Generic[Who]):
    """A challenge: open while `outcome` is None."""

    challenger: Who
    defender: Who
    made: datetime
    deadline: datetime
    outcome: Outcome | None = None
    ended: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ladder(Generic[Who]):
    """The order from the top, and all challenges in the order in which they were made."""

    order: tuple[Who, ...] = ()
    challenges: tuple[Challenge[Who], ...] = ()
    rules: Rules = Rules()

    def rung(self, who: Who) -> int:
        """The rung of a team, 1 at the top. Raises NotOnLadder."""
        if who not in self.order:
            raise NotOnLadder(who=who)
        return self.order.index(who) + 1

    @property
    def open(self) -> tuple[Challenge[Who], ...]:
        """The challenges that have not ended."""
        return tuple(challenge for challenge in self.challenges if challenge.outcome is None)


def ask_sound(rules: Rules) -> None:
    """One step or more, a day or more to play, no negative rest. Raises LimitTooSmall."""
    for setting, value, least in (("steps", rules.steps, 1), ("days", rules.days, 1), ("rest_days", rules.rest_days, 0)):
        if value < least:
            raise LimitTooSmall(setting=setting, value=value, least=least)


def enter(ladder: Ladder[Who], who: Who) -> Ladder[Who]:
    """The ladder with a new team at the bottom. Raises AlreadyOnLadder."""
    if who in ladder.order:
        raise AlreadyOnLadder(who=who)
    return replace(ladder, order=(*ladder.order, who))


def leave(ladder: Ladder[Who], who: Who, now: datetime) -> Ladder[Who]:
    """The ladder without a team: those below move up one, its open challenge is void. Raises NotOnLadder."""
    ladder.rung(who)
    challenges = tuple(
        replace(challenge, outcome=Outcome.VOID, ended=now) if challenge.outcome is None and who in (challenge.challenger, challenge.defender) else challenge
        for challenge in ladder.challenges
    )
    return replace(ladder, order=tuple(other for other in ladder.order if other != who), challenges=challenges)


def may_challenge(ladder: Ladder[Who], challenger: Who, now: datetime) -> tuple[Who, ...]:
    """Those whom a team may challenge now, the highest first. Raises NotOnLadder."""
    rung = ladder.rung(challenger)
    within = ladder.order[max(0, rung - 1 - ladder.rules.steps) : rung - 1]
    busy = {who for challenge in ladder.open for who in (challenge.challenger, challenge.defender)}
    return () if challenger in busy else tuple(who for who in within if who not in busy and _again(ladder, challenger, who, now) is None)


def challenge(ladder: Ladder[Who], challenger: Who, defender: Who, now: datetime) -> Ladder[Who]:
    """The ladder with one more open challenge. Raises NotOnLadder, OutOfReach, ChallengeOpen, TooSoonAgain, LimitTooSmall."""
    ask_sound(ladder.rules)
    own, above = ladder.rung(challenger), ladder.rung(defender)
    if not own - ladder.rules.steps <= above < own:
        raise OutOfReach(challenger=challenger, defender=defender, from_rung=own, to_rung=above, steps=ladder.rules.steps)
    for running in ladder.open:
        for who in (challenger, defender):
            if who in (running.challenger, running.defender):
                raise ChallengeOpen(who=who)
    again = _again(ladder, challenger, defender, now)
    if again is not None:
        raise TooSoonAgain(challenger=challenger, defender=defender, again=again)
    made = Challenge(challenger, defender, now, now + timedelta(days=ladder.rules.days))
    return replace(ladder, challenges=(*ladder.challenges, made))


def _again(ladder: Ladder[Who], challenger: Who, defender: Who, now: datetime) -> datetime | None:
    """When the same challenge may be made again, None where it may be now."""
    ends = [past.ended for past in ladder.challenges if (past.challenger, past.defender) == (challenger, defender) and past.ended is not None]
    rested = max(ends) + timedelta(days=ladder.rules.rest_days) if ends else now
    return rested if rested > now else None


def conclude(ladder: Ladder[Who], challenger: Who, defender: Who, outcome: Outcome, now: datetime) -> Ladder[Who]:
    """The ladder after a challenge has ended: won, refused or missed by the defender, the challenger takes the place; else the order stays.

    raises  NoOpenChallenge; NotOverdue where a missed one still has time
    """
    running = next((one for one in ladder.open if (one.challenger, one.defender) == (challenger, defender)), None)
    if running is None:
        raise NoOpenChallenge(challenger=challenger, defender=defender)
    if outcome is Outcome.MISSED and now < running.deadline:
        raise NotOverdue(challenger=challenger, defender=defender, deadline=running.deadline)
    ended = replace(running, outcome=outcome, ended=now)
    challenges = tuple(ended if one is running else one for one in ladder.challenges)
    order = _moved(ladder, challenger, defender) if outcome in _TAKES_PLACE else ladder.order
    return replace(ladder, order=order, challenges=challenges)


def _moved(ladder: Ladder[Who], winner: Who, loser: Who) -> tuple[Who, ...]:
    """The order after the winner has taken the loser's place; one that stands above already, because others moved meanwhile, stays."""
    up, down = ladder.rung(loser) - 1, ladder.rung(winner) - 1
    if down < up:
        return ladder.order
    if ladder.rules.move is Move.INSERT:
        return (*ladder.order[:up], winner, *ladder.order[up:down], *ladder.order[down + 1 :])
    return (*ladder.order[:up], winner, *ladder.order[up + 1 : down], loser, *ladder.order[down + 1 :])


def overdue(ladder: Ladder[Who], now: datetime) -> tuple[Challenge[Who], ...]:
    """The open challenges whose deadline has passed, to be concluded as missed."""
    return tuple(one for one in ladder.open if one.deadline <= now)
