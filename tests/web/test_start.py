"""From who is here to the first board: proposals, the whole schedule, the start."""

from collections import Counter

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bridge.actions.results import undo_act
from bridge.engine.movements.families import make_movement, order_of
from bridge.models import Account, Act, Entry, Place, Plan, Seating, SeatWish, Session, SessionState, Start
from bridge.queries.proposals import proposals_for
from bridge.queries.room import clock_of
from bridge.queries.signin import here_tonight
from bridge.queries.table import table_of
from tests.jobs.test_repairs import counted, independent_matchpoints, play_round, ranking_of
from tests.worlds import actor, club_with_members, evening, fresh_key, member, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Client:
    """The secretary's browser; the account comes with the evening."""
    return client


def prepared(desk: Client, pairs: int) -> Session:
    session = evening(pairs=pairs)
    desk.force_login(Account.objects.get(username="secretary"))
    return session


def plan_address(session: Session) -> str:
    return reverse("movement", args=[session.club.slug, session.uid])


def test_eleven_pairs_are_offered_the_three_quarter_howell(desk: Client) -> None:
    session = prepared(desk, 11)
    codes = [choice.code for choice in proposals_for(session, here_tonight(session)).choices]
    assert "three_quarter_howell~11/2~9~-~-~-~-~-~3" in codes


def test_three_loads_from_the_first_page_to_the_first_board(desk: Client) -> None:
    session = prepared(desk, 13)
    assert desk.get(reverse("signin", args=[session.club.slug, session.uid])).status_code == 200
    page = desk.get(plan_address(session))
    code = page.context["chosen"].code
    response = desk.post(plan_address(session), {"key": fresh_key(), "plan": code})
    assert (response.status_code, response["Location"]) == (303, reverse("room", args=[session.club.slug, session.uid]))
    session.refresh_from_db()
    assert session.state == SessionState.RUNNING
    assert Start.objects.live().filter(section__session=session).count() == 13
    first = Place.objects.live().filter(round__section__session=session, round__number=1)
    assert (first.count(), first.filter(seating__isnull=True).count()) == (13, 1)


def test_a_double_click_starts_once(desk: Client) -> None:
    session = prepared(desk, 8)
    code = desk.get(plan_address(session)).context["chosen"].code
    told = {"key": "start-the-evening", "plan": code}
    assert [desk.post(plan_address(session), told).status_code for _ in range(2)] == [303, 303]
    assert Seating.objects.filter(section__session=session, round__number=1).count() == 4


def test_who_must_stay_keeps_one_table(desk: Client) -> None:
    session = prepared(desk, 8)
    player = member(session.club, 15)  # of the pair that came last
    player.seat_wish = SeatWish.MUST_STAY
    player.save()
    code = desk.get(plan_address(session)).context["chosen"].code
    desk.post(plan_address(session), {"key": fresh_key(), "plan": code})
    entry = here_tonight(session)[7].entry
    assert len(set(Place.objects.live().filter(entry=entry, seating__isnull=False).values_list("seating__table", flat=True))) == 1


@pytest.mark.parametrize("plan", ["", "nonsense", "mitchell~9~-~-~-~-~-~-~3", "no_family~4~-~-~-~-~-~-~3"])
def test_a_plan_that_does_not_fit_is_refused_with_a_sentence(desk: Client, plan: str) -> None:
    session = prepared(desk, 8)
    response = desk.post(plan_address(session), {"key": fresh_key(), "plan": plan})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    session.refresh_from_db()
    assert session.state == SessionState.PREPARING


def test_seeing_every_round_starts_nothing_and_leaves_no_token_in_the_address(desk: Client) -> None:
    session = prepared(desk, 8)
    page = desk.get(reverse("signin", args=[session.club.slug, session.uid])).content.decode()
    assert 'formmethod="get"' not in page and '<button class="plain" name="see" value="1">' in page
    answer = desk.post(plan_address(session), {"key": "see-every-round", "plan": "howell~8~7~-~-~-~-~-~4", "see": "1"})
    assert (answer.status_code, answer["Location"]) == (303, plan_address(session) + "?plan=howell~8~7~-~-~-~-~-~4")
    session.refresh_from_db()
    assert session.state == SessionState.PREPARING


def test_a_movement_is_chosen_by_hand_or_refused_with_the_nearest(desk: Client) -> None:
    session = prepared(desk, 12)
    page = desk.get(plan_address(session), {"family": "howell", "rounds": "9", "per_round": "3"})
    assert (page.context["chosen"].order.family, page.context["chosen"].movement.rounds, page.context["chosen"].boards_per_set) == ("howell", 9, 3)
    assert page.context["code"] in page.content.decode()
    refused = desk.get(plan_address(session), {"family": "half_mitchell", "rounds": "", "per_round": "3"})
    assert 'role="alert"' in refused.content.decode()
    told = {"key": fresh_key(), "plan": page.context["code"]}
    assert desk.post(plan_address(session), told).status_code == 303
    assert Seating.objects.live().filter(section__session=session).count() == 54


@pytest.mark.parametrize(("pairs", "told"), [
    (10, {"plan": "mitchell~5~5~-~-~-~-~-~2"}),  # ten boards: never proposed for an evening of 24 to 28
    (5, {"plan": "howell_sitout~5/2~-~-~-~-~-~-~5"}),
    (4, {"plan": "own", "text": "1-2 A | 3-4 A\n3-1 B | 4-2 B\n1-4 C | 2-3 C", "boards": "4"}),
])
def test_what_was_chosen_by_hand_last_time_stands_first_and_starts_with_one_load(desk: Client, pairs: int, told: dict[str, str]) -> None:
    before = evening(club_with_members(2 * pairs + 2), pairs=pairs)
    desk.force_login(Account.objects.get(username="secretary"))
    assert desk.post(plan_address(before), {"key": fresh_key(), **told}).status_code == 303
    session, more = (evening(before.club, pairs=number) for number in (pairs, pairs + 1))
    page = desk.get(reverse("signin", args=[session.club.slug, session.uid])).content.decode()
    first, *others = proposals_for(session, here_tonight(session)).choices
    assert [choice.is_recipe for choice in (first, *others)] == [True] + [False] * len(others)
    assert f'value="{first.code}"' in page and "as last time" in page
    assert desk.post(plan_address(session), {"key": fresh_key(), "plan": first.code}).status_code == 303
    grids = [Plan.objects.live().get(section__session=each).grid for each in (before, session)]
    assert grids[0] == grids[1]
    for_more = proposals_for(more, here_tonight(more))
    assert for_more.last is not None
    refused = desk.get(reverse("signin", args=[more.club.slug, more.uid])).content.decode()
    assert ("What was played last time does not fit tonight." in refused) == (for_more.last.movement is None) == (pairs < 10)


def test_two_sections_are_proposed_and_started_at_their_own_tables(desk: Client) -> None:
    session = prepared(desk, 22)
    page = desk.get(plan_address(session), {"sections": "2"})
    assert [part.letter for part, _, _ in page.context["parts"]] == ["A", "B"]
    laid = [Counter(cell.first for part, layout, _ in page.context["parts"] for cell in layout.rows[number] if cell.first) for number in range(9)]
    assert f"up to {max(max(round_.values()) for round_ in laid)} tables have the same ones" in page.content.decode()
    assert desk.post(plan_address(session), {"key": fresh_key(), "plan": page.context["ways"][0]}).status_code == 303
    sections = list(session.sections.order_by("letter"))
    assert [section.letter for section in sections] == ["A", "B"]
    tables = [set(Seating.objects.live().filter(section=section).values_list("table", flat=True)) for section in sections]
    assert not tables[0] & tables[1]
    assert Start.objects.live().filter(section__session=session).count() == 22
    penalty = desk.get(reverse("penalty", args=[session.club.slug, session.uid])).content.decode()
    assert [penalty.count(f'<optgroup label="Section {letter}">') for letter in "AB"] == [1, 1] and penalty.count("<option value=") >= 22


def test_an_own_movement_is_read_checked_shown_and_started(desk: Client) -> None:
    session = prepared(desk, 4)
    text = "1-2 A | 3-4 A\n3-1 B | 4-2 B\n1-4 C | 2-3 C"
    told = {"key": fresh_key(), "plan": "own", "text": text, "boards": "4"}
    shown = desk.post(plan_address(session), told | {"see": "1"})
    assert shown.status_code == 200
    assert len(shown.context["parts"][0][1].rows) == 3
    twice = desk.post(plan_address(session), told | {"text": text.replace("2-3 C", "2-3 B")})
    assert (twice.status_code, "somebody plays boards twice (round 3, table 2, set B, number" in twice.content.decode()) == (422, True)
    unreadable = desk.post(plan_address(session), told | {"text": "one against two"})
    assert unreadable.status_code == 422
    assert desk.post(plan_address(session), told).status_code == 303
    last = Seating.objects.live().filter(section__session=session, round__number=3).order_by("table").values_list("first_board", "last_board")
    assert list(last) == [(9, 12), (9, 12)]


def test_an_own_movement_comes_from_a_file_and_stands_in_the_slip_that_is_shown_again(desk: Client) -> None:
    session = prepared(desk, 4)
    text = "Round,Table,NSPair,EWPair,LowBoard,HighBoard\r\n1,1,1,2,1,4\r\n1,2,3,4,1,4\r\n2,1,3,1,5,8\r\n2,2,4,2,5,8\r\n"
    told = {"key": fresh_key(), "plan": "own", "text": "", "boards": "3"}
    shown = desk.post(plan_address(session), told | {"see": "1", "file": SimpleUploadedFile("ours.csv", text.encode("utf-16"))})
    assert (shown.status_code, len(shown.context["parts"][0][1].rows), shown.context["form"]["boards"].value()) == (200, 2, 4)
    kept = shown.context["form"]["text"].value()
    assert kept == text.replace("\r\n", "\n")
    second = desk.post(plan_address(session), told | {"see": "2", "text": kept, "boards": "4"})
    assert (second.context["number"], [(spot.ns, spot.ew) for spot in second.context["parts"][0][2]]) == (2, [("3", "1"), ("4", "2")])
    assert second.content.decode().count('name="text"') == 2  # whichever button starts it sends the movement too
    for content, wrong in ((b"\x00\x01\x02" * 9, "no text"), (b"1-2 A\n" * 9_000, "too large")):
        refused = desk.post(plan_address(session), told | {"file": SimpleUploadedFile("ours.bin", content)})
        assert refused.status_code == 422 and refused.context["form"].errors["file"], wrong
    assert desk.post(plan_address(session), told | {"text": kept, "boards": "4"}).status_code == 303
    assert Seating.objects.live().filter(section__session=session).count() == 4


def test_more_proposals_and_a_picture_of_every_round(desk: Client) -> None:
    session = prepared(desk, 14)
    few, many = (desk.get(plan_address(session), query) for query in ({}, {"more": "1"}))
    assert len(few.context["proposals"].choices) == 8 < len(many.context["proposals"].choices)
    mitchell = desk.get(plan_address(session), {"plan": "mitchell~7~-~-~-~-~-~-~4", "round": "2"})
    room = mitchell.context["parts"][0][2]
    told = [(spot.table, spot.ns, spot.ew, spot.first, spot.ns_to, spot.ew_to, spot.boards_to) for spot in room[:2]]
    assert told == [(1, "1", "7", 5, 1, 2, 7), (2, "2", "1", 9, 2, 3, 1)]


def test_seeds_do_not_all_sit_in_one_line(desk: Client) -> None:
    session = prepared(desk, 14)
    entries = [each.entry for each in here_tonight(session)]
    Entry.objects.filter(pk__in=entries[:4]).update(seed=1)
    desk.post(plan_address(session), {"key": fresh_key(), "plan": "mitchell~7~-~-~-~-~-~-~4"})
    lines = Start.objects.live().filter(section__session=session, entry__in=entries[:4]).values_list("line", flat=True)
    assert sorted(lines) == ["EW", "EW", "NS", "NS"]


@pytest.mark.parametrize("pairs", [7, 8])
def test_a_barometer_is_chosen_by_hand_played_and_ranked(desk: Client, pairs: int) -> None:
    """All tables have the same boards in a round, so that the ranking after it is final for them; a half table sits out."""
    session = prepared(desk, pairs)
    shown = desk.get(plan_address(session), {"family": "barometer", "rounds": "", "per_round": "2"})
    desk.post(plan_address(session), {"key": fresh_key(), "plan": shown.context["code"]})
    for number in range(1, 8):
        boards = Seating.objects.live().filter(section__session=session, round__number=number).values_list("first_board", "last_board")
        assert set(boards) == {(2 * number - 1, 2 * number)}
        play_round(session, number)
    assert ranking_of(session) == independent_matchpoints(counted(session))


def test_a_start_that_was_undone_leaves_no_round_behind(client: Client) -> None:
    session = started(evening(pairs=6), make_movement(order_of("howell", 3)), boards_per_set=1)
    assert (clock_of(session, timezone.now()).rounds, table_of(session, 1).round_count) == (5, 5)
    undo_act(Act.objects.get(journal=session.journal, kind="start_session"), by=actor(), key=fresh_key())
    started(session, make_movement(order_of("mitchell", 3)), boards_per_set=1)
    assert (clock_of(session, timezone.now()).rounds, table_of(session, 1).round_count) == (3, 3)
