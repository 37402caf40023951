"""The demonstration club: complete and exact."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from bridge.actions.demo import make_demo
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
NOW = datetime(2026, 11, 26, 20, 5, tzinfo=UTC)


@pytest.fixture(scope="module")
def club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    """The club as it is on a Thursday evening; what a test does to it is taken back after the test."""
    with django_db_blocker.unblock(), ExitStack() as until_made:
        until_made.enter_context(transaction.atomic())
        made = make_demo(NOW, random.Random(1), "a long password 7")
        until_read = until_made.pop_all()
    yield made
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        until_read.close()


def test_two_months_closed_and_one_evening_running(club: Club) -> None:
    assert Session.objects.filter(club=club, state=SessionState.CLOSED).count() >= 16
    running = Session.objects.get(club=club, state=SessionState.RUNNING)
    assert DirectorCall.objects.filter(session=running, about="disputed", done_by__isnull=True).count() == 1
    assert Report.objects.waiting(running).count() == 1
    assert Session.objects.filter(club=club, state=SessionState.PREPARING).count() == 1
    names = list(club.memberships.values_list("player__name_native", flat=True))
    assert len(names) == 44 and names.count("王伟") == 2
    assert {version for version in Publication.objects.values_list("version", flat=True)} == {1, 2}
    assert Deal.objects.count() >= 16 * 24


def test_the_laws_were_ruled_on_as_at_the_desk(club: Club) -> None:
    """Rulings of every phase; no answer is missing, and each outcome is what the desk says to its answers."""
    given = list(Ruling.objects.filter(session__club=club).select_related("since"))
    for ruling in given:
        kind = Kind(ruling.code)
        assert next_step(Edition(ruling.edition), kind, answers_of(kind, ruling.answers)) == outcome_of(ruling.outcome)
    assert {PROCEDURES[Kind(ruling.code)].phase for ruling in given} == set(Phase)
    assert {ruling.until.kind for ruling in given if ruling.until} == {"give_ruling", "withdraw_ruling"}
    kinds = set(Adjustment.objects.filter(ruling__in=given).values_list("kind", flat=True))
    assert {AdjustmentKind.TRICKS, AdjustmentKind.WEIGHTED, AdjustmentKind.ASSIGNED} <= kinds and Penalty.objects.filter(ruling__in=given).exists()
    assert set(Act.objects.filter(journal__session__club=club).values_list("kind", flat=True)) >= {"ask_review", "hear_review", "clear_reminder"}


def test_every_ranking_equals_a_reckoning_from_scratch(club: Club) -> None:
    for ranking in Ranking.objects.all():
        assert ranking.basis == basis_of(ranking)
        assert list(differences(ranking)) == []
    published = Publication.objects.count()
    settle()
    assert Publication.objects.count() == published
    assert not Job.objects.exclude(error="").exists()


def test_nothing_was_done_after_now_nor_out_of_order(club: Club) -> None:
    assert not Act.objects.filter(journal__session__isnull=False, at__gt=datetime.now(UTC)).exists()
    for session in Session.objects.filter(club=club, state=SessionState.CLOSED):
        acts = Act.objects.filter(journal=session.journal, kind__in=["report_result", "agree_result", "close_session"])
        times = list(acts.order_by("pk").values_list("at", flat=True))
        assert times == sorted(times)
        assert session.starts < times[0] and session.closed_at == times[-1]
