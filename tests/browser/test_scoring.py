"""A finished evening changed to each way of scoring on the secretary's phone, the ranking following; then two evenings put together, by pressing alone."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from bridge.actions.deals import take_deals
from bridge.actions.publishing import close_session
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.scoring.registry import METHODS
from bridge.engine.seats import Seat
from bridge.jobs.again import differences
from bridge.mapping.slips import deal_of_text
from bridge.models import Account, Event, Publication, Ranking, Seating, Session, Standing
from tests.web.figures import figure_of, rounded
from tests.worlds import actor, fresh_key, mitchell_evening, play, settle

pytestmark = pytest.mark.django_db(transaction=True)
PACK = "N:AK32.A432.A32.32 JT9.QJT.QJT.AJT9 Q54.K65.K54.KQ54 876.987.9876.876"
OTHERS = {"datum_pool": {"pool_opens": "2"}}  # a board is played three times this evening, and a pool opens at six


def by_table(seating: Seating, number: int) -> Report:
    """3NT by North: ten tricks at table 1, nine and eight at the others."""
    return Report(Contract(3, Strain.N), Seat.N, 11 - seating.table)


def closed(session: Session) -> Session:
    play(session, by_table)
    take_deals(session, dict.fromkeys((1, 2, 3), deal_of_text(PACK)), by=actor(), key=fresh_key())
    close_session(session, by=actor(), key=fresh_key())
    settle()
    return session


@pytest.fixture
def secretary(live_server: LiveServer, phone: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """The secretary's phone, signed in."""

    def signed_in(**more: object) -> Page:
        client = Client()
        client.force_login(Account.objects.get(username="secretary"))
        context = phone(**more)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        return context.new_page()

    return signed_in


@pytest.mark.parametrize("scripts", [True, False])
def test_each_way_of_scoring_is_shown_done_and_followed(live_server: LiveServer, secretary: Callable[..., Page], scripts: bool) -> None:
    session = closed(mitchell_evening(3, boards_per_set=1))
    page = secretary(java_script_enabled=scripts)
    ranking = Ranking.objects.get(session=session)
    for method in [*(code for code in METHODS if code != "matchpoints"), "matchpoints"]:
        page.goto(live_server.url + reverse("change_conditions", args=[session.club.slug, session.uid]) + f"?method={method}")
        for field, value in OTHERS.get(method, {}).items():
            page.locator(f"[name={field}]").fill(value)
        page.get_by_role("button", name="See the effect", exact=True).click()
        expect(page.get_by_role("heading", name="What it changes")).to_be_visible()
        shown = {row.locator("th").inner_text(): row.locator("td").last.inner_text() for row in page.locator(".scroll tbody tr").all()}
        assert shown, method
        page.get_by_role("button", name="Confirm").click()
        page.wait_for_url("**/conditions/")
        settle()
        page.goto(live_server.url + reverse("ranking", args=[session.club.slug, session.uid]))
        texts = page.locator(".standings a.why").all_inner_texts()
        newest = Publication.objects.filter(ranking=ranking).latest("version")
        rows = sorted(Standing.objects.filter(publication=newest), key=lambda row: int(row.facts["order"]))
        assert [figure_of(text) for text in texts] == [rounded(row.exact, text) for row, text in zip(rows, texts, strict=True)], method
        assert sorted(map(figure_of, shown.values())) == sorted(map(figure_of, texts)) or len(shown) < len(texts), method
        ranking.refresh_from_db()
        assert ranking.scored_by.get("method", "matchpoints") == method
    assert list(differences(ranking)) == []


def test_two_evenings_are_put_together_on_a_phone(live_server: LiveServer, secretary: Callable[..., Page]) -> None:
    first = closed(mitchell_evening(3, boards_per_set=1))
    second = closed(mitchell_evening(3, boards_per_set=1, club=first.club))
    page = secretary(java_script_enabled=False)
    page.goto(live_server.url + reverse("results", args=[first.club.slug]))
    page.get_by_role("link", name="Events of several evenings").click()
    page.get_by_role("link", name="Put evenings together").click()
    page.locator("[name=name]").fill("Autumn")
    page.locator(f"[name=weight_{first.uid}]").fill("1")
    page.get_by_role("button", name="Put together").click()
    expect(page.get_by_role("alert")).to_contain_text("at least two")
    page.locator(f"[name=weight_{second.uid}]").fill("1/2")
    page.get_by_role("button", name="Put together").click()
    expect(page.get_by_role("heading", name="Autumn")).to_be_visible()
    settle()
    page.reload()
    event = Event.objects.get(name="Autumn")
    rows = sorted(Standing.objects.filter(publication__ranking__stage__event=event), key=lambda row: int(row.facts["order"]))
    texts = page.locator(".standings a.why").all_inner_texts()
    assert [figure_of(text) for text in texts] == [rounded(row.exact, text) for row, text in zip(rows, texts, strict=True)]
    assert len(texts) == 6 and page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".standings a.why").first.click()
    expect(page.get_by_role("heading", name="The arithmetic")).to_be_visible()
    assert page.locator(".reckoning .result b").inner_text() == str(rows[0].exact)
