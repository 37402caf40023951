"""Events that are drawn, through the pages: from the sign-up to the final table, whose figures are reckoned here once more from what was played."""

import re
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from bridge.actions.results import report_result
from bridge.actions.sessions import make_session, sign_in
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.jobs.queue import NotYet
from bridge.jobs.swiss import run_event
from bridge.models import Account, EventForm, Match, Place, Seating, Session
from tests.worlds import actor, club_with_members, fresh_key, member, seen, settle

pytestmark = pytest.mark.django_db(transaction=True)
EVENING = datetime(2127, 11, 24, 18, 0, tzinfo=UTC)  # later than any clock that runs this


@pytest.fixture
def desk(phone: Callable[..., BrowserContext], live_server: LiveServer) -> Callable[[Session], "Desk"]:
    """The director's browser at an evening."""

    def sit_down(session: Session) -> Desk:
        client = Client()
        client.force_login(Account.objects.get(username="lina"))
        context = phone(viewport={"width": 1280, "height": 900}, locale="en-GB", has_touch=False)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        return Desk(session, context.new_page(), live_server.url)

    return sit_down


class Desk:
    """An evening and the director's browser."""

    def __init__(self, session: Session, page: Page, url: str) -> None:
        self.session, self.page, self.url = session, page, url

    def open(self, name: str, *more: object) -> None:
        self.page.goto(self.url + reverse(name, args=[self.session.club.slug, self.session.uid, *more]))

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def rows(self) -> dict[str, tuple[str, str]]:
        """Number or name -> place and figure, as the ranking shows them."""
        expect(self.page.locator(".standings tbody tr td.main").first).to_be_visible()
        rows = [row.locator("th, td").all_inner_texts() for row in self.page.locator(".standings tbody tr").all()]
        return {row[1].strip(): ("".join(row[0].split()), row[-1].strip()) for row in rows}  # the sign of a tie hangs beside its place


def play(session: Session, number: int, tricks_at: Callable[[Seating, int], int], *, but: int = 0) -> None:
    """One notrump by North at every table of a round, on all boards but the last few of table 1."""
    for seating in Seating.objects.live().filter(section__session=session, round__number=number).select_related("round", "section__session"):
        last = seating.last_board - (but if seating.table == 1 else 0)
        for board in range(seating.first_board, last + 1):
            report = Report(Contract(1, Strain.N), Seat.N, tricks_at(seating, board))
            report_result(seating, board, report, by_side=None, by=actor(), key=fresh_key(), seen=seen(session))


IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)  # Law 78B


def imps(points: int) -> int:
    return (1 if points > 0 else -1) * sum(abs(points) >= least for least in IMPS)


def points_of(board: int, tricks: int) -> int:
    """North-South's points for one notrump with so many tricks (Law 77)."""
    is_vulnerable = ((board - 1) % 16 + (board - 1) % 16 // 4) % 4 in (1, 3)
    return 90 + 30 * (tricks - 7) if tricks >= 7 else (7 - tricks) * (-100 if is_vulnerable else -50)


def place_of(value: Fraction, all_of: list[Fraction]) -> str:
    return f"{1 + sum(other > value for other in all_of)}{'=' if all_of.count(value) > 1 else ''}"


def two_decimals(value: Fraction) -> str:
    size = int(abs(value) * 100 + Fraction(1, 2))
    return f"{'−' if value < 0 and size else ''}{size // 100}.{size % 100:02d}"


# ---------- Swiss teams of nine ----------


def victory_points(margin: int, boards: int) -> Fraction:
    """The WBF's continuous curve of 2013, rounded to hundredths."""
    ratio = (Decimal(5).sqrt() - 1) / 2
    reach = 15 * Decimal(boards).sqrt()
    won = min(Decimal(20), 10 + 10 * (1 - ratio ** (3 * Decimal(abs(margin)) / reach)) / (1 - ratio**3))
    hundredths = int((won * 100).quantize(Decimal(1), ROUND_HALF_UP))
    return Fraction(hundredths if margin >= 0 else 2000 - hundredths, 100)


def team_tricks(seating: Seating, board: int) -> int:
    return 5 + (3 * seating.table + 5 * board + 2 * seating.pk) % 6


def expected_teams(session: Session, tricks: dict[tuple[int, int], int]) -> dict[str, Fraction]:
    """Team's name -> victory points: every match by its two rooms, half as much where it is of half length."""
    won: dict[str, Fraction] = defaultdict(Fraction)
    for match in Match.objects.live().select_related("home", "away"):
        rooms = {room: Seating.objects.live().get(match=match, room=room).pk for room in ("open", "closed")}
        boards = range(match.first_board, match.first_board + match.boards)
        margin = sum(imps(points_of(board, tricks[rooms["open"], board]) - points_of(board, tricks[rooms["closed"], board])) for board in boards)
        share = Fraction(1, 2) if match.is_half else Fraction(1)
        for team, own in ((match.home, margin), (match.away, -margin)):
            won[team.name] += share * victory_points(own, match.boards)
    return won


def test_swiss_teams_of_nine_with_a_triangle(desk: Callable[[Session], Desk]) -> None:
    club = club_with_members(36)
    session = make_session(club, EVENING, name="Swiss teams", form=EventForm.TEAMS, by=actor(), key=fresh_key())
    one = desk(session)
    one.open("teams")
    for team in range(9):
        one.page.get_by_label("Name of the team").fill(f"Team {team + 1}")
        one.page.get_by_label("Players").fill("\n".join(str(4 * team + each) for each in range(1, 5)))
        one.press("Save")
        expect(one.page.locator("tbody th[scope=row]")).to_have_count(team + 1)
    one.open("draw_start")
    for name, value in (("rounds", "2"), ("boards", "4")):
        one.page.locator(f"input[name={name}]").fill(value)
    one.page.locator("select[name=odd]").select_option("three_way")
    one.press("Make the first draw")
    expect(one.page.locator("h1")).to_have_text("Draw of round 1 of 2")
    tricks: dict[tuple[int, int], int] = {}

    def remembered(seating: Seating, board: int) -> int:
        tricks[seating.pk, board] = team_tricks(seating, board)
        return tricks[seating.pk, board]

    for number in (1, 2):
        settle()
        one.open("draws")
        expect(one.page.get_by_role("rowheader", name="Triangle")).to_be_visible()
        one.press("Release the draw")
        expect(one.page.locator(".title")).to_contain_text("released")
        play(session, number, remembered)
        if number == 1:
            one.open("draws")
            one.press("Close the round and draw the next")
            expect(one.page.locator("h1")).to_have_text("Draw of round 2 of 2")
    settle()
    matches = Match.objects.live()
    assert matches.filter(is_half=True).count() == 6 and matches.count() == 12
    assert len({frozenset((match.home_id, match.away_id)) for match in matches}) == 12  # nobody met twice
    threes = [team for match in matches.filter(is_half=True) for team in (match.home_id, match.away_id)]
    assert len(set(threes)) == 6  # nobody was in both triangles
    close_evening(one)
    one.open("matches")
    expected = expected_teams(session, tricks)
    assert one.rows() == {team: (place_of(points, list(expected.values())), two_decimals(points)) for team, points in expected.items()}


def close_evening(one: Desk) -> None:
    """The evening is closed by the director, and published."""
    one.open("close")
    one.page.locator("main form button").last.click()
    expect(one.page.locator("h1")).to_have_text("The evening is closed")
    settle()


# ---------- automatic Swiss pairs of twenty-one ----------


def it_is(session: Session, minutes: int) -> None:
    """The worker looks at the clock so many minutes after the start, until nothing is due."""
    for _ in range(20):
        try:
            run_event(session.pk, EVENING + timedelta(minutes=minutes))
        except NotYet:
            settle()
            continue
        settle()
        return
    raise AssertionError("the event never gets on")


def pair_tricks(seating: Seating, board: int) -> int:
    return 5 + (7 * seating.table + 3 * board + seating.table * board) % 6


def expected_pairs(session: Session, tricks: dict[tuple[int, int], int]) -> dict[int, tuple[Fraction, int]]:
    """Pair's number -> mean IMPs against the other tables added up, and boards played; a round sat out: 3 IMPs a board."""
    number_of = dict(Place.objects.live().values_list("entry", "entry__starts__number"))
    total = {number: [Fraction(0), 0] for number in number_of.values()}
    boards: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for (seating, board), won in tricks.items():
        boards[board].append((seating, points_of(board, won)))
    for rows in boards.values():
        for seating, points in rows:
            mean = Fraction(sum(imps(points - theirs) for table, theirs in rows if table != seating), len(rows) - 1)
            for side, entry in Place.objects.live().filter(seating=seating).values_list("side", "entry"):
                own = total[number_of[entry]]
                own[0] += mean if side == "NS" else -mean
                own[1] += 1
    for entry in Place.objects.live().filter(seating__isnull=True).values_list("entry", flat=True):
        total[number_of[entry]][0] += 2 * 3
    return {number: (score, int(played)) for number, (score, played) in total.items()}


def test_automatic_swiss_pairs_of_twenty_one_with_one_pair_leaving(desk: Callable[[Session], Desk]) -> None:
    club = club_with_members(42)
    session = make_session(club, EVENING, name="Peak pairs", options={"method": "cross_imps"}, by=actor(), key=fresh_key())
    for pair in range(20):
        sign_in(session, [member(club, 2 * pair + 1), member(club, 2 * pair + 2)], by=actor(), key=fresh_key())
    one = desk(session)
    one.open("signin")
    for number in ("41", "42"):
        one.page.get_by_role("searchbox").fill(f"Player {number}")
        one.page.get_by_role("button", name="Find").click()
        expect(one.page.locator("#found label").first).to_contain_text(f"Player {number}")
        one.page.locator("#found button").first.click()
        expect(one.page.locator("#here")).to_contain_text(f"Player {number}")
    one.open("draw_start")
    for name, value in (("rounds", "3"), ("boards", "2"), ("round_minutes", "15"), ("pause", "5"), ("share", "70")):
        one.page.locator(f"input[name={name}]").fill(value)
    one.page.locator("select[name=variant]").select_option("seed_rule")
    one.page.locator("input[name=by_itself]").check()
    one.press("Make the first draw")
    expect(one.page.locator("main")).to_contain_text("The clock makes this draw at its time.")
    tricks: dict[tuple[int, int], int] = {}

    def remembered(seating: Seating, board: int) -> int:
        tricks[seating.pk, board] = pair_tricks(seating, board)
        return tricks[seating.pk, board]

    for number in (1, 2, 3):
        it_is(session, 20 * (number - 1))
        assert Seating.objects.live().filter(section__session=session, round__number=number).count() == 10
        play(session, number, remembered, but=1 if number == 2 else 0)  # the first table does not finish its second round
        if number == 1:
            one.open("draws")
            row = one.page.locator("tr", has=one.page.get_by_role("button", name="Leaves", exact=True)).filter(has_text="Rosa Lindqvist")
            leaver = int(row.locator("td").first.inner_text())
            row.get_by_role("button", name="Leaves", exact=True).click()
            expect(one.page.get_by_role("button", name="Takes part again", exact=True)).to_have_count(1)
        it_is(session, 20 * number - 5)
    settle()
    told = expected_pairs(session, tricks)
    assert told[leaver][1] == 2
    one.open("ranking")
    expect(one.page.locator(".standings tbody tr")).to_have_count(21)
    shown = {int(re.sub(r"\D", "", number)): told_here for number, told_here in one.rows().items()}
    numbers = [number for number, (_, boards) in told.items() if boards * 100 >= 70 * 6]
    numbers.sort(key=lambda number: (-told[number][0], -told[number][1], number))
    figures = {number: f"{'+' if score > 0 else ''}{two_decimals(score)}" for number, (score, _) in told.items()}
    assert {number: figure for number, (_, figure) in shown.items()} == figures
    assert {number: place for number, (place, _) in shown.items() if number in numbers} == {number: str(at) for at, number in enumerate(numbers, 1)}
    assert shown[leaver][0] in ("", "–")
