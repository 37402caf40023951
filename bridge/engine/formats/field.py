"""A published event as the scoring engine takes it: columns of results, entries, sit-outs; and the way back from a scored line to the printed one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bridge.engine.formats.event import Absence, ArtificialScore, Entrant, Form, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.formats.lines import counted_points
from bridge.engine.formats.notation import parse_figure
from bridge.engine.formats.rules import Adjustments, Basis, Rule
from bridge.engine.scoring.facts import Entry, RankingFacts, SessionPenalty
from bridge.engine.scoring.outcome import Award, FixedImps, FixedPercent, Outcome, Ruled, Unit, Unscored
from bridge.engine.scoring.traveller import BoardFacts
from bridge.engine.seats import Side

# An entrant by its place in the event's list; somebody whom the list does not name by side and number.
Who = int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scope:
    """One list of entrants with the boards that count for it."""

    entrants: tuple[tuple[int, Entrant], ...]
    boards: tuple[PublishedBoard, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The facts of one list, and for each of its boards the printed lines in the order of the columns."""

    facts: RankingFacts[Who]
    printed: tuple[tuple[tuple[PublishedBoard, TravellerLine], ...], ...]
    sit_outs: Counter[Who]


def scopes_of(event: PublishedEvent, rule: Rule) -> tuple[Scope, ...]:
    """The lists that the rule ranks: all together, or each section's and session's by itself with the boards beneath it."""
    numbered = tuple(enumerate(event.entrants))
    if rule.together:
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
        found = self.by_number.get(_plain(number), [])
        fitting = [couple for couple in found if couple[1].direction in (None, side)] or found
        here = [couple for couple in fitting if couple[1].section in ("", board.section) and couple[1].session in ("", board.session)]
        if here:
            return here[0][0]
        return fitting[0][0] if fitting else (side.value, board.section, number)


def _plain(number: str) -> str:
    return number.strip().lstrip("0").upper() or number


def field_of(event: PublishedEvent, scope: Scope, rule: Rule) -> Field:
    """The facts of one list under a rule."""
    names = Names(scope.entrants)
    tables: dict[tuple[str, ...], list[tuple[PublishedBoard, TravellerLine]]] = {}
    sit_outs: Counter[Who] = Counter()
    for board in scope.boards:
        key = (board.session, str(board.number)) if rule.across else (board.session, str(board.number), board.section)
        lines = tables.setdefault(key, [])
        for line in board.lines:
            if line.outcome is Absence.BYE:
                sit_outs.update(names.who(board, side, number) for side in Side for number in line.numbers(side))
            elif line.ns and line.ew:
                lines.append((board, line))
    boards = tuple(_board_facts(event, key, lines, names, rule) for key, lines in tables.items())
    played = _boards_played(boards)
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
    return Field(facts, tuple(tuple(lines) for lines in tables.values()), sit_outs)


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
    for who, entrant in entrants:
        figure = parse_figure(entrant.adjustment)
        if figure and figure.value and rule.adjustments is Adjustments.UNITS:
            yield SessionPenalty(who, -figure.value, Unit.METHOD)
        elif figure and figure.value and rule.adjustments is Adjustments.PERCENT:
            yield SessionPenalty(who, -figure.value * played[who], Unit.PERCENT)


def _board_facts(
    event: PublishedEvent, key: tuple[str, ...], lines: Sequence[tuple[PublishedBoard, TravellerLine]], names: Names, rule: Rule
) -> BoardFacts[Who]:
    def column(side: Side, place: int) -> tuple[Who, ...]:
        return tuple(names.who(board, side, line.numbers(side)[place % len(line.numbers(side))]) for board, line in lines)

    singles = event.form is Form.SINGLES
    return BoardFacts(
        board=key,
        ns=column(Side.NS, 0),
        ew=column(Side.EW, 0),
        outcomes=tuple(_outcome(board, line, rule) for board, line in lines),
        field=None if rule.across else key[2:],
        session=key[0],
        ns_partners=column(Side.NS, 1) if singles else (),
        ew_partners=column(Side.EW, 1) if singles else (),
    )


def _outcome(board: PublishedBoard, line: TravellerLine, rule: Rule) -> Outcome:
    if isinstance(line.outcome, ArtificialScore):
        return Ruled(_artificial(line.outcome.ns, rule), _artificial(line.outcome.ew, rule))
    if line.outcome is Absence.AS_PRINTED:
        return _as_printed(line, rule)
    points = counted_points(board, line, printed_first=rule.basis is Basis.PRINTED)
    return Unscored.NOT_PLAYED if points is None else points


_FLAT = {Award.PLUS: Fraction(60), Award.AVERAGE: Fraction(50), Award.MINUS: Fraction(40)}


def _artificial(award: Fraction | Award, rule: Rule) -> Award | FixedPercent:
    if isinstance(award, Award):
        return award if rule.own_average else FixedPercent(_FLAT[award])
    return FixedPercent(award)


def _as_printed(line: TravellerLine, rule: Rule) -> Outcome:
    """A line of which only the figures are known: at matchpoints each side's part of both together, at IMPs what is printed."""
    ns, ew = parse_figure(line.ns_scored), parse_figure(line.ew_scored)
    if ns is None or ew is None:
        return Unscored.NOT_PLAYED
    if rule.conditions.method != "matchpoints":
        return Ruled(FixedImps(ns.value), FixedImps(ew.value))
    top = ns.value + ew.value
    if top <= 0 or ns.value < 0 or ew.value < 0:
        return Unscored.NOT_PLAYED
    return Ruled(FixedPercent(100 * ns.value / top), FixedPercent(100 * ew.value / top))
