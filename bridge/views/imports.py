"""An old file in the browser: checked against what it published, then imported as a finished evening."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions.imports import import_event, known_evening, known_people
from bridge.engine.errors import EngineError
from bridge.forms.imports import FileForm, ImportForm
from bridge.models import Club, Session
from bridge.permissions import may_manage
from bridge.phrases import phrase
from bridge.phrases.checks import phrase_note, phrase_rule
from bridge.queries.imported import published_page
from bridge.views.access import needs, open_to_all
from bridge.views.render import HtmxRequest, page, redirect

SHOWN = 200  # differences on the page


@require_http_methods(["GET", "POST"])
@needs(may_manage)
def import_file(request: HtmxRequest, club: Club) -> HttpResponse:
    """Which file? What it published, scored afresh, and every difference."""
    form = FileForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"club": club, "here": "results", "form": form}
    if form.is_valid():
        context |= _checked(club, form) | {"importing": ImportForm(initial={"packed": form.packed()})}
    return page(request, "bridge/imports/file.html", "", context, status=422 if form.errors else 200)


def _checked(club: Club, form: FileForm | ImportForm) -> dict[str, Any]:
    """What the page shows of a check."""
    check = form.check
    return {
        "event": form.event, "check": check, "rules": [phrase_rule(code) for code in (check.method, check.factoring) if code],
        "notes": [phrase_note(note) for note in check.notes], "differences": check.differences[:SHOWN], "more": max(0, len(check.differences) - SHOWN),
        "people": known_people(club, form.event), "earlier": known_evening(club, form.event),
    }


@require_POST
@needs(may_manage)
def import_checked(request: HtmxRequest, club: Club) -> HttpResponse:
    """The event that was checked is a finished evening of the club."""
    form = ImportForm(request.POST)
    if form.is_valid():
        try:
            session = import_event(club, form.event, by=request.actor, key=form.cleaned_data["key"])
            messages.success(request, _("The event is imported; its ranking appears in a moment."))
            return redirect("ranking", club.slug, session.uid)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"club": club, "here": "results", "form": FileForm(), "refused": [*form.non_field_errors(), *form.errors.get("packed", ())]}
    return page(request, "bridge/imports/file.html", "", context, status=422)


@require_safe
@open_to_all
def published(request: HtmxRequest, session: Session) -> HttpResponse:
    """What the file of an imported event published, master points too."""
    shown = published_page(session)
    if shown is None:
        raise Http404
    return page(request, "bridge/imports/published.html", "", {"session": session, "club": session.club, "here": "results", "shown": shown})


urlpatterns = [
    path("c/<slug:club>/import/", import_file, name="import_file"),
    path("c/<slug:club>/import/now/", import_checked, name="import_checked"),
    path("c/<slug:club>/s/<str:session>/published/", published, name="published"),
]
