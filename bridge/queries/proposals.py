"""What those who are here could play: the engine's proposals for tonight, the recipe of last time, and a plan chosen by its code."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil

from bridge.engine.movements.assign import Wish, unkept_wishes
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import Kind, Movement, Order, Why
from bridge.engine.movements.propose import MINUTES_PER_BOARD, MINUTES_PER_MOVE, NothingFits, Proposal, Wishes, proposal_of, propose
from bridge.engine.movements.propose_singles import NothingFitsPlayers, SinglesProposal, SinglesWishes, TooManySingles, propose_singles, singles_proposal_of
from bridge.mapping.plans import code_of, read_code
from bridge.models import SeatWish, Session
from bridge.queries.last_time import LastTime, last_time
from bridge.queries.signin import Here, is_of_singles

MOST_SHOWN = 8
MOST_ASKED = 40  # when more are wanted
LAST = "last"  # code of last time's own movement
_WISHES = {SeatWish.NONE.value: Wish.NONE, SeatWish.STATIONARY.value: Wish.STATIONARY, SeatWish.MUST_STAY.value: Wish.MUST_STAY}


@dataclass(frozen=True, slots=True)
class Choice:
    """A movement for tonight with what it means; `proposal` None where it was chosen by hand, `text` of an own movement of last time."""

    code: str
    order: Order
    movement: Movement
    boards_per_set: int
    round_minutes: int
    ends: datetime
    unkept: int
    is_recipe: bool
    proposal: Proposal | SinglesProposal | None
    text: str = ""

    @property
    def boards_played(self) -> tuple[int, int]:
        """Fewest and most boards that a pair, or in an individual a player, plays."""
        sits = dict(self.proposal.sitouts) if self.proposal else {}
        counts = [(self.movement.rounds - sits.get(pair, 0)) * self.boards_per_set for pair in range(1, self.movement.entrants + 1)]
        return min(counts), max(counts)


@dataclass(frozen=True, slots=True)
class Proposed:
    """The proposals, best first; where nothing keeps to what the evening is meant to be, `refusal` says so and the nearest is all there is.

    last   how it was played last time; None where that is no recipe for tonight
    """

    choices: tuple[Choice, ...]
    refusal: NothingFits | NothingFitsPlayers | TooManySingles | None
    last: LastTime | None = None

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
    last = last_time(session, kind_for(session), len(wishes))
    choices = [_of_proposal(session, wishes, proposal, last) for proposal in _various(found)]
    if last is not None and last.movement is not None and not any(choice.is_recipe for choice in choices):
        choices.append(_of_last_time(session, wishes, last))
    choices.sort(key=lambda choice: (choice.unkept, not choice.is_recipe))
    return Proposed(_with_recipe(choices, most), refusal, last)


def _with_recipe(choices: list[Choice], most: int) -> tuple[Choice, ...]:
    """The recipe first, or second where others keep more seat wishes."""
    later = next((choice for choice in choices[2:] if choice.is_recipe), None)
    if later is not None:
        choices.remove(later)
        choices.insert(1, later)
    return tuple(choices[:most])


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


def _of_proposal(session: Session, wishes: Sequence[Wish], proposal: Proposal | SinglesProposal, last: LastTime | None) -> Choice:
    movement, boards = proposal.movement, proposal.boards_per_round
    like_last = last is not None and last.movement is not None and (last.movement.seats, last.boards) == (movement.seats, boards)
    return _made(session, wishes, proposal.order, movement, boards, proposal, is_recipe=like_last)


def _of_last_time(session: Session, wishes: Sequence[Wish], last: LastTime) -> Choice:
    """What was chosen by hand last time, with its figures for tonight."""
    assert last.order is not None and last.movement is not None
    given = (last.order, last.movement, last.boards)
    proposal = (
        singles_proposal_of(*given, wishes_for_singles(session, len(wishes)))
        if is_of_singles(session)
        else proposal_of(*given, Wishes(len(wishes), session.boards_least, session.boards_most, minutes=session.minutes))
    )
    made = _made(session, wishes, *given, proposal, is_recipe=True)
    return replace(made, code=LAST, text=last.text) if last.text else made


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
    known = None if is_section else next((choice for choice in proposals_for(session, here, MOST_ASKED).choices if choice.code == code), None)
    if known is not None:
        return known
    order, boards = read_code(code)
    movement = make_movement(order)
    wishes = wishes_of(here)
    if movement.kind is not kind_for(session) or movement.entrants != len(wishes) or boards < 1:
        raise order.refused(Why.ENTRANTS)
    return made_choice(session, wishes, order, movement, boards)
