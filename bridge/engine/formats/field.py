"""A published event as the scoring engine takes it: columns of results, entries, sit-outs; and the way back from a scored line to the printed one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.formats.event import (
    Absence,
    ArtificialScore,
    Entrant,
    Form,
    Method,
    PublishedBoard,
    PublishedEvent,
    SplitScore,
    TravellerLine,
)
from bridge.engine.formats.lines import counted_points, is_bare_zero
from bridge.engine.formats.notation import parse_figure
from bridge.engine.formats.rules import Adjustments, Basis, Rule
from bridge.engine.scoring.factoring import measure_of
from bridge.engine.scoring.facts import Entry, RankingFacts, SessionPenalty
from bridge.engine.scoring.method import Setting
from bridge.engine.scoring.outcome import FLAT_PERCENT, Assigned, Award, FixedImps, FixedPercent, Outcome, Ruled, Unit, Unscored
from bridge.engine.scoring.traveller import BoardFacts
from bridge.engine.seats import Side

# An entrant by its place in the event's list; somebody whom the list does not name by side and number.
Who = int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """The entrants of one field with the boards that count for it."""

    entrants: tuple[tuple[int, Entrant], ...]
    boards: tuple[PublishedBoard, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The facts of one list, for each of its boards the printed lines in the order of the columns, and the lines of those who sat out."""

    facts: RankingFacts[Who]
    printed: tuple[tuple[tuple[PublishedBoard, TravellerLine], ...], ...]
    sit_outs: Counter[Who]
    byes: tuple[tuple[PublishedBoard, TravellerLine, Side, Who], ...] = ()


def scopes_of(event: PublishedEvent, rule: Rule) -> tuple[Scope, ...]:
    """The fields that the rule scores: all together where boards are compared over all sections, else each section's and session's list with its boards."""
    numbered = tuple(enumerate(event.entrants))
    if rule.together or rule.across:
        return (Scope(numbered, tuple(event.boards)),)
    lists: dict[tuple[str, str], list[tuple[int, Entrant]]] = {}
    for index, entrant in numbered:
        lists.setdefault((entrant.session, entrant.section), []).append((index, entrant))
    return tuple(
        Scope(tuple(members), tuple(board for board in event.boards if session in ("", board.session) and section in ("", board.section)))
        for (session, section), members in lists.items()
    )


class Names:
    """Who is meant by a number on a line: an entrant of the list by number, side and section."""

    def __init__(self, entrants: Iterable[tuple[int, Entrant]]) -> None:
        self.by_number: dict[str, list[tuple[int, Entrant]]] = {}
        for index, entrant in entrants:
            self.by_number.setdefault(_plain(entrant.number), []).append((index, entrant))

    def who(self, board: PublishedBoard, side: Side, number: str) -> Who:
        """The entrant's place in the list, else a key that is nobody's."""
        plain = _plain(number)
        bare = plain.removesuffix(side.value).removeprefix(side.value).strip("-/_")
        spellings = (plain, plain + side.value, bare, _plain(bare))
        found = next((self.by_number[spelling] for spelling in spellings if spelling in self.by_number), [])
        fitting = [couple for couple in found if couple[1].direction in (None, side)] or found
        here = [couple for couple in fitting if couple[1].section in ("", board.section) and couple[1].session in ("", board.session)]
        if here:
            return here[0][0]
        return fitting[0][0] if fitting else (side.value, board.section, number)


def _plain(number: str) -> str:
    """A number without what programs write differently in the list and on the lines: blanks, noughts before it, small letters."""
    return "".join(number.split()).lstrip("0").upper() or number


def field_of(event: PublishedEvent, scope: Scope, rule: Rule) -> Field:
    """The facts of one list under a rule."""
    names = Names(scope.entrants)
    tables: dict[tuple[str, ...], list[tuple[PublishedBoard, TravellerLine]]] = {}
    byes: list[tuple[PublishedBoard, TravellerLine, Side, Who]] = []
    for board in scope.boards:
        key = (board.session, str(board.number)) if rule.across else (board.session, str(board.number), board.section)
        lines = tables.setdefault(key, [])
        for line in board.lines:
            if line.outcome is Absence.BYE:
                byes.extend((board, line, side, names.who(board, side, number)) for side in Side for number in line.numbers(side))
            elif line.ns and line.ew:
                lines.append((board, line))
    expected = max((sum(not isinstance(line.outcome, Absence) or line.outcome in _COUNTED for _, line in lines) for lines in tables.values()), default=0)
    boards = tuple(_board_facts(event, key, lines, names, rule, expected) for key, lines in tables.items())
    played = _boards_played(boards)
    sit_outs: Counter[Who] = Counter(who for _, _, _, who in byes)
    most = max((played[who] + sit_outs[who] for who, _ in scope.entrants), default=0)
    if not sit_outs:
        sit_outs.update({who: most - played[who] for who, _ in scope.entrants})
    counting = sit_outs if rule.byes else Counter[Who]()
    entries: tuple[Entry[Who], ...] = tuple(Entry(who, line=entrant.direction, sit_outs=counting[who]) for who, entrant in scope.entrants)
    facts: RankingFacts[Who] = RankingFacts(
        conditions=rule.conditions,
        entries=entries,
        boards=boards,
        total_boards=rule.boards_due or (most if rule.byes else None),
        penalties=tuple(_penalties(scope.entrants, played, rule)),
    )
    return Field(facts, tuple(tuple(lines) for lines in tables.values()), sit_outs, tuple(byes))


def _boards_played(boards: Sequence[BoardFacts[Who]]) -> Counter[Who]:
    played: Counter[Who] = Counter()
    for board in boards:
        for line, outcome in enumerate(board.outcomes):
            if not isinstance(outcome, Unscored):
                played.update({board.ns[line]: 1, board.ew[line]: 1})
                played.update([column[line] for column in (board.ns_partners, board.ew_partners) if column])
    return played


def _penalties(entrants: Iterable[tuple[int, Entrant]], played: Counter[Who], rule: Rule) -> Iterable[SessionPenalty[Who]]:
    """What a file adds is a bonus; in percent it is of the whole session, the engine's of one board."""
    in_percent = rule.conditions.method == Method.MATCHPOINTS.value
    for who, entrant in entrants:
        given = parse_figure(entrant.handicap)
        if given and given.value and rule.handicap:
            amount = -given.value * rule.handicap
            yield SessionPenalty(who, amount * played[who], Unit.PERCENT) if in_percent else SessionPenalty(who, amount, Unit.METHOD)
        figure = parse_figure(entrant.adjustment)
        if figure and figure.value and rule.adjustments is Adjustments.UNITS:
            yield SessionPenalty(who, -figure.value, Unit.METHOD)
        elif figure and figure.value and rule.adjustments is Adjustments.PERCENT:
            yield SessionPenalty(who, -figure.value * played[who], Unit.PERCENT)


def _board_facts(
    event: PublishedEvent, key: tuple[str, ...], lines: Sequence[tuple[PublishedBoard, TravellerLine]], names: Names, rule: Rule, expected: int
) -> BoardFacts[Who]:
    def column(side: Side, place: int) -> tuple[Who, ...]:
        return tuple(names.who(board, side, line.numbers(side)[place % len(line.numbers(side))]) for board, line in lines)

    singles = event.form is Form.SINGLES
    return BoardFacts(
        board=key,
        ns=column(Side.NS, 0),
        ew=column(Side.EW, 0),
        outcomes=_outcomes(lines, rule, expected),
        field=None if rule.across else key[2:],
        session=key[0],
        ns_partners=column(Side.NS, 1) if singles else (),
        ew_partners=column(Side.EW, 1) if singles else (),
    )


def _outcomes(lines: Sequence[tuple[PublishedBoard, TravellerLine]], rule: Rule, expected: int) -> tuple[Outcome, ...]:
    ruled = [line.outcome is Absence.AS_PRINTED or rule.zeros_ruled and is_bare_zero(line) for _, line in lines]
    points = [
        None if is_ruled else counted_points(board, line, printed_first=rule.basis is Basis.PRINTED)
        for (board, line), is_ruled in zip(lines, ruled, strict=True)
    ]
    actual = sum(own is not None for own in points)
    setting = Setting(rule.conditions, expected, len(lines))
    outcomes: list[Outcome] = []
    for (_, line), own, is_ruled in zip(lines, points, ruled, strict=True):
        if isinstance(line.outcome, ArtificialScore | SplitScore):
            outcomes.append(Ruled(_decided(line.outcome.ns, rule), _decided(line.outcome.ew, rule)))
        elif is_ruled:
            outcomes.append(_as_printed(line, rule, setting, actual))
        else:
            outcomes.append(Unscored.NOT_PLAYED if own is None else own)
    return tuple(outcomes)


# Lines without a contract that count all the same.
_COUNTED = (Absence.UNKNOWN, Absence.AS_PRINTED)


def _decided(given: int | Fraction | Award, rule: Rule) -> Assigned | Award | FixedPercent:
    if isinstance(given, int):
        return Assigned(given)
    if isinstance(given, Award):
        return given if rule.own_average else FixedPercent(FLAT_PERCENT[given])
    return FixedPercent(given)


def _as_printed(line: TravellerLine, rule: Rule, setting: Setting, actual: int) -> Outcome:
    """A line of which only the figures are known: what part of the board's top they are, or IMPs as printed."""
    ns, ew = parse_figure(line.ns_scored), parse_figure(line.ew_scored)
    if ns is None or ew is None:
        return Unscored.NOT_PLAYED
    if rule.conditions.method != Method.MATCHPOINTS.value:
        return Ruled(FixedImps(ns.value), FixedImps(ew.value))
    measure = measure_of(actual, setting)
    if not measure.per_percent:
        return Unscored.NOT_PLAYED
    percents = [50 + (figure.value - measure.average) / measure.per_percent for figure in (ns, ew)]
    if not all(0 <= percent <= 100 for percent in percents):
        return Unscored.NOT_PLAYED
    return Ruled(FixedPercent(percents[0]), FixedPercent(percents[1]))
