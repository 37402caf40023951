"""What tables report and what becomes of it: agreed, disputed, kept for the director, corrected, accepted, taken back."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from bridge.actions import results
from bridge.actions.publishing import close_session
from bridge.engine.cards import parse_card
from bridge.engine.contract import PASSED_OUT, Report, parse_contract
from bridge.engine.report import BoardNotHere, CountsAlready, LeadNotHeld, NothingCounts, NothingReported, OwnReport, RankingIsFinal, WaitsNoLonger
from bridge.engine.scoring.outcome import FixedPercent, PercentsTooHigh, Unit, Unscored
from bridge.engine.seats import Seat, Side
from bridge.models import (
    Act,
    Adjustment,
    AdjustmentKind,
    Board,
    ChangedMeanwhile,
    Deal,
    DirectorCall,
    Job,
    Penalty,
    Publication,
    Ranking,
    Result,
    SessionState,
)
from bridge.models import Report as ReportRow
from bridge.phrases.calls import call_words
from tests.worlds import actor, fresh_key, mitchell_evening, play, seating_at, settle

pytestmark = pytest.mark.django_db


def said(contract: str, declarer: str, tricks: int, lead: str = "") -> Report:
    return Report(parse_contract(contract), Seat(declarer), tricks, parse_card(lead) if lead else None)


FOUR_SPADES = said("4S", "S", 10, "HA")


@pytest.fixture
def table():
    """Table 1 in round 1 of a Mitchell of 3 tables: boards 1 and 2."""
    return seating_at(mitchell_evening(tables=3), 1, 1)


def report(table, number=1, what=FOUR_SPADES, **more):
    more = {"by_side": Side.NS, "by": actor(), "key": fresh_key(), "seen": head(table)} | more
    return results.report_result(table, number, what, **more)


def agree(table, number=1, **more):
    more = {"by_side": Side.EW, "by": actor(), "key": fresh_key(), "seen": head(table)} | more
    return results.agree_result(table, number, **more)


def head(table):
    session = table.section.session
    session.journal.refresh_from_db()
    return session.journal.head


def calls(table):
    return [(call.about, call.board.number if call.board else None, call.done_at is not None) for call in DirectorCall.objects.order_by("pk")]


def live(model):
    return list(model.objects.live().order_by("pk"))


def test_a_report_counts_when_the_other_side_agrees(table):
    first = report(table)
    assert (first.contract, first.declarer, first.tricks, first.lead, first.ns_points, first.by_side, first.doubt) == ("4S", "S", 10, "HA", 420, "NS", "")
    assert live(Result) == []
    result = agree(table)
    assert (result.contract, result.tricks, result.ns_points, result.seating, result.board.number) == ("4S", 10, 420, table, 1)
    assert live(Result) == [result]


def test_points_follow_the_board_s_vulnerability(table):
    assert report(table, 2, said("3NX", "S", 7)).ns_points == -500  # board 2: North-South vulnerable
    assert report(table, 1, Report(PASSED_OUT)).ns_points == 0


def test_the_same_key_is_one_act(table):
    first = report(table, key="the same key")
    assert report(table, what=said("3N", "N", 9), key="the same key") == first
    assert Act.objects.filter(key="the same key").count() == 1
    result = agree(table, key="another key")
    assert agree(table, key="another key") == result
    assert len(live(Result)) == 1


def test_the_reporting_side_does_not_agree_with_itself(table):
    report(table)
    with pytest.raises(OwnReport):
        agree(table, by_side=Side.NS)
    with pytest.raises(NothingReported):
        agree(table, 2)
    assert live(Result) == []


def test_agreeing_with_what_was_replaced_is_refused(table):
    report(table)
    seen = head(table)
    report(table, what=said("4S", "S", 9))
    with pytest.raises(ChangedMeanwhile):
        agree(table, seen=seen)
    with pytest.raises(ChangedMeanwhile):
        report(table, what=said("4S", "S", 11), seen=seen)
    assert [row.tricks for row in live(ReportRow)] == [9]


def test_a_second_yes_changes_nothing(table):
    report(table)
    seen = head(table)
    result = agree(table, seen=seen)
    assert agree(table, seen=seen) == result


def test_without_agreement_one_act_makes_both(table):
    session = table.section.session
    session.needs_agreement = False
    session.save()
    row = report(table)
    result = Result.objects.get()
    assert (result.since, result.ns_points) == (row.since, 420)


def test_the_staff_s_word_counts_at_once(table):
    row = report(table, by_side=None)
    assert [(result.since, result.ns_points) for result in live(Result)] == [(row.since, 420)]


def test_a_board_of_another_round_is_refused_with_the_right_ones_or_kept(table):
    with pytest.raises(BoardNotHere) as refused:
        report(table, 5)
    assert refused.value.facts == {"board": 5, "boards": (1, 2)}
    assert report(table, 5, keep=True).doubt == "unscheduled"
    assert calls(table) == [("unscheduled", 5, False)]
    assert live(Result) == []
    with pytest.raises(BoardNotHere):
        report(table, 40, keep=True)  # there is no such board in the hall


def test_the_wrong_direction_goes_to_the_director(table):
    assert report(table, turned=True).doubt == "wrong_direction"
    assert agree(table) is None
    assert calls(table) == [("wrong_direction", 1, False)]
    results.correct_result(table, 1, FOUR_SPADES, turned=True, reason="sat the other way", by=actor(), key=fresh_key(), seen=head(table))
    assert [(row.turned, row.ns_points) for row in live(Result)] == [(True, 420)]
    assert calls(table) == [("wrong_direction", 1, True)]


def test_a_late_report_for_a_plan_that_ended_is_kept(table):
    with results.journal.act(table.section.session.journal, "new plan", by=actor(), key=fresh_key()) as act:
        type(table).objects.filter(pk=table.pk).end(act)
    assert report(table).doubt == "old_plan"
    assert calls(table) == [("old_plan", 1, False)]


def test_a_late_report_after_closing_or_a_decision_is_kept(table):
    results.adjust_board(table, 1, dict.fromkeys(Side, Unscored.NOT_PLAYED), reason="late", by=actor(), key=fresh_key(), seen=head(table))
    assert report(table).doubt == "round_over"
    session = table.section.session
    session.state = SessionState.CLOSED
    session.save()
    assert report(table, 2).doubt == "round_over"
    assert calls(table) == [("round_over", 1, False), ("round_over", 2, False)]
    assert live(Result) == []


def test_what_waited_on_a_phone_never_overwrites_and_is_never_lost(table):
    report(table)
    agree(table)
    with pytest.raises(CountsAlready):
        report(table, what=said("4S", "S", 9))
    assert report(table) == ReportRow.objects.live().get()  # the same again: nothing to change
    assert report(table, what=said("4S", "S", 9), keep=True, seen=0) is None
    assert [row.tricks for row in live(Result)] == [10]
    call = DirectorCall.objects.get()
    assert (call.about, call.facts["tricks"], call.facts["side"]) == ("correction", 9, "NS")


def test_a_lead_that_is_not_held(table):
    board = Board.objects.get(set=table.section.board_set, number=1)
    Deal.objects.create(board=board, cards="N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    with pytest.raises(LeadNotHeld):
        report(table, what=said("4S", "S", 10, "HA"))
    assert report(table, what=said("4S", "S", 10, "CA")).lead == "CA"


def test_a_dispute_goes_back_and_is_settled_by_agreement(table):
    report(table)
    results.dispute_result(table, 1, wrong="result", remark="nine", by_side=Side.EW, by=actor(), key=fresh_key(), seen=head(table))
    assert [(row.doubt, row.remark, row.tricks) for row in live(ReportRow)] == [("disputed", "nine", 10)]
    assert agree(table) is None
    report(table, what=said("4S", "S", 9))
    result = agree(table)
    assert result.tricks == 9
    assert calls(table) == [("disputed", 1, True)]


def test_a_correction_asked_for_from_the_card(table):
    with pytest.raises(NothingCounts):
        results.request_correction(table, 1, FOUR_SPADES, by_side=Side.EW, by=actor(), key=fresh_key(), seen=head(table))
    report(table)
    agree(table)
    results.request_correction(table, 1, said("4S", "S", 9), by_side=Side.EW, by=actor(), key=fresh_key(), seen=head(table))
    assert [row.tricks for row in live(Result)] == [10]
    assert calls(table) == [("correction", 1, False)]
    with pytest.raises(OwnReport):
        agree(table, by_side=Side.EW)
    agree(table, by_side=Side.NS)
    assert [row.tricks for row in live(Result)] == [9]
    assert [row.doubt for row in live(ReportRow)] == [""]
    assert calls(table) == [("correction", 1, True)]


def test_pairs_correct_among_themselves_until_the_ranking_is_final(table):
    """Two phones changed a final ranking the next morning, without a director."""
    session = table.section.session
    play(session, lambda seating, number: said("4S", "S", 10))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    table = seating_at(session, 1, 1)
    told = {"by_side": Side.EW, "by": actor()}
    results.request_correction(table, 1, said("4S", "S", 9), key=fresh_key(), seen=head(table), **told)
    Publication.objects.update(final_at=timezone.now() - timedelta(minutes=1))
    with pytest.raises(RankingIsFinal):
        agree(table, by_side=Side.NS)
    with pytest.raises(RankingIsFinal):
        results.request_correction(table, 2, said("4S", "S", 9), key=fresh_key(), seen=head(table), **told)
    Publication.objects.update(final_at=timezone.now() + timedelta(minutes=9))
    agree(table, by_side=Side.NS)
    assert Result.objects.live().get(seating=table, board__number=1).tricks == 9


def test_a_correction_that_the_other_side_refuses_waits_for_the_director(table):
    report(table)
    agree(table)
    told = {"by_side": Side.EW, "remark": "we made nine", "by": actor(), "key": fresh_key(), "seen": head(table)}
    results.request_correction(table, 1, said("4S", "S", 9), **told)
    results.dispute_result(table, 1, wrong="result", remark="no, ten", by_side=Side.NS, by=actor(), key=fresh_key(), seen=head(table))
    assert [row.tricks for row in live(Result)] == [10]
    call = DirectorCall.objects.get()
    assert (call.about, call.done_at, call.facts["disputed_by"], call.facts["tricks"]) == ("correction", None, "NS", 9)
    assert call_words(call.about, call.facts) == "A pair asks for a correction. “we made nine” The other side does not agree: “no, ten”"


def test_the_secretary_accepts_all_that_wait_in_one_act(table):
    other = seating_at(table.section.session, 1, 2)
    report(table)
    report(other, 3)
    report(table, 2, turned=True)
    assert results.accept_results(table.section.session, by=actor(), key="accept") == 2
    assert results.accept_results(table.section.session, by=actor(), key="accept") == 2
    assert sorted(row.board.number for row in live(Result)) == [1, 3]
    assert {row.since.kind for row in live(Result)} == {"accept_results"}


def test_what_was_settled_meanwhile_is_not_accepted_from_a_page_that_grew_old(table):
    report(table)
    (waiting,) = ReportRow.objects.all()
    told = {"reason": "the other pair was asked", "by": actor(), "key": fresh_key(), "seen": head(table)}
    results.correct_result(table, 1, said("4S", "S", 9), **told)
    before = head(table)
    with pytest.raises(WaitsNoLonger):
        results.accept_results(table.section.session, ReportRow.objects.filter(pk=waiting.pk), by=actor(), key=fresh_key())
    assert ([row.tricks for row in live(Result)], head(table)) == ([9], before)
    results.undo_act(Act.objects.get(kind="correct_result"), by=actor(), key=fresh_key())
    assert results.accept_results(table.section.session, ReportRow.objects.live().filter(board__number=1), by=actor(), key=fresh_key()) == 1
    assert [row.tricks for row in live(Result)] == [10]


def test_the_clock_accepts_what_waited_long_enough(table):
    session = table.section.session
    session.accept_minutes = 10
    session.save()
    report(table)
    job = Job.objects.get(kind="bridge.accept_waiting")
    assert job.due == ReportRow.objects.get().since.at + timedelta(minutes=10)
    settle()
    assert live(Result) == []
    report(table, 2)
    Act.objects.filter(pk=ReportRow.objects.get(board__number=1).since_id).update(at=timezone.now() - timedelta(minutes=11))
    Job.objects.filter(pk=job.pk).update(due=timezone.now())
    settle()
    assert [(row.board.number, row.since.kind, row.since.account) for row in live(Result)] == [(1, "accept_waiting", None)]
    job.refresh_from_db()
    assert job.due == ReportRow.objects.get(board__number=2).since.at + timedelta(minutes=10)
    results.undo_act(Act.objects.get(kind="accept_waiting"), by=actor(), key=fresh_key())
    Job.objects.filter(pk=job.pk).update(due=timezone.now())
    settle()
    assert live(Result) == []


def test_a_correction_by_the_director_replaces_everything(table):
    results.adjust_board(table, 1, dict.fromkeys(Side, Unscored.NOT_PLAYED), reason="late", by=actor(), key=fresh_key(), seen=head(table))
    row = results.correct_result(table, 1, FOUR_SPADES, reason="played in the break", by=actor(), key=fresh_key(), seen=head(table))
    assert (row.ns_points, row.since.reason) == (420, "played in the break")
    assert live(Adjustment) == []


def test_artificial_scores_and_penalties(table):
    scores = {Side.NS: FixedPercent(Fraction(60)), Side.EW: FixedPercent(Fraction(40))}
    results.adjust_board(table, 1, scores, reason="fouled", law="87", by=actor(), key=fresh_key(), seen=head(table))
    assert [(a.side, a.kind, a.value) for a in live(Adjustment)] == [
        ("NS", AdjustmentKind.PERCENT, {"percent": "60"}), ("EW", AdjustmentKind.PERCENT, {"percent": "40"}),
    ]
    with pytest.raises(PercentsTooHigh):
        results.adjust_board(table, 1, dict.fromkeys(Side, FixedPercent(Fraction(70))), reason="", by=actor(), key=fresh_key(), seen=head(table))
    results.adjust_board(table, 1, {Side.NS: FixedPercent(Fraction(50))}, reason="", by=actor(), key=fresh_key(), seen=head(table))
    assert [(a.side, a.value) for a in live(Adjustment)] == [("NS", {"percent": "50"})]
    entry = table.places.get(side="NS").entry
    results.give_penalty(table.section.session, entry, Fraction(10), Unit.PERCENT, reason="slow", by=actor(), key=fresh_key())
    assert [(p.entry, p.amount, p.unit) for p in live(Penalty)] == [(entry, Fraction(10), "percent")]


def test_taking_an_act_back(table):
    report(table)
    result = agree(table)
    results.undo_act(result.since, by=actor(), key=fresh_key(), reason="misread")
    assert live(Result) == []
    assert [row.tricks for row in live(ReportRow)] == [10]


def test_taking_an_agreement_back_opens_the_dispute_again(table):
    report(table)
    results.dispute_result(table, 1, wrong="result", by_side=Side.EW, by=actor(), key=fresh_key(), seen=head(table))
    report(table, what=said("4S", "S", 9))
    result = agree(table)
    assert calls(table) == [("disputed", 1, True)]
    results.undo_act(result.since, by=actor(), key=fresh_key())
    assert calls(table) == [("disputed", 1, False)]


def test_what_counts_asks_for_a_reckoning(table):
    wanted = Job.objects.get(kind="bridge.score_ranking").wanted
    report(table)
    assert Job.objects.get(kind="bridge.score_ranking").wanted == wanted
    agree(table)
    assert Job.objects.get(kind="bridge.score_ranking").wanted == wanted + 1
    assert Job.objects.get(kind="bridge.score_ranking").target == Ranking.objects.get().pk


def test_calling_the_director(table):
    call = results.call_director(table, 2, remark="revoke", by=actor(), key="call")
    assert results.call_director(table, 2, remark="revoke", by=actor(), key="call") == call
    assert calls(table) == [("call", 2, False)]
