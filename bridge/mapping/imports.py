"""An event that a file published, as rows of a finished evening: who sat where on which board, what counted, by which rule. Nothing is written here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bridge.engine.cards import Deal, Suit
from bridge.engine.contract import Report, ns_points_of
from bridge.engine.errors import EngineError
from bridge.engine.formats.event import Entrant, PublishedEvent, TravellerLine
from bridge.engine.formats.field import Field, Who
from bridge.engine.formats.notation import parse_whole
from bridge.engine.formats.pair_check import Attempt, best_attempt
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.outcome import Outcome, Ruled, Unscored
from bridge.engine.scoring.traveller import BoardFacts
from bridge.engine.seats import Seat, Side
from bridge.mapping.outcomes import value_of
from bridge.mapping.slips import columns_of
from bridge.models import AdjustmentKind

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class NotImportable(EngineError):
    """An event that is read and checked, but has no place among the club's evenings. Facts: `why`, a key of the sentences in `phrases.files`."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant's place: its section's letter, its line (NS, EW or ""), its number there."""

    letter: str
    line: str
    number: int


@dataclass(frozen=True, slots=True)
class LineOfTable:
    """One table on one board; `said` None where only points or an award are known.

    sitting   side, in an individual seat, with a place in the event's list of entrants
    """

    letter: str
    board: int
    table: int
    sitting: tuple[tuple[str, int], ...]
    said: Report | None
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class EventAsPlayed:
    """What is written down of an imported event.

    groups    the letters of the sections that share a ranking
    sit_outs  place in the list of entrants -> boards that it sat out and that count by the rule
    taken     place in the list, amount, unit of what was taken from a total (below zero: given)
    """

    conditions: Conditions
    shares_boards: bool
    groups: tuple[tuple[str, ...], ...]
    placed: Mapping[int, Placed]
    lines: tuple[LineOfTable, ...]
    sit_outs: Mapping[int, int]
    taken: tuple[tuple[int, Fraction, str], ...]
    deals: Mapping[tuple[str, int], Deal]


def as_played(event: PublishedEvent) -> EventAsPlayed:
    """The rows of an event of pairs or single players, scored by the rule that its check found. Raises NotImportable."""
    if event.matches:
        raise NotImportable(why="matches")
    attempt, _ = best_attempt(event)
    letters = _letters(event)
    lines = tuple(_lines(attempt, letters))
    placed = _placed(event, lines, letters)
    fields = [field for field, _ in attempt.fields]
    return EventAsPlayed(
        conditions=attempt.rule.conditions, shares_boards=attempt.rule.across, groups=_groups(attempt, fields, placed, letters), placed=placed, lines=lines,
        sit_outs={_index(entry.who): entry.sit_outs for field in fields for entry in field.facts.entries if entry.sit_outs},
        taken=tuple((_index(each.who), each.amount, each.unit.value) for field in fields for each in field.facts.penalties),
        deals={(letters[board.session, board.section], board.number): board.deal for board in event.boards if board.deal},
    )


def _letters(event: PublishedEvent) -> dict[tuple[str, str], str]:
    """The letter of each section of each session that has boards."""
    sections = list(dict.fromkeys((board.session, board.section) for board in event.boards if board.lines))
    if len(sections) > len(LETTERS):
        raise NotImportable(why="sections")
    found = {section: LETTERS[place] for place, section in enumerate(sections)}
    return {(board.session, board.section): found.get((board.session, board.section), "A") for board in event.boards}


def _lines(attempt: Attempt, letters: Mapping[tuple[str, str], str]) -> Iterator[LineOfTable]:
    for field, _ in attempt.fields:
        for facts, printed in zip(field.facts.boards, field.printed, strict=True):
            for place, (board, line) in enumerate(printed):
                yield LineOfTable(
                    letters[board.session, board.section], board.number, _table(line), _sitting(facts, place),
                    line.outcome if isinstance(line.outcome, Report) else None, facts.outcomes[place],
                )


def _sitting(facts: BoardFacts[Who], place: int) -> tuple[tuple[str, int], ...]:
    """Who sat where: two pairs on their sides, or four players on their seats."""
    columns = [("NS", facts.ns), ("EW", facts.ew)]
    if facts.ns_partners:
        columns = [("N", facts.ns), ("S", facts.ns_partners), ("E", facts.ew), ("W", facts.ew_partners)]
    return tuple((seat, _index(column[place])) for seat, column in columns)


def _index(who: Who) -> int:
    """The place in the list of entrants; who is on a line and in no list cannot be ranked."""
    if not isinstance(who, int):
        raise NotImportable(why="names")
    return who


def _table(line: TravellerLine) -> int:
    return parse_whole("".join(letter for letter in line.table if letter.isdigit())) or line.position


def _placed(event: PublishedEvent, lines: Sequence[LineOfTable], letters: Mapping[tuple[str, str], str]) -> dict[int, Placed]:
    """Where each entrant of the list is; raises NotImportable for one that plays in two sections."""
    seen: dict[int, set[str]] = {}
    for line in lines:
        for _, who in line.sitting:
            seen.setdefault(who, set()).add(line.letter)
    if any(len(sections) > 1 for sections in seen.values()):
        raise NotImportable(why="sections")
    placed: dict[int, Placed] = {}
    taken = set[Placed]()
    for index, entrant in enumerate(event.entrants):
        letter = next(iter(seen.get(index, ())), letters.get((entrant.session, entrant.section), "A"))
        place = Placed(letter, entrant.direction.value if entrant.direction else "", number_of(entrant) or index + 1)
        while place in taken:
            place = Placed(letter, place.line, place.number + len(event.entrants))
        taken.add(place)
        placed[index] = place
    return placed


def number_of(entrant: Entrant) -> int | None:
    """The number in what is printed for an entrant; None where there is none."""
    digits = "".join(letter for letter in entrant.number if letter.isdigit())
    return parse_whole(digits) if 0 < len(digits) < 5 else None


def _groups(
    attempt: Attempt, fields: Sequence[Field], placed: Mapping[int, Placed], letters: Mapping[tuple[str, str], str]
) -> tuple[tuple[str, ...], ...]:
    """One ranking over sections that were compared with one another, or one for each list of the file. Raises NotImportable where two lists share a section."""
    every = tuple(dict.fromkeys(letters.values()))
    if attempt.rule.together or attempt.rule.across or len(fields) == 1:
        return (every,)
    groups = tuple(tuple(sorted({placed[_index(entry.who)].letter for entry in field.facts.entries})) for field in fields)
    if sum(len(group) for group in groups) != len({letter for group in groups for letter in group}):
        raise NotImportable(why="sections")
    return groups


def deal_text(deal: Deal) -> str:
    """The deal as it is stored: PBN from North, suits from spades."""
    return "N:" + " ".join(".".join(_ranks(deal, seat, suit) for suit in reversed(Suit)) for seat in (Seat.N, Seat.E, Seat.S, Seat.W))


def _ranks(deal: Deal, seat: Seat, suit: Suit) -> str:
    return "".join(rank.letter for rank in sorted((card.rank for card in deal.hand(seat) if card.suit is suit), reverse=True))


def boards_of(played: EventAsPlayed) -> dict[str, list[int]]:
    """Section letter -> the numbers of its boards."""
    found: dict[str, set[int]] = {letter: set() for group in played.groups for letter in group}
    for line in played.lines:
        found.setdefault(line.letter, set()).add(line.board)
    return {letter: sorted(numbers) for letter, numbers in found.items()}


def result_columns(said: Report | None, board: int, points: int) -> dict[str, Any]:
    """Columns of a result row: the contract where its points are those that count, else the points alone."""
    if said is not None and ns_points_of(said, board) == points:
        return columns_of(said, board, turned=False)
    return {"contract": "", "declarer": "", "tricks": None, "lead": "", "ns_points": points, "turned": False}


def decided_sides(outcome: Ruled | Unscored) -> dict[Side, tuple[AdjustmentKind, dict[str, Any]]]:
    """Kind and value of the row for what each side gets instead of a result."""
    if isinstance(outcome, Ruled):
        return {Side.NS: value_of(outcome.ns), Side.EW: value_of(outcome.ew)}
    return dict.fromkeys(Side, value_of(outcome))
