"""Evenings of several teams at the tables' phones, from the sign-up to the final table: a movement, and a knock-out; figures are reckoned here once more."""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from bridge.actions.sessions import make_session
from bridge.models import Account, EventForm
from tests.browser.test_matches import Hall, enter_and_agree, go_on, imps, made_up, points_of
from tests.web.test_team_movements import ranked
from tests.worlds import actor, club_with_members, fresh_key, settle

pytestmark = pytest.mark.django_db(transaction=True)
EVENING = datetime(2127, 11, 24, 18, 0, tzinfo=UTC)  # later than any clock that runs this
NAMES = ("Herons", "Otters", "Rooks", "Newts", "Carps")
Made = dict[tuple[str, str, int], int]  # team North-South, team East-West, board -> North-South's points


def hall_of(teams: int, phone: Callable[..., BrowserContext], live_server: LiveServer) -> tuple[Hall, Page]:
    """An evening of teams, and the director's computer on which they have signed up."""
    club = club_with_members(4 * teams)
    session = make_session(club, EVENING, name="Teams", form=EventForm.TEAMS, settings={"boards_least": 4, "boards_most": 7}, by=actor(), key=fresh_key())
    hall = Hall(session, phone, live_server.url)
    desk = hall.browser(Account.objects.get(username="lina"), viewport={"width": 1280, "height": 900}, has_touch=False)
    desk.goto(hall.at("teams"))
    for number in range(teams):
        desk.get_by_label("Name of the team").fill(NAMES[number])
        desk.get_by_label("Players").fill("\n".join(str(4 * number + each) for each in range(1, 5)))
        desk.get_by_role("button", name="Save", exact=True).click()
        expect(desk.locator("tbody th[scope=row]")).to_have_count(number + 1)
    return hall, desk


def play_round(page: Page, made: Made, rng: random.Random) -> None:
    """All boards of a round on a table's phone, in the order that it names."""
    expect(page.locator("#slip")).to_be_visible()
    ns, ew = (NAMES[int(re.sub(r"\D", "", side)) - 1] for side in page.locator(".pairline dt").all_inner_texts())
    for board in [int(key.get_attribute("data-board") or 0) for key in page.locator(".boards a.at").all()]:
        said = made_up(rng)
        enter_and_agree(page, board, said)
        made[ns, ew, board] = points_of(board, said)
        go_on(page)


def standing(desk: Page) -> dict[str, tuple[str, str]]:
    """Team -> its place and its points, as everybody reads them."""
    rows = [[cell.strip() for cell in row.locator("th, td").all_inner_texts()] for row in desk.locator(".standings tbody tr").all()]
    return {name: (place, points) for place, name, _, points in rows}


def close(hall: Hall, desk: Page) -> None:
    desk.goto(hall.at("close"))
    desk.locator("main form button").last.click()
    expect(desk.locator("h1")).to_have_text("The evening is closed")
    settle()
    desk.goto(hall.at("matches"))


def test_five_teams_play_american_whist(phone: Callable[..., BrowserContext], live_server: LiveServer) -> None:
    hall, desk = hall_of(5, phone, live_server)
    desk.goto(hall.at("team_movement"))
    desk.locator(".proposals label:has(input[value^=american_whist])").first.click()
    desk.get_by_role("button", name=re.compile("^Start")).click()
    expect(desk.locator("h1")).to_have_text("Matches")
    phones = [hall.table_phone(table) for table in range(1, 6)]
    made: Made = {}
    rng = random.Random(5)
    for number in range(1, 5):
        for page in phones:
            play_round(page, made, rng)
            if number < 4:
                page.get_by_role("link", name=re.compile(f"^Open round {number + 1} at table")).click()
    settle()
    close(hall, desk)
    points = ranked(made, 1)
    places = {name: 1 + sum(other > own for other in points.values()) for name, own in points.items()}
    told = standing(desk)
    assert {name: Decimal(shown) for name, (_, shown) in told.items()} == points and len(points) == 5
    assert {name: int(re.sub(r"\D", "", place)) for name, (place, _) in told.items()} == places


def won_by(made: Made, boards: Iterable[int], one: str, other: str) -> int:
    """IMPs of one team in a match against the other, from what was played in both rooms."""
    return sum(imps(made[one, other, board] - made[other, one, board]) for board in boards)


def test_four_teams_play_a_knock_out_of_two_parts(phone: Callable[..., BrowserContext], live_server: LiveServer) -> None:
    hall, desk = hall_of(4, phone, live_server)
    desk.goto(hall.at("knock_out_start"))
    desk.get_by_label("Boards in a match").fill("4")
    desk.get_by_label(re.compile("parts", re.IGNORECASE)).fill("2")
    desk.get_by_role("button", name="Start", exact=True).click()
    expect(desk.locator("h1")).to_have_text("Bracket")
    phones = [hall.table_phone(table) for table in range(1, 5)]
    made: Made = {}
    rng = random.Random(2)
    left = {"Herons": "Newts", "Otters": "Rooks"}  # the first seed meets the last
    came: dict[str, int] = defaultdict(int)
    for parts, boards in (((1, 2), range(1, 5)), ((3, 4), range(5, 9))):
        for number in parts:
            for page in phones[: 2 * len(left)]:
                play_round(page, made, rng)
                if number == parts[0]:
                    page.get_by_role("link", name=re.compile(f"^Open round {number + 1} at table")).click()
        settle()
        margins = {(one, other): won_by(made, boards, one, other) for one, other in left.items()}
        assert all(margins.values()), "these results leave nothing tied"
        winners = [one if margin > 0 else other for (one, other), margin in margins.items()]
        for winner in winners:
            came[winner] += 1
        desk.goto(hall.at("bracket"))
        told = [re.sub(r"\D", "", text) for text in desk.locator(".bracket section").nth(0 if len(left) == 2 else 1).locator(".decided").all_inner_texts()]
        assert [text.startswith(str(abs(margin))) for text, margin in zip(told, margins.values(), strict=True)] == [True] * len(margins)
        if len(winners) == 2:
            desk.get_by_role("button", name="Seat the next round: Final").click()
            expect(desk.locator(".bracket .playing")).to_have_count(1)
            left = {winners[0]: winners[1]}
            for table, page in enumerate(phones[:2], 1):
                page.goto(hall.at("table", table))
                page.get_by_role("link", name=re.compile("^Open round 3 at table")).click()
    expect(desk.locator(".title .figure b")).to_have_text(winners[0])
    close(hall, desk)
    places = {name: re.sub(r"\D", "", place) for name, (place, _) in standing(desk).items()}
    assert places == {name: {2: "1", 1: "2", 0: "3"}[came[name]] for name in NAMES[:4]}
