"""What is printed before and after an evening: guide cards, result slips, boards, and the cards that lie on the tables for years."""

from io import BytesIO

import segno
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from segno.helpers import make_wifi

from bridge.models import Club, ClubTable, Session
from bridge.permissions import boards_seen, may_manage, may_run
from bridge.queries.boards import travellers_of
from bridge.queries.line_ups import hidden_line_ups
from bridge.queries.schedule import guide_cards_of, pages_of, schedule_of, slips_of
from bridge.views.access import needs, open_to_all
from bridge.views.render import HtmxRequest, page, redirect


@require_safe
@open_to_all
def print_travellers(request: HtmxRequest, session: Session) -> HttpResponse:
    """All boards that the reader may see, with their results, two to a page."""
    seen = boards_seen(request.actor, session)
    shown = travellers_of(session, timezone.now(), lambda number: seen is None or number in seen)
    context = {"session": session, "club": session.club, "here": "results", "boards": shown, "saved": True, "own": ()}
    return page(request, "bridge/print/travellers.html", "", context)


@require_safe
@needs(may_run)
def print_guides(request: HtmxRequest, session: Session) -> HttpResponse:
    """Each pair's way through the evening, four cards to a page."""
    sheets = pages_of(guide_cards_of(schedule_of(session, hidden_line_ups(session, timezone.now()))), 4)
    return page(request, "bridge/print/guides.html", "", {"session": session, "club": session.club, "here": "results", "sheets": sheets})


@require_safe
@needs(may_run)
def print_slips(request: HtmxRequest, session: Session) -> HttpResponse:
    """A slip for each table and round to write on, four to a page; a board's number on every line."""
    sheets = pages_of(slips_of(schedule_of(session)), 4)
    return page(request, "bridge/print/slips.html", "", {"session": session, "club": session.club, "here": "results", "sheets": sheets})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(may_manage)
def table_cards(request: HtmxRequest, club: Club) -> HttpResponse:
    """The cards for the tables with their codes, and the hall's network. POST: they are printed, and a later change of their address is noticed."""
    address = _address(request)
    if request.method == "POST":
        settings.CARDS_ADDRESS_FILE.parent.mkdir(parents=True, exist_ok=True)
        settings.CARDS_ADDRESS_FILE.write_text(address + "\n", encoding="utf-8")
        messages.success(request, _("If the hall's address changes, the next start will say that these cards no longer fit."))
        return redirect("table_cards", club.slug)
    tables = sorted(ClubTable.objects.filter(club=club), key=lambda table: (len(table.label), table.label))
    return page(request, "bridge/print/cards.html", "", {"club": club, "here": "club", "sheets": pages_of(tables, 6), "address": address})


def _address(request: HtmxRequest) -> str:
    """Where phones in the hall find this site, without a slash at its end."""
    known: str = settings.HALL_URL or request.build_absolute_uri("/")
    return known.rstrip("/")


@require_safe
@needs(may_manage, of="club")
def card_qr(request: HtmxRequest, club: Club, label: str) -> HttpResponse:
    """The code of a table's card as a picture."""
    table = get_object_or_404(ClubTable, club=club, label=label)
    return _picture(segno.make(_address(request) + reverse("card_code", args=[table.code]), error="q", micro=False))


@require_safe
@needs(may_manage, of="club")
def wifi_qr(request: HtmxRequest, club: Club) -> HttpResponse:
    """The code that lets a phone into the hall's network."""
    if not club.wifi_name:
        raise Http404
    return _picture(make_wifi(ssid=club.wifi_name, password=club.wifi_password or None, security="WPA" if club.wifi_password else "nopass"))


def _picture(code: segno.QRCode) -> HttpResponse:
    text = BytesIO()
    code.save(text, kind="svg", scale=8, border=4, dark="#000", light="#fff", svgclass=None, lineclass=None)
    response = HttpResponse(text.getvalue(), content_type="image/svg+xml")
    response["Cache-Control"] = "private, no-store"
    return response


_SESSION = "c/<slug:club>/s/<str:session>/print/"
urlpatterns = [
    path(_SESSION + "boards/", print_travellers, name="print_travellers"),
    path(_SESSION + "guides/", print_guides, name="print_guides"),
    path(_SESSION + "slips/", print_slips, name="print_slips"),
    path("c/<slug:club>/cards/", table_cards, name="table_cards"),
    path("c/<slug:club>/cards/wifi.svg", wifi_qr, name="wifi_qr"),
    path("c/<slug:club>/cards/<str:label>.svg", card_qr, name="card_qr"),
]
