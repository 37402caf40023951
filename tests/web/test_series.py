"""Events of several evenings: put together by the secretary, read by everybody, figures by hand, refused where they make no sense, taken back."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.publishing import close_session
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.models import Account, Act, LineUp, Seating, Session, Standing
from tests.worlds import actor, fresh_key, mitchell_evening, play, settle

pytestmark = pytest.mark.django_db
CHINESE = {"HTTP_ACCEPT_LANGUAGE": "zh-hans"}


def by_table(seating: Seating, number: int) -> Report:
    """3NT by North: one trick fewer at each table."""
    return Report(Contract(3, Strain.N), Seat.N, 11 - seating.table)


@pytest.fixture
def evenings() -> tuple[Session, Session]:
    """The same six pairs on two evenings; only the first table's results differ between them."""
    first = mitchell_evening(3, boards_per_set=1)
    play(first, by_table)
    close_session(first, by=actor(), key=fresh_key())
    second = mitchell_evening(3, boards_per_set=1, club=first.club)
    play(second, lambda seating, number: Report(Contract(3, Strain.N), Seat.N, 7 + seating.table))
    close_session(second, by=actor(), key=fresh_key())
    settle()
    return first, second


def typed(evenings: tuple[Session, Session], first: str, second: str, how: str) -> dict[str, str]:
    return {"key": fresh_key() + "-a-series", "name": "Autumn", "how": how, f"weight_{evenings[0].uid}": first, f"weight_{evenings[1].uid}": second}


def players_and_scores(session: Session) -> dict[tuple[int, ...], Fraction]:
    """Each pair's published figure."""
    seats = LineUp.objects.live().filter(session=session)
    pairs: dict[int, tuple[int, ...]] = {}
    for line in seats.order_by("player"):
        pairs[line.entry_id] = (*pairs.get(line.entry_id, ()), line.player_id)
    return {pairs[row.entry_id]: row.exact for row in Standing.objects.filter(publication__ranking__session=session)}


@pytest.mark.parametrize(("how", "first", "second"), [("mean", "1", "1/3"), ("sum", "0.5", "2")])
def test_evenings_are_put_together(client: Client, evenings: tuple[Session, Session], how: str, first: str, second: str) -> None:
    club = evenings[0].club
    client.force_login(Account.objects.get(username="secretary"))
    answer = client.post(reverse("series_new", args=[club.slug]), typed(evenings, first, second, how))
    assert answer.status_code == 303
    reader = Client()
    shown = reader.get(answer.url).context["shown"]
    one, other = (players_and_scores(session) for session in evenings)
    weights = Fraction(first), Fraction(second)
    expected = {}
    for who in one.keys() | other.keys():
        parts = [(scores[who], weight) for scores, weight in zip((one, other), weights, strict=True) if who in scores]
        total = sum(score * weight for score, weight in parts)
        expected[who] = total / sum(weight for _, weight in parts) if how == "mean" else total
    got = {tuple(sorted(player.pk for player in row.players)): row.score for row in shown.rows}
    assert got == expected
    assert [row.score for row in shown.rows] == sorted(expected.values(), reverse=True)
    assert all(row.place.number == 1 + sum(score > row.score for score in expected.values()) for row in shown.rows)
    assert "Autumn" in reader.get(reverse("series_list", args=[club.slug])).content.decode()
    assert "多场赛事" in reader.get(answer.url, **CHINESE).content.decode()
    client.post(reverse("series_end", args=[club.slug, Act.objects.get(kind="combine_evenings").pk]), {"key": fresh_key() + "-taken-back"})
    assert reader.get(answer.url).status_code == 404


@pytest.mark.parametrize(("first", "second", "told"), [("1", "", "at least two"), ("1", "0", "more than 0"), ("1", "a lot", "weight such as")])
def test_nonsense_is_refused_where_it_is_typed(client: Client, evenings: tuple[Session, Session], first: str, second: str, told: str) -> None:
    client.force_login(Account.objects.get(username="secretary"))
    answer = client.post(reverse("series_new", args=[evenings[0].club.slug]), typed(evenings, first, second, "sum"))
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not Act.objects.filter(kind="combine_evenings").exists()


def test_strangers_put_nothing_together(client: Client, evenings: tuple[Session, Session]) -> None:
    assert client.post(reverse("series_new", args=[evenings[0].club.slug]), typed(evenings, "1", "1", "sum")).status_code in (302, 303, 403, 404)
    assert not Act.objects.filter(kind="combine_evenings").exists()
