"""A night that goes wrong: what is told is one act, results stay with their pairs, the ranking is that of what was played, undoing gives all back."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from bridge.actions.repairs import PlanMovedOn, put_right, tried_out
from bridge.actions.results import correct_result, report_result, undo_act
from bridge.actions.sessions import sign_in
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.errors import EngineError
from bridge.engine.movements.evening import RoundIsPlayed
from bridge.engine.movements.families import make_movement, order_of
from bridge.engine.movements.happened import NothingPlayedThere
from bridge.engine.scoring.reckon import reckon
from bridge.engine.seats import Seat, Side
from bridge.mapping.basis import basis_of
from bridge.mapping.evening import load_evening
from bridge.mapping.plans import code_of
from bridge.mapping.standings import load_ranking
from bridge.models import Act, Adjustment, Entry, NotUndoable, Place, Plan, Ranking, Result, Seating, Section, Session, Standing, Start, Traveller
from bridge.queries.incidents import Deprived, Earlier, Happened, Incident
from bridge.queries.plan_news import plan_news_at, plan_news_of
from bridge.queries.repairs import NothingChanges
from bridge.queries.table import table_of
from tests.worlds import actor, club_with_members, entries_of, evening, fresh_key, member, mitchell_evening, seating_at, seen, settle, started

pytestmark = pytest.mark.django_db


def tricks_at(ns: int, ew: int, board: int) -> int:
    """A result that tells which pairs made it on which board."""
    return 6 + (3 * ns + 5 * ew + 7 * board) % 8


def pairs_at(seating: Seating) -> tuple[int, int]:
    sides = dict(Place.objects.live().filter(seating=seating).values_list("side", "entry"))
    return sides["NS"], sides["EW"]


def where_sits(session: Session, entry: Entry, number: int) -> Seating:
    return Seating.objects.live().get(section__session=session, round__number=number, places__entry=entry, places__until__isnull=True)


def gone(seating: Seating) -> set[int]:
    return set(Adjustment.objects.live().filter(seating=seating).values_list("board__number", flat=True))


def play_round(session: Session, number: int) -> None:
    """Every board of a round counts, entered at the desk."""
    for seating in Seating.objects.live().filter(section__session=session, round__number=number).order_by("table"):
        ns, ew = pairs_at(seating)
        for board in range(seating.first_board, seating.last_board + 1):
            if board not in gone(seating):
                report = Report(Contract(1, Strain.N), Seat.N, tricks_at(ns, ew, board))
                report_result(seating, board, report, by_side=None, by=actor(), key=fresh_key(), seen=seen(session))


def tell(seating: Seating, board: int) -> None:
    """The table's phone sends a board that was not due."""
    report = Report(Contract(1, Strain.N), Seat.N, tricks_at(*pairs_at(seating), board))
    report_result(seating, board, report, by_side=Side.NS, by=actor(), key=fresh_key(), seen=seen(seating.section.session), keep=True)


def section_of(session: Session) -> Section:
    return session.sections.get()


def happened(session: Session, what: Happened, **told: Any) -> None:
    put_right(section_of(session), Incident(what, **told), by=actor(), key=fresh_key())


def facts_of(session: Session) -> dict[str, set[tuple[object, ...]]]:
    """Everything that holds in the evening, without row numbers."""
    places = Place.objects.live().filter(round__section__session=session)
    results = Result.objects.live().filter(seating__section__session=session)
    who = {seating.pk: pairs_at(seating) for seating in Seating.objects.live().filter(section__session=session)}
    rulings = Adjustment.objects.live().filter(seating__section__session=session)
    return {
        "places": set(places.values_list("round__number", "entry", "seating__table", "side", "seating__first_board", "seating__last_board")),
        "results": {(who[row.seating_id], row.board_id, row.tricks, row.turned) for row in results},
        "rulings": set(rulings.values_list("seating__table", "seating__round__number", "board__number", "side", "kind")),
        "plan": {(str(Plan.objects.live().get(section__session=session).grid),)},
        "starts": set(Start.objects.live().filter(section__session=session).values_list("entry", "line", "number")),
        "rounds": set(section_of(session).rounds.filter(opens__isnull=False).values_list("number")),
    }


def assert_sound(session: Session) -> None:
    """Nobody sits twice in a round or plays a board twice; every result lies where its pairs sit; no two results of one board and table."""
    sat = Place.objects.live().filter(round__section__session=session)
    assert max(Counter(sat.values_list("round", "entry")).values()) == 1
    for seating in Seating.objects.live().filter(section__session=session):
        assert Place.objects.live().filter(seating=seating).count() == 2
    played: Counter[tuple[int, int]] = Counter()
    for seating in Seating.objects.live().filter(section__session=session):
        said = set(Result.objects.live().filter(seating=seating).values_list("board__number", flat=True))
        due = set(range(seating.first_board, seating.last_board + 1)) - (gone(seating) - said)
        struck = set(Adjustment.objects.live().filter(seating=seating, kind="cancelled").values_list("board__number", flat=True))
        for who in pairs_at(seating):
            played.update((who, board) for board in (said | due) - struck)
    assert max(played.values()) == 1, played.most_common(3)
    assert not Result.objects.live().filter(seating__until__isnull=False, seating__section__session=session).exists()


def independent_matchpoints(results: Iterable[tuple[int, int, int, int]]) -> dict[int, Fraction]:
    """Percentage of every pair from (board, ns, ew, points), by comparing every two lines (Law 78A); boards with one result give an average."""
    lines: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for board, ns, ew, points in results:
        lines[board].append((ns, ew, points))
    top = max(len(rows) for rows in lines.values()) - 1
    won: defaultdict[int, list[Fraction]] = defaultdict(list)
    for rows in lines.values():
        for ns, ew, points in rows:
            better = sum(2 * (points > other) + (points == other) for *_, other in rows) - 1
            # a board played less often is brought to the full number of results (Neuberg)
            mark = Fraction((better + 1) * (top + 1), len(rows)) - 1 if len(rows) <= top else Fraction(better)
            won[ns].append(mark / (2 * top))
            won[ew].append(1 - mark / (2 * top))
    return {pair: 100 * sum(marks, Fraction(0)) / len(marks) for pair, marks in won.items()}


def ranking_of(session: Session) -> dict[int, Fraction]:
    settle()
    rows = Standing.objects.filter(ranking__session=session, publication__isnull=True)
    return {row.entry_id: row.exact for row in rows if row.exact is not None}


def counted(session: Session) -> list[tuple[int, int, int, int]]:
    rows = []
    for row in Result.objects.live().filter(seating__section__session=session).select_related("board", "seating"):
        ns, ew = pairs_at(row.seating)
        rows.append((row.board.number, ew, ns, row.ns_points) if row.turned else (row.board.number, ns, ew, row.ns_points))
    return rows


def howell(pairs: int, boards: int = 2) -> Session:
    session = evening(club_with_members(2 * pairs + 8), pairs=pairs)
    tables = Fraction(pairs, 2)
    family = "howell" if pairs % 2 == 0 else "howell_sitout"
    return started(session, make_movement(order_of(family, tables)), boards_per_set=boards)


def newcomer(session: Session, number: int) -> Entry:
    return sign_in(session, [member(session.club, number), member(session.club, number + 1)], by=actor(), key=fresh_key())


def test_two_pairs_come_after_two_rounds() -> None:
    session = howell(7)
    play_round(session, 1)
    play_round(session, 2)
    before = facts_of(session)
    late = [newcomer(session, 15), newcomer(session, 17)]
    happened(session, Happened.LATE_PAIR, entries=tuple(entry.pk for entry in late), first=3)
    assert_sound(session)
    assert before["results"] == facts_of(session)["results"]
    for number in range(3, 8):
        seated = Place.objects.live().filter(round__section__session=session, round__number=number)
        assert (seated.count(), seated.filter(seating__isnull=True).count()) == (9, 1)
        play_round(session, number)
    assert ranking_of(session) == independent_matchpoints(counted(session))


def test_the_rounds_before_a_pair_came_may_be_awarded() -> None:
    session = howell(7)
    play_round(session, 1)
    play_round(session, 2)
    waited = [place.entry_id for place in Place.objects.live().filter(round__section__session=session, round__number__lte=2, seating__isnull=True)]
    late = newcomer(session, 15)
    happened(session, Happened.LATE_PAIR, entries=(late.pk,), first=3, earlier=Earlier.AWARDED)
    assert_sound(session)
    given = Adjustment.objects.live().filter(seating__section__session=session, seating__round__number__lte=2)
    assert Counter(given.values_list("kind", flat=True)) == {"average_minus": 4, "average_plus": 4}
    there = Place.objects.live().filter(seating__in=given.values("seating")).values_list("entry", flat=True)
    assert Counter(there) == Counter([late.pk, late.pk, *waited])


def test_a_half_table_becomes_full_and_undoing_gives_it_back() -> None:
    session = howell(7)
    play_round(session, 1)
    before = facts_of(session)
    happened(session, Happened.LATE_PAIR, entries=(newcomer(session, 15).pk,), first=2)
    assert not Place.objects.live().filter(round__section__session=session, round__number__gt=1, seating__isnull=True).exists()
    undo_act(Act.objects.get(kind="late_pair"), by=actor(), key=fresh_key())
    assert facts_of(session) == before
    assert_sound(session)


def test_a_pair_goes_home() -> None:
    session = mitchell_evening(5, boards_per_set=2)
    play_round(session, 1)
    gone_home = entries_of(session)[7]
    happened(session, Happened.PAIR_LEFT, entries=(gone_home.pk,), first=2)
    assert_sound(session)
    later = Place.objects.live().filter(round__section__session=session, round__number__gt=1)
    assert not later.filter(entry=gone_home).exists()
    assert later.filter(seating__isnull=True).count() == 4
    with pytest.raises(RoundIsPlayed):
        happened(session, Happened.PAIR_LEFT, entries=(entries_of(session)[6].pk,), first=1)


def test_pairs_sat_in_each_others_place() -> None:
    session = mitchell_evening(5, boards_per_set=2)
    play_round(session, 1)
    play_round(session, 2)
    first, second = entries_of(session)[6], entries_of(session)[8]
    tables = {entry: where_sits(session, entry, 2) for entry in (first, second)}
    kept = {seating.table: set(Result.objects.live().filter(seating=seating).values_list("board", "tricks")) for seating in tables.values()}
    happened(session, Happened.PAIRS_EXCHANGED, entries=(first.pk, second.pk), first=2, last=2)
    assert_sound(session)
    for entry, other in ((first, second), (second, first)):
        now = where_sits(session, entry, 2)
        assert now.table == tables[other].table
        assert set(Result.objects.live().filter(seating=now).values_list("board", "tricks")) == kept[now.table]
    for number in range(3, 6):
        play_round(session, number)
    counted_now = independent_matchpoints(counted(session))
    settle()
    assert {row.entry_id for row in Standing.objects.filter(ranking__session=session)} == set(counted_now)


def test_the_wrong_way_is_put_right_for_played_and_coming_rounds_and_undone() -> None:
    session = mitchell_evening(5, boards_per_set=1)
    play_round(session, 1)
    before = facts_of(session)
    happened(session, Happened.SIDES_EXCHANGED, first=1, last=1, table=2)
    seating = seating_at(session, 1, 2)
    assert [entries_of(session).index(Entry.objects.get(pk=who)) + 1 for who in pairs_at(seating)] == [7, 2]
    ns, ew = pairs_at(seating)
    assert Result.objects.live().get(seating=seating).tricks == tricks_at(ew, ns, seating.first_board)
    happened(session, Happened.SIDES_EXCHANGED, first=5, last=5)
    last = Seating.objects.live().filter(section__session=session, round__number=5)
    assert {pairs_at(each)[1] for each in last} == {entry.pk for entry in entries_of(session)[:5]}
    acts = list(Act.objects.filter(kind="sides_exchanged").order_by("-pk"))
    for act in acts:
        undo_act(act, by=actor(), key=fresh_key())
    assert facts_of(session) == before


def test_what_later_acts_build_on_is_not_undone() -> None:
    session = mitchell_evening(5, boards_per_set=1)
    play_round(session, 1)
    happened(session, Happened.SIDES_EXCHANGED, first=1, last=1, table=2)
    seating = seating_at(session, 1, 2)
    correct_result(seating, seating.first_board, Report(Contract(1, Strain.N), Seat.N, 7), reason="misread", by=actor(), key=fresh_key(), seen=seen(session))
    with pytest.raises(NotUndoable) as refused:
        undo_act(Act.objects.get(kind="sides_exchanged"), by=actor(), key=fresh_key())
    assert refused.value.facts["kinds"] == ["correct_result"]


def test_a_board_at_the_wrong_table_counts_and_both_later_tables_are_dealt_with() -> None:
    session = mitchell_evening(5, boards_per_set=2)
    play_round(session, 1)
    seating = seating_at(session, 2, 1)
    ns, ew = pairs_at(seating)
    so_far = Seating.objects.live().filter(section__session=session, round__number__lte=2)
    seen_by = {board: {who for each in so_far if each.first_board <= board <= each.last_board for who in pairs_at(each)} for board in range(1, 11)}
    wrong = next(board for board in seen_by if not {ns, ew} & seen_by[board])
    tell(seating, wrong)
    assert not Result.objects.live().filter(seating=seating).exists()
    happened(session, Happened.BOARD_ELSEWHERE, first=2, table=1, boards=(wrong,), instead=seating.first_board, later=True, deprived=Deprived.AVERAGE_PLUS)
    assert Result.objects.live().get(seating__table=1, seating__round__number=2).board.number == wrong
    assert_sound(session)
    assert Act.objects.get(kind="board_elsewhere").facts["law"] == "15B2"
    for number in range(2, 6):
        for each in Seating.objects.live().filter(section__session=session, round__number=number):
            if wrong in gone(each):
                sides = dict(Adjustment.objects.live().filter(seating=each, board__number=wrong).values_list("side", "kind"))
                assert sides == {side: "not_played" if who in (ns, ew) else "average_plus" for side, who in zip(("NS", "EW"), pairs_at(each), strict=True)}


def test_a_board_played_again_is_struck_out_and_the_other_pair_compensated() -> None:
    session = mitchell_evening(5, boards_per_set=2)
    play_round(session, 1)
    seating = seating_at(session, 2, 1)
    ns, ew = pairs_at(seating)
    known = seating_at(session, 1, 1).first_board
    other = seating_at(session, 1, 2).first_board
    assert ns in pairs_at(seating_at(session, 1, 1))
    tell(seating, known)
    happened(session, Happened.BOARD_ELSEWHERE, first=2, table=1, boards=(known,), deprived=Deprived.AVERAGE_PLUS)
    given = Adjustment.objects.live().filter(seating__round__number=2, board__number=known).values_list("side", "kind")
    assert dict(given) == {"NS": "cancelled", "EW": "average_plus"}
    assert Act.objects.get(kind="board_elsewhere").facts["law"] == "15B1 15B3"
    assert other != known


def test_the_wrong_movement_is_replaced_in_round_three() -> None:
    session = evening(club_with_members(20), pairs=8)
    started(session, make_movement(order_of("howell", 4, 3)), boards_per_set=2)
    play_round(session, 1)
    play_round(session, 2)
    before = facts_of(session)["results"]
    code = code_of(order_of("howell", 4), 2)
    happened(session, Happened.MOVEMENT_REPLACED, first=3, code=code, rounds=7)
    assert_sound(session)
    assert facts_of(session)["results"] == before
    for number in range(3, 8):
        play_round(session, number)
    assert ranking_of(session) == independent_matchpoints(counted(session))


def test_rounds_cut_and_added_and_the_evening_ended_early() -> None:
    session = howell(8, boards=1)
    play_round(session, 1)
    before = facts_of(session)
    happened(session, Happened.ROUNDS_CHANGED, first=2, rounds=5)
    assert facts_of(session)["rounds"] == {(number,) for number in range(1, 6)}
    happened(session, Happened.ROUNDS_CHANGED, first=2, rounds=6, fresh=0)
    assert_sound(session)
    seating = seating_at(session, 2, 1)
    ns, ew = pairs_at(seating)
    report_result(seating, seating.first_board, Report(Contract(1, Strain.N), Seat.N, 8), by_side=None, by=actor(), key=fresh_key(), seen=seen(session))
    happened(session, Happened.ENDED_EARLY)
    assert facts_of(session)["rounds"] == {(1,), (2,)}
    assert Adjustment.objects.live().filter(kind="not_played").count() == 6
    for act in Act.objects.filter(kind__in=("ended_early", "rounds_changed")).order_by("-pk")[:1]:
        undo_act(act, by=actor(), key=fresh_key())
    assert facts_of(session)["rounds"] == {(number,) for number in range(1, 7)}
    assert before["results"] <= facts_of(session)["results"]


def test_other_boards_lay_at_a_table() -> None:
    session = mitchell_evening(5, boards_per_set=2)
    play_round(session, 1)
    seating = seating_at(session, 1, 1)
    first = seating_at(session, 3, 1).first_board
    happened(session, Happened.OTHER_BOARDS, first=1, table=1, boards=(first,))
    now = seating_at(session, 1, 1)
    assert (now.first_board, now.last_board) == (first, first + 1)
    assert set(Result.objects.live().filter(seating=now).values_list("board__number", flat=True)) == {first, first + 1}
    assert seating.first_board != first
    assert_sound(session)


def test_boards_left_out_and_rotated() -> None:
    session = mitchell_evening(3, boards_per_set=2)
    play_round(session, 1)
    seating = seating_at(session, 2, 1)
    happened(session, Happened.BOARDS_LEFT_OUT, first=2, table=1, boards=(seating.first_board,))
    assert gone(seating) == {seating.first_board}
    happened(session, Happened.BOARDS_LEFT_OUT, first=2, table=1, boards=(seating.first_board,), later=True)
    assert gone(seating) == set()
    played = seating_at(session, 1, 1)
    happened(session, Happened.BOARDS_ROTATED, first=1, table=1, boards=(played.first_board,))
    assert set(Result.objects.live().filter(seating=played).values_list("board__number", "turned")) == {(played.first_board, True), (played.last_board, False)}


def test_a_mixed_board_is_compared_in_groups_from_a_round_on() -> None:
    """Five tables play board 1 in rounds 1 to 5; from round 3 on it is another board, so that two and three results are compared."""
    session = mitchell_evening(5, boards_per_set=1)
    for number in range(1, 6):
        play_round(session, number)
    happened(session, Happened.BOARD_MIXED, first=3, boards=(1,))
    settle()
    lines = Traveller.objects.get(ranking__session=session, board__number=1).lines["lines"]
    rounds = {seating.pk: seating.round.number for seating in Seating.objects.filter(section__session=session).select_related("round") if seating.round}
    assert {rounds[line["seating"]]: line["form"] for line in lines} == {1: "", 2: "", 3: "B", 4: "B", 5: "B"}
    assert Act.objects.get(kind="board_mixed").facts["law"] == "87A 87B"
    undo_act(Act.objects.get(kind="board_mixed"), by=actor(), key=fresh_key())
    settle()
    assert not any(line["form"] for line in Traveller.objects.get(ranking__session=session, board__number=1).lines["lines"])


def test_nothing_told_is_refused_and_a_preview_that_is_too_old_too() -> None:
    session = mitchell_evening(3, boards_per_set=1)
    with pytest.raises(NothingChanges):
        happened(session, Happened.ROUNDS_CHANGED, first=1, rounds=3)
    old = seen(session)
    play_round(session, 1)
    with pytest.raises(PlanMovedOn):
        put_right(section_of(session), Incident(Happened.ROUNDS_CHANGED, first=2, rounds=2), by=actor(), key=fresh_key(), seen=old)


def random_incident(session: Session, rng: random.Random) -> Incident:
    loaded = load_evening(section_of(session))
    rounds, entries = loaded.evening.movement.rounds, list(loaded.entry_of.values())
    ahead = min(loaded.touched + 1, rounds)
    seat = rng.choice(sorted(loaded.sat))
    at = loaded.sat[seat]
    what = rng.choice([each for each in Happened if each is not Happened.MOVEMENT_REPLACED and each is not Happened.ENDED_EARLY])
    number, table = seat[0], loaded.hall_table(seat[1])
    board = rng.choice([board for boards in loaded.evening.boards for board in boards])
    ways: dict[Happened, dict[str, Any]] = {
        Happened.LATE_PAIR: {"first": ahead}, Happened.PAIR_LEFT: {"entries": (rng.choice(entries),), "first": ahead},
        Happened.PAIRS_EXCHANGED: {"entries": tuple(rng.sample(entries, 2)), "first": number, "last": number},
        Happened.SIDES_EXCHANGED: {"first": number, "last": number, "table": rng.choice((0, table))},
        Happened.OTHER_BOARDS: {"first": number, "table": table, "boards": (board,)},
        Happened.BOARD_ELSEWHERE: {"first": number, "table": table, "boards": (board,), "instead": at.first, "later": rng.random() < 0.5},
        Happened.BOARDS_LEFT_OUT: {"first": number, "table": table, "boards": (at.first,), "later": False},
        Happened.BOARDS_ROTATED: {"first": number, "table": table, "boards": (at.first,)},
        Happened.BOARD_MIXED: {"first": number, "last": rng.choice((0, number)), "boards": (board,)},
        Happened.ROUNDS_CHANGED: {"first": ahead, "rounds": max(loaded.touched, rounds + rng.choice((-1, 1)))},
    }
    told = ways[what]
    if what is Happened.LATE_PAIR:
        told["entries"] = (newcomer(session, 2 * Start.objects.filter(section__session=session).count() + 1).pk,)
        told["earlier"] = rng.choice(list(Earlier))
    return Incident(what, **told, deprived=rng.choice(list(Deprived)))


@pytest.mark.parametrize("seed", [*range(24), 50_000, 50_081])  # the last two left out a board that the table had told of
def test_random_incidents_keep_every_result_and_every_rule(seed: int) -> None:
    """Evenings with incidents at random moments: the rules hold, no result is lost, and the ranking is a fresh reckoning; all is undone step by step."""
    rng = random.Random(seed)
    session = howell(7, boards=2) if seed % 2 else mitchell_evening(5, boards_per_set=2, club=club_with_members(40))
    undone: list[tuple[int, dict[str, set[tuple[object, ...]]]]] = []
    for number in range(1, 4):
        if rng.random() < 0.8 and number <= len(facts_of(session)["rounds"]):
            play_round(session, number)
            undone.clear()
        for _ in range(rng.randint(0, 2)):
            incident = random_incident(session, rng)
            before = facts_of(session)
            try:
                put_right(section_of(session), incident, by=actor(), key=fresh_key())
            except EngineError:
                assert facts_of(session) == before
                continue
            assert_sound(session)
            after = facts_of(session)
            if incident.what in (Happened.LATE_PAIR, Happened.PAIR_LEFT, Happened.ROUNDS_CHANGED, Happened.BOARDS_LEFT_OUT):
                assert after["results"] == before["results"]
            assert len(after["results"]) >= len(before["results"])
            undone.append((Act.objects.filter(journal=session.journal).latest("pk").pk, before))
    settle()
    ranking = Ranking.objects.get(session=session)
    loaded = load_ranking(ranking, basis_of(ranking))
    fresh = {(each.list, loaded.entry_of[each.who], each.score) for each in reckon(loaded.facts).standings}
    assert {(row.list, row.entry_id, row.exact) for row in Standing.objects.filter(ranking=ranking, publication__isnull=True)} == fresh
    for act, before in reversed(undone):
        undo_act(Act.objects.get(pk=act), by=actor(), key=fresh_key())
        assert facts_of(session) == before


def test_what_would_move_is_what_moves_and_nothing_is_left_of_the_trial() -> None:
    session = howell(7)
    for number in (1, 2, 3):
        play_round(session, number)
    settle()
    stays = facts_of(session)
    for incident in (
        Incident(Happened.SIDES_EXCHANGED, first=1, last=1), Incident(Happened.ENDED_EARLY),
        Incident(Happened.LATE_PAIR, entries=(newcomer(session, 15).pk,), first=4, earlier=Earlier.AWARDED),
    ):  # fmt: skip
        before, acts = ranking_of(session), Act.objects.count()
        (effect,) = tried_out(section_of(session), incident, by=actor())
        assert (facts_of(session), Act.objects.count()) == (stays, acts)
        put_right(section_of(session), incident, by=actor(), key=fresh_key())
        after = ranking_of(session)
        told = {moved.entry: moved.score for moved in effect.moved}
        assert told or incident.what is Happened.ENDED_EARLY
        assert {entry: (before.get(entry), after.get(entry)) for entry in told} == told
        assert all(before.get(entry) == score for entry, score in after.items() if entry not in told)
        undo_act(Act.objects.latest("pk"), by=actor(), key=fresh_key())


def test_the_tables_that_must_hear_of_it_are_told_until_they_play_the_round() -> None:
    session = mitchell_evening(5, boards_per_set=2)
    play_round(session, 1)
    settle()
    happened(session, Happened.PAIR_LEFT, entries=(entries_of(session)[7].pk,), first=2)
    (news,) = plan_news_of(session, 1)
    act = Act.objects.latest("pk")
    assert (news.act, news.round, set(act.facts["told"]) <= set(news.tables)) == (act, 2, True)
    at = {number: table_of(session, number) for number in range(1, 6)}
    assert {number for number, table in at.items() if table is not None and plan_news_at(table)} == set(news.tables) & {n for n, t in at.items() if t}
    for number in (2, 3):  # a table that nobody plays at in round 2 hears of it until round 3
        play_round(session, number)
    assert not any(plan_news_at(table) for number in news.tables if (table := table_of(session, number)) is not None)
    assert plan_news_of(session, 3) == ()


def test_what_is_taken_back_is_no_news() -> None:
    session = howell(7)
    play_round(session, 1)
    happened(session, Happened.LATE_PAIR, entries=(newcomer(session, 15).pk,), first=2)
    assert plan_news_of(session, 1)
    undo_act(Act.objects.get(kind="late_pair"), by=actor(), key=fresh_key())
    assert plan_news_of(session, 1) == ()


def test_a_change_of_a_round_in_which_nothing_was_said_yet_is_told_to_its_own_tables() -> None:
    """Two pairs go on in each other's place from the next round on: the tables of that round hear of it, and the phones name that round."""
    session = started(evening(club_with_members(20), pairs=8), make_movement(order_of("relay_mitchell", "4")), boards_per_set=2)
    play_round(session, 1)
    entries = entries_of(session)
    happened(session, Happened.PAIRS_EXCHANGED, entries=(entries[0].pk, entries[2].pk), first=2, last=2)
    act = Act.objects.get(kind="pairs_exchanged")
    assert act.facts["next"] == 2 and {1, 3} <= set(act.facts["told"])
    with pytest.raises(NothingPlayedThere):
        happened(session, Happened.SIDES_EXCHANGED, first=2, last=2, table=9)
