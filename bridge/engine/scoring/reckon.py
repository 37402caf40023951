"""The one door of scoring: facts of a ranking in, travellers and standings out.

Reckoning twice gives the same; so does reckoning with the unchanged travellers of an earlier time handed in.
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from bridge.engine.scoring.awards import with_own_averages
from bridge.engine.scoring.conditions import Conditions, Winners
from bridge.engine.scoring.facts import Entry, RankingFacts, Reckoned, SessionPenalty, Standing, Unranked
from bridge.engine.scoring.outcome import Ruled, Unscored
from bridge.engine.scoring.ranking import Place, has_share, ranked
from bridge.engine.scoring.registry import method_named
from bridge.engine.scoring.tally import Tally, figures_of, tally
from bridge.engine.scoring.tie_breaks import breaks_of
from bridge.engine.scoring.traveller import BoardFacts, Traveller, score_board
from bridge.engine.seats import Side

Who = TypeVar("Who", bound=Hashable)


def reckon(facts: RankingFacts[Who], unchanged: Mapping[Hashable, Traveller[Who]] | None = None) -> Reckoned[Who]:
    """Score each board, fold in own averages, rank.

    unchanged   travellers of an earlier reckoning under the same conditions, by board: used again where facts and E are still the same
    raises      NoSuchMethod
    """
    method = method_named(facts.conditions.method)
    expected = expected_results(facts.boards, facts.expected)
    known = unchanged or {}
    travellers = []
    for board in facts.boards:
        old = known.get(board.board)
        if old is not None and old.expected == expected[board.field] and (old.facts is board or old.facts == board):
            travellers.append(old)
        else:
            travellers.append(score_board(board, facts.conditions, expected[board.field], method))
    final = with_own_averages(tuple(travellers), facts.conditions)
    return rank(facts, final)


def rank(facts: RankingFacts[Who], travellers: Sequence[Traveller[Who]]) -> Reckoned[Who]:
    """Standings from travellers that are complete."""
    tallies = tally(travellers)
    empty = Tally()
    total_boards = facts.total_boards
    if total_boards is None:
        total_boards = max((tallies.get(entry.who, empty).boards + entry.sit_outs for entry in facts.entries), default=0)
    expected = max((traveller.expected for traveller in travellers), default=0)
    penalties: dict[Who, list[SessionPenalty[Who]]] = {}
    for penalty in facts.penalties:
        penalties.setdefault(penalty.who, []).append(penalty)
    standings = {}
    for entry in facts.entries:
        own = tallies.get(entry.who, empty)
        taken = [(penalty.amount, penalty.unit) for penalty in penalties.get(entry.who, ())]
        figures = figures_of(own, entry.sit_outs, taken, facts.conditions, total_boards, expected)
        reason = _unranked(entry, own.boards, total_boards, facts.conditions)
        standings[entry.who] = Standing("all", entry.who, None, figures.score, figures.total, figures.percent, own.boards, reason)
    listed = [standing for name, members in _lists(facts) for standing in _list(name, members, standings, facts, travellers)]
    return Reckoned(tuple(travellers), tuple(listed), total_boards)


def expected_results(boards: Sequence[BoardFacts[Who]], given: Sequence[tuple[Hashable, int]]) -> dict[Hashable, int]:
    """E of every field: as given, else the most results and artificial scores that one of its boards has."""
    found: dict[Hashable, int] = {}
    for board in boards:
        scored = len(board.outcomes)
        if not all(type(outcome) is int for outcome in set(board.outcomes)):
            scored = sum(not _is_unscored(outcome) for outcome in board.outcomes)
        found[board.field] = max(found.get(board.field, 0), scored)
    found.update(given)
    return found


def _is_unscored(outcome: object) -> bool:
    if isinstance(outcome, Ruled):
        return isinstance(outcome.ns, Unscored) and isinstance(outcome.ew, Unscored)
    return isinstance(outcome, Unscored)


def _unranked(entry: Entry[Who], boards: int, total_boards: int, conditions: Conditions) -> Unranked | None:
    if entry.withdrawn:
        return Unranked.WITHDRAWN
    if boards == 0:
        return Unranked.NO_BOARDS
    if not has_share(boards, total_boards, conditions.minimum_share):
        return Unranked.BELOW_SHARE
    return None


def _lists(facts: RankingFacts[Who]) -> list[tuple[str, tuple[Entry[Who], ...]]]:
    if facts.conditions.winners is Winners.TWO:
        whole = [(side.value, tuple(entry for entry in facts.entries if entry.line is side)) for side in Side]
    else:
        whole = [("all", facts.entries)]
    lists = []
    for name, members in whole:
        lists.append((name, members))
        if facts.conditions.handicap:
            lists.append((f"{name}/handicap", members))
        for place, stratum in enumerate(facts.conditions.strata):
            # A lower stratum is ranked in every higher one too.
            within = facts.conditions.strata[place:]
            lists.append((f"{name}/{stratum}", tuple(entry for entry in members if entry.stratum in within)))
    return lists


def _list(
    name: str, members: tuple[Entry[Who], ...], standings: Mapping[Who, Standing[Who]], facts: RankingFacts[Who], travellers: Sequence[Traveller[Who]]
) -> list[Standing[Who]]:
    handicapped = name.endswith("/handicap")
    scores = {entry.who: standings[entry.who].score + entry.handicap if handicapped else standings[entry.who].score for entry in members}
    breaks = breaks_of(facts.conditions.tie_breaks, members, standings, travellers)
    finished = ranked({who: score for who, score in scores.items() if standings[who].unranked is None}, breaks)
    rest = ranked({who: score for who, score in scores.items() if standings[who].unranked is not None}, breaks)
    places: list[tuple[Who, Place | None]] = [*finished, *((who, None) for who, _ in rest)]
    return [_standing(name, standings[who], place, scores[who]) for who, place in places]


def _standing(name: str, own: Standing[Who], place: Place | None, score: Fraction) -> Standing[Who]:
    return Standing(name, own.who, place, score, own.total, own.percent, own.boards, own.unranked)
