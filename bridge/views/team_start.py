"""How do the teams play? The movements for those who are here, the whole schedule before it starts, and the start."""

from django.http import Http404, HttpResponse
from django.urls import path, reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from bridge.actions.teams import start_movement
from bridge.engine.errors import EngineError
from bridge.forms.start import StartForm
from bridge.forms.team_start import TeamHandForm
from bridge.models import Session, SessionState
from bridge.permissions import may_run
from bridge.phrases import phrase
from bridge.queries.matches import taking_part, teams_here
from bridge.queries.team_plans import TeamChoice, chosen_choice, code_by_hand, team_choices, team_layout
from bridge.views.access import needs
from bridge.views.render import HtmxRequest, page, redirect
from bridge.views.team_results import is_of_teams


@require_http_methods(["GET", "POST"])
@needs(may_run)
def team_movement(request: HtmxRequest, session: Session) -> HttpResponse:
    """All movements for the teams who are here, and every round of the one that is chosen; POST starts it."""
    if not is_of_teams(session):
        raise Http404
    if session.state != SessionState.PREPARING:
        return redirect("matches", session.club.slug, session.uid)
    teams = teams_here(session)
    choices, form, hand = team_choices(session, len(teams)), StartForm(request.POST or None), TeamHandForm(request.GET if "family" in request.GET else None)
    chosen: TeamChoice | None = None
    refused = ""
    try:
        chosen = _chosen(request, session, len(teams), choices, hand)
        if chosen and form.is_valid():
            return _started(request, session, chosen, form)
    except EngineError as refusal:
        refused = phrase(refusal)
    context = {
        "session": session, "club": session.club, "here": "tonight", "teams": teams, "choices": choices, "chosen": chosen, "form": form, "hand": hand,
        "layout": team_layout(chosen, teams) if chosen else None, "refused": refused, "codes": frozenset(choice.code for choice in choices),
    }
    return page(request, "bridge/start/teams.html", "bridge/start/_teams.html", context, status=422 if form.is_bound else 200)


def _chosen(request: HtmxRequest, session: Session, teams: int, choices: tuple[TeamChoice, ...], hand: TeamHandForm) -> TeamChoice | None:
    """The movement that is shown: chosen, named by hand, else the best there is. Raises what `chosen_choice` raises."""
    code = request.POST.get("plan") or request.GET.get("plan") or ""
    if hand.is_bound and hand.is_valid():
        code = code_by_hand(teams, hand.cleaned_data["family"], hand.cleaned_data["per_match"])
    if not code or teams < 3:
        return choices[0] if choices else None
    return next((choice for choice in choices if choice.code == code), None) or chosen_choice(session, teams, code)


def _started(request: HtmxRequest, session: Session, chosen: TeamChoice, form: StartForm) -> HttpResponse:
    """The schedule of another choice is shown, or the evening starts. Raises what `start_movement` raises."""
    if "see" in request.POST:
        return redirect(f"{reverse('team_movement', args=[session.club.slug, session.uid])}?{urlencode({'plan': chosen.code})}")
    start_movement(
        session, taking_part(session), chosen.proposal.order, boards=chosen.proposal.boards_per_match, round_minutes=chosen.round_minutes, by=request.actor,
        key=form.cleaned_data["key"],
    )
    return redirect("matches", session.club.slug, session.uid)


urlpatterns = [path("c/<slug:club>/s/<str:session>/teams/plan/", team_movement, name="team_movement")]
