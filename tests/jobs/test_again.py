"""Reckoning from scratch: agrees with what was reckoned bit by bit, finds what was tampered with, leaves everything as it was."""

from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from bridge.actions.results import correct_result
from bridge.actions.rounds import pause_clock
from bridge.engine.contract import Report, parse_contract
from bridge.engine.seats import Seat
from bridge.jobs.again import differences
from bridge.models import Job, Ranking, Seating, Session, Standing, Traveller
from tests.worlds import actor, fresh_key, mitchell_evening, play, seating_at, seen, settle

pytestmark = pytest.mark.django_db


def three_notrump(seating: Seating, number: int) -> Report:
    """Three notrump by North with tricks that differ from table to table."""
    return Report(contract=parse_contract("3N"), declarer=Seat.N, tricks=7 + (seating.table * 3 + number) % 5)


@pytest.fixture
def evening() -> Session:
    session = mitchell_evening(tables=5)
    play(session, three_notrump)
    settle()
    return session


def rows() -> list[tuple[object, ...]]:
    """Everything that is stored of rankings."""
    return [
        *Ranking.objects.order_by("pk").values_list("pk", "turn", "basis", "problem"),
        *Standing.objects.order_by("pk").values_list("pk", "list", "entry", "place", "exact", "hundredths"),
        *Traveller.objects.order_by("pk").values_list("pk", "board"),
    ]


def test_what_was_reckoned_bit_by_bit_is_what_the_facts_give(evening: Session) -> None:
    before = rows()
    ranking = Ranking.objects.get(session=evening)
    assert Standing.objects.filter(ranking=ranking).count() == 10
    assert list(differences(ranking)) == []
    assert rows() == before


def test_a_changed_figure_is_found(evening: Session) -> None:
    ranking = Ranking.objects.get(session=evening)
    standing = Standing.objects.filter(ranking=ranking, list="NS").order_by("entry")[0]
    right = standing.exact
    assert right is not None
    Standing.objects.filter(pk=standing.pk).update(exact=right + Fraction(1, 7))
    before = rows()
    (found,) = differences(ranking)
    assert (found.version, found.list, found.entry, found.column) == (0, "NS", standing.entry_id, "exact")
    assert (found.stored, found.reckoned) == (right + Fraction(1, 7), right)
    assert rows() == before
    with pytest.raises(CommandError, match="^1 figures of 1 rankings differ"):
        call_command("reckon", stdout=StringIO())


def test_a_missing_line_is_found(evening: Session) -> None:
    ranking = Ranking.objects.get(session=evening)
    standing = Standing.objects.filter(ranking=ranking, list="EW").order_by("entry")[0]
    gone = standing.entry_id
    standing.delete()
    assert {(one.list, one.entry, one.stored) for one in differences(ranking)} == {("EW", gone, None)}


def test_the_command_says_so_in_one_line(evening: Session) -> None:
    told = StringIO()
    call_command("reckon", stdout=told)
    assert told.getvalue() == "1 rankings are what their facts say.\n"


def test_facts_for_which_no_job_was_asked_are_found(evening: Session) -> None:
    pause_clock(evening, by=actor(), key=fresh_key())  # no figure depends on it, and no job is asked for
    told = StringIO()
    call_command("reckon", stdout=told)
    assert told.getvalue() == "1 rankings are what their facts say.\n"
    seating = seating_at(evening, 1, 1)
    correct_result(seating, seating.first_board, three_notrump(seating_at(evening, 1, 5), 1), reason="x", by=actor(), key=fresh_key(), seen=seen(evening))
    call_command("reckon", stdout=told)
    assert "its job is waiting" in told.getvalue()
    Job.objects.update(done=F("wanted"))  # as if it had been forgotten
    with pytest.raises(CommandError, match="figures of 1 rankings differ"):
        call_command("reckon", stdout=told)
