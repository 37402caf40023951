"""The page for the projector: round, time left, next places; when play is over the ranking. It turns its pages by itself, without a script."""

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe

from bridge.models import Session
from bridge.queries.wall import wall_of
from bridge.views.access import open_to_all
from bridge.views.asked import number_in
from bridge.views.render import HtmxRequest, page, redirect


@require_safe
@open_to_all
def wall(request: HtmxRequest, session: Session) -> HttpResponse:
    """Where everybody goes next, readable from six metres."""
    shown = wall_of(session, timezone.now(), number_in(request.GET.get("page", "")) or 1)
    if shown.is_over:
        return redirect("wall_ranking", session.club.slug, session.uid)
    return page(request, "bridge/wall/wall.html", "", {"session": session, "club": session.club, "wall": shown, "now": timezone.now()})


urlpatterns = [path("c/<slug:club>/s/<str:session>/wall/", wall, name="wall")]
