"""An individual's stored ranking: after every act it is that of a reckoning from scratch; each partner has an average of his own."""

import random
from collections import defaultdict
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from bridge.actions.repairs import put_right
from bridge.actions.results import adjust_board, correct_result, give_penalty, report_result, undo_act
from bridge.actions.rounds import start_session
from bridge.actions.sessions import make_session, replace_player, sign_in
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import Order
from bridge.engine.scoring.outcome import Award, FixedPercent, Unit, Unscored
from bridge.engine.seats import Seat, Side
from bridge.jobs.again import differences
from bridge.mapping.plans import SectionPlan
from bridge.models import Act, Entry, EventForm, Place, Ranking, Result, Seating, Session, Standing
from bridge.queries.incidents import Happened, Incident
from tests.jobs.test_standings import from_scratch, stored
from tests.singles import percentages
from tests.worlds import actor, club_with_members, entries_of, fresh_key, member, seen, settle

pytestmark = pytest.mark.django_db


def running(players: int, boards: int, *, method: str = "matchpoints") -> Session:
    """An individual of a whist movement that has begun."""
    club = club_with_members(players + 2)
    when = datetime(2026, 11, 26, 18, 0, tzinfo=UTC)
    options = {} if method == "matchpoints" else {"method": method}
    session = make_session(club, when, form=EventForm.SINGLES, options=options, by=actor(), key=fresh_key())
    for number in range(1, players + 1):
        sign_in(session, [member(club, number)], by=actor(), key=fresh_key())
    movement = make_movement(Order("whist_tournament", Fraction(players, 4), entrants=players))
    plan = SectionPlan(movement, dict(enumerate(entries_of(session), 1)), boards)
    start_session(session, [plan], round_minutes=20, by=actor(), key=fresh_key())
    session.refresh_from_db()
    return session


def report_at(seating: Seating, board: int, rng: random.Random) -> None:
    report = Report(Contract(1, Strain.N), rng.choice(list(Seat)), rng.randint(4, 10))
    report_result(seating, board, report, by_side=None, by=actor(), key=fresh_key(), seen=seen(seating.section.session))


def played(session: Session, rng: random.Random) -> list[tuple[Seating, int]]:
    found = []
    for seating in Seating.objects.live().filter(section__session=session).select_related("section__session").order_by("round__number", "table"):
        for board in range(seating.first_board, seating.last_board + 1):
            report_at(seating, board, rng)
            found.append((seating, board))
    return found


def lines_of(session: Session) -> list[tuple[int, tuple[str, str], tuple[str, str], int]]:
    """Who played what, from the facts alone."""
    lines = []
    for row in Result.objects.live().filter(seating__section__session=session).select_related("board"):
        at = {place.side: str(place.entry_id) for place in Place.objects.live().filter(seating=row.seating)}
        sides = ((at["N"], at["S"]), (at["E"], at["W"]))
        ns, ew = reversed(sides) if row.turned else sides
        lines.append((row.board.number, ns, ew, row.ns_points))
    return lines


def assert_is_reckoned(session: Session) -> Ranking:
    settle()
    ranking = Ranking.objects.get(session=session)
    assert stored(ranking) == from_scratch(ranking) and list(differences(ranking)) == []
    return ranking


@pytest.mark.parametrize(("method", "seed"), [("matchpoints", 1), ("cross_imps", 2), ("butler", 3)])
def test_the_stored_ranking_is_that_of_the_facts_after_every_act(method: str, seed: int) -> None:
    rng = random.Random(seed)
    session = running(9, 2, method=method)
    boards = played(session, rng)
    assert_is_reckoned(session)
    why = {"reason": "as it was", "law": "12", "by": actor()}
    for _ in range(12):
        seating, board = rng.choice(boards)
        told = why | {"key": fresh_key(), "seen": seen(session)}
        what = rng.randrange(5)
        if what == 0:
            report = Report(Contract(2, Strain.H), rng.choice(list(Seat)), rng.randint(5, 12))
            correct_result(seating, board, report, turned=rng.random() < 0.5, **told)
        elif what == 1 and method != "butler":
            adjust_board(seating, board, {Side.NS: Award.PLUS, Side.EW: rng.choice([Award.MINUS, Award.AVERAGE])}, **told)
        elif what == 2:
            adjust_board(seating, board, dict.fromkeys(Side, Unscored.NOT_PLAYED), **told)
        elif what == 3:
            give_penalty(session, rng.choice(entries_of(session)), Fraction(10), Unit.PERCENT, reason="late", by=actor(), key=fresh_key())
        else:
            undo_act(Act.objects.filter(journal=session.journal).latest("pk"), by=actor(), key=fresh_key())
        assert_is_reckoned(session)


def test_the_figures_are_those_of_law_78_on_either_side() -> None:
    session = running(12, 1)
    seating, board = played(session, random.Random(5))[0]
    told = {"reason": "sat the other way", "law": "15", "by": actor(), "key": fresh_key(), "seen": seen(session)}
    correct_result(seating, board, Report(Contract(3, Strain.N), Seat.E, 10), turned=True, **told)
    ranking = assert_is_reckoned(session)
    expected = percentages(lines_of(session))
    assert {str(entry): score for _, entry, _, score in stored(ranking)} == expected


def test_an_average_plus_is_each_ones_own() -> None:
    session = running(8, 2)
    boards = played(session, random.Random(8))
    seating, board = boards[0]
    why = {"reason": "no fault of theirs", "law": "12C2", "by": actor()}
    adjust_board(seating, board, {Side.NS: Award.PLUS, Side.EW: FixedPercent(Fraction(40))}, key=fresh_key(), seen=seen(session), **why)
    ranking = assert_is_reckoned(session)
    of_others = defaultdict(list)
    at = {place.side: place.entry_id for place in Place.objects.live().filter(seating=seating)}
    for number, ns, ew, points in lines_of(session):
        rows = [line[3] for line in lines_of(session) if line[0] == number]
        part = Fraction(sum(2 * (points > other) + (points == other) for other in rows) - 1, 2 * (len(rows) - 1))
        for names, mark in ((ns, part), (ew, 1 - part)):
            for name in names:
                of_others[int(name)].append((number, mark))
    scores = {entry: score for _, entry, _, score in stored(ranking)}
    for seat in "NS":
        own = [mark for number, mark in of_others[at[seat]] if number != board]
        average = sum(own, Fraction(0)) / len(own)
        expected = (sum(own, Fraction(0)) + max(average, Fraction(3, 5))) / (len(own) + 1)
        assert scores[at[seat]] == 100 * expected, seat


def test_somebody_who_takes_over_is_the_same_entry() -> None:
    session = running(8, 1)
    rng = random.Random(3)
    entry: Entry = entries_of(session)[0]
    before = len(stored(assert_is_reckoned(session)))
    replace_player(session, entry, "N", member(session.club, 9), from_round=3, reason="has to go", by=actor(), key=fresh_key())
    played(session, rng)
    assert len(stored(assert_is_reckoned(session))) == before == 8


@pytest.mark.parametrize("told", [Happened.LATE_PAIR, Happened.PAIR_LEFT, Happened.PAIRS_EXCHANGED, Happened.SIDES_EXCHANGED, Happened.ROUNDS_CHANGED])
def test_an_evening_goes_on_and_the_ranking_is_that_of_who_really_sat_where(told: Happened) -> None:
    """A ninth comes to eight, one of nine leaves, two change places, a table sits turned, a round is cut: played to the end, reckoned apart, taken back."""
    session = running(9 if told is Happened.PAIR_LEFT else 8, 2)
    rng = random.Random(told)
    entries = entries_of(session)
    for seating in Seating.objects.live().filter(section__session=session, round__number__lte=2).select_related("section__session"):
        for board in range(seating.first_board, seating.last_board + 1):
            report_at(seating, board, rng)
    before, scores = seated(session), stored(assert_is_reckoned(session))
    incident = {
        Happened.LATE_PAIR: lambda: Incident(told, entries=(sign_in(session, [member(session.club, 9)], by=actor(), key=fresh_key()).pk,), first=3),
        Happened.PAIR_LEFT: lambda: Incident(told, entries=(entries[3].pk,), first=3),
        Happened.PAIRS_EXCHANGED: lambda: Incident(told, entries=(entries[0].pk, entries[4].pk), first=2, last=2),
        Happened.SIDES_EXCHANGED: lambda: Incident(told, first=2, last=2, table=1),
        Happened.ROUNDS_CHANGED: lambda: Incident(told, first=3, rounds=5),
    }[told]()
    put_right(session.sections.get(), incident, by=actor(), key=fresh_key())
    assert_everybody_has_one_place(session)
    played_before = set(Result.objects.live().filter(seating__section__session=session).values_list("seating", "board__number"))
    later = Seating.objects.live().filter(section__session=session, round__number__gt=2).select_related("section__session")
    for seating in later.order_by("round__number", "table"):
        for board in range(seating.first_board, seating.last_board + 1):
            report_at(seating, board, rng)
    of_everybody = {row.entry_id: row.exact for row in Standing.objects.filter(ranking=assert_is_reckoned(session), publication__isnull=True)}
    expected = percentages(lines_of(session))
    assert {entry: score for entry, score in of_everybody.items() if str(entry) in expected} == {int(name): score for name, score in expected.items()}
    assert len(expected) == (9 if told in (Happened.LATE_PAIR, Happened.PAIR_LEFT) else 8) and played_before
    for act in Act.objects.filter(journal=session.journal, kind="report_result", pk__gt=Act.objects.get(kind=told.value).pk).order_by("-pk"):
        undo_act(act, by=actor(), key=fresh_key())
    undo_act(Act.objects.get(kind=told.value), by=actor(), key=fresh_key())
    assert (seated(session), stored(assert_is_reckoned(session))) == (before, scores)


def assert_everybody_has_one_place(session: Session) -> None:
    """In every round each entry that is there sits once or is told to sit out, four at a table, and nobody meets a board again."""
    met: set[tuple[int, int]] = set()
    for round_ in session.sections.get().rounds.filter(opens__isnull=False):
        places = list(Place.objects.live().filter(round=round_).select_related("seating"))
        assert len({place.entry_id for place in places}) == len(places)
        for seating in {place.seating for place in places if place.seating}:
            assert sorted(place.side for place in places if place.seating == seating) == ["E", "N", "S", "W"]
        now = {(place.entry_id, board) for place in places if place.seating for board in range(place.seating.first_board, place.seating.last_board + 1)}
        assert not now & met
        met |= now


def test_what_ended_early_goes_on_when_that_is_undone() -> None:
    session = running(8, 1)
    rng = random.Random(2)
    for seating in Seating.objects.live().filter(section__session=session, round__number__lte=3).select_related("section__session"):
        report_at(seating, seating.first_board, rng)
    before = stored(assert_is_reckoned(session))
    seatings = seated(session)
    put_right(session.sections.get(), Incident(Happened.ENDED_EARLY), reason="the hall closes", by=actor(), key=fresh_key())
    assert Seating.objects.live().filter(section__session=session).count() == 6 and session.sections.get().rounds.filter(opens__isnull=False).count() == 3
    assert stored(assert_is_reckoned(session)) == before
    undo_act(Act.objects.get(kind="ended_early"), by=actor(), key=fresh_key())
    assert seated(session) == seatings
    assert session.sections.get().rounds.filter(opens__isnull=False).count() == 7 and stored(assert_is_reckoned(session)) == before


def seated(session: Session) -> set[tuple[int, int, str, int]]:
    """Round, table, seat and entry of everybody who sits somewhere."""
    rows = Place.objects.live().filter(seating__section__session=session, seating__until__isnull=True)
    return set(rows.values_list("round__number", "seating__table", "side", "entry"))
