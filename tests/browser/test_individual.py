"""An individual evening of eight at a phone's width: made, signed in, started, played at two tables, closed; its ranking is reckoned here once more."""

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from bridge.models import Account, Session
from tests.browser.test_table import agree, choose, hold
from tests.singles import Line, percentages, points_of, result_of
from tests.worlds import club_with_members, settle

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS, TABLES = 7, 2


def desk_of(phone: Callable[..., BrowserContext], server: LiveServer, username: str) -> Page:
    """Somebody of the staff with a phone."""
    client = Client()
    client.force_login(Account.objects.get(username=username))
    context = phone(locale="en-GB")
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}])
    return context.new_page()


def made(desk: Page, server: LiveServer, slug: str) -> Session:
    """The secretary makes an individual of fourteen boards."""
    desk.goto(server.url + reverse("session_new", args=[slug]))
    desk.get_by_label("Who competes").select_option("singles")
    desk.get_by_label("Boards, at least").fill("14")
    desk.get_by_label("Boards, at most").fill("14")
    desk.get_by_role("button", name="Open the sign-in").click()
    expect(desk.get_by_role("heading", name="Who is here?")).to_be_visible()
    return Session.objects.select_related("club", "stage__event").latest("pk")


def come_in(desk: Page, number: int) -> None:
    """A member comes in by number, alone."""
    desk.get_by_label("A few letters of a name, or a number").fill(str(number))
    desk.get_by_role("button", name=re.compile("^Find")).click()
    desk.get_by_role("button", name=re.compile("^Here")).click()
    expect(desk.locator("#here tbody tr")).to_have_count(number)


def at_table(page: Page) -> tuple[tuple[str, str], tuple[str, str]]:
    """Who sits North-South and East-West, as the phone tells it."""
    both = [tuple(text.split("\n")) for text in page.locator(".pairline dd").all_inner_texts()]
    return both[0], both[1]


def sent_to(page: Page) -> dict[str, int]:
    """Where each of the four goes next."""
    ways = page.locator("section[aria-label=Places] .go").filter(has=page.locator(".label", has_text=re.compile("goes|stays")))
    return {row.locator("b").inner_text(): int(re.sub(r"\D", "", row.locator(".to").inner_text())) for row in ways.all()}


def play_round(page: Page, boards: int) -> list[Line]:
    """All boards of a round at one table: entered by North-South, agreed by East-West."""
    lines = []
    for at in range(boards):
        expect(page.locator("#slip")).to_be_visible()
        board = int(page.locator("#view").get_attribute("data-board") or 0)
        ns, ew = at_table(page)
        result = result_of(ns, board)
        for name, value in (("level", "1"), ("denomination", "N"), ("declarer", "S"), ("result", result)):
            choose(page, name, value)
        page.locator("#slip .foot button").click()
        expect(page.locator("#view h1").first).to_contain_text("is this right?")
        agree(page)
        lines.append((board, ns, ew, points_of(result, board)))
        page.get_by_role("link", name=re.compile("On to board" if at + 1 < boards else "The round is in")).click()
    return lines


def in_percent(value: Fraction) -> str:
    return str((Decimal(value.numerator) / value.denominator).quantize(Decimal("0.01"), ROUND_HALF_UP))


def test_an_evening_of_eight_single_players(phone: Callable[..., BrowserContext], live_server: LiveServer) -> None:
    club = club_with_members(8)
    desk = desk_of(phone, live_server, "secretary")
    session = made(desk, live_server, club.slug)
    for number in range(1, 9):
        come_in(desk, number)
    expect(desk.get_by_text("everybody partners everybody once").first).to_be_visible()
    desk.get_by_role("button", name=re.compile("^Start")).click()
    expect(desk.get_by_role("heading", name="The room, round 1 of 7")).to_be_visible()
    phones = {table: phone(locale="en-GB").new_page() for table in range(1, TABLES + 1)}
    for table, page in phones.items():
        hold(page, live_server, session, table)
    lines: list[Line] = []
    expected_at: dict[str, int] = {}
    for number in range(1, ROUNDS + 1):
        goes: dict[str, int] = {}
        for table, page in phones.items():
            for name in (name for side in at_table(page) for name in side):
                assert expected_at.get(name, table) == table, "everybody sits where the phone of the round before sent him"
            lines += play_round(page, 2)
            if number < ROUNDS:
                goes |= sent_to(page)
                page.get_by_role("link", name=f"Open round {number + 1} at table {table}").click()
        assert len(goes) == (8 if number < ROUNDS else 0)
        expected_at = goes
    settle()
    director = desk_of(phone, live_server, "lina")
    director.goto(live_server.url + reverse("close", args=[club.slug, session.uid]))
    director.get_by_role("button", name="Close").first.click()
    settle()
    director.goto(live_server.url + reverse("ranking", args=[club.slug, session.uid]))
    rows = {row.locator("th").inner_text().strip(): row.locator("td.main").inner_text().strip() for row in director.locator(".standings tbody tr").all()}
    assert rows == {name: in_percent(score) for name, score in percentages(lines).items()}
