"""Points that teams bring along from an earlier stage: typed on the conditions of a team event, the effect shown, confirmed."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import path
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from bridge.actions.carry import carry_points
from bridge.engine.errors import EngineError
from bridge.forms.carry import CarryForm
from bridge.mapping.carry import carried_points
from bridge.models import ChangedMeanwhile, Entry, Session
from bridge.permissions import Actor, may_publish
from bridge.phrases import phrase
from bridge.phrases.figures import hundredths_text
from bridge.queries.conditions import effects_of_carry
from bridge.queries.draws import is_drawn
from bridge.queries.matches import teams_here
from bridge.views.access import needs
from bridge.views.meanwhile import told_meanwhile
from bridge.views.render import HtmxRequest, page, redirect
from bridge.views.team_results import is_of_teams


@require_http_methods(["GET", "POST"])
@needs(may_publish)
def carry(request: HtmxRequest, session: Session) -> HttpResponse:
    """What every team begins with. In an event that is drawn it stands on the page of the draw, since the draw goes by it."""
    if not is_of_teams(session):
        raise Http404
    if is_drawn(session):
        return redirect("draws", session.club.slug, session.uid)
    told: dict[str, Any] = {"teams": [(team.entry, team.name) for team in teams_here(session)], "carried": carried_points(session)}
    form = CarryForm(request.POST, **told) if request.method == "POST" else CarryForm(**told, seen=session.journal.head)
    moved = None
    if form.is_bound and form.is_valid():
        try:
            if form.cleaned_data["confirmed"]:
                _carry_out(session, form, by=request.actor)
                return redirect("conditions", session.club.slug, session.uid)
            moved = effects_of_carry(session, form.points())
        except ChangedMeanwhile as refusal:
            form.add_error(None, told_meanwhile(refusal, _brought_along(session, told["teams"])))
            form.show_again(refusal.facts["act"])
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"session": session, "club": session.club, "form": form, "moved": moved}
    return page(request, "bridge/conditions/carry.html", "", context, status=422 if form.errors else 200)


def _carry_out(session: Session, form: CarryForm, *, by: Actor) -> None:
    points, typed = form.points(), form.cleaned_data
    entries = Entry.objects.in_bulk(points)
    told = {entries[pk]: value for pk, value in points.items()}
    carry_points(session, told, reason=typed["reason"], by=by, key=typed["key"], seen=typed["seen"] or 0)


def _brought_along(session: Session, teams: Iterable[tuple[int, str]]) -> str:
    """What every team brings along now, in one line."""
    now = carried_points(session)
    return gettext(", ").join(f"{name} {hundredths_text(now.get(pk, Fraction(0)))}" for pk, name in teams)


urlpatterns = [path("c/<slug:club>/s/<str:session>/conditions/carry/", carry, name="carry")]
