"""Evenings and the calendar: over midnight, over the change to winter time, started late, cancelled, forgotten; always in the club's zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from bridge.actions.publishing import close_session
from bridge.actions.results import undo_act
from bridge.actions.sessions import cancel_session
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.models import Account, Act, Club, Publication, Round, Seating, Session, SessionState
from bridge.phrases.moments import moment_text
from bridge.queries.evenings import forgotten, is_forgotten, never_begun, tonights
from bridge.queries.home import programme_of
from bridge.queries.proposals import proposals_for
from bridge.queries.room import clock_of
from bridge.queries.signin import here_tonight
from clubsite.management.commands.start import tell_forgotten
from tests.web.table_pages import address, text
from tests.worlds import account_of, actor, card_at, club_with_members, evening, fresh_key, member, mitchell_evening, play, settle

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")
SUMMER_ENDS = datetime(2026, 10, 24, 22, 0, tzinfo=BERLIN)  # at three in the night of this evening clocks are put back to two


def made(seating: Seating, number: int) -> Report:
    return Report(Contract(3, Strain.N), Seat.N, 10 - seating.table)


def moved_to(session: Session, starts: datetime) -> Session:
    """The evening as if it had been made for that time and started then: everything noted of it moves along."""
    first = Round.objects.filter(section__session=session, opens__isnull=False).order_by("number").first()
    shift = starts - first.opens if first is not None and first.opens is not None else timedelta(0)
    Round.objects.filter(section__session=session).update(opens=F("opens") + shift, closes=F("closes") + shift)
    Session.objects.filter(pk=session.pk).update(starts=starts)
    return Session.objects.select_related("club", "stage__event").get(pk=session.pk)


def closed_at(session: Session, when: datetime, *, minutes: int) -> Session:
    """Played and published, as if it had been closed then; `minutes` of correction."""
    play(session, made)
    close_session(session, by=actor(), key=fresh_key())
    Session.objects.filter(pk=session.pk).update(closed_at=when, correction_minutes=minutes)
    Act.objects.filter(journal=session.journal).update(at=when)
    settle()
    return Session.objects.get(pk=session.pk)


@pytest.mark.parametrize(
    ("when", "english", "chinese"),
    [
        ("2026-11-24T23:10", "23:10", "23:10"), ("2026-11-25T00:20", "00:20", "00:20"), ("2026-11-25T05:59", "05:59", "05:59"),
        ("2026-11-25T06:00", "25 November, 06:00", "11月25日 06:00"), ("2026-11-23T20:00", "23 November, 20:00", "11月23日 20:00"),
        ("2027-01-02T09:30", "2 January 2027, 09:30", "2027年1月2日 09:30"),
    ],
)
def test_a_time_is_told_with_its_day_unless_it_is_that_night(when: str, english: str, chinese: str) -> None:
    starts = datetime(2026, 11, 24, 19, 0, tzinfo=BERLIN)
    for language, told in (("en", english), ("zh-hans", chinese)):
        with translation.override(language):
            assert moment_text(datetime.fromisoformat(when).replace(tzinfo=BERLIN).astimezone(UTC), starts, "Europe/Berlin") == told


@pytest.mark.parametrize(("minutes", "told"), [(30, "00:40"), (1440, "26 November, 00:10")])
def test_an_evening_over_midnight_is_final_on_the_right_day(client: Client, minutes: int, told: str) -> None:
    session = moved_to(mitchell_evening(3, boards_per_set=1), datetime(2026, 11, 24, 22, 30, tzinfo=BERLIN))
    session = closed_at(session, datetime(2026, 11, 25, 0, 10, tzinfo=BERLIN), minutes=minutes)
    assert {row.final_at.astimezone(BERLIN) for row in Publication.objects.all()} == {datetime(2026, 11, 25, 0, 10, tzinfo=BERLIN) + timedelta(minutes=minutes)}
    page = text(client.get(address(session, "ranking")))
    assert "24 November 2026" in page and told in page
    client.force_login(Account.objects.get(username="lina"))
    assert told in text(client.get(address(session, "close")))


def test_the_night_in_which_summer_time_ends_has_an_hour_more() -> None:
    session = mitchell_evening(7, boards_per_set=2)
    Round.objects.filter(section__session=session).update(break_minutes=0)
    starts = SUMMER_ENDS.astimezone(UTC)
    for row in Round.objects.filter(section__session=session):
        Round.objects.filter(pk=row.pk).update(opens=starts + timedelta(hours=row.number - 1), closes=starts + timedelta(hours=row.number))
    session = moved_to(session, starts)
    face = clock_of(session, starts + timedelta(hours=5, minutes=10))  # 02:10 for the second time
    assert (face.round, face.seconds) == (6, 50 * 60)
    assert face.closes is not None and f"{face.closes.astimezone(BERLIN):%H:%M}" == "03:00"
    assert moment_text(starts + timedelta(hours=7), session.starts, "Europe/Berlin") == "04:00"  # seven hours after 22:00


def test_the_end_that_a_proposal_tells_counts_hours_that_pass(client: Client) -> None:
    session = evening(pairs=10)
    Session.objects.filter(pk=session.pk).update(starts=SUMMER_ENDS, minutes=420, boards_least=24, boards_most=30)
    session = Session.objects.get(pk=session.pk)
    choice = proposals_for(session, here_tonight(session)).choices[0]
    assert choice.ends - session.starts == timedelta(minutes=choice.round_minutes * choice.movement.rounds)


def test_a_correction_period_over_the_change_lasts_its_minutes(client: Client) -> None:
    session = moved_to(mitchell_evening(3, boards_per_set=1), SUMMER_ENDS)
    before = datetime(2026, 10, 25, 2, 50, tzinfo=BERLIN)  # still summer
    session = closed_at(session, before, minutes=30)
    publication = Publication.objects.get()
    assert publication.final_at == datetime(2026, 10, 25, 1, 20, tzinfo=UTC)
    assert "02:20" in text(client.get(address(session, "ranking")))


def test_the_same_evening_next_week_begins_at_the_same_time_of_day(client: Client) -> None:
    club = club_with_members(8)
    client.force_login(Account.objects.get(username="secretary"))
    session = moved_to(evening(club, pairs=4), SUMMER_ENDS.replace(hour=19))
    Session.objects.filter(pk=session.pk).update(state=SessionState.CLOSED, closed_at=SUMMER_ENDS)
    page = client.get(reverse("session_new", args=[club.slug]))
    assert page.context["form"]["time"].value() == SUMMER_ENDS.replace(hour=19).time()
    told = {
        "key": fresh_key(), "day": "2026-10-31", "time": "19:00", "boards_least": "24", "boards_most": "27", "minutes": "180", "method": "matchpoints",
        "factoring": "neuberg", "correction_minutes": "30", "form": "pairs",
    }
    assert client.post(reverse("session_new", args=[club.slug]), told).status_code == 303
    assert Session.objects.order_by("-pk")[0].starts == datetime(2026, 10, 31, 18, 0, tzinfo=UTC)


def test_a_players_evenings_have_the_days_of_the_club(client: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    Club.objects.filter(pk=session.club_id).update(zone="Asia/Shanghai")
    session = moved_to(session, datetime(2026, 11, 24, 16, 30, tzinfo=UTC))  # half past midnight in Shanghai
    closed_at(session, datetime(2026, 11, 24, 19, 0, tzinfo=UTC), minutes=30)
    client.force_login(account_of(member(session.club, 1), "mary"))
    page = text(client.get(reverse("history", args=[session.club.slug])))
    assert "25 November 2026" in page and "24 November" not in page


def test_an_evening_of_today_is_tonights_from_the_morning_on_and_late_ones_stay() -> None:
    session = evening(pairs=0)  # 24 November, 19:00 in Berlin
    club = session.club
    morning, late, next_day = (datetime(2026, 11, 24, 6, 0, tzinfo=BERLIN), session.starts + timedelta(minutes=40), datetime(2026, 11, 25, 8, 0, tzinfo=BERLIN))
    assert [tonights(club, now) for now in (morning, late, next_day)] == [[session], [session], []]
    assert [len(programme_of(club, now)) for now in (morning, late, next_day)] == [1, 1, 0]
    assert [never_begun(club, now) for now in (morning, late, next_day)] == [[], [], [session]]


def test_an_evening_that_nobody_closed_is_offered_and_no_longer_called_running(client: Client) -> None:
    session = mitchell_evening(3, boards_per_set=1)
    at_night, next_day = session.starts + timedelta(hours=5), session.starts + timedelta(days=1)
    assert [is_forgotten(session, now) for now in (at_night, next_day)] == [False, True]
    assert [forgotten(session.club, now) for now in (at_night, next_day)] == [[], [session]]
    (told,) = tell_forgotten("http://localhost:8000", next_day)
    assert "was never closed" in told and told.endswith(f"http://localhost:8000{reverse('close', args=[session.club.slug, session.uid])}")
    assert [len(programme_of(session.club, now)) for now in (at_night, next_day)] == [1, 0]
    Session.objects.filter(pk=session.pk).update(starts=timezone.now() - timedelta(days=7))
    for name in ("club", "tonight"):
        page = reverse(name, args=[session.club.slug])
        stranger = Client().get(page).content.decode()
        assert "never closed" not in stranger
        client.force_login(Account.objects.get(username="secretary"))
        shown = client.get(page).content.decode()
        assert "1 evening was never closed" in shown and f'href="{address(session, "close")}"' in shown
    assert client.get(reverse("tonight", args=[session.club.slug])).context["evenings"] == []


def test_a_card_leads_past_forgotten_evenings(client: Client) -> None:
    old = mitchell_evening(3, boards_per_set=1)
    Session.objects.filter(pk=old.pk).update(starts=timezone.now() - timedelta(days=7))
    assert client.get(card_at(old, 2))["Location"] == address(old, "table", 2)  # nothing else runs
    new = mitchell_evening(3, boards_per_set=1, club=old.club)
    Session.objects.filter(pk=new.pk).update(starts=timezone.now())
    assert client.get(card_at(old, 2))["Location"] == address(new, "table", 2)


def test_a_card_offers_no_sign_in_for_an_evening_that_never_began(client: Client) -> None:
    session = evening(pairs=0)
    Session.objects.filter(pk=session.pk).update(starts=timezone.now() - timedelta(days=2))
    assert "Sign in for tonight" not in client.get(card_at(session, 1)).content.decode()
    Session.objects.filter(pk=session.pk).update(starts=timezone.now() + timedelta(hours=1))
    assert "Sign in for tonight" in client.get(card_at(session, 1)).content.decode()


def test_a_cancelled_evening_is_nowhere_to_come(client: Client) -> None:
    session = evening(pairs=2)
    Session.objects.filter(pk=session.pk).update(starts=timezone.now() + timedelta(hours=1))
    cancel_session(session, reason="snow", by=actor(), key=fresh_key())
    assert (tonights(session.club, timezone.now()), programme_of(session.club, timezone.now()), never_begun(session.club, timezone.now())) == ([], (), [])
    assert "Sign in for tonight" not in client.get(card_at(session, 1)).content.decode()
    for page in (address(session, "ranking"), address(session, "table", 1), address(session, "wall")):
        assert client.get(page).status_code == 200
    assert "The evening is cancelled." in text(client.get(address(session, "ranking")))
    assert "The evening is cancelled." in text(client.get(address(session, "table", 1)))
    undo_act(Act.objects.get(journal=session.journal, kind="cancel_session"), by=actor(), key=fresh_key())
    assert (len(here_tonight(session)), tonights(session.club, timezone.now())) == (2, [session])
