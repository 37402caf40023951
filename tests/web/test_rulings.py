"""The desk: from the call to the changed ranking, what is kept, what is refused, who sees what."""

import csv
import json
from fractions import Fraction
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.results import call_director
from bridge.actions.rulings import withdraw_ruling
from bridge.engine.cards import parse_card
from bridge.engine.seats import Seat
from bridge.models import Account, Adjustment, AdjustmentKind, DirectorCall, Foul, Penalty, Ranking, Reminder, Ruling, Seating, Session, Standing
from bridge.phrases.words import card_text
from tests.web.addresses import at
from tests.web.ruling_pages import REVOKE, give, north_makes, ranked_evening, standings, start, table_one
from tests.worlds import account_of, actor, agree, fresh_key, member, mitchell_evening, seating_at, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return ranked_evening()


def test_an_adjusted_score_takes_the_place_of_the_tricks(desk: Client, session: Session) -> None:
    """64C: ten tricks, one would go over, eight are owed: the board counts as eight."""
    told = REVOKE | {"a.transfer": "1", "a.td_expected_ns": "8", "a.table_tricks_ns": "10", "a.transfer_law": "64A2"}
    page = desk.get(at(session, "ruling_desk"), start(session, table_one(session), "revoke", **told))
    assert (page.context["outcome"].tricks_transferred, page.context["moves"]) == (1, None)
    assert (page.context["form"]["score"].value(), page.context["form"]["ns_scores"].value()) == ("assigned", "3N N -1")
    assert page.context["counts"] and page.context["shown"]


def test_declarers_side_has_no_penalty_card_also_where_nobody_is_asked_who_declares(desk: Client, session: Session) -> None:
    """North plays the contract, and South is said to have a penalty card."""
    told = {"a.owner": "S", "a.pcs": "SK:major", "a.turn_of": "owner"}
    page = desk.get(at(session, "ruling_desk"), start(session, table_one(session), "penalty_card_turn", **told))
    assert "Declarer's side has no penalty cards." in [field.error for field in page.context["fields"]]


def test_a_revoke_moves_tricks_and_a_withdrawn_ruling_restores_the_ranking(desk: Client, session: Session) -> None:
    before, seating = standings(session), table_one(session)
    page = desk.get(at(session, "ruling_desk"), start(session, seating, "revoke", **REVOKE))
    assert page.context["outcome"].tricks_transferred == 2
    assert [bool(each["rows"]) for each in page.context["shown"]] == [True]
    sent = give(desk, session, start(session, seating, "revoke", **REVOKE))
    assert sent.status_code == 303
    ruling = Ruling.objects.get()
    rows = Adjustment.objects.live().filter(ruling=ruling)
    assert sorted(rows.values_list("side", "kind")) == [("EW", "tricks"), ("NS", "tricks")]
    assert {row.value["points"] for row in rows} == {-50}  # ten tricks, two of them gone: one down
    settle()
    assert standings(session) != before
    desk.post(at(session, "ruling", ruling.pk), {"act": "withdraw", "key": fresh_key(), "reason": "no revoke after all"})
    settle()
    assert standings(session) == before
    assert not Adjustment.objects.live().exists() and not Ruling.objects.live().exists()


def test_a_page_asks_what_the_law_needs_next(desk: Client, session: Session) -> None:
    seating = table_one(session)
    page = desk.get(at(session, "ruling_desk"), start(session, seating, "revoke"))
    assert [field.name for field in page.context["fields"]] == ["a.offender", "a.trick", "a.kind", "a.established"]
    blank = desk.get(at(session, "ruling_desk"), start(session, seating, "revoke", **{"a.offender": "", "a.kind": "follow", "a.established": "yes"}))
    assert "This has to be answered." in blank.content.decode()


def test_a_call_that_is_pressed_shows_the_page_again_with_all_that_was_typed(desk: Client, session: Session) -> None:
    query = start(session, table_one(session), "insufficient_bid", **{"a.auction": "1H", "press.auction": "2D", "a.irregular_call": "1S"})
    page = desk.get(at(session, "ruling_desk"), query)
    fields = {field.name: field for field in page.context["fields"]}
    assert fields["a.auction"].text == "1H 2D" and not any(field.error for field in fields.values())
    assert [key.value for key in fields["a.irregular_call"].keys if key.pressed] == ["1S"]
    assert "Press the calls" in page.content.decode() and "Why is this asked?" in page.content.decode()


def test_who_made_an_insufficient_bid_was_in_turn_where_nobody_is_named(desk: Client, session: Session) -> None:
    query = start(session, table_one(session), "insufficient_bid", **{"a.auction": "1H 2D", "a.irregular_call": "1S"})
    page = desk.get(at(session, "ruling_desk"), query)
    assert [field.name for field in page.context["fields"]] == ["a.accepted_by_lho"] and page.context["chooses"] is Seat.W
    assert "The choice is for the left-hand opponent (West)." in page.content.decode()


def test_what_contradicts_is_named_where_it_was_entered(desk: Client, session: Session) -> None:
    seating = table_one(session)
    query = start(session, seating, "revoke", **(REVOKE | {"a.os_tricks_from": "14"}))
    page = desk.get(at(session, "ruling_desk"), query)
    assert [field.error for field in page.context["fields"] if field.name == "a.os_tricks_from"] == ["A board has thirteen tricks."]
    turn = desk.get(at(session, "ruling_desk"), start(session, seating, "insufficient_bid", **{
        "a.auction": "1H 2H", "a.irregular_call": "1S", "a.offender": "S", "a.position": "lho_turn"}))
    assert any(field.error for field in turn.context["fields"])


def test_a_typed_auction_starts_its_case(desk: Client, session: Session) -> None:
    seating = table_one(session)
    page = desk.get(at(session, "ruling_recognise"), {"seating": seating.pk, "board": seating.first_board, "auction": "1H 2D 1S"})
    query = dict(parse_qsl(urlsplit(page["Location"]).query))
    assert query["kind"] == "insufficient_bid" and query["a.irregular_call"] == "1S"
    assert desk.get(page["Location"]).context["fields"][0].name == "a.accepted_by_lho"
    order = desk.get(at(session, "ruling_recognise"), {"seating": seating.pk, "board": seating.first_board, "auction": "1H 2D 2S"})
    assert "All of it is in order." in order.content.decode()


def test_typed_cards_show_a_revoke(desk: Client, session: Session) -> None:
    seating = table_one(session)
    query = {"seating": seating.pk, "board": seating.first_board, "declarer": "N", "trump": "S"}
    page = desk.get(at(session, "ruling_recognise"), query | {"cards": "HA H2 D3 H4 HK H5 H6 H7"})
    assert dict(parse_qsl(urlsplit(page["Location"]).query))["kind"] == "revoke"
    twice = desk.get(at(session, "ruling_recognise"), query | {"cards": "HA H2 HA H4"})
    assert twice.status_code == 422


def test_the_second_director_is_told_what_the_first_did_and_keeps_what_was_typed(desk: Client, session: Session) -> None:
    seating = table_one(session)
    page = desk.get(at(session, "ruling_desk"), start(session, seating, "revoke", **REVOKE))
    other = Client()
    other.force_login(Account.objects.get(username="secretary"))
    give(other, session, start(session, seating, "revoke", **REVOKE), note="seen first")
    typed = {"key": "a-key-of-its-own", "seen": page.context["seen"], "confirmed": "on", "shows": "law", "score": "none", "note": "mine"}
    address = at(session, "ruling_desk") + "?" + page.context["query"]
    refused = desk.post(address, typed)
    said = refused.content.decode()
    assert refused.status_code == 422 and "secretary" in said and "seen first" in said and 'value="mine"' in said
    assert Ruling.objects.live().count() == 1
    again = desk.post(address, typed | {"seen": refused.context["seen"], "key": "another-key-of-its-own"})
    assert again.status_code == 303 and Ruling.objects.live().count() == 2


def test_a_half_made_ruling_waits_on_its_call_and_another_director_goes_on(desk: Client, session: Session) -> None:
    seating = table_one(session)
    call = call_director(seating, seating.first_board, by=actor(), key=fresh_key())
    query = start(session, seating, "revoke", call=call.pk, **{name: REVOKE[name] for name in list(REVOKE)[:4]})
    page = desk.get(at(session, "ruling_desk"), query)
    desk.post(at(session, "ruling_half") + "?" + page.context["query"], {"key": page.context["key"]})
    call.refresh_from_db()
    assert call.answers == {"kind": "revoke", "answers": {"offender": "N", "trick": "5", "kind": "follow", "established": "yes"}}
    other = Client()
    other.force_login(Account.objects.get(username="secretary"))
    assert "Go on with it" in other.get(at(session, "rulings")).content.decode()
    on = other.get(at(session, "ruling_new"), {"call": call.pk}, follow=True)
    assert [field.name for field in on.context["fields"]] == ["a.noticed", "a.earlier_revoke_same_suit", "a.other_side_also_revoked"]
    rest = {name: REVOKE[name] for name in list(REVOKE)[4:]}
    assert give(other, session, query | rest).status_code == 303
    assert DirectorCall.objects.get(pk=call.pk).done_by is not None


def test_a_half_made_ruling_keeps_what_was_typed_on_the_page_of_its_outcome(desk: Client, session: Session) -> None:
    give(desk, session, start(session, table_one(session), "revoke", **REVOKE))
    replaced = Ruling.objects.get()
    query = start(session, table_one(session), "artificial", replaces=replaced.pk, **{"a.fault.NS": "none", "a.fault.EW": "direct"})
    page = desk.get(at(session, "ruling_desk"), query)
    pressed = {"pad.level": "4", "pad.strain": "S", "pad.declarer": "N", "pad.tricks": "10", "pad.share": "60"}  # an outcome that was not added yet
    typed = {"score": "artificial", "ns_scores": "40 % 4S N -1", "note": "asked twice", "shows": "law", "penalty_side": "EW", "penalty": "5"}
    desk.post(at(session, "ruling_half") + "?" + page.context["query"], {"key": page.context["key"]} | typed | pressed)
    call = DirectorCall.objects.get()
    other = Client()
    other.force_login(Account.objects.get(username="secretary"))
    on = other.get(at(session, "ruling_new"), {"call": call.pk}, follow=True)
    form = on.context["form"]
    kept = ("assigned", "40 % 4S N -1\n60 % 4S N =", "asked twice", "law", "EW", "5", False)
    assert tuple(form[name].value() for name in ("score", "ns_scores", "note", "shows", "penalty_side", "penalty", "told")) == kept
    assert [bool(each["rows"]) for each in on.context["shown"]] == [True]
    changed = other.get(at(session, "ruling_desk"), query | {"call": call.pk, "a.fault.EW": "partial"})
    assert (changed.context["form"]["score"].value(), changed.context["form"]["note"].value()) == ("artificial", None)
    given = give(other, session, dict(parse_qsl(on.context["query"])))
    assert given.status_code == 303 and Ruling.objects.live().get().replaces == replaced and not Ruling.objects.live().get().told_at


def test_a_half_made_ruling_keeps_what_was_pressed_of_an_answer(desk: Client, session: Session) -> None:
    query = start(session, table_one(session), "insufficient_bid", **{"a.auction": "1H", "press.auction": "2D", "a.irregular_call": "1S"})
    page = desk.get(at(session, "ruling_desk"), query)
    desk.post(at(session, "ruling_half") + "?" + page.context["left"], {"key": page.context["key"]})
    on = desk.get(at(session, "ruling_new"), {"call": DirectorCall.objects.get().pk}, follow=True)
    fields = {field.name: field for field in on.context["fields"]}
    assert fields["a.auction"].text == "1H 2D" and [key.value for key in fields["a.irregular_call"].keys if key.pressed] == ["1S"]


def test_what_lasts_is_remembered_until_it_is_cleared(desk: Client, session: Session) -> None:
    seating = table_one(session)
    assert give(desk, session, start(session, seating, "exposed_card", **EXPOSED)).status_code == 303
    reminder = Reminder.objects.live().get()
    assert "penalty card" in desk.get(at(session, "rulings")).content.decode()
    desk.post(at(session, "reminder_cleared", reminder.pk), {"key": fresh_key()})
    assert not Reminder.objects.live().exists()


def test_a_penalty_and_an_artificial_score(desk: Client, session: Session) -> None:
    seating = table_one(session)
    given = give(desk, session, start(session, seating, "procedure", **{"a.offence": "late", "a.cards_seen": "no", "a.caused_adjusted_score": "no"}),
                 option="pp", penalty_side="EW", penalty="10")
    assert given.status_code == 303
    nothing = give(desk, session, start(session, seating, "procedure", **{"a.offence": "late", "a.cards_seen": "no", "a.caused_adjusted_score": "no"}),
                   option="pp", penalty_side="EW", penalty="")
    assert nothing.status_code == 422 and nothing.context["form"].errors == {"penalty": ["Write how much."]}
    assert (Penalty.objects.live().get().amount, Ruling.objects.get().chosen["option"]) == (10, "pp")
    record = desk.get(at(session, "ruling", Ruling.objects.get().pk))
    taken = record.context["record"].penalties[0]
    assert taken.pair.entry == Penalty.objects.get().entry_id and f"East-West ({taken.pair.number}): A penalty of 10 % of a board." in record.content.decode()
    (line,) = desk.get(reverse("club_rulings_file", args=[session.club.slug, "json"])).json()
    assert (line["penalties"], line["groups"]) == ([{"side": "EW", "pair": taken.pair.number, "amount": "10", "unit": "percent"}], {})
    faults = {"a.fault.NS": "none", "a.fault.EW": "direct"}
    assert give(desk, session, start(session, seating, "artificial", **faults)).status_code == 303
    kinds = dict(Adjustment.objects.live().values_list("side", "kind"))
    assert kinds == {"NS": AdjustmentKind.AVERAGE_PLUS, "EW": AdjustmentKind.AVERAGE_MINUS}


def test_a_ruling_takes_the_place_of_another(desk: Client, session: Session) -> None:
    seating = table_one(session)
    give(desk, session, start(session, seating, "revoke", **REVOKE))
    first = Ruling.objects.get()
    give(desk, session, start(session, seating, "revoke", replaces=first.pk, **(REVOKE | {"a.revoke_trick_won": "opponents"})))
    second = Ruling.objects.live().get()
    assert second.replaces == first
    assert {row.value["points"] for row in Adjustment.objects.live()} == {400}  # one trick
    replaced, later = (desk.get(at(session, "ruling", each.pk)).content.decode() for each in (first, second))
    assert "Replaced by a later ruling." in replaced and "A review may be asked for" not in replaced
    assert f'href="{at(session, "ruling", first.pk)}">The earlier ruling</a>' in later and "A review may be asked for" in later
    settle()
    desk.post(at(session, "ruling", second.pk), {"act": "withdraw", "key": fresh_key(), "reason": "wrong"})
    assert not Adjustment.objects.live().exists()


def test_the_effect_of_a_ruling_in_the_place_of_another_leaves_its_penalty_out(desk: Client, session: Session) -> None:
    late = start(session, table_one(session), "procedure", **{"a.offence": "late", "a.cards_seen": "no", "a.caused_adjusted_score": "no"})
    give(desk, session, late, option="pp", penalty_side="EW", penalty="10")
    settle()
    late["replaces"] = Ruling.objects.get().pk
    moved = desk.get(at(session, "ruling_desk"), late).context["shown"][0]["effect"].moved
    fined = Penalty.objects.get().entry_id
    assert [(move.entry, move.score[1] - move.score[0]) for move in moved] == [(fined, Fraction(10, 3))]  # of three boards, one tenth of one
    give(desk, session, late, option="pp", penalty_side="EW", penalty="10")
    settle()
    late["replaces"] = Ruling.objects.live().get().pk
    page = desk.post(at(session, "ruling_desk") + "?" + desk.get(at(session, "ruling_desk"), late).context["query"], {
        "key": "a-key-of-its-own", "option": "pp", "shows": "given", "penalty_side": "EW", "penalty": "10"})
    assert page.context["shown"][0]["effect"].moved == ()  # the same penalty again


def test_a_fouled_board_is_divided_from_the_table_on_where_the_cards_changed(desk: Client, session: Session) -> None:
    before, seating = standings(session), table_one(session)
    query = start(session, seating, "fouled")
    page = desk.get(at(session, "ruling_desk"), query)
    first, second, third = Seating.objects.live().filter(section__session=session, first_board=seating.first_board).order_by("round__number")
    assert [press for press, _table in page.context["form"].begins] == [f"from {second.pk}", f"from {third.pk}"] and "shown" not in page.context
    address, tables = at(session, "ruling_desk") + "?" + page.context["query"], {f"form_{each.pk}": "" for each in (first, second, third)}
    typed = {"key": fresh_key(), "seen": page.context["seen"], "shows": "given", "told": "on"} | tables
    assert "with one form there is one group" in desk.post(address, typed | {"confirmed": "on"}).content.decode()
    pressed = desk.post(address, typed | {"press": f"from {second.pk}"})
    assert [field.value() for field in pressed.context["form"].form_fields] == ["", "B", "B"]
    expected = {move.entry: move.score[1] for move in pressed.context["shown"][0]["effect"].moved}
    chosen = {f"form_{second.pk}": "B", f"form_{third.pk}": "B"}
    assert desk.post(address, typed | chosen | {"confirmed": "on"}).status_code == 303
    ruling = Ruling.objects.get()
    assert set(Foul.objects.live().values_list("table", "from_round", "form")) == {(second.table, 2, "B"), (third.table, 3, "B")}
    settle()
    ranking = Ranking.objects.get(session=session)
    shown = dict(Standing.objects.filter(ranking=ranking, publication=None, entry__in=expected).values_list("entry", "hundredths"))
    assert expected and {entry: Fraction(hundredths, 100) for entry, hundredths in shown.items()} == {e: round(score, 2) for e, score in expected.items()}
    said = desk.get(at(session, "ruling", ruling.pk)).content.decode()
    assert "As it was dealt: Round 1, table" in said and "Form B: Round 2, table" in said
    (line,) = csv.DictReader(desk.get(reverse("club_rulings_file", args=[session.club.slug, "csv"])).content.decode("utf-8-sig").splitlines())
    groups = {form: [(each["round"], each["table"]) for each in played] for form, played in json.loads(line["groups"]).items()}
    assert groups == {"": [(1, first.table)], "B": [(2, second.table), (3, third.table)]} and line["id"] == str(ruling.pk)
    anew = give(desk, session, query | {"replaces": ruling.pk}, **{f"form_{second.pk}": "", f"form_{third.pk}": "B"})
    assert anew.status_code == 303 and Foul.objects.live().get().from_round == 3
    desk.post(at(session, "ruling", Ruling.objects.live().get().pk), {"act": "withdraw", "key": fresh_key(), "reason": "the cards were the same"})
    settle()
    assert standings(session) == before and not Foul.objects.live().exists()


def test_players_and_strangers_stay_out(client: Client, session: Session) -> None:
    seating = table_one(session)
    query = start(session, seating, "revoke")
    assert client.get(at(session, "ruling_desk"), query).status_code == 302
    client.force_login(account_of(member(session.club, 1), "mary"))
    for name in ("ruling_desk", "rulings", "ruling_new"):
        assert client.get(at(session, name), query).status_code == 403
    assert client.get(reverse("club_rulings", args=[session.club.slug])).status_code == 403
    assert client.post(at(session, "ruling_half"), {"key": "a-key-of-its-own"}).status_code == 403


def test_a_playing_director_sees_no_result_of_a_board_to_come(client: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    seating = seating_at(session, 1, 2)
    agree(seating, seating.first_board, north_makes(seating, seating.first_board))
    lina = Account.objects.get(username="lina")
    lina.player = member(session.club, 1)
    lina.save(update_fields=["player"])
    client.force_login(lina)
    other = Client()
    other.force_login(Account.objects.get(username="secretary"))
    assert give(other, session, start(session, seating, "revoke", **REVOKE)).status_code == 303
    half = other.get(at(session, "ruling_desk"), start(session, seating, "claim"))
    other.post(at(session, "ruling_half") + "?" + half.context["left"], {"key": fresh_key()})
    page = client.get(at(session, "ruling_desk"), start(session, seating, "conduct"))
    assert page.context["desk"].played is None
    said = page.content.decode()
    assert "its result and its cards are not shown" in said and "secretary ruled here at" in said and "evoke" not in said
    fault = client.get(at(session, "ruling_desk"), start(session, seating, "artificial", **{"a.fault.NS": "none", "a.fault.EW": "direct"}))
    assert "shown" not in fault.context  # what a score would change tells what it was
    listed = client.get(at(session, "rulings")).content.decode()
    assert "Go on with it" in listed and "A ruling was begun." in listed and "claim" not in listed and "evoke" not in listed


def test_in_chinese(desk: Client, session: Session) -> None:
    seating = table_one(session)
    for query in ({}, REVOKE):
        page = desk.get(at(session, "ruling_desk"), start(session, seating, "revoke", **query), headers={"accept-language": "zh-hans"})
        assert "藏牌" in page.content.decode()


def test_pages_ask_the_database_a_fixed_number_of_times(desk: Client, session: Session, django_assert_max_num_queries: object) -> None:
    seating = table_one(session)
    with django_assert_max_num_queries(48):  # type: ignore[operator]
        desk.get(at(session, "ruling_desk"), start(session, seating, "revoke", **REVOKE))


def test_others_read_as_much_as_its_director_chose_and_the_club_allows(desk: Client, session: Session) -> None:
    seating = table_one(session)
    give(desk, session, start(session, seating, "revoke", **REVOKE), shows="outcome")
    stranger = account_of(member(session.club, 2), "wei")
    reader = Client()
    reader.force_login(stranger)
    board = at(session, "traveller", seating.first_board)
    for allowed, law, what in (("outcome", True, True), ("law", True, False), ("given", False, False)):
        session.club.rulings_shown = allowed
        session.club.save(update_fields=["rulings_shown"])
        said = reader.get(board).content.decode()
        assert "the director ruled" in said
        assert ("Law 64A1" in said, "Tricks move to the other side" in said) == (law, what)


EXPOSED = {"a.owner": "E", "a.how": "held_low", "a.cards": "HA", "a.partner_could_see": "yes", "a.other_pc": "no"}


def test_the_tables_phone_shows_of_a_ruling_what_its_director_chose(desk: Client, session: Session) -> None:
    seating = seating_at(session, 3, 1)
    give(desk, session, start(session, seating, "exposed_card", **EXPOSED))
    said = desk.get(at(session, "table", 1)).content.decode()
    assert "ruling given at" in said and "penalty card" not in said
    give(desk, session, start(session, seating, "exposed_card", **EXPOSED), shows="outcome")
    page = desk.get(at(session, "table", 1))
    assert "A card exposed during the play" in page.content.decode()
    assert page.context["notices"].reminders == ()  # what is to be remembered is a choice of its own
    give(desk, session, start(session, seating, "exposed_card", **EXPOSED), reminds="on")
    page = desk.get(at(session, "table", 1))
    assert [each.what.effect.value for each in page.context["notices"].reminders] == ["pc_major"] and "major penalty card" in page.content.decode()
    for reminder in Reminder.objects.live():
        desk.post(at(session, "reminder_cleared", reminder.pk), {"key": fresh_key()})
    assert "major penalty card" not in desk.get(at(session, "table", 1)).content.decode()


def test_the_pairs_of_the_next_round_read_nothing_of_the_last(desk: Client) -> None:
    """Who comes to the table may still have to play the board."""
    session = mitchell_evening(3, boards_per_set=1)
    seating = seating_at(session, 1, 1)
    agree(seating, seating.first_board, north_makes(seating, seating.first_board))
    give(desk, session, start(session, seating, "exposed_card", **EXPOSED), shows="outcome", reminds="on")
    first, second = (desk.get(at(session, "table", 1), {"round": number}).content.decode() for number in (1, 2))
    assert "penalty card" in first and "ruling given" not in second and "penalty card" not in second


def test_the_room_shows_what_is_to_be_remembered_until_it_is_cleared(desk: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    give(desk, session, start(session, seating_at(session, 1, 1), "exposed_card", **EXPOSED, **{"a.declarer": "N"}))
    said = f"East, {card_text(parse_card('HA'))}: It becomes a major penalty card."
    assert said in desk.get(at(session, "room")).content.decode()
    desk.post(at(session, "reminder_cleared", Reminder.objects.get().pk), {"key": fresh_key()})
    assert "penalty card" not in desk.get(at(session, "room")).content.decode()


@pytest.mark.parametrize(("kind", "answers"), [
    ("oot_pass", {"a.auction": "", "a.irregular_call": "P", "a.offender": "E", "a.accepted_by_lho": "no"}),
    ("exposed_in_auction", {"a.exposed": "HA", "a.led": "no"}),
])
def test_what_an_auction_leaves_to_remember(desk: Client, kind: str, answers: dict[str, str]) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    query = start(session, seating_at(session, 1, 1), kind, **answers)
    for _page in range(8):
        page = desk.get(at(session, "ruling_desk"), query)
        if "outcome" in page.context:
            break
        for field in page.context["fields"]:
            query |= {field.name: next((key.value for key in field.keys), "")}
    sent = give(desk, session, query)
    assert sent.status_code == 303
    expected = len(page.context["outcome"].reminders)
    assert expected and Reminder.objects.live().count() == expected
    withdraw_ruling(Ruling.objects.get(), reason="wrong", by=actor(), key=fresh_key())
    assert not Reminder.objects.live().exists()


def test_the_last_tricks_of_a_claim_are_looked_through(desk: Client, session: Session) -> None:
    typed = {"north": "SA S2", "east": "SQ SJ", "south": "SK S3", "west": "D2 D3", "trump": "N", "leader": "N", "claims": "NS"}
    outlook = desk.get(at(session, "ruling_ending"), typed | {"line": "SA"}).context["form"].outlook
    assert (outlook.tricks, outlook.fewest, outlook.best, outlook.line) == (2, 1, 2, 1)
    twice = desk.get(at(session, "ruling_ending"), typed | {"south": "SA S3"})
    assert twice.status_code == 422
    uneven = desk.get(at(session, "ruling_ending"), typed | {"south": "S3"})
    assert uneven.status_code == 422 and uneven.context["form"].outlook is None


def test_what_the_other_tables_did_helps_to_weight(desk: Client, session: Session) -> None:
    seating = table_one(session)
    page = desk.get(at(session, "ruling_desk"), start(session, seating, "assigned"))
    assert [(each.contract, each.declarer, each.tricks, each.tables) for each in page.context["elsewhere"]] == [("3N", "N", 9, 1), ("3N", "N", 8, 1)]
    given = give(desk, session, start(session, seating, "assigned"), score="assigned", ns_scores="60 % 3N N =\n40 % 3N N -1")
    assert given.status_code == 303
    assert dict(Adjustment.objects.live().values_list("side", "kind")) == {"NS": "weighted", "EW": "weighted"}
