"""Players sign themselves in at the card of a table, before the start."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bridge.actions.sessions import PAIRS_BY_ONE_CARD, sign_in
from bridge.models import Account, Act, Club, EventForm, Player, Session, journal
from bridge.queries.signin import here_tonight
from tests.web.table_pages import address, text
from tests.worlds import account_of, actor, card_at, club_with_members, evening, fresh_key, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """Members 1 to 24: Mary Smith, 王伟, Hedda Falk, Ruben Oost ..."""
    return club_with_members(24)


@pytest.fixture
def session(club: Club) -> Session:
    """An evening that is being prepared for now, with nobody signed in."""
    prepared = evening(club, pairs=0)
    Session.objects.filter(pk=prepared.pk).update(starts=timezone.now())
    prepared.refresh_from_db()
    return prepared


@pytest.fixture
def phone(session: Session) -> Client:
    """A phone that has scanned the card of table 3."""
    client = Client()
    client.get(card_at(session, 3))
    return client


def where(session: Session, table: int = 3) -> str:
    return address(session, "signin_at_table", table)


def come_in(phone: Client, session: Session, first: int, second: int, *, key: str = "", table: int = 3):
    """Post a pair by the numbers of its members; the answer."""
    told = {"first": member(session.club, first).uid, "second": member(session.club, second).uid}
    return phone.post(where(session, table), {"key": key or fresh_key(), **told})


def names(session: Session) -> list[list[str]]:
    return [[player.name_native for player in here.players] for here in here_tonight(session)]


def test_from_the_card_to_the_secretarys_list(phone: Client, session: Session) -> None:
    assert f'href="{where(session)}"' in phone.get(card_at(session, 3)).content.decode()
    mary = member(session.club, 1)
    assert f'name="first" value="{mary.uid}"' in phone.get(where(session), {"who": "mar"}).content.decode()
    partner = phone.get(where(session), {"who": "wang", "first": mary.uid}).content.decode()
    assert "Mary Smith" in partner and f'name="second" value="{member(session.club, 2).uid}"' in partner
    answer = come_in(phone, session, 1, 2)
    assert answer.status_code == 303
    shown = text(phone.get(answer["Location"]))
    assert "You are signed in; the movement will tell your table." in shown and "Mary Smith – 王伟" in shown
    assert names(session) == [["Mary Smith", "王伟"]]
    act = Act.objects.get(journal=session.journal, kind="sign_in")
    assert (act.facts["table"], act.account) == (3, None)
    desk = Client()
    desk.force_login(Account.objects.get(username="secretary"))
    assert "Mary Smith" in text(desk.get(address(session, "signin")))
    journal.undo(act, by=actor(), key=fresh_key())
    assert names(session) == []


def test_the_same_slip_twice_is_one_pair(phone: Client, session: Session) -> None:
    places = [come_in(phone, session, 1, 2, key="one-and-the-same")["Location"] for _ in range(2)]
    assert places[0] == places[1]
    assert names(session) == [["Mary Smith", "王伟"]]


def test_the_table_stands_in_the_secretarys_list_and_in_the_journal(phone: Client, session: Session) -> None:
    come_in(phone, session, 1, 2)
    desk = Client()
    desk.force_login(Account.objects.get(username="secretary"))
    assert "signed in at table 3" in text(desk.get(address(session, "signin")))
    told = text(desk.get(address(session, "journal")))
    assert "signed in: Mary Smith, 王伟 table 3 a phone" in told


def test_who_signs_in_again_reads_with_whom_since_when_and_where(phone: Client, session: Session) -> None:
    come_in(phone, session, 1, 2)
    sign_in(session, [member(session.club, 5), member(session.club, 6)], by=actor(), key=fresh_key())
    since = {here.players[0].pk: timezone.localtime(here.since, ZoneInfo("Europe/Berlin")).strftime("%H:%M") for here in here_tonight(session)}
    by_card, at_desk = (since[member(session.club, number).pk] for number in (1, 5))
    again = come_in(phone, session, 2, 1)
    assert again.status_code == 303
    told = text(phone.get(again["Location"]))
    assert f"signed in already, once is enough; the movement will tell your table. Mary Smith – 王伟, since {by_card} at table 3" in told
    assert f"is here already, since {by_card} with 王伟, by the card of table 3" in text(phone.get(where(session), {"who": "mary"}))
    assert f"王伟 is signed in already: since {by_card} with Mary Smith, by the card of table 3." in text(come_in(phone, session, 3, 2))
    assert f"陈静 is signed in already: since {at_desk} with 刘洋, at the secretary&#x27;s desk." in text(come_in(phone, session, 3, 5))
    desk = Client()
    desk.force_login(Account.objects.get(username="secretary"))
    assert f"is here already, since {by_card} with 王伟, by the card of table 3" in text(desk.get(address(session, "signin"), {"who": "mary"}))
    refused = desk.post(address(session, "signin"), {"key": "once-more-mary", "who": "mary", "player": member(session.club, 1).uid})
    assert refused.status_code == 422 and f"Mary Smith is signed in already: since {by_card} with 王伟" in text(refused)


def test_a_stranger_at_a_tables_address_reads_what_to_do(session: Session) -> None:
    stranger = Client()
    told = text(stranger.get(where(session), follow=True))
    assert "point this phone's camera at the code on the card of table 3, or go to the secretary" in told
    assert "The evening has not begun." in text(stranger.get(address(session, "table", 3)))
    assert stranger.get(address(session, "table", 333)).status_code == 404
    stranger.get(card_at(session, 3))
    assert f'href="{where(session)}"' in stranger.get(address(session, "table", 3)).content.decode()


def test_refusals_are_told_and_keep_what_was_chosen(phone: Client, session: Session) -> None:
    come_in(phone, session, 1, 2)
    taken, twice = come_in(phone, session, 3, 2), come_in(phone, session, 3, 3)
    assert (taken.status_code, twice.status_code) == (422, 422)
    assert "王伟 is signed in already: since" in text(taken) and "same one twice" in text(twice)
    assert "Hedda Falk" in text(taken)
    none = phone.post(where(session), {"key": "a-key-of-nobody", "first": member(session.club, 3).uid})
    assert none.status_code == 422 and "Choose the partner among those who fit." in text(none)
    assert phone.post(where(session), {"key": "a-key-unknown", "first": member(session.club, 3).uid, "second": "nobody"}).status_code == 404
    assert names(session) == [["Mary Smith", "王伟"]]


def test_who_waits_for_a_partner_is_paired(phone: Client, session: Session) -> None:
    waiting = sign_in(session, [member(session.club, 4)], by=actor(), key=fresh_key())
    assert "waits for a partner" in text(phone.get(where(session), {"who": "ruben"}))
    come_in(phone, session, 3, 4)
    assert [(here.entry, len(here.players)) for here in here_tonight(session)] == [(waiting.pk, 2)]


def test_the_card_of_this_table_a_member_or_the_staff(session: Session, phone: Client) -> None:
    other_club = evening(club_with_members(4, name="Seaside"), pairs=0)
    account_of(member(session.club, 5), "chen")
    account_of(member(other_club.club, 1), "outsider")
    for client, table in ((Client(), 3), (phone, 2)):
        assert client.get(where(session, table)).status_code == 302
        assert come_in(client, session, 1, 2, table=table).status_code == 302
    for username, status in (("chen", 200), ("lina", 200), ("outsider", 403)):
        client = Client()
        client.force_login(Account.objects.get(username=username))
        assert (username, client.get(where(session)).status_code) == (username, status)
    assert come_in(client, session, 1, 2).status_code == 403
    assert phone.get(where(other_club)).status_code == 302
    assert names(session) == []


@pytest.mark.parametrize(("state", "told"), [("running", "The evening has begun."), ("closed", "The evening is over.")])
def test_before_the_start_only(phone: Client, session: Session, state: str, told: str) -> None:
    Session.objects.update(state=state)
    assert told in text(phone.get(where(session), {"who": "mary"}))
    assert "Mary" not in text(phone.get(where(session), {"who": "mary"}))
    assert come_in(phone, session, 1, 2).status_code == 422
    assert names(session) == []


def test_teams_are_for_the_secretary(phone: Client, session: Session) -> None:
    event = session.stage.event
    event.form = EventForm.TEAMS
    event.save()
    assert where(session) not in phone.get(card_at(session, 3)).content.decode()
    assert "the secretary signs you in" in text(phone.get(where(session)))
    assert come_in(phone, session, 1, 2).status_code == 200
    assert names(session) == []


def test_a_search_tells_little(phone: Client, session: Session) -> None:
    Player.objects.filter(pk=member(session.club, 3).pk).update(is_named=False, phone="0171 555")
    Player.objects.filter(pk=member(session.club, 1).pk).update(phone="0171 666")

    def found(who: str) -> str:
        return text(phone.get(where(session), {"who": who}))

    assert all("Nobody fits." in found(who) for who in ("m", "王", "hedda", "hf", "%%", "99"))
    assert "Mary Smith" in found("ma") and "0171" not in found("ma") and "last here" not in found("ma")
    assert "a player" in found("3") and "Hedda" not in found("3")
    assert "1 fits" in found("1")  # a whole number, not the members 10 to 19
    by_uid = phone.get(where(session), {"first": member(session.club, 3).uid})
    assert "a player" in text(by_uid) and "Hedda" not in text(by_uid)


def test_one_card_signs_in_so_many_pairs(phone: Client, session: Session) -> None:
    for pair in range(PAIRS_BY_ONE_CARD):
        assert come_in(phone, session, 2 * pair + 1, 2 * pair + 2).status_code == 303
    refused = come_in(phone, session, 21, 22)
    assert refused.status_code == 422
    assert "8 pairs have signed in at table 3; the secretary signs in the next one." in text(refused)
    assert len(names(session)) == PAIRS_BY_ONE_CARD
    sign_in(session, [member(session.club, 21), member(session.club, 22)], by=actor(), key=fresh_key())


def test_the_card_leads_to_the_evening_nearest_in_time(phone: Client, session: Session, club: Club) -> None:
    later = evening(club, pairs=0)
    Session.objects.filter(pk=later.pk).update(starts=session.starts + timedelta(hours=2))
    assert where(session) in phone.get(card_at(session, 3)).content.decode()


def test_in_chinese(phone: Client, session: Session) -> None:
    content = text(phone.get(where(session), {"who": "mary"}, headers={"accept-language": "zh-hans"}))
    assert "在第3桌签到" in content and "Sign in" not in content and "Find" not in content


def test_a_table_that_the_club_has_not(client: Client, session: Session) -> None:
    client.force_login(Account.objects.get(username="lina"))
    assert client.get(where(session, 4711)).status_code == 404
    assert client.get(reverse("signin_at_table", args=[session.club.slug, session.uid, 1])).status_code == 200


def test_queries_do_not_grow_with_the_pairs(phone: Client, session: Session, club: Club) -> None:
    counts = []
    for each in (session, evening(club, pairs=6)):
        with CaptureQueriesContext(connection) as asked:
            phone.get(where(each), {"who": "an"})
        counts.append(len(asked))
    assert counts[0] == counts[1]
