"""From who is here to the first board: proposals, the whole schedule, the start."""

import pytest
from django.test import Client
from django.urls import reverse

from bridge.models import Account, Place, Seating, SeatWish, Session, SessionState, Start
from bridge.queries.proposals import proposals_for
from bridge.queries.signin import here_tonight
from tests.worlds import evening, fresh_key, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Client:
    """The secretary's browser; the account comes with the evening."""
    return client


def prepared(desk: Client, pairs: int) -> Session:
    session = evening(pairs=pairs)
    desk.force_login(Account.objects.get(username="secretary"))
    return session


def plan_address(session: Session) -> str:
    return reverse("movement", args=[session.club.slug, session.uid])


def test_eleven_pairs_are_offered_the_three_quarter_howell(desk: Client) -> None:
    session = prepared(desk, 11)
    codes = [choice.code for choice in proposals_for(session, here_tonight(session)).choices]
    assert "three_quarter_howell~11/2~9~-~-~-~-~-~3" in codes


def test_three_loads_from_the_first_page_to_the_first_board(desk: Client) -> None:
    session = prepared(desk, 13)
    assert desk.get(reverse("signin", args=[session.club.slug, session.uid])).status_code == 200
    page = desk.get(plan_address(session))
    code = page.context["chosen"].code
    response = desk.post(plan_address(session), {"key": fresh_key() + "-key", "plan": code})
    assert (response.status_code, response["Location"]) == (303, reverse("room", args=[session.club.slug, session.uid]))
    session.refresh_from_db()
    assert session.state == SessionState.RUNNING
    assert Start.objects.live().filter(section__session=session).count() == 13
    first = Place.objects.live().filter(round__section__session=session, round__number=1)
    assert (first.count(), first.filter(seating__isnull=True).count()) == (13, 1)


def test_a_double_click_starts_once(desk: Client) -> None:
    session = prepared(desk, 8)
    code = desk.get(plan_address(session)).context["chosen"].code
    told = {"key": "start-the-evening", "plan": code}
    assert [desk.post(plan_address(session), told).status_code for _ in range(2)] == [303, 303]
    assert Seating.objects.filter(section__session=session, round__number=1).count() == 4


def test_who_must_stay_keeps_one_table(desk: Client) -> None:
    session = prepared(desk, 8)
    player = member(session.club, 15)  # of the pair that came last
    player.seat_wish = SeatWish.MUST_STAY
    player.save()
    code = desk.get(plan_address(session)).context["chosen"].code
    desk.post(plan_address(session), {"key": fresh_key() + "-key", "plan": code})
    entry = here_tonight(session)[7].entry
    assert len(set(Place.objects.live().filter(entry=entry, seating__isnull=False).values_list("seating__table", flat=True))) == 1


@pytest.mark.parametrize("plan", ["", "nonsense", "mitchell~9~-~-~-~-~-~-~3", "no_family~4~-~-~-~-~-~-~3"])
def test_a_plan_that_does_not_fit_is_refused_with_a_sentence(desk: Client, plan: str) -> None:
    session = prepared(desk, 8)
    response = desk.post(plan_address(session), {"key": fresh_key() + "-key", "plan": plan})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    session.refresh_from_db()
    assert session.state == SessionState.PREPARING


def test_seeing_every_round_starts_nothing_and_leaves_no_token_in_the_address(desk: Client) -> None:
    session = prepared(desk, 8)
    page = desk.get(reverse("signin", args=[session.club.slug, session.uid])).content.decode()
    assert 'formmethod="get"' not in page and '<button class="plain" name="see" value="1">' in page
    answer = desk.post(plan_address(session), {"key": "see-every-round", "plan": "howell~8~7~-~-~-~-~-~4", "see": "1"})
    assert (answer.status_code, answer["Location"]) == (303, plan_address(session) + "?plan=howell~8~7~-~-~-~-~-~4")
    session.refresh_from_db()
    assert session.state == SessionState.PREPARING
