"""The desk: from what happened, question by question, to the outcome; each page is a GET with its answers in the query string."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.http import urlencode
from django.utils.timezone import now
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions.rulings import Decision, HalfDecided, SessionPenaltyGiven, TableBoard, give_ruling, keep_half_made
from bridge.engine.contract import Contract
from bridge.engine.errors import EngineError
from bridge.engine.laws import facts as f
from bridge.engine.laws.codes import Kind, Phase
from bridge.engine.laws.codes import Ruling as Ruled
from bridge.engine.laws.consequences import TricksMoved, consequence_of
from bridge.engine.laws.desk import PROCEDURES, Step
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Outcome
from bridge.engine.scoring.outcome import Unit
from bridge.engine.seats import Seat
from bridge.forms.corrections import forms_now, seatings_of
from bridge.forms.endings import EndingForm
from bridge.forms.law_answers import PREFIX, WAS, Answers, read_answers
from bridge.forms.law_checks import contradictions
from bridge.forms.law_fields import fields_of
from bridge.forms.recognise import RecogniseForm
from bridge.forms.rulings import USUAL_PENALTY, GiveForm, HalfMadeForm, pressed, proposed
from bridge.forms.score_pad import key_of, pad_of, written
from bridge.forms.slip import new_key
from bridge.mapping.outcomes import settled
from bridge.models import Board, ChangedMeanwhile, DirectorCall, Entry, Ruling, Seating, Session
from bridge.permissions import may_rule, may_see_board
from bridge.phrases import phrase
from bridge.queries.corrections import case_of
from bridge.queries.desk import Desk, asked_next, chapters, chooses, declares, desk_of, elsewhere, grouped, is_offered, known_of, page_with, questioned
from bridge.queries.effects import both, effects, with_forms, with_outcome, with_penalty, without_penalties
from bridge.queries.event_effects import everywhere
from bridge.queries.match_effects import effect_on_match
from bridge.queries.room import room_of
from bridge.queries.standing_scores import scores_at
from bridge.views.access import needs
from bridge.views.asked import number_in
from bridge.views.render import HtmxRequest, page, redirect


@dataclass(slots=True)
class Asked:
    """What a page shows: the next step or the outcome, with the answers so far."""

    kind: Kind
    answers: Answers
    told: dict[Any, object]
    found: Step | Outcome


@require_safe
@needs(may_rule)
def ruling_new(request: HtmxRequest, session: Session) -> HttpResponse:
    """Which board at which table the ruling is about; a call that names its board leads on by itself."""
    call = _call(session, request.GET.get("call", ""))
    if call is not None and call.seating_id and call.board is not None:
        return redirect(_address(session, [("seating", call.seating_id), ("board", call.board.number), ("call", call.pk), *_half_made(call)]))
    tables = room_of(session, now()).tables
    if call is not None and call.seating is not None:
        tables = tuple(row for row in tables if row.number == call.seating.table)
    context = {"session": session, "club": session.club, "here": "tonight", "tables": tables, "call": call}
    return page(request, "bridge/rulings/new.html", "", context)


@require_http_methods(["GET", "POST"])
@needs(may_rule)
def ruling_desk(request: HtmxRequest, session: Session) -> HttpResponse:
    """One page of a case: what happened, a question of the Law, or the outcome that is given."""
    desk = _desk(request, session)
    kind = request.GET.get("kind", "")
    if kind not in list(Kind):
        return _page(request, desk, "menu", {"chapters": chapters(), "form": RecogniseForm(board=desk.board.number), "steps": 1})
    asked = _asked(request, desk, Kind(kind))
    if isinstance(asked.found, Outcome):
        return _outcome(request, desk, asked, asked.found)
    fields = fields_of(asked.kind, asked.found, asked.answers, desk.board.number)
    status = 422 if request.method == "POST" else 200
    aids = {"elsewhere": elsewhere(desk.case) if desk.sees and {f.WEIGHTS, f.OUTCOMES_NS} & set(asked.found.questions) else ()}
    more = aids | {"fields": fields, "step": asked.found, "chooses": chooses(asked.found.chooser, asked.told)}
    return _page(request, desk, "question", _answered(desk, asked) | more, status)


@require_safe
@needs(may_rule)
def ruling_recognise(request: HtmxRequest, session: Session) -> HttpResponse:
    """From a typed auction or trick to the kind of case that it starts."""
    desk = _desk(request, session)
    form = RecogniseForm(request.GET, board=desk.board.number, deal=desk.deal)
    if form.is_valid() and form.started is not None:
        answers = Answers(dict(form.started.facts)).hidden(form.started.kind)
        return redirect(_address(session, [*desk.params(), ("kind", form.started.kind.value), *answers]))
    return _page(request, desk, "menu", {"chapters": chapters(), "form": form, "steps": 1}, 422 if form.errors else 200)


@require_safe
@needs(may_rule)
def ruling_ending(request: HtmxRequest, session: Session) -> HttpResponse:
    """What the last tricks of a disputed claim can come to, all hands known."""
    desk = _desk(request, session) if request.GET.get("seating") else None
    deal = desk.deal if desk else None
    form = EndingForm(request.GET, deal=deal) if "trump" in request.GET else EndingForm(deal=deal, initial=_ending_known(request, desk))
    about = [(name, str(value)) for name, value in request.GET.items() if name not in form.fields] if desk else []
    context = {"session": session, "club": session.club, "here": "tonight", "form": form, "desk": desk, "hidden": about, "query": urlencode(about)}
    return page(request, "bridge/rulings/ending.html", "", context, status=422 if form.errors else 200)


def _ending_known(request: HtmxRequest, desk: Desk | None) -> dict[str, str]:
    """What the case tells of its last tricks: the trumps and the declarer of the contract, the side that claims or concedes."""
    if desk is None:
        return {}
    kind, played = request.GET.get("kind", ""), desk.played
    told = read_answers(Kind(kind), request.GET, desk.board.number).told if kind in list(Kind) else {}
    known: dict[str, str] = {}
    if played is not None and isinstance(played.contract, Contract) and played.declarer is not None:
        known = {"trump": played.contract.strain.name, "declarer": played.declarer.value, "claims": played.declarer.side.value}
    claimer = told.get(f.CLAIMER) or told.get(f.CONCEDER)
    return known | ({"claims": claimer.side.value} if isinstance(claimer, Seat) else {})


@require_POST
@needs(may_rule)
def ruling_half(request: HtmxRequest, session: Session) -> HttpResponse:
    """What was answered and typed so far is kept on the call; any director goes on with it."""
    desk, form = _desk(request, session), HalfMadeForm(request.POST)
    kind = request.GET.get("kind", "")
    if form.is_valid() and kind in list(Kind):
        answers = read_answers(Kind(kind), request.GET, desk.board.number)
        half = HalfDecided(Kind(kind), answers.told, dict(answers.unfinished(Kind(kind))), form.decided, desk.replaces)
        keep_half_made(TableBoard(desk.seating, desk.board), half, call=desk.call, by=request.actor, key=form.cleaned_data["key"])
    return redirect("rulings", session.club.slug, session.uid)


def _outcome(request: HtmxRequest, desk: Desk, asked: Asked, outcome: Outcome) -> HttpResponse:
    """The outcome read out, what it does to the ranking first, then given."""
    form, start, wrong = _give_form(request, desk, asked, outcome)
    posted = request.method == "POST" and not key_of(request.POST)
    effect: dict[str, Any] = {}
    refusal = None
    complete = form.is_valid()
    if posted and complete and form.cleaned_data["confirmed"]:
        try:
            ruling = _give(request, desk, asked, outcome, form)
            return redirect("ruling", desk.seating.section.session.club.slug, ruling.session.uid, ruling.pk)
        except ChangedMeanwhile as meanwhile:
            refusal = meanwhile
        except EngineError as other:
            form.add_error(None, phrase(other))
    if complete and desk.sees and (form.rows or form.penalty_given or form.forms or desk.replaces):
        try:
            effect = _effect(desk, form)
        except EngineError as other:
            form.add_error(None, phrase(other))
    if not posted and not complete:  # what the Law fixes is not all that is needed: nothing was typed yet that could be wrong
        form = GiveForm(initial=start, **_form_facts(desk, outcome))
    moves = consequence_of(outcome, asked.told)
    more = effect | {
        "outcome": outcome, "chooses": chooses(outcome.chooser, asked.told), "moves": moves if isinstance(moves, TricksMoved) else None,
        "form": form, "elsewhere": elsewhere(desk.case) if desk.sees else (), "as_played": written(desk.played), "refusal": refusal,
        "pad": pad_of(form["ns_scores"].value() or "", form["ew_scores"].value() or "", desk.board.number, wrong),
        "by_1999": desk.edition is Edition.CN1999, "seen": desk.case.seen if refusal else desk.seen, "key": new_key(),
    }
    return _page(request, desk, "outcome", _answered(desk, asked) | more, 422 if refusal or (posted and form.errors) else 200)


def _give_form(request: HtmxRequest, desk: Desk, asked: Asked, outcome: Outcome) -> tuple[GiveForm, dict[str, Any], str]:
    """The form as it was posted, as a key of its pad changed it, or as the Law fills it; what it starts with; what was wrong with the key."""
    wrong = ""
    if key_of(request.POST):
        start, wrong = pressed(request.POST.dict())
    else:
        start = dict(desk.decided(asked.kind, asked.answers.told)) or forms_now(desk.case) | proposed(consequence_of(outcome, asked.told), desk.played)
    typed = request.POST if request.method == "POST" and not key_of(request.POST) else _as_posted(start, desk)
    return GiveForm(typed, **_form_facts(desk, outcome)), start, wrong


def _form_facts(desk: Desk, outcome: Outcome) -> dict[str, Any]:
    in_groups = outcome.ruling is Ruled.SCORE_IN_GROUPS and desk.seating.match_id is None
    return {
        "board": desk.board.number, "outcome": outcome, "teams": desk.is_of_teams, "singles": desk.is_of_singles,
        "seatings": seatings_of(desk.case) if in_groups else (),
    }


def ruling_session(desk: Desk) -> Session:
    """The evening of a case."""
    return desk.seating.section.session


def _as_posted(start: dict[str, Any], desk: Desk) -> dict[str, Any]:
    """The form as it would come back if nothing were changed on it, so that its effect can be shown at once."""
    return {"key": new_key(), "shows": "given", "told": "on", "penalty": USUAL_PENALTY[desk.is_of_teams], **start}


def _give(request: HtmxRequest, desk: Desk, asked: Asked, outcome: Outcome, form: GiveForm) -> Ruling:
    typed = form.cleaned_data
    penalty = _penalty(desk, form)
    decision = Decision(
        desk.edition, asked.kind, asked.told, outcome, typed["option"], typed["shows"], typed["reminds"], form.rows, penalty, form.forms, typed["note"],
        typed["told"],
    )
    return give_ruling(
        TableBoard(desk.seating, desk.board), decision, call=desk.call, replaces=desk.replaces, by=request.actor, key=typed["key"], seen=typed["seen"] or 0
    )


def _penalty(desk: Desk, form: GiveForm) -> SessionPenaltyGiven | None:
    given = form.penalty_given
    if given is None:
        return None
    entry = get_object_or_404(Entry, places__seating=desk.seating, places__side=given[0], places__until__isnull=True)
    return SessionPenaltyGiven(entry, given[1], desk.penalty_unit)


def _effect(desk: Desk, form: GiveForm) -> dict[str, Any]:
    """What would change: the places of the ranking, and in a team match both tables side by side."""
    result = desk.case.result
    standing = scores_at(desk.seating, desk.board, without=desk.replaces, more=form.rows)
    outcome = settled(result.ns_points if result else None, [(side.value, *each.row) for side, each in standing.items()])
    counts = {"counts": [(side.value, each.row) for side, each in standing.items() if form.rows]}
    turned, penalty, ended = result is not None and result.turned, _penalty(desk, form), desk.penalties_ended
    if desk.seating.match_id is not None:
        taken = defaultdict(Fraction, {penalty.entry.pk: penalty.amount} if penalty else {})
        for row in ended:
            taken[row.entry_id] -= row.amount
        return counts | {"match": effect_on_match(desk.seating, desk.board.number, outcome, turned=turned, penalties=taken)}
    changed = both(with_outcome(desk.seating, desk.board.number, outcome, turned=turned), without_penalties(ended))
    if form.forms:
        changed = both(with_forms(desk.board.number, form.forms), changed)
    overlay = both(changed, with_penalty(penalty.entry, penalty.amount, Unit.PERCENT)) if penalty else changed
    return counts | {"shown": everywhere(ruling_session(desk), effects(desk.seating, overlay), overlay)}


def _asked(request: HtmxRequest, desk: Desk, kind: Kind) -> Asked:
    """The answers of the query string and what comes next; what contradicts is asked again where it was entered."""
    answers = read_answers(kind, request.GET, desk.board.number)
    known = known_of(desk, kind, answers.told)
    if answers.pressed is not None:
        step = _again(desk, kind, answers.pressed, answers)
        return Asked(kind, answers, known | answers.told, step)
    wrong = contradictions(kind, answers.told, declares(desk) | known, desk.deal)
    if f.CHOICE in answers.told and not is_offered(desk.edition, kind, known | answers.told):
        wrong.setdefault(f.CHOICE, gettext("The Law does not offer this choice."))
    again = request.GET.get("ask", "")
    for question, reason in wrong.items():
        answers.errors[question] = reason
        del answers.told[question]
    told = known | answers.told
    questions = {question.code: question for question in PROCEDURES[kind].questions}
    if again in questions and questions[again] not in answers.told:
        return Asked(kind, answers, told, Step((questions[again],)))
    if answers.errors:
        first = next(iter(answers.errors))
        return Asked(kind, answers, told, _again(desk, kind, first, answers))
    try:
        return Asked(kind, answers, told, asked_next(desk.edition, kind, told))
    except EngineError as refusal:
        question = questioned(kind, refusal) or next(reversed(answers.told))
        answers.errors[question] = phrase(refusal)
        step = _again(desk, kind, question, answers)
        return Asked(kind, answers, told, step)


def _again(desk: Desk, kind: Kind, question: Any, answers: Answers) -> Step:
    """The page of a question that was answered wrongly, with everything that was typed on it."""
    together = page_with(desk.edition, kind, question)
    for each in together:
        answers.told.pop(each, None)
    try:
        asked = asked_next(desk.edition, kind, known_of(desk, kind, answers.told) | answers.told)
    except EngineError:
        return Step(together)
    return asked if isinstance(asked, Step) and question in asked.questions else Step(together)


def _answered(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What was told so far, page by page, each with the way back to it; and the hidden fields that carry it on."""
    groups = grouped(desk.edition, asked.kind, asked.answers.told)
    base = [*desk.params(), ("kind", asked.kind.value)]
    shown, before = [], list(base)
    for group in groups:
        own = Answers(dict(group)).hidden(asked.kind)
        typed = [(WAS + name.removeprefix(PREFIX), text) for name, text in own]
        shown.append({"answers": group, "change": urlencode([*before, *typed])})
        before += own
    procedure = PROCEDURES[asked.kind]
    told = asked.answers.told
    return {
        "has_ending": procedure.phase is Phase.CLAIM, "law": procedure.laws[0 if desk.edition is Edition.CN1999 else 1], "kind": asked.kind,
        "groups": shown, "hidden": before, "steps": len(groups) + 2,
        "query": urlencode(before), "left": urlencode([*before, *asked.answers.unfinished(asked.kind)]), "menu": urlencode(desk.params()),
        "more": [each for each in procedure.later if each not in told and each not in asked.told], "key": new_key(),
    }


def _page(request: HtmxRequest, desk: Desk, name: str, more: dict[str, Any], status: int = 200) -> HttpResponse:
    session = ruling_session(desk)
    context = {"session": session, "club": session.club, "here": "tonight", "desk": desk, "case": desk.case, "hidden": desk.params(), **more}
    return page(request, f"bridge/rulings/{name}.html", "", context, status=status)


def _desk(request: HtmxRequest, session: Session) -> Desk:
    """The case that the query string names; a table or board of another evening is not found."""
    told = request.GET
    seating = get_object_or_404(
        Seating.objects.select_related("section__session__club", "section__session__stage__event", "section__session__journal", "round"),
        pk=number_in(told.get("seating", "")), section__session=session,
    )
    board = get_object_or_404(Board.objects.select_related("deal"), set=seating.section.board_set_id, number=number_in(told.get("board", "")))
    replaced = number_in(told.get("replaces", ""))
    replaces = Ruling.objects.live().filter(session=session, pk=replaced).first() if replaced else None
    sees = may_see_board(request.actor, session, board.number)
    return desk_of(
        case_of(seating, board), call=_call(session, told.get("call", "")), replaces=replaces, seen=number_in(told.get("seen", "")) or 0, sees=sees
    )


def _call(session: Session, text: str) -> DirectorCall | None:
    called = number_in(text)
    if not called:
        return None
    return DirectorCall.objects.select_related("seating", "board").filter(session=session, pk=called, done_by__isnull=True).first()


def _half_made(call: DirectorCall) -> list[tuple[str, str]]:
    """The query string of answers that wait on a call."""
    if not call.answers:
        return []
    left = call.answers
    told = [(PREFIX + name, text) for name, text in left["answers"].items()]
    replaces = [("replaces", str(left["replaces"]))] if "replaces" in left else []
    return [*replaces, ("kind", left["kind"]), *told, *left.get("pressed", {}).items()]


def _address(session: Session, params: list[tuple[str, Any]]) -> str:
    return f"{reverse('ruling_desk', args=[session.club.slug, session.uid])}?{urlencode(params)}"


_SESSION = "c/<slug:club>/s/<str:session>/"
urlpatterns = [
    path(_SESSION + "rulings/new/", ruling_new, name="ruling_new"),
    path(_SESSION + "rulings/desk/", ruling_desk, name="ruling_desk"),
    path(_SESSION + "rulings/recognise/", ruling_recognise, name="ruling_recognise"),
    path(_SESSION + "rulings/ending/", ruling_ending, name="ruling_ending"),
    path(_SESSION + "rulings/half/", ruling_half, name="ruling_half"),
]
