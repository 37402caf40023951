"""Draws on the desk and for players: settings, the draft with reasons, a swap with its cost, releasing, closing, who takes part."""

import random
from fractions import Fraction

import pytest
from django.test import Client

from bridge.actions.draws import close_round
from bridge.actions.players import make_guest
from bridge.actions.sessions import sign_in
from bridge.engine.swiss.field import Criterion
from bridge.engine.swiss.pair import pair
from bridge.mapping.swiss import SwissPlan, draw_of, live_draw
from bridge.models import Account, Draw, LineUp, Membership, Place, Player, Result, Seating, SeatWish, Session, Standing
from bridge.queries.table import table_of
from tests.jobs.test_early import finish, late_match, waiting_for_one
from tests.swiss_worlds import draft_of, finish_round, play_round, release, round_of, swiss_evening
from tests.web.addresses import at
from tests.worlds import actor, club_with_members, entries_of, evening, fresh_key, mitchell_evening, seen, settle

pytestmark = pytest.mark.django_db
CHINESE = {"HTTP_ACCEPT_LANGUAGE": "zh-hans"}
HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def session() -> Session:
    """Six pairs with their first draft."""
    return swiss_evening(6, SwissPlan(3, 1))


def settings(**changed: object) -> dict[str, object]:
    usual = {"rounds": 3, "boards": 2, "round_minutes": 20, "first_round": "fold", "variant": "balanced", "rematches": "avoided", "sit_out": "60"}
    return usual | {"key": fresh_key()} | changed


def test_an_event_starts_from_its_settings(client: Client) -> None:
    session = evening(pairs=5)
    client.force_login(Account.objects.get(username="lina"))
    assert client.get(at(session, "draw_start")).context["entries"] == 5
    answer = client.post(at(session, "draw_start"), settings())
    assert (answer.status_code, answer["Location"]) == (303, at(session, "draws"))
    settle()
    assert client.get(at(session, "draws")).context["shown"].drawn.resting.number == 5


def test_rounds_of_a_movement_are_no_rounds_of_a_draw(client: Client) -> None:
    session = mitchell_evening(3)
    client.force_login(Account.objects.get(username="lina"))
    assert client.post(at(session, "draw_act", 1), {"key": fresh_key(), "act": "close"}).status_code == 404


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
    answer = desk.post(at(session, "draw_swap", 2), {"key": fresh_key(), "seen": seen, "one": one, "other": other})
    assert answer.status_code == 303
    assert draft_of(session, 2).since.kind == "swap_in_draft"
    seen = desk.get(at(session, "draws")).context["seen"]
    desk.post(at(session, "draw_act", 2), {"key": fresh_key(), "seen": seen, "act": "release"})
    assert draft_of(session, 2).released
    refused = desk.post(at(session, "draw_act", 2), {"key": fresh_key(), "act": "close"}, follow=True)
    assert "Round 2 is not over" in refused.content.decode()
    play_round(session, 2, random.Random(2))
    desk.post(at(session, "draw_act", 2), {"key": fresh_key(), "act": "close"})
    settle()
    assert desk.get(at(session, "draws")).context["shown"].round.number == 3


def test_a_draft_that_changed_meanwhile_is_not_released(desk: Client, session: Session) -> None:
    seen = desk.get(at(session, "draws")).context["seen"]
    desk.post(at(session, "draw_act", 1), {"key": fresh_key(), "seen": seen, "act": "discard"})
    settle()
    desk.post(at(session, "draw_act", 1), {"key": fresh_key(), "seen": seen, "act": "release"})
    assert not Seating.objects.filter(section__session=session).exists()
    assert Draw.objects.live().filter(round__section__session=session).count() == 1


def test_who_sits_out_has_the_award_in_the_ranking_at_once(client: Client) -> None:
    session = swiss_evening(5, SwissPlan(3, 2))
    release(session, 1)
    settle()
    client.force_login(Account.objects.get(username="lina"))
    page = client.get(at(session, "ranking"))
    (row,) = [row for row in page.context["shown"].lists[0].rows if row.score is not None]
    assert row.score == 60 and "60.00" in page.content.decode()
    assert "60.00" in client.get(at(session, "why_total", row.pair.uid)).content.decode()


def test_who_leaves_and_who_comes_late(desk: Client, session: Session) -> None:
    shown = desk.get(at(session, "draws")).context["shown"]
    desk.post(at(session, "draw_taking_part"), {"key": fresh_key(), "act": "withdraw", "entry": shown.entered[1].entry})
    settle()
    shown = desk.get(at(session, "draws")).context["shown"]
    assert shown.entered[1].is_away and shown.drawn.resting is not None
    desk.post(at(session, "draw_taking_part"), {"key": fresh_key(), "act": "return", "entry": shown.entered[1].entry})
    settle()
    assert desk.get(at(session, "draws")).context["shown"].drawn.resting is None


def test_all_gone_is_said(desk: Client, session: Session) -> None:
    for who in desk.get(at(session, "draws")).context["shown"].entered.values():
        desk.post(at(session, "draw_taking_part"), {"key": fresh_key(), "act": "withdraw", "entry": who.entry})
    settle()
    page = desk.get(at(session, "draws"))
    assert page.context["shown"].refusal.code == "all_withdrawn"
    assert "everybody has withdrawn" in page.content.decode()


def test_strangers_may_change_nothing_and_methods_are_kept(desk: Client, session: Session) -> None:
    stranger = Client()
    for name, more in (("draw_act", (1,)), ("draw_swap", (1,)), ("draw_taking_part", ())):
        assert stranger.post(at(session, name, *more), {"key": fresh_key(), "act": "release"}).status_code == 302
        assert desk.get(at(session, name, *more)).status_code == 405
    assert stranger.get(at(session, "draw_start")).status_code == 302
    assert desk.post(at(session, "draws")).status_code == 405


def test_page_and_partial_in_both_languages(desk: Client, session: Session) -> None:
    assert "<html" in desk.get(at(session, "draws")).content.decode()
    assert "<html" not in desk.get(at(session, "draws"), **HTMX).content.decode()
    assert "第1轮" in desk.get(at(session, "draws"), **CHINESE).content.decode()
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
    client.post(at(session, "draw_taking_part"), {"key": fresh_key(), "act": "late", "entry": entry.pk})
    settle()
    shown = client.get(at(session, "draws")).context["shown"]
    assert shown.entered[5].entry == entry.pk and not shown.newcomers


# ---------- every setting through the page ----------


def started_by(client: Client, pairs: int = 6, **changed: object) -> Session:
    """An evening of pairs that the director starts with these settings."""
    session = evening(pairs=pairs)
    client.force_login(Account.objects.get(username="lina"))
    answer = client.post(at(session, "draw_start"), settings(**changed))
    assert answer.status_code == 303, answer.context["form"].errors
    session.refresh_from_db()
    settle()
    return session


def met_in(session: Session, number: int) -> set[frozenset[int]]:
    return {frozenset(couple) for couple in draw_of(draft_of(session, number))[1].couples}


def couples(*told: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(couple) for couple in told}


@pytest.mark.parametrize(("scheme", "expected"), [
    ("fold", ((1, 6), (2, 5), (3, 4))), ("slide", ((1, 4), (2, 5), (3, 6))), ("sign_up", ((1, 2), (3, 4), (5, 6))),
])
def test_the_first_round_is_as_chosen(client: Client, scheme: str, expected: tuple[tuple[int, int], ...]) -> None:
    assert met_in(started_by(client, first_round=scheme), 1) == couples(*expected)


def test_a_first_round_by_lot_can_be_drawn_again_from_its_number(client: Client) -> None:
    session = started_by(client, pairs=8, first_round="random")
    shown = client.get(at(session, "draws")).context["shown"]
    field, drawn = draw_of(draft_of(session, 1))
    assert pair(field, random.Random(shown.lot)) == drawn
    assert str(shown.lot) in client.get(at(session, "draws")).content.decode()


def test_couples_that_never_meet_and_those_better_kept_apart(client: Client) -> None:
    session = started_by(client, forbidden="1-6；2 – 5", avoided="3-4")
    assert not met_in(session, 1) & couples((1, 6), (2, 5), (3, 4))
    text = client.get(at(session, "draws")).content.decode()
    assert "1–6, 2–5" in text and "3–4" in text
    alone = started_by(Client(), pairs=4, forbidden="1-2, 1-3", avoided="1-4")  # a wish gives way, a ban does not
    assert met_in(alone, 1) == couples((1, 4), (2, 3))


@pytest.mark.parametrize(("name", "text"), [("forbidden", "1-1"), ("forbidden", "1 and 2"), ("avoided", "4"), ("stationary", "table 3"), ("stationary", "0")])
def test_numbers_that_make_no_sense_are_refused_beside_their_field(client: Client, name: str, text: str) -> None:
    session = evening(pairs=6)
    client.force_login(Account.objects.get(username="lina"))
    answer = client.post(at(session, "draw_start"), settings(**{name: text}))
    assert answer.status_code == 422 and list(answer.context["form"].errors) == [name]


def test_who_keeps_a_table_is_sought_there_round_after_round(client: Client) -> None:
    session = evening(pairs=8)
    client.force_login(Account.objects.get(username="lina"))
    Player.objects.filter(line_ups__entry=entries_of(session)[4]).update(seat_wish=SeatWish.MUST_STAY)
    client.post(at(session, "draw_start"), settings(stationary="3"))
    settle()
    for number in (1, 2, 3):
        seated = {who: match.seated.table for match in draw_of(draft_of(session, number))[1].matches for who in match.seated.couple}
        if seated[3] != seated[5]:
            assert (seated[3], seated[5]) == (1, 2)
        else:
            assert seated[3] == 1
        finish_round(session, number, random.Random(number))


def test_members_of_another_club_are_kept_apart(client: Client) -> None:
    session = evening(pairs=6)
    guests = club_with_members(0, name="Harbour Bridge Club")
    for entry in (entries_of(session)[0], entries_of(session)[5]):
        for line in LineUp.objects.filter(entry=entry):
            Membership.objects.filter(player=line.player).update(club=guests)
    client.force_login(Account.objects.get(username="lina"))
    client.post(at(session, "draw_start"), settings(apart="wished", apart_rounds=2))
    settle()
    field, drawn = draw_of(draft_of(session, 1))
    assert [entrant.club for entrant in field.entrants] == [guests.slug, *[session.club.slug] * 4, guests.slug]
    assert frozenset((1, 6)) not in met_in(session, 1) and drawn.price(Criterion.WISHES) == 1  # four of one club: one couple is left among them


def test_one_round_in_arrears(client: Client) -> None:
    """Round 2 is drawn while round 1 is played, round 3 from round 1 alone; couples now playing count as met."""
    session = started_by(client, pairs=8, arrears="on")
    assert live_draw(round_of(session, 2)) is None
    release(session, 1)
    settle()
    assert not met_in(session, 2) & met_in(session, 1)
    release(session, 2)
    settle()
    assert live_draw(round_of(session, 3)) is None  # round 1 is not over
    play_round(session, 1, random.Random(1))
    play_round(session, 2, random.Random(2))  # the fast tables' results come too early and do not count
    close_round(round_of(session, 1), by=actor(), key=fresh_key())
    settle()
    field, _ = draw_of(draft_of(session, 3))
    assert {frozenset(couple) for couple in field.playing} == met_in(session, 2)
    assert not met_in(session, 3) & (met_in(session, 1) | met_in(session, 2))
    after_first = dict.fromkeys(range(1, 9), Fraction(50))
    points = {seating.pk: result for seating in Seating.objects.filter(round__number=1) for result in Result.objects.live().filter(seating=seating)}
    for board in (1, 2):
        for seating, _result in points.items():
            own = Result.objects.live().get(seating=seating, board__number=board).ns_points
            others = [row.ns_points for row in Result.objects.live().filter(seating__round__number=1, board__number=board).exclude(seating=seating)]
            percent = Fraction(sum(2 * (own > each) + (own == each) for each in others) * 50, len(others)) - 50
            for place in Place.objects.filter(seating=seating):
                number = entries_of(session).index(place.entry) + 1
                after_first[number] += percent / 2 * (1 if place.side == "NS" else -1)
    assert {entrant.who: entrant.score for entrant in field.entrants} == {who: points * 100 for who, points in after_first.items()}


def test_a_late_pair_brings_its_points_and_another_carries_some_over(client: Client) -> None:
    session = evening(pairs=4, options={"method": "cross_imps"})
    client.force_login(Account.objects.get(username="lina"))
    client.post(at(session, "draw_start"), settings())
    session.refresh_from_db()
    settle()
    finish_round(session, 1, random.Random(1))
    guests = [make_guest(session.club, name, by=actor(), key=fresh_key()) for name in ("Late One", "Late Two")]
    late = sign_in(session, guests, by=actor(), key=fresh_key())
    before = {entrant.who: entrant.score for entrant in draw_of(draft_of(session, 2))[0].entrants}
    for act, entry, points in (("late", late.pk, "2.5"), ("carry", entries_of(session)[0].pk, "7"), ("carry", entries_of(session)[0].pk, "6")):
        told = {"key": fresh_key(), "act": act, "entry": entry, "points": points, "seen": seen(session)}
        client.post(at(session, "draw_taking_part"), told)
        settle()
    older = client.post(at(session, "draw_taking_part"), told | {"key": fresh_key(), "points": "9"}, follow=True).content.decode()
    older = " ".join(older.split())
    assert "It now says: 6.00" in older and 'name="points" inputmode="decimal" value="9"' in older
    assert f'<option value="{entries_of(session)[0].pk}" selected>' in older
    field, drawn = draw_of(draft_of(session, 2))
    assert {entrant.who: entrant.score for entrant in field.entrants} == before | {1: before[1] + 600, 5: 250}
    assert drawn.order[-1] == 5
    assert Standing.objects.get(ranking__session=session, publication__isnull=True, entry=late).exact == Fraction(5, 2)
    answer = client.post(at(session, "draw_taking_part"), {"key": fresh_key(), "act": "carry", "entry": late.pk, "points": "many"}, follow=True)
    assert "Write a number of points." in answer.content.decode()


@pytest.mark.parametrize(("variant", "words"), [
    ("danish", "rematches allowed"), ("top_first", "closest for the leaders first"), ("seed_rule", "by running total alone"), ("balanced", "closest over"),
])
def test_the_draw_s_page_says_how_it_is_drawn(client: Client, variant: str, words: str) -> None:
    session = started_by(client, variant=variant)
    assert words in client.get(at(session, "draws")).content.decode()
    finish_round(session, 1, random.Random(3))
    order = draw_of(draft_of(session, 2))[1].order
    if variant in ("danish", "seed_rule"):
        assert met_in(session, 2) == {frozenset(order[number : number + 2]) for number in (0, 2, 4)}
    else:
        assert not met_in(session, 2) & met_in(session, 1)


def test_the_clock_and_arrears_exclude_each_other(client: Client) -> None:
    session = evening(pairs=6)
    client.force_login(Account.objects.get(username="lina"))
    answer = client.post(at(session, "draw_start"), settings(by_itself="on", arrears="on"))
    assert answer.status_code == 422 and list(answer.context["form"].errors) == ["arrears"]


def test_tables_that_are_certain_are_released_early_through_the_page(client: Client) -> None:
    """The desk releases them, everybody sees them and no more, and a phone of a waiting team is told where to go."""
    session = waiting_for_one()
    client.force_login(Account.objects.get(username="lina"))
    address = at(session, "draws") + "?round=3"
    page = client.get(address)
    assert page.context["shown"].may_begin and "Release what is certain" in page.content.decode()
    client.post(at(session, "draw_act", 3), {"key": fresh_key(), "seen": page.context["seen"], "act": "early"})
    shown = client.get(address).context["shown"]
    assert shown.drawn.is_begun and shown.missing and not shown.is_draft
    stranger = Client()
    public = stranger.get(address, **CHINESE)
    assert [match.table for match in public.context["shown"].drawn.matches] == [match.table for match in shown.drawn.matches]
    assert public.context["shown"].rounds == (1, 2, 3) and "这些桌可以马上开始" in public.content.decode()
    told = shown.drawn.matches[0].ns
    sat = Seating.objects.live().filter(places__entry=told.entry, round__number=2).order_by("table").first()
    assert sat is not None
    here = table_of(session, sat.table)
    assert here is not None
    ways = next(each.ways for each in here.rounds if each.number == 2)
    goes_to = Seating.objects.live().filter(places__entry=told.entry, round__number=3).values_list("table", flat=True)
    assert {way.table for way in ways if way.pair.entry == told.entry} <= set(goes_to) and any(way.pair.entry == told.entry for way in ways)
    finish(late_match(session), 9)
    close_round(round_of(session, 2), by=actor(), key=fresh_key())
    settle()
    assert client.get(address).context["shown"].is_draft
    assert len(stranger.get(address).context["shown"].drawn.matches) == len(shown.drawn.matches)  # the rest is a draft still
    again = client.post(at(session, "draw_act", 3), {"key": fresh_key(), "seen": page.context["seen"], "act": "early"}, follow=True)
    assert "Round 3 is drawn as a whole already." in again.content.decode()


def test_the_desk_stays_with_a_round_until_it_is_closed(desk: Client, session: Session) -> None:
    """The next draw is asked for by closing, so the page that has the button is shown until then."""
    release(session, 1)
    play_round(session, 1, random.Random(1))
    page = desk.get(at(session, "draws"))
    assert page.context["shown"].round.number == 1 and "Close the round and draw the next" in page.content.decode()
    desk.post(at(session, "draw_act", 1), {"key": fresh_key(), "act": "close"})
    assert desk.get(at(session, "draws")).context["shown"].round.number == 2


def test_an_event_that_waits_for_the_clock_refuses_nothing(client: Client) -> None:
    session = evening(pairs=4)
    Session.objects.filter(pk=session.pk).update(starts=session.starts.replace(year=2127))
    client.force_login(Account.objects.get(username="lina"))
    client.post(at(session, "draw_start"), settings(by_itself="on", pause=0, share=70))
    page = client.get(at(session, "draws"))
    assert page.context["shown"].refusal is None and "The clock makes this draw at its time." in page.content.decode()
