"""Several rulings on one board: the score is what those that stand say, in whatever order they are given, replaced and taken back."""

from itertools import permutations

import pytest

from bridge.actions.results import adjust_board, correct_result
from bridge.actions.rulings import Decision, TableBoard, give_ruling, withdraw_ruling
from bridge.engine.contract import Contract, Report, Strain
from bridge.engine.errors import EngineError
from bridge.engine.laws.codes import Kind
from bridge.engine.laws.codes import Ruling as Ruled
from bridge.engine.laws.edition import Edition
from bridge.engine.laws.rectification import Outcome
from bridge.engine.scoring.outcome import Assigned
from bridge.engine.seats import Seat, Side
from bridge.mapping.outcomes import Row, tricks_row
from bridge.models import Act, Adjustment, AdjustmentKind, Ruling, Session
from bridge.queries.standing_scores import scores_at
from tests.worlds import actor, fresh_key, mitchell_evening, play, seating_at

pytestmark = pytest.mark.django_db
PLAYED = Report(Contract(3, Strain.N), Seat.N, 11)  # board 1, nobody vulnerable: +460
ASSIGNED: Row = (AdjustmentKind.ASSIGNED, {"points": 130, "said": [None]})
AVERAGE: Row = (AdjustmentKind.AVERAGE, {})


@pytest.fixture
def session() -> Session:
    session = mitchell_evening(3, boards_per_set=1)
    play(session, lambda seating, number: PLAYED)
    return session


def table(session: Session) -> TableBoard:
    seating = seating_at(session, 1, 1)
    return TableBoard(seating, seating.section.board_set.boards.get(number=1))


def moved(tricks: int, loser: Side = Side.NS) -> Row:
    return tricks_row(PLAYED, tricks, loser, 1)


def ruled(at: TableBoard, row: Row | None, sides: tuple[Side, ...] = tuple(Side), replaces: Ruling | None = None) -> Ruling:
    decision = Decision(Edition.WBF2017, Kind.REVOKE, {}, Outcome(Ruled.REVOKE_TRANSFER, ("64A1",)), rows=dict.fromkeys(sides, row) if row else {})
    return give_ruling(at, decision, replaces=replaces, by=actor(), key=fresh_key(), seen=newest())


def newest() -> int:
    return Act.objects.latest("pk").pk


def taken_back(ruling: Ruling) -> None:
    withdraw_ruling(Ruling.objects.get(pk=ruling.pk), reason="wrong", by=actor(), key=fresh_key())


def counts(at: TableBoard) -> dict[str, tuple[str, int | None]]:
    return {row.side: (row.kind, row.value.get("points")) for row in Adjustment.objects.live().filter(**at.where)}


def both(kind: str, points: int | None) -> dict[str, tuple[str, int | None]]:
    return {"NS": (kind, points), "EW": (kind, points)}


def test_tricks_of_two_rulings_add_up_and_either_may_be_taken_back(session: Session) -> None:
    at = table(session)
    first, second = ruled(at, moved(1)), ruled(at, moved(2))
    assert counts(at) == both("tricks", -50)  # eleven tricks, three of them gone
    taken_back(first)
    assert counts(at) == both("tricks", 400)  # nine: the two of the second alone
    third = ruled(at, moved(1, Side.EW))
    assert counts(at) == both("tricks", 430)  # ten
    taken_back(second)
    assert counts(at) == both("tricks", 490)  # twelve
    taken_back(third)
    assert counts(at) == {}


def test_a_result_corrected_later_loses_the_same_tricks(session: Session) -> None:
    at = table(session)
    first, second = ruled(at, moved(1)), ruled(at, moved(2))
    ten = Report(Contract(3, Strain.N), Seat.N, 10)
    correct_result(at.seating, 1, ten, reason="counted again", by=actor(), key=fresh_key(), seen=newest())
    assert counts(at) == both("tricks", -100)  # ten tricks, three of them gone
    taken_back(second)
    assert counts(at) == both("tricks", 400)  # nine: the one of the first
    taken_back(first)
    assert counts(at) == {}


def expected(standing: list[str]) -> dict[str, tuple[str, int | None]]:
    """From the newest down: tricks add up until something else says the whole score; written out by hand for these rulings."""
    one_two = {frozenset({"one"}): 430, frozenset({"two"}): 400, frozenset({"one", "two"}): -50}
    if not standing:
        return {}
    if standing[-1] == "average":
        return both("average", None)
    above = frozenset(standing[standing.index("average") + 1 :] if "average" in standing else standing)
    return both("tricks", one_two[above])


@pytest.mark.parametrize("given", list(permutations(("one", "two", "average"))), ids="-".join)
@pytest.mark.parametrize("back", list(permutations(range(3))), ids=str)
def test_every_order_of_giving_and_taking_back(session: Session, given: tuple[str, ...], back: tuple[int, ...]) -> None:
    at, rows = table(session), {"one": moved(1), "two": moved(2), "average": AVERAGE}
    rulings = [ruled(at, rows[name]) for name in given]
    standing = dict(enumerate(given))
    assert counts(at) == expected(list(standing.values()))
    for index in back:
        taken_back(rulings[index])
        del standing[index]
        assert counts(at) == expected(list(standing.values())), (given, back, index)


def test_a_ruling_that_took_the_place_of_another_stands_above_what_came_between(session: Session) -> None:
    at = table(session)
    first, second = ruled(at, moved(1)), ruled(at, ASSIGNED)
    instead = ruled(at, moved(3), replaces=first)
    assert counts(at) == both("tricks", -50)
    taken_back(instead)
    assert counts(at) == both("assigned", 130)
    taken_back(second)
    assert counts(at) == {}


def test_each_side_for_itself(session: Session) -> None:
    at = table(session)
    first, second = ruled(at, moved(2)), ruled(at, AVERAGE, (Side.EW,))
    assert counts(at) == {"NS": ("tricks", 400), "EW": ("average", None)}
    taken_back(first)
    assert counts(at) == {"EW": ("average", None)}
    taken_back(second)
    assert counts(at) == {}


def test_a_score_that_was_decided_by_hand_waits_below_and_one_by_hand_afterwards_ends_all(session: Session) -> None:
    at = table(session)
    first = ruled(at, None)
    ruling = ruled(at, moved(2))
    by_hand = {side: Assigned(50) for side in Side}
    adjust_board(at.seating, 1, by_hand, reason="", by=actor(), key=fresh_key(), seen=newest())
    last = ruled(at, ASSIGNED)
    taken_back(last)
    assert counts(at) == both("assigned", 50)
    for each in (ruling, first):
        taken_back(each)
    assert counts(at) == both("assigned", 50)
    adjust_board(at.seating, 1, {}, reason="", by=actor(), key=fresh_key(), seen=newest())
    assert counts(at) == {} == scores_at(at.seating, at.board)


def test_rulings_together_move_no_more_tricks_than_there_are(session: Session) -> None:
    at = table(session)
    ruled(at, moved(7))
    with pytest.raises(EngineError) as refused:
        ruled(at, moved(5))
    assert (refused.value.code, refused.value.facts) == ("not_so_many_tricks", {"tricks": 11, "moved": 12})
    assert Ruling.objects.live().count() == 1 and counts(at) == both("tricks", -250)
