"""Draws on the desk and for players: settings, the draft with reasons, a swap with its cost, releasing, closing, who takes part."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.players import make_guest
from bridge.actions.sessions import sign_in
from bridge.mapping.swiss import SwissPlan
from bridge.models import Account, Draw, Seating, Session
from tests.swiss_worlds import draft_of, finish_round, play_round, release, swiss_evening
from tests.worlds import actor, evening, fresh_key, settle

pytestmark = pytest.mark.django_db
CHINESE = {"HTTP_ACCEPT_LANGUAGE": "zh-hans"}
HTMX = {"HTTP_HX_REQUEST": "true"}


def at(session: Session, name: str, *more: object) -> str:
    return reverse(name, args=[session.club.slug, session.uid, *more])


@pytest.fixture
def session() -> Session:
    """Six pairs with their first draft."""
    return swiss_evening(6, SwissPlan(3, 1))


@pytest.fixture
def desk(client: Client, session: Session) -> Client:
    """The director's browser."""
    client.force_login(Account.objects.get(username="lina"))
    return client


def key() -> str:
    return fresh_key() + "-key"


def settings(**changed: object) -> dict[str, object]:
    usual = {"rounds": 3, "boards": 2, "round_minutes": 20, "first_round": "fold", "variant": "balanced", "rematches": "avoided", "sit_out": "60"}
    return usual | {"key": key()} | changed


def test_an_event_starts_from_its_settings(client: Client) -> None:
    session = evening(pairs=5)
    client.force_login(Account.objects.get(username="lina"))
    assert client.get(at(session, "draw_start")).context["entries"] == 5
    answer = client.post(at(session, "draw_start"), settings())
    assert (answer.status_code, answer["Location"]) == (303, at(session, "draws"))
    settle()
    assert client.get(at(session, "draws")).context["shown"].drawn.resting.number == 5


def test_settings_that_make_no_sense_are_refused_beside_their_field(client: Client) -> None:
    session = evening(pairs=5)
    client.force_login(Account.objects.get(username="lina"))
    answer = client.post(at(session, "draw_start"), settings(rounds=0))
    assert answer.status_code == 422 and answer.context["form"].errors["rounds"]


def test_two_pairs_cannot_be_drawn(client: Client) -> None:
    session = evening(pairs=2)
    client.force_login(Account.objects.get(username="lina"))
    answer = client.post(at(session, "draw_start"), settings())
    assert answer.status_code == 422
    assert "Three are needed" in answer.content.decode()


def test_a_draft_is_for_the_desk_alone(desk: Client, session: Session) -> None:
    assert desk.get(at(session, "draws")).context["shown"].drawn is not None
    stranger = Client()
    assert stranger.get(at(session, "draws")).context["shown"].drawn is None
    release(session, 1)
    assert len(stranger.get(at(session, "draws")).context["shown"].drawn.matches) == 3


def test_the_desk_swaps_after_seeing_the_cost_releases_and_closes(desk: Client, session: Session) -> None:
    finish_round(session, 1, random.Random(1))
    first = desk.get(at(session, "draws"))
    matches = first.context["shown"].drawn.matches
    one, other = matches[0].ns.number, matches[1].ns.number
    priced = desk.get(at(session, "draws"), {"round": 2, "one": one, "other": other})
    assert priced.context["cost"] or priced.context.get("refused") is None
    seen = first.context["seen"]
    answer = desk.post(at(session, "draw_swap", 2), {"key": key(), "seen": seen, "one": one, "other": other})
    assert answer.status_code == 303
    assert draft_of(session, 2).since.kind == "swap_in_draft"
    seen = desk.get(at(session, "draws")).context["seen"]
    desk.post(at(session, "draw_act", 2), {"key": key(), "seen": seen, "act": "release"})
    assert draft_of(session, 2).released
    refused = desk.post(at(session, "draw_act", 2), {"key": key(), "act": "close"}, follow=True)
    assert "Round 2 is not over" in refused.content.decode()
    play_round(session, 2, random.Random(2))
    desk.post(at(session, "draw_act", 2), {"key": key(), "act": "close"})
    settle()
    assert desk.get(at(session, "draws")).context["shown"].round.number == 3


def test_a_draft_that_changed_meanwhile_is_not_released(desk: Client, session: Session) -> None:
    seen = desk.get(at(session, "draws")).context["seen"]
    desk.post(at(session, "draw_act", 1), {"key": key(), "seen": seen, "act": "discard"})
    settle()
    desk.post(at(session, "draw_act", 1), {"key": key(), "seen": seen, "act": "release"})
    assert not Seating.objects.filter(section__session=session).exists()
    assert Draw.objects.live().filter(round__section__session=session).count() == 1


def test_who_leaves_and_who_comes_late(desk: Client, session: Session) -> None:
    shown = desk.get(at(session, "draws")).context["shown"]
    desk.post(at(session, "draw_taking_part"), {"key": key(), "act": "withdraw", "entry": shown.entered[1].entry})
    settle()
    shown = desk.get(at(session, "draws")).context["shown"]
    assert shown.entered[1].is_away and shown.drawn.resting is not None
    desk.post(at(session, "draw_taking_part"), {"key": key(), "act": "return", "entry": shown.entered[1].entry})
    settle()
    assert desk.get(at(session, "draws")).context["shown"].drawn.resting is None


def test_all_gone_is_said(desk: Client, session: Session) -> None:
    for who in desk.get(at(session, "draws")).context["shown"].entered.values():
        desk.post(at(session, "draw_taking_part"), {"key": key(), "act": "withdraw", "entry": who.entry})
    settle()
    page = desk.get(at(session, "draws"))
    assert page.context["shown"].refusal.code == "all_withdrawn"
    assert "everybody has withdrawn" in page.content.decode()


def test_strangers_may_change_nothing_and_methods_are_kept(desk: Client, session: Session) -> None:
    stranger = Client()
    for name, more in (("draw_act", (1,)), ("draw_swap", (1,)), ("draw_taking_part", ())):
        assert stranger.post(at(session, name, *more), {"key": key(), "act": "release"}).status_code == 302
        assert desk.get(at(session, name, *more)).status_code == 405
    assert stranger.get(at(session, "draw_start")).status_code == 302
    assert desk.post(at(session, "draws")).status_code == 405


def test_page_and_partial_in_both_languages(desk: Client, session: Session) -> None:
    assert "<html" in desk.get(at(session, "draws")).content.decode()
    assert "<html" not in desk.get(at(session, "draws"), **HTMX).content.decode()
    assert "第 1 轮" in desk.get(at(session, "draws"), **CHINESE).content.decode()
    assert "按名次编排" in desk.get(at(evening(session.club, pairs=4), "draw_start"), **CHINESE).content.decode()


@pytest.mark.parametrize("pairs", [4, 10])
def test_a_page_asks_the_same_number_of_questions_for_any_size(client: Client, pairs: int, django_assert_max_num_queries: object) -> None:
    session = swiss_evening(pairs, SwissPlan(3, 1))
    client.force_login(Account.objects.get(username="lina"))
    client.get(at(session, "draws"))
    with django_assert_max_num_queries(26):  # type: ignore[operator]
        client.get(at(session, "draws"))


def test_a_pair_that_comes_late_is_shown_and_gets_a_number(client: Client) -> None:
    session = swiss_evening(4, SwissPlan(3, 1))
    client.force_login(Account.objects.get(username="lina"))
    guests = [make_guest(session.club, name, by=actor(), key=fresh_key()) for name in ("Late One", "Late Two")]
    entry = sign_in(session, guests, by=actor(), key=fresh_key())
    assert [who.entry for who in client.get(at(session, "draws")).context["shown"].newcomers] == [entry.pk]
    client.post(at(session, "draw_taking_part"), {"key": key(), "act": "late", "entry": entry.pk})
    settle()
    shown = client.get(at(session, "draws")).context["shown"]
    assert shown.entered[5].entry == entry.pk and not shown.newcomers
