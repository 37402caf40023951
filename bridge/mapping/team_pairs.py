"""The pairs of a team event between the tables and the engine: a board's results over all matches, who sat there, what each made of it. No rule stands here.

A stored traveller has, beside what `travellers` says, in each line "match", "room" and the players' ids "ns_players" and "ew_players" as they really sat. The
list of the pairs stands among the facts of their teams' standings: "pairs": [{"players", "boards", "total", "average", "place", "is_tied", "order"}].
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bridge.engine.scoring.awards import own_tally
from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.outcome import Outcome, Ruled, Unscored
from bridge.engine.scoring.traveller import BoardFacts, Traveller
from bridge.engine.scoring.why import WhyMark, why_mark
from bridge.engine.seats import Side
from bridge.engine.teams.butler import PairStanding, butler_of, rank_pairs
from bridge.engine.teams.line_up import pair_of_half
from bridge.mapping.conditions import conditions_of
from bridge.mapping.outcomes import contracts_named
from bridge.mapping.travellers import Said, traveller_from_json, traveller_to_json
from bridge.models import Adjustment, Board, LineUp, Place, Ranking, Result, Section
from bridge.models import Traveller as TravellerRow

Pair = tuple[int, ...]  # the team's entry and the ids of its two players in order; the entry alone where nobody knows who sat


@dataclass(slots=True)
class _Column:
    """One board's lines while they are read."""

    ns: list[Pair] = field(default_factory=list)
    ew: list[Pair] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    turned: set[int] = field(default_factory=set)
    forms: list[str] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PairFacts:
    """What the pairs of a ranking's teams played: the engine's boards, and what is needed to store them. `said` has an item for each line of a board."""

    boards: tuple[BoardFacts[Pair], ...]
    board_of: Mapping[int, int]
    said: Mapping[int, Sequence[Said]]


def load_pairs(sections: Iterable[tuple[Section, int]], sheets: Iterable[Any]) -> PairFacts:
    """The boards of these sheets of matches, each section as at an act (its `head`): six queries a section."""
    columns: dict[int, _Column] = defaultdict(_Column)
    board_of: dict[int, int] = {}
    of_section: dict[int, list[Any]] = defaultdict(list)
    for sheet in sheets:
        of_section[sheet.match.round.section_id].append(sheet)
    for section, head in sections:
        board_of |= {number: pk for pk, number in Board.objects.filter(set=section.board_set_id).values_list("pk", "number")}
        _load_section(section, head, of_section[section.pk], columns)
    boards = tuple(
        BoardFacts(
            board=number, ns=tuple(own.ns), ew=tuple(own.ew), outcomes=tuple(own.outcomes), turned=frozenset(own.turned),
            forms=tuple(own.forms) if len(set(own.forms)) > 1 else (),
        )
        for number, own in sorted(columns.items())
    )
    return PairFacts(boards, board_of, {number: own.said for number, own in columns.items()})


def _load_section(section: Section, head: int, sheets: Iterable[Any], columns: Mapping[int, _Column]) -> None:
    pairs = _seated(section, head)
    results = Result.objects.as_at(head).filter(seating__section=section).values_list(
        "seating", "board__number", "contract", "declarer", "tricks", "lead", "ns_points"
    )
    said = {row[:2]: row[2:] for row in results}
    ruled: dict[tuple[int, int], list[tuple[str, str, dict[str, Any]]]] = defaultdict(list)
    decided = Adjustment.objects.as_at(head).filter(seating__section=section).order_by("pk")
    for at_seating, number, side, kind, value in decided.values_list("seating", "board__number", "side", "kind", "value"):
        ruled[at_seating, number].append((side, kind, value))
    lines = []
    for sheet in sheets:
        for board in sheet.boards:
            for at, (room, outcome) in enumerate((("open", board.open), ("closed", board.closed))):
                seating = sheet.seatings.get((room, board.number))
                if seating is not None and _has_come(outcome) and {"NS", "EW"} <= pairs[seating.pk].keys():
                    lines.append((seating.round.number if seating.round else 0, seating.table, seating.pk, sheet.match.number, room, board, outcome, at))
    # In an event from a file a number may have been dealt anew in every round: then results of different rounds are not compared.
    is_planned = section.plans.exists()
    for number, table, pk, match, room, board, outcome, at in sorted(lines, key=lambda line: line[:3]):
        own, turned = columns[board.number], board.turned[at]
        ns, ew = pairs[pk]["NS"], pairs[pk]["EW"]
        if turned:
            own.turned.add(len(own.outcomes))
        own.ns.append(ns)
        own.ew.append(ew)
        own.outcomes.append(outcome)
        own.forms.append("" if is_planned else str(number))
        row = said.get((pk, board.number))
        told = {
            "seating": pk, "table": table, "said": list(row[:4]) if row else None, "points": row[4] if row else None, "match": match, "room": room,
            "ns_players": list((ew if turned else ns)[1:]), "ew_players": list((ns if turned else ew)[1:]),
        }
        named = contracts_named(ruled[pk, board.number])
        own.said.append(told | {"named": named} if named else told)


def _has_come(outcome: Outcome) -> bool:
    sides = (outcome.ns, outcome.ew) if isinstance(outcome, Ruled) else (outcome,)
    return Unscored.NOT_YET not in sides


def _seated(section: Section, head: int) -> Mapping[int, Mapping[str, Pair]]:
    """Who sits on each side of a seating, as at an act: of a team the pair whose half it is (in a triangle the same two sit in a third and a fourth)."""
    seats: dict[tuple[int, int], dict[str, list[tuple[int, int]]]] = defaultdict(lambda: defaultdict(list))
    rows = LineUp.objects.as_at(head).filter(session=section.session_id).order_by("from_round", "pk")
    for entry, half, seat, from_round, player in rows.values_list("entry", "half", "seat", "from_round", "player"):
        seats[entry, half][seat].append((from_round, player))
    found: dict[int, dict[str, Pair]] = defaultdict(dict)
    pairs_of: dict[int, int] = defaultdict(int)
    for entry, half in seats:
        pairs_of[entry] = max(pairs_of[entry], half)
    places = Place.objects.as_at(head).filter(seating__section=section).order_by("pk")
    for seating, side, entry, half, number in places.values_list("seating", "side", "entry", "half", "round__number"):
        since = number or 0
        here = seats[entry, pair_of_half(half, pairs_of[entry])].values()
        sitting = [[player for from_round, player in rows if from_round <= max(since, 1)] for rows in here]
        found[seating][side] = (entry, *sorted(rows[-1] for rows in sitting if rows))
    return found


def reckon_pairs(facts: PairFacts, conditions: Conditions) -> tuple[tuple[Traveller[Pair], ...], tuple[PairStanding[Pair], ...]]:
    """The travellers and the pairs' list. `conditions` are those of the matches."""
    return rank_pairs(facts.boards, butler_of(conditions))


def pairs_to_json(standings: Iterable[PairStanding[Pair]]) -> dict[int, list[dict[str, Any]]]:
    """What is stored of the pairs: team's entry -> those of its pairs that have a board, best first."""
    of_team: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for order, each in enumerate(standings):
        of_team[each.who[0]].append({
            "players": list(each.who[1:]), "boards": each.boards, "total": str(each.total), "average": str(each.average), "place": each.place.number,
            "is_tied": each.place.shared, "order": order,
        })
    return of_team


def store_travellers(ranking: Ranking, facts: PairFacts, travellers: Iterable[Traveller[Pair]]) -> None:
    """Store the boards that changed; within the transaction that stores the standings."""
    rows = TravellerRow.objects.filter(ranking=ranking)
    stored = dict(rows.values_list("board", "lines"))
    entry_of = {pair: pair[0] for board in facts.boards for pair in (*board.ns, *board.ew)}
    for traveller in travellers:
        number = traveller.facts.board
        assert isinstance(number, int), "boards of a ranking are known by their numbers"
        lines = traveller_to_json(traveller, facts.said[number], entry_of)
        if stored.pop(facts.board_of[number], None) != lines:
            rows.update_or_create(ranking=ranking, board_id=facts.board_of[number], defaults={"lines": lines})
    rows.filter(board__in=list(stored)).delete()


def team_traveller(stored: Mapping[str, Any], number: int) -> Traveller[Pair]:
    """The engine's traveller of a stored row, its pairs as they were seated by the plan."""
    traveller = traveller_from_json(stored, number, lambda entry: (entry,))
    pairs = [((line["ns"], *line["ns_players"]), (line["ew"], *line["ew_players"])) for line in stored["lines"]]
    planned = [pair[::-1] if at in traveller.facts.turned else pair for at, pair in enumerate(pairs)]
    return replace(traveller, facts=replace(traveller.facts, ns=tuple(ns for ns, _ in planned), ew=tuple(ew for _, ew in planned)))


def explained_pairs(ranking: Ranking, number: int, seating: int, side: Side) -> tuple[WhyMark, Conditions, Pair] | None:
    """The arithmetic of a pair's mark on a board at a seating, by which conditions, and the pair; None where nothing is scored there."""
    stored = {at: lines for at, lines in TravellerRow.objects.filter(ranking=ranking).values_list("board__number", "lines")}
    lines = [line["seating"] for line in stored[number]["lines"]] if number in stored else []
    if seating not in lines:
        return None
    travellers = {at: team_traveller(row, at) for at, row in stored.items()}
    traveller, line = travellers[number], lines.index(seating)
    (pair,) = traveller.facts.who_sat(line, side)
    conditions = butler_of(conditions_of(ranking.scored_by))
    own = own_tally(tuple(travellers.values()), traveller.facts.session, pair)
    return why_mark(traveller, line, side, conditions, own), conditions, pair
