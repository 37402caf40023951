"""Tonight: the evening that runs or is prepared, and a new one, as last time or otherwise."""

from django.contrib import messages
from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from bridge.actions.sessions import cancel_session, change_session, make_session
from bridge.engine.errors import EngineError
from bridge.forms.evenings import CancelForm, ChangeEveningForm, EveningForm, usual
from bridge.models import ChangedMeanwhile, Club, EventForm, Session, SessionState
from bridge.permissions import may_direct, may_manage, may_manage_session, may_run
from bridge.phrases import phrase
from bridge.queries.evenings import asked_after, forgotten, last_evening, never_begun, options_of_session, played_tonight, tonights
from bridge.views.access import needs, open_to_all
from bridge.views.meanwhile import show_both
from bridge.views.render import HtmxRequest, page, redirect


@require_safe
@open_to_all
def tonight(request: HtmxRequest, club: Club) -> HttpResponse:
    """The way to the evening of today: for those who run it to its desk, for others to its ranking."""
    now = timezone.now()
    left = forgotten(club, now)
    found = [each for each in tonights(club, now) if each not in left]
    evenings = found or ([] if left else played_tonight(club, now))
    manages = may_manage(request.actor, club)
    if len(evenings) == 1 and not left and (found or not manages):  # after a closed one who manages may want another
        return redirect("session", club.slug, evenings[0].uid)
    context = {
        "club": club, "here": "tonight", "evenings": evenings, "forgotten": left, "never_begun": never_begun(club, now), "may_manage": manages,
        "last": last_evening(club, now), "asked_after": asked_after(club) if may_direct(request.actor, club) else [],
    }
    return page(request, "bridge/evenings/tonight.html", "", context)


@require_safe
@open_to_all
def session(request: HtmxRequest, session: Session) -> HttpResponse:
    """The front page of one evening: the desk for those who run it, else the ranking."""
    if not may_run(request.actor, session):
        return redirect("matches" if session.stage.event.form == EventForm.TEAMS else "ranking", session.club.slug, session.uid)
    if session.state == SessionState.PREPARING:
        return redirect("teams" if session.stage.event.form == EventForm.TEAMS else "signin", session.club.slug, session.uid)
    if session.state == SessionState.CANCELLED:
        return redirect("session_change", session.club.slug, session.uid)
    return redirect("room" if session.state == SessionState.RUNNING else "close", session.club.slug, session.uid)


@require_http_methods(["GET", "POST"])
@needs(may_manage)
def session_new(request: HtmxRequest, club: Club) -> HttpResponse:
    """A new evening; what stands in the slip is how the last one was."""
    last = last_evening(club, timezone.now())
    options = options_of_session(last) if last else {}
    form = EveningForm(request.POST) if request.method == "POST" else EveningForm(initial=usual(club, last, timezone.now(), options))
    if form.is_bound and form.is_valid():
        told = {"name": form.cleaned_data["name"], "form": form.event_form(), "options": form.options(), "settings": form.settings()}
        new = make_session(club, form.starts(club), **told, by=request.actor, key=form.cleaned_data["key"])
        return redirect("session", club.slug, new.uid)
    context = {"club": club, "here": "tonight", "form": form, "last": last}
    return page(request, "bridge/evenings/new.html", "bridge/evenings/_new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@needs(may_manage_session)
def session_change(request: HtmxRequest, session: Session) -> HttpResponse:
    """Change an evening, or cancel it before it has begun."""
    cancels = "cancel" in request.POST
    initial = usual(session.club, session, session.starts, {})
    as_it_is = ChangeEveningForm(seen=session.journal.head, initial=initial)
    form = ChangeEveningForm(request.POST) if request.method == "POST" and not cancels else as_it_is
    cancelling, is_refused = CancelForm(request.POST if cancels else None), False
    try:
        if cancelling.is_bound and cancelling.is_valid():
            cancel_session(session, reason=cancelling.cleaned_data["reason"], by=request.actor, key=cancelling.cleaned_data["key"])
            return redirect("club", session.club.slug)
        if form.is_bound and form.is_valid():
            told = {"name": form.cleaned_data["name"], "starts": form.starts(session.club)} | form.settings()
            change_session(session, **told, seen=form.cleaned_data["seen"], by=request.actor, key=form.cleaned_data["key"])
            return redirect("session", session.club.slug, session.uid)
    except ChangedMeanwhile as refusal:
        show_both(form, as_it_is, refusal)
    except EngineError as refusal:  # told above both forms: that of an evening which has begun meanwhile is not shown again
        is_refused = True
        messages.error(request, phrase(refusal))
    context = {"session": session, "club": session.club, "here": "tonight", "form": form, "cancelling": cancelling}
    return page(request, "bridge/evenings/change.html", "", context, status=422 if is_refused or form.errors or cancelling.errors else 200)


urlpatterns = [
    path("c/<slug:club>/tonight/", tonight, name="tonight"),
    path("c/<slug:club>/new/", session_new, name="session_new"),
    path("c/<slug:club>/s/<str:session>/", session, name="session"),
    path("c/<slug:club>/s/<str:session>/change/", session_change, name="session_change"),
]
