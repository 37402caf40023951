"""What everybody reads: the ranking with its versions, a pair's card, a board's traveller, the schedule as it is seated."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from bridge.models import Entry, Journal, Ranking, Session
from bridge.permissions import entries_of, may_run, may_see_board
from bridge.queries.results import card_of, rankings_of_session, standings_of, traveller_of
from bridge.queries.schedule import schedule_of
from bridge.views.access import actor_of, open_to_all
from bridge.views.render import HtmxRequest, page


def _etag(request: HttpRequest, session: str, **_: object) -> str | None:
    """What a page of results depends on: every fact and reckoning of the evening, the minute, the language, the reader and what was asked."""
    heads = Journal.objects.filter(session__uid=session).values_list("head", "session__state", "session__stage__event__journal__head")
    turns = Ranking.objects.filter(session__uid=session).order_by("pk").values_list("pk", "turn", "publications__version")
    reader = (request.user.pk, request.COOKIES.get("grants", ""), get_language(), request.get_full_path(), request.headers.get("HX-Request", ""))
    told = repr((list(heads), list(turns), reader, f"{timezone.now():%Y%m%d%H%M}"))
    return f'"{hashlib.sha256(told.encode()).hexdigest()[:32]}"'


@require_safe
@condition(etag_func=lambda request, club, session, **named: _etag(request, session))
@open_to_all
def ranking(request: HtmxRequest, session: Session, version: int | None = None) -> HttpResponse:
    """The rankings of an evening: running, provisional or final; an older version where asked for."""
    pages = [standings_of(each, timezone.now(), version) for each in rankings_of_session(session)]
    if version is not None and not any(each.publication for each in pages):
        raise Http404
    context = {
        "session": session, "club": session.club, "here": "results", "pages": pages, "own": entries_of(request.actor, session), "asked": version,
        "may_run": may_run(request.actor, session),
    }
    return page(request, "bridge/results/ranking.html", "bridge/results/_ranking.html", context)


@require_safe
@open_to_all
def pair_card(request: HtmxRequest, session: Session, entry: Entry) -> HttpResponse:
    """A pair's evening, board by board: for the pair while it plays, for everybody once the evening is closed."""
    pages = tuple(standings_of(each, timezone.now()) for each in rankings_of_session(session))
    card = card_of(session, entry.pk, pages)
    if card is None:
        raise Http404
    own = entries_of(request.actor, session)
    visible = session.state == "closed" or entry.pk in own or (not own and may_run(request.actor, session))
    context = {"session": session, "club": session.club, "here": "results", "card": card, "is_visible": visible, "is_own": entry.pk in own}
    return page(request, "bridge/results/card.html", "", context)


@require_safe
@open_to_all
def traveller(request: HtmxRequest, session: Session, number: int) -> HttpResponse:
    """A board with all its results, once the reader may see it."""
    actor = actor_of(request)
    visible = may_see_board(actor, session, number)
    board = traveller_of(session, number) if visible else None
    if visible and board is None:
        raise Http404
    context = {"session": session, "club": session.club, "here": "results", "board": board, "number": number, "own": entries_of(actor, session)}
    return page(request, "bridge/results/traveller.html", "", context)


@require_safe
@open_to_all
def movement_page(request: HtmxRequest, session: Session) -> HttpResponse:
    """Who meets whom, where, on which boards, as it is seated."""
    context = {"session": session, "club": session.club, "here": "results", "sections": schedule_of(session), "own": entries_of(request.actor, session)}
    return page(request, "bridge/results/movement.html", "", context)


_SESSION = "c/<slug:club>/s/<str:session>/"
urlpatterns = [
    path(_SESSION + "ranking/", ranking, name="ranking"),
    path(_SESSION + "ranking/v<int:version>/", ranking, name="ranking_version"),
    path(_SESSION + "pair/<str:entry>/", pair_card, name="pair_card"),
    path(_SESSION + "board/<int:number>/", traveller, name="traveller"),
    path(_SESSION + "movement/", movement_page, name="movement_page"),
]
