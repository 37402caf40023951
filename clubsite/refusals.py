"""Requests that no view can answer are answered by a whole page in the reader's language."""

import sqlite3
from collections.abc import Callable
from http import HTTPStatus
from typing import Final
from urllib.parse import unquote

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader
from django.views.defaults import bad_request

from bridge.models import KeyOfAnother
from bridge.phrases import phrase

# What keeps a database from writing, by the code of SQLite and by that of PostgreSQL.
_KEEPS: Final[dict[int | str, str]] = {
    sqlite3.SQLITE_FULL: "full", sqlite3.SQLITE_READONLY: "read_only", sqlite3.SQLITE_BUSY: "busy", sqlite3.SQLITE_LOCKED: "busy",
    "53100": "full", "25006": "read_only", "55P03": "busy", "40P01": "busy",
}


class PagesForRefusals:
    """A zero byte is refused before a database is asked (PostgreSQL has none in a text); looking at an address that only takes forms shows a page; so does a
    database that cannot write, for a reason that somebody in the hall can remove, and a form that comes under the key of another one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The view's answer, or the page that says why there is none."""
        if "\0" in request.path or "\0" in unquote(request.META.get("QUERY_STRING", "")):
            return bad_request(request, ValueError())
        response = self.get_response(request)
        if response.status_code != 405 or request.method != "GET":
            return response
        shown = render(request, "405.html", status=405)
        shown.headers["Allow"] = response.headers["Allow"]
        return shown

    def process_exception(self, request: HttpRequest, trouble: Exception) -> HttpResponse | None:
        """The page that says what keeps the database from writing, or that a form's key was used for something else; None for any other trouble."""
        if isinstance(trouble, KeyOfAnother):  # any act may raise it, and no page has more to say about it than another
            return render(request, "409.html", {"why": phrase(trouble)}, status=HTTPStatus.CONFLICT)
        why = _keeps(trouble) if isinstance(trouble, DatabaseError) else None
        if why is None:
            return None
        shown = HttpResponse(loader.get_template("503.html").render({"why": why}), status=HTTPStatus.SERVICE_UNAVAILABLE)
        shown.reason_phrase = f"Service Unavailable (database: {why})"  # the log has it
        shown.headers["Retry-After"] = "10"
        return shown


def _keeps(trouble: DatabaseError) -> str | None:
    cause = trouble.__cause__
    if isinstance(cause, sqlite3.Error):
        return _KEEPS.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    return _KEEPS.get(getattr(cause, "sqlstate", None) or "")
