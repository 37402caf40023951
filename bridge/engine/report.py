"""What is wrong with a report before it counts: the board, the lead. What a contract may be is judged where it is made (`contract.py`)."""

from dataclasses import dataclass

from bridge.engine.cards import Deal
from bridge.engine.contract import Report
from bridge.engine.errors import EngineError, Problem


class BoardNotHere(EngineError):
    """The board is not played at this table in this round. Facts: `board`, `boards` (those that are)."""

    law = "15"


class LeadNotHeld(EngineError):
    """The player on declarer's left does not hold the card that was led. Facts: `card`, `seat`."""

    law = "54"


class NothingReported(EngineError):
    """There is no report of this board at this table to agree with or to dispute. Facts: `board`."""


class WaitsNoLonger(EngineError):
    """What was to be accepted waits no longer: it counts, was said otherwise, or the director has decided."""


class OwnReport(EngineError):
    """A side cannot agree with what it reported itself. Facts: `board`, `side`."""


class CountsAlready(EngineError):
    """The board has a result at this table, which only a correction changes. Facts: `board`."""

    law = "79"


class RankingIsFinal(EngineError):
    """The time in which the pairs may ask for corrections is over; the director alone still changes what counts (Law 79C). Facts: `board`."""


class NothingCounts(EngineError):
    """The board has no result at this table that could be corrected. Facts: `board`."""


@dataclass(frozen=True, slots=True)
class SlipFacts:
    """What is known at a table when a slip is filled in.

    boards   numbers of the boards of this table in this round, in order
    deal     the cards, where they are known
    """

    boards: tuple[int, ...]
    deal: Deal | None = None


def problems_with(board: int, report: Report, facts: SlipFacts) -> tuple[Problem, ...]:
    """All that is wrong with a table's report of a numbered board: BoardNotHere (field `board`), LeadNotHeld (field `lead`)."""
    problems = []
    if board not in facts.boards:
        problems.append(Problem("board", BoardNotHere(board=board, boards=facts.boards)))
    elif facts.deal is not None and report.lead is not None and report.declarer is not None:
        leader = report.declarer.lho
        if report.lead not in facts.deal.hand(leader):
            problems.append(Problem("lead", LeadNotHeld(card=report.lead, seat=leader)))
    return tuple(problems)
