"""The pages of a table: its phone, players' own phones, slips, answers, and what each of them may read."""

import json
import re
from fractions import Fraction

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bridge.engine.movements.families import make_movement
from bridge.engine.movements.movement import Order
from bridge.models import Attempt, Device, DirectorCall, Report, Result, Session, SessionState, journal
from bridge.permissions import PIN_TRIES, Actor
from tests.web.table_pages import SLIP, address, answer, enter, holder, live, own_phone, post, text
from tests.worlds import account_of, card_at, club_with_members, evening, fresh_key, member, mitchell_evening, seating_at, started

pytestmark = pytest.mark.django_db

NEWS = (("table", [1]), ("slip", [1, 1]))  # what a player's own phone asks for again and again


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of two boards."""
    return mitchell_evening(tables=3)


def test_an_evening_through_the_slips_of_one_table(session):
    client = holder(session)
    page = client.get(address(session, "table", 1))
    assert "Board 1" in text(page) and "Mary Smith" in text(page)
    turned = enter(client, session)
    assert turned.status_code == 303
    asked = client.get(turned.url)
    assert "is this right?" in text(asked) and "−420" in text(asked)
    assert answer(client, session).status_code == 303
    assert [(row.board.number, row.ns_points) for row in live(Result)] == [(1, 420)]
    enter(client, session, number=2, declarer="E", result="-1")
    answer(client, session, number=2)
    where = text(client.get(address(session, "table", 1)))
    assert "Round 2: where to go" in where
    assert "North-South 1 stay" in where and "East-West 1 go" in where
    assert "Open round 2 at table 1" in where
    opened = text(client.get(address(session, "table", 1) + "?round=2"))
    assert "Board 3" in opened


def test_where_to_go_names_table_and_boards_by_the_plan(session):
    client = holder(session)
    for number in (1, 2):
        enter(client, session, number=number)
    page = client.get(address(session, "table", 1))
    here = page.context["here"]
    assert [(way.side, way.table) for way in here.ways] == [("NS", 1), ("EW", 2)]
    assert (here.boards_to, page.context["after"].boards_from, page.context["after"].seating.first_board) == (3, 2, 3)


def test_a_double_click_is_one_report(session):
    client = holder(session)
    for _ in range(2):
        assert enter(client, session, key="the-same-key").status_code == 303
    assert len(live(Report)) == 1


def test_a_slip_with_pieces_missing_is_told_beside_its_keys(session):
    client = holder(session)
    response = enter(client, session, level="", declarer="", result="")
    assert response.status_code == 422
    assert [("level", "At which level?"), ("declarer", "Who played it?"), ("result", "How many tricks?")] == [
        (name, errors[0]) for name, errors in sorted(response.context["form"].errors.items(), key=lambda each: ["level", "declarer", "result"].index(each[0]))
    ]
    foot = text(response).partition("More, or in tricks won")[2]
    assert "At which level? Who played it? How many tricks?" in foot  # beside the button too: without script the page is seen from its head
    assert enter(client, session, result="+7").status_code == 422
    assert enter(client, session, result="=", tricks="9").status_code == 422
    assert enter(client, session, denomination="P", level="", declarer="", result="", lead_suit="", lead_rank="").status_code == 303
    assert [(row.contract, row.ns_points) for row in live(Report)] == [("P", 0)]


@pytest.mark.parametrize(("result", "tricks", "won"), [("=", "", 10), ("+1", "", 11), ("-2", "", 8), ("", "7", 7), ("−3", "", 7)])
def test_results_as_players_say_them(session, result, tricks, won):
    client = holder(session)
    assert enter(client, session, result=result, tricks=tricks).status_code == 303
    assert [row.tricks for row in live(Report)] == [won]


def test_a_board_that_is_not_played_tonight_is_named_at_its_field(session):
    phone = holder(session)
    last = max(session.sections.get().board_set.boards.values_list("number", flat=True))
    for typed in ("777", "0", "-3", "four", "99999999999999999999"):
        answered = phone.get(address(session, "other_board", 1), {"board": typed, "round": "1"})
        assert answered.status_code == 422
        assert f"There is no board {typed} tonight; boards 1–{last} are played." in text(answered)
    assert phone.get(address(session, "other_board", 1), {"board": str(last), "round": "1"})["Location"] == address(session, "slip", 1, last) + "?round=1"


def test_another_board_is_refused_or_kept_for_the_director(session):
    client = holder(session)
    shown = client.get(address(session, "slip", 1, 5) + "?round=1")
    assert "not one of this round&#x27;s boards, 1 to 2" in text(shown) or "not one of this round's boards, 1 to 2" in text(shown)
    assert "Send it to the director" in text(shown)
    refused = enter(client, session, number=5)
    assert refused.status_code == 422
    assert "boards 1–2 are" in text(refused)
    assert enter(client, session, number=5, keep="True").status_code == 303
    assert [(call.about, call.board.number) for call in DirectorCall.objects.all()] == [("unscheduled", 5)]


def test_a_slip_for_a_plan_that_ended_is_kept_for_the_director(session):
    client = holder(session)
    old = seating_at(session, 1, 1)
    with journal.act(session.journal, "new plan", by=Actor(), key=fresh_key()) as act:
        type(old).objects.filter(pk=old.pk).end(act)
    sent = post(client, address(session, "slip", 1, 1), **SLIP, seating=old.pk, seen=0, keep="True")
    assert sent.status_code == 303
    assert client.get(sent.url).status_code == 200
    assert [(call.about, call.facts["contract"]) for call in DirectorCall.objects.all()] == [("old_plan", "4S")]
    assert live(Result) == []


def test_a_dispute_keeps_the_slip_and_hands_it_back(session):
    client = holder(session)
    enter(client, session)
    assert answer(client, session, "dispute", wrong="result", remark="nine tricks").status_code == 303
    page = client.get(address(session, "slip", 1, 1))
    assert "Disputed by the other side" in text(page) and "nine tricks" in text(page)
    assert page.context["form"]["result"].value() == "="
    assert [(row.doubt, row.remark) for row in live(Report)] == [("disputed", "nine tricks")]
    enter(client, session, result="-1")
    answer(client, session)
    assert [row.tricks for row in live(Result)] == [9]


def test_north_south_read_what_the_others_say_is_wrong(session):
    client, east = holder(session), own_phone(session, 1, "EW")
    enter(client, session)
    answer(east, session, "dispute", wrong="declarer")  # no words of their own
    page = text(client.get(address(session, "slip", 1, 1)))
    assert "East-West say this is wrong: Declarer." in page and "“" not in page
    assert "East-West say this is wrong: Declarer." in text(east.get(address(session, "slip", 1, 1)))
    zh = text(client.get(address(session, "slip", 1, 1), headers={"Accept-Language": "zh-Hans"}))
    assert "东西认为有误之处：庄家。" in zh
    enter(client, session, result="-1")
    assert "say this is wrong" not in text(client.get(address(session, "slip", 1, 1)))


def test_a_phone_that_asks_for_news_gets_none_while_there_is_none(session):
    client, east = holder(session), own_phone(session, 1, "EW")
    url, poll = address(session, "table_state", 1), {"HX-Request": "true"}
    mark = client.get(url).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        again = client.get(url, headers={"If-None-Match": mark})
    assert (again.status_code, again.content, len(asked)) == (304, b"", 2)
    marks = {address(session, name, *more): east.get(address(session, name, *more), headers=poll).headers["ETag"] for name, more in NEWS}
    assert {east.get(where, headers=poll | {"If-None-Match": each}).status_code for where, each in marks.items()} == {304}
    assert east.get(address(session, "table", 1), headers={"If-None-Match": marks[address(session, "table", 1)]}).status_code == 200  # a whole page
    enter(client, session)
    assert client.get(url, headers={"If-None-Match": mark}).json()["seen"] > 0
    assert {east.get(where, headers=poll | {"If-None-Match": each}).status_code for where, each in marks.items()} == {200}


def test_news_are_another_s_in_another_language_and_with_another_token(session):
    client = holder(session)
    url = address(session, "table_state", 1)
    mark = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": mark, "Accept-Language": "zh-Hans"}).status_code == 200
    del client.cookies["csrftoken"]
    assert client.get(url, headers={"If-None-Match": mark}).status_code == 200  # its token is needed


def test_two_people_at_the_same_slip(session):
    client, staff = holder(session), Client()
    staff.login(username="lina", password="a long password 7")
    session.journal.refresh_from_db()
    seen = session.journal.head
    enter(client, session)
    late = enter(staff, session, seen=seen, result="+1")
    assert late.status_code == 422
    assert late.context["form"]["result"].value() == "+1"
    assert [row.tricks for row in live(Report)] == [10]
    again = {name: late.context["form"][name].value() for name in ("seating", "seen", "result")}
    assert enter(staff, session, **again).status_code == 303  # having read what happened meanwhile
    assert [row.tricks for row in live(Report)] == [11]


def test_the_other_side_agrees_on_its_own_phone_and_on_no_other_side(session):
    enter(holder(session), session)
    north, east = own_phone(session, 1, "NS"), own_phone(session, 1, "EW")
    assert "is this right?" in text(east.get(address(session, "slip", 1, 1)))
    assert answer(north, session).status_code == 403
    assert answer(north, session, side="NS").status_code == 422
    assert enter(east, session, number=2).status_code == 403
    assert answer(east, session).status_code == 303
    assert len(live(Result)) == 1


def test_a_player_s_own_phone_waits_is_asked_and_is_told_where_to_go(session):
    client, east = holder(session), own_phone(session, 1, "EW")
    assert "you are asked here" in text(east.get(address(session, "table", 1)))
    assert "not entered yet" in text(east.get(address(session, "slip", 1, 2)))
    enter(client, session, number=2)
    asked = east.get(address(session, "table", 1))
    assert (asked.context["panel"], asked.context["number"]) == ("answer", 2)
    answer(east, session, number=2)
    enter(client, session)
    answer(east, session)
    where = east.get(address(session, "table", 1))
    assert where.context["panel"] == "where"
    assert f'href="{address(session, "table", 2)}?round=2"' in where.content.decode()
    assert "Open round 2 at table 2" in text(where) and "Open round 2 at table 1" not in text(where)
    there = east.get(address(session, "table", 2))
    assert (there.context["here"].number, there.context["panel"]) == (2, "quiet")


def test_own_points_on_a_pair_s_phone(session):
    client = holder(session)
    enter(client, session)
    answer(client, session)
    assert "+420" in text(client.get(address(session, "slip", 1, 1)))
    assert "−420" in text(own_phone(session, 1, "EW").get(address(session, "slip", 1, 1)))


def test_nobody_becomes_the_pair_of_another_round(session):
    later = {"seating": seating_at(session, 3, 1).pk, "side": "EW"}
    client = Client()
    client.get(card_at(session, 1))
    response = post(client, address(session, "speak_for_pair", 1), **later)
    assert response.status_code == 422
    assert "Others sit here by now" in text(response)
    assert live(Device) == []


def test_an_account_speaks_for_the_pair_its_player_sits_in(session):
    enter(holder(session), session)
    account_of(member(session.club, 3), "wangwei")  # East-West 1 has members 7 and 8; member 3 is North-South 2
    client = Client()
    client.login(username="wangwei", password="a long password 7")
    assert "This is table" in text(client.get(address(session, "table", 1)))
    assert answer(client, session).status_code == 403
    assert "North-South 2" in text(client.get(address(session, "table", 2)))


def test_nothing_of_other_tables_before_agreement_then_their_results(session):
    first, second = holder(session, 1), holder(session, 2)
    # Round 2: table 3 plays boards 1 and 2, which table 1 has played.
    enter(first, session)
    answer(first, session)
    third = holder(session, 3)
    for number in (5, 6):
        enter(third, session, 3, number)
    enter(third, session, 3, 1, 2, declarer="N", result="+1")
    waiting = third.get(address(session, "slip", 3, 1) + "?round=2")
    assert waiting.context["others"] == [] and "420" not in text(waiting).replace("450", "")
    answer(third, session, table=3, number=1, round_number=2)
    agreed = third.get(address(session, "slip", 3, 1) + "?round=2")
    assert [row.result.ns_points for row in agreed.context["others"]] == [420]
    assert "Smith" in text(agreed).partition("At the other tables")[2]  # who played it there: North-South 1
    Session.objects.update(shows_others=False)
    assert third.get(address(session, "slip", 3, 1) + "?round=2").context["others"] == []
    assert "420" not in text(second.get(address(session, "table", 2)))


def test_the_next_pair_at_a_table_does_not_read_what_it_has_not_played(session):
    client, north = holder(session), own_phone(session, 1, "NS")
    for number in (1, 2):
        enter(client, session, number=number)
        answer(client, session, number=number)
    assert "420" in text(client.get(address(session, "slip", 1, 1) + "?round=1"))
    enter(client, session, number=3, round_number=2)
    page = client.get(address(session, "slip", 1, 1) + "?round=1")
    assert "may not have played it" in text(page) and "420" not in text(page)
    assert page.context["facts"] == {}
    assert "420" in text(north.get(address(session, "slip", 1, 1) + "?round=1"))
    Session.objects.filter(pk=session.pk).update(state=SessionState.CLOSED)  # then everybody may, and the phone says no more that somebody has it to play
    page = client.get(address(session, "slip", 1, 1) + "?round=1")
    assert page.context["facts"]["points"] == {"NS": 420, "EW": -420} and "Ask for a correction" not in text(page)


def test_a_second_phone_needs_consent_or_the_pin(session):
    session.club.pin_hash = make_password("4711")
    session.club.save()
    first, second = holder(session), Client()
    second.get(card_at(session, 1))
    refused = post(second, address(session, "hold_slips", 1))
    assert refused.status_code == 422
    assert "Another phone holds the slips of table 1." in text(refused)
    for left in range(PIN_TRIES - 1, 0, -1):
        assert f"Tries left: {left}." in text(post(second, address(session, "hold_slips", 1), pin="1234"))
    for pin in ("1234", "4711"):  # the last wrong one, and the right one too late
        assert "Too many wrong PINs" in text(post(second, address(session, "hold_slips", 1), pin=pin))
    Attempt.objects.all().delete()
    holder(session, client=second, pin="4711")
    assert Attempt.objects.count() == 0
    assert enter(second, session).status_code == 303
    assert answer(first, session).status_code == 302  # the old phone speaks for nobody any more
    # What waited on the old phone is still taken, to be agreed by others.
    assert enter(first, session, number=2, keep="True").status_code == 303
    assert sorted(row.board.number for row in live(Report)) == [1, 2]


def test_the_old_phone_hands_the_slips_over(session):
    first, second = holder(session), Client()
    assert post(second, address(session, "offer_slips", 1)).status_code == 302
    assert post(first, address(session, "offer_slips", 1)).status_code == 200
    holder(session, client=second)
    third = Client()
    third.get(card_at(session, 1))
    assert "Another phone holds the slips" in text(post(third, address(session, "hold_slips", 1)))
    assert [device.table for device in live(Device)] == [1]


def test_taking_the_slips_twice_with_one_key_leaves_a_phone_that_works(session):
    client = Client()
    for _ in range(2):
        holder(session, client=client, key="the-same-key")
    assert enter(client, session).status_code == 303
    assert Device.objects.count() == 1


def test_asking_for_a_correction_from_the_card(session):
    client = holder(session)
    enter(client, session)
    answer(client, session)
    east = own_phone(session, 1, "EW")
    url = address(session, "ask_correction", 1, 1) + "?round=1"
    assert east.get(url).context["form"]["result"].value() == "="
    session.journal.refresh_from_db()
    fields = SLIP | {"seating": seating_at(session, 1, 1).pk, "seen": session.journal.head, "side": "EW", "result": "-1", "remark": "one down"}
    assert post(east, url, **fields | {"side": "NS"}).status_code == 403
    assert post(east, url, **fields | {"result": ""}).status_code == 422
    assert post(east, url, **fields).status_code == 303
    assert [row.tricks for row in live(Result)] == [10]
    page = text(client.get(address(session, "slip", 1, 1) + "?round=1"))
    assert "East-West ask for this correction" in page and "one down" in page
    answer(client, session, side="NS")
    assert [row.tricks for row in live(Result)] == [9]


def test_the_script_learns_what_became_of_a_slip(session):
    client = holder(session)
    session.journal.refresh_from_db()
    shown = {"seating": seating_at(session, 1, 1).pk, "seen": session.journal.head, "key": "offline-key-1"}
    sent = client.post(address(session, "slip", 1, 1), SLIP | shown, headers={"X-Slips": "1"})
    assert sent.json()["state"] == "waiting"
    # Typed on the same phone before it heard of the report's act.
    yes = shown | {"side": "EW", "key": "offline-key-2", "after": "offline-key-1"}
    assert client.post(address(session, "agree", 1, 1), yes, headers={"X-Slips": "1"}).json()["state"] == "agreed"
    refused = client.post(address(session, "slip", 1, 9), SLIP | shown | {"key": "offline-key-3"}, headers={"X-Slips": "1"})
    assert refused.status_code == 422 and "not played at this table" in json.dumps(refused.json())
    late = shown | {"side": "EW", "key": "offline-key-4", "keep": "True"}
    assert client.post(address(session, "agree", 1, 2), late, headers={"X-Slips": "1"}).json()["state"] == "not_in"
    assert [call.about for call in DirectorCall.objects.all()] == ["late_answer"]
    state = client.get(address(session, "table_state", 1)).json()
    seating = seating_at(session, 1, 1).pk
    here = {key: told["state"] for key, told in state["boards"].items() if key.startswith(f"{seating}-")}
    assert here == {f"{seating}-1": "agreed", f"{seating}-2": "not_in"}


def test_the_page_is_kept_by_phones_with_the_script_alone(session):
    client = holder(session)
    assert client.get(address(session, "table", 1)).headers["Cache-Control"] == "private, no-cache"
    client.cookies["slips"] = "1"
    assert client.get(address(session, "table", 1)).headers["Cache-Control"] == "private, max-age=43200"
    page = client.get(address(session, "table", 1)).content.decode()
    plan = json.loads(re.search(r'<script id="plan" type="application/json">(.*?)</script>', page, re.S)[1])
    assert [entry["boards"] for entry in plan["rounds"]] == [[1, 2], [3, 4], [5, 6]]
    assert plan["points"]["4S"][0][10] == 420 and plan["points"]["3NX"][1][7] == -500
    assert plan["vulnerable"] == {"1": "none", "2": "NS", "3": "EW", "4": "both", "5": "NS", "6": "EW"}


def test_strangers_and_wrong_methods(session):
    client = Client()
    assert client.get(address(session, "agree", 1, 1)).status_code == 405
    assert client.get(address(session, "hold_slips", 1)).status_code == 405
    assert client.post(address(session, "table", 1)).status_code == 405
    assert client.get(address(session, "table_state", 1)).status_code == 302
    assert client.get(address(session, "table", 99)).status_code == 404
    assert client.get(address(session, "slip", 1, 1)).url == address(session, "table", 1)
    assert client.get(address(session, "ask_correction", 1, 1)).status_code == 302


def test_calling_the_director(session):
    client = holder(session)
    assert "The director is called" in text(post(client, address(session, "call_director", 1), remark="revoke"))
    assert [(call.about, call.facts["remark"], call.seating.table) for call in DirectorCall.objects.all()] == [("call", "revoke", 1)]
    for number in (1, 2):  # the boards of round 1: when they are in, the table is in round 2, and a call about one of them still means round 1
        enter(client, session, number=number)
        answer(client, session, number=number)
    post(client, address(session, "call_director", 1), board=1)
    post(client, address(session, "call_director", 1), board=3)
    assert [(call.board.number, call.seating.round.number) for call in DirectorCall.objects.filter(board__isnull=False).order_by("pk")] == [(1, 1), (3, 2)]


def test_a_partial_for_htmx(session):
    client = holder(session)
    partial = client.get(address(session, "slip", 1, 1), headers={"HX-Request": "true"})
    assert partial.content.decode().lstrip().startswith('<div id="view"')


def test_the_same_in_chinese(session):
    client = holder(session)
    page = client.get(address(session, "table", 1), headers={"Accept-Language": "zh-Hans"})
    assert "第1副牌" in text(page) and "定约" in text(page) and "王伟" in text(page)
    assert "Board" not in text(page) and "Enter" not in text(page)
    refused = enter(client, session, number=5, headers={"Accept-Language": "zh-Hans"})
    assert "本轮本桌不打第5副牌" in text(refused)


def test_the_same_number_of_queries_for_a_short_and_a_long_evening():
    counts = []
    for tables in (3, 7):
        session = mitchell_evening(tables=tables)
        client = holder(session)
        enter(client, session)
        with CaptureQueriesContext(connection) as queries:
            client.get(address(session, "table", 1))
        counts.append(len(queries))
    assert counts[0] == counts[1] < 30


@pytest.mark.parametrize(("order", "others"), [(Order("relay_mitchell", Fraction(4)), {1: 4, 4: 1}), (Order("web", Fraction(6), 5), {})])
def test_who_shares_boards_is_told_with_whom(order, others):
    """In a relay tables 1 and 4 have the same boards in every round; of a web there are copies for all."""
    movement = make_movement(order)
    session = started(evening(club_with_members(24), pairs=movement.entrants), movement, boards_per_set=2)
    phones = {table: holder(session, table) for table in range(1, movement.tables + 1)}
    for table, phone in phones.items():
        told = re.findall(r"You share these boards with table (\d) in this round", text(phone.get(address(session, "table", table))))
        assert told == ([str(others[table])] if table in others else [])
    chinese = text(phones[1].get(address(session, "table", 1), headers={"accept-language": "zh-hans"}))
    assert bool(re.search("本轮这些牌与第 ?4 ?桌共用：打完一副即传过去。", chinese)) == bool(others)
