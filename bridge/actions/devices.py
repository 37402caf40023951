"""Phones at the tables: the one that holds a table's slips, and players' own that read and agree for a pair.

A printed card opens nothing by itself; what it leads to is a grant for one table or one pair in one running session. Whoever calls has asked
`may_take_part`, or for the PIN. The secret of a grant is made by whoever calls and lies in the device's cookie; only its hash is kept.
"""

from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import check_password
from django.utils import timezone

from bridge.engine.errors import EngineError
from bridge.models import Act, Attempt, Device, DeviceUse, Place, Seating, Session, SessionState, journal
from bridge.models.secret import secret_hash
from bridge.permissions import PIN_TRIES, PIN_WINDOW, Actor

PIN_WAIT = PIN_WINDOW // timedelta(minutes=1)  # minutes
OFFER = timedelta(minutes=5)  # how long a phone's consent to be relieved of the slips holds
PIN = "pin"


class SessionDoesNotRun(EngineError):
    """Tables do this in a running session only. Facts: `session`, `state`."""


class SlipsHeldElsewhere(EngineError):
    """Another phone holds the slips, and neither consents nor was the PIN given. Facts: `table`."""


class WrongPin(EngineError):
    """Not the director's PIN. Facts: `left` (tries until one has to wait)."""


class TooManyTries(EngineError):
    """Too many wrong PINs within a few minutes. Facts: `minutes` (how long to wait)."""


class NoPinSet(EngineError):
    """The club has no PIN, so that none can be right."""


class CardNotScanned(EngineError):
    """Nothing shows that the phone is at the table: neither its card was scanned nor the PIN given. Facts: `table`."""


class NobodySitsHere(EngineError):
    """There is no such pair at the table in this round. Facts: `table`."""


def _refuse_unless_running(session: Session) -> None:
    state = Session.objects.values_list("state", flat=True).get(pk=session.pk)
    if state != SessionState.RUNNING:
        raise SessionDoesNotRun(session=session.pk, state=state)


def check_pin(session: Session, pin: str, *, address: str) -> None:
    """True that this is the director's PIN; each wrong one is counted against the address it came from.

    raises   NoPinSet, WrongPin, TooManyTries
    """
    if not session.club.pin_hash:
        raise NoPinSet
    who = f"{session.club_id} {address}"
    # Counted before it is looked at, so that guesses sent at the same time count too.
    attempt = Attempt.objects.create(scope=PIN, who=who)
    tried = Attempt.objects.filter(scope=PIN, who=who, at__gt=timezone.now() - PIN_WINDOW).count()
    if tried > PIN_TRIES:
        attempt.delete()
        raise TooManyTries(minutes=PIN_WAIT)
    if not check_password(pin, session.club.pin_hash):
        raise WrongPin(left=PIN_TRIES - tried) if tried < PIN_TRIES else TooManyTries(minutes=PIN_WAIT)
    attempt.delete()


def hold_slips(session: Session, table: int, *, secret: str, by: Actor, key: str, has_pin: bool = False) -> Device:
    """This device holds the slips of a table from now on; the one that held them reads no more.

    has_pin   the director's PIN was given (`check_pin`), or a director does it
    raises    SessionDoesNotRun, NobodySitsHere where no movement has this table, SlipsHeldElsewhere
    """
    facts = {"table": table, "use": DeviceUse.SLIP.value}
    with journal.act(session.journal, "hold_slips", by=by, key=key, facts=facts) as act:
        if act.is_repeat:
            return Device.objects.get(since=act)
        _refuse_unless_running(session)
        if not Seating.objects.live().filter(section__session=session, table=table).exists():
            raise NobodySitsHere(table=table)
        held = holder_of(session, table)
        if held is not None and held not in by.devices and not has_pin and not is_offered(held):
            raise SlipsHeldElsewhere(table=table)
        Device.objects.filter(session=session, table=table, use=DeviceUse.SLIP).end(act)
        return _grant(act, session, secret, use=DeviceUse.SLIP, table=table)


def offer_slips(session: Session, table: int, *, by: Actor, key: str) -> None:
    """The phone that holds the slips consents: for five minutes the next one that scans the card may take them over."""
    with journal.act(session.journal, "offer_slips", by=by, key=key, facts={"table": table}) as act:
        if not act.is_repeat:
            held = holder_of(session, table)
            act.facts["device"] = held.pk if held else None
            act.save(update_fields=["facts"])


def holder_of(session: Session, table: int) -> Device | None:
    """The device that holds a table's slips now."""
    return Device.objects.live().filter(session=session, table=table, use=DeviceUse.SLIP).first()


def is_offered(device: Device) -> bool:
    """Did this device consent, a few minutes ago, to be relieved?"""
    offers = Act.objects.filter(journal__session=device.session_id, kind="offer_slips", at__gt=timezone.now() - OFFER)
    return any(facts.get("device") == device.pk for facts in offers.values_list("facts", flat=True))


def speak_for_pair(seating: Seating, side: str, *, secret: str, by: Actor, key: str) -> Device:
    """A player's own phone reads and agrees for the pair that sits on this side of the table, here and wherever it goes tonight.

    side     NS or EW; in an individual the seat of the player whose phone it is: N, S, E or W
    raises   SessionDoesNotRun, NobodySitsHere
    """
    session = seating.section.session
    facts = {"table": seating.table, "seating": seating.pk, "side": side, "use": DeviceUse.PAIR.value}
    with journal.act(session.journal, "speak_for_pair", by=by, key=key, facts=facts) as act:
        if act.is_repeat:
            return Device.objects.get(since=act)
        _refuse_unless_running(session)
        place = Place.objects.live().filter(seating=seating, side=side).first()
        if place is None:
            raise NobodySitsHere(table=seating.table)
        return _grant(act, session, secret, use=DeviceUse.PAIR, entry_id=place.entry_id)


def _grant(act: Act, session: Session, secret: str, **columns: Any) -> Device:
    device: Device = Device.objects.begin(act, session=session, secret_hash=secret_hash(secret), **columns)
    return device
