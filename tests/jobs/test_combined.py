"""The ranking of an event of several evenings by its job: harmless when doubled, entries from the evenings, one person kept twice, a name that came late."""

from fractions import Fraction

import pytest

from bridge.actions.players import make_guest, merge_players, part_players
from bridge.actions.publishing import close_session
from bridge.actions.repairs import tried_out
from bridge.actions.series import SeriesTerms, combine_evenings
from bridge.actions.sessions import replace_player
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.scoring.combining import Combining
from bridge.engine.seats import Seat
from bridge.jobs.again import differences
from bridge.jobs.publishing import publish_ranking
from bridge.jobs.standings import score_ranking
from bridge.mapping.combined import Combination, Counted
from bridge.models import Act, Entry, LineUp, Player, Publication, Ranking, Roster, Seating, Session, Standing
from bridge.queries.incidents import Happened, Incident
from tests.worlds import actor, agree, entries_of, fresh_key, member, mitchell_evening, play, settle

pytestmark = pytest.mark.django_db


def by_table(seating: Seating, number: int) -> Report:
    """3NT by North: one trick fewer at each table."""
    return Report(Contract(3, Strain.N), Seat.N, 11 - seating.table)


@pytest.fixture
def evenings() -> tuple[Session, Session]:
    """Six pairs on two evenings, closed."""
    first = mitchell_evening(3, boards_per_set=1)
    second = mitchell_evening(3, boards_per_set=1, club=first.club)
    for session in (first, second):
        play(session, by_table)
        close_session(session, by=actor(), key=fresh_key())
    settle()
    return first, second


@pytest.fixture
def ranking(evenings: tuple[Session, Session]) -> Ranking:
    """The sum of both."""
    parts = tuple(Counted(pk) for pk in Ranking.objects.filter(session__in=evenings).order_by("pk").values_list("pk", flat=True))
    event = combine_evenings(evenings[0].club, "Autumn", SeriesTerms(Combination(Combining.SUM, parts)), by=actor("secretary"), key=fresh_key())
    settle()
    return Ranking.objects.get(stage__event=event)


def scores(ranking: Ranking) -> dict[tuple[int, ...], Fraction]:
    """Each pair's running figure, by its players."""
    pairs: dict[int, tuple[int, ...]] = {}
    for row in Roster.objects.live().filter(entry__event=ranking.stage.event).order_by("player"):
        pairs[row.entry_id] = (*pairs.get(row.entry_id, ()), row.player_id)
    return {pairs[row.entry_id]: row.exact for row in Standing.objects.filter(ranking=ranking, publication=None)}


def test_a_doubled_job_changes_nothing(ranking: Ranking) -> None:
    before, entries = scores(ranking), Entry.objects.count()
    for _ in range(2):
        score_ranking(ranking.pk)
        publish_ranking(ranking.pk)
    settle()
    assert (scores(ranking), Entry.objects.count(), Publication.objects.filter(ranking=ranking).count()) == (before, entries, 1)
    assert Act.objects.filter(journal__event=ranking.stage.event, kind="enter_pairs").count() == 1
    assert len(before) == 6 and list(differences(ranking)) == []


def test_a_name_that_came_late_makes_another_pair(evenings: tuple[Session, Session], ranking: Ranking) -> None:
    before = scores(ranking)
    entry = entries_of(evenings[1])[0]
    seated = set(LineUp.objects.live().filter(session=evenings[1], entry=entry).values_list("player", flat=True))
    late = Player.objects.create(name_native="Rosalind Thorne")
    replace_player(evenings[1], entry, "N", late, from_round=1, by=actor(), key=fresh_key())
    settle()
    now = scores(ranking)
    pair = tuple(sorted(seated))
    other = next(who for who in now if late.pk in who)
    assert now.keys() == before.keys() | {other} and now[pair] + now[other] == before[pair]
    ranking.refresh_from_db()
    assert Publication.objects.filter(ranking=ranking).count() == 2 and list(differences(ranking)) == []


def test_one_person_kept_twice_is_one_pair(evenings: tuple[Session, Session], ranking: Ranking) -> None:
    before = scores(ranking)
    double = Player.objects.create(name_native="Mary S.")
    replace_player(evenings[1], entries_of(evenings[1])[0], "N", double, from_round=1, by=actor(), key=fresh_key())
    settle()
    assert len(scores(ranking)) == 7
    merge_players(evenings[0].club, member(evenings[0].club, 1), double, by=actor("secretary"), key=fresh_key())
    settle()
    assert scores(ranking) == before
    newest = Publication.objects.filter(ranking=ranking).latest("version")
    assert (newest.act.kind, newest.act.journal.event) == ("merge_players", ranking.stage.event)
    assert list(differences(ranking)) == []  # what was published of seven pairs is still reckoned to be of seven


def test_two_people_after_all_are_two_pairs_and_what_was_published_in_between_stays(evenings: tuple[Session, Session], ranking: Ranking) -> None:
    club, secretary = evenings[0].club, actor("secretary")
    double = make_guest(club, "Mary S.", by=secretary, key=fresh_key())
    replace_player(evenings[1], entries_of(evenings[1])[0], "N", double, from_round=1, by=actor(), key=fresh_key())
    settle()
    as_two = scores(ranking)
    kept = member(club, 1)
    for _ in range(2):
        merge_players(club, kept, double, by=secretary, key=fresh_key())
        settle()
        as_one = scores(ranking)
        key = fresh_key()
        for _ in range(2):  # the button pressed twice is one act
            part_players(club, Act.objects.filter(journal=club.journal, kind="merge_players").latest("pk"), by=secretary, key=key)
        settle()
        assert (len(as_one), scores(ranking)) == (6, as_two)
    told = Act.objects.filter(journal__event=ranking.stage.event, kind__in=("merge_players", "part_players")).order_by("pk")
    assert [act.kind for act in told] == ["merge_players", "part_players"] * 2
    published = Publication.objects.filter(ranking=ranking).order_by("version")
    assert [Standing.objects.filter(publication=each, list="all").count() for each in published] == [6, 7, 6, 7, 6, 7]
    ranking.refresh_from_db()
    assert list(differences(ranking)) == []
    # An event that was made while the two were one is told of it too.
    merge_players(club, kept, double, by=secretary, key=fresh_key())
    parts = tuple(Counted(pk) for pk in Ranking.objects.filter(session__in=evenings).order_by("pk").values_list("pk", flat=True))
    later = combine_evenings(club, "Winter", SeriesTerms(Combination(Combining.SUM, parts)), by=secretary, key=fresh_key())
    settle()
    other = Ranking.objects.get(stage__event=later)
    part_players(club, Act.objects.filter(journal=club.journal, kind="merge_players").latest("pk"), by=secretary, key=fresh_key())
    settle()
    assert [Standing.objects.filter(publication=each, list="all").count() for each in Publication.objects.filter(ranking=other).order_by("version")] == [6, 7]
    other.refresh_from_db()
    ranking.refresh_from_db()
    assert list(differences(other)) == list(differences(ranking)) == []


def test_what_really_happened_is_tried_out_on_the_evening_alone(evenings: tuple[Session, Session]) -> None:
    running = mitchell_evening(3, boards_per_set=1, club=evenings[0].club)
    seating = Seating.objects.live().filter(section__session=running, round__number=1).select_related("section__session").order_by("table")[0]
    agree(seating, seating.first_board, by_table(seating, seating.first_board))
    settle()
    parts = tuple(Counted(pk) for pk in Ranking.objects.filter(session__in=(evenings[0], running)).order_by("pk").values_list("pk", flat=True))
    combine_evenings(running.club, "Winter", SeriesTerms(Combination(Combining.SUM, parts)), by=actor("secretary"), key=fresh_key())
    settle()
    (effect,) = tried_out(seating.section, Incident(Happened.SIDES_EXCHANGED, first=1, last=1), by=actor())
    assert effect.ranking == Ranking.objects.get(session=running).pk
