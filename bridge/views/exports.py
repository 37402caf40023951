"""What can be taken away of a closed evening: one page in one file, USEBIO, PBN, tables for spreadsheets."""

import re
from collections.abc import Callable
from functools import partial
from zoneinfo import ZoneInfo

from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.urls import path
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from bridge.engine.formats.event import PublishedEvent
from bridge.engine.formats.pbn_event import write_pbn
from bridge.engine.formats.tables import write_ranking, write_results
from bridge.engine.formats.usebio_writing import write_usebio
from bridge.mapping.exports import is_writable, published_event
from bridge.models import EventForm, Session, SessionState
from bridge.permissions import is_told, may_run
from bridge.phrases.names import name_of, reads_chinese
from bridge.queries.boards import travellers_of
from bridge.queries.cards import cards_of
from bridge.queries.matches import ranking_of_teams
from bridge.queries.results import rankings_of_session, standings_of
from bridge.queries.saved_matches import saved_matches
from bridge.views.access import open_to_all
from bridge.views.render import HtmxRequest, close_up, page

# The file is opened from a disk or from any web space: it may show itself and nothing more.
ALONE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

LARGEST = 2_000_000
_SAID = re.compile(r'<span class="say">[^<]*</span>')


@require_safe
@open_to_all
def files(request: HtmxRequest, session: Session) -> HttpResponse:
    """The files of an evening once it is closed, and what can be printed."""
    context = {
        "session": session, "club": session.club, "here": "results", "is_told": is_told(session), "is_closed": session.state == SessionState.CLOSED,
        "is_writable": is_writable(session), "may_run": may_run(request.actor, session),
    }
    return page(request, "bridge/results/files.html", "", context)


@require_safe
@open_to_all
def export_html(request: HtmxRequest, session: Session) -> HttpResponse:
    """The whole evening as one page that needs nothing else: ranking, cards, travellers, in the reader's language."""
    _refuse_open(session)
    text = _whole_of_teams(session) if session.stage.event.form == EventForm.TEAMS else _whole_of_pairs(session)
    if reads_chinese():
        text = close_up(text)
    if len(text.encode()) > LARGEST:  # hundreds of pairs: the signs are left to be read aloud as they are
        text = _SAID.sub("", text).replace(' aria-hidden="true"', "")
    return _download(session, "html", "text/html; charset=utf-8", text.encode())


def _whole_of_pairs(session: Session) -> str:
    now = timezone.now()
    pages = tuple(standings_of(each, now) for each in rankings_of_session(session))
    context = {
        "session": session, "club": session.club, "pages": pages, "cards": cards_of(session, pages), "boards": travellers_of(session, now, lambda number: True),
        "saved": True, "own": (), "style": _style("site.css"), "paper": _style("print.css"), "now": now,
    }
    return str(render_to_string("bridge/results/saved.html", context))


def _whole_of_teams(session: Session) -> str:
    """The ranking, then every match with both rooms."""
    now = timezone.now()
    shown = saved_matches(session)
    context = {
        "session": session, "club": session.club, "lines": [each.line for each in shown], "ranking": ranking_of_teams(session, now), "matches": shown,
        "saved": True, "style": _style("site.css"), "paper": _style("print.css"), "now": now,
    }
    return str(render_to_string("bridge/matches/saved.html", context))


def _style(name: str) -> str:
    found = finders.find(name)
    assert isinstance(found, str), f"{name} is part of the programme"
    with open(found, encoding="utf-8") as sheet:
        return sheet.read()


def _event(session: Session) -> PublishedEvent:
    return published_event(session, partial(name_of, in_public=True), timezone.now())


def _refuse_open(session: Session) -> None:
    """What others have still to play would be given away."""
    if not is_told(session):
        raise Http404


def _download(session: Session, ending: str, kind: str, content: bytes) -> HttpResponse:
    day = session.starts.astimezone(ZoneInfo(session.club.zone)).date()
    name = slugify(f"{session.stage.event.name} {day.isoformat()}", allow_unicode=True)
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = content_disposition_header(True, f"{name}.{ending}")
    response["Content-Security-Policy"] = ALONE
    return response


@require_safe
@open_to_all
def export_usebio(request: HtmxRequest, session: Session) -> HttpResponse:
    """The evening as USEBIO 1.2, for federations and other programmes."""
    return _in_words_of(session, write_usebio, "xml", "application/xml; charset=utf-8")


@require_safe
@open_to_all
def export_pbn(request: HtmxRequest, session: Session) -> HttpResponse:
    """The evening as PBN 2.1: travellers, ranking, and the cards where they may be seen."""
    return _in_words_of(session, write_pbn, "pbn", "text/plain; charset=utf-8")


def _in_words_of(session: Session, write: Callable[[PublishedEvent], str], ending: str, kind: str) -> HttpResponse:
    _refuse_open(session)
    if not is_writable(session):
        raise Http404
    return _download(session, ending, kind, write(_event(session)).encode())


@require_safe
@open_to_all
def export_csv(request: HtmxRequest, session: Session, what: str) -> HttpResponse:
    """The ranking or all results as a table that spreadsheets open; the mark in front tells them that it is UTF-8."""
    _refuse_open(session)
    write = {"ranking": write_ranking, "results": write_results}.get(what)
    if write is None:
        raise Http404
    return _download(session, f"{what}.csv", "text/csv; charset=utf-8", write(_event(session)).encode("utf-8-sig"))


_SESSION = "c/<slug:club>/s/<str:session>/files/"
urlpatterns = [
    path(_SESSION, files, name="files"),
    path(_SESSION + "evening.html", export_html, name="export_html"),
    path(_SESSION + "evening.xml", export_usebio, name="export_usebio"),
    path(_SESSION + "evening.pbn", export_pbn, name="export_pbn"),
    path(_SESSION + "<str:what>.csv", export_csv, name="export_csv"),
]
