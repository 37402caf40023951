"""Which movements suit single players who change partners: the best first, each with its figures."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, gcd

from bridge.engine.errors import EngineError
from bridge.engine.movements.check import Facts, IndividualFacts, check_movement
from bridge.engine.movements.families import make_checked
from bridge.engine.movements.individual import LARGEST
from bridge.engine.movements.movement import Movement, NoSuchMovement, Order, played_tables
from bridge.engine.movements.propose import MINUTES_PER_BOARD, MINUTES_PER_MOVE, Limit

FEWEST = 4  # players at one table
MOST_BOARDS = 9  # of a round


class TooManySingles(EngineError):
    """No movement in one section has places for so many single players. Facts: `players`, `most` (that any number up to it has one), `sections` (enough)."""


class NothingFitsPlayers(EngineError):
    """No movement for single players keeps to the boards and the time. Facts: `players`, `broken` (`Limit`s), `nearest` (a `SinglesProposal` or None)."""


@dataclass(frozen=True, slots=True)
class SinglesWishes:
    """Who is there, and what is wanted: so many players, boards to be played (sit-outs apart), minutes there are (None: enough)."""

    players: int
    boards_min: int = 24
    boards_max: int = 28
    minutes: int | None = None
    minutes_per_board: Fraction = MINUTES_PER_BOARD
    minutes_per_move: Fraction = MINUTES_PER_MOVE


@dataclass(frozen=True, slots=True)
class SinglesProposal:
    """A movement with what it means for the evening.

    boards, minutes     boards of the evening (rounds times boards a round) and the time they take
    sitouts             (player, rounds) of those who sit out; sitout_boards: the most boards one misses by it; resting: players who sit out in each round
    partners, opponents fewest and most different ones that a player has; perfect: everybody plays with everybody once and against everybody twice
    copies              of each board, so that every table has its own where tables share; 1 where they pass the boards of a round across
    tables_sharing      most tables with one set in a round
    """

    order: Order
    movement: Movement
    rounds: int
    boards_per_round: int
    boards: int
    minutes: Fraction
    sitouts: tuple[tuple[int, int], ...]
    sitout_boards: int
    resting: int
    partners: tuple[int, int]
    opponents: tuple[int, int]
    perfect: bool
    copies: int
    tables_sharing: int


def propose_singles(wishes: SinglesWishes) -> tuple[SinglesProposal, ...]:
    """Movements that keep to boards and minutes, the best first.

    Order: copies of the boards, everybody with everybody, evenness of the sit-outs, different partners, different opponents, length, boards sat out.
    raises   TooManySingles, NothingFitsPlayers with the movement that comes nearest
    """
    found = [_proposal(order, boards, wishes) for order, boards in _orders(wishes)]
    made = [proposal for proposal in found if proposal is not None]
    if not made and wishes.players > LARGEST:
        raise TooManySingles(players=wishes.players, most=LARGEST, sections=ceil(Fraction(wishes.players, LARGEST)))
    fitting = [proposal for proposal in made if not _broken(proposal, wishes)]
    if fitting:
        return tuple(sorted(fitting, key=_rank))
    nearest = min(made, key=lambda proposal: (_excess(proposal, wishes), _rank(proposal)), default=None)
    raise NothingFitsPlayers(players=wishes.players, broken=_broken(nearest, wishes) if nearest else (Limit.BOARDS,), nearest=nearest)


def singles_proposal_of(order: Order, movement: Movement, boards: int, wishes: SinglesWishes) -> SinglesProposal:
    """A movement that was chosen otherwise, in so many boards a round, with what it means for the evening; which wishes it keeps is not asked."""
    return _of_company(order, _met(movement, check_movement(movement)[0]), boards, wishes)


def sizes_of_sections(players: int, sections: int) -> tuple[int, ...]:
    """Players of each section, the larger ones first: whole tables spread evenly; who is over sits out where as few as can be do, the smaller section first."""
    tables, over = divmod(players, FEWEST)
    sizes = [FEWEST * (tables // sections + (number < tables % sections)) for number in range(sections)]
    for _ in range(over):
        smallest = min(range(sections), key=lambda number: (sizes[number] >= LARGEST, sizes[number] % FEWEST, sizes[number]))
        sizes[smallest] += 1
    return tuple(sorted(sizes, reverse=True))


def propose_singles_in_sections(wishes: SinglesWishes, sections: int) -> tuple[tuple[SinglesProposal, ...], ...]:
    """Ways to play in so many sections with the same rounds and boards, the best first: a proposal for each section.

    raises   TooManySingles, NothingFitsPlayers for the section that has none, or where no length suits all
    """
    found = [
        propose_singles(SinglesWishes(size, wishes.boards_min, wishes.boards_max, wishes.minutes, wishes.minutes_per_board, wishes.minutes_per_move))
        for size in sizes_of_sections(wishes.players, sections)
    ]
    by_length = [{(proposal.rounds, proposal.boards_per_round): proposal for proposal in reversed(proposals)} for proposals in found]
    common = set.intersection(*(set(each) for each in by_length))
    if not common:
        raise NothingFitsPlayers(players=wishes.players, broken=(Limit.BOARDS,), nearest=found[0][0])
    ways = [tuple(each[length] for each in by_length) for length in common]
    return tuple(sorted(ways, key=lambda way: tuple(map(_rank, way))))


def _orders(wishes: SinglesWishes) -> Iterator[tuple[Order, int]]:
    """Every movement worth a look with its boards a round: in every length that keeps to the boards, else the longest there is."""
    tables = Fraction(wishes.players, FEWEST)
    families = [("whist_tournament", wishes.players - (wishes.players % 4 == 0))] if wishes.players <= LARGEST else []
    if wishes.players % 4 == 0 and tables >= 5 and gcd(int(tables), 6) == 1:
        families.append(("rainbow", int(tables)))
    for family, most in families:
        lengths = [(rounds, boards) for boards in range(2, MOST_BOARDS + 1) for rounds in range(2, most + 1) if _is_between(rounds * boards, wishes)]
        lengths = lengths or [(rounds, 1) for rounds in range(2, most + 1) if _is_between(rounds, wishes)]
        for rounds, boards in lengths or [(most, max(1, min(MOST_BOARDS, wishes.boards_max // most)))]:
            yield Order(family, tables, rounds, entrants=wishes.players), boards


def _is_between(boards: int, wishes: SinglesWishes) -> bool:
    return wishes.boards_min <= boards <= wishes.boards_max


@dataclass(frozen=True, slots=True)
class _Company:
    """What is the same however many boards a round has."""

    movement: Movement
    facts: IndividualFacts
    partners: tuple[int, int]
    opponents: tuple[int, int]


@cache
def _company(order: Order) -> _Company | None:
    """The movement of an order with whom everybody meets, None where there is none."""
    try:
        movement, facts = make_checked(order)
    except NoSuchMovement:
        return None
    return _met(movement, facts)


def _met(movement: Movement, facts: Facts) -> _Company:
    assert isinstance(facts, IndividualFacts)
    partners: dict[int, set[int]] = {player: set() for player in range(1, movement.entrants + 1)}
    opponents: dict[int, set[int]] = {player: set() for player in range(1, movement.entrants + 1)}
    for _, _, row in played_tables(movement.seats):
        north, south, east, west = row[:4]
        for one, other, against in ((north, south, (east, west)), (south, north, (east, west)), (east, west, (north, south)), (west, east, (north, south))):
            partners[one].add(other)
            opponents[one].update(against)
    counts = [[len(met) for met in company.values()] for company in (partners, opponents)]
    return _Company(movement, facts, (min(counts[0]), max(counts[0])), (min(counts[1]), max(counts[1])))


def _proposal(order: Order, boards: int, wishes: SinglesWishes) -> SinglesProposal | None:
    company = _company(order)
    return None if company is None else _of_company(order, company, boards, wishes)


def _of_company(order: Order, company: _Company, boards: int, wishes: SinglesWishes) -> SinglesProposal:
    movement, facts = company.movement, company.facts
    rounds, sharing = movement.rounds, facts.max_tables_per_set_per_round
    longest = max((times for _, times in facts.sitouts), default=0)
    return SinglesProposal(
        order=order,
        movement=movement,
        rounds=rounds,
        boards_per_round=boards,
        boards=rounds * boards,
        minutes=rounds * boards * wishes.minutes_per_board + (rounds - 1) * wishes.minutes_per_move,
        sitouts=facts.sitouts,
        sitout_boards=longest * boards,
        resting=movement.entrants - FEWEST * movement.tables,
        partners=company.partners,
        opponents=company.opponents,
        perfect=movement.declared.perfect,
        copies=ceil(Fraction(sharing, boards)),
        tables_sharing=sharing,
    )


def _broken(proposal: SinglesProposal, wishes: SinglesWishes) -> tuple[Limit, ...]:
    """The wishes a movement does not keep."""
    checks = {
        Limit.BOARDS: not _is_between(proposal.boards, wishes),
        Limit.MINUTES: wishes.minutes is not None and proposal.minutes > wishes.minutes,
    }
    return tuple(limit for limit, is_broken in checks.items() if is_broken)


_Rank = tuple[int, bool, int, int, int, int, int]


def _rank(proposal: SinglesProposal) -> _Rank:
    rested = [times for _, times in proposal.sitouts]
    uneven = max(rested, default=0) - (min(rested) if len(rested) == proposal.movement.entrants else 0)
    return (
        proposal.copies, not proposal.perfect, uneven, -proposal.partners[0], -proposal.opponents[0], -proposal.boards, proposal.sitout_boards,
    )


def _excess(proposal: SinglesProposal, wishes: SinglesWishes) -> tuple[int, int, Fraction]:
    """How far a movement is from what was wished: wishes broken, boards too many or too few, minutes too many."""
    boards = max(wishes.boards_min - proposal.boards, proposal.boards - wishes.boards_max, 0)
    minutes = Fraction(0) if wishes.minutes is None else max(proposal.minutes - wishes.minutes, Fraction(0))
    return len(_broken(proposal, wishes)), boards, minutes
