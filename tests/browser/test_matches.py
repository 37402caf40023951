"""A match of two rooms through the pages, from the sign-up to the final table; its figures are reckoned here once more from what was played."""

import random
import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from bridge.actions.sessions import make_session
from bridge.models import Account, EventForm, Session
from tests.worlds import account_of, actor, card_at, club_with_members, fresh_key, member, settle

pytestmark = pytest.mark.django_db(transaction=True)
EVENING = datetime(2127, 11, 24, 18, 0, tzinfo=UTC)  # later than any clock that runs this
BOARDS = 16
IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)  # Law 78B
Said = tuple[int, str, str, int]  # level, strain, declarer, tricks over or under


class Hall:
    """The evening, its browsers, and what was played: (room, board) -> what was said."""

    def __init__(self, session: Session, phone: Callable[..., BrowserContext], url: str) -> None:
        self.session, self.phone, self.url = session, phone, url
        self.said: dict[tuple[str, int], Said] = {}

    def at(self, name: str, *more: object) -> str:
        """A page of the evening."""
        return self.url + reverse(name, args=[self.session.club.slug, self.session.uid, *more])

    def browser(self, account: Account | None = None, **more: object) -> Page:
        """A browser in which somebody is signed in, or nobody."""
        context = self.phone(locale="en-GB", **more)
        if account is not None:
            client = Client()
            client.force_login(account)
            context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": self.url}])
        return context.new_page()

    def table_phone(self, table: int) -> Page:
        """A phone that holds the slips of a table."""
        page = self.browser()
        page.goto(self.url + card_at(self.session, table))
        page.get_by_role("button", name="Keep the slips").click()
        page.wait_for_url(self.at("table", table))
        return page


@pytest.fixture
def hall(phone: Callable[..., BrowserContext], live_server: LiveServer) -> Hall:
    """An evening of teams to which nobody has signed up."""
    club = club_with_members(8)
    session = make_session(club, EVENING, name="Cup match", form=EventForm.TEAMS, by=actor(), key=fresh_key())
    return Hall(session, phone, live_server.url)


def enter_and_agree(page: Page, board: int, said: Said) -> None:
    """One board on the table's phone: typed by North-South, agreed by East-West, until the site has answered with what counts."""
    level, strain, declarer, over = said
    expect(page.locator("#view h1").first).to_have_text(f"Board {board}")
    keys = {"level": str(level), "denomination": strain, "declarer": declarer, "result": "=" if over == 0 else f"{over:+d}"}
    taps = [f'#slip input[name="{name}"][value="{value}"]' for name, value in keys.items()]
    page.evaluate("keys => keys.forEach((key) => document.querySelector(key).click())", taps)
    page.locator("#slip .foot button").click()
    page.get_by_role("button", name=re.compile("Yes, we agree")).click()
    expect(page.locator("#view .facts")).to_be_visible()


def go_on(page: Page) -> None:
    """To the next board that is not in, or to where to go."""
    page.locator("#view .foot a.button").click()


def imps(points: int) -> int:
    """IMPs of a difference in points."""
    return (1 if points > 0 else -1) * sum(abs(points) >= least for least in IMPS)


def points_of(board: int, said: Said) -> int:
    """North-South's points (Law 77); nothing here is doubled."""
    level, strain, declarer, over = said
    red = ((board - 1) % 16 + (board - 1) % 16 // 4) % 4
    is_vulnerable = red == 3 or red == (1 if declarer in "NS" else 2)
    if over < 0:
        own = over * (100 if is_vulnerable else 50)
    else:
        trick = 20 if strain in "CD" else 30
        below = level * trick + (10 if strain == "N" else 0)
        bonus = (500 if is_vulnerable else 300) if below >= 100 else 50
        own = below + over * trick + bonus + {6: 750 if is_vulnerable else 500}.get(level, 0)
    return own if declarer in "NS" else -own


def victory_points(margin: int) -> str:
    """The WBF's continuous curve of 2013 for a match of sixteen boards, in the winner's and the loser's hundredths."""
    ratio = (Decimal(5).sqrt() - 1) / 2
    won = min(Decimal(20), 10 + 10 * (1 - ratio ** (3 * Decimal(abs(margin)) / (15 * Decimal(BOARDS).sqrt()))) / (1 - ratio**3))
    ahead = won.quantize(Decimal("0.01"), ROUND_HALF_UP)
    return f"{ahead} : {20 - ahead}" if margin >= 0 else f"{20 - ahead} : {ahead}"


def margin_text(margin: int) -> str:
    """As the pages write it: with a real minus."""
    return str(margin).replace("-", "−")


def margins(said: dict[tuple[str, int], Said], boards: range) -> dict[int, int]:
    """IMPs of the home team, North-South in the open room, on every board that both rooms have in."""
    both = [board for board in boards if ("open", board) in said and ("closed", board) in said]
    return {board: imps(points_of(board, said["open", board]) - points_of(board, said["closed", board])) for board in both}


def shows(page: Page, hall: Hall) -> None:
    """The match's page has every board that both rooms have in with its IMPs and the running score, and no other."""
    expected, total = {}, 0
    for board, margin in margins(hall.said, range(1, BOARDS + 1)).items():
        total += margin
        expected[board] = (margin_text(margin), margin_text(total))
    page.goto(hall.at("match", 1))
    rows = [row.locator("th, td").all_inner_texts() for row in page.locator(".traveller tbody tr").all()]
    assert {int(row[0]): (row[-2], row[-1]) for row in rows if row[-2]} == expected
    assert len(rows) == BOARDS


def made_up(rng: random.Random) -> Said:
    """A contract and a result that a key can say."""
    level, strain = rng.choice([(1, "N"), (2, "H"), (2, "S"), (3, "C"), (3, "N"), (4, "H"), (4, "S"), (5, "D"), (6, "S")])
    return level, strain, rng.choice("NESW"), min(rng.choice([-3, -2, -1, -1, 0, 0, 0, 1, 1, 2]), 7 - level)


def sign_up_and_start(desk: Page, hall: Hall) -> None:
    """Two teams of four by their members' numbers, and one match of sixteen boards."""
    desk.goto(hall.at("teams"))
    for number, name in enumerate(("Herons", "Otters")):
        desk.get_by_label("Name of the team").fill(name)
        desk.get_by_label("Players").fill("\n".join(str(4 * number + each) for each in range(1, 5)))
        desk.get_by_role("button", name="Save", exact=True).click()
        expect(desk.locator("tbody th[scope=row]")).to_have_count(number + 1)
    desk.get_by_label("Boards in a match").fill(str(BOARDS))
    desk.get_by_role("button", name="Start", exact=True).click()
    expect(desk.locator("h1")).to_have_text("Matches")


def test_a_match_of_sixteen_boards_in_two_rooms_followed_by_a_reader(hall: Hall) -> None:
    desk = hall.browser(Account.objects.get(username="lina"), viewport={"width": 1280, "height": 900}, has_touch=False)
    sign_up_and_start(desk, hall)
    reader = hall.browser()
    play(hall, reader)
    expect(reader.locator(".title .figure b")).to_have_text(victory_points(total_of(hall)))
    query_and_accept(desk, hall)
    hall.said["closed", 5] = correct(desk, hall, 5)
    settle()
    shows(reader, hall)
    expect(reader.locator(".title .figure b")).to_have_text(victory_points(total_of(hall)))
    expect(reader.locator("#match")).to_contain_text("Board 5 was changed after a team had accepted the match.")
    desk.goto(hall.at("close"))
    desk.locator("main form button").last.click()
    expect(desk.locator("h1")).to_have_text("The evening is closed")
    settle()
    reader.goto(hall.at("matches"))
    won = dict(zip(("Herons", "Otters"), victory_points(total_of(hall)).split(" : "), strict=True))
    best = sorted(won, key=lambda name: -Decimal(won[name]))
    expect(reader.locator(".standings tbody tr")).to_have_count(2)
    rows = [row.locator("th, td").all_inner_texts() for row in reader.locator(".standings tbody tr").all()]
    assert [[cell.strip() for cell in row] for row in rows] == [[str(place), name, "1", won[name]] for place, name in enumerate(best, 1)]


def total_of(hall: Hall) -> int:
    """IMPs of the home team in the whole match."""
    return sum(margins(hall.said, range(1, BOARDS + 1)).values())


def play(hall: Hall, reader: Page) -> None:
    """All boards in both rooms on their tables' phones, half of them exchanged at half time, while somebody reads."""
    rooms = {"open": hall.table_phone(1), "closed": hall.table_phone(2)}
    expect(rooms["open"].locator("#view")).to_contain_text("First boards 1–8; at half time you exchange them with table 2 for boards 9–16.")
    expect(rooms["closed"].locator("#view")).to_contain_text("First boards 9–16")
    orders = {"open": [*range(1, 17)], "closed": [*range(9, 17), *range(1, 9)]}
    rng = random.Random(16)
    for step in range(BOARDS):
        for room, page in rooms.items():
            board = orders[room][step]
            hall.said[room, board] = made_up(rng)
            enter_and_agree(page, board, hall.said[room, board])
            go_on(page)
        if step in (6, 8, 11, 15):
            shows(reader, hall)
    for page in rooms.values():
        expect(page.locator("#view h1").first).to_have_text("The evening is played")
    settle()


def query_and_accept(desk: Page, hall: Hall) -> None:
    """A captain queries a board; nobody accepts before the director has answered; then both do."""
    home, away = (hall.browser(account_of(member(hall.session.club, number), name)) for number, name in ((1, "heron"), (5, "otter")))
    away.goto(hall.at("match", 1))
    away.get_by_text("Is a board wrong? Query it").click()
    away.get_by_label("Board", exact=True).select_option("5")
    away.get_by_label("Room", exact=True).select_option("closed")
    away.get_by_label("What is wrong?").fill("It made a trick more")
    away.get_by_role("button", name="Ask the director").click()
    expect(away.locator(".queries")).to_contain_text("The director has not answered yet.")
    home.goto(hall.at("match", 1))
    home.get_by_role("button", name="We accept the match").click()
    expect(home.locator("body")).to_contain_text("The director has still to answer what was asked about boards 5")
    expect(home.locator(".queries li")).to_contain_text("Board 5, closed room, by Otters")
    desk.goto(hall.at("room"))
    expect(desk.locator(".calls").first).to_contain_text("It made a trick more")
    desk.goto(hall.at("match", 1))
    desk.locator(".queries input[name=reason]").fill("Both sides counted ten")
    desk.get_by_role("button", name="The result stands").click()
    expect(desk.locator(".queries .agreed")).to_contain_text("Both sides counted ten")
    for captain in (home, away):
        captain.goto(hall.at("match", 1))
        expect(captain.locator(".queries .agreed")).to_have_text("The result stands Both sides counted ten")
        captain.get_by_role("button", name="We accept the match").click()
        expect(captain.get_by_role("button", name="We accept the match")).to_have_count(0)


def correct(desk: Page, hall: Hall, board: int) -> Said:
    """The director corrects a board in the closed room after both captains have accepted, its effect on the match seen before."""
    desk.goto(hall.at("match", 1))
    row = desk.locator(".traveller tbody tr").nth(board - 1)
    row.get_by_title("Correct").last.click()
    expect(desk.locator("h1")).to_have_text(f"Board {board} at table 2")
    said: Said = (4, "S", "N", 1)
    desk.get_by_label("Contract", exact=True).fill("4S")
    desk.get_by_label("Declarer").fill("N")
    desk.get_by_label("Result", exact=True).fill("+1")
    desk.get_by_label("Why").fill("Wrong board was entered")
    desk.get_by_role("button", name="See the effect").click()
    expect(desk.locator("#correct")).to_contain_text("Both tables")
    desk.get_by_role("button", name="Confirm").click()
    expect(desk.locator("#correct aside")).to_contain_text("Wrong board was entered")
    return said
