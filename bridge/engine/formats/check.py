"""An event scored afresh and compared with what its file published: every total, percentage, place and line."""

from bridge.engine.errors import EngineError
from bridge.engine.formats.checked import EventCheck
from bridge.engine.formats.event import Form, PublishedEvent
from bridge.engine.formats.pair_check import check_field
from bridge.engine.formats.swiss_check import check_swiss
from bridge.engine.formats.team_check import check_teams


class NothingToCheck(EngineError):
    """An event is checked by the lines of its travellers, and the file has none. Facts: `source`, `boards`, `entrants`."""


class NoMatches(EngineError):
    """An event of teams is checked by its matches, and the file tells of none. Facts: `boards`, `teams`."""


def check_event(event: PublishedEvent) -> EventCheck:
    """The event scored by the named rule that reproduces most of it.

    raises   NothingToCheck without lines, NoMatches for teams without matches
    """
    if not any(board.lines for board in event.travellers()):
        raise NothingToCheck(source=event.source, boards=len(event.boards), entrants=len(event.entrants))
    if event.form is Form.TEAMS and not event.matches:
        raise NoMatches(boards=len(event.boards), teams=len(event.entrants))
    if event.form is Form.TEAMS:
        return check_teams(event)
    if event.matches:
        return check_swiss(event)
    return check_field(event)
