"""What the teams who are here could play: the engine's proposals for tonight, a movement chosen by its code, and the whole of it before anybody sits down."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from bridge.engine.movements.movement import Movement, Place, board_numbers, places_in
from bridge.engine.movements.propose import MINUTES_PER_BOARD, MINUTES_PER_MOVE
from bridge.engine.movements.propose_teams import TeamProposal, TeamWishes, order_of_teams, propose_teams, team_proposal
from bridge.engine.movements.walking import boards_moves, next_places
from bridge.engine.seats import Side
from bridge.mapping.plans import NoSuchPlan, code_of, read_code
from bridge.models import Session
from bridge.queries.matches import TeamHere


@dataclass(frozen=True, slots=True)
class TeamChoice:
    """A movement for the teams of tonight, by its code, with the minutes of a round and when it would end."""

    code: str
    proposal: TeamProposal
    round_minutes: int
    ends: datetime

    @property
    def movement(self) -> Movement:
        """The movement itself."""
        return self.proposal.movement


@dataclass(frozen=True, slots=True)
class Spot:
    """A table in a round: whose North-South sits there, whose East-West, and the boards."""

    ns: int
    ew: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class HalfStep:
    """One pair of a team in a round; `table` 0 where the team sits out."""

    table: int
    against: int


@dataclass(frozen=True, slots=True)
class TeamPath:
    """A team's evening: its North-South pair and its East-West pair, round by round."""

    number: int
    team: TeamHere
    ns: tuple[HalfStep, ...]
    ew: tuple[HalfStep, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """What is called out after a round: by how many tables all East-West pairs go on, and all boards; up above zero, None: not all alike, or to a stand."""

    pairs: int | None
    boards: int | None


@dataclass(frozen=True, slots=True)
class TeamLayout:
    """The whole plan: `rows[round][table]` with the walk after each round but the last, and every team's path."""

    tables: range
    rows: tuple[tuple[tuple[Spot, ...], Walk | None], ...]
    paths: tuple[TeamPath, ...]


def wishes_of_teams(session: Session, teams: int) -> TeamWishes:
    """What the evening is meant to be."""
    return TeamWishes(teams, session.boards_least, session.boards_most, session.minutes)


def team_choices(session: Session, teams: int) -> tuple[TeamChoice, ...]:
    """The movements for so many teams, the best first; of two teams none, who play a match."""
    return tuple(_choice(session, proposal) for proposal in propose_teams(wishes_of_teams(session, teams))) if teams > 2 else ()


def _choice(session: Session, proposal: TeamProposal) -> TeamChoice:
    minutes = ceil(proposal.boards_per_match * MINUTES_PER_BOARD + MINUTES_PER_MOVE)
    ends = session.starts + timedelta(minutes=minutes * proposal.rounds)
    return TeamChoice(code_of(proposal.order, proposal.boards_per_match), proposal, minutes, ends)


def code_by_hand(teams: int, family: str, boards: int) -> str:
    """The code of a movement for so many teams, named by its family and the boards of a match."""
    return code_of(order_of_teams(family, teams), boards)


def chosen_choice(session: Session, teams: int, code: str) -> TeamChoice:
    """The movement that a code names. Raises NoSuchPlan, NotOfTeams, NoSuchMovement with the nearest there is."""
    order, boards = read_code(code)
    if boards < 1 or order != order_of_teams(order.family, teams):
        raise NoSuchPlan(text=code)
    return _choice(session, team_proposal(order, boards, wishes_of_teams(session, teams)))


def team_layout(choice: TeamChoice, teams: Sequence[TeamHere]) -> TeamLayout:
    """Every round at every table, and where both pairs of each team go."""
    movement, boards = choice.movement, choice.proposal.boards_per_match
    spots = tuple(tuple(Spot(ns, ew, *board_numbers(laid, boards)) for ns, ew, laid in tables) for tables in movement.seats)
    walks = (*(_walk(movement, number) for number in range(1, movement.rounds)), None)
    rounds = [places_in(movement, number) for number in range(1, movement.rounds + 1)]

    def steps(team: int, side: Side) -> tuple[HalfStep, ...]:
        return tuple(_step(seated.get(team, ()), side) for seated in rounds)

    paths = tuple(TeamPath(number, team, steps(number, Side.NS), steps(number, Side.EW)) for number, team in enumerate(teams, start=1))
    return TeamLayout(range(1, movement.tables + 1), tuple(zip(spots, walks, strict=True)), paths)


def _walk(movement: Movement, number: int) -> Walk:
    pairs = {
        _on(movement.tables, step.now.table, step.then.table) if step.now and step.then else None
        for step in next_places(movement, number)
        if step.half is Side.EW
    }
    boards = {
        _on(movement.tables, move.table, move.go_to[1][0]) if move.go_to and move.go_to[0] == number + 1 and len(move.go_to[1]) == 1 else None
        for move in boards_moves(movement, number)
        if move.go_to is not None
    }
    return Walk(_alike(pairs), _alike(boards))


def _on(tables: int, now: int, then: int) -> int:
    """Tables gone on, the shorter way round."""
    up = (then - now) % tables
    return up if 2 * up <= tables else up - tables


def _alike(steps: set[int | None]) -> int | None:
    return next(iter(steps)) if len(steps) == 1 else None


def _step(places: tuple[Place, ...], side: Side) -> HalfStep:
    return next((HalfStep(place.table, place.opponents[0]) for place in places if place.side is side), HalfStep(0, 0))
