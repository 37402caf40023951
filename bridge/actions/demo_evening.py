"""An evening of the demonstration club while it is made: phones and cards for its tables, its slips, its hour.

Slips and payments are written many at a time, as the same rows that `report_result`, `agree_result` and `pay` leave; the evening is then moved to the
hour at which it would have been played.
"""

import itertools
import random
import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from bridge.actions.demo_table import played, shuffled
from bridge.actions.devices import hold_slips
from bridge.engine.cards import Deal as Cards
from bridge.engine.contract import Report as Said
from bridge.engine.seats import Side
from bridge.jobs.publishing import publish_ranking
from bridge.jobs.standings import score_ranking
from bridge.mapping.imports import deal_text
from bridge.mapping.slips import columns_of
from bridge.models import (
    SIDE_OF,
    Act,
    Board,
    Deal,
    Device,
    Journal,
    Payment,
    Place,
    Player,
    Publication,
    Ranking,
    Report,
    Result,
    Round,
    Ruling,
    Seating,
    Session,
)
from bridge.permissions import Actor

_keys = itertools.count(1)


@dataclass(slots=True)
class Evening:
    """An evening that is being made: when it begins, how long a round takes, who directs, the cards of its boards."""

    session: Session
    starts: datetime
    minutes: int
    by: Actor
    rng: random.Random
    cards: dict[int, Cards] = field(default_factory=dict)

    def opens(self, number: int) -> datetime:
        """When a round begins."""
        return self.starts + timedelta(minutes=self.minutes * (number - 1))


def new_key() -> str:
    """A name for the next act."""
    return f"demo-{next(_keys)}"


def equip(evening: Evening, boards: int, ends: datetime) -> None:
    """A phone at every table that is seated, and cards in so many boards, hidden until the evening ends."""
    session = evening.session
    for table in Seating.objects.live().filter(section__session=session).order_by("table").values_list("table", flat=True).distinct():
        hold_slips(session, table, secret=secrets.token_urlsafe(24), by=Actor(), key=new_key())
    rows = list(Board.objects.filter(set__sections__session=session, number__lte=boards).order_by("number"))
    evening.cards = {board.number: shuffled(evening.rng) for board in rows}
    Deal.objects.bulk_create(Deal(board=board, cards=deal_text(evening.cards[board.number]), hidden_until=ends) for board in rows)


def _acts(evening: Evening, rows: Sequence[tuple[datetime, str, dict[str, Any], int | None]]) -> list[Act]:
    """So many acts of the evening's journal in the order of their times; each row is when, kind, facts, device."""
    journal = evening.session.journal
    made = Act.objects.bulk_create(
        Act(journal=journal, key=new_key(), kind=kind, facts=facts, at=at, device_id=device, account_id=None if device else evening.by.account_id)
        for at, kind, facts, device in rows
    )
    if made:
        Journal.objects.filter(pk=journal.pk).update(head=made[-1].pk)
    return made


def pay_for(evening: Evening, players: Sequence[Player]) -> None:
    """These players have paid the fee."""
    fee = evening.session.fee
    acts = _acts(evening, [(evening.starts, "pay", {"player": player.pk, "amount": fee}, None) for player in players])
    Payment.objects.bulk_create(Payment(since=act, session=evening.session, player=player, amount=fee) for act, player in zip(acts, players, strict=True))


def play(evening: Evening, seatings: Sequence[Seating]) -> None:
    """Every board of these seatings, told by North-South on the table's phone and agreed by East-West."""
    devices = dict(Device.objects.live().filter(session=evening.session).values_list("table", "pk"))
    at: dict[tuple[int, str], int] = defaultdict(int)
    for pk, seat, entry in Place.objects.live().filter(seating__in=seatings).values_list("seating", "side", "entry"):
        at[pk, SIDE_OF[seat]] += entry
    boards = {board.number: board for board in Board.objects.filter(set__sections__session=evening.session)}
    told: list[tuple[datetime, str, Seating, int, Said, dict[str, Any]]] = []
    for seating in seatings:
        assert seating.round is not None
        skill = {side: (at[seating.pk, side.value] % 5 - 2) // 2 for side in Side}
        for place, number in enumerate(range(seating.first_board, seating.last_board + 1)):
            said = played(evening.cards[number], skill, evening.rng)
            when = evening.opens(seating.round.number) + timedelta(minutes=7 * (place + 1) - 1, seconds=evening.rng.randrange(-150, 100))
            where = {"seating": seating.pk, "table": seating.table, "round": seating.round.number, "board": number}
            columns = columns_of(said, number, turned=False)
            told.append((when, "report_result", seating, number, said, where | {"side": "NS"} | columns))
            told.append((when + timedelta(seconds=evening.rng.randrange(5, 40)), "agree_result", seating, number, said, where | {"side": "EW"}))
    told.sort(key=lambda row: row[0])
    acts = _acts(evening, [(when, kind, facts, devices[seating.table]) for when, kind, seating, _, _, facts in told])
    reports, results = [], []
    for act, (_, kind, seating, number, said, _) in zip(acts, told, strict=True):
        columns = columns_of(said, number, turned=False) | {"since": act, "seating": seating, "board": boards[number]}
        if kind == "report_result":
            reports.append(Report(**columns, by_side="NS"))
        else:
            results.append(Result(**columns))
    Report.objects.bulk_create(reports)
    Result.objects.bulk_create(results)


def seatings_of(evening: Evening) -> list[Seating]:
    """Every table of every round in order."""
    return list(Seating.objects.live().filter(section__session=evening.session).select_related("round", "section__session").order_by("round__number", "table"))


def head_of(evening: Evening) -> int:
    """The newest act of the evening."""
    return Journal.objects.get(pk=evening.session.journal.pk).head


def publish(evening: Evening) -> None:
    """Its rankings are reckoned and published."""
    for ranking in Ranking.objects.filter(session=evening.session).values_list("pk", flat=True):
        score_ranking(ranking)
        publish_ranking(ranking)


def move(evening: Evening, began: int, over: int, closed: int | None) -> None:
    """The evening's acts, rounds and publications stand at the hour at which they would have been.

    began, over, closed   the newest act when the play began, when it was over, when the session was closed
    """
    session, starts = evening.session, evening.starts
    rounds = list(Round.objects.filter(section__session=session).order_by("number"))
    for round_ in rounds:
        round_.opens, round_.closes = evening.opens(round_.number), evening.opens(round_.number + 1)
    Round.objects.bulk_update(rounds, ["opens", "closes"])
    end = evening.opens(len(rounds) + 1) + timedelta(minutes=4)
    acts = Act.objects.filter(journal=session.journal)
    for place, act in enumerate(acts.filter(pk__lte=began).order_by("pk")):
        acts.filter(pk=act.pk).update(at=starts - timedelta(minutes=20) + timedelta(seconds=30 * place) if act.kind in ("sign_in", "sign_up_team") else starts)
    Act.objects.filter(journal=session.stage.event.journal).update(at=starts - timedelta(hours=1))
    if closed is None:
        return
    acts.filter(pk__gt=over, pk__lte=closed).update(at=end)
    Ruling.objects.filter(session=session, told_at__isnull=False).update(told_at=end)
    morning = (end + timedelta(days=1)).replace(hour=9, minute=12)
    acts.filter(pk__gt=closed).update(at=morning)
    Session.objects.filter(pk=session.pk).update(closed_at=end)
    final = end + timedelta(minutes=session.correction_minutes)
    of_evening = Publication.objects.filter(ranking__session=session)
    of_evening.filter(version=1).update(at=end + timedelta(seconds=2), final_at=final)
    of_evening.exclude(version=1).update(at=morning + timedelta(seconds=2), final_at=morning + timedelta(seconds=2))
