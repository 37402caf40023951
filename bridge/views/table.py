"""A table's own page: who sits here, which boards, the slip; and how far its boards have come, for phones that wait for news."""

from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import path
from django.views.decorators.http import require_safe

from bridge.permissions import Table, entries_of, holds_slips, may_enter_at, may_sit_at
from bridge.queries.plan_news import plan_news_at
from bridge.queries.rulings import notices_at
from bridge.queries.table import RoundHere, TableHere, table_of
from bridge.views.access import needs, open_to_all
from bridge.views.asked import number_in
from bridge.views.card import card_page, quiet_page
from bridge.views.news import etag_of_news, etag_of_poll, no_news, with_etag
from bridge.views.offline import plan_of, state_of
from bridge.views.render import HtmxRequest, page
from bridge.views.slip import SlipPage

KEPT = 12 * 60 * 60  # seconds for which a phone may open the page again without network
HAS_SCRIPT = "slips"  # the cookie that static/slip.js sets: it asks for news whenever the page is opened


@require_safe
@open_to_all
def table(request: HtmxRequest, table: Table) -> HttpResponse:
    """The round that is played here with its next slip, or where to go; for a phone without a grant, what it may become."""
    if not may_sit_at(request.actor, table):
        return card_page(request, table)
    etag = etag_of_poll(request, table)
    nothing = no_news(request, etag)
    if nothing is not None:
        return nothing
    at = table_of(table.session, table.number)
    if at is None:
        return quiet_page(request, table)
    shown = SlipPage(request.actor, at, _landing(request, table, at))
    context: dict[str, Any] = shown.context() | {"notices": notices_at(shown.here.seating, sees=shown.sees), "news": plan_news_at(at)}
    if holds_slips(request.actor, table):
        context["offline"] = plan_of(request.actor, at)
    response = page(request, "bridge/table/table.html", "bridge/entry/_slip.html", context)
    kept = HAS_SCRIPT in request.COOKIES and "offline" in context and not request.htmx
    response.headers["Cache-Control"] = f"private, max-age={KEPT}" if kept else "private, no-cache"
    return with_etag(response, etag)


def _landing(request: HtmxRequest, table: Table, at: TableHere) -> RoundHere:
    """The round that is shown: on a player's own phone the one in which its pair sits here and still has something to agree."""
    asked = number_in(request.GET.get("round", ""))
    if asked is None and not may_enter_at(request.actor, table):
        own = entries_of(request.actor, table.session)
        rounds = [here for here in at.rounds if own & here.entries]
        return next((here for here in rounds if not here.has_all_agreed), rounds[-1])
    return at.landing(asked)


@require_safe
@needs(may_sit_at)
def table_state(request: HtmxRequest, table: Table) -> HttpResponse:
    """How far every board of the table has come, the plan's fingerprint and a token to post with, for the page that stays open.

    304 where the evening's journal, and the phone, are as they were: nothing is read for it but the evening and the phone's grants.
    """
    token, holds = get_token(request), may_enter_at(request.actor, table)
    etag = etag_of_news(request, table, request.META["CSRF_COOKIE"])
    nothing = no_news(request, etag)
    if nothing is not None:
        return nothing
    at = table_of(table.session, table.number)
    if at is None:
        raise Http404
    response = JsonResponse(state_of(at) | {"csrf": token, "holds": holds})
    response.headers["Cache-Control"] = "private, no-store"
    return with_etag(response, etag)


urlpatterns = [
    path("c/<slug:club>/s/<str:session>/t/<int:table>/", table, name="table"),
    path("c/<slug:club>/s/<str:session>/t/<int:table>/state/", table_state, name="table_state"),
]
