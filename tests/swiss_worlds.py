"""Events that are drawn round by round, to test in."""

import random

from django.utils import timezone

from bridge.actions.draws import close_round, release_draft, start_swiss
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.mapping.swiss import SwissPlan, live_draw
from bridge.models import Draw, Job, Round, Seating, Session
from tests.worlds import actor, agree, entries_of, evening, fresh_key, seen, settle


def swiss_evening(pairs: int, plan: SwissPlan, *, options: dict[str, object] | None = None) -> Session:
    """A running evening of Swiss pairs with its first draft."""
    session = evening(pairs=pairs, options=options)
    start_swiss(session, entries_of(session), plan, by=actor(), key=fresh_key())
    session.refresh_from_db()
    settle()
    return session


def round_of(session: Session, number: int) -> Round:
    """A round of the evening's section."""
    return Round.objects.select_related("section__session__journal").get(section__session=session, number=number)


def draft_of(session: Session, number: int) -> Draw:
    """The draw of a round."""
    row = live_draw(round_of(session, number))
    assert row is not None
    return row


def release(session: Session, number: int) -> None:
    """The draft of a round is released."""
    release_draft(round_of(session, number), by=actor(), key=fresh_key(), seen=seen(session))


def play_round(session: Session, number: int, rng: random.Random) -> None:
    """Every board of a round, reported and agreed, 3NT by North with tricks by chance."""
    rows = Seating.objects.live().filter(section__session=session, round__number=number).select_related("round", "section__session").order_by("table", "pk")
    for seating in rows:
        for board in range(seating.first_board, seating.last_board + 1):
            agree(seating, board, Report(Contract(3, Strain.N), Seat.N, rng.randrange(6, 13)))


def finish_round(session: Session, number: int, rng: random.Random) -> None:
    """A round released, played and closed; the next draft is there."""
    release(session, number)
    play_round(session, number, rng)
    close_round(round_of(session, number), by=actor(), key=fresh_key())
    settle()


def everything_due() -> None:
    """Jobs that wait for a moment later are due now."""
    Job.objects.filter(due__isnull=False).update(due=timezone.now())
    settle()
