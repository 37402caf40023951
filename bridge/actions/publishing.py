"""Closing an evening, which publishes its rankings, and opening it again."""

from django.utils import timezone

from bridge import tasks
from bridge.actions.deals import unseal_deals
from bridge.actions.rounds import NotRunning
from bridge.engine.errors import EngineError
from bridge.jobs.counting import rankings_of
from bridge.models import DirectorCall, Session, SessionState, journal
from bridge.permissions import Actor
from bridge.queries.progress import open_boards_of


class StillOpen(EngineError):
    """Boards are neither agreed nor ruled. Facts: `boards` (list of [table, board]), `calls` (how many wait for the director)."""


class NotClosed(EngineError):
    """The session is not closed. Facts: `session`."""


def close_session(session: Session, *, reason: str = "", by: Actor, key: str) -> None:
    """The evening is over: its rankings are published, provisional until the correction period ends, then final by the clock.

    raises   NotRunning; StillOpen while boards of opened rounds are without result or decision, or the director is still called
    """
    with journal.act(session.journal, "close_session", by=by, key=key, reason=reason) as act:
        if act.is_repeat:
            return
        session.refresh_from_db()
        if session.state != SessionState.RUNNING:
            raise NotRunning(session=session.pk, state=session.state)
        boards = open_boards_of(session)
        calls = DirectorCall.objects.filter(session=session, done_by__isnull=True).count()
        if boards or calls:
            raise StillOpen(boards=[[board.table, board.number] for board in boards], calls=calls)
        journal.change(act, session, state=SessionState.CLOSED, closed_at=timezone.now(), paused_at=None)
        unseal_deals(session)
        for ranking in rankings_of(session.sections.all()):
            tasks.ask(tasks.publish_ranking, ranking)
        tasks.ask(tasks.copy_database, session.pk)


def reopen_session(session: Session, *, reason: str, by: Actor, key: str) -> None:
    """A session that was closed too early runs on; what was published stays published. Raises NotClosed."""
    with journal.act(session.journal, "reopen_session", by=by, key=key, reason=reason) as act:
        if act.is_repeat:
            return
        session.refresh_from_db()
        if session.state != SessionState.CLOSED:
            raise NotClosed(session=session.pk)
        journal.change(act, session, state=SessionState.RUNNING)


