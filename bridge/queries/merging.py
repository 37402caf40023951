"""One person whom a club keeps twice: whether two records may be made one, what stays of them, and what was made one before."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.timezone import localtime

from bridge.engine.errors import EngineError
from bridge.mapping.basis import MERGE_PLAYERS
from bridge.mapping.records import records_of
from bridge.models import OVER, Account, Act, Award, Club, Event, EventForm, LineUp, Membership, Player, Roster, Session, SessionState


class TheSameRecord(EngineError):
    """A record cannot be made one with itself. No facts."""


class MergedAlready(EngineError):
    """One of the two records is part of another one meanwhile. Facts: `player`, `into` (ids)."""


class BothSat(EngineError):
    """Both sat in one evening, so they are two people. Facts: `evening`, `day` (a date in the club's zone)."""


class BothNamed(EngineError):
    """Both are named in one event of teams, so they are two people. Facts: `event`."""


class KnownElsewhere(EngineError):
    """Another club knows one of them. Facts: `club`, `player` (id)."""


class StillSits(EngineError):
    """The record that goes sits in an evening that is not over. Facts: `evening`."""


@dataclass(frozen=True, slots=True)
class Staying:
    """What the record that stays has once both are one."""

    number: str | None
    is_guest: bool
    phone: str
    seat_wish: str
    is_named: bool


@dataclass(frozen=True, slots=True)
class Merging:
    """Two records before they are made one, and what comes of it.

    evenings    closed evenings of this club, of the one that stays and of the one that goes
    points      in the ledger, in hundredths, of the one that goes
    freed       the number that nobody has afterwards
    accounts    names to sign in with that belong to the one that goes
    refusal     why it cannot be; None where it can
    turned      it cannot be, but the other way round it can
    """

    kept: Membership
    double: Membership
    staying: Staying
    evenings: tuple[int, int]
    points: int
    freed: str | None
    accounts: tuple[str, ...]
    refusal: EngineError | None
    turned: bool


@dataclass(frozen=True, slots=True)
class Merged:
    """A record that was made one with a person's: by which act, under which name it was kept, with how many closed evenings of the club."""

    act: Act
    name: str
    evenings: int


def staying(kept: Membership, double: Membership | None, leaving: Player) -> Staying:
    """What stays: a number, a telephone and a seat wish are taken over where the one who stays has none; unnamed stays who is unnamed under either."""
    return Staying(
        number=kept.number or (double.number if double else None),
        is_guest=kept.is_guest and (double is None or double.is_guest),
        phone=kept.player.phone or leaving.phone,
        seat_wish=kept.player.seat_wish or leaving.seat_wish,
        is_named=kept.player.is_named and leaving.is_named,
    )


def merging_of(kept: Membership, double: Membership) -> Merging:
    """What making these two records one does, before it is done."""
    records = records_of([double.player_id])
    refusal = _refusal_of(kept, double)
    return Merging(
        kept, double, staying(kept, double, double.player), (evenings_played(kept.club, kept.player), evenings_played(kept.club, double.player)),
        sum(Award.objects.filter(player__in=list(records)).values_list("hundredths", flat=True)),
        double.number if kept.number else None, tuple(Account.objects.filter(player=double.player).order_by("username").values_list("username", flat=True)),
        refusal, refusal is not None and _refusal_of(double, kept) is None,
    )


def _refusal_of(kept: Membership, double: Membership) -> EngineError | None:
    try:
        refuse_merging(kept.club, kept.player, double.player)
    except EngineError as told:
        return told
    return None


def evenings_played(club: Club, player: Player) -> int:
    """In how many closed evenings of the club this person sat, under whatever record."""
    sat = LineUp.objects.live().filter(player__in=list(records_of([player.pk])), session__club=club, session__state=SessionState.CLOSED)
    return int(sat.values("session").distinct().count())


def refuse_merging(club: Club, kept: Player, double: Player) -> None:
    """Raise what keeps these two records apart: TheSameRecord, MergedAlready, KnownElsewhere, BothSat, BothNamed, StillSits."""
    if kept.pk == double.pk:
        raise TheSameRecord
    for player in (double, kept):
        if player.merged_into is not None:
            raise MergedAlready(player=player.pk, into=player.person.pk)
    one, other = list(records_of([kept.pk])), list(records_of([double.pk]))
    _refuse_known_elsewhere(club, [*one, *other])
    sat = LineUp.objects.live().filter(player__in=one, session__in=LineUp.objects.live().filter(player__in=other).values("session"))
    both = sat.select_related("session__stage__event", "session__club").order_by("session__starts", "pk").first()
    if both is not None:
        raise BothSat(evening=both.session.stage.event.name, day=_day_of(both.session.starts, both.session.club.zone))
    named = Roster.objects.live().filter(player__in=other).values("entry__event")
    event = Event.objects.filter(form=EventForm.TEAMS, entries__roster__in=Roster.objects.live().filter(player__in=one), pk__in=named).first()
    if event is not None:
        raise BothNamed(event=event.name)
    _refuse_still_sitting(other)


def _refuse_known_elsewhere(club: Club, records: Collection[int]) -> None:
    member = Membership.objects.filter(player__in=records).exclude(club=club).select_related("club").first()
    if member is not None:
        raise KnownElsewhere(club=member.club.name, player=member.player_id)
    line = LineUp.objects.live().filter(player__in=records).exclude(session__club=club).select_related("session__club").first()
    if line is not None:
        raise KnownElsewhere(club=line.session.club.name, player=line.player_id)


def _refuse_still_sitting(records: Collection[int]) -> None:
    evening = still_sits_in(records)
    if evening is not None:
        raise StillSits(evening=evening)


def still_sits_in(records: Collection[int]) -> str | None:
    """An evening that is not over knows its players by their records: at the table, at the sign-in, in the cash box. The name of one that knows these."""
    waiting = Session.objects.exclude(state__in=OVER).select_related("stage__event").order_by("starts", "pk")
    sits = waiting.filter(pk__in=LineUp.objects.live().filter(player__in=records).values("session")).first()
    plays = waiting.filter(stage__event__in=Roster.objects.live().filter(player__in=records).values("entry__event")).first()
    evening = sits or plays
    return evening.stage.event.name if evening is not None else None


def _day_of(when: datetime, zone: str) -> Any:
    return localtime(when, ZoneInfo(zone)).date()


def merged_into(club: Club, player: Player) -> tuple[Merged, ...]:
    """The records that the club made one with this person's and that still are, the newest first."""
    acts = Act.objects.filter(journal__club=club, kind=MERGE_PLAYERS, facts__kept=player.pk, undone_by__isnull=True).select_related("account")
    doubles = Player.objects.in_bulk([act.facts["double"] for act in acts])
    told = [(act, doubles[act.facts["double"]]) for act in acts.order_by("-pk")]
    return tuple(Merged(act, _name_before(act, double), evenings_played(club, double)) for act, double in told)


def _name_before(act: Act, double: Player) -> str:
    """The name of the record that went, as it was kept until the act."""
    for model, pk, before, _after in act.facts.get("changed", ()):
        if model == "player" and pk == double.pk and "name_native" in before:
            return str(before["name_native"])
    return double.name_native


def touching(club: Club, players: Collection[int], since: int) -> list[Act]:
    """Later acts of the club's journal than `since` that are about these people, the newest first."""
    memberships = set(Membership.objects.filter(club=club, player__in=players).values_list("pk", flat=True))
    rows = {("player", pk) for pk in players} | {("membership", pk) for pk in memberships}
    later = Act.objects.filter(journal__club=club, pk__gt=since).select_related("account", "device").order_by("-pk")
    return [act for act in later if not rows.isdisjoint(_rows_of(act))]


def said_before(act: Act, player: Player) -> tuple[str, ...]:
    """What an act changed of what is typed on a person's page, as it was until then, so that it can be typed again."""
    own = {("player", player.pk)} | {("membership", pk) for pk in Membership.objects.filter(player=player).values_list("pk", flat=True)}
    typed = ("name_native", "name_latin", "number", "phone")
    return tuple(before[name] for model, pk, before, _ in act.facts.get("changed", ()) if (model, pk) in own for name in typed if before.get(name))


def _rows_of(act: Act) -> set[tuple[str, int]]:
    """The people and memberships that an act was about."""
    named = {("player", act.facts[name]) for name in ("player", "kept", "double") if isinstance(act.facts.get(name), int)}
    return named | {(model, pk) for model, pk, *_ in act.facts.get("changed", ())}
