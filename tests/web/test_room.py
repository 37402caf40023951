"""The room, the clock, corrections with their effect, the wall, closing."""

import re
from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bridge.actions.calls import DealtWith, finish_call, take_call
from bridge.actions.results import call_director, correct_result, report_result, request_correction, undo_act
from bridge.actions.rounds import start_session
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.seats import Seat, Side
from bridge.mapping.plans import SectionPlan
from bridge.models import Account, Act, Adjustment, DirectorCall, Plan, Publication, Ranking, Result, Round, Seating, Session, SessionState, Standing
from bridge.queries.room import clock_of, room_of
from tests.web.addresses import at
from tests.worlds import (
    account_of,
    actor,
    agree,
    card_at,
    entries_of,
    evening,
    fresh_key,
    make_final,
    member,
    mitchell_evening,
    nine_tricks,
    play,
    seating_at,
    seen,
    settle,
    started,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of one board."""
    return mitchell_evening(3, boards_per_set=1)


def test_the_room_tells_what_waits_and_the_desk_accepts_it(desk: Client, session: Session) -> None:
    seating = seating_at(session, 1, 2)
    report_result(seating, seating.first_board, nine_tricks(seating, 2), by_side=Side.NS, by=actor(), key=fresh_key(), seen=seen(session))
    page = desk.get(at(session, "room"))
    waiting = page.context["room"].waiting
    assert [(report.seating.table, report.board.number) for report in waiting] == [(2, seating.first_board)]
    desk.post(at(session, "accept"), {"key": fresh_key(), "report": waiting[0].pk})
    assert Result.objects.live().filter(seating=seating).count() == 1
    assert desk.get(at(session, "room")).context["room"].settled == 1
    told = desk.get(at(session, "journal")).content.decode().partition("results accepted for the tables")[2].partition("</tr>")[0]
    assert f"table 2, board {seating.first_board}" in told


def test_the_clock_is_moved_paused_and_goes_on(desk: Client, session: Session) -> None:
    def closes() -> list[object]:
        return list(Round.objects.filter(section__session=session).order_by("number").values_list("closes", flat=True))

    before = closes()
    desk.post(at(session, "clock"), {"key": fresh_key(), "act": "plus"})
    assert [after - old for after, old in zip(closes(), before, strict=True)] == [timedelta(minutes=1)] * 3  # type: ignore[operator]
    desk.post(at(session, "clock"), {"key": fresh_key(), "act": "pause"})
    session.refresh_from_db()
    assert session.paused_at is not None
    assert desk.get(at(session, "room")).context["room"].clock.is_paused
    desk.post(at(session, "clock"), {"key": fresh_key(), "act": "resume"})
    session.refresh_from_db()
    assert session.paused_at is None


def test_of_two_directors_who_call_the_same_round_the_second_calls_none(desk: Client, session: Session) -> None:
    for key, told in (("first", []), ("second", ["Round 2 has been called already."])):
        answer = desk.post(at(session, "clock"), {"key": f"round-{key}", "act": "call", "round": 2}, follow=True)
        assert (answer.context["room"].clock.round, [str(each) for each in answer.context["messages"]]) == (2, told)
    for fields, told in (({"act": "call"}, "Which round?"), ({"act": "minutes", "minutes": 999}, "less than or equal to 180")):
        answer = desk.post(at(session, "clock"), {"key": fresh_key()} | fields, follow=True)
        assert told in str(*answer.context["messages"]), fields


def test_a_call_is_dealt_with_once(desk: Client, session: Session) -> None:
    call = call_director(seating_at(session, 1, 1), by=actor(), key=fresh_key())
    late = DirectorCall.objects.get(pk=call.pk)  # as another director's request has read it
    desk.post(at(session, "call", call.pk), {"key": "first-done", "done": "1"})
    for act in (finish_call, take_call):
        with pytest.raises(DealtWith):
            act(late, by=actor("admin"), key=fresh_key())
    answer = desk.post(at(session, "call", call.pk), {"key": "second-done", "done": "1"}, follow=True)
    assert [str(each) for each in answer.context["messages"]] == ["This call has been dealt with already."]
    assert Act.objects.filter(kind="finish_call").count() == 1


def test_a_tea_break_is_shown_changed_and_taken_away(desk: Client, session: Session) -> None:
    def turn(act: str, **more: object) -> None:
        assert desk.post(at(session, "clock"), {"key": fresh_key(), "act": act} | more).status_code in (302, 303)

    def opens() -> list[datetime]:
        return list(Round.objects.filter(section__session=session).order_by("number").values_list("opens", flat=True))

    before = opens()
    turn("break", tea=15, minutes=20)
    assert [after - old for after, old in zip(opens(), before, strict=True)] == [timedelta(0), timedelta(minutes=15), timedelta(minutes=15)]
    assert "Tea break of 15 minutes after round 1" in desk.get(at(session, "room")).content.decode()
    wall = desk.get(at(session, "wall"))
    assert "Then a tea break of 15 minutes." in wall.content.decode()
    assert 0 <= 15 * 60 + wall.context["wall"].clock.seconds - wall.context["wall"].clock.next_in <= 1
    turn("break", tea=10)
    assert opens()[1] - before[1] == timedelta(minutes=10)  # in the place of the other, not after it
    closes = Round.objects.get(section__session=session, number=1).closes
    resting = clock_of(session, closes + timedelta(minutes=4))
    assert (resting.round, resting.is_tea_break, resting.shown) == (1, True, 360)
    assert clock_of(session, closes + timedelta(minutes=10)).round == 2
    turn("no_break")
    assert opens() == before


def test_the_wall_names_who_still_plays_when_the_others_wait(desk: Client, session: Session) -> None:
    assert desk.get(at(session, "wall")).context["wall"].late == ()
    for table in (1, 2):
        seating = seating_at(session, 1, table)
        agree(seating, seating.first_board, nine_tricks(seating, seating.first_board))
    assert [row.number for row in desk.get(at(session, "wall")).context["wall"].late] == [3]


def test_a_correction_shows_its_effect_before_it_is_confirmed(desk: Client, session: Session) -> None:
    play(session, nine_tricks)
    settle()
    seating = seating_at(session, 1, 3)
    told = {"key": "correct-this-one", "seen": seen(session), "kind": "result", "contract": "3N", "declarer": "N", "result": "12", "reason": "misread"}
    shown = desk.post(at(session, "correct", seating.pk, seating.first_board), told)
    assert shown.status_code == 200
    moved = {(move.place, move.score) for each in shown.context["shown"] for move, _ in each["rows"] if move.list == "NS"}
    assert (("3", "2="), (Fraction(0), Fraction(100, 3))) in moved
    assert Result.objects.live().get(seating=seating).tricks == 7
    assert desk.post(at(session, "correct", seating.pk, seating.first_board), told | {"confirmed": "on"}).status_code == 303
    settle()
    stored = {(row.place, row.exact) for row in Standing.objects.filter(ranking__session=session, list="NS")}
    assert stored == {(1, Fraction(250, 3)), (2, Fraction(100, 3))}


def test_the_second_of_two_is_told_and_keeps_what_was_typed(desk: Client, session: Session) -> None:
    play(session, nine_tricks)
    seating = seating_at(session, 1, 3)
    old = seen(session)
    told = {"key": "the-first-of-two", "seen": old, "kind": "result", "contract": "3N", "declarer": "N", "result": "12", "reason": "misread", "confirmed": "on"}
    assert desk.post(at(session, "correct", seating.pk, seating.first_board), told).status_code == 303
    second = desk.post(at(session, "correct", seating.pk, seating.first_board), told | {"key": "the-second-of-two", "result": "11"})
    assert second.status_code == 422
    assert second.context["form"]["result"].value() == "11"


@pytest.mark.parametrize(
    ("field", "typed", "wrong"),
    [("contract", "8S", "contract"), ("declarer", "Q", "declarer"), ("result", "+9", "result"), ("lead", "H1x", "lead"), ("reason", "", "reason")],
)
def test_what_is_wrong_is_told_at_its_field(desk: Client, session: Session, field: str, typed: str, wrong: str) -> None:
    play(session, nine_tricks)
    seating = seating_at(session, 1, 3)
    told = {"key": "something-wrong", "kind": "result", "contract": "3N", "declarer": "N", "result": "=", "lead": "", "reason": "late", field: typed}
    response = desk.post(at(session, "correct", seating.pk, seating.first_board), told)
    assert (response.status_code, list(response.context["form"].errors)) == (422, [wrong])


def test_an_artificial_score_and_not_played(desk: Client, session: Session) -> None:
    seating = seating_at(session, 1, 3)
    address = at(session, "correct", seating.pk, seating.first_board)
    desk.post(address, {"key": "sixty-and-forty", "kind": "artificial", "ns": "60", "ew": "40", "reason": "phone rang", "law": "12C2", "confirmed": "on"})
    given = sorted(Adjustment.objects.live().values_list("side", "kind", "value"))
    assert given == [("EW", "percent", {"percent": "40"}), ("NS", "percent", {"percent": "60"})]
    desk.post(address, {"key": "not-played-at-all", "seen": seen(session), "kind": "not_played", "reason": "no time", "confirmed": "on"})
    assert set(Adjustment.objects.live().values_list("kind", flat=True)) == {"not_played"}


def test_closing_names_what_is_open_then_publishes(desk: Client, session: Session) -> None:
    refused = desk.post(at(session, "close"), {"key": fresh_key(), "act": "close"})
    assert refused.status_code == 422
    assert len(refused.context["closing"].open_boards) == 9
    play(session, nine_tricks)
    assert desk.post(at(session, "close"), {"key": fresh_key(), "act": "close"}).status_code == 303
    settle()
    session.refresh_from_db()
    assert session.state == SessionState.CLOSED
    assert Publication.objects.filter(ranking__session=session).count() == Ranking.objects.filter(session=session).count() == 1
    assert "final at" in desk.get(at(session, "close")).content.decode()
    make_final(session)
    assert "final since" in desk.get(at(session, "close")).content.decode()


def test_what_is_asked_after_the_end_stands_at_the_desk(desk: Client, session: Session) -> None:
    """A pair's request comes when the room is gone: the closed evening's page has it, and the club's front page leads there."""
    seating = seating_at(session, 1, 2)
    play(session, nine_tricks)
    desk.post(at(session, "close"), {"key": fresh_key(), "act": "close"})
    home = reverse("club", args=[session.club.slug])
    assert desk.get(home).context["asked_after"] == []
    said = Report(Contract(4, Strain.S), Seat.S, 10)
    told = {"by_side": Side.EW, "remark": "made four", "by": actor(), "key": fresh_key()}
    request_correction(seating, seating.first_board, said, **told, seen=seen(session))
    assert desk.get(home).context["asked_after"] == [session]
    page = desk.get(at(session, "close"))
    (call,) = page.context["closing"].calls
    for shown in ("“made four”", at(session, "correct", seating.pk, seating.first_board), at(session, "call", call.pk)):
        assert shown in page.content.decode()
    assert desk.post(at(session, "call", call.pk), {"key": fresh_key(), "done": "1"}, follow=True).context["closing"].calls == ()
    assert desk.get(home).context["asked_after"] == []


def test_a_director_who_plays_sees_no_board_before_having_played_it(client: Client, session: Session) -> None:
    player = member(session.club, 1)
    director = account_of(player, "mary")
    director.roles.create(club=session.club, role="director")
    client.force_login(director)
    entry_table_1 = seating_at(session, 1, 1)
    other = seating_at(session, 1, 2)
    agree(other, other.first_board, nine_tricks(other, 1))
    hidden = client.get(at(session, "correct", other.pk, other.first_board))
    assert hidden["Location"] == at(session, "look", other.pk, other.first_board)
    client.post(at(session, "look", other.pk, other.first_board), {"key": fresh_key(), "reason": "ruling asked for"})
    assert client.get(at(session, "correct", other.pk, other.first_board)).status_code == 200
    noted = client.get(at(session, "journal")).content.decode().partition("looked at a board before playing it")[2].partition("</tr>")[0]
    assert f"board {other.first_board}" in noted and "ruling asked for" in noted
    agree(entry_table_1, entry_table_1.first_board, nine_tricks(entry_table_1, 1))
    assert client.get(at(session, "correct", entry_table_1.pk, entry_table_1.first_board)).status_code == 200


def test_the_wall_shows_the_next_places(client: Client, session: Session) -> None:
    page = client.get(at(session, "wall"))
    assert [(row.table, row.ns.number, row.ew.number) for row in page.context["wall"].rows] == [(1, 1, 3), (2, 2, 1), (3, 3, 2)]


@pytest.mark.parametrize("name", ["room", "journal", "close", "penalty"])
def test_strangers_are_asked_to_sign_in(client: Client, session: Session, name: str) -> None:
    assert client.get(at(session, name)).status_code == 302


def test_the_room_tells_who_is_on_the_last_board_who_waits_and_who_is_silent(desk: Client) -> None:
    session = mitchell_evening(3, boards_per_set=2, club=None)
    for table in (1, 3):
        seating = seating_at(session, 1, table)
        for number in (seating.first_board, seating.last_board):
            agree(seating, number, nine_tricks(seating, number))
    slow = seating_at(session, 1, 2)
    agree(slow, slow.first_board, nine_tricks(slow, 1))
    rows = {row.number: row for row in room_of(session, timezone.now()).tables}
    assert [(row.number, row.round, row.is_on_last) for row in rows.values()] == [(1, 2, False), (2, 1, True), (3, 2, False)]
    gets_them = Seating.objects.live().get(section__session=session, round__number=2, first_board=slow.first_board)
    assert rows[2].waiting == (gets_them.table,)
    assert {row.silent for row in rows.values()} == {0}
    assert {row.has_phone for row in rows.values()} == {True}  # nobody enters by phone
    later = {row.number: row.silent for row in room_of(session, timezone.now() + timedelta(minutes=25)).tables}
    assert later == {1: 0, 2: 25, 3: 0} or later[2] in (24, 25)


def test_the_minutes_of_a_round_are_set_and_taken_back(desk: Client, session: Session) -> None:
    def lasting() -> list[timedelta]:
        rounds = Round.objects.filter(section__session=session).order_by("number").values_list("opens", "closes")
        return [closes - opens for opens, closes in rounds]

    assert lasting() == [timedelta(minutes=22)] * 3
    desk.post(at(session, "clock"), {"key": "thirty-minutes", "act": "minutes", "minutes": "30"})
    assert lasting() == [timedelta(minutes=30)] * 3
    opens = list(Round.objects.filter(section__session=session).order_by("number").values_list("opens", flat=True))
    assert [later - earlier for earlier, later in zip(opens, opens[1:], strict=False)] == [timedelta(minutes=30)] * 2
    session.refresh_from_db()
    assert session.round_minutes == 30
    undo_act(Act.objects.get(kind="set_round_minutes"), by=actor(), key=fresh_key())
    assert lasting() == [timedelta(minutes=22)] * 3


def test_polling_costs_nothing_until_something_happens(desk: Client, session: Session) -> None:
    first = desk.get(at(session, "room"), headers={"HX-Request": "true"})
    again = {"HX-Request": "true", "If-None-Match": first["ETag"]}
    answers = [desk.get(at(session, "room"), headers=again).status_code for _ in range(2)]
    assert 304 in answers  # the minute may turn once
    seating = seating_at(session, 1, 1)
    agree(seating, seating.first_board, nine_tricks(seating, 1))
    assert desk.get(at(session, "room"), headers=again).status_code == 200
    assert "ETag" not in desk.get(at(session, "room"))


def test_a_director_who_plays_reads_no_hidden_board_in_the_room_or_the_journal(client: Client, session: Session) -> None:
    director = account_of(member(session.club, 1), "mary")
    director.roles.create(club=session.club, role="director")
    client.force_login(director)
    other = seating_at(session, 1, 2)
    report_result(other, other.first_board, Report(Contract(6, Strain.S), Seat.S, 12), by_side=Side.NS, by=actor(), key=fresh_key(), seen=seen(session))
    room = client.get(at(session, "room")).content.decode()
    assert "six spades" not in room and "not yours to see yet" in room
    correct_result(
        other, other.first_board, Report(Contract(6, Strain.S), Seat.S, 12), reason="they made the slam", by=actor(), key=fresh_key(), seen=seen(session)
    )
    assert "they made the slam" not in client.get(at(session, "journal")).content.decode()
    client.force_login(Account.objects.get(username="lina"))
    assert "they made the slam" in client.get(at(session, "journal")).content.decode()


def test_the_journal_turns_its_pages(desk: Client, session: Session) -> None:
    for _ in range(101):
        desk.post(at(session, "clock"), {"key": fresh_key(), "act": "plus"})
    newest = desk.get(at(session, "journal"))
    older = desk.get(at(session, "journal") + f"?before={newest.context['older']}")
    told = [act.pk for page in (newest, older) for act, _ in page.context["acts"]]
    assert told == list(Act.objects.filter(journal=session.journal).order_by("-pk").values_list("pk", flat=True))


def test_the_room_costs_the_same_queries_for_any_number_of_tables(desk: Client) -> None:
    counts = []
    for tables in (3, 5):
        session = mitchell_evening(tables, boards_per_set=1)
        desk.force_login(Account.objects.get(username="lina"))
        with CaptureQueriesContext(connection) as queries:
            desk.get(at(session, "room"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_sections_stand_apart_and_do_not_wait_for_each_others_boards(desk: Client) -> None:
    session, mitchell = evening(pairs=12), make_movement(order_of("mitchell", 3))
    places = [dict(enumerate(entries_of(session)[first : first + 6], 1)) for first in (0, 6)]
    plans = [SectionPlan(mitchell, places[at], 1, letter=letter, first_table=1 + 3 * at) for at, letter in enumerate("AB")]
    start_session(session, plans, round_minutes=20, by=actor(), key=fresh_key())
    agree(seating_at(session, 1, 1), 1, nine_tricks(seating_at(session, 1, 1), 1))
    page = desk.get(at(session, "room"))
    assert [(row.number, row.section, row.waiting) for row in page.context["room"].tables] == [
        (1, "A", ()), (2, "A", (1,)), (3, "A", ()), (4, "B", ()), (5, "B", ()), (6, "B", ())
    ]
    assert [page.content.decode().count(f"Section {letter}") for letter in "AB"] == [1, 1]


def five_pairs() -> Session:
    """A Howell for five: in each round one of them waits, four times at table 3 and once at table 1."""
    return started(evening(pairs=5), make_movement(order_of("howell_sitout", Fraction(5, 2))), boards_per_set=1)


def waiting_by_plan(session: Session) -> list[tuple[int, int]]:
    """Who waits in each round, and at which table."""
    grid = Plan.objects.live().get(section__session=session).grid
    return [next((ns or ew, table) for table, (ns, ew, played) in enumerate(row, 1) if not played) for row in grid]


def play_at(session: Session, number: int, table: int) -> None:
    seating = seating_at(session, number, table)
    agree(seating, seating.first_board, nine_tricks(seating, 1))


def resting(session: Session) -> list[tuple[int, int, int | None]]:
    """Who sits out now: pair, round, table."""
    return [(row.pair.number, row.round, row.number) for row in room_of(session, timezone.now()).sitting_out]


def test_a_table_at_which_nobody_plays_is_seen_with_who_sits_out(client: Client) -> None:
    session = five_pairs()
    client.force_login(Account.objects.get(username="lina"))
    room = client.get(at(session, "room")).context["room"]
    assert waiting_by_plan(session) == [(3, 3), (1, 1), (5, 3), (4, 3), (2, 3)]
    assert [(row.number, row.back) for row in room.sitting_out] == [(3, 2)]
    assert [(row.number, getattr(row, "pair", None) is not None) for row in room.rows] == [(1, False), (2, False), (3, True)]


def test_the_table_at_which_somebody_sits_out_says_so(client: Client) -> None:
    session = started(evening(pairs=7), make_movement(order_of("howell_sitout", Fraction(7, 2))), boards_per_set=1)
    idle = {table for _, table in waiting_by_plan(session)}
    assert idle == {1}
    for page in (client.get(at(session, "table", 1)), client.get(card_at(session, 1), follow=True)):
        told = re.sub(r"<[^>]*>", "", page.content.decode())
        lines = [line for line in told.splitlines() if "Round " in line]
        rounds = [(number, pair) for line in lines for number, pair in re.findall(r"Round (\d+): (\d+)", line)]
        assert rounds == [(str(number), str(pair)) for number, (pair, _) in enumerate(waiting_by_plan(session), 1)]


def test_who_sits_out_follows_the_tables_and_not_the_clock(client: Client) -> None:
    session = five_pairs()
    play_at(session, 1, 1)
    play_at(session, 1, 2)
    play_at(session, 2, 3)
    play_at(session, 2, 2)
    rows = room_of(session, timezone.now()).rows  # table 3 has played the one round that it has, and pair 5 waits there
    assert [(row.number, row.round, hasattr(row, "pair")) for row in rows] == [(1, 3, False), (2, 3, False), (3, 3, True)]


def test_everybody_who_sits_out_is_told_in_turn(client: Client) -> None:
    session = five_pairs()
    for number, (pair, table) in enumerate(waiting_by_plan(session), 1):
        assert resting(session) == [(pair, number, table)]
        for seating in Seating.objects.live().filter(section__session=session, round__number=number):
            play_at(session, number, seating.table)
    assert resting(session) == []


def test_a_pair_sits_out_until_the_table_at_which_it_plays_next_is_free(client: Client) -> None:
    session = five_pairs()
    play_at(session, 1, 2)
    assert resting(session) == [(1, 2, 1), (3, 1, 3)]  # pair 1 waits out its second round already; pair 3 plays at table 2 next, against one from table 1
    play_at(session, 1, 1)
    assert resting(session) == [(1, 2, 1)]


def test_a_result_that_waits_for_agreement_holds_no_table_in_its_round(client: Client, session: Session) -> None:
    seating = seating_at(session, 1, 2)
    report_result(seating, seating.first_board, nine_tricks(seating, 2), by_side=Side.NS, by=actor(), key=fresh_key(), seen=seen(session))
    rows = {row.number: row.round for row in room_of(session, timezone.now()).tables}
    assert rows == {1: 1, 2: 2, 3: 1}


def test_the_card_of_a_table_at_which_somebody_waits_now_says_who(client: Client) -> None:
    session = five_pairs()
    page = client.get(card_at(session, 3), follow=True)
    assert [(rest.round, pair.number, rest.back) for rest, pair in page.context["resting"]] == [(1, 3, 2)]
    assert "Who comes to this table now sits out." in page.content.decode()
    assert client.get(card_at(session, 1), follow=True).context["resting"] == []
