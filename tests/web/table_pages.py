"""What tests of a table's pages do: scan its card, keep its slips, enter, answer, read."""

import re

from django.test import Client
from django.urls import reverse

from tests.worlds import card_at, fresh_key, seating_at


def address(session, name, *more):
    return reverse(name, args=[session.club.slug, session.uid, *more])


def post(client, url, headers=None, **fields):
    return client.post(url, {"key": fresh_key(), **fields}, headers=headers)


def holder(session, table=1, client=None, **fields):
    """A phone that holds the slips of a table."""
    client = client or Client()
    client.get(card_at(session, table))
    assert post(client, address(session, "hold_slips", table), **fields).status_code == 303
    return client


def own_phone(session, table, side, round_number=1):
    """A player's own phone, for the pair that sits there."""
    client = Client()
    client.get(card_at(session, table))
    answer = post(client, address(session, "speak_for_pair", table), seating=seating_at(session, round_number, table).pk, side=side)
    assert answer.status_code == 303
    return client


SLIP = {"level": "4", "denomination": "S", "doubling": "", "declarer": "S", "lead_suit": "H", "lead_rank": "A", "result": "="}


def enter(client, session, table=1, number=1, round_number=1, **fields):
    """Post a slip as the page would."""
    session.journal.refresh_from_db()
    shown = {"seating": seating_at(session, round_number, table).pk, "seen": session.journal.head}
    return post(client, address(session, "slip", table, number) + f"?round={round_number}", **(SLIP | shown | fields))


def answer(client, session, name="agree", table=1, number=1, side="EW", round_number=1, **fields):
    session.journal.refresh_from_db()
    shown = {"seating": seating_at(session, round_number, table).pk, "seen": session.journal.head, "side": side}
    return post(client, address(session, name, table, number), **(shown | fields))


def text(response):
    return re.sub(r"\s+", " ", re.sub(r"<template.*?</template>|<script.*?</script>|<[^>]+>", " ", response.content.decode(), flags=re.S))


def live(model):
    return list(model.objects.live().order_by("pk"))
