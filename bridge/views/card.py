"""The printed card of a table: what it leads to, and what a phone may become there."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from bridge.actions import devices
from bridge.engine.errors import EngineError
from bridge.forms.entry import HoldForm, SideForm
from bridge.forms.slip import Slip
from bridge.models import ClubTable, EventForm, Seating, Session, SessionState
from bridge.permissions import Table, holds_slips, may_run, may_sign_in_at, may_take_part
from bridge.phrases import phrase
from bridge.queries.evenings import is_forgotten, tonights
from bridge.queries.progress import boards_of
from bridge.queries.room import PairHere, pairs_of
from bridge.queries.sitouts import Resting, resting_at, resting_now
from bridge.queries.table import TableHere, table_of
from bridge.views.access import address_of, needs, open_to_all
from bridge.views.grants import keep_card, keep_grant, secret_of
from bridge.views.render import HtmxRequest, page, redirect


@require_safe
@open_to_all
def card_code(request: HtmxRequest, code: str) -> HttpResponse:
    """Where a printed card leads: to its table in the session that runs, else to what can be done until one does. The device keeps that it was here."""
    card = get_object_or_404(ClubTable.objects.select_related("club"), code=code)
    sessions = Session.objects.filter(club=card.club).order_by("starts", "pk")
    now = timezone.now()
    all_running = [session for session in sessions.filter(state=SessionState.RUNNING) if _has_table(session, card.label)]
    running = [session for session in all_running if not is_forgotten(session, now)] or all_running
    if len(running) == 1:
        response: HttpResponse = redirect("table", card.club.slug, running[0].uid, int(card.label))
    else:
        tonight = [session for session in tonights(card.club, now) if session.state == SessionState.PREPARING]
        preparing = min(tonight, key=lambda session: abs(session.starts - now), default=None)
        response = page(request, "bridge/table/waiting.html", "", {"club": card.club, "card": card, "running": running, "preparing": preparing})
    keep_card(response, card.code)
    return response


def _has_table(session: Session, label: str) -> bool:
    if not (label.isascii() and label.isdigit()):
        return False
    return Seating.objects.live().filter(section__session=session, table=int(label)).exists() or bool(resting_at(session, int(label)))


def card_page(request: HtmxRequest, table: Table, *, hold: HoldForm | None = None, refused: str = "") -> HttpResponse:
    """What a phone at this table may become: the one that keeps the slips, or a player's own; first of all, how it shows that it is here."""
    at = table_of(table.session, table.number)
    if at is None:
        return quiet_page(request, table)
    held = devices.holder_of(table.session, table.number)
    has_pin = held is None or devices.is_offered(held) or holds_slips(request.actor, table) or may_run(request.actor, table.session)
    here = at.current
    context = {
        "club": table.session.club, "session": table.session, "table": table, "here": here, "hold": hold or HoldForm(), "needs_pin": not has_pin,
        "side": SideForm(initial={"seating": here.seating.pk}), "refused": refused,
        "holds_now": holds_slips(request.actor, table), "offer": Slip(), "is_there": _is_there(request, table, at),
        "is_running": table.session.state == SessionState.RUNNING, "knows_pin": bool(table.session.club.pin_hash), "resting": _resting(table),
    }
    return page(request, "bridge/table/card.html", "", context, status=422 if refused else 200)


def _resting(table: Table) -> list[tuple[Resting, PairHere]]:
    """Who sits out at this table until somebody plays here again."""
    pairs = pairs_of(table.session)
    now = resting_now(table.session, boards_of(table.session))
    return [(each, pairs[each.entry]) for each in now if each.table == table.number and each.entry in pairs]


def quiet_page(request: HtmxRequest, table: Table) -> HttpResponse:
    """A table of the hall at which nothing is entered: before the start, after the end, or because those who come to it sit out there; what to do instead."""
    session = table.session
    pairs = pairs_of(session)
    resting = [(each, pairs[each.entry]) for each in resting_at(session, table.number) if each.entry in pairs]
    if not resting and not ClubTable.objects.filter(club=session.club, label=str(table.number)).exists():
        raise Http404
    context = {
        "club": session.club, "session": session, "table": table, "resting": resting, "is_preparing": session.state == SessionState.PREPARING,
        "is_running": session.state == SessionState.RUNNING, "is_of_teams": session.stage.event.form == EventForm.TEAMS,
        "may_sign_in": may_sign_in_at(request.actor, table),
    }
    return page(request, "bridge/table/quiet.html", "", context)


def _is_there(request: HtmxRequest, table: Table, at: TableHere) -> bool:
    entries = at.current.entries | at.landing(None).entries
    return may_take_part(request.actor, table, entries)


def _has_pin(request: HtmxRequest, table: Table, pin: str) -> bool:
    """Was the director's PIN given, or does a director do it?

    raises   CardNotScanned where without a PIN nothing shows that the phone is at the table, and what `check_pin` raises
    """
    at = table_of(table.session, table.number)
    if pin:
        devices.check_pin(table.session, pin, address=address_of(request))
    elif at is not None and not _is_there(request, table, at):
        raise devices.CardNotScanned(table=table.number)
    return bool(pin) or may_run(request.actor, table.session)


@require_POST
@open_to_all
def hold(request: HtmxRequest, table: Table) -> HttpResponse:
    """This phone keeps the table's slips from now on."""
    form = HoldForm(request.POST)
    if not form.is_valid():
        return card_page(request, table, hold=form, refused=_("Something was missing: try again."))
    secret = secret_of(form.cleaned_data["key"])
    try:
        has_pin = _has_pin(request, table, form.cleaned_data["pin"])
        devices.hold_slips(table.session, table.number, secret=secret, by=request.actor, key=form.cleaned_data["key"], has_pin=has_pin)
    except EngineError as refusal:
        return card_page(request, table, refused=phrase(refusal))
    return _granted(request, table, secret)


@require_POST
@open_to_all
def speak(request: HtmxRequest, table: Table) -> HttpResponse:
    """This phone is a player's own: it reads and agrees for the pair that sits on this side, or the single player who sits in this seat, now."""
    form = SideForm(request.POST)
    if not form.is_valid():
        return card_page(request, table)
    rows = Seating.objects.select_related("section__session__journal")
    seating = get_object_or_404(rows, pk=form.cleaned_data["seating"], section__session=table.session, table=table.number)
    secret = secret_of(form.cleaned_data["key"])
    at = table_of(table.session, table.number)
    if at is None or seating not in (at.current.seating, at.landing(None).seating):
        return card_page(request, table, refused=_("Others sit here by now: look whether you are named below."))
    try:
        _has_pin(request, table, form.cleaned_data["pin"])
        devices.speak_for_pair(seating, form.cleaned_data["side"], secret=secret, by=request.actor, key=form.cleaned_data["key"])
    except EngineError as refusal:
        return card_page(request, table, refused=phrase(refusal))
    return _granted(request, table, secret)


@require_POST
@needs(holds_slips)
def offer(request: HtmxRequest, table: Table) -> HttpResponse:
    """This phone consents: the next one that scans the card may take the slips over."""
    form = Slip(request.POST)
    if form.is_valid():
        devices.offer_slips(table.session, table.number, by=request.actor, key=form.cleaned_data["key"])
    return page(request, "bridge/table/offered.html", "", {"club": table.session.club, "table": table, "minutes": devices.OFFER.seconds // 60})


@require_safe
@open_to_all
def scan(request: HtmxRequest, table: Table) -> HttpResponse:
    """The same offer as the card makes, also for a phone that has a grant already."""
    return card_page(request, table)


def _granted(request: HtmxRequest, table: Table, secret: str) -> HttpResponse:
    response = redirect("table", table.session.club.slug, table.session.uid, table.number)
    keep_grant(request, response, secret)
    return response


_TABLE = "c/<slug:club>/s/<str:session>/t/<int:table>/"
urlpatterns = [
    path("t/<str:code>/", card_code, name="card_code"),
    path(_TABLE + "card/", scan, name="scan"),
    path(_TABLE + "hold/", hold, name="hold_slips"),
    path(_TABLE + "speak/", speak, name="speak_for_pair"),
    path(_TABLE + "offer/", offer, name="offer_slips"),
]
