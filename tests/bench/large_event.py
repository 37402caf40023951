"""One large evening in a database, its standings reckoned by the job, and the floor beside it: the same columns read, the same rows written."""

import random
import resource
import time
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from statistics import median
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction

from bridge.actions.clubs import make_club
from bridge.actions.sessions import make_session
from bridge.jobs.again import differences
from bridge.jobs.standings import score_ranking
from bridge.models import (
    Act,
    Board,
    BoardSet,
    Entry,
    Place,
    Ranking,
    RankingPart,
    Result,
    Round,
    Seating,
    Section,
    Session,
    SessionState,
    Standing,
    Start,
    Traveller,
    journal,
)
from bridge.permissions import Actor

ROUNDS, EACH = 13, 2
HELD_BACK = 3  # results that come one by one after the whole
WHOLE_LIMIT, MORE_LIMIT = Fraction(2), Fraction(1, 4)
GROWTH, GROWTH_LIMIT = (39, 385, 3846, 19231), Fraction(3, 2)  # tables: 1,000 to 500,000 results
USUAL = (-1430, -980, -620, -450, -420, -200, -140, -110, -100, -50, 50, 90, 100, 110, 140, 170, 200, 300, 420, 450, 620, 650, 1430)
BATCH = 5000
RESULT = ("seating", "board", "ns_points", "turned", "contract", "declarer", "tricks", "lead")


def measure(name: str, tables: int, method: str) -> int:
    """Make the evening, measure, print, compare; exit code."""
    call_command("migrate", verbosity=0)
    session, held_back = _make_evening(tables, method)
    ranking = Ranking.objects.get(session=session)
    whole = _seconds(lambda: score_ranking(ranking.pk))
    floor = _floor_beside(session, ranking)
    again, more = zip(*(_one_more(session, ranking, said) for said in held_back), strict=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    ranking.refresh_from_db()
    wrong = next(differences(ranking), None)
    print(
        f"{name}, {method}: {tables * ROUNDS * EACH} results, {2 * tables} pairs: "
        f"whole job {_text(whole)} s, floor {_text(floor)} s, ratio {_text(whole / floor)}; "
        f"one more result (stored in {_text(median(again))} s) {_text(median(more))} s, {_text(median(more) / whole)} of the whole; at most {peak} MiB"
    )
    if wrong is not None:
        print(f"stored is not what the facts give: {wrong}")
    late = name == "PostgreSQL" and (whole > WHOLE_LIMIT * floor or median(more) > MORE_LIMIT * whole)
    return 1 if late or wrong else 0


def measure_growth(method: str) -> int:
    """The whole job at sizes of five orders, each evening by itself; exit code 1 where a result costs more than half as much again at a greater size."""
    call_command("migrate", verbosity=0)
    each = []
    for tables in GROWTH:
        session, _ = _make_evening(tables, method)
        ranking = Ranking.objects.get(session=session)
        whole, results = _seconds(lambda: score_ranking(ranking.pk)), tables * ROUNDS * EACH  # noqa: B023  # asked at once
        each.append(whole / results)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{method}: {results} results: whole job {_text(whole)} s, {_text(each[-1] * 10**6)} microseconds a result; at most {peak} MiB", flush=True)
    return 1 if each[-1] > GROWTH_LIMIT * min(each[1:]) else 0


def _one_more(session: Session, ranking: Ranking, said: "Said") -> tuple[Fraction, Fraction]:
    """Seconds of storing one result, and of the job after it."""
    stored = _seconds(lambda: _begin_results(session, [said], f"one_more_{said[0]}_{said[1]}"))
    return stored, _seconds(lambda: score_ranking(ranking.pk))


def _seconds(work: Callable[[], object]) -> Fraction:
    begun = time.perf_counter_ns()
    work()
    return Fraction(time.perf_counter_ns() - begun, 10**9)


def _text(value: Fraction) -> str:
    hundredths = int(value * 100 + Fraction(1, 2))
    return f"{hundredths // 100}.{hundredths % 100:02d}"


Said = tuple[int, int, int]  # seating, board, points


def _make_evening(tables: int, method: str) -> tuple[Session, list[Said]]:
    """A running evening of so many tables with every result but those that are given back."""
    starts = datetime(2026, 11, 24, 18, 0, tzinfo=UTC)
    session = make_session(make_club(f"Large {tables}"), starts, options={"method": method, "winners": "two"}, by=Actor(), key=f"evening-{tables}")
    boards = BoardSet.objects.create(club=session.club)
    Board.objects.bulk_create(Board(set=boards, number=number) for number in range(1, ROUNDS * EACH + 1))
    section = Section.objects.create(session=session, board_set=boards)
    ranking = Ranking.objects.create(stage=session.stage, session=session)
    RankingPart.objects.create(ranking=ranking, section=section)
    with journal.act(session.journal, "start_session", by=Actor(), key="the-start") as act:
        Session.objects.filter(pk=session.pk).update(state=SessionState.RUNNING)
        said = _seat(act, section, tables)
    _begin_results(session, said[:-HELD_BACK], "all_results")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return session, said[-HELD_BACK:]


def _seat(act: Act, section: Section, tables: int) -> list[Said]:
    """Everybody's places: North-South stay, East-West move a table a round, boards the other way."""
    rng = random.Random(tables)
    entries = Entry.objects.bulk_create((Entry(event=section.session.stage.event) for _ in range(2 * tables)), batch_size=BATCH)
    Start.objects.bulk_create(
        (
            Start(since=act, section=section, entry=entry, line="NS" if at < tables else "EW", number=at % tables + 1, place=at % tables + 1)
            for at, entry in enumerate(entries)
        ),
        batch_size=BATCH,
    )
    board_ids = dict(Board.objects.filter(set=section.board_set).values_list("number", "pk"))
    said: list[Said] = []
    for number in range(ROUNDS):
        played = Round.objects.create(section=section, number=number + 1)
        first = [(table + number) % ROUNDS * EACH + 1 for table in range(tables)]
        seatings = Seating.objects.bulk_create(
            (Seating(since=act, section=section, round=played, table=t + 1, first_board=first[t], last_board=first[t] + EACH - 1) for t in range(tables)),
            batch_size=BATCH,
        )
        for side, entry_at in (("NS", lambda t: t), ("EW", lambda t, n=number: tables + (t - n) % tables)):
            Place.objects.bulk_create(
                (Place(since=act, round=played, entry=entries[entry_at(t)], seating=seatings[t], side=side) for t in range(tables)), batch_size=BATCH
            )
        said += [(seatings[t].pk, board_ids[first[t] + each], rng.choice(USUAL)) for t in range(tables) for each in range(EACH)]
    return said


def _begin_results(session: Session, said: list[Said], kind: str) -> None:
    with journal.act(session.journal, kind, by=Actor(), key=f"{kind}-key") as act:
        rows = (Result(since=act, seating_id=seating, board_id=board, ns_points=points) for seating, board, points in said)
        Result.objects.bulk_create(rows, batch_size=BATCH)


def _floor_beside(session: Session, ranking: Ranking) -> Fraction:
    """Seconds of the floor; what the job stored is held no longer than that, since a worker holds nothing of an earlier job."""
    rows = _rows_of(ranking)
    return _seconds(lambda: _floor(session, ranking, rows))


def _rows_of(ranking: Ranking) -> tuple[list[Traveller], list[Standing]]:
    """What the job stored, to be written once more."""
    return list(Traveller.objects.filter(ranking=ranking)), list(Standing.objects.filter(ranking=ranking))


def _floor(session: Session, ranking: Ranking, rows: tuple[list[Traveller], list[Standing]]) -> None:
    """The columns that the job reads, read; the rows that it writes, written in the place of those that are there."""
    section = session.sections.get()
    read: list[Any] = [
        list(Start.objects.filter(section=section).values_list("entry", "line", "number")),
        list(Seating.objects.filter(section=section).values_list("pk", "round__number", "table", "first_board", "last_board", "until")),
        list(Place.objects.filter(seating__section=section).order_by("pk").values_list("seating", "side", "entry")),
        list(Result.objects.filter(seating__section=section).values_list(*RESULT)),
    ]
    assert all(read)
    travellers, standings = rows
    with transaction.atomic():
        Traveller.objects.filter(ranking=ranking).delete()
        Standing.objects.filter(ranking=ranking).delete()
        for row in travellers:
            row.save(force_insert=True)
        Standing.objects.bulk_create(standings)
