"""Events of several evenings: the club's list, a new one, its ranking with versions and reasons, changing it, its finals, taking it back."""

from secrets import randbelow
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions.conditions import draw_lots, grade_entries, undo_conditions
from bridge.actions.series import (
    AnotherVersion,
    change_lists,
    change_parts,
    combine_evenings,
    compare_evenings,
    judged_change,
    make_final,
    part_evenings,
    undo_parts,
)
from bridge.engine.errors import EngineError
from bridge.forms.conditions import GradesForm
from bridge.forms.room import ActForm
from bridge.forms.series import FinalForm, SeriesForm, slip_of, slip_of_lists
from bridge.forms.slip import Slip, new_key
from bridge.models import Act, ChangedMeanwhile, Club, Entry, Event, Ranking
from bridge.permissions import may_manage, may_manage_event
from bridge.phrases import phrase
from bridge.queries.across import across_page, graded_across, rules_of, why_across
from bridge.queries.event_effects import effect_of_grades, effect_of_lists, effect_of_own_grades, effect_of_terms, told_of_events
from bridge.queries.finals import Finalist, finalists_of, newest_version
from bridge.queries.series import (
    CHANGES,
    SET_PARTS,
    Series,
    clubs_of,
    compares_boards,
    graded_pairs,
    ranking_of_event,
    series_of,
    series_page,
    sources_of,
    terms_now,
    why_of_event,
)
from bridge.views.access import needs, open_to_all
from bridge.views.meanwhile import show_both
from bridge.views.render import HtmxRequest, page, redirect


@require_safe
@open_to_all
def series_list(request: HtmxRequest, club: Club) -> HttpResponse:
    """The events of several evenings, the newest first."""
    context = {"club": club, "here": "results", "series": series_of(club), "may_manage": may_manage(request.actor, club)}
    return page(request, "bridge/series/list.html", "", context)


def _ranking(event: Event) -> Ranking:
    ranking = ranking_of_event(event)
    if ranking is None:
        raise Http404
    return ranking


def _shown(event: Event, version: int | None = None, part: str = "") -> Series:
    ranking = _ranking(event)
    shown = None if compares_boards(ranking) else series_page(ranking, timezone.now(), version, part)
    if shown is None:
        raise Http404
    return shown


@require_safe
@open_to_all
def series(request: HtmxRequest, club: Club, event: Event, version: int | None = None) -> HttpResponse:
    """The ranking of one: the version asked for, or the newest."""
    context = {"club": club, "here": "results", "event": event, "may_manage": may_manage(request.actor, club), "key": new_key()}
    part = request.GET.get("list", "")
    if compares_boards(_ranking(event)):
        across = across_page(_ranking(event), timezone.now(), version, part)
        if across is None:
            raise Http404
        return page(request, "bridge/series/across.html", "", context | {"shown": across})
    context["shown"] = _shown(event, version, part)
    return page(request, "bridge/series/series.html", "", context)


@require_safe
@open_to_all
def series_why(request: HtmxRequest, club: Club, event: Event, entrant: str, version: int | None = None) -> HttpResponse:
    """Why a pair has its figure in the event, in a version of it or in the newest."""
    part = request.GET.get("list", "")
    if compares_boards(_ranking(event)):
        # Boards of an evening that still runs are not for everybody, so nothing is told before it is published.
        told = why_across(_ranking(event), get_object_or_404(Entry, uid=entrant), version, part)
        if told is None:
            raise Http404
        return page(request, "bridge/series/why_across.html", "", {"club": club, "here": "results", "event": event, "why": told})
    why = why_of_event(_shown(event, version, part), get_object_or_404(Entry, uid=entrant, event=event))
    if why is None:
        raise Http404
    return page(request, "bridge/series/why.html", "", {"club": club, "here": "results", "event": event, "why": why})


@require_http_methods(["GET", "POST"])
@needs(may_manage)
def series_new(request: HtmxRequest, club: Club) -> HttpResponse:
    """Put evenings together."""
    sources = sources_of(clubs_of(request.actor.account, club))
    form = SeriesForm(request.POST, sources=sources, is_new=True) if request.method == "POST" else SeriesForm(sources=sources, is_new=True)
    if form.is_bound and form.is_valid():
        try:
            why = {"by": request.actor, "key": form.cleaned_data["key"]}
            if form.is_across:
                made = compare_evenings(club, form.cleaned_data["name"], form.compared, form.event_lists, **why)
            else:
                made = combine_evenings(club, form.cleaned_data["name"], form.terms(), **why)
            return redirect("series", club.slug, made.uid)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"club": club, "here": "results", "form": form, "event": None}
    return page(request, "bridge/series/new.html", "", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@needs(may_manage_event)
def series_change(request: HtmxRequest, club: Club, event: Event) -> HttpResponse:
    """Other evenings, weights, lists or another way of putting them together, what it moves first."""
    ranking = _ranking(event)
    if compares_boards(ranking):
        return _change_lists(request, club, ranking)
    now = terms_now(ranking)
    sources = sources_of(clubs_of(request.actor.account, club), now)
    if request.method == "POST":
        form = SeriesForm(request.POST, sources=sources)
    else:
        form = SeriesForm(sources=sources, initial=slip_of(now), seen=now.seen)
    effect: list[dict[str, Any]] | None = None
    if form.is_bound and form.is_valid():
        told = form.cleaned_data
        try:
            if request.POST.get("confirmed"):
                change_parts(ranking, told["name"], form.terms(), reason=told["reason"], by=request.actor, key=told["key"], seen=told["seen"] or 0)
                return redirect("series", club.slug, event.uid)
            effect = told_of_events([effect_of_terms(ranking, judged_change(ranking, form.terms()), form.terms().combination)])
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"club": club, "here": "results", "form": form, "event": event, "shown": effect}
    return page(request, "bridge/series/new.html", "", context, status=422 if form.errors else 200)


def _change_lists(request: HtmxRequest, club: Club, ranking: Ranking) -> HttpResponse:
    """Other lists of an event whose boards are compared, what it moves first."""
    event = ranking.stage.event
    told: dict[str, Any] = {"initial": slip_of_lists(event, rules_of(ranking)[0]), "seen": event.journal.head}
    form = SeriesForm(request.POST) if request.method == "POST" else SeriesForm(**told)
    effect: list[dict[str, Any]] | None = None
    if form.is_bound and form.is_valid():
        typed = form.cleaned_data
        try:
            if request.POST.get("confirmed"):
                why = {"reason": typed["reason"], "by": request.actor, "key": typed["key"], "seen": typed["seen"] or 0}
                change_lists(ranking, typed["name"], form.event_lists, **why)
                return redirect("series", club.slug, event.uid)
            effect = told_of_events([effect_of_lists(ranking, form.event_lists.on)])
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"club": club, "here": "results", "form": form, "event": event, "shown": effect}
    return page(request, "bridge/series/new.html", "", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@needs(may_manage_event)
def series_final(request: HtmxRequest, club: Club, event: Event) -> HttpResponse:
    """A final: who plays and who is left out first, then an evening with them signed in."""
    shown = _shown(event)
    version = newest_version(shown.ranking)
    form = FinalForm(request.POST) if request.method == "POST" else FinalForm(seen=version.version if version else 0)
    chosen: tuple[Finalist, ...] = ()
    if form.is_bound and form.is_valid():
        told = form.cleaned_data
        try:
            if told["confirmed"]:
                why = {"by": request.actor, "key": told["key"], "version": told["seen"] or 0}
                made = make_final(shown.ranking, told["name"], form.places, form.starts(club), **why)
                return redirect("signin", club.slug, made.uid)
            chosen = finalists_of(shown.ranking, form.places)
        except AnotherVersion as refusal:
            form.add_error(None, phrase(refusal))
            form.read_again(refusal.facts["version"])
            chosen = finalists_of(shown.ranking, form.places)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {
        "club": club, "here": "results", "form": form, "shown": shown, "playing": [each for each in chosen if not each.left_out],
        "left_out": [each for each in chosen if each.left_out], "version": version,
    }
    return page(request, "bridge/series/final.html", "", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@needs(may_manage_event)
def series_grades(request: HtmxRequest, club: Club, event: Event) -> HttpResponse:
    """The groups and handicaps that hold for the event as a whole, what they change first."""
    ranking = _ranking(event)
    across = compares_boards(ranking)
    rules = rules_of(ranking)[0] if across else terms_now(ranking).rules
    told: dict[str, Any] = {"entries": graded_across(ranking) if across else graded_pairs(ranking), "strata": rules.strata}
    as_it_is = GradesForm(seen=ranking.stage.event.journal.head, **told)
    form = GradesForm(request.POST, **told) if request.method == "POST" else as_it_is
    effect: list[dict[str, Any]] | None = None
    if form.is_bound and form.is_valid():
        typed = form.grades()
        if request.POST.get("confirmed"):
            entries = {entry: typed[entry.pk] for entry in Entry.objects.filter(pk__in=typed).order_by("pk")}
            try:
                grade_entries(ranking.stage, entries, **form.told(), by=request.actor)
                return redirect("series", club.slug, event.uid)
            except ChangedMeanwhile as refusal:
                show_both(form, as_it_is, refusal)
        effect = told_of_events([effect_of_own_grades(ranking, typed) if across else effect_of_grades(ranking, typed)])
    context = {"club": club, "here": "results", "event": event, "form": form, "strata": rules.strata, "shown": effect, "across": across}
    return page(request, "bridge/series/grades.html", "", context, status=422 if form.errors else 200)


def _refused(request: HtmxRequest, club: Club, event: Event, refusal: EngineError) -> HttpResponse:
    return page(request, "bridge/series/refused.html", "", {"club": club, "event": event, "refusal": refusal}, status=422)


@require_POST
@needs(may_manage_event)
def series_lots(request: HtmxRequest, club: Club, event: Event) -> HttpResponse:
    """Draw lots for all entries of the event."""
    form = Slip(request.POST)
    if form.is_valid():
        try:
            draw_lots(_ranking(event).stage, seed=randbelow(10**9), by=request.actor, key=form.cleaned_data["key"])
        except EngineError as refusal:
            return _refused(request, club, event, refusal)
    return redirect("series", club.slug, event.uid)


@require_POST
@needs(may_manage_event)
def series_undo(request: HtmxRequest, club: Club, event: Event) -> HttpResponse:
    """Take back a change of what counts, of groups and handicaps, or a drawing of lots."""
    form = ActForm(request.POST)
    if form.is_valid():
        done = get_object_or_404(Act, pk=form.cleaned_data["act"], journal=event.journal, kind__in=CHANGES)
        try:
            if done.kind == SET_PARTS:
                undo_parts(done, _ranking(event), by=request.actor, key=form.cleaned_data["key"])
            else:
                undo_conditions(done, by=request.actor, key=form.cleaned_data["key"])
        except EngineError as refusal:
            return _refused(request, club, event, refusal)
    return redirect("series", club.slug, event.uid)


@require_POST
@needs(may_manage_event)
def series_end(request: HtmxRequest, club: Club, event: Event) -> HttpResponse:
    """Take one back."""
    form = Slip(request.POST)
    if form.is_valid():
        try:
            part_evenings(_ranking(event), by=request.actor, key=form.cleaned_data["key"])
        except EngineError as refusal:
            return _refused(request, club, event, refusal)
    return redirect("series_list", club.slug)


_SERIES = "c/<slug:club>/series/"
_EVENT = _SERIES + "<str:event>/"
urlpatterns = [
    path(_SERIES, series_list, name="series_list"),
    path(_SERIES + "new/", series_new, name="series_new"),
    path(_EVENT, series, name="series"),
    path(_EVENT + "v/<int:version>/", series, name="series_version"),
    path(_EVENT + "change/", series_change, name="series_change"),
    path(_EVENT + "final/", series_final, name="series_final"),
    path(_EVENT + "grades/", series_grades, name="series_grades"),
    path(_EVENT + "lots/", series_lots, name="series_lots"),
    path(_EVENT + "undo/", series_undo, name="series_undo"),
    path(_EVENT + "end/", series_end, name="series_end"),
    path(_EVENT + "why/<str:entrant>/", series_why, name="series_why"),
    path(_EVENT + "v/<int:version>/why/<str:entrant>/", series_why, name="series_why_version"),
]
