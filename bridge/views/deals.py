"""The cards of an evening come in as a file."""

from django.http import HttpResponse
from django.urls import path
from django.views.decorators.http import require_http_methods

from bridge.actions.deals import take_deals
from bridge.engine.errors import EngineError
from bridge.forms.deals import DealsForm
from bridge.models import Session
from bridge.permissions import may_run
from bridge.phrases import phrase
from bridge.queries.deals import deals_known
from bridge.views.access import needs
from bridge.views.render import HtmxRequest, page


@require_http_methods(["GET", "POST"])
@needs(may_run)
def deals(request: HtmxRequest, session: Session) -> HttpResponse:
    """Which boards have their cards? A file brings them, at any time after the start."""
    form, taken = DealsForm(request.POST or None, request.FILES or None), None
    if form.is_valid():
        try:
            taken = take_deals(session, form.deals, by=request.actor, key=form.cleaned_data["key"])
            form = DealsForm()
        except EngineError as refusal:
            form.add_error("file", phrase(refusal))
    context = {"session": session, "club": session.club, "here": "tonight", "form": form, "taken": taken, "known": deals_known(session)}
    return page(request, "bridge/closing/deals.html", "", context, status=422 if form.errors else 200)


urlpatterns = [path("c/<slug:club>/s/<str:session>/deals/", deals, name="deals")]
