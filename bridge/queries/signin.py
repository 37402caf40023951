"""Who is here, who is sought, and what they could play."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max, Q

from bridge.mapping.names import is_chinese, plain_letters, plain_name
from bridge.models import Club, Entry, EventForm, LineUp, Membership, Payment, Player, SeatWish, Session, Start
from bridge.queries.members import in_one, joined_key

MOST_FOUND = 8
FIRST_SEATS = ("N", "S")  # of a pair: the one named first, and the other
SINGLE_SEAT = ("N",)  # of a single player, wherever the movement seats it


@dataclass(frozen=True, slots=True)
class Here:
    """A pair (or one who waits for a partner; in an individual a player) that is signed in: its number in order of arrival, its players, who of them has
    paid, the stronger seat wish.

    seats   how many players an entry of the event has
    table   by whose card they signed in themselves; None: at the desk
    """

    entry: int
    uid: str
    number: int | None
    players: tuple[Player, ...]
    paid: frozenset[int]
    wish: str
    since: datetime
    seats: int = len(FIRST_SEATS)
    table: int | None = None

    @property
    def is_single(self) -> bool:
        """Does somebody wait for a partner?"""
        return len(self.players) < self.seats

    @property
    def has_paid(self) -> bool:
        """Have all of them paid?"""
        return all(player.pk in self.paid for player in self.players)


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody who fits what was typed: number, whether another member has the same name, when last here, the entry that already has them tonight."""

    player: Player
    number: str
    is_namesake: bool
    last_here: datetime | None
    waits: bool
    is_here: bool


@dataclass(frozen=True, slots=True)
class CashBox:
    """What was paid tonight: players who paid of those who are here, and the sum in hundredths."""

    payers: int
    players: int
    total: int


def is_of_singles(session: Session) -> bool:
    """Does everybody play for himself, with another partner in each round?"""
    return bool(session.stage.event.form == EventForm.SINGLES)


def seats_of(session: Session) -> tuple[str, ...]:
    """The seats of an entry's line-up: two of a pair, one of a single player."""
    return SINGLE_SEAT if is_of_singles(session) else FIRST_SEATS


def line_up_of(session: Session) -> dict[int, dict[str, LineUp]]:
    """Who is signed in: entry id -> seat -> the line-up that holds from the last round on."""
    found: dict[int, dict[str, LineUp]] = {}
    for line in LineUp.objects.live().filter(session=session).select_related("player").order_by("from_round", "pk"):
        found.setdefault(line.entry_id, {})[line.seat] = line
    return found


def here_tonight(session: Session) -> list[Here]:
    """Everybody who is signed in, in order of arrival; singles last."""
    paid = set(Payment.objects.live().filter(session=session).values_list("player", flat=True))
    uids = dict(LineUp.objects.live().filter(session=session).values_list("entry", "entry__uid"))
    arrived = dict(LineUp.objects.live().filter(session=session).values("entry").annotate(at=Max("since__at")).values_list("entry", "at"))
    needed = len(seats_of(session))
    pairs: list[Here] = []
    singles: list[Here] = []
    for entry, seats in sorted(line_up_of(session).items(), key=lambda item: item[0]):
        players = tuple(seats[seat].player for seat in sorted(seats, key="NSEW".index))
        number = len(pairs) + 1 if len(players) >= needed else None
        here = Here(entry, uids[entry], number, players, frozenset(p.pk for p in players) & paid, _stronger(players), arrived[entry], needed)
        (singles if here.is_single else pairs).append(here)
    tables = _tables_of(session)
    return [replace(each, table=tables.get(each.entry)) for each in pairs + singles]


def _tables_of(session: Session) -> dict[int, int]:
    """Entry -> the table by whose card it signed in; the desk's last word counts, so whoever was changed there is not named."""
    rows = LineUp.objects.live().filter(session=session).order_by("since").values_list("entry", "since__facts__table")
    return {entry: table for entry, table in dict(rows).items() if table is not None}


def _stronger(players: Sequence[Player]) -> str:
    wishes = {player.seat_wish for player in players}
    return next((wish.value for wish in (SeatWish.MUST_STAY, SeatWish.STATIONARY) if wish in wishes), "")


def cash_box(session: Session, here: Sequence[Here]) -> CashBox:
    """The sum in the cash box."""
    amounts = list(Payment.objects.live().filter(session=session).values_list("amount", flat=True))
    return CashBox(len(amounts), sum(len(each.players) for each in here), sum(amounts))


def section_of(session: Session, entry: Entry) -> str | None:
    """The letter of the section whose movement has a place for the entry; None while none has: then it may still be signed out."""
    return Start.objects.live().filter(section__session=session, entry=entry).values_list("section__letter", flat=True).first()


def find_people(club: Club, session: Session, typed: str, *, among_all: bool = False) -> list[Found]:
    """Members and guests of the club that a few letters, pinyin or its initials, or a number fit; a whole number first, then who was here lately.

    among_all   others than the staff ask: two letters at least or a whole number, and who wishes not to be named is found by the number only
    """
    wanted = plain_name(typed)  # a form that was refused gives back what was typed, whatever it was
    if not wanted:
        return []
    known = Membership.objects.filter(club=club, player__merged_into__isnull=True).select_related("player")
    known = known.annotate(joined=joined_key())
    fits = known.filter(_fits_for_all(wanted) if among_all else _fits(wanted))
    fits = fits.annotate(last=Max("player__line_ups__session__starts", filter=~Q(player__line_ups__session=session)))
    tonight = LineUp.objects.live().filter(session=session).values_list("player", "entry")
    seats = Counter(entry for _, entry in tonight)
    entry_of = dict(tonight)
    needed = len(seats_of(session))

    def is_here(row: Membership) -> bool:
        return row.player_id in entry_of and seats[entry_of[row.player_id]] >= needed

    shown = sorted(
        fits, key=lambda row: (row.number != wanted, is_here(row), -(row.last.timestamp() if row.last else 0), row.player.sort_key)
    )[:MOST_FOUND]
    names = Counter(known.filter(player__name_native__in=[row.player.name_native for row in shown]).values_list("player__name_native", flat=True))
    return [
        Found(
            row.player, row.number or "", names[row.player.name_native] > 1, row.last, waits=row.player_id in entry_of and not is_here(row),
            is_here=is_here(row),
        )
        for row in shown
    ]


def _fits(wanted: str) -> Q:
    letters = plain_letters(wanted)
    if is_chinese(wanted):
        return Q(player__name_native__contains=wanted)
    if wanted.isdigit():
        return Q(number__startswith=wanted)
    by_word = Q(joined__startswith=in_one(letters)) | Q(player__sort_key__contains=f" {letters}") | Q(player__initials__startswith=letters)
    return by_word | Q(player__name_latin__icontains=wanted) | Q(player__name_native__icontains=wanted) | Q(number__iexact=wanted)


def _fits_for_all(wanted: str) -> Q:
    by_number = Q(number__iexact=wanted)
    if wanted.isdigit() or sum(letter.isalpha() for letter in wanted) < 2:
        return by_number
    return by_number | Q(player__is_named=True) & _fits(wanted)


def member_by_uid(club: Club, uid: str) -> Membership | None:
    """The member or guest of the club whom a page names."""
    known = Membership.objects.filter(club=club, player__merged_into__isnull=True).select_related("player")
    return known.filter(player__uid=uid.replace("\0", "")).first()
