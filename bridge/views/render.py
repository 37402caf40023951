"""How a view answers: a whole page, its partial alone for htmx, or the way to the next page."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails

from bridge.models import Club
from bridge.permissions import Actor, may_manage
from bridge.views.access import page_of

VARY = ("HX-Request", "HX-Boosted", "HX-History-Restore-Request", "Cookie", "Accept-Language")


class HtmxRequest(HttpRequest):
    """A request after the htmx middleware and after `needs` or `open_to_all`."""

    htmx: HtmxDetails
    actor: Actor
    answers: list[Any]  # answers to what the view was `reading`


def page(request: HtmxRequest, template: str, partial: str, context: Mapping[str, Any], *, status: int = 200) -> HttpResponse:
    """The page `template`, or for htmx its `partial` alone ("": a page that has none).

    The whole page goes out when htmx is boosting a link or restoring its history, since it then replaces the body. What comes back
    depends on those headers and on the reader's language, and says so in Vary.
    """
    alone = bool(partial and request.htmx) and not request.htmx.boosted and not request.htmx.history_restore_request
    shown = {"manages": _manages(request, context.get("club")), "onward": page_of(request), **context}
    response = render(request, partial if alone else template, shown, status=status)
    patch_vary_headers(response, VARY)
    return response


def _manages(request: HttpRequest, club: Club | None) -> bool:
    """Does the reader keep this club's members' list? The band shows the way to it."""
    actor = getattr(request, "actor", None)
    return club is not None and actor is not None and may_manage(actor, club)


def redirect(to: Any, *args: Any, **kwargs: Any) -> HttpResponseRedirect:
    """The way to the next page after a POST, followed by the browser and by htmx alike (303: always by GET).

    to       an address, a name of an address with its arguments, or a row with get_absolute_url()
    """
    return HttpResponseRedirect(resolve_url(to, *args, **kwargs), status=303)
