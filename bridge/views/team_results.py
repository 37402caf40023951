"""What everybody reads of a team event beside its matches: a team's card, the list of its pairs."""

from django.http import Http404, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe

from bridge.models import Entry, EventForm, Session, SessionState
from bridge.permissions import boards_seen, may_run, may_see_card
from bridge.queries.team_boards import pairs_list, team_card
from bridge.queries.team_points import points_of_team
from bridge.views.access import open_to_all
from bridge.views.render import HtmxRequest, page


def tab_of(session: Session) -> str:
    """Under which tab the matches stand: an evening that is closed is a result."""
    return "results" if session.state == SessionState.CLOSED else "tonight"


def is_of_teams(session: Session) -> bool:
    """Are its results those of matches?"""
    return bool(session.stage.event.form == EventForm.TEAMS)


def card_of_team(request: HtmxRequest, session: Session, entry: Entry) -> HttpResponse:
    """A team's evening in both rooms, or that of one of its pairs with what its place among the pairs is made of."""
    visible, seen = may_see_card(request.actor, session, entry.pk), boards_seen(request.actor, session)
    card = team_card(session, entry, request.GET.get("pair", ""), timezone.now(), lambda number: visible and (seen is None or number in seen))
    if card is None:
        raise Http404
    context = {
        "session": session, "club": session.club, "here": "results", "card": card, "is_visible": visible, "sees_pairs": _sees_pairs(request, session),
        "may_run": may_run(request.actor, session), "points": None if card.row else points_of_team(session, entry),
    }
    return page(request, "bridge/results/team_card.html", "", context)


def _sees_pairs(request: HtmxRequest, session: Session) -> bool:
    """The list adds up boards that others are still to play: it is for everybody once the evening is closed, until then for staff who play not."""
    return boards_seen(request.actor, session) is None


@require_safe
@open_to_all
def butler(request: HtmxRequest, session: Session) -> HttpResponse:
    """The pairs of all teams compared over the whole field."""
    if not is_of_teams(session):
        raise Http404
    sees = _sees_pairs(request, session)
    shown = pairs_list(session, timezone.now()) if sees else None
    return page(request, "bridge/matches/butler.html", "", {"session": session, "club": session.club, "here": "results", "shown": shown})


urlpatterns = [path("c/<slug:club>/s/<str:session>/matches/pairs/", butler, name="butler")]
