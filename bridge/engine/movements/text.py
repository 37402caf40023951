"""Own movements as text, typed or from a file. Text in, values out.

Grid: a line for each round, `1-6 A` or `1-6 1` for each table (North-South, East-West, set), `0-9` or `9` alone for somebody who sits out; bars, tabs or two
blanks may part the tables. Players are four numbers `4-3-1-2 A`: North, South, East, West. A first word like `3:` or `R3` is the round; blank lines, lines of
dashes and headings are passed over.
List: a heading with Round, Table, NS, EW and Set, Boards (`4-6`) or LowBoard and HighBoard, as electronic scoring keeps its round data, then a line for each
table of each round; commas, semicolons or tabs.
JSON: the shape of `vector`.
"""

import csv
import json
import re
from fractions import Fraction

from bridge.engine.errors import EngineError
from bridge.engine.movements.check import allowing_itself
from bridge.engine.movements.movement import Kind, Movement, Row, Seats
from bridge.engine.movements.vector import LARGEST, NotAMovement, read_vector


class UnreadableMovement(EngineError):
    """A place in the text of a movement is not understood. Facts: `line` (from 1), `text`."""


_CELL = re.compile(r"(?P<who>\d{1,4}(?:\s*[-–vx]\s*\d{1,4}){0,3})\s*(?:[:@]?\s*(?P<set>[A-Za-z]{1,2}|\d{1,4}))?", re.ASCII)
_ROUND = re.compile(r"^\s*(?:R|Round)?\s*(\d+)\s*[:.)|]\s*|^\s*R(?:ound)?\s*(\d+)\s+", re.IGNORECASE)
_PASSED_OVER = re.compile(r"^[\s|+:=-]*$|^\s*#|^\D*(?:T(?:able)?\s*\d+[\s|,;]*)+$", re.IGNORECASE)
_HEADINGS = {
    "round": "round", "table": "table", "section": "section", "ns": "ns", "nspair": "ns", "ew": "ew", "ewpair": "ew",
    "set": "set", "boardset": "set", "boards": "boards", "board": "boards", "lowboard": "low", "highboard": "high",
}  # fmt: skip


def read_movement(text: str, kind: Kind = Kind.PAIRS, family: str = "own") -> Movement:
    """The movement in a text of one of the three shapes; what it shares, who sits out and who meets again is declared as it stands.

    kind    what the numbers are, where the text does not say; four numbers at a table are players
    raises  UnreadableMovement, NotAMovement
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return _read_json(text)
    lines = text.splitlines()
    seats = _read_list(lines) if _is_list(lines) else _read_grid(lines)
    if not seats:
        raise NotAMovement(key="seats")
    return allowing_itself(_movement(seats, kind, family))


def boards_told(text: str) -> int | None:
    """How many boards a set has, where a list says it (`LowBoard` and `HighBoard`, or `Boards` as `4-6`): of the largest; None where nothing does."""
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()]
    if not _is_list(lines):
        return None
    mark = max(",;\t", key=lines[0].count)
    columns = [_HEADINGS.get(word) for word in _words(lines[0])]
    sizes = []
    for cells in csv.reader(lines[1:], delimiter=mark):
        told = dict(zip(columns, cells, strict=False))
        span = re.fullmatch(r"\s*(\d{1,4})\s*[-–]\s*(\d{1,4})\s*", f"{told.get('low')}-{told.get('high')}" if told.get("low") else told.get("boards") or "")
        if span:
            sizes.append(int(span[2]) - int(span[1]) + 1)
    return max(sizes, default=None)


def write_movement(movement: Movement) -> str:
    """The grid of a movement, as `read_movement` takes it: `1: 1-6 A | 2-7 B`, a side or a table without anybody is 0."""

    def cell(row: Row) -> str:
        seated = "-".join(map(str, row[:-1]))
        return f"{seated} {set_letters(row[-1])}" if row[-1] else seated

    return "".join(f"{number}: {' | '.join(map(cell, tables))}\n" for number, tables in enumerate(movement.seats, 1))


def set_letters(number: int) -> str:
    """The name of a set: A, B, ... Z, AA, AB, ...; nothing for a number that is none."""
    name = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _set_number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _read_json(text: str) -> Movement:
    try:
        data = json.loads(text, parse_float=_exact)
    except (ValueError, RecursionError):
        raise NotAMovement(key="json") from None
    return read_vector(data)


def _exact(figure: str) -> Fraction:
    """A figure with decimals; one such as 1e999999999 would take longer to write out than the evening has."""
    if "e" in figure.lower():
        raise ValueError(figure)
    return Fraction(figure)


def _read_grid(lines: list[str]) -> Seats:
    rounds = []
    for number, line in enumerate(lines, 1):
        if _PASSED_OVER.match(line):
            continue
        body = _ROUND.sub("", line.strip().strip("|"), count=1)
        rounds.append(tuple(_cell(text, number) for text in _parted(body)))
    return tuple(rounds)


def _parted(body: str) -> list[str]:
    """The tables of a line: parted by bars, tabs, commas or semicolons, by two blanks, or by one where each is written without a blank inside."""
    for mark in (r"\|", r"\t", r"[;,]", r"\s{2,}"):
        parts = [part.strip() for part in re.split(mark, body.strip())]
        if len(parts) > 1:
            return [part for part in parts if part]
    return [match.group().strip() for match in _CELL.finditer(body)] if _CELL.fullmatch(body.strip()) is None else [body.strip()]


def _cell(text: str, line: int) -> Row:
    match = _CELL.fullmatch(text)
    if match is None:
        raise UnreadableMovement(line=line, text=text)
    who = [int(number) for number in re.findall(r"\d+", match["who"])]
    if len(who) == 1 and match["set"] is None:
        who.insert(0, 0)  # alone: opposite nobody
    if len(who) not in (2, 4):
        raise UnreadableMovement(line=line, text=text)
    return (*who, _set_number(match["set"]) if match["set"] and all(who) else 0)


def _is_list(lines: list[str]) -> bool:
    first = next((line for line in lines if line.strip()), "")
    return {"round", "table", "ns", "ew"} <= {_HEADINGS.get(word) for word in _words(first)}


def _words(line: str) -> list[str]:
    return [re.sub(r"[^a-z]", "", word.lower()) for word in re.split(r"[,;\t]", line)]


def _read_list(lines: list[str]) -> Seats:
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    heading = numbered[0][1]
    mark = max(",;\t", key=heading.count)
    columns = [_HEADINGS.get(word) for word in _words(heading)]
    places: dict[tuple[int, int], tuple[int, int, int]] = {}
    firsts: list[int] = []
    for number, line in numbered[1:]:
        told = dict(zip(columns, next(csv.reader([line], delimiter=mark)), strict=False))
        try:
            place = int(told["round"]), int(told["table"])
            ns, ew, first = int(told["ns"] or 0), int(told["ew"] or 0), _first_board(told)
        except (KeyError, ValueError):
            raise UnreadableMovement(line=number, text=line.strip()) from None
        if place in places or min(place) < 1 or min(ns, ew, first) < 0 or max(*place, ns, ew, first) > LARGEST:
            raise UnreadableMovement(line=number, text=line.strip())
        places[place] = (ns, ew, first if ns and ew else 0)
        firsts.append(first)
    # sets are told by their first boards, whose order is the order of the sets
    sets = {first: number for number, first in enumerate(sorted({first for *who, first in places.values() if all(who)}), 1)}
    by_set = "set" in columns
    rounds, tables = (max((place[part] for place in places), default=0) for part in (0, 1))

    def row(where: tuple[int, int]) -> Row:
        ns, ew, first = places.get(where, (0, 0, 0))
        return (ns, ew, first if by_set or not first else sets[first])

    return tuple(tuple(row((number, table)) for table in range(1, tables + 1)) for number in range(1, rounds + 1))


def _first_board(told: dict[str | None, str]) -> int:
    if told.get("set"):
        return _set_number(told["set"].strip())
    boards = told.get("low") or told.get("boards") or "0"
    return int(re.split(r"[-–]", boards.strip())[0])


def _movement(seats: Seats, kind: Kind, family: str) -> Movement:
    widths = {len(row) for tables in seats for row in tables}
    if len(widths) != 1 or len({len(tables) for tables in seats}) != 1:
        raise NotAMovement(key="seats")
    kind = Kind.INDIVIDUAL if widths == {5} else kind
    entrants = max(who for tables in seats for row in tables for who in row[:-1])
    sets = max(row[-1] for tables in seats for row in tables)
    if not 2 <= entrants <= LARGEST or not 1 <= sets <= LARGEST or (kind is Kind.INDIVIDUAL) != (widths == {5}):
        raise NotAMovement(key="seats")
    stationary = _stationary(seats, entrants)
    winners = 2 if kind is Kind.PAIRS and not _lines_meet(seats) else 1
    return Movement(kind, family, len(seats[0]), len(seats), sets, entrants, winners, seats, stationary=stationary if kind is not Kind.TEAMS else ())


def _stationary(seats: Seats, entrants: int) -> tuple[int, ...]:
    """Who sits at one table in all rounds."""
    where: dict[int, set[int]] = {who: set() for who in range(1, entrants + 1)}
    rounds: dict[int, int] = dict.fromkeys(where, 0)
    for tables in seats:
        for table, row in enumerate(tables, 1):
            for who in set(row[:-1]) - {0}:
                where[who].add(table)
                rounds[who] += 1
    return tuple(who for who in where if len(where[who]) == 1 and rounds[who] == len(seats))


def _lines_meet(seats: Seats) -> bool:
    """Does anybody sit both ways?"""
    lines = [{row[side] for tables in seats for row in tables} - {0} for side in (0, 1)]
    return bool(lines[0] & lines[1])
