"""What an evening of eleven pairs does through the pages: the desk, the phones of its tables, what each of them types."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, Page, expect

from tests.sites import Site

PASSWORD = "a long password 7"
PIN = "4711"
MEMBERS = (
    "Mary Smith", "Hedda Falk", "Ruben Oost", "王伟", "陈静", "Wilma Krause", "Jonas Edel", "Ilse Brandt", "Gustav Nehm", "赵敏", "王伟", "Sunita Rao",
    "Edwin Marsh", "Marjorie Pell", "Cyril Dunmore", "周杰", "Ines Carvalho", "Tom Bartley", "Percy Vane", "Olive Stroud", "Rosa Lindqvist",
)
# In order of arrival: what is typed for each of the two. 王伟 is there twice: pinyin initials and an arrow choose the second.
PAIRS = (
    ("mary", "hed"), ("rub", "wilma"), ("chenj", "jonas"), ("ilse", "gust"), ("zm", "sun"), ("edwin", "marj"), ("cyril", "zhouj"), ("ines", "bart"),
    ("percy", "oliv"), ("rosa", "4"), ("11", "Otto Frei"),
)
MOST_KEYS = 12  # a pair, besides the letters of the names


@dataclass(frozen=True)
class Said:
    """What is typed for a board: level, strain, doubling, declarer, tricks over or under."""

    level: int
    strain: str
    doubling: str
    declarer: str
    over: int

    @property
    def result(self) -> str:
        """As it stands on the key."""
        return "=" if self.over == 0 else f"{self.over:+d}"


@dataclass(frozen=True)
class Meeting:
    """One table in one round, as the schedule shows it."""

    round: int
    table: int
    ns: int
    ew: int
    boards: tuple[int, ...]


@dataclass
class Evening:
    """The site, the desk, the phones, and what was typed."""

    site: Site
    new: Callable[..., BrowserContext]
    has_script: bool
    desk: Page
    club: str = ""
    session: str = ""
    keys: int = 0
    cards: dict[int, str] = field(default_factory=dict)  # table -> where its printed card leads
    phones: dict[int, Page] = field(default_factory=dict)
    schedule: list[Meeting] = field(default_factory=list)
    said: dict[tuple[int, int], Said] = field(default_factory=dict)  # (table and round as 100 * round + table, board) -> what counts
    artificial: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    is_closed: bool = False

    @property
    def url(self) -> str:
        """Where the site is."""
        return f"http://localhost:{self.site.port}"

    def at(self, where: str) -> str:
        """A page of the evening."""
        return f"{self.session}{where}"


# ---------- the desk ----------


def open_club(evening: Evening) -> None:
    """The first account, the club, its PIN, its members, its tables' cards."""
    desk = evening.desk
    printed = evening.site.printed.read_text(encoding="utf-8")
    link = re.search(r"http://\S+(/first/\S+)", printed)
    assert link, printed
    desk.goto(evening.url + link[1])
    desk.get_by_label("Name of the club").fill("Millpond Bridge Club")
    desk.get_by_label("Time zone of the club").select_option("Europe/Berlin")
    desk.get_by_label("Name to sign in with").fill("lina")
    desk.get_by_label("New password").fill(PASSWORD)
    desk.get_by_label("The same once more").fill(PASSWORD)
    desk.get_by_role("button", name="Make the account").click()
    desk.wait_for_url("**/c/*/")
    evening.club = desk.url
    desk.goto(f"{evening.club}settings/")
    desk.get_by_label("New PIN of the directors").fill(PIN)
    desk.get_by_role("button", name="Save").click()
    expect(desk.locator(".note.good")).to_have_text("The settings are kept.")
    desk.goto(f"{evening.club}members/list/")
    desk.get_by_label("Paste the list here").fill("\n".join(f"{name}, {number}" for number, name in enumerate(MEMBERS, 1)))
    desk.get_by_role("button", name="Take over").click()
    expect(desk.locator(".note.good")).to_have_text(f"{len(MEMBERS)} members were added, 0 changed.")
    desk.goto(f"{evening.club}cards/")
    printed_cards = desk.locator(".cards .address")
    expect(printed_cards).to_have_count(20)
    evening.cards = {table: evening.url + text[text.index("/t/"):] for table, text in enumerate(printed_cards.all_inner_texts(), 1)}


def new_evening(evening: Evening) -> None:
    """An evening of matchpoints, as usual, at a fee."""
    desk = evening.desk
    desk.goto(f"{evening.club}new/")
    desk.get_by_label("Name of the evening").fill("Tuesday Pairs")
    desk.get_by_label("Fee for a player").fill("6.50")
    desk.get_by_role("button", name="Open the sign-in").click()
    desk.wait_for_url("**/signin/")
    evening.session = desk.url.removesuffix("signin/")


def press(evening: Evening, key: str) -> None:
    """One key that is no letter of a name."""
    evening.keys += 1
    evening.desk.keyboard.press(key)


def comes(evening: Evening, typed: str, *, arrows: int = 0, tabs: int = 0) -> None:
    """Somebody is here, without the mouse: letters, Enter, Enter."""
    desk = evening.desk
    expect(desk.locator("#who")).to_be_focused()
    desk.keyboard.type(typed)
    press(evening, "Enter")
    expect(desk.locator(".found input:checked")).to_be_focused()
    for _ in range(arrows):
        press(evening, "ArrowDown")
    for _ in range(tabs):
        press(evening, "Tab")
    with desk.expect_navigation():
        press(evening, "Enter")


def guest_comes(evening: Evening, name: str) -> None:
    """Nobody fits: the field keeps the focus, so that a slip of the fingers makes no guest; the guest is the next choice."""
    desk = evening.desk
    desk.keyboard.type(name)
    press(evening, "Enter")
    expect(desk.locator(".found legend")).to_have_text("Nobody fits")
    expect(desk.locator("#who")).to_be_focused()
    press(evening, "Tab")
    press(evening, "Tab")
    with desk.expect_navigation():
        press(evening, "Enter")


def sign_in(evening: Evening) -> None:
    """Eleven pairs; one is told to be here already, one waits for a partner, one is a guest; all but one pay."""
    desk = evening.desk
    comes(evening, "rosa")  # she waits
    expect(desk.locator("#found")).to_contain_text("Next: the partner of Rosa Lindqvist.")
    comes(evening, PAIRS[0][0], tabs=2)  # Mary is not her partner: "waits too"
    comes(evening, PAIRS[0][1])
    for first, second in PAIRS[1:9]:
        comes(evening, first)
        comes(evening, second)
    expect(desk.locator(".figure")).to_contain_text("9 pairs")
    desk.goto(evening.at("signin/?who=mary"))
    expect(desk.locator(".found")).to_contain_text("is here already")
    desk.goto(evening.at("signin/"))
    comes(evening, "ww")
    expect(desk.locator("#found")).to_contain_text("Next: the partner of 王伟.")
    comes(evening, "rosa")  # she waited: now a pair
    comes(evening, PAIRS[10][0])
    guest_comes(evening, PAIRS[10][1])
    expect(desk.locator(".figure")).to_have_text("11 pairs")
    for number in range(11):
        press(evening, "Tab") if number else [press(evening, "Tab") for _ in range(2)]
        press(evening, "Tab")
        expect(desk.locator("#here tbody tr").nth(number).locator("input")).to_be_focused()
        if number:
            press(evening, "Space")
    press(evening, "Tab")
    with desk.expect_navigation():
        press(evening, "Enter")
    expect(desk.locator("#here tfoot")).to_contain_text("20 of 22 players")
    assert evening.keys <= MOST_KEYS * len(PAIRS), evening.keys


def start(evening: Evening) -> None:
    """The best proposal, the whole schedule seen before, the start by key."""
    desk = evening.desk
    best = desk.locator("#proposals .proposals label").first
    expect(best).to_contain_text("Three-quarter Howell, 9 rounds of 3")
    expect(best).to_contain_text("one pair sits out in each round")
    desk.get_by_role("button", name="See every round").click()
    expect(desk.locator("h1")).to_have_text("Three-quarter Howell")
    rows = desk.locator(".schedule tbody tr")
    expect(rows).to_have_count(9)
    before = rows.all_inner_texts()
    if evening.has_script:
        with desk.expect_navigation():
            desk.keyboard.press("Control+Enter")
    else:
        desk.get_by_role("button", name="Start").click()
    expect(desk.locator("h1")).to_have_text("The room, round 1 of 9")
    desk.goto(evening.at("movement/"))
    evening.schedule = read_schedule(desk)
    assert [re.findall(r"\d+–\d+", text) for text in before] == [re.findall(r"\d+–\d+", text) for text in desk.locator(".schedule tbody tr").all_inner_texts()]


def read_schedule(desk: Page) -> list[Meeting]:
    """Who meets whom, as the page says; a legal movement of eleven pairs."""
    found = []
    for round_number, row in enumerate(desk.locator(".schedule tbody tr").all(), 1):
        for table, cell in enumerate(row.locator("td").all()[:5], 1):
            ns, ew, first, last = map(int, re.findall(r"\d+", cell.inner_text()))
            found.append(Meeting(round_number, table, ns, ew, tuple(range(first, last + 1))))
    assert len(found) == 45
    met = [frozenset((each.ns, each.ew)) for each in found]
    assert len(set(met)) == 45 and set().union(*met) == set(range(1, 12))
    for pair in range(1, 12):
        played = [board for each in found if pair in (each.ns, each.ew) for board in each.boards]
        assert len(played) == len(set(played)) and len(played) in (24, 27)
    return found


# ---------- the tables ----------


def hold(evening: Evening, table: int, *, pin: str = "") -> Page:
    """A phone scans the card of the table and keeps its slips."""
    page = evening.new(java_script_enabled=evening.has_script).new_page()
    page.goto(evening.cards[table])
    if pin:
        page.get_by_label("Director's PIN").fill(pin)
        page.get_by_role("button", name="Take the slips over").click()
    else:
        page.get_by_role("button", name="Keep the slips on this phone").click()
    page.wait_for_url(evening.at(f"t/{table}/"))
    return page


def own_phone(evening: Evening, table: int, side: str) -> Page:
    """A player's phone: it reads and agrees for its pair."""
    page = evening.new(java_script_enabled=evening.has_script).new_page()
    page.goto(evening.cards[table])
    page.get_by_role("button", name=re.compile(f"I am {side}")).click()
    page.wait_for_url(evening.at(f"t/{table}/"))
    return page


def tap(page: Page, **keys: str) -> None:
    """Tap keys of the slip, all at once: test_table.py taps each by its place on the screen."""
    taps = [f'#slip input[name="{name}"][value="{value}"]' for name, value in keys.items()]
    page.evaluate("keys => keys.forEach((key) => document.querySelector(key).click())", taps)


def enter(page: Page, board: int, said: Said) -> None:
    """Type a slip and hand it over."""
    expect(page.locator("#view h1").first).to_have_text(f"Board {board}")
    tap(page, level=str(said.level), denomination=said.strain, doubling=said.doubling, declarer=said.declarer, result=said.result)
    page.locator("#slip .foot button").click()


def agree(page: Page) -> None:
    """East-West say yes."""
    page.get_by_role("button", name=re.compile("Yes, we agree")).click()


def dispute(page: Page, remark: str) -> None:
    """East-West say no."""
    page.locator('#dispute input[value="result"]').check(force=True)
    page.locator("#remark").fill(remark)
    page.get_by_role("button", name="Send it back to North-South").click()


def onwards(page: Page, meeting: Meeting, board: int) -> None:
    """To the next board of the round, or to where to go, once the site has answered with what counts."""
    expect(page.locator("#view .facts")).to_be_visible()
    if board == meeting.boards[-1]:
        page.get_by_role("link", name="The round is in").click()
        expect(page.locator("#view h1").first).to_have_text("The evening is played" if meeting.round == 9 else f"Round {meeting.round + 1}: where to go")
    else:
        page.get_by_role("link", name=f"On to board {board + 1}").click()


def open_round(page: Page, number: int) -> None:
    """The table's next round."""
    if number > 1:
        page.get_by_role("link", name=re.compile(f"^Open round {number}")).click()


def play_table(evening: Evening, meeting: Meeting) -> None:
    """A round at a table, as most are."""
    open_round(evening.phones[meeting.table], meeting.round)
    play_boards(evening, meeting, meeting.boards)


def play_boards(evening: Evening, meeting: Meeting, boards: Sequence[int]) -> None:
    """Some boards of a round, the first of them on the screen: entered, agreed on the same phone, and on."""
    page = evening.phones[meeting.table]
    for board in boards:
        enter(page, board, evening.said[key_of(meeting), board])
        agree(page)
        onwards(page, meeting, board)


def key_of(meeting: Meeting) -> int:
    """A round at a table in one number."""
    return 100 * meeting.round + meeting.table


def make_results(evening: Evening, seed: int) -> None:
    """What happens at every table: contracts that differ, some doubled, none that a key cannot say."""
    rng = random.Random(seed)
    for meeting in evening.schedule:
        for board in meeting.boards:
            level, strain = rng.choice([(1, "N"), (2, "H"), (2, "S"), (3, "C"), (3, "N"), (3, "N"), (4, "H"), (4, "S"), (5, "D"), (6, "S")])
            over = rng.choice([-3, -2, -1, -1, 0, 0, 0, 1, 1, 2])
            doubling = rng.choice(["X", ""]) if over < 0 else ""
            evening.said[key_of(meeting), board] = Said(level, strain, doubling, rng.choice("NESW"), min(over, 7 - level))


def settle_by_director(evening: Evening, meeting: Meeting, board: int, said: Said | None, reason: str) -> None:
    """At the desk: what counts on a board at a table; its effect is shown before it is confirmed. None: sixty percent to North-South, forty to East-West."""
    desk = evening.desk
    desk.goto(find_correction(evening, meeting, board))
    expect(desk.locator("h1")).to_have_text(f"Board {board} at table {meeting.table}")
    if said is None:
        desk.get_by_label("An artificial score").check()
        desk.get_by_label("North-South get").select_option("60")
        desk.get_by_label("East-West get").select_option("40")
    else:
        desk.get_by_label("A result").check()
        desk.get_by_label("Contract", exact=True).fill(f"{said.level}{said.strain}{said.doubling}")
        desk.get_by_label("Declarer").fill(said.declarer)
        desk.get_by_label("Result", exact=True).fill(said.result)
    desk.get_by_label("Why").fill(reason)
    desk.get_by_label("Law", exact=True).fill("81C3")
    desk.get_by_role("button", name="See the effect").click()
    expect(desk.locator("#correct h2").first).to_have_text("What it changes")
    desk.get_by_role("button", name="Confirm").click()
    expect(desk.locator("#correct aside")).to_contain_text(reason)


def find_correction(evening: Evening, meeting: Meeting, board: int) -> str:
    """The address at which the desk corrects a board: while it runs that of the room's pages, afterwards that of the board's traveller."""
    if not evening.is_closed:
        phone = evening.phones[meeting.table]
        phone.goto(evening.at(f"t/{meeting.table}/?round={meeting.round}"))
        seating = phone.locator(f'#view a[data-board="{board}"]').first.get_attribute("data-seating")
        return evening.at(f"correct/{seating}/{board}/")
    desk = evening.desk
    desk.goto(evening.at(f"board/{board}/"))
    row = desk.locator(".traveller tbody tr").filter(has=desk.locator("td:nth-child(1) .num", has_text=re.compile(f"^{meeting.ns}$")))
    with desk.expect_navigation():
        row.get_by_title("Correct").click()
    return desk.url
