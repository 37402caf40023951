"""Phones at a table that ask again and again whether there is news: 304 and no body while there is none."""

from django.http import HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from bridge.models import EventForm
from bridge.permissions import Table, may_enter_at
from bridge.queries.line_ups import hidden_line_ups
from bridge.views.access import GRANTS
from bridge.views.marks import mark_of
from bridge.views.render import HtmxRequest


def etag_of_news(request: HtmxRequest, table: Table, *more: object) -> str:
    """What a table's news depends on: the newest act of the evening, which was read with the evening itself; the reader and the language; and `more`.

    Where teams play also which line-ups the clock has opened.
    """
    session = table.session
    if session.stage.event.form == EventForm.TEAMS:
        more = (*more, sorted(hidden_line_ups(session, timezone.now())))
    reader = (request.user.pk, request.COOKIES.get(GRANTS, ""), may_enter_at(request.actor, table), get_language(), request.get_full_path())
    return mark_of(session.journal.pk, session.journal.head, session.state, session.paused_at, reader, more)


def etag_of_poll(request: HtmxRequest, table: Table) -> str:
    """The same for a page that htmx asks for again; empty for a whole page, which is always sent."""
    polls = request.htmx and not request.htmx.boosted and not request.htmx.history_restore_request
    return etag_of_news(request, table) if polls else ""


def no_news(request: HtmxRequest, etag: str) -> HttpResponse | None:
    """The short answer for who has this already; None for who has not."""
    answer: HttpResponse | None = get_conditional_response(request, etag=etag) if etag else None
    return answer


def with_etag(response: HttpResponse, etag: str) -> HttpResponse:
    """The answer, to be asked for again by its mark."""
    if etag:
        response.headers["ETag"] = etag
    return response
