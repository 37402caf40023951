"""What those who are here could play: the engine's proposals for tonight, the recipe of last time, and a plan chosen by its code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from bridge.engine.movements.assign import Wish, unkept_wishes
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import Kind, Movement, Order, Why
from bridge.engine.movements.propose import MINUTES_PER_BOARD, MINUTES_PER_MOVE, NothingFits, Proposal, Wishes, propose
from bridge.engine.movements.propose_singles import NothingFitsPlayers, SinglesProposal, SinglesWishes, TooManySingles, propose_singles
from bridge.mapping.plans import code_of, read_code
from bridge.models import SeatWish, Session
from bridge.queries.evenings import last_evening, recipe_of
from bridge.queries.signin import Here, is_of_singles

MOST_SHOWN = 8
MOST_ASKED = 40  # when more are wanted
_WISHES = {SeatWish.NONE.value: Wish.NONE, SeatWish.STATIONARY.value: Wish.STATIONARY, SeatWish.MUST_STAY.value: Wish.MUST_STAY}


@dataclass(frozen=True, slots=True)
class Choice:
    """A movement for tonight with what it means; `proposal` None where it was chosen by hand."""

    code: str
    order: Order
    movement: Movement
    boards_per_set: int
    round_minutes: int
    ends: datetime
    unkept: int
    is_recipe: bool
    proposal: Proposal | SinglesProposal | None

    @property
    def boards_played(self) -> tuple[int, int]:
        """Fewest and most boards that a pair, or in an individual a player, plays."""
        sits = dict(self.proposal.sitouts) if self.proposal else {}
        counts = [(self.movement.rounds - sits.get(pair, 0)) * self.boards_per_set for pair in range(1, self.movement.entrants + 1)]
        return min(counts), max(counts)


@dataclass(frozen=True, slots=True)
class Proposed:
    """The proposals, best first; where nothing keeps to what the evening is meant to be, `refusal` says so and the nearest is all there is."""

    choices: tuple[Choice, ...]
    refusal: NothingFits | NothingFitsPlayers | TooManySingles | None

    def __bool__(self) -> bool:
        return bool(self.choices)

    @property
    def codes(self) -> frozenset[str]:
        """The codes of all of them."""
        return frozenset(choice.code for choice in self.choices)


def wishes_of(here: Sequence[Here]) -> tuple[Wish, ...]:
    """The seat wish of each pair or single player, in order of arrival."""
    return tuple(_WISHES[each.wish] for each in here if not each.is_single)


def proposals_for(session: Session, here: Sequence[Here], most: int = MOST_SHOWN) -> Proposed:
    """Movements for those who are here, best first: those that keep all seat wishes before those that do not, last time's recipe marked."""
    wishes = wishes_of(here)
    if len(wishes) < 4:
        return Proposed((), None)
    refusal: NothingFits | NothingFitsPlayers | TooManySingles | None = None
    found: Sequence[Proposal | SinglesProposal]
    try:
        found = _found(session, len(wishes))
    except (NothingFits, NothingFitsPlayers, TooManySingles) as nothing:
        refusal = nothing
        found = (nothing.facts["nearest"],) if nothing.facts.get("nearest") else ()
    last = last_evening(session.club, session.starts)
    recipe = recipe_of(last) if last else None
    choices = [_choice(session, wishes, proposal, recipe) for proposal in _various(found)]
    choices.sort(key=lambda choice: (choice.unkept, not choice.is_recipe))
    return Proposed(tuple(choices[:most]), refusal)


def kind_for(session: Session) -> Kind:
    """Whose movements are played tonight: single players' in an individual, else pairs'."""
    return Kind.INDIVIDUAL if is_of_singles(session) else Kind.PAIRS


def wishes_for_singles(session: Session, players: int) -> SinglesWishes:
    """What the engine is asked for single players tonight."""
    return SinglesWishes(players, session.boards_least, session.boards_most, minutes=session.minutes)


def _found(session: Session, entrants: int) -> Sequence[Proposal | SinglesProposal]:
    if is_of_singles(session):
        return propose_singles(wishes_for_singles(session, entrants))
    return propose(Wishes(entrants, session.boards_least, session.boards_most, minutes=session.minutes))


def _various(found: Sequence[Proposal | SinglesProposal]) -> list[Proposal | SinglesProposal]:
    """The best of each kind first, so that another kind is one click away; then the rest."""
    kinds = set[tuple[str, int]]()
    first: list[Proposal | SinglesProposal] = []
    rest: list[Proposal | SinglesProposal] = []
    for proposal in found:
        kind = (proposal.order.family, proposal.movement.winners)
        (rest if kind in kinds else first).append(proposal)
        kinds.add(kind)
    return first + rest


def _choice(session: Session, wishes: Sequence[Wish], proposal: Proposal | SinglesProposal, recipe: Mapping[str, object] | None) -> Choice:
    like_last = recipe is not None and (recipe.get("family"), recipe.get("rounds"), recipe.get("boards_per_set")) == (
        proposal.order.family, proposal.rounds, proposal.boards_per_round
    )
    return _made(session, wishes, proposal.order, proposal.movement, proposal.boards_per_round, proposal, is_recipe=like_last)


def _made(
    session: Session, wishes: Sequence[Wish], order: Order, movement: Movement, boards: int, proposal: Proposal | SinglesProposal | None, *,
    is_recipe: bool = False,
) -> Choice:
    minutes = ceil(boards * MINUTES_PER_BOARD + MINUTES_PER_MOVE)
    return Choice(
        code=code_of(order, boards), order=order, movement=movement, boards_per_set=boards, round_minutes=minutes,
        ends=session.starts + timedelta(minutes=minutes * movement.rounds), unkept=unkept_wishes(movement, wishes), is_recipe=is_recipe, proposal=proposal,
    )


def made_choice(session: Session, wishes: Sequence[Wish], order: Order, movement: Movement, boards: int) -> Choice:
    """A movement that was chosen by hand, with what it means tonight."""
    return _made(session, wishes, order, movement, boards, None)


def chosen_plan(session: Session, here: Sequence[Here], code: str, *, is_section: bool = False) -> Choice:
    """The plan that a code names, for those who are here (`is_section`: for some of them).

    raises   NoSuchPlan, NoSuchFamily, NoSuchMovement (not for so many, or not for pairs, or not for single players)
    """
    order, boards = read_code(code)
    known = None if is_section else next((choice for choice in proposals_for(session, here, MOST_ASKED).choices if choice.code == code), None)
    if known is not None:
        return known
    movement = make_movement(order)
    wishes = wishes_of(here)
    if movement.kind is not kind_for(session) or movement.entrants != len(wishes) or boards < 1:
        raise order.refused(Why.ENTRANTS)
    return made_choice(session, wishes, order, movement, boards)
