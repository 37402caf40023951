"""Teams: who signed up, the matches of the evening, one match board by board, line-ups."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bridge.actions.board_queries import query_board
from bridge.actions.calls import finish_call
from bridge.actions.teams import InAnotherTeam, accept_match, forfeit_match, hand_in_line_up, remove_team, sign_up_team, start_matches
from bridge.engine.errors import EngineError
from bridge.engine.teams.line_up import PlayerTwice
from bridge.engine.teams.plan import Room
from bridge.engine.teams.score import Forfeit
from bridge.forms.slip import Slip, new_key
from bridge.forms.teams import LINE_UP_SEATS, LineUpForm, MatchesForm, MatchForm, TeamForm
from bridge.mapping.knock_out import knock_out_section
from bridge.mapping.teams import is_interleaved, sitting_for
from bridge.models import ChangedMeanwhile, DirectorCall, Entry, Match, Player, Roster, Session, SessionState
from bridge.permissions import Actor, may_correct, may_rule, may_run, teams_of
from bridge.phrases import phrase
from bridge.phrases.names import name_of
from bridge.queries.draws import is_drawn
from bridge.queries.matches import match_lines, match_page, may_read_line_up, ranking_of_teams, taking_part, teams_here
from bridge.views.access import needs, open_to_all
from bridge.views.meanwhile import told_meanwhile
from bridge.views.render import HtmxRequest, page, redirect
from bridge.views.team_results import is_of_teams, tab_of


@require_http_methods(["GET", "POST"])
@needs(may_run)
def teams(request: HtmxRequest, session: Session) -> HttpResponse:
    """The teams that have signed up; another one, or a change of one."""
    if not is_of_teams(session):
        raise Http404
    changed = Entry.objects.filter(event=session.stage.event, uid=request.GET.get("team", "")).first()
    form = TeamForm(request.POST or None, club=session.club, initial=_as_typed(changed) if changed else {}, seen=session.journal.head)
    if form.is_valid():
        told = form.cleaned_data
        try:
            sign_up_team(session, told["name"], told["players"], entry=changed, seen=told["seen"] or 0, by=request.actor, key=told["key"])
            return redirect("teams", session.club.slug, session.uid)
        except ChangedMeanwhile as refusal:
            form.add_error(None, told_meanwhile(refusal, _as_it_is(changed)))
            form.show_again(refusal.facts["act"])
        except (InAnotherTeam, PlayerTwice) as refusal:
            form.add_error("players", _named_in(refusal))
        except EngineError as refusal:
            form.add_error("players", phrase(refusal))
    context = {
        "session": session, "club": session.club, "here": "tonight", "form": form, "changed": changed, "teams": teams_here(session), "start": MatchesForm(),
        "key": new_key(), "takes_more": session.state == SessionState.PREPARING or (session.state == SessionState.RUNNING and is_drawn(session)),
    }
    return page(request, "bridge/matches/teams.html", "", context, status=422 if form.errors else 200)


def _named_in(refusal: InAnotherTeam | PlayerTwice) -> str:
    """The sentence with the player that it is about, and the team where that one is already."""
    player = name_of(Player.objects.get(pk=refusal.facts["player"]))
    if isinstance(refusal, PlayerTwice):
        return gettext("%(player)s is named twice.") % {"player": player}
    team = Entry.objects.get(pk=refusal.facts["entry"]).name
    return gettext("%(player)s plays for “%(team)s” already.") % {"player": player, "team": team}


def _as_it_is(team: Entry | None) -> str:
    """The team in one line; a team that was taken out has no players."""
    if team is None:
        return ""
    team.refresh_from_db()
    rows = Roster.objects.live().filter(entry=team).select_related("player").order_by("pk")
    players = gettext(", ").join(name_of(row.player) for row in rows) or gettext("taken out")
    return gettext("%(team)s (%(players)s)") % {"team": team.name, "players": players}


def _as_typed(team: Entry) -> dict[str, str]:
    rows = Roster.objects.live().filter(entry=team).select_related("player").order_by("pk")
    return {"name": team.name, "players": "\n".join(row.player.name_native for row in rows)}


@require_POST
@needs(may_run)
def teams_start(request: HtmxRequest, session: Session) -> HttpResponse:
    """Everybody meets everybody: all matches are seated."""
    if not is_of_teams(session):
        raise Http404
    form = MatchesForm(request.POST)
    if form.is_valid():
        told = form.cleaned_data
        try:
            start_matches(
                session, taking_part(session), boards=told["boards"], parts=told["parts"], of_eight=told["of_eight"], round_minutes=told["round_minutes"],
                by=request.actor, key=told["key"],
            )
            return redirect("matches", session.club.slug, session.uid)
        except EngineError as refusal:
            messages.error(request, phrase(refusal))
    for errors in form.errors.values():
        messages.error(request, " ".join(str(error) for error in errors))
    return redirect("teams", session.club.slug, session.uid)


@require_POST
@needs(may_run, of="session")
def team_leaves(request: HtmxRequest, session: Session, entry: Entry) -> HttpResponse:
    """A team does not play after all."""
    form = Slip(request.POST)
    if form.is_valid():
        try:
            remove_team(session, entry, by=request.actor, key=form.cleaned_data["key"])
        except EngineError as refusal:
            messages.error(request, phrase(refusal))
    return redirect("teams", session.club.slug, session.uid)


@require_safe
@open_to_all
def matches(request: HtmxRequest, session: Session) -> HttpResponse:
    """Every match of the evening and the ranking of the teams."""
    if not is_of_teams(session):
        return redirect("ranking", session.club.slug, session.uid)
    staff = may_run(request.actor, session)
    context = {
        "session": session, "club": session.club, "here": tab_of(session), "lines": match_lines(session), "staff": staff,
        "sees_running": staff and not teams_of(request.actor, session), "ranking": ranking_of_teams(session, timezone.now()),
        "is_knock_out": knock_out_section(session) is not None,
    }
    return page(request, "bridge/matches/matches.html", "bridge/matches/_matches.html", context)


@require_safe
@open_to_all
def match(request: HtmxRequest, session: Session, number: int) -> HttpResponse:
    """One match, both rooms side by side."""
    staff, own = may_run(request.actor, session), teams_of(request.actor, session)
    shown = match_page(session, number, own, timezone.now(), staff=staff and not own)
    if shown is None:
        raise Http404
    context = {
        "session": session, "club": session.club, "here": tab_of(session), "shown": shown, "staff": staff, "rules": may_rule(request.actor, session),
        "corrects": may_correct(request.actor, session), "key": new_key(),
    }
    return page(request, "bridge/matches/match.html", "bridge/matches/_match.html", context)


def _match(session: Session, number: int) -> Match:
    rows = Match.objects.live().select_related("round__section__session__journal", "home", "away")
    return get_object_or_404(rows, round__section__session=session, number=number)


_OF_TEAMS = ("accept", "query")  # what a team does; the rest is the director's


@require_POST
@open_to_all
def match_act(request: HtmxRequest, session: Session, number: int) -> HttpResponse:
    """A team accepts the match or queries a board; the director answers, closes it for both, or says that it was not played."""
    form, played = MatchForm(request.POST), _match(session, number)
    if form.is_valid():
        told, by = form.cleaned_data, request.actor
        if told["entry"] not in teams_of(by, session) if told["act"] in _OF_TEAMS else not may_rule(by, session):
            raise PermissionDenied
        try:
            _carry_out(played, told, by)
        except EngineError as refusal:
            messages.error(request, phrase(refusal))
    for errors in form.errors.values():
        messages.error(request, " ".join(str(error) for error in errors))
    return redirect("match", session.club.slug, session.uid, number)


def _carry_out(played: Match, told: dict[str, Any], by: Actor) -> None:
    does, key = told["act"], told["key"]
    if does == "forfeit":
        forfeit_match(played, Forfeit(told["by"]) if told["by"] else None, reason=told["reason"], by=by, key=key)
    elif does == "query":
        query_board(played, told["board"], Room(told["room"]), told["entry"], remark=told["reason"], by=by, key=key)
    elif does == "answer":
        asked = get_object_or_404(DirectorCall, pk=told["call"], seating__match=played, done_by__isnull=True)
        finish_call(asked, reason=told["reason"], by=by, key=key)
    else:
        accept_match(played, [told["entry"]] if does == "accept" else [played.home_id, played.away_id], by=by, key=key)


@require_http_methods(["GET", "POST"])
@open_to_all
def line_up(request: HtmxRequest, session: Session, entry: Entry, number: int) -> HttpResponse:
    """Who sits for a team in a match: handed in by the team or by the staff."""
    own = teams_of(request.actor, session)
    if entry.pk not in own and not may_run(request.actor, session) or session.state != SessionState.RUNNING:
        raise PermissionDenied
    played = _match(session, number)
    team = [row.player for row in Roster.objects.live().filter(entry=entry).select_related("player").order_by("pk")]
    sitting = [player.pk for _, pair in sorted(sitting_for(played, entry.pk).items()) for player in pair]
    # A director who plays fills in another team's line-up, and reads it when the others do.
    sees = entry.pk in own or not own or may_read_line_up(played, entry.pk, timezone.now())
    initial = dict(zip(LINE_UP_SEATS, sitting, strict=False)) if sees else {}
    pairs = 4 if len(sitting) > 4 else 2
    form = LineUpForm(request.POST or None, team=team, names=[name_of(player) for player in team], pairs=pairs, initial=initial)
    if form.is_valid():
        try:
            hand_in_line_up(played, entry, form.pairs(), by_staff=entry.pk not in own, by=request.actor, key=form.cleaned_data["key"])
            return redirect("match", session.club.slug, session.uid, number)
        except PlayerTwice as refusal:
            form.add_error(form.second_place_of(refusal.facts["player"]), _named_in(refusal))
        except EngineError as refusal:
            form.add_error(None, phrase(refusal))
    context = {"session": session, "club": session.club, "here": "tonight", "form": form, "team": entry, "match": played, "pairs": pairs}
    context["is_interleaved"] = is_interleaved(played.round.section)
    return page(request, "bridge/matches/line_up.html", "", context, status=422 if form.errors else 200)


_SESSION = "c/<slug:club>/s/<str:session>/"
urlpatterns = [
    path(_SESSION + "teams/", teams, name="teams"),
    path(_SESSION + "teams/start/", teams_start, name="teams_start"),
    path(_SESSION + "teams/<str:entry>/leave/", team_leaves, name="team_leaves"),
    path(_SESSION + "matches/", matches, name="matches"),
    path(_SESSION + "matches/<int:number>/", match, name="match"),
    path(_SESSION + "matches/<int:number>/act/", match_act, name="match_act"),
    path(_SESSION + "matches/<int:number>/line-up/<str:entry>/", line_up, name="line_up"),
]
