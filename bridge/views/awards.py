"""Master points: what an evening gives, who has how many in the club, one player's ledger, the club's rule and levels."""

from django.contrib import messages
from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from bridge.actions.clubs import set_award_scheme, set_levels
from bridge.engine.errors import EngineError
from bridge.engine.masterpoints.scheme import Ties
from bridge.forms.awards import LevelsForm, SchemeForm
from bridge.mapping.masterpoints import scheme_of_club, thresholds_of
from bridge.models import Club, Player, Session
from bridge.permissions import may_administer
from bridge.phrases import phrase
from bridge.queries.awards import award_sheets, holders_of, record_of
from bridge.views.access import needs, open_to_all
from bridge.views.render import HtmxRequest, page, redirect


@require_safe
@open_to_all
def awards(request: HtmxRequest, session: Session) -> HttpResponse:
    """What the evening gives: provisional until its ranking is final, then as entered; of an imported event what its file gave."""
    if session.stage.event.source:
        return redirect("published", session.club.slug, session.uid)
    context = {"session": session, "club": session.club, "here": "results", "sheets": award_sheets(session), "now": timezone.now()}
    return page(request, "bridge/awards/awards.html", "", context)


@require_safe
@open_to_all
def holders(request: HtmxRequest, club: Club) -> HttpResponse:
    """The club's members by master points, with the levels."""
    context = {
        "club": club, "here": "results", "holders": holders_of(club), "thresholds": thresholds_of(club), "may_administer": may_administer(request.actor, club),
    }
    return page(request, "bridge/awards/holders.html", "", context)


@require_safe
@open_to_all
def player_awards(request: HtmxRequest, club: Club, player: Player) -> HttpResponse:
    """A player's master points, line by line."""
    context = {
        "club": club, "here": "results", "player": player, "record": record_of(player, club), "is_own": request.actor.player_id == player.pk,
    }
    return page(request, "bridge/awards/player.html", "", context)


@require_http_methods(["GET", "POST"])
@needs(may_administer)
def award_rule(request: HtmxRequest, club: Club) -> HttpResponse:
    """By which rule the club's evenings earn."""
    form = SchemeForm(request.POST) if request.method == "POST" else SchemeForm.of(scheme_of_club(club))
    if form.is_bound and form.is_valid():
        try:
            set_award_scheme(club, form.scheme_rule(), ties=Ties(form.cleaned_data["ties"]), by=request.actor, key=form.cleaned_data["key"])
            messages.success(request, _("The rule is kept; what is in the ledger stays."))
            return redirect("holders", club.slug)
        except EngineError as refusal:
            form.add_error("bands", phrase(refusal))
    return page(request, "bridge/awards/rule.html", "", {"club": club, "here": "results", "form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@needs(may_administer)
def award_levels(request: HtmxRequest, club: Club) -> HttpResponse:
    """Where the levels begin."""
    thresholds = thresholds_of(club)
    form = LevelsForm(request.POST or None, thresholds=thresholds)
    if form.is_valid():
        try:
            set_levels(club, form.thresholds(), by=request.actor, key=form.cleaned_data["key"])
            return redirect("holders", club.slug)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"club": club, "here": "results", "form": form, "thresholds": thresholds}
    return page(request, "bridge/awards/levels.html", "", context, status=422 if form.errors else 200)


urlpatterns = [
    path("c/<slug:club>/s/<str:session>/awards/", awards, name="awards"),
    path("c/<slug:club>/points/", holders, name="holders"),
    path("c/<slug:club>/points/rule/", award_rule, name="award_rule"),
    path("c/<slug:club>/points/levels/", award_levels, name="award_levels"),
    path("c/<slug:club>/points/<str:player>/", player_awards, name="player_awards"),
]
