"""What directors do with calls: take one, and say that it is dealt with."""

from bridge.engine.errors import EngineError
from bridge.models import DirectorCall, Session, journal
from bridge.permissions import Actor


class DealtWith(EngineError):
    """The call has been dealt with already. Facts: `call`."""


def take_call(call: DirectorCall, *, by: Actor, key: str) -> None:
    """A director goes to the table; the others see who does. Raises DealtWith."""
    with journal.act(call.session.journal, "take_call", by=by, key=key, facts={"call": call.pk}) as act:
        if not act.is_repeat:
            _refuse_if_done(call)
            journal.change(act, call, taken_by=by.account, taken_at=act.at)


def finish_call(call: DirectorCall, *, reason: str = "", by: Actor, key: str) -> None:
    """The call is dealt with, whatever was decided. Raises DealtWith where another was quicker."""
    with journal.act(call.session.journal, "finish_call", by=by, key=key, facts={"call": call.pk}, reason=reason) as act:
        if not act.is_repeat:
            _refuse_if_done(call)
            journal.change(act, call, done_by=act, done_at=act.at)


def _refuse_if_done(call: DirectorCall) -> None:
    """As it stands under the lock: the page may be older."""
    call.refresh_from_db()
    if call.done_by_id is not None:
        raise DealtWith(call=call.pk)


def look_at_board(session: Session, number: int, *, reason: str, by: Actor, key: str) -> None:
    """Somebody who plays tonight looks at a board before having played it, because it must be; that is noted."""
    with journal.act(session.journal, "look_at_board", by=by, key=key, facts={"board": number}, reason=reason):
        pass
