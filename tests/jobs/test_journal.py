"""Acts: answered when they come twice, undone, refused when later acts build on them."""

import pytest

from bridge.actions.calls import take_call
from bridge.actions.results import call_director, correct_result, dispute_result, report_result, undo_act
from bridge.actions.rounds import pause_clock
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat, Side
from bridge.models import Act, DirectorCall, KeyOfAnother, NotUndoable, Result, journal
from tests.worlds import actor, agree, fresh_key, mitchell_evening, seating_at, seen

pytestmark = pytest.mark.django_db
GAME = Report(Contract(4, Strain.S), Seat.N, 10)


def test_a_key_stands_for_one_kind_of_act() -> None:
    session = mitchell_evening(3, boards_per_set=1)
    pause_clock(session, by=actor(), key="once")
    head = session.journal.head
    pause_clock(session, by=actor(), key="once")
    session.journal.refresh_from_db()
    assert session.journal.head == head
    with pytest.raises(KeyOfAnother), journal.act(session.journal, "shift_clock", by=actor(), key="once"):
        pass


def test_undo_gives_back_what_was_true_before() -> None:
    session = mitchell_evening(3, boards_per_set=1)
    seating = seating_at(session, 1, 1)
    agree(seating, seating.first_board, GAME)
    corrected = Report(Contract(4, Strain.S), Seat.N, 9)
    correct_result(seating, seating.first_board, corrected, reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    correction = Act.objects.get(kind="correct_result")
    undo_act(correction, by=actor(), key=fresh_key())
    assert Result.objects.live().get(seating=seating).tricks == 10
    assert [row.tricks for row in Result.objects.as_at(correction.pk).filter(seating=seating)] == [9]
    with pytest.raises(NotUndoable):
        undo_act(correction, by=actor(), key=fresh_key())


def test_an_act_that_later_ones_build_on_is_not_undone() -> None:
    session = mitchell_evening(3, boards_per_set=1)
    seating = seating_at(session, 1, 1)
    agree(seating, seating.first_board, GAME)
    agreed = Act.objects.get(kind="agree_result")
    correct_result(seating, seating.first_board, GAME, reason="again", by=actor(), key=fresh_key(), seen=seen(session))
    with pytest.raises(NotUndoable) as refused:
        undo_act(agreed, by=actor(), key=fresh_key())
    assert refused.value.facts["kinds"] == ["correct_result"]


def test_undone_records_have_their_old_values_also_where_they_name_another_row() -> None:
    session = mitchell_evening(3, boards_per_set=1)
    call = call_director(seating_at(session, 1, 1), by=actor(), key=fresh_key())
    take_call(call, by=actor("lina"), key=fresh_key())
    take_call(call, by=actor("admin"), key=fresh_key())
    undo_act(Act.objects.filter(kind="take_call").latest("pk"), by=actor(), key=fresh_key())
    call.refresh_from_db()
    assert call.taken_by is not None and call.taken_by.username == "lina"


def test_undoing_a_dispute_closes_its_call() -> None:
    session = mitchell_evening(3, boards_per_set=1)
    seating = seating_at(session, 1, 1)
    report_result(seating, seating.first_board, GAME, by_side=Side.NS, by=actor(), key=fresh_key(), seen=seen(session))
    dispute_result(seating, seating.first_board, wrong="result", by_side=Side.EW, by=actor(), key=fresh_key(), seen=seen(session))
    undo_act(Act.objects.get(kind="dispute_result"), by=actor(), key=fresh_key())
    assert not DirectorCall.objects.filter(done_by__isnull=True).exists()
