"""The members' list: its beginning, and who leaves it."""

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.sessions import sign_in
from bridge.models import Account, Club, Membership, Player, Session
from bridge.queries.members import MOST_LISTED
from tests.worlds import actor, club_with_members, evening, fresh_key, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """Millpond with eight members."""
    return club_with_members(8)


@pytest.fixture
def desk(client: Client, club: Club) -> Client:
    """The secretary's browser."""
    client.force_login(Account.objects.get(username="secretary"))
    return client


def leave(desk: Client, club: Club, player: Player) -> None:
    page = desk.get(reverse("member", args=[club.slug, player.uid]))
    address = reverse("member_leaves", args=[club.slug, player.uid])
    assert address in page.content.decode()
    assert desk.get(address).status_code == 405
    told = {"key": page.context["form"].initial.get("key") or fresh_key()}
    for _ in range(2):  # the button pressed twice is one act
        assert desk.post(address, told)["Location"] == reverse("members", args=[club.slug])


def test_a_line_that_was_no_person_leaves_the_list(desk: Client, club: Club) -> None:
    player = member(club, 3)
    leave(desk, club, player)
    assert not Membership.objects.filter(player=player).exists()
    assert Membership.objects.filter(club=club).count() == 7


def test_who_has_played_stays_known_as_a_guest_and_the_number_is_free(desk: Client, club: Club) -> None:
    session = evening(pairs=0, club=club)
    player = member(club, 1)
    sign_in(session, [player, member(club, 2)], by=actor(), key=fresh_key())
    leave(desk, club, player)
    row = Membership.objects.get(player=player)
    assert (row.is_guest, row.number) == (True, None)
    again = desk.get(reverse("member", args=[club.slug, player.uid])).content.decode()
    assert reverse("member_leaves", args=[club.slug, player.uid]) not in again
    given = desk.post(reverse("members", args=[club.slug]), {"key": fresh_key(), "name": "Nora New", "number": "1"})
    assert given.status_code == 303
    assert Membership.objects.get(club=club, number="1").player != player


def test_the_page_of_a_large_club_lists_the_first_and_says_how_many_more_there_are(desk: Client, club: Club) -> None:
    players = Player.objects.bulk_create(Player(name_native=f"Zoe Zander {number}", sort_key=f"zander {number:04} zoe") for number in range(MOST_LISTED))
    Membership.objects.bulk_create(Membership(club=club, player=player, number=str(5000 + at), is_guest=False) for at, player in enumerate(players))
    page = desk.get(reverse("members", args=[club.slug]))
    assert (len(page.context["members"].rows), page.context["members"].more) == (MOST_LISTED, 8)
    assert "8 more are not listed here" in page.content.decode()
    found = desk.get(reverse("members", args=[club.slug]), {"who": "5999"})
    assert [row.number for row in found.context["members"].rows] == ["5999"] and "not listed here" not in found.content.decode()


def test_a_player_may_not_take_anybody_off(client: Client, club: Club) -> None:
    client.force_login(Account.objects.create_user("mary", password="a long password 7"))
    assert client.post(reverse("member_leaves", args=[club.slug, member(club, 3).uid]), {"key": fresh_key()}).status_code == 403
    assert Membership.objects.filter(club=club).count() == 8


def test_a_new_club_is_led_to_its_members_list(desk: Client, club: Club) -> None:
    way = f'href="{reverse("members_list", args=[club.slug])}"'
    session: Session = evening(pairs=0, club=club)
    pages = [reverse("club", args=[club.slug]), reverse("signin", args=[club.slug, session.uid])]
    assert [way in desk.get(page).content.decode() for page in pages] == [False, False]
    Membership.objects.filter(club=club).delete()
    assert [way in desk.get(page).content.decode() for page in pages] == [True, True]


def test_what_a_person_is_listed_under_follows_the_name_unless_it_was_set_by_hand(desk: Client, club: Club) -> None:
    player, kept = member(club, 3), []
    for name, latin, under in (("单伟", "Shan Wei", None), ("单炜", "Shan Wei", None), ("单炜", "", "dan wei"), ("单蔚", "Shan Wei", None), ("单蔚", "", "")):
        address = reverse("member", args=[club.slug, player.uid])
        shown = desk.get(address).context["form"].initial
        told = {name: value for name, value in shown.items() if value not in (None, False)}
        told |= {"name": name, "latin": latin, "key": fresh_key()}
        assert desk.post(address, told | ({} if under is None else {"sort_key": under})).status_code == 303
        player.refresh_from_db()
        kept.append((player.name_native, player.name_latin, player.sort_key, player.initials))
    assert kept == [
        ("单伟", "Shan Wei", "shan wei", "sw"), ("单炜", "Shan Wei", "shan wei", "sw"), ("单炜", "", "dan wei", "dw"), ("单蔚", "Shan Wei", "dan wei", "dw"),
        ("单蔚", "", "shan wei", "sw"),
    ]
