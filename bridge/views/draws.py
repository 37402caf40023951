"""Events that are drawn by standing: the settings, the draft with its reasons, what the director does with it, who takes part."""

from fractions import Fraction
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions.draws import (
    SinglesNotDrawn,
    carry_over,
    close_round,
    discard_draft,
    enter_late,
    plan_event,
    release_draft,
    return_entry,
    start_swiss,
    swap_in_draft,
    swapped,
    withdraw_entry,
)
from bridge.actions.early import release_certain
from bridge.engine.errors import EngineError
from bridge.forms.draws import DrawForm, SwapForm, SwissForm, TakingPartForm
from bridge.forms.slip import new_key
from bridge.mapping.carry import carried_points
from bridge.mapping.swiss import swiss_section
from bridge.models import ChangedMeanwhile, Entry, Round, Session, SessionState
from bridge.permissions import may_run
from bridge.phrases import phrase
from bridge.phrases.figures import hundredths_text
from bridge.queries.draws import cost_of_swap, draw_page, to_be_numbered
from bridge.queries.matches import taking_part
from bridge.queries.signin import is_of_singles
from bridge.views.access import needs, open_to_all
from bridge.views.asked import number_in
from bridge.views.meanwhile import told_meanwhile
from bridge.views.render import HtmxRequest, page, redirect


@require_http_methods(["GET", "POST"])
@needs(may_run)
def draw_start(request: HtmxRequest, session: Session) -> HttpResponse:
    """How the rounds are drawn; POST starts the event, or leaves it to the clock."""
    if session.state != SessionState.PREPARING:
        return redirect("draws", session.club.slug, session.uid)
    if is_of_singles(session):
        messages.info(request, phrase(SinglesNotDrawn(session=session.pk)))
        return redirect("signin", session.club.slug, session.uid)
    entries = taking_part(session)
    form = SwissForm(request.POST or None, session=session)
    if form.is_valid():
        plan, by, key = form.plan(), request.actor, form.cleaned_data["key"]
        try:
            if plan.recipe is not None:
                plan_event(session, plan, by=by, key=key)
            else:
                start_swiss(session, entries, plan, by=by, key=key)
            return redirect("draws", session.club.slug, session.uid)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"session": session, "club": session.club, "here": "tonight", "form": form, "entries": len(entries), "numbered": to_be_numbered(session, entries)}
    return page(request, "bridge/draws/start.html", "", context, status=422 if form.errors else 200)


@require_safe
@open_to_all
def draws(request: HtmxRequest, session: Session) -> HttpResponse:
    """A round's draw: for the staff also the draft, with reasons and what a swap would cost."""
    staff = may_run(request.actor, session)
    shown = draw_page(session, number_in(request.GET.get("round", "")), staff=staff)
    if shown is None:
        raise Http404
    context = {"session": session, "club": session.club, "here": "tonight", "shown": shown, "staff": staff, "key": new_key(), "seen": session.journal.head}
    if staff and shown.drawn is not None and shown.is_draft:
        swap = SwapForm(request.GET) if "one" in request.GET else SwapForm()
        context["swap"] = swap
        one, other = (number_in(request.GET.get(name, "")) for name in ("one", "other"))
        if one is not None and other is not None:
            try:
                context |= {"cost": cost_of_swap(shown.drawn.row, swapped(shown.drawn.row, one, other)[1]), "one": one, "other": other}
            except EngineError as refusal:
                context["refused"] = phrase(refusal)
    return page(request, "bridge/draws/draw.html", "bridge/draws/_draw.html", context)


def _round(session: Session, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("section__session__journal"), section=swiss_section(session), number=number)


def _back(request: HtmxRequest, session: Session, refusal: EngineError | None = None, *, round_number: int | None = None) -> HttpResponse:
    if refusal is not None:
        messages.error(request, phrase(refusal))
    address = reverse("draws", args=[session.club.slug, session.uid])
    return redirect(address if round_number is None else f"{address}?round={round_number}")


@require_POST
@needs(may_run, of="session")
def draw_act(request: HtmxRequest, session: Session, number: int) -> HttpResponse:
    """The draft is released or thrown away; a round is closed, which asks for the next draw."""
    form = DrawForm(request.POST)
    round_ = _round(session, number)
    if not form.is_valid():
        return _back(request, session, round_number=number)
    by, key, seen = request.actor, form.cleaned_data["key"], form.cleaned_data["seen"] or 0
    try:
        if form.cleaned_data["act"] == "release":
            release_draft(round_, by=by, key=key, seen=seen)
        elif form.cleaned_data["act"] == "discard":
            discard_draft(round_, by=by, key=key)
        elif form.cleaned_data["act"] == "early":
            release_certain(round_, by=by, key=key, seen=seen)
        else:
            close_round(round_, by=by, key=key)
            return _back(request, session)
    except EngineError as refusal:
        return _back(request, session, refusal, round_number=number)
    return _back(request, session, round_number=number)


@require_POST
@needs(may_run, of="session")
def draw_swap(request: HtmxRequest, session: Session, number: int) -> HttpResponse:
    """Two change places in the draft."""
    form = SwapForm(request.POST)
    round_ = _round(session, number)
    refused: EngineError | None = None
    if form.is_valid():
        told = form.cleaned_data
        try:
            swap_in_draft(round_, told["one"], told["other"], by=request.actor, key=told["key"], seen=told["seen"] or 0)
        except EngineError as refusal:
            refused = refusal
    else:
        messages.error(request, _("Choose two."))
    return _back(request, session, refused, round_number=number)


@require_POST
@needs(may_run)
def draw_taking_part(request: HtmxRequest, session: Session) -> HttpResponse:
    """Somebody leaves the event, comes back, or came after the start."""
    form = TakingPartForm(request.POST)
    if not form.is_valid():
        for problem in form.errors.get("points", ()):
            messages.error(request, str(problem))
        return _back(request, session)
    entry = get_object_or_404(Entry, pk=form.cleaned_data["entry"], event=session.stage.event)
    by, key, points = request.actor, form.cleaned_data["key"], Fraction(form.cleaned_data["points"] or 0)
    try:
        match form.cleaned_data["act"]:
            case "withdraw":
                withdraw_entry(session, entry, by=by, key=key)
            case "return":
                return_entry(session, entry, by=by, key=key)
            case "carry":
                carry_over(session, entry, points, by=by, key=key, seen=form.cleaned_data["seen"] or 0)
            case _:
                enter_late(session, entry, points, by=by, key=key)
    except ChangedMeanwhile as refusal:
        return _typed_again(request, session, entry, refusal)
    except EngineError as refusal:
        return _back(request, session, refusal)
    return _back(request, session)


def _typed_again(request: HtmxRequest, session: Session, entry: Entry, refusal: ChangedMeanwhile) -> HttpResponse:
    """Somebody else has carried points over meanwhile: what it is now, and the form with what was typed."""
    messages.error(request, told_meanwhile(refusal, hundredths_text(carried_points(session).get(entry.pk, Fraction(0)))))
    typed = urlencode({"carrier": entry.pk, "points": request.POST["points"]})
    return redirect(f"{reverse('draws', args=[session.club.slug, session.uid])}?{typed}")


_DRAW = "c/<slug:club>/s/<str:session>/draw/"
urlpatterns = [
    path(_DRAW, draws, name="draws"),
    path(_DRAW + "start/", draw_start, name="draw_start"),
    path(_DRAW + "who/", draw_taking_part, name="draw_taking_part"),
    path(_DRAW + "<int:number>/", draw_act, name="draw_act"),
    path(_DRAW + "<int:number>/swap/", draw_swap, name="draw_swap"),
]
