"""Master points on pages: provisional and entered, the club's list, a player's ledger, the club's rule and levels."""


import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.publishing import close_session
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.masterpoints.levels import Level
from bridge.engine.masterpoints.scheme import Own
from bridge.engine.seats import Seat
from bridge.mapping.masterpoints import scheme_of_club, thresholds_of
from bridge.models import Account, Club, Session
from tests.worlds import actor, fresh_key, make_final, member, mitchell_evening, play, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """Five tables, closed: provisional awards."""
    session = mitchell_evening(5, boards_per_set=1)
    play(session, lambda seating, number: Report(Contract(3, Strain.N), Seat.N, 13 - seating.table))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    return session


def awards(session: Session) -> str:
    return reverse("awards", args=[session.club.slug, session.uid])


def test_provisional_then_entered_with_promotions(client: Client, session: Session) -> None:
    assert "Provisional" in client.get(awards(session)).content.decode()
    make_final(session)
    page = client.get(awards(session)).content.decode()
    assert "Entered in the ledger" in page and "is now Graded Player" in page
    assert "晋升为有级牌手" in client.get(awards(session), HTTP_ACCEPT_LANGUAGE="zh-hans").content.decode()


def test_before_closing_there_is_nothing_yet(client: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    assert "when the ranking is published" in client.get(awards(session)).content.decode()


def test_the_clubs_list_and_a_players_ledger(client: Client, session: Session) -> None:
    holders = reverse("holders", args=[session.club.slug])
    assert client.get(holders).context["holders"] == ()
    make_final(session)
    assert client.get(holders).context["holders"][0].hundredths == 300
    winner = member(session.club, 1)
    page = client.get(reverse("player_awards", args=[session.club.slug, winner.uid]))
    assert (page.context["record"].total, page.context["record"].level) == (300, Level.GRADED)


def test_who_does_not_wish_to_be_named_is_not(client: Client, session: Session) -> None:
    winner = member(session.club, 1)
    winner.is_named = False
    winner.save(update_fields=["is_named"])
    make_final(session)
    for address in (awards(session), reverse("holders", args=[session.club.slug]), reverse("player_awards", args=[session.club.slug, winner.uid])):
        assert winner.name_native not in client.get(address).content.decode()


def admin_of(club: Club) -> Client:
    browser = Client()
    browser.force_login(Account.objects.get(username="admin"))
    return browser


def test_the_administrator_sets_a_table_of_the_clubs_own(session: Session) -> None:
    browser, address = admin_of(session.club), reverse("award_rule", args=[session.club.slug])
    assert browser.post(address, {"key": fresh_key(), "rule": "own", "ties": "shared", "bands": "4: 5 2.5 1\n12: 6 3 1.5"}).status_code == 303
    club = Club.objects.get(pk=session.club.pk)
    rule = scheme_of_club(club).rule
    assert isinstance(rule, Own) and [band.entries for band in rule.bands] == [4, 12]
    assert "12: 6.00 3.00 1.50" in browser.get(address).content.decode()


@pytest.mark.parametrize(
    ("bands", "told"),
    [("4: 2 -1", "below nothing"), ("4: 3 0 1", "gap"), ("4: 1 2", "more than"), ("four: 1", "a colon"), ("4: 1e999999999", "a colon"), ("", "at least one")],
)
def test_a_scheme_that_makes_no_sense_is_refused(session: Session, bands: str, told: str) -> None:
    typed = {"key": fresh_key(), "rule": "own", "ties": "shared", "bands": bands}
    answer = admin_of(session.club).post(reverse("award_rule", args=[session.club.slug]), typed)
    assert answer.status_code == 422
    assert told in " ".join(answer.context["form"].errors["bands"])


def test_levels_rise(session: Session) -> None:
    browser, address = admin_of(session.club), reverse("award_levels", args=[session.club.slug])
    typed = {f"level{number}": 10 * number for number in range(1, 12)}
    assert browser.post(address, typed | {"key": fresh_key(), "level5": 10}).status_code == 422
    assert browser.post(address, typed | {"key": fresh_key()}).status_code == 303
    thresholds = thresholds_of(Club.objects.get(pk=session.club.pk))
    assert (thresholds.hundredths[11], thresholds.proposed) == (11000, False)


def test_others_set_nothing(client: Client, session: Session) -> None:
    for name in ("award_rule", "award_levels"):
        assert client.get(reverse(name, args=[session.club.slug])).status_code == 302
    client.force_login(Account.objects.get(username="lina"))
    assert client.get(reverse("award_rule", args=[session.club.slug])).status_code == 403
    assert client.post(awards(session)).status_code == 405
