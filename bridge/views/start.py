"""Which movement? The whole schedule before it starts, and the start."""

from django.http import HttpResponse
from django.urls import path, reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from bridge.actions.rounds import start_session
from bridge.engine.errors import EngineError
from bridge.forms.start import StartForm
from bridge.models import Entry, Session, SessionState
from bridge.permissions import may_run
from bridge.phrases import phrase
from bridge.queries.plans import laid_out
from bridge.queries.proposals import chosen_plan, proposals_for, seated_by, section_plan
from bridge.queries.signin import here_tonight
from bridge.views.access import needs
from bridge.views.render import HtmxRequest, page, redirect


@require_http_methods(["GET", "POST"])
@needs(may_run)
def movement(request: HtmxRequest, session: Session) -> HttpResponse:
    """Which movement? All proposals, and every round of the one that is chosen; POST starts it, or leads to what is to be seen (the address keeps no token)."""
    if session.state != SessionState.PREPARING:
        return redirect("room", session.club.slug, session.uid)
    here = here_tonight(session)
    proposals = proposals_for(session, here)
    form = StartForm(request.POST or None)
    if form.is_valid() and "see" in request.POST:
        return redirect(f"{reverse('movement', args=[session.club.slug, session.uid])}?{urlencode({'plan': form.cleaned_data['plan']})}")
    code = request.POST.get("plan") or request.GET.get("plan") or (proposals.choices[0].code if proposals else "")
    chosen = None
    try:
        chosen = chosen_plan(session, here, code) if code else None
        if chosen is not None and form.is_valid():
            entries = {entry.pk: entry for entry in Entry.objects.filter(pk__in=[each.entry for each in here])}
            start_session(
                session, [section_plan(chosen, here, entries)], round_minutes=chosen.round_minutes, by=request.actor, key=form.cleaned_data["key"]
            )
            return redirect("room", session.club.slug, session.uid)
    except EngineError as refusal:
        if form.is_bound:
            form.add_error(None, phrase(refusal))
    layout = laid_out(chosen.movement, chosen.boards_per_set, seated_by(chosen, here)) if chosen else None
    context = {
        "session": session, "club": session.club, "here": "tonight", "proposals": proposals, "chosen": chosen, "layout": layout, "form": form,
        "pairs": sum(not each.is_single for each in here), "singles": [each for each in here if each.is_single],
    }
    return page(request, "bridge/start/movement.html", "bridge/start/_movement.html", context, status=422 if form.errors else 200)


urlpatterns = [path("c/<slug:club>/s/<str:session>/plan/", movement, name="movement")]
