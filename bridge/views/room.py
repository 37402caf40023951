"""The room while it plays: every table at a glance, the clock, what waits, what was done."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_POST, require_safe

from bridge.actions.results import accept_results
from bridge.actions.rounds import call_round, pause_clock, resume_clock, set_round_minutes, shift_clock, take_break
from bridge.engine.errors import EngineError
from bridge.forms.room import AcceptForm, ClockForm
from bridge.forms.slip import new_key
from bridge.models import Act, Job, Journal, Player, Report, Session, SessionState
from bridge.permissions import Actor, boards_seen, may_correct, may_rule, may_run, may_undo, teams_of
from bridge.phrases import phrase
from bridge.queries.draws import is_drawn
from bridge.queries.late_plays import late_plays_of
from bridge.queries.plan_news import plan_news_of
from bridge.queries.room import pairs_of, room_of
from bridge.queries.rulings import reminders_of
from bridge.queries.team_room import matches_in_room
from bridge.queries.troubles import troubles_of
from bridge.views.access import needs
from bridge.views.asked import number_in
from bridge.views.marks import mark_of
from bridge.views.render import HtmxRequest, page, redirect

ACTS_SHOWN = 100


def etag_of_room(request: HttpRequest, club: str, session: str) -> str | None:
    """What the polled room depends on: the acts of the evening, the minute, failing jobs, the language and the reader. A whole page is always sent."""
    if not request.headers.get("HX-Request"):
        return None
    journals = Journal.objects.filter(Q(session__uid=session) | Q(event__stages__sessions__uid=session)).order_by("pk")
    failing = Job.objects.failing().order_by("pk").values_list("pk", "tries")
    reader = (request.user.pk, request.COOKIES.get("grants", ""), get_language())
    return mark_of(list(journals.values_list("pk", "head")), list(failing), f"{timezone.now():%H:%M}", reader)


@require_safe
@condition(etag_func=etag_of_room)
@needs(may_run)
def room(request: HtmxRequest, session: Session) -> HttpResponse:
    """Every table at a glance; when the evening is closed, what is left to do."""
    if session.state == SessionState.CLOSED:
        return redirect("close", session.club.slug, session.uid)
    seen = boards_seen(request.actor, session)
    now = room_of(session, timezone.now())
    context = {"session": session, "club": session.club, "here": "tonight", "room": now, "key": new_key(), "seen": seen}
    context |= {"news": plan_news_of(session, now.clock.round), "late": late_plays_of(session, now.missing)}
    context |= {"matches": matches_in_room(session, now), "sees_scores": not teams_of(request.actor, session)}
    context |= {"drawn": is_drawn(session), "troubles": troubles_of(session.club)}
    context |= {"rules": may_rule(request.actor, session), "reminders": reminders_of(session, seen)}
    return page(request, "bridge/room/room.html", "bridge/room/_room.html", context)


@require_POST
@needs(may_run)
def clock(request: HtmxRequest, session: Session) -> HttpResponse:
    """A minute more or less, a pause, a tea break, the next round called."""
    form = ClockForm(request.POST)
    if form.is_valid():
        try:
            _turn(session, form.cleaned_data, request.actor)
        except EngineError as refusal:
            messages.error(request, phrase(refusal))
    for errors in form.errors.values():
        messages.error(request, " ".join(str(error) for error in errors))
    return redirect("room", session.club.slug, session.uid)


def _turn(session: Session, told: dict[str, Any], by: Actor) -> None:
    key = told["key"]
    if told["act"] in ("plus", "minus"):
        shift_clock(session, 1 if told["act"] == "plus" else -1, by=by, key=key)
    elif told["act"] == "minutes":
        set_round_minutes(session, told["minutes"] or session.round_minutes, by=by, key=key)
    elif told["act"] in ("break", "no_break"):
        take_break(session, told["tea"] or 10 if told["act"] == "break" else 0, by=by, key=key)
    elif told["act"] == "call":
        call_round(session, told["round"], by=by, key=key)
    else:
        {"pause": pause_clock, "resume": resume_clock}[told["act"]](session, by=by, key=key)


@require_POST
@needs(may_correct)
def accept(request: HtmxRequest, session: Session) -> HttpResponse:
    """What nobody accepted is accepted: one result, or all that wait."""
    form = AcceptForm(request.POST)
    if form.is_valid():
        chosen = Report.objects.filter(pk=form.cleaned_data["report"]) if form.cleaned_data["report"] else None
        try:
            accept_results(session, chosen, by=request.actor, key=form.cleaned_data["key"])
        except EngineError as refusal:
            messages.error(request, phrase(refusal))
    return redirect("room", session.club.slug, session.uid)


@require_safe
@needs(may_run)
def journal(request: HtmxRequest, session: Session) -> HttpResponse:
    """What was done, the newest first; each act can be taken back."""
    before = number_in(request.GET.get("before", ""))
    acts = Act.objects.filter(journal=session.journal).select_related("account", "device", "undone_by", "undoes").order_by("-pk")
    shown = list((acts if before is None else acts.filter(pk__lt=before))[:ACTS_SHOWN])
    context = {
        "session": session, "club": session.club, "here": "tonight", "acts": _with_people(session, shown), "key": new_key(),
        "seen": boards_seen(request.actor, session), "undoable": {act.kind for act in shown if may_undo(request.actor, session, act.kind)},
    }
    return page(request, "bridge/room/journal.html", "", context | {"older": shown[-1].pk if len(shown) == ACTS_SHOWN else None})


def _with_people(session: Session, acts: Sequence[Act]) -> list[tuple[Act, list[Player]]]:
    """Each act with the people whom it is about: who signed in, who paid, who got a penalty; for any number of acts as many queries."""
    told = {act.pk: [*act.facts.get("players", ()), *([act.facts["player"]] if act.facts.get("player") else [])] for act in acts}
    known = Player.objects.in_bulk({pk for people in told.values() for pk in people if isinstance(pk, int)})
    pairs = pairs_of(session) if any(act.kind == "give_penalty" for act in acts) else {}
    people = {act.pk: list(pairs[act.facts["entry"]].players) for act in acts if act.kind == "give_penalty" and act.facts.get("entry") in pairs}
    return [(act, people.get(act.pk) or [known[pk] for pk in told[act.pk] if pk in known]) for act in acts]


_ROOM = "c/<slug:club>/s/<str:session>/room/"
urlpatterns = [
    path(_ROOM, room, name="room"),
    path("c/<slug:club>/s/<str:session>/journal/", journal, name="journal"),
    path(_ROOM + "clock/", clock, name="clock"),
    path(_ROOM + "accept/", accept, name="accept"),
]
