"""What really happened: told in one slip, shown before and after, done in one act. And a pair's own page: its names, who replaces whom."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from bridge.actions.players import make_guest
from bridge.actions.repairs import PlanMovedOn, put_right, tried_out
from bridge.actions.sessions import replace_player, set_seed, sign_in
from bridge.engine.errors import EngineError
from bridge.forms.repairs import RepairForm, SeedForm, SitsForm
from bridge.forms.slip import new_key
from bridge.models import Act, Entry, EventForm, Membership, Player, Section, Session, SessionState
from bridge.permissions import Actor, may_publish, may_run
from bridge.phrases import phrase
from bridge.phrases.repairs import happened_words
from bridge.queries.corrections import named
from bridge.queries.draws import is_drawn
from bridge.queries.incidents import Happened
from bridge.queries.pairs import pair_page_of
from bridge.queries.repair_preview import Preview, ground_of, preview_of
from bridge.queries.signin import find_people, is_of_singles
from bridge.views.access import needs
from bridge.views.asked import number_in
from bridge.views.render import HtmxRequest, page, redirect
from bridge.views.team_results import is_of_teams


@require_http_methods(["GET", "POST"])
@needs(may_run)
def repair(request: HtmxRequest, session: Session) -> HttpResponse:
    """What happened? Chosen, told, shown before and after, done."""
    if session.state != SessionState.RUNNING:
        return redirect("session", session.club.slug, session.uid)
    if session.stage.event.form == EventForm.TEAMS or is_drawn(session):  # no movement to plan anew: who leaves or comes is told to the draw
        return _no_movement(request, session)
    asked = request.POST if request.method == "POST" else request.GET
    sections = list(session.sections.order_by("letter"))
    section = next((each for each in sections if each.letter == asked.get("section")), sections[0])
    if asked.get("what") not in set(Happened):
        return _menu(request, session, sections, section)
    what, ground = Happened(asked["what"]), ground_of(section)
    form = RepairForm(request.POST if request.method == "POST" else None, what=what, ground=ground, seen=session.journal.head)
    shown: Preview | None = None
    if form.is_bound and form.is_valid():
        try:
            if form.cleaned_data["confirmed"]:
                return _done(request, section, form)
            shown = preview_of(section, form.incident)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
            shown = _shown_anew(section, form, refusal)
    context = _context(session, sections, section) | {"form": form, "what": what, "ground": ground, "shown": shown, "seen": session.journal.head}
    context |= {"words": happened_words(ground.is_of_singles)[what], "effects": _effects(section, form, shown, request.actor)}
    return page(request, "bridge/repairs/repair.html", "bridge/repairs/_repair.html", context, status=422 if form.errors else 200)


def _no_movement(request: HtmxRequest, session: Session) -> HttpResponse:
    """To where an evening without a movement is put right, with the reason."""
    if is_drawn(session):
        messages.info(request, _("This evening is drawn round by round: who comes late or leaves is told to the draw."))
        return redirect("draws", session.club.slug, session.uid)
    messages.info(request, _("Matches of teams are not planned anew: line-ups, boards and matches that were not played are put right at the match."))
    return redirect("matches", session.club.slug, session.uid)


def _effects(section: Section, form: RepairForm, shown: Preview | None, by: Actor) -> list[dict[str, Any]]:
    """What the ranking would become, for a preview."""
    return named(section.session, tried_out(section, form.incident, by=by), shown.arrivals) if shown else []


def _context(session: Session, sections: list[Section], section: Section) -> dict[str, Any]:
    return {"session": session, "club": session.club, "here": "tonight", "sections": sections, "section": section}


def _menu(request: HtmxRequest, session: Session, sections: list[Section], section: Section) -> HttpResponse:
    """Everything that can have happened, and whom to tell of what was just done."""
    done = number_in(request.GET.get("done", ""))
    act = Act.objects.filter(journal=session.journal, pk=done).first() if done else None
    context = _context(session, sections, section) | {"menu": happened_words(is_of_singles(session)), "act": act, "key": new_key()}
    return page(request, "bridge/repairs/menu.html", "", context)


def _done(request: HtmxRequest, section: Section, form: RepairForm) -> HttpResponse:
    told = form.cleaned_data
    put_right(section, form.incident, reason=told["reason"], by=request.actor, key=told["key"], seen=told["seen"] or 0)
    act = Act.objects.get(journal=section.session.journal, key=told["key"])
    address = reverse("repair", args=[section.session.club.slug, section.session.uid])
    return redirect(f"{address}?{urlencode({'done': str(act.pk), 'section': section.letter})}")


def _shown_anew(section: Section, form: RepairForm, refusal: EngineError) -> Preview | None:
    """What it would do now, where somebody did something since it was shown."""
    if not isinstance(refusal, PlanMovedOn):
        return None
    try:
        return preview_of(section, form.incident)
    except EngineError as refused:
        form.add_error(None, phrase(refused))
        return None


@require_http_methods(["GET", "POST"])
@needs(may_run, of="session")
def entry_page(request: HtmxRequest, session: Session, entry: Entry) -> HttpResponse:
    """A pair in the evening: its players with their rounds, a missing name, somebody who takes over."""
    pair = pair_page_of(session, entry, timezone.now())
    of_teams = is_of_teams(session)
    if pair is None or (of_teams and request.method == "POST"):
        raise Http404
    if request.method == "POST" and session.state == SessionState.CLOSED and not may_publish(request.actor, session):
        raise PermissionDenied
    form = SitsForm(request.POST or None, initial={"from_round": pair.ahead})
    form.fields["seat"].choices = [(seat, player) for seat, player in pair.sitting]  # type: ignore[attr-defined]
    if form.is_bound and form.is_valid():
        try:
            return _sits(request, session, entry, form)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    typed = request.GET.get("who", "") or str(form.data.get("who", ""))
    context = {
        "session": session, "club": session.club, "here": "tonight", "pair": pair, "form": form, "typed": typed,
        "found": find_people(session.club, session, typed), "key": new_key(), "seed": SeedForm(initial={"seed": entry.seed}),
        "is_preparing": session.state == SessionState.PREPARING, "of_teams": of_teams,
    }
    return page(request, "bridge/repairs/entry.html", "", context, status=422 if form.errors else 200)


@require_POST
@needs(may_run, of="session")
def seed(request: HtmxRequest, session: Session, entry: Entry) -> HttpResponse:
    """A pair is seeded, or is not any more."""
    form = SeedForm(request.POST)
    if form.is_valid():
        set_seed(session, entry, form.cleaned_data["seed"], by=request.actor, key=form.cleaned_data["key"])
    for errors in form.errors.values():
        messages.error(request, " ".join(str(error) for error in errors))
    return redirect("entry_page", session.club.slug, session.uid, entry.uid)


def _sits(request: HtmxRequest, session: Session, entry: Entry, form: SitsForm) -> HttpResponse:
    """The one who was chosen sits for the pair: in a seat that has no name, or in somebody's place."""
    told = form.cleaned_data
    if told["player"] == "guest":
        player: Player = make_guest(session.club, told["who"], by=request.actor, key=told["key"])
    else:
        player = get_object_or_404(Membership.objects.select_related("player"), club=session.club, player__uid=told["player"]).player.person
    if told["seat"]:
        replace_player(session, entry, told["seat"], player, from_round=told["from_round"], reason=told["reason"], by=request.actor, key=told["key"])
    else:
        sign_in(session, [player], entry=entry, by=request.actor, key=told["key"])
    return redirect("entry_page", session.club.slug, session.uid, entry.uid)


_SESSION = "c/<slug:club>/s/<str:session>/"
urlpatterns = [
    path(_SESSION + "repair/", repair, name="repair"),
    path(_SESSION + "entry/<str:entry>/", entry_page, name="entry_page"),
    path(_SESSION + "entry/<str:entry>/seed/", seed, name="seed"),
]
