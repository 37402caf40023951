"""A club's settings: its name, how it plays, the directors' PIN."""

from django.contrib import messages
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from bridge.actions.clubs import change_club
from bridge.forms.club import ClubForm
from bridge.models import ChangedMeanwhile, Club
from bridge.permissions import may_administer
from bridge.views.access import needs
from bridge.views.meanwhile import show_both
from bridge.views.render import HtmxRequest, page, redirect


@sensitive_post_parameters("pin")
@require_http_methods(["GET", "POST"])
@needs(may_administer)
def club_settings(request: HtmxRequest, club: Club) -> HttpResponse:
    """How the club is called and plays; changed here."""
    form = ClubForm(request.POST) if request.method == "POST" else ClubForm.of(club)
    if form.is_bound and form.is_valid():
        typed = form.cleaned_data
        try:
            change_club(club, form.values(), pin=typed["pin"], seen=typed["seen"], by=request.actor, key=typed["key"])
            messages.success(request, _("The settings are kept."))
            return redirect("club_settings", club.slug)
        except ChangedMeanwhile as refusal:
            show_both(form, ClubForm.of(club), refusal)
    return page(request, "bridge/club/settings.html", "", {"club": club, "form": form}, status=422 if form.errors else 200)


urlpatterns = [path("c/<slug:club>/settings/", club_settings, name="club_settings")]
