"""Slips of a table: what happened on a board, the other side's answer, requests and calls. A plain form first; static/slip.js posts the same forms."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions import results
from bridge.engine.errors import EngineError
from bridge.engine.seats import Side
from bridge.forms.entry import AgreeForm, CallForm, DisputeForm, ReportForm, RequestForm, TableSlip
from bridge.forms.slip import LAST_ID
from bridge.mapping.slips import report_of
from bridge.models import Act, Board, DirectorCall, Entry, Seating
from bridge.models.prepared import Given, Prepared, Together
from bridge.models.result import Said
from bridge.permissions import Table, entries_of, holds_slips, is_open_for_players, may_enter_at, may_sit_at, may_speak_for
from bridge.phrases import phrase
from bridge.queries.table import RoundHere, TableHere, slip_told, table_of
from bridge.views.access import needs, open_to_all, reading
from bridge.views.asked import number_in
from bridge.views.grants import held_before
from bridge.views.news import etag_of_poll, no_news, with_etag
from bridge.views.render import HtmxRequest, page, redirect
from bridge.views.slip import SlipPage

BY_SCRIPT = "HTTP_X_SLIPS"  # the header X-Slips of a slip that static/slip.js sends: it wants to know what became of it, not the next page


_SEATING = Prepared(
    lambda: Seating.objects.select_related("section", "round")
    .filter(pk=Given("seating"), section__session__uid=Given("session"), table=Given("table"))
)
_OWN_ACT = Prepared(lambda: Act.objects.filter(journal__session__uid=Given("session"), key=Given("key")).values_list("pk"))


def _of_a_slip(request: HttpRequest, named: dict[str, Any]) -> Together:
    """The seating that a slip was made for, also where its plan has ended since; and what the same phone sent just before."""
    seating, after = request.POST.get("seating", ""), request.POST.get("after", "")
    if not (seating.isascii() and seating.isdecimal() and len(seating) < len(str(LAST_ID)) and after.isprintable()):
        return ()  # the form says so, or nothing is found
    where = {"session": named["session"]}
    asked = _SEATING.asks(seating=int(seating), table=named["table"], **where)
    return (asked, _OWN_ACT.asks(key=after, **where)) if after else (asked,)


@require_http_methods(["GET", "HEAD", "POST"])
@open_to_all
@reading(_of_a_slip)
def slip(request: HtmxRequest, table: Table, number: int) -> HttpResponse:
    """One board's slip: shown, checked, stored; then turned to the other side."""
    if request.method == "POST":
        if not may_enter_at(request.actor, table) and not held_before(request, table):
            raise PermissionDenied
        return _report(request, table, number)
    if not may_sit_at(request.actor, table):
        return redirect("table", *_of(table))
    etag = etag_of_poll(request, table)
    nothing = no_news(request, etag)
    if nothing is not None:
        return nothing
    shown = _shown(request, table, number)
    return with_etag(page(request, "bridge/entry/slip.html", "bridge/entry/_slip.html", shown.context()), etag)


def _report(request: HtmxRequest, table: Table, number: int) -> HttpResponse:
    form = ReportForm(request.POST)
    if form.is_valid():
        (seating, seen), typed = _seating(request, table, form), form.cleaned_data
        side = Side.NS if holds_slips(request.actor, table) or not may_enter_at(request.actor, table) else None
        try:
            said = results.report_result(
                seating, number, form.report, by_side=side, by=request.actor, key=typed["key"], seen=seen,
                turned=typed["turned"], keep=typed["keep"],
            )
            if BY_SCRIPT not in request.META and said is not None and report_of(said) != form.report:  # back in the browser, changed, sent once more
                messages.warning(request, _("This slip had been sent already. What it said then stands here; what you typed now was not taken over."))
            return _done(request, table, number, seating, said, called_by=typed["key"])
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    return _refused(request, table, number, form)


@require_POST
@needs(may_sit_at, of="table")
@reading(_of_a_slip)
def agree(request: HtmxRequest, table: Table, number: int) -> HttpResponse:
    """The other side says yes."""
    return _answer(request, table, number, AgreeForm(request.POST))


@require_POST
@needs(may_sit_at, of="table")
@reading(_of_a_slip)
def dispute(request: HtmxRequest, table: Table, number: int) -> HttpResponse:
    """The other side says no, and what is wrong."""
    return _answer(request, table, number, DisputeForm(request.POST))


def _answer(request: HtmxRequest, table: Table, number: int, form: AgreeForm) -> HttpResponse:
    if form.is_valid():
        (seating, seen), typed = _seating(request, table, form), form.cleaned_data
        if typed["side"] not in may_speak_for(request.actor, seating):
            raise PermissionDenied
        told: dict[str, Any] = {"by": request.actor, "key": typed["key"]}
        side = Side(typed["side"])
        try:
            if isinstance(form, DisputeForm):
                results.dispute_result(seating, number, wrong=typed["wrong"], remark=typed["remark"], by_side=side, seen=seen, **told)
                return _done(request, table, number, seating)
            said = results.agree_result(seating, number, by_side=side, seen=seen, **told)
            return _done(request, table, number, seating, said)
        except EngineError as refusal:
            if typed["keep"]:  # it waited on a phone: refused is never lost
                results.call_director(seating, number, about="late_answer", side=side.value, by=request.actor, key=typed["key"] + "-late")
                return _done(request, table, number, seating, called_by=typed["key"] + "-late")
            form.add_error(None, phrase(refusal))
    return _refused(request, table, number, form)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(may_sit_at, of="table")
@reading(_of_a_slip)
def ask_correction(request: HtmxRequest, table: Table, number: int) -> HttpResponse:
    """A pair asks for a correction of a board it played: the other side agrees, or the director decides."""
    form = RequestForm(request.POST) if request.method == "POST" else None
    shown = _shown(request, table, number)
    sides = shown.sides
    if not sides or shown.board is None:
        raise PermissionDenied
    if form is not None and form.is_valid():
        (seating, seen), typed = _seating(request, table, form), form.cleaned_data
        if typed["side"] not in may_speak_for(request.actor, seating):
            raise PermissionDenied
        try:
            results.request_correction(
                seating, number, form.report, by_side=Side(typed["side"]), remark=typed["remark"], turned=typed["turned"],
                by=request.actor, key=typed["key"], seen=seen,
            )
            return redirect(_address(table, number, shown.here.number))
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    if form is not None:
        _shown_again(form, shown)
    asked = form or RequestForm(initial=shown.asked_again(), seen=shown.at.seen)
    asking = [side.value for side in Side if side.value in sides]
    own = entries_of(request.actor, table.session) & shown.here.entries if request.GET.get("from") == "card" else set()
    card = Entry.objects.filter(pk__in=own).order_by("pk").first()
    context = shown.context(form=asked) | {"sides": asking, "card": card}
    return page(request, "bridge/entry/request.html", "", context, status=422 if form is not None else 200)


@require_safe
@needs(may_enter_at, of="table")
def other(request: HtmxRequest, table: Table) -> HttpResponse:
    """Not one of this round's boards, or not played: which board, or the director."""
    wanted = request.GET.get("board", "")
    shown = _shown(request, table, None)
    boards = list(Board.objects.filter(set=shown.here.seating.section.board_set_id).order_by("number").values_list("number", flat=True))
    number = number_in(wanted)
    if number is not None and number in boards:
        return redirect(_address(table, number, number_in(request.GET.get("round", ""))))
    context = shown.context() | {"unknown": wanted[:20], "boards": boards}
    return page(request, "bridge/entry/other.html", "", context, status=422 if wanted else 200)


@require_POST
@needs(may_sit_at, of="table")
def call(request: HtmxRequest, table: Table) -> HttpResponse:
    """The table wants the director; the page says that he was called."""
    form = CallForm(request.POST)
    if form.is_valid():
        at = _table(table)
        typed = form.cleaned_data
        here = _having(at, typed["board"]) if typed["board"] else at.current
        results.call_director(here.seating, typed["board"], remark=typed["remark"], by=request.actor, key=typed["key"])
        if BY_SCRIPT in request.META:
            return JsonResponse({"done": True})
    return page(request, "bridge/entry/called.html", "", {
        "club": table.session.club, "table": table, "is_called": form.is_valid(), "is_open": is_open_for_players(table.session),
    })


def _table(table: Table) -> TableHere:
    at = table_of(table.session, table.number)
    if at is None:
        raise Http404
    return at


def _shown(request: HtmxRequest, table: Table, number: int | None) -> SlipPage:
    """The board in the round that is asked for; else in the round that is played, or the last round here that had it."""
    at = _table(table)
    asked = number_in(request.GET.get("round", ""))
    if asked is not None or number is None:
        here = at.landing(asked)
    else:
        here = _having(at, number)
    return SlipPage(request.actor, at, here, number)


def _having(at: TableHere, number: int) -> RoundHere:
    """The round that is played where it has the board, else the last round here that had it."""
    having = [here for here in at.rounds if here.board(number) is not None]
    return at.current if at.current in having or not having else having[-1]


def _seating(request: HtmxRequest, table: Table, form: TableSlip) -> tuple[Seating, int]:
    """The seating of a slip, and the newest act that its writer knew of: what the page showed, or what the same phone sent just before."""
    seatings, *own = request.answers or ((),)
    seating: Seating | None = next(iter(seatings), None)
    if seating is None:
        raise Http404
    seating.section.knows(session=table.session)
    return seating, max(form.cleaned_data["seen"] or 0, *(act for acts in own for (act,) in acts), 0)


def _of(table: Table) -> tuple[str, str, int]:
    return table.session.club.slug, table.session.uid, table.number


def _address(table: Table, number: int | None, round_number: int | None) -> str:
    """The address of a board's slip in a round."""
    address = reverse("slip", args=[*_of(table), number]) if number else reverse("table", args=_of(table))
    return f"{address}?round={round_number}" if round_number else address


def _done(request: HtmxRequest, table: Table, number: int, seating: Seating, said: Said | None = None, *, called_by: str = "") -> HttpResponse:
    """What became of a slip: for the script its state, else the way to the board's page, or onwards where the director has it.

    said        what counts or waits now; where its act has told nothing (it was done before), the state is asked for
    called_by   key of the act that called the director where nothing of it counts or waits
    """
    if BY_SCRIPT in request.META:
        state, seen = (said.since.told, said.since.pk) if said is not None and said.since.told else slip_told(seating, number)
        is_called = said is None and bool(called_by) and DirectorCall.objects.filter(session=table.session, called_by__key=called_by, done_by=None).exists()
        return JsonResponse({"state": state.value, "seen": seen, "called": is_called})
    return redirect(_address(table, number, seating.round.number if seating.round else None))


def _refused(request: HtmxRequest, table: Table, number: int, form: ReportForm | AgreeForm) -> HttpResponse:
    """422: the same slip with what is wrong beside it, which may be sent again by who has read it; for the script the sentences."""
    if BY_SCRIPT in request.META:
        told = {name: [str(each) for each in errors] for name, errors in form.errors.items()}
        return JsonResponse({"refused": told}, status=422)
    shown = _shown(request, table, number)
    _shown_again(form, shown)
    if isinstance(form, ReportForm):
        context = shown.context(form=form)
    else:
        context = shown.context(dispute=form if isinstance(form, DisputeForm) else None) | {"refused": form.non_field_errors()}
    return page(request, "bridge/entry/slip.html", "bridge/entry/_slip.html", context, status=422)


def _shown_again(form: TableSlip, shown: SlipPage) -> None:
    """The form as it is sent back: whoever sends it again has seen how things stand now."""
    form.show_again(shown.at.seen)


_TABLE = "c/<slug:club>/s/<str:session>/t/<int:table>/"
urlpatterns = [
    path(_TABLE + "<int:number>/", slip, name="slip"),
    path(_TABLE + "<int:number>/agree/", agree, name="agree"),
    path(_TABLE + "<int:number>/dispute/", dispute, name="dispute"),
    path(_TABLE + "<int:number>/correction/", ask_correction, name="ask_correction"),
    path(_TABLE + "other/", other, name="other_board"),
    path(_TABLE + "director/", call, name="call_director"),
]
