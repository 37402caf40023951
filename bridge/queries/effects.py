"""What a change would do to a ranking, before it is confirmed: laid over the facts, reckoned, not stored."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from bridge.engine.errors import EngineError
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import Entry as Competitor
from bridge.engine.scoring.facts import RankingFacts, Reckoned, SessionPenalty, Standing
from bridge.engine.scoring.method import Note
from bridge.engine.scoring.outcome import Outcome, Unit, Unscored
from bridge.engine.scoring.reckon import reckon
from bridge.engine.scoring.traveller import BoardFacts, Traveller
from bridge.mapping.basis import basis_of
from bridge.mapping.combined import Overlay
from bridge.mapping.conditions import options_of
from bridge.mapping.standings import Loaded, load_ranking, load_travellers
from bridge.mapping.travellers import Who
from bridge.models import Entry, EventForm, Penalty, Place, Ranking, RankingPart, Seating


@dataclass(frozen=True, slots=True)
class Moved:
    """One entry that a change would move: its list, place and shown figure before and after (None: not ranked)."""

    list: str
    entry: int
    place: tuple[str, str]
    score: tuple[Fraction | None, Fraction | None]

    @property
    def part(self) -> str:
        """The stratum or `handicap` that the list is of; "" for the whole field."""
        return self.list.partition("/")[2]

    @property
    def is_still(self) -> bool:
        """Are place and figure what they were?"""
        return self.place[0] == self.place[1] and self.score[0] == self.score[1]


@dataclass(frozen=True, slots=True)
class Effect:
    """What moves in one ranking; figures are percentages or totals before and after.

    problem   why the engine refuses the change
    note      why the method gives nobody a number after it
    """

    ranking: int
    is_percent: bool
    moved: tuple[Moved, ...]
    problem: EngineError | None = None
    note: Note | None = None


def effects(seating: Seating, overlay: Overlay) -> tuple[Effect, ...]:
    """The effect of a change at a table on every ranking of its evening; a ranking of teams is made of matches: see `match_effects`."""
    rankings = Ranking.objects.filter(pk__in=RankingPart.objects.filter(section=seating.section_id).values("ranking")).select_related("stage")
    rankings = rankings.filter(session=seating.section.session_id).exclude(stage__event__form=EventForm.TEAMS)
    return tuple(effect_of(ranking, overlay) for ranking in rankings.order_by("pk"))


def effect_of(ranking: Ranking, overlay: Overlay) -> Effect:
    """The effect on one ranking: everybody whose place or figure changes."""
    loaded = load_ranking(ranking, basis_of(ranking))
    same_rules = ranking.scored_by == options_of(loaded.facts.conditions)
    stored = dict[Hashable, Traveller[Who]](load_travellers(ranking, loaded).items()) if same_rules else {}
    before = reckon(loaded.facts, stored)
    changed = overlay(loaded)
    unchanged = {traveller.facts.board: traveller for traveller in before.travellers} if changed.conditions == loaded.facts.conditions else {}
    try:
        after = reckon(changed, unchanged)
    except EngineError as problem:
        return Effect(ranking.pk, False, (), problem)
    return _between(ranking, loaded, before, after)


def effect_between(ranking: Ranking, before: Loaded, after: Loaded) -> Effect:
    """What moves in a ranking from one state of its facts to another: everybody whose place or figure changes, whoever came too."""
    try:
        return _between(ranking, after, reckon(before.facts), reckon(after.facts))
    except EngineError as problem:
        return Effect(ranking.pk, False, (), problem)


def _between(ranking: Ranking, loaded: Loaded, before: Reckoned[Who], after: Reckoned[Who]) -> Effect:
    old = {(standing.list, standing.who): standing for standing in before.standings}
    found = [moved(loaded.entry_of[standing.who], old.get((standing.list, standing.who)), standing) for standing in after.standings]
    lists, now = {standing.list for standing in after.standings}, {(standing.list, standing.who) for standing in after.standings}
    left = [each for each in before.standings if each.list in lists and (each.list, each.who) not in now and each.who in loaded.entry_of]
    found += [moved(loaded.entry_of[standing.who], standing, None) for standing in left]
    is_percent = any(standing.percent is not None for standing in after.standings)
    return Effect(ranking.pk, is_percent, tuple(each for each in found if not each.is_still), note=after.problem)


def moved(entry: int, before: Standing[Any] | None, after: Standing[Any] | None) -> Moved:
    """An entry's place and figure in a list before and after; None: it is not in the list."""
    known = after or before
    assert known is not None, "it is in the list before or after"
    places = tuple(str(standing.place) if standing and standing.place else "" for standing in (before, after))
    scores = tuple(standing.score if standing and standing.boards else None for standing in (before, after))
    return Moved(known.list, entry, (places[0], places[1]), (scores[0], scores[1]))


def with_outcome(seating: Seating, number: int, outcome: Outcome, *, turned: bool = False) -> Overlay:
    """The board counts as this at this table, whether it counted before or not."""

    def overlay(loaded: Loaded) -> RankingFacts[Who]:
        who_of = {entry: who for who, entry in loaded.entry_of.items()}
        at = {side: who_of[entry] for side, entry in Place.objects.live().filter(seating=seating).values_list("side", "entry")}
        sat = _Sat(at.get("N") or at["NS"], at.get("E") or at["EW"], at.get("S"), at.get("W"))
        boards = list(loaded.facts.boards)
        index = next((index for index, board in enumerate(boards) if board.board == number), None)
        if index is None and outcome is Unscored.NOT_YET:
            return loaded.facts
        if index is None:
            empty: BoardFacts[Who] = BoardFacts(board=number, ns=(), ew=(), outcomes=())
            fresh = _with_line(empty, (), seating.pk, sat, outcome, turned)
            return replace(loaded.facts, boards=tuple(sorted([*boards, fresh], key=lambda board: board.board)))  # type: ignore[arg-type, return-value]
        boards[index] = _with_line(boards[index], loaded.said[number], seating.pk, sat, outcome, turned)
        return replace(loaded.facts, boards=tuple(boards))

    return overlay


@dataclass(frozen=True, slots=True)
class _Sat:
    """Who sits at a table; the last two in an individual."""

    ns: Who
    ew: Who
    south: Who | None
    west: Who | None


def _with_line(board: BoardFacts[Who], said: Sequence[Any], seating: int, sat: _Sat, outcome: Outcome, turned: bool) -> BoardFacts[Who]:
    line = next((line for line, told in enumerate(said) if told["seating"] == seating), None)
    if line is None and outcome is Unscored.NOT_YET:
        return board
    if line is None:
        line = len(board.ns)
        board = replace(
            board, ns=(*board.ns, sat.ns), ew=(*board.ew, sat.ew), outcomes=(*board.outcomes, outcome), forms=(*board.forms, "") if board.forms else (),
            ns_partners=(*board.ns_partners, *((sat.south,) if sat.south else ())), ew_partners=(*board.ew_partners, *((sat.west,) if sat.west else ())),
        )
    outcomes = tuple(outcome if at == line else old for at, old in enumerate(board.outcomes))
    return replace(board, outcomes=outcomes, turned=(board.turned - {line}) | (frozenset({line}) if turned else frozenset()))


def both(first: Overlay, second: Overlay) -> Overlay:
    """One change and then another."""
    return lambda loaded: second(replace(loaded, facts=first(loaded)))


def with_forms(number: int, forms: Mapping[int, str]) -> Overlay:
    """The tables of these seatings played the board in these forms ("": as it was dealt)."""

    def overlay(loaded: Loaded) -> RankingFacts[Who]:
        def fouled(board: BoardFacts[Who]) -> BoardFacts[Who]:
            if board.board != number:
                return board
            before = board.forms or ("",) * len(board.ns)
            now = tuple(forms.get(told["seating"], old) for told, old in zip(loaded.said[number], before, strict=True))
            return replace(board, forms=now if any(now) else ())

        return replace(loaded.facts, boards=tuple(fouled(board) for board in loaded.facts.boards))

    return overlay


def with_conditions(conditions: Callable[[Conditions], Conditions]) -> Overlay:
    """Scored by other conditions; `conditions` makes them of those that the ranking has."""
    return lambda loaded: replace(loaded.facts, conditions=conditions(loaded.facts.conditions))


def with_grades(grades: Mapping[int, tuple[str, Fraction | None]]) -> Overlay:
    """The entries play in these strata with these handicaps."""

    def overlay(loaded: Loaded) -> RankingFacts[Who]:
        def graded(entry: Competitor[Who]) -> Competitor[Who]:
            stratum, handicap = grades.get(loaded.entry_of[entry.who], (entry.stratum or "", entry.handicap))
            return replace(entry, stratum=stratum or None, handicap=handicap or Fraction(0))

        return replace(loaded.facts, entries=tuple(map(graded, loaded.facts.entries)))

    return overlay


def with_penalty(entry: Entry, amount: Fraction, unit: Unit) -> Overlay:
    """So much is taken from the entry."""

    def overlay(loaded: Loaded) -> RankingFacts[Who]:
        who = next((who for who, pk in loaded.entry_of.items() if pk == entry.pk), None)
        if who is None:
            return loaded.facts
        taken = SessionPenalty(who, amount, unit)
        return replace(loaded.facts, penalties=(*loaded.facts.penalties, taken))

    return overlay


def without_penalties(rows: Iterable[Penalty]) -> Overlay:
    """What these rows take from entries is given back."""

    def overlay(loaded: Loaded) -> RankingFacts[Who]:
        left = list(loaded.facts.penalties)
        for row in rows:
            ended = next((each for each in left if (loaded.entry_of[each.who], each.amount, each.unit.value) == (row.entry_id, row.amount, row.unit)), None)
            if ended is not None:
                left.remove(ended)
        return replace(loaded.facts, penalties=tuple(left))

    return overlay
