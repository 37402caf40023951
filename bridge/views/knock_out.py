"""A knock-out: the bracket before it starts, as it stands, and what the director does with it."""

from fractions import Fraction
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions.knock_out import carry_into, play_extra_boards, seat_next_round, start_knock_out
from bridge.engine.errors import EngineError
from bridge.forms.knock_out import BracketForm, KnockOutForm
from bridge.forms.slip import new_key
from bridge.models import ChangedMeanwhile, Match, Session, SessionState
from bridge.permissions import may_run, teams_of
from bridge.phrases import phrase
from bridge.phrases.figures import hundredths_text, signed
from bridge.queries.knock_out import bracket_page, byes_of, seeded
from bridge.queries.matches import taking_part
from bridge.views.access import needs, open_to_all
from bridge.views.meanwhile import told_meanwhile
from bridge.views.render import HtmxRequest, page, redirect
from bridge.views.team_results import is_of_teams, tab_of


@require_http_methods(["GET", "POST"])
@needs(may_run)
def knock_out_start(request: HtmxRequest, session: Session) -> HttpResponse:
    """Who meets whom in a knock-out of those who are here, and how its matches are played; POST seats the first round."""
    if not is_of_teams(session):
        raise Http404
    if session.state != SessionState.PREPARING:
        return redirect("bracket", session.club.slug, session.uid)
    here = taking_part(session)
    form = KnockOutForm(request.POST or None, teams=len(here))
    is_complete = form.is_valid()
    teams = [here[number - 1] for number in form.order()]
    if is_complete and "see" not in request.POST:
        told = form.cleaned_data
        try:
            start_knock_out(
                session, teams, boards=told["boards"], parts=told["parts"], of_eight=told["of_eight"], round_minutes=told["round_minutes"],
                by=request.actor, key=told["key"],
            )
            return redirect("bracket", session.club.slug, session.uid)
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    rounds = seeded(teams)
    context = {"session": session, "club": session.club, "here": "tonight", "form": form, "teams": teams, "rounds": rounds, "byes": byes_of(rounds)}
    return page(request, "bridge/knock_out/start.html", "", context, status=422 if form.errors else 200)


@require_safe
@open_to_all
def bracket(request: HtmxRequest, session: Session) -> HttpResponse:
    """The bracket as it stands; for the director what comes next."""
    shown = bracket_page(session)
    if shown is None:
        raise Http404
    staff = may_run(request.actor, session)
    context = {
        "session": session, "club": session.club, "here": tab_of(session), "shown": shown, "staff": staff, "key": new_key(), "seen": session.journal.head,
        "sees_running": staff and not teams_of(request.actor, session),
    }
    return page(request, "bridge/knock_out/bracket.html", "bridge/knock_out/_bracket.html", context)


@require_POST
@needs(may_run)
def bracket_act(request: HtmxRequest, session: Session) -> HttpResponse:
    """The next round is seated, a tied match goes on, a couple brings IMPs along."""
    form = BracketForm(request.POST)
    kept = ""
    if form.is_valid():
        try:
            _do(request, session, form)
        except ChangedMeanwhile as refusal:
            messages.error(request, told_meanwhile(refusal, _brought_along(session)))
            kept = _as_typed(request)
        except EngineError as refusal:
            messages.error(request, phrase(refusal))
    for errors in form.errors.values():
        messages.error(request, " ".join(str(error) for error in errors))
        kept = _as_typed(request)
    return redirect(reverse("bracket", args=[session.club.slug, session.uid]) + kept)


def _as_typed(request: HtmxRequest) -> str:
    """The couple and its IMPs for the next page's form; nothing where the form was another."""
    typed = {name: request.POST[name] for name in ("couple", "points") if name in request.POST}
    return f"?{urlencode(typed)}" if typed else ""


def _brought_along(session: Session) -> str:
    """What couples bring along now, each from its better seed's side."""
    shown = bracket_page(session)
    carried = shown.plan.carried if shown else {}
    told = []
    for line in shown.known if shown else ():
        _value, home, away = line.couples[0]
        if frozenset((home.pk, away.pk)) in carried:
            told.append(f"{home.name} – {away.name} {signed(hundredths_text(carried[frozenset((home.pk, away.pk))]))}")
    return _(", ").join(told)


def _do(request: HtmxRequest, session: Session, form: BracketForm) -> None:
    told, by = form.cleaned_data, request.actor
    if told["act"] == "seat":
        seat_next_round(session, by=by, key=told["key"])
    elif told["act"] == "extra":
        rows = Match.objects.live().select_related("round__section__session__journal")
        match = get_object_or_404(rows, round__section__session=session, number=told["match"] or 0)
        boards = play_extra_boards(match, by=by, key=told["key"])
        messages.success(request, _("%(n)s extra boards are laid out.") % {"n": boards})
    elif told["couple"] and told["points"] is not None:
        one, other = map(int, told["couple"].split("-"))
        carry_into(session, one, other, Fraction(told["points"]), seen=told["seen"] or 0, by=by, key=told["key"])
    else:
        messages.error(request, _("Choose the team and write its IMPs."))


_SESSION = "c/<slug:club>/s/<str:session>/"
urlpatterns = [
    path(_SESSION + "teams/knock-out/", knock_out_start, name="knock_out_start"),
    path(_SESSION + "bracket/", bracket, name="bracket"),
    path(_SESSION + "bracket/act/", bracket_act, name="bracket_act"),
]
