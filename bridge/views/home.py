"""The first page of the site and of a club: when one plays next, who won lately, whom to ask."""

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe

from bridge.models import Club
from bridge.permissions import may_administer, may_direct, may_manage
from bridge.queries.evenings import asked_after, forgotten, never_begun
from bridge.queries.home import latest_results, programme_of
from bridge.queries.members import has_members
from bridge.views.access import open_to_all
from bridge.views.render import HtmxRequest, page, redirect


@require_safe
@open_to_all
def home(request: HtmxRequest) -> HttpResponse:
    """The clubs of the site; where there is one, its own page."""
    clubs = list(Club.objects.order_by("name")[:200])
    if len(clubs) == 1:
        return redirect("club", clubs[0].slug)
    return page(request, "bridge/home/site.html", "", {"clubs": clubs})


@require_safe
@open_to_all
def club_home(request: HtmxRequest, club: Club) -> HttpResponse:
    """What a visitor asks: when is the next evening, what comes, who won, whom to ask."""
    now = timezone.now()
    programme, manages = programme_of(club, now), may_manage(request.actor, club)
    context = {
        "club": club, "here": "club", "programme": programme, "next": programme[0] if programme else None, "results": latest_results(club),
        "administers": may_administer(request.actor, club), "may_manage": manages,
        "is_new": manages and not has_members(club),
        "forgotten": forgotten(club, now) if manages else [], "never_begun": never_begun(club, now) if manages else [],
        "asked_after": asked_after(club) if may_direct(request.actor, club) else [],
    }
    return page(request, "bridge/home/club.html", "", context)


urlpatterns = [
    path("", home, name="home"),
    path("c/<slug:club>/", club_home, name="club"),
]
