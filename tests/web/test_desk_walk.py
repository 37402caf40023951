"""Every irregularity of the menu, from the first page to the ruling that is given, read in both languages and taken back: nothing breaks anywhere."""

import random
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode

from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.desk import PROCEDURES
from bridge.engine.seats import Seat
from bridge.forms.keys import Field
from bridge.models import Conditions, LawEdition, Ruling, Session
from tests.worlds import agree, fresh_key, mitchell_evening, seating_at

pytestmark = pytest.mark.django_db
LONGEST = 14  # pages of a case
TRIES = 30  # of answers that contradict each other and are pressed anew
# What is written where nothing is pressed, by the end of the field's name.
WRITTEN = {"auction": "1H P P P", "irregular_call": "8C", "following_passes": "P", "groups": "3 4", "later_calls": "P"}


@pytest.fixture
def session() -> Session:
    """Three tables; board 1 has been played at table 1."""
    session = mitchell_evening(3, boards_per_set=1)
    agree(seating_at(session, 1, 1), 1, Report(Contract(3, Strain.N), Seat.N, 10))
    return session


def pressed(rng: random.Random, field: Field, again: bool) -> list[tuple[str, str]]:
    """The usual answer, where one stands there; any other after that was refused."""
    if field.layout in ("parts", "list"):
        return [] if field.layout == "list" else [pair for part in field.parts for pair in pressed(rng, part, again)]
    usual = [key.value for key in field.keys if key.pressed]
    if field.keys:
        several = [""] if field.several else []
        return [(field.name, value) for value in (*several, *(usual if usual and not again else [rng.choice(field.keys).value]))]
    written = field.text or WRITTEN.get(field.name.rpartition(".")[2], str(rng.randint(1, 12)))
    return [(field.name, rng.choice(("1H", "1H P P P", "P P", "2S")) if again and field.presses and "auction" in field.name else written)]


def walk(desk: Client, session: Session, kind: Kind, seed: int) -> Any:
    """The outcome page of a case; None where what was pressed leads nowhere."""
    rng = random.Random(f"{kind} {seed}")
    address, query = reverse("ruling_desk", args=[session.club.slug, session.uid]), QueryDict(mutable=True)
    query.update({"seating": str(seating_at(session, 1, 1).pk), "board": "1", "kind": kind.value})
    for _page in range(LONGEST):
        page = desk.get(f"{address}?{query.urlencode()}")
        assert page.status_code == 200
        if "outcome" in page.context:
            return page
        query = QueryDict(urlencode(page.context["hidden"]), mutable=True)
        for field in page.context["fields"]:
            for name, value in pressed(rng, field, seed > 0):
                query.appendlist(name, value)
        if "a.visible" in query:  # a card whose face was seen is one of those that were played
            query.setlist("a.visible", query.getlist("a.cards-cards"))
    return None


def editions_of(place: int, kind: Kind) -> list[str]:
    """Both where their pages differ; else one, by turns."""
    differs = any(page.edition is not None for page in PROCEDURES[kind].pages)
    return list(LawEdition.values) if differs else [LawEdition.values[place % 2]]


CASES = [(kind, edition) for place, kind in enumerate(Kind) for edition in editions_of(place, kind)]


@pytest.mark.parametrize(("kind", "edition"), CASES)
def test_a_case_is_ruled_on_read_and_taken_back(desk: Client, session: Session, kind: Kind, edition: str) -> None:
    Conditions.objects.filter(stage=session.stage).update(options={"edition": edition})
    page = next(found for seed in range(TRIES) if (found := walk(desk, session, kind, seed)))
    address = f"{reverse('ruling_desk', args=[session.club.slug, session.uid])}?{page.context['query']}"
    chinese = desk.get(address, headers={"accept-language": "zh-hans"}).content.decode()
    assert 'lang="zh-hans"' in chinese.lower()
    given = {"key": fresh_key(), "seen": page.context["seen"], "shows": "outcome", "told": "on", "score": "none", "confirmed": "on"}
    if kind is Kind.FOULED:
        given |= {page.context["form"].form_fields[-1].name: "B"}
    assert desk.post(address, given).status_code == 303
    ruling = Ruling.objects.live().get()
    assert ruling.code == kind.value
    record = reverse("ruling", args=[session.club.slug, session.uid, ruling.pk])
    for language in ("en", "zh-hans"):
        assert desk.get(record, headers={"accept-language": language}).status_code == 200
    assert desk.post(record, {"act": "withdraw", "reason": "walked", "key": fresh_key()}).status_code == 303
    assert not Ruling.objects.live().exists()
