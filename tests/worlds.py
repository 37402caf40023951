"""Worlds to test in, built by plain functions: Li Na directs, Wang Wei and Mary play, a stranger watches."""

import itertools
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from bridge import tasks
from bridge.actions.clubs import give_role, make_club
from bridge.actions.players import import_members
from bridge.actions.results import agree_result, report_result
from bridge.actions.rounds import start_session
from bridge.actions.sessions import make_session, sign_in
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.formats.members import MemberLine
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.movements.movement import Movement
from bridge.engine.seats import Seat, Side
from bridge.mapping.plans import SectionPlan
from bridge.models import Account, Club, ClubTable, Entry, Job, Journal, Membership, Player, Publication, RoleKind, Seating, Session
from bridge.permissions import Actor

_keys = itertools.count(1)
NAMES = (
    "Mary Smith", "王伟", "Hedda Falk", "Ruben Oost", "陈静", "刘洋", "Wilma Krause", "Jonas Edel", "Ilse Brandt", "Gustav Nehm", "赵敏", "孙磊",
    "Sunita Rao", "Edwin Marsh", "Marjorie Pell", "Cyril Dunmore", "周杰", "吴芳", "Ines Carvalho", "Tom Bartley", "Percy Vane", "Olive Stroud", "郑爽", "冯强",
    "Rosa Lindqvist", "Karl Ahlgren", "Agnes Thornbury", "Piet Lammers", "Dorothy Quill", "Hal Winslow", "何平", "林霞", "Nadia Haddad", "Simon Crewe",
)


def fresh_key() -> str:
    """The key of a new act, long enough for a slip."""
    return f"test-key-{next(_keys)}"


def club_with_members(members: int = 40, *, name: str = "Millpond Bridge Club") -> Club:
    """A club with a director (Li Na), a secretary and members numbered from 1."""
    club = make_club(name, zone="Europe/Berlin")
    lines = [MemberLine(i + 1, NAMES[i] if i < len(NAMES) else f"Player {i + 1}", str(i + 1)) for i in range(members)]
    import_members(club, lines, by=Actor(), key=fresh_key())
    for username, role in (("lina", RoleKind.DIRECTOR), ("secretary", RoleKind.SECRETARY), ("admin", RoleKind.ADMINISTRATOR)):
        account = Account.objects.filter(username=username).first() or Account.objects.create_user(username, "a long password 7")
        give_role(club, account, role)
    return club


def member(club: Club, number: int) -> Player:
    """The member with this number."""
    return Membership.objects.get(club=club, number=str(number)).player


def actor(username: str = "lina") -> Actor:
    """An account as the one who acts."""
    return Actor(account=Account.objects.get(username=username))


def account_of(player: Player, username: str) -> Account:
    """An account for a player."""
    return Account.objects.create_user(username, "a long password 7", player=player)


def evening(club: Club | None = None, *, pairs: int = 14, options: dict[str, Any] | None = None) -> Session:
    """An evening with so many pairs signed in: members 1 and 2, 3 and 4, ... in order."""
    club = club or club_with_members(2 * pairs)
    session = make_session(club, datetime(2026, 11, 24, 18, 0, tzinfo=UTC), name="Tuesday Pairs", options=options, by=actor(), key=fresh_key())
    for pair in range(pairs):
        sign_in(session, [member(club, 2 * pair + 1), member(club, 2 * pair + 2)], by=actor(), key=fresh_key())
    return session


def entries_of(session: Session) -> list[Entry]:
    """The entries in order of sign-in."""
    return list(Entry.objects.filter(event=session.stage.event).order_by("pk"))


def started(session: Session, movement: Movement, *, boards_per_set: int, letter: str = "A") -> Session:
    """The evening running: entries get the places of the movement in order of sign-in."""
    places = dict(enumerate(entries_of(session), 1))
    plan = SectionPlan(movement=movement, places=places, boards_per_set=boards_per_set, letter=letter)
    start_session(session, [plan], round_minutes=22, by=actor(), key=fresh_key())
    session.refresh_from_db()
    return session


def mitchell_evening(
    tables: int = 7, *, rounds: int | None = None, boards_per_set: int = 2, club: Club | None = None, options: dict[str, Any] | None = None
) -> Session:
    """A running evening of two winners: a straight Mitchell for odd numbers of tables."""
    session = evening(club, pairs=2 * tables, options=options)
    return started(session, make_movement(order_of("mitchell", tables, rounds)), boards_per_set=boards_per_set)


def seating_at(session: Session, round_number: int, table: int) -> Seating:
    """Who plays at a table in a round."""
    return Seating.objects.live().get(section__session=session, round__number=round_number, table=table)


def card_at(session: Session, table: int) -> str:
    """Where the printed card of a table leads; a table beyond the club's usual ones gets a card."""
    card, _ = ClubTable.objects.get_or_create(club=session.club, label=str(table))
    return reverse("card_code", args=[card.code])


def settle() -> None:
    """Run every job that is wanted until nothing is left."""
    for _ in range(50):
        if not tasks.run_waiting():
            return
    raise AssertionError("jobs keep asking for jobs")


def seen(session: Session) -> int:
    """The newest act of the evening: what somebody who looks now has seen."""
    return Journal.objects.get(session=session).head


def nine_tricks(seating: Seating, number: int) -> Report:
    """3NT by North: made at table 1, one trick fewer at each further one."""
    return Report(Contract(3, Strain.N), Seat.N, 10 - seating.table)


def agree(seating: Seating, number: int, report: Report) -> None:
    """North-South report, East-West agree."""
    session = seating.section.session
    report_result(seating, number, report, by_side=Side.NS, by=actor(), key=fresh_key(), seen=seen(session))
    agree_result(seating, number, by_side=Side.EW, by=actor(), key=fresh_key(), seen=seen(session))


def play(session: Session, report_of: Callable[[Seating, int], Report]) -> None:
    """Every board of every seating, reported and agreed."""
    for seating in Seating.objects.live().filter(section__session=session).select_related("round", "section__session").order_by("round__number", "table"):
        for number in range(seating.first_board, seating.last_board + 1):
            agree(seating, number, report_of(seating, number))


def make_final(session: Session) -> None:
    """The correction period of a closed evening is over, and its awards are given."""
    past = timezone.now() - timedelta(minutes=1)
    Publication.objects.filter(ranking__session=session).update(final_at=past)
    Job.objects.filter(kind="bridge.award_ranking").update(due=past)
    settle()
