"""An evening is made, changed, and cancelled before it has begun."""

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.results import undo_act
from bridge.actions.sessions import OnlyBeforeTheStart
from bridge.models import Account, Act, Event, Session, SessionState
from bridge.phrases import phrase
from tests.worlds import actor, evening, fresh_key, mitchell_evening

pytestmark = pytest.mark.django_db
TOLD = {
    "name": "Thursday Pairs", "day": "2026-11-26", "time": "20:15", "boards_least": "20", "boards_most": "24", "minutes": "180", "fee": "4.50",
    "needs_agreement": "on", "shows_others": "on", "correction_minutes": "60",
}  # fmt: skip


def address(session: Session) -> str:
    return reverse("session_change", args=[session.club.slug, session.uid])


@pytest.fixture
def desk(client: Client) -> Client:
    """The secretary's browser; the account comes with the evening."""
    return client


def signed_in(desk: Client, session: Session) -> Session:
    desk.force_login(Account.objects.get(username="secretary"))
    return session


def test_an_evening_is_changed(desk: Client) -> None:
    session = signed_in(desk, evening(pairs=2))
    assert desk.get(address(session)).status_code == 200
    assert desk.post(address(session), {"key": fresh_key() + "-key", **TOLD}).status_code == 303
    session = Session.objects.get(pk=session.pk)
    assert (session.stage.event.name, session.fee, session.boards_most, session.correction_minutes) == ("Thursday Pairs", 450, 24, 60)
    assert f"{session.starts:%Y-%m-%d %H:%M}" == "2026-11-26 19:15"


def test_an_evening_made_by_mistake_is_cancelled_and_that_is_undone(desk: Client) -> None:
    session = signed_in(desk, evening(pairs=0))
    assert desk.post(address(session), {"key": fresh_key() + "-key", "cancel": "1"}).status_code == 422
    assert desk.post(address(session), {"key": fresh_key() + "-key", "cancel": "1", "reason": "made twice"}).status_code == 303
    session.refresh_from_db()
    assert session.state == SessionState.CANCELLED
    assert desk.get(reverse("tonight", args=[session.club.slug])).context["evenings"] == []
    undo_act(Act.objects.get(kind="cancel_session"), by=actor(), key=fresh_key())
    session.refresh_from_db()
    assert session.state == SessionState.PREPARING


def test_an_evening_that_has_begun_is_not_cancelled(desk: Client) -> None:
    session = signed_in(desk, mitchell_evening(3, boards_per_set=1))
    answer = desk.post(address(session), {"key": fresh_key() + "-key", "cancel": "1", "reason": "late"})
    assert (answer.status_code, [str(each) for each in answer.context["messages"]]) == (422, [phrase(OnlyBeforeTheStart(state="running"))])
    session.refresh_from_db()
    assert session.state == SessionState.RUNNING
    Act.objects.filter(journal=session.journal, kind="start_session").update(key="used-before")
    answer = desk.post(address(session), TOLD | {"key": "used-before"})
    assert answer.status_code == 422 and "sent before as something else" in answer.content.decode()


def test_strangers_are_asked_to_sign_in(client: Client) -> None:
    assert client.get(address(evening(pairs=0))).status_code == 302


@pytest.mark.parametrize(("language", "title"), [("en", "Pairs: ranking"), ("zh-hans", "双人赛：名次")])
def test_an_evening_without_a_name_is_called_by_who_competes(client: Client, language: str, title: str) -> None:
    session = mitchell_evening(5)
    Event.objects.filter(pk=session.stage.event_id).update(name="")
    page = client.get(reverse("ranking", args=[session.club.slug, session.uid]), headers={"accept-language": language}).content.decode()
    assert f"<h1>{title}</h1>" in page and session.stage.event.uid not in page
