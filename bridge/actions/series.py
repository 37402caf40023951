"""Several evenings made into one event with a ranking of its own: an act of the club that names them, what each weighs and how they are put together."""

from collections.abc import Sequence
from fractions import Fraction

from bridge.engine.errors import EngineError
from bridge.engine.scoring.combining import Combining
from bridge.engine.scoring.registry import counts_in_percent
from bridge.mapping.conditions import conditions_of
from bridge.models import Act, Club, Ranking, Session, journal
from bridge.permissions import Actor
from bridge.queries.series import COMBINE

FEWEST = 2


class TooFewEvenings(EngineError):
    """A series has at least two evenings. Facts: `evenings`."""


class UnlikeEvenings(EngineError):
    """Evenings in percent and evenings in IMPs or points cannot be added up. No facts."""


class WeightOutOfRange(EngineError):
    """An evening weighs more than nothing and at most a hundred times. Facts: `weight`."""


def combine_evenings(club: Club, name: str, parts: Sequence[tuple[Session, Fraction]], how: Combining, *, by: Actor, key: str) -> Act:
    """These evenings, each with its weight, are an event: its ranking follows their newest publications.

    raises   TooFewEvenings, UnlikeEvenings, WeightOutOfRange
    """
    if len(parts) < FEWEST:
        raise TooFewEvenings(evenings=len(parts))
    for _, weight in parts:
        if not 0 < weight <= 100:
            raise WeightOutOfRange(weight=weight)
    rankings = Ranking.objects.filter(session__in=[session for session, _ in parts])
    if len({counts_in_percent(conditions_of(ranking.scored_by).method) for ranking in rankings}) > 1:
        raise UnlikeEvenings
    facts = {"name": name, "how": how.value, "parts": [[session.uid, str(weight)] for session, weight in parts]}
    with journal.act(club.journal, COMBINE, by=by, key=key, facts=facts) as act:
        return act


def part_evenings(series: Act, *, by: Actor, key: str) -> Act:
    """The series is taken back; its evenings stay as they are. Raises NotUndoable."""
    new: Act = journal.undo(series, by=by, key=key)
    return new
