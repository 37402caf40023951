"""A session as the value that file formats write: its published figures, its travellers, its cards where they may be seen."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Min

from bridge.engine.cards import Deal, parse_card
from bridge.engine.contract import PASSED_OUT, Contract, Report, parse_contract
from bridge.engine.formats.event import Absence, ArtificialScore, Entrant, Form, Method, Outcome, Person, PublishedBoard, PublishedEvent, TravellerLine
from bridge.engine.formats.wording import decimal_words, fixed_words
from bridge.engine.scoring.conditions import Winners
from bridge.engine.scoring.outcome import Assigned, Award, FixedPercent, Ruled, Scored, SideOutcome, Unscored
from bridge.engine.seats import Seat, Side, dealer_of, vulnerability_of
from bridge.mapping.conditions import conditions_of
from bridge.mapping.explained import Explained, explained
from bridge.mapping.outcomes import outcome_from_json
from bridge.mapping.slips import deal_of_text
from bridge.mapping.team_exports import are_matches_writable, published_teams
from bridge.models import Deal as DealRow
from bridge.models import EventForm, LineUp, Player, Publication, Ranking, Seating, Session, Standing, Start, Traveller

METHODS = {
    "matchpoints": Method.MATCHPOINTS, "cross_imps": Method.CROSS_IMPS, "butler": Method.BUTLER, "total_points": Method.TOTAL_POINTS,
}  # what USEBIO and PBN have a word for

Numbers = Mapping[int, tuple[str, str]]  # entry's id -> line, number as printed


@dataclass(frozen=True, slots=True)
class _Context:
    """What every section of the session needs.

    by_figures   some board has a score without a word in the formats: own averages cannot be worked out again, so awards stand as what they came to
    """

    several: bool
    is_percent: bool
    by_figures: bool
    players: Mapping[int, tuple[Person, ...]]
    deals: Mapping[int, Deal]  # board's id -> cards
    round_of: Mapping[int, int | None]  # seating's id -> round


def is_writable(session: Session) -> bool:
    """Have USEBIO and PBN a word for how the session is scored?"""
    if session.stage.event.form == EventForm.TEAMS:
        return are_matches_writable(session)
    return all(conditions_of(ranking.scored_by).method in METHODS for ranking in Ranking.objects.filter(session=session))


def published_event(session: Session, name_of: Callable[[Player], str], now: datetime) -> PublishedEvent:
    """The session as published, by its newest versions; names as `name_of` gives them.

    The formats have no word for a weighted score, nor for a fouled board. A board with one is written by what every table's pairs got for it, not by
    contracts, so that it still adds up to what was published.
    """
    if session.stage.event.form == EventForm.TEAMS:
        return published_teams(session, name_of, now)
    rows = Ranking.objects.filter(session=session).select_related("stage")
    rankings = list(rows.annotate(first=Min("parts__section__letter")).order_by("first", "pk"))
    conditions = conditions_of(rankings[0].scored_by) if rankings else conditions_of({})
    context = _context(session, name_of, now, is_percent=conditions.method == "matchpoints", several=len(rankings) > 1)
    entrants: list[Entrant] = []
    boards: list[PublishedBoard] = []
    for ranking in rankings:
        letters = list(ranking.parts.order_by("section__letter").values_list("section__letter", flat=True))
        section = letters[0] if context.several else ""
        travellers = list(Traveller.objects.filter(ranking=ranking).select_related("board").order_by("board__number"))
        numbers, found = _numbers(session, letters, travellers), explained(ranking)
        entrants.extend(_entrants(ranking, section, numbers, context, found))
        written = [_board(row, section, numbers, context) for row in travellers]
        boards.extend(_with_sit_outs(written, numbers, found) if found and conditions.sit_out_percent is not None else written)
    return PublishedEvent(
        form=Form(session.stage.event.form), method=METHODS.get(conditions.method), source="session", title=session.stage.event.name, club=session.club.name,
        identifier=session.uid, program="Bridge club", day=session.starts.astimezone(ZoneInfo(session.club.zone)).date(),
        winners=2 if conditions.winners is Winners.TWO else 1, entrants=tuple(entrants), boards=tuple(boards),
        factoring=conditions.factoring.value if conditions.method == "matchpoints" else None,
    )


def _context(session: Session, name_of: Callable[[Player], str], now: datetime, *, is_percent: bool, several: bool) -> _Context:
    players: dict[int, dict[str, Person]] = defaultdict(dict)
    for line in LineUp.objects.live().filter(session=session).select_related("player").order_by("from_round", "pk"):
        players[line.entry_id][line.seat] = Person(name_of(line.player))
    deals = DealRow.objects.filter(board__set__sections__session=session)
    travellers = Traveller.objects.filter(ranking__session=session).values_list("lines", flat=True)
    return _Context(
        several=several, is_percent=is_percent, by_figures=any(_is_without_word(lines) for lines in travellers),
        players={entry: tuple(seats[seat] for seat in sorted(seats)) for entry, seats in players.items()},
        deals={row.board_id: deal_of_text(row.cards) for row in deals if row.hidden_until is None or row.hidden_until <= now},
        round_of=dict(Seating.objects.filter(section__session=session).values_list("pk", "round__number")),
    )


def _numbers(session: Session, letters: Sequence[str], travellers: list[Traveller]) -> Numbers:
    """Numbers as called out, so that one names one pair: East-West's go on after North-South's where somebody sat the other way round, and where
    several sections are ranked together each has its letter.
    """
    starts = Start.objects.live().filter(section__session=session, section__letter__in=letters)
    rows = list(starts.values_list("entry", "line", "number", "section__letter"))
    turned = any(line["turned"] for row in travellers for line in row.lines["lines"])
    after = max((number for _, line, number, _ in rows if line == "NS"), default=0) if turned else 0
    return {
        entry: (line, f"{letter if len(letters) > 1 else ''}{number + after if line == 'EW' else number}") for entry, line, number, letter in rows
    }


def _with_sit_outs(boards: list[PublishedBoard], numbers: Numbers, found: Explained) -> list[PublishedBoard]:
    """The boards with a line for each that somebody sat out and that counts: which one it was is not kept, so on the first that it has not played."""
    lines = [list(board.lines) for board in boards]
    for entry in found.loaded.facts.entries:
        line, number = numbers[found.loaded.entry_of[entry.who]]
        free = [place for place, board in enumerate(boards) if not any(number in (*each.ns, *each.ew) for each in board.lines)]
        for place in free[: entry.sit_outs]:
            ns, ew = ((), (number,)) if line == "EW" else ((number,), ())
            lines[place].append(TravellerLine(len(lines[place]) + 1, ns, ew, Absence.BYE))
    return [replace(board, lines=tuple(own)) for board, own in zip(boards, lines, strict=True)]


def _entrants(ranking: Ranking, section: str, numbers: Numbers, context: _Context, found: Explained | None) -> list[Entrant]:
    newest = Publication.objects.filter(ranking=ranking).order_by("-version").first()
    rows = Standing.objects.filter(ranking=ranking, publication=newest).exclude(list__contains="/")
    told = found if found and found.has_adjustments else None
    return [_entrant(row, section, numbers, context, told) for row in sorted(rows, key=lambda row: (row.list != "NS", row.facts.get("order", 0)))]


def _entrant(row: Standing, section: str, numbers: Numbers, context: _Context, told: Explained | None) -> Entrant:
    line, number = numbers.get(row.entry_id, ("", ""))
    percent = row.facts.get("percent")
    adjustment = told.adjustment(row.entry_id, row.list) if told else Fraction(0)
    played = bool(row.facts.get("boards"))
    return Entrant(
        number=number, direction=Side(line) if line else None, section=section, score=decimal_words(row.total) if played and row.total is not None else None,
        percent=fixed_words(Fraction(percent), 2) if percent is not None else None,
        place=f"{row.place}{'=' if row.is_tied else ''}" if row.place else None, boards=row.facts.get("boards", 0),
        adjustment=decimal_words(adjustment, 4) if adjustment else None, players=context.players.get(row.entry_id, ()),
    )


def _board(row: Traveller, section: str, numbers: Numbers, context: _Context) -> PublishedBoard:
    number = row.board.number
    by_figures = _is_without_word(row.lines)
    lines = tuple(_line(place, stored, numbers, context, by_figures=by_figures) for place, stored in enumerate(row.lines["lines"], 1))
    return PublishedBoard(number, dealer_of(number), vulnerability_of(number), lines, section=section, deal=context.deals.get(row.board_id))


def _line(place: int, stored: Mapping[str, Any], numbers: Numbers, context: _Context, *, by_figures: bool) -> TravellerLine:
    outcome, points = _figures(stored, context) if by_figures else _outcome(stored, context)
    is_scored = not isinstance(outcome, ArtificialScore) and outcome is not Absence.NOT_PLAYED
    places = 6 if outcome is Absence.AS_PRINTED else 2  # where nothing else is told, the figures have to be right
    return TravellerLine(
        position=place, ns=_seated(stored, "ns", numbers), ew=_seated(stored, "ew", numbers), outcome=outcome, points=points,
        ns_scored=_words(stored["ns_mark"], places) if is_scored else None, ew_scored=_words(stored["ew_mark"], places) if is_scored else None,
        table=str(stored["table"]), round=context.round_of.get(stored["seating"]),
    )


def _seated(stored: Mapping[str, Any], side: str, numbers: Numbers) -> tuple[str, ...]:
    """The number of a pair, or those of two single players."""
    return tuple(numbers[stored[name]][1] for name in (side, f"{side}_partner") if name in stored)


def _words(exact: str | None, places: int) -> str | None:
    return None if exact is None else decimal_words(Fraction(exact), places)


def _outcome(stored: Mapping[str, Any], context: _Context) -> tuple[Outcome, int | None]:
    """What the line says in a file, and the points beside it."""
    settled = outcome_from_json(stored["outcome"])
    if isinstance(settled, int):
        return _report(stored["said"]) or Absence.UNKNOWN, settled
    if isinstance(settled, Unscored) or isinstance(settled.ns, Unscored) and isinstance(settled.ew, Unscored):
        return Absence.NOT_PLAYED, None
    return _ruled(settled, stored, context)


def _report(said: list[Any] | None) -> Report | None:
    if not said or not said[0]:
        return None
    contract = parse_contract(said[0])
    if not isinstance(contract, Contract):
        return Report(PASSED_OUT)
    return Report(contract, Seat(said[1]), said[2], parse_card(said[3]) if said[3] else None)


def _ruled(settled: Ruled, stored: Mapping[str, Any], context: _Context) -> tuple[Outcome, int | None]:
    points = _points(settled.ns)
    if points is not None and points == _points(settled.ew):  # one result for both sides, compared with the others
        return (_report(stored["said"]) if points == stored["points"] else None) or Absence.UNKNOWN, points
    return _figures(stored, context)


def _is_without_word(lines: Mapping[str, Any]) -> bool:
    """Was the board not the same at all tables, or has it a score that is compared with the others, but is no single result for both sides?"""
    if any(lines["forms"]):
        return True
    ruled = (settled for line in lines["lines"] if isinstance(settled := outcome_from_json(line["outcome"]), Ruled))
    return any(
        any(isinstance(outcome, Scored) for outcome in (each.ns, each.ew)) and (_points(each.ns) is None or _points(each.ns) != _points(each.ew))
        for each in ruled
    )


def _figures(stored: Mapping[str, Any], context: _Context) -> tuple[Outcome, int | None]:
    """What both sides got instead of a result: as awarded, else in percent, or where percentages are no figures of the method by its own alone."""
    settled = outcome_from_json(stored["outcome"])
    if isinstance(settled, Unscored):
        return Absence.NOT_PLAYED, None
    own = (settled.ns, settled.ew) if isinstance(settled, Ruled) else (settled, settled)
    ns, ew = _award(own[0], stored["ns_percent"], context), _award(own[1], stored["ew_percent"], context)
    return (Absence.AS_PRINTED, None) if ns is None or ew is None else (ArtificialScore(ns, ew), None)


def _points(outcome: SideOutcome) -> int | None:
    if isinstance(outcome, int):
        return outcome
    return outcome.points if isinstance(outcome, Assigned) else None


def _award(outcome: SideOutcome, percent: str | None, context: _Context) -> Fraction | Award | None:
    """One side's artificial score in the formats' words; None where only a figure tells it."""
    if isinstance(outcome, Award) and not context.by_figures:
        return outcome
    if isinstance(outcome, FixedPercent):
        return outcome.percent
    return Fraction(percent) if context.is_percent and percent is not None else None
