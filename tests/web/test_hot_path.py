"""What one slip costs the database: the same few statements for the first board of the evening and for the last, in a small field and in a large one."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bridge.models import Act, Job, Journal, Report, Result, Session
from tests.worlds import card_at, fresh_key, mitchell_evening, seating_at

pytestmark = pytest.mark.django_db
SLIP = {"level": "2", "denomination": "H", "doubling": "", "declarer": "N", "lead_suit": "", "lead_rank": "", "result": "", "tricks": "9"}
# Grant, session, seating; transaction, act, head, what stands here, report, end of transaction. A server moves the head with the act.
REPORTED = 8 if connection.vendor == "postgresql" else 9
# The same, and: the phone's own act before, the report, what the section counts in, the wish for its scores.
AGREED = REPORTED + 4


class Phone:
    """A table's phone that counts the statements of its posts."""

    def __init__(self, session: Session, table: int) -> None:
        self.address = f"/c/{session.club.slug}/s/{session.uid}/t/{table}/"
        self.client = Client()
        self.client.get(card_at(session, table))
        assert self.client.post(self.address + "hold/", {"key": fresh_key(), "seen": "0"}).status_code == 303

    def post(self, where: str, fields: dict[str, Any], **headers: str) -> tuple[int, int]:
        """Status and number of statements."""
        with CaptureQueriesContext(connection) as asked:
            answer = self.client.post(self.address + where, fields, headers=headers)
        return answer.status_code, len(asked)

    def tell(self, session: Session, number: int, round_number: int = 1, **headers: str) -> tuple[tuple[int, int], tuple[int, int]]:
        """One board reported and agreed, as static/slip.js does."""
        seating = seating_at(session, round_number, int(self.address.rstrip("/").rpartition("/")[2]))
        own = {"seating": seating.pk, "seen": "0", "keep": "1"}
        reported = fresh_key()
        return (
            self.post(f"{number}/?round={round_number}", SLIP | own | {"key": reported}, **headers),
            self.post(f"{number}/agree/", own | {"key": fresh_key(), "after": reported, "side": "EW"}, **headers),
        )


@pytest.mark.parametrize("tables", [3, 9])
def test_a_slip_costs_the_same_few_statements_from_the_first_board_to_the_last(tables: int) -> None:
    session = mitchell_evening(tables, boards_per_set=3)
    phone = Phone(session, 1)
    for round_number in (1, tables):
        first = seating_at(session, round_number, 1).first_board
        for number in range(first, first + 3):
            told = phone.tell(session, number, round_number, X_Slips="1")
            assert told == ((200, REPORTED), (200, AGREED))
    assert Result.objects.filter(seating__section__session=session).count() == Report.objects.count() == 6


def test_a_browser_without_script_costs_the_same() -> None:
    session = mitchell_evening(3, boards_per_set=2)
    number = seating_at(session, 1, 1).first_board
    assert Phone(session, 1).tell(session, number) == ((303, REPORTED), (303, AGREED))


def test_every_agreement_is_one_act_one_wish_and_the_head() -> None:
    session = mitchell_evening(3, boards_per_set=2)
    phone = Phone(session, 1)
    wishes = Job.objects.get(kind="bridge.score_ranking").wanted
    for number in (1, 2):
        phone.tell(session, seating_at(session, 1, 1).first_board + number - 1, X_Slips="1")
    assert Job.objects.get(kind="bridge.score_ranking").wanted == wishes + 2
    acts = Act.objects.filter(journal=session.journal).order_by("pk")
    assert [act.kind for act in acts][-4:] == ["report_result", "agree_result"] * 2
    assert Journal.objects.get(session=session).head == acts.last().pk
