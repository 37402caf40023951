"""Events of several evenings: the club's list, a new one, its ranking, taking it back."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions.series import combine_evenings, part_evenings
from bridge.engine.errors import EngineError
from bridge.engine.scoring.combining import Combining
from bridge.forms.series import SeriesForm
from bridge.forms.slip import Slip, new_key
from bridge.models import Act, Club
from bridge.permissions import may_manage
from bridge.phrases import phrase
from bridge.queries.series import COMBINE, closed_evenings, series_of, series_page
from bridge.views.access import needs, open_to_all
from bridge.views.render import HtmxRequest, page, redirect


@require_safe
@open_to_all
def series_list(request: HtmxRequest, club: Club) -> HttpResponse:
    """The events of several evenings, the newest first."""
    context = {"club": club, "here": "results", "series": series_of(club), "may_manage": may_manage(request.actor, club)}
    return page(request, "bridge/series/list.html", "", context)


@require_safe
@open_to_all
def series(request: HtmxRequest, club: Club, number: int) -> HttpResponse:
    """The ranking of one."""
    act = get_object_or_404(Act, pk=number, journal=club.journal, kind=COMBINE, undone_by__isnull=True)
    context = {"club": club, "here": "results", "shown": series_page(club, act), "may_manage": may_manage(request.actor, club), "key": new_key()}
    return page(request, "bridge/series/series.html", "", context)


@require_http_methods(["GET", "POST"])
@needs(may_manage)
def series_new(request: HtmxRequest, club: Club) -> HttpResponse:
    """Put evenings together."""
    evenings = closed_evenings(club)
    form = SeriesForm(request.POST, evenings=evenings) if request.method == "POST" else SeriesForm(evenings=evenings)
    if form.is_bound and form.is_valid():
        told = form.cleaned_data
        try:
            made = combine_evenings(club, told["name"], form.parts(), Combining(told["how"]), by=request.actor, key=told["key"])
            return redirect("series", club.slug, made.pk)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    return page(request, "bridge/series/new.html", "", {"club": club, "here": "results", "form": form}, status=422 if form.errors else 200)


@require_POST
@needs(may_manage)
def series_end(request: HtmxRequest, club: Club, number: int) -> HttpResponse:
    """Take one back."""
    form = Slip(request.POST)
    if form.is_valid():
        act = get_object_or_404(Act, pk=number, journal=club.journal, kind=COMBINE)
        if not Act.objects.filter(undoes=act).exists():
            part_evenings(act, by=request.actor, key=form.cleaned_data["key"])
    return redirect("series_list", club.slug)


urlpatterns = [
    path("c/<slug:club>/series/", series_list, name="series_list"),
    path("c/<slug:club>/series/new/", series_new, name="series_new"),
    path("c/<slug:club>/series/<int:number>/", series, name="series"),
    path("c/<slug:club>/series/<int:number>/end/", series_end, name="series_end"),
]
