"""The demonstration club: complete and exact."""

from datetime import UTC, datetime

import pytest

from bridge.engine.laws.codes import Kind, Phase
from bridge.engine.laws.desk import PROCEDURES, next_step
from bridge.engine.laws.edition import Edition
from bridge.jobs.again import differences
from bridge.mapping.basis import basis_of
from bridge.mapping.rulings import answers_of, outcome_of
from bridge.models import (
    Act,
    Adjustment,
    AdjustmentKind,
    Club,
    Deal,
    DirectorCall,
    Job,
    Penalty,
    Publication,
    Ranking,
    Report,
    Ruling,
    Session,
    SessionState,
)
from tests.worlds import settle

pytestmark = pytest.mark.django_db


def test_two_months_closed_and_one_evening_running(demo_club: Club) -> None:
    assert Session.objects.filter(club=demo_club, state=SessionState.CLOSED).count() >= 16
    running = Session.objects.get(club=demo_club, state=SessionState.RUNNING)
    assert DirectorCall.objects.filter(session=running, about="disputed", done_by__isnull=True).count() == 1
    assert Report.objects.waiting(running).count() == 1
    assert Session.objects.filter(club=demo_club, state=SessionState.PREPARING).count() == 1
    names = list(demo_club.memberships.values_list("player__name_native", flat=True))
    assert len(names) == 44 and names.count("王伟") == 2
    assert {version for version in Publication.objects.values_list("version", flat=True)} == {1, 2}
    assert Deal.objects.count() >= 16 * 24


def test_the_laws_were_ruled_on_as_at_the_desk(demo_club: Club) -> None:
    """Rulings of every phase; no answer is missing, and each outcome is what the desk says to its answers."""
    given = list(Ruling.objects.filter(session__club=demo_club).select_related("since"))
    for ruling in given:
        kind = Kind(ruling.code)
        assert next_step(Edition(ruling.edition), kind, answers_of(kind, ruling.answers)) == outcome_of(ruling.outcome)
    assert {PROCEDURES[Kind(ruling.code)].phase for ruling in given} == set(Phase)
    assert {ruling.until.kind for ruling in given if ruling.until} == {"give_ruling", "withdraw_ruling"}
    kinds = set(Adjustment.objects.filter(ruling__in=given).values_list("kind", flat=True))
    assert {AdjustmentKind.TRICKS, AdjustmentKind.WEIGHTED, AdjustmentKind.ASSIGNED} <= kinds and Penalty.objects.filter(ruling__in=given).exists()
    assert set(Act.objects.filter(journal__session__club=demo_club).values_list("kind", flat=True)) >= {"ask_review", "hear_review", "clear_reminder"}


def test_every_ranking_equals_a_reckoning_from_scratch(demo_club: Club) -> None:
    for ranking in Ranking.objects.all():
        assert ranking.basis == basis_of(ranking)
        assert list(differences(ranking)) == []
    published = Publication.objects.count()
    settle()
    assert Publication.objects.count() == published
    assert not Job.objects.exclude(error="").exists()


def test_nothing_was_done_after_now_nor_out_of_order(demo_club: Club) -> None:
    assert not Act.objects.filter(journal__session__isnull=False, at__gt=datetime.now(UTC)).exists()
    for session in Session.objects.filter(club=demo_club, state=SessionState.CLOSED):
        acts = Act.objects.filter(journal=session.journal, kind__in=["report_result", "agree_result", "close_session"])
        times = list(acts.order_by("pk").values_list("at", flat=True))
        assert times == sorted(times)
        assert session.starts < times[0] and session.closed_at == times[-1]
