"""One person kept twice: found among the club's people, what making the two one does, done, and taken back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST

from bridge.actions.players import NumberTaken, merge_players, part_players
from bridge.engine.errors import EngineError
from bridge.forms.members import SamePersonForm
from bridge.forms.room import ActForm
from bridge.mapping.basis import MERGE_PLAYERS
from bridge.models import Account, Act, ChangedMeanwhile, Club, Membership, Player
from bridge.permissions import may_manage
from bridge.phrases import phrase
from bridge.phrases.names import known_as, name_of
from bridge.queries.members import people_like
from bridge.queries.merging import MergedAlready, merging_of, said_before
from bridge.views.access import needs
from bridge.views.render import HtmxRequest, page, redirect


@require_http_methods(["GET", "POST"])
@needs(may_manage, of="club")
def same_person(request: HtmxRequest, club: Club, double: str) -> HttpResponse:
    """Is this somebody the club knows already? Found, what happens told, then the two records are one."""
    leaving = _membership(club, double)
    form = SamePersonForm(request.POST or None, seen=club.journal.head, initial={"kept": request.GET.get("with", "")})
    if request.method == "POST":
        answer = _merged(request, club, leaving, form) if form.is_valid() else None
        if answer is not None:
            return answer
        leaving = _membership(club, double)
    elif leaving.player.merged_into:
        return redirect("member", club.slug, leaving.player.person.uid)
    kept = str(form["kept"].value() or "")
    if kept:
        return _told(request, club, leaving, _membership(club, kept), form)
    typed = request.GET.get("who", "")
    found = people_like(club, leaving.player, typed)
    context = {"club": club, "here": "members", "membership": leaving, "typed": typed, "like": found.rows, "more": found.more, "form": form}
    return page(request, "bridge/members/same.html", "bridge/members/_like.html", context, status=422 if form.errors else 200)


def _membership(club: Club, uid: str) -> Membership:
    known = Membership.objects.select_related("club", "player__merged_into")
    return get_object_or_404(known, club=club, player__uid=uid.replace("\0", ""))


def _told(request: HtmxRequest, club: Club, leaving: Membership, chosen: Membership, form: SamePersonForm) -> HttpResponse:
    """What happens to the two, as they stand now."""
    context = {
        "club": club, "here": "members", "form": form, "merging": merging_of(chosen, leaving), "kept": known_as(chosen), "double": known_as(leaving),
        "kept_name": name_of(chosen.player),
    }
    return page(request, "bridge/members/merge.html", "", context, status=422 if form.errors else 200)


def _merged(request: HtmxRequest, club: Club, leaving: Membership, form: SamePersonForm) -> HttpResponse | None:
    """On to the person, once the two are one; None where the form says why they are not."""
    told = form.cleaned_data
    chosen = _membership(club, told["kept"])
    try:
        kept = merge_players(club, chosen.player, leaving.player, by=request.actor, key=told["key"], seen=told["seen"] or 0)
        messages.success(request, gettext("The two records are one now."))
        return redirect("member", club.slug, kept.uid)
    except MergedAlready:
        return _merged_meanwhile(request, club, leaving, chosen)
    except ChangedMeanwhile as refusal:
        who = Account.objects.filter(pk=refusal.facts["account"]).first()
        now = gettext(", ").join(known_as(_membership(club, each.player.uid)) for each in (chosen, leaving))
        said = gettext("%(who)s has changed one of the two meanwhile. They now are: %(now)s. What you chose is kept: read what happens, then confirm again.")
        form.add_error(None, said % {"who": who or pgettext("who did it", "Somebody else"), "now": now})
        form.show_again(refusal.facts["act"])
    except EngineError as refusal:
        form.add_error(None, phrase(refusal))
    return None


def _merged_meanwhile(request: HtmxRequest, club: Club, leaving: Membership, chosen: Membership) -> HttpResponse:
    """Somebody was quicker: on to the person where the two are one by that, else to the same question about the records that are kept."""
    one, other = (_membership(club, each.player.uid).player.person for each in (leaving, chosen))
    acts = Act.objects.filter(journal=club.journal, kind=MERGE_PLAYERS, facts__double__in=[leaving.player_id, chosen.player_id])
    done = acts.select_related("account").order_by("-pk").first()
    who = (done.account if done else None) or pgettext("who did it", "Somebody else")
    if one == other:
        messages.success(request, gettext("%(who)s has made the two records one already.") % {"who": who})
        return redirect("member", club.slug, one.uid)
    said = gettext("%(who)s has made one of the two a part of another record meanwhile. What you chose is kept: read what happens now, then confirm again.")
    messages.error(request, said % {"who": who})
    return redirect(f"{reverse('same_person', args=[club.slug, one.uid])}?{urlencode({'with': other.uid})}")


@require_POST
@needs(may_manage, of="club")
def two_people(request: HtmxRequest, club: Club, player: Player) -> HttpResponse:
    """They are two people after all."""
    form = ActForm(request.POST)
    if not form.is_valid():
        return redirect("member", club.slug, player.uid)
    done = get_object_or_404(Act, pk=form.cleaned_data["act"], journal=club.journal, kind=MERGE_PLAYERS, facts__kept=player.pk)
    try:
        apart = part_players(club, done, by=request.actor, key=form.cleaned_data["key"])
    except EngineError as refusal:
        built = Act.objects.filter(journal=club.journal, pk__in=refusal.facts.get("later", ())).select_related("account", "device").order_by("-pk")
        told = _number_given(refusal) if isinstance(refusal, NumberTaken) else phrase(refusal)
        with_before = [(act, said_before(act, player)) for act in built]
        context = {"club": club, "here": "members", "player": player, "told": told, "built": with_before}
        return page(request, "bridge/members/refused.html", "", context, status=422)
    messages.success(request, gettext("They are two people again. This is the one who had gone."))
    return redirect("member", club.slug, apart.uid)


def _number_given(refusal: NumberTaken) -> str:
    """Who has the number that would be given back."""
    told = {"number": refusal.facts["number"], "player": name_of(Player.objects.get(pk=refusal.facts["player"]))}
    return gettext("The number %(number)s belongs to %(player)s now. Give %(player)s another one first; then this can be taken back.") % told


urlpatterns = [
    path("c/<slug:club>/members/<str:double>/same/", same_person, name="same_person"),
    path("c/<slug:club>/members/<str:player>/two/", two_people, name="two_people"),
]
