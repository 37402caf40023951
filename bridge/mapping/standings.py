"""One ranking between the tables and the engine: its facts as at a basis, and what was reckoned of them. No rule stands here."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from bridge.engine.scoring.conditions import Conditions
from bridge.engine.scoring.facts import Entry, RankingFacts, Reckoned, SessionPenalty, Standing
from bridge.engine.scoring.outcome import Unit
from bridge.engine.scoring.rounding import half_away, half_up
from bridge.engine.scoring.traveller import BoardFacts, Traveller
from bridge.engine.seats import Side
from bridge.mapping.conditions import conditions_of, options_of
from bridge.mapping.outcomes import settled
from bridge.mapping.travellers import Said, Who, traveller_from_json, traveller_to_json
from bridge.models import (
    Act, Adjustment, Board, Foul, Journal, Penalty, Place, Ranking, Result, Seating, Section, Start,
)
from bridge.models import Conditions as ConditionsRow
from bridge.models import Standing as StandingRow
from bridge.models import Traveller as TravellerRow

Basis = dict[str, int]  # journal id -> newest act; keys are text, as JSON has them


@dataclass(frozen=True, slots=True)
class Loaded:
    """A ranking's facts for the engine, and what is needed to store what comes of them.

    entry_of    key -> entry's id; board_of: board key -> board's id
    said        board key -> one item for each line: seating, table, contract, declarer, tricks, lead
    """

    facts: RankingFacts[Who]
    entry_of: Mapping[Who, int]
    board_of: Mapping[int, int]
    said: Mapping[int, list[Said]]


def basis_of(ranking: Ranking) -> Basis:
    """The newest acts of every journal that the ranking's facts are told in."""
    sessions = Section.objects.filter(ranking_parts__ranking=ranking).values("session")
    journals = Journal.objects.filter(Q(event__stages=ranking.stage_id) | Q(session__in=sessions))
    return {str(pk): head for pk, head in journals.order_by("pk").values_list("pk", "head")}


def newest_act(ranking: Ranking, since: Basis) -> Act:
    """The newest act of the ranking's journals that began or ended something which is ranked, after an earlier basis."""
    acts = set[int]()
    sections = list(Section.objects.filter(ranking_parts__ranking=ranking).values_list("pk", flat=True))
    sessions = list(Section.objects.filter(pk__in=sections).values_list("session", flat=True))
    told = (
        Result.objects.filter(seating__section__in=sections), Adjustment.objects.filter(seating__section__in=sections), Foul.objects.filter(section__in=sections),
        Penalty.objects.filter(session__in=sessions), ConditionsRow.objects.filter(stage=ranking.stage_id), Start.objects.filter(section__in=sections),
    )
    for rows in told:
        for column in ("since", "until"):
            newest = rows.order_by(F(column).desc(nulls_last=True)).values_list(column, flat=True).first()
            if newest is not None:
                acts.add(newest)
    closing = Act.objects.filter(journal__session__in=sessions, kind="close_session").order_by("-pk").first()
    if not since and closing is not None:
        return closing
    return Act.objects.get(pk=max(acts))


def load_conditions(ranking: Ranking, basis: Basis) -> Conditions:
    """The conditions of the ranking, its own or its stage's, as at a basis."""
    journal = Journal.objects.get(event__stages=ranking.stage_id)
    rows = ConditionsRow.objects.as_at(basis[str(journal.pk)]).filter(Q(ranking=ranking) | Q(ranking__isnull=True), stage=ranking.stage_id)
    row = rows.order_by(F("ranking").asc(nulls_last=True)).first()
    return conditions_of(row.options if row else {})


def load_ranking(ranking: Ranking, basis: Basis) -> Loaded:
    """Everything that the ranking compares, as it was at a basis: a fixed number of queries a section, columns, no objects."""
    conditions = load_conditions(ranking, basis)
    lines: dict[int, list[_Row]] = defaultdict(list)
    entries: list[Entry[Who]] = []
    entry_of: dict[Who, int] = {}
    board_of: dict[int, int] = {}
    due: dict[int, int] = defaultdict(int)
    penalties: list[SessionPenalty[Who]] = []
    for section in Section.objects.filter(ranking_parts__ranking=ranking).select_related("session__journal").order_by("session", "letter"):
        head = basis[str(section.session.journal.pk)]
        part = _load_section(section, head)
        entry_of |= part.entry_of
        entries.extend(Entry(who, line=Side(who[1]) if who[1] else None, sit_outs=part.sit_outs.get(who, 0)) for who in part.entry_of)
        penalties.extend(_penalties(section, head, {entry: who for who, entry in part.entry_of.items()}))
        board_of |= part.board_of
        for number, rows in part.rows.items():
            lines[number].extend(rows)
        for number, tables in part.due.items():
            due[number] += tables
    boards = tuple(_board_facts(number, lines[number], due[number]) for number in sorted(lines))
    return Loaded(
        RankingFacts(conditions, tuple(entries), boards, penalties=tuple(penalties)), entry_of, board_of,
        {number: [row.said for row in lines[number]] for number in lines},
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of a board: who sits there by the plan, what it counts as, what was said, its form."""

    ns: Who
    ew: Who
    outcome: Any
    turned: bool
    form: str
    said: Said


@dataclass(frozen=True, slots=True)
class _Part:
    """One section's share of a ranking; `rows` and `due` by board number."""

    entry_of: dict[Who, int]
    board_of: dict[int, int]
    rows: dict[int, list[_Row]]
    due: dict[int, int]
    sit_outs: dict[Who, int]


def _load_section(section: Section, head: int) -> _Part:
    starts = Start.objects.as_at(head).filter(section=section).order_by("line", "number").values_list("entry", "line", "number")
    who_of = {entry: (section.letter, line, number) for entry, line, number in starts}
    seatings = {row[0]: row for row in Seating.objects.filter(section=section).values_list("pk", "round__number", "table", "first_board", "last_board", "until")}
    sides: dict[int, dict[str, int]] = defaultdict(dict)
    for seating, side, entry in Place.objects.filter(seating__section=section, since__lte=head).order_by("pk").values_list("seating", "side", "entry"):
        sides[seating][side] = entry
    boards = dict(Board.objects.filter(set=section.board_set_id).values_list("pk", "number"))
    results = {(row[0], row[1]): row for row in Result.objects.as_at(head).filter(seating__section=section).values_list(
        "seating", "board", "ns_points", "turned", "contract", "declarer", "tricks", "lead")}
    ruled: dict[tuple[int, int], list[tuple[str, str, dict[str, Any]]]] = defaultdict(list)
    for seating, board, *adjustment in Adjustment.objects.as_at(head).filter(seating__section=section).order_by("pk").values_list("seating", "board", "side", "kind", "value"):
        ruled[seating, board].append(tuple(adjustment))
    fouls: dict[tuple[int, int], list[tuple[int, str]]] = defaultdict(list)
    for board, table, from_round, form in Foul.objects.as_at(head).filter(section=section).order_by("from_round").values_list("board", "table", "from_round", "form"):
        fouls[board, table].append((from_round, form))
    rows: dict[int, list[_Row]] = defaultdict(list)
    played = set[int]()
    for seating, board in sorted(results.keys() | ruled.keys(), key=lambda at: (boards[at[1]], seatings[at[0]][1] or 0, seatings[at[0]][2], at[0])):
        _, round_number, table, *_ = seatings[seating]
        at = sides[seating]
        result = results.get((seating, board))
        form = next((form for from_round, form in reversed(fouls[board, table]) if (round_number or 0) >= from_round), "")
        played.add(round_number or 0)
        rows[boards[board]].append(_Row(
            who_of[at["NS"]], who_of[at["EW"]], settled(result[2] if result else None, ruled[seating, board]), bool(result and result[3]),
            form,
            {"seating": seating, "table": table, "said": list(result[4:8]) if result else None, "points": result[2] if result else None},
        ))
    due: dict[int, int] = defaultdict(int)
    for _, _, _, first, last, until in seatings.values():
        if until is None or until > head:
            for number in range(first, last + 1):
                due[number] += 1
    entry_of = {who: entry for entry, who in who_of.items()}
    return _Part(entry_of, {number: pk for pk, number in boards.items()}, rows, due, _sit_outs(section, head, who_of, max(played, default=0)))


def _sit_outs(section: Section, head: int, who_of: Mapping[int, Who], reached: int) -> dict[Who, int]:
    """Boards sat out by the movement in the rounds that were reached."""
    plan = section.plans.as_at(head).first()
    if plan is None:
        return {}
    each = plan.source["boards_per_set"]
    found: dict[Who, int] = defaultdict(int)
    for entry in Place.objects.as_at(head).filter(round__section=section, round__number__lte=reached, seating__isnull=True).values_list("entry", flat=True):
        found[who_of[entry]] += each
    return found


def _penalties(section: Section, head: int, who_of: Mapping[int, Who]) -> list[SessionPenalty[Who]]:
    rows = Penalty.objects.as_at(head).filter(session=section.session_id, entry__in=list(who_of)).values_list("entry", "amount", "unit")
    return [SessionPenalty(who_of[entry], amount, Unit.PERCENT if unit == "percent" else Unit.METHOD) for entry, amount, unit in rows]


def _board_facts(number: int, rows: list[_Row], due: int) -> BoardFacts[Who]:
    fouled = any(row.form for row in rows)
    return BoardFacts(
        board=number, ns=tuple(row.ns for row in rows), ew=tuple(row.ew for row in rows), outcomes=tuple(row.outcome for row in rows),
        forms=tuple(row.form for row in rows) if fouled else (), turned=frozenset(at for at, row in enumerate(rows) if row.turned), due=due,
    )


def load_travellers(ranking: Ranking, loaded: Loaded) -> dict[int, Traveller[Who]]:
    """The travellers stored last time, by board number, for the engine to use again where nothing changed."""
    who_of = {entry: who for who, entry in loaded.entry_of.items()}
    rows = TravellerRow.objects.filter(ranking=ranking).values_list("board__number", "lines")
    return {number: traveller_from_json(stored, number, who_of.__getitem__) for number, stored in rows}


def store_ranking(ranking: Ranking, loaded: Loaded, reckoned: Reckoned[Who], basis: Basis) -> bool:
    """Store travellers that changed and all standings in one short transaction; false, and nothing stored, where another reckoning came first."""
    with transaction.atomic():
        if not Ranking.objects.filter(pk=ranking.pk, turn=ranking.turn).update(
            turn=F("turn") + 1, basis=basis, problem={}, scored_by=options_of(loaded.facts.conditions)
        ):
            return False
        _store_travellers(ranking, loaded, reckoned)
        _store_standings(ranking, loaded, reckoned)
    ranking.refresh_from_db(fields=["turn", "basis", "problem", "scored_by"])
    return True


def _store_travellers(ranking: Ranking, loaded: Loaded, reckoned: Reckoned[Who]) -> None:
    stored = {board: (pk, lines) for pk, board, lines in TravellerRow.objects.filter(ranking=ranking).values_list("pk", "board", "lines")}
    new, changed, current = [], [], set[int]()
    for traveller in reckoned.travellers:
        number = traveller.facts.board
        board = loaded.board_of[number]
        current.add(board)
        lines = traveller_to_json(traveller, loaded.said[number], loaded.entry_of)
        if board not in stored:
            new.append(TravellerRow(ranking=ranking, board_id=board, lines=lines))
        elif stored[board][1] != lines:
            changed.append(TravellerRow(pk=stored[board][0], ranking=ranking, board_id=board, lines=lines))
    TravellerRow.objects.filter(ranking=ranking).exclude(board__in=current).delete()
    TravellerRow.objects.bulk_create(new)
    TravellerRow.objects.bulk_update(changed, ["lines"])


def _store_standings(ranking: Ranking, loaded: Loaded, reckoned: Reckoned[Who]) -> None:
    StandingRow.objects.filter(ranking=ranking, publication__isnull=True).delete()
    StandingRow.objects.bulk_create(
        StandingRow(
            ranking=ranking, list=standing.list, entry_id=loaded.entry_of[standing.who], place=standing.place.number if standing.place else None,
            is_tied=bool(standing.place and standing.place.shared), exact=standing.score, total=standing.total, hundredths=_hundredths(standing),
            facts={
                "boards": standing.boards, "percent": None if standing.percent is None else str(standing.percent), "order": order,
                "unranked": standing.unranked.value if standing.unranked else None,
            },
        )
        for order, standing in enumerate(reckoned.standings)
    )


def _hundredths(standing: Standing[Who]) -> int:
    """What is shown: a percentage half up, any other total with halves away from zero."""
    hundred = Fraction(100)
    return int(half_up(standing.score * hundred) if standing.percent is not None else half_away(standing.score * hundred))
