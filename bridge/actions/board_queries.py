"""A team asks the director about a board of its match; until it is answered nobody accepts the match."""

from bridge.actions.rounds import NotRunning
from bridge.engine.errors import EngineError
from bridge.engine.teams.plan import Room
from bridge.models import Board, DirectorCall, Match, Seating, SessionState, journal
from bridge.permissions import Actor

QUERY = "query"  # what such a call is about


class QueryOpen(EngineError):
    """A team has asked about boards of the match, and the director has not answered. Facts: `match`, `boards` (numbers)."""


class NotInTheMatch(EngineError):
    """The board, or the team, does not belong to the match. Facts: `match`, `board`, `first`, `last`."""


def query_board(match: Match, number: int, room: Room, entry: int, *, remark: str, by: Actor, key: str) -> DirectorCall:
    """A team of the match (its id) asks about a board in one of the rooms. Raises NotInTheMatch, NotRunning."""
    session = match.round.section.session
    facts = {"match": match.number, "board": number, "entry": entry}
    with journal.act(session.journal, "query_board", by=by, key=key, facts=facts, reason=remark) as act:
        if act.is_repeat:
            return DirectorCall.objects.get(called_by=act)
        session.refresh_from_db()
        if session.state != SessionState.RUNNING:
            raise NotRunning(session=session.pk, state=session.state)
        rows = Seating.objects.live().filter(match=match, room=room.value, first_board__lte=number, last_board__gte=number)
        seating = rows.select_related("section").first()
        if seating is None or entry not in (match.home_id, match.away_id):
            raise NotInTheMatch(match=match.number, board=number, first=match.first_board, last=match.first_board + match.boards - 1)
        act.facts |= {"seating": seating.pk, "table": seating.table}
        board = Board.objects.get(set=seating.section.board_set_id, number=number)
        told = {"remark": remark, "entry": entry}
        return DirectorCall.objects.create(session=session, seating=seating, board=board, about=QUERY, facts=told, called_at=act.at, called_by=act)


def refuse_while_queried(match: Match) -> None:
    """Raise QueryOpen while a team waits for an answer about a board of the match."""
    asked = DirectorCall.objects.filter(about=QUERY, seating__match=match, done_by__isnull=True).order_by("board__number")
    boards = list(asked.values_list("board__number", flat=True))
    if boards:
        raise QueryOpen(match=match.number, boards=boards)
