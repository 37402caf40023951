"""The pairs of the teams compared over the whole field: every result against the datum of its board (Butler), and the mean of it a board."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import RankingFacts
from bridge.engine.scoring.ranking import Place, ranked
from bridge.engine.scoring.reckon import reckon
from bridge.engine.scoring.traveller import BoardFacts, Traveller

Pair = TypeVar("Pair", bound=Hashable)


@dataclass(frozen=True, slots=True)
class PairStanding(Generic[Pair]):
    """A pair's IMPs against the datum of the boards that it played; `average` of a board, by which pairs are ranked."""

    who: Pair
    place: Place
    total: Fraction
    boards: int
    average: Fraction


def butler_of(conditions: Conditions) -> Conditions:
    """How the pairs of a team event are compared: by the datum, with the IMPs of an artificial score that the event has."""
    return Conditions(method="butler", edition=conditions.edition, award_imps=conditions.award_imps)


def rank_pairs(boards: Sequence[BoardFacts[Pair]], conditions: Conditions) -> tuple[tuple[Traveller[Pair], ...], tuple[PairStanding[Pair], ...]]:
    """Every board scored, and the pairs that have a board with marks, best first. `conditions` are those of the pairs (`butler_of`)."""
    reckoned = reckon(RankingFacts(conditions, (), tuple(boards)))
    played = {who: tally for who, tally in reckoned.tallies.items() if tally.boards}
    places = ranked({who: tally.total / tally.boards for who, tally in played.items()})
    return reckoned.travellers, tuple(
        PairStanding(who, place, played[who].total, played[who].boards, played[who].total / played[who].boards) for who, place in places
    )
