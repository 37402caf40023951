"""The room while it plays."""

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe

from bridge.models import Session
from bridge.permissions import may_run
from bridge.queries.room import room_of
from bridge.views.access import needs
from bridge.views.render import HtmxRequest, page


@require_safe
@needs(may_run)
def room(request: HtmxRequest, session: Session) -> HttpResponse:
    """Every table at a glance."""
    context = {"session": session, "club": session.club, "here": "tonight", "room": room_of(session, timezone.now())}
    return page(request, "bridge/room/room.html", "bridge/room/_room.html", context)


urlpatterns = [path("c/<slug:club>/s/<str:session>/room/", room, name="room")]
