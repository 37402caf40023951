"""What a view sends: the whole page, its partial, the way on."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory
from django_htmx.middleware import HtmxMiddleware

from bridge.views.access import open_to_all
from bridge.views.render import HtmxRequest, page, redirect

WHOLE, PART = "bridge/home/site.html", "bridge/_field.html"


@open_to_all
def view(request: HtmxRequest) -> HttpResponse:
    """A page whose partial is a hidden field."""
    return page(request, WHOLE, PART, {"clubs": [], "field": {"is_hidden": True}}, status=422)


def sent(**headers: str) -> HttpResponse:
    """The view's answer to a GET with these headers."""
    request = RequestFactory().get("/", headers={name.replace("_", "-"): value for name, value in headers.items()})
    request.user = AnonymousUser()
    answer = HtmxMiddleware(view)(request)
    assert isinstance(answer, HttpResponse)
    return answer


@pytest.mark.parametrize("headers", [{}, {"HX_Request": "true", "HX_Boosted": "true"}, {"HX_Request": "true", "HX_History_Restore_Request": "true"}])
def test_the_whole_page_for_browsers_boosted_links_and_history(headers: dict[str, str]) -> None:
    assert b"<!doctype html>" in sent(**headers).content


def test_the_partial_alone_for_htmx() -> None:
    assert b"<!doctype html>" not in sent(HX_Request="true").content


def test_the_answer_says_what_it_depends_on() -> None:
    for answer in (sent(), sent(HX_Request="true")):
        assert {"HX-Request", "HX-Boosted", "HX-History-Restore-Request", "Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))
        assert answer.status_code == 422


def test_the_way_on_is_always_by_get() -> None:
    answer = redirect("club", "millpond")
    assert (answer.status_code, answer["Location"]) == (303, "/c/millpond/")
    assert redirect("/account/")["Location"] == "/account/"
