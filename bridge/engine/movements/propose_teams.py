"""Which movements suit the teams in the room, the boards wanted and the time there is; the best first, each with its figures."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil

from bridge.engine.errors import EngineError
from bridge.engine.movements.check import TeamsFacts
from bridge.engine.movements.families import make_checked
from bridge.engine.movements.movement import Movement, NoSuchMovement, Order
from bridge.engine.movements.propose import MINUTES_PER_BOARD, MINUTES_PER_MOVE


class NotOfTeams(EngineError):
    """The movement is not one for teams. Facts: `family`."""


FAMILIES_OF_TEAMS = ("triangle", "american_whist", "thurner", "new_england", "round_robin")
INTERLEAVED = frozenset(FAMILIES_OF_TEAMS) - {"round_robin"}  # the halves of a team play the same boards in different rounds
_UNUSUAL = {"round_robin": 0, "triangle": 1, "american_whist": 1, "new_england": 2, "thurner": 3}


@dataclass(frozen=True, slots=True)
class TeamWishes:
    """How many teams are there, the boards that each of their pairs is to play, the minutes there are (None: enough)."""

    teams: int
    boards_min: int = 24
    boards_max: int = 28
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class TeamProposal:
    """A movement of teams with what it means for the evening.

    boards_per_match    boards of each match, which are those of a round
    matches             fewest and most matches of a team; boards: the most boards that a team plays, at either table
    unmet               couples of teams that do not meet
    sitouts             most rounds that a team sits out
    tables_sharing      most tables with the same boards in a round; laid: boards in all; copies of each that are needed for it
    fits                are the boards as many as was wished, and is there the time?
    """

    order: Order
    movement: Movement
    boards_per_match: int
    matches: tuple[int, int]
    boards: int
    laid: int
    minutes: Fraction
    unmet: int
    sitouts: int
    tables_sharing: int
    fits: bool

    @property
    def copies(self) -> int:
        """How often each board is laid out, so that tables that share a round's boards always have one to play."""
        return ceil(Fraction(self.tables_sharing, self.boards_per_match))

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return self.movement.rounds


def order_of_teams(family: str, teams: int) -> Order:
    """A movement for so many teams, in full."""
    return Order(family, Fraction(teams), entrants=teams)


@dataclass(frozen=True, slots=True)
class _Figures:
    """What is the same however many boards a match has."""

    movement: Movement
    facts: TeamsFacts
    matches: tuple[int, int]
    sitouts: int


@cache
def _figures(order: Order) -> _Figures:
    movement, facts = make_checked(order)
    if not isinstance(facts, TeamsFacts):
        raise NotOfTeams(family=order.family)
    met: dict[int, set[int]] = {team: set() for team in range(1, movement.entrants + 1)}
    for tables in movement.seats:
        for home, away, _ in tables:
            met[home].add(away)
            met[away].add(home)
    counts = [len(others) for others in met.values()]
    return _Figures(movement, facts, (min(counts), max(counts)), max((times for _, times in facts.sitouts), default=0))


def propose_teams(wishes: TeamWishes) -> tuple[TeamProposal, ...]:
    """Movements for the teams, the best first: those that keep the boards and the time before those that do not, then by the couples that meet,
    sit-outs, copies of the boards, and how much walking is unusual.

    Each family stands with the length that fits best; a movement of teams is played whole, since the second half of a match may come in its last round.
    """
    families = [family for family in FAMILIES_OF_TEAMS if (family, wishes.teams) != ("american_whist", 3)]  # which is the triangle
    found = [proposal for family in families for proposal in _of_family(family, wishes)]
    return tuple(sorted(found, key=lambda proposal: _rank(proposal, wishes)))


def _of_family(family: str, wishes: TeamWishes) -> Iterator[TeamProposal]:
    order = order_of_teams(family, wishes.teams)
    try:
        most = _figures(order).matches[1]
    except NoSuchMovement:
        return
    lengths = range(1, max(2, wishes.boards_max // most + 1))
    yield min((team_proposal(order, length, wishes) for length in lengths), key=lambda proposal: _rank(proposal, wishes))


def team_proposal(order: Order, boards_per_match: int, wishes: TeamWishes) -> TeamProposal:
    """A movement, however it was chosen, with its figures. Raises what `make_movement` raises, and NotOfTeams."""
    figures = _figures(order)
    movement, facts = figures.movement, figures.facts
    boards = boards_per_match * figures.matches[1]
    minutes = movement.rounds * boards_per_match * MINUTES_PER_BOARD + (movement.rounds - 1) * MINUTES_PER_MOVE
    fits = wishes.boards_min <= boards <= wishes.boards_max and (wishes.minutes is None or minutes <= wishes.minutes)
    return TeamProposal(
        order, movement, boards_per_match, figures.matches, boards, movement.sets * boards_per_match, minutes, len(facts.unmet), figures.sitouts,
        facts.max_tables_per_set_per_round, fits,
    )


def _rank(proposal: TeamProposal, wishes: TeamWishes) -> tuple[Fraction | int, ...]:
    beyond = max(wishes.boards_min - proposal.boards, proposal.boards - wishes.boards_max, 0)
    late = Fraction(0) if wishes.minutes is None else max(proposal.minutes - wishes.minutes, Fraction(0))
    return (not proposal.fits, beyond, late, proposal.unmet, proposal.sitouts, proposal.copies, _UNUSUAL[proposal.movement.family])
