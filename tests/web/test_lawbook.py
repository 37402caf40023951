"""The law book's pages: every law, both editions, every number that a ruling cites leads to a section."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from bridge.engine.errors import EngineError
from bridge.engine.laws.book import number_of, sections, sections_of
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.desk import rule
from bridge.engine.laws.doubts import OPEN
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
    assert reverse("help_laws", args=[club.slug]) in said
    assert sum(sum(counted.values()) for _edition, counted, _doubts in page.context["covered"]) == sum(len(sections(edition)) for edition in Edition)


@pytest.mark.parametrize(("language", "word"), [("en", "Confirm with the book"), ("zh-hans", "请查对规则原书")])
def test_the_help_shows_how_every_section_is_covered_and_what_is_doubtful(client: Client, club: Club, language: str, word: str) -> None:
    page = client.get(reverse("help_laws", args=[club.slug]), headers={"accept-language": language})
    rows = {row.law: row for _number, rows in page.context["laws"] for row in rows}
    for edition, column in zip((Edition.CN1999, Edition.WBF2017), ("chinese", "wbf"), strict=True):
        listed = {law: getattr(row, column) for law, row in rows.items() if getattr(row, column)}
        assert listed == {section.law: section for section in sections(edition)}
        told = {(row.law, doubt.code) for row in rows.values() for doubt, editions in row.doubts if edition in editions}
        assert told == {(section.law, doubt.code) for section in sections(edition) for doubt in section.doubts}
    said = page.content.decode()
    assert word in said and all(f"{reverse('law', args=[club.slug, int(re.match(r'[0-9]+', law)[0])])}#s{law}" in said for law in rows)  # type: ignore[index]


def test_every_doubt_of_the_rules_stands_in_the_help() -> None:
    shown = {doubt.code for number in range(1, LAST + 1) for row in rows_of(number) for doubt, _editions in row.doubts}
    assert shown == {doubt.code for doubt in OPEN}


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
