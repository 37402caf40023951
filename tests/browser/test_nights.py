"""Four nights that go wrong, put right through the pages. Who met whom is read from the schedule that is shown; the ranking is reckoned from it anew."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from bridge.actions.results import report_result
from bridge.actions.sessions import sign_in
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.seats import Seat, Side, vulnerability_of
from bridge.models import Account, Session
from tests.worlds import actor, club_with_members, evening, fresh_key, member, seating_at, seen, settle, started

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Night:
    """The evening, the director's browser, and every result as it was played: (board, North-South, East-West, points)."""

    session: Session
    page: Page
    url: str
    played: list[tuple[int, int, int, int]] = field(default_factory=list)

    def at(self, name: str, *more: object) -> str:
        """An address of the evening."""
        return self.url + reverse(name, args=[self.session.club.slug, self.session.uid, *more])

    def schedule(self, number: int) -> dict[int, tuple[int, int, list[int]]]:
        """A round as the movement's page shows it: table -> North-South, East-West, boards."""
        self.page.goto(self.at("movement_page"))
        rows = self.page.locator("table.schedule tbody tr")
        tables = re.findall(r"Table (\d+)", self.page.locator("table.schedule thead").inner_text(), re.IGNORECASE)
        cells = rows.nth(number - 1).locator("td").all()
        found = {}
        for table, cell in zip(map(int, tables), cells, strict=False):
            told = re.match(r"(\d+)–(\d+)\s+(\d+)(?:–(\d+))?", cell.inner_text().strip())
            if told:
                first, last = int(told[3]), int(told[4] or told[3])
                found[table] = (int(told[1]), int(told[2]), list(range(first, last + 1)))
        return found

    def play(self, number: int, *, but: Iterable[tuple[int, int]] = ()) -> None:
        """Every table plays its boards of a round, except these (table, board)."""
        for table, (ns, ew, boards) in self.schedule(number).items():
            seating = seating_at(self.session, number, table)
            for board in boards:
                if (table, board) in but:
                    continue
                tricks, points = result_of(ns, ew, board)
                report = Report(Contract(1, Strain.N), Seat.N, tricks)
                report_result(seating, board, report, by_side=None, by=actor(), key=fresh_key(), seen=seen(self.session))
                self.played.append((board, ns, ew, points))

    def tell(self, what: str) -> None:
        """Open the slip for what happened from the room."""
        self.page.goto(self.at("room"))
        self.page.get_by_role("link", name="What really happened?").click()
        self.page.get_by_role("link", name=what).click()

    def confirm(self) -> None:
        """Look at before and after, then say so."""
        self.page.get_by_role("button", name="Show before and after").click()
        expect(self.page.locator("#preview h2")).to_have_text("Before and after")
        self.page.get_by_role("button", name="This is what happened").click()
        expect(self.page.locator(".note.good")).to_contain_text("Done:")

    def ranking(self) -> dict[int, str]:
        """Number -> percentage, as the ranking shows them."""
        settle()
        self.page.goto(self.at("ranking"))
        expect(self.page.locator(".standings tbody tr").first).to_be_visible()
        rows = self.page.locator(".standings tbody tr").all()
        return {int(row.locator("td").nth(1).inner_text()): row.locator("td.main").inner_text().strip() for row in rows}


def result_of(ns: int, ew: int, board: int) -> tuple[int, int]:
    """Tricks in 1NT by North and North-South's points: 6 to 13 tricks, by who plays what."""
    tricks = 6 + (3 * ns + 5 * ew + 7 * board) % 8
    if tricks < 7:
        return tricks, -100 * (7 - tricks) if vulnerability_of(board).has(Side.NS) else -50 * (7 - tricks)
    return tricks, 90 + 30 * (tricks - 7)


def expected(played: Iterable[tuple[int, int, int, int]]) -> dict[int, str]:
    """Everybody's percentage: each line of a board against each other one (Law 78A), boards played less often brought to the most by Neuberg's formula."""
    lines: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for board, ns, ew, points in played:
        lines[board].append((ns, ew, points))
    most = max(map(len, lines.values()))
    share: dict[int, list[Fraction]] = defaultdict(list)
    for rows in lines.values():
        for ns, ew, points in rows:
            marks = Fraction(sum(2 if points > other else 1 if points == other else 0 for *_, other in rows) - 1)
            marks = (marks + 1) * most / len(rows) - 1
            share[ns].append(marks / (2 * most - 2))
            share[ew].append(1 - marks / (2 * most - 2))
    percents = {pair: 100 * sum(marks, Fraction(0)) / len(marks) for pair, marks in share.items()}
    hundredths = {pair: int(percent * 100 + Fraction(1, 2)) for pair, percent in percents.items()}
    return {pair: f"{number // 100}.{number % 100:02d}" for pair, number in hundredths.items()}


@pytest.fixture
def night(phone: Callable[..., BrowserContext], live_server: LiveServer) -> Callable[..., Night]:
    """A running evening: so many pairs in a Howell, with the director at the desk."""

    def begin(pairs: int, *, rounds: int | None = None) -> Night:
        session = evening(club_with_members(2 * pairs + 6), pairs=pairs)
        family = "howell_sitout" if pairs % 2 else "howell"
        started(session, make_movement(order_of(family, Fraction(pairs, 2), rounds)), boards_per_set=2)
        client = Client()
        client.force_login(Account.objects.get(username="lina"))
        context = phone(viewport={"width": 1280, "height": 900}, locale="en-GB", has_touch=False)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        return Night(session, context.new_page(), live_server.url)

    return begin


def comes(one: Night, number: int) -> None:
    sign_in(one.session, [member(one.session.club, number), member(one.session.club, number + 1)], by=actor(), key=fresh_key())


def test_a_half_table_in_a_howell_becomes_full(night: Callable[..., Night]) -> None:
    one = night(7)
    one.play(1)
    comes(one, 15)
    one.tell("A pair comes late")
    one.page.locator("input[name=entries]").check()
    one.page.locator("input[name=first]").fill("2")
    one.confirm()
    for number in range(2, 8):
        assert len(one.schedule(number)) == 4
        one.play(number)
    assert len(one.played) == 2 * (3 + 6 * 4)
    assert one.ranking() == expected(one.played)


def test_two_pairs_arrive_after_two_rounds(night: Callable[..., Night]) -> None:
    one = night(7)
    one.play(1)
    one.play(2)
    comes(one, 15)
    comes(one, 17)
    one.tell("A pair comes late")
    boxes = one.page.locator("input[name=entries]")
    expect(boxes).to_have_count(2)
    for box in boxes.all():
        box.check()
    one.page.locator("input[name=first]").fill("3")
    one.confirm()
    for number in range(3, 8):
        one.play(number)
    assert set(one.ranking()) == set(range(1, 10))
    assert one.ranking() == expected(one.played)


def test_the_wrong_movement_is_noticed_in_round_three(night: Callable[..., Night]) -> None:
    """Eight pairs began a Howell of three rounds and should have played all seven."""
    one = night(8, rounds=3)
    one.play(1)
    one.play(2)
    one.tell("It is the wrong movement")
    one.page.locator("select[name=code]").select_option(label="Howell, 4 tables")
    one.page.locator("input[name=first]").fill("3")
    one.page.locator("input[name=rounds]").fill("7")
    one.confirm()
    for number in range(3, 8):
        one.play(number)
    assert len({(min(ns, ew), max(ns, ew)) for _, ns, ew, _ in one.played}) == 28  # everybody met everybody
    assert len(one.played) == 56
    assert one.ranking() == expected(one.played)


def test_a_board_played_at_the_wrong_table(night: Callable[..., Night]) -> None:
    """Table 1 plays, in round 2, a board that neither pair has seen; its score stands, and the table's next boards avoid it."""
    one = night(8)
    one.play(1)
    known = {board for board, ns, ew, _ in one.played for pair in one.schedule(2)[1][:2] if pair in (ns, ew)}
    ns, ew, due = one.schedule(2)[1]
    wrong = next(board for board in range(1, 15) if board not in known and board not in due)
    one.play(2, but=[(1, due[0])])
    tricks, points = result_of(ns, ew, wrong)
    seating = seating_at(one.session, 2, 1)
    said = Report(Contract(1, Strain.N), Seat.N, tricks)
    report_result(seating, wrong, said, by_side=Side.NS, by=actor(), key=fresh_key(), seen=seen(one.session), keep=True)
    one.tell("A board was played that was not due")
    for name, value in (("table", 1), ("first", 2), ("boards", wrong), ("instead", due[0])):
        one.page.locator(f"input[name={name}]").fill(str(value))
    one.page.get_by_role("button", name="Show before and after").click()
    expect(one.page.locator("#preview")).to_contain_text("Law 15B2")
    one.page.get_by_role("button", name="This is what happened").click()
    expect(one.page.locator(".note.good")).to_contain_text("Law 15B2")
    one.played.append((wrong, ns, ew, points))
    for number in range(3, 8):
        left_out = [(table, wrong) for table, (north, east, boards) in one.schedule(number).items() if wrong in boards and {north, east} & {ns, ew}]
        one.play(number, but=left_out)
    assert one.ranking() == expected(one.played)
