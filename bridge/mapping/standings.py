"""One ranking between the tables and the engine: its facts as at a basis, and what was reckoned of them. No rule stands here."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from operator import itemgetter
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q

from bridge.engine.scoring.conditions import TieBreak
from bridge.engine.scoring.facts import Entry, RankingFacts, Reckoned, SessionPenalty, Standing
from bridge.engine.scoring.method import Held, Note
from bridge.engine.scoring.outcome import Outcome, Unit
from bridge.engine.scoring.rounding import whole_away, whole_up
from bridge.engine.scoring.tally import Tally
from bridge.engine.scoring.traveller import BoardFacts, Traveller
from bridge.engine.seats import Side
from bridge.mapping.basis import Basis, load_conditions, sections_of
from bridge.mapping.conditions import options_of
from bridge.mapping.graded import grades_as_at, lots_as_at
from bridge.mapping.held import held_as_at
from bridge.mapping.outcomes import contracts_named, settled
from bridge.mapping.running import RunningRow, store_running
from bridge.mapping.travellers import NotPlaced, Placed, Said, Who, traveller_from_json, traveller_to_json
from bridge.models import (
    Adjustment,
    Board,
    Foul,
    Penalty,
    Place,
    Ranking,
    Result,
    Seating,
    Section,
    StandingList,
    Start,
)
from bridge.models import Standing as StandingRow
from bridge.models import Traveller as TravellerRow


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


def load_ranking(ranking: Ranking, basis: Basis, *, boards: Set[int] | None = None) -> Loaded:
    """Everything that the ranking compares, as it was at a basis: a fixed number of queries a section, columns, no objects.

    boards   numbers of those whose lines are read; None: of all
    """
    lines: dict[int, _Lines] = defaultdict(_Lines)
    entries: list[tuple[int, Entry[Who]]] = []
    entry_of: dict[Who, int] = {}
    board_of: dict[int, int] = {}
    held: dict[int, Held] = {}
    penalties: list[SessionPenalty[Who]] = []
    graded = grades_as_at(ranking, basis)
    conditions = load_conditions(ranking, basis)
    drawn = lots_as_at(ranking, basis) if TieBreak.DRAW in conditions.tie_breaks else {}
    for section in sections_of(ranking):
        head = basis[str(section.session.journal.pk)]
        who_of = _starts(section, head, within=ranking.session_id)
        board_of |= {number: pk for pk, number in _boards_of(section).items()}
        held |= held_as_at(section, head, boards)
        _load_section(section, head, who_of, boards, lines)
        sit_outs = _sit_outs(section, head, who_of)
        for entry, who in who_of.items():
            stratum, handicap = graded.get(entry, ("", None))
            entry_of[who] = entry
            line = Side(who[1]) if who[1] else None
            entries.append((entry, Entry(who, line, sit_outs.get(who, 0), stratum or None, handicap or Fraction(0), draw=drawn.get(entry, 0))))
        penalties.extend(_penalties(section, head, who_of))
    facts = RankingFacts(
        conditions, tuple(entry for _, entry in sorted(entries, key=itemgetter(0))),  # ids are the order of sign-up
        tuple(lines[number].facts(number, held.get(number)) for number in sorted(lines) if lines[number].outcomes), penalties=tuple(penalties),
    )
    return Loaded(facts, entry_of, board_of, {number: lines[number].said for number in lines})


@dataclass(slots=True)
class _Lines:
    """One board's lines as columns, while they are read; `due` counts the tables that have the board."""

    ns: list[Who] = field(default_factory=list)
    ew: list[Who] = field(default_factory=list)
    ns_partners: list[Who] = field(default_factory=list)
    ew_partners: list[Who] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    turned: set[int] = field(default_factory=set)
    forms: list[str] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    due: int = 0

    def add(self, seating: int, table: int, row: tuple[Any, ...] | None, ruled: list[tuple[str, str, dict[str, Any]]] | None) -> None:
        """One line: its result's columns, None where there is none, and what was decided there."""
        points = row[2] if row else None
        if row and row[3]:
            self.turned.add(len(self.outcomes))
        self.outcomes.append(points if ruled is None and points is not None else settled(points, ruled or ()))
        told = {"seating": seating, "table": table, "said": list(row[4:8]) if row else None, "points": points}
        named = contracts_named(ruled or ())
        self.said.append(told | {"named": named} if named else told)

    def facts(self, number: int, held: Held | None) -> BoardFacts[Who]:
        """The engine's value."""
        return BoardFacts(
            board=number, ns=tuple(self.ns), ew=tuple(self.ew), outcomes=tuple(self.outcomes), forms=tuple(self.forms) if any(self.forms) else (),
            turned=frozenset(self.turned), due=self.due, held=held, ns_partners=tuple(self.ns_partners), ew_partners=tuple(self.ew_partners),
        )


def _starts(section: Section, head: int, within: int | None) -> dict[int, Who]:
    """Keys of the section's entries; `within` an evening's own ranking letters tell sections apart, in one over several evenings they do not."""
    name = section.letter if within is not None else f"{section.session_id} {section.letter}"
    starts = Start.objects.as_at(head).filter(section=section).order_by("line", "number").values_list("entry", "line", "number")
    return {entry: (name, line, number) for entry, line, number in starts}


def _boards_of(section: Section) -> dict[int, int]:
    return dict(Board.objects.filter(set=section.board_set_id).values_list("pk", "number"))


_Ruled = dict[tuple[int, int], list[tuple[str, str, dict[str, Any]]]]


_At = tuple[int, int, int]  # round, table, id of a seating: the order of a board's lines


def _load_section(section: Section, head: int, who_of: Mapping[int, Who], boards: Set[int] | None, lines: dict[int, _Lines]) -> None:
    """Adds the section's lines to each board's: by round, table and seating."""
    number_of = {pk: number for pk, number in _boards_of(section).items() if boards is None or number in boards}
    at = _seatings(section, head, boards, lines)
    ruled = _ruled(section, head)
    fouls = _fouls(section, head)
    results = Result.objects.as_at(head).filter(seating__section=section)
    if boards is not None:
        results = results.filter(board__in=list(number_of))
    said: dict[int, list[tuple[_At, tuple[Any, ...] | None]]] = defaultdict(list)
    for row in results.values_list("seating", "board", "ns_points", "turned", "contract", "declarer", "tricks", "lead"):
        said[row[1]].append((at.get(row[0]) or _place(at, row[0]), row))
    for seating, board in ruled:
        if board in number_of and not any(where[2] == seating for where, _ in said[board]):
            said[board].append((_place(at, seating), None))
    seated = _seated(section, head, at if boards is not None else None)
    for board, rows in said.items():
        own = lines[number_of[board]]
        for (round_number, table, seating), told in sorted(rows, key=itemgetter(0)):
            for column, side in ((own.ns, "NS"), (own.ew, "EW"), (own.ns_partners, "S"), (own.ew_partners, "W")):
                if side in seated[seating]:
                    column.append(who_of[seated[seating][side]])
            own.forms.append(_form_at(fouls, board, table, round_number) if fouls else "")
            own.add(seating, table, told, ruled.get((seating, board)))


def _seatings(section: Section, head: int, boards: Set[int] | None, lines: dict[int, _Lines]) -> dict[int, _At]:
    """Where each seating is in the order of lines, ended ones too; counts the tables that have a board."""
    seatings = Seating.objects.filter(section=section)
    if boards is not None:
        here = Q(pk__in=())
        for number in boards:
            here |= Q(first_board__lte=number, last_board__gte=number)
        seatings = seatings.filter(here)
    at: dict[int, _At] = {}
    for pk, round_number, table, first, last, until in seatings.values_list("pk", "round__number", "table", "first_board", "last_board", "until"):
        at[pk] = (round_number or 0, table, pk)
        if until is None or until > head:
            for number in range(first, last + 1):
                lines[number].due += 1
    return at


def _place(at: dict[int, _At], seating: int) -> _At:
    """Round, table and id of a seating; of one that was never to have this board it is read now."""
    if seating not in at:
        row = Seating.objects.select_related("round").get(pk=seating)
        at[seating] = (row.round.number if row.round else 0, row.table, seating)
    return at[seating]


def _ruled(section: Section, head: int) -> _Ruled:
    ruled: _Ruled = defaultdict(list)
    rows = Adjustment.objects.as_at(head).filter(seating__section=section).order_by("pk")
    for seating, board, side, kind, value in rows.values_list("seating", "board", "side", "kind", "value"):
        ruled[seating, board].append((side, kind, value))
    return ruled


_Fouls = dict[tuple[int, int], list[tuple[int, str]]]


def _fouls(section: Section, head: int) -> _Fouls:
    fouls: _Fouls = defaultdict(list)
    rows = Foul.objects.as_at(head).filter(section=section).order_by("-from_round")
    for board, table, from_round, form in rows.values_list("board", "table", "from_round", "form"):
        fouls[board, table].append((from_round, form))
    return fouls


def _form_at(fouls: _Fouls, board: int, table: int, round_number: int) -> str:
    return next((form for from_round, form in fouls.get((board, table), ()) if round_number >= from_round), "")


_FIRST = {"N": "NS", "E": "EW"}  # of an individual's four: the two whose partners stand beside them


def _seated(section: Section, head: int, seatings: Collection[int] | None) -> Mapping[int, Mapping[str, int]]:
    """Who sits North-South and who East-West, by seating, the newest where the plan moved them; of single players North and East so, and South and West."""
    rows = Place.objects.filter(seating__section=section, since__lte=head)
    if seatings is not None:
        rows = rows.filter(seating__in=list(seatings))
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for seating, side, entry in rows.order_by("pk").values_list("seating", "side", "entry"):
        found[seating][_FIRST.get(side, side)] = entry
    return found


def _sit_outs(section: Section, head: int, who_of: Mapping[int, Who]) -> dict[Who, int]:
    """Boards sat out in the rounds that were reached; where rounds are drawn, from the moment at which the draw is released."""
    plan = section.plans.as_at(head).first()
    resting = list(Place.objects.as_at(head).filter(round__section=section, seating__isnull=True).values_list("entry", "round__number"))
    if plan is None:
        return _rested(section, head, who_of)
    if not resting:
        return {}
    if "swiss" in plan.source:  # nobody has a place in a round that is not released
        reached = max(number for _, number in resting)
    else:
        told = (facts.objects.as_at(head).filter(seating__section=section) for facts in (Result, Adjustment))
        reached = max(rows.aggregate(last=Max("seating__round__number"))["last"] or 0 for rows in told)
    each = plan.source["boards_per_set"]
    found: dict[Who, int] = defaultdict(int)
    for entry, number in resting:
        if number <= reached and entry in who_of:
            found[who_of[entry]] += each
    return found


def _rested(section: Section, head: int, who_of: Mapping[int, Who]) -> dict[Who, int]:
    """Boards sat out in an imported event, whose rounds are not known: a place without round and table for each."""
    here = Start.objects.filter(section=section).values("entry")
    rows = Place.objects.as_at(head).filter(round__isnull=True, seating__isnull=True, entry__in=here)
    return {who_of[entry]: count for entry, count in Counter(rows.values_list("entry", flat=True)).items() if entry in who_of}


def _penalties(section: Section, head: int, who_of: Mapping[int, Who]) -> list[SessionPenalty[Who]]:
    rows = Penalty.objects.as_at(head).filter(session=section.session_id).values_list("entry", "amount", "unit")
    return [SessionPenalty(who_of[entry], amount, Unit.PERCENT if unit == "percent" else Unit.METHOD) for entry, amount, unit in rows if entry in who_of]


def load_tallies(ranking: Ranking, loaded: Loaded) -> dict[Who, Tally] | None:
    """The sums of the stored standings, by key; None where they were stored by an earlier edition of the program, which kept none."""
    who_of = {entry: who for who, entry in loaded.entry_of.items()}
    rows = StandingRow.objects.filter(ranking=ranking, publication__isnull=True, list__in=StandingList.values).values_list("entry", "facts")
    exact = cache(Fraction)  # thousands of entries have few different averages
    found = {}
    for entry, facts in rows:
        if "tally" not in facts:
            return None
        total, average, per_percent = facts["tally"]
        found[who_of[entry]] = Tally(Fraction(total), exact(average), exact(per_percent), facts["boards"])
    return {who: tally for who, tally in found.items() if tally != Tally()}


def load_travellers(ranking: Ranking, loaded: Loaded, boards: Set[int] | None = None) -> dict[int, Traveller[Who]]:
    """The travellers stored last time, by board number, for the engine to use again where nothing changed; of these boards where given.

    One that names somebody who has no place any more (the act that seated him was taken back) is of no use and is left out.
    """
    who_of = Placed((entry, who) for who, entry in loaded.entry_of.items())
    rows = TravellerRow.objects.filter(ranking=ranking)
    if boards is not None:
        rows = rows.filter(board__number__in=boards)
    found = {}
    for number, stored in rows.values_list("board__number", "lines"):
        with suppress(NotPlaced):
            found[number] = traveller_from_json(stored, number, who_of.__getitem__)
    return found


def stored_boards(ranking: Ranking) -> tuple[frozenset[int], int]:
    """Numbers of the boards that have a stored traveller, and their E; no boards and 0 before the first reckoning."""
    rows = TravellerRow.objects.filter(ranking=ranking)
    return frozenset(rows.values_list("board__number", flat=True)), rows.values_list("lines__expected", flat=True).first() or 0


def store_ranking(ranking: Ranking, loaded: Loaded, reckoned: Reckoned[Who], basis: Basis, boards: Set[int] | None = None) -> bool:
    """Store travellers that changed and all standings in one short transaction; false, and nothing stored, where another reckoning came first.

    boards   numbers of those that were reckoned; None: all
    """
    problem = reckoned.problem if boards is None else None
    with transaction.atomic():
        if not Ranking.objects.filter(pk=ranking.pk, turn=ranking.turn).update(
            turn=F("turn") + 1, basis=basis, problem=_problem_to_json(problem), scored_by=options_of(loaded.facts.conditions)
        ):
            return False
        _store_travellers(ranking, loaded, reckoned, boards)
        _store_standings(ranking, loaded, reckoned)
    ranking.refresh_from_db(fields=["turn", "basis", "problem", "scored_by"])
    return True


def _problem_to_json(note: Note | None) -> dict[str, Any]:
    return {"code": "no_marks", "facts": {"kind": note.kind.value, "results": note.results, "needed": note.needed}} if note else {}


def _store_travellers(ranking: Ranking, loaded: Loaded, reckoned: Reckoned[Who], boards: Set[int] | None) -> None:
    rows = TravellerRow.objects.filter(ranking=ranking)
    if boards is None:
        stored: dict[int, Any] = dict(rows.values_list("board", "lines"))
    else:  # they changed, so nothing stored is compared
        stored = dict.fromkeys(rows.filter(board__number__in=boards).values_list("board", flat=True))
    new = []
    for traveller in reckoned.travellers:
        number = traveller.facts.board
        assert isinstance(number, int), "boards of a ranking are known by their numbers"
        lines = traveller_to_json(traveller, loaded.said[number], loaded.entry_of)
        if stored.pop(loaded.board_of[number], None) != lines:
            new.append(TravellerRow(ranking=ranking, board_id=loaded.board_of[number], lines=lines))
    rows.filter(board__in=list(stored)).delete()
    for row in new:  # each by itself: many rows in one statement go to PostgreSQL as arrays, and quoting their JSON takes longer than all the rest
        TravellerRow.objects.bulk_create([row], update_conflicts=True, unique_fields=["ranking", "board"], update_fields=["lines"])


def _store_standings(ranking: Ranking, loaded: Loaded, reckoned: Reckoned[Who]) -> None:
    none = Tally()
    store_running(
        ranking,
        [
            RunningRow(
                standing.list, loaded.entry_of[standing.who], standing.place.number if standing.place else None,
                bool(standing.place and standing.place.shared), standing.score, standing.total, hundredths_of(standing),
                {
                    "boards": standing.boards, "percent": None if standing.percent is None else str(standing.percent), "order": order,
                    "unranked": standing.unranked.value if standing.unranked else None, "tally": _tally_to_json(reckoned.tallies.get(standing.who, none)),
                },
            )
            for order, standing in enumerate(reckoned.standings)
        ],
    )


def _tally_to_json(tally: Tally) -> list[str]:
    return [str(tally.total), str(tally.average), str(tally.per_percent)]


def hundredths_of(standing: Standing[Any]) -> int:
    """What is shown: a percentage half up, any other total with halves away from zero."""
    rounded = whole_away if standing.percent is None else whole_up
    return rounded(100 * standing.score.numerator, standing.score.denominator)
