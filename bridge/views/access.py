"""Who asks for a page, for which row, and whether they may: one step before anything is rendered.

    @needs(may_run)                       def room(request, session): ...
    @needs(may_enter)                     def slip(request, seating, number): ...
    @open_to_all                          def ranking(request, session): ...

The names in the address are fetched in the order club, session, section, seating, entry ...: each must belong to the one before.
The last one fetched is the row that the question is about; a page that needs another says so with `of=`.
"""

from collections.abc import Callable, Collection
from functools import wraps
from inspect import signature
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext

from bridge.forms.slip import LAST_ID
from bridge.models import Club, Device, DirectorCall, Entry, Event, Player, Publication, Ranking, Seating, Section, Session
from bridge.models.prepared import Given, Prepared, Together, together
from bridge.models.secret import secret_hash
from bridge.permissions import Actor, Table

GRANTS = "grants"  # the cookie that holds the secrets of a device's grants, newest last, joined by dots
KEPT = 8  # grants that a device keeps
CARD = "card"  # the cookie with the code of the table's card that the device has scanned last
View = Callable[..., HttpResponse]
Reads = Callable[[HttpRequest, dict[str, Any]], Together]


def _devices_by(secrets: int) -> Prepared:
    return Prepared(lambda: Device.objects.live().filter(secret_hash__in=[Given(f"secret{at}") for at in range(secrets)]).order_by("-pk"))


_DEVICES = {secrets: _devices_by(secrets) for secrets in range(1, KEPT + 1)}  # most phones have one, and need not be asked for eight
_SESSION = Prepared(
    lambda: Session.objects.select_related("club", "stage__event", "journal").filter(uid=Given("uid"), club__slug=Given("slug"))
)


def reading(asks: Reads) -> Callable[[View], View]:
    """What a view asks the database for whoever comes goes with the question who comes: one way there and back less. The answers are `request.answers`.

    asks   makes the statements of a request and the names in its address; nothing of the request has been checked yet
    """

    def wrap(view: View) -> View:
        view.reads = asks  # type: ignore[attr-defined]
        return view

    return wrap


def _who_and_where(request: HttpRequest, named: dict[str, Any], reads: Reads | None) -> tuple[Actor, dict[str, Any]]:
    """Who acts in this request, by the account that is signed in and the grants of the device; and the session and club that the address names."""
    # Without a session's cookie nobody is signed in: a table's phone need not be looked up.
    account = request.user if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated else None
    secrets = [part for part in request.COOKIES.get(GRANTS, "").split(".") if part][-KEPT:]
    asked = [_DEVICES[len(secrets)].asks(**{f"secret{at}": secret_hash(each) for at, each in enumerate(secrets)})] if secrets else []
    if "session" in named:
        asked.append(_SESSION.asks(uid=named["session"], slug=named["club"]))
    also = reads(request, named) if reads is not None else ()
    answers = together([*asked, *also])
    request.answers = answers[len(asked):]  # type: ignore[attr-defined]
    actor = Actor(account=account, devices=tuple(answers[0]) if secrets else (), card=request.COOKIES.get(CARD, ""))
    if "session" not in named:
        return actor, {}
    session = next(iter(answers[len(asked) - 1]), None)
    if session is None:
        raise Http404
    if session.stage.event.club_id == session.club_id:
        session.stage.event.knows(club=session.club)
    return actor, {"club": session.club, "session": session}


def address_of(request: HttpRequest) -> str:
    """Where a request comes from, for counting wrong passwords and PINs; behind the proxy of an https site what the proxy says."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.SECURE_PROXY_SSL_HEADER else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def page_of(request: HttpRequest) -> str:
    """The page that the reader is on: the address asked for, or the one that a form was sent from, since many addresses take forms only."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    try:
        came_from = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # no address at all
        return request.get_full_path()
    if came_from.netloc != request.get_host():
        return request.get_full_path()
    return f"{came_from.path}?{came_from.query}" if came_from.query else came_from.path


def _club(found: dict[str, Any], slug: str) -> Club:
    return get_object_or_404(Club, slug=slug)


def _event(found: dict[str, Any], uid: str) -> Event:
    return get_object_or_404(Event.objects.select_related("club"), uid=uid, club=found["club"])


def _section(found: dict[str, Any], letter: str) -> Section:
    return get_object_or_404(Section.objects.select_related("session"), session=found["session"], letter=letter)


def _seating(found: dict[str, Any], number: int) -> Seating:
    rows = Seating.objects.select_related("section__session__club", "section__session__stage__event__club", "section__session__journal", "round")
    return get_object_or_404(rows, pk=number, section__session=found["session"])


def _table(found: dict[str, Any], number: int) -> Table:
    return Table(found["session"], number)


def _entry(found: dict[str, Any], uid: str) -> Entry:
    return get_object_or_404(Entry, uid=uid, event=found["session"].stage.event)


def _ranking(found: dict[str, Any], number: int) -> Ranking:
    return get_object_or_404(Ranking.objects.select_related("stage__event__club"), pk=number, stage=found["session"].stage)


def _publication(found: dict[str, Any], version: int) -> Publication:
    return get_object_or_404(Publication, version=version, ranking=found["ranking"])


def _call(found: dict[str, Any], number: int) -> DirectorCall:
    return get_object_or_404(DirectorCall, pk=number, session=found["session"])


def _player(found: dict[str, Any], uid: str) -> Player:
    return get_object_or_404(Player.objects.select_related("merged_into"), uid=uid)


FETCH: dict[str, Callable[[dict[str, Any], Any], Any]] = {
    "club": _club, "event": _event, "section": _section, "seating": _seating, "table": _table, "entry": _entry,
    "ranking": _ranking, "publication": _publication, "call": _call, "player": _player,
}


def _fetch(request: HttpRequest, named: dict[str, Any], reads: Reads | None) -> dict[str, Any]:
    """Every row that the address names, in the order in which they belong to each other; a number that no row can have names none.

    The request learns who acts, and what its view reads.
    """
    if any(isinstance(value, int) and value > LAST_ID for value in named.values()):
        raise Http404
    request.actor, found = _who_and_where(request, named, reads)  # type: ignore[attr-defined]
    for name, fetch in FETCH.items():
        if name in named and name not in found:
            found[name] = fetch(found, named[name])
    return found


def needs(may: Callable[[Actor, Any], Any], *, of: str = "") -> Callable[[View], View]:
    """Only those for whom `may(actor, row)` is true see the page; a stranger is shown the way in, others are refused.

    of   name of the row that is asked about; the last of the address where empty
    """

    def wrap(view: View) -> View:
        asked, reads = signature(view).parameters, getattr(view, "reads", None)

        @wraps(view)
        def checked(request: HttpRequest, **named: Any) -> HttpResponse:
            found = _fetch(request, named, reads)
            if not found:
                raise Http404
            row = found[of] if of else found[list(found)[-1]]
            if not may(request.actor, row):  # type: ignore[attr-defined]
                if request.actor.account is None:  # type: ignore[attr-defined]
                    return _way_in(request, found)
                raise PermissionDenied
            if "player" in found and found["player"].merged_into:
                return _way_on(request, named, found)
            return view(request, **_given(asked, named, found))

        checked.permission = may  # type: ignore[attr-defined]
        return checked

    return wrap


def _way_in(request: HttpRequest, found: dict[str, Any]) -> HttpResponse:
    """A stranger's next page: at a table its own, which tells what its card opens; else the sign-in."""
    if "table" in found:
        return HttpResponseRedirect(reverse("table", args=[found["club"].slug, found["session"].uid, found["table"].number]))
    return redirect_to_login(page_of(request))


def _way_on(request: HttpRequest, named: dict[str, Any], found: dict[str, Any]) -> HttpResponse:
    """From the address of a record that was made one with another to the same page of that one; a form that was sent there does nothing."""
    uid = found["player"].person.uid
    if request.method in ("GET", "HEAD") and request.resolver_match:
        query = f"?{request.META['QUERY_STRING']}" if request.META.get("QUERY_STRING") else ""
        return HttpResponseRedirect(reverse(request.resolver_match.view_name, kwargs=named | {"player": uid}) + query)
    messages.error(request, gettext("This person’s two records were made one meanwhile: here is the one that is kept. What you sent was not done."))
    return HttpResponseRedirect(reverse("member", args=[found["club"].slug, uid]), status=303)


def open_to_all(view: View) -> View:
    """Everybody may see the page; what they see of it is the query's business."""
    asked, reads = signature(view).parameters, getattr(view, "reads", None)

    @wraps(view)
    def opened(request: HttpRequest, **named: Any) -> HttpResponse:
        found = _fetch(request, named, reads)
        if "player" in found and found["player"].merged_into:
            return _way_on(request, named, found)
        return view(request, **_given(asked, named, found))

    opened.permission = open_to_all  # type: ignore[attr-defined]
    return opened


def _given(asked: Collection[str], named: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """A view's arguments: rows in place of their names, those that it asks for."""
    return {name: found.get(name, value) for name, value in named.items() if name in asked}
