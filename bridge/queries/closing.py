"""What stands in the way of closing an evening, and what is left when it is closed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from bridge.models import DirectorCall, LineUp, Membership, Payment, Player, Publication, Report, Session, SessionState
from bridge.queries.deals import deals_known
from bridge.queries.progress import BoardAtTable, open_boards_of
from bridge.queries.results import letters_of, rankings_of_session
from bridge.queries.room import clock_of


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of an evening.

    open_boards, waiting          before closing: boards nobody settled, how many of them only wait for the other side
    calls                         for the director; after closing, those that came since
    overdue                       those of them whose round is over by the clock
    unpaid, guests                afterwards: players without a payment, guests without a number
    without_cards                 how many boards have no cards yet
    publications                  the newest version of each ranking, with the letters of its sections where there are several rankings
    final_at, is_final            when the rankings are final, and whether that is over
    """

    open_boards: tuple[BoardAtTable, ...]
    overdue: tuple[BoardAtTable, ...]
    waiting: int
    calls: tuple[DirectorCall, ...]
    unpaid: tuple[Player, ...]
    guests: tuple[Player, ...]
    without_cards: int
    publications: tuple[tuple[Publication, tuple[str, ...]], ...]
    final_at: datetime | None
    is_final: bool

    @property
    def may_close(self) -> bool:
        """Does nothing stand in the way?"""
        return not self.open_boards and not self.calls


def closing_of(session: Session) -> Closing:
    """The end of this evening as it stands."""
    players = [line.player for line in LineUp.objects.live().filter(session=session).select_related("player__merged_into").order_by("player__sort_key")]
    paid = set(Payment.objects.live().filter(session=session).values_list("player", flat=True))
    guests = set(Membership.objects.filter(club=session.club, is_guest=True, player__merged_into__isnull=True).values_list("player", flat=True))
    now = timezone.now()
    open_boards, clock = open_boards_of(session), clock_of(session, now)
    publications = _newest(session)
    final_at = _final_at(session, publications)
    return Closing(
        open_boards=tuple(open_boards),
        overdue=tuple(board for board in open_boards if session.state == SessionState.RUNNING and board.round < clock.round + clock.is_over),
        waiting=Report.objects.waiting(session).count(),
        calls=tuple(
            DirectorCall.objects.filter(session=session, done_by__isnull=True).select_related("seating", "board", "taken_by").order_by("called_at", "pk")
        ),
        unpaid=tuple(dict.fromkeys(player for player in players if player.pk not in paid)) if session.fee else (),
        guests=tuple(dict.fromkeys(player.person for player in players if player.person.pk in guests)),
        without_cards=len(deals_known(session).missing),
        publications=publications,
        final_at=final_at,
        is_final=final_at is not None and final_at <= now,
    )


def _final_at(session: Session, publications: Sequence[tuple[Publication, tuple[str, ...]]]) -> datetime | None:
    """When all that was published is final; what is still to be published will be when the correction period ends."""
    if session.state != SessionState.CLOSED or session.closed_at is None:
        return None
    ends = (publication.final_at for publication, _ in publications)
    return max(ends, default=session.closed_at + timedelta(minutes=session.correction_minutes))


def _newest(session: Session) -> tuple[tuple[Publication, tuple[str, ...]], ...]:
    newest = {row.ranking_id: row for row in Publication.objects.filter(ranking__session=session).order_by("version")}
    rankings = rankings_of_session(session)
    letters = {ranking.pk: letters_of(ranking) if len(rankings) > 1 else () for ranking in rankings}
    return tuple((newest[ranking], told) for ranking, told in letters.items() if ranking in newest)
