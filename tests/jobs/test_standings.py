"""Standings: a stored ranking equals a reckoning from scratch, and its figures those of Law 78."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result
from bridge.actions.sessions import pay
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.scoring.reckon import reckon
from bridge.engine.seats import Seat
from bridge.mapping.standings import basis_of, load_ranking
from bridge.models import Job, Publication, Ranking, Seating, Standing, Traveller
from tests.worlds import actor, fresh_key, member, mitchell_evening, play, seen, settle

pytestmark = pytest.mark.django_db


def three_no_trumps(tricks_of_table: dict[int, int]) -> Callable[[Seating, int], Report]:
    """3NT by North on every board, with so many tricks at each table."""
    return lambda seating, number: Report(Contract(3, Strain.N), Seat.N, tricks_of_table[seating.table])


def from_scratch(ranking: Ranking) -> list[tuple[str, int, int | None, Fraction]]:
    loaded = load_ranking(ranking, basis_of(ranking))
    return [(s.list, loaded.entry_of[s.who], s.place.number if s.place else None, s.score) for s in reckon(loaded.facts).standings]


def stored(ranking: Ranking) -> list[tuple[str, int, int | None, Fraction]]:
    rows = Standing.objects.filter(ranking=ranking, publication__isnull=True).values_list("list", "entry", "place", "exact", "facts")
    return [(name, entry, place, exact) for name, entry, place, exact, facts in sorted(rows, key=lambda row: row[4]["order"])]


def test_matchpoints_of_a_whole_mitchell() -> None:
    session = mitchell_evening(5, boards_per_set=2)
    play(session, three_no_trumps({1: 11, 2: 10, 3: 9, 4: 8, 5: 7}))
    settle()
    ranking = Ranking.objects.get(session=session)
    ns = {row.place: row.exact for row in Standing.objects.filter(ranking=ranking, list="NS")}
    assert ns == {1: 100, 2: 75, 3: 50, 4: 25, 5: 0}
    assert all(row.exact == 50 and row.place == 1 and row.is_tied for row in Standing.objects.filter(ranking=ranking, list="EW"))
    assert stored(ranking) == from_scratch(ranking)


def test_a_correction_scores_only_its_board_and_equals_a_reckoning_from_scratch() -> None:
    session = mitchell_evening(5, boards_per_set=1)
    play(session, three_no_trumps({1: 11, 2: 10, 3: 9, 4: 8, 5: 7}))
    settle()
    ranking = Ranking.objects.get(session=session)
    before = dict(Traveller.objects.filter(ranking=ranking).values_list("board__number", "lines"))
    seating = Seating.objects.live().get(section__session=session, round__number=1, table=5)
    correct_result(seating, seating.first_board, Report(Contract(3, Strain.N), Seat.N, 12), reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    ranking.refresh_from_db()
    after = dict(Traveller.objects.filter(ranking=ranking).values_list("board__number", "lines"))
    assert [number for number in after if after[number] != before[number]] == [seating.first_board]
    assert stored(ranking) == from_scratch(ranking)


def test_an_evening_that_is_closed_long_after_its_last_result_is_published() -> None:
    session = mitchell_evening(3, boards_per_set=1)
    play(session, three_no_trumps({1: 11, 2: 10, 3: 9}))
    settle()
    close_session(session, by=actor(), key=fresh_key())
    pay(session, member(session.club, 1), 500, by=actor(), key=fresh_key())
    settle()
    Job.objects.filter(kind="bridge.publish_ranking").update(due=None)  # as a second later
    settle()
    assert Publication.objects.get(ranking__session=session).act.kind == "close_session"


def test_closing_publishes_and_a_correction_makes_the_next_version() -> None:
    session = mitchell_evening(3, boards_per_set=1)
    play(session, three_no_trumps({1: 11, 2: 10, 3: 9}))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    ranking = Ranking.objects.get(session=session)
    first = Publication.objects.get(ranking=ranking)
    assert (first.version, first.act.kind) == (1, "close_session")
    seating = Seating.objects.live().get(section__session=session, round__number=1, table=3)
    correct_result(seating, seating.first_board, Report(Contract(3, Strain.N), Seat.N, 12), reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    second = Publication.objects.get(ranking=ranking, version=2)
    assert (second.act.kind, second.act.reason, second.final_at) == ("correct_result", "misread", first.final_at)
    assert second.changes
    assert Standing.objects.filter(publication=first, list="NS", place=1).get().exact == 100
