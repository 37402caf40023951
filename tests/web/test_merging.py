"""One person kept twice: found, told what happens, made one; refused; taken back. Before and after are compared figure by figure."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from bridge.actions.clubs import give_role
from bridge.actions.players import add_member, make_guest
from bridge.actions.publishing import close_session
from bridge.actions.sessions import AlreadyHere, SamePersonTwice, sign_in
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.formats.members import MemberLine
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.seats import Seat
from bridge.models import Account, Act, Award, Club, Entry, LineUp, Membership, Player, RoleKind, Seating, Session
from bridge.permissions import entries_of
from bridge.queries.awards import holders_of, record_of
from bridge.queries.history import history_of
from tests.worlds import account_of, actor, club_with_members, evening, fresh_key, make_final, member, play, settle, started

pytestmark = pytest.mark.django_db


def by_table(seating: Seating, number: int) -> Report:
    """3NT by North: one trick fewer at each table."""
    return Report(Contract(3, Strain.N), Seat.N, 13 - seating.table)


def played(club: Club, first: Player, *, is_closed: bool = True) -> Session:
    """An evening of three tables at which `first` sits with member 2, closed and final."""
    session = evening(club, pairs=0)
    people = [first, *(member(club, number) for number in range(2, 13))]
    for one, other in zip(people[::2], people[1::2], strict=True):
        sign_in(session, [one, other], by=actor(), key=fresh_key())
    started(session, make_movement(order_of("mitchell", 3, None)), boards_per_set=1)
    if is_closed:
        play(session, by_table)
        close_session(session, by=actor(), key=fresh_key())
        settle()
        make_final(session)
    return session


@pytest.fixture
def club() -> Club:
    """Millpond with fourteen members; 13 and 14 never played."""
    return club_with_members(14)


@pytest.fixture
def guest(club: Club) -> Player:
    """A guest who is really Mary Smith, number 1."""
    return make_guest(club, "M. Smyth", by=actor("secretary"), key=fresh_key())


@pytest.fixture
def desk(client: Client, club: Club) -> Client:
    """The secretary's browser."""
    client.force_login(Account.objects.get(username="secretary"))
    return client


def same(club: Club, double: Player) -> str:
    return reverse("same_person", args=[club.slug, double.uid])


def slip(desk: Client, club: Club, double: Player, kept: Player) -> dict[str, Any]:
    """What the confirming page would send."""
    form = desk.get(same(club, double), {"with": kept.uid}).context["form"]
    return {name: form[name].value() for name in ("key", "seen", "kept")}


def merge(desk: Client, club: Club, double: Player, kept: Player) -> HttpResponse:
    answer = desk.post(same(club, double), slip(desk, club, double, kept))
    assert (answer.status_code, answer["Location"]) == (303, reverse("member", args=[club.slug, kept.uid]))
    return answer


def part(desk: Client, club: Club, kept: Player) -> Any:
    page = desk.get(reverse("member", args=[club.slug, kept.uid]))
    told = {"key": page.context["form"]["key"].value(), "act": page.context["merged"][0].act.pk}
    return desk.post(reverse("two_people", args=[club.slug, kept.uid]), told)


def own(player: Player, club: Club) -> list[tuple[int, str, int | None, Fraction | None]]:
    """A player's evenings, figure by figure."""
    return [(row.session.pk, row.entry_uid, row.place, row.score) for row in history_of(player, club).evenings]


def stored(people: Iterable[Player]) -> list[dict[str, Any]]:
    """Everything that is kept of these people."""
    players = list(Player.objects.filter(pk__in=[each.pk for each in people]).order_by("pk").values())
    memberships = list(Membership.objects.filter(player__in=people).order_by("pk").values())
    return [*players, *memberships, *Account.objects.order_by("pk").values("pk", "player")]


def test_a_guest_who_is_a_member_is_found_and_everything_is_the_members(desk: Client, club: Club, guest: Player) -> None:
    mary = member(club, 1)
    first, second = played(club, mary), played(club, guest)
    account = account_of(guest, "smyth")
    before = own(mary, club), own(guest, club)
    points = record_of(mary, club).total, record_of(guest, club).total
    assert len(before[0]) == len(before[1]) == 1 and points[1] > 0
    others = {each.player.pk: each.hundredths for each in holders_of(club) if each.player != mary}
    ledger = list(Award.objects.order_by("pk").values())
    around = stored([mary, guest])
    member_page = desk.get(reverse("member", args=[club.slug, guest.uid])).content.decode()
    assert same(club, guest) in member_page
    found = desk.get(same(club, guest), {"who": "smith"})
    assert [each.player for each in found.context["like"]] == [mary]
    assert [each.player for each in desk.get(same(club, guest), {"who": "1"}).context["like"]][0] == mary  # that very number before 10 to 14
    told = desk.get(same(club, guest), {"with": mary.uid})
    text = told.content.decode()
    for sentence in (
        "The 1 evening that was played as M. Smyth (guest) belongs to Mary Smith (1) from now on.", "Mary Smith (1) has played 1 evening here.",
        "Mary Smith keeps the number 1.", "M. Smyth (guest) leaves the list, and its old addresses lead to Mary Smith (1).",
        "Who signs in as “smyth” is Mary Smith (1) from now on.",
    ):
        assert sentence in text
    in_chinese = desk.get(same(club, guest), {"with": mary.uid}, HTTP_ACCEPT_LANGUAGE="zh-hans").content.decode()
    assert "以M. Smyth（来宾）参加的1场今后归Mary Smith（1）。" in in_chinese
    assert stored([mary, guest]) == around  # reading wrote nothing
    merge(desk, club, guest, mary)
    settle()
    assert sorted(own(mary, club)) == sorted([*before[0], *before[1]])
    assert record_of(mary, club).total == sum(points)
    assert {each.player.pk: each.hundredths for each in holders_of(club)} == others | {mary.pk: sum(points)}
    assert list(Award.objects.order_by("pk").values()) == ledger
    listed = desk.get(reverse("members", args=[club.slug]))
    assert listed.context["guests"].rows == () and listed.context["all"] == 14
    for name in ("member", "player_awards"):
        moved = desk.get(reverse(name, args=[club.slug, guest.uid]))
        assert (moved.status_code, moved["Location"]) == (302, reverse(name, args=[club.slug, mary.uid]))
    assert "M. Smyth" not in desk.get(reverse("ranking", args=[club.slug, second.uid])).content.decode()
    assert desk.get(reverse("close", args=[club.slug, second.uid])).context["closing"].guests == ()
    account.refresh_from_db()
    played_by_her = Entry.objects.filter(line_ups__player__in=[mary, guest])
    assert account.player == mary
    for session in (first, second):
        assert entries_of(actor("smyth"), session) == set(played_by_her.filter(event=session.stage.event).values_list("pk", flat=True)) != set()


def test_a_guest_who_stays_takes_over_what_the_member_had(desk: Client, club: Club, guest: Player) -> None:
    double = member(club, 13)
    Player.objects.filter(pk=double.pk).update(phone="0123 456", seat_wish="must_stay", is_named=False)
    merge(desk, club, double, guest)
    now = Membership.objects.select_related("player").get(player=guest)
    assert (now.number, now.is_guest, now.player.phone, now.player.seat_wish, now.player.is_named) == ("13", False, "0123 456", "must_stay", False)
    assert Membership.objects.filter(club=club, number="13").count() == 1
    assert [row.player for row in desk.get(reverse("members", args=[club.slug]), {"who": "13"}).context["members"].rows] == [guest]


def test_of_two_numbers_one_is_free_and_what_one_has_stays(desk: Client, club: Club) -> None:
    kept, double = member(club, 13), member(club, 14)
    Player.objects.filter(pk=kept.pk).update(phone="11")
    Player.objects.filter(pk=double.pk).update(phone="22")
    assert "the number 14 is free again" in desk.get(same(club, double), {"with": kept.uid}).content.decode()
    merge(desk, club, double, kept)
    kept.refresh_from_db()
    assert (kept.phone, Membership.objects.get(player=kept).number) == ("11", "13")
    assert add_member(club, MemberLine(1, "Nora New", "14"), by=actor("secretary"), key=fresh_key()) == member(club, 14)


def test_who_asks_not_to_be_named_later_is_not_named_where_the_other_record_sat(desk: Client, club: Club, guest: Player) -> None:
    session = played(club, guest)
    merge(desk, club, guest, member(club, 1))
    ranking = reverse("ranking", args=[club.slug, session.uid])
    assert "Mary Smith" in Client().get(ranking).content.decode()
    form = desk.get(reverse("member", args=[club.slug, member(club, 1).uid])).context["form"]
    told = {name: form[name].value() or "" for name in form.fields if name != "is_named"}
    assert desk.post(reverse("member", args=[club.slug, member(club, 1).uid]), told).status_code == 303
    assert "Mary Smith" not in Client().get(ranking).content.decode()


def refused(desk: Client, club: Club, double: Player, kept: Player) -> str:
    """Why the page and the act refuse it: in the same words."""
    page = desk.get(same(club, double), {"with": kept.uid})
    answer = desk.post(same(club, double), {"key": fresh_key(), "seen": club.journal.head, "kept": kept.uid})
    assert answer.status_code == 422 and not Player.objects.filter(merged_into__isnull=False).exists()
    (told,) = answer.context["form"].non_field_errors()
    assert told in page.content.decode() and "<button>Make them one person" not in page.content.decode()
    return str(told)


def test_two_people_are_not_made_one(desk: Client, club: Club, guest: Player) -> None:
    played(club, member(club, 1))
    assert "Both sat in “Tuesday Pairs” on 24 November 2026" in refused(desk, club, member(club, 3), member(club, 1))
    assert "the very same record" in refused(desk, club, guest, guest)
    other = club_with_members(0, name="Ferry Bridge Club")
    Membership.objects.create(club=other, player=member(club, 14), is_guest=True)
    for double, kept in ((guest, member(club, 14)), (member(club, 14), guest)):
        assert "known at “Ferry Bridge Club” too" in refused(desk, club, double, kept)


def test_a_guest_of_an_evening_that_runs_is_the_member_at_once_the_other_way_round(desk: Client, club: Club, guest: Player) -> None:
    mary = member(club, 1)
    past, running = played(club, mary), played(club, guest, is_closed=False)
    assert "is closed this record stays" in desk.get(reverse("member", args=[club.slug, guest.uid])).content.decode()
    assert "which is not over" in refused(desk, club, guest, mary)
    assert f'href="{same(club, mary)}?with={guest.uid}"' in desk.get(same(club, guest), {"with": mary.uid}).content.decode()
    merge(desk, club, mary, guest)
    form = desk.get(reverse("member", args=[club.slug, guest.uid])).context["form"]
    told = {name: form[name].value() or "" for name in form.fields} | {"name": "Mary Smith"}
    assert desk.post(reverse("member", args=[club.slug, guest.uid]), told).status_code == 303
    play(running, by_table)
    close_session(running, by=actor(), key=fresh_key())
    settle()
    assert (member(club, 1), [row[0] for row in own(guest, club)]) == (guest, [running.pk, past.pk])
    assert "Mary Smith" in Client().get(reverse("ranking", args=[club.slug, running.uid])).content.decode()


def test_only_who_keeps_the_list_does_this(client: Client, club: Club, guest: Player) -> None:
    told = {"key": fresh_key(), "seen": club.journal.head, "kept": member(club, 1).uid}
    assert client.post(same(club, guest), told).status_code == 302
    client.force_login(Account.objects.get(username="lina"))
    assert client.post(same(club, guest), told).status_code == client.get(same(club, guest)).status_code == 403
    other = club_with_members(0, name="Ferry Bridge Club")
    keeper = Account.objects.create_user("ferry", "a long password 7")
    give_role(other, keeper, RoleKind.SECRETARY)
    client.force_login(keeper)
    assert client.get(same(other, guest)).status_code == 404
    assert not Player.objects.filter(merged_into__isnull=False).exists()


def test_sent_twice_it_is_one_act(desk: Client, club: Club, guest: Player) -> None:
    told = slip(desk, club, guest, member(club, 1))
    answers = [desk.post(same(club, guest), told) for _ in range(2)]
    assert {(each.status_code, each["Location"]) for each in answers} == {(303, reverse("member", args=[club.slug, member(club, 1).uid]))}
    assert Act.objects.filter(journal=club.journal, kind="merge_players").count() == 1


def test_the_second_secretary_is_told_what_the_first_changed(desk: Client, club: Club, guest: Player) -> None:
    told = slip(desk, club, guest, member(club, 13))
    form = desk.get(reverse("member", args=[club.slug, member(club, 13).uid])).context["form"]
    desk.post(reverse("member", args=[club.slug, member(club, 13).uid]), {name: form[name].value() or "" for name in form.fields} | {"number": "77"})
    answer = desk.post(same(club, guest), told)
    assert answer.status_code == 422
    (said,) = answer.context["form"].non_field_errors()
    assert said.startswith("secretary has changed one of the two meanwhile.") and "Sunita Rao (77), M. Smyth (guest)" in said
    again = {name: answer.context["form"][name].value() for name in ("key", "seen", "kept")}
    assert again["kept"] == told["kept"] and desk.post(same(club, guest), again).status_code == 303
    assert Player.objects.get(pk=guest.pk).merged_into == member(club, 77)


def test_what_became_one_meanwhile_leads_on_with_the_choice_kept(desk: Client, club: Club, guest: Player) -> None:
    kept, other = member(club, 13), member(club, 14)
    late, leaves = slip(desk, club, guest, other), {"key": fresh_key()}
    merge(desk, club, guest, kept)
    answer = desk.post(same(club, guest), late)
    assert answer["Location"] == f"{same(club, kept)}?with={other.uid}"
    assert "secretary has made one of the two a part of another record meanwhile" in desk.get(answer["Location"]).content.decode()
    there = desk.post(same(club, guest), late | {"kept": kept.uid, "key": fresh_key()})
    assert there["Location"] == reverse("member", args=[club.slug, kept.uid])
    gone = desk.post(reverse("member_leaves", args=[club.slug, guest.uid]), leaves)  # an old page of the record that went
    assert gone["Location"] == reverse("member", args=[club.slug, kept.uid])
    assert Membership.objects.filter(player=kept, number="13").exists() and Act.objects.filter(kind="end_membership").count() == 0


def test_who_was_made_one_while_somebody_signs_them_in_sits_under_the_record_that_is_kept(desk: Client, club: Club, guest: Player) -> None:
    session, kept = evening(club, pairs=0), member(club, 13)
    late = Player.objects.get(pk=guest.pk)  # as a request has read it that waits for the evening
    merge(desk, club, guest, kept)
    entry = sign_in(session, [late, member(club, 1)], by=actor(), key=fresh_key())
    assert set(LineUp.objects.live().filter(entry=entry).values_list("player", flat=True)) == {kept.pk, member(club, 1).pk}
    with pytest.raises(AlreadyHere):
        sign_in(session, [kept], by=actor(), key=fresh_key())
    with pytest.raises(SamePersonTwice):
        sign_in(session, [late, kept], entry=entry, by=actor(), key=fresh_key())


def test_taken_back_both_are_as_they_were(desk: Client, club: Club, guest: Player) -> None:
    double = member(club, 13)
    Player.objects.filter(pk=double.pk).update(phone="0123 456", is_named=False)
    account_of(double, "rao")
    session = played(club, guest)
    before, evenings = stored([guest, double]), own(guest, club)
    merge(desk, club, double, guest)
    assert stored([guest, double]) != before
    answer = part(desk, club, guest)
    assert (answer.status_code, answer["Location"]) == (303, reverse("member", args=[club.slug, double.uid]))
    assert stored([guest, double]) == before and own(guest, club) == evenings and own(double, club) == []
    assert "M. Smyth" in Client().get(reverse("ranking", args=[club.slug, session.uid])).content.decode()
    merge(desk, club, double, guest)  # and once more


def test_what_was_built_on_it_is_named(desk: Client, club: Club, guest: Player) -> None:
    kept, double = member(club, 13), member(club, 14)
    merge(desk, club, double, kept)
    merge(desk, club, guest, kept)
    first = Act.objects.filter(kind="merge_players").order_by("pk")[0]
    answer = desk.post(reverse("two_people", args=[club.slug, kept.uid]), {"key": fresh_key(), "act": first.pk})
    assert answer.status_code == 422 and "two records of a player made one" in answer.content.decode()
    assert part(desk, club, kept).status_code == 303  # the newest first
    nora = add_member(club, MemberLine(1, "Nora New", "14"), by=actor("secretary"), key=fresh_key())
    answer = part(desk, club, kept)
    assert answer.status_code == 422 and "The number 14 belongs to Nora New now." in answer.content.decode()
    Membership.objects.filter(player=nora).update(number="99")
    form = desk.get(reverse("member", args=[club.slug, kept.uid])).context["form"]
    told = {name: form[name].value() or "" for name in form.fields}
    desk.post(reverse("member", args=[club.slug, kept.uid]), told | {"name": "Sunita Rao-Pell", "key": fresh_key()})
    answer = part(desk, club, kept)
    assert answer.status_code == 422 and "member changed" in answer.content.decode() and "before: Sunita Rao" in answer.content.decode()
    told = {"key": fresh_key(), "act": first.pk}
    desk.post(reverse("member_leaves", args=[club.slug, kept.uid]), {"key": fresh_key()})
    answer = desk.post(reverse("two_people", args=[club.slug, kept.uid]), told)  # from a page that was open before
    assert answer.status_code == 422 and "taken off the list" in answer.content.decode()
    assert Player.objects.get(pk=double.pk).merged_into == kept
