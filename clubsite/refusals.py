"""Requests that no view can answer are answered by a whole page in the reader's language."""

from collections.abc import Callable
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import bad_request


class PagesForRefusals:
    """A zero byte is refused before a database is asked (PostgreSQL has none in a text); looking at an address that only takes forms shows a page."""

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
