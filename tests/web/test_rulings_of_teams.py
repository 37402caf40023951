"""A ruling in a match of teams: both tables stand side by side, with IMPs and victory points before and after, before it is given."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.teams import start_matches
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.models import Penalty, Ruling, Seating, Session, Standing
from tests.web.ruling_pages import REVOKE
from tests.web.test_matches import teams_evening
from tests.worlds import actor, agree, entries_of, fresh_key, seen, settle

pytestmark = pytest.mark.django_db


def report(tricks: int) -> Report:
    return Report(Contract(3, Strain.N), Seat.N, tricks)


@pytest.fixture
def session() -> Session:
    """A match of four boards; in the open room ten tricks on board 1 and nine on the others, in the closed nine everywhere."""
    session = teams_evening(2)
    start_matches(session, entries_of(session), boards=4, round_minutes=30, by=actor(), key=fresh_key())
    for seating in Seating.objects.select_related("section__session", "round"):
        for number in range(1, 5):
            agree(seating, number, report(10 if seating.room == "open" and number == 1 else 9))
    settle()
    return session


def asked(session: Session, **more: object) -> tuple[str, dict[str, object]]:
    seating = Seating.objects.get(room="open")
    return reverse("ruling_desk", args=[session.club.slug, session.uid]), {"seating": seating.pk, "board": 1, "kind": "revoke"} | REVOKE | more


def test_both_tables_stand_side_by_side_before_the_ruling_is_given(desk: Client, session: Session) -> None:
    page = desk.get(*asked(session))
    match = page.context["match"]
    assert [(each.room, each.before, each.is_ruled) for each in match.rooms] == [("open", 430, True), ("closed", 400, False)]
    assert match.rooms[0].after.ns == -50 or match.rooms[0].after.ns.points == -50  # two of ten tricks gone
    assert (match.before.board.home, match.after.board.home) == (1, -10)  # 30 and 450 points
    assert (match.before.match.home, match.after.match.home) == (1, -10)
    assert match.before.points[0] > 10 > match.after.points[0] and sum(match.after.points) == 20
    assert [each.place for each in match.moved] == [("2", "1"), ("1", "2")]
    said = page.content.decode()
    assert "Open room" in said and "Closed room" in said and "−50" in said and "−10" in said


def test_what_was_shown_is_what_the_match_then_says(desk: Client, session: Session) -> None:
    address, query = asked(session)
    page = desk.get(address, query)
    expected = [each.points[1] for each in page.context["match"].moved]
    typed = {field.name: field.value() for field in page.context["form"] if field.value() not in (None, "")}
    sent = desk.post(f"{address}?{page.context['query']}", typed | {"seen": page.context["seen"], "confirmed": "on"})
    assert sent.status_code == 303 and Ruling.objects.live().count() == 1
    settle()
    stored = Standing.objects.filter(ranking__session=session, publication=None).values_list("exact", flat=True)
    assert sorted(stored) == sorted(expected)
    board = desk.get(reverse("match", args=[session.club.slug, session.uid, 1])).context["shown"].lines[0]
    assert board.margin.home == -10


def test_a_split_score_shows_each_teams_own_margin(desk: Client, session: Session) -> None:
    address, query = asked(session)
    page = desk.get(address, query)
    given = {"key": "a-key-of-its-own", "seen": page.context["seen"], "shows": "given", "score": "assigned", "ns_scores": "3N N -1", "ew_scores": "3N N ="}
    shown = desk.post(f"{address}?{page.context['query']}", given)
    match = shown.context["match"]
    assert (match.after.board.home, match.after.board.away) == (-10, 0)
    assert "−10 : 0" in shown.content.decode()


def test_a_penalty_is_in_victory_points(desk: Client, session: Session) -> None:
    address, query = asked(session)
    page = desk.get(address, query)
    given = {"key": "a-key-of-its-own", "seen": page.context["seen"], "shows": "given", "score": "none", "confirmed": "on"}
    taken = {"penalty_side": "NS", "penalty": "1.5"}
    shown = desk.post(f"{address}?{page.context['query']}", {name: text for name, text in given.items() if name != "confirmed"} | taken).context["match"]
    offender = next(each for each in shown.moved if each.name == shown.home)
    assert offender.points[0] - offender.points[1] == Fraction(3, 2) and len(shown.moved) == 1 + (offender.place[0] != offender.place[1])
    assert desk.post(f"{address}?{page.context['query']}", given | taken).status_code == 303
    row = Penalty.objects.live().get()
    assert (row.unit, row.amount) == ("vp", Fraction(3, 2))
    settle()
    anew = desk.get(f"{address}?{page.context['query']}&replaces={row.ruling_id}")
    back = next(each for each in anew.context["match"].moved if each.name == shown.home)
    assert back.points[0] == offender.points[1]  # before: with the penalty
    only = desk.post(f"{address}?{anew.context['query']}", {name: text for name, text in given.items() if name != "confirmed"}).context["match"]
    assert next(each for each in only.moved if each.name == shown.home).points[1] == offender.points[0]


def test_in_chinese(desk: Client, session: Session) -> None:
    said = desk.get(*asked(session), headers={"accept-language": "zh-hans"}).content.decode()
    assert "两桌对照" in said and "开室" in said


def test_a_correction_shows_the_match_with_both_tables(desk: Client, session: Session) -> None:
    seating = Seating.objects.get(room="open")
    address = reverse("correct", args=[session.club.slug, session.uid, seating.pk, 1])
    typed = {"key": fresh_key(), "seen": seen(session), "reason": "misread", "contract": "3N", "declarer": "N", "result": "-1"}
    typed["kind"] = "result"
    page = desk.post(address, typed)
    match = page.context["match"]
    assert [(each.before, each.after, each.is_ruled) for each in match.rooms] == [(430, -50, True), (400, 400, False)]
    assert (match.before.board.home, match.after.board.home) == (1, -10)
    assert [each.place for each in match.moved] == [("2", "1"), ("1", "2")]
    said = page.content.decode()
    assert "Both tables" in said and "No ranking counts this table" not in said
    assert desk.post(address, typed | {"confirmed": "on"}).status_code == 303
    settle()
    stored = Standing.objects.filter(ranking__session=session, publication=None).values_list("exact", flat=True)
    assert sorted(stored) == sorted(each.points[1] for each in match.moved)


@pytest.mark.parametrize(
    ("typed", "margin"),
    [
        ({"kind": "artificial", "ns": "ave_plus", "ew": "ave_minus"}, (3, -3)),
        ({"kind": "assigned", "ns_scores": "3N N +1", "ew_scores": "3N N ="}, (1, 0)),
        ({"kind": "cancelled"}, None),
    ],
)
def test_every_adjustment_of_a_match_shows_the_margin(desk: Client, session: Session, typed: dict[str, str], margin: tuple[int, int] | None) -> None:
    address = reverse("correct", args=[session.club.slug, session.uid, Seating.objects.get(room="open").pk, 1])
    page = desk.post(address, {"key": fresh_key(), "seen": seen(session), "reason": "decided"} | typed)
    board = page.context["match"].after.board
    assert (board and (board.home, board.away)) == margin


def test_a_board_of_a_match_has_no_groups_to_be_fouled_in(desk: Client, session: Session) -> None:
    address = reverse("correct", args=[session.club.slug, session.uid, Seating.objects.get(room="open").pk, 1])
    assert "fouled" not in dict(desk.get(address).context["form"].fields["kind"].choices)
    sent = desk.post(address, {"key": fresh_key(), "seen": seen(session), "reason": "fouled", "kind": "fouled"})
    assert sent.status_code == 422 and list(sent.context["form"].errors) == ["kind"]


def test_the_record_names_the_two_of_a_team_who_sat_there(desk: Client, session: Session) -> None:
    address, query = asked(session)
    page = desk.get(address, query)
    typed = {field.name: field.value() for field in page.context["form"] if field.value() not in (None, "")}
    desk.post(f"{address}?{page.context['query']}", typed | {"seen": page.context["seen"], "confirmed": "on"})
    ruling = Ruling.objects.live().get()
    case = page.context["case"]
    record = desk.get(reverse("ruling", args=[session.club.slug, session.uid, ruling.pk])).context["record"]
    assert record.ns.players == case.ns.players and record.ew.players == case.ew.players and len(record.ns.players) == 2
    (line,) = desk.get(reverse("club_rulings_file", args=[session.club.slug, "json"])).json()
    assert (line["ns"], line["ew"]) == tuple([player.name_native for player in side.players] for side in (case.ns, case.ew))
    assert desk.get(reverse("club_rulings", args=[session.club.slug])).context["at_table"][ruling.pk] == (record.ns, record.ew)
