"""The first pages: the club's evenings and winners, and the site's clubs."""

import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from bridge.actions.sessions import make_session, sign_in
from bridge.models import Account, Act, Club, Entry, Player, Publication, Ranking, Session, SessionState, Standing
from bridge.queries.evenings import last_evening
from tests.worlds import actor, club_with_members, fresh_key, member

pytestmark = pytest.mark.django_db
SUMMER, WINTER = datetime(2026, 6, 2, 17, 0, tzinfo=UTC), datetime(2026, 11, 24, 18, 0, tzinfo=UTC)


@pytest.fixture
def club() -> Club:
    """Millpond with eight members."""
    return club_with_members(8)


def published(club: Club, starts: datetime, places: dict[str, int | None], *, name: str = "", method: str = "matchpoints") -> Session:
    """A closed evening; `places` gives each list's first pair its hundredths."""
    session = make_session(club, starts, name=name, options={"method": method}, by=actor(), key=fresh_key())
    for pair in range(len(places)):
        sign_in(session, [member(club, 2 * pair + 1), member(club, 2 * pair + 2)], by=actor(), key=fresh_key())
    Session.objects.filter(pk=session.pk).update(state=SessionState.CLOSED)
    ranking = Ranking.objects.filter(session=session).first() or Ranking.objects.create(stage=session.stage, session=session)
    act = Act.objects.filter(journal=session.journal).latest("pk")
    publication = Publication.objects.create(ranking=ranking, version=1, basis={}, act=act, at=starts, final_at=starts)
    for (which, hundredths), entry in zip(places.items(), Entry.objects.filter(event=session.stage.event).order_by("pk"), strict=True):
        exact = None if hundredths is None else Fraction(hundredths, 100)
        Standing.objects.create(ranking=ranking, publication=publication, list=which, entry=entry, place=1, exact=exact, hundredths=hundredths)
    return session


def home_of(club: Club, language: str = "en") -> str:
    """The club's first page, its white space drawn together."""
    answer = Client().get(f"/c/{club.slug}/", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_next_evening_is_the_title(club: Club) -> None:
    now = timezone.now()
    make_session(club, now + timedelta(days=9), name="Later", by=actor(), key=fresh_key())
    soon = make_session(club, now + timedelta(days=2), name="Pairs for all", by=actor(), key=fresh_key())
    make_session(club, now - timedelta(days=2), name="Forgotten", by=actor(), key=fresh_key())
    page = home_of(club)
    assert "<h1>Next evening: " in page and page.index("Pairs for all") < page.index("Later")
    assert "Forgotten" not in page
    Session.objects.filter(pk=soon.pk).update(state=SessionState.RUNNING, starts=now - timedelta(hours=1))
    assert "<h1> Now playing: Pairs for all </h1>" in home_of(club)


def test_an_empty_club_says_so_in_both_languages(club: Club) -> None:
    assert "<h1>No evening is announced</h1>" in home_of(club) and "No evening has been published yet." in home_of(club)
    assert "<h1>还没有安排场次</h1>" in home_of(club, "zh-CN")


def test_winners_stand_with_the_unit_of_their_method(club: Club) -> None:
    published(club, SUMMER, {"NS": 6125, "EW": 6250}, name="Tuesday Pairs")
    published(club, WINTER, {"all": -350}, method="cross_imps")
    page = home_of(club)
    rows = [" ".join(row.split("</tr>")[0].split()) for row in page.split("Latest results")[1].split("<tr>")[2:]]
    assert [row.split('main">')[1].split("<")[0] for row in rows] == ["−3.50", "61.25&nbsp;%", "62.50&nbsp;%"]
    assert "Tuesday 24 November" in rows[0] and "Tuesday 2 June" in rows[1] and "1 pair North-South" in rows[1] and "1 pair East-West" in rows[2]


def test_lists_of_groups_and_handicaps_stay_on_the_ranking(club: Club) -> None:
    published(club, WINTER, {"all": 6500, "all/B": 6100, "all/handicap": 6000})
    page = home_of(club)
    assert "65.00" in page and "61.00" not in page and "60.00" not in page


def test_the_newest_version_counts(club: Club) -> None:
    session = published(club, SUMMER, {"all": 5500})
    first = Publication.objects.get()
    second = Publication.objects.create(ranking=first.ranking, version=2, basis={}, act=first.act, at=SUMMER, final_at=SUMMER)
    entry = Entry.objects.get(event=session.stage.event)
    Standing.objects.create(ranking=first.ranking, publication=second, list="all", entry=entry, place=1, exact=Fraction(56), hundredths=5600)
    assert "56.00&nbsp;%" in home_of(club) and "55.00&nbsp;%" not in home_of(club)


def test_who_does_not_wish_to_be_named_is_not(club: Club) -> None:
    published(club, SUMMER, {"all": 5500})
    hidden = member(club, 1)
    Player.objects.filter(pk=hidden.pk).update(is_named=False)
    page = home_of(club)
    assert hidden.name_native not in page and "a player" in page


def test_another_club_s_evenings_stay_there(club: Club) -> None:
    published(club, SUMMER, {"all": 5500}, name="Tuesday Pairs")
    assert "Tuesday Pairs" not in home_of(club_with_members(2, name="Weir Lane"))


def test_one_club_is_the_site(client: Client, club: Club) -> None:
    assert client.get("/")["Location"] == f"/c/{club.slug}/"
    other = club_with_members(0, name="Weir Lane")
    assert [found.slug for found in client.get("/").context["clubs"]] == [club.slug, other.slug]


def test_no_such_club_is_no_page(client: Client) -> None:
    answer = client.get("/c/nowhere/", headers={"Accept-Language": "zh-CN"})
    assert (answer.status_code, "没有这个页面" in answer.content.decode()) == (404, True)


def test_pages_only_answer_questions(client: Client, club: Club) -> None:
    assert [client.post(address).status_code for address in ("/", f"/c/{club.slug}/")] == [405, 405]


def test_many_evenings_cost_as_much_as_one(client: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    published(club, SUMMER, {"all": 5500})
    make_session(club, timezone.now() + timedelta(days=1), by=actor(), key=fresh_key())
    with django_assert_num_queries(6):
        client.get(f"/c/{club.slug}/")
    for days in range(1, 4):
        published(club, SUMMER + timedelta(days=days), {"all": 5500})
        make_session(club, timezone.now() + timedelta(days=1 + days), by=actor(), key=fresh_key())
    with django_assert_num_queries(6):
        client.get(f"/c/{club.slug}/")


@pytest.mark.parametrize(("username", "ways"), [
    ("admin", ["new", "members", "cards", "settings", "helpers"]), ("secretary", ["new", "members", "cards"]), ("lina", []),
])
def test_who_keeps_the_club_finds_its_desk(club: Club, username: str, ways: list[str]) -> None:
    client = Client()
    client.force_login(Account.objects.get(username=username))
    page = client.get(f"/c/{club.slug}/").content.decode().partition("<aside")[2]
    assert re.findall(rf'href="/c/{club.slug}/(\w+)/"', page) == [*ways, "help"]  # the help is everybody's


def test_the_evening_before_is_of_the_same_day_where_the_club_is() -> None:
    club = club_with_members(0)
    Club.objects.filter(pk=club.pk).update(zone="America/Los_Angeles")
    club.refresh_from_db()
    tuesday = datetime(2026, 11, 25, 3, 0, tzinfo=UTC)  # 19:00 on the 24th
    evenings = [make_session(club, tuesday + timedelta(days=days), by=actor(), key=fresh_key()) for days in (0, 1)]
    Session.objects.update(state=SessionState.CLOSED)
    assert last_evening(club, datetime(2026, 12, 1, 18, 0, tzinfo=UTC)) == evenings[0]  # ten in the morning of a Tuesday


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "2026-02-30", "x"])
def test_an_evening_is_on_a_day_that_can_be(club: Club, day: str) -> None:
    client = Client()
    client.force_login(Account.objects.get(username="secretary"))
    told = {"day": day, "time": "19:00", "boards_least": 24, "boards_most": 28, "minutes": 200}
    told |= {"method": "matchpoints", "factoring": "neuberg", "correction_minutes": 30}
    answer = client.post(f"/c/{club.slug}/new/", told | {"key": "an-evening"})
    assert (answer.status_code, list(answer.context["form"].errors), Session.objects.count()) == (422, ["day"], 0)
