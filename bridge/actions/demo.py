"""The demonstration club: two months of evenings, one of them running, made by the same actions as a real club's.

Slips and payments are written many at a time, as the same rows that `report_result`, `agree_result` and `pay` leave; every evening is then moved to
the hour at which it would have been played.
"""

import itertools
import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F

from bridge import tasks
from bridge.actions.clubs import change_club, give_role, make_club
from bridge.actions.conditions import grade_entries
from bridge.actions.demo_rulings import decide
from bridge.actions.demo_table import played, shuffled
from bridge.actions.devices import hold_slips
from bridge.actions.players import change_member, import_members
from bridge.actions.publishing import close_session
from bridge.actions.results import agree_result, correct_result, dispute_result, report_result
from bridge.actions.rounds import start_session
from bridge.actions.series import SeriesTerms, combine_evenings
from bridge.actions.sessions import make_session, sign_in
from bridge.engine.cards import Deal as Cards
from bridge.engine.contract import Report as Said
from bridge.engine.formats.members import MemberLine
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.scoring.combining import Combining
from bridge.engine.scoring.registry import counts_in_percent
from bridge.engine.seats import Side
from bridge.jobs.publishing import publish_ranking
from bridge.jobs.standings import score_ranking
from bridge.mapping.combined import Combination, Counted
from bridge.mapping.imports import deal_text
from bridge.mapping.plans import SectionPlan, source_of
from bridge.mapping.slips import columns_of
from bridge.models import (
    Account,
    Act,
    Board,
    Club,
    Deal,
    Device,
    Job,
    Journal,
    Payment,
    Place,
    Player,
    Publication,
    Ranking,
    Report,
    Result,
    RoleKind,
    Round,
    Seating,
    SeatWish,
    Section,
    Session,
    SessionState,
)
from bridge.permissions import Actor

NAME = "Millpond Bridge Club"
ZONE = "Europe/Berlin"
PIN = "4711"
WEEKS = 9
MEMBERS = (
    "李娜/Li Na, 王伟/Wang Wei, Mary Smith, Hedda Falk, Ruben Oost, Wilma Krause, 陈静/Chen Jing, 刘洋/Liu Yang, Jonas Edel, Ilse Brandt, "
    "Gustav Nehm, Sunita Rao, 赵敏/Zhao Min, 孙磊/Sun Lei, Edwin Marsh, Marjorie Pell, Cyril Dunmore, Ines Carvalho, 周杰/Zhou Jie, "
    "吴芳/Wu Fang, Tom Bartley, Percy Vane, Olive Stroud, Rosa Lindqvist, 郑爽/Zheng Shuang, 冯强/Feng Qiang, Karl Ahlgren, "
    "Agnes Thornbury, Piet Lammers, Dorothy Quill, 何平/He Ping, 林霞/Lin Xia, Hal Winslow, Nadia Haddad, Simon Crewe, Greta Holm, "
    "高山/Gao Shan, 欧阳雪/Ouyang Xue, Bram de Wit, Lucia Ferro, 王伟/Wang Wei, 许丽/Xu Li, Otto Frei, Walter Sund"
)  # in order of their numbers; after a stroke the name in Latin letters
ROLES = {
    "demo-admin": RoleKind.ADMINISTRATOR, "demo-secretary": RoleKind.SECRETARY, "demo-director": RoleKind.DIRECTOR, "demo-scorer": RoleKind.SCORER,
    "demo-player": RoleKind.PLAYER,
}
_keys = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of evening: what it is called, what is played, how it is scored."""

    name: str
    weekday: int
    family: str
    tables: str
    rounds: int
    boards: int
    options: Mapping[str, Any] = field(default_factory=dict)


TUESDAY = Kind("Tuesday Pairs", 1, "mitchell", "7", 7, 4, {"winners": "two"})
GRADED = replace(TUESDAY, name="Graded Pairs", options={"winners": "two", "strata": ["A", "B", "C"], "handicap": True, "minimum_share": 50})
TUESDAYS = (TUESDAY, TUESDAY, GRADED)
THURSDAYS = (
    Kind("Thursday Howell", 3, "three_quarter_howell", "6", 9, 3), Kind("IMP Pairs", 3, "howell", "5", 9, 3, {"method": "cross_imps"}),
    Kind("Compensated Pairs", 3, "howell", "5", 9, 3, {"method": "compensation"}),
    Kind("Butler Pairs", 3, "howell", "4.5", 9, 3, {"method": "butler", "sit_out_percent": "60"}),
)


@dataclass(slots=True)
class Evening:
    """An evening that is being made: when it begins, who directs, the cards of its boards."""

    session: Session
    starts: datetime
    kind: Kind
    minutes: int
    by: Actor
    rng: random.Random
    cards: dict[int, Cards] = field(default_factory=dict)

    def opens(self, number: int) -> datetime:
        """When a round begins."""
        return self.starts + timedelta(minutes=self.minutes * (number - 1))


def demo_club() -> Club | None:
    """The demonstration club, where it has been made."""
    return Club.objects.filter(is_demo=True).first()


def set_passwords(password: str) -> None:
    """All accounts of the demonstration club have this password."""
    for account in Account.objects.filter(username__in=ROLES):
        account.set_password(password)
        account.save(update_fields=["password"])


def make_demo(now: datetime, rng: random.Random, password: str) -> Club:
    """The club with its people and its evenings up to now, the last one running."""
    with transaction.atomic():
        club, by = _open_club(password)
        players = [each.player for each in club.memberships.select_related("player").order_by("pk")]
        pairs = [(players[i], players[i + 1]) for i in range(0, len(players), 2)]
        today = now.astimezone(ZoneInfo(ZONE)).date()
        past = sorted((day, kind) for back in range(1, 7 * WEEKS) for day, kind in _of_day(today - timedelta(days=back)))
        for number, (day, kind) in enumerate(past):
            _past_evening(club, by, kind, datetime.combine(day, time(19), ZoneInfo(ZONE)), pairs, rng, number)
        _series(club, by)
        _running_evening(club, by, replace(TUESDAY, name="Club Evening"), now, pairs, rng)
        upcoming = today + timedelta(days=(THURSDAYS[0].weekday - today.weekday() - 1) % 7 + 1)
        make_session(club, datetime.combine(upcoming, time(19), ZoneInfo(ZONE)), name=THURSDAYS[0].name, by=by, key=_key())
        _forget_jobs()
        newest = Section.objects.filter(session__club=club, session__state=SessionState.CLOSED).latest("session__starts")
        tasks.ask(tasks.solve_deals, newest.board_set_id)
    return club


def _key() -> str:
    return f"demo-{next(_keys)}"


def _of_day(day: date) -> list[tuple[date, Kind]]:
    kinds = next((kinds for kinds in (TUESDAYS, THURSDAYS) if kinds[0].weekday == day.weekday()), ())
    return [(day, kinds[day.isocalendar().week % len(kinds)])] if kinds else []


def _open_club(password: str) -> tuple[Club, Actor]:
    """The club with its members, some with wishes, and an account for each role."""
    club = make_club(NAME, zone=ZONE, slug="demo" if not Club.objects.filter(slug="demo").exists() else "", is_demo=True)
    accounts = {}
    for username, role in ROLES.items():
        accounts[username] = Account.objects.filter(username=username).first() or Account.objects.create_user(username)
        give_role(club, accounts[username], role)
    set_passwords(password)
    by = Actor(account=accounts["demo-director"])
    change_club(club, {"fee": 650, "currency": "€", "contact": "Li Na, bridge@millpond.example"}, pin=PIN, by=by, key=_key())
    named = [name.partition("/") for name in MEMBERS.split(", ")]
    import_members(club, [MemberLine(i, native, str(i), latin) for i, (native, _, latin) in enumerate(named, 1)], by=by, key=_key())
    for number, wish, is_named in (("11", SeatWish.MUST_STAY, True), ("30", SeatWish.STATIONARY, True), ("44", SeatWish.NONE, False)):
        membership = club.memberships.select_related("player").get(number=number)
        player = membership.player
        change_member(
            club, player, name=player.name_native, latin=player.name_latin, number=number, sort_key="", seat_wish=wish, is_named=is_named, phone="",
            by=by, key=_key(),
        )
    for username, number in (("demo-director", "1"), ("demo-player", "3")):
        accounts[username].player = club.memberships.get(number=number).player
        accounts[username].save(update_fields=["player"])
    return club, by


def _begin(club: Club, by: Actor, kind: Kind, starts: datetime, pairs: Sequence[tuple[Player, Player]], rng: random.Random) -> Evening:
    """Signed in, started, a phone at every table, cards in every board."""
    movement = make_movement(order_of(kind.family, kind.tables, kind.rounds))
    settings = {"minutes": 210, "boards_least": 24, "boards_most": 28}
    session = make_session(club, starts, name=kind.name, options=dict(kind.options), settings=settings, by=by, key=_key())
    coming = rng.sample(list(pairs), movement.entrants)
    entries = [sign_in(session, pair, by=by, key=_key()) for pair in coming]
    order = order_of(kind.family, kind.tables, kind.rounds)
    plan = SectionPlan(movement=movement, places=dict(enumerate(entries, 1)), boards_per_set=kind.boards, source=source_of(order))
    minutes = 7 * kind.boards + 2
    start_session(session, [plan], round_minutes=minutes, by=by, key=_key())
    session.refresh_from_db()
    for table in Seating.objects.live().filter(section__session=session).order_by("table").values_list("table", flat=True).distinct():
        hold_slips(session, table, secret=secrets.token_urlsafe(24), by=Actor(), key=_key())
    evening = Evening(session, starts, kind, minutes, by, rng)
    boards = Board.objects.filter(set__sections__session=session).order_by("number")
    evening.cards = {board.number: shuffled(rng) for board in boards}
    hidden = starts + timedelta(minutes=minutes * movement.rounds)
    Deal.objects.bulk_create(Deal(board=board, cards=deal_text(evening.cards[board.number]), hidden_until=hidden) for board in boards)
    if "strata" in kind.options:
        grades = {entry: ("ABC"[place % 3], Fraction(place % 3 * 7, 2)) for place, entry in enumerate(entries)}
        grade_entries(session.stage, grades, by=by, key=_key())
    _pay_for(evening, [player for pair in coming for player in pair][: -1 if rng.randrange(3) else None])
    return evening


def _acts(evening: Evening, rows: Sequence[tuple[datetime, str, dict[str, Any], int | None]]) -> list[Act]:
    """So many acts of the evening's journal in the order of their times; each row is when, kind, facts, device."""
    journal = evening.session.journal
    made = Act.objects.bulk_create(
        Act(journal=journal, key=_key(), kind=kind, facts=facts, at=at, device_id=device, account_id=None if device else evening.by.account_id)
        for at, kind, facts, device in rows
    )
    if made:
        Journal.objects.filter(pk=journal.pk).update(head=made[-1].pk)
    return made


def _pay_for(evening: Evening, players: Sequence[Player]) -> None:
    fee = evening.session.fee
    acts = _acts(evening, [(evening.starts, "pay", {"player": player.pk, "amount": fee}, None) for player in players])
    Payment.objects.bulk_create(Payment(since=act, session=evening.session, player=player, amount=fee) for act, player in zip(acts, players, strict=True))


def _play(evening: Evening, seatings: Sequence[Seating]) -> None:
    """Every board of these seatings, told by North-South on the table's phone and agreed by East-West."""
    devices = dict(Device.objects.live().filter(session=evening.session).values_list("table", "pk"))
    at = {(seating.pk, side): entry for seating, side, entry in _places(seatings)}
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


def _places(seatings: Sequence[Seating]) -> list[tuple[Seating, str, int]]:
    by_pk = {seating.pk: seating for seating in seatings}
    rows = Place.objects.live().filter(seating__in=list(by_pk)).values_list("seating", "side", "entry")
    return [(by_pk[seating], side, entry) for seating, side, entry in rows]


def _seatings(evening: Evening) -> list[Seating]:
    return list(Seating.objects.live().filter(section__session=evening.session).select_related("round", "section__session").order_by("round__number", "table"))


def _head(evening: Evening) -> int:
    return Journal.objects.get(pk=evening.session.journal.pk).head


def _publish(evening: Evening) -> None:
    for ranking in Ranking.objects.filter(session=evening.session).values_list("pk", flat=True):
        score_ranking(ranking)
        publish_ranking(ranking)


def _past_evening(
    club: Club, by: Actor, kind: Kind, starts: datetime, pairs: Sequence[tuple[Player, Player]], rng: random.Random, number: int
) -> None:
    """Played, ruled upon, closed, published; every third one with a correction the next morning."""
    evening = _begin(club, by, kind, starts, pairs, rng)
    began = _head(evening)
    seatings = _seatings(evening)
    _play(evening, seatings)
    over = _head(evening)
    decide(number, rng.choice(seatings), in_imps=not counts_in_percent(kind.options.get("method", "matchpoints")), by=by, key=_key(), seen=over)
    close_session(evening.session, by=by, key=_key())
    closed = _head(evening)
    _publish(evening)
    if number % 3 == 0:
        seating = seatings[len(seatings) // 2]
        said = played(evening.cards[seating.first_board], dict.fromkeys(Side, 1), rng)
        correct_result(seating, seating.first_board, said, reason="the pair to the left was written down", law="79C", by=by, key=_key(), seen=_head(evening))
        _publish(evening)
    _move(evening, began, over, closed)


def _series(club: Club, by: Actor) -> None:
    """The newest three Tuesdays are an event together."""
    tuesdays = Ranking.objects.filter(session__club=club, session__stage__event__name=TUESDAY.name).order_by("-session__starts")
    parts = tuple(Counted(ranking) for ranking in tuesdays.values_list("pk", flat=True)[:3])
    event = combine_evenings(club, "Autumn Series", SeriesTerms(Combination(Combining.MEAN, parts), minimum_share=50), by=by, key=_key())
    ranking = Ranking.objects.get(stage__event=event).pk
    score_ranking(ranking)
    publish_ranking(ranking)


def _running_evening(club: Club, by: Actor, kind: Kind, now: datetime, pairs: Sequence[tuple[Player, Player]], rng: random.Random) -> None:
    """Three rounds are played; in the fourth one table is behind, one waits for the other side, one disputes."""
    minutes = 7 * kind.boards + 2
    starts = now - timedelta(minutes=3 * minutes + 17)
    evening = _begin(club, by, kind, starts.replace(second=0, microsecond=0), pairs, rng)
    began = _head(evening)
    seatings = _seatings(evening)
    _play(evening, [seating for seating in seatings if seating.round and seating.round.number <= 3])
    over = _head(evening)
    fourth = [seating for seating in seatings if seating.round and seating.round.number == 4]
    for seating in fourth[1:]:
        first = seating.first_board
        for board in (first, first + 1) if seating.table % 3 else (first,):
            phone = Actor(devices=tuple(Device.objects.live().filter(session=evening.session, table=seating.table)))
            said = played(evening.cards[board], dict.fromkeys(Side, 0), rng)
            report_result(seating, board, said, by_side=Side.NS, by=phone, key=_key(), seen=_head(evening))
            if seating.table == 5 and board != first:
                dispute_result(seating, board, wrong="result", remark="one trick more", by_side=Side.EW, by=phone, key=_key(), seen=_head(evening))
            elif seating.table != 4 or board == first:
                agree_result(seating, board, by_side=Side.EW, by=phone, key=_key(), seen=_head(evening))
    _move(evening, began, over, None)
    for ranking in Ranking.objects.filter(session=evening.session).values_list("pk", flat=True):
        score_ranking(ranking)


def _move(evening: Evening, began: int, over: int, closed: int | None) -> None:
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
        acts.filter(pk=act.pk).update(at=starts - timedelta(minutes=20) + timedelta(seconds=30 * place) if act.kind == "sign_in" else starts)
    Act.objects.filter(journal=session.stage.event.journal).update(at=starts - timedelta(hours=1))
    if closed is None:
        return
    acts.filter(pk__gt=over, pk__lte=closed).update(at=end)
    morning = (end + timedelta(days=1)).replace(hour=9, minute=12)
    acts.filter(pk__gt=closed).update(at=morning)
    Session.objects.filter(pk=session.pk).update(closed_at=end)
    final = end + timedelta(minutes=session.correction_minutes)
    of_evening = Publication.objects.filter(ranking__session=session)
    of_evening.filter(version=1).update(at=end + timedelta(seconds=2), final_at=final)
    of_evening.exclude(version=1).update(at=morning + timedelta(seconds=2), final_at=morning + timedelta(seconds=2))


def _forget_jobs() -> None:
    """What the evenings asked for is reckoned, and of evenings that never were no copy is kept."""
    Job.objects.exclude(kind="bridge.award_ranking").update(done=F("wanted"), due=None)
