"""Events that run by themselves: nobody there, too few, a machine that was off; ranked by each way of scoring, from results that the test compares anew."""

import random
from collections import defaultdict
from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from bridge.actions.draws import plan_event
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.scoring.imps import imp
from bridge.engine.seats import Seat
from bridge.engine.swiss.field import Settings, Variant
from bridge.engine.swiss.recipe import Recipe
from bridge.mapping.swiss import SwissPlan, draw_of
from bridge.models import Adjustment, Draw, Place, Ranking, Result, Round, Seating, Session, SessionState, Standing
from tests.jobs.test_swiss import at
from tests.swiss_worlds import draft_of, everything_due
from tests.worlds import actor, agree, club_with_members, entries_of, evening, fresh_key, settle

pytestmark = pytest.mark.django_db
ROUNDS, BOARDS = 3, 3


def planned(pairs: int, minutes_ago: int, options: dict[str, object] | None = None) -> Session:
    """An event of two rounds of ten minutes that began so long ago by the machine's clock."""
    session = evening(club_with_members(2 * pairs + 2), pairs=pairs, options=options)
    recipe = Recipe(timezone.now() - timedelta(minutes=minutes_ago), 2, 1, 10, pause=0)
    plan_event(session, SwissPlan(2, 1, settings=Settings(variant=Variant.SEED_RULE), recipe=recipe), by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()
    return session


def test_the_worker_s_sweep_is_all_it_needs() -> None:
    """What `manage.py work` and beat do: look for what is due, again and again."""
    session = planned(4, minutes_ago=-60)
    assert session.state == SessionState.PREPARING and not Draw.objects.exists()
    session = planned(4, minutes_ago=5)
    assert session.state == SessionState.RUNNING
    assert [row.round.number for row in Draw.objects.live().filter(round__section__session=session).select_related("round")] == [1]
    session = planned(4, minutes_ago=500)
    everything_due()
    session.refresh_from_db()
    assert session.state == SessionState.CLOSED
    assert [row.round.number for row in Draw.objects.live().filter(round__section__session=session).select_related("round").order_by("round")] == [1, 2]
    assert Adjustment.objects.live().filter(seating__section__session=session, kind="not_played").count() == 8


@pytest.mark.parametrize("pairs", [0, 1])
def test_too_few_end_the_event_without_a_draw(pairs: int) -> None:
    session = planned(pairs, minutes_ago=500)
    everything_due()
    session.refresh_from_db()
    assert session.state == SessionState.CLOSED
    assert not Draw.objects.exists() and not Seating.objects.exists()


def played(method: dict[str, object], rng: random.Random) -> Session:
    """Seven pairs, three rounds of three boards; some tables are slow, and what they have not finished is cut."""
    club = club_with_members(16)
    session = evening(club, pairs=7, options=method)
    recipe = Recipe(session.starts.replace(year=2127), ROUNDS, BOARDS, 15, pause=5, share=60)
    plan_event(session, SwissPlan(ROUNDS, BOARDS, settings=Settings(variant=Variant.SEED_RULE), recipe=recipe), by=actor(), key=fresh_key())
    for number in range(1, ROUNDS + 1):
        at(session, 20 * (number - 1))
        for seating in Seating.objects.live().filter(section__session=session, round__number=number).select_related("round", "section__session"):
            slow = seating.table == 3 and number > 1
            for board in range(seating.first_board, seating.last_board + 1 - 2 * slow):
                agree(seating, board, Report(Contract(rng.choice((1, 3)), Strain.N), rng.choice((Seat.N, Seat.E)), rng.randrange(6, 11)))
        at(session, 20 * number - 5)
    at(session, 20 * ROUNDS)
    settle()
    return session


def expected(session: Session, worth: str) -> dict[int, tuple[Fraction, int]]:
    """Entry -> score and boards played: sums of IMPs against every other table, their means, or percent of the matchpoints."""
    sides = {(seating, side): entry for seating, side, entry in Place.objects.live().filter(seating__isnull=False).values_list("seating", "side", "entry")}
    boards: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for seating, board, points in Result.objects.live().filter(seating__section__session=session).values_list("seating", "board", "ns_points"):
        boards[board].append((seating, points))
    most = max(len(rows) for rows in boards.values())
    marks: dict[int, list[Fraction]] = defaultdict(list)
    for rows in boards.values():
        for seating, points in rows:
            others = [theirs for table, theirs in rows if table != seating]
            for side, sign in (("NS", 1), ("EW", -1)):
                if worth == "matchpoints":
                    beaten = sum((Fraction(sign * (points - each) > 0) + Fraction(points == each, 2) for each in others), Fraction(0))
                    own = ((beaten + Fraction(1, 2)) * most / len(rows) - Fraction(1, 2)) / (most - 1) * 100
                else:
                    total = Fraction(sign * sum(imp(points - each) for each in others))
                    own = total if worth == "sum" else total / len(others)
                marks[sides[seating, side]].append(own)
    rested = list(Place.objects.live().filter(round__section__session=session, seating__isnull=True).values_list("entry", flat=True))
    found = {}
    for entry in (row.pk for row in entries_of(session)):
        own = marks[entry]
        sat_out = BOARDS * rested.count(entry)
        if worth == "matchpoints":
            score = (sum(own, Fraction(0)) + sat_out * 60) / (len(own) + sat_out)
        else:
            score = sum(own, Fraction(0)) + sat_out * 3 * (most - 1 if worth == "sum" else 1)
        found[entry] = (score, len(own))
    return found


@pytest.mark.parametrize(("worth", "options"), [
    ("mean", {"method": "cross_imps"}), ("sum", {"method": "cross_imps", "cross_imps": "sum"}), ("matchpoints", {"method": "matchpoints"}),
])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_way_of_scoring_ranks_as_the_text_says(worth: str, options: dict[str, object], seed: int) -> None:
    """By total, more boards, earlier sign-up; who played fewer than 60 percent of the boards has no place. Each round was seated by the totals before it."""
    session = played(options, random.Random(seed))
    told = expected(session, worth)
    entries = [entry.pk for entry in entries_of(session)]
    ranked = [entry for entry in entries if told[entry][1] * 100 >= 60 * ROUNDS * BOARDS]
    ranked.sort(key=lambda entry: (-told[entry][0], -told[entry][1], entries.index(entry)))
    rows = {row.entry_id: row for row in Standing.objects.filter(ranking=Ranking.objects.get(session=session), publication__version=1)}
    assert {entry: row.exact for entry, row in rows.items()} == {entry: score for entry, (score, _) in told.items()}
    assert {entry: row.place for entry, row in rows.items()} == {entry: ranked.index(entry) + 1 if entry in ranked else None for entry in entries}
    for row in Round.objects.filter(section__session=session, number__gt=1):
        field, drawn = draw_of(draft_of(session, row.number))
        order = sorted((entrant.who for entrant in field.entrants), key=lambda who: (-next(e.score for e in field.entrants if e.who == who), who))
        assert [set(couple) for couple in drawn.couples] == [set(order[at : at + 2]) for at in (0, 2, 4)]
        assert drawn.sit_out is not None and drawn.sit_out.who == order[6]
