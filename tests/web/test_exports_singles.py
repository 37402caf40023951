"""An individual evening taken away and brought back: the checker accepts its files, another club has the same ranking from them."""

import io
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from bridge.actions.imports import import_event
from bridge.actions.publishing import close_session
from bridge.actions.rounds import start_session
from bridge.actions.sessions import make_session, sign_in
from bridge.engine.formats.opening import read_event
from bridge.engine.movements.families import make_movement, order_of
from bridge.jobs.again import differences
from bridge.mapping.plans import SectionPlan
from bridge.models import EventForm, Ranking, Session, Standing
from tests.web.test_exports import anything
from tests.worlds import actor, club_with_members, entries_of, fresh_key, member, play, settle

pytestmark = pytest.mark.django_db


def individual(players: int, options: dict[str, str]) -> Session:
    """An evening of so many single players, all boards told, closed."""
    club = club_with_members(players)
    session = make_session(
        club, datetime(2026, 11, 24, 18, 0, tzinfo=UTC), name="Individual", form=EventForm.SINGLES, options=options, by=actor(), key=fresh_key()
    )
    for number in range(1, players + 1):
        sign_in(session, [member(club, number)], by=actor(), key=fresh_key())
    movement = make_movement(order_of("whist_tournament", players // 4))
    plan = SectionPlan(movement=movement, places=dict(enumerate(entries_of(session), 1)), boards_per_set=2, letter="A")
    start_session(session, [plan], round_minutes=22, by=actor(), key=fresh_key())
    session.refresh_from_db()
    play(session, anything(players))
    close_session(session, by=actor(), key=fresh_key())
    settle()
    session.refresh_from_db()
    return session


def ranked(session: Session) -> list[tuple[str, int | None, bool, Fraction | None, Fraction | None]]:
    """Who has which place with which total."""
    rows = Standing.objects.filter(publication__ranking__session=session, publication__version=1).order_by("place", "entry")
    return sorted(
        (row.entry.roster.get().player.name_native, row.place, row.is_tied, row.exact, row.total) for row in rows.select_related("entry")
    )


@pytest.mark.parametrize("ending", ["usebio", "pbn"])
@pytest.mark.parametrize("options", [{}, {"method": "cross_imps"}, {"method": "butler"}], ids=str)
def test_what_is_exported_is_accepted_and_imported(client: Client, tmp_path: Path, options: dict[str, str], ending: str) -> None:
    session = individual(8, options)
    content = client.get(reverse(f"export_{ending}", args=[session.club.slug, session.uid])).content
    path = tmp_path / f"event.{ending}"
    path.write_bytes(content)
    told = io.StringIO()
    try:
        call_command("check_event", str(path), stdout=told)
    except SystemExit:
        pytest.fail(told.getvalue())
    event = read_event(content)
    assert event.form.value == "singles" and len(event.entrants) == 8
    again = import_event(club_with_members(2, name="Another club"), event, by=actor(), key=fresh_key())
    settle()
    assert len(ranked(again)) == 8 and ranked(again) == ranked(session)
    assert list(differences(Ranking.objects.get(session=again))) == []
    for name in ("ranking", "boards", "movement_page", "files", "published"):
        assert client.get(reverse(name, args=[again.club.slug, again.uid])).status_code == 200
    entry = entries_of(again)[0]
    assert client.get(reverse("pair_card", args=[again.club.slug, again.uid, entry.uid])).status_code == 200
    assert client.get(reverse("traveller", args=[again.club.slug, again.uid, 1])).status_code == 200
    assert client.get(reverse("export_html", args=[again.club.slug, again.uid])).status_code == 200
