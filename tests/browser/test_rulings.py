"""Three rulings on a director's phone, in both languages and without JavaScript, from the table's call to the changed ranking."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from bridge.actions.results import call_director
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.models import Account, Adjustment, DirectorCall, Ranking, Ruling, Seating, Session, Standing
from tests.worlds import actor, card_at, fresh_key, mitchell_evening, play, seating_at, settle

pytestmark = pytest.mark.django_db(transaction=True)
LANGUAGES = ("en", "zh-CN")
SAID = {
    "en": {
        "rule": "Rule", "next": "Next", "give": "Give this ruling", "effect": "See the effect", "score": "What it does to the score", "revoke": "A revoke",
        "insufficient": "An insufficient bid", "lead": "An opening lead out of turn", "withdraw": "Withdraw the ruling", "it": "Withdraw it",
    },
    "zh-CN": {
        "rule": "裁决", "next": "下一步", "give": "作出这项裁决", "effect": "查看影响", "score": "对得分的影响", "revoke": "藏牌",
        "insufficient": "不足叫牌", "lead": "越序首引", "withdraw": "撤回裁决", "it": "撤回",
    },
}


def three_no_trumps(seating: Seating, number: int) -> Report:
    """3NT by North: ten tricks at table 1, nine and eight at the others."""
    return Report(Contract(3, Strain.N), Seat.N, 11 - seating.table)


@pytest.fixture
def session() -> Session:
    """Three tables, played and ranked; table 1 calls about its first board."""
    session = mitchell_evening(3, boards_per_set=1)
    play(session, three_no_trumps)
    settle()
    table = seating_at(session, 1, 1)
    call_director(table, table.first_board, by=actor(), key=fresh_key())
    return session


@pytest.fixture
def director(live_server: LiveServer, phone: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Li Na's phone, signed in."""

    def signed_in(language: str, name: str = "lina", **more: object) -> Page:
        client = Client()
        client.force_login(Account.objects.get(username=name))
        context = phone(locale=language, **more)
        context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
        return context.new_page()

    return signed_in


def places(session: Session) -> list[tuple[int, str]]:
    ranking = Ranking.objects.get(session=session)
    return [(entry, str(exact)) for entry, exact in Standing.objects.filter(ranking=ranking, publication=None).order_by("entry").values_list("entry", "exact")]


def from_the_call(page: Page, live_server: LiveServer, session: Session, said: dict[str, str], kind: str) -> None:
    """Room, the call, what happened: the first step."""
    page.goto(live_server.url + reverse("room", args=[session.club.slug, session.uid]))
    page.locator(".calls li").get_by_role("link", name=said["rule"], exact=True).first.click()
    page.locator(f"button[name=kind][value={kind}]").click()


def press(page: Page, **answers: str) -> None:
    """Keys of one page, then on: one step."""
    for name, value in answers.items():
        page.locator(f'label:has([name="a.{name.replace("__", ".")}"][value="{value}"])').click()


def on(page: Page, said: dict[str, str]) -> None:
    page.get_by_role("button", name=said["next"], exact=True).click()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scripts", [True, False], ids=["htmx", "plain"])
def test_a_revoke_in_four_pages(language: str, scripts: bool, live_server: LiveServer, session: Session, director: Callable[..., Page]) -> None:
    said, page, before = SAID[language], director(language, java_script_enabled=scripts), places(session)
    from_the_call(page, live_server, session, said, "revoke")
    press(page, offender="N", trick="5", established="yes")
    on(page, said)
    on(page, said)  # noticed at once, no earlier revoke: the usual answers stand
    press(page, revoke_trick_won="offender", os_tricks_from="6")
    on(page, said)
    outcome_after(page, 4)
    page.get_by_role("button", name=said["give"]).click()
    expect(page.locator(".acts-done")).to_be_visible()
    assert Ruling.objects.live().get().outcome["tricks"] == 2
    settle()
    assert places(session) != before
    page.goto(live_server.url + reverse("ranking", args=[session.club.slug, session.uid]))
    page.goto(live_server.url + reverse("ruling", args=[session.club.slug, session.uid, Ruling.objects.get().pk]))
    page.locator("summary", has_text=said["withdraw"]).click()
    page.locator("#withdraw_reason").fill("no revoke")
    page.get_by_role("button", name=said["it"], exact=True).click()
    settle()
    assert places(session) == before


@pytest.mark.parametrize(("language", "scripts"), [("en", True), ("zh-CN", False)], ids=["en", "zh-plain"])
def test_an_insufficient_bid_in_five_pages(language: str, scripts: bool, live_server: LiveServer, session: Session, director: Callable[..., Page]) -> None:
    said, page, before = SAID[language], director(language, java_script_enabled=scripts), places(session)
    from_the_call(page, live_server, session, said, "insufficient_bid")
    page.locator('[name="a.auction"]').fill("1H 2D")
    press(page, irregular_call="1S", offender="S")
    on(page, said)
    press(page, accepted_by_lho="no")
    on(page, said)
    press(page, replacement="2S", replacement_accepted="no")
    on(page, said)
    press(page, specifies_same="yes", replacement_comparable="yes")
    on(page, said)
    outcome_after(page, 5)
    _assign(page, said, level="2", strain="S", declarer="S", tricks="8")
    settle()
    assert Ruling.objects.live().get().code == "insufficient_bid" and places(session) != before


@pytest.mark.parametrize("scripts", [True, False], ids=["htmx", "plain"])
def test_an_auction_is_pressed_call_by_call(scripts: bool, live_server: LiveServer, session: Session, director: Callable[..., Page]) -> None:
    said, page = SAID["en"], director("en", java_script_enabled=scripts)
    from_the_call(page, live_server, session, said, "insufficient_bid")
    page.locator("summary", has_text="Press the calls").click()
    for call, written in (("1H", "1H"), ("2C", "1H 2C"), ("back", "1H"), ("2D", "1H 2D")):
        page.locator(f'button[name="press.auction"][value="{call}"]').click()
        expect(page.locator('[name="a.auction"]')).to_have_value(written)
    press(page, irregular_call="1S", offender="S")
    page.locator('[name="a.auction"]').press("Enter")
    expect(page.locator('[name="a.accepted_by_lho"]')).to_have_count(2)
    page.get_by_role("link", name="change").nth(1).click()
    expect(page.locator('[name="a.auction"]')).to_have_value("1H 2D")
    expect(page.locator('[name="a.irregular_call"]:checked')).to_have_value("1S")


@pytest.mark.parametrize(("language", "scripts"), [("en", False), ("zh-CN", True)], ids=["en-plain", "zh"])
def test_an_opening_lead_out_of_turn_in_four_pages(
    language: str, scripts: bool, live_server: LiveServer, session: Session, director: Callable[..., Page]
) -> None:
    said, page, before = SAID[language], director(language, java_script_enabled=scripts), places(session)
    from_the_call(page, live_server, session, said, "opening_lead_out_of_turn")
    press(page, offender="W", card__suit="D", card__rank="A")
    on(page, said)
    on(page, said)  # nothing is spread, nothing was seen
    expect(page.locator('input[name="a.choice"]')).to_have_count(5)
    expect(page.locator('[name="a.suit"]')).to_have_count(0)  # it can only be that of the card
    press(page, choice="require_suit")
    on(page, said)
    outcome_after(page, 4)
    _assign(page, said, level="3", strain="N", declarer="N", tricks="8")
    settle()
    assert Ruling.objects.live().get().code == "opening_lead_out_of_turn" and places(session) != before


def outcome_after(page: Page, pages: int) -> None:
    """The outcome is read out after so many pages were answered, `What happened?` the first."""
    expect(page.locator("section.outcome")).to_be_visible()
    expect(page.locator("dl.answered > div")).to_have_count(pages)


def _assign(page: Page, said: dict[str, str], **outcome: str) -> None:
    """The director presses a score with it, sees the effect first, and confirms."""
    page.locator("summary", has_text=said["score"]).click()
    page.locator("details details summary").first.click()
    for name, value in outcome.items():
        page.locator(f'label:has([name="pad.{name}"][value="{value}"])').click()
    page.locator('button[name="press"][value="ns add"]').click()
    expect(page.locator("ul.pressed li")).to_have_count(1)
    expect(page.locator('[name="score"]')).to_have_value("assigned")
    expect(page.locator("main table").first).to_be_visible()  # what it changes
    page.get_by_role("button", name=said["give"]).click()
    expect(page.locator(".acts-done")).to_be_visible()


def test_what_was_pressed_and_not_sent_is_there_again(live_server: LiveServer, session: Session, director: Callable[..., Page]) -> None:
    said, page = SAID["en"], director("en")
    from_the_call(page, live_server, session, said, "revoke")
    press(page, offender="N", trick="5")
    first = page.url
    asleep, page = page, page.context.new_page()
    asleep.close()  # the phone put the page away
    page.goto(first)
    assert [page.locator(f'[name="a.{name}"]:checked').get_attribute("value") for name in ("offender", "trick")] == ["N", "5"]
    press(page, established="yes")
    on(page, said)
    on(page, said)
    press(page, revoke_trick_won="offender", os_tricks_from="6")
    on(page, said)
    page.locator('[name="note"]').fill("seen by dummy")
    page.reload()
    expect(page.locator('[name="note"]')).to_have_value("seen by dummy")
    page.get_by_role("button", name=said["give"]).click()
    expect(page.locator(".acts-done")).to_be_visible()
    assert Ruling.objects.live().get().since.reason == "seen by dummy"
    page.goto(first)  # another revoke on that board: what was sent is not kept
    expect(page.locator('[name="a.trick"]').first).to_be_attached()
    assert page.locator('[name="a.offender"]:checked').count() == page.locator('[name="a.trick"]:checked').count() == 0


@pytest.mark.parametrize(("language", "scripts"), [("en", False), ("zh-CN", True)], ids=["en-plain", "zh"])
def test_a_weighted_score_is_pressed_outcome_by_outcome(
    language: str, scripts: bool, live_server: LiveServer, session: Session, director: Callable[..., Page]
) -> None:
    said, page, before = SAID[language], director(language, java_script_enabled=scripts), places(session)
    from_the_call(page, live_server, session, said, "assigned")
    page.locator("details details summary").first.click()
    game, partial = {"level": "4", "strain": "S", "declarer": "S", "tricks": "10"}, {"level": "3", "strain": "N", "declarer": "N", "tricks": "8"}
    for count, outcome in enumerate((game, partial), 1):
        for name, value in outcome.items():
            page.locator(f'label:has([name="pad.{name}"][value="{value}"])').click()
        if count == 2:
            page.locator('label:has([name="pad.share"][value="40"])').click()
        page.locator('button[name="press"][value="ns add"]').click()
        expect(page.locator("ul.pressed li")).to_have_count(count)
    expect(page.locator("ul.pressed li").first).to_contain_text("60 %")
    page.locator('button[name="press"][value="ns away0"]').click()
    expect(page.locator("#pad .error")).to_contain_text("60")  # 60 percent are still to be given
    page.locator('button[name="press"][value^="ns 3N"]').first.click()  # what another table made, for the rest
    expect(page.locator("ul.pressed li")).to_have_count(2)
    page.get_by_role("button", name=said["give"]).click()
    expect(page.locator(".acts-done")).to_be_visible()
    settle()
    components = [row.value["components"] for row in Adjustment.objects.live()]
    assert len(components) == 2 and components[0] == components[1] and [weight for _points, weight in components[0]] == ["2/5", "3/5"]
    assert places(session) != before


def test_two_directors_at_one_board(live_server: LiveServer, session: Session, director: Callable[..., Page]) -> None:
    said, one, other = SAID["en"], director("en"), director("en", "secretary")
    for page in (one, other):
        from_the_call(page, live_server, session, said, "revoke")
        press(page, offender="N", trick="5", established="yes")
        on(page, said)
        on(page, said)
        press(page, revoke_trick_won="offender", os_tricks_from="6")
        on(page, said)
        page.locator('[name="note"]').fill("from the first" if page is one else "from the second")
    one.get_by_role("button", name=said["give"]).click()
    expect(one.locator(".acts-done")).to_be_visible()
    other.get_by_role("button", name=said["give"]).click()
    expect(other.get_by_role("alert")).to_contain_text("lina")
    expect(other.get_by_role("alert")).to_contain_text("from the first")
    expect(other.locator('[name="note"]')).to_have_value("from the second")
    assert Ruling.objects.live().count() == 1


def test_a_half_made_ruling_is_taken_up_by_another_director(live_server: LiveServer, session: Session, director: Callable[..., Page]) -> None:
    said, one, other = SAID["en"], director("en"), director("en", "secretary")
    from_the_call(one, live_server, session, said, "revoke")
    press(one, offender="N", trick="5", established="yes")
    on(one, said)
    second = one.locator('[name="a.noticed"]').first
    expect(second).to_be_attached()  # a click does not wait for its page, and Back would start from the one before
    one.go_back()
    expect(one.locator('[name="a.trick"]').first).to_be_attached()
    one.go_forward()
    expect(second).to_be_attached()
    one.get_by_role("button", name="Leave it half made").click()
    expect(one.get_by_role("link", name="Go on with it")).to_be_visible()
    other.goto(live_server.url + reverse("room", args=[session.club.slug, session.uid]))
    other.locator(".calls li").get_by_role("link", name="Go on with it").first.click()
    on(other, said)
    press(other, revoke_trick_won="offender", os_tricks_from="6")
    on(other, said)
    other.get_by_role("button", name=said["give"]).click()
    expect(other.locator(".acts-done")).to_be_visible()
    assert DirectorCall.objects.get().done_by is not None


def test_from_the_tables_phone_to_the_ruling_and_back(
    live_server: LiveServer, phone: Callable[..., BrowserContext], director: Callable[..., Page]
) -> None:
    session, said = mitchell_evening(3, boards_per_set=1), SAID["zh-CN"]
    table = phone(java_script_enabled=False).new_page()
    table.goto(live_server.url + card_at(session, 1))
    table.get_by_role("button", name="Keep the slips").click()
    table.locator("#director button").click()
    expect(table.get_by_role("heading", name="The director is called")).to_be_visible()
    call = DirectorCall.objects.select_related("seating").get()
    assert call.seating is not None and call.seating.table == 1
    page = director("zh-CN", java_script_enabled=False)
    from_the_call(page, live_server, session, said, "exposed_card")
    press(page, declarer="N", owner="W", how="dropped", cards="SA", partner_could_see="yes")
    on(page, said)
    outcome_after(page, 2)
    page.locator('[name="reminds"]').check()
    page.get_by_role("button", name=said["give"]).click()
    expect(page.locator(".acts-done")).to_be_visible()
    call.refresh_from_db()
    assert call.done_by is not None and Ruling.objects.live().get().seating_id == call.seating_id
    table.goto(live_server.url + reverse("table", args=[session.club.slug, session.uid, 1]))
    expect(table.locator(".note", has_text="Board 1: ruling given")).to_be_visible()
