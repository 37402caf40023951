"""The help: every role's part in an evening, the keys that the pages really have, reachable from the pages where one looks for it."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from bridge.models import Account, Club
from tests.worlds import club_with_members

pytestmark = pytest.mark.django_db
TEMPLATES = Path(__file__).parents[2] / "templates"
PARTS = ("player", "secretary", "director", "keys", "words")


@pytest.fixture
def club() -> Club:
    return club_with_members(2)


def help_of(client: Client, club: Club, language: str = "en") -> str:
    page = client.get(reverse("help", args=[club.slug]), headers={"accept-language": language})
    assert page.status_code == 200
    return page.content.decode()


@pytest.mark.parametrize(("language", "words"), [
    ("en", ("How an evening runs", "If you play", "If you direct", "A result in letters", "Opening lead")),
    ("zh-hans", ("一场比赛怎么进行", "如果您是牌手", "如果您是裁判", "记分员的快捷键", "首引")),
])
def test_a_visitor_reads_every_part_in_both_languages(client: Client, club: Club, language: str, words: tuple[str, ...]) -> None:
    said = help_of(client, club, language)
    assert [part for part in PARTS if f'id="{part}"' not in said or f'href="#{part}"' not in said] == []
    assert [word for word in words if word not in said] == []


def test_it_tells_exactly_the_keys_that_the_pages_listen_to(client: Client, club: Club) -> None:
    bound = {key.replace("+", " ") for page in TEMPLATES.rglob("*.html") for key in re.findall(r'data-key="([^"]+)"', page.read_text(encoding="utf-8"))}
    assert bound
    assert set(re.findall(r"<kbd>([^<]+)</kbd>", help_of(client, club))) == bound | {"Enter"}  # Enter is the browser's own


def test_it_leads_to_the_laws(client: Client, club: Club) -> None:
    said = help_of(client, club)
    assert all(f'href="{reverse(name, args=[club.slug])}"' in said for name in ("lawbook", "help_laws"))


@pytest.mark.parametrize("name", ["club", "lawbook"])
def test_the_clubs_pages_lead_to_it(client: Client, club: Club, name: str) -> None:
    assert f'href="{reverse("help", args=[club.slug])}"' in client.get(reverse(name, args=[club.slug])).content.decode()


def test_an_account_leads_to_the_help_of_its_clubs(client: Client, club: Club) -> None:
    client.force_login(Account.objects.get(username="lina"))
    assert f'href="{reverse("help", args=[club.slug])}"' in client.get(reverse("account")).content.decode()


def test_a_club_that_is_not_there_has_none(client: Client) -> None:
    assert client.get(reverse("help", args=["nowhere"])).status_code == 404


def test_it_is_only_read(client: Client, club: Club) -> None:
    assert client.post(reverse("help", args=[club.slug])).status_code == 405


def test_it_asks_for_the_club_alone(client: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        help_of(client, club)
