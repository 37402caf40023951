"""Why a figure is what it is: the page behind every mark and every total."""

from django.http import Http404, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from bridge.models import Entry, Seating, Session
from bridge.permissions import may_see_board, may_see_card
from bridge.queries.why import why_of_board, why_of_total
from bridge.views.access import open_to_all
from bridge.views.render import HtmxRequest, page, redirect
from bridge.views.team_results import is_of_teams


@require_safe
@open_to_all
def why_board(request: HtmxRequest, session: Session, seating: Seating, number: int, side: str) -> HttpResponse:
    """Why a pair has its mark on a board: what it was compared with, the factor, the weights, the rule."""
    visible = may_see_board(request.actor, session, number)
    why = why_of_board(session, seating, number, side) if visible and side in ("NS", "EW") else None
    if visible and why is None:
        raise Http404
    context = {"session": session, "club": session.club, "here": "results", "why": why, "number": number, "seating": seating}
    return page(request, "bridge/results/why_board.html", "", context)


@require_safe
@open_to_all
def why_total(request: HtmxRequest, session: Session, entry: Entry) -> HttpResponse:
    """Why a pair has its total: its boards, sit-outs, penalties, and how percentages are made of them."""
    if is_of_teams(session):
        return redirect("pair_card", session.club.slug, session.uid, entry.uid)
    visible = may_see_card(request.actor, session, entry.pk)
    why = why_of_total(session, entry.pk, request.GET.get("list", "")) if visible else None
    if visible and why is None:
        raise Http404
    context = {"session": session, "club": session.club, "here": "results", "why": why, "entry": entry}
    return page(request, "bridge/results/why_total.html", "", context)


_SESSION = "c/<slug:club>/s/<str:session>/"
urlpatterns = [
    path(_SESSION + "why/<int:seating>/<int:number>/<str:side>/", why_board, name="why_board"),
    path(_SESSION + "pair/<str:entry>/why/", why_total, name="why_total"),
]
