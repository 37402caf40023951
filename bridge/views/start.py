"""Which movement? The whole schedule before it starts, and the start."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.urls import path, reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from bridge.actions.rounds import PlanRefused, start_session
from bridge.engine.errors import EngineError
from bridge.engine.movements.sections import tables_sharing
from bridge.forms.start import HandForm, StartForm
from bridge.models import Entry, Session, SessionState
from bridge.permissions import may_run
from bridge.phrases import phrase
from bridge.queries.choosing import MARK, Part, by_hand, chosen_parts, in_sections
from bridge.queries.last_time import OWN
from bridge.queries.proposals import MOST_ASKED, MOST_SHOWN, Proposed, kind_for, proposals_for
from bridge.queries.signin import Here, here_tonight
from bridge.views.access import needs
from bridge.views.asked import number_in
from bridge.views.render import HtmxRequest, page, redirect
from bridge.views.team_results import is_of_teams


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the page is asked: the code of the plan that is shown, the form by hand, ways to play in sections and how many, the round of the picture."""

    code: str
    hand: HandForm
    ways: tuple[str, ...]
    sections: int
    round: int


@require_http_methods(["GET", "POST"])
@needs(may_run)
def movement(request: HtmxRequest, session: Session) -> HttpResponse:
    """Which movement? All proposals, and every round of the one that is chosen; POST starts it."""
    if session.state != SessionState.PREPARING:
        return redirect("room", session.club.slug, session.uid)
    if is_of_teams(session):
        return redirect("team_movement", session.club.slug, session.uid)
    here = here_tonight(session)
    proposals = proposals_for(session, here, MOST_ASKED if "more" in request.GET else MOST_SHOWN)
    form = StartForm(request.POST or None, request.FILES or None, kind=kind_for(session))
    if form.is_valid() and "see" in request.POST and form.cleaned_data["plan"] != OWN:
        return redirect(f"{reverse('movement', args=[session.club.slug, session.uid])}?{urlencode({'plan': form.cleaned_data['plan']})}")
    parts: tuple[Part, ...] = ()
    refusal: EngineError | None = None
    asked = _Asked("", HandForm(kind=kind_for(session)), (), 1, 1)
    try:
        asked = _asked(request, session, here, proposals)
        parts = _parts(session, here, asked.code, form)
        if parts and form.is_valid() and "see" not in request.POST:
            return _start(request, session, here, parts, form)
    except EngineError as error:
        refusal = error
        if form.is_bound:
            form.add_error(None, phrase(error))
    context = _context(session, here, proposals, parts, asked) | {"form": form, "refusal": None if form.is_bound else refusal, "more": "more" in request.GET}
    return page(request, "bridge/start/movement.html", "bridge/start/_movement.html", context, status=422 if form.errors else 200)


def _asked(request: HtmxRequest, session: Session, here: list[Here], proposals: Proposed) -> _Asked:
    """The plan that is meant: chosen, named by hand, the first in so many sections, else the best. Raises NoSuchMovement."""
    pairs = sum(not each.is_single for each in here)
    hand = HandForm(request.GET if "family" in request.GET else None, kind=kind_for(session))
    code = request.POST.get("plan") or request.GET.get("plan") or ""
    sections = number_in(request.GET.get("sections", "")) or code.count(MARK) + 1
    ways = in_sections(session, pairs, sections) if sections > 1 else ()
    if hand.is_bound and hand.is_valid():
        code = by_hand(session, pairs, hand.cleaned_data["family"], hand.cleaned_data["rounds"], hand.cleaned_data["per_round"])
    code = code or (ways[0] if ways else proposals.choices[0].code if proposals else "")
    return _Asked(code, hand, ways, sections, number_in(request.GET.get("round", "") or request.POST.get("see", "")) or 1)


def _parts(session: Session, here: list[Here], code: str, form: StartForm) -> tuple[Part, ...]:
    """The sections that are asked for. Raises what `chosen_parts` refuses, and PlanRefused for an own movement that breaks a rule."""
    if not code or (code == OWN and not form.is_bound):
        return ()
    told = form.cleaned_data if form.is_bound else {}
    parts = chosen_parts(session, here, code, text=told.get("text", ""), boards=told.get("boards") or 0)
    faults = tuple(fault for part in parts for fault in part.faults())
    if faults:
        raise PlanRefused(violations=faults)
    return parts


def _start(request: HtmxRequest, session: Session, here: list[Here], parts: tuple[Part, ...], form: StartForm) -> HttpResponse:
    entries = {entry.pk: entry for entry in Entry.objects.filter(pk__in=[each.entry for each in here])}
    minutes = max(part.choice.round_minutes for part in parts)
    start_session(session, [part.plan(entries) for part in parts], round_minutes=minutes, by=request.actor, key=form.cleaned_data["key"])
    return redirect("room", session.club.slug, session.uid)


def _context(session: Session, here: list[Here], proposals: Proposed, parts: tuple[Part, ...], asked: _Asked) -> dict[str, object]:
    """What the page shows."""
    rounds = max((part.movement.rounds for part in parts), default=0)
    number = min(max(asked.round, 1), max(rounds, 1))
    return {
        "session": session, "club": session.club, "here": "tonight", "proposals": proposals, "chosen": parts[0].choice if parts else None,
        "parts": [(part, part.layout(), part.room(number)) for part in parts], "code": asked.code, "hand": asked.hand, "ways": asked.ways,
        "sections": asked.sections, "number": number, "rounds": range(1, rounds + 1),
        "together": tables_sharing(tuple(part.movement for part in parts)) if len(parts) > 1 else 0,
        "pairs": sum(not each.is_single for each in here), "singles": [each for each in here if each.is_single],
    }


urlpatterns = [path("c/<slug:club>/s/<str:session>/plan/", movement, name="movement")]
