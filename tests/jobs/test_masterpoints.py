"""Master points: provisional until final, entered once, taken back and given anew; the ledger equals a computation from scratch."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from bridge.actions.clubs import set_award_scheme
from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result
from bridge.actions.sessions import replace_player
from bridge.actions.teams import start_matches
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.masterpoints.levels import Level
from bridge.engine.masterpoints.scheme import Band, Own
from bridge.engine.seats import Seat
from bridge.jobs.masterpoints import award_ranking
from bridge.mapping.masterpoints import earned_by, scheme_of_club
from bridge.models import Award, Player, Publication, Ranking, Seating, Session
from bridge.queries.awards import award_sheets, holders_of, record_of
from tests.swiss_worlds import play_round
from tests.web.test_matches import teams_evening
from tests.worlds import actor, entries_of, fresh_key, make_final, member, mitchell_evening, play, seen, settle

pytestmark = pytest.mark.django_db


def by_table(tricks: dict[int, int]) -> Callable[[Seating, int], Report]:
    return lambda seating, number: Report(Contract(3, Strain.N), Seat.N, tricks[seating.table])


def closed(tables: int = 5) -> Session:
    session = mitchell_evening(tables, boards_per_set=1)
    play(session, by_table({table: 13 - table for table in range(1, tables + 1)}))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    return session


def balances() -> dict[int, int]:
    sums: Counter[int] = Counter()
    for player, hundredths in Award.objects.values_list("player", "hundredths"):
        sums[player] += hundredths
    return {player: total for player, total in sums.items() if total}


def from_scratch() -> dict[int, int]:
    sums: Counter[int] = Counter()
    for ranking in Ranking.objects.all():
        newest = Publication.objects.filter(ranking=ranking).order_by("-version").first()
        if newest and ranking.session:
            for each in earned_by(newest, scheme_of_club(ranking.session.club)):
                sums[each.player] += each.hundredths
    return dict(sums)


def test_provisional_awards_are_shown_and_not_entered() -> None:
    session = closed()
    assert not Award.objects.exists()
    (sheet,) = award_sheets(session)
    north_south = [(line.place.number, line.hundredths) for line in sheet.lines if line.list == "NS"]
    assert north_south == [(1, 300), (1, 300), (2, 200), (2, 200)]  # five pairs: two places earn, each of both players
    assert sheet.entered is None


def test_the_ledger_gets_them_when_final_and_once() -> None:
    session = closed()
    make_final(session)
    assert balances() == from_scratch()
    lines = Award.objects.count()
    award_ranking(Ranking.objects.get(session=session).pk)
    assert Award.objects.count() == lines
    (sheet,) = award_sheets(session)
    assert sheet.entered is not None
    assert {line.promotion.after for line in sheet.promotions if line.promotion} == {Level.GRADED}


def test_a_tie_shares_the_places_it_takes() -> None:
    session = closed()  # East-West all tie: places 1 to 5 share 3 and 2
    make_final(session)
    pair = Award.objects.filter(list="EW").values_list("hundredths", flat=True)
    assert list(pair) == [100] * 10


def test_a_later_version_takes_back_and_gives_anew() -> None:
    session = closed()
    make_final(session)
    for number in (1, 2, 3, 4, 5):
        at = Seating.objects.live().get(section__session=session, round__number=number, table=5)
        correct_result(at, at.first_board, Report(Contract(3, Strain.N), Seat.N, 13), reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    make_final(session)
    assert Publication.objects.filter(ranking__session=session).count() >= 2
    assert balances() == from_scratch()
    assert sum(Award.objects.filter(reverses__isnull=False).values_list("hundredths", flat=True)) < 0
    record = record_of(member(session.club, 1), session.club)
    assert record.total == balances()[member(session.club, 1).pk] == sum(line.hundredths for line in record.lines)


def test_a_substitute_for_one_round_earns_nothing() -> None:
    session = mitchell_evening(5, boards_per_set=1)
    first = entries_of(session)[0]
    guest = Player.objects.create(name_native="A substitute")
    replace_player(session, first, "S", guest, from_round=5, by=actor(), key=fresh_key())
    play(session, by_table({table: 13 - table for table in range(1, 6)}))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    make_final(session)
    earning = set(Award.objects.filter(list="NS").values_list("player", flat=True))
    assert {member(session.club, 1).pk, member(session.club, 2).pk} <= earning
    assert guest.pk not in earning


def test_the_clubs_own_scheme_and_levels() -> None:
    session = closed()
    set_award_scheme(session.club, Own((Band(2, (Fraction(5), Fraction(1, 2))),)), by=actor("admin"), key=fresh_key())
    session.refresh_from_db()
    make_final(session)
    assert sorted(set(Award.objects.filter(list="NS").values_list("hundredths", flat=True))) == [50, 500]
    best = holders_of(session.club)[0]
    assert (best.hundredths, best.level) == (500, Level.INTERMEDIATE)


@pytest.mark.parametrize("seed", range(3))
def test_random_corrections_leave_the_ledger_equal_to_a_computation_from_scratch(seed: int) -> None:
    rng = random.Random(seed)
    session = closed(3)
    make_final(session)
    for _ in range(4):
        seating = rng.choice(list(Seating.objects.live().filter(section__session=session)))
        report = Report(Contract(3, Strain.N), Seat.N, rng.randrange(14))
        correct_result(seating, seating.first_board, report, reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
        settle()
        if rng.random() < 0.5:
            make_final(session)
    make_final(session)
    assert balances() == from_scratch()


def test_every_player_of_a_winning_team_earns() -> None:
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=2, round_minutes=20, by=actor(), key=fresh_key())
    play_round(session, 1, random.Random(10))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    make_final(session)
    (sheet,) = award_sheets(session)
    assert sorted(line.hundredths for line in sheet.lines) == [300] * 4
    assert balances() == from_scratch()
