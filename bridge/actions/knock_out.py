"""A knock-out: its start, the matches of each round as the one before is over, extra boards after a tie, what is carried over."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

from django.db.models import Q

from bridge.actions.rounds import NotRunning
from bridge.actions.teams import ask_for_ranking, begin_rounds
from bridge.engine.errors import EngineError
from bridge.engine.teams.knock_out import Slot, SlotState, extra_boards
from bridge.jobs.line_ups import begin_second_four
from bridge.jobs.matches import TABLES, seat_match
from bridge.mapping.knock_out import KnockOutPlan, knock_out_plan_of, knock_out_section, source_of_knock_out
from bridge.models import Board, Entry, Match, Place, Plan, Round, Seating, Section, Session, SessionState, journal
from bridge.permissions import Actor
from bridge.queries.knock_out import bracket_now, first_round, round_to_seat, stranded_matches


class NotAKnockOut(EngineError):
    """The evening plays no knock-out. Facts: `session`."""


class RoundNotDecided(EngineError):
    """Matches before it are not decided, or all are: there is no round to seat. Facts: `session`."""


class NotTied(EngineError):
    """The match is not tied with all its boards in, so it has no extra boards. Facts: `match`."""


class NoSuchCouple(EngineError):
    """The two teams are no match of the bracket. Facts: `home`, `away` (ids)."""


def start_knock_out(
    session: Session, teams: Sequence[Entry], *, boards: int, parts: int, of_eight: bool = False, round_minutes: int, by: Actor, key: str
) -> None:
    """The first round is seated; the teams are seeded in the order given, and where they are no power of two the best have byes.

    boards     of a match, in so many parts; after each the visitors' pairs change rooms
    of_eight   four tables a match, with four pairs of every team
    raises     AlreadyStarted, TooFewForKnockOut, TooFewBoards, NoStanza, TooFewPlayers where a team has no four pairs
    """
    bracket = first_round(len(teams))
    plan = KnockOutPlan(boards, parts, of_eight=of_eight)
    with (
        journal.act(session.stage.event.journal, "start_session", by=by, key=key) as of_event,
        journal.act(session.journal, "start_session", by=by, key=key, facts={"rounds": parts}) as act,
    ):
        if act.is_repeat:
            return
        rounds = begin_rounds(
            of_event, act, session, teams, source_of_knock_out(plan), laid=len(bracket) * boards, round_minutes=round_minutes, of_matches="total_imps"
        )
        if of_eight:
            for team in teams:
                begin_second_four(act, session, team)
        named = [replace(slot, home=_entry(teams, slot.home), away=_entry(teams, slot.away)) for slot in bracket[0]]
        _seat_slots(act, rounds[:parts], named, rounds[0].section.first_board, plan)
        for slot in named:
            if slot.state is SlotState.BYE:
                Place.objects.begin(act, round=rounds[0], entry_id=slot.home)
        _promise_round(rounds[0].section)
        ask_for_ranking(rounds[0].section)


def _entry(teams: Sequence[Entry], number: int | None) -> int | None:
    return None if number is None else teams[number - 1].pk


def _seat_slots(act: journal.Act, rounds: Sequence[Round], slots: Sequence[Slot[int]], first: int, plan: KnockOutPlan) -> None:
    """The matches that are to be seated, at couples of tables in the order of the bracket."""
    played = [slot for slot in slots if slot.state is not SlotState.BYE]  # each at its own couple of tables, also where others play already
    for place, slot in enumerate(played, start=1):
        if slot.state is SlotState.TO_SEAT:
            assert slot.home is not None and slot.away is not None, "a match is to be seated when both teams are known"
            seat_match(act, rounds, place, slot.home, slot.away, first, plan.boards, plan.couples)


def _take_away(act: journal.Act, matches: Sequence[Match]) -> list[int]:
    """These matches are not to be played; rounds in which nobody sits any more have no time. Returns the numbers of the matches."""
    if not matches:
        return []
    seatings = Seating.objects.live().filter(match__in=matches)
    rounds = list(Round.objects.filter(seatings__in=seatings).distinct())
    Place.objects.filter(seating__in=list(seatings)).end(act)
    seatings.end(act)
    Match.objects.filter(pk__in=[match.pk for match in matches]).end(act)
    for round_ in rounds:
        if not Seating.objects.live().filter(round=round_).exists():
            journal.change(act, round_, opens=None, closes=None)
    return [match.number for match in matches]


def _promise_round(section: Section) -> None:
    """One more round without a time: what is played next is not known yet, and nobody is told that the evening is over."""
    newest = section.rounds.filter(opens__isnull=False).order_by("-number").values_list("number", flat=True).first() or 0
    Round.objects.get_or_create(section=section, number=newest + 1)


def _next_rounds(act: journal.Act, section: Section, count: int) -> list[Round]:
    """The next rounds, one after the other from now."""
    newest = section.rounds.filter(opens__isnull=False).order_by("-number").values_list("number", flat=True).first() or 0
    each = timedelta(minutes=section.session.round_minutes)
    rounds = []
    for step in range(count):
        round_, _ = Round.objects.select_related("section__session").get_or_create(section=section, number=newest + step + 1)
        journal.change(act, round_, opens=act.at + each * step, closes=act.at + each * (step + 1))
        rounds.append(round_)
    return rounds


def _running(session: Session) -> tuple[Section, KnockOutPlan]:
    """The section and its plan. Raises NotRunning, NotAKnockOut."""
    session.refresh_from_db()
    if session.state != SessionState.RUNNING:
        raise NotRunning(session=session.pk, state=session.state)
    section = knock_out_section(session)
    plan = knock_out_plan_of(section) if section else None
    if section is None or plan is None:
        raise NotAKnockOut(session=session.pk)
    return section, plan


def seat_next_round(session: Session, *, by: Actor, key: str) -> int:
    """The winners meet: every match of the next round is seated, and opens now. Returns its number in the bracket.

    Where a match before it was corrected after the round had been seated, what the old winners have not begun is taken away; what they have stays as it
    is, and counts for nothing.

    raises   NotRunning, NotAKnockOut, RoundNotDecided
    """
    with journal.act(session.journal, "seat_next_round", by=by, key=key) as act:
        if act.is_repeat:
            return int(act.facts["round"])
        section, plan = _running(session)
        bracket = bracket_now(session, section, plan)
        number = round_to_seat(bracket)
        if number is None:
            raise RoundNotDecided(session=session.pk)
        act.facts["taken_away"] = _take_away(act, [each.match for each in stranded_matches(section, bracket) if not each.has_begun])
        rounds = _next_rounds(act, section, plan.parts)
        first = section.first_board + (number - 1) * plan.boards
        coming = {team for slot in bracket[number - 1] if slot.state is SlotState.TO_SEAT for team in (slot.home, slot.away)}
        met = Match.objects.live().filter(Q(home__in=coming) | Q(away__in=coming), round__section=section, first_board=first)
        if met.exists():  # a match before it was corrected after the round had been seated: who played it knows its boards
            first = _new_boards(section, section.first_board + len(bracket) * plan.boards, plan.boards)
        _seat_slots(act, rounds, bracket[number - 1], first, plan)
        _promise_round(section)
        act.facts["round"] = number
        ask_for_ranking(section)
    return number


def play_extra_boards(match: Match, *, by: Actor, key: str) -> int:
    """A tied match goes on with extra boards at its tables, from now. Returns how many. Raises NotRunning, NotAKnockOut, NotTied."""
    session = match.round.section.session
    with journal.act(session.journal, "play_extra_boards", by=by, key=key, facts={"match": match.number}) as act:
        if act.is_repeat:
            return int(act.facts["boards"])
        section, plan = _running(session)
        bracket = bracket_now(session, section, plan)
        couple = {match.home_id, match.away_id}
        slot = next((slot for slots in bracket for slot in slots if {slot.home, slot.away} == couple and slot.state is SlotState.TIED), None)
        if slot is None or slot.home is None or slot.away is None:
            raise NotTied(match=match.number)
        boards = extra_boards(plan.boards)
        first = _new_boards(section, section.first_board + len(bracket) * plan.boards, boards)
        seated = Seating.objects.live().filter(match__home=match.home_id, match__away=match.away_id, section=section, room="open").order_by("-round__number")
        place = (seated.values_list("table", flat=True)[0] - section.first_table) // (TABLES * plan.couples) + 1
        seat_match(act, _next_rounds(act, section, 1), place, slot.home, slot.away, first, boards, plan.couples)
        _promise_round(section)
        act.facts["boards"] = boards
        ask_for_ranking(section)
    return boards


def _new_boards(section: Section, begins_at: int, count: int) -> int:
    """The number of the first of so many boards that nobody has played; they are laid out beyond those of the rounds."""
    last = Match.objects.live().filter(round__section=section, first_board__gte=begins_at).order_by("-first_board").first()
    first: int = last.first_board + last.boards if last else begins_at
    for number in range(first, first + count):
        Board.objects.get_or_create(set_id=section.board_set_id, number=number)
    return first


def carry_into(session: Session, one: int, other: int, points: Fraction, *, seen: int | None = None, by: Actor, key: str) -> None:
    """The first of two teams (ids) brings so many IMPs into the match against the other, the second where below zero; nothing takes it back.

    seen     the newest act when the bracket was shown; None: nobody looked at it
    raises   NotRunning, NotAKnockOut, NoSuchCouple, ChangedMeanwhile
    """
    with journal.act(session.journal, "carry_into", by=by, key=key, facts={"one": one, "other": other, "points": str(points)}) as act:
        if act.is_repeat:
            return
        section, plan = _running(session)
        bracket = bracket_now(session, section, plan)
        slot = next((slot for slots in bracket for slot in slots if {slot.home, slot.away} == {one, other}), None)
        if slot is None:
            raise NoSuchCouple(home=one, away=other)
        if seen is not None:
            journal.refuse_if_changed(Plan.objects.filter(section=section), seen)
        carried = dict(plan.carried) | {frozenset((one, other)): points if slot.home == one else -points}
        row = Plan.objects.live().get(section=section)
        Plan.objects.filter(section=section).end(act)
        Plan.objects.begin(act, section=section, source=source_of_knock_out(replace(plan, carried=carried)), grid=row.grid, declared=row.declared)
        ask_for_ranking(section)
