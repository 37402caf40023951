"""What directors do with calls: take one, and say that it is dealt with."""

from bridge.models import DirectorCall, Session, journal
from bridge.permissions import Actor


def take_call(call: DirectorCall, *, by: Actor, key: str) -> None:
    """A director goes to the table; the others see who does."""
    with journal.act(call.session.journal, "take_call", by=by, key=key, facts={"call": call.pk}) as act:
        if not act.is_repeat:
            journal.change(act, call, taken_by=by.account, taken_at=act.at)


def finish_call(call: DirectorCall, *, reason: str = "", by: Actor, key: str) -> None:
    """The call is dealt with, whatever was decided."""
    with journal.act(call.session.journal, "finish_call", by=by, key=key, facts={"call": call.pk}, reason=reason) as act:
        if not act.is_repeat:
            journal.change(act, call, done_by=act, done_at=act.at)


def look_at_board(session: Session, number: int, *, reason: str, by: Actor, key: str) -> None:
    """Somebody who plays tonight looks at a board before having played it, because it must be; that is noted."""
    with journal.act(session.journal, "look_at_board", by=by, key=key, facts={"board": number}, reason=reason):
        pass
