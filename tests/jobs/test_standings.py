"""Standings: a stored ranking equals a reckoning from scratch, and its figures those of Law 78."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bridge.actions.deals import take_deals
from bridge.actions.publishing import close_session
from bridge.actions.results import adjust_board, correct_result, give_penalty, undo_act
from bridge.actions.sessions import pay
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.scoring.outcome import Award, Component, Extra, FixedPercent, Unit, Unscored, Weighted
from bridge.engine.scoring.reckon import reckon
from bridge.engine.seats import Seat, Side
from bridge.jobs.again import differences
from bridge.jobs.standings import score_ranking
from bridge.mapping.basis import basis_of
from bridge.mapping.slips import deal_of_text
from bridge.mapping.standings import load_ranking, load_travellers
from bridge.models import Act, Job, Publication, Ranking, Seating, Standing, Traveller
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


METHODS = ("matchpoints", "cross_imps", "butler", "total_points")


def assert_as_from_scratch(ranking: Ranking) -> None:
    """Every stored figure is what nothing but the facts gives, and every traveller is what a whole reckoning would store."""
    ranking.refresh_from_db()
    assert list(differences(ranking)) == []
    kept = dict(Traveller.objects.filter(ranking=ranking).values_list("board__number", "lines"))
    Ranking.objects.filter(pk=ranking.pk).update(scored_by={"method": "none"})  # so that nothing is used again
    score_ranking(ranking.pk)
    assert dict(Traveller.objects.filter(ranking=ranking).values_list("board__number", "lines")) == kept


@pytest.mark.parametrize("method", METHODS)
def test_whatever_is_changed_the_stored_ranking_is_that_of_the_facts(method: str) -> None:
    session = mitchell_evening(5, boards_per_set=2, options={"method": method})
    play(session, three_no_trumps({1: 11, 2: 10, 3: 9, 4: 8, 5: 7}))
    settle()
    ranking = Ranking.objects.get(session=session)
    seatings = list(Seating.objects.live().filter(section__session=session).order_by("pk"))
    rng = random.Random(method)
    before: list[Act] = []
    for step in range(14):
        seating = rng.choice(seatings)
        number = rng.choice([seating.first_board, seating.last_board])
        told: dict[str, Any] = {"reason": "test", "by": actor(), "key": fresh_key(), "seen": seen(session)}
        match step % 7:
            case 0:
                correct_result(seating, number, Report(Contract(3, Strain.N), Seat.N, rng.randrange(6, 14)), **told)
            case 1:
                adjust_board(seating, number, {Side.NS: Weighted((Component(140, Fraction(3, 5)), Component(-100, Fraction(2, 5))))}, **told)
            case 2:
                entry = seating.places.live().get(side="NS").entry
                give_penalty(session, entry, Fraction(10), Unit.PERCENT, reason="late", by=actor(), key=fresh_key())
            case 3:
                adjust_board(seating, number, {}, extras=(Extra(Side.EW, Fraction(-5), Unit.PERCENT),), **told)
            case 4:
                undo_act(before[-2], by=actor(), key=fresh_key())
            case 5:
                adjust_board(seating, number, dict.fromkeys(Side, Unscored.NOT_PLAYED), **told)
            case _:
                adjust_board(seating, number, {Side.NS: Award.PLUS if step > 7 else FixedPercent(Fraction(60))}, **told)
        before.append(Act.objects.filter(journal=session.journal).latest("pk"))
        settle()
        assert_as_from_scratch(ranking)


def test_one_more_result_reads_and_scores_its_board_alone() -> None:
    session = mitchell_evening(5, boards_per_set=1)
    play(session, three_no_trumps({1: 11, 2: 10, 3: 9, 4: 8, 5: 7}))
    settle()
    ranking = Ranking.objects.get(session=session)
    seating = Seating.objects.live().get(section__session=session, round__number=2, table=3)
    correct_result(seating, seating.first_board, Report(Contract(3, Strain.N), Seat.N, 13), reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    with CaptureQueriesContext(connection) as queries:
        score_ranking(ranking.pk)
    read = [query["sql"] for query in queries if 'FROM "bridge_result"' in query["sql"] and "ns_points" in query["sql"]]
    assert len(read) == 1 and '"bridge_result"."board_id" IN' in read[0]
    assert_as_from_scratch(ranking)


def test_a_method_that_cannot_be_applied_says_so_instead_of_a_number() -> None:
    session = mitchell_evening(3, boards_per_set=1, options={"method": "butler"})
    seating = Seating.objects.live().get(section__session=session, round__number=1, table=1)
    correct_result(seating, seating.first_board, Report(Contract(3, Strain.N), Seat.N, 9), reason="first", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    ranking = Ranking.objects.get(session=session)
    assert ranking.problem == {"code": "no_marks", "facts": {"kind": "too_few_results", "results": 1, "needed": 2}}
    play_rest = Seating.objects.live().get(section__session=session, first_board=seating.first_board, round__number=2)
    correct_result(play_rest, seating.first_board, Report(Contract(3, Strain.N), Seat.N, 8), reason="second", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    assert Ranking.objects.get(session=session).problem == {}


def test_standings_stored_by_an_earlier_edition_are_reckoned_anew() -> None:
    """They lack the sums that a changed board is added to."""
    session = mitchell_evening(5, boards_per_set=1)
    play(session, three_no_trumps({1: 11, 2: 10, 3: 9, 4: 8, 5: 7}))
    settle()
    ranking = Ranking.objects.get(session=session)
    for standing in Standing.objects.filter(ranking=ranking):
        del standing.facts["tally"]
        standing.save(update_fields=["facts"])
    seating = Seating.objects.live().get(section__session=session, round__number=2, table=3)
    correct_result(seating, seating.first_board, Report(Contract(3, Strain.N), Seat.N, 13), reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    assert not Job.objects.failing().exists()
    assert_as_from_scratch(ranking)


PACKS = (  # North-South hold 28 and 22 points
    "N:AK32.A432.A32.32 JT9.QJT.QJT.AJT9 Q54.K65.K54.KQ54 876.987.9876.876", "N:AK32.A432.A32.32 QJ9.KJT.QJT.AKJ9 T54.Q65.K54.QT54 876.987.9876.876",
)


def test_points_held_are_those_of_the_cards_known_at_the_time() -> None:
    """Cards that came late, or in the place of others, move what they concern and leave what was published."""
    session = mitchell_evening(3, boards_per_set=1, options={"method": "compensation"})
    play(session, three_no_trumps({1: 10, 2: 9, 3: 8}))
    first, second = (deal_of_text(pack) for pack in PACKS)
    take_deals(session, {1: first, 2: first}, by=actor(), key=fresh_key())
    close_session(session, by=actor(), key=fresh_key())
    settle()
    ranking = Ranking.objects.get(session=session)
    assert list(differences(ranking)) == [] and Publication.objects.get(ranking=ranking).version == 1
    before = dict(Standing.objects.filter(publication__ranking=ranking, publication__version=1).values_list("entry", "exact"))
    take_deals(session, {2: second, 3: second}, by=actor(), key=fresh_key())
    settle()
    newest = Publication.objects.get(ranking=ranking, version=2)
    assert newest.act.kind == "take_deals"
    ranking.refresh_from_db()
    assert list(differences(ranking)) == []
    assert dict(Standing.objects.filter(publication__ranking=ranking, publication__version=1).values_list("entry", "exact")) == before
    versions = {row.version: load_ranking(ranking, row.basis) for row in Publication.objects.filter(ranking=ranking)}
    points = {version: {board.board: board.held.ns_hcp for board in loaded.facts.boards if board.held} for version, loaded in versions.items()}
    assert points == {1: {1: 28, 2: 28}, 2: {1: 28, 2: 22, 3: 22}}
    assert {number: traveller.facts.held for number, traveller in load_travellers(ranking, versions[2]).items()} == {
        board.board: board.held for board in versions[2].facts.boards
    }
