"""What counts at a table: a missing result, a correction, an artificial score, a penalty; what it changes is shown before it is confirmed."""

from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.http import require_http_methods, require_POST

from bridge.actions.calls import finish_call, look_at_board, take_call
from bridge.actions.fouls import foul_board
from bridge.actions.results import adjust_board, correct_result, give_penalty, undo_act
from bridge.engine.contract import ns_points_of
from bridge.engine.errors import EngineError
from bridge.engine.laws.edition import Edition
from bridge.engine.scoring.outcome import Adjustment, Outcome, Unit, Unscored, settle
from bridge.forms.corrections import CorrectionForm, LookForm, PenaltyForm, is_pressed, pressed, seatings_of, slip_of
from bridge.forms.room import ActForm
from bridge.forms.score_pad import pad_of, written
from bridge.forms.slip import Slip
from bridge.mapping.combined import Overlay
from bridge.mapping.outcomes import settled
from bridge.mapping.slips import report_of
from bridge.models import Act, Board, DirectorCall, Entry, EventForm, Ranking, Seating, Session
from bridge.permissions import may_correct, may_rule, may_run, may_see_board, may_undo
from bridge.phrases import phrase
from bridge.queries.conditions import edition_of
from bridge.queries.corrections import BoardCase, case_of
from bridge.queries.desk import elsewhere
from bridge.queries.effects import effect_of, effects, with_forms, with_outcome, with_penalty
from bridge.queries.event_effects import everywhere
from bridge.queries.match_effects import effect_on_match, teams_moved, with_points_taken
from bridge.queries.room import pairs_by_section, pairs_of
from bridge.views.access import needs
from bridge.views.render import HtmxRequest, page, redirect


@require_http_methods(["GET", "POST"])
@needs(may_correct, of="session")
def correct(request: HtmxRequest, session: Session, seating: Seating, number: int) -> HttpResponse:
    """One board at one table: typed, its effect shown, confirmed."""
    board = get_object_or_404(Board, set=seating.section.board_set_id, number=number)
    if not may_see_board(request.actor, session, number):
        return redirect("look", session.club.slug, session.uid, seating.pk, number)
    case = case_of(seating, board)
    rules = may_rule(request.actor, session)
    form, wrong = _form(request, case, rules=rules)
    effect: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        try:
            if form.cleaned_data["confirmed"]:
                _carry_out(request, case, form)
                return redirect("correct", session.club.slug, session.uid, seating.pk, number)
            effect = _effect(case, form)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"session": session, "club": session.club, "here": "tonight", "case": case, "form": form, "may_rule": rules}
    context["undoable"] = {act.kind for act in case.acts if may_undo(request.actor, session, act.kind)}
    context |= _pad(request, case, form, wrong) | effect
    return page(request, "bridge/corrections/correct.html", "bridge/corrections/_correct.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@needs(may_run, of="session")
def look(request: HtmxRequest, session: Session, seating: Seating, number: int) -> HttpResponse:
    """Who plays tonight and must see a board not played yet says why; it is noted."""
    form = LookForm(request.POST or None)
    if form.is_valid():
        look_at_board(session, number, reason=form.cleaned_data["reason"], by=request.actor, key=form.cleaned_data["key"])
        return redirect("correct", session.club.slug, session.uid, seating.pk, number)
    context = {"session": session, "club": session.club, "here": "tonight", "number": number, "seating": seating, "form": form}
    return page(request, "bridge/corrections/look.html", "", context, status=422 if form.errors else 200)


def _form(request: HtmxRequest, case: BoardCase, *, rules: bool) -> tuple[CorrectionForm, str]:
    """The slip as it was posted, as a key of its pad changed it, or as it stands; and what was wrong with the key."""
    of: dict[str, Any] = {
        "board": case.board.number, "seatings": seatings_of(case), "is_first": case.is_first, "is_of_match": case.seating.match_id is not None,
        "rules": rules,
    }
    if request.method == "POST" and not is_pressed(request.POST):
        return CorrectionForm(request.POST, **of), ""
    slip, wrong = pressed(request.POST.dict()) if request.method == "POST" else (slip_of(case), "")
    return CorrectionForm(initial=slip, seen=case.seen, **of), wrong


def _pad(request: HtmxRequest, case: BoardCase, form: CorrectionForm, wrong: str) -> dict[str, Any]:
    """The keys by which an assigned score is pressed together, as at the director's desk."""
    said = case.result or case.report
    return {
        "pad": pad_of(form["ns_scores"].value() or "", form["ew_scores"].value() or "", case.board.number, wrong), "is_pressed": is_pressed(request.POST),
        "as_played": written(report_of(said)) if said else "", "elsewhere": elsewhere(case),
        "by_1999": edition_of(case.seating.section.session) is Edition.CN1999,
    }


def _effect(case: BoardCase, form: CorrectionForm) -> dict[str, Any]:
    """What would change: the places of the rankings, or at a table of a team match both tables side by side."""
    at, number = case.seating, case.board.number
    if form.cleaned_data["kind"] == "fouled":
        return _everywhere(at, with_forms(number, form.forms))
    outcome, turned = _outcome(case, form)
    if at.match_id is not None:
        return {"match": effect_on_match(at, number, outcome, turned=turned), "shown": []}
    return _everywhere(at, with_outcome(at, number, outcome, turned=turned))


def _everywhere(at: Seating, overlay: Overlay) -> dict[str, Any]:
    return {"shown": everywhere(at.section.session, effects(at, overlay), overlay)}


def _outcome(case: BoardCase, form: CorrectionForm) -> tuple[Outcome, bool]:
    """What the board would count as at the table, and whether the pairs sat the other way round."""
    if form.report is not None:
        return settled(ns_points_of(form.report, case.board.number), case.standing_with(form.report)), bool(form.cleaned_data["turned"])
    reported = case.result.ns_points if case.result else Unscored.NOT_YET
    decided = [Adjustment(side, score) for side, score in form.scores.items()] + [Adjustment(extra.side, extra) for extra in form.extras]
    return settle(reported, decided), case.result is not None and case.result.turned


def _carry_out(request: HtmxRequest, case: BoardCase, form: CorrectionForm) -> None:
    told = form.cleaned_data
    why = {"reason": told["reason"], "law": told["law"], "by": request.actor, "key": told["key"], "seen": told["seen"] or 0}
    if told["kind"] == "fouled":
        foul_board(case.seating, case.board.number, form.forms, **why)
    elif form.report is not None:
        correct_result(case.seating, case.board.number, form.report, turned=told["turned"], **why)
    else:
        adjust_board(case.seating, case.board.number, form.scores, extras=form.extras, told=form.told, **why)


@require_http_methods(["GET", "POST"])
@needs(may_rule, of="session")
def penalty(request: HtmxRequest, session: Session) -> HttpResponse:
    """A penalty or a bonus for a pair, its effect shown first."""
    of_teams = session.stage.event.form == EventForm.TEAMS
    usual = {"entry": request.GET.get("entry", ""), "unit": "percent", "amount": 1 if of_teams else 10}
    form = PenaltyForm(request.POST or None, initial=usual, of_teams=of_teams)
    pairs = pairs_of(session)
    effect: dict[str, Any] = {}
    if form.is_valid():
        told = form.cleaned_data
        entry = get_object_or_404(Entry, uid=told["entry"], pk__in=list(pairs))
        amount = Fraction(told["amount"])
        if told["confirmed"]:
            give_penalty(session, entry, amount, form.counted_in, reason=told["reason"], by=request.actor, key=told["key"])
            return redirect("room", session.club.slug, session.uid)
        effect = _effect_of_penalty(session, entry, amount, form.counted_in)
    context = {
        "session": session, "club": session.club, "here": "tonight", "form": form, "groups": pairs_by_section(session, pairs),
        "is_shown": bool(effect), "of_teams": of_teams, **effect,
    }
    return page(request, "bridge/corrections/penalty.html", "", context, status=422 if form.errors else 200)


def _effect_of_penalty(session: Session, entry: Entry, amount: Fraction, unit: Unit | None) -> dict[str, Any]:
    """What the page shows of a penalty before it is confirmed."""
    rankings = Ranking.objects.filter(session=session).select_related("stage").order_by("pk")
    if unit is None:
        return {"moved": [moved for ranking in rankings for moved in teams_moved(ranking, with_points_taken(entry, amount))]}
    overlay = with_penalty(entry, amount, unit)
    return {"shown": everywhere(session, [effect_of(ranking, overlay) for ranking in rankings], overlay)}


@require_POST
@needs(may_run, of="session")
def undo(request: HtmxRequest, session: Session) -> HttpResponse:
    """Take back one act of the evening."""
    form = ActForm(request.POST)
    if form.is_valid():
        done = get_object_or_404(Act.objects.select_related("undoes"), pk=form.cleaned_data["act"], journal=session.journal)
        if not may_undo(request.actor, session, done.undoes.kind if done.undoes else done.kind):
            raise PermissionDenied
        try:
            undo_act(done, by=request.actor, key=form.cleaned_data["key"], reason=form.cleaned_data["reason"])
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
            built = Act.objects.filter(journal=session.journal, pk__in=refusal.facts.get("later", ())).select_related("account", "device").order_by("-pk")
            context = {"session": session, "club": session.club, "here": "tonight", "refusal": refusal, "built": built}
            return page(request, "bridge/corrections/refused.html", "", context, status=422)
    for errors in form.errors.values():
        messages.error(request, " ".join(str(error) for error in errors))
    return redirect("journal", session.club.slug, session.uid)


@require_POST
@needs(may_run, of="session")
def call_taken(request: HtmxRequest, session: Session, call: DirectorCall) -> HttpResponse:
    """A director goes to the table, or the call is dealt with."""
    form = Slip(request.POST)
    if form.is_valid():
        act = finish_call if request.POST.get("done") else take_call
        try:
            act(call, by=request.actor, key=form.cleaned_data["key"])
        except EngineError as refusal:
            messages.error(request, phrase(refusal))
    return redirect("room", session.club.slug, session.uid)


_SESSION = "c/<slug:club>/s/<str:session>/"
urlpatterns = [
    path(_SESSION + "correct/<int:seating>/<int:number>/", correct, name="correct"),
    path(_SESSION + "look/<int:seating>/<int:number>/", look, name="look"),
    path(_SESSION + "penalty/", penalty, name="penalty"),
    path(_SESSION + "undo/", undo, name="undo"),
    path(_SESSION + "calls/<int:call>/", call_taken, name="call"),
]
