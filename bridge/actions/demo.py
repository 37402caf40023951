"""The demonstration club: two months of evenings, one of them running, made by the same actions as a real club's."""

import random
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
from bridge.actions.demo_evening import Evening, equip, head_of, move, new_key, pay_for, play, publish, seatings_of
from bridge.actions.demo_laws import rule_by_the_laws
from bridge.actions.demo_rulings import decide
from bridge.actions.demo_table import played
from bridge.actions.demo_teams import swiss_teams
from bridge.actions.players import change_member, import_members
from bridge.actions.publishing import close_session
from bridge.actions.results import agree_result, correct_result, dispute_result, report_result
from bridge.actions.rounds import start_session
from bridge.actions.series import EventLists, SeriesTerms, combine_evenings
from bridge.actions.sessions import make_session, sign_in
from bridge.engine.formats.members import MemberLine
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.scoring.combining import Combining
from bridge.engine.scoring.registry import counts_in_percent
from bridge.engine.seats import Side
from bridge.jobs.publishing import publish_ranking
from bridge.jobs.standings import score_ranking
from bridge.mapping.combined import Combination, Counted
from bridge.mapping.plans import SectionPlan, source_of
from bridge.models import Account, Club, Device, EventForm, Job, Player, Ranking, RoleKind, SeatWish, Section, SessionState
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
    form: EventForm = EventForm.PAIRS


TUESDAY = Kind("Tuesday Pairs", 1, "mitchell", "7", 7, 4, {"winners": "two"})
GRADED = replace(TUESDAY, name="Graded Pairs", options={"winners": "two", "strata": ["A", "B", "C"], "handicap": True, "minimum_share": 50})
TUESDAYS = (TUESDAY, TUESDAY, GRADED)
THURSDAYS = (
    Kind("Thursday Howell", 3, "three_quarter_howell", "6", 9, 3), Kind("IMP Pairs", 3, "howell", "5", 9, 3, {"method": "cross_imps"}),
    Kind("Compensated Pairs", 3, "howell", "5", 9, 3, {"method": "compensation"}),
    Kind("Butler Pairs", 3, "howell", "4.5", 9, 3, {"method": "butler", "sit_out_percent": "60"}),
)
INDIVIDUAL = Kind("Individual", 5, "whist_tournament", "3", 11, 2, form=EventForm.SINGLES)


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
            _past_evening(club, by, kind, _at(day, 19), pairs, rng, number)
        _series(club, by)
        saturday = today - timedelta(days=(today.weekday() - INDIVIDUAL.weekday - 1) % 7 + 1)
        _past_evening(club, by, INDIVIDUAL, _at(saturday - timedelta(days=7), 15), [(player,) for player in players], rng, len(past))
        swiss_teams(club, by, _at(saturday, 14), rng.sample(players, len(players)), rng)
        _running_evening(club, by, replace(TUESDAY, name="Club Evening"), now, pairs, rng)
        upcoming = today + timedelta(days=(THURSDAYS[0].weekday - today.weekday() - 1) % 7 + 1)
        make_session(club, _at(upcoming, 19), name=THURSDAYS[0].name, by=by, key=new_key())
        _forget_jobs(now)
        newest = Section.objects.filter(session__club=club, session__state=SessionState.CLOSED).latest("session__starts")
        tasks.ask(tasks.solve_deals, newest.board_set_id)
    return club


def _at(day: date, hour: int) -> datetime:
    return datetime.combine(day, time(hour), ZoneInfo(ZONE))


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
    change_club(club, {"fee": 650, "currency": "€", "contact": "Li Na, bridge@millpond.example"}, pin=PIN, by=by, key=new_key())
    named = [name.partition("/") for name in MEMBERS.split(", ")]
    import_members(club, [MemberLine(i, native, str(i), latin) for i, (native, _, latin) in enumerate(named, 1)], by=by, key=new_key())
    for number, wish, is_named in (("11", SeatWish.MUST_STAY, True), ("30", SeatWish.STATIONARY, True), ("44", SeatWish.NONE, False)):
        membership = club.memberships.select_related("player").get(number=number)
        player = membership.player
        change_member(
            club, player, name=player.name_native, latin=player.name_latin, number=number, sort_key="", seat_wish=wish, is_named=is_named, phone="",
            by=by, key=new_key(),
        )
    for username, number in (("demo-director", "1"), ("demo-player", "3")):
        accounts[username].player = club.memberships.get(number=number).player
        accounts[username].save(update_fields=["player"])
    return club, by


def _begin(club: Club, by: Actor, kind: Kind, starts: datetime, pairs: Sequence[tuple[Player, ...]], rng: random.Random) -> Evening:
    """Signed in, started, a phone at every table, cards in every board."""
    movement = make_movement(order_of(kind.family, kind.tables, kind.rounds))
    settings = {"minutes": 210, "boards_least": 24, "boards_most": 28}
    session = make_session(club, starts, name=kind.name, form=kind.form, options=dict(kind.options), settings=settings, by=by, key=new_key())
    coming = rng.sample(list(pairs), movement.entrants)
    entries = [sign_in(session, pair, by=by, key=new_key()) for pair in coming]
    order = order_of(kind.family, kind.tables, kind.rounds)
    plan = SectionPlan(movement=movement, places=dict(enumerate(entries, 1)), boards_per_set=kind.boards, source=source_of(order))
    minutes = 7 * kind.boards + 2
    start_session(session, [plan], round_minutes=minutes, by=by, key=new_key())
    session.refresh_from_db()
    evening = Evening(session, starts, minutes, by, rng)
    equip(evening, movement.sets * kind.boards, starts + timedelta(minutes=minutes * movement.rounds))
    if "strata" in kind.options:
        grades = {entry: ("ABC"[place % 3], Fraction(place % 3 * 7, 2)) for place, entry in enumerate(entries)}
        grade_entries(session.stage, grades, by=by, key=new_key())
    pay_for(evening, [player for pair in coming for player in pair][: -1 if rng.randrange(3) else None])
    return evening


def _past_evening(
    club: Club, by: Actor, kind: Kind, starts: datetime, pairs: Sequence[tuple[Player, ...]], rng: random.Random, number: int
) -> None:
    """Played, ruled upon, closed, published; every third one with a correction the next morning."""
    evening = _begin(club, by, kind, starts, pairs, rng)
    began = head_of(evening)
    seatings = seatings_of(evening)
    play(evening, seatings)
    over = head_of(evening)
    decide(number, rng.choice(seatings), in_imps=not counts_in_percent(kind.options.get("method", "matchpoints")), by=by, key=new_key(), seen=over)
    if kind.form is EventForm.PAIRS:
        rule_by_the_laws(evening, number, seatings)
    close_session(evening.session, by=by, key=new_key())
    closed = head_of(evening)
    publish(evening)
    if number % 3 == 0:
        seating = seatings[len(seatings) // 2]
        said = played(evening.cards[seating.first_board], dict.fromkeys(Side, 1), rng)
        reason = "written down in the wrong line"
        correct_result(seating, seating.first_board, said, reason=reason, law="79C", by=by, key=new_key(), seen=head_of(evening))
        publish(evening)
    move(evening, began, over, closed)


def _series(club: Club, by: Actor) -> None:
    """The newest three Tuesdays are an event together."""
    tuesdays = Ranking.objects.filter(session__club=club, session__stage__event__name=TUESDAY.name).order_by("-session__starts")
    parts = tuple(Counted(ranking) for ranking in tuesdays.values_list("pk", flat=True)[:3])
    event = combine_evenings(club, "Autumn Series", SeriesTerms(Combination(Combining.MEAN, parts), EventLists(minimum_share=50)), by=by, key=new_key())
    ranking = Ranking.objects.get(stage__event=event).pk
    score_ranking(ranking)
    publish_ranking(ranking)


def _running_evening(club: Club, by: Actor, kind: Kind, now: datetime, pairs: Sequence[tuple[Player, ...]], rng: random.Random) -> None:
    """Three rounds are played; in the fourth one table is behind, one waits for the other side, one disputes."""
    minutes = 7 * kind.boards + 2
    starts = now - timedelta(minutes=3 * minutes + 17)
    evening = _begin(club, by, kind, starts.replace(second=0, microsecond=0), pairs, rng)
    began = head_of(evening)
    seatings = seatings_of(evening)
    play(evening, [seating for seating in seatings if seating.round and seating.round.number <= 3])
    over = head_of(evening)
    fourth = [seating for seating in seatings if seating.round and seating.round.number == 4]
    for seating in fourth[1:]:
        first = seating.first_board
        for board in (first, first + 1) if seating.table % 3 else (first,):
            phone = Actor(devices=tuple(Device.objects.live().filter(session=evening.session, table=seating.table)))
            said = played(evening.cards[board], dict.fromkeys(Side, 0), rng)
            report_result(seating, board, said, by_side=Side.NS, by=phone, key=new_key(), seen=head_of(evening))
            if seating.table == 5 and board != first:
                dispute_result(seating, board, wrong="result", remark="one trick more", by_side=Side.EW, by=phone, key=new_key(), seen=head_of(evening))
            elif seating.table != 4 or board == first:
                agree_result(seating, board, by_side=Side.EW, by=phone, key=new_key(), seen=head_of(evening))
    move(evening, began, over, None)
    for ranking in Ranking.objects.filter(session=evening.session).values_list("pk", flat=True):
        score_ranking(ranking)


def _forget_jobs(now: datetime) -> None:
    """What the evenings asked for is reckoned, and of evenings that never were no copy is kept; their master points are due, as they are final."""
    Job.objects.exclude(kind="bridge.award_ranking").update(done=F("wanted"), due=None)
    Job.objects.filter(kind="bridge.award_ranking").update(due=now)
