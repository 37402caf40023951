"""An evening is made, changed, and cancelled before it has begun."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bridge.actions.clubs import give_role
from bridge.actions.players import make_guest
from bridge.actions.results import undo_act
from bridge.actions.sessions import OnlyBeforeTheStart
from bridge.models import Account, Act, Event, RoleKind, Session, SessionState
from bridge.phrases import phrase
from tests.worlds import actor, evening, fresh_key, mitchell_evening

pytestmark = pytest.mark.django_db
TOLD = {
    "name": "Thursday Pairs", "day": "2026-11-26", "time": "20:15", "boards_least": "20", "boards_most": "24", "minutes": "180", "fee": "4,50",
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
    assert desk.post(address(session), {"key": fresh_key(), **TOLD}).status_code == 303
    session = Session.objects.get(pk=session.pk)
    assert (session.stage.event.name, session.fee, session.boards_most, session.correction_minutes) == ("Thursday Pairs", 450, 24, 60)
    assert f"{session.starts:%Y-%m-%d %H:%M}" == "2026-11-26 19:15"


def test_an_evening_made_by_mistake_is_cancelled_and_that_is_undone(desk: Client) -> None:
    session = signed_in(desk, evening(pairs=0))
    assert desk.post(address(session), {"key": fresh_key(), "cancel": "1"}).status_code == 422
    assert desk.post(address(session), {"key": fresh_key(), "cancel": "1", "reason": "made twice"}).status_code == 303
    session.refresh_from_db()
    assert session.state == SessionState.CANCELLED
    assert desk.get(reverse("tonight", args=[session.club.slug])).context["evenings"] == []
    undo_act(Act.objects.get(kind="cancel_session"), by=actor(), key=fresh_key())
    session.refresh_from_db()
    assert session.state == SessionState.PREPARING


def test_tonight_leads_to_what_was_played_tonight(desk: Client) -> None:
    session = signed_in(desk, mitchell_evening(3, boards_per_set=1))
    page = reverse("tonight", args=[session.club.slug])
    Session.objects.filter(pk=session.pk).update(state=SessionState.CLOSED, starts=timezone.now() - timedelta(hours=4))
    assert Client().get(page)["Location"] == reverse("session", args=[session.club.slug, session.uid])
    assert desk.get(page).context["evenings"] == [session]  # a new one can be made there
    Session.objects.filter(pk=session.pk).update(starts=timezone.now() - timedelta(days=2))
    assert Client().get(page).context["evenings"] == []


def test_an_evening_that_has_begun_is_not_cancelled(desk: Client) -> None:
    session = signed_in(desk, mitchell_evening(3, boards_per_set=1))
    answer = desk.post(address(session), {"key": fresh_key(), "cancel": "1", "reason": "late"})
    assert (answer.status_code, [str(each) for each in answer.context["messages"]]) == (422, [phrase(OnlyBeforeTheStart(state="running"))])
    session.refresh_from_db()
    assert session.state == SessionState.RUNNING
    Act.objects.filter(journal=session.journal, kind="start_session").update(key="used-before")
    answer = desk.post(address(session), TOLD | {"key": "used-before"})
    assert answer.status_code == 422 and "sent before as something else" in answer.content.decode()


def test_who_saves_an_older_page_is_told_what_it_says_now_and_keeps_what_was_typed(desk: Client) -> None:
    session = signed_in(desk, evening(pairs=0))
    guest = make_guest(session.club, "Gus", by=actor(), key=fresh_key())
    pages = {
        address(session): ({"minutes": "200"}, {"fee": "7.00", "shows_others": ""}, "Minutes of play: 200; Fee for a player: "),
        reverse("member", args=[session.club.slug, guest.uid]): ({"phone": "0123"}, {"is_named": ""}, "Telephone: 0123"),
        reverse("club_settings", args=[session.club.slug]): ({"currency": "€"}, {"zone": "Europe/Paris"}, "Currency: €"),
    }
    give_role(session.club, Account.objects.get(username="secretary"), RoleKind.ADMINISTRATOR)
    for where, (first, second, says) in pages.items():
        form = desk.get(where).context["form"]
        typed = {name: form[name].value() or "" for name in form.fields} | {"seen": form["seen"].value()}
        assert desk.post(where, typed | first).status_code in (302, 303)
        late = typed | second | {"key": fresh_key()}
        refused = desk.post(where, late)
        (told,) = refused.context["form"].non_field_errors()
        assert refused.status_code == 422 and told.startswith("secretary has changed this meanwhile."), where
        assert all(part in told for part in says.split("; ")), told
        assert desk.post(where, late | {"seen": refused.context["form"]["seen"].value()}).status_code in (302, 303)


def test_strangers_are_asked_to_sign_in(client: Client) -> None:
    assert client.get(address(evening(pairs=0))).status_code == 302


@pytest.mark.parametrize(("language", "title"), [("en", "Pairs: ranking"), ("zh-hans", "双人赛：名次")])
def test_an_evening_without_a_name_is_called_by_who_competes(client: Client, language: str, title: str) -> None:
    session = mitchell_evening(5)
    Event.objects.filter(pk=session.stage.event_id).update(name="")
    page = client.get(reverse("ranking", args=[session.club.slug, session.uid]), headers={"accept-language": language}).content.decode()
    assert f"<h1>{title}</h1>" in page and session.stage.event.uid not in page
