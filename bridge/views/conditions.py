"""The conditions of contest: what holds, in words with the rule behind it; changed before or after play, its effect first; groups and handicaps."""

from collections.abc import Callable
from dataclasses import replace
from secrets import randbelow
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions.conditions import boards_of_session, change_conditions, draw_lots, grade_entries, undo_conditions
from bridge.engine.errors import EngineError
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.registry import METHODS
from bridge.forms.conditions import TEAM_METHODS, ConditionsForm, GradesForm, settings_of
from bridge.forms.room import ActForm
from bridge.forms.slip import Slip, new_key
from bridge.mapping.combined import Overlay
from bridge.models import Act, ChangedMeanwhile, Entry, EventForm, Session
from bridge.permissions import may_publish
from bridge.phrases import phrase
from bridge.phrases.conditions import rule_words, setting_words, value_words
from bridge.queries.conditions import CHANGES, carried_here, conditions_page, effects_on_stage, effects_on_teams, graded_entries
from bridge.queries.effects import with_conditions, with_grades
from bridge.queries.event_effects import effects_of_evening_grades, everywhere, told_of_events
from bridge.views.access import needs, open_to_all
from bridge.views.meanwhile import show_both
from bridge.views.render import HtmxRequest, page, redirect


@require_safe
@open_to_all
def conditions(request: HtmxRequest, session: Session) -> HttpResponse:
    """What holds, for everybody."""
    shown, teams = conditions_page(session), _are_teams(session)
    method = shown.conditions.method
    names = ("method", *settings_of(method, session.stage.event.form))
    told = [(setting_words(name), value_words(name, getattr(shown.conditions, name)), rule_words(name, method)) for name in names]
    context = {
        "session": session, "club": session.club, "shown": shown, "told": told, "may_change": may_publish(request.actor, session), "teams": teams,
        "key": new_key(), "carried": carried_here(session) if teams else (),
    }
    return page(request, "bridge/conditions/conditions.html", "", context)


@require_http_methods(["GET", "POST"])
@needs(may_publish)
def change(request: HtmxRequest, session: Session) -> HttpResponse:
    """Another way of scoring or other settings: typed, the effect shown, confirmed."""
    current, event_form = conditions_page(session), session.stage.event.form
    methods = TEAM_METHODS if event_form == EventForm.TEAMS else tuple(METHODS)
    method = next((code for code in (request.GET.get("method", ""), current.conditions.method) if code in methods), methods[0])
    told: dict[str, Any] = {"method": method, "current": current.conditions, "boards": boards_of_session(session), "event_form": event_form}
    form = ConditionsForm(request.POST, **told) if request.method == "POST" else ConditionsForm(seen=current.seen, **told)
    shown: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        try:
            if form.cleaned_data["confirmed"]:
                _carry_out(request, session, form)
                return redirect("conditions", session.club.slug, session.uid)
            shown = _effect(session, form)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {
        "session": session, "club": session.club, "form": form, "method": method, "methods": methods, "rule": rule_words("method", method),
        "settings": [(field, rule_words(name)) for name, field in form.settings], **shown,
    }
    return page(request, "bridge/conditions/change.html", "bridge/conditions/_change.html", context, status=422 if form.errors else 200)


def _are_teams(session: Session) -> bool:
    """Matches are scored by conditions of another kind."""
    return session.stage.event.form == EventForm.TEAMS


def _effect(session: Session, form: ConditionsForm) -> dict[str, Any]:
    """What the page shows of a change before it is confirmed."""
    if _are_teams(session):
        assert form.conditions is not None, "the form is valid"
        return {"moved": effects_on_teams(session, form.conditions), "is_shown": True}
    return {"shown": _everywhere(session, with_conditions(_made_by(form))), "is_shown": True}


def _everywhere(session: Session, overlay: Overlay) -> list[dict[str, Any]]:
    return everywhere(session, effects_on_stage(session, overlay), overlay, on_boards=False)


def _made_by(form: ConditionsForm) -> Callable[[Conditions], Conditions]:
    """The conditions of a ranking after the change, from those it has."""
    made = form.conditions
    assert made is not None, "the form is valid"
    return lambda own: made if form.winners else replace(made, winners=own.winners)


def _carry_out(request: HtmxRequest, session: Session, form: ConditionsForm) -> None:
    assert form.conditions is not None, "the form is valid"
    told = form.cleaned_data
    change_conditions(
        session, form.conditions, winners=form.winners, reason=told["reason"], by=request.actor, key=told["key"], seen=told["seen"] or 0
    )


@require_http_methods(["GET", "POST"])
@needs(may_publish)
def grades(request: HtmxRequest, session: Session) -> HttpResponse:
    """Which entry plays in which group, with which handicap; of pairs alone."""
    if _are_teams(session):
        raise Http404
    told: dict[str, Any] = {"entries": graded_entries(session), "strata": conditions_page(session).conditions.strata}
    as_it_is = GradesForm(seen=session.stage.event.journal.head, **told)
    form = GradesForm(request.POST, **told) if request.method == "POST" else as_it_is
    shown: list[dict[str, Any]] | None = None
    if form.is_bound and form.is_valid():
        typed = form.grades()
        if request.POST.get("confirmed"):
            entries = {entry: typed[entry.pk] for entry in Entry.objects.filter(pk__in=typed).order_by("pk")}
            try:
                grade_entries(session.stage, entries, **form.told(), by=request.actor)
                return redirect("conditions", session.club.slug, session.uid)
            except ChangedMeanwhile as refusal:
                show_both(form, as_it_is, refusal)
        shown = [*_everywhere(session, with_grades(typed)), *told_of_events(effects_of_evening_grades(session, typed))]
    context = {"session": session, "club": session.club, "form": form, "shown": shown, "strata": told["strata"]}
    return page(request, "bridge/conditions/grades.html", "", context, status=422 if form.errors else 200)


@require_POST
@needs(may_publish)
def lots(request: HtmxRequest, session: Session) -> HttpResponse:
    """Draw lots for all entries."""
    form = Slip(request.POST)
    if form.is_valid():
        try:
            draw_lots(session.stage, seed=randbelow(10**9), by=request.actor, key=form.cleaned_data["key"])
        except EngineError as refusal:
            return page(request, "bridge/conditions/refused.html", "", {"session": session, "club": session.club, "refusal": refusal}, status=422)
    return redirect("conditions", session.club.slug, session.uid)


@require_POST
@needs(may_publish)
def undo(request: HtmxRequest, session: Session) -> HttpResponse:
    """Take back one change."""
    form = ActForm(request.POST)
    if form.is_valid():
        done = get_object_or_404(Act, pk=form.cleaned_data["act"], journal=session.stage.event.journal, kind__in=CHANGES)
        try:
            undo_conditions(done, by=request.actor, key=form.cleaned_data["key"], reason=form.cleaned_data["reason"])
        except EngineError as refusal:
            return page(request, "bridge/conditions/refused.html", "", {"session": session, "club": session.club, "refusal": refusal}, status=422)
    return redirect("conditions", session.club.slug, session.uid)


_CONDITIONS = "c/<slug:club>/s/<str:session>/conditions/"
urlpatterns = [
    path(_CONDITIONS, conditions, name="conditions"),
    path(_CONDITIONS + "change/", change, name="change_conditions"),
    path(_CONDITIONS + "grades/", grades, name="grades"),
    path(_CONDITIONS + "lots/", lots, name="draw_lots"),
    path(_CONDITIONS + "undo/", undo, name="undo_conditions"),
]
