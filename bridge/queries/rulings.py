"""Rulings as they are read: one in full, those of an evening and of a club, what has to be remembered, and what others may see. Reading only."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet

from bridge.engine.cards import Card
from bridge.engine.laws import facts as f
from bridge.engine.laws.book import number_of
from bridge.engine.laws.case import Question
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.consequences import TricksMoved
from bridge.engine.laws.doubts import is_part_of
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Outcome, Rectification
from bridge.engine.seats import Seat, Side
from bridge.mapping.rulings import answers_of, outcome_of, rectification_of
from bridge.models import Act, Adjustment, Board, Club, DirectorCall, LineUp, Penalty, Place, Reminder, Result, Ruling, RulingShown, Seating, Session
from bridge.queries.room import PairHere, by_side, pairs_of, seated_for_teams

LATER = ("tell_ruling", "ask_review", "hear_review")  # acts that say what became of a ruling

Groups = tuple[tuple[str, tuple[tuple[int, int], ...]], ...]  # each form of a board with round and table of those that played it


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A ruling in a list."""

    ruling: Ruling
    kind: Kind
    outcome: Outcome

    @property
    def stands(self) -> bool:
        """Was it neither withdrawn nor replaced?"""
        return self.ruling.until_id is None

    @property
    def reminds_table(self) -> bool:
        """Does the table's phone show what is to be remembered, as its director chose?"""
        return bool(self.ruling.chosen.get("reminds", False))

    @property
    def shows(self) -> str:
        """What others see of it, as its director chose and as far as the club allows."""
        order = RulingShown.values
        return min(self.ruling.chosen.get("shows", RulingShown.GIVEN.value), self.ruling.session.club.rulings_shown, key=order.index)


@dataclass(frozen=True, slots=True)
class Taken:
    """A penalty, with the side whose evening it was taken from and the pair, or of single players the one; None where they sit there no longer."""

    penalty: Penalty
    side: str
    pair: PairHere | None


@dataclass(frozen=True, slots=True)
class Record(RulingRow):
    """A ruling in full.

    answers        what was asked and answered, in that order
    later          acts about it since: told, review asked for, review heard; the oldest first
    told_at        when both sides had been told; None: not yet
    review_until   when the time for a review ends; None before the scores are posted
    groups         of a board that is scored in groups: each form, "" as it was dealt, with round and table of those that played it
    ended_by       the act that withdrew or replaced it
    """

    edition: Edition
    ns: PairHere | None
    ew: PairHere | None
    answers: tuple[tuple[Question[Any], object], ...]
    adjustments: tuple[Adjustment, ...]
    penalties: tuple[Taken, ...]
    reminders: tuple["Remembered", ...]
    later: tuple[Act, ...]
    told_at: datetime | None
    review_until: datetime | None
    groups: Groups
    ended_by: Act | None
    replaced_by: Ruling | None

    @property
    def is_same_for_both(self) -> bool:
        """Do both sides get the same score?"""
        return len(self.adjustments) == 2 and len({(row.kind, str(row.value)) for row in self.adjustments}) == 1

    @property
    def played(self) -> tuple[str, str, int] | None:
        """Contract, declarer and tricks from which tricks were moved."""
        told = next((row.value["played"] for row in self.adjustments if row.value.get("played")), None)
        return tuple(told) if told else None

    @property
    def moved(self) -> TricksMoved | None:
        """The tricks that go over, and from which side."""
        told = next((row.value["moved"] for row in self.adjustments if row.value.get("moved")), None)
        return TricksMoved(told[0], Side(told[1])) if told else None

    @property
    def asked_review(self) -> bool:
        """Does a review wait to be heard?"""
        kinds = [act.kind for act in self.later if act.kind != "tell_ruling"]
        return bool(kinds) and kinds[-1] == "ask_review"


@dataclass(frozen=True, slots=True)
class Remembered:
    """What outlives a ruling until it is cleared.

    is_over   the board has its result at that table: what was to be looked at again can be looked at
    seat      of the player whose call or card it was, where the facts tell
    cards     that were exposed, led or played
    """

    reminder: Reminder
    what: Rectification
    is_over: bool
    seat: Seat | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HalfMade:
    """A ruling that was begun, and waits on its call."""

    call: DirectorCall
    kind: Kind
    answers: dict[str, str]


@dataclass(frozen=True, slots=True)
class Notices:
    """What a table's phone shows: rulings that stand for the boards of its round, and what is to be remembered where the director lets it see that.

    sees   may whoever holds the phone read what they say: others may still have to play these boards
    """

    rulings: tuple[RulingRow, ...] = ()
    reminders: tuple[Remembered, ...] = ()
    sees: bool = False


def row_of(ruling: Ruling) -> RulingRow:
    """A stored ruling as a row."""
    return RulingRow(ruling, Kind(ruling.code), outcome_of(ruling.outcome))


def record_of(ruling: Ruling) -> Record:
    """Everything about one ruling."""
    kind, session = Kind(ruling.code), ruling.session
    at = seated_at(session, {ruling.seating_id}).get(ruling.seating_id or 0, {})
    later = Act.objects.filter(journal=session.journal, kind__in=LATER, facts__ruling=ruling.pk, undone_by__isnull=True)
    acts = tuple(later.select_related("account").order_by("pk"))
    return Record(
        ruling, kind, outcome_of(ruling.outcome), Edition(ruling.edition), at.get("NS"), at.get("EW"),
        tuple(answers_of(kind, ruling.answers).items()),
        _scores_of(ruling),
        taken_from(Penalty.objects.filter(ruling=ruling), at),
        tuple(_remembered(Reminder.objects.live().filter(ruling=ruling).select_related("ruling"))),
        acts, ruling.told_at or next((act.at for act in acts if act.kind == "tell_ruling"), None), review_until(session),
        groups_of([ruling]).get(ruling.pk, ()), ruling.until, Ruling.objects.filter(replaces=ruling).order_by("-pk").first(),
    )


def taken_from(penalties: Iterable[Penalty], at: Mapping[str, PairHere]) -> tuple[Taken, ...]:
    """Penalties with those at the table, by side, from whom they were taken."""
    seated = {pair.entry: (side, pair) for side, pairs in at.items() for pair in pairs.each}
    return tuple(Taken(each, *seated.get(each.entry_id, ("", None))) for each in penalties)


def groups_of(rulings: Iterable[Ruling]) -> dict[int, Groups]:
    """Of each ruling by which a board is scored in groups, by the ruling's id: the forms with those that played them."""
    forms = {ruling.pk: ruling.chosen["forms"] for ruling in rulings if ruling.chosen.get("forms")}
    seatings = Seating.objects.filter(pk__in={pk for each in forms.values() for pk in each}).order_by("round__number", "table")
    at = {str(pk): (number or 0, table) for pk, number, table in seatings.values_list("pk", "round__number", "table")} if forms else {}

    def played(each: Mapping[str, str], form: str) -> tuple[tuple[int, int], ...]:
        return tuple(where for seating, where in at.items() if each.get(seating) == form)

    return {pk: tuple((form, played(each, form)) for form in sorted(set(each.values()))) for pk, each in forms.items()}


def _scores_of(ruling: Ruling) -> tuple[Adjustment, ...]:
    """What the ruling says of the score: as it counts now, or as it was given where it counts no longer."""
    rows = Adjustment.objects.filter(ruling=ruling).order_by("-side")
    return tuple(rows.live()) or tuple(rows.filter(since=ruling.since))


def review_until(session: Session) -> datetime | None:
    """When the time for a review ends: so many minutes after the scores were posted (Law 92B)."""
    return session.closed_at + timedelta(minutes=session.correction_minutes) if session.closed_at else None


def rulings_of(session: Session) -> tuple[RulingRow, ...]:
    """The rulings of an evening, the newest first; also those that no longer stand."""
    rows = Ruling.objects.filter(session=session).select_related("seating", "board", "since__account", "until").order_by("-pk")
    return tuple(row_of(row) for row in rows)


def waiting_of(session: Session) -> dict[int, str]:
    """What is still to be done about rulings of an evening that stand: `review`, one was asked for and not heard; `tell`, the sides do not know it yet."""
    acts = Act.objects.filter(journal=session.journal, kind__in=LATER, undone_by__isnull=True).order_by("pk").values_list("facts__ruling", "kind")
    newest: dict[int, str] = {}
    told = set[int]()
    for ruling, kind in acts:
        if kind == "tell_ruling":
            told.add(ruling)
        else:
            newest[ruling] = kind
    found = {}
    for pk, told_at in Ruling.objects.live().filter(session=session).values_list("pk", "told_at"):
        if newest.get(pk) == "ask_review":
            found[pk] = "review"
        elif told_at is None and pk not in told:
            found[pk] = "tell"
    return found


def rulings_at(seating: Seating, board: Board) -> tuple[RulingRow, ...]:
    """Those that stand for one board at one table."""
    rows = Ruling.objects.live().filter(seating=seating, board=board).select_related("seating", "board", "since__account", "until")
    return tuple(row_of(row) for row in rows.order_by("-pk"))


def reminders_of(session: Session, boards: frozenset[int] | None = None) -> tuple[Remembered, ...]:
    """What is still to be remembered in an evening, by table; of these boards alone where they are named."""
    rows = Reminder.objects.live().filter(ruling__session=session).select_related("ruling__seating", "ruling__board", "ruling__since")
    if boards is not None:
        rows = rows.filter(ruling__board__number__in=boards)
    return tuple(_remembered(rows.order_by("ruling__seating__table", "pk")))


def _remembered(rows: QuerySet[Reminder]) -> Iterable[Remembered]:
    played = Result.objects.live().filter(seating=OuterRef("ruling__seating"), board=OuterRef("ruling__board"))
    for row in rows.annotate(is_over=Exists(played)):
        yield Remembered(row, rectification_of(row.what), row.is_over, *_whose(row.ruling))


def _whose(ruling: Ruling) -> tuple[Seat | None, tuple[Card, ...]]:
    told = answers_of(Kind(ruling.code), ruling.answers)
    seat = told.get(f.OFFENDER) or told.get(f.CALLER) or told.get(f.OWNER)
    cards = told.get(f.CARD) or told.get(f.CARDS) or told.get(f.EXPOSED) or ()
    return seat if isinstance(seat, Seat) else None, (cards,) if isinstance(cards, Card) else cards if isinstance(cards, tuple) else ()


def half_made(session: Session) -> tuple[HalfMade, ...]:
    """Rulings that were begun and wait."""
    calls = DirectorCall.objects.filter(session=session, done_by__isnull=True).select_related("seating", "board", "taken_by").order_by("called_at", "pk")
    return tuple(HalfMade(call, Kind(call.answers["kind"]), call.answers["answers"]) for call in calls if call.answers)


def notices_at(seating: Seating, *, sees: bool) -> Notices:
    """What the phone of a table may show of what was ruled in this round; nothing says more than the director allows."""
    rows = Ruling.objects.live().filter(seating=seating).select_related("session__club", "board", "since")
    shown = tuple(row_of(row) for row in rows.order_by("-pk"))
    reminding = [row.ruling.pk for row in shown if sees and row.reminds_table]
    reminders = Reminder.objects.live().filter(ruling__in=reminding).select_related("ruling__board", "ruling__seating").order_by("pk")
    return Notices(shown, tuple(_remembered(reminders)) if reminding else (), sees)


def marks_of(session: Session, number: int) -> tuple[RulingRow, ...]:
    """Rulings that stand for a board, for its traveller."""
    rows = Ruling.objects.live().filter(session=session, board__number=number).select_related("session__club", "seating", "board", "since")
    return tuple(row_of(row) for row in rows.order_by("seating__table", "pk"))


def rulings_of_club(club: Club, *, law: str = "", player: str = "", since: date | None = None, until: date | None = None) -> list[RulingRow]:
    """Rulings of a club's sessions, the newest first.

    law      a law or section: those that cite it or a part of it
    player   part of a name, or a member's number: those who sat at the table
    since    day of the session where the club is, first and last
    """
    rows = Ruling.objects.filter(session__club=club).select_related(
        "session__stage__event", "session__journal", "session__club", "seating__round", "board", "since__account", "until"
    )
    if since and since > date.min:  # the first and the last of all days have no midnight in every zone
        rows = rows.filter(session__starts__gte=_midnight(since, club))
    if until and until < date.max:
        rows = rows.filter(session__starts__lt=_midnight(until + timedelta(days=1), club))
    if player:
        rows = _of_player(rows, club, player)
    found = [row_of(row) for row in rows.order_by("-session__starts", "-pk")]
    return [row for row in found if not law or any(is_part_of(cited, law) for cited in row.outcome.laws)]


def at_table(rows: Iterable[RulingRow]) -> dict[int, tuple[PairHere | None, PairHere | None]]:
    """Who sat North-South and East-West where each ruling was given."""
    by_session: dict[int, list[Ruling]] = defaultdict(list)
    for row in rows:
        by_session[row.ruling.session_id].append(row.ruling)
    found: dict[int, tuple[PairHere | None, PairHere | None]] = {}
    for rulings in by_session.values():
        at = seated_at(rulings[0].session, {ruling.seating_id for ruling in rulings})
        found |= {ruling.pk: (at.get(ruling.seating_id or 0, {}).get("NS"), at.get(ruling.seating_id or 0, {}).get("EW")) for ruling in rulings}
    return found


def seated_at(session: Session, seatings: Collection[int | None]) -> dict[int, dict[str, PairHere]]:
    """seating -> side -> who sits there: a pair, the pair of a team that plays in that room, or two single players."""
    pairs = pairs_of(session)
    of_teams = seated_for_teams(session, pairs)
    seats: dict[int, dict[str, PairHere]] = defaultdict(dict)
    for seating, side, entry in Place.objects.live().filter(seating__in=seatings).values_list("seating", "side", "entry"):
        if seating is not None and entry in pairs:
            seats[seating][side] = of_teams.get((seating, side), pairs[entry])
    return {seating: by_side(here) for seating, here in seats.items()}


def by_law(rows: Iterable[RulingRow]) -> list[tuple[int, int]]:
    """How many rulings that stand rest on each law, the most frequent first."""
    counted = Counter(number for row in rows if row.stands for number in {number_of(cited) or 0 for cited in row.outcome.laws})
    return sorted(counted.items(), key=lambda each: (-each[1], each[0]))


def _midnight(day: date, club: Club) -> datetime:
    return datetime.combine(day, time.min, ZoneInfo(club.zone))


def _of_player(rows: Any, club: Club, typed: str) -> Any:
    fits = Q(player__name_native__icontains=typed) | Q(player__name_latin__icontains=typed) | Q(player__sort_key__icontains=typed)
    fits |= Q(player__memberships__club=club, player__memberships__number=typed)
    # One question for the database, however many evenings the player had.
    sat = LineUp.objects.filter(fits, session=OuterRef("session"), entry__places__seating=OuterRef("seating"), entry__places__until__isnull=True)
    return rows.filter(Exists(sat))
