"""Many pairs in several sections that play the same rounds and boards, each with a movement of its own."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import zip_longest

from bridge.engine.movements.check import tables_per_set
from bridge.engine.movements.movement import Movement
from bridge.engine.movements.propose import Limit, NothingFits, Proposal, Wishes, propose


@dataclass(frozen=True, slots=True)
class Sectioned:
    """One proposal for each section, all with the same rounds and boards a round.

    tables_sharing      most tables, of all sections together, with one set in a round: so many copies, or so many tables that pass boards across
    """

    proposals: tuple[Proposal, ...]
    tables_sharing: int


def section_sizes(pairs: int, sections: int) -> tuple[int, ...]:
    """Pairs of each section: whole tables spread evenly, the larger sections first, an odd pair missing in the last."""
    tables = (pairs + 1) // 2
    sizes = [2 * (tables // sections + (number < tables % sections)) for number in range(sections)]
    sizes[-1] -= pairs % 2
    return tuple(sizes)


def tables_sharing(movements: tuple[Movement, ...]) -> int:
    """The most tables, over several movements played at once from one laying-out of boards, with one set in a round."""
    rounds = zip_longest(*(tables_per_set(movement.seats) for movement in movements), fillvalue=Counter[int]())
    return max((max(sum(counts, Counter[int]()).values(), default=0) for counts in rounds), default=0)


def propose_sections(wishes: Wishes, sections: int) -> tuple[Sectioned, ...]:
    """Ways to play in so many sections, the best first: for each length all sections have a movement for, the best of each.

    The copies wished for are laid out in each section.
    raises  NothingFits for the section that has none
    """
    found = [propose(replace(wishes, pairs=size)) for size in section_sizes(wishes.pairs, sections)]
    lengths = [{(proposal.rounds, proposal.boards_per_round, proposal.winners) for proposal in proposals} for proposals in found]
    common = set.intersection(*lengths)
    if not common:
        boards = (wishes.boards_min, wishes.boards_max)
        raise NothingFits(pairs=wishes.pairs, boards=boards, minutes=wishes.minutes, broken=(Limit.BOARDS,), nearest=found[0][0])
    ways = []
    for length in common:
        places = [_first_of(proposals, length) for proposals in found]
        chosen = tuple(proposals[place] for proposals, place in zip(found, places, strict=True))
        ways.append((max(places), sum(places), length, Sectioned(chosen, tables_sharing(tuple(proposal.movement for proposal in chosen)))))
    return tuple(way for *_, way in sorted(ways, key=lambda way: way[:3]))


def _first_of(proposals: tuple[Proposal, ...], length: tuple[int, int, int]) -> int:
    """Where the best proposal of a length and number of winners stands."""
    return next(place for place, each in enumerate(proposals) if (each.rounds, each.boards_per_round, each.winners) == length)
