"""A stored ranking as the engine's own values again, so that its figures can be explained and written to files without scoring anything."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.scoring.awards import own_tally
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import Reckoned
from bridge.engine.scoring.outcome import Award, Extra, Unit
from bridge.engine.scoring.reckon import rank, reckon
from bridge.engine.scoring.traveller import Traveller
from bridge.engine.scoring.why import WhyMark, WhyTotal, why_mark, why_total
from bridge.engine.seats import Side
from bridge.mapping.basis import Basis
from bridge.mapping.standings import Loaded, load_ranking, load_travellers
from bridge.mapping.travellers import Who
from bridge.models import Ranking


@dataclass(frozen=True, slots=True)
class Explained:
    """A ranking as at its stored basis.

    travellers   the stored ones, by board number
    who_of       entry's id -> the engine's key
    """

    loaded: Loaded
    travellers: Mapping[int, Traveller[Who]]
    reckoned: Reckoned[Who]
    who_of: Mapping[int, Who]

    @property
    def has_adjustments(self) -> bool:
        """Did penalties or bonuses change any total?"""
        extras = any(isinstance(item.outcome, Extra) for traveller in self.travellers.values() for item in traveller.apart)
        return extras or bool(self.loaded.facts.penalties)

    def why_total(self, entry: int, listed: str) -> WhyTotal[Who] | None:
        """The arithmetic of an entry's standing in the list of that name; None where it is not in it."""
        who = self.who_of.get(entry)
        if not any(standing.who == who and standing.list == listed for standing in self.reckoned.standings):
            return None
        assert who is not None
        return why_total(self.loaded.facts, self.reckoned, who, listed)

    def adjustment(self, entry: int, listed: str) -> Fraction:
        """What penalties and bonuses did to an entry's total, in the method's unit."""
        why = self.why_total(entry, listed)
        if why is None:
            return Fraction(0)
        found = sum((board.extra for board in why.boards), Fraction(0))
        for penalty in why.penalties:
            one = Fraction(1) if penalty.unit is Unit.METHOD else why.tally.per_percent / (why.tally.boards or 1)
            found -= penalty.amount * one
        return found


def explained(ranking: Ranking) -> Explained | None:
    """The ranking as it is stored; None before it was first reckoned."""
    if not ranking.basis:
        return None
    loaded = load_ranking(ranking, ranking.basis)
    travellers = load_travellers(ranking, loaded)
    stored = tuple(travellers[board.board] for board in loaded.facts.boards if board.board in travellers)
    return Explained(loaded, travellers, rank(loaded.facts, stored), {entry: who for who, entry in loaded.entry_of.items()})


def explained_as_at(ranking: Ranking, basis: Basis) -> Explained:
    """The ranking as it was at an earlier basis, worked out again from its facts of then."""
    loaded = load_ranking(ranking, basis)
    reckoned = reckon(loaded.facts)
    travellers = {board.board: traveller for board, traveller in zip(loaded.facts.boards, reckoned.travellers, strict=True)}
    return Explained(loaded, travellers, reckoned, {entry: who for who, entry in loaded.entry_of.items()})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class ExplainedMark:
    """The arithmetic of one side's mark on a board at one seating, as at the ranking's stored basis.

    entries   ids of who got it: the pair's, of single players both
    """

    why: WhyMark
    conditions: Conditions
    entries: tuple[int, ...]


def explained_mark(ranking: Ranking, number: int, seating: int, side: Side) -> ExplainedMark | None:
    """Why one mark is what it is; None where nothing is scored there. Of the other boards nothing is read but where an award follows from them."""
    if not ranking.basis:
        return None
    loaded = load_ranking(ranking, ranking.basis, boards={number})
    lines = [said["seating"] for said in loaded.said.get(number, [])]
    traveller = load_travellers(ranking, loaded, {number}).get(number)
    if traveller is None or seating not in lines:
        return None
    line = lines.index(seating)
    sat = traveller.facts.who_sat(line, side)
    own = None
    if any(item.line == line and item.side is side and isinstance(item.outcome, Award) for item in traveller.apart):
        own = own_tally(tuple(load_travellers(ranking, loaded).values()), traveller.facts.session, sat[0])
    why = why_mark(traveller, line, side, loaded.facts.conditions, own)
    return ExplainedMark(why, loaded.facts.conditions, tuple(loaded.entry_of[who] for who in sat))
