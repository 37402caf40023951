"""The members' list: who belongs to the club, taken over from a list, corrected by hand."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from bridge.actions.players import add_member, change_member, end_membership, import_members
from bridge.engine.errors import EngineError
from bridge.engine.formats.members import MemberLine
from bridge.forms.members import MemberForm, MembersListForm, NewMemberForm
from bridge.forms.slip import Slip
from bridge.mapping.records import records_of
from bridge.models import ChangedMeanwhile, Club, Membership, Player
from bridge.permissions import may_manage
from bridge.phrases import phrase
from bridge.queries.members import has_played, members_of, namesakes_of
from bridge.queries.merging import merged_into, still_sits_in
from bridge.views.access import needs
from bridge.views.meanwhile import show_both
from bridge.views.render import HtmxRequest, page, redirect


@require_http_methods(["GET", "POST"])
@needs(may_manage)
def members(request: HtmxRequest, club: Club) -> HttpResponse:
    """Who belongs to the club? A new one is added here."""
    form = NewMemberForm(request.POST or None)
    if form.is_valid():
        line = MemberLine(1, form.cleaned_data["name"], form.cleaned_data["number"])
        try:
            add_member(club, line, by=request.actor, key=form.cleaned_data["key"])
            return redirect("members", club.slug)
        except EngineError as refusal:
            form.add_error("number", phrase(refusal))
    typed = request.GET.get("who", "")
    context = {
        "club": club, "here": "members", "form": form, "typed": typed, "members": members_of(club, typed), "guests": members_of(club, typed, guests=True),
        "namesakes": namesakes_of(club), "all": Membership.objects.filter(club=club, is_guest=False).count(),
    }
    return page(request, "bridge/members/members.html", "bridge/members/_list.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@needs(may_manage)
def members_list(request: HtmxRequest, club: Club) -> HttpResponse:
    """Take over a list: pasted, or a file."""
    form = MembersListForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        try:
            new, changed = import_members(club, form.lines, by=request.actor, key=form.cleaned_data["key"])
            return redirect_with_count(request, club, new, changed)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"club": club, "here": "members", "form": form}
    return page(request, "bridge/members/take_over.html", "bridge/members/_take_over.html", context, status=422 if form.errors else 200)


def redirect_with_count(request: HtmxRequest, club: Club, new: int, changed: int) -> HttpResponse:
    """To the list, which says what the taking over did."""
    added = ngettext("%(new)d member was added, %(changed)d changed.", "%(new)d members were added, %(changed)d changed.", new)
    messages.success(request, added % {"new": new, "changed": changed})
    return redirect("members", club.slug)


@require_http_methods(["GET", "POST"])
@needs(may_manage, of="club")
def member(request: HtmxRequest, club: Club, player: Player) -> HttpResponse:
    """One member: names, number, seat wish."""
    seen = club.journal.head
    membership = get_object_or_404(Membership.objects.select_related("player"), club=club, player=player)
    form = MemberForm(request.POST) if request.method == "POST" else MemberForm.of(membership, seen=seen)
    if form.is_bound and form.is_valid():
        try:
            change_member(club, membership.player, **form.cleaned_data, by=request.actor)
            return redirect("members", club.slug)
        except ChangedMeanwhile as refusal:
            show_both(form, MemberForm.of(membership, seen=seen), refusal)
        except EngineError as refusal:
            form.add_error("number", phrase(refusal))
    context = {"club": club, "here": "members", "form": form, "membership": membership, "has_played": has_played(membership.player)}
    context |= {"merged": merged_into(club, player), "still_sits": still_sits_in(list(records_of([player.pk])))}
    return page(request, "bridge/members/member.html", "bridge/members/_member.html", context, status=422 if form.errors else 200)


@require_POST
@needs(may_manage, of="club")
def leave(request: HtmxRequest, club: Club, player: Player) -> HttpResponse:
    """Somebody belongs to the club no more."""
    form = Slip(request.POST)
    if form.is_valid() and Membership.objects.filter(club=club, player=player).exists():
        end_membership(club, player, by=request.actor, key=form.cleaned_data["key"])
    return redirect("members", club.slug)


urlpatterns = [
    path("c/<slug:club>/members/", members, name="members"),
    path("c/<slug:club>/members/list/", members_list, name="members_list"),
    path("c/<slug:club>/members/<str:player>/", member, name="member"),
    path("c/<slug:club>/members/<str:player>/leave/", leave, name="member_leaves"),
]
