"""Every other page of an evening that is drawn, or played by teams: none of them minds that there is no movement."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from bridge.actions.publishing import close_session
from bridge.actions.teams import start_matches
from bridge.mapping.swiss import SwissPlan
from bridge.models import Account, Match, Seating, Session, Traveller
from tests.swiss_worlds import finish_round, play_round, release, swiss_evening
from tests.web.test_matches import teams_evening
from tests.worlds import actor, entries_of, evening, fresh_key, settle

pytestmark = pytest.mark.django_db
PAGES = (
    "session", "signin", "room", "journal", "close", "ranking", "wall", "wall_ranking", "movement_page", "boards", "files", "penalty", "repair", "draws",
    "matches", "awards",
)


def desk() -> Client:
    browser = Client()
    browser.force_login(Account.objects.get(username="secretary"))
    return browser


def opened(session: Session, missing: frozenset[str] = frozenset()) -> None:
    """Every page of the evening answers, in both languages."""
    browser = desk()
    for name in PAGES:
        for language in ("en", "zh-hans"):
            answer = browser.get(reverse(name, args=[session.club.slug, session.uid]), HTTP_ACCEPT_LANGUAGE=language)
            assert answer.status_code in ((404,) if name in missing else (200, 302, 303)), name
    for entry in entries_of(session)[:2]:
        assert browser.get(reverse("pair_card", args=[session.club.slug, session.uid, entry.uid])).status_code == 200
    seating = Seating.objects.live().filter(section__session=session).first()
    assert seating is not None
    assert browser.get(reverse("table", args=[session.club.slug, session.uid, seating.table])).status_code == 200
    assert browser.get(reverse("correct", args=[session.club.slug, session.uid, seating.pk, seating.first_board])).status_code == 200
    traveller = browser.get(reverse("traveller", args=[session.club.slug, session.uid, seating.first_board]))
    assert traveller.status_code == (200 if Traveller.objects.filter(ranking__session=session).exists() else 404)
    for name in ("club", "results", "tonight", "session_new"):
        assert browser.get(reverse(name, args=[session.club.slug])).status_code in (200, 303), name


def test_swiss_pairs_from_the_first_round_to_the_end() -> None:
    session = swiss_evening(5, SwissPlan(2, 1))
    release(session, 1)
    opened(session)
    play_round(session, 1, random.Random(1))
    opened(session)


def test_swiss_pairs_when_closed_and_the_evening_after() -> None:
    session = swiss_evening(4, SwissPlan(1, 1))
    finish_round(session, 1, random.Random(2))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()
    opened(session)
    following = evening(session.club, pairs=4)
    assert desk().get(reverse("signin", args=[session.club.slug, following.uid])).status_code == 200
    assert desk().get(reverse("movement", args=[session.club.slug, following.uid])).status_code == 200


def test_teams_while_they_play_and_when_closed() -> None:
    session = teams_evening(3)
    start_matches(session, entries_of(session), boards=2, round_minutes=20, by=actor(), key=fresh_key())
    opened(session, frozenset({"draws"}))
    for number in (1, 2, 3):
        play_round(session, number, random.Random(number))
    settle()
    close_session(session, by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()
    opened(session, frozenset({"draws"}))
    assert Match.objects.live().count() == 3
