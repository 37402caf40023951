"""Scores and lists that are pressed together by keys: outcomes with their weights, likely points, calls, groups, cards that won."""

from fractions import Fraction
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.laws import facts as f
from bridge.engine.laws import words as w
from bridge.engine.laws.answers import parse_answer
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.desk import Step
from bridge.engine.seats import Seat
from bridge.forms.law_answers import read_answers
from bridge.forms.law_fields import fields_of
from bridge.models import Adjustment, Conditions, Ruling, Seating, Session
from tests.worlds import mitchell_evening, play, seating_at, settle


def north_makes(seating: Seating, number: int) -> Report:
    """3NT by North: ten tricks at table 1, nine and eight at the others."""
    return Report(Contract(3, Strain.N), Seat.N, 11 - seating.table)


@pytest.fixture
def session(db: None) -> Session:
    """Three tables, three rounds of one board, all played and ranked; nobody is vulnerable on board 1."""
    session = mitchell_evening(3, boards_per_set=1)
    play(session, north_makes)
    settle()
    return session


class Pad:
    """The outcome page of an assigned score at table 1, board 1."""

    def __init__(self, client: Client, session: Session) -> None:
        seating = seating_at(session, 1, 1)
        address = reverse("ruling_desk", args=[session.club.slug, session.uid])
        page = client.get(address, {"seating": seating.pk, "board": 1, "kind": "assigned", "a.consequent_damage": "yes"})
        self.client, self.address, self.seen = client, f"{address}?{page.context['query']}", page.context["seen"]
        self.typed: dict[str, str] = {"shows": "given", "told": "on"}

    def send(self, **more: str) -> Any:
        """The form with what stands in it."""
        return self.client.post(self.address, self.typed | {"key": "a-key-of-its-own", "seen": str(self.seen)} | more)

    def press(self, said: str, **pad: str) -> Any:
        """A key pressed; what the form then says is sent with the next one."""
        page = self.send(press=said, **{f"pad.{name}": value for name, value in pad.items()})
        assert page.status_code == 200 and not Ruling.objects.exists()
        self.typed = {field.name: str(field.value() or "") for field in page.context["form"] if field.name not in ("key", "seen", "confirmed")}
        return page


@pytest.fixture
def pad(desk: Client, session: Session) -> Pad:
    return Pad(desk, session)


GAME = {"level": "3", "strain": "N", "doubled": "", "declarer": "N", "tricks": "9"}
SLAM = {"level": "6", "strain": "S", "doubled": "X", "declarer": "S", "tricks": "11"}


def test_two_outcomes_are_pressed_and_the_first_leaves_room_for_the_second(pad: Pad) -> None:
    one = pad.press("ns add", **GAME, share="rest")
    assert one.context["form"]["ns_scores"].value() == "3N N =" and one.context["form"]["score"].value() == "assigned"
    assert one.context["shown"] is not None  # its effect is seen at once
    two = pad.press("ns add", **SLAM, share="40")
    assert two.context["form"]["ns_scores"].value() == "60 % 3N N =\n40 % 6SX S -1"
    assert [key.label for key in two.context["pad"].ns.items] == ["60 % × 3NT N = (400)", "40 % × 6♠︎X S −1 (−100)"]
    assert pad.send(confirmed="on").status_code == 303
    rows = Adjustment.objects.live().filter(kind="weighted")
    assert [row.value["components"] for row in rows] == [[[400, "3/5"], [-100, "2/5"]]] * 2


def test_the_rest_is_filled_in_and_told_until_nothing_is_left(pad: Pad) -> None:
    pad.press("ns add", **GAME, share="50")
    page = pad.press("ns add", **SLAM, share="20")
    assert page.context["pad"].ns.wrong == "The outcomes add up to 70 percent: 30 percent are still to be given."
    assert page.context["pad"].rows[-1].keys[0].label == "rest: 30 %"
    wrong = pad.send(confirmed="on")
    assert wrong.status_code == 422 and wrong.context["form"].errors == {"ns_scores": [page.context["pad"].ns.wrong]}
    full = pad.press("ns add", level="P", share="rest")
    assert full.context["form"]["ns_scores"].value() == "50 % 3N N =\n20 % 6SX S -1\n30 % P" and not full.context["pad"].ns.wrong
    more = pad.press("ns add", **GAME, share="rest")
    assert more.context["pad"].wrong == "Nothing is left of the 100 percent: press a weight, or take an outcome away."
    assert len(more.context["pad"].ns.items) == 3
    less = pad.press("ns away1")
    assert less.context["form"]["ns_scores"].value() == "50 % 3N N =\n30 % P"
    assert "20 percent are still to be given" in less.content.decode()


def test_half_an_outcome_is_told_and_what_was_written_stays(pad: Pad) -> None:
    pad.typed["note"] = "a hesitation"
    page = pad.press("ns add", level="4", strain="S")
    assert page.context["pad"].wrong == "Press level, suit, declarer and tricks of the outcome."
    assert page.context["form"]["note"].value() == "a hesitation" and not page.context["pad"].ns.items


def test_keys_that_were_pressed_and_not_added_are_not_lost_when_the_ruling_is_given(pad: Pad) -> None:
    page = pad.send(confirmed="on", **{f"pad.{name}": value for name, value in GAME.items()})
    assert page.status_code == 200 and not Ruling.objects.exists()
    assert page.context["form"]["ns_scores"].value() == "3N N ="


def test_the_other_tables_and_the_result_as_played_are_pressed_too(pad: Pad) -> None:
    page = pad.press("ew add", **SLAM)
    assert [(each.line, each.tables, each.percent) for each in page.context["elsewhere"]] == [("3N N =", 1, 50), ("3N N -1", 1, 50)]
    assert page.context["as_played"] == "3N N +1"
    pad.press("ns 3N N +1")
    assert pad.send(confirmed="on").status_code == 303
    assert {row.side: row.value["points"] for row in Adjustment.objects.live()} == {"NS": 430, "EW": -100}


def test_the_result_that_was_played_is_pressed_where_it_is_not_known(desk: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    address = reverse("ruling_desk", args=[session.club.slug, session.uid])
    query = {"seating": seating_at(session, 1, 1).pk, "board": 1, "kind": "revoke", "a.declarer": "N"} | {
        f"a.{name}": value for name, value in {
            "offender": "N", "trick": "5", "kind": "follow", "established": "yes", "noticed": "during_play_or_at_end", "earlier_revoke_same_suit": "no",
            "other_side_also_revoked": "no", "revoke_trick_won": "offender", "os_tricks_from": "6",
        }.items()
    }  # fmt: skip
    page = desk.get(address, query)
    assert "This is the result as it was played" in page.content.decode()
    address += "?" + page.context["query"]
    sent = {"key": "a-key-of-its-own", "seen": page.context["seen"], "shows": "given", "told": "on", "score": "tricks", "tricks": "2", "loser": "NS"}
    pressed = desk.post(address, sent | {"press": "played add"} | {f"pad.{name}": value for name, value in GAME.items()})
    assert [pressed.context["form"][name].value() for name in ("played", "score", "tricks", "loser")] == ["3N N =", "tricks", "2", "NS"]
    assert desk.post(address, sent | {"played": "3N N =", "confirmed": "on"}).status_code == 303
    assert {row.value["points"] for row in Adjustment.objects.live()} == {-100}


@pytest.mark.parametrize(("said", "wrong"), [
    ("60 % 3N N =; 30 % 3N N -1", "The outcomes add up to 90 percent: 10 percent are still to be given."),
    ("60 % 3N N =; 70 % 3N N -1", "The outcomes add up to 130 percent: 30 percent too many."),
    ("60 % 3N N =; 40 % 3N N -1; P", "Nothing is left of the 100 percent: press a weight, or take an outcome away."),
])
def test_a_wrong_sum_is_told_beside_the_field(pad: Pad, said: str, wrong: str) -> None:
    page = pad.send(score="assigned", ns_scores=said, confirmed="on")
    assert page.status_code == 422 and page.context["form"].errors == {"ns_scores": [wrong]}


def test_an_event_may_be_ruled_by_the_other_edition_than_the_clubs(desk: Client, session: Session) -> None:
    query = {"seating": seating_at(session, 1, 1).pk, "board": 1, "kind": "revoke"}
    said = [desk.get(reverse("ruling_desk", args=[session.club.slug, session.uid]), query)]
    Conditions.objects.filter(stage=session.stage).update(options={"edition": "CN1999"})
    said.append(desk.get(reverse("ruling_desk", args=[session.club.slug, session.uid]), query))
    assert [(page.context["desk"].edition.value, page.context["club"].edition) for page in said] == [("WBF2017", "WBF2017"), ("CN1999", "WBF2017")]
    assert "(Laws of 2017)" in said[0].content.decode() and "(Laws of 1999" in said[1].content.decode()


def test_a_director_by_the_laws_of_1999_is_told_that_he_gives_no_weights(desk: Client, session: Session) -> None:
    Conditions.objects.filter(stage=session.stage).update(options={"edition": "CN1999"})
    query = {"seating": seating_at(session, 1, 1).pk, "board": 1, "kind": "assigned", "a.offending_side": "EW", "a.outcomes_ns": ""}
    assert "Law 12C3" in desk.get(reverse("ruling_desk", args=[session.club.slug, session.uid]), query).content.decode()


def test_weights_are_one_answer() -> None:
    keys = "&".join(f"a.weights.{name}={value}" for name, value in SLAM.items())
    one = read_answers(Kind.ASSIGNED, QueryDict(f"a.weights=100:400&press.weights=add&{keys}&a.weights.share=25"), 1)
    assert one.typed[f.WEIGHTS] == "75:400 25:-100" and one.pressed is f.WEIGHTS and not one.errors
    away = read_answers(Kind.ASSIGNED, QueryDict("a.weights=75:400+25:-100&press.weights=away0"), 1)
    assert away.typed[f.WEIGHTS] == "25:-100"
    (shown,) = fields_of(Kind.ASSIGNED, Step((f.WEIGHTS,)), away, 1)
    assert shown.help == "The outcomes add up to 25 percent: 75 percent are still to be given." and [key.label for key in shown.items] == ["25 % × −100"]
    sent = read_answers(Kind.ASSIGNED, QueryDict(f"a.weights=25:-100&{keys}&a.weights.share=rest"), 2)  # not pressed once more: it counts all the same
    assert sent.told[f.WEIGHTS] == (w.Weight(Fraction(25), -100), w.Weight(Fraction(75), -200))  # South is vulnerable on board 2
    half = read_answers(Kind.ASSIGNED, QueryDict("a.weights=&a.weights.level=4"), 1)
    assert half.errors == {f.WEIGHTS: "Press level, suit, declarer and tricks of the outcome."}


def test_likely_points_are_written_or_pressed() -> None:
    likely, probable = (f"a.outcomes_ns.{each.value}" for each in w.Likelihood)
    query = QueryDict(f"{likely}=-50&{probable}=&" + "&".join(f"{probable}.{name}={value}" for name, value in GAME.items()))
    assert read_answers(Kind.ASSIGNED, query, 1).told[f.OUTCOMES_NS] == tuple(zip(w.Likelihood, (-50, 400), strict=True))
    assert read_answers(Kind.ASSIGNED, query, 2).told[f.OUTCOMES_NS] == tuple(zip(w.Likelihood, (-50, 600), strict=True))  # North-South are vulnerable
    half = read_answers(Kind.ASSIGNED, QueryDict(f"{likely}=&{likely}.level=4"), 1)
    assert list(half.errors) == [f.OUTCOMES_NS]


def test_calls_after_an_irregular_one_start_on_its_left() -> None:
    told = read_answers(Kind.RIGHT_TO_CALL, QueryDict("a.auction=P+P&a.irregular_call=P&a.offender=W&a.following_passes=P+P"), 1).told
    assert told[f.FOLLOWING_PASSES] == parse_answer(f.FOLLOWING_PASSES, "N:P E:P")
    pressed = read_answers(Kind.RIGHT_TO_CALL, QueryDict("a.auction=P&a.offender=W&a.following_passes=P&press.following_passes=P"), 1)
    shown = fields_of(Kind.RIGHT_TO_CALL, Step((f.AUCTION, f.CALLER, f.FOLLOWING_PASSES)), pressed, 1)
    assert [field.text for field in shown] == ["P", "W", "P P"] and [key.value for key in shown[2].presses] == ["P", "back"]


def test_groups_of_tables_are_pressed() -> None:
    pressed = read_answers(Kind.FOULED, QueryDict("a.groups=5&press.groups=3"), 1)
    (shown,) = fields_of(Kind.FOULED, Step((f.GROUPS,)), pressed, 1)
    assert (shown.text, shown.is_pressed, shown.presses[0].value, shown.presses[-1].value) == ("5 3", True, "1", "back")


def test_cards_that_won_are_pressed_with_their_tricks() -> None:
    query = "a.offender_winning_cards=5:HA&press.offender_winning_cards={said}&a.offender_winning_cards.trick=7&a.offender_winning_cards.card.suit=S"
    half = read_answers(Kind.REVOKE, QueryDict(query.format(said="add")), 1)
    assert half.errors == {f.OFFENDER_WINNING_CARDS: "Press the trick, the suit and the rank of the card."}
    whole = read_answers(Kind.REVOKE, QueryDict(query.format(said="add") + "&a.offender_winning_cards.card.rank=K"), 1)
    assert whole.typed[f.OFFENDER_WINNING_CARDS] == "5:HA 7:SK"
    away = read_answers(Kind.REVOKE, QueryDict(query.format(said="away0")), 1)
    assert away.typed[f.OFFENDER_WINNING_CARDS] == ""
