"""Rulings that were given: an evening's, one in full with what became of it, a club's by law, player and time."""

import csv
import json
from collections.abc import Callable, Iterator
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions.rulings import ask_review, clear_reminder, hear_review, tell_ruling, withdraw_ruling
from bridge.engine.errors import EngineError
from bridge.engine.formats.tables import as_text
from bridge.engine.seats import Side
from bridge.forms.rulings import AskReviewForm, HearReviewForm, SearchForm, WithdrawForm
from bridge.forms.slip import Slip, new_key
from bridge.models import Club, Reminder, RoleKind, Ruling, Session
from bridge.permissions import Actor, boards_seen, may_rule, may_see_board
from bridge.phrases import phrase
from bridge.queries.ruling_exports import COLUMNS, lines_of
from bridge.queries.rulings import RulingRow, at_table, by_law, half_made, record_of, reminders_of, rulings_of, rulings_of_club, waiting_of
from bridge.views.access import needs
from bridge.views.render import HtmxRequest, page, redirect

_RULING = ("seating__round", "seating__section", "board", "since__account", "until__account", "replaces", "session__club", "session__journal")

SHOWN = 300  # rulings on the club's page; a file has all


def may_read_rulings(actor: Actor, club: Club) -> bool:
    """Look for rulings of the club by player, and take them away: those who may rule in it."""
    return actor.has(club, RoleKind.ADMINISTRATOR, RoleKind.SECRETARY, RoleKind.DIRECTOR)


@require_safe
@needs(may_rule)
def rulings(request: HtmxRequest, session: Session) -> HttpResponse:
    """The rulings of an evening: half made, given, and what has to be remembered."""
    boards = boards_seen(request.actor, session)
    seen = [row for row in rulings_of(session) if _is_among(boards, row.ruling)]
    remembered = reminders_of(session, boards)
    context = {
        "session": session, "club": session.club, "here": "tonight", "rows": seen, "waiting": waiting_of(session), "half": half_made(session),
        "reminders": remembered, "key": new_key(), "boards": boards,
    }
    return page(request, "bridge/rulings/rulings.html", "", context)


def _seen(actor: Actor, rows: list[RulingRow]) -> list[RulingRow]:
    """Those about boards that the director may see: one question for each evening."""
    sessions = {row.ruling.session_id: row.ruling.session for row in rows}
    seen = {pk: boards_seen(actor, session) for pk, session in sessions.items()}
    return [row for row in rows if _is_among(seen[row.ruling.session_id], row.ruling)]


def _is_among(boards: frozenset[int] | None, ruling: Ruling) -> bool:
    return boards is None or ruling.board is None or ruling.board.number in boards


@require_http_methods(["GET", "POST"])
@needs(may_rule)
def ruling(request: HtmxRequest, session: Session, ruling: int) -> HttpResponse:
    """One ruling in full; told, reviewed, withdrawn from here."""
    row = get_object_or_404(Ruling.objects.select_related(*_RULING), pk=ruling, session=session)
    if row.board is not None and not may_see_board(request.actor, session, row.board.number) and row.since.account_id != request.actor.account_id:
        return redirect("look", session.club.slug, session.uid, row.seating_id, row.board.number)
    act = request.POST.get("act", "")
    forms = {name: form(request.POST if act == name else None, auto_id=f"{name}_%s") for name, form in _FORMS.items()}
    form = Slip(request.POST) if act == "tell" else forms.get(act)
    if form is not None and form.is_valid():
        try:
            _ACTS[act](row, form.cleaned_data, request.actor)
            return redirect("ruling", session.club.slug, session.uid, row.pk)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"session": session, "club": session.club, "here": "tonight", "record": record_of(row), "forms": forms, "key": new_key()}
    return page(request, "bridge/rulings/ruling.html", "", context, status=422 if form is not None and form.errors else 200)


def _withdraw(row: Ruling, told: dict[str, Any], by: Actor) -> None:
    withdraw_ruling(row, reason=told["reason"], by=by, key=told["key"])


def _ask(row: Ruling, told: dict[str, Any], by: Actor) -> None:
    ask_review(row, Side(told["side"]), reason=told["reason"], by=by, key=told["key"])


def _hear(row: Ruling, told: dict[str, Any], by: Actor) -> None:
    hear_review(row, heard_by=told["heard_by"], found=told["found"], costs=told["costs"], reason=told["reason"], by=by, key=told["key"])


def _tell(row: Ruling, told: dict[str, Any], by: Actor) -> None:
    tell_ruling(row, by=by, key=told["key"])


_FORMS: dict[str, type[Slip]] = {"withdraw": WithdrawForm, "ask": AskReviewForm, "hear": HearReviewForm}
_ACTS: dict[str, Callable[[Ruling, dict[str, Any], Actor], None]] = {"withdraw": _withdraw, "ask": _ask, "hear": _hear, "tell": _tell}


@require_POST
@needs(may_rule)
def reminder_cleared(request: HtmxRequest, session: Session, reminder: int) -> HttpResponse:
    """What had to be remembered is done."""
    rows = Reminder.objects.select_related("ruling__session__journal", "ruling__seating__round", "ruling__board")
    row = get_object_or_404(rows, pk=reminder, ruling__session=session)
    form = Slip(request.POST)
    if form.is_valid() and row.until_id is None:
        clear_reminder(row, by=request.actor, key=form.cleaned_data["key"])
    return redirect("rulings", session.club.slug, session.uid)


@require_safe
@needs(may_read_rulings)
def club_rulings(request: HtmxRequest, club: Club) -> HttpResponse:
    """The club's rulings: looked for by law, player and time, counted by law."""
    form = SearchForm(request.GET)
    rows = _seen(request.actor, rulings_of_club(club, **_wanted(form))) if form.is_valid() else None
    others = urlencode([(name, str(text)) for name, text in request.GET.items() if name != "law" and text])
    context = {
        "club": club, "here": "lawbook", "form": form, "rows": rows and rows[:SHOWN], "found": len(rows or ()), "by_law": by_law(rows or ()),
        "at_table": at_table((rows or ())[:SHOWN]),
        "query": request.GET.urlencode(), "others": others,
    }
    return page(request, "bridge/rulings/club.html", "", context, status=422 if form.errors else 200)


@require_safe
@needs(may_read_rulings)
def club_rulings_file(request: HtmxRequest, club: Club, form: str) -> HttpResponse:
    """The same rulings as a table or as JSON, codes and values."""
    asked = SearchForm(request.GET)
    if form not in ("csv", "json"):
        raise Http404
    if not asked.is_valid():
        return club_rulings(request, club=club.slug)
    lines = lines_of(_seen(request.actor, rulings_of_club(club, **_wanted(asked))))
    if form == "json":
        response = HttpResponse(json.dumps(lines, ensure_ascii=False, indent=1), content_type="application/json; charset=utf-8")
    else:
        response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")  # the mark by which spreadsheets know UTF-8
        writer = csv.writer(response)
        writer.writerow(COLUMNS)
        writer.writerows(_cells(line) for line in lines)
    response.headers["Content-Disposition"] = f'attachment; filename="rulings-{club.slug}.{form}"'
    return response


def _wanted(form: SearchForm) -> dict[str, Any]:
    return {name: value for name, value in form.cleaned_data.items() if value}


def _cells(line: dict[str, Any]) -> Iterator[str]:
    for name in COLUMNS:
        value = line[name]
        if isinstance(value, dict) or name == "penalties":
            yield json.dumps(value, ensure_ascii=False) if value else ""
        elif isinstance(value, list):
            yield as_text((" " if name == "laws" else ", ").join(value))
        elif isinstance(value, str):
            yield as_text(value)
        else:
            yield "" if value is None else str(value).lower()


_SESSION = "c/<slug:club>/s/<str:session>/"
urlpatterns = [
    path(_SESSION + "rulings/", rulings, name="rulings"),
    path(_SESSION + "rulings/<int:ruling>/", ruling, name="ruling"),
    path(_SESSION + "reminders/<int:reminder>/cleared/", reminder_cleared, name="reminder_cleared"),
    path("c/<slug:club>/rulings/", club_rulings, name="club_rulings"),
    path("c/<slug:club>/rulings/rulings.<str:form>", club_rulings_file, name="club_rulings_file"),
]
