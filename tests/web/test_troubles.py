"""A job that fails is told where the evening is run, in words, and only there."""

import pytest
from django.test import Client
from django.urls import reverse

from bridge import tasks
from bridge.models import Account, Job, Ranking, Session
from bridge.queries.troubles import troubles_of
from tests.worlds import club_with_members, mitchell_evening

pytestmark = [pytest.mark.django_db, pytest.mark.logs_errors]


@pytest.fixture
def session() -> Session:
    """An evening whose ranking cannot be reckoned: its conditions have a setting that nobody knows."""
    session = mitchell_evening(3, boards_per_set=1)
    session.stage.conditions.update(options={"no such setting": 1})
    tasks.run_waiting()
    return session


def test_the_room_and_the_closing_say_what_failed(client: Client, session: Session) -> None:
    (trouble,) = [each for each in troubles_of(session.club) if each.kind == "score_ranking"]
    assert (trouble.event, trouble.tries) == (session.stage.event, 1)
    client.force_login(Account.objects.get(username="secretary"))
    for name in ("room", "close"):
        page = " ".join(client.get(reverse(name, args=[session.club.slug, session.uid])).content.decode().split())
        assert "The ranking could not be reckoned. Tried once; it is tried again by itself." in page
    page = client.get(reverse("room", args=[session.club.slug, session.uid]), headers={"Accept-Language": "zh-hans"}).content.decode()
    assert "无法计算名次" in page


def test_others_are_not_told_and_other_clubs_have_no_trouble(client: Client, session: Session) -> None:
    ranking = client.get(reverse("ranking", args=[session.club.slug, session.uid])).content.decode()
    assert "could not be reckoned" not in ranking
    assert troubles_of(club_with_members(4, name="Another Club")) == ()


def test_what_was_put_right_is_told_no_more(session: Session) -> None:
    session.stage.conditions.update(options={})
    Job.objects.filter(target=Ranking.objects.get(session=session).pk).update(due=None)
    tasks.run_waiting()
    assert troubles_of(session.club) == ()
