"""Who is here: searched, signed in pair by pair, told when it cannot be, paid."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bridge.actions.players import add_member, new_player
from bridge.engine.formats.members import MemberLine
from bridge.models import Account, Club, LineUp, Membership, Payment, Player, Session
from bridge.queries.members import members_of
from bridge.queries.signin import find_people, here_tonight
from tests.worlds import actor, club_with_members, evening, fresh_key, member, mitchell_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """Members 1 to 12: Mary Smith, 王伟, Hedda Falk, Ruben Oost, 陈静, 刘洋 ..."""
    return club_with_members(12)


@pytest.fixture
def session(club: Club) -> Session:
    """An evening with nobody signed in."""
    return evening(club, pairs=0)


@pytest.fixture
def desk(client: Client, club: Club) -> Client:
    """The secretary's browser."""
    client.force_login(Account.objects.get(username="secretary"))
    return client


def come_in(desk: Client, session: Session, **told: str) -> str:
    """Post one person; where it leads."""
    response = desk.post(address(session), {"key": fresh_key(), **told})
    assert response.status_code == 303, response.content.decode()
    return str(response["Location"])


def address(session: Session) -> str:
    return reverse("signin", args=[session.club.slug, session.uid])


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("mar", "1"), ("Smi", "1"), ("1", "1"), ("ww", "2"), ("王", "2"), ("wang", "2"), ("wei", "2"), ("wangw", "2"), ("hf", "3"), ("cj", "5"),
        ("O’Br", "77"), ("obr", "77"),
    ],
)
def test_people_are_found_by_letters_initials_characters_and_number(session: Session, typed: str, number: str) -> None:
    """At the sign-in and in the members' list."""
    if number == "77":
        add_member(session.club, MemberLine(1, "Seán O'Brien", number), by=actor(), key=fresh_key())
    assert [found.number for found in find_people(session.club, session, typed)][0] == number
    assert number in [row.number for row in members_of(session.club, typed).rows]
    assert not find_people(session.club, session, "-")


def test_a_pair_comes_in_one_after_the_other(desk: Client, session: Session) -> None:
    onward = come_in(desk, session, who="mar", player=member(session.club, 1).uid)
    assert onward.startswith(address(session) + "?with=")
    waiting = onward.partition("with=")[2]
    assert come_in(desk, session, who="wang", player=member(session.club, 2).uid, **{"with": waiting}) == address(session)
    assert [[p.name_native for p in here.players] for here in here_tonight(session)] == [["Mary Smith", "王伟"]]


def test_waits_too_makes_a_second_single(desk: Client, session: Session) -> None:
    waiting = come_in(desk, session, who="mar", player=member(session.club, 1).uid).partition("with=")[2]
    come_in(desk, session, who="wang", player=member(session.club, 2).uid, alone="1", **{"with": waiting})
    assert [len(here.players) for here in here_tonight(session)] == [1, 1]


def test_a_guest_in_one_step(desk: Client, session: Session) -> None:
    come_in(desk, session, who="Fin Guest", player="guest")
    guest = Membership.objects.get(player__name_native="Fin Guest")
    assert (guest.is_guest, guest.number) == (True, None)
    assert LineUp.objects.live().get(session=session).player == guest.player


def test_who_has_a_place_is_not_signed_out_but_goes_home(client: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    client.force_login(Account.objects.get(username="secretary"))
    seated = client.get(reverse("entry_here", args=[session.club.slug, session.uid, here_tonight(session)[0].uid])).content.decode()
    assert 'value="sign_out"' not in seated and "?what=pair_left&amp;section=A" in seated


def test_what_nobody_sees_is_no_part_of_a_name(desk: Client, session: Session) -> None:
    hidden = desk.post(address(session), {"key": fresh_key(), "who": "\u200b \u202e\u3164", "player": "guest"})
    assert hidden.status_code == 422 and "Write the guest" in hidden.content.decode()
    hidden = desk.post(reverse("members", args=[session.club.slug]), {"key": fresh_key(), "name": "\u200b", "number": "99"})
    assert hidden.status_code == 422 and "name" in hidden.context["form"].errors
    come_in(desk, session, who="\u202eJose\u0301\u200b  Gru\u0308n\ufeff", player="guest")
    (guest,) = find_people(session.club, session, "Jose\u0301 Gr\u200b")
    assert guest.player.name_native == "José Grün"
    for name in ("李", "👩\u200d👩\u200d👧 Ann", "دوست\u200cدار", "𠮷田"):
        assert new_player(name).name_native == name
    long = new_player("张" * 80)
    for column in ("sort_key", "initials"):
        assert 0 < len(getattr(long, column)) <= (Player._meta.get_field(column).max_length or 0)


def test_the_same_person_twice_is_told(desk: Client, session: Session) -> None:
    waiting = come_in(desk, session, who="mar", player=member(session.club, 1).uid).partition("with=")[2]
    come_in(desk, session, who="wang", player=member(session.club, 2).uid, **{"with": waiting})
    response = desk.post(address(session), {"key": fresh_key(), "who": "mar", "player": member(session.club, 1).uid})
    assert response.status_code == 422
    assert "signed in already" in response.content.decode()
    assert "is here already" in desk.get(address(session), {"who": "mar"}).content.decode()


def test_two_of_one_name_are_told(desk: Client, session: Session) -> None:
    add_member(session.club, MemberLine(1, "Mary Smith", "77"), by=actor(), key=fresh_key())
    assert desk.get(address(session), {"who": "smith"}).content.decode().count("two members have this name") == 2


def test_a_double_click_signs_in_once(desk: Client, session: Session) -> None:
    told = {"key": "one-and-the-same", "who": "mar", "player": member(session.club, 1).uid}
    assert [desk.post(address(session), told).status_code for _ in range(2)] == [303, 303]
    assert LineUp.objects.filter(session=session).count() == 1


def test_ticks_of_who_has_paid_and_the_cash_box(desk: Client, session: Session) -> None:
    session.fee = 500
    session.save()
    waiting = come_in(desk, session, who="mar", player=member(session.club, 1).uid).partition("with=")[2]
    come_in(desk, session, who="wang", player=member(session.club, 2).uid, **{"with": waiting})
    uid = here_tonight(session)[0].uid
    desk.post(reverse("paid", args=[session.club.slug, session.uid]), {"key": "pay-the-fee", "shown": uid, "paid": uid})
    assert sum(Payment.objects.live().values_list("amount", flat=True)) == Decimal(1000)
    assert "Cash box: 2 of 2 players at 5.00" in desk.get(address(session)).content.decode()
    Session.objects.filter(pk=session.pk).update(fee=0)
    free = desk.get(address(session)).content.decode()
    assert "Cash box" not in free and 'name="paid"' not in free
    desk.post(reverse("paid", args=[session.club.slug, session.uid]), {"key": "take-it-back", "shown": uid})
    assert not Payment.objects.live().exists()


def test_a_stranger_is_asked_to_sign_in_and_a_player_refused(client: Client, session: Session) -> None:
    assert client.get(address(session)).status_code == 302
    client.force_login(Account.objects.create_user("wangwei", "a long password 7"))
    assert client.get(address(session)).status_code == 403


def test_in_chinese(desk: Client, session: Session) -> None:
    content = desk.get(address(session), headers={"accept-language": "zh-hans"}).content.decode()
    assert "谁到了" in content and "Who is here" not in content


def test_queries_do_not_grow_with_the_pairs(desk: Client, club: Club) -> None:
    small, large = evening(club, pairs=4), evening(club, pairs=6)
    counts = []
    for session in (small, large):
        with CaptureQueriesContext(connection) as asked:
            desk.get(address(session))
        counts.append(len(asked))
    assert counts[0] == counts[1]
