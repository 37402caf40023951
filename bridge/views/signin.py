"""Who is here? People come in, find a partner, pay; what they could play stands beside."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions.players import make_guest
from bridge.actions.sessions import AlreadyHere, pay, sign_in, sign_out, take_back_payment
from bridge.engine.errors import EngineError
from bridge.forms.signin import EntryForm, HereForm, PaidForm, PairForm, SingleForm
from bridge.forms.slip import new_key
from bridge.models import ClubTable, Entry, EventForm, Membership, Player, Session, SessionState
from bridge.permissions import Table, may_run, may_sign_in_at
from bridge.phrases import phrase
from bridge.phrases.arrivals import already_words, how_words
from bridge.phrases.moments import moment_text
from bridge.phrases.names import name_of
from bridge.queries.members import has_members
from bridge.queries.proposals import proposals_for
from bridge.queries.signin import Found, Here, cash_box, find_people, here_tonight, is_of_singles, member_by_uid, section_of
from bridge.views.access import needs
from bridge.views.render import HtmxRequest, page, redirect


@require_http_methods(["GET", "POST"])
@needs(may_run)
def signin(request: HtmxRequest, session: Session) -> HttpResponse:
    """Who is here? A few letters, Enter: here; the next one is the partner."""
    if session.stage.event.form == EventForm.TEAMS:
        return redirect("teams", session.club.slug, session.uid)
    form = HereForm(request.POST or None)
    if form.is_valid():
        try:
            return _come_in(request, session, form)
        except AlreadyHere as refusal:
            form.add_error(None, _already(session, refusal))
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = signin_context(request, session, form)
    partial = "bridge/signin/_found.html" if request.method == "GET" and request.htmx.target == "found" else "bridge/signin/_signin.html"
    return page(request, "bridge/signin/signin.html", partial, context, status=422 if form.errors else 200)


def signin_context(request: HtmxRequest, session: Session, form: HereForm) -> dict[str, Any]:
    """What the page shows: who fits, who is here, what they could play."""
    typed = request.GET.get("who", "") or str(form.data.get("who", ""))
    here = here_tonight(session)
    waiting = next((each for each in here if each.is_single and each.uid == (request.GET.get("with") or form.data.get("with"))), None)
    pairs = sum(not each.is_single for each in here)
    return {
        "session": session, "club": session.club, "here": "tonight", "form": form, "key": new_key(), "typed": typed, "tonight": here, "pairs": pairs,
        "singles": [each for each in here if each.is_single], "waiting": waiting,
        "found": _with_arrival(session, here, find_people(session.club, session, typed)),
        "cash": cash_box(session, here), "is_running": session.state != SessionState.PREPARING, "proposals": proposals_for(session, here),
        "is_new": not here and not has_members(session.club),
    }


def _with_arrival(session: Session, tonight: Iterable[Here], found: Iterable[Found], *, in_public: bool = False) -> list[tuple[Found, str]]:
    """Who fits, each with how they have signed in already: nothing for who has not, or waits for a partner."""
    here = {player.pk: each for each in tonight if not each.is_single for player in each.players}
    return [(each, _how(session, here[each.player.pk], each.player, in_public=in_public) if each.player.pk in here else "") for each in found]


def _how(session: Session, here: Here, player: Player, *, in_public: bool) -> str:
    partner = next((name_of(each, in_public=in_public) for each in here.players if each != player), "")
    return how_words(partner, moment_text(here.since, session.starts, session.club.zone), here.table)


def _already(session: Session, refusal: AlreadyHere, *, in_public: bool = False) -> str:
    """That somebody is signed in already, with whom, since when and where."""
    player = Player.objects.get(pk=refusal.facts["player"])
    here = next(each for each in here_tonight(session) if each.entry == refusal.facts["entry"])
    return already_words(name_of(player, in_public=in_public), _how(session, here, player, in_public=in_public))


def _come_in(request: HtmxRequest, session: Session, form: HereForm) -> HttpResponse:
    """The one who was chosen is here: alone, or as the partner of the one who waits."""
    told = form.cleaned_data
    if told["player"] == "guest":
        player = make_guest(session.club, told["who"], by=request.actor, key=told["key"])
    else:
        membership = get_object_or_404(Membership.objects.select_related("player"), club=session.club, player__uid=told["player"])
        player = membership.player.person
    partner_of = Entry.objects.filter(uid=told["with"], event=session.stage.event).first() if told["with"] and not told["alone"] else None
    entry = sign_in(session, [player], entry=partner_of, by=request.actor, key=told["key"])
    onward = reverse("signin", args=[session.club.slug, session.uid])
    waits = "" if partner_of is not None or is_of_singles(session) else f"?{urlencode({'with': entry.uid})}"
    return redirect(f"{onward}{waits}")


@require_POST
@needs(may_run)
def paid(request: HtmxRequest, session: Session) -> HttpResponse:
    """Who has paid, as the ticks stand; each player's change is an act of its own."""
    form = PaidForm(request.POST)
    if form.is_valid():
        ticked = set(request.POST.getlist("paid"))
        for each in here_tonight(session):
            if each.uid not in form.cleaned_data["shown"].split():
                continue
            for player in each.players:
                key = f"{form.cleaned_data['key']}-{player.pk}"
                if each.uid in ticked and player.pk not in each.paid:
                    pay(session, player, session.fee, by=request.actor, key=key)
                elif each.uid not in ticked and player.pk in each.paid:
                    take_back_payment(session, player, by=request.actor, key=key)
    return redirect("signin", session.club.slug, session.uid)


@require_http_methods(["GET", "POST"])
@needs(may_run, of="session")
def entry_here(request: HtmxRequest, session: Session, entry: Entry) -> HttpResponse:
    """One pair at the sign-in: signed out, parted, paid one by one."""
    here = next((each for each in here_tonight(session) if each.entry == entry.pk), None)
    if here is None or session.stage.event.form == EventForm.TEAMS:
        return redirect("signin", session.club.slug, session.uid)
    form = EntryForm(request.POST or None, players=[(player.uid, player) for player in here.players])
    if form.is_valid():
        try:
            _change_entry(request, session, entry, form)
            return redirect("signin", session.club.slug, session.uid)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"session": session, "club": session.club, "here": "tonight", "pair": here, "form": form, "seated_in": section_of(session, entry)}
    return page(request, "bridge/signin/entry.html", "bridge/signin/_entry.html", context, status=422 if form.errors else 200)


def _change_entry(request: HtmxRequest, session: Session, entry: Entry, form: EntryForm) -> None:
    told = form.cleaned_data
    player = Player.objects.filter(uid=told["player"]).first()
    if told["act"] == "sign_out":
        sign_out(session, entry, player=player, by=request.actor, key=told["key"])
    elif told["act"] == "pay" and player:
        pay(session, player, session.fee, by=request.actor, key=told["key"])
    elif player:
        take_back_payment(session, player, by=request.actor, key=told["key"])


@require_safe
@needs(may_run)
def proposals(request: HtmxRequest, session: Session) -> HttpResponse:
    """What those who are here could play, as pairs arrive at other desks."""
    if session.stage.event.form == EventForm.TEAMS:
        return redirect("teams", session.club.slug, session.uid)
    return page(request, "bridge/signin/signin.html", "bridge/signin/_proposals.html", signin_context(request, session, HereForm()))


@require_http_methods(["GET", "POST"])
@needs(may_sign_in_at)
def signin_at_table(request: HtmxRequest, session: Session, table: Table) -> HttpResponse:
    """A pair signs in at the table's card: one is found, then the partner; one slip for both. In an individual each signs in alone."""
    get_object_or_404(ClubTable, club=session.club, label=str(table.number))
    form = (SingleForm if is_of_singles(session) else PairForm)(request.POST or None)
    if form.is_valid() and session.stage.event.form != EventForm.TEAMS:
        try:
            return _come_in_together(request, table, form)
        except AlreadyHere as refusal:
            form.add_error(None, _already(session, refusal, in_public=True))
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    return page(request, "bridge/signin/at_table.html", "", _at_table(request, table, form), status=422 if form.errors else 200)


def _come_in_together(request: HtmxRequest, table: Table, form: PairForm | SingleForm) -> HttpResponse:
    club, told = table.session.club, form.cleaned_data
    chosen = [member_by_uid(club, told[name]) for name in ("first", "second") if name in told]
    players = [each.player for each in chosen if each]
    if len(players) < len(chosen):
        raise Http404
    try:
        shown = {"done": sign_in(table.session, players, table=table.number, by=request.actor, key=told["key"]).uid}
    except AlreadyHere:
        same = next((each for each in here_tonight(table.session) if set(each.players) == set(players)), None)
        if same is None:
            raise
        shown = {"done": same.uid, "again": "1"}
    return redirect(f"{reverse('signin_at_table', args=[club.slug, table.session.uid, table.number])}?{urlencode(shown)}")


def _at_table(request: HtmxRequest, table: Table, form: PairForm | SingleForm) -> dict[str, Any]:
    """What the table's sign-in shows: who was chosen first, who fits what was typed, or the pair that has just come in."""
    session, told = table.session, request.POST or request.GET
    typed = told.get("who", "")
    tonight = here_tonight(session)
    done = next((each for each in tonight if each.uid == told.get("done")), None)
    found = find_people(session.club, session, typed, among_all=True)
    first = None if is_of_singles(session) else member_by_uid(session.club, told.get("first", ""))
    return {
        "session": session, "club": session.club, "table": table, "form": form, "typed": typed, "done": done, "key": new_key(),
        "is_open": session.state == SessionState.PREPARING, "is_of_teams": session.stage.event.form == EventForm.TEAMS,
        "is_running": session.state == SessionState.RUNNING,
        "first": first, "posts": first is not None or is_of_singles(session), "found": _with_arrival(session, tonight, found, in_public=True),
        "is_again": bool(done and told.get("again")),
    }


urlpatterns = [
    path("c/<slug:club>/s/<str:session>/signin/", signin, name="signin"),
    path("c/<slug:club>/s/<str:session>/signin/paid/", paid, name="paid"),
    path("c/<slug:club>/s/<str:session>/signin/proposals/", proposals, name="proposals"),
    path("c/<slug:club>/s/<str:session>/signin/<str:entry>/", entry_here, name="entry_here"),
    path("c/<slug:club>/s/<str:session>/t/<int:table>/sign-in/", signin_at_table, name="signin_at_table"),
]
