"""The editor "what really happened": told, shown before and after, done, taken back; and a pair's page with its names."""

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bridge.actions.results import report_result
from bridge.actions.rounds import call_round
from bridge.actions.sessions import sign_in
from bridge.engine.contract import Contract, Strain
from bridge.engine.contract import Report as Said
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.seats import Seat
from bridge.models import Account, Act, Event, EventForm, LineUp, Place, Report, Result, Seating, Session, Start
from bridge.queries.incidents import Happened
from bridge.queries.late_plays import late_plays_of
from tests.jobs.test_repairs import facts_of, play_round
from tests.web.addresses import at
from tests.worlds import actor, club_with_members, entries_of, evening, fresh_key, member, mitchell_evening, seating_at, seen, settle, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    """Seven pairs in a Howell for eight, the first round played; an eighth pair stands in the door."""
    session = started(evening(club_with_members(20), pairs=7), make_movement(order_of("howell_sitout", "7/2")), boards_per_set=2)
    play_round(session, 1)
    return session


def late_pair(session: Session) -> dict[str, object]:
    entry = sign_in(session, [member(session.club, 15), member(session.club, 16)], by=actor(), key=fresh_key())
    return {
        "key": "a-late-pair-comes", "what": "late_pair", "section": "A", "entries": [entry.pk], "first": 2, "earlier": "nothing", "copies": 1,
        "seen": Act.objects.latest("pk").pk,
    }


def test_the_menu_offers_everything_that_can_happen(desk: Client, session: Session) -> None:
    page = desk.get(at(session, "repair")).content.decode()
    for what in Happened:
        assert f"what={what.value}&amp;section=A" in page
        assert desk.get(at(session, "repair"), {"what": what.value, "section": "A"}).status_code == 200


def test_a_late_pair_is_shown_before_and_after_then_seated_then_taken_back(desk: Client, session: Session) -> None:
    told = late_pair(session)
    before = facts_of(session)
    shown = desk.post(at(session, "repair"), told)
    assert (shown.status_code, facts_of(session)) == (200, before)
    preview = shown.context["shown"]
    assert [(pair.number, pair.line) for pair in preview.arrivals] == [(8, "")]
    assert [row.number for row in preview.rows] == list(range(2, 8))
    assert all(not row.resting for row in preview.rows)
    assert len(preview.told) == 1
    assert (preview.lost, preview.rematches) == ((), ())
    done = desk.post(at(session, "repair"), told | {"confirmed": "on"})
    assert done.status_code == 303
    assert Start.objects.live().filter(section__session=session).count() == 8
    act = Act.objects.get(kind="late_pair")
    assert act.facts["told"] == list(preview.told)
    menu = desk.get(done["Location"])
    assert str(preview.told[0]) in menu.content.decode()
    assert desk.post(at(session, "repair"), told | {"confirmed": "on"}).status_code in (303, 422)
    assert Act.objects.filter(kind="late_pair").count() == 1
    desk.post(at(session, "undo"), {"key": "take-it-back-1", "act": act.pk})
    assert facts_of(session) == before


def test_a_step_that_later_ones_build_on_is_refused_with_their_names(desk: Client, session: Session) -> None:
    desk.post(at(session, "repair"), late_pair(session) | {"confirmed": "on"})
    seating = seating_at(session, 2, Act.objects.get(kind="late_pair").facts["told"][0])
    report = Said(Contract(1, Strain.N), Seat.N, 8)
    report_result(seating, seating.first_board, report, by_side=None, by=actor(), key=fresh_key(), seen=seen(session))
    built = Act.objects.latest("pk")
    refused = desk.post(at(session, "undo"), {"key": "take-it-back-2", "act": Act.objects.get(kind="late_pair").pk})
    assert (refused.status_code, list(refused.context["built"])) == (422, [built])
    assert f"table {seating.table}, board {seating.first_board}" in refused.content.decode()
    for act in (built, Act.objects.get(kind="late_pair")):
        assert desk.post(at(session, "undo"), {"key": f"take-it-back-{act.pk}", "act": act.pk}).status_code == 303
    assert Start.objects.live().filter(section__session=session).count() == 7


def test_who_confirms_too_late_is_told_and_shown_what_it_would_do_now(desk: Client, session: Session) -> None:
    told = late_pair(session)
    play_round(session, 2)
    answer = desk.post(at(session, "repair"), told | {"confirmed": "on", "first": 3})
    assert answer.status_code == 422
    assert answer.context["shown"] is not None
    assert not Act.objects.filter(kind="late_pair").exists()


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"what": "late_pair", "first": 2}, "entries"), ({"what": "rounds_changed", "first": 2, "rounds": 0}, "rounds"),
        ({"what": "boards_left_out", "first": 1, "table": 1, "boards": "x", "deprived": "not_played"}, "boards"),
        ({"what": "rounds_changed", "first": 1, "rounds": 5}, "__all__"), ({"what": "rounds_changed", "first": 2, "rounds": 7}, "__all__"),
        ({"what": "boards_rotated", "first": 1, "table": 77, "boards": "1"}, "__all__"),
        ({"what": "boards_rotated", "first": 55, "table": 1, "boards": "1"}, "__all__"),
        ({"what": "sides_exchanged", "first": 55, "last": 56}, "__all__"), ({"what": "other_boards", "first": 1, "table": 1, "boards": "99"}, "__all__"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_at_its_field(desk: Client, session: Session, told: dict[str, object], wrong: str) -> None:
    answer = desk.post(at(session, "repair"), {"key": "something-wrong", "section": "A", "earlier": "nothing", **told})
    assert (answer.status_code, wrong in answer.context["form"].errors) == (422, True), answer.context["form"].errors


def test_every_kind_can_be_told(desk: Client, session: Session) -> None:
    entries = [entry.pk for entry in entries_of(session)]
    seated = Place.objects.live().filter(round__section__session=session, round__number=1, seating__isnull=False).order_by("seating__table", "side")
    first = seated[0].seating
    assert first is not None
    common = {"section": "A", "deprived": "average_plus", "earlier": "nothing", "fresh": 0, "copies": 1}
    for at_number, told in enumerate([
        {"what": "pair_left", "pair": entries[0], "first": 3}, {"what": "pairs_exchanged", "pair": entries[1], "other": entries[4], "first": 1, "last": 1},
        {"what": "sides_exchanged", "first": 1, "last": 1, "table": first.table}, {"what": "boards_left_out", "first": 2, "table": 2, "boards": "1-14"},
        {"what": "boards_rotated", "first": 1, "table": first.table, "boards": f"{first.first_board}-{first.last_board}"},
        {"what": "rounds_changed", "first": 3, "rounds": 5}, {"what": "other_boards", "first": 2, "table": 2, "boards": "13"},
        {"what": "board_elsewhere", "first": 1, "table": first.table, "boards": "11", "instead": first.first_board, "later": "on"},
    ]):
        shown = desk.post(at(session, "repair"), {"key": f"told-{at_number}-telling", **common, **told})
        assert shown.status_code == 200, (told, shown.context["form"].errors)
        assert shown.context["shown"] is not None


def test_a_movement_can_be_replaced_from_the_page(desk: Client, session: Session) -> None:
    page = desk.get(at(session, "repair"), {"what": "movement_replaced", "section": "A"})
    codes = [code for code, _ in page.context["form"].fields["code"].choices]
    told = {"key": "the-wrong-movement", "what": "movement_replaced", "section": "A", "first": 2, "rounds": 7}
    for code in codes:
        shown = desk.post(at(session, "repair"), told | {"code": code})
        assert shown.status_code == 200 or "nothing changes" in shown.content.decode()


def test_htmx_gets_the_partial_and_chinese_readers_chinese(desk: Client, session: Session) -> None:
    whole = desk.get(at(session, "repair"), {"what": "pair_left"}, headers={"accept-language": "zh-hans"}).content.decode()
    part = desk.get(at(session, "repair"), {"what": "pair_left"}, headers={"hx-request": "true"}).content.decode()
    assert "一对牌手先走了" in whole
    assert "<html" not in part


@pytest.mark.parametrize("name", ["repair"])
def test_strangers_are_asked_to_sign_in(client: Client, session: Session, name: str) -> None:
    assert client.get(at(session, name)).status_code == 302
    assert client.post(at(session, name), {"what": "ended_early"}).status_code == 302
    assert client.get(at(session, "entry_page", entries_of(session)[0].uid)).status_code == 302


def test_somebody_takes_over_from_a_round_on(desk: Client, session: Session) -> None:
    entry = entries_of(session)[2]
    found = desk.get(at(session, "entry_page", entry.uid), {"who": "18"})
    assert (found.status_code, found.context["pair"].ahead) == (200, 2)
    play_round(session, 2)  # before the clock calls it
    assert desk.get(at(session, "entry_page", entry.uid)).context["pair"].ahead == 3
    substitute = member(session.club, 18)
    told = {"key": "somebody-sits-in", "player": substitute.uid, "seat": "S", "from_round": 3}
    assert desk.post(at(session, "entry_page", entry.uid), told).status_code == 303
    lines = LineUp.objects.live().filter(entry=entry, seat="S").order_by("from_round").values_list("player", "from_round")
    assert list(lines) == [(member(session.club, 6).pk, 1), (substitute.pk, 3)]
    again = desk.post(at(session, "entry_page", entry.uid), told | {"key": "somebody-sits-in-2", "seat": "N"})
    assert again.status_code == 422


def test_a_missing_name_is_written_down_later(desk: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    entry = entries_of(session)[0]
    LineUp.objects.filter(entry=entry, seat="S").end(Act.objects.latest("pk"))
    told = {"key": "a-name-that-was-missing", "player": "guest", "who": "Late Guest", "seat": "", "from_round": 1}
    assert desk.post(at(session, "entry_page", entry.uid), told).status_code == 303
    assert {line.player.name_latin or line.player.name_native for line in LineUp.objects.live().filter(entry=entry)} >= {"Late Guest"}


def test_a_pair_is_seeded_before_the_start(client: Client) -> None:
    session = evening(club_with_members(16), pairs=8)
    client.force_login(Account.objects.get(username="lina"))
    entry = entries_of(session)[4]
    assert "Set the seed" in client.get(at(session, "entry_page", entry.uid)).content.decode()
    client.post(at(session, "seed", entry.uid), {"key": "the-first-seed", "seed": "1"})
    entry.refresh_from_db()
    assert entry.seed == 1
    answer = client.post(at(session, "seed", entry.uid), {"key": "another-seed", "seed": "0"}, follow=True)
    assert [str(each) for each in answer.context["messages"]] == ["Ensure this value is greater than or equal to 1."]
    assert client.get(at(session, "seed", entry.uid)).status_code == 405


@pytest.mark.parametrize("what", ["", "late_pair", "movement_replaced"])
def test_the_editor_asks_as_much_of_the_database_whatever_the_size(client: Client, what: str) -> None:
    counts = []
    for tables in (3, 7):
        session = mitchell_evening(tables, boards_per_set=1, club=club_with_members(30, name=f"Club of {tables}"))
        client.force_login(Account.objects.get(username="lina"))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(at(session, "repair"), {"what": what}).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_boards_that_were_not_played_stand_with_their_pairs_in_the_room_and_where_the_evening_is_closed(desk: Client, session: Session) -> None:
    seating = Seating.objects.live().filter(section__session=session, round__number=1).order_by("table")[0]
    Result.objects.live().filter(seating=seating, board__number=seating.first_board).delete()
    Report.objects.live().filter(seating=seating, board__number=seating.first_board).delete()
    call_round(session, 2, by=actor(), key=fresh_key())
    sides = dict(seating.places.live().values_list("side", "entry"))
    for name in ("room", "close"):
        late = desk.get(at(session, name)).context["late"]
        assert [(each.board.number, each.ns.entry, each.ew.entry, each.knows) for each in late] == [(seating.first_board, sides["NS"], sides["EW"], ())]
    assert late_plays_of(session, []) == ()


def test_the_way_from_a_card_to_who_sits_is_for_the_staff(desk: Client, session: Session) -> None:
    settle()
    entry = entries_of(session)[0]
    assert at(session, "entry_page", entry.uid) in desk.get(at(session, "pair_card", entry.uid)).content.decode()
    assert at(session, "entry_page", entry.uid) not in Client().get(at(session, "pair_card", entry.uid)).content.decode()


def test_the_preview_says_what_moves_in_the_ranking(desk: Client, session: Session) -> None:
    for number in (2, 3):
        play_round(session, number)
    settle()
    told = {"key": "all-sat-the-wrong-way", "what": "sides_exchanged", "section": "A", "first": 1, "last": 1, "deprived": "not_played", "seen": seen(session)}
    before = facts_of(session)
    shown = desk.post(at(session, "repair"), told)
    assert (shown.status_code, facts_of(session)) == (200, before)
    ((effect, rows),) = ((each["effect"], each["rows"]) for each in shown.context["effects"])
    assert rows and all(pair is not None for _, pair in rows)
    assert effect.problem is None
    assert "What it changes" in shown.content.decode()


def test_the_phone_of_a_table_whose_next_round_is_other_says_so(desk: Client, session: Session) -> None:
    told = late_pair(session)
    desk.post(at(session, "repair"), told | {"confirmed": "on"})
    act = Act.objects.get(kind="late_pair")
    assert act.facts["hear"]
    for number in Seating.objects.live().filter(section__session=session).values_list("table", flat=True).distinct():
        news = desk.get(at(session, "table", number)).context["news"]
        assert (news is not None) is (number in act.facts["hear"])
        assert "Changed by the director at" not in desk.get(at(session, "table", number)).content.decode() or news is not None
    assert "The plan has changed" in desk.get(at(session, "room")).content.decode()


def test_matches_of_teams_have_no_movement_to_plan_anew_and_the_editor_says_so(desk: Client, session: Session) -> None:
    Event.objects.filter(stages=session.stage_id).update(form=EventForm.TEAMS)
    answer = desk.get(at(session, "repair"))
    assert (answer.status_code, answer["Location"]) == (303, at(session, "matches"))
    assert ["not planned anew" in str(said) for said in get_messages(answer.wsgi_request)] == [True]
