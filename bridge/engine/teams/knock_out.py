"""A knock-out: who meets whom by the seeds, what decides a match, extra boards after a tie, and the places at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import ceil
from typing import Generic, TypeVar

from bridge.engine.errors import EngineError
from bridge.engine.scoring.imps import imp
from bridge.engine.scoring.match_methods import Margin, MatchMethod, match_margin
from bridge.engine.scoring.matches import knockout_imps, whole_imps
from bridge.engine.scoring.ranking import ranked
from bridge.engine.teams.ranking import MatchPlayed, TeamStanding
from bridge.engine.teams.score import Forfeit

Team = TypeVar("Team")
FEWEST_EXTRA = 2


class TooFewForKnockOut(EngineError):
    """A knock-out needs two teams. Facts: `teams`."""


class SlotState(Enum):
    """How far a match of the bracket has come."""

    WAITING = "waiting"  # for the matches before it
    BYE = "bye"  # one team alone, which goes on
    TO_SEAT = "to_seat"
    PLAYING = "playing"
    TIED = "tied"  # all boards are in, and extra boards are to be played
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class Slot(Generic[Team]):
    """A match of the bracket.

    round, place    from 1; the winners of places 1 and 2 meet at place 1 of the next round
    home, away      the better seed and the other; None: not known yet, or nobody
    margin          to the home team so far, with what was carried over
    boards          that were played or are being played, extra boards among them
    winner          once there is one; of a match that both forfeited nobody goes on
    """

    round: int
    place: int
    home: Team | None
    away: Team | None
    state: SlotState
    margin: Fraction = Fraction(0)
    boards: int = 0
    winner: Team | None = None

    @property
    def is_over(self) -> bool:
        """Is it known who goes on?"""
        return self.state in (SlotState.BYE, SlotState.DECIDED)


Bracket = tuple[tuple[Slot[Team], ...], ...]


def seed_order(size: int) -> tuple[int, ...]:
    """The seeds from the top of the bracket to its foot, so that the two best can meet in the last round alone: for 8 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    return tuple(order)


def extra_boards(scheduled: int) -> int:
    """How many boards a tied match goes on with: an eighth of those scheduled, rounded up, two at least."""
    return max(FEWEST_EXTRA, ceil(Fraction(scheduled, 8)))


def bracket_of(
    seeds: Sequence[Team], played: Sequence[MatchPlayed[Team]], method: MatchMethod, carried: Mapping[frozenset[Team], Fraction], award_imps: Fraction
) -> "Bracket[Team]":
    """The whole bracket as it stands.

    seeds     the teams, the best first; where they are no power of two the best have byes in round 1
    played    their matches, extra boards as matches of their own between the same two
    carried   what a couple brought along, to the better seed
    raises    TooFewForKnockOut
    """
    if len(seeds) < 2:
        raise TooFewForKnockOut(teams=len(seeds))
    size = 1 << (len(seeds) - 1).bit_length()
    rank = {team: number for number, team in enumerate(seeds, start=1)}
    matches: dict[frozenset[Team], list[MatchPlayed[Team]]] = {}
    for match in played:
        matches.setdefault(frozenset((match.home, match.away)), []).append(match)
    coming: list[tuple[Team | None, bool]] = [(seeds[seed - 1] if seed <= len(seeds) else None, True) for seed in seed_order(size)]
    rounds: list[tuple[Slot[Team], ...]] = []
    while len(coming) > 1:
        slots = []
        for place, ((one, one_known), (other, other_known)) in enumerate(zip(coming[::2], coming[1::2], strict=True), start=1):
            home, away = sorted((one, other), key=lambda team: len(seeds) + 1 if team is None else rank[team])
            slots.append(_slot(len(rounds) + 1, place, (home, away), one_known and other_known, matches, method, carried, award_imps))
        rounds.append(tuple(slots))
        coming = [(slot.winner, slot.is_over) for slot in slots]
    return tuple(rounds)


def _slot(
    number: int, place: int, couple: tuple[Team | None, Team | None], is_known: bool, matches: Mapping[frozenset[Team], list[MatchPlayed[Team]]],
    method: MatchMethod, carried: Mapping[frozenset[Team], Fraction], award_imps: Fraction,
) -> Slot[Team]:
    home, away = couple
    if not is_known:
        return Slot(number, place, home, away, SlotState.WAITING)
    if home is None or away is None:
        return Slot(number, place, home, None, SlotState.BYE, winner=home)
    of_couple = matches.get(frozenset((home, away)), [])
    margin = carried.get(frozenset((home, away)), Fraction(0))
    if not of_couple:
        return Slot(number, place, home, away, SlotState.TO_SEAT, margin)
    for match in of_couple:
        theirs, _ = match_margin([board.rooms for board in match.boards], method, award_imps)
        own = knockout_imps(*_settled(theirs, method))  # a ruling need not balance
        margin += own if match.home == home else -own
    boards = sum(len(match.boards) for match in of_couple)
    blamed = next((match for match in of_couple if match.forfeit is not None), None)
    if blamed is not None:
        guilty = {Forfeit.HOME: (blamed.home,), Forfeit.AWAY: (blamed.away,), Forfeit.BOTH: (home, away)}[blamed.forfeit or Forfeit.BOTH]
        return Slot(number, place, home, away, SlotState.DECIDED, margin, boards, next((team for team in (home, away) if team not in guilty), None))
    if not all(match.is_complete for match in of_couple):
        return Slot(number, place, home, away, SlotState.PLAYING, margin, boards)
    if margin == 0:
        return Slot(number, place, home, away, SlotState.TIED, margin, boards)
    return Slot(number, place, home, away, SlotState.DECIDED, margin, boards, home if margin > 0 else away)


def _settled(margin: Margin, method: MatchMethod) -> tuple[Fraction, Fraction]:
    """What a match is to the home team by its own ruling and by the other's: IMPs whole, since a weighted score decides no match by a part (WB 8.12.3)."""
    home, by_other = margin.home, -margin.away
    return (Fraction(whole_imps(home)), Fraction(whole_imps(by_other))) if method.worth is imp else (home, by_other)


def places_in(bracket: "Bracket[Team]", played: Sequence[MatchPlayed[Team]]) -> tuple[TeamStanding[Team], ...]:
    """Every team, best first: by the rounds it has come through, byes among them, which are its points; who lost in the same round share a place."""
    teams = [team for slot in bracket[0] for team in (slot.home, slot.away) if team is not None]
    through = dict.fromkeys(teams, Fraction(0))
    for slots in bracket:
        for slot in slots:
            if slot.winner is not None:
                through[slot.winner] += 1
    count = {team: sum(team in (match.home, match.away) for match in played if match.is_complete or match.forfeit) for team in teams}
    boards = {team: sum(len(match.boards) for match in played if team in (match.home, match.away) and match.is_complete) for team in teams}
    has_begun = any(count.values())
    return tuple(TeamStanding(team, place if has_begun else None, through[team], count[team], boards[team]) for team, place in ranked(through))
