"""Own movements read from the text that clubs have, and refused where it cannot be understood."""

import json
from fractions import Fraction

import pytest

from bridge.engine.errors import EngineError
from bridge.engine.movements.check import Breach, check_movement
from bridge.engine.movements.families import FAMILIES, make_checked, make_movement
from bridge.engine.movements.movement import Declared, Kind, NoSuchMovement, Order
from bridge.engine.movements.text import UnreadableMovement, read_movement, set_letters, write_movement
from bridge.engine.movements.vector import NotAMovement, read_vector, write_vector

MITCHELL = make_movement(Order("mitchell", Fraction(5), 3))

PRINTED = """
| round | T1 | T2 | T3 | T4 | T5 |
|---|---|---|---|---|---|
| 1 | 1-6 A | 2-7 B | 3-8 C | 4-9 D | 5-10 E |
| 2 | 1-10 B | 2-6 C | 3-7 D | 4-8 E | 5-9 A |
| 3 | 1-9 C | 2-10 D | 3-6 E | 4-7 A | 5-8 B |
"""
TYPED = """R1  1-6 A  2-7 B  3-8 C  4-9 D  5-10 E
R2  1-10 B  2-6 C  3-7 D  4-8 E  5-9 A

R3  1-9 C  2-10 D  3-6 E  4-7 A  5-8 B
"""
CLOSE = """1: 1-6A 2-7B 3-8C 4-9D 5-10E
2: 1-10B 2-6C 3-7D 4-8E 5-9A
3: 1-9C 2-10D 3-6E 4-7A 5-8B
"""


NUMBERED = """Round  Table 1  Table 2  Table 3  Table 4  Table 5
Round 1  1-6 1  2-7 2  3-8 3  4-9 4  5-10 5
Round 2  1-10 2  2-6 3  3-7 4  4-8 5  5-9 1
Round 3  1-9 3  2-10 4  3-6 5  4-7 1  5-8 2
"""


@pytest.mark.parametrize("text", [PRINTED, TYPED, CLOSE, NUMBERED, "\ufeff" + CLOSE.replace("\n", "\r\n")])
def test_one_movement_in_several_hands(text: str) -> None:
    read = read_movement(text)
    assert (read.seats, read.sets, read.entrants, read.winners, read.stationary) == (MITCHELL.seats, 5, 10, 2, (1, 2, 3, 4, 5))
    assert check_movement(read)[1] == ()


def test_round_data_of_electronic_scoring() -> None:
    head = "Section,Table,Round,NSPair,EWPair,LowBoard,HighBoard\n"
    lines = [
        f"1,{table},{number},{ns},{ew},{laid * 4 - 3},{laid * 4}\n"
        for number, tables in enumerate(MITCHELL.seats, 1)
        for table, (ns, ew, laid) in enumerate(tables, 1)
    ]
    assert read_movement(head + "".join(lines)).seats == MITCHELL.seats
    semicolons = (head + "".join(reversed(lines))).replace(",", ";")
    assert read_movement(semicolons).seats == MITCHELL.seats


def test_a_list_with_boards_and_a_sit_out() -> None:
    text = "round\ttable\tNS\tEW\tboards\n1\t1\t1\t3\t1-3\n1\t2\t0\t4\t\n2\t1\t1\t4\t4-6\n2\t2\t0\t3\t4-6\n"
    read = read_movement(text)
    assert read.seats == (((1, 3, 1), (0, 4, 0)), ((1, 4, 2), (0, 3, 0)))


def test_sit_outs_and_sharing_are_declared_as_they_stand() -> None:
    half = make_movement(Order("half_mitchell", Fraction(9, 2)))
    assert read_movement(write_movement(half)).declared == Declared(max_sitouts=1)
    six = read_movement(write_movement(make_movement(Order("howell", Fraction(3)))))
    assert (six.declared.max_tables_per_set_per_round, six.winners) == (3, 1)


def test_what_no_plan_may_do_is_still_found() -> None:
    wrong = read_movement("1-3 A | 2-4 B\n1-4 A | 2-3 B\n")
    assert {violation.breach for violation in check_movement(wrong)[1]} == {Breach.REPLAYED_SET}


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_family_is_read_back_as_it_was_written(family: str) -> None:
    kind = FAMILIES[family].kind
    for tables in (2, 3, 5, 6, 8, Fraction(11, 2)):
        try:
            movement, facts = make_checked(Order(family, Fraction(tables)))
        except NoSuchMovement:
            continue
        read = read_movement(write_movement(movement), kind)
        assert (read.seats, read.kind, read.sets, read.entrants) == (movement.seats, kind, movement.sets, movement.entrants)
        again = read_movement(json.dumps(write_vector(movement, facts), default=str))
        assert (again.seats, again.declared) == (movement.seats, movement.declared)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "1-2 A | 3-4 B\n1-3 A\n", "1-2-3-4 A | 5-6 B\n", "{", "1-6\n", '{"kind": "pairs"}', '{"kind": "bears"}', '{"tables": 1e999999999}']
)
def test_what_is_no_movement(text: str) -> None:
    with pytest.raises(NotAMovement):
        read_movement(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [("1-2 A | x-4 B\n", 1), ("1-2 A\n1-2-3 B\n", 2), ("round,table,ns,ew,set\n1,1,1,2,A\n1,1,3,4,B\n", 3), ("round,table,ns,ew,set\n1,one,1,2,A\n", 2)],
)
def test_what_cannot_be_read_is_named_by_its_line(text: str, line: int) -> None:
    with pytest.raises(UnreadableMovement) as refused:
        read_movement(text)
    assert refused.value.facts["line"] == line


def test_vectors_of_other_shapes_are_refused_by_key() -> None:
    good = {"kind": "pairs", "tables": 1, "rounds": 1, "boardsets": 1, "pairs": 2, "seats": [[[1, 2, 1]]]}
    assert read_vector(good).entrants == 2
    for key in ("kind", "tables", "rounds", "boardsets", "pairs"):
        with pytest.raises(NotAMovement) as refused:
            read_vector({name: value for name, value in good.items() if name != key})
        assert refused.value.facts == {"key": key}


def test_vectors_of_wrong_types_are_refused() -> None:
    good = {"kind": "pairs", "tables": 1, "rounds": 1, "boardsets": 1, "pairs": 2, "seats": [[[1, 2, 1]]]}
    for key, value in (("seats", 3), ("seats", [[[1, 2]]]), ("seats", [[["1", 2, 1]]]), ("declared", {"max_meet": "2"}), ("declared", []), ("pairs", 5000)):
        with pytest.raises(NotAMovement) as refused:
            read_vector(good | {key: value})
        assert refused.value.facts == {"key": key}


def test_letters_of_sets() -> None:
    assert [set_letters(number) for number in (-3, 0, 1, 26, 27, 52, 53)] == ["", "", "A", "Z", "AA", "AZ", "BA"]
    assert Kind("pairs") is Kind.PAIRS


@pytest.mark.parametrize(
    "text",
    [
        "1: 1-99999999999 A", "1: 1-" + "9" * 5000, "1: 1-²3 A", '{"kind": ' + "[" * 5000,
        "Round,Table,NS,EW,Set\n99999999,1,1,2,1", "Round,Table,NS,EW,Set\n1,1,-3,2,1",
    ],
)  # fmt: skip
def test_what_no_evening_has_is_refused(text: str) -> None:
    with pytest.raises(EngineError):
        read_movement(text)


@pytest.mark.parametrize(("key", "value"), [("winners", "one"), ("winners", 3), ("arrow_switch_rounds", 4), ("arrow_switch_rounds", ["x"])])
def test_a_file_with_something_of_another_kind_is_refused(key: str, value: object) -> None:
    movement, facts = make_checked(Order("mitchell", Fraction(3)))
    written = json.loads(json.dumps(write_vector(movement, facts), default=str)) | {key: value}
    with pytest.raises(NotAMovement) as refused:
        read_movement(json.dumps(written))
    assert refused.value.facts["key"] == key
