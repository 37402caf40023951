"""What each couple of a field would cost, criterion by criterion, in the order of the regulation.

Places are ranks from 0; an odd field has one more place, the sit-out, after the last rank.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Generic

from bridge.engine.swiss.field import Apart, Criterion, Entrant, Field, FirstRound, Metric, Rematches, Who, is_first_by_scheme
from bridge.engine.swiss.matching import Cost, Edge

_LOT_BITS = 16
_WORD = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Met:
    """How often a couple has met, and in which round last (0: not known)."""

    times: int = 0
    last_round: int = 0


NEVER_MET = Met()


def history_of(field: Field[Who]) -> dict[frozenset[Who], Met]:
    """Every couple that counts as met: this event's meetings, the couples now playing, earlier stages where the settings count them."""
    history: dict[frozenset[Who], Met] = {}
    earlier = field.earlier if field.settings.earlier_meetings_count else ()
    for meeting in (*earlier, *field.met):
        couple = frozenset((meeting.one, meeting.other))
        known = history.get(couple, NEVER_MET)
        history[couple] = Met(known.times + meeting.times, max(known.last_round, meeting.last_round))
    for playing in field.playing:
        known = history.get(frozenset(playing), NEVER_MET)
        history[frozenset(playing)] = Met(known.times + 1, max(known.last_round, field.round - 1))
    return history


def surplus(entrant: Entrant[Who], side: int) -> int:
    """North-South rounds less East-West rounds after one more: `side` is 1 for North-South, -1 for East-West."""
    return entrant.ns_rounds - entrant.ew_rounds + side


def side_cost(one: Entrant[Who], other: Entrant[Who]) -> int:
    """Squared surplus of the two after this round, the better way round."""
    return min(surplus(one, side) ** 2 + surplus(other, -side) ** 2 for side in (1, -1))


def hundredths(standing: Fraction) -> int:
    """A standing as a whole number of hundredths, halves away from zero."""
    size = (2 * abs(standing.numerator) + standing.denominator) // (2 * standing.denominator)
    return size if standing >= 0 else -size


class CoupleCosts(Generic[Who]):
    """What each couple of the standings costs, by rank.

    entrants   all that are present, in rank order, released ones included: gaps are counted over all
    salt       a number drawn by lot; it decides only between draws that are equal in all else
    """

    def __init__(self, field: Field[Who], entrants: tuple[Entrant[Who], ...], salt: int) -> None:
        self.settings = field.settings
        self.entrants = entrants
        self.sit_out = len(entrants)
        by_score = self.settings.metric is Metric.SCORE and not is_first_by_scheme(field)
        self.criteria = (*self.settings.order, *((Criterion.RANKS,) if by_score else ()), Criterion.LOT)
        self._salt = salt
        self._rank = {entrant.who: rank for rank, entrant in enumerate(entrants)}
        self._met = self._ranked_history(field)
        self._forbidden = self._ranks_of(field.forbidden)
        self._avoided = self._ranks_of(field.avoided)
        self._apart = field.round <= self.settings.apart_rounds and self.settings.apart is not Apart.NO
        self._ideal = self._ideal_opponents(field)
        # Who stands at the bottom for being new counts as no better than those above.
        self._line = list(accumulate((-hundredths(entrant.standing) for entrant in entrants), max)) if by_score else list(range(len(entrants)))
        self._lots = self._lot_numbers()
        self._parts = tuple(map(self._part_of, self.criteria))

    def _lot_numbers(self) -> list[int]:
        """The place of each rank in the sign-up, and one more for the sit-out."""
        signed_up = sorted(range(len(self.entrants)), key=lambda rank: (self.entrants[rank].seed, self.entrants[rank].who))
        numbers = [0] * len(self.entrants)
        for number, rank in enumerate(signed_up):
            numbers[rank] = number
        return [*numbers, len(numbers)]

    def _ranked_history(self, field: Field[Who]) -> Mapping[Edge, Met]:
        history: dict[Edge, Met] = {}
        for couple, met in history_of(field).items():
            ranks = sorted(self._rank[who] for who in couple if who in self._rank)
            if len(ranks) == 2:
                history[ranks[0], ranks[1]] = met
        return history

    def _ranks_of(self, couples: tuple[tuple[Who, Who], ...]) -> frozenset[Edge]:
        known = ((self._rank[one], self._rank[other]) for one, other in couples if one in self._rank and other in self._rank)
        return frozenset((min(ranks), max(ranks)) for ranks in known)

    def _ideal_opponents(self, field: Field[Who]) -> list[int] | None:
        """In a first round by fold or slide, the opponent that the scheme gives to each rank; else None."""
        scheme = self.settings.first_round
        if not is_first_by_scheme(field) or scheme not in (FirstRound.FOLD, FirstRound.SLIDE):
            return None
        even = len(self.entrants) - len(self.entrants) % 2
        half = even // 2
        fold = [even - 1 - rank for rank in range(even)]
        slide = [rank + half if rank < half else rank - half for rank in range(even)]
        ideal = fold if scheme is FirstRound.FOLD else slide
        return ideal + [self.sit_out] * (len(self.entrants) - even)

    def ceilings(self) -> Cost:
        """For each criterion, the most that a complete pairing can cost."""
        met = self._met.values()
        tables = len(self.entrants) // 2 + 1
        reach = max(len(self.entrants), self._line[-1] - self._line[0])
        surpluses = max(abs(entrant.ns_rounds - entrant.ew_rounds) for entrant in self.entrants) + 1
        most = {
            Criterion.REMATCHES: tables * max((couple.times for couple in met), default=0),
            Criterion.RECENCY: tables * max((couple.last_round for couple in met), default=0),
            Criterion.WISHES: 2 * tables if self._apart or self._avoided else 0,
            Criterion.SIT_OUTS: max(entrant.byes for entrant in self.entrants),
            Criterion.CLOSENESS: tables * reach**2 * (1 if self._ideal is None else 2),
            Criterion.SIDES: tables * 2 * surpluses**2 if self.settings.balance_sides else 0,
            Criterion.RANKS: tables * len(self.entrants) ** 2,
            Criterion.LOT: tables << _LOT_BITS,
        }
        return tuple(most[criterion] for criterion in self.criteria)

    def is_kept_apart(self, one: int, other: int) -> bool:
        """Are the two kept apart in this round because they are of one club?"""
        return self._apart and self.entrants[one].club != "" and self.entrants[one].club == self.entrants[other].club

    def met(self, one: int, other: int) -> Met:
        """How often and when last the two ranks have met."""
        return self._met.get((one, other) if one < other else (other, one), NEVER_MET)

    def is_forbidden(self, one: int, other: int) -> bool:
        """May the two ranks never be drawn against each other in this round?"""
        edge = (one, other) if one < other else (other, one)
        if edge in self._forbidden or (self.settings.rematches is Rematches.NEVER and edge in self._met):
            return True
        return self.settings.apart is Apart.STRICT and self.is_kept_apart(one, other)

    def is_avoided(self, one: int, other: int) -> bool:
        """Is the couple one that the director wished to avoid?"""
        return ((one, other) if one < other else (other, one)) in self._avoided

    def ideal(self, rank: int) -> int | None:
        """The opponent that a first round by fold or slide gives to a rank (the sit-out included); None in other rounds."""
        return None if self._ideal is None else self._ideal[rank]

    def closeness(self, one: int, other: int) -> int:
        """The squared gap of two ranks; in a first round by fold or slide, how far each is from the opponent that the scheme gives."""
        if other == self.sit_out:
            return (self._line[one] - self._line[-1]) ** 2
        if self._ideal is not None:
            return (self._ideal[one] - other) ** 2 + (self._ideal[other] - one) ** 2
        return (self._line[one] - self._line[other]) ** 2

    def cost(self, one: int, other: int) -> Cost | None:
        """What the couple of ranks (`one` < `other`) costs, one number for each criterion; None where it is forbidden."""
        if other != self.sit_out and self.is_forbidden(one, other):
            return None
        return tuple([part(one, other) for part in self._parts])

    def _part_of(self, criterion: Criterion) -> Callable[[int, int], int]:
        """What a couple of ranks (`one` < `other`) costs by one criterion."""
        everybody_may = self.settings.rematches is Rematches.ALLOWED
        match criterion:
            case Criterion.CLOSENESS:
                return self.closeness
            case Criterion.RANKS:
                last = len(self.entrants) - 1
                return lambda one, other: (min(other, last) - one) ** 2
            case Criterion.LOT:
                return self._lot
            case Criterion.SIT_OUTS:
                return lambda one, other: self.entrants[one].byes if other == self.sit_out else 0
            case Criterion.WISHES if self._avoided or self._apart:
                return self._wishes
            case Criterion.SIDES if self.settings.balance_sides:
                return lambda one, other: 0 if other == self.sit_out else side_cost(self.entrants[one], self.entrants[other])
            case Criterion.REMATCHES if not everybody_may:
                return lambda one, other: self._met.get((one, other), NEVER_MET).times
            case Criterion.RECENCY if not everybody_may:
                return lambda one, other: self._met.get((one, other), NEVER_MET).last_round
        return lambda one, other: 0

    def _wishes(self, one: int, other: int) -> int:
        return 0 if other == self.sit_out else self.is_avoided(one, other) + self.is_kept_apart(one, other)

    def _lot(self, one: int, other: int) -> int:
        """A number that depends on the salt and on the two entrants' places in the sign-up, not on their ranks."""
        low, high = sorted((self._lots[one], self._lots[other]))
        mixed = (self._salt ^ low * 0x9E3779B97F4A7C15 ^ high * 0xC2B2AE3D27D4EB4F) & _WORD
        mixed = (mixed ^ mixed >> 31) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ mixed >> 29) * 0x94D049BB133111EB & _WORD
        return mixed >> 64 - _LOT_BITS

    def nearest(self, one: int) -> Iterator[tuple[int, int, int]]:
        """Every other rank with floors of its closeness and of its squared gap in rank, which together never fall."""
        count = len(self.entrants)
        line = self._line if self._ideal is None else list(range(count))
        centre = one if self._ideal is None else self._ideal[one]
        here = line[centre] if centre < count else count
        below, above = min(centre, count - 1), min(centre, count - 1) + 1
        while below >= 0 or above < count:
            if below >= 0 and (above >= count or (here - line[below], centre - below) <= (line[above] - here, above - centre)):
                other, gap, below = below, here - line[below], below - 1
            else:
                other, gap, above = above, line[above] - here, above + 1
            if other != one:
                yield other, gap**2, (other - centre) ** 2


class Places(Generic[Who]):
    """The landscape that `matching` searches: those still to be paired, and the sit-out where their number is odd.

    ranks    ranks of those to be paired, in order; a place is an index into them
    banned   couples of ranks that may not be used, besides the forbidden ones
    """

    def __init__(self, costs: CoupleCosts[Who], ranks: tuple[int, ...], banned: frozenset[Edge] = frozenset()) -> None:
        self.costs = costs
        self.ranks = ranks if len(ranks) % 2 == 0 else (*ranks, costs.sit_out)
        self.banned = banned
        self._place = {rank: place for place, rank in enumerate(self.ranks)}
        self.floor_levels = self._floor_levels()
        self._known: dict[Edge, Cost | None] = {}

    @property
    def size(self) -> int:
        """How many places: an even number."""
        return len(self.ranks)

    @property
    def ceilings(self) -> Cost:
        """For each criterion, the most that a complete pairing can cost."""
        return self.costs.ceilings()

    def _floor_levels(self) -> tuple[int, ...]:
        """The levels of closeness and of the gap in rank that decides after it, as far as they count."""
        criteria = self.costs.criteria
        if Criterion.CLOSENESS not in criteria:
            return ()
        return tuple(criteria.index(criterion) for criterion in (Criterion.CLOSENESS, Criterion.RANKS) if criterion in criteria)

    def cost(self, one: int, other: int) -> Cost | None:
        """What the couple of places costs; None where it may not be."""
        edge = (self.ranks[one], self.ranks[other]) if one < other else (self.ranks[other], self.ranks[one])
        if edge not in self._known:
            self._known[edge] = None if edge in self.banned else self.costs.cost(*edge)
        return self._known[edge]

    def nearest(self, one: int) -> Iterator[tuple[int, Cost]]:
        """Every other place with floors of the couple's closeness and gap in rank; the sit-out comes first, with none."""
        costs, count = self.costs, len(self.floor_levels)
        if self.ranks[one] == costs.sit_out:
            for place in range(one - 1, -1, -1):
                gap = costs.sit_out - 1 - self.ranks[place]
                yield place, (costs.closeness(self.ranks[place], costs.sit_out), gap**2)[:count]
            return
        if self.ranks[-1] == costs.sit_out:
            yield len(self.ranks) - 1, (0, 0)[:count]
        for rank, closeness, gap in costs.nearest(self.ranks[one]):
            if rank in self._place:
                yield self._place[rank], (closeness, gap)[:count]

    def couples(self, found: tuple[Edge, ...]) -> tuple[Edge, ...]:
        """Couples of places as couples of ranks."""
        return tuple((self.ranks[one], self.ranks[other]) for one, other in found)


def read_back(criteria: tuple[Criterion, ...], cost: Cost) -> tuple[tuple[Criterion, int], ...]:
    """A cost with its criteria's names, the lot left out."""
    return tuple((criterion, part) for criterion, part in zip(criteria, cost, strict=True) if criterion is not Criterion.LOT)
