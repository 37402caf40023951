"""The one door of scoring: facts of a ranking in, travellers and standings out.

Reckoning twice gives the same; so does reckoning with the unchanged travellers of an earlier time handed in.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from bridge.engine.scoring.awards import with_own_averages
from bridge.engine.scoring.facts import RankingFacts, Reckoned, SessionPenalty, Standing
from bridge.engine.scoring.lists import lists_of, unranked
from bridge.engine.scoring.outcome import Award
from bridge.engine.scoring.registry import method_named
from bridge.engine.scoring.tally import Tally, figures_of, retally, tally
from bridge.engine.scoring.tie_breaks import BOARD_TIE_BREAKS
from bridge.engine.scoring.traveller import BoardFacts, Traveller, score_board

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


def rank(facts: RankingFacts[Who], travellers: Sequence[Traveller[Who]], known: Mapping[Who, Tally] | None = None) -> Reckoned[Who]:
    """Standings from travellers whose own averages are filled in.

    known   the tallies of all boards, where the travellers handed in are only those that changed (see `retally`); no tie-break looks at the others then
    """
    tallies = tally(travellers) if known is None else known
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
        reason = unranked(entry, own.boards, total_boards, facts.conditions)
        standings[entry.who] = Standing("all", entry.who, None, figures.score, figures.total, figures.percent, own.boards, reason)
    return Reckoned(tuple(travellers), lists_of(facts.conditions, facts.entries, standings, travellers), total_boards, tallies)


def reckon_changed(
    facts: RankingFacts[Who], before: Sequence[Traveller[Who]], tallies: Mapping[Who, Tally], expected: int
) -> Reckoned[Who] | None:
    """What `reckon` gives of all boards, from those boards alone that changed and the sums of an earlier reckoning under the same conditions.

    No unchanged board may have an average plus or minus: it could follow from what changed.

    facts      of one field: the changed boards, with all entries and penalties, and `total_boards` where the event has a fixed number
    before     the stored travellers of the changed boards, those among them that had one
    expected   E of that reckoning
    returns    its travellers are those of the changed boards; None where the change reaches other boards: E moves, a side's own average is asked for, or a
               tie-break looks at boards
    """
    conditions = facts.conditions
    now = max(expected_results(facts.boards).values(), default=0)
    was = max((traveller.facts.present for traveller in before), default=0)
    reaches = facts.expected or BOARD_TIE_BREAKS.intersection(conditions.tie_breaks) or now > expected or was == expected > now or not facts.boards
    if reaches:
        return None
    method = method_named(conditions.method)
    after = [score_board(board, conditions, expected, method) for board in facts.boards]
    if any(item.outcome in (Award.PLUS, Award.MINUS) for traveller in (*before, *after) for item in traveller.apart):
        return None
    reckoned = rank(facts, after, retally(tallies, before, after))
    return reckoned if any(standing.boards for standing in reckoned.standings) else None


def expected_results(boards: Sequence[BoardFacts[Who]], given: Sequence[tuple[Hashable, int]] = ()) -> dict[Hashable, int]:
    """E of every field: as given, else the most results and artificial scores that one of its boards has."""
    found: dict[Hashable, int] = {}
    for board in boards:
        found[board.field] = max(found.get(board.field, 0), board.present)
    found.update(given)
    return found
