"""What everybody reads: rankings, versions, cards, travellers, the movement; and what nobody may read yet."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bridge.actions.publishing import close_session
from bridge.actions.results import correct_result
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.models import Seating, Session, Standing
from tests.worlds import account_of, actor, agree, entries_of, fresh_key, member, mitchell_evening, play, seating_at, seen, settle

pytestmark = pytest.mark.django_db


def nine_tricks(seating: Seating, number: int) -> Report:
    """3NT by North, one trick fewer at each table."""
    return Report(Contract(3, Strain.N), Seat.N, 10 - seating.table)


@pytest.fixture
def session() -> Session:
    """Three tables, three rounds of one board."""
    return mitchell_evening(3, boards_per_set=1)


def closed(session: Session) -> Session:
    """Played, closed, published."""
    play(session, nine_tricks)
    close_session(session, by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()
    return session


def at(session: Session, name: str, *more: object) -> str:
    return reverse(name, args=[session.club.slug, session.uid, *more])


def test_a_ranking_before_the_first_result(client: Client, session: Session) -> None:
    settle()
    page = client.get(at(session, "ranking"))
    assert page.status_code == 200
    assert [each.name for each in page.context["pages"][0].lists] == ["NS", "EW"]
    assert all(row.score is None for each in page.context["pages"][0].lists for row in each.rows)


def test_the_published_ranking_with_its_places(client: Client, session: Session) -> None:
    page = client.get(at(closed(session), "ranking"))
    shown = page.context["pages"][0]
    assert [(row.place, row.pair.number, row.percent) for row in shown.lists[0].rows] == [(1, 1, 100), (2, 2, 50), (3, 3, 0)]
    assert [(row.place, row.is_tied) for row in shown.lists[1].rows] == [(1, True)] * 3
    assert "Provisional, version 1." in page.content.decode()


def test_versions_and_what_each_changed(client: Client, session: Session) -> None:
    closed(session)
    seating = seating_at(session, 1, 3)
    report = Report(Contract(3, Strain.N), Seat.N, 12)
    correct_result(seating, seating.first_board, report, reason="misread", law="79C", by=actor(), key=fresh_key(), seen=seen(session))
    settle()
    newest = client.get(at(session, "ranking"))
    assert "misread" in newest.content.decode() and "Law 79C" in newest.content.decode()
    assert {change.pair.number for change in newest.context["pages"][0].changed if change.list == "NS"} == {1, 2, 3}
    old = client.get(at(session, "ranking_version", 1))
    assert [row.percent for row in old.context["pages"][0].lists[0].rows] == [100, 50, 0]
    assert client.get(at(session, "ranking_version", 3)).status_code == 404


def test_polling_an_unchanged_ranking_costs_nothing(client: Client, session: Session) -> None:
    first = client.get(at(closed(session), "ranking"))
    again = client.get(at(session, "ranking"), headers={"if-none-match": first["ETag"]})
    assert again.status_code in (200, 304)
    assert (again.status_code, again.content) == (304, b"") or again["ETag"] != first["ETag"]  # the minute may have turned


def test_a_traveller_and_a_card_of_a_closed_evening(client: Client, session: Session) -> None:
    closed(session)
    board = client.get(at(session, "traveller", 1)).context["board"]
    assert [(line.points, line.ns_mark, line.ew_mark) for line in board.lines] == [(400, 4, 0), (-50, 2, 2), (-100, 0, 4)]
    assert [(row.points, row.tables) for row in board.frequency] == [(400, 1), (-50, 1), (-100, 1)]
    card = client.get(at(session, "pair_card", entries_of(session)[0].uid)).context["card"]
    assert [round_.total for round_ in card.rounds] == [4, 4, 4]


def test_a_running_evening_hides_boards_from_those_who_have_not_played_them(client: Client, session: Session) -> None:
    played, other = seating_at(session, 1, 1), seating_at(session, 1, 2)
    agree(played, played.first_board, nine_tricks(played, 1))
    agree(other, other.first_board, nine_tricks(other, 2))
    settle()
    assert client.get(at(session, "traveller", played.first_board)).context["board"] is None
    client.force_login(account_of(member(session.club, 1), "mary"))
    assert client.get(at(session, "traveller", played.first_board)).context["board"] is not None
    assert client.get(at(session, "traveller", other.first_board)).context["board"] is None
    own, foreign = entries_of(session)[0], entries_of(session)[1]
    assert client.get(at(session, "pair_card", own.uid)).context["is_visible"]
    assert not client.get(at(session, "pair_card", foreign.uid)).context["is_visible"]


def test_who_does_not_wish_to_be_named_is_not(client: Client, session: Session) -> None:
    player = member(session.club, 1)
    player.is_named = False
    player.save()
    closed(session)
    for name, more in (("ranking", ()), ("movement_page", ()), ("traveller", (1,)), ("pair_card", (entries_of(session)[0].uid,))):
        assert "Smith" not in client.get(at(session, name, *more)).content.decode()


def test_a_running_ranking_tells_how_far_it_is_behind(client: Client, session: Session) -> None:
    settle()
    seating = seating_at(session, 1, 1)
    agree(seating, seating.first_board, nine_tricks(seating, 1))
    assert client.get(at(session, "ranking")).context["pages"][0].behind == 1
    assert not Standing.objects.filter(ranking__session=session, facts__boards__gt=0).exists()


@pytest.mark.parametrize("name", ["ranking", "movement_page"])
def test_pages_in_chinese(client: Client, session: Session, name: str) -> None:
    closed(session)
    content = client.get(at(session, name), headers={"accept-language": "zh-hans"}).content.decode()
    assert 'lang="zh-hans"' in content and "南北" in content


def test_queries_do_not_grow_with_the_pairs(client: Client) -> None:
    counts = []
    for tables in (3, 5):
        session = closed(mitchell_evening(tables, boards_per_set=1))
        with CaptureQueriesContext(connection) as asked:
            client.get(at(session, "ranking"))
            client.get(at(session, "traveller", 1))
            client.get(at(session, "pair_card", entries_of(session)[0].uid))
            client.get(at(session, "movement_page"))
        counts.append(len(asked))
    assert counts[0] == counts[1]
