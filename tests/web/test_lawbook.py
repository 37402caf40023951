"""The law book's pages: every law, both editions, every number that a ruling cites leads to a section."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from bridge.engine.errors import EngineError
from bridge.engine.laws.book import number_of, sections, sections_of
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.desk import rule
from bridge.engine.laws.edition import Edition
from bridge.models import Club
from bridge.views.lawbook import LAST, rows_of
from tests.engine.law_worlds import random_facts
from tests.worlds import club_with_members

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return club_with_members(2)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_law_has_its_page_with_every_section(client: Client, club: Club, language: str) -> None:
    for number in range(1, LAST + 1):
        page = client.get(reverse("law", args=[club.slug, number]), headers={"accept-language": language})
        rows = page.context["rows"]
        listed = {section.law for edition in Edition for section in sections_of(edition, number)}
        assert page.status_code == 200 and {row.law for row in rows} == listed
        assert all(f'id="s{law}"' in page.content.decode() for law in listed)
    assert client.get(reverse("law", args=[club.slug, 94])).status_code == 404


def test_the_list_leads_to_every_law_and_tells_the_coverage(client: Client, club: Club) -> None:
    page = client.get(reverse("lawbook", args=[club.slug]))
    said = page.content.decode()
    assert [section.law for section in page.context["laws"]] == [str(number) for number in range(1, LAST + 1)]
    assert all(reverse("law", args=[club.slug, number]) in said for number in range(1, LAST + 1))
    assert sum(ruled + procedure for _edition, ruled, procedure in page.context["covered"]) == sum(len(sections(edition)) for edition in Edition)


def test_editions_stand_side_by_side_only_where_they_differ() -> None:
    rows = {row.law: row for row in rows_of(27)}
    assert rows["27B1a"].is_same is False and rows["27"].is_same is True
    assert rows["27D"].chinese is None and rows["27D"].wbf is not None


def test_numbers_that_rulings_cite_are_found_in_the_book() -> None:
    rng, unknown = random.Random(5), set[str]()
    for kind in Kind:
        for edition in Edition:
            try:
                outcome = rule(edition, kind, random_facts(rng, kind))
            except EngineError:
                continue
            known = {section.law for section in sections(edition)}
            unknown |= {f"{edition.value} {law}" for law in outcome.laws if law not in known}
            assert all(number_of(law) for law in outcome.laws)
    assert unknown == set()
