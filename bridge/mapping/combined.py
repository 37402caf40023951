"""An event of several evenings between the tables and the engine: which rankings count in it, whose standings there belong together. No rule stands here."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from django.db import transaction
from django.db.models import F

from bridge.engine.scoring.combining import Combining, Part, combine, graded
from bridge.engine.scoring.conditions import Conditions, TieBreak
from bridge.engine.scoring.facts import Entry, RankingFacts, Standing
from bridge.engine.scoring.reckon import reckon
from bridge.engine.scoring.tally import Tally
from bridge.engine.scoring.tie_breaks import BOARD_TIE_BREAKS
from bridge.engine.scoring.traveller import BoardFacts, Traveller
from bridge.mapping.basis import MERGE_PLAYERS, PART_PLAYERS, Basis
from bridge.mapping.conditions import conditions_of, options_of
from bridge.mapping.frozen import from_json, to_json
from bridge.mapping.graded import grades_as_at, lots_as_at
from bridge.mapping.records import kept_records
from bridge.mapping.running import RunningRow, store_running
from bridge.mapping.standings import Loaded, hundredths_of, load_ranking, load_travellers
from bridge.mapping.travellers import Who
from bridge.models import Act, Journal, LineUp, Ranking, Roster, Section
from bridge.models import Conditions as ConditionsRow
from bridge.models import Session as SessionRow

_COMBINATION = "combining"  # the key beside the options of the conditions
Overlay = Callable[[Loaded], RankingFacts[Who]]  # the facts of a ranking as a change would make them
Pair = tuple[int, ...]  # whom entries of several evenings have in common: their players' ids, of merged records the one that is kept


@dataclass(frozen=True, slots=True)
class Counted:
    """A ranking, by its id, that counts with a weight; `carried`: it was played before the others."""

    ranking: int
    weight: Fraction = Fraction(1)
    carried: bool = False


@dataclass(frozen=True, slots=True)
class Combination:
    """How an event of several evenings is made of their rankings."""

    how: Combining
    parts: tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class Combined:
    """What an event of several evenings is made of as at a basis.

    entry_of      the event's own entries, by their players
    grades, lots  of entries, by their ids: the event's own group and handicap, and the lot where ties are parted by one
    """

    conditions: Conditions
    combination: Combination
    parts: tuple[Part[Pair], ...]
    entry_of: Mapping[Pair, int]
    grades: Mapping[int, tuple[str, Fraction | None]]
    lots: Mapping[int, int]

    @property
    def unknown(self) -> list[Pair]:
        """Those who took part and have no entry in the event yet."""
        took_part = {standing.who for part in self.parts for standing in part.standings if standing.boards}
        return sorted(took_part - self.entry_of.keys())

    @property
    def entries(self) -> tuple[Entry[Pair], ...]:
        """The event's entries that took part, in the order in which they came to it, as they are graded."""
        took_part = {standing.who for part in self.parts for standing in part.standings if standing.boards}
        entered = sorted(took_part & self.entry_of.keys(), key=lambda pair: self.entry_of[pair])
        grades = {pair: self.grades[self.entry_of[pair]] for pair in entered}
        plain = tuple(Entry(pair, stratum=grades[pair][0] or None, draw=self.lots.get(self.entry_of[pair], 0)) for pair in entered)
        own = {pair: handicap for pair, (_, handicap) in grades.items() if handicap is not None}
        return graded(plain, own, self.parts, self.combination.how, self.conditions.strata)

    def standings(self) -> tuple[Standing[Pair], ...]:
        """The lists of the event. Raises OnlyCarried, NothingToCarry."""
        return combine(self.conditions, self.entries, self.parts, self.combination.how)


def combination_options(conditions: Conditions, combination: Combination) -> dict[str, Any]:
    """What is stored of the conditions of an event of several evenings."""
    return options_of(conditions) | {_COMBINATION: to_json(combination)}


def combination_of(options: Mapping[str, Any]) -> tuple[Conditions, Combination]:
    """Conditions and combination as stored."""
    return plain_conditions_of(options), from_json(Combination, options[_COMBINATION])


def plain_conditions_of(options: Mapping[str, Any]) -> Conditions:
    """The conditions as stored, of one evening or of several."""
    return conditions_of({name: stored for name, stored in options.items() if name != _COMBINATION})


def is_combined(ranking: Ranking) -> bool:
    """Is, or was, the ranking made of others?"""
    return ranking.session_id is None and ConditionsRow.objects.filter(ranking=ranking, options__has_key=_COMBINATION).exists()


def load_combined(
    ranking: Ranking, basis: Basis, changes: Mapping[int, Overlay] | None = None, terms: tuple[Conditions, Combination] | None = None
) -> Combined:
    """Every part's standings as at a basis, reckoned from the facts of its evenings.

    changes   laid over the facts of some of them, by the ranking's id
    terms     other conditions and parts than the event has; the basis covers these
    """
    head = basis[str(Journal.objects.get(event__stages=ranking.stage_id).pk)]
    conditions, combination = terms or combination_of(ConditionsRow.objects.as_at(head).get(ranking=ranking).options)
    others = Ranking.objects.select_related("stage__event").in_bulk([counted.ranking for counted in combination.parts])
    then = _records_then(ranking, head)
    reads = _Reading(basis, changes or {}, then, not BOARD_TIE_BREAKS.isdisjoint(conditions.tie_breaks))
    parts = tuple(_part(others[counted.ranking], counted, reads) for counted in combination.parts)
    lots = lots_as_at(ranking, basis) if TieBreak.DRAW in conditions.tie_breaks else {}
    return Combined(conditions, combination, parts, _entries(ranking, head, then), grades_as_at(ranking, basis), lots)


def _records_then(ranking: Ranking, head: int) -> dict[int, int | None]:
    """How it stood at an act of the event's journal with records of its players that were merged or parted after it, as `kept_records` asks for it."""
    later = Act.objects.filter(journal__event__stages=ranking.stage_id, kind__in=(MERGE_PLAYERS, PART_PLAYERS), pk__gt=head)
    # The first act after it says how it stood before: what comes last here.
    told = later.order_by("-pk").values_list("kind", "facts")
    return {facts["double"]: None if kind == MERGE_PLAYERS else facts["kept"] for kind, facts in told}


@dataclass(frozen=True, slots=True)
class _Reading:
    """How parts are read: as at which acts, with what laid over them, how merged records stood then, whether tie-breaks ask for single boards."""

    basis: Basis
    changes: Mapping[int, Overlay]
    then: Mapping[int, int | None]
    with_boards: bool


def _part(other: Ranking, counted: Counted, reads: _Reading) -> Part[Pair]:
    if is_combined(other):
        return _part_of_event(load_combined(other, reads.basis, reads.changes), counted, with_boards=reads.with_boards)
    loaded = load_ranking(other, reads.basis)
    facts = reads.changes[other.pk](loaded) if other.pk in reads.changes else loaded.facts
    is_stored = bool(other.basis) and all(reads.basis.get(journal) == head for journal, head in other.basis.items())
    may_keep = is_stored and other.scored_by == options_of(facts.conditions)
    kept = dict[Hashable, Traveller[Who]](load_travellers(other, loaded).items()) if may_keep else {}
    reckoned = reckon(facts, kept)
    pair_of = _pairs(other, loaded.entry_of, reads)
    standings, available = [], {}
    for standing in reckoned.standings:
        if "/" not in standing.list and standing.who in pair_of:
            pair = pair_of[standing.who]
            own = reckoned.tallies.get(standing.who, Tally())
            standings.append(Standing("all", pair, None, standing.score, standing.total, standing.percent, standing.boards, standing.unranked))
            available[pair] = own.average + 50 * own.per_percent
    strata = {pair_of[entry.who]: entry.stratum for entry in facts.entries if entry.who in pair_of and entry.stratum}
    handicaps = {pair_of[entry.who]: entry.handicap for entry in facts.entries if entry.who in pair_of and entry.handicap}
    travellers = tuple(_of_pairs(traveller, pair_of) for traveller in reckoned.travellers) if reads.with_boards else ()
    return Part(tuple(standings), counted.weight, counted.carried, facts.conditions, available, strata, handicaps, travellers)


def _part_of_event(inner: Combined, counted: Counted, *, with_boards: bool) -> Part[Pair]:
    """An event of several evenings as a part of another."""
    whole = tuple(standing for standing in inner.standings() if "/" not in standing.list)
    strata = {entry.who: entry.stratum for entry in inner.entries if entry.stratum}
    handicaps = {entry.who: entry.handicap for entry in inner.entries if entry.handicap}
    boards = tuple(traveller for part in inner.parts for traveller in part.travellers) if with_boards else ()
    return Part(whole, counted.weight, counted.carried, inner.conditions, _available_of(inner.parts), strata, handicaps, boards)


def _of_pairs(traveller: Traveller[Who], pair_of: Mapping[Who, Pair]) -> Traveller[Pair]:
    """The same board, told by the pairs of the event."""
    facts: BoardFacts[Any] = traveller.facts

    def told(column: tuple[Who, ...]) -> tuple[Pair, ...]:
        return tuple(pair_of.get(who, ()) for who in column)

    of_event = replace(facts, ns=told(facts.ns), ew=told(facts.ew), ns_partners=told(facts.ns_partners), ew_partners=told(facts.ew_partners))
    return replace(cast("Traveller[Any]", traveller), facts=of_event)


def _available_of(parts: Collection[Part[Pair]]) -> dict[Pair, Fraction]:
    """What could be won in all parts together, each by its weight, as their totals are added up."""
    found: dict[Pair, Fraction] = {}
    for part in parts:
        for pair, available in part.available.items():
            found[pair] = found.get(pair, Fraction(0)) + part.weight * available
    return found


def _pairs(ranking: Ranking, entry_of: Mapping[Who, int], reads: _Reading) -> dict[Who, Pair]:
    """Whom each key of an evening stands for: those who sat down first in its seats, whoever sat in for them later."""
    first: dict[tuple[int, str], int] = {}
    sessions = SessionRow.objects.filter(pk__in=Section.objects.filter(ranking_parts__ranking=ranking).values("session")).select_related("journal")
    for session in sessions:
        rows = LineUp.objects.as_at(reads.basis[str(session.journal.pk)]).filter(session=session, entry__in=list(entry_of.values()))
        for entry, seat, player in rows.order_by("from_round", "pk").values_list("entry", "seat", "player"):
            first.setdefault((entry, seat), player)
    kept = kept_records(first.values(), reads.then)
    found: dict[int, list[int]] = {}
    for (entry, _seat), player in first.items():
        found.setdefault(entry, []).append(kept.get(player, player))
    return {who: tuple(sorted(found[entry])) for who, entry in entry_of.items() if entry in found}


def _entries(ranking: Ranking, head: int, then: Mapping[int, int | None]) -> dict[Pair, int]:
    rows = Roster.objects.as_at(head).filter(entry__event__stages=ranking.stage_id).order_by("pk").values_list("entry", "player")
    of_entry: dict[int, list[int]] = {}
    for entry, player in rows:
        of_entry.setdefault(entry, []).append(player)
    kept = kept_records({player for _, player in rows}, then)
    found: dict[Pair, int] = {}
    for entry, players in of_entry.items():
        found.setdefault(tuple(sorted(kept.get(player, player) for player in players)), entry)
    return found


def store_combined(ranking: Ranking, loaded: Combined, standings: tuple[Standing[Pair], ...], basis: Basis) -> bool:
    """Store the list in one short transaction; false, and nothing stored, where another reckoning came first."""
    with transaction.atomic():
        changed = Ranking.objects.filter(pk=ranking.pk, turn=ranking.turn)
        if not changed.update(turn=F("turn") + 1, basis=basis, problem={}, scored_by=options_of(loaded.conditions)):
            return False
        shares = [_shares(part) for part in loaded.parts]
        store_running(ranking, [_row(loaded, standing, order, shares) for order, standing in enumerate(standings)])
    ranking.refresh_from_db(fields=["turn", "basis", "problem", "scored_by"])
    return True


def _row(loaded: Combined, standing: Standing[Pair], order: int, shares: Sequence[Mapping[Pair, list[Any]]]) -> RunningRow:
    facts = {
        "boards": standing.boards, "percent": None if standing.percent is None else str(standing.percent), "order": order,
        "unranked": standing.unranked.value if standing.unranked else None, "parts": [part.get(standing.who) for part in shares],
    }
    place = standing.place
    return RunningRow(
        standing.list, loaded.entry_of[standing.who], place.number if place else None, bool(place and place.shared), standing.score, standing.total,
        hundredths_of(standing), facts,
    )


def _shares(part: Part[Pair]) -> dict[Pair, list[Any]]:
    """Score, total, boards and what could be won, of everybody who took part."""
    return {
        own.who: [str(own.score), str(own.total), own.boards, str(part.available.get(own.who, Fraction(0)))] for own in part.standings if own.boards
    }
