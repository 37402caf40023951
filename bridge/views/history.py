"""Evenings that are over: the club's results, and a player's own."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from bridge.models import Club
from bridge.queries.history import evenings_of, history_of
from bridge.views.access import open_to_all
from bridge.views.asked import number_in
from bridge.views.render import HtmxRequest, page


@require_safe
@open_to_all
def results(request: HtmxRequest, club: Club) -> HttpResponse:
    """The club's evenings, the newest first."""
    shown = evenings_of(club, number_in(request.GET.get("page", "")) or 1)
    context = {"club": club, "here": "results", "shown": shown, "player": request.actor.player_id}
    return page(request, "bridge/results/index.html", "", context)


@require_safe
@open_to_all
def history(request: HtmxRequest, club: Club) -> HttpResponse:
    """The evenings of whoever is signed in: partners, places, percentages, how it goes."""
    account = request.actor.account
    if account is None:
        return redirect_to_login(request.get_full_path())
    player = account.player.person if account.player else None
    context = {"club": club, "here": "results", "history": history_of(player, club) if player else None}
    return page(request, "bridge/results/history.html", "", context)


urlpatterns = [
    path("c/<slug:club>/results/", results, name="results"),
    path("c/<slug:club>/me/", history, name="history"),
]
