"""Aids of the desk, never decisions: the cards and what can be made, the last tricks of a claim from the cards that are left or that were played."""

from typing import Any

import pytest
from django.test import Client

from bridge.engine.cards import format_card
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.laws.endings import Ending, double_dummy, fewest_by_legal_play, fewest_on_line
from bridge.engine.play import Play, legal_cards
from bridge.engine.seats import Seat, Side
from bridge.mapping.slips import deal_of_text
from bridge.models import Account, Board, Deal, LineUp, Session
from tests.web.addresses import at
from tests.worlds import agree, mitchell_evening, seating_at

pytestmark = pytest.mark.django_db

CARDS = "N:AKQ2.KJ3.A52.743 JT94.852.KQ7.KQ2 853.AQT6.J83.AT9 76.974.T964.J865"
MAKES = "98798" "45455" "98798" "45455"  # not solved for the test: shown as they are stored
PLAYED = Report(Contract(3, Strain.N), Seat.S, 9)


@pytest.fixture
def session() -> Session:
    """Three tables; board 1 has been played at table 1, and its cards are known."""
    session = mitchell_evening(3, boards_per_set=1)
    agree(seating_at(session, 1, 1), 1, PLAYED)
    Deal.objects.create(board=Board.objects.get(set__sections__session=session, number=1), cards=CARDS, double_dummy=MAKES)
    return session


def case(session: Session, **more: object) -> dict[str, object]:
    return {"seating": seating_at(session, 1, 1).pk, "board": 1, "kind": "claim", **more}


def test_the_cards_and_what_can_be_made_stand_on_every_page_of_a_case(desk: Client, session: Session) -> None:
    for query in (case(session), case(session, kind="assigned", **{"a.consequent_damage": "yes"})):
        page = desk.get(at(session, "ruling_desk"), query)
        assert page.context["desk"].hands.makes[0] == (Seat.N, (3, 2, 1, 3, 2))
        assert 'class="makes"' in page.content.decode() and 'class="deal"' in page.content.decode()


def test_a_director_who_still_has_to_play_the_board_sees_neither(client: Client, session: Session) -> None:
    elsewhere = LineUp.objects.live().filter(entry__places__seating=seating_at(session, 1, 2)).first()
    assert elsewhere is not None
    lina = Account.objects.get(username="lina")
    lina.player = elsewhere.player
    lina.save(update_fields=["player"])
    client.force_login(lina)
    page = client.get(at(session, "ruling_desk"), case(session))
    assert page.status_code == 200 and page.context["desk"].hands is None and 'class="makes"' not in page.content.decode()
    ending = client.get(at(session, "ruling_ending"), case(session))
    assert ending.context["form"].deal is None and "♠" not in ending.content.decode().replace('value="S">♠', "")


def test_the_claim_aid_starts_with_the_contract_and_the_side_that_claims(desk: Client, session: Session) -> None:
    form = desk.get(at(session, "ruling_ending"), case(session)).context["form"]
    assert form.initial == {"trump": "N", "declarer": "S", "claims": "NS"} and not form.is_bound
    assert [len(hand.field.choices) for hand in form.hands] == [13] * 4
    told = desk.get(at(session, "ruling_ending"), case(session, **{"a.claimer": "E"})).context["form"]
    assert told.initial["claims"] == "EW"


def some_play() -> Play:
    """Nine tricks of the board, each player playing his lowest legal card."""
    play = Play(deal_of_text(CARDS), Strain.N, Seat.W)
    while len(play.played) < 36:
        led = play.current[0].card.suit if play.current else None
        play = play.with_card(play.turn, legal_cards(sorted(play.left(play.turn)), led)[0])
    return play


def outlook(page: Any) -> tuple[int, int, int, int | None]:
    found = page.context["form"].outlook
    assert found is not None, page.context["form"].errors
    return found.tricks, found.fewest, found.best, found.line


def test_what_is_left_is_pressed_or_follows_from_what_was_played(desk: Client, session: Session) -> None:
    play = some_play()
    hands = {seat: play.left(seat) for seat in Seat}
    ending = Ending(hands[Seat.N], hands[Seat.E], hands[Seat.S], hands[Seat.W], Strain.N, play.turn)
    line = sorted(hands[Seat.N], reverse=True)[:2]
    expected = (4, fewest_by_legal_play(ending, Side.NS), double_dummy(ending, Side.NS), fewest_on_line(ending, Side.NS, line))
    asked = {"trump": "N", "claims": "NS", "line": " ".join(map(format_card, line))}
    names = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}
    pressed = {names[seat]: [format_card(card) for card in hand] for seat, hand in hands.items()} | {"leader": play.turn.value}
    assert outlook(desk.get(at(session, "ruling_ending"), case(session, **asked, **pressed))) == expected
    played = {"declarer": "S", "leader": "N", "played": " ".join(format_card(each.card) for each in play.played)}
    page = desk.get(at(session, "ruling_ending"), case(session, **asked, **played))
    assert outlook(page) == expected
    assert dict(page.context["hidden"]).keys() == {"seating", "board", "kind"}  # the way back to the case


@pytest.mark.parametrize(("played", "wrong"), [
    ("H9 HJ H5 HQ D8", {"played": ["The last trick lacks a card: write it to its end."]}),
    ("H9 HJ H5 HQ D8 D9 D5 D8", {"played": ["♦︎8 stands here twice."]}),
    ("HA HJ H5 HQ", {"played": ["West did not hold ♥︎A."]}),
    ("H9 HJ H5 HQ", {"played": ["Only endings of at most 6 cards a hand are searched through; here are 12."]}),
    ("", {"__all__": ["Press the cards that are left, or write those that were played."]}),
])
def test_what_cannot_be_is_told_where_it_was_written(desk: Client, session: Session, played: str, wrong: dict[str, list[str]]) -> None:
    page = desk.get(at(session, "ruling_ending"), case(session, trump="N", claims="NS", leader="N", declarer="S", played=played))
    assert page.status_code == 422
    told = page.context["form"].errors
    assert told.keys() == wrong.keys() and (wrong == told or "6" in str(told))


def test_a_club_without_cards_writes_the_hands(desk: Client, session: Session) -> None:
    Deal.objects.all().delete()
    page = desk.get(at(session, "ruling_ending"), case(session, trump="N", claims="NS", leader="N", north="SA", east="S2", south="S3", west="S4"))
    assert outlook(page) == (1, 1, 1, None)
