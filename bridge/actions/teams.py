"""Teams and their matches: signing up, starting, line-ups, accepting a match, a match that was not played."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from bridge import tasks
from bridge.actions.board_queries import refuse_while_queried
from bridge.actions.draws import lay_out_rounds, set_conditions
from bridge.actions.rounds import AlreadyStarted, NotRunning
from bridge.engine.errors import EngineError
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import Kind, Order, Why
from bridge.engine.movements.teams import circle
from bridge.engine.teams.line_up import LineUp as Pairs
from bridge.engine.teams.line_up import may_change_line_up, problems_with_line_up, problems_with_team
from bridge.engine.teams.score import Forfeit
from bridge.jobs.line_ups import begin_line_up, begin_second_four
from bridge.jobs.matches import seat_match, seat_movement
from bridge.jobs.swiss import begin_starts
from bridge.mapping.plans import source_of
from bridge.mapping.records import people_now
from bridge.mapping.swiss import SwissPlan, swiss_section
from bridge.mapping.teams import handed_in, is_interleaved, line_up_due, match_sheets, played_of, sitting_for
from bridge.models import Acceptance, Entry, Forfeited, LineUp, Match, Place, Plan, Player, Result, Roster, Round, Section, Session, SessionState, journal
from bridge.permissions import Actor


class InAnotherTeam(EngineError):
    """A player belongs to another team of the event. Facts: `player`, `entry` (ids)."""


class TooFewTeams(EngineError):
    """Matches need two teams. Facts: `teams`."""


class LineUpClosed(EngineError):
    """The other team can see the line-up, so it stays. Facts: `match`."""


class WouldReplay(EngineError):
    """A player would change to the other pair of the team, which plays the same boards in other rounds. Facts: `player`."""


class MatchBegun(EngineError):
    """A board of the match is in, so only the staff say who really sat. Facts: `match`."""


class MatchNotComplete(EngineError):
    """Boards of the match are open. Facts: `match`, `boards` (numbers)."""


class NotOfTheMatch(EngineError):
    """The team does not play this match. Facts: `match`, `entry`."""


def sign_up_team(
    session: Session, name: str, players: Sequence[Player], *, entry: Entry | None = None, seen: int | None = None, by: Actor, key: str
) -> Entry:
    """A team of four to eight with its own name; the first four are its line-up until it hands in another.

    entry    where given, the team that gets this name and these players
    seen     the newest act when the team was shown; None: nobody looked at it
    raises   TooFewPlayers, TooManyPlayers, PlayerTwice, InAnotherTeam, AlreadyStarted, ChangedMeanwhile
    """
    with journal.act(session.journal, "sign_up_team", by=by, key=key, facts={"players": [player.pk for player in players]}) as act:
        if act.is_repeat:
            return Entry.objects.get(pk=act.facts["entry"])
        session.refresh_from_db()
        comes_late = entry is None and session.state == SessionState.RUNNING and swiss_section(session) is not None
        if session.state != SessionState.PREPARING and not comes_late:
            raise AlreadyStarted(session=session.pk)
        players = people_now(players)
        for problem in problems_with_team(tuple(player.pk for player in players)):
            raise problem.error
        act.facts["players"] = [player.pk for player in players]
        others = Roster.objects.live().filter(entry__event=session.stage.event, player__in=players)
        taken = (others if entry is None else others.exclude(entry=entry)).order_by("pk").first()
        if taken is not None:
            raise InAnotherTeam(player=taken.player_id, entry=taken.entry_id)
        if entry is not None and seen is not None:
            journal.refuse_if_changed(Roster.objects.filter(entry=entry), seen)
        team = entry or Entry.objects.create(event=session.stage.event)
        journal.change(act, team, name=name)
        Roster.objects.filter(entry=team).end(act)
        LineUp.objects.filter(session=session, entry=team).end(act)
        for player in players:
            Roster.objects.begin(act, entry=team, player=player)
        begin_line_up(act, session, team, (tuple(players[:2]), tuple(players[2:4])), from_round=1)
        act.facts["entry"] = team.pk
    return team


def remove_team(session: Session, entry: Entry, *, by: Actor, key: str) -> None:
    """The team does not play after all. Raises AlreadyStarted."""
    with journal.act(session.journal, "sign_out", by=by, key=key, facts={"entry": entry.pk}) as act:
        if act.is_repeat:
            return
        session.refresh_from_db()
        if session.state != SessionState.PREPARING:
            raise AlreadyStarted(session=session.pk)
        Roster.objects.filter(entry=entry).end(act)
        LineUp.objects.filter(session=session, entry=entry).end(act)


def start_matches(
    session: Session, teams: Sequence[Entry], *, boards: int, parts: int = 1, of_eight: bool = False, round_minutes: int, by: Actor, key: str
) -> None:
    """Every team meets every other once, all matches seated from the start; two teams play one match.

    boards     of a match, in so many parts; after each the visitors' pairs change rooms
    of_eight   four tables a match, with four pairs of every team
    raises     AlreadyStarted, TooFewTeams, TooFewBoards, NoStanza, TooFewPlayers where a team has no four pairs
    """
    if len(teams) < 2:
        raise TooFewTeams(teams=len(teams))
    couples = circle(len(teams))
    with (
        journal.act(session.stage.event.journal, "start_session", by=by, key=key) as of_event,
        journal.act(session.journal, "start_session", by=by, key=key, facts={"rounds": len(couples) * parts}) as act,
    ):
        if act.is_repeat:
            return
        source = {"family": "round_robin", "boards_per_set": boards, "rounds": len(couples) * parts, "parts": parts}
        rounds = begin_rounds(of_event, act, session, teams, source, laid=len(couples) * boards, round_minutes=round_minutes)
        section = rounds[0].section
        if of_eight:
            for team in teams:
                begin_second_four(act, session, team)
        for number, matches in enumerate(couples):
            of_match = rounds[number * parts : (number + 1) * parts]
            for place, (home, away) in enumerate(matches, start=1):
                seat_match(act, of_match, place, teams[home].pk, teams[away].pk, section.first_board + number * boards, boards, 2 if of_eight else 1)
            playing = {team for couple in matches for team in couple}
            for idle, team in enumerate(teams):
                if idle not in playing:
                    Place.objects.begin(act, round=of_match[0], entry=team)
        ask_for_ranking(section)


def start_movement(session: Session, teams: Sequence[Entry], order: Order, *, boards: int, round_minutes: int, by: Actor, key: str) -> None:
    """The teams play by a movement of many teams: both tables of each match are seated from the start, in one round or in two.

    teams    in the order of their numbers
    boards   of a match, which are those of a round
    raises   AlreadyStarted, what `make_movement` raises, NoSuchMovement too where the movement is for another number of teams or for matches of several parts
    """
    movement = make_movement(order)
    if movement.kind is not Kind.TEAMS or movement.entrants != len(teams) or movement.declared.sets_per_match > 1:
        raise order.refused(Why.ENTRANTS)
    with (
        journal.act(session.stage.event.journal, "start_session", by=by, key=key) as of_event,
        journal.act(session.journal, "start_session", by=by, key=key, facts={"rounds": movement.rounds}) as act,
    ):
        if act.is_repeat:
            return
        source = source_of(order) | {"boards_per_set": boards, "rounds": movement.rounds}
        rounds = begin_rounds(of_event, act, session, teams, source, laid=movement.sets * boards, round_minutes=round_minutes)
        seat_movement(act, rounds, movement, [team.pk for team in teams], boards)
        ask_for_ranking(rounds[0].section)


def begin_rounds(
    of_event: journal.Act, act: journal.Act, session: Session, teams: Sequence[Entry], source: Mapping[str, Any], *, laid: int, round_minutes: int,
    of_matches: str = "vp_continuous",
) -> list[Round]:
    """The evening runs: its boards are laid out, every team has its number, every round its time. Raises AlreadyStarted."""
    session.refresh_from_db()
    if session.state != SessionState.PREPARING:
        raise AlreadyStarted(session=session.pk)
    journal.change(act, session, state=SessionState.RUNNING, round_minutes=round_minutes, paused_at=None)
    section = lay_out_rounds(session, source["rounds"], laid)
    Plan.objects.filter(section=section).end(act)
    Plan.objects.begin(act, section=section, grid=[], source=dict(source))
    set_conditions(of_event, session, SwissPlan(1, 1).sit_out_percent, None, of_matches)
    begin_starts(act, section, [team.pk for team in teams])
    rounds = list(section.rounds.filter(number__lte=source["rounds"]).select_related("section__session").order_by("number"))
    each = timedelta(minutes=round_minutes)
    for round_ in rounds:
        journal.change(act, round_, opens=act.at + each * (round_.number - 1), closes=act.at + each * round_.number)
    return rounds


def ask_for_ranking(section: Section) -> None:
    """The section's rankings are to be reckoned, and the evening is to be copied."""
    tasks.ask_for_scores([section])
    tasks.ask(tasks.copy_database, section.session_id)


def hand_in_line_up(
    match: Match, entry: Entry, pairs: Sequence[Sequence[Player]], *, now: datetime | None = None, by_staff: bool = False, by: Actor, key: str
) -> None:
    """Who sits for a team in a match: two pairs (of teams of eight four), the first North-South (at home) in the open room.

    by_staff   it says who really sits or sat, whatever was handed in and whatever is played already
    raises     NotOfTheMatch, LineUpClosed, MatchBegun, WouldReplay, and what is wrong with the line-up
    """
    session = match.round.section.session
    team = tuple(Roster.objects.live().filter(entry=entry).values_list("player", flat=True))
    for problem in problems_with_line_up(Pairs(tuple(tuple(player.pk for player in pair) for pair in pairs)), team, max(2, len(sitting_for(match, entry.pk)))):
        raise problem.error
    facts = {"match": match.number, "entry": entry.pk}
    with journal.act(session.journal, "hand_in_line_up", by=by, key=key, facts=facts) as act:
        if act.is_repeat:
            return
        if entry.pk not in (match.home_id, match.away_id):
            raise NotOfTheMatch(match=match.number, entry=entry.pk)
        other = match.away_id if entry.pk == match.home_id else match.home_id
        own, theirs = handed_in(match, entry.pk), handed_in(match, other)
        has_begun = Result.objects.live().filter(seating__match=match).exists()
        if not by_staff and has_begun:
            raise MatchBegun(match=match.number)
        if not by_staff and not may_change_line_up(own, theirs, line_up_due(match), now or timezone.now()):
            raise LineUpClosed(match=match.number)
        if not by_staff and is_interleaved(match.round.section):
            _refuse_replays(match, entry, pairs)
        LineUp.objects.filter(session=session, entry=entry, from_round=match.round.number).end(act)
        begin_line_up(act, session, entry, pairs, from_round=match.round.number)
        if has_begun:  # the boards are those of others in the list of the pairs
            tasks.ask_for_scores([match.round.section])


def _refuse_replays(match: Match, entry: Entry, pairs: Sequence[Sequence[Player]]) -> None:
    """Where the pairs of a team play the same boards in different rounds, a line-up is for every round from this one on.

    raises   MatchBegun where a board of these rounds is in, WouldReplay where somebody has sat in the other pair
    """
    session, first = match.round.section.session, match.round.number
    if Result.objects.live().filter(seating__places__entry=entry, seating__round__section__session=session, seating__round__number__gte=first).exists():
        raise MatchBegun(match=match.number)
    sat = set(LineUp.objects.live().filter(session=session, entry=entry, from_round__lt=first).values_list("half", "player"))
    for half, pair in enumerate(pairs, start=1):
        for player in pair:
            if any(other != half for other, who in sat if who == player.pk):
                raise WouldReplay(player=player.pk)


def accept_match(match: Match, entries: Iterable[int], *, by: Actor, key: str) -> None:
    """These teams (ids) accept the match as it stands; the director accepts for both. Raises MatchNotComplete, QueryOpen, NotOfTheMatch."""
    wanted = list(entries)
    session = match.round.section.session
    with journal.act(session.journal, "accept_match", by=by, key=key, facts={"match": match.number, "entries": wanted}) as act:
        if act.is_repeat:
            return
        for entry in wanted:
            if entry not in (match.home_id, match.away_id):
                raise NotOfTheMatch(match=match.number, entry=entry)
        (sheet,) = match_sheets(Match.objects.filter(pk=match.pk))
        played = played_of(sheet)
        missing = [board.number for board in sheet.boards if not all(played.rooms_in(board))]
        if missing and sheet.forfeit is None:
            raise MatchNotComplete(match=match.number, boards=missing)
        refuse_while_queried(match)
        known = set(Acceptance.objects.live().filter(match=match).values_list("entry", flat=True))
        for entry in wanted:
            if entry not in known:
                Acceptance.objects.begin(act, match=match, entry_id=entry)


def forfeit_match(match: Match, forfeit: Forfeit | None, *, reason: str, by: Actor, key: str) -> None:
    """The match was not played, and who is to blame; None: it was played after all. Raises NotRunning."""
    session = match.round.section.session
    facts = {"match": match.number, "by": forfeit.value if forfeit else None}
    with journal.act(session.journal, "forfeit_match", by=by, key=key, facts=facts, reason=reason) as act:
        if act.is_repeat:
            return
        session.refresh_from_db()
        if session.state != SessionState.RUNNING:
            raise NotRunning(session=session.pk, state=session.state)
        Forfeited.objects.filter(match=match).end(act)
        if forfeit is not None:
            Forfeited.objects.begin(act, match=match, by=forfeit.value)
        tasks.ask_for_scores([match.round.section])
