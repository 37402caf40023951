"""What everybody reads: the ranking with its versions, a pair's card, boards with their results, the schedule as it is seated."""

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from bridge.models import Account, Entry, Journal, Ranking, Session, SessionState
from bridge.permissions import boards_seen, entries_of, is_told, may_correct, may_run, may_see_board, may_see_card, teams_of
from bridge.queries.boards import boards_of_session, traveller_of
from bridge.queries.cards import cards_of
from bridge.queries.line_ups import hidden_line_ups
from bridge.queries.results import rankings_of_session, standings_of
from bridge.queries.rulings import marks_of
from bridge.queries.schedule import schedule_of
from bridge.queries.team_boards import team_board
from bridge.queries.wall import ranking_wall_of
from bridge.views.access import open_to_all
from bridge.views.asked import number_in
from bridge.views.marks import mark_of
from bridge.views.render import HtmxRequest, page, redirect
from bridge.views.team_results import card_of_team, is_of_teams


def etag_of_results(request: HttpRequest, club: str, session: str, **_: object) -> str:
    """What a page of results depends on: every fact and reckoning of the evening, whether it is final, the language, the reader and what was asked."""
    journals = Journal.objects.filter(Q(session__uid=session) | Q(event__stages__sessions__uid=session) | Q(club__slug=club)).order_by("pk")
    rankings = Ranking.objects.filter(session__uid=session).order_by("pk", "publications__version")
    now = timezone.now()
    told = rankings.values_list("pk", "turn", "publications__version", "publications__final_at")
    versions = [(*row[:3], row[3] is not None and row[3] <= now) for row in told]
    asked = (get_language(), request.get_full_path(), request.headers.get("HX-Request", ""))
    reader = (request.user.pk, *_rights_of(request), request.COOKIES.get("grants", ""), *asked)
    evenings = list(Session.objects.filter(uid=session, club__slug=club).select_related("stage__event"))
    open_to_all_readers = [is_told(evening) for evening in evenings]  # others may have closed meanwhile
    line_ups = [sorted(hidden_line_ups(evening, now)) for evening in evenings if is_of_teams(evening)]  # the clock opens them
    return mark_of(list(journals.values_list("pk", "head", "session__state")), versions, open_to_all_readers, line_ups, reader)


def _rights_of(request: HttpRequest) -> tuple[object, ...]:
    """Whose account it is and its roles: a role that was accepted by a link, or given in another club, is no act of this club's journal."""
    return (request.user.player_id, list(request.user.roles.order_by("pk").values_list("club", "role"))) if isinstance(request.user, Account) else ()


@require_safe
@condition(etag_func=etag_of_results)
@open_to_all
def ranking(request: HtmxRequest, session: Session, version: int | None = None) -> HttpResponse:
    """The rankings of an evening: running, provisional or final; an older version where asked for."""
    if is_of_teams(session):
        return redirect("matches", session.club.slug, session.uid)
    now = timezone.now()
    pages = [standings_of(each, now, version, request.GET.get("list", "")) for each in rankings_of_session(session)]
    if version is not None and version not in {row.version for each in pages for row in each.versions}:
        raise Http404
    context = {
        "session": session, "club": session.club, "here": "results", "pages": pages, "own": entries_of(request.actor, session),
        "may_run": may_run(request.actor, session), "waits": not all(each.publication for each in pages),
    }
    return page(request, "bridge/results/ranking.html", "bridge/results/_ranking.html", context)


@require_safe
@open_to_all
def wall_ranking(request: HtmxRequest, session: Session) -> HttpResponse:
    """The ranking on the wall, readable from six metres; it turns its pages by itself."""
    pages = tuple(standings_of(each, timezone.now()) for each in rankings_of_session(session))
    shown = ranking_wall_of(pages, number_in(request.GET.get("page", "")) or 1)
    return page(request, "bridge/results/wall.html", "", {"session": session, "club": session.club, "wall": shown, "now": timezone.now()})


@require_safe
@condition(etag_func=etag_of_results)
@open_to_all
def pair_card(request: HtmxRequest, session: Session, entry: Entry) -> HttpResponse:
    """A pair's evening, board by board: for the pair while it plays, for everybody once the evening is closed."""
    if is_of_teams(session):
        return card_of_team(request, session, entry)
    pages = tuple(standings_of(each, timezone.now()) for each in rankings_of_session(session))
    card = next(iter(cards_of(session, pages, entry.pk)), None)
    if card is None:
        raise Http404
    is_own = entry.pk in entries_of(request.actor, session)
    is_open = session.state == SessionState.RUNNING or bool(card.page and card.page.publication and not card.page.is_final)
    context = {
        "session": session, "club": session.club, "here": "results", "card": card, "is_visible": may_see_card(request.actor, session, entry.pk),
        "is_own": is_own, "may_ask": is_own and is_open, "may_run": may_run(request.actor, session),
    }
    return page(request, "bridge/results/card.html", "", context)


@require_safe
@condition(etag_func=etag_of_results)
@open_to_all
def boards(request: HtmxRequest, session: Session) -> HttpResponse:
    """Every board with its best results, where the reader may see it."""
    seen = boards_seen(request.actor, session)
    rows = boards_of_session(session, lambda number: seen is None or number in seen)
    return page(request, "bridge/results/boards.html", "", {"session": session, "club": session.club, "here": "results", "boards": rows})


@require_safe
@condition(etag_func=etag_of_results)
@open_to_all
def traveller(request: HtmxRequest, session: Session, number: int) -> HttpResponse:
    """A board with all its results, of teams with both tables of every match, once the reader may see it."""
    visible = may_see_board(request.actor, session, number)
    read = team_board if is_of_teams(session) else traveller_of
    board = read(session, number, timezone.now()) if visible else None
    if visible and board is None:
        raise Http404
    context = {
        "session": session, "club": session.club, "here": "results", "board": board, "number": number, "own": entries_of(request.actor, session),
        "corrects": may_correct(request.actor, session), "rulings": marks_of(session, number) if visible else (),
    }
    return page(request, "bridge/results/traveller.html", "", context)


@require_safe
@condition(etag_func=etag_of_results)
@open_to_all
def movement_page(request: HtmxRequest, session: Session) -> HttpResponse:
    """Who meets whom, where, on which boards, as it is seated."""
    own = teams_of(request.actor, session) if is_of_teams(session) else entries_of(request.actor, session)
    hidden = hidden_line_ups(session, timezone.now()) if own or not may_run(request.actor, session) else frozenset[tuple[int, int]]()
    sections = schedule_of(session, {(entry, number) for entry, number in hidden if entry not in own})
    context = {"session": session, "club": session.club, "here": "results", "sections": sections, "own": own}
    return page(request, "bridge/results/movement.html", "", context)


_SESSION = "c/<slug:club>/s/<str:session>/"
urlpatterns = [
    path(_SESSION + "ranking/", ranking, name="ranking"),
    path(_SESSION + "ranking/v<int:version>/", ranking, name="ranking_version"),
    path(_SESSION + "wall/ranking/", wall_ranking, name="wall_ranking"),
    path(_SESSION + "pair/<str:entry>/", pair_card, name="pair_card"),
    path(_SESSION + "boards/", boards, name="boards"),
    path(_SESSION + "board/<int:number>/", traveller, name="traveller"),
    path(_SESSION + "movement/", movement_page, name="movement_page"),
]
