"""Whatever the demonstration club has played and can be written down is accepted by the checker: pairs, teams and single players, with all that was decided."""

import random
from datetime import UTC, datetime

import pytest

from bridge.actions.demo import make_demo
from bridge.engine.formats.check import check_event
from bridge.engine.formats.opening import read_event
from bridge.engine.formats.pbn_event import write_pbn
from bridge.engine.formats.usebio_writing import write_usebio
from bridge.mapping.exports import is_writable, published_event
from bridge.models import Player, Session, SessionState

pytestmark = pytest.mark.django_db


def name_of(player: Player) -> str:
    return player.name_native


@pytest.mark.parametrize("seed", [3])
def test_every_finished_evening_is_accepted_as_usebio_and_as_pbn(seed: int) -> None:
    club = make_demo(datetime(2026, 11, 26, 20, 5, tzinfo=UTC), random.Random(seed), "a long password 7")
    written = 0
    for session in Session.objects.filter(club=club, state=SessionState.CLOSED).select_related("stage__event", "club").order_by("pk"):
        if not is_writable(session):
            continue
        event = published_event(session, name_of, datetime(2026, 12, 31, tzinfo=UTC))
        for text in (write_usebio(event), write_pbn(event)):
            check = check_event(read_event(text.encode()))
            told = [(each.where.text, each.published, each.computed) for each in check.differences]
            assert told == [], (session.stage.event.name, text[:60])
            written += 1
    assert written >= 24
