"""The team event of the demonstration club: eight teams drawn by standing, every match played, accepted and published."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction

from bridge.actions.demo_evening import Evening, equip, head_of, move, new_key, play, publish, seatings_of
from bridge.actions.draws import close_round, release_draft, start_swiss
from bridge.actions.publishing import close_session
from bridge.actions.results import give_penalty
from bridge.actions.sessions import make_session
from bridge.actions.teams import accept_match, hand_in_line_up, sign_up_team
from bridge.jobs.standings import score_ranking
from bridge.jobs.swiss import draw_round
from bridge.mapping.swiss import SwissPlan
from bridge.models import Act, Club, Entry, EventForm, Match, Player, Ranking, Round
from bridge.permissions import Actor

NAMES = ("The Millers", "红桃", "Kingfishers", "Weir and Sluice", "九点半", "Herons", "Lock Keepers", "梅花桩")  # the first has a fifth player
ROUNDS, BOARDS, MINUTES = 4, 6, 46
SLIPS = ("report_result", "agree_result")


def swiss_teams(club: Club, by: Actor, starts: datetime, players: Sequence[Player], rng: random.Random) -> None:
    """Four rounds of six boards; in the second the fifth player of a team sits, and one team is fined."""
    session = make_session(club, starts, name="Swiss Teams", form=EventForm.TEAMS, by=by, key=new_key())
    of_team = [[*players[4 * place : 4 * place + 4], *(players[4 * len(NAMES) :][:1] if place == 0 else ())] for place in range(len(NAMES))]
    teams = [sign_up_team(session, name, chosen, by=by, key=new_key()) for name, chosen in zip(NAMES, of_team, strict=True)]
    section = start_swiss(session, teams, SwissPlan(ROUNDS, BOARDS, MINUTES), by=by, key=new_key())
    session.refresh_from_db()
    evening = Evening(session, starts, MINUTES, by, rng)
    began = head_of(evening)
    for round_ in section.rounds.select_related("section__session__journal", "section__session__stage__event").order_by("number"):
        _play_round(evening, round_, (teams[0], of_team[0]))
    give_penalty(session, teams[4], Fraction(1, 2), None, reason="late for the second round", by=by, key=new_key())
    over = head_of(evening)
    close_session(session, by=by, key=new_key())
    closed = head_of(evening)
    publish(evening)
    move(evening, began, over, closed)


def _play_round(evening: Evening, round_: Round, of_five: tuple[Entry, Sequence[Player]]) -> None:
    """Drawn, released, played in both rooms, accepted by both teams, closed."""
    session, by, before = evening.session, evening.by, head_of(evening)
    for ranking in Ranking.objects.filter(session=session).values_list("pk", flat=True):
        score_ranking(ranking)
    draw_round(round_.pk)
    release_draft(round_, by=by, key=new_key(), seen=head_of(evening))
    team, members = of_five
    if round_.number == 1:
        equip(evening, ROUNDS * BOARDS, evening.starts + timedelta(minutes=ROUNDS * MINUTES))
    if round_.number == 2:
        match = next(match for match in _matches(round_) if team.pk in (match.home_id, match.away_id))
        hand_in_line_up(match, team, ((members[4], members[1]), (members[2], members[3])), by=by, key=new_key())
    _moved(evening, before, evening.opens(round_.number))
    play(evening, [seating for seating in seatings_of(evening) if seating.round_id == round_.pk])
    before = head_of(evening)
    for match in _matches(round_):
        accept_match(match, (match.home_id, match.away_id), by=by, key=new_key())
    close_round(round_, by=by, key=new_key())
    _moved(evening, before, evening.opens(round_.number + 1))


def _matches(round_: Round) -> list[Match]:
    return list(Match.objects.live().filter(round=round_).select_related("round__section__session__journal").order_by("number"))


def _moved(evening: Evening, before: int, when: datetime) -> None:
    """What the director did since that act was done then."""
    Act.objects.filter(journal=evening.session.journal, pk__gt=before).exclude(kind__in=SLIPS).update(at=when)
