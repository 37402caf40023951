"""Evenings of a club: the one tonight, the one before, those that were forgotten."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef

from bridge.models import OVER, Club, Conditions, DirectorCall, Session, SessionState


def tonights(club: Club, now: datetime) -> list[Session]:
    """Evenings that run, or that are prepared for today (the club's day) or within half a day, the running ones first."""
    rows = Session.objects.filter(club=club).exclude(state__in=OVER).select_related("stage__event", "club").order_by("starts", "pk")
    near = [row for row in rows if row.state == SessionState.RUNNING or _is_near(row, club, now)]
    return sorted(near, key=lambda row: row.state != SessionState.RUNNING)


def played_tonight(club: Club, now: datetime) -> list[Session]:
    """Evenings of today, or of half a day ago, that are closed already: whoever asks for tonight then wants their ranking."""
    about = (now - timedelta(days=1), now + timedelta(days=1))
    rows = Session.objects.filter(club=club, state=SessionState.CLOSED, starts__range=about).select_related("stage__event", "club").order_by("starts", "pk")
    return [row for row in rows if _is_near(row, club, now)]


def _is_near(session: Session, club: Club, now: datetime) -> bool:
    zone = ZoneInfo(club.zone)
    return abs(session.starts - now) < timedelta(hours=12) or session.starts.astimezone(zone).date() == now.astimezone(zone).date()


def is_forgotten(session: Session, now: datetime) -> bool:
    """Does it still run though its play should have been over for six hours?"""
    return session.state == SessionState.RUNNING and session.starts + timedelta(minutes=session.minutes, hours=6) < now


def forgotten(club: Club | None, now: datetime) -> list[Session]:
    """Evenings of a club (None: of every club) that still run though their play should have been over for six hours."""
    rows = Session.objects.filter(state=SessionState.RUNNING).select_related("stage__event", "club").order_by("starts", "pk")
    if club is not None:
        rows = rows.filter(club=club)
    return [row for row in rows if is_forgotten(row, now)]


def never_begun(club: Club, now: datetime) -> list[Session]:
    """Evenings that were prepared, and whose day went by without a start; the newest first."""
    tonight = {row.pk for row in tonights(club, now)}
    rows = Session.objects.filter(club=club, state=SessionState.PREPARING, starts__lt=now).exclude(pk__in=tonight)
    return list(rows.select_related("stage__event", "club").order_by("-starts", "-pk"))


def asked_after(club: Club) -> list[Session]:
    """Closed evenings in which the director is still wanted: a pair asked for a correction, a phone sent late what it held; the newest first."""
    open_calls = DirectorCall.objects.filter(session=OuterRef("pk"), done_by__isnull=True)
    rows = Session.objects.filter(Exists(open_calls), club=club, state=SessionState.CLOSED)
    return list(rows.select_related("stage__event", "club").order_by("-starts", "-pk"))


def last_evening(club: Club, like: datetime) -> Session | None:
    """The evening before, on the same day of the week as `like` where there was one; days are the club's."""
    zone = ZoneInfo(club.zone)
    played = Session.objects.filter(club=club, state__in=(SessionState.RUNNING, SessionState.CLOSED))
    rows = list(played.select_related("stage__event", "club").order_by("-starts", "-pk")[:20])
    same = [row for row in rows if row.starts.astimezone(zone).weekday() == like.astimezone(zone).weekday()]
    return next(iter(same or rows), None)


def options_of_session(session: Session) -> dict[str, Any]:
    """The conditions of the session's stage as stored."""
    row = Conditions.objects.live().filter(stage=session.stage, ranking__isnull=True).first()
    return dict(row.options) if row else {}
