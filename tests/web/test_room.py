"""The room, the clock, corrections with their effect, the wall, closing."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.results import report_result
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat, Side
from bridge.models import Account, Adjustment, Publication, Ranking, Result, Round, Seating, Session, SessionState, Standing
from tests.worlds import account_of, actor, agree, fresh_key, member, mitchell_evening, play, seating_at, seen, settle

pytestmark = pytest.mark.django_db


def nine_tricks(seating: Seating, number: int) -> Report:
    """3NT by North, made at table 1, one down and so on at the others."""
    return Report(Contract(3, Strain.N), Seat.N, 10 - seating.table)


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of one board."""
    return mitchell_evening(3, boards_per_set=1)


@pytest.fixture
def desk(client: Client, session: Session) -> Client:
    """The director's browser."""
    client.force_login(Account.objects.get(username="lina"))
    return client


def at(session: Session, name: str, *more: object) -> str:
    return reverse(name, args=[session.club.slug, session.uid, *more])


def test_the_room_tells_what_waits_and_the_desk_accepts_it(desk: Client, session: Session) -> None:
    seating = seating_at(session, 1, 2)
    report_result(seating, seating.first_board, nine_tricks(seating, 2), by_side=Side.NS, by=actor(), key=fresh_key(), seen=seen(session))
    page = desk.get(at(session, "room"))
    waiting = page.context["room"].waiting
    assert [(report.seating.table, report.board.number) for report in waiting] == [(2, seating.first_board)]
    desk.post(at(session, "accept"), {"key": fresh_key() + "-key", "report": waiting[0].pk})
    assert Result.objects.live().filter(seating=seating).count() == 1
    assert desk.get(at(session, "room")).context["room"].settled == 1


def test_the_clock_is_moved_paused_and_goes_on(desk: Client, session: Session) -> None:
    def closes() -> list[object]:
        return list(Round.objects.filter(section__session=session).order_by("number").values_list("closes", flat=True))

    before = closes()
    desk.post(at(session, "clock"), {"key": fresh_key() + "-key", "act": "plus"})
    assert [after - old for after, old in zip(closes(), before, strict=True)] == [timedelta(minutes=1)] * 3  # type: ignore[operator]
    desk.post(at(session, "clock"), {"key": fresh_key() + "-key", "act": "pause"})
    session.refresh_from_db()
    assert session.paused_at is not None
    assert desk.get(at(session, "room")).context["room"].clock.is_paused
    desk.post(at(session, "clock"), {"key": fresh_key() + "-key", "act": "resume"})
    session.refresh_from_db()
    assert session.paused_at is None


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
    ("field", "typed", "wrong"), [("contract", "8S", "contract"), ("declarer", "Q", "declarer"), ("result", "+9", "result"), ("lead", "H1x", "lead"), ("reason", "", "reason")]
)
def test_what_is_wrong_is_told_at_its_field(desk: Client, session: Session, field: str, typed: str, wrong: str) -> None:
    seating = seating_at(session, 1, 3)
    told = {"key": "something-wrong", "kind": "result", "contract": "3N", "declarer": "N", "result": "=", "lead": "", "reason": "late", field: typed}
    response = desk.post(at(session, "correct", seating.pk, seating.first_board), told)
    assert (response.status_code, list(response.context["form"].errors)) == (422, [wrong])


def test_an_artificial_score_and_not_played(desk: Client, session: Session) -> None:
    seating = seating_at(session, 1, 3)
    address = at(session, "correct", seating.pk, seating.first_board)
    desk.post(address, {"key": "sixty-and-forty", "kind": "artificial", "ns": "60", "ew": "40", "reason": "phone rang", "law": "12C2", "confirmed": "on"})
    assert sorted(Adjustment.objects.live().values_list("side", "kind", "value")) == [("EW", "percent", {"percent": "40"}), ("NS", "percent", {"percent": "60"})]
    desk.post(address, {"key": "not-played-at-all", "seen": seen(session), "kind": "not_played", "reason": "no time", "confirmed": "on"})
    assert set(Adjustment.objects.live().values_list("kind", flat=True)) == {"not_played"}


def test_closing_names_what_is_open_then_publishes(desk: Client, session: Session) -> None:
    refused = desk.post(at(session, "close"), {"key": fresh_key() + "-key", "act": "close"})
    assert refused.status_code == 422
    assert len(refused.context["closing"].open_boards) == 9
    play(session, nine_tricks)
    assert desk.post(at(session, "close"), {"key": fresh_key() + "-key", "act": "close"}).status_code == 303
    settle()
    session.refresh_from_db()
    assert session.state == SessionState.CLOSED
    assert Publication.objects.filter(ranking__session=session).count() == Ranking.objects.filter(session=session).count() == 1


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
    client.post(at(session, "look", other.pk, other.first_board), {"key": fresh_key() + "-key", "reason": "ruling asked for"})
    assert client.get(at(session, "correct", other.pk, other.first_board)).status_code == 200
    agree(entry_table_1, entry_table_1.first_board, nine_tricks(entry_table_1, 1))
    assert client.get(at(session, "correct", entry_table_1.pk, entry_table_1.first_board)).status_code == 200


def test_the_wall_shows_the_next_places(client: Client, session: Session) -> None:
    page = client.get(at(session, "wall"))
    assert [(row.table, row.ns.number, row.ew.number) for row in page.context["wall"].rows] == [(1, 1, 3), (2, 2, 1), (3, 3, 2)]


@pytest.mark.parametrize("name", ["room", "journal", "close", "penalty"])
def test_strangers_are_asked_to_sign_in(client: Client, session: Session, name: str) -> None:
    assert client.get(at(session, name)).status_code == 302
