"""The help: how an evening runs for those who run it and those who play, the scorer's keys, the words."""

from django.http import HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from bridge.models import Club
from bridge.views.access import open_to_all
from bridge.views.render import HtmxRequest, page


@require_safe
@open_to_all
def help_page(request: HtmxRequest, club: Club) -> HttpResponse:
    """What each person does in the order of an evening; nothing of an evening stands here, so that anybody may read it."""
    return page(request, "bridge/help/help.html", "", {"club": club, "here": "help"})


urlpatterns = [path("c/<slug:club>/help/", help_page, name="help")]
