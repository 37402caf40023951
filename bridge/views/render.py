"""How a view answers: a whole page, its partial alone for htmx, or the way to the next page."""

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails

from bridge.models import Club
from bridge.permissions import Actor, may_manage
from bridge.phrases.names import reads_chinese
from bridge.views.access import page_of

VARY = ("HX-Request", "HX-Boosted", "HX-History-Restore-Request", "Cookie", "Accept-Language")

# A full-width sign brings its own space, and templates part sentences by lines and blanks. Dashes keep theirs; keys, fields and what was typed into them too.
_AFTER_SIGN = re.compile(
    r"([。，：；？！）、”》](?:</(?:b|i|small|span|strong)>)?)[ \n]+(?![–·]|<(?:button|input|select|form|a class=\"button))(?=[^<>]*<(?!/textarea))"
)


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
    if reads_chinese():
        response.content = close_up(response.content.decode())
    patch_vary_headers(response, VARY)
    return response


def close_up(html: str) -> str:
    """A page in Chinese without the blanks between a full-width sign and what follows it."""
    return _AFTER_SIGN.sub(r"\1", html)


def _manages(request: HttpRequest, club: Club | None) -> bool:
    """Does the reader keep this club's members' list? The band shows the way to it."""
    actor = getattr(request, "actor", None)
    return club is not None and actor is not None and may_manage(actor, club)


def redirect(to: Any, *args: Any, **kwargs: Any) -> HttpResponseRedirect:
    """The way to the next page after a POST, followed by the browser and by htmx alike (303: always by GET).

    to       an address, a name of an address with its arguments, or a row with get_absolute_url()
    """
    return HttpResponseRedirect(resolve_url(to, *args, **kwargs), status=303)
