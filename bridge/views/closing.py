"""The end of an evening: what is still open, closing, what is left to do afterwards."""

from django.http import HttpResponse
from django.urls import path
from django.views.decorators.http import require_http_methods

from bridge.actions.publishing import close_session, reopen_session
from bridge.actions.results import accept_results
from bridge.engine.errors import EngineError
from bridge.forms.closing import ClosingForm
from bridge.forms.slip import new_key
from bridge.models import Session
from bridge.permissions import boards_seen, may_publish, may_rule
from bridge.phrases import phrase
from bridge.queries.closing import closing_of
from bridge.queries.late_plays import late_plays_of
from bridge.queries.troubles import troubles_of
from bridge.views.access import needs
from bridge.views.render import HtmxRequest, page, redirect


@require_http_methods(["GET", "POST"])
@needs(may_publish)
def close(request: HtmxRequest, session: Session) -> HttpResponse:
    """Close the evening, which publishes its rankings; afterwards: what is left."""
    form = ClosingForm(request.POST or None)
    if form.is_valid():
        told, by = form.cleaned_data, request.actor
        try:
            if told["act"] == "accept":
                accept_results(session, by=by, key=told["key"])
            elif told["act"] == "close":
                close_session(session, reason=told["reason"], by=by, key=told["key"])
            else:
                reopen_session(session, reason=told["reason"], by=by, key=told["key"])
            return redirect("close", session.club.slug, session.uid)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"session": session, "club": session.club, "here": "tonight", "form": form, "troubles": troubles_of(session.club)}
    context["closing"] = closing = closing_of(session)
    context |= {"late": late_plays_of(session, closing.overdue), "key": new_key()}
    context |= {"seen": boards_seen(request.actor, session), "rules": may_rule(request.actor, session)}
    return page(request, "bridge/closing/close.html", "bridge/closing/_close.html", context, status=422 if form.errors else 200)


urlpatterns = [path("c/<slug:club>/s/<str:session>/close/", close, name="close")]
