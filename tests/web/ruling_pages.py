"""An evening to be ruled upon, and its director's desk as tests ask it."""

from fractions import Fraction

from django.http import HttpResponse
from django.test import Client

from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.seats import Seat
from bridge.models import Ranking, Seating, Session, Standing
from tests.web.addresses import at
from tests.worlds import mitchell_evening, play, seating_at, settle


def north_makes(seating: Seating, number: int) -> Report:
    """3NT by North: ten tricks at table 1, nine and eight at the others."""
    return Report(Contract(3, Strain.N), Seat.N, 11 - seating.table)


def ranked_evening() -> Session:
    """Three tables, three rounds of one board, all played and ranked."""
    session = mitchell_evening(3, boards_per_set=1)
    play(session, north_makes)
    settle()
    return session


def table_one(session: Session) -> Seating:
    return seating_at(session, 1, 1)


def start(session: Session, seating: Seating, kind: str, **more: object) -> dict[str, object]:
    return {"seating": seating.pk, "board": seating.first_board, "kind": kind, **more}


REVOKE = {
    "a.offender": "N", "a.trick": "5", "a.kind": "follow", "a.established": "yes", "a.noticed": "during_play_or_at_end", "a.earlier_revoke_same_suit": "no",
    "a.other_side_also_revoked": "no", "a.revoke_trick_won": "offender", "a.os_tricks_from": "6",
}


def standings(session: Session) -> list[tuple[int, int | None, Fraction]]:
    ranking = Ranking.objects.get(session=session)
    return list(Standing.objects.filter(ranking=ranking, publication__isnull=True).order_by("list", "entry").values_list("entry", "place", "exact"))


def give(desk: Client, session: Session, query: dict[str, object], **more: object) -> HttpResponse:
    """The outcome page as it is shown, sent back with what is typed besides."""
    page = desk.get(at(session, "ruling_desk"), query)
    form = page.context["form"]
    typed = {field.name: field.value() for field in form if field.value() not in (None, "")} | {"seen": page.context["seen"], "confirmed": "on"}
    address = at(session, "ruling_desk") + "?" + page.context["query"]
    return desk.post(address, typed | more)
