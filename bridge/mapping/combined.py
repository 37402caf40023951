"""An event of several evenings between the tables and the engine: which rankings count in it, whose standings there belong together. No rule stands here."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import F

from bridge.engine.scoring.combining import Combining, Part, combine
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import Entry, Standing
from bridge.engine.scoring.reckon import reckon
from bridge.engine.scoring.tally import Tally
from bridge.engine.scoring.traveller import Traveller
from bridge.mapping.basis import Basis
from bridge.mapping.conditions import conditions_of, options_of
from bridge.mapping.frozen import from_json, to_json
from bridge.mapping.running import RunningRow, store_running
from bridge.mapping.standings import hundredths_of, load_ranking, load_travellers
from bridge.mapping.travellers import Who
from bridge.models import Conditions as ConditionsRow
from bridge.models import Journal, LineUp, Player, Ranking, Roster, Section
from bridge.models import Session as SessionRow

_COMBINATION = "combining"  # the key beside the options of the conditions
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

    entry_of   the event's own entries, by their players
    """

    conditions: Conditions
    combination: Combination
    parts: tuple[Part[Pair], ...]
    entry_of: Mapping[Pair, int]

    @property
    def unknown(self) -> list[Pair]:
        """Those who took part and have no entry in the event yet."""
        took_part = {standing.who for part in self.parts for standing in part.standings if standing.boards}
        return sorted(took_part - self.entry_of.keys())

    @property
    def entries(self) -> tuple[Entry[Pair], ...]:
        """The event's entries that took part, in the order in which they came to it."""
        took_part = {standing.who for part in self.parts for standing in part.standings if standing.boards}
        return tuple(Entry(pair) for pair in sorted(took_part & self.entry_of.keys(), key=lambda pair: self.entry_of[pair]))

    def standings(self) -> tuple[Standing[Pair], ...]:
        """The list of the event. Raises OnlyCarried, NothingToCarry."""
        return combine(self.conditions, self.entries, self.parts, self.combination.how)


def combination_options(conditions: Conditions, combination: Combination) -> dict[str, Any]:
    """What is stored of the conditions of an event of several evenings."""
    return options_of(conditions) | {_COMBINATION: to_json(combination)}


def combination_of(options: Mapping[str, Any]) -> tuple[Conditions, Combination]:
    """Conditions and combination as stored."""
    plain = {name: stored for name, stored in options.items() if name != _COMBINATION}
    return conditions_of(plain), from_json(Combination, options[_COMBINATION])


def is_combined(ranking: Ranking) -> bool:
    """Is, or was, the ranking made of others?"""
    return ranking.session_id is None and ConditionsRow.objects.filter(ranking=ranking, options__has_key=_COMBINATION).exists()


def load_combined(ranking: Ranking, basis: Basis) -> Combined:
    """Every part's standings as at a basis, reckoned from the facts of its evenings."""
    head = basis[str(Journal.objects.get(event__stages=ranking.stage_id).pk)]
    row = ConditionsRow.objects.as_at(head).get(ranking=ranking)
    conditions, combination = combination_of(row.options)
    others = Ranking.objects.select_related("stage__event").in_bulk([counted.ranking for counted in combination.parts])
    parts = tuple(_part(others[counted.ranking], counted, basis) for counted in combination.parts)
    return Combined(conditions, combination, parts, _entries(ranking, head))


def _part(other: Ranking, counted: Counted, basis: Basis) -> Part[Pair]:
    if is_combined(other):
        inner = load_combined(other, basis)
        return Part(inner.standings(), counted.weight, counted.carried, _available_of(inner.parts))
    loaded = load_ranking(other, basis)
    is_stored = bool(other.basis) and all(basis.get(journal) == head for journal, head in other.basis.items())
    may_keep = is_stored and other.scored_by == options_of(loaded.facts.conditions)
    kept = dict[Hashable, Traveller[Who]](load_travellers(other, loaded).items()) if may_keep else {}
    reckoned = reckon(loaded.facts, kept)
    pair_of = _pairs(other, loaded.entry_of.values(), basis)
    standings, available = [], {}
    for standing in reckoned.standings:
        if "/" not in standing.list and loaded.entry_of[standing.who] in pair_of:
            pair = pair_of[loaded.entry_of[standing.who]]
            own = reckoned.tallies.get(standing.who, Tally())
            standings.append(Standing("all", pair, None, standing.score, standing.total, standing.percent, standing.boards, standing.unranked))
            available[pair] = own.average + 50 * own.per_percent
    return Part(tuple(standings), counted.weight, counted.carried, available)


def _available_of(parts: Collection[Part[Pair]]) -> dict[Pair, Fraction]:
    """What could be won in all parts together, each by its weight, as their totals are added up."""
    found: dict[Pair, Fraction] = {}
    for part in parts:
        for pair, available in part.available.items():
            found[pair] = found.get(pair, Fraction(0)) + part.weight * available
    return found


def _pairs(ranking: Ranking, entries: Collection[int], basis: Basis) -> dict[int, Pair]:
    """Who each entry of an evening stands for: those who sat down first in its seats, whoever sat in for them later."""
    first: dict[tuple[int, str], int] = {}
    sessions = SessionRow.objects.filter(pk__in=Section.objects.filter(ranking_parts__ranking=ranking).values("session")).select_related("journal")
    for session in sessions:
        rows = LineUp.objects.as_at(basis[str(session.journal.pk)]).filter(session=session, entry__in=list(entries))
        for entry, seat, player in rows.order_by("from_round", "pk").values_list("entry", "seat", "player"):
            first.setdefault((entry, seat), player)
    kept = _kept(first.values())
    found: dict[int, list[int]] = {}
    for (entry, _seat), player in first.items():
        found.setdefault(entry, []).append(kept.get(player, player))
    return {entry: tuple(sorted(players)) for entry, players in found.items()}


def _entries(ranking: Ranking, head: int) -> dict[Pair, int]:
    rows = Roster.objects.as_at(head).filter(entry__event__stages=ranking.stage_id).order_by("pk").values_list("entry", "player")
    of_entry: dict[int, list[int]] = {}
    for entry, player in rows:
        of_entry.setdefault(entry, []).append(player)
    kept = _kept({player for _, player in rows})
    found: dict[Pair, int] = {}
    for entry, players in of_entry.items():
        found.setdefault(tuple(sorted(kept.get(player, player) for player in players)), entry)
    return found


def _kept(players: Collection[int]) -> dict[int, int]:
    """The records that others were merged into, over any number of steps."""
    rows = Player.objects.filter(pk__in=set(players), merged_into__isnull=False).values_list("pk", "merged_into")
    found = {player: into for player, into in rows if into is not None}
    further = _kept(set(found.values())) if found else {}
    return {player: further.get(into, into) for player, into in found.items()}


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
