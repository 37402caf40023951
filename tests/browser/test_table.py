"""A table's phone in a real browser: with the network, without it, with its tab closed in between, and without scripts."""

import re
from datetime import timedelta
from urllib.parse import parse_qs

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from bridge.actions.results import correct_result, undo_act
from bridge.actions.rounds import pause_clock, resume_clock, shift_clock, take_break
from bridge.engine.contract import Report as Said
from bridge.engine.contract import parse_contract
from bridge.engine.seats import Seat
from bridge.models import Act, DirectorCall, Report, Result
from tests.worlds import actor, card_at, fresh_key, mitchell_evening, seating_at

MANY = 100
KEEP_MANY = """many => {
  const names = Object.keys(localStorage).filter(each => each.startsWith("slips.entry "));
  const first = JSON.parse(localStorage.getItem(names[0]));
  for (let at = 2; at <= many; at += 1) {
    const key = String(at).padStart(32, "0"), entry = Object.assign({}, first, { key, fields: Object.assign({}, first.fields, { key }) });
    localStorage.setItem("slips.entry " + String(at).padStart(9, "0") + " " + key, JSON.stringify(entry));
  }
  return [first.key];
}"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def session():
    """Three tables, three rounds of two boards."""
    return mitchell_evening(tables=3)


def address(live_server, session, name, *more):
    return live_server.url + reverse(name, args=[session.club.slug, session.uid, *more])


def hold(page, live_server, session, table=1):
    page.goto(live_server.url + card_at(session, table))
    page.get_by_role("button", name="Keep the slips").click()
    page.wait_for_url(address(live_server, session, "table", table))


def choose(page, name, value):
    key = page.locator(f'#slip input[name="{name}"][value="{value}"]')
    key.evaluate("key => key.scrollIntoView({block: 'center'})")  # away from the foot that stays at the thumb
    key.check(force=True)


def enter(page, board, level="4", strain="S", declarer="S", result="="):
    expect(page.locator("#view h1")).to_have_text(f"Board {board}")
    for name, value in (("level", level), ("denomination", strain), ("declarer", declarer), ("result", result)):
        choose(page, name, value)
    page.locator("#slip .foot button").click()


def agree(page):
    page.get_by_role("button", name=re.compile("Yes, we agree")).click()


def counted(session):
    rows = Result.objects.live().filter(seating__section__session=session).order_by("since_id")
    return [(row.seating.round.number, row.board.number, row.contract, row.tricks) for row in rows.select_related("seating__round", "board")]


def test_two_boards_then_where_to_go(phone, live_server, session):
    page = phone().new_page()
    hold(page, live_server, session)
    choose(page, "level", "4")
    choose(page, "denomination", "S")
    choose(page, "declarer", "E")
    choose(page, "result", "+1")
    expect(page.locator("#slip [data-fill=points]")).to_have_text("−450")
    expect(page.locator("#slip [data-fill=lead]")).to_have_text("1 overtrick, 11 tricks")
    page.locator("#slip .foot button").click()
    expect(page.locator("#view h1").first).to_have_text("Wilma, Jonas: is this right?")
    expect(page.locator(".yours dd")).to_have_text("+450")
    agree(page)
    page.get_by_role("link", name="On to board 2").click()
    enter(page, 2)
    agree(page)
    page.get_by_role("link", name="The round is in").click()
    expect(page.locator("#view h1").first).to_have_text("Round 2: where to go")
    page.get_by_role("link", name="Open round 2").click()
    expect(page.locator("#view h1")).to_have_text("Board 3")
    assert counted(session) == [(1, 1, "4S", 11), (1, 2, "4S", 10)]


def test_impossible_keys_and_missing_pieces(phone, live_server, session):
    page = phone().new_page()
    hold(page, live_server, session)
    choose(page, "level", "6")
    choose(page, "denomination", "N")
    expect(page.locator('#slip input[name="result"][value="+2"]')).to_be_disabled()
    page.locator("#slip .foot button").click()
    expect(page.locator("#slip .error")).to_have_text(["Who played it?", "How many tricks?"])
    choose(page, "declarer", "N")
    expect(page.locator("#slip .error")).to_have_text(["How many tricks?"])  # told until it is there
    assert Report.objects.count() == 0


def test_without_network_over_a_change_of_round_with_the_tab_closed_in_between(phone, live_server, session):
    context = phone()
    page = context.new_page()
    hold(page, live_server, session)
    enter(page, 1)
    agree(page)
    expect(page.get_by_role("link", name="On to board 2")).to_be_visible()
    page.wait_for_timeout(1500)  # the page is fetched once more, to be kept
    acts = Act.objects.count()

    context.set_offline(True)
    page.get_by_role("link", name="On to board 2").click()
    enter(page, 2, level="3", strain="N", declarer="N", result="-1")
    agree(page)
    expect(page.locator("#net")).to_contain_text("No network since")
    expect(page.locator("#view h1").first).to_have_text("Round 2: where to go")
    page.get_by_role("link", name="Open round 2").click()
    enter(page, 3, level="2", strain="H", declarer="E", result="+1")
    expect(page.locator("#net")).to_contain_text("boards 2, 3")
    expect(page.locator("#view a.at[data-board='3'] small")).to_have_text("waiting for the network")
    page.close()

    again = context.new_page()
    again.goto(address(live_server, session, "table", 1))  # still no network: the phone has kept the page
    expect(again.locator("#net")).to_contain_text("boards 2, 3")
    agree(again)
    enter(again, 4, result="+2")
    agree(again)
    again.close()
    assert Act.objects.count() == acts

    context.set_offline(False)
    last = context.new_page()
    last.goto(address(live_server, session, "table", 1))
    expect(last.locator("#net")).to_have_text("")
    expect(last.locator("#view h1").first).to_have_text("Round 3: where to go")
    last.wait_for_timeout(500)
    assert counted(session) == [(1, 1, "4S", 10), (1, 2, "3N", 8), (2, 3, "2H", 9), (2, 4, "4S", 12)]
    assert Act.objects.count() == acts + 6
    assert DirectorCall.objects.count() == 0


def test_a_call_without_network_waits_plainly_marked_and_is_sent_once(phone, live_server, session):
    context = phone()
    page = context.new_page()
    hold(page, live_server, session)
    context.set_offline(True)
    call = page.get_by_role("button", name="Director")
    call.click()
    expect(page.locator("#refused li")).to_contain_text("The director is not called yet")
    call.click()
    enter(page, 1)
    expect(page.locator("#refused li")).to_have_count(1)
    page.get_by_role("button", name="Do not call any more").click()
    expect(page.locator("#refused li")).to_have_count(0)
    call.click()
    expect(page.locator("#refused li")).to_have_count(1)
    assert DirectorCall.objects.count() == 0
    context.set_offline(False)
    expect(page.locator("#net")).to_have_text("The director is called.")
    expect(page.locator("#refused li")).to_have_count(0)
    assert [(each.about, each.seating.table) for each in DirectorCall.objects.all()] == [("call", 1)]
    assert Report.objects.count() == 1


def test_what_the_others_say_is_wrong_on_this_phone_and_on_their_own(phone, live_server, session):
    page, own = phone().new_page(), phone().new_page()
    hold(page, live_server, session)
    own.goto(live_server.url + card_at(session, 1))
    own.get_by_role("button", name=re.compile("I am East-West")).click()
    note = page.locator('[data-fill="disputed"]')
    for phone_of_theirs, wrong, remark in ((page, "result", "nine tricks"), (own, "declarer", "it was North")):
        enter(page, 1)
        expect(page.get_by_role("button", name=re.compile("Yes, we agree"))).to_be_visible()
        if phone_of_theirs is own:
            own.goto(address(live_server, session, "table", 1))
        phone_of_theirs.locator(f'#dispute input[value="{wrong}"]').check(force=True)
        phone_of_theirs.locator("#remark").fill(remark)
        phone_of_theirs.get_by_role("button", name="Send it back").click()
        if phone_of_theirs is own:
            expect(own.locator(".note.bad")).to_contain_text(remark)
            page.goto(address(live_server, session, "table", 1) + "?round=1")
            expect(page.locator('#view a.at[data-board="1"] small')).to_have_text("disputed")
            page.locator('#view a.at[data-board="1"]').click()
        expect(note).to_contain_text(f"East-West say this is wrong: {'Tricks' if wrong == 'result' else 'Declarer'}. “{remark}”")


def test_what_cannot_count_on_arrival_goes_to_the_director(phone, live_server, session):
    context = phone()
    page = context.new_page()
    hold(page, live_server, session)
    context.set_offline(True)
    enter(page, 1)
    expect(page.locator("#net")).to_contain_text("No network since")
    correct_result(seating_at(session, 1, 1), 1, Said(parse_contract("2S"), Seat.S, 8), reason="told aloud", by=actor(), key=fresh_key())
    context.set_offline(False)
    expect(page.locator("#net")).to_have_text("What waited here about board 1 cannot count by itself: it is kept, and the director has it.", timeout=15000)
    assert [(call.about, call.facts["tricks"]) for call in DirectorCall.objects.all()] == [("correction", 10)]
    assert counted(session) == [(1, 1, "2S", 8)]


def test_a_page_that_grew_old_still_sends(phone, live_server, session):
    context = phone()
    page = context.new_page()
    hold(page, live_server, session)
    context.clear_cookies(name="csrftoken")
    enter(page, 1)
    agree(page)
    expect(page.get_by_role("link", name="On to board 2")).to_be_visible()
    assert counted(session) == [(1, 1, "4S", 10)]


def test_a_phone_that_was_replaced_says_so(phone, live_server, session):
    old, new = phone(), phone()
    page = old.new_page()
    hold(page, live_server, session)
    page.goto(address(live_server, session, "scan", 1))
    page.get_by_role("button", name="Let another phone take over").click()
    page.get_by_role("link", name="Back to the table").click()
    second = new.new_page()
    second.goto(live_server.url + card_at(session, 1))
    second.get_by_role("button", name="Keep the slips").click()
    expect(second.locator("#view h1")).to_have_text("Board 1")
    expect(page.locator("#net")).to_contain_text("Another phone holds the slips", timeout=10000)


def test_what_the_clubs_computer_lost_with_an_older_copy_is_sent_again_and_what_was_taken_back_is_not(phone, live_server, session):
    page = phone().new_page()
    hold(page, live_server, session)
    before = Act.objects.latest("pk").pk
    enter(page, 1)
    agree(page)
    expect(page.get_by_role("link", name="On to board 2")).to_be_visible()
    page.wait_for_timeout(300)
    with connection.cursor() as cursor:  # as a copy that was made before has it
        for table, column in (("bridge_result", "since_id"), ("bridge_report", "since_id"), ("bridge_act", "id")):
            cursor.execute(f"DELETE FROM {table} WHERE {column} > %s", [before])  # noqa: S608
    expect(page.locator("#net")).to_contain_text("sent again: board 1.", timeout=15000)
    assert counted(session) == [(1, 1, "4S", 10)]

    undo_act(Act.objects.get(kind="agree_result"), by=actor(), key=fresh_key())
    undo_act(Act.objects.get(kind="report_result"), by=actor(), key=fresh_key())
    acts = Act.objects.count()
    with page.expect_response("**/t/1/1/agree/"):
        page.goto(address(live_server, session, "table", 1))
    expect(page.locator("#view h1")).to_have_text("Board 1")
    page.wait_for_timeout(300)
    assert counted(session) == [] and Act.objects.count() == acts
    expect(page.locator("#net")).to_have_text("")


def test_the_clock_of_the_desk_is_the_phones_too(phone, live_server, session):
    page = phone().new_page()
    hold(page, live_server, session)
    clock = page.locator("#clock")
    expect(clock).to_contain_text("left")
    pause_clock(session, by=actor(), key=fresh_key())
    expect(clock).to_contain_text("the clock stands")
    resume_clock(session, by=actor(), key=fresh_key())
    take_break(session, 10, by=actor(), key=fresh_key())
    session.refresh_from_db()
    shift_clock(session, -int((seating_at(session, 1, 1).round.closes - timezone.now()).total_seconds()) // 60 - 1, by=actor(), key=fresh_key())
    expect(clock).to_contain_text("tea break")


def test_a_double_tap_is_one_report(phone, live_server, session):
    page = phone().new_page()
    hold(page, live_server, session)
    for name, value in (("level", "1"), ("denomination", "N"), ("declarer", "W"), ("result", "=")):
        choose(page, name, value)
    page.locator("#slip .foot button").dblclick()
    expect(page.locator(".yours dd")).to_have_text("+90")
    assert Report.objects.count() == 1


def test_an_answer_that_was_asked_for_earlier_takes_nothing_back(phone, live_server, session):
    page, late = phone().new_page(), []

    def hold_back(route):  # how things stood when the page was opened, a result of another table among it, is told when they stand otherwise
        correct_result(seating_at(session, 1, 2), 3, Said(parse_contract("2S"), Seat.S, 8), reason="told aloud", by=actor(), key=fresh_key())
        late.append((route, route.fetch()))

    page.route("**/state/", hold_back, times=1)
    hold(page, live_server, session)
    enter(page, 1)
    expect(page.locator("#view h1").first).to_have_text("Wilma, Jonas: is this right?")
    (route, answer), = late
    with page.expect_response("**/state/"):
        route.fulfill(response=answer)
    page.wait_for_timeout(300)
    expect(page.locator("#view h1").first).to_have_text("Wilma, Jonas: is this right?", timeout=1000)
    agree(page)
    expect(page.get_by_role("link", name="On to board 2")).to_be_visible()


def test_an_answer_that_breaks_off_is_asked_for_again(phone, live_server, session):
    page = phone().new_page()
    hold(page, live_server, session)
    page.route("**/t/1/1/**", lambda route: route.fulfill(response=route.fetch(), body="<html>Welcome to the hall"), times=1)
    enter(page, 1)
    agree(page)
    expect(page.locator('#view a.at[data-board="1"] small')).to_have_text("agreed")
    assert counted(session) == [(1, 1, "4S", 10)]
    assert Report.objects.count() == 1


def test_back_in_the_browser_sends_nothing_twice_and_says_what_was_sent(phone, live_server, session):
    page = phone(java_script_enabled=False).new_page()
    hold(page, live_server, session)
    enter(page, 1)
    expect(page.locator("h1").first).to_have_text("Wilma, Jonas: is this right?")
    page.go_back()
    choose(page, "denomination", "H")
    page.locator("#slip .foot button").click()
    expect(page.locator("main > .note")).to_contain_text("This slip had been sent already.")
    agree(page)
    expect(page.get_by_role("link", name="On to board 2")).to_be_visible()
    page.go_back()
    if page.get_by_role("button", name=re.compile("Yes, we agree")).count():  # as the browser has kept it
        agree(page)
        expect(page.get_by_role("link", name="On to board 2")).to_be_visible()
    assert counted(session) == [(1, 1, "4S", 10)]
    told = Act.objects.filter(kind__in=("report_result", "agree_result")).order_by("pk")
    assert [act.kind for act in told] == ["report_result", "agree_result"]


def test_who_opens_the_page_again_is_asked_what_was_not_answered(phone, live_server, session):
    page = phone().new_page()
    hold(page, live_server, session)
    enter(page, 1)
    for again in (page.reload, page.go_back, page.go_forward):
        expect(page.locator("#view h1").first).to_have_text("Wilma, Jonas: is this right?")
        again()
    agree(page)
    expect(page.get_by_role("link", name="On to board 2")).to_be_visible()


def test_the_same_without_scripts(phone, live_server, session):
    page = phone(java_script_enabled=False).new_page()
    hold(page, live_server, session)
    enter(page, 1)
    expect(page.locator("h1").first).to_have_text("Wilma, Jonas: is this right?")
    page.locator('#dispute input[value="result"]').check(force=True)
    page.get_by_role("button", name="Send it back").click()
    expect(page.locator(".note.bad")).to_contain_text("Disputed")
    expect(page.locator(".note.bad")).to_contain_text("East-West say this is wrong: Tricks.")
    choose(page, "result", "+1")
    page.locator("#slip .foot button").click()
    agree(page)
    page.get_by_role("link", name="On to board 2").click()
    enter(page, 2)
    agree(page)
    page.get_by_role("link", name="The round is in").click()
    page.get_by_role("link", name="Open round 2").click()
    expect(page.locator("h1").first).to_have_text("Board 3")
    assert counted(session) == [(1, 1, "4S", 11), (1, 2, "4S", 10)]


def test_many_entries_are_sent_in_order_once_and_the_page_stays_usable(phone, live_server, session):
    context = phone()
    page = context.new_page()
    hold(page, live_server, session)
    page.wait_for_timeout(1000)
    context.set_offline(True)
    enter(page, 1)
    expect(page.locator("#net")).to_contain_text("Waiting here: board 1.")
    (first,) = page.evaluate(KEEP_MANY, MANY)
    page.close()
    context.set_offline(False)
    again, sent = context.new_page(), []

    def answer(route):
        sent.append(parse_qs(route.request.post_data)["key"][0])
        route.fulfill(json={"state": "waiting", "seen": 1})

    again.route(re.compile(r"/t/1/1/\?round=1$"), lambda route: answer(route) if route.request.method == "POST" else route.continue_())
    again.goto(address(live_server, session, "table", 1))
    expect(again.locator("#net")).to_contain_text("Waiting here: board 1.")
    again.locator('#view a.at[data-board="2"]').click()
    expect(again.locator("#view h1")).to_have_text("Board 2")
    while len(sent) < MANY:
        again.wait_for_timeout(200)
    assert sent[:MANY] == [first, *(f"{at:032}" for at in range(2, MANY + 1))]


def test_two_tabs_of_one_phone_show_what_either_entered(phone, live_server, session):
    context = phone()
    one, two = context.new_page(), context.new_page()
    hold(one, live_server, session)
    two.goto(address(live_server, session, "table", 1))
    expect(two.locator("#view h1")).to_have_text("Board 1")
    two.wait_for_timeout(500)
    enter(one, 1)
    expect(two.locator("#view h1").first).to_have_text("Wilma, Jonas: is this right?")
    agree(two)
    expect(one.get_by_role("link", name="On to board 2")).to_be_visible()
    one.get_by_role("link", name="On to board 2").click()
    two.get_by_role("link", name="On to board 2").click()
    context.set_offline(True)
    choose(two, "level", "1")
    enter(one, 2)
    expect(two.locator("#net")).to_contain_text("Board 2 has been entered elsewhere meanwhile.")
    expect(two.locator("#view a.at[data-board='2'] small")).to_have_text("waiting for the network")
    context.set_offline(False)
    expect(one.locator("#view a.at[data-board='2'] small")).to_have_text("waiting for East-West")
    assert [report.contract for report in Report.objects.live().order_by("pk")] == ["4S", "4S"] and Report.objects.count() == 2


def test_a_hall_that_cannot_store_is_told_from_no_network(phone, live_server, session):
    page = phone().new_page()
    hold(page, live_server, session)
    page.route(re.compile(r"/t/1/1/\?round=1$"), lambda route: route.fulfill(status=503, body="full"))
    enter(page, 1)
    expect(page.locator("#net")).to_contain_text("cannot store anything since")
    expect(page.locator("#net")).to_contain_text("Waiting here: board 1.")
    expect(page.locator("#view a.at[data-board='1'] small")).to_have_text("waits on this phone")
    with page.expect_response("**/state/"):  # to be read is not yet to write
        pass
    expect(page.locator("#net")).to_contain_text("cannot store anything since")
    page.unroute_all()
    expect(page.locator("#net")).to_have_text("")
    assert Report.objects.count() == 1


def test_a_players_own_phone_follows_the_clock(phone, live_server, session):
    own = phone().new_page()
    own.goto(live_server.url + card_at(session, 1))
    session.refresh_from_db()
    late = timezone.now() + timedelta(minutes=9) - seating_at(session, 1, 1).round.closes
    shift_clock(session, int(late.total_seconds()) // 60, by=actor(), key=fresh_key())
    own.get_by_role("button", name=re.compile("I am East-West")).click()
    clock = own.locator("#clock")
    expect(clock).to_have_text(re.compile(r"^\s*[89]:\d\d\s*left\s*$"))
    pause_clock(session, by=actor(), key=fresh_key())
    expect(clock).to_contain_text("the clock stands")
